"""Is the table fair? Cards, the bot's dice, and what the bot can know, at fixed seeds.

    python -m tests.trials.fairness [--hands 20000] [--draws 20000] [GAME …]

Deals: χ² over all deals there are, of consecutive hands of 20 seeds and of the first hands of many.
The bot: χ² of its actions at every information set, alone and at the table, there apart for each
hidden card. Hidden cards: changing them changes neither an action nor the state of the dice. Every
p-value of a kind, and the one of all together, must be above LEAST / (how many there are), as
Bonferroni corrects; seeds are fixed, so a run always says the same. Dice and cards come from where
the table has them from.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from pokerbot.evaluation.exact import evaluate
from pokerbot.games.actions import Betting
from pokerbot.games.betting import walk
from pokerbot.games.catalogue import FAMILIES, parse_game
from pokerbot.games.game import Game
from pokerbot.games.spot import Spot
from pokerbot.opponents.opponents import Opponent
from pokerbot.play.bot import Bot
from pokerbot.play.hand import Hand
from pokerbot.play.history.record import SIDES
from pokerbot.play.table import Draws, Table
from pokerbot.strategy.strategy import Strategy
from tests.play.tables import lopsided, play_hand
from tests.reference.rules import by_the_book, deals

SEEDS = range(20)
LEAST = 0.01
SMALL = {
    "leduc-nolimit": "leduc-nolimit:stack=4",
    "von-neumann": "von-neumann:hands=6",
    "von-neumann-raise": "von-neumann-raise:hands=6",
}
"""Where a family's default has too many deals or information sets for counts to tell anything."""


class Verdict:
    """The p-values of one kind, and last the one of all together, by Fisher's method."""

    def __init__(self, values: Iterator[float]) -> None:
        from scipy.stats import combine_pvalues

        self.values = list(values)
        together = combine_pvalues(self.values).pvalue if min(self.values) > 0 else 0.0
        self.values.append(float(together))

    @property
    def corrected(self) -> float:
        """The least p-value by Bonferroni; below LEAST the table is not fair."""
        return min(1.0, min(self.values) * len(self.values))

    @property
    def fair(self) -> bool:
        return self.corrected >= LEAST

    def __str__(self) -> str:
        verdict = "fair" if self.fair else "NOT FAIR"
        return f"{len(self.values):,} tests, least p corrected {self.corrected:.3f}, {verdict}"


def p_value(observed: Mapping[Any, int], chances: Mapping[Any, float]) -> float:
    """Of a χ² test; 0 where something happened that cannot."""
    from scipy.stats import chisquare

    possible = [key for key, chance in chances.items() if chance > 0]
    if not set(observed) <= set(possible):
        return 0.0
    if len(possible) == 1:
        return 1.0
    total = sum(observed.values())
    share = sum(chances[key] for key in possible)
    counts = [observed.get(key, 0) for key in possible]
    return float(chisquare(counts, [total * chances[key] / share for key in possible]).pvalue)


@cache
def chances_of_deals(game: Game) -> dict[Hashable, float]:
    """Each deal's probability, by enumerating physical cards."""
    suits = game.rules.deck.suits or 1
    dealt = deals(by_the_book(game), 2 + game.rules.has_board)
    counts = Counter(tuple(card // suits for card in cards) for cards in dealt)
    return {ranks: count / len(dealt) for ranks, count in counts.items()}


def opponent(strategy: Strategy) -> Opponent:
    return Opponent(Path("a.json"), strategy, f"{7**90:064x}"[-64:], evaluation=evaluate(strategy))


def dealt(hand: Hand) -> tuple[int, ...]:
    return (*hand.held, hand.final_board - 1) if hand.final_board else hand.held


def consecutive_deals(game: Game, hands: int) -> Verdict:
    """So many hands of each of 20 sessions, all of them, and each hand beside the one before it."""
    person, chances, strategy = np.random.default_rng(5), chances_of_deals(game), lopsided(game)
    pairs = {(a, b): p * q for a, p in chances.items() for b, q in chances.items()}

    def values() -> Iterator[float]:
        counts, beside = Counter[Any](), Counter[Any]()
        for seed in SEEDS:
            table, found = Table(strategy, (0.0, 0.0), opponent(strategy).draws(seed)), []
            for _ in range(hands):
                found.append(dealt(table.hand))
                play_hand(table, person)
                table.next_hand()
            yield p_value(Counter(found), chances)
            counts.update(found)
            beside.update(zip(found[::2], found[1::2], strict=False))
        yield p_value(counts, chances)
        if sum(beside.values()) >= 5 * len(pairs):
            yield p_value(beside, pairs)

    return Verdict(values())


def first_deals(game: Game, sessions: int) -> Verdict:
    """The first hands of sessions with seeds that follow each other, in 20 stretches, and all."""
    strategy, chances = lopsided(game), chances_of_deals(game)
    against = opponent(strategy)

    def values() -> Iterator[float]:
        counts = Counter[Any]()
        for stretch in SEEDS:
            seeds = range(stretch * sessions, (stretch + 1) * sessions)
            tables = (Table(strategy, (0.0, 0.0), against.draws(seed)) for seed in seeds)
            found = Counter(dealt(table.hand) for table in tables)
            counts += found
            yield p_value(found, chances)
        yield p_value(counts, chances)

    return Verdict(values())


def persons_die(game: Game, hands: int) -> Verdict:
    """The die of the person's first and second decision in a hand, and beside the own card."""
    person, strategy = np.random.default_rng(9), lopsided(game)
    against, thrown = opponent(strategy), defaultdict[Any, Counter[int]](Counter)
    for seed in SEEDS:
        table = Table(strategy, (0.0, 0.0), against.draws(seed))
        for _ in range(hands):
            while not table.hand.over:
                if table.bot_to_act:
                    table.bot_act()
                    continue
                table.roll()
                card = table.hand.held[table.person]
                for place in (len(table.rolled), ("own card", card)):
                    thrown[place][table.die] += 1
                actions = table.hand.observe().actions
                table.act(actions[person.integers(len(actions))])
            table.next_hand()
    even = dict.fromkeys(range(SIDES), 1 / SIDES)
    many = (seen for seen in thrown.values() if sum(seen.values()) >= 5 * SIDES)
    return Verdict(p_value(seen, even) for seen in many)


def bot_alone(strategy: Strategy, draws: int) -> Verdict:
    """The bot's actions at every information set."""
    bot = Bot(strategy.infosets, np.random.default_rng(6))

    def values() -> Iterator[float]:
        for key, hands in decisions(strategy.game).items():
            seen = hands[0].observe()
            taken = Counter(bot.choose(seen).name for _ in range(draws))
            yield p_value(taken, strategy.infosets[key])

    return Verdict(values())


def bot_at_the_table(strategy: Strategy, hands: int) -> Verdict:
    """Its actions in the hands of 20 sessions, at each information set for each hidden card."""
    person, against = np.random.default_rng(8), opponent(strategy)
    taken: dict[Any, Counter[str]] = defaultdict(Counter)
    for seed in SEEDS:
        table = Table(strategy, (0.0, 0.0), against.draws(seed))
        for _ in range(hands):
            play_hand(table, person)
            at = Hand(table.game, table.hand.held, table.hand.final_board, _start(table))
            for step in table.hand.steps:
                if step.player != table.person:
                    hidden = at.held[1 - step.player], at.final_board
                    taken[at.observe().key, hidden][step.action.name] += 1
                at = at.after(step.action)
            table.next_hand()

    def values() -> Iterator[float]:
        for (key, _), counts in taken.items():
            chances = strategy.infosets[key]
            least = min((p for p in chances.values() if p > 0), default=1)
            if sum(counts.values()) * least >= 5 or not set(counts) <= set(chances):
                yield p_value(counts, chances)

    return Verdict(values())


def _start(table: Table) -> Betting:
    return next(walk(table.game.rules))


def decisions(game: Game) -> dict[str, list[Hand]]:
    """The hands that look alike to the player to act, for each information set."""
    found: dict[str, list[Hand]] = defaultdict(list)
    for betting in walk(game.rules):
        if not betting.over:
            for first, second, *board in chances_of_deals(game):
                hidden = 1 + board[0] if board else 0
                hand = Hand(game, (first, second), hidden, betting)
                shown = hidden if game.rules.rounds[betting.round].board else 0
                found[game.key(Spot(betting, shown, hand.held[betting.player]))].append(hand)
    return found


def told_apart(strategy: Strategy, seeds: range = SEEDS) -> tuple[int, list[str]]:
    """How many states the bot was put into, and the information sets where hidden cards showed.

    Every state is a table's of its own, with equal dice: whatever the other player and the deck
    hold, the same action must come of them, and leave them in the same state.
    """
    count, differing = 0, []
    for key, hands in decisions(strategy.game).items():
        for seed in seeds:
            left = set()
            for hand in hands:
                dice = [np.random.default_rng([seed, kind]) for kind in range(3)]
                table = Table(strategy, (0.0, 0.0), _held(dice))
                table.hand, table.person = hand, 1 - hand.betting.player
                table.bot_act()
                step = table.hand.steps[-1]
                left.add((step, *(str(die.bit_generator.state) for die in dice[1:])))
                count += 1
            if len(left) != 1:
                differing.append(key)
    return count, differing


def _held(dice: list[np.random.Generator]) -> Draws:
    return lambda number, kind: dice[kind]


def main() -> int:
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    games = [SMALL.get(name, name) for name in FAMILIES]
    parser.add_argument("games", metavar="GAME", nargs="*", default=games)
    parser.add_argument("--hands", type=int, default=20_000, help="of each of 20 seeds")
    parser.add_argument("--draws", type=int, default=20_000, help="at each information set")
    given = parser.parse_args()
    faults = 0
    for spec in given.games:
        game = parse_game(spec)
        strategy = lopsided(game)
        for what, verdict in (
            ("consecutive deals", consecutive_deals(game, given.hands)),
            ("first deals", first_deals(game, given.hands)),
            ("the person's die", persons_die(game, given.hands // 10)),
            ("the bot alone", bot_alone(strategy, given.draws)),
            ("the bot at the table", bot_at_the_table(strategy, given.hands)),
        ):
            print(f"{spec}: {what}: {verdict}", flush=True)
            faults += not verdict.fair
        count, differing = told_apart(strategy)
        print(f"{spec}: hidden cards: {count:,} states, {len(differing)} differ", flush=True)
        faults += len(differing)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
