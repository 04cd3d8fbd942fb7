"""The coach beside the table: what the person's decisions were worth, and what a hint says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, repeat

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from pokerbot.evaluation.breakdown import Decision
from pokerbot.opponents.reasons import why
from pokerbot.opponents.reviews import ActionLine, listed, of_pot, remark
from pokerbot.play.session.dice import Roll, names_as_shown, read_roll
from pokerbot.play.view.amounts import fixed, percent, places
from pokerbot.play.view.view import View
from pokerbot.tui.widgets.bars import filled
from pokerbot.tui.widgets.verdict import headline

MOST_ACTIONS, BESIDE = 5, 5
"""If a decision has very many actions, at least `MOST_ACTIONS` of them are shown.

With more room, all lines in sight show actions but `BESIDE`: the headings, the line of those left
out, and a line or two of betting.
"""
LEAST_WIDTH = 20
TIGHT = 6
"""With fewer lines in sight, a line compares the action taken in words, before the table."""
WINS, SOUND = 14, 6
"""The least columns for an action with what it wins; those for how often sound play takes it."""
BAR = 3, 32
"""The least and the most characters of a bar."""
FULL = 25
"""A bar is full at the largest loss, or if that is more, at this many times the least that counts.

That is where a blunder begins.
"""

WATCHING = (
    "The coach is watching. It says what each action wins, and how much less than the best one."
)

Row = tuple[str, float, str, bool]
"""A line about an action: the action and its chips, the part of the bar that its loss fills, how
often sound play takes it, and whether it was taken."""

Lines = list[Content | Row]
"""Lines of text, and lines about actions, whose width depends on the room."""


class Coach(Widget):
    """For each decision of a hand its grade, a table of what its actions win and lose, and why.

    said: for each decision a heading, the decision, and what the die asked for; only a heading
        while there is no decision
    """

    said: reactive[tuple[tuple[Content, Decision | None, Roll | None], ...]]
    said = reactive((), layout=True)
    _in_sight = 0
    _rounds: tuple[str, ...] = ()

    def show(
        self, decisions: Sequence[Decision] | None, advice: Decision | None, view: View
    ) -> None:
        """Draw the decisions of a hand, and the hint for the present one.

        Args:
            decisions: the decisions judged so far; None if the coach is switched off.
            advice: the present decision if a hint was asked for; its `action` means nothing.
            view: the table, for the names of the rounds and the rolls of the die.
        """
        self._rounds = view.rounds
        self.display = decisions is not None or advice is not None
        own = [each.as_told for each in decisions or ()]
        parts: list[tuple[Content, Decision, Roll | None]] = [
            (_grade(each), each, read_roll(die, each.sound, each.action))
            for each, die in zip(own, chain(view.rolled, repeat(None)), strict=False)
        ]
        if advice is not None:
            advice = advice.as_told
            parts.append((_hint(advice), replace(advice, action=""), None))
        self.said = tuple(parts) or ((Content(WATCHING), None, None),)

    @property
    def newest(self) -> int:
        """The number of lines before those about the newest decision, or the hint."""
        return sum(map(len, self._parts(self.size.width)[:-1]))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines, which depends on how many are in sight."""
        self._in_sight = container.height
        return sum(map(len, self._parts(width)))

    def render(self) -> Content:
        """Draw the lines, with bars as long as there is room for."""
        return Content("\n").join(
            line if isinstance(line, Content) else _action(*line, self.size.width)
            for line in chain(*self._parts(self.size.width))
        )

    def _parts(self, width: int) -> list[Lines]:
        """The lines about each decision, none wider than `width`."""
        parts, before = [], None
        for head, decision, roll in self.said:
            part: Lines = []
            if decision and before is not None and decision.round != before:
                part.append(Content.styled(self._rounds[decision.round], "bold $foreground 75%"))
            part += _folded(head, width)
            if decision:
                before, reason = decision.round, _reason(decision, width)
                if decision.action and self._in_sight < TIGHT:
                    part += _folded(_in_brief(decision), width)
                most = max(self._in_sight - BESIDE - len(reason), MOST_ACTIONS)
                rows = _actions(decision, most)
                part += [_columns(len(rows[0][0]), width), *rows, *reason]
            if roll:
                part.append(_die(roll))
            parts.append(part)
        return parts


def _die(roll: Roll) -> Content:
    """The line on what the die asked for, and whether that was done."""
    kept = "kept" if roll.followed else "not kept"
    return Content.styled(f"Die {roll.die} said {roll.action}: {kept}", "$text-muted")


def _grade(decision: Decision) -> Content:
    """The heading of a decision: its action, the grade, and the chips given away or a remark."""
    if decision.faultless is not False:
        return headline(decision, remark(decision))
    decimals = places(decision.loss, decision.decimals)
    return headline(decision, f", −{decision.loss:.{decimals}f}{of_pot(decision)}")


def _reason(decision: Decision, width: int) -> list[Content]:
    """The reason for a decision's grade, wrapped into lines; none if there is no reason to tell."""
    said = why(decision)
    return _folded(Content.styled(said, "$foreground 75%"), width) if said else []


def _folded(text: Content, width: int) -> list[Content]:
    """A text wrapped into lines."""
    return [*text.wrap(max(width, LEAST_WIDTH))]


def _hint(advice: Decision) -> Content:
    """The hint: which action is best, and by how much."""
    best, *others = sorted(advice.chips, key=advice.chips.__getitem__, reverse=True)
    alike = [each for each in others if advice.chips[best] - advice.chips[each] < advice.least]
    if not others:
        said = f"{best} is all there is"
    elif alike:
        said = f"{' or '.join(names_as_shown([best, *alike]))}: as good"
    else:
        more = advice.chips[best] - advice.chips[others[0]]
        said = f"{best}: {fixed(more, places(more, advice.decimals))} better"
        said += f" than {others[0]}" if len(others) > 1 else ""
    return Content.from_markup("[b $text-accent]Hint[/]  $said", said=said)


def _in_brief(decision: Decision) -> Content:
    """A line that compares the action taken with the best one, or with the next best."""
    worth, done = decision.chips, decision.action
    other = max((each for each in worth if each != done), key=worth.__getitem__, default="")
    decimals = places(max(map(abs, worth.values())), decision.decimals)
    said = f"wins {fixed(worth[done], decimals)}"
    if other:
        rank = "best" if worth[other] > worth[done] and decision.loss >= decision.least else "next"
        said += f"; {rank}: {other} {fixed(worth[other], decimals)}"
    return Content(said)


def _bar_width(wins: int, width: int) -> int:
    """The characters of a bar in lines of this width; wins: those before it."""
    return min(max(width - wins - 1 - SOUND, BAR[0]), BAR[1])


def _columns(wins: int, width: int) -> Content:
    """The headings above the actions; bars that are too short for `lost` have none."""
    room = _bar_width(wins, width)
    lost = "lost" if room > BAR[0] else ""
    return Content.styled(f"{'wins':>{wins}} {lost:<{room}}{'sound':>{SOUND}}", "dim")


def _actions(decision: Decision, most: int) -> list[Row]:
    """The lines about a decision's actions.

    Of very many actions, only those that win the most and the one taken have a line; the others
    share one.

    most: how many actions have a line of their own
    """
    worth, lines = [*decision.chips.values()], listed(decision, most)
    full = max(max(worth) - min(worth), FULL * decision.least)
    decimals = places(max(map(abs, worth)), decision.decimals)
    wins = [fixed(line.wins, decimals) for line in lines]
    room = max(WINS, *(len(f"{line.name} {won}") for line, won in zip(lines, wins, strict=True)))

    def row(line: ActionLine, won: str) -> Row:
        lost = line.loses if line.loses >= decision.least else 0.0
        sound = "–" if line.sound is None else percent(line.sound)
        return line.name + won.rjust(room - len(line.name)), lost / full, sound, line.taken

    return [*map(row, lines, wins)]


def _action(what: str, lost: float, sound: str, taken: bool, width: int) -> Content:
    """Draw a `Row` of that width, with a bar for what the action loses, and a mark if taken."""
    return Content.assemble(
        (what, "bold" if taken else ""),
        "▶" if taken else " ",
        (filled(lost, _bar_width(len(what), width)), "$error"),
        f"{sound:>{SOUND}}",
    )
