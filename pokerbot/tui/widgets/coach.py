"""What the person's decisions in a hand were worth, and what the one at hand is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.evaluation.breakdown import Decision
from pokerbot.opponents.reasons import why
from pokerbot.opponents.reviews import remark
from pokerbot.play.session.dice import Roll, names_as_shown
from pokerbot.play.view.view import View
from pokerbot.play.view.words import fixed, places
from pokerbot.tui.widgets.bars import TINTS, filled, kind_of
from pokerbot.tui.widgets.verdict import headline

MOST_ACTIONS, BESIDE = 5, 4
"""How many of very many actions are shown at least; with more room all but so many lines have one.

Beside them are the heading, what is left out, and a line or two of betting.
"""
LEAST_WIDTH = 20
BAR = 3, 12
"""The least and the most characters of a bar."""

WATCHING = "The coach is watching. It says what each action wins, and how often the bot does it."

Lines = list[Content | tuple[str, float, bool]]
"""What stands as it is, and an action with its chips, how often, and whether it was taken."""


class Coach(Widget):
    """In the order of the hand each decision's grade, what its actions win, how often, and why."""

    said: reactive[tuple[tuple[Content, Decision | None, Roll | None], ...]]
    said = reactive((), layout=True)
    _in_sight = 0

    def show(
        self, decisions: Sequence[Decision] | None, advice: Decision | None, view: View
    ) -> None:
        """Draw the decisions of a hand, and what the one at hand is worth.

        Args:
            decisions: those that are judged; None where the coach is to be silent.
            advice: the one at hand, where a hint was asked for; what it says was taken is not.
            view: the table, for the die.
        """
        self.display = decisions is not None or advice is not None
        judged = zip(decisions or (), view.rolls, strict=False)
        parts = [(_grade(decision), decision, roll) for decision, roll in judged]
        if advice is not None:
            head = Content.from_markup("[b $text-accent]Hint[/]: chips, how often the bot does it")
            parts.append((head, replace(advice, action=""), None))
        self.said = tuple(parts) or ((Content(WATCHING), None, None),)

    @property
    def newest(self) -> int:
        """How many lines stand before those about the last decision, or the one at hand."""
        return sum(map(len, self._parts(self.size.width)[:-1]))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A row for each line; what is in sight tells how many they are."""
        self._in_sight = container.height
        return sum(map(len, self._parts(width)))

    def render(self) -> Content:
        """The lines, the bars as long as there is room."""
        return Content("\n").join(
            line if isinstance(line, Content) else _action(*line, self.size.width)
            for line in chain(*self._parts(self.size.width))
        )

    def _parts(self, width: int) -> list[Lines]:
        """The lines about each decision, none wider than that."""
        parts, before = [], None
        for head, decision, roll in self.said:
            part: Lines = []
            if decision and before is not None and decision.round != before:
                part.append(_street(decision.round))
            part += _folded(head, width)
            if decision:
                before, reason = decision.round, _reason(decision, width)
                most = max(self._in_sight - BESIDE - len(reason), MOST_ACTIONS)
                part += [*_actions(decision, most), *reason]
            if roll:
                part.append(_die(roll))
            parts.append(part)
        return parts


def _street(round_: int) -> Content:
    """What stands above the first decision of a round but the first one."""
    return Content.styled(f"Round {round_ + 1}", "bold $foreground 75%")


def _die(roll: Roll) -> Content:
    """What the die asked for, and whether it was done."""
    kept = "kept" if roll.followed else "not kept"
    return Content.styled(f"Die {roll.die} said {roll.action}: {kept}", "$text-muted")


def _grade(decision: Decision) -> Content:
    """The action that was taken, its grade, and the chips it gave away, or why it is sound."""
    if decision.faultless is not False:
        return headline(decision, remark(decision))
    return headline(decision, f", −{decision.loss:.2f}")


def _reason(decision: Decision, width: int) -> list[Content]:
    """Why, in as many lines as it takes."""
    said = why(decision)
    return _folded(Content.styled(said, "$foreground 75%"), width) if said else []


def _folded(head: Content, width: int) -> list[Content]:
    """A heading in as many lines as it takes."""
    return [*head.wrap(max(width, LEAST_WIDTH))]


def _actions(decision: Decision, most: int) -> Lines:
    """Of very many the one that was taken, the best, the most frequent, and the others in one."""
    worth, often = decision.chips, decision.frequencies
    best = max(worth, key=worth.__getitem__)
    ranked = sorted(
        worth, key=lambda action: (action not in (decision.action, best), -often[action])
    )
    kept = ranked if len(ranked) <= most + 1 else ranked[:most]
    decimals = places(max(map(abs, worth.values())))
    lines: Lines = [
        (
            action + fixed(worth[action], decimals).rjust(14 - len(action)),
            often[action],
            action == decision.action,
        )
        for action in names_as_shown(worth)
        if action in kept
    ]
    if others := ranked[len(kept) :]:
        lines.append((f"+ {len(others)} others", sum(often[action] for action in others), False))
    return lines


def _action(what: str, often: float, taken: bool, width: int) -> Content:
    """A line about an action, marked where it was taken, in the colour of its kind."""
    room = min(max(width - 21, BAR[0]), BAR[1])
    return Content.assemble(
        (what.ljust(14), "bold" if taken else ""),
        "▶" if taken else " ",
        (filled(often, room), TINTS.get(kind_of(what), "$foreground 50%")),
        f"{often:>5.0%}",
    )
