"""The split of a hand's result, and the worth of its decisions, in full."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from pokerbot.evaluation.breakdown import UNGRADED, Breakdown, Decision
from pokerbot.opponents.reasons import why
from pokerbot.opponents.reviews import MISSED, ReviewedHand, listed, remark, ungraded
from pokerbot.play.hand import Observation
from pokerbot.play.view import words
from pokerbot.play.view.amounts import fixed, percent, places

GRADES = {"best": "$text-success", "inaccuracy": "$text-warning", "sound": "$text-accent"}
GRADES |= {UNGRADED: "$text-muted", MISSED: "$text-warning"}
NAME, WINS, LOST, SOUND = 9, 8, 7, 6
MOST = 6


def split_lines(split: Breakdown) -> Iterator[Content]:
    """A hand's result as an exact sum: the seat's value, luck, mistakes and what was missed."""
    parts = {
        "seat's value": fixed(split.seat_value, 4),
        "+ luck": fixed(split.luck, 4),
        "− mistakes": f"{split.mistakes:z.4f}",
        "− missed": f"{split.missed:z.4f}",
        "= result": fixed(split.chips, 4),
    }
    room = max(9, *map(len, parts.values()))
    for what, much in parts.items():
        line = f"{what:<13}{much:>{room}}"
        yield Content.styled(line, "bold" if what.startswith("=") else "")


def headline(decision: Decision, said: str) -> Content:
    """A decision's action and its grade, in the grade's colour, followed by a remark."""
    return Content.from_markup(
        f"[b {GRADES.get(decision.grade, '$text-error')}]$action: $grade[/]$said",
        action=decision.action,
        grade=decision.grade,
        said=said,
    )


def decision_lines(decision: Decision) -> Iterator[Content]:
    """A decision's grade, the reason, and a table of its actions.

    The table says what each action wins and loses, and how often sound play takes it. Actions are
    in the order of the buttons; of very many, the best ones have a line, and the others share one.
    """
    decision = decision.as_told
    yield headline(decision, remark(decision))
    if said := why(decision):
        yield Content.styled(said, "$foreground 75%")
    yield Content.styled(
        f"{'':<{NAME + 2}}{'wins':>{WINS}}{'lost':>{LOST}}{'sound':>{SOUND}}", "dim"
    )
    best, least = max(decision.chips.values()), min(decision.chips.values())
    to = places(abs(best), decision.decimals)
    lost_to = max(min(to, places(best - least, decision.decimals)), int(decision.least < 1))
    for line in listed(decision, MOST):
        mark, style = ("▶", "bold") if line.taken else (" ", "")
        figures = f"{fixed(line.wins, to):>{WINS}} {line.loses:>{LOST - 1}.{lost_to}f}"
        sound = "–" if line.sound is None else percent(line.sound)
        yield Content.styled(f"{mark} {line.name:<{NAME}}{figures}{sound:>{SOUND}}", style)


def made_of(reviewed: ReviewedHand) -> Content:
    """The split of a hand's result and its decisions, the worst one first if it cost chips."""
    if reviewed.breakdown is None:
        return Content(ungraded(reviewed.played))
    sums = list(split_lines(reviewed.breakdown))
    if reviewed.played.assisted:
        sums.append(Content("* with a hint: not among the leaks"))
    judged = reviewed.decisions
    parts = [[*_told(seen, each)] for seen, each in reviewed.graded]
    worst = max(range(len(parts)), key=lambda place: judged[place].fault, default=0)
    costly = bool(parts) and judged[worst].fault > 0
    parts = [parts[worst], sums, *parts[:worst], *parts[worst + 1 :]] if costly else [sums, *parts]
    return Content("\n\n").join(Content("\n").join(part) for part in parts)


def _told(seen: Observation, decision: Decision) -> Iterator[Content]:
    """The lines about a decision: the information set, then grade and table."""
    grade, *table = decision_lines(decision)
    yield from (Content.styled(words.spot(seen.game.rules, seen.key), "bold"), grade, *table)
