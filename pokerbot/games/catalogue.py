"""The games there are, and how a person names one: `NAME` or `NAME:key=value,key=value`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pokerbot.errors import InputError, meant
from pokerbot.games.betting import Betting, legal_actions, walk
from pokerbot.games.parameters import Parameter, parse_pairs
from pokerbot.games.rules import Deck, Limit, NoLimit, Round, Rules

OPEN_SPIEL = "openspiel:"
"""What OpenSpiel's own name of one of its games follows."""


@dataclass(frozen=True, slots=True)
class Family:
    """A catalogue entry: a game with its parameters, and the rules that they make."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    rules: Callable[[Mapping[str, Any]], Rules]


FAMILIES = {
    family.name: family
    for family in (
        Family(
            "kuhn",
            "Kuhn poker: one card each, one round, one bet",
            (Parameter("cards", 3, least=2), Parameter("ante", 1), Parameter("bet", 1)),
            lambda p: Rules(Deck(p["cards"], 1), p["ante"], (Round(Limit((p["bet"],))),)),
        ),
        Family(
            "leduc",
            "limit Leduc hold'em: a private card, a public card, two rounds",
            (
                Parameter("ranks", 3, least=1),
                Parameter("suits", 2, least=1),
                Parameter("ante", 1),
                Parameter("bet1", 2),
                Parameter("bet2", 4),
                Parameter("raises", 2, least=1, most=99),
            ),
            lambda p: Rules(
                Deck(p["ranks"], p["suits"]),
                p["ante"],
                (
                    Round(Limit((p["bet1"],) * p["raises"])),
                    Round(Limit((p["bet2"],) * p["raises"]), board=True),
                ),
            ),
        ),
        Family(
            "leduc-nolimit",
            "Leduc hold'em with any whole bet up to the stack",
            (
                Parameter("ranks", 3, least=1),
                Parameter("suits", 2, least=1),
                Parameter("stack", 20, least=2, most=100),
            ),
            lambda p: Rules(
                Deck(p["ranks"], p["suits"]),
                1,
                (Round(NoLimit()), Round(NoLimit(), board=True)),
                p["stack"],
            ),
        ),
        Family(
            "von-neumann",
            "von Neumann and Morgenstern's poker: one bet or none, by player 1 alone",
            (Parameter("hands", 100, least=2), Parameter("pot", 1), Parameter("bet", 1)),
            lambda p: Rules(
                Deck(p["hands"], None), p["pot"] / 2, (Round(Limit((p["bet"],), check_ends=True)),)
            ),
        ),
        Family(
            "von-neumann-raise",
            "the GXFP paper's game: a bet by either player, one raise, check-raise allowed",
            (
                Parameter("hands", 100, least=2),
                Parameter("pot", 1),
                Parameter("bet", 1),
                Parameter("raise", 1),
            ),
            lambda p: Rules(
                Deck(p["hands"], None), p["pot"] / 2, (Round(Limit((p["bet"], p["raise"]))),)
            ),
        ),
    )
}


@dataclass(frozen=True)
class Game:
    """A game with all its parameters; equal games have equal rules.

    usual: the parameters' defaults, which its name leaves out.
    """

    name: str
    values: tuple[tuple[str, float], ...]
    rules: Rules
    usual: tuple[tuple[str, float], ...] = field(default=(), compare=False, repr=False)

    @property
    def parameters(self) -> dict[str, float]:
        """Every parameter by its name."""
        return dict(self.values)

    @property
    def altered(self) -> list[tuple[str, float]]:
        """The parameters that are not the default."""
        usual = dict(self.usual)
        return [(key, value) for key, value in self.values if value != usual.get(key)]

    @property
    def spec(self) -> str:
        """As a person names it: `kuhn:cards=5`."""
        altered = ",".join(f"{key}={value}" for key, value in self.altered)
        return f"{self.name}:{altered}" if altered else self.name

    @property
    def slug(self) -> str:
        """As file names spell it: `kuhn-cards-5`, letters, digits and dashes."""
        parts = (
            f"-{key}-{value}".replace(".", "-").replace("+", "") for key, value in self.altered
        )
        return self.name + "".join(parts)

    def key(self, betting: Betting, board: int | None, card: int) -> str:
        """The information set of the player to act: own card, public card, betting so far."""
        return self.keys(betting, [self._cards(board, card)])[0]

    def keys(self, betting: Betting, seen: Iterable[str]) -> list[str]:
        """`key` for each of the cards that the player to act may see, as `views` spells them."""
        history = betting.history
        return [f"{cards}:{history}" for cards in seen]

    def _cards(self, board: int | None, card: int) -> str:
        label = self.rules.deck.label
        return label(card) if board is None else f"{label(card)}/{label(board)}"

    def views(self, round_: int) -> Iterator[tuple[int | None, int, str]]:
        """Every (public card, own card, their part of a key) that a player can see in a round."""
        for board in self.rules.boards(round_):
            for card in range(self.rules.deck.ranks):
                if self.rules.deck.ways(board, card):
                    yield board, card, self._cards(board, card)

    def count_views(self, round_: int) -> int:
        """How many `views` of a round there are, without going through them."""
        deck = self.rules.deck
        if not self.rules.shows_board(round_):
            return deck.ranks
        return deck.ranks * (deck.ranks - (deck.suits == 1))

    @property
    def hands(self) -> int:
        """How many private hands a player can have."""
        return self.rules.deck.ranks

    @property
    def fewest_keys(self) -> int:
        """A lower bound on how many information sets it has, known without going through them."""
        return max(map(self.count_views, range(len(self.rules.rounds))))

    def information_sets(self) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """Every (player, key, names of the legal actions), in the order of the betting."""
        rounds = range(len(self.rules.rounds))
        seen = [[cards for _, _, cards in self.views(round_)] for round_ in rounds]
        for betting in walk(self.rules):
            if not betting.over:
                actions = tuple(action.name for action in legal_actions(self.rules, betting))
                for key in self.keys(betting, seen[betting.round]):
                    yield betting.player, key, actions


class OfGame(Protocol):
    """What belongs to a game: a form, a strategy."""

    @property
    def game(self) -> Game:
        """Which one."""


def game_of(named: Game | OfGame | str) -> Game:
    """The game itself, that of a form or a strategy, or one by name.

    Raises:
        InputError: as `parse_game`, or it is none of these.
    """
    if isinstance(named, str):
        return parse_game(named)
    game = named if isinstance(named, Game) else getattr(named, "game", None)
    if not isinstance(game, Game):
        raise InputError(f"that is no game: {named!r:.60}")
    return game


def make_game(name: object, given: Mapping[str, object]) -> Game:
    """The game of that name with the given parameters, the others by default.

    Raises:
        InputError: no such game or parameter, or a value out of range; the message says what is.
    """
    if isinstance(name, str) and name.startswith(OPEN_SPIEL) and not given:
        from pokerbot.games.openspiel import load_openspiel

        return load_openspiel(name.removeprefix(OPEN_SPIEL))
    if not isinstance(name, str) or name not in FAMILIES:
        close = meant(str(name), FAMILIES)
        raise InputError(f"no game {name!r:.60}{close}; there are {', '.join(FAMILIES)}")
    family = FAMILIES[name]
    names = [parameter.name for parameter in family.parameters]
    for key in given:
        if key not in names:
            raise InputError(f"{name} has no parameter {key!r:.60}; it has {', '.join(names)}")
    try:
        values = tuple((p.name, p.check(given.get(p.name, p.default))) for p in family.parameters)
    except InputError as error:
        raise InputError(str(error)) from None
    usual = tuple((p.name, p.default) for p in family.parameters)
    return Game(name, values, family.rules(dict(values)), usual)


def parse_game(spec: str) -> Game:
    """The game that `NAME:key=value,…` names, or `openspiel:GAME` among OpenSpiel's.

    Raises:
        InputError: as `make_game`, or the text is not of that form.
    """
    if spec.startswith(OPEN_SPIEL):
        return make_game(spec, {})
    name, _, rest = spec.partition(":")
    return make_game(name, parse_pairs(rest, f"game {spec!r:.60}"))
