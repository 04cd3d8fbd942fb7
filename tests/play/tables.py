"""Games small enough to play through, and tables to play them at."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from pokerbot.games.actions import Betting
from pokerbot.games.betting import legal_actions, start, successor
from pokerbot.games.catalogue import FAMILIES, make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, NoLimit, Round, Rules
from pokerbot.games.spot import Spot
from pokerbot.play.history.sessions import SessionSummary, latest_first
from pokerbot.play.session.score import Score
from pokerbot.play.table import Draws, Table
from pokerbot.strategy.strategy import Strategy

SMALL = {"hands": 6, "stack": 5}
NO_LIMIT = Game(
    "leduc", (), Rules(Deck(3, 2), 1, (Round(NoLimit()), Round(NoLimit(), board=True)), stack=5)
)


def family_game(name: str) -> Game:
    """A game of that family, with what makes it large made small."""
    names = {parameter.name for parameter in FAMILIES[name].parameters}
    return make_game(name, {key: value for key, value in SMALL.items() if key in names})


GAMES = [family_game(name) for name in FAMILIES] + [
    parse_game("kuhn:cards=5,ante=0.5,bet=1.5"),
    parse_game("leduc:ranks=2,suits=3,raises=3"),
    NO_LIMIT,
]
IDS = [f"{place}-{game.name}" for place, game in enumerate(GAMES)]


def latest(found: Iterable[SessionSummary], *wanted: Any, **how: Any) -> SessionSummary | None:
    """The first of `latest_first`, None if there is none."""
    return next(latest_first(found, *wanted, **how), None)


def every_deal(game: Game) -> Iterator[tuple[tuple[int, int], int, float]]:
    """(both hands, the last board, how likely they are) of every deal in a game of ranks."""
    deck, count = game.rules.deck, 2 + game.rules.has_board
    for first, second, *public in product(range(deck.ranks), repeat=count):
        if ways := deck.ways(first, second, *public):
            yield (first, second), 1 + public[0] if public else 0, ways / deck.orders(count)


def visits(
    game: Game, chance: Callable[[int, str, str], float]
) -> Mapping[str, Counter[tuple[int, int]]]:
    """By information set {(the other's hand, last board): how likely, all told}.

    Every deal and every line is walked through; chance(player, key, action) is how likely it is
    that a player who is asked takes an action.
    """
    found: defaultdict[str, Counter[tuple[int, int]]] = defaultdict(Counter)

    def follow(betting: Betting, held: tuple[int, int], board: int, p: float) -> None:
        if betting.over or not p:
            return
        shown, player = board if game.rules.rounds[betting.round].board else 0, betting.player
        key = game.key(Spot(betting, shown, held[player]))
        found[key][held[1 - player], board] += p
        for action in legal_actions(game.rules, betting):
            then = successor(game.rules, betting, action)
            follow(then, held, board, p * chance(player, key, action.name))

    for held, board, p in every_deal(game):
        follow(start(game.rules), held, board, p)
    return found


def uniform(game: Game) -> Strategy:
    """Every legal action as likely as any other."""
    return uniform_of(game, game.label)


@cache
def uniform_of(game: Game, label: str) -> Strategy:
    """The same for a game of this label, which games are not compared by."""
    infosets = {
        key: dict.fromkeys(actions, 1 / len(actions)) for _, key, actions in game.information_sets()
    }
    return Strategy(game, infosets, {"name": "uniform"})


@cache
def lopsided(game: Game, seed: int = 5) -> Strategy:
    """Other probabilities in every information set, one of them 0 where there are three or more."""
    rng = np.random.default_rng(seed)
    infosets = {}
    for _, key, actions in game.information_sets():
        chances = rng.dirichlet(np.ones(len(actions)))
        if len(actions) > 2:
            chances[rng.integers(len(actions))] = 0
        infosets[key] = dict(zip(actions, map(float, chances / chances.sum()), strict=True))
    return Strategy(game, infosets, {"name": "lopsided"})


def counted(session: Score, results: Iterable[tuple[int, float]]) -> Score:
    """The session after hands in these seats, with the chips that they won."""
    for seat, chips in results:
        session.add(seat, chips)
    return session


def draws(seed: int) -> Draws:
    """What a table's cards and dice come from."""
    return lambda number, kind: np.random.default_rng([seed, number, kind])


def play_hand(table: Table, rng: np.random.Generator) -> None:
    """Finish the hand, the person choosing at random."""
    while not table.hand.over:
        if table.bot_to_act:
            table.bot_act()
        else:
            actions = table.hand.observe().actions
            table.act(actions[rng.integers(len(actions))])


def fits(observed: dict, expected: dict) -> bool:
    """Whether counts come from these probabilities, by a χ² test that 1 in 3 million fails."""
    total = sum(observed.values())
    possible = {key: chance for key, chance in expected.items() if chance > 0}
    if set(observed) - set(possible):
        return False
    square = sum(
        (observed.get(key, 0) - total * chance) ** 2 / (total * chance)
        for key, chance in possible.items()
    )
    freedom = len(possible) - 1
    # Wilson and Hilferty: the cube root of χ²/freedom is nearly normal.
    mean, deviation = 1 - 2 / (9 * max(freedom, 1)), (2 / (9 * max(freedom, 1))) ** 0.5
    return (square / max(freedom, 1)) ** (1 / 3) <= mean + 5 * deviation
