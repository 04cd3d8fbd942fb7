"""The strategies that a person can play against, read and measured."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from numpy.random import default_rng

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import ADAPTS, seat_bots
from pokerbot.evaluation.breakdown import Breakdown, Decision, Judge
from pokerbot.evaluation.exact import Evaluation, evaluate, expected, stored_evaluation
from pokerbot.evaluation.grid import Grid
from pokerbot.evaluation.references import reference_for
from pokerbot.evaluation.street_judge import street_judges
from pokerbot.evaluation.whole_judge import WholeJudge, judges
from pokerbot.games.game import Game
from pokerbot.games.heads_up import game_of
from pokerbot.games.rules import MATTERS
from pokerbot.io.files import printable, resolved
from pokerbot.play.hand import Hand
from pokerbot.play.history.record import identity
from pokerbot.play.table import Draws
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import blueprint, library, storage
from pokerbot.strategy.arrays import NamedProfile
from pokerbot.strategy.packed_profile import stored_by_street
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True)
class Seated:
    """Someone to play against.

    path: the path of its file
    strategy: how it plays
    sha256: the fingerprint of its file
    made: whether its file does not exist yet; it is written with the first hand that is kept
    adapts: whether it adapts to the person, so that `strategy` is how it plays for now
    match: whether it plays a match, with stacks that last from hand to hand
    """

    path: Path
    strategy: Strategy
    sha256: str
    made: bool = False
    adapts: bool = False
    match: bool = False

    @property
    def values(self) -> tuple[float, float] | None:
        """Each seat's net chips per hand if it plays both, None where that is unknown."""
        return None

    @property
    def who(self) -> str:
        """Its identity, as in `HandRecord.who`."""
        return identity(self.strategy.game, self.sha256, adapts=self.adapts)

    @property
    def key(self) -> tuple[Path, str]:
        """Identifies the opponent: its path and its identity; a match has a table of its own."""
        return resolved(self.path), f"{self.who} match" if self.match else self.who

    @property
    def name(self) -> str:
        """Its name, which is that of its file."""
        return self.path.stem

    @property
    def called(self) -> str:
        """Its name at the table, capitalized; empty if it has none of its own."""
        return library.called(self.path, adapts=self.adapts)

    @property
    def has_habit(self) -> bool:
        """Whether it has a habit, or may get one; a street that is solved again would lack it."""
        return bool(self.called or self.strategy.algorithm.get("floor"))

    def draws(self, seed: int) -> Draws:
        """The random generators of each hand of a session."""
        apart = [1] if self.adapts else []  # other cards than the opponent whom it begins as
        return lambda number, kind: default_rng([seed, int(self.sha256, 16), number, kind, *apart])


@dataclass(frozen=True)
class Opponent(Seated):
    """A strategy to play against, and how good it is."""

    evaluation: Evaluation = field(kw_only=True)

    @property
    def values(self) -> tuple[float, float]:
        """As `Seated`."""
        return self.evaluation.values

    @property
    def exploitability(self) -> str:
        """In chips per hand, always with six decimals, so that a column lines up."""
        chips = self.evaluation.exploitability
        return f"{chips:.6f}" if chips >= 1e-6 else "<0.000001"

    @cached_property
    def reference(self) -> Strategy:
        """The least exploitable strategy at hand for its game; finding it may take seconds.

        One that is judged street by street is its own.
        """
        if stored_by_street(self.strategy.infosets) is not None:
            return self.strategy
        return reference_for(self.strategy, self.evaluation.nash_conv)

    @property
    def is_sound(self) -> bool:
        """Whether its exploitability, without locks, is too little to matter."""
        return self.evaluation.exploitability < MATTERS * self.strategy.game.rules.unit

    @property
    def sound(self) -> Strategy:
        """Sound play of its game: its own strategy if that is sound, else the reference."""
        return self.strategy if self.is_sound else self.reference

    @cached_property
    def offers(self) -> tuple[float, ...]:
        """What a best response in each seat wins beyond the reference, in chips per hand."""
        own = self.reference is self.strategy  # a file without its rivers tells its own values
        wins = self.values if own else expected(self.reference, self.strategy)
        most = self.evaluation.best_response_values
        return tuple(best - usual for best, usual in zip(most, wins, strict=True))

    @cached_property
    def judges(self) -> tuple[Judge, Judge]:
        """The judges of seat 0 and seat 1; the first call takes seconds for a large file.

        For a flop the call returns at once, and the first decision on each street takes seconds.
        """
        if stored_by_street(self.strategy.infosets) is not None:
            return street_judges(self.strategy, self.evaluation)
        return self.whole_judges

    @cached_property
    def whole_judges(self) -> tuple[WholeJudge, WholeJudge]:
        """The judges that know the whole game, not street by street."""
        return judges(self.strategy, self.reference)

    @property
    def game_values(self) -> tuple[float, float]:
        """Each seat's net chips per hand if the reference plays both."""
        first, second = self.judges
        return first.game_value, second.game_value

    @property
    def deviation(self) -> float | None:
        """The standard deviation of a hand's chips if it plays both seats; None if unknown."""
        return self.judges[0].deviation

    @cached_property
    def grid(self) -> Grid:
        """All its information sets; the first call takes seconds for a large file."""
        return Grid(self.strategy, self.whole_judges)

    def breakdown(
        self, hand: Hand, person: int, judged: Sequence[Decision] | None = None
    ) -> Breakdown:
        """The breakdown of a hand's result for the player in a seat.

        A hand that is not over is taken to pay nothing.

        Args:
            hand: the hand.
            person: the player's seat.
            judged: the player's decisions if they are judged already.
        """
        judge = self.judges[person]
        if judged is None:
            actions = [step.action for step in hand.steps]
            judged = judge.judged(hand.held[person], hand.final_board, actions)
        return judge.split(judged, hand.net(person) if hand.over else 0)

    def advise(self, hand: Hand) -> Decision:
        """The present decision, judged as if the best action were taken."""
        spot = hand.observe().spot
        return self.judges[spot.player].best(spot)


@dataclass(frozen=True)
class BlueprintOpponent(Seated):
    """A blueprint of the whole game of heads-up hold'em.

    Its strategy begins empty: the screen has each decision that comes up worked out in the
    background, and puts it into `chances`.
    """

    @property
    def chances(self) -> dict[str, Mapping[str, float]]:
        """The strategy to be filled in: information set → action → probability."""
        found = self.strategy.infosets
        assert isinstance(found, dict)
        return found


def read(path: Path) -> Opponent:
    """Read and evaluate the opponent in a file.

    Raises:
        InputError: it cannot be read, or is no valid strategy.
    """
    strategy, sha256 = storage.read(path)
    if not strategy.game.has_cards:
        raise InputError(f"{printable(str(path))}: {strategy.game.spec} has no table")
    return Opponent(
        path, strategy, sha256, evaluation=stored_evaluation(strategy) or evaluate(strategy)
    )


def read_blueprint(path: Path) -> BlueprintOpponent:
    """Read the opponent in a blueprint's file.

    Raises:
        InputError: it cannot be read, or is no blueprint.
    """
    sha256, held = blueprint.fingerprint(path), blueprint.load(path)
    maker = {"name": "blueprint"}
    strategy = Strategy(game_of(held.stack), {}, maker, held.iterations, held.seed)
    return BlueprintOpponent(path, strategy, sha256)


def drill_opponent(name: str) -> Opponent:
    """Read the opponent of a lesson or a drill and prepare its judges, so that it grades at once.

    Raises:
        InputError: it cannot be read.
    """
    opponent = read(library.drill_file(name))
    _ = opponent.judges
    return opponent


def made(strategy: Strategy, name: str) -> Opponent:
    """The opponent who plays a strategy that is in no file."""
    content, ending = io.BytesIO(), storage.ending(strategy.game)
    storage.write(strategy, ending, content)
    digest = hashlib.sha256(content.getbuffer()).hexdigest()
    path, worth = Path(f"{name}{ending}"), evaluate(strategy)
    return Opponent(path, strategy, digest, made=True, evaluation=worth)


def built_in(name: str, game: Game) -> Opponent:
    """A built-in bot, as an opponent."""
    _, (bot,) = seat_bots([name], game.text)
    infosets = NamedProfile(compile_game(game), bot.profile)
    return made(Strategy(game, infosets, {"name": name}), name)


def adapting(sound: Strategy) -> Opponent:
    """The one who adapts, as it begins: with an equilibrium."""
    return replace(made(sound, ADAPTS), adapts=True)


def locate(path: Path, sha256: str) -> Path | None:
    """The file with a fingerprint, at its old path or among the strategies at hand; else None."""
    return first_with(sha256, (path, *library.everything(), *blueprint.at_hand()))


def first_with(digits: str, paths: Iterable[Path]) -> Path | None:
    """The first file whose fingerprint begins with these digits; None where none can be read."""
    for path in paths:
        with suppress(InputError, OSError):
            kind = blueprint if path.suffix == blueprint.ENDING else storage
            if path.is_file() and kind.fingerprint(path).startswith(digits):
                return path
    return None


def recall(path: Path, sha256: str) -> Opponent | None:
    """The opponent with a fingerprint; None where no readable file has it."""
    found = locate(path, sha256)
    with suppress(InputError):
        opponent = None if found is None else read(found)
        return opponent if opponent is not None and opponent.sha256 == sha256 else None
    return None
