"""Finding, reading and measuring the strategies that a person can play against."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from numpy.random import default_rng

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import ADAPTS, BUILT_IN, seat_bots
from pokerbot.evaluation.breakdown import LEAST, Breakdown, Decision, Judge, judges
from pokerbot.evaluation.exact import Evaluation, evaluate, expected, told
from pokerbot.evaluation.grid import Grid
from pokerbot.evaluation.references import least_exploitable, none_for, reference_for
from pokerbot.games.catalogue import FAMILIES, parse_game
from pokerbot.games.game import Game
from pokerbot.games.heads_up import NAME, game_of
from pokerbot.io.files import printable, resolved
from pokerbot.play.hand import Hand
from pokerbot.play.history.record import identity
from pokerbot.play.history.sessions import SessionSummary
from pokerbot.play.session.challenge import Challenge
from pokerbot.play.table import Draws
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import blueprint, library, storage
from pokerbot.strategy.arrays import NamedProfile
from pokerbot.strategy.strategy import Strategy

QUICK = ("jam-or-fold",)
"""Games that are solved in a moment, whatever their numbers."""


@dataclass(frozen=True)
class Seated:
    """Someone to play against.

    strategy: how it plays
    sha256: the fingerprint of its file
    made: whether it is in no file yet; it gets one with the first hand that is kept
    adapts: whether it is how someone plays for now who adapts to the person
    """

    path: Path
    strategy: Strategy
    sha256: str
    made: bool = False
    adapts: bool = False

    @property
    def value(self) -> float | None:
        """Player 1's net chips a hand where it plays both seats, None where nobody knows."""
        return None

    @property
    def who(self) -> str:
        """Whom hands against it were against, as `HandRecord.who`."""
        return identity(self.strategy.game, self.sha256, adapts=self.adapts)

    @property
    def key(self) -> tuple[Path, str]:
        """Identifies it, and the content of its file but for one who adapts."""
        return resolved(self.path), self.who

    @property
    def name(self) -> str:
        """Its own, if it has one; else its algorithm's."""
        named = self.made or self.adapts or self.path.parent.name == library.CAST
        return self.path.stem if named else self.strategy.maker

    @property
    def called(self) -> str:
        """What it is called at the table: by a name, if it has one; empty where it has none."""
        return library.called(self.path, adapts=self.adapts)

    def draws(self, seed: int) -> Draws:
        """The random generators of each hand of a session."""
        apart = [1] if self.adapts else []  # not the cards of the one whom it begins as
        return lambda number, kind: default_rng([seed, int(self.sha256, 16), number, kind, *apart])


@dataclass(frozen=True)
class Opponent(Seated):
    """A strategy to play against, and how good it is."""

    evaluation: Evaluation = field(kw_only=True)

    @property
    def value(self) -> float:
        """As `Seated`."""
        return self.evaluation.value

    @property
    def exploitability(self) -> str:
        """In chips per hand, always with as many decimals, so that a column lines up."""
        chips = self.evaluation.exploitability
        return f"{chips:.6f}" if chips >= 1e-6 else "<0.000001"

    @cached_property
    def reference(self) -> Strategy:
        """The least exploitable strategy at hand for its game; to find it may take seconds."""
        return reference_for(self.strategy, self.evaluation.nash_conv)

    @property
    def sound(self) -> Strategy:
        """Sound play: its own where that is, else the reference; to find it may take seconds."""
        little = LEAST * self.strategy.game.rules.unit
        return self.strategy if self.evaluation.exploitability < little else self.reference

    @cached_property
    def offers(self) -> tuple[float, ...]:
        """What there is to win in seat 0 and 1 beyond what the reference wins, in chips a hand."""
        most, wins = self.evaluation.best_response_values, expected(self.reference, self.strategy)
        return tuple(best - usual for best, usual in zip(most, wins, strict=True))

    @cached_property
    def judges(self) -> tuple[Judge, Judge]:
        """The judges of seat 0 and seat 1; the first call takes seconds for a large file."""
        return judges(self.strategy, self.reference)

    @property
    def deviation(self) -> float:
        """The standard deviation of a hand's chips where it plays both seats; as the judges."""
        return self.judges[0].deviation

    @cached_property
    def grid(self) -> Grid:
        """All its information sets; the first call takes seconds for a large file."""
        return Grid(self.strategy, self.judges)

    def breakdown(
        self, hand: Hand, person: int, judged: Sequence[Decision] | None = None
    ) -> Breakdown:
        """A hand taken apart for the player in a seat; before it is over, as if it paid nothing.

        judged: the player's decisions, where they are judged already
        """
        judge = self.judges[person]
        if judged is None:
            actions = [step.action for step in hand.steps]
            judged = judge.judged(hand.held[person], hand.final_board, actions)
        return judge.split(judged, hand.net(person) if hand.over else 0)

    def advise(self, hand: Hand) -> Decision:
        """The decision at hand, judged as if the best action were taken."""
        seen = hand.observe()
        judge = self.judges[seen.spot.player]
        chips = judge.chips(seen.spot)
        return judge.judge(seen.spot, max(seen.actions, key=lambda action: chips[action.name]))


@dataclass(frozen=True)
class BlueprintOpponent(Seated):
    """A blueprint of the whole game of heads-up hold'em.

    Its strategy knows only what was asked of it: a screen has that thought out beside itself.

    match: whether stacks are played down
    """

    match: bool = False

    @property
    def key(self) -> tuple[Path, str]:
        """As `Seated`; a match is a table of its own."""
        path, who = super().key
        return path, f"{who} match" if self.match else who

    @property
    def name(self) -> str:
        """As `Seated`: its file's."""
        return self.path.stem

    @property
    def chances(self) -> dict[str, Mapping[str, float]]:
        """Where what is thought out is put: information set → action → probability."""
        found = self.strategy.infosets
        assert isinstance(found, dict)
        return found


@dataclass(frozen=True)
class OpponentRequest:
    """Whom a person asks to play: a file, or for a game the best of several files or a bot.

    name: as it is shown while it is read
    paths: the file, or the candidates
    game: None where a file was named
    bot: a built-in one, or the one who adapts, if it is either
    session: the session to resume, if any
    challenge: the challenge to take, if any
    match: whether stacks are played down
    """

    name: str
    paths: tuple[Path, ...]
    game: Game | None = None
    session: SessionSummary | None = None
    bot: str = ""
    challenge: Challenge | None = None
    match: bool = False

    @property
    def unsolved(self) -> bool:
        """Whether sound play of the game is in no file, and solved in a moment."""
        game = self.game
        wants_file = self.bot not in BUILT_IN
        return wants_file and not self.paths and game is not None and game.name in QUICK

    def read(self, solve: Callable[[Game], Strategy] | None = None) -> Seated:
        """Read and evaluate the opponent, which takes seconds for a large file.

        solve: how a game is solved that is `unsolved`

        Raises:
            InputError: the file cannot be read, or none of several is for the game.
        """
        if self.game is None:
            path = self.paths[0]
            if path.suffix != blueprint.ENDING:
                return read(path)
            return replace(read_blueprint(path), match=self.match)
        if self.bot in BUILT_IN:
            return built_in(self.bot, self.game)
        if self.unsolved and solve is not None:
            sound = made(solve(self.game), self.game.slug)
            return adapting(sound.strategy) if self.bot == ADAPTS else sound
        best = least_exploitable(self.game, self.paths)
        if self.bot == ADAPTS:
            return adapting(best.strategy)
        return Opponent(best.path, best.strategy, best.sha256, evaluation=best.evaluation)


def read(path: Path) -> Opponent:
    """Read and evaluate the opponent in a file.

    Raises:
        InputError: it cannot be read, or is no valid strategy.
    """
    strategy, sha256 = storage.read(path)
    if not strategy.game.has_cards:
        raise InputError(f"{printable(str(path))}: {strategy.game.spec} has no table")
    return Opponent(path, strategy, sha256, evaluation=told(strategy) or evaluate(strategy))


def read_blueprint(path: Path) -> BlueprintOpponent:
    """The opponent in a blueprint's file.

    Raises:
        InputError: it cannot be read, or is none.
    """
    sha256, held = blueprint.fingerprint(path), blueprint.load(path)
    maker = {"name": "blueprint"}
    strategy = Strategy(game_of(held.stack), {}, maker, held.iterations, held.seed)
    return BlueprintOpponent(path, strategy, sha256)


def whole_game(
    target: str, stack: float | None = None, *, match: bool = False
) -> OpponentRequest | None:
    """Who plays the whole game of heads-up hold'em and is meant by its name or a file; else None.

    stack: in big blinds, where that is asked for; match: whether stacks are played down.

    Raises:
        InputError: there is no blueprint for that stack, or another is meant.
    """
    path = Path(target)
    if target != NAME and path.suffix != blueprint.ENDING:
        if stack is None and not match:
            return None
        raise InputError(f"goes with {NAME}", parameter="match" if match else "stack")
    if target == NAME and not path.exists():
        path = blueprint.find(NAME if stack is None else f"{NAME}-{stack:g}")
    elif stack is not None:
        raise InputError(f"is that of the file {printable(target)}", parameter="stack")
    return OpponentRequest(path.stem, (path,), match=match)


def one_of_the_cast(name: str) -> Opponent:
    """One of the cast, with its judges: a drill grades at once.

    Raises:
        InputError: it cannot be read.
    """
    opponent = read(library.find(name))
    _ = opponent.judges
    return opponent


def made(strategy: Strategy, name: str) -> Opponent:
    """The opponent who plays a strategy that is in no file."""
    digest, ending = hashlib.sha256(), storage.ending(strategy.game)
    for piece in storage.written(strategy, ending):
        digest.update(piece)
    path, worth = Path(f"{name}{ending}"), evaluate(strategy)
    return Opponent(path, strategy, digest.hexdigest(), made=True, evaluation=worth)


def built_in(name: str, game: Game) -> Opponent:
    """A built-in bot, as an opponent."""
    _, (bot,) = seat_bots([name], game.text)
    infosets = NamedProfile(compile_game(game), bot.profile)
    return made(Strategy(game, infosets, {"name": name}), name)


def adapting(sound: Strategy) -> Opponent:
    """The one who adapts, as it begins: an equilibrium."""
    return replace(made(sound, ADAPTS), adapts=True)


def locate(path: Path, sha256: str) -> Path | None:
    """The file with that fingerprint: at its old path, or among the strategies at hand."""
    for candidate in (path, *library.everything(), *blueprint.at_hand()):
        with suppress(InputError, OSError):
            kind = blueprint if candidate.suffix == blueprint.ENDING else storage
            if candidate.is_file() and kind.fingerprint(candidate) == sha256:
                return candidate
    return None


def recall(path: Path, sha256: str) -> Opponent | None:
    """The opponent with that fingerprint; None where no readable file has it."""
    found = locate(path, sha256)
    with suppress(InputError):
        opponent = None if found is None else read(found)
        return opponent if opponent is not None and opponent.sha256 == sha256 else None
    return None


def choose(target: str, spec: str | None = None) -> OpponentRequest:
    """Find whom a person names by a file, a bot, a bare name or a game.

    A whole file is read only where its first lines do not tell the game that is asked for.

    Args:
        target: who.
        spec: the game, where the name tells none.

    Raises:
        InputError: there is none, or it plays another game.
    """
    wanted = None if spec is None else library.game_named(spec)
    if target in (*BUILT_IN, ADAPTS) and not os.path.exists(target):
        if wanted is None:
            raise InputError(f"is needed: {target} plays any game", parameter="game")
        return OpponentRequest(target, library.candidates(wanted), wanted, bot=target)
    found = _named(target)
    if wanted is None:
        return found
    its = found.game
    with suppress(InputError):
        its = its or library.announced(found.paths[0])
    its = its or storage.load(found.paths[0]).game
    if its != wanted:
        raise InputError(f"{printable(target)} plays {its.spec}, not {wanted.spec}")
    return found


def challenged(challenge: Challenge, target: str | None = None) -> OpponentRequest:
    """Find the opponent of a challenge: in the file that is named, or else at hand.

    Raises:
        InputError: no such file has its fingerprint.
    """
    named = () if target is None else choose(target).paths
    for path in named or (*library.cast(), *library.files()):
        with suppress(InputError):
            if storage.fingerprint(path).startswith(challenge.fingerprint):
                return OpponentRequest(path.name, (path,), challenge=challenge)
    where = "what you name" if named else "the strategies at hand"
    told = f"is against an opponent that is not in {where}: its file's SHA-256 begins with"
    raise InputError(f"{told} {challenge.fingerprint}", parameter="challenge")


def strategy_of(who: str, spec: str | None = None) -> Strategy:
    """How someone plays whom a person names as for `choose`; raises as it and `read`."""
    wanted = choose(who, spec)
    return storage.load(wanted.paths[0]) if wanted.game is None else wanted.read().strategy


def _of_game(game: Game) -> OpponentRequest:
    """The least exploitable strategy for a game."""
    paths = library.candidates(game)
    if not paths and game.name not in QUICK:
        raise none_for(game)
    return OpponentRequest(game.spec, paths, game)


def _named(target: str) -> OpponentRequest:
    """A file, a bare name, a game or a spot at hand by its name."""
    name = target.partition(":")[0]
    if not os.path.isfile(target) and (name in FAMILIES or name != target):
        return _of_game(parse_game(target))
    try:
        path = library.find(target)
    except InputError as error:
        if library.spec_named(target) != target:
            return _of_game(library.game_named(target))
        raise InputError(f"{error}; the games are {', '.join(FAMILIES)}") from None
    if not os.path.isfile(path):
        reason = "not a file" if os.path.exists(path) else "no such file"
        raise InputError(f"{printable(target)}: {reason}")
    return OpponentRequest(path.name, (path,))
