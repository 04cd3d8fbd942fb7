"""Work beside a screen: who hears of it, and who does not."""

import gc
import threading
import weakref

import pytest
from textual.widgets import Button

from pokerbot.errors import InputError
from pokerbot.io import machine
from pokerbot.tui.frame import frame
from pokerbot.tui.screen import BaseScreen
from tests.tui.driving import drive, driven, make_app, until


class Slow:
    """Work that ends when the test says so."""

    def __init__(self, found="late"):
        self.go, self.found, self.wanted = threading.Event(), found, None

    def start(self, screen, *then):
        def work():
            assert self.go.wait(30)
            self.wanted = screen.wanted
            if isinstance(self.found, InputError):
                raise self.found
            return self.found

        screen.beside(work, *then)
        self.thread = screen._thread

    async def end(self, pilot):
        self.go.set()
        await until(pilot, lambda: not self.thread.is_alive())
        await pilot.pause()


def beside(scenario):
    app = make_app()

    async def run(pilot):
        screen = BaseScreen()
        await app.push_screen(screen)
        await scenario(pilot, screen)

    drive(app, run)
    return app


def test_what_was_found_comes_back_in_the_screen_s_own_thread():
    async def scenario(pilot, screen):
        found, slow = [], Slow()
        slow.start(screen, lambda each: found.append((each, threading.current_thread())))
        assert not found
        await slow.end(pilot)
        assert found == [("late", threading.current_thread())]
        assert slow.wanted

    beside(scenario)


def test_free_memory_goes_back_when_work_ends(monkeypatch):
    given = []
    monkeypatch.setattr(machine, "give_back", lambda: given.append(threading.current_thread()))

    async def scenario(pilot, screen):
        slow = Slow()
        slow.start(screen, lambda _: None)
        await slow.end(pilot)
        assert slow.thread in given

    beside(scenario)


@pytest.mark.slow
def test_what_refers_to_itself_goes_once_enough_screens_are_left(monkeypatch, without_collector):
    class Knot:
        def __init__(self):
            self.itself = self

    monkeypatch.setattr(frame, "TAKEN_DOWN", 0.01)
    monkeypatch.setattr(frame, "MOST_LEFT", 4)

    async def scenario(pilot, screen):
        knot = weakref.ref(Knot())
        for _ in range(2):
            await pilot.app.push_screen(BaseScreen())
            await pilot.app.pop_screen()
        await until(pilot, lambda: knot() is None)

    beside(scenario)


@pytest.fixture
def without_collector():
    """Python's garbage collector does not run of itself."""
    gc.disable()
    yield
    gc.enable()


def test_of_two_works_the_second_counts_whichever_ends_first():
    async def scenario(pilot, screen):
        found, first = [], Slow()
        first.start(screen, found.append)
        screen.beside(lambda: "second", found.append)
        await until(pilot, lambda: found)
        await first.end(pilot)
        assert found == ["second"]
        assert not first.wanted

    beside(scenario)


@pytest.mark.parametrize("outcome", ["late", InputError("broken")], ids=str)
def test_a_screen_that_was_left_hears_no_more(outcome):
    async def scenario(pilot, screen):
        found, slow = [], Slow(outcome)
        slow.start(screen, found.append, found.append)
        await pilot.app.pop_screen()
        await slow.end(pilot)
        assert not found
        assert not slow.wanted

    beside(scenario)


def test_work_that_ends_while_its_screen_is_on_its_way_out_is_dropped():
    """It was taken before the screen was unmounted, and opened another one over the next."""

    async def scenario(pilot, screen):
        found, slow = [], Slow()
        slow.start(screen, found.append)
        pilot.app.pop_screen()
        slow.go.set()
        slow.thread.join()
        await pilot.pause()
        assert (found, screen.is_attached) == ([], False)

    beside(scenario)


def test_what_is_wrong_with_a_file_goes_to_who_asked_and_is_a_fault_where_no_one_did(monkeypatch):
    faults, told = [], []
    monkeypatch.setattr(threading, "excepthook", lambda thrown: faults.append(thrown.exc_value))
    error = InputError("broken")

    async def scenario(pilot, screen):
        for then in [(told.append,), (told.append, told.append)]:
            slow = Slow(error)
            slow.start(screen, *then)
            await slow.end(pilot)

    beside(scenario)
    assert (faults, told) == ([error], [error])


async def test_its_parts_are_styled_for_its_size_from_the_start():
    class Sized(BaseScreen):
        known = frozenset()

        def compose(self):
            self.known = self.classes
            return ()

    app = make_app()
    async with driven(app, (60, 20)) as pilot:
        screen = Sized()
        await app.push_screen(screen)
        assert screen.known == {"-narrow", "-short"}
        await pilot.pause()
        assert screen.classes == screen.known


class Counting(BaseScreen):
    """Counts its layouts, and how often it was styled after its parts."""

    laid_out = styled = 0

    def compose(self):
        yield Button(variant="success", flat=True, disabled=True)

    def on_mount(self):
        self.screen_layout_refresh_signal.subscribe(self, self.count)

    def count(self, _):
        self.laid_out += 1

    def update_node_styles(self, **_):
        self.styled += 1


BY_WAY = pytest.mark.parametrize("way", ["above", "in a mode"])


async def opened(app, way):
    if way == "above":
        await app.push_screen(Counting())
    else:
        app.add_mode("there", Counting)
        await app.switch_mode("there")
    return app.screen


@BY_WAY
async def test_it_is_styled_once_more_only_when_it_is_come_back_to(way):
    app = make_app()
    async with driven(app) as pilot:
        screen = await opened(app, way)
        await pilot.pause()
        assert not screen.styled
        await app.push_screen(BaseScreen())
        await app.pop_screen()
        await pilot.pause()
        assert screen.styled


@BY_WAY
async def test_a_screen_that_opens_styles_its_parts_once_and_nothing_else(
    way, tmp_path, monkeypatch
):
    app, styled, sheet = make_app(), [], tmp_path / "new.tcss"
    sheet.write_text("Counting { background: red; }")
    monkeypatch.setattr(Counting, "CSS_PATH", [sheet], raising=False)
    async with driven(app):
        apply, before = app.stylesheet.apply, {app, *app.screen.walk_children(with_self=True)}

        def seen(node, **how):
            styled.append(node)
            apply(node, **how)

        monkeypatch.setattr(app.stylesheet, "apply", seen)
        screen = await opened(app, way)
        assert not before & {*styled}
        assert styled.count(screen.query_one(Button)) == 1
        assert screen.styles.background.hex == "#FF0000"


@pytest.mark.slow
@BY_WAY
async def test_it_is_laid_out_once_for_each_size(way):
    app = make_app()
    async with driven(app) as pilot:
        screen = await opened(app, way)
        await app.push_screen(BaseScreen())
        await pilot.pause()
        assert screen.laid_out <= 2
        await pilot.resize_terminal(50, 30)
        await until(pilot, lambda: app.screen.size == (50, 30))
        await app.pop_screen()
        await until(pilot, lambda: screen.size == (50, 30))
