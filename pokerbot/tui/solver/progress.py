"""The figures that show a solver's progress."""

from __future__ import annotations

from textual.widgets import Static

from pokerbot.play.view.amounts import chips, fixed
from pokerbot.runs.progress import Forecast, clock


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
        latest = forecast.seen[-1]
        of = f" of {forecast.iterations:,}" if forecast.iterations else ""
        done = f"{latest.iterations:,}{of} iterations"
        speed = f"{forecast.rate:,.0f} a second"
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
