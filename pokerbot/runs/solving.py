"""Solve a game in one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pokerbot.evaluation import node as nodes
from pokerbot.evaluation.node_hands import Node
from pokerbot.games.game import Game
from pokerbot.runs.defaults import defaults, usual_limits
from pokerbot.runs.limits import Limits
from pokerbot.runs.results import Progress, Solution
from pokerbot.runs.training import Training
from pokerbot.sequence.compile import as_form
from pokerbot.sequence.form import Form
from pokerbot.solvers.algorithm import Algorithm
from pokerbot.solvers.catalogue import as_algorithm
from pokerbot.solvers.options import Options, resolve_settings
from pokerbot.solvers.regret import RegretRule
from pokerbot.strategy.storage import Playable
from pokerbot.strategy.strategy import Strategy

LOOK_AGAIN = 20
"""A river that is solved again is measured every so many iterations; that takes as long as two."""


def solve_river(game: Game) -> Strategy:
    """Solve a river that a strategy's file does not have.

    Raises:
        InputError: it cannot be solved.
    """
    training = Training(game, defaults(game.name)[0])
    training.run(**vars(usual_limits(game)), looks=lambda iteration: iteration % LOOK_AGAIN == 0)
    return training.solution(final=True).strategy


def node(of: Playable, line: str = "") -> Node:
    """As `evaluation.node.node`; rivers that the strategy's file does not have are solved again."""
    return nodes.node(of, line, solve_river)


def solve(
    game: Game | Form | str,
    algorithm: str | Algorithm | RegretRule | None = None,
    *,
    iterations: int | None = None,
    target: float | None = None,
    seconds: float | None = None,
    seed: int = 0,
    options: Options | None = None,
    start: Playable | None = None,
    backend: str = "auto",
    threads: int | None = None,
    precision: str | None = None,
    watch: Callable[[Progress], None] | bool | None = None,
    **settings: Any,
) -> Solution:
    """Train an algorithm on a game until the first limit is reached.

    Ctrl-C finishes the iteration and returns what there is, marked as interrupted.

    Args:
        game: a game, its name as on the command line, or its form.
        algorithm: a name in the catalogue, or an algorithm or a rule of one's own; by default the
            game's default algorithm.
        iterations: stop after this many. If no limit is given, it is the game's default; for a spot
            of hold'em the default is a target of 0.1 % of the pot instead.
        target: stop at this exploitability, in chips per hand.
        seconds: stop after this time in iterations.
        seed: for all random draws.
        options: how the algorithm is run.
        start: a strategy to begin from (Brown & Sandholm 2016).
        backend: numpy; compiled, which needs the extra `fast`; or auto, which begins with NumPy and
            goes on in machine code, if that is installed.
        threads: how many threads may work on an iteration of a large game in machine code; by
            default as many as there are processors. The result does not depend on it.
        precision: of the numbers that machine code remembers: double; single, in half the memory;
            or half, in half of that again, only for spots of more than a million cells, which are
            walked board by board. By default it is single for these, and double for others.
        watch: called with a measurement every now and then; True shows a line of progress, in
            notebooks, too.
        settings: options by name, such as `updates="simultaneous"`, and the algorithm's parameters,
            such as `alpha=1`.

    Raises:
        InputError: no such game or algorithm, or an option or limit that does not fit.
    """
    limits = Limits(iterations, target, seconds)
    form = as_form(game)
    usual, _ = defaults(form.game.name)
    limits = limits or usual_limits(form.game)
    chosen = as_algorithm(usual if algorithm is None else algorithm)
    training = Training(
        form,
        chosen,
        seed=seed,
        options=chosen.within(resolve_settings(options, settings), limits.iterations),
        start=start,
        backend=backend,
        threads=threads,
        precision=precision,
    )
    if watch is True:
        from pokerbot.runs.progress import measured_in, progress_line

        watch = progress_line(limits, measured_in(form.game, training.options.floor))
    try:
        training.run(**vars(limits), watch=watch or None)
    except KeyboardInterrupt:
        if not training.solver.iterations:
            raise
        return training.solution(interrupted=True, final=True)
    return training.solution(final=True)
