"""Whether luck is taken for a habit: what answers to equilibrium players' hands lose to them.

    python -m tests.trials.habits [--game leduc] [--players 1000] [--hands 100] [--risk 0.1]

Each player is an equilibrium, modelled from so many hands; the answer to the model is measured
against the equilibrium itself, exactly. The mean loss must be at most a tenth of the risk.
"""

from __future__ import annotations

import argparse
import statistics
import sys

import numpy as np

from pokerbot.evaluation.exact import values_by_seat
from pokerbot.evaluation.playout import Playout
from pokerbot.games.betting import start, successor
from pokerbot.games.dealer import Dealer
from pokerbot.games.spot import Spot
from pokerbot.opponents.habits import PRIOR, model
from pokerbot.runs.responses import exploit
from pokerbot.runs.solving import solve
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy.arrays import to_arrays

EQUILIBRIA = {"kuhn": ("sapcfr+", 2000), "leduc": ("dcfr+", 10_000)}


def shown(playout, profile, hands, rng):
    """(information set, action) of a player who sits first and second in turn."""
    game, rules = playout.form.game, playout.rules
    deals = Dealer(rules).draw(hands, rng)
    ends = playout.play(profile, deals, rng).ends.tolist()
    for number, end in enumerate(ends):
        betting, seat = start(rules), number % 2
        for action in playout.actions(end):
            if betting.player == seat:
                board = rules.boards.at(int(deals.board[number]), rules.street(betting.round))
                spot = Spot(betting, board, int(deals.hands[seat, number]))
                yield game.key(spot), action.name
            betting = successor(rules, betting, action)


def losses(spec, players, hands, risk, prior, seed=0):
    """What each answer loses on average to the player whose hands it answers."""
    equilibrium = solve(spec, EQUILIBRIA[spec][0], iterations=EQUILIBRIA[spec][1]).strategy
    form = compile_game(equilibrium.game)
    profile, playout = to_arrays(form, equilibrium.infosets), Playout(equilibrium.game)
    rng = np.random.default_rng(seed)
    for _ in range(players):
        known = model(shown(playout, profile, hands, rng), equilibrium, prior)
        answer = to_arrays(form, exploit(known, risk=risk).strategy.infosets)
        yield -sum(values_by_seat(form, answer, profile)) / 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=EQUILIBRIA, default="kuhn")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--risk", type=float, default=0.1)
    parser.add_argument("--prior", type=float, default=PRIOR)
    given = parser.parse_args()
    found = list(losses(given.game, given.players, given.hands, given.risk, given.prior))
    mean, worst = statistics.fmean(found), max(found)
    print(
        f"{given.game}: {len(found)} players, {given.hands} hands each, risk {given.risk:g}:"
        f" mean loss {mean:.5f} chips per hand (at most {given.risk / 10:g}), worst {worst:.5f}"
    )
    return int(mean > given.risk / 10)


if __name__ == "__main__":
    sys.exit(main())
