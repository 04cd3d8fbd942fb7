"""What shows a solver's progress: the curve of exploitability, frequencies, and figures."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from pokerbot.games.actions import LETTERS, by_kind
from pokerbot.games.rules import Rules
from pokerbot.play.view.amounts import chips, fixed
from pokerbot.play.view.words import spot
from pokerbot.plots.text import MARGIN, Points, log_curve
from pokerbot.runs.progress import Forecast, clock, each_second
from pokerbot.tui.widgets.bars import drawn

AXIS = 2
"""The lines below the curve."""
LEAST_BAR = 3
"""The least width of a bar beside which the kinds of action are called by words, not letters."""


class Convergence(Widget):
    """The curve with both axes logarithmic, so that a straight line is a power law.

    points: (iterations, exploitability) of each measurement
    """

    DEFAULT_CLASSES = "box aside"
    points: reactive[Points] = reactive(())

    def render(self) -> Content:
        """Draw the curve, as large as there is room."""
        width, height = self.size.width - MARGIN - 1, self.size.height - AXIS
        lines = log_curve(self.points, width, height)
        return Content("\n").join(
            Content.assemble((line[:MARGIN], "$foreground 75%"), (line[MARGIN:], "$text-accent"))
            if at < height
            else Content.styled(line, "$foreground 75%")
            for at, line in enumerate(lines)
        )


class Frequencies(Widget):
    """Information sets in words, each with a bar and a percentage for each kind of action.

    Where words have no room beside the bars, the kinds are letters.

    shown: the frequency of each action, by the key of the information set
    """

    DEFAULT_CLASSES = "box aside"
    shown: reactive[Mapping[str, Mapping[str, float]]] = reactive({})

    def __init__(self, rules: Rules) -> None:
        """Show information sets of a game with these rules."""
        super().__init__()
        self.rules = rules

    def render(self) -> Content:
        """Draw as many as there is room for, with blank lines between if there is more room."""
        width, height = self.size
        for names in ({kind: kind for kind in LETTERS}, LETTERS):
            numbers = {key: _numbers(chances, names) for key, chances in self.shown.items()}
            room = width - max(map(len, numbers.values()), default=0) - 1
            if room >= LEAST_BAR:
                break
        pairs = (
            Content.assemble(
                (spot(self.rules, key), "$foreground 80%"),
                "\n",
                drawn(chances, max(room, 1), self, label=False),
                f" {numbers[key]}",
            )
            for key, chances in self.shown.items()
        )
        gap = "\n\n" if 3 * len(self.shown) - 1 <= height else "\n"
        return Content(gap).join(islice(pairs, height // 2))


def _numbers(chances: Mapping[str, float], names: Mapping[str, str]) -> str:
    """The percentage of each kind of action; rare ones are not left out.

    names: what the kinds are called
    """
    kinds = by_kind(chances).items()
    return " ".join(f"{names[kind]} {100 * chance:.0f}" for kind, chance in kinds)


class Figures(Static):
    """Iterations, speed and exploitability; in fewer words on a small screen."""

    def __init__(self) -> None:
        super().__init__(id="figures", markup=False)

    def show(self, forecast: Forecast, *, working: bool, pot: float | None = None) -> None:
        """Show the last measurement, and how much time is left.

        Args:
            forecast: the measurements so far.
            working: whether the solver works, so that the time left is shown.
            pot: a spot's pot, of which exploitability is then shown as a part.
        """
        if not forecast.seen:
            return
        latest, most = forecast.seen[-1], forecast.limits.iterations
        of = f" of {most:,}" if most else ""
        done = f"{latest.iterations:,}{of} iterations"
        speed = f"{each_second(forecast.rate)} a second"
        left = forecast.seconds_left() if working else None
        if left is not None:
            speed += f", about {clock(left)} left"
        if pot is None:
            sign = "−" if latest.exploitability < 0 else ""
            found = f"{forecast.measured} {sign}{abs(latest.exploitability):.2e}"
            alone, value = (
                f"{found} chips per hand",
                f"value {fixed(latest.value, 6)} chips per hand",
            )
        else:
            alone = found = (
                f"{forecast.measured} {100 * latest.exploitability / pot:.3g} % of the pot"
            )
            value = f"EV oop {pot / 2 + latest.value:z.2f} of {chips(pot)}"
        lines = [f"{done}, {speed}", f"{found}, {value}"]
        self.update("\n".join([done, speed, alone] if self.screen.has_class("-tiny") else lines))
