"""How much a person takes of what there is to win from one of the cast, luck taken out."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from pokerbot.evaluation.bots import seat_bots
from pokerbot.evaluation.exact import values_by_seat
from pokerbot.evaluation.gains import gains
from pokerbot.games.tally import Tally
from pokerbot.opponents.cast import CAST, MEMBERS, MemberReport, member, report
from pokerbot.opponents.opponents import Opponent, read
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.history.file import NewHands
from pokerbot.play.history.record import HandRecord
from pokerbot.play.view import amounts, words
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import library, storage
from pokerbot.strategy.arrays import to_arrays

WORTH_IT = 0.05
"""There is no star where no more than this is to be won, in the game's units per hand."""
LITTLE = 0.005
"""Less than this, in the game's units per hand, is nothing to win."""
ENOUGH = 0.7
"""The share that a star requires."""
FEW = 10
"""Fewer hands than this say nothing, however they went."""
NOTHING, STAR = "–", "★"
MOST_TOLD = 3
"""The number of decisions that `beaten` names."""


@dataclass(frozen=True)
class Taken:
    """How much the person takes of what there is to win beyond an equilibrium.

    hands: the number of hands that this rests on
    share: the share that they take, 1 for a best response
    margin: the half-width of its 95 % interval
    star: whether the interval's lower end is above `ENOUGH`, and there is enough to win
    """

    hands: int
    share: float
    margin: float
    star: bool

    @property
    def telling(self) -> bool:
        """Whether there are enough hands, and the margin is small enough to say anything."""
        return self.hands >= FEW and self.margin < 1

    @property
    def told(self) -> str:
        """The share in per cent with its margin and the star; a dash while it says nothing."""
        if not self.telling:
            return NOTHING
        margin = f"±{100 * self.margin:.0f} %{STAR if self.star else ' '}"
        return f"{amounts.chips(100 * self.share, 0)} {margin}"


class WinShare:
    """Counts a person's hands against one of the cast, or against the one who adapts.

    A hand takes the value of its seat minus what its decisions gave away: exactly its result
    without luck. One more hand is counted, as bad as random play, so that a few hands without a
    fault do not pass for certainty. Against one who adapts what there is to win in a hand, beyond
    an equilibrium, depends on the strategy that was played in it; hands whose strategy is gone do
    not count.

    report: the report on the member
    opponent: the member as an opponent
    hands: the number of hands counted
    taken: the share so far; None before the first hand, and where there is nothing to win
    """

    taken: Taken | None = None

    def __init__(self, report: MemberReport, opponent: Opponent, reviewer: Reviewer) -> None:
        """Begin to count; `reviewer` judges the hands."""
        self.report, self.opponent, self._reviewer = report, opponent, reviewer
        reviewer.know(opponent)
        wins = zip(report.most, report.equilibrium_wins, strict=True)
        self._offers = tuple(most - sound for most, sound in wins)
        form = compile_game(opponent.strategy.game)
        _, (chance,) = seat_bots(["random"], opponent.strategy.game)
        profile = to_arrays(form, opponent.strategy.infosets)
        at_random = values_by_seat(form, chance.profile, profile)
        self._looking, self._new = Lock(), NewHands(self._begin)
        self._at_random = (sum(report.most) - sum(at_random)) / 2
        self._begin()

    def _begin(self) -> None:
        """Begin to count, without the history's hands."""
        self.hands = 0
        self._there = self.report.to_win
        self._lost = Tally()
        self._lost.add(self._at_random)

    def look(self, history: Path) -> None:
        """Count the hands that are new in a history, as `NewHands`.

        Raises:
            InputError: it cannot be read.
        """
        with self._looking:  # two threads of the lobby may look at once
            own = (each for each in self._new.look(history) if each.tells_habits)
            self.add(each for each in own if each.who == self.opponent.who)

    def add(self, hands: Iterable[HandRecord]) -> None:
        """Count hands."""
        for played in hands:
            seat, faced = played.person, self._reviewer.opponent(played)
            found = self._reviewer.reviewed(played).breakdown
            if faced is None or found is None:
                continue
            own = faced.sha256 == self.opponent.sha256
            self.hands += 1
            self._there += (self._offers if own else faced.offers)[seat]
            self._lost.add(found.loss)
        self.taken = self._taken()

    def _taken(self) -> Taken | None:
        """The value of `taken` by now."""
        margin, adapts = self._lost.margin, self.opponent.adapts
        there = self._there / (self.hands + 1) if adapts else self.report.to_win
        to_win = there / self.opponent.strategy.game.rules.unit
        if margin is None or (to_win < LITTLE and not adapts):
            return None
        if to_win < LITTLE:
            return Taken(self.hands, 0.0, math.inf, star=False)
        share, margin = 1 - self._lost.sum / self._there, margin / self._there
        star = to_win > WORTH_IT and share - margin > ENOUGH and not adapts
        return Taken(self.hands, share, margin, star)

    @property
    def star(self) -> bool:
        """Whether the person has beaten the opponent."""
        return self.taken is not None and self.taken.star

    @property
    def to_win(self) -> float:
        """What there is to win, in chips per hand; 0 where that is less than `LITTLE`."""
        little = LITTLE * self.opponent.strategy.game.rules.unit
        return self.report.to_win if self.report.to_win >= little else 0.0

    @property
    def told(self) -> str:
        """What there is to win and, once that says something, how much of it the person takes."""
        there = f"{amounts.chips(self.report.to_win, 2)} chips a hand to win"
        taken = self.taken
        if taken is None or not taken.telling:
            return there
        return f"{there}, you take {taken.told.rstrip()}"


def win_share_against(opponent: Opponent, reviewer: Reviewer) -> WinShare | None:
    """A count of hands against one of the cast with a leak, before the first hand; else None.

    reviewer: judges the hands

    Raises:
        InputError: the file of the member without a leak cannot be read.
    """
    one = MEMBERS.get(opponent.name)
    if one is None or not opponent.called or one.sound or one.game != opponent.strategy.game.spec:
        return None
    sound = one.without_leak.strategy()
    stands = report(one, opponent.strategy, opponent.evaluation, sound)
    return WinShare(stands, opponent, reviewer)


def stars(history: Path, fingerprints: Container[str], reviewer: Reviewer) -> dict[str, str]:
    """The members of the cast who are beaten: the name of each by its fingerprint.

    fingerprints: those of all whom the person has met

    Raises:
        InputError: the history or a file cannot be read.
    """
    beaten = {}
    for path in library.cast():
        if storage.fingerprint(path) in fingerprints:
            counted = win_share_against(read(path), reviewer)
            if counted is not None:
                counted.look(history)
                if counted.star:
                    beaten[counted.opponent.sha256] = counted.opponent.name
    return beaten


def beaten(win_share: WinShare) -> str:
    """What the star means, and which actions win how much from this opponent, in words."""
    taken, stands, opponent = win_share.taken, win_share.report, win_share.opponent
    assert taken is not None
    one = member(stands.name)
    sound = one.without_leak.strategy()
    much = f"{amounts.chips(stands.to_win, 2)} chips a hand"
    lines = [
        f"You take {taken.told.rstrip(f' {STAR}')} of the {much} that there are to win, luck apart:"
        f" more than {100 * ENOUGH:.0f} % at the low end of the margin, too.",
        f"Why: {stands.name} {stands.leak}. Of 100 chips to win, so many come from:",
    ]
    rules = opponent.strategy.game.rules
    for each in gains(opponent.strategy, sound)[:MOST_TOLD]:
        part = f"{100 * each.chips / stands.to_win:3.0f}"
        action = words.taken(rules, each.infoset, each.action)
        lines.append(f"{part}  {words.spot(rules, each.infoset)}: {action}")
    after = following(stands.name)
    return "\n".join([*lines, f"Next: {after}." if after else "Nobody else has a habit."])


def following(name: str) -> str:
    """The name of the next of the cast with a leak; empty after the last one."""
    after = CAST[CAST.index(member(name)) + 1 :]
    return next((each.name for each in after if not each.sound), "")
