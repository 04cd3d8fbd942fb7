"""What the person's decisions in a hand were worth, and what the one at hand is."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.evaluation.split import Judged
from pokerbot.play.view import View
from pokerbot.play.words import chips, signed
from pokerbot.reviews import grade_of
from pokerbot.tui.widgets.verdict import COLOURS

MOST_ACTIONS = 5
BAR, EIGHTHS = (3, 12), " ▏▎▍▌▋▊▉"
"""The least and the most characters of a bar, and the parts of one."""

Said = tuple[Content | tuple[Judged, str], ...]
"""Lines that stand as they are, and actions of a decision, as wide as there is room."""


class Coach(Widget):
    """For each decision its grade, and for each action its chips and how often it is right."""

    said: reactive[Said] = reactive((), layout=True)

    def show(self, decisions: Sequence[Judged] | None, advice: Judged | None, view: View) -> None:
        """Draw the decisions of a hand, and what the one at hand is worth.

        Args:
            decisions: those that are judged; None where the coach is to be silent.
            advice: the one at hand, where a hint was asked for; what it says was taken is not.
            view: the table, for the die.
        """
        self.display = decisions is not None or advice is not None
        said: list[Content | tuple[Judged, str]] = []
        for judged, call in zip(decisions or (), view.calls, strict=False):
            if call is not None:
                kept = "kept" if call.followed else "not kept"
                said.append(Content.styled(f"Die {call.die}: {call.action}, {kept}", "$text-muted"))
            said += [_grade(judged), *_actions(judged)]
        if advice is not None:
            said += [Content.styled("Hint", "bold $text-accent"), *_actions(advice)]
        self.said = tuple(said) or (Content("The coach is watching."),)

    @property
    def last_heading(self) -> int:
        """The line where what is said of the last decision begins."""
        return max(
            (at for at, line in enumerate(self.said) if isinstance(line, Content)), default=0
        )

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A row for each line."""
        return len(self.said)

    def render(self) -> Content:
        """The lines, the bars as long as there is room."""
        return Content("\n").join(
            line if isinstance(line, Content) else _action(*line, self.size.width)
            for line in self.said
        )


def _grade(decision: Judged) -> Content:
    """The action that was taken, its grade, and the chips it gave away."""
    lost, grade = chips(decision.loss, 2), grade_of(decision)
    return Content.from_markup(
        f"[b {COLOURS.get(grade, '$text-error')}]$action: $grade[/]$lost",
        action=decision.action,
        grade=grade,
        lost="" if lost == "0" else f", −{lost}",
    )


def _actions(decision: Judged) -> list[tuple[Judged, str]]:
    """The actions to show: of very many the best, and the one that was taken."""
    least = sorted(decision.chips.values(), reverse=True)[:MOST_ACTIONS][-1]
    return [
        (decision, action)
        for action, worth in decision.chips.items()
        if worth >= least or action == decision.action
    ]


def _action(decision: Judged, action: str, width: int) -> Content:
    often, won = decision.frequencies[action], decision.chips[action]
    worth = signed(won, 2 if abs(won) < 10 else 1)
    room = min(max(width - 21, BAR[0]), BAR[1])
    return Content.from_markup(
        "$what [$accent]$bar[/]$often",
        what=action + worth.rjust(14 - len(action)),
        bar=bar(often, room),
        often=f"{often:>5.0%}",
    )


def bar(part: float, width: int) -> str:
    """A bar of that many characters, filled in part."""
    full, eighths = divmod(round(part * width * 8), 8)
    return ("█" * full + EIGHTHS[eighths])[:width].ljust(width)
