"""A behaviour strategy for both players: information-set key → action → probability."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from pokerbot.errors import InputError, check_kinds
from pokerbot.games.catalogue import OfGame, game_of
from pokerbot.games.game import Game
from pokerbot.games.parameters import is_number
from pokerbot.io.html import table
from pokerbot.strategy.checking import check_infosets

Infosets = Mapping[str, Mapping[str, float]]
ByInfoset = Callable[[str, tuple[str, ...]], Mapping[str, float] | Iterable[float]]
"""A function from an information set's key and its actions' names to their probabilities."""


@dataclass(frozen=True, repr=False)
class Strategy:
    """A strategy for both seats of a game, and where it comes from.

    game: its game
    infosets: the probability of each action in each information set
    algorithm: the name and options of what made it, `{"name": …}`
    iterations: how long it was trained
    seed: the seed of its training, None where there was none
    results: what was measured when it was made: `nash_conv` and `value`, in chips per hand
    """

    game: Game
    infosets: Infosets
    algorithm: Mapping[str, Any] = field(default_factory=dict)
    iterations: int = 0
    seed: int | None = None
    results: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_kinds(self, game=Game, infosets=Mapping)

    @classmethod
    def of(cls, game: Game | OfGame | str, play: Infosets | ByInfoset) -> Strategy:
        """A strategy made by hand, checked.

        Args:
            game: the game, its form or its name.
            play: for each information set the probability of each action, as a mapping; or a
                function from (key, names of the actions) to these probabilities, as a mapping or
                in order.

        Raises:
            InputError: an information set or an action is missing or is none of the game's, or
                something is no probability.
        """
        game = game_of(game)
        if callable(play):
            infosets = {
                key: _by_action(key, actions, play(key, actions))
                for _, key, actions in game.information_sets()
            }
        elif not isinstance(play, Mapping):
            raise InputError(f"a strategy is a mapping or a function, not {play!r:.40}")
        else:
            infosets = {
                key: _by_action(key, (), chances) if isinstance(chances, Mapping) else chances
                for key, chances in play.items()
            }
        return cls(game, check_infosets(game, infosets), {"name": "hand"})

    def __repr__(self) -> str:
        made = f" by {self.algorithm['name']}" if self.algorithm.get("name") else ""
        trained = f", {self.iterations:,} iterations" if self.iterations else ""
        keys = f"{len(self.infosets):,} information sets"
        return f"<Strategy of {self.game.spec}{made}{trained}: {keys}>"

    def _repr_html_(self) -> str:
        """For notebooks: a line for each information set, those with the same actions together."""
        tables: dict[tuple[int, tuple[str, ...]], list[list[object]]] = {}
        for player, key, actions in self.game.information_sets():
            chances = self.infosets[key]
            cells = [key, *(round(chances[action], 4) for action in actions)]
            tables.setdefault((player, actions), []).append(cells)
        return escape(repr(self)) + "".join(
            table(f"Player {player + 1}", ["", *actions], rows)
            for (player, actions), rows in sorted(tables.items())
        )

    def rows(self) -> list[dict[str, Any]]:
        """A row for each action of each information set: player (1 or 2) and probability."""
        return [
            {"player": player + 1, "infoset": key, "action": action, "probability": chance}
            for player, key, _ in self.game.information_sets()
            for action, chance in self.infosets[key].items()
        ]

    @property
    def maker(self) -> str:
        """The name of the algorithm, `unknown` where none is given."""
        return str(self.algorithm.get("name", "unknown"))


def _by_action(
    key: str, actions: tuple[str, ...], chances: Mapping[str, float] | Iterable[float]
) -> Any:
    """Probabilities by the names of the actions, at the information set of that key."""
    if not isinstance(chances, Mapping):
        chances = [*chances] if isinstance(chances, Iterable) else []
        if len(chances) != len(actions):
            wanted = f"one for each of {', '.join(actions):.80}"
            raise InputError(f"{key!r}: probabilities must be {wanted}, not {len(chances)}")
        chances = dict(zip(actions, chances, strict=True))
    return {action: _plain(chance) for action, chance in chances.items()}


def _plain(chance: Any) -> Any:
    """A number as a float of Python's; anything else as it is, for the check to refuse."""
    return float(chance) if is_number(chance) else chance
