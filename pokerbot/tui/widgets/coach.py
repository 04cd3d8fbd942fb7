"""What the person's decisions in a hand were worth, and what the one at hand is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.evaluation.split import Judged
from pokerbot.play.mix import Call
from pokerbot.play.view import View
from pokerbot.play.words import fixed, places
from pokerbot.reviews import grade_of
from pokerbot.tui.widgets.verdict import COLOURS

MOST_ACTIONS = 5
BAR, EIGHTHS = (3, 12), " ▏▎▍▌▋▊▉"
"""The least and the most characters of a bar, and the parts of one."""

Said = tuple[Content | tuple[Judged, str], ...]
"""Lines that stand as they are, and actions of a decision, as wide as there is room."""


class Coach(Widget):
    """For each decision, the last first, its grade, and of each action its chips and frequency.

    newest: how many lines are about the last decision, or the one at hand.
    """

    said: reactive[Said] = reactive((), layout=True)
    newest = 1

    def show(self, decisions: Sequence[Judged] | None, advice: Judged | None, view: View) -> None:
        """Draw the decisions of a hand, and what the one at hand is worth.

        Args:
            decisions: those that are judged; None where the coach is to be silent.
            advice: the one at hand, where a hint was asked for; what it says was taken is not.
            view: the table, for the die.
        """
        self.display = decisions is not None or advice is not None
        parts: list[Said] = []
        for judged, call in zip(decisions or (), view.calls, strict=False):
            thrown = () if call is None else (_die(call),)
            parts.insert(0, (_grade(judged), *_actions(judged), *thrown))
        if advice is not None:
            parts.insert(0, (Content.styled("Hint", "bold $text-accent"), *_actions(advice)))
        parts = parts or [(Content("The coach is watching."),)]
        self.newest = len(parts[0])
        self.said = tuple(chain(*parts))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A row for each line."""
        return len(self.said)

    def render(self) -> Content:
        """The lines, the bars as long as there is room."""
        return Content("\n").join(
            line if isinstance(line, Content) else _action(*line, self.size.width)
            for line in self.said
        )


def _die(call: Call) -> Content:
    """What the die called for, and whether it was done."""
    kept = "kept" if call.followed else "not kept"
    return Content.styled(f"Die {call.die}: {call.action}, {kept}", "$text-muted")


def _grade(decision: Judged) -> Content:
    """The action that was taken, its grade, and the chips it gave away."""
    lost, grade = f"{decision.loss:.2f}", grade_of(decision)
    return Content.from_markup(
        f"[b {COLOURS.get(grade, '$text-error')}]$action: $grade[/]$lost",
        action=decision.action,
        grade=grade,
        lost="" if lost == "0.00" else f", −{lost}",
    )


def _actions(decision: Judged) -> Said:
    """The actions to show: of very many the best, the one that was taken, how many others."""
    least = sorted(decision.chips.values(), reverse=True)[:MOST_ACTIONS][-1]
    shown = [
        (decision, action)
        for action, worth in decision.chips.items()
        if worth >= least or action == decision.action
    ]
    others = len(decision.chips) - len(shown)
    plural = "" if others == 1 else "s"
    left_out = Content.styled(f"+ {others} other{plural}, worse", "$text-muted")
    return (*shown, left_out) if others else tuple(shown)


def _action(decision: Judged, action: str, width: int) -> Content:
    often, won = decision.frequencies[action], decision.chips[action]
    worth = fixed(won, places(max(map(abs, decision.chips.values()))))
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
