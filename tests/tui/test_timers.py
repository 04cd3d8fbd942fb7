"""Timers that are late when they begin."""

from tests.tui.driving import driven, make_app, until

AT_ONCE = 1e-9
"""Seconds after which a tick is due: they have passed when the timer begins, as they have if a
process is held up just then."""


async def test_their_only_tick_comes():
    app = make_app()
    async with driven(app) as pilot:
        for part in (app, app.screen):
            ticks = []
            part.set_timer(AT_ONCE, lambda ticks=ticks: ticks.append(1))
            await until(pilot, lambda ticks=ticks: ticks)
