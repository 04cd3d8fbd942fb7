"""The command palette."""

import asyncio

import pytest

from tests.tui.driving import drive, make_app


@pytest.mark.parametrize("key", ["pagedown", "pageup"])
def test_keys_that_come_before_its_list_is_laid_out_do_no_harm(key):
    app = make_app()

    async def scenario(pilot):
        app.simulate_key("colon")
        for _ in range(200):
            app.simulate_key(key)
            await asyncio.sleep(0.001)
        assert app.is_running

    drive(app, scenario)
