"""The games where others stop: size, time and memory, each in a process of its own.

    python -m tests.benchmarks.large [--only nolimit] [--json]

Seconds are minima of several rounds. Peak memory is the process's, the interpreter and NumPy
included. The comparison with OpenSpiel is skipped where it is not installed.
"""

from __future__ import annotations

import importlib.util
import statistics
import sys
from typing import Any

from tests.benchmarks.measuring import Report, alone, amount, in_turn, main, ratio, spread

GIB = 2**30

TIMED = """
from pokerbot.games.catalogue import parse_game
from pokerbot.runs.training import Training
from tests.benchmarks.measuring import clock, processor
begun = processor()
training = Training(parse_game({game!r}), {algorithm!r})
compiled = processor() - begun
step = training.solver.step
clock(step, {times})
seconds = [clock(step, {times}) for _ in range({rounds})]
result = dict(compiled=compiled, seconds=seconds)
"""


def von_neumann_size(report: Report) -> None:
    """Time an iteration and memory, from 100 to 1,000,000 hands."""
    report.note("von-neumann-raise, dcfr: one iteration")
    best = {}
    for hands, rounds, times in ((100, 9, 500), (10_000, 7, 20), (100_000, 7, 5), (10**6, 3, 1)):
        code = TIMED.format(
            game=f"von-neumann-raise:hands={hands}", algorithm="dcfr", rounds=rounds, times=times
        )
        made = alone(code)
        best[hands] = min(made["seconds"])
        bound = {100: 250e-6, 100_000: 40e-3}.get(hands)
        report.add(
            f"{hands:,} hands",
            spread(made["seconds"]),
            "",
            best[hands] * 1e3,
            at_most=bound and bound * 1e3,
            unit=" ms",
        )
        peak = made["peak_bytes"] / GIB
        limit = 2 if hands == 10**6 else None
        report.add(
            f"{hands:,} hands: peak memory", f"{peak:.3f} GiB", "", peak, at_most=limit, unit=" GiB"
        )
    growth = best[100_000] / best[10_000]
    report.add("growth from 10,000 to 100,000 hands", "", "", growth, at_most=12, unit="×")


def von_neumann_exact(report: Report) -> None:
    """How near dcfr comes to the continuous game's value."""
    report.note("von-neumann-raise:hands=1000, dcfr after 3,000 iterations")
    made = alone("""
from pokerbot.runs.solving import solve
solved = solve("von-neumann-raise:hands=1000", "dcfr", iterations=3000)
result = dict(nash_conv=solved.nash_conv, value=solved.value, iterations=solved.iterations)
""")
    off = abs(made["value"] + 44 / 1083)
    report.add("NashConv", f"{made['nash_conv']:.3e}", "", made["nash_conv"], at_most=2e-6)
    report.add("value, from −44/1083", f"{made['value']:.9f}", "", off, at_most=2e-6)


def kuhn_deck(report: Report) -> None:
    """Kuhn with a thousand cards, and one that the linear program can do."""
    report.note("kuhn:cards=1000 with the default algorithm to exploitability 1e-6")
    made = alone("""
from pokerbot.games.catalogue import parse_game
from pokerbot.runs.solving import solve
from pokerbot.runs.training import Training
from tests.benchmarks.measuring import clock
game = parse_game("kuhn:cards=1000")
solved = solve(game, target=1e-6)
count = solved.iterations
seconds = count * clock(Training(game, solved.algorithm).solver.step, count)
result = dict(seconds=seconds, iterations=count, to=solved.exploitability)
""")
    said = f"{amount(made['seconds'])}, {made['iterations']} it."
    report.add("time in the loop", said, "", made["seconds"], at_most=10, unit=" s")
    report.add("exploitability", f"{made['to']:.3e}", "", made["to"], at_most=1e-6)
    if importlib.util.find_spec("scipy"):
        made = alone("""
from pokerbot.runs.solving import solve
values = [solve("kuhn:cards=60", name, **limit).value
          for name, limit in ((None, dict(target=1e-7)), ("lp", {}))]
result = dict(values=values)
""")
        ours, exact = made["values"]
        off = abs(ours - exact)
        report.add("kuhn:cards=60", f"{ours:.9f}", f"{exact:.9f} (lp)", off, at_most=1e-6)


def nolimit(report: Report) -> None:
    """No-limit Leduc with 20 chips, the whole tree."""
    report.note("leduc-nolimit:stack=20, dcfr")
    made = alone(
        TIMED.format(game="leduc-nolimit:stack=20", algorithm="dcfr", rounds=7, times=3)
        + """
begun = processor()
training = Training(training.game, "dcfr")
while processor() - begun < 60:
    training.solver.step()
progress = training.measure()
result |= dict(iterations=progress.iterations, to=progress.exploitability)
result |= dict(measuring=clock(training.measure))
result |= dict(infosets=sum(1 for _ in training.game.information_sets()))
"""
    )
    best, peak = min(made["seconds"]), made["peak_bytes"] / GIB
    report.add("information sets", f"{made['infosets']:,}")
    report.add(
        "compiled, solver made",
        amount(made["compiled"]),
        "",
        made["compiled"],
        at_most=10,
        unit=" s",
    )
    report.add("one iteration", spread(made["seconds"]), "", best * 1e3, at_most=80, unit=" ms")
    report.add("one measurement of exploitability", amount(made["measuring"]))
    report.add("peak memory", f"{peak:.3f} GiB", "", peak, at_most=1.5, unit=" GiB")
    reached = f"{made['to']:.3e}, {made['iterations']} it."
    report.add("exploitability after 60 s in the loop", reached)


def universal_poker(report: Report) -> None:
    """No-limit Leduc beside OpenSpiel's C++ CFR+ on universal_poker."""
    if not importlib.util.find_spec("pyspiel"):
        report.note("universal_poker: OpenSpiel is not installed, skipped")
        return
    from tests.benchmarks.contestants import OpenSpiel, Pokerbot

    report.note(
        "No-limit Leduc beside universal_poker, CFR+ alternating. The rules are the same but for"
        " the cap on raises:\nhere at most four actions a round, there (ACPC) at most three bets"
        " and raises; with 3 chips the trees\nare equal, above OpenSpiel's is somewhat larger."
        " OpenSpiel tells suits apart, pokerbot does not."
    )
    for stack in (3, 6):
        ours = Pokerbot(f"leduc-nolimit:stack={stack}", "cfr+")
        theirs = OpenSpiel(
            "universal_poker(betting=nolimit,bettingAbstraction=fullgame,numPlayers=2,numRounds=2,"
            "firstPlayer=1 1,blind=1 1,raiseSize=1 1,maxRaises=3 3,numSuits=2,numRanks=3,"
            f"numHoleCards=1,numBoardCards=0 1,stack={stack} {stack})"
        )
        if stack == 3:
            for _ in range(30):
                ours.step()
                theirs.step()
            mine, other = ours.nash_conv(), theirs.nash_conv()
            report.add(
                "3 chips: NashConv after 30 iterations",
                f"{mine:.12f}",
                f"{other:.12f}",
                abs(mine - other),
                at_most=1e-9,
            )
        seconds = in_turn(7, ours=(ours.step, 200), theirs=(theirs.step, 3))
        form = ours.training.form
        sets = sum(1 for _ in form.game.information_sets())
        nodes, split = _size(theirs.game)
        for per, own, other in (
            ("iteration", 1, 1),
            ("own information set", sets, split),
            ("decision node", form.traversal, nodes),
        ):
            a = [s / own for s in seconds["ours"]]
            b = [s / other for s in seconds["theirs"]]
            of = ("", "") if own == 1 else (f" /{own:,}", f" /{other:,}")
            report.add(
                f"{stack} chips: time per {per}",
                f"{amount(statistics.median(a))}{of[0]}",
                f"{amount(statistics.median(b))}{of[1]}",
                ratio(a, b),
                unit="×",
            )


def _size(game: Any) -> tuple[int, int]:
    """The decision nodes and the information sets of an OpenSpiel game."""
    nodes, keys, ahead = 0, set(), [game.new_initial_state()]
    while ahead:
        state = ahead.pop()
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            nodes += 1
            keys.add(state.information_state_string())
        ahead += [state.child(action) for action in state.legal_actions()]
    return nodes, len(keys)


if __name__ == "__main__":
    assert __doc__
    parts = [von_neumann_size, von_neumann_exact, kuhn_deck, nolimit, universal_poker]
    sys.exit(main(__doc__, parts))
