"""Strategies to and from OpenSpiel's policies and LiteEFG's tables, which use OpenSpiel's names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerbot.errors import InputError
from pokerbot.games.actions import LETTERS
from pokerbot.games.catalogue import OfGame, game_of, parse_game
from pokerbot.games.game import Game
from pokerbot.games.openspiel import load_openspiel, turn_based
from pokerbot.strategy.arrays import check_complete
from pokerbot.strategy.storage import Playable, as_strategy
from pokerbot.strategy.strategy import Strategy

if TYPE_CHECKING:
    import pyspiel

THEIRS = {"kuhn": ("kuhn_poker", 1), "leduc": ("leduc_poker", 2)}
"""For games of ours, OpenSpiel's name, and how many of its cards have the same rank."""
ALIKE = 1e-9
"""The largest difference between probabilities that count as the same."""
Tables = tuple[list[dict[str, Any]], list[dict[str, Any]]]
"""For each player, a row for each information set: its name as `Infoset`, and its actions'
probabilities.
"""


@dataclass(frozen=True)
class BridgedInfoset:
    """An information set, in OpenSpiel's terms and ours.

    state: one of OpenSpiel's states in it
    player: who acts, 0 or 1
    key: our key
    words: our name for each of OpenSpiel's actions
    """

    state: Any
    player: int
    key: str
    words: dict[int, str]


def to_openspiel_policy(strategy: Playable) -> pyspiel.TabularPolicy:
    """A strategy for Kuhn, Leduc or a game of OpenSpiel's, as a policy of OpenSpiel's.

    Raises:
        InputError: OpenSpiel is not installed or has no such game, or there is no such strategy.
    """
    strategy = as_strategy(strategy)
    check_complete(strategy.game, strategy.infosets)
    places = _places(strategy.game)
    import pyspiel

    return pyspiel.TabularPolicy(
        {
            state: [
                (action, strategy.infosets[place.key][word]) for action, word in place.words.items()
            ]
            for state, place in places.items()
        }
    )


def from_openspiel_policy(policy: Any, game: Game | OfGame | str) -> Strategy:
    """The strategy of a policy of OpenSpiel's, in C++ or Python, for a game that both have.

    Raises:
        InputError: OpenSpiel is not installed or has no such game; or the policy is for another
            game, or plays suits differently.
    """
    if hasattr(policy, "action_probabilities"):
        return _strategy(game, lambda place: policy.action_probabilities(place.state))
    return _strategy(
        game, lambda place: dict(policy.get_state_policy(place.state.information_state_string()))
    )


def to_liteefg(strategy: Playable) -> Tables:
    """A strategy in the form of LiteEFG's tables; raises as `to_openspiel_policy`."""
    strategy = as_strategy(strategy)
    tables: Tables = [], []
    for state, place in _places(strategy.game).items():
        chances = strategy.infosets[place.key]
        columns = {_column(place.player, a): chances[word] for a, word in place.words.items()}
        tables[place.player].append({"Infoset": state, **columns})
    return tables


def from_liteefg(tables: Iterable[Any], game: Game | OfGame | str) -> Strategy:
    """The strategy of LiteEFG's tables: two data frames, or lists of rows as `to_liteefg` gives.

    Raises:
        InputError: as `from_openspiel_policy`.
    """
    rows: dict[str, Mapping[str, Any]] = {}
    for table in tables:
        records = table.to_dict("records") if hasattr(table, "to_dict") else table
        rows.update({row["Infoset"]: row for row in records})

    def chances(place: BridgedInfoset) -> dict[int, float]:
        row = rows[place.state.information_state_string()]
        return {action: row[_column(place.player, action)] for action in place.words}

    return _strategy(game, chances)


def _column(player: int, action: int) -> str:
    return f"Action(id={action}, player={player})"


def _strategy(
    game: Game | OfGame | str, chances: Callable[[BridgedInfoset], Mapping[int, float]]
) -> Strategy:
    """The strategy with the probabilities of OpenSpiel's actions that `chances` gives by place."""
    game = game_of(game)
    infosets: dict[str, dict[str, float]] = {}
    for place in _places(game).values():
        try:
            found = chances(place)
        except KeyError:
            raise InputError(f"it says nothing of {place.key!r:.60}") from None
        here = {word: float(found.get(action, 0.0)) for action, word in place.words.items()}
        known = infosets.setdefault(place.key, here)
        if any(abs(known[word] - chance) > ALIKE for word, chance in here.items()):
            raise InputError(f"it plays {place.key} by suits, which {game.spec} does not know")
    return Strategy.of(game, infosets)


def _places(game: Game) -> dict[str, BridgedInfoset]:
    """All information states of a game in OpenSpiel, each with our key and names of actions."""
    if game.openspiel is not None:
        found = _walk(game.openspiel, _own_words)
    else:
        if game.name not in THEIRS or game.altered or game != parse_game(game.name):
            known = ", ".join(THEIRS)
            raise InputError(f"OpenSpiel has no game {game.spec:.60}; of ours it has {known}")
        name, alike = THEIRS[game.name]
        found = _walk(
            load_openspiel(name).openspiel, lambda state, way: _our_words(game, alike, way)
        )
    return {place.state.information_state_string(): place for place in found}


Way = tuple[tuple[int, str], ...]
"""How a state was reached: (-1, card) for what chance dealt, (player, action) for the others."""
Spell = Callable[[Any, Way], tuple[str, dict[str, str]]]
"""Maps a state and the way to it to our key, and to our names for OpenSpiel's names of actions."""


def _walk(game: pyspiel.Game, name: Spell) -> Iterator[BridgedInfoset]:
    """Every decision of a game, with the key and the names of actions that `name` gives."""
    ahead: list[tuple[Any, Way]] = [(turn_based(game).new_initial_state(), ())]
    while ahead:
        state, way = ahead.pop()
        if state.is_terminal():
            continue
        player = state.current_player()
        if not state.is_chance_node():
            key, words = name(state, way)
            said = {a: state.action_to_string(player, a) for a in state.legal_actions()}
            yield BridgedInfoset(
                state, player, key, {a: words.get(word, word) for a, word in said.items()}
            )
        for action in reversed(state.legal_actions()):
            word = str(action) if player < 0 else state.action_to_string(player, action)
            ahead.append((state.child(action), (*way, (player, word))))


def _own_words(state: Any, way: Way) -> tuple[str, dict[str, str]]:
    return state.information_state_string(), {}


def _our_words(game: Game, alike: int, way: Way) -> tuple[str, dict[str, str]]:
    """Our key and our names of actions in Kuhn and Leduc, from the way to a decision."""
    cards, histories, facing = list[int](), [""], False
    for player, word in way:
        if player >= 0:
            said = WORDS[facing][word]
            histories[-1] += LETTERS[said]
            facing = said in ("bet", "raise")
            continue
        cards.append(int(word) // alike)
        if len(cards) == 3:
            histories.append("")
    seen = [cards[len(histories[-1]) % 2], *cards[2:]]
    return f"{'/'.join(map(game.rules.deck.label, seen))}:{'/'.join(histories)}", WORDS[facing]


WORDS = {
    False: {"Pass": "check", "Call": "check", "Bet": "bet", "Raise": "bet"},
    True: {"Pass": "fold", "Fold": "fold", "Bet": "call", "Call": "call", "Raise": "raise"},
}
"""Our names for OpenSpiel's names of actions, by whether there is a bet to call."""
