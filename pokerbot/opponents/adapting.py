"""An opponent who adapts: an equilibrium at first, then answers to what a person showed last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import ADAPTS
from pokerbot.evaluation.exact import expected
from pokerbot.games.game import Game
from pokerbot.io.files import is_whole
from pokerbot.opponents.beliefs import Belief, answered, apart_from, beliefs, cause
from pokerbot.opponents.cast import CAST, Member
from pokerbot.opponents.habits import habits
from pokerbot.opponents.opponents import Opponent, adapting, made, recall
from pokerbot.opponents.reviews import Reviewer, gone, verdict
from pokerbot.play.history import file
from pokerbot.play.history.record import HandRecord, choices
from pokerbot.play.history.sessions import SessionSummary, latest
from pokerbot.play.session.session import Verdict
from pokerbot.play.view.amounts import number_of
from pokerbot.strategy.strategy import Strategy

TEMPER = "Adapts to you: change, or you pay."
YOU = "you"
EVERY = 10
"""After so many hands more it thinks again."""
LAST = 40
"""So many hands, the latest, tell: who changes is followed, and a habit is known well enough."""
RISK = 0.3
"""In the game's units a hand: what an answer may lose on average to a best response."""

DIGITS = 6
"""Of a probability in an answer, which then packs to a ninth in a large game."""

ADAPTING = {one.name: Member(ADAPTS, one.game, TEMPER) for one in CAST if one.sound}
"""It, in each game of the cast, by the name of the one as whom it begins."""


def shown(history: Path | None, game: Game) -> list[HandRecord]:
    """All hands of a game that tell of a person's habits; none where there is no history.

    Raises:
        InputError: the history cannot be read.
    """
    there = [] if history is None else file.hands(history)
    return [each for each in there if each.tells_habits and each.hand.game == game]


def person(history: Path | None, beside: Strategy) -> Opponent:
    """How the person plays, as their hands show it: where they show little, as another strategy.

    How often they came to each information set stands in the strategy's `algorithm`, as `seen`.

    Raises:
        InputError: the history cannot be read, or has no such hands.
    """
    hands = shown(history, beside.game)
    if not hands:
        raise InputError(f"there are no hands of {beside.game.spec} of yours without a hint")
    seen = Counter(key for played in hands for key, _ in choices(played))
    plays = habits(hands, beside)
    return made(replace(plays, algorithm={"name": YOU, "hands": len(hands), "seen": seen}), YOU)


@dataclass(frozen=True)
class HabitReport:
    """What a person's hands show, to be answered.

    hands, latest: how many there are, and how many of them, the last, tell
    beliefs: what these show beyond luck
    model: how the person plays, as far as they tell; apart: the same without each belief in turn
    """

    hands: int
    latest: int
    beliefs: tuple[Belief, ...]
    equilibrium: Strategy
    model: Strategy
    apart: tuple[Strategy, ...] = ()

    @property
    def risk(self) -> float:
        """The most that an answer may lose to a best response, in chips a hand."""
        return RISK * self.equilibrium.game.rules.unit


def habit_report(
    hands: Sequence[HandRecord], equilibrium: Strategy, latest: int = LAST
) -> HabitReport:
    """What the last of these hands show."""
    told = hands[-latest:]
    believed, model = tuple(beliefs(told, equilibrium)), habits(told, equilibrium)
    apart = tuple(apart_from(each, told, model, equilibrium) for each in believed)
    return HabitReport(len(hands), len(told), believed, equilibrium, model, apart)


@dataclass(frozen=True)
class Adaptation:
    """How one who adapts plays from now on, and what it believes; chips a hand.

    Where the hands show no habit it plays the equilibrium, and all else is 0.

    opponent: who plays so
    report: what the hands show, on which it rests
    wins, sound_wins: what it expects to win, and what the equilibrium would
    risk: what a best response wins from it
    takes, often: what it does where the equilibrium would not, of that what wins the most, and in
        what share of hands
    cause: the habit that makes that worth its while, None where it is no single one
    """

    opponent: Opponent
    report: HabitReport
    wins: float = 0.0
    sound_wins: float = 0.0
    risk: float = 0.0
    takes: str = ""
    often: float = 0.0
    cause: Belief | None = None

    @property
    def says(self) -> str:
        """In a sentence or two, for the table."""
        if not self.report.beliefs:
            last = number_of(self.report.latest, "hand")
            return f"Your last {last} show no habit: I play soundly."
        because = f" because {self.cause.words}" if self.cause else ""
        return f"I {self.takes} where sound play would not{because}."

    @property
    def page(self) -> str:
        """All of it, in Markdown."""
        head = f"# What I believe\n\nFrom your last {number_of(self.report.latest, 'hand')}"
        if not self.report.beliefs:
            return f"{head}: nothing that luck does not explain. I play soundly."
        because = f"Because {self.cause.words} " if self.cause else ""
        habits = "\n".join(f"- **{each.words}**: {each.evidence}" for each in self.report.beliefs)
        return (
            f"{head}:\n\n{habits}\n\n{because}I **{self.takes}** where sound play would not, in"
            f" {100 * self.often:.0f} of 100 hands: of what I change, that wins the most.\n\nIf"
            f" you go on so, I count on {self.wins:z.2f} chips a hand, where sound play would win"
            f" {self.sound_wins:z.2f}: I take your hands for no more than they prove. Against the"
            f" best answer to me I lose {self.risk:z.2f}: change, and some of that is yours until I"
            " have seen it."
        )


class Response(Protocol):
    """What answers a model, in chips a hand: as `pokerbot.exploit` gives it."""

    @property
    def strategy(self) -> Strategy:
        """How it plays."""

    @property
    def wins(self) -> float:
        """What it wins from the model."""

    @property
    def equilibrium_wins(self) -> float:
        """What an equilibrium wins from it."""

    @property
    def exploitability(self) -> float:
        """What it may lose."""


def adapt(
    hands: Sequence[HandRecord],
    equilibrium: Strategy,
    last: Adaptation | None,
    respond: Callable[[Strategy, float], Response],
    found: Callable[[HabitReport], object],
) -> Adaptation | None:
    """How one who adapts plays after these hands; None where they say nothing new.

    Args:
        hands: all of the person's that tell.
        equilibrium: how it plays where they show no habit.
        last: how it plays so far, None for the equilibrium that it begins with.
        respond: answers a model at a risk, which may take a while.
        found: told of habits before they are answered.
    """
    if len(hands) < EVERY + (last.report.hands if last else 0):
        return None
    report = habit_report(hands, equilibrium)
    if not report.beliefs:
        return Adaptation(adapting(report.equilibrium), report)
    found(report)
    response = respond(report.model, report.risk)
    wins = response.wins, response.equilibrium_wins
    return answer(report, response.strategy, wins, response.exploitability)


def answer(
    report: HabitReport, plays: Strategy, wins: tuple[float, float], risk: float
) -> Adaptation:
    """What an answer means.

    Args:
        report: what is answered.
        plays: the strategy that answers it.
        wins: what it wins from the model, and what an equilibrium wins.
        risk: what it may lose.
    """
    told = {"hands": report.hands, "latest": report.latest}
    plays = replace(_rounded(plays), algorithm={**plays.algorithm, **told})
    takes, often = answered(plays, report.equilibrium, report.model)
    apart = list(zip(report.beliefs, report.apart, strict=True))
    why = cause(plays, report.equilibrium, takes, report.model, apart) if apart else None
    return Adaptation(adapting(plays), report, *wins, risk, takes, often, why)


@dataclass(frozen=True)
class ResumedSession:
    """What there is to know of a session with it, to go on with that.

    begins: how it began, which tells the session's cards
    answer: what it played last; None where that was an equilibrium, or nothing tells why it was
    verdicts: on the hands so far, each by what was played in it
    """

    begins: Opponent
    answer: Adaptation | None
    verdicts: tuple[Verdict, ...]

    @property
    def plays(self) -> Strategy:
        """What it plays in the next hand."""
        return (self.answer.opponent if self.answer else self.begins).strategy

    @property
    def says(self) -> str:
        """How it goes on."""
        if self.answer is None:
            return "I go on soundly, until I have thought about your hands again."
        return f"I go on as I played last. {self.answer.says}"


def resume(history: Path, past: Sequence[HandRecord]) -> ResumedSession:
    """How it goes on after the hands of a session, of which the last may be in play.

    Raises:
        InputError: the history cannot be read, or what it played is not at hand any more.
    """
    reviewer, verdicts = Reviewer(), []
    faced: dict[str, Opponent] = {}
    for played in past:
        opponent = reviewer.opponent(played)
        if opponent is None:
            raise InputError(gone(played))
        faced[played.sha256] = opponent
        if played.hand.over:
            verdicts.append(verdict(opponent.breakdown(played.hand, played.person)))
    begins, last = adapting(faced[past[0].sha256].strategy), faced[past[-1].sha256]
    return ResumedSession(begins, recalled(history, last), tuple(verdicts))


def by_now(echo: Opponent, sessions: Sequence[SessionSummary]) -> Opponent:
    """One who adapts as it played last at the table; as it is given where that is not at hand.

    Args:
        echo: as it begins.
        sessions: those of a history, the one played last at the end.
    """
    last = latest(sessions, who=echo.who)
    if last is None or last.sha256 == echo.sha256:
        return echo
    found = recall(Path(last.opponent), last.sha256)
    return echo if found is None else adapting(found.strategy)


def recalled(history: Path, opponent: Opponent) -> Adaptation | None:
    """The answer as which one who adapts plays so; None where it is none, but an equilibrium.

    The hands that there were are the history's first ones.

    Raises:
        InputError: the history cannot be read.
    """
    plays = opponent.strategy
    many = plays.algorithm.get("hands")
    latest = plays.algorithm.get("latest", many)
    if not (is_whole(many) and is_whole(latest)) or not many or not latest:
        return None
    report = habit_report(shown(history, plays.game)[:many], opponent.reference, latest)
    wins = tuple(sum(expected(each, report.model)) / 2 for each in (plays, report.equilibrium))
    return answer(report, plays, (wins[0], wins[1]), opponent.evaluation.exploitability)


def _rounded(plays: Strategy) -> Strategy:
    """The same but for what `DIGITS` do not show."""
    infosets = {}
    for key, exact in plays.infosets.items():
        chances = {action: round(p, DIGITS) for action, p in exact.items()}
        most = max(chances, key=chances.__getitem__)
        chances[most] = round(chances[most] + 1 - sum(chances.values()), DIGITS)
        infosets[key] = chances
    return replace(plays, infosets=infosets)
