"""Clicks on a list of lines."""

import pytest
from textual.app import App
from textual.widgets import DataTable, _data_table

from pokerbot.tui.widgets.listing import Listing
from tests.tui.driving import driven, press, shown, until


class Listed(App[None]):
    chosen: int | None = None
    clicked: str | None = None

    def compose(self):
        yield Listing(id="lines")

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        self.chosen = event.cursor_row

    def on_data_table_header_selected(self, event: DataTable.HeaderSelected) -> None:
        self.clicked = str(event.label)


@pytest.mark.parametrize("headings", [[], ["a", "b"]])
@pytest.mark.parametrize("at", [(0, 0), (70, 0)])
async def test_a_click_on_a_heading_means_nothing(headings, at):
    app = Listed()
    async with driven(app) as pilot:
        listing = app.screen.query_one(Listing)
        listing.fill(headings, [["x" for _ in headings]] * 3 if headings else [])
        listing.move_cursor(row=1)
        await pilot.pause()
        before = listing.cursor_row, app.chosen
        await pilot.click("#lines", offset=at)
        await pilot.pause()
        assert app.clicked is None
        assert (listing.cursor_row, app.chosen) == before
        if headings:
            await pilot.click("#lines", offset=(1, 3))
            assert app.chosen == 2


async def test_columns_without_room_are_left_out_and_come_back():
    app = Listed()
    lines = [[word * 10 for word in "abc"]] * 3
    async with driven(app, (40, 10)) as pilot:
        listing = app.screen.query_one(Listing)
        listing.fill(["one", "two", "three"], lines, ["two", "one"])
        for width, kept in [(40, "one two three"), (30, "one three"), (20, "three")]:
            await pilot.resize_terminal(width, 10)
            await until(pilot, lambda kept=kept: headings(listing) == kept.split())
            assert listing.max_scroll_x == 0
        listing.move_cursor(row=2)
        await pilot.resize_terminal(40, 10)
        await until(pilot, lambda: len(listing.columns) == 3)
        assert listing.cursor_row == 2


async def test_where_a_wide_column_has_no_room_a_narrow_one_may_have():
    app = Listed()
    lines = [["a" * 10, "b" * 4, "c" * 20]] * 3
    async with driven(app, (25, 10)) as pilot:
        listing = app.screen.query_one(Listing)
        listing.fill(["one", "two", "three"], lines, ["two", "three"])
        await until(pilot, lambda: headings(listing) == ["one", "two"])


async def test_the_first_column_is_shortened_where_no_other_can_go():
    app = Listed()
    lines = [["a long name", "figures"]] * 3
    async with driven(app, (40, 10)) as pilot:
        listing = app.screen.query_one(Listing)
        listing.fill(["one", "two"], lines)
        for width, name in [(40, "a long name"), (19, "a long …"), (40, "a long name")]:
            await pilot.resize_terminal(width, 10)
            await until(pilot, lambda name=name: str(listing.get_row_at(0)[0]) == name)
            assert str(listing.get_row_at(0)[1]) == "figures"
            assert listing.max_scroll_x == 0


async def test_a_name_is_shortened_to_twelve_characters_before_a_figure_is_left_out():
    """Each column has a space on either side: 12 + 2 and 6 + 2 are the least for both."""
    app = Listed()
    lines = [["a" * 20, "figure"]] * 3
    async with driven(app, (30, 10)) as pilot:
        listing = app.screen.query_one(Listing)
        listing.fill(["name", "more"], lines, ["more"], "name")
        for width, name, kept in [(30, 20, 2), (29, 19, 2), (22, 12, 2), (21, 19, 1)]:
            await pilot.resize_terminal(width, 10)
            await until(pilot, lambda name=name: len(str(listing.get_row_at(0)[0])) == name)
            assert len(listing.columns) == kept


def headings(listing):
    return [str(column.label) for column in listing.ordered_columns]


async def test_lines_stay_in_sight_while_their_cells_change():
    """They jumped back to the cursor at each file that the lobby read, under the mouse's wheel."""
    app = Listed()
    lines = [[f"line {row}", "–"] for row in range(40)]
    async with driven(app, (40, 24)) as pilot:
        listing = app.screen.query_one(Listing)
        listing.fill(["a", "b"], lines)
        listing.move_cursor(row=2)
        await pilot.pause()
        listing.scroll_to(y=12, animate=False, immediate=True)
        lines[30][1] = "0.25 chips"
        listing.fill(["a", "b"], lines, stays=True)
        await pilot.pause()
        assert (listing.scroll_offset.y, listing.cursor_row) == (12, 2)
        assert "0.25 chips" in "".join(shown(app))
        listing.fill(["a", "b"], lines)
        await pilot.pause()
        assert (listing.scroll_offset.y, listing.cursor_row) == (0, 0)


async def test_a_click_on_a_line_goes_there():
    app = Listed()
    async with driven(app) as pilot:
        app.screen.query_one(Listing).fill(["a"], [["x"], ["y"], ["z"]])
        await pilot.pause()
        await pilot.click("#lines", offset=(1, 3))
        assert app.chosen == 2


@pytest.mark.parametrize("lines", [0, 3])
async def test_home_and_end_go_to_the_first_line_and_the_last(lines):
    app = Listed()
    async with driven(app) as pilot:
        listing = app.screen.query_one(Listing)
        listing.fill(["a"], [["x"]] * lines)
        listing.focus()
        for key, row in [("end", lines - 1), ("home", 0), ("ctrl+end", lines - 1)]:
            await press(pilot, key)
            assert listing.cursor_row == row


async def test_the_line_of_the_cursor_stays_in_sight_when_there_is_less_room():
    app = Listed()
    async with driven(app, (40, 24)) as pilot:
        listing = app.screen.query_one(Listing)
        listing.fill(["a"], [["x"]] * 20)
        listing.move_cursor(row=15)
        await pilot.resize_terminal(40, 8)
        await until(pilot, lambda: listing.size.height == 8)
        await until(pilot, lambda: listing.scroll_y <= 15 < listing.scroll_y + 7)


async def test_the_cells_of_a_long_list_are_not_measured(monkeypatch):
    """The columns' widths are known; to measure each cell took half the time of a key."""
    app, measured = Listed(), []

    def measure(_, cell, *args, **options):
        measured.append(str(cell))
        return measured_by_textual(_, cell, *args, **options)

    measured_by_textual = _data_table.measure
    monkeypatch.setattr(_data_table, "measure", measure)
    async with driven(app) as pilot:
        listing = app.screen.query_one(Listing)
        listing.fill(["a"], [["x" * 9]] * 100)
        await until(pilot, lambda: listing.virtual_size == (11, 101))
        assert "x" * 9 not in measured


async def test_lines_stay_in_sight_when_there_is_more_or_less_room():
    """They jumped back to the cursor, as at a line that the lobby added below its list."""
    app = Listed()
    async with driven(app, (40, 24)) as pilot:
        listing = app.screen.query_one(Listing)
        listing.fill(["a"], [["x"]] * 60)
        listing.move_cursor(row=2)
        await pilot.pause()
        listing.scroll_to(y=12, animate=False, immediate=True)
        for height in (20, 23):
            await pilot.resize_terminal(40, height)
            await until(pilot, lambda height=height: listing.size.height == height)
            await pilot.pause()
            assert (listing.scroll_offset.y, listing.cursor_row) == (12, 2)
