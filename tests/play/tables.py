"""Games small enough to play through, and tables to play them at."""

from collections.abc import Iterable
from functools import cache

import numpy as np

from pokerbot.games.catalogue import FAMILIES, make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, NoLimit, Round, Rules
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
