"""The figures that show a solver's progress."""

from __future__ import annotations

from textual.widgets import Static

from pokerbot.play.view.amounts import chips, fixed
from pokerbot.runs.progress import Forecast, clock
from pokerbot.runs.results import Progress


class Figures(Static):
    """Iterations, speed and exploitability; in fewer words on a small screen."""

    def __init__(self) -> None:
        super().__init__(id="figures", markup=False)

    def show(
        self, forecast: Forecast, measured: str, *, working: bool, pot: float | None = None
    ) -> None:
        """Show the last measurement, and how much time is left.

        Args:
            forecast: the measurements so far.
            measured: what they measure.
            working: whether the solver works, so that the time left is shown.
            pot: a spot's pot, of which exploitability is then shown as a part.
        """
        if not forecast.seen:
            return
        latest = forecast.seen[-1]
        of = f" of {forecast.iterations:,}" if forecast.iterations else ""
        done = f"{latest.iterations:,}{of} iterations"
        speed = f"{forecast.rate:,.0f} a second"
        left = forecast.seconds_left() if working else None
        if left is not None:
            speed += f", about {clock(left)} left"
        if pot is not None:
            worth = f"{measured} {100 * latest.exploitability / pot:.3g} % of the pot"
            ev = f"EV oop {pot / 2 + latest.value:z.2f} of {chips(pot)}"
        if self.screen.has_class("-tiny"):
            lines = [done, speed, f"{_worth(latest)} chips per hand" if pot is None else worth]
        elif pot is not None:
            lines = [f"{done}, {speed}", f"{worth}, {ev}"]
        else:
            value = f"value {fixed(latest.value, 6)}"
            lines = [f"{done}, {speed}", f"{_worth(latest)}, {value} chips per hand"]
        self.update("\n".join(lines))


def _worth(progress: Progress) -> str:
    sign = "−" if progress.exploitability < 0 else ""
    return f"exploitability {sign}{abs(progress.exploitability):.2e}"
