"""OpenSpiel's games, where it is installed: walked through once, and known by their ends."""

from __future__ import annotations

from functools import cached_property, lru_cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pokerbot.errors import InputError, without
from pokerbot.games.ends import EndsGame
from pokerbot.games.game import OPEN_SPIEL
from pokerbot.games.sequences import Ends
from pokerbot.games.trees import walk_tree

if TYPE_CHECKING:
    import pyspiel

FROM_FILES = ("efg_game", "nfg_game")
"""The kinds of games that their name does not identify: at most it says in which file they are."""


class OpenSpielGame(EndsGame):
    """One of OpenSpiel's games as ours.

    theirs: OpenSpiel's own

    Raises:
        InputError: as `load_openspiel`.
    """

    theirs: pyspiel.Game

    def __init__(self, theirs: pyspiel.Game) -> None:
        import pyspiel

        kind, name = theirs.get_type(), f"{OPEN_SPIEL}{str(theirs).removesuffix('()')}"
        if theirs.num_players() != 2 or kind.utility != pyspiel.GameType.Utility.ZERO_SUM:
            raise InputError(f"{name:.80} is not a two-player zero-sum game")
        if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
            raise InputError(f"{name:.80} does not give the probabilities of chance")
        if not kind.provides_information_state_string:
            raise InputError(f"{name:.80} does not give its information sets")
        super().__init__(name, partial(_walk, name, theirs), partial(_first, theirs))
        vars(self).update(theirs=theirs)

    @property
    def openspiel(self) -> pyspiel.Game:
        """As `Game`."""
        return self.theirs

    @cached_property
    def has_name(self) -> bool:
        """Whether OpenSpiel, asked for a game of this name, gives an equal game."""
        if any(kind in self.name for kind in FROM_FILES):
            return False
        try:
            return load_openspiel(self.name.removeprefix(OPEN_SPIEL)) == self
        except InputError:
            return False

    @property
    def parameters(self) -> dict[str, float | str]:
        """Empty where its name identifies it, else as `EndsGame`."""
        return {} if self.has_name else super().parameters


def load_openspiel(spec: str) -> OpenSpielGame:
    """The game of that name, spelled as OpenSpiel does: `liars_dice(dice_sides=4)`.

    Raises:
        InputError: OpenSpiel is not installed or has no such game, or the game is not a two-player
            zero-sum game that tells its chances and information sets.
    """
    if any(kind in spec for kind in FROM_FILES):
        return _load(spec)
    game = _remembered(spec)
    vars(game).update(has_name=True)
    return game


def _load(spec: str) -> OpenSpielGame:
    """The game as OpenSpiel makes it now, whatever it made of this name before."""
    if find_spec("pyspiel") is None:
        raise without("open_spiel", f"{OPEN_SPIEL}{spec:.60} needs OpenSpiel")
    import pyspiel

    try:
        given = pyspiel.game_parameters_from_string(spec)
        kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
        known = kinds[given.pop("name")].parameter_specification
        if not given.keys() <= known.keys():
            raise InputError(f"OpenSpiel's {spec!r:.60} takes {', '.join(known) or 'nothing'}")
        game = pyspiel.load_game(spec)
    except (KeyError, IndexError, pyspiel.SpielError):
        raise InputError(f"OpenSpiel has no game {spec!r:.60}, or needs parameters") from None
    return OpenSpielGame(game)


_remembered = lru_cache(maxsize=4)(_load)


def turn_based(game: pyspiel.Game) -> pyspiel.Game:
    """The same game with one player deciding at a time."""
    import pyspiel

    together = game.get_type().dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL
    return pyspiel.convert_to_turn_based(game) if together else game


def _walk(name: str, game: pyspiel.Game) -> Ends:
    """Every end of OpenSpiel's game, depth first.

    Raises:
        InputError: as `walk_tree`, or OpenSpiel itself fails on the way.
    """
    import pyspiel

    try:
        return walk_tree(name, _first(game))
    except pyspiel.SpielError as error:
        why = " ".join(str(error).split())
        raise InputError(f"OpenSpiel cannot play {name:.80} to its end: {why:.200}") from None


def _first(game: pyspiel.Game) -> _Theirs:
    return _Theirs(turn_based(game).new_initial_state())


class _Theirs:
    """A state of OpenSpiel's as a `State` of ours."""

    def __init__(self, state: Any) -> None:
        self.state = state

    @cached_property
    def named(self) -> dict[str, int]:
        """OpenSpiel's number of each action, by its name.

        Raises:
            InputError: two actions of a state have one name.
        """
        state, player = self.state, self.state.current_player()
        named = {state.action_to_string(player, each): each for each in state.legal_actions()}
        if len(named) < len(state.legal_actions()):
            raise InputError(f"{OPEN_SPIEL}{state.get_game()!s:.60} has two actions of one name")
        return named

    @property
    def player(self) -> int | None:
        state = self.state
        return None if state.is_terminal() or state.is_chance_node() else state.current_player()

    def chance(self) -> dict[str, float]:
        if self.state.is_terminal():
            return {}
        return dict(zip(self.actions(), (p for _, p in self.state.chance_outcomes()), strict=True))

    def actions(self) -> list[str]:
        return [*self.named]

    def information_set(self) -> str:
        return str(self.state.information_state_string())

    def child(self, action: str) -> _Theirs:
        return _Theirs(self.state.child(self.named[action]))

    def payoff(self) -> float:
        return float(self.state.player_return(0))
