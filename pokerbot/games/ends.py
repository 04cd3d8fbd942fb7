"""Any two-player zero-sum game with perfect recall, given by its ends (terminal nodes) alone."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, cast

from pokerbot.errors import InputError
from pokerbot.games.chances import ROUNDING, check_chances
from pokerbot.games.game import Game, View
from pokerbot.games.rules import Rules
from pokerbot.games.sequences import Ends, Pairs, Path, Sequences

End = tuple[float, float, Path, Path] | tuple[float, Path, Path]
"""(player 1's payoff, chance's probability, path of player 1, path of player 2).

In the older form of three, the first number is the payoff times the probability; probabilities
cannot be checked then.
"""


def gather(ends: Iterable[End], nodes: int | None = None) -> Ends:
    """Number the sequences of a game and collect its payoffs.

    Args:
        ends: every end of the game.
        nodes: how many decisions a walk through the game meets; None counts the ends instead.

    Raises:
        InputError: an end is malformed, a player has no perfect recall, or the probabilities do
            not add up to 1 under every play (ends in the older form cannot show that).
    """
    players = Sequences(1), Sequences(2)
    payoffs: Pairs = {}
    chances: Pairs = {}
    checked = None
    count = 0
    for count, end in enumerate(ends, 1):  # noqa: B007
        try:
            payoff, *given, first, second = cast(tuple[Any, ...], end)
            (chance,) = given or (1.0,)
            likely, won = float(0.0 + chance), float(0.0 + payoff * chance)
            last = players[0].number(first), players[1].number(second)
        except (TypeError, ValueError, OverflowError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(
                "an end is (payoff, chance's probability, path of player 1, path of player 2), a"
                f" path a tuple of (information set, action), not {end!r:.80}"
            ) from None
        payoffs[last] = payoffs.get(last, 0.0) + won
        chances[last] = chances.get(last, 0.0) + likely
        if not math.isfinite(payoffs[last]):
            raise InputError(f"a payoff must be a finite number, not {payoff!r:.40}")
        if not 0 <= likely <= 1 + ROUNDING:
            raise InputError(f"a probability must be from 0 to 1, not {chance!r:.40}")
        checked = bool(given) if checked is None else checked
        if checked != bool(given):
            raise InputError(f"either all ends say a probability or none does, not {end!r:.80}")
    if not count:
        raise InputError("a game has at least one end")
    for key in players[0].actions.keys() & players[1].actions.keys():
        raise InputError(f"information set {key!r:.60} is both players'")
    (one, renumbered), (other, other_renumbered) = (player.ordered() for player in players)
    payoffs, chances = (
        {(renumbered[i], other_renumbered[j]): number for (i, j), number in pairs.items()}
        for pairs in (payoffs, chances)
    )
    if checked:
        check_chances((one, other), chances)
    told = chances if checked else None
    return Ends((one, other), payoffs, count if nodes is None else nodes, told)


class CardlessGame(Game):
    """A game that has no rules of betting: its ends are all that is known of it.

    walk: finds the ends, when they are first asked for
    first: gives the first state; None where the game is no tree of states
    """

    has_cards = has_classes = False
    zero_sum = True
    locks = ()
    walk: Callable[[], Ends]
    first: Callable[[], Any] | None

    @cached_property
    def ends(self) -> Ends:
        """The ends that the walk found."""
        return self.walk()

    @property
    def root(self) -> Callable[[], Any] | None:
        """As `Game`."""
        return self.first

    @property
    def rules(self) -> Rules:
        """There are no rules.

        Raises:
            InputError: always, since what asks for rules works for card games alone.
        """
        raise InputError(f"this takes a poker game with cards and betting, not {self.name:.80}")

    @property
    def hands(self) -> tuple[int, int]:
        """As `Game`: one each, since what players know is in their information sets."""
        return 1, 1

    @property
    def kinds(self) -> Sequence[str]:
        """As `Game`: an action's kind is its name."""
        return [*dict.fromkeys(name for *_, names in self.information_sets() for name in names)]

    @property
    def fewest_keys(self) -> int:
        """As `Game`: here they are counted."""
        return sum(map(len, self.ends.sides))

    @property
    def most_ends(self) -> int:
        """As `Game`: here they are counted."""
        return len(self.ends.payoffs)

    def views(self, round_: int, player: int = 0) -> Iterator[View]:
        """As `Game`: a single one, since what players know is in their information sets."""
        yield 0, 0, ""

    def names(self, betting: Any) -> tuple[str, ...]:
        """The names of the actions of an information set."""
        actions: tuple[str, ...] = betting.actions
        return actions

    kinds_at = names

    def address(self, betting: Any, board: int) -> str:
        """As `Game`: the whole name of an information set."""
        return str(betting.key)

    def split(self, key: str) -> tuple[str, str]:
        """As `Game`: keys name no hand."""
        return "", key

    def hand(self, player: int, name: str) -> int | None:
        """As `Game`: each player has a single hand."""
        return 0

    def keys(self, betting: Any, views: Iterable[View]) -> list[str]:
        """The name of an information set."""
        return [betting.key]

    def choices(self) -> Iterator[tuple[int, int, int]]:
        """As `Game`."""
        return ((player, len(actions), 1) for player, _, actions in self.information_sets())

    def information_sets(self) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """Every (player, key, names of the legal actions)."""
        for player, side in enumerate(self.ends.sides):
            for infoset in side:
                yield player, infoset.key, infoset.actions


class EndsGame(CardlessGame):
    """A game that is given by its ends; two are equal if their names and their ends are."""

    def __init__(
        self, name: str, walk: Callable[[], Ends], first: Callable[[], Any] | None = None
    ) -> None:
        vars(self).update(name=name, values=(), usual=(), walk=walk, first=first)

    @property
    def parameters(self) -> dict[str, float | str]:
        """The digest of its ends, which tells it from other games of its name."""
        return {"ends": self.ends.digest}

    @property
    def slug(self) -> str:
        """Its name as file names spell it."""
        return re.sub("[^a-z0-9]+", "-", self.name.lower()).strip("-")

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, EndsGame):
            return self is other
        return self.name == other.name and self.ends == other.ends

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"EndsGame({self.name!r})"
