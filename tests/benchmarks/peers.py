"""pokerbot beside OpenSpiel 2.0.2 (C++ solvers) and LiteEFG 1.0.0, in one process and one run.

    pip install -e '.[bench]' && python -m tests.benchmarks.peers [--only kuhn] [--json]

Times are of iterations alone, on the processor: neither making the solver nor measuring counts. How
many iterations a target takes is found first; then fresh solvers take so many, in turn, without
looking. NashConv is the sum over both players of best response value − value in all three.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Sequence

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

from pokerbot.runs.limits import is_due
from tests.benchmarks.contestants import OPEN_SPIEL_GAMES, Contestant, Lite, OpenSpiel, Pokerbot
from tests.benchmarks.measuring import Report, amount, clock, in_turn, main, ratio, spread

Maker = Callable[[], Contestant]
OTHERS = (
    "liars-dice:sides=4",
    "goofspiel",
    "openspiel:leduc_poker",
    "openspiel:oshi_zumo(coins=4,horizon=4)",
)


def same_game(report: Report) -> None:
    """The three agree on the game, the updates and the measure."""
    report.note("The same game, the same updates, the same NashConv")
    for name, nash_conv in (("kuhn", 11 / 12), ("leduc", 4.747222222222222)):
        game = pyspiel.load_game(OPEN_SPIEL_GAMES[name])
        uniform = Pokerbot(name, "cfr")
        uniform.step()
        theirs = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
        report.add(
            f"{name}: NashConv of uniform play",
            f"{uniform.nash_conv():.12f}",
            f"{theirs:.12f} (Python)",
            abs(uniform.nash_conv() - nash_conv) + abs(theirs - nash_conv),
            at_most=1e-9,
        )
        ours, theirs_plus = Pokerbot(name, "cfr+"), OpenSpiel(name)
        for _ in range(50):
            ours.step()
            theirs_plus.step()
        report.add(
            f"{name}: NashConv after 50 iterations of CFR+",
            f"{ours.nash_conv():.12f}",
            f"{theirs_plus.nash_conv():.12f} (C++)",
            abs(ours.nash_conv() - theirs_plus.nash_conv()),
            at_most=1e-9,
        )


def leduc_rate(report: Report) -> None:
    """Iterations a second, and what a measurement costs."""
    report.note("Leduc, CFR+ with alternating updates: time of an iteration")
    ours, spiel, lite = Pokerbot("leduc", "cfr+"), OpenSpiel("leduc"), Lite("leduc")
    for contestant in (ours, spiel, lite):
        clock(contestant.step, 10)
    seconds = in_turn(
        9,
        ours=(ours.step, 1000),
        spiel=(spiel.step, 15),
        lite=(lite.step, 100),
        bare=(lite.update, 100),
        measure=(ours.nash_conv, 300),
    )
    mine = spread(seconds["ours"])
    for key, name, least in (
        ("spiel", "OpenSpiel", 60),
        ("lite", "LiteEFG", 12),
        ("bare", "LiteEFG, no average kept", 12),
    ):
        times = ratio(seconds["ours"], seconds[key])
        theirs = spread(seconds[key])
        report.add(f"iterations a second: {name}", mine, theirs, times, at_least=least, unit="×")
    report.add(
        "one measurement of exploitability, in iterations of cfr+",
        spread(seconds["measure"]),
        "",
        ratio(seconds["ours"], seconds["measure"]),
        at_most=2,
        unit="×",
    )


def leduc_target(report: Report) -> None:
    """Time in the loop to NashConv 1e-3."""
    report.note("Leduc to NashConv ≤ 1e-3")
    makers: list[Maker] = [
        lambda: Pokerbot("leduc"),
        lambda: Pokerbot("leduc", "cfr+"),
        lambda: OpenSpiel("leduc"),
        lambda: Lite("leduc"),
        lambda: Lite("leduc", "DCFR"),
    ]
    _to_target(report, makers, 1e-3, cap=3_000, rounds=3, bound=0.12)


def other_games(report: Report) -> None:
    """Dice and bids of the catalogue's, and OpenSpiel's own games, solved as they are.

    Compared after two iterations: later, rounding decides between actions that are equally good.
    """
    report.note("Other games, CFR+ with alternating updates: time of an iteration")
    for game in OTHERS:
        name = game.removeprefix("openspiel:")
        ours, spiel, lite = Pokerbot(game, "cfr+"), OpenSpiel(game), Lite(game)
        for contestant in (ours, spiel, lite):
            clock(contestant.step, 2)
        report.add(
            f"{name.partition('(')[0]}: NashConv after 2 iterations",
            f"{ours.nash_conv():.12f}",
            f"{spiel.nash_conv():.12f} (C++)",
            abs(ours.nash_conv() - spiel.nash_conv()),
            at_most=1e-9,
        )
        seconds = in_turn(5, ours=(ours.step, 500), spiel=(spiel.step, 10), lite=(lite.step, 50))
        for key, peer in (("spiel", "OpenSpiel"), ("lite", "LiteEFG")):
            report.add(
                f"{name.partition('(')[0]}: {peer}",
                spread(seconds["ours"]),
                spread(seconds[key]),
                ratio(seconds["ours"], seconds[key]),
                at_least=1,
                unit="×",
            )


def kuhn_target(report: Report) -> None:
    """Time in the loop to NashConv 1e-9."""
    report.note(
        "Kuhn to NashConv ≤ 1e-9, peers up to 300,000 iterations."
        " LiteEFG's PCFR with the last strategy\nin place of the average is not CFR+; it is here"
        " because it is the soonest that any of the three gets there."
    )
    makers: list[Maker] = [
        lambda: Pokerbot("kuhn", "ipm"),
        lambda: Pokerbot("kuhn"),
        lambda: OpenSpiel("kuhn"),
        lambda: OpenSpiel("kuhn", "CFR"),
        lambda: Lite("kuhn"),
        lambda: Lite("kuhn", "DCFR"),
        lambda: Lite("kuhn", "PCFR"),
        lambda: Lite("kuhn", "PCFR", "last"),
    ]
    _to_target(report, makers, 1e-9, cap=300_000, rounds=9, bound=0.03, sooner=True)


def _to_target(
    report: Report,
    makers: Sequence[Maker],
    target: float,
    *,
    cap: int,
    rounds: int,
    bound: float,
    sooner: bool = False,
) -> None:
    """Time the first contestant, ours, and the others to the target; `sooner`: it must be first."""
    found = [_iterations_to(make(), target, cap) for make in makers]
    runs: list[list[float]] = [[] for _ in makers]
    for round_ in range(rounds):
        for make, (count, reached), seconds in zip(makers, found, runs, strict=True):
            if reached or not round_:
                seconds.append(clock(make().step, count) * count)
    mine = statistics.median(runs[0])
    ours = f"{spread(runs[0])}, {found[0][0]} it."
    report.add(makers[0]().name, ours, "", mine, at_most=bound, unit=" s")
    for make, (count, reached), seconds in zip(makers[1:], found[1:], runs[1:], strict=True):
        theirs = statistics.median(seconds)
        said = f"{spread(seconds)}, {count} it." if reached else f"not reached in {amount(theirs)}"
        own = make().name.startswith("pokerbot")
        least = 1.0 if sooner and not own else None
        cells = (said, "") if own else (amount(mine), said)
        report.add(make().name, *cells, theirs / mine, at_least=least, unit="×")


def _iterations_to(contestant: Contestant, target: float, cap: int) -> tuple[int, bool]:
    """How many iterations the target takes on the schedule of `solve --target`, up to a cap."""
    for iteration in range(1, cap + 1):
        contestant.step()
        if is_due(iteration) and contestant.nash_conv() <= target:
            return iteration, True
    return cap, False


def leduc_sampled(report: Report) -> None:
    """External sampling to NashConv 0.1."""
    report.note(
        "Leduc, external sampling to NashConv ≤ 0.1, looked at every 5 % more iterations, each of"
        " seven seeds.\nOpenSpiel's is with its default, simple average; a full one walks the"
        " whole tree each time, 140 times slower."
    )
    ours, theirs = [], []
    for seed in range(7):
        ours.append(_sampled_to(Pokerbot("leduc", "es-mccfr", seed), 0.1, 20))
        theirs.append(_sampled_to(OpenSpiel("leduc", "SIMPLE", seed), 0.1, 30_000))
    mine, peers = statistics.median(ours), statistics.median(theirs)
    report.add(
        "OpenSpiel ExternalSamplingMCCFRSolver",
        f"{amount(mine)} ({amount(min(ours))}–{amount(max(ours))})",
        f"{amount(peers)} ({amount(min(theirs))}–{amount(max(theirs))})",
        peers / mine,
        at_least=5,
        unit="×",
    )


def _sampled_to(contestant: Contestant, target: float, look: int, cap: float = 120.0) -> float:
    """Seconds in iterations to the target, looking first after `look` of them."""
    done, seconds = 0, 0.0
    while seconds < cap:
        seconds += clock(contestant.step, look - done) * (look - done)
        if contestant.nash_conv() <= target:
            return seconds
        done, look = look, max(look + 1, int(look * 1.05))
    return float("inf")


if __name__ == "__main__":
    assert __doc__
    parts = [same_game, leduc_rate, leduc_target, kuhn_target, leduc_sampled, other_games]
    sys.exit(main(__doc__, parts))
