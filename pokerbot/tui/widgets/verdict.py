"""What a hand was made of, and what a decision was worth, in full."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from pokerbot.evaluation.split import Judged, Split
from pokerbot.play.words import chips, fixed
from pokerbot.reviews import Reviewed, ungraded

COLOURS = {"best": "$text-success", "inaccuracy": "$text-warning", "unclear": "$text-muted"}
NAME, CHIPS, LOST, OFTEN = 9, 8, 7, 7
MOST = 6


def split_lines(split: Split) -> Iterator[Content]:
    """The result as a sum, exactly: the seat, luck and mistakes."""
    for what, amount in (
        ("seat's value", split.seat_value),
        ("+ luck", split.luck),
        ("− mistakes", -split.mistakes),
        ("= result", split.chips),
    ):
        line = f"{what:<13}{fixed(amount, 4):>9}"
        yield Content.styled(line, "bold" if what.startswith("=") else "")


def grade_of(decision: Judged) -> str:
    """The grade in a word: a loss that the bot's own inexactness may explain is unclear."""
    lost = chips(decision.loss, 2) != "0"
    return "unclear" if decision.grade == "best" and lost else decision.grade


def decision_lines(decision: Judged) -> Iterator[Content]:
    """The grade of what was done, and what each action wins and how often the bot takes it.

    What was done comes first; of very many other actions the best are there.
    """
    grade = grade_of(decision)
    lost = "" if chips(decision.loss) == "0" else f", {chips(decision.loss)} lost"
    yield Content.from_markup(
        f"[b {COLOURS.get(grade, '$text-error')}]$action: $grade[/]$lost",
        action=decision.action,
        grade=grade,
        lost=lost,
    )
    yield Content.styled(
        f"{'':<{NAME + 1}}{'chips':>{CHIPS}}{'lost':>{LOST}}{'bot':>{OFTEN}}", "dim"
    )
    best = max(decision.chips.values())
    others = [action for action in decision.chips if action != decision.action]
    kept = sorted(others, key=lambda action: -decision.chips[action])[:MOST]
    for action in (decision.action, *(each for each in others if each in kept)):
        worth, often = decision.chips[action], decision.frequencies[action]
        mark = "▶" if action == decision.action else " "
        line = f"{mark}{action:<{NAME}}{fixed(worth):>{CHIPS}}"
        line += f"{best - worth:>{LOST}.2f}{often:>{OFTEN}.0%}"
        yield Content.styled(line, "bold" if action == decision.action else "")


def made_of(reviewed: Reviewed) -> Content:
    """What a hand was made of, and its decisions."""
    if reviewed.split is None:
        return Content(ungraded(reviewed.played))
    lines = list(split_lines(reviewed.split))
    if reviewed.played.assisted:
        lines.append(Content("* with a hint"))
    for decision in reviewed.decisions:
        lines += [Content(""), Content.styled(decision.infoset, "bold"), *decision_lines(decision)]
    return Content("\n").join(lines)
