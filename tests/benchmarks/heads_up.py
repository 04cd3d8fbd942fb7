"""How long the bot thinks on turns and rivers of whole hands, solved again with every hand apart.

    pip install -e '.[fast]' && python -m tests.benchmarks.heads_up [--json]

Forty hands against someone who mostly calls and now and then bets any amount; on one thread, in
this process, with nothing thought of ahead. 95 % of turns are to take 5 seconds at most, of rivers
half a second.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from pokerbot.games.actions import LARGER
from pokerbot.games.heads_up import NAME, game_of
from pokerbot.play.hand import Hand, deal
from pokerbot.runs.playing import TURN, Ahead, BlueprintPlayer, Question
from pokerbot.strategy import blueprint
from tests.benchmarks.measuring import Report, main

HANDS, BOUNDS = 40, {"turn": 5.0, "river": 0.5}


def asked(kind: type[Question], hand: Hand, bot: int) -> Question:
    """What the bot is asked at a decision."""
    rules, seen = hand.game.rules, hand.observe()
    names = tuple(step.action.name for step in hand.steps)
    held = rules.hands[bot].name(seen.hand) if kind is Question else ""
    board = rules.boards.whole(seen.board)
    return kind("", names, board, held, (0.5,) * len(names), bot)


def replied(hand: Hand, rng: np.random.Generator) -> Hand:
    """The hand after an action of the other's."""
    actions = hand.observe().actions
    careful = [each for each in actions if each.kind not in LARGER]
    larger = [each for each in actions if each.kind in LARGER]
    if larger and rng.random() < 0.25:
        return hand.after(larger[min(int(rng.exponential(200)), len(larger) - 1)])
    return hand.after(careful[-1])


def answered(
    player: BlueprintPlayer, hand: Hand, bot: int, rng: np.random.Generator
) -> tuple[Hand, float]:
    """The hand after an action of the bot's, and the seconds that it thought."""
    begun = time.process_time()
    answer = player.answer(asked(Question, hand, bot))
    took = time.process_time() - begun
    names, chances = [*answer.chances], np.array([*answer.chances.values()])
    taken = names[rng.choice(len(names), p=chances / chances.sum())]
    return hand.after(next(e for e in hand.observe().actions if e.name == taken)), took


def thinking(report: Report) -> None:
    """Seconds an answer, by street."""
    player, rng = BlueprintPlayer(blueprint.find(NAME)), np.random.default_rng(1)
    found: dict[str, list[float]] = {street: [] for street in BOUNDS}
    player.think_ahead(asked(Ahead, deal(game_of(20), rng), 1))
    if BlueprintPlayer.warming is not None:
        BlueprintPlayer.warming.wait()  # until machine code is made
    for number in range(HANDS):
        hand, bot = deal(game_of(20), rng), number % 2
        while not hand.over:
            street = hand.betting.round
            if hand.betting.player != bot:
                hand = replied(hand, rng)
                continue
            hand, took = answered(player, hand, bot, rng)
            if street >= TURN:
                found["turn" if street == TURN else "river"].append(took)
    for street, took in found.items():
        mean, most = float(np.mean(took)), max(took)
        told = f"mean {mean:.2f} s, most {most:.2f} s, {len(took)} answers"
        report.add(f"{street}: 95 % within", told, "", float(np.quantile(took, 0.95)),
                   at_most=BOUNDS[street], unit=" s")  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(__doc__, [thinking]))
