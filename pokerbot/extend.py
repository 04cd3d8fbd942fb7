"""The parts for extending pokerbot: their names and their meaning are stable.

An algorithm is a `SelfPlaying` of learners (`Minimization` of a rule, an averaging and a matching,
or `Learning` of a `Learner` of one's own) and, where gradients are estimated, a source of them; a
game is a `State` for `pokerbot.from_tree`, ends for `pokerbot.sequence_form`, or `Rules` for
`from_rules`.
"""

from __future__ import annotations

from pokerbot.games.game import Game
from pokerbot.games.parameters import Parameter
from pokerbot.games.rules import Deck, Limit, Menu, NoLimit, Round, Rules
from pokerbot.games.trees import State
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import Floor, Operators, bind, floored, uniform
from pokerbot.sequence.quantal import quantal_response
from pokerbot.solvers.algorithm import Algorithm, GradientSpec, LearnerSpec, Program, SelfPlaying
from pokerbot.solvers.learner import Learner, Learning
from pokerbot.solvers.minimizer import (
    Averaging,
    Matching,
    Minimization,
    by_power,
    decaying,
    delayed,
    every_second,
    falling,
)
from pokerbot.solvers.mirror import regularized_gap
from pokerbot.solvers.regret import HORIZON, RegretRule, plus, vanilla
from pokerbot.solvers.sampling import SampledGradients, Sampling
from pokerbot.solvers.selfplay import ExactGradients, Gradients

__all__ = [
    "HORIZON",
    "Algorithm",
    "Averaging",
    "Deck",
    "ExactGradients",
    "Floor",
    "Form",
    "GradientSpec",
    "Gradients",
    "Learner",
    "LearnerSpec",
    "Learning",
    "Limit",
    "Matching",
    "Menu",
    "Minimization",
    "NoLimit",
    "Operators",
    "Parameter",
    "Program",
    "RegretRule",
    "Round",
    "Rules",
    "SampledGradients",
    "Sampling",
    "SelfPlaying",
    "State",
    "bind",
    "by_power",
    "decaying",
    "delayed",
    "every_second",
    "falling",
    "floored",
    "from_rules",
    "plus",
    "quantal_response",
    "regularized_gap",
    "uniform",
    "vanilla",
]


def from_rules(rules: Rules, name: str = "a game") -> Form:
    """The form of a poker game of one's own rules.

    Args:
        rules: its deck, blinds, rounds and stacks.
        name: what it is called in what is printed.

    Raises:
        InputError: it would not fit in memory.
    """
    return compile_game(Game(name, (), rules))
