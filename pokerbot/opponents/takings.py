"""How much of what there is to win from one of the cast a person takes, luck taken out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import seat_bots
from pokerbot.evaluation.exact import values_by_seat
from pokerbot.games.tally import Tally
from pokerbot.opponents.cast import Standing
from pokerbot.opponents.opponents import Opponent
from pokerbot.play.history.file import read
from pokerbot.play.history.record import HandRecord
from pokerbot.sequence.behaviour import to_arrays
from pokerbot.sequence.compile import compile_game

WORTH_IT = 0.05
"""Chips a hand: where no more is to be won there is no star."""
ENOUGH = 0.7
"""The share that a star asks for."""


@dataclass(frozen=True)
class Taken:
    """The share of what was to be won beyond an equilibrium, and the margin of its 95 % interval.

    hands: that it rests on; star: whether the lower end passes `ENOUGH`, where it is worth it.
    """

    hands: int
    share: float
    margin: float
    star: bool


class Takings:
    """A person's hands against one of the cast, counted up.

    What a hand takes is the value of its seat less what the decisions in it gave away: its result
    without luck, exactly. One hand more, as bad as random play, keeps a few hands without a fault
    from passing for certainty.
    """

    def __init__(self, standing: Standing, opponent: Opponent) -> None:
        self.standing, self.opponent = standing, opponent
        form = compile_game(opponent.strategy.game)
        _, (chance,) = seat_bots(["random"], standing.game)
        profile = to_arrays(form, opponent.strategy.infosets)
        at_random = values_by_seat(form, chance.profile, profile)
        self.hands = 0
        self._there = standing.to_win
        self._lost = Tally()
        self._lost.add((sum(standing.most) - sum(at_random)) / 2)

    def add(self, played: HandRecord) -> None:
        """Count a hand."""
        seat = played.person
        self.hands += 1
        self._there += self.standing.most[seat] - self.standing.equilibrium_wins[seat]
        found = self.opponent.breakdown(played.hand, seat)
        self._lost.add(found.mistakes + found.missed)

    @property
    def taken(self) -> Taken | None:
        """How it stands; None before the first hand, and where there is nothing to win."""
        margin = self._lost.margin
        if margin is None or self.standing.to_win < WORTH_IT / 10:
            return None
        share, margin = 1 - self._lost.sum / self._there, margin / self._there
        star = self.standing.to_win > WORTH_IT and share - margin > ENOUGH
        return Taken(self.hands, share, margin, star)


def takings(history: Path, cast: Iterable[tuple[Standing, Opponent]]) -> Mapping[str, Taken]:
    """What a person takes from each of the cast, by name, in all hands at the table without a hint.

    Raises:
        InputError: the history cannot be read.
    """
    counted = {opponent.sha256: Takings(stands, opponent) for stands, opponent in cast}
    for _, played in read(history):
        if isinstance(played, InputError) or played.mode != "play" or played.assisted:
            continue
        against = counted.get(played.sha256)
        if against is not None and played.hand.game == against.opponent.strategy.game:
            against.add(played)
    found = {each.standing.name: each.taken for each in counted.values()}
    return {name: taken for name, taken in found.items() if taken is not None}
