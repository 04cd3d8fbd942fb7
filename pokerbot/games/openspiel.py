"""OpenSpiel's games, where it is installed: walked through once, and known by their ends."""

from __future__ import annotations

from functools import cached_property, lru_cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pokerbot.errors import InputError
from pokerbot.games.ends import End, EndsGame, gather
from pokerbot.games.game import OPEN_SPIEL
from pokerbot.games.sequences import Ends, Path

if TYPE_CHECKING:
    import pyspiel

MOST_STEPS = 10_000_000
"""A game whose ends have more steps, all together, is refused while it is walked through."""


FROM_FILES = ("efg_game", "nfg_game")
"""The kinds of games whose name does not hold the game, but at most says in which file it is."""


class OpenSpielGame(EndsGame):
    """One of OpenSpiel's games as ours; `openspiel` is OpenSpiel's own.

    Raises:
        InputError: as `load_openspiel`.
    """

    def __init__(self, theirs: pyspiel.Game) -> None:
        import pyspiel

        kind, name = theirs.get_type(), f"{OPEN_SPIEL}{str(theirs).removesuffix('()')}"
        if theirs.num_players() != 2 or kind.utility != pyspiel.GameType.Utility.ZERO_SUM:
            raise InputError(f"{name:.80} is no zero-sum game of two players")
        if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
            raise InputError(f"{name:.80} does not tell its chances")
        if not kind.provides_information_state_string:
            raise InputError(f"{name:.80} does not tell its information sets")
        super().__init__(name, partial(_walk, name, theirs))
        vars(self).update(theirs=theirs)

    @property
    def openspiel(self) -> pyspiel.Game:
        """As `Game`."""
        return vars(self)["theirs"]

    @cached_property
    def has_name(self) -> bool:
        """Whether OpenSpiel's game of that name is this very one."""
        if any(kind in self.name for kind in FROM_FILES):
            return False
        try:
            return load_openspiel(self.name.removeprefix(OPEN_SPIEL)) == self
        except InputError:
            return False

    @property
    def parameters(self) -> dict[str, float | str]:
        """None where it has its name to itself, else as of `EndsGame`."""
        return {} if self.has_name else super().parameters


def load_openspiel(spec: str) -> OpenSpielGame:
    """The game of that name; `liars_dice(dice_sides=4)` as OpenSpiel spells it.

    Raises:
        InputError: OpenSpiel is not installed, has no such game, or it is none of two players who
            play for each other's chips and know what they know.
    """
    if any(kind in spec for kind in FROM_FILES):
        return _load(spec)
    game = _remembered(spec)
    vars(game).update(has_name=True)
    return game


def _load(spec: str) -> OpenSpielGame:
    """The game as OpenSpiel makes it now."""
    if find_spec("pyspiel") is None:
        raise InputError(
            f"{OPEN_SPIEL}{spec:.60} needs OpenSpiel: pip install 'pokerbot[openspiel]'"
        )
    import pyspiel

    try:
        given = pyspiel.game_parameters_from_string(spec)
        kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
        known = kinds[given.pop("name")].parameter_specification
        if not given.keys() <= known.keys():
            raise InputError(f"OpenSpiel's {spec!r:.60} takes {', '.join(known) or 'nothing'}")
        game = pyspiel.load_game(spec)
    except (KeyError, pyspiel.SpielError):
        raise InputError(f"OpenSpiel has no game {spec!r:.60}") from None
    return OpenSpielGame(game)


_remembered = lru_cache(maxsize=4)(_load)


def turn_based(game: pyspiel.Game) -> pyspiel.Game:
    """The same game with one player deciding at a time."""
    import pyspiel

    together = game.get_type().dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL
    return pyspiel.convert_to_turn_based(game) if together else game


def _walk(name: str, game: pyspiel.Game) -> Ends:
    """Every end, depth first."""
    ends: list[End] = []
    decisions = steps = 0
    keys: dict[str, str] = {}
    ahead: list[tuple[Any, float, tuple[Path, Path]]] = [
        (turn_based(game).new_initial_state(), 1.0, ((), ()))
    ]
    while ahead:
        state, chance, paths = ahead.pop()
        if steps > MOST_STEPS:
            raise InputError(f"{name:.80} has too many ends to write them all out")
        if state.is_terminal():
            ends.append((state.player_return(0), chance, *paths))
            steps += 1 + len(paths[0]) + len(paths[1])
        elif state.is_chance_node():
            for action, probability in reversed(state.chance_outcomes()):
                ahead.append((state.child(action), chance * probability, paths))
        else:
            player, said = state.current_player(), state.information_state_string()
            key = keys.setdefault(said, said)
            decisions += 1
            for action in reversed(state.legal_actions()):
                after = (*paths[player], (key, state.action_to_string(player, action)))
                now = (paths[0], after) if player else (after, paths[1])
                ahead.append((state.child(action), chance, now))
    return gather(ends, decisions)
