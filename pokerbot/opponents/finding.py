"""The opponent whom a person asks for: found by a file, a name or a game, and read later."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pokerbot.errors import InputError
from pokerbot.evaluation.best_response import best_response
from pokerbot.evaluation.bots import ADAPTS, BUILT_IN, RESPONSE, resolve
from pokerbot.evaluation.references import least_exploitable, none_for
from pokerbot.games.catalogue import not_the
from pokerbot.games.game import Game
from pokerbot.games.heads_up import NAME
from pokerbot.io.files import printable
from pokerbot.strategy import blueprint, library, storage
from pokerbot.strategy.strategy import Strategy

if TYPE_CHECKING:
    from pokerbot.opponents.opponents import Seated
    from pokerbot.play.history.sessions import SessionSummary
    from pokerbot.play.session.challenge import Challenge

QUICK = ("jam-or-fold",)
"""Games that are solved in a moment, whatever their numbers."""


@dataclass(frozen=True)
class OpponentRequest:
    """The opponent whom a person asks for: a file, or for a game the best of several, or a bot.

    name: as it is shown while the file is read
    paths: the file, or the candidates
    game: the game that was named, None where a file was named
    bot: the name of a built-in bot or of the one who adapts, else empty
    session: the session to resume, if any
    challenge: the challenge to take, if any
    match: whether to play a match, with stacks that last from hand to hand
    anew: whether a match begins anew though one was left
    """

    name: str
    paths: tuple[Path, ...]
    game: Game | None = None
    session: SessionSummary | None = None
    bot: str = ""
    challenge: Challenge | None = None
    match: bool = False
    anew: bool = False

    @property
    def unsolved(self) -> bool:
        """Whether no file has a strategy for the game, but it can be solved in a moment."""
        game = self.game
        wants_file = self.bot not in BUILT_IN
        return wants_file and not self.paths and game is not None and game.name in QUICK

    def read(self, solve: Callable[[Game], Strategy] | None = None) -> Seated:
        """Read and evaluate the opponent, which takes seconds for a large file.

        solve: solves a game that is `unsolved`

        Raises:
            InputError: the file cannot be read, or none of the candidates is for the game.
        """
        from pokerbot.opponents import opponents  # not needed to find a file

        if self.game is None:
            path = self.paths[0]
            if path.suffix != blueprint.ENDING:
                return opponents.read(path)
            left = self.session is not None and self.session.played.mode == "match"
            return replace(opponents.read_blueprint(path), match=self.match or left)
        if self.bot in BUILT_IN:
            return opponents.built_in(self.bot, self.game)
        if self.unsolved and solve is not None:
            sound = opponents.made(solve(self.game), self.game.slug)
            return opponents.adapting(sound.strategy) if self.bot == ADAPTS else sound
        best = least_exploitable(self.game, self.paths)
        if self.bot == ADAPTS:
            return opponents.adapting(best.strategy)
        return opponents.Opponent(best.path, best.strategy, best.sha256, evaluation=best.evaluation)


def whole_game(
    target: str, stack: float | None = None, *, match: bool = False
) -> OpponentRequest | None:
    """The opponent in the whole game of heads-up hold'em, if the target means that; else None.

    Args:
        target: the game's name, with a stack or not, a blueprint's file, or anything else.
        stack: the stacks in big blinds, None where the person named none.
        match: whether the person asks for a match.

    Raises:
        InputError: there is no blueprint for that stack, or the target takes no stack or match.
    """
    if not blueprint.is_one(target):
        if stack is None and not match:
            return None
        raise InputError(f"only goes with {NAME}", parameter="match" if match else "stack")
    if stack is not None and target != NAME:
        raise InputError(f"is that of {printable(target)}", parameter="stack")
    path = blueprint.find(target if stack is None else f"{NAME}-{stack:g}")
    return OpponentRequest(path.stem, (path,), match=match)


def choose(target: str, spec: str | None = None) -> OpponentRequest:
    """Find the opponent whom a person names by a file, a bot, a bare name or a game.

    A file is read whole only if `spec` is given and the file's first lines do not tell its game.

    Args:
        target: the file, bot, bare name or game.
        spec: the game to play, needed where the target is a bot.

    Raises:
        InputError: there is none, or it plays another game.
    """
    wanted = None if spec is None else library.game_named(spec)
    meant = resolve(target)
    if isinstance(meant, str):
        if wanted is None:
            raise InputError(f"is needed: {target} plays any game", parameter="game")
        return bot_in(target, wanted)
    found = _of_game(meant) if isinstance(meant, Game) else OpponentRequest(meant.name, (meant,))
    if wanted is not None:
        its = found.game or _game_in(found.paths[0])
        if its != wanted:
            raise InputError(f"{printable(target)} plays {not_the(wanted, its)}")
    return found


def bot_in(bot: str, game: Game) -> OpponentRequest:
    """A request for a built-in bot, or for the one who adapts, in a game."""
    return OpponentRequest(bot, library.candidates(game), game, bot=bot)


def _game_in(path: Path) -> Game:
    """The game of a strategy's file, by its first lines if these tell."""
    with suppress(InputError):
        if announced := library.announced(path):
            return announced
    return storage.load(path).game


def challenged(challenge: Challenge, target: str | None = None) -> OpponentRequest:
    """Find the opponent of a challenge: in the file that is named, or among those at hand.

    Raises:
        InputError: no such file has the fingerprint in the challenge.
    """
    from pokerbot.opponents.opponents import first_with

    named = () if target is None else choose(target).paths
    if path := first_with(challenge.fingerprint, named or library.everything()):
        return OpponentRequest(path.name, (path,), challenge=challenge)
    where = "not the one that you name" if named else "not among the strategies at hand"
    digits = f"whose SHA-256 begins with {challenge.fingerprint}"
    todo = f"ask your challenger for its file, {digits}, and name it, too"
    raise InputError(f"is against an opponent that is {where}: {todo}", parameter="challenge")


def strategy_of(who: str, spec: str | None = None) -> Strategy:
    """The strategy of the opponent that `choose` finds, or of a best response to a player.

    Raises:
        InputError: as `choose` and `read`.
    """
    if who.startswith(RESPONSE):
        return best_response(who.removeprefix(RESPONSE), spec).strategy
    wanted = choose(who, spec)
    return storage.load(wanted.paths[0]) if wanted.game is None else wanted.read().strategy


def _of_game(game: Game) -> OpponentRequest:
    """A request for the least exploitable strategy for a game."""
    paths = library.candidates(game)
    if not paths and game.name not in QUICK:
        raise none_for(game)
    return OpponentRequest(game.spec, paths, game)
