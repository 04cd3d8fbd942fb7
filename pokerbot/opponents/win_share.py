"""How much of what there is to win from one of the cast a person takes, luck taken out."""

from __future__ import annotations

import math
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from pokerbot.evaluation.bots import seat_bots
from pokerbot.evaluation.exact import values_by_seat
from pokerbot.evaluation.gains import gains
from pokerbot.games.tally import Tally
from pokerbot.opponents.cast import CAST, MemberReport, member, report
from pokerbot.opponents.opponents import Opponent, read
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.history.file import hands
from pokerbot.play.history.record import HandRecord
from pokerbot.play.view import amounts, words
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import library, storage
from pokerbot.strategy.arrays import to_arrays

WORTH_IT = 0.05
"""Of the game's units a hand: where no more is to be won there is no star."""
ENOUGH = 0.7
"""The share that a star asks for."""
FEW = 10
"""Fewer hands say nothing, however they went."""
NOTHING, STAR = "–", "★"
MOST_TOLD = 3
"""Of so many decisions it is told what they bring."""


@dataclass(frozen=True)
class Taken:
    """The share of what was to be won beyond an equilibrium, and the margin of its 95 % interval.

    hands: that it rests on; star: whether the lower end passes `ENOUGH`, where it is worth it.
    """

    hands: int
    share: float
    margin: float
    star: bool

    @property
    def telling(self) -> bool:
        """Whether it says something yet: while it may be anything it does not."""
        return self.hands >= FEW and self.margin < 1

    @property
    def told(self) -> str:
        """The share in percent with its margin, and the star; nothing while it says nothing."""
        if not self.telling:
            return NOTHING
        margin = f"±{100 * self.margin:.0f} %{STAR if self.star else ' '}"
        return f"{amounts.chips(100 * self.share, 0)} {margin}"


class WinShare:
    """A person's hands against one of the cast, counted up, or against the one who adapts.

    What a hand takes is the value of its seat less what the decisions in it gave away: its result
    without luck, exactly. One hand more, as bad as random play, keeps a few hands without a fault
    from passing for certainty. Of one who adapts each hand has what there was to win from what was
    played in it, beyond an equilibrium; those whose answer is gone do not count.

    taken: how it stands; None before the first hand, and where there is nothing to win
    """

    taken: Taken | None = None

    def __init__(
        self, report: MemberReport, opponent: Opponent, reviewer: Reviewer | None = None
    ) -> None:
        self.report, self.opponent = report, opponent
        self._reviewer = reviewer or Reviewer(opponent)
        wins = zip(report.most, report.equilibrium_wins, strict=True)
        self._offers = tuple(most - sound for most, sound in wins)
        form = compile_game(opponent.strategy.game)
        _, (chance,) = seat_bots(["random"], opponent.strategy.game)
        profile = to_arrays(form, opponent.strategy.infosets)
        at_random = values_by_seat(form, chance.profile, profile)
        self.hands = self._seen = 0
        self._looking = Lock()
        self._there = report.to_win
        self._lost = Tally()
        self._lost.add((sum(report.most) - sum(at_random)) / 2)

    def look(self, history: Path) -> None:
        """Count the hands at the table without a hint that a history has by now.

        Raises:
            InputError: it cannot be read.
        """
        with self._looking:  # two threads of the lobby's may look at once
            there = hands(history)
            own = (each for each in there[self._seen :] if each.tells_habits)
            self.add(*(each for each in own if each.who == self.opponent.who))
            self._seen = len(there)

    def add(self, *hands: HandRecord) -> None:
        """Count hands."""
        for played in hands:
            seat, faced = played.person, self._reviewer.opponent(played)
            if faced is None:
                continue
            own = faced.sha256 == self.opponent.sha256
            self.hands += 1
            self._there += (self._offers if own else faced.offers)[seat]
            found = faced.breakdown(played.hand, seat)
            self._lost.add(found.mistakes + found.missed)
        self.taken = self._taken()

    def _taken(self) -> Taken | None:
        """How it stands; None before the first hand, and where there is nothing to win."""
        margin, adapts = self._lost.margin, self.opponent.adapts
        there = self._there / (self.hands + 1) if adapts else self.report.to_win
        to_win = there / self.opponent.strategy.game.rules.unit
        if margin is None or (to_win < WORTH_IT / 10 and not adapts):
            return None
        if to_win < WORTH_IT / 10:
            return Taken(self.hands, 0.0, math.inf, star=False)
        share, margin = 1 - self._lost.sum / self._there, margin / self._there
        star = to_win > WORTH_IT and share - margin > ENOUGH and not adapts
        return Taken(self.hands, share, margin, star)

    @property
    def told(self) -> str:
        """What there is to win, and how much of it the person takes, where that says something."""
        there = f"{amounts.chips(self.report.to_win, 2)} chips a hand to win"
        taken = self.taken
        if taken is None or not taken.telling:
            return there
        return f"{there}, you take {taken.told.rstrip()}"


def win_share_against(opponent: Opponent) -> WinShare | None:
    """None of a person's hands yet, against one of the cast; None where nothing is to be won.

    Raises:
        InputError: the file of the one without a leak cannot be read.
    """
    one = next((each for each in CAST if each.name == opponent.name), None)
    if one is None or one.sound or one.game != opponent.strategy.game.spec:
        return None
    return WinShare(report(one, opponent.strategy, one.without_leak.strategy()), opponent)


def stars(history: Path, fingerprints: Container[str]) -> frozenset[str]:
    """Those fingerprints whose opponent is one of the cast and beaten.

    Raises:
        InputError: the history or a file cannot be read.
    """
    beaten = set()
    for path in library.cast():
        if storage.fingerprint(path) in fingerprints and (counted := win_share_against(read(path))):
            counted.look(history)
            if counted.taken is not None and counted.taken.star:
                beaten.add(counted.opponent.sha256)
    return frozenset(beaten)


def beaten(win_share: WinShare) -> str:
    """What the star says, and what wins from this opponent, in exact shares."""
    taken, stands, opponent = win_share.taken, win_share.report, win_share.opponent
    assert taken is not None
    one = member(stands.name)
    sound = one.without_leak.strategy()
    much = f"{amounts.chips(stands.to_win, 2)} chips a hand"
    lines = [
        f"You take {taken.told.rstrip(f' {STAR}')} of the {much} that there are to win, luck apart:"
        f" {100 * ENOUGH:.0f} % are sure.",
        f"Why: {stands.name} {stands.leak}. So many of 100 chips to win come from:",
    ]
    for each in gains(opponent.strategy, sound)[:MOST_TOLD]:
        part = f"{100 * each.chips / stands.to_win:3.0f}"
        lines.append(f"{part}  {words.spot(each.infoset)}: {each.action}")
    after = following(stands.name)
    return "\n".join([*lines, f"Next: {after}." if after else "Nobody else has a habit."])


def following(name: str) -> str:
    """Whom to beat after one of the cast; nobody after the last with a habit."""
    after = CAST[CAST.index(member(name)) + 1 :]
    return next((each.name for each in after if not each.sound), "")
