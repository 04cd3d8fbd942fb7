"""An opponent who adapts: it plays an equilibrium, then answers the habits of the last hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import ADAPTS
from pokerbot.evaluation.exact import expected
from pokerbot.io.files import is_whole
from pokerbot.opponents.beliefs import Belief, apart_from, beliefs, explained, with_habits
from pokerbot.opponents.cast import CAST, Member
from pokerbot.opponents.habits import habits, shown
from pokerbot.opponents.opponents import Opponent, adapting, made, recall
from pokerbot.opponents.reviews import Reviewer, gone, verdict
from pokerbot.play.history import file
from pokerbot.play.history.record import HandRecord, choices
from pokerbot.play.history.sessions import SessionSummary, latest_first
from pokerbot.play.session.score import Verdict
from pokerbot.play.view.amounts import number_of
from pokerbot.strategy.strategy import Strategy

TEMPER = "Adapts to you: change, or you pay."
YOU = "you"
EVERY = 10
"""It thinks again after this many further hands."""
LAST = 40
"""It looks at this many of the latest hands: enough to know a habit, few enough to see a change."""
RISK = 0.3
"""The most that an answer may lose to a best response, in the game's units a hand."""

DIGITS = 6
"""Decimals of a probability in an answer; rounding makes its file nine times smaller."""

ADAPTING = {one.name: Member(ADAPTS, one.game, TEMPER) for one in CAST if one.sound}
"""The one who adapts, for each game of the cast, by the name of the member it begins as."""


def person(history: Path, beside: Strategy) -> Opponent:
    """A model of how the person plays, from their hands.

    The model's `algorithm` has under `seen` how often the person came to each information set.

    Args:
        history: the history's file.
        beside: the strategy that the model follows where the hands show little.

    Raises:
        InputError: the history cannot be read, or has no hands to learn from.
    """
    hands = shown(file.hands(history), beside.game)
    if not hands:
        raise InputError(f"you have played no hands of {beside.game.spec} without a hint")
    seen = Counter(key for played in hands for key, _ in choices(played))
    plays = habits(hands, beside)
    return made(replace(plays, algorithm={"name": YOU, "hands": len(hands), "seen": seen}), YOU)


@dataclass(frozen=True)
class HabitReport:
    """What a person's hands show, before it is answered.

    hands: the number of all their hands
    latest: the number of latest hands that this report rests on
    beliefs: the habits that these show beyond luck
    equilibrium: how the one who adapts plays without an answer
    model: the model of the person
    apart: for each belief, the model without that habit
    """

    hands: int
    latest: int
    beliefs: tuple[Belief, ...]
    equilibrium: Strategy
    model: Strategy
    apart: tuple[Strategy, ...] = ()

    @property
    def risk(self) -> float:
        """The most that an answer may lose to a best response, in chips per hand."""
        return RISK * self.equilibrium.game.rules.unit


def habit_report(
    hands: Sequence[HandRecord], equilibrium: Strategy, latest: int = LAST
) -> HabitReport:
    """What the latest of these hands show.

    latest: how many of them to look at
    """
    told = hands[-latest:]
    believed = tuple(beliefs(told, equilibrium))
    model = habits(told, with_habits(equilibrium, believed))
    apart = tuple(apart_from(each, believed, told, equilibrium) for each in believed)
    return HabitReport(len(hands), len(told), believed, equilibrium, model, apart)


@dataclass(frozen=True)
class Adaptation:
    """How one who adapts plays from now on, and why; in chips per hand.

    Where the hands show no habit it plays the equilibrium, and all other fields are empty or 0.

    opponent: the one who adapts, with its new strategy
    report: what the hands show
    wins, sound_wins: what it expects to win, and what the equilibrium would win
    risk: what a best response would win from it
    takes: the kind of action that it takes more often than the equilibrium and gains most by
    often: how many times a hand it takes that action where the equilibrium would not
    cause: the habit that makes this action pay, None where no single one does
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
        """The change in a sentence or two, for the table."""
        if not self.report.beliefs:
            last = number_of(self.report.latest, "hand")
            return f"Your last {last} show no habit: I play soundly."
        because = f" because {self.cause.words}" if self.cause else ""
        return f"I {self.takes} where sound play would not{because}."

    @property
    def page(self) -> str:
        """The change in full, in Markdown."""
        head = f"# What I believe\n\nFrom your last {number_of(self.report.latest, 'hand')}"
        if not self.report.beliefs:
            return f"{head}: nothing that luck does not explain. I play soundly."
        because = f"Because {self.cause.words} " if self.cause else ""
        times = round(100 * self.often)
        often = number_of(times, "time") if times else "less than once"
        habits = "\n".join(f"- **{each.words}**: {each.evidence}" for each in self.report.beliefs)
        return (
            f"{head}:\n\n{habits}\n\n{because}I **{self.takes}** where sound play would not,"
            f" {often} in 100 hands. Of all that I change, this wins the most.\n\nIf"
            f" you go on like this, I expect to win {self.wins:z.2f} chips a hand; sound play would"
            f" win {self.sound_wins:z.2f}. I conclude no more from your hands than they prove. The"
            f" best answer to me wins {self.risk:z.2f} chips a hand: if you change, some of that is"
            " yours until I have noticed."
        )


def further(hands: int, last: Adaptation | None) -> int:
    """How many further hands one who adapts waits for before it thinks again; 0 or less for none.

    Args:
        hands: the number of the person's hands that show habits.
        last: how it plays so far, as in `adapt`.
    """
    return EVERY + (last.report.hands if last else 0) - hands


def adapt(
    hands: Sequence[HandRecord],
    equilibrium: Strategy,
    last: Adaptation | None,
    respond: Callable[[HabitReport], Adaptation],
) -> Adaptation | None:
    """Decide how one who adapts plays after these hands; None where too few are new.

    Args:
        hands: all of the person's hands that show habits.
        equilibrium: how it plays where they show no habit.
        last: how it plays so far, None for the equilibrium that it begins with.
        respond: answers habits, as by `answer`, which may take a while.
    """
    if further(len(hands), last) > 0:
        return None
    report = habit_report(hands, equilibrium)
    return respond(report) if report.beliefs else Adaptation(adapting(report.equilibrium), report)


def answer(report: HabitReport, plays: Strategy) -> Adaptation:
    """The adaptation that an answer to a report amounts to.

    Args:
        report: what the hands show.
        plays: the strategy that answers it.
    """
    told = {"hands": report.hands, "latest": report.latest}
    plays = replace(_rounded(plays), algorithm={**plays.algorithm, **told})
    apart = zip(report.beliefs, report.apart, strict=True)
    takes, often, cause = explained(plays, report.equilibrium, report.model, apart)
    won, sound = (sum(expected(each, report.model)) / 2 for each in (plays, report.equilibrium))
    opponent = adapting(plays)
    risk = opponent.evaluation.exploitability
    return Adaptation(opponent, report, won, sound, risk, takes, often, cause)


@dataclass(frozen=True)
class ResumedSession:
    """What is needed to go on with a session against one who adapts.

    begins: the opponent as it began, whose fingerprint determines the session's cards
    answer: how it played last; None where that was an equilibrium, or the reasons are unknown
    verdicts: the verdict on each hand so far, judged by the strategy that was played in it
    """

    begins: Opponent
    answer: Adaptation | None
    verdicts: tuple[Verdict, ...]

    @property
    def says(self) -> str:
        """How it goes on, in words."""
        if self.answer is None:
            return "I go on soundly, until I have thought about your hands again."
        return f"I go on as I played last. {self.answer.says}"


def resume(history: Path, past: Sequence[HandRecord]) -> ResumedSession:
    """Find out how one who adapts goes on with a session.

    Args:
        history: the history's file.
        past: the session's hands so far; the last may be in play.

    Raises:
        InputError: the history cannot be read, or the file of a strategy that it played is gone.
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
    """One who adapts, as it played last at the table; as it begins where that file is gone.

    Args:
        echo: the one who adapts as it begins.
        sessions: the sessions of the history, the last one at the end.
    """
    last = next(latest_first(sessions, who=echo.who), None)
    if last is None or last.played.sha256 == echo.sha256:
        return echo
    found = recall(Path(last.played.opponent), last.played.sha256)
    return echo if found is None else adapting(found.strategy)


def recalled(history: Path, opponent: Opponent) -> Adaptation | None:
    """Work out again why one who adapts plays as it does; None where it plays an equilibrium.

    Its strategy says how many hands there were: these are the history's first ones.

    Raises:
        InputError: the history cannot be read.
    """
    plays = opponent.strategy
    many = plays.algorithm.get("hands")
    latest = plays.algorithm.get("latest", many)
    if not (is_whole(many) and is_whole(latest)) or not many or not latest:
        return None
    report = habit_report(shown(file.hands(history), plays.game)[:many], opponent.reference, latest)
    return answer(report, plays)


def _rounded(plays: Strategy) -> Strategy:
    """The strategy with probabilities rounded to `DIGITS`, which still add up to 1."""
    infosets = {}
    for key, exact in plays.infosets.items():
        chances = {action: round(p, DIGITS) for action, p in exact.items()}
        most = max(chances, key=chances.__getitem__)
        chances[most] = round(chances[most] + 1 - sum(chances.values()), DIGITS)
        infosets[key] = chances
    return replace(plays, infosets=infosets)
