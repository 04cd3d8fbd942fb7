"""What a run knows about each action, as rows for a data frame of pandas or polars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pokerbot.runs.outcome import spread
from pokerbot.sequence.behaviour import Profile, places
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import own_reach
from pokerbot.solvers.selfplay import Plans, SelfPlay

if TYPE_CHECKING:
    from pokerbot.runs.training import Training


def action_rows(training: Training) -> Iterator[dict[str, Any]]:
    """A row for each action of each information set, player 1's first.

    The columns are:
    player: 1 or 2
    infoset: the information set's key
    action: the action's name
    current, average: its probabilities in the current and the average strategy
    regret: its regret as the rule remembers it, None if the algorithm keeps no regrets
    reach: the probability that the player's own average choices lead to the information set
    value: its counterfactual value in chips, if both players play the average
    """
    form, solver, regrets = training.form, training.solver, None
    current, average = (spread(training, solver.profile(each)) for each in ("last", "average"))
    if isinstance(solver, SelfPlay) and "regrets1" in (state := solver.state()):
        regrets = spread(training, (state["regrets1"], state["regrets2"]))
    plans = spread(training, solver.plans("average"))
    for player, tree in enumerate(form.trees):
        values, reach = _values(form, average, plans, player), own_reach(tree, plans[player])
        for key, rows, hand, actions in places(form, player):
            for row, action in enumerate(actions, rows.start):
                yield {
                    "player": player + 1,
                    "infoset": key,
                    "action": action,
                    "current": float(current[player][row, hand]),
                    "average": float(average[player][row, hand]),
                    "regret": None if regrets is None else float(regrets[player][row, hand]),
                    "reach": float(reach[tree.decision[row], hand]),
                    "value": float(values[row, hand]),
                }


def _values(form: Form, profile: Profile, plans: Plans, player: int) -> Any:
    """The counterfactual value of each action [rows, hands]."""
    operators = bind(form)[player]
    return operators.backup(profile[player], operators.gradient(plans[1 - player]))[0]
