"""The review's lines: the columns of its list, the sums above them, sessions to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.text import Text
from textual.content import Content

from pokerbot.files import printable
from pokerbot.play.record import SEATS
from pokerbot.play.sessions import Saved
from pokerbot.play.words import cards, fixed, hand_count
from pokerbot.reviews import Reviewed

COLUMNS = ("Hand", "Cards", "Won", "Lost", "Worst", "Seat", "Betting")
SPARE = ("Betting", "Seat", "Won", "Cards")


def line(reviewed: Reviewed) -> list[Text]:
    """The cells of a hand, by `COLUMNS`."""
    played = reviewed.played
    lost = "–" if reviewed.split is None else f"{reviewed.lost:.2f}"
    hint = " *" if played.assisted else ""
    return [
        Text(str(played.number), justify="right"),
        Text(cards(played.hand, played.person)),
        Text(fixed(played.result), justify="right"),
        Text(lost, justify="right"),
        Text(f"{reviewed.grade}{hint}"),
        Text(SEATS[played.person]),
        Text("/".join(played.hand.betting.histories)),
    ]


def titles(hands: Sequence[Reviewed]) -> Iterator[Content]:
    """What was played and what it cost, ever shorter."""
    won = fixed(sum(each.played.result for each in hands))
    count = hand_count(len(hands))
    names = {printable(Path(each.played.opponent).stem) for each in hands}
    against = f" against {names.pop()}" if len(names) == 1 else ""
    away, lost = _given_away(hands)
    for sums in (
        f"{count}{against}: {won} chips, {away}",
        f"{count}{against}: {won}, {lost}",
        f"{count}: {won}, {lost}",
    ):
        yield Content.from_markup("[b]Review[/b]  $sums", sums=sums)
    yield Content(f"{count}: {won}, {lost}")


def _given_away(hands: Sequence[Reviewed]) -> tuple[str, str]:
    """What the hands that could be graded have cost, and how many could not; and in short."""
    graded = [each.lost for each in hands if each.split is not None]
    if hands and not graded:
        return "not graded", "not graded"
    without = len(hands) - len(graded)
    beside = f", {without:,} not graded" if without else ""
    return f"{sum(graded):,.2f} given away{beside}", f"{sum(graded):,.2f} lost"


def session_line(session: Saved) -> str:
    """A session in a line of a list."""
    name = printable(Path(session.opponent).stem)
    return f"{session.last:%d %b %H:%M}  {name}  {hand_count(session.hands)}  {fixed(session.won)}"
