"""Makes the tables of puzzles: decisions that are not easy, whose answer no last bit decides.

    python -m tests.trials.puzzles > pokerbot/opponents/puzzles.txt
    python -m tests.trials.puzzles rivers > pokerbot/opponents/river-puzzles.txt

A puzzle comes up often enough against one of the cast, its best action wins at least `CLEAR` antes
more than any other, and a player of habit would miss it: the member without a leak does something
else there most of the time, or a middling card is bet or a bet is called with it.

On a river of hold'em the best action wins from 2 to 15 % of the pot more than the next, at a
decision that comes up in at least one hand of fifty; of a class of hands on a line one is taken.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from pokerbot.games.betting import walk
from pokerbot.games.ranges import class_of
from pokerbot.games.spot import Spot
from pokerbot.opponents.cast import CAST, RIVER, Member
from pokerbot.opponents.opponents import read
from pokerbot.opponents.training import Trainer
from pokerbot.strategy import library

CLEAR, OFTEN, MOST = 0.2, 0.004, 60
APART, COMMON, SURE = (0.02, 0.15), 0.02, 0.99


def candidates(one: Member) -> Iterator[str]:
    """The information sets that make a puzzle against one of the cast."""
    opponent = read(library.find(one.name))
    game, judges = opponent.strategy.game, opponent.judges
    sound = one.without_leak.strategy()
    for betting in walk(game.rules):
        if betting.over:
            continue
        judge = judges[betting.player]
        for board, card, _ in game.views(betting.round, betting.player):
            reach = judge.values.reach[judge.decision(betting, board), card]
            if not OFTEN < reach < 1:
                continue
            spot = Spot(betting, board, card)
            key, chips = game.key(spot), judge.chips(spot)
            best, second, *_ = sorted(chips.values(), reverse=True)
            answer = max(chips, key=chips.__getitem__)
            middling = 0 < card < game.rules.deck.ranks - 1 and answer not in ("check", "fold")
            if best - second >= CLEAR and (sound.infosets[key][answer] < 0.5 or middling):
                yield key


def on_river(name: str) -> Iterator[str]:
    """The information sets that make a puzzle on a river that ships, one of a class and a line."""
    opponent = read(library.find(name))
    game, judges, seen = opponent.strategy.game, opponent.judges, set()
    lines = Trainer(opponent).lines()
    for betting, often in lines.items():
        judge = judges[betting.player]
        for board, hand, cards in game.views(betting.round, betting.player):
            spot = Spot(betting, board, hand)
            best, second, *_ = sorted(judge.chips(spot).values(), reverse=True)
            low, high = (part * game.rules.pot for part in APART)
            plays = max(opponent.strategy.infosets[game.key(spot)].values())
            if often < COMMON or not low <= best - second <= high or plays < SURE:
                continue
            if (kind := (betting, class_of(cards))) not in seen:
                seen.add(kind)
                yield game.key(spot)


def rivers() -> None:
    """Print the table of rivers."""
    rng = random.Random(2026)
    found = []
    for path in (each for each in library.spots() if "-river-" in each.stem):
        keys = list(on_river(path.stem))
        found += [(path.stem, key) for key in rng.sample(keys, min(len(keys), MOST))]
    rng.shuffle(found)
    print("\n".join(f"{who} {key}" for who, key in found))


def main() -> None:
    if sys.argv[1:] == ["rivers"]:
        rivers()
        return
    rng = random.Random(2026)
    found = []
    for one in (each for each in CAST if each.game != RIVER):
        keys = list(candidates(one))
        found += [(one.name, key) for key in rng.sample(keys, min(len(keys), MOST))]
    rng.shuffle(found)
    print("\n".join(f"{who} {key}" for who, key in found))


if __name__ == "__main__":
    main()
