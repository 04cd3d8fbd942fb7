"""Spots of hold'em beside what a second implementation certified of them, or anyone works out.

    python -m tests.trials.spots [--backend compiled] [NAME …]

Every value must lie between our own certified bounds, and those be as near as is said; tests/games/
test_holdem.py does the same with fewer iterations.
"""

from __future__ import annotations

import argparse
import sys
import time

from pokerbot.games.catalogue import make_game
from pokerbot.games.game import Game
from pokerbot.runs.solving import solve

WET = {
    "board": "Td9d6h Qc",
    "pot": 200,
    "stack": 900,
    "oop.range": "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
    "ip.range": "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
    **{f"{seat}.river.bet": "60%, e, a" for seat in ("oop", "ip")},
    **{f"{seat}.river.raise": "2.5x" for seat in ("oop", "ip")},
    "tree.add_allin": 1.5,
    "tree.force_allin": 0.15,
    "tree.merge": 0.1,
}
ROUNDING = 1e-6
TURN = {
    **{f"{seat}.turn.bet": "60%, e, a" for seat in ("oop", "ip")},
    **{f"{seat}.turn.raise": "2.5x" for seat in ("oop", "ip")},
    "oop.river.donk": "50%",
}
PUBLISHED = {
    "pot": 180,
    "stack": 910,
    "oop.range": "88+,A8s+,A5s-A2s:0.5,AJo+,ATo:0.75,K9s+,KQo,KJo:0.75,KTo:0.25,Q9s+,QJo:0.5,J8s+,"
    "JTo:0.25,T8s+,T7s:0.45,97s+,96s:0.45,87s,86s:0.75,85s:0.45,75s+:0.75,74s:0.45,65s:0.75,"
    "64s:0.5,63s:0.45,54s:0.75,53s:0.5,52s:0.45,43s:0.5,42s:0.45,32s:0.45",
    "ip.range": "AA:0.25,99-22,AJs-A2s,AQo-A8o,K2s+,K9o+,Q2s+,Q9o+,J6s+,J9o+,T6s+,T9o,96s+,"
    "95s:0.5,98o,86s+,85s:0.5,75s+,74s:0.5,64s+,63s:0.5,54s,53s:0.5,43s",
}
ALL = {
    "board": "Ks7h2d 4c Jh",
    "pot": 100,
    "stack": 400,
    "oop.range": "random",
    "ip.range": "random",
    **{
        f"{seat}.river.{kind}": "50%, 100%, a"
        for seat in ("oop", "ip")
        for kind in ("bet", "raise")
    },
}
WIDE = {
    **PUBLISHED,
    "board": "QsJh2h 8c 3d",
    **{f"{seat}.river.bet": "33%, 75%, 150%, a" for seat in ("oop", "ip")},
    **{f"{seat}.river.raise": "50%, 100%, a" for seat in ("oop", "ip")},
}
FLOP = {
    **PUBLISHED,
    "board": "QsJh2h",
    **{
        f"{seat}.{street}.bet": size
        for seat in ("oop", "ip")
        for street, size in (("flop", "52%"), ("turn", "55%"), ("river", "70%"))
    },
    **{f"{s}.{street}.raise": "45%" for s in ("oop", "ip") for street in ("flop", "turn", "river")},
}
SMALL_FLOP = {
    "board": "Ks7h2d",
    "pot": 60,
    "stack": 170,
    "oop.range": "77-22,A9s-A2s,KTs-K8s,QTs-Q9s,J9s+,T8s+,97s+,86s+,76s,65s,AJo-ATo,KJo-KTo,QJo",
    "ip.range": "TT+,77,22,ATs+,KTs+,QJs,AJo+,KQo,A5s-A4s,T9s,98s",
    **{
        f"{seat}.{street}.bet": size
        for seat in ("oop", "ip")
        for street, size in (("flop", "50%"), ("turn", "66%"), ("river", "75%"))
    },
    **{f"{s}.{street}.raise": "a" for s in ("oop", "ip") for street in ("flop", "turn", "river")},
}
FLOPS = {"published": FLOP, "flop_small": SMALL_FLOP}
"""Flops, which take minutes."""
TWO_STREETS = {
    "board": "AsAhKs Kh",
    "pot": 100,
    "stack": 150,
    "oop.range": "AcAd,3c2d",
    "ip.range": "KcKd",
    "oop.turn.bet": "50%",
    "oop.river.bet": "a",
}
CALLED = {"stack": 10, "oop.river.bet": "a"}
"""The clairvoyance game with a bet of half the pot."""
SURE = {
    "board": "AcAdKh",
    "pot": 60,
    "stack": 970,
    "oop.range": "AA",
    "ip.range": "KK-22,K9-K2,Q8-Q2,J8-J2,T8-T2,92+,82+,72+,62+",
}
SPLIT = {**SURE, "board": "2c6dTh", "ip.range": "AA"}
SPOTS = {
    "river_basic": (WET | {"board": "Td9d6h Qc 7s"}, (93.8271, 93.8309)),
    "river_wide": (WIDE, (94.2090, 94.2125)),
    "river_all": (ALL, (46.7849, 46.7868)),
    "turn_basic": (WET | TURN, (91.9416, 91.9816)),
    "clairvoyance": ({"oop.river.bet": "a"}, (15, 15)),
    "two_streets": (TWO_STREETS, (2900 / 33, 2900 / 33)),
    "called_often": (CALLED | {"lock": "ip | bet 10 | | call 0.75, fold 0.25"}, (13.75, 13.75)),
    "called_rarely": (CALLED | {"lock": "ip | bet 10 | | call 0.5, fold 0.5"}, (15, 15)),
    "sure_thing": (SURE, (60, 60)),
    "sure_thing_raked": (SURE | {"tree.rake": 0.05, "tree.rake_cap": 10}, (57, 57)),
    "split_raked": (SPLIT | {"tree.rake": 0.05, "tree.rake_cap": 10}, (28.5, 28.5)),
}
"""Of each its keys, and between which the EV of who is out of position lies, in chips."""


def main() -> int:
    """Solve those that are named, or all, to a thousandth of the pot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*SPOTS, []])
    parser.add_argument("--backend", default="auto")
    told = parser.parse_args()
    missed = 0
    for name in told.names or SPOTS:
        keys, (least, most) = SPOTS[name]
        game = make_game("holdem", {"oop.river.bet": "", **keys}, name)
        missed += not _agrees(game, least, most, told.backend)
    print(f"elsewhere, or not reached: {missed}")
    return bool(missed)


def _agrees(game: Game, least: float, most: float, backend: str) -> bool:
    """Whether our bounds and those that were certified overlap; with rake, our EV and those."""
    begun, pot = time.perf_counter(), float(game.parameters["pot"])
    found = solve(game, "dcfr", target=pot / 1000, iterations=3000, backend=backend)
    low, high = found.ev_bounds or (found.ev[0] - ROUNDING, found.ev[0] + ROUNDING)
    within = found.exploitability_within <= pot / 1000
    agrees = low - ROUNDING <= most and high + ROUNDING >= least and within
    print(
        f"{game.slug:<16} {found.iterations:>5} iterations, {time.perf_counter() - begun:6.1f} s:"
        f" {low:.4f} to {high:.4f}, expected {least:.4f} to {most:.4f}"
        f" {'' if agrees else 'MISSED'}",
        flush=True,
    )
    return agrees


if __name__ == "__main__":
    sys.exit(main())
