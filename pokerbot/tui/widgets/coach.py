"""What the person's decisions in a hand were worth."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widgets import Static

from pokerbot.evaluation.split import Judged
from pokerbot.play.words import chips, signed

COLOURS = {"best": "$text-success", "inaccuracy": "$text-warning", "unclear": "$text-muted"}
MOST_ACTIONS = 5
BAR, EIGHTHS = 4, " ▏▎▍▌▋▊▉"


class Coach(Static):
    """For each decision its grade, and for each action its chips and how often it is right."""

    def show(self, decisions: Sequence[Judged] | None) -> None:
        """Draw the decisions of a hand; None where the coach is to be silent."""
        self.display = decisions is not None
        lines = [line for each in decisions or () for line in _lines(each)]
        self.update(Content("\n").join(lines or [Content("The coach is watching.")]))


def _lines(decision: Judged) -> list[Content]:
    """The grade, then the actions; of very many the best, and the one that was taken.

    A loss that the strategy's own inexactness may explain is no fault, but not for sure the best.
    """
    lost = chips(decision.loss, 2)
    grade = "unclear" if decision.grade == "best" and lost != "0" else decision.grade
    heading = Content.from_markup(
        f"[b {COLOURS.get(grade, '$text-error')}]$action: $grade[/]$lost",
        action=decision.action,
        grade=grade,
        lost="" if lost == "0" else f", −{lost}",
    )
    least = sorted(decision.chips.values(), reverse=True)[:MOST_ACTIONS][-1]
    shown = [a for a, c in decision.chips.items() if c >= least or a == decision.action]
    return [heading, *(_action(decision, action) for action in shown)]


def _action(decision: Judged, action: str) -> Content:
    often, chips_won = decision.frequencies[action], decision.chips[action]
    full, eighths = divmod(round(often * BAR * 8), 8)
    bar = "█" * full + EIGHTHS[eighths]
    worth = signed(chips_won, 2 if abs(chips_won) < 10 else 1)
    return Content.from_markup(
        "$what [$accent]$bar[/]$often",
        what=action + worth.rjust(14 - len(action)),
        bar=bar[:BAR].ljust(BAR),
        often=f"{often:>5.0%}",
    )
