"""Solving from the app: what is asked, how it goes, and what becomes of it."""

import os
import signal
import time
from pathlib import Path

import pytest
from textual.events import MouseDown, MouseUp
from textual.messages import ExitApp
from textual.widgets import Button, Input, Label, OptionList, Select, Static

from pokerbot.evaluation.exact import evaluate
from pokerbot.games.catalogue import parse_game
from pokerbot.runs.background.solving import Told
from pokerbot.runs.defaults import default_path, defaults
from pokerbot.runs.run import SolveRun
from pokerbot.runs.solving import solve
from pokerbot.strategy import storage
from pokerbot.tui.lobby.screen import LobbyScreen
from pokerbot.tui.popups.boxes import AskScreen
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.solver.form import SolveScreen
from pokerbot.tui.solver.saving import SavingScreen
from pokerbot.tui.solver.screen import DONE, ENDED, PAUSED, SOLVING, SolvingScreen
from pokerbot.tui.table.screen import TableScreen
from tests.play.tables import uniform
from tests.runs.test_background import is_running
from tests.tui.driving import (
    assert_all_in_sight,
    at_each,
    driven,
    make_app,
    press,
    text,
    until,
    until_in_sight,
)

SIZES = [(40, 15), (120, 40)]
LONG = 10**9


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A current folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


async def start(pilot, *job):
    """A solver at work, as if the form had been filled in so."""
    app = pilot.app
    await app.switch_mode("solve")
    app.begin_solving(SolveRun(*job))
    await until(pilot, lambda: isinstance(app.screen, SolvingScreen))
    return app.screen


async def at(pilot, screen, state):
    await until(pilot, lambda: screen.state == state)
    await pilot.pause(0)  # not until nothing happens: a solver at work tells on and on


def typed(app, selector, value):
    app.screen.query_one(selector, Input).value = value


async def mouse(pilot, widget, *events):
    """What the mouse does at a widget, as a terminal tells it."""
    x, y = widget.region.offset
    for event in events:
        pilot.app.post_message(event(None, x, y, 0, 0, 1, False, False, False))
        await pilot.pause()


@pytest.mark.slow
@pytest.mark.parametrize("by", ["left", "hidden", "gone"])
async def test_a_field_that_disappears_while_it_is_pressed_lets_the_mouse_go(by):
    async with driven(make_app()) as pilot:
        app = pilot.app
        await press(pilot, "e")
        form = app.screen
        await until_in_sight(pilot)
        await mouse(pilot, form.iterations, MouseDown)
        assert app.mouse_captured is form.iterations
        match by:
            case "left":
                await press(pilot, "escape")
            case "hidden":
                form.iterations.display = False
            case "gone":
                await form.iterations.remove()
        await pilot.pause()
        clicked = app.screen.rows if by == "left" else form.spec
        await mouse(pilot, clicked, MouseUp, MouseDown, MouseUp)
        assert app.focused is clicked
        assert app.mouse_captured is None


@pytest.mark.slow
async def test_from_the_lobby_to_a_solved_game_and_a_table_with_it(folder):
    app = make_app()

    async def assert_all_in_sight_at_each(pilot):
        async for _ in at_each(pilot, SIZES):
            assert_all_in_sight(app)

    async with driven(app) as pilot:
        await press(pilot, "e")
        typed(app, "#game", "kuhn:cards=4")
        await pilot.pause()
        typed(app, "#iterations", "30")
        await assert_all_in_sight_at_each(pilot)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, SolvingScreen))
        screen = app.screen
        await at(pilot, screen, DONE)
        assert "30 of 30 iterations" in text(app, "#figures")
        await assert_all_in_sight_at_each(pilot)
        await press(pilot, "enter")
        assert isinstance(app.screen, SavingScreen)
        await assert_all_in_sight_at_each(pilot)
        field = app.screen.query_one(Input)
        proposed, field.value = field.value, str(folder)
        await press(pilot, "enter", "enter")
        assert "folder" in str(app.screen.query_one(Static).render())
        field.value = proposed
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert app.screen.opponent.strategy.game.spec == "kuhn:cards=4"
        await press(pilot, "escape")
        assert isinstance(app.screen, LobbyScreen)
        await press(pilot, "e")
        assert app.screen is screen
    saved = storage.load(folder / "strategies" / "kuhn-cards-4-sapcfr+.json")
    assert saved.iterations == 30
    usual, _ = defaults("kuhn")
    assert saved.maker == usual


@pytest.mark.slow
async def test_the_form_offers_what_fits_the_game_and_says_what_does_not():
    app = make_app()
    async with driven(app) as pilot:
        await press(pilot, "e")
        select = app.screen.query_one(Select)

        async def ask(game):
            typed(app, "#game", game)
            await pilot.pause()
            await until(pilot, lambda: not app.screen.query_one(Button).disabled)
            return {
                str(option.prompt).split()[0] for option in select.query_one(OptionList).options
            }

        for game, absent in (("kuhn", set()), ("leduc", {"fp"}), ("kuhn:cards=300", {"fp"})):
            offered = await ask(game)
            typed(app, "#iterations", "30")
            assert {"cfr", "es-mccfr", "gxfp"} <= offered
            assert not offered & absent
        for game, iterations in (("kuhn", "30"), ("kuhn:cards=4", "30"), ("leduc", "10,000")):
            await ask(game)
            assert app.screen.iterations.value == iterations
            typed(app, "#iterations", "30")
        assert "fp" in await ask("kuhn")
        assert select.value == defaults("kuhn")[0]
        assert "first" in text(app, "#why")
        select.value = "cfr"
        await pilot.pause()
        assert defaults("kuhn")[0] in text(app, "#why")
        for wrong, words in (
            ("kuhn:cards=1", "cards must be"),
            ("[/]x", "no game '[/]x'"),
            ("liars-dice", "liars-dice has no cards and betting"),
        ):
            typed(app, "#game", wrong)
            await until(pilot, lambda words=words: words in text(app, "#rules"))
            await until(pilot, lambda: app.screen.query_one(Button).disabled)
            assert "enter" not in app.screen.active_bindings
            await press(pilot, "enter")
            assert isinstance(app.screen, SolveScreen)
        await ask("kuhn")
        for field, wrong in (("iterations", "x"), ("iterations", "0"), ("target", "-1")):
            typed(app, f"#{field}", wrong)
            await pilot.pause()
            assert app.screen.query_one("#limits", Static).has_class("-wrong")
            await press(pilot, "enter")
            assert isinstance(app.screen, SolveScreen)
            typed(app, f"#{field}", "5")
            await pilot.pause()
            assert not app.screen.query_one("#limits", Static).has_class("-wrong")
        await press(pilot, "down")
        assert app.screen.query_one("#game", Input).value == "leduc"
        await press(pilot, "escape")
        assert isinstance(app.screen, LobbyScreen)


@pytest.mark.slow
async def test_what_is_typed_replaces_the_game_and_no_line_is_without_help():
    app = make_app()
    async with driven(app) as pilot:
        await press(pilot, "e", "down", "k", "u", "h", "n")
        screen = app.screen
        assert screen.spec.value == "kuhn"
        await pilot.press("question_mark")  # with its character, which `press` leaves out
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await press(pilot, "escape", "tab", "home", "escape", "e", "l", "e", "d", "u", "c")
        assert app.screen is screen
        assert screen.spec.value == "leduc"


@pytest.mark.slow
async def test_the_line_that_has_the_focus_is_marked_and_enter_solves_on_each():
    app = make_app()

    def marked():
        labels = app.screen.query("#job Label").results(Label)
        return [str(each.content) for each in labels if each.styles.text_style.reverse]

    async with driven(app) as pilot:
        await press(pilot, "e")
        form = app.screen
        for name in ("Game", "Algorithm", "Iterations", "or down to"):
            await until(pilot, lambda name=name: marked() == [name])
            assert app.screen.active_bindings["enter"].binding.action == "screen.start"
            await press(pilot, "tab")
        app.screen.query_one(Select).focus()
        await press(pilot, "down")
        assert app.screen.query_one(Select).expanded
        await pilot.pause()  # until the list has its place
        await press(pilot, "escape", "enter")
        await until(pilot, lambda: isinstance(app.screen, SolvingScreen))
        await until(pilot, lambda: form.focused is form.spec)


@pytest.mark.slow
async def test_pausing_going_on_and_saving(folder):
    app, kept = make_app(), []
    async with driven(app) as pilot:
        screen = await start(pilot, "kuhn", "cfr+", LONG)
        await until(pilot, lambda: screen.latest)
        await press(pilot, "space")
        await at(pilot, screen, PAUSED)
        paused = screen.latest.iterations
        kept.append(screen.latest.exploitability)
        await press(pilot, "x")
        typed(app, "Input", "x.json")
        await press(pilot, "enter")
        await until(pilot, lambda: screen.saved)
        assert screen.saved.iterations == paused == screen.latest.iterations
        assert not app.unsaved
        await press(pilot, "space")
        await until(pilot, lambda: screen.latest.iterations > paused)
        assert screen.state == SOLVING
        assert "kuhn by cfr+" in app.unsaved
        assert screen.unsaved == screen.latest.iterations - paused
        assert f"{paused:,} iteration" in text(app, "#news")
        shown = screen.frequencies.shown
        assert len(shown) == 12
        assert all(sum(chances.values()) == pytest.approx(1) for chances in shown.values())
        await press(pilot, "space")  # at work it would hold up the end
    strategy = storage.load(folder / "x.json")
    assert evaluate(strategy).exploitability == pytest.approx(kept[0])


@pytest.mark.slow
async def test_a_file_is_replaced_only_if_it_is_wanted_and_never_one_of_another_game(folder):
    storage.save(uniform(parse_game("leduc")), folder / "leduc.json")
    storage.save(uniform(parse_game("kuhn")), folder / "kuhn.json")
    before = {path.name: path.read_bytes() for path in folder.glob("*.json")}
    app = make_app()

    async def warned(pilot):
        box = app.screen.query_one("#ask")
        await until(pilot, lambda: "replaces" in box.border_subtitle)

    async def save(pilot, name):
        await press(pilot, "x")
        typed(app, "Input", name)
        await press(pilot, "enter")
        assert isinstance(app.screen, SavingScreen)
        await warned(pilot)

    async with driven(app) as pilot:
        screen = await start(pilot, "kuhn", "cfr", 5)
        await at(pilot, screen, DONE)
        await save(pilot, "kuhn.json")
        await press(pilot, "end", "x")
        assert "replaces" not in app.screen.query_one("#ask").border_subtitle
        await press(pilot, "backspace", "enter")
        await warned(pilot)
        await press(pilot, "escape")
        assert (folder / "kuhn.json").read_bytes() == before["kuhn.json"]
        await save(pilot, "leduc.json")
        await press(pilot, "enter")
        await until(pilot, lambda: "not a strategy of kuhn" in text(app, "#news"))
        assert (folder / "leduc.json").read_bytes() == before["leduc.json"]
        assert not screen.saved
        await save(pilot, "kuhn.json")
        await press(pilot, "enter")
        await until(pilot, lambda: screen.saved)
        assert storage.load(folder / "kuhn.json").iterations == 5
        await press(pilot, "x", "enter")
        assert app.screen is screen, "its own file is replaced without a warning"


@pytest.mark.slow
async def test_a_better_strategy_stays_unless_it_is_named_again(folder):
    """As `pokerbot solve` does: what is worse is saved beside it."""
    there = folder / default_path(parse_game("kuhn"), "cfr")
    there.parent.mkdir()
    storage.save(solve("kuhn", "cfr", iterations=500).strategy, there)
    before, app = there.read_bytes(), make_app()
    async with driven(app) as pilot:
        screen = await start(pilot, "kuhn", "cfr", 5)
        await at(pilot, screen, DONE)
        await press(pilot, "x", "enter")
        field = app.screen.query_one(Input)
        await until(pilot, lambda: field.value == "strategies/kuhn-cfr-2.json")
        assert text(app, "#ask Static").startswith("The strategy there is better, ")
        await until_in_sight(pilot)
        await press(pilot, "enter")
        await until(pilot, lambda: screen.saved)
        assert screen.saved.path == "strategies/kuhn-cfr-2.json"
        assert there.read_bytes() == before
        await press(pilot, "x")
        field = app.screen.query_one(Input)
        for asked in ("So beside it:", "Replace it?"):
            field.value = "strategies/kuhn-cfr.json"
            await press(pilot, "enter")
            await until(pilot, lambda asked=asked: text(app, "#ask Static").endswith(asked))
            assert "is better" in text(app, "#ask Static")
        await press(pilot, "enter")
        await until(pilot, lambda: there.read_bytes() != before)


@pytest.mark.slow
async def test_a_file_that_cannot_be_is_told(folder):
    app = make_app()
    async with driven(app) as pilot:
        screen = await start(pilot, "kuhn", "cfr", 5)
        await at(pilot, screen, DONE)
        for name in ("~nobody-of-that-name/x.json", "x" * 300):
            await press(pilot, "x")
            typed(app, "Input", name)
            await press(pilot, "enter")
            told = "cannot write", name[:9]
            await until(pilot, lambda told=told: all(each in text(app, "#news") for each in told))
            assert app.unsaved
            await press(pilot, "x")
            assert app.screen.query_one(Input).value[:9] == name[:9]
            await press(pilot, "escape")
            assert not text(app, "#news")


async def test_ten_times_more():
    app = make_app()
    async with driven(app) as pilot:
        screen = await start(pilot, "kuhn", "cfr+", 20)
        await at(pilot, screen, DONE)
        assert screen.active_bindings["e"].binding.action == "another"
        await press(pilot, "plus")
        await until(pilot, lambda: screen.latest.iterations == 200)
        await at(pilot, screen, DONE)


@pytest.mark.parametrize("limits", [(10**18, 0.1), (5, 1e-323)])
async def test_ten_times_more_than_there_can_be_is_refused(limits):
    async with driven(make_app()) as pilot:
        screen = await start(pilot, "kuhn", "cfr+", *limits)
        await at(pilot, screen, DONE)
        await press(pilot, "plus")
        assert "must be" in text(pilot.app, "#news")
        assert (screen.state, screen.job.iterations, screen.job.target) == (DONE, *limits)


@pytest.mark.slow
async def test_each_frequency_is_written_however_small_and_narrow():
    app = make_app()
    shown = {"K:kb": {"fold": 0.01, "call": 0.97, "raise": 0.02}, "K:k": {"check": 1, "bet": 0}}
    async with driven(app, (40, 15)) as pilot:
        screen = await start(pilot, "kuhn", "cfr", 5)
        await at(pilot, screen, DONE)
        await press(pilot, "i")
        screen.frequencies.shown = shown
        await pilot.pause()
        lines = [line for line in screen.frequencies.render().plain.split("\n") if line]
        assert lines[::2] == ["K · check, bet", "K · check"]
        assert lines[1].endswith(" fold 1 call 97 raise 2")
        assert lines[3].endswith(" check 100 bet 0")
        assert max(map(len, lines)) <= screen.frequencies.size.width
        async for _ in at_each(pilot, [(60, 24)]):
            lines = screen.frequencies.render().plain.split("\n")
            assert [line.strip() for line in lines[1::3]] == ["f 1 c 97 r 2", "k 100 b 0"]
            assert max(map(len, lines)) <= screen.frequencies.size.width


@pytest.mark.slow
async def test_it_goes_on_while_one_is_elsewhere_and_is_not_lost_by_mistake():
    app = make_app()
    async with driven(app) as pilot:
        screen = await start(pilot, "kuhn", "cfr", LONG)
        await until(pilot, lambda: screen.latest)
        await press(pilot, "escape")
        assert isinstance(app.screen, LobbyScreen)
        before = screen.latest.iterations
        await until(pilot, lambda: screen.latest.iterations > before)
        await until(pilot, lambda: "kuhn, solving, 0 %" in text(app, "#last"))
        await until_in_sight(pilot)
        for key in ("q", "n"):
            await press(pilot, key)
        assert isinstance(app.screen, LobbyScreen)
        await press(pilot, "e")
        assert app.screen is screen
        await press(pilot, "e")
        assert isinstance(app.screen, AskScreen)
        await press(pilot, "escape")
        await press(pilot, "e", "y")
        assert isinstance(app.screen, SolveScreen)
        assert not app.unsaved
        await press(pilot, "escape")
        await until(pilot, lambda: "solving" not in text(app, "#last"))
        assert not is_running(screen.background.process.id)


@pytest.mark.slow
async def test_who_starts_twice_has_one_solver():
    """Enter, and again before its screen is there."""
    app = make_app()
    async with driven(app) as pilot:
        await press(pilot, "e")
        form = app.screen
        for _ in range(2):
            app.begin_solving(SolveRun("kuhn", "cfr", 5))
        await until(pilot, lambda: isinstance(app.screen, SolvingScreen))
        await at(pilot, app.screen, DONE)
        assert app.screen is app.solving
        assert app.screen_stack[-2] is form


@pytest.mark.slow
async def test_leaving_ends_the_solver_and_says_what_is_lost():
    app = make_app()
    async with driven(app) as pilot:
        screen = await start(pilot, "kuhn", "cfr", LONG)
        await until(pilot, lambda: screen.latest)
        await press(pilot, "q", "y")
    assert not app.is_running
    assert not is_running(app.solving.background.process.id)
    assert app.unsaved.startswith("kuhn by cfr, ")


@pytest.mark.slow
async def test_what_takes_long_the_first_time_is_told():
    app = make_app()
    async with driven(app, (40, 15)) as pilot:
        screen = await start(pilot, "kuhn", "cfr", LONG)
        await at(pilot, screen, SOLVING)
        screen.post_message(SolvingScreen.Heard(Told("compiling for this machine, once …")))
        await until(pilot, lambda: text(app, "#news").startswith("compiling"))
        assert_all_in_sight(app)
        await press(pilot, "space")  # at work it would hold up the end


@pytest.mark.slow
@pytest.mark.parametrize(
    ("job", "words"),
    [(("kuhn:cards=999999999", "cfr", 5), "GiB of memory"), (("kuhn", "cfr", LONG), "SIGKILL")],
    ids=["too large", "killed"],
)
async def test_a_solver_that_ends_is_told_in_a_line(job, words):
    app = make_app()
    async with driven(app, (40, 15)) as pilot:
        screen = await start(pilot, *job)
        if words == "SIGKILL":
            await until(pilot, lambda: screen.latest)
            os.kill(screen.background.process.id, signal.SIGKILL)
        await at(pilot, screen, ENDED)
        assert words in text(app, "#news")
        assert_all_in_sight(app)
        await press(pilot, "space", "x", "enter", "plus", "e")
        assert isinstance(app.screen, SolveScreen)


@pytest.mark.slow
async def test_a_file_that_is_gone_before_it_is_played_is_told(folder, monkeypatch):
    app, told = make_app(), []
    monkeypatch.setattr(app, "notify", lambda text, **options: told.append(text))
    async with driven(app) as pilot:
        screen = await start(pilot, "kuhn", "cfr", 5)
        await at(pilot, screen, DONE)
        await press(pilot, "escape")
        await until(pilot, lambda: "kuhn, done, not saved" in text(app, "#last"))
        await press(pilot, "e", "x", "enter")
        await until(pilot, lambda: screen.saved)
        next((folder / "strategies").iterdir()).unlink()
        await press(pilot, "g")
        await until(pilot, lambda: "no such file" in text(app, "#news"))
        await press(pilot, "enter")
        await until(pilot, lambda: any("no such file" in line for line in told))
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


@pytest.mark.slow
async def test_every_size_on_the_way_keeps_all_in_sight():
    app = make_app()
    async with driven(app) as pilot:
        for open_ in (False, True):
            if open_:
                screen = await start(pilot, "leduc", "dcfr+", 20)
                await at(pilot, screen, DONE)
            else:
                await press(pilot, "e")
            for size in [(120, 40), (60, 20), (40, 15), (80, 24), (40, 40), (120, 15)]:
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert_all_in_sight(app)


def fail(app):
    app.fail(RuntimeError("a fault"))


def close_the_page(app):
    """As in a browser: what serves the page asks for this."""
    app.post_message(ExitApp())


@pytest.mark.slow
@pytest.mark.parametrize("end", [fail, close_the_page])
async def test_what_a_solver_has_done_is_saved_where_nobody_is_asked(end, folder):
    """To a file that was not there: what is saved already stays."""
    kept = folder / "strategies" / "kuhn-cfr.json"
    kept.parent.mkdir()
    kept.write_text("something else")
    app = make_app()
    async with driven(app) as pilot:
        screen = await start(pilot, "kuhn", "cfr", LONG)
        await until(pilot, lambda: screen.unsaved)
        end(app)
    assert app.rescued == Path("strategies/kuhn-cfr-2.json")
    ended = time.monotonic() + 60
    while not app.rescued.exists():
        assert time.monotonic() < ended
        time.sleep(0.05)
    assert storage.load(app.rescued).iterations > 0
    assert kept.read_text() == "something else"
