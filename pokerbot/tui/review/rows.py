"""The lines of the review's lists, and the title with the sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from textual.content import Content

from pokerbot.games.actions import SEAT_NAMES
from pokerbot.games.game import Game
from pokerbot.io.files import printable
from pokerbot.opponents.reviews import ReviewedHand, decimals, opponent_names
from pokerbot.play.history.record import HandRecord
from pokerbot.play.history.sessions import SessionSummary
from pokerbot.play.rest import same_deal
from pokerbot.play.view.amounts import fixed, number_of
from pokerbot.play.view.dates import day
from pokerbot.play.view.words import cards, whole_betting
from pokerbot.tui.widgets.listing import Cell, figure

Row = list[Cell]

COLUMNS = ("#", "Cards", "Won", "Lost", "Missed", "Worst", "Opponent", "When", "Seat", "Betting")
SPARE = ("When", "Seat", "Betting", "Opponent", "Missed", "Won", "Cards")
MATCH = "match"
SESSIONS = ("Session", "Opponent", "Hands", "Won")
OPPONENTS = ("Opponent", "Hands")


def table(hands: Sequence[ReviewedHand], *, shown: bool) -> tuple[list[str], list[Row]]:
    """The headings, and a line for each hand.

    The opponent is listed if there are several, what was missed if anything was, the time if two
    hands have the same number.

    shown: whether to show the bot's cards even without a showdown
    """
    against = opponent_names(each.played for each in hands)
    told = {
        "Opponent": len(against) > 1,
        "Missed": any(each.missed for each in hands),
        "When": len({each.played.number for each in hands}) < len(hands),
    }
    kept = [place for place, name in enumerate(COLUMNS) if told.get(name, True)]
    lines = []
    for each in hands:
        cells = _cells(each, against[each.played.who], shown)
        lines.append([cells[place] for place in kept])
    return [COLUMNS[place] for place in kept], lines


def _cells(reviewed: ReviewedHand, opponent: str, shown: bool) -> Row:
    played, to = reviewed.played, decimals(reviewed.played)
    known = reviewed.breakdown is not None
    return [
        figure(str(played.number)),
        cards(played.hand, played.person, shown=shown),
        figure(fixed(played.won, to)),
        figure(f"{reviewed.lost:z.{to}f}" if known else "–"),
        figure(f"{reviewed.missed:z.{to}f}" if known else "–"),
        f"{reviewed.grade}{'*' if played.assisted else ''}",
        opponent,
        _moment(played),
        SEAT_NAMES[played.person],
        whole_betting(played.hand),
    ]


def which(played: HandRecord) -> Content:
    """The title of a box about a hand: its number in the session, and the opponent."""
    of = " of a match" if played.match else ""
    return Content(f"#{played.number}{of} against {printable(Path(played.opponent).stem)}")


def when(played: HandRecord) -> str:
    """The time at which a hand ended, in local time."""
    return f"{played.time.astimezone():%d %b %Y %H:%M}"


def titles(hands: Sequence[ReviewedHand]) -> Iterator[Content]:
    """The title: what was played, what it won and what it cost; in ever shorter texts."""
    won, shorter, shortest = _won(hands)
    count = number_of(len(hands), "hand")
    names = list(opponent_names(each.played for each in hands).values())
    several = f" against {len(names)} opponents" if names else ""
    against = f" against {names[0]}" if len(names) == 1 else several
    away, lost = _given_away(hands)
    for sums in (
        f"{count}{against}: {won}{away}",
        f"{count}{against}: {shorter}{lost}",
        f"{count}: {shorter}{lost}",
    ):
        yield Content.from_markup("[b]Review[/b]  $sums", sums=sums)
    yield Content(f"{count}: {shortest}{lost}")


def _moment(played: HandRecord) -> str:
    """As `when`, without the year if it is this one."""
    ended = played.time.astimezone()
    return f"{day(ended)} {ended:%H:%M}"


def _won(hands: Sequence[ReviewedHand]) -> tuple[str, str, str]:
    """The chips won, in ever shorter texts; empty where the hands' chips do not add up.

    Those of a match do, though its stacks change.

    In a game that begins with a pot they are told beside the value of the hands' seats, unless the
    value of one is not known.
    """
    games = [each.played.hand.game for each in hands]
    if not (_add_up(games) or all(each.played.match for each in hands)):
        return "", "", ""
    known = [each.breakdown.game_value for each in hands if each.breakdown is not None]
    compared = bool(hands) and games[0].rules.starting_share > 0 and len(known) == len(hands)
    beside = " beside value" if compared else ""
    total = sum(each.played.won for each in hands)
    won = fixed(total - sum(known) if compared else total, _decimals(hands))
    return f"{won} chips{beside}, ", f"{won}{beside}, ", f"{won}, "


def _decimals(hands: Sequence[ReviewedHand]) -> int:
    return decimals(*(each.played for each in hands))


def _add_up(games: Sequence[Game]) -> bool:
    """Whether these are one game, whose chips are worth the same."""
    return all(same_deal(game, games[0]) for game in games)


def _given_away(hands: Sequence[ReviewedHand]) -> tuple[str, str]:
    """What the graded hands have cost, with how many were not graded; and a shorter text."""
    graded = [each.lost for each in hands if each.breakdown is not None]
    if hands and not graded:
        return "not graded", "not graded"
    without = len(hands) - len(graded)
    beside = f", {without:,} not graded" if without else ""
    lost = f"{sum(graded):,.{_decimals(hands)}f}"
    return f"{lost} given away{beside}", f"{lost} lost"


def groups(sessions: Sequence[SessionSummary]) -> list[list[SessionSummary]]:
    """The choices of what to review, as lists of sessions.

    They are all sessions, those against one opponent if there are several, and each session; the
    newest come first.
    """
    against: dict[str, list[SessionSummary]] = {}
    for session in reversed(sessions):
        against.setdefault(session.played.who, []).append(session)
    several = [group for group in against.values() if 1 < len(group) < len(sessions)]
    return [[*sessions], *several, *([session] for session in reversed(sessions))]


def group_lines(sessions: Sequence[SessionSummary]) -> list[Row]:
    """A line for each of the `groups`, with the columns `SESSIONS`."""
    names = opponent_names(each.played for each in sessions)
    everything, *rest = groups(sessions)
    lines = [_group("all", "all", everything)]
    for group in rest:
        played = group[0].played
        time = "all" if len(group) > 1 else _moment(played)
        matches = any(each.played.mode == MATCH for each in group)
        lines.append(_group(time, names[played.who] + matches * f", {MATCH}", group))
    return lines


def _group(time: str, name: str, group: Sequence[SessionSummary]) -> Row:
    hands, won = sum(each.hands for each in group), sum(each.won for each in group)
    games = [each.played.hand.game for each in group]
    total = fixed(won, decimals(*(each.played for each in group))) if _add_up(games) else ""
    return [time, name, figure(f"{hands:,}"), figure(total)]


def opponent_lines(hands: Sequence[HandRecord]) -> dict[str, Row]:
    """A line for each opponent, by its identity, with the columns `OPPONENTS`."""
    counts = Counter(played.who for played in hands)
    names = opponent_names(hands)
    return {key: [names[key], figure(f"{counts[key]:,}")] for key in names}
