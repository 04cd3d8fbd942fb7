"""The command palette."""

import asyncio
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rich.style import Style
from textual.command import CommandList, CommandPalette, Hit, Provider
from textual.events import Click
from textual.widgets import LoadingIndicator

from pokerbot.evaluation.breakdown import GRADES
from pokerbot.evaluation.tolerance import LEAST
from pokerbot.play.view.glossary import WORDS
from pokerbot.strategy import library
from pokerbot.tui.palette import Commands, Palette, Themes
from pokerbot.tui.popups.boxes import TellScreen
from pokerbot.tui.popups.help import HelpScreen
from tests.tui.driving import driven, make_app, press, until


@pytest.mark.slow
@pytest.mark.parametrize("key", ["pagedown", "pageup"])
async def test_keys_that_come_before_its_list_is_laid_out_do_no_harm(key):
    app = make_app()
    async with driven(app) as pilot:
        app.simulate_key("colon")
        for _ in range(200):
            app.simulate_key(key)
            await asyncio.sleep(0.001)
        await until(pilot, lambda: listed(app))
        choices = app.screen.query_one(CommandList)
        await press(pilot, "home", "pagedown")
        assert choices.highlighted
        await press(pilot, "pageup", "enter")
        assert not isinstance(app.screen, CommandPalette)


@pytest.mark.slow
async def test_a_click_outside_after_the_terminal_shrank_does_no_harm():
    app = make_app()
    async with driven(app) as pilot:
        await press(pilot, "colon")
        await until(pilot, lambda: listed(app))
        await pilot.resize_terminal(52, 9)
        palette = app.screen
        palette.post_message(Click(palette, 101, 12, 0, 0, 1, False, False, False, 101, 12))
        await pilot.pause()
        assert app.screen is palette
        palette.post_message(Click(palette, 0, 0, 0, 0, 1, False, False, False, 0, 0))
        await until(pilot, lambda: app.screen is not palette)


async def test_a_click_on_a_line_that_is_gone_does_no_harm():
    app = make_app()
    async with driven(app) as pilot:
        await press(pilot, "colon")
        await until(pilot, lambda: listed(app))
        choices = app.screen.query_one(CommandList)
        await until(pilot, lambda: choices.region.area)
        style = Style.from_meta({"option": 10_000})  # more lines may come meanwhile
        x, y = choices.region.offset
        choices.post_message(Click(choices, 0, 0, 0, 0, 1, False, False, False, x, y, style))
        await pilot.pause()
        assert isinstance(app.screen, CommandPalette)


class Endless(Provider):
    """Lines that are listed, and then a search that does not end."""

    async def search(self, query):
        for score in range(2):
            yield Hit(score, query, lambda: None)
            await asyncio.sleep(0.3)  # Textual lists what came in a quarter of a second
        await asyncio.Event().wait()


@pytest.mark.slow
async def test_its_sign_of_a_search_may_be_gone_when_it_would_be_shown():
    app = make_app()
    async with driven(app) as pilot:
        palette = Palette(providers=[Endless])
        await app.push_screen(palette)
        await press(pilot, "a")
        await until(pilot, lambda: listed(app))
        palette.leave()
        await palette.query(LoadingIndicator).remove()
        passed = []
        app.set_timer(0.6, lambda: passed.append(True))  # Textual shows it after half a second
        await until(pilot, lambda: passed)


async def test_the_house_s_own_come_first():
    app = make_app()
    async with driven(app) as pilot:
        await press(pilot, "colon")
        await until(pilot, lambda: listed(app))
        theirs = {each.title for each in app.get_system_commands(app.screen)} - {"Theme"}
        ours = [name.partition("\n")[0] not in theirs for name in listed(app)]
        assert ours == sorted(ours, reverse=True)
        assert set(ours) == {True, False}


async def test_words_find_what_is_meant():
    app = make_app()
    async with driven(app):
        for provider, words, first in (
            (Themes, "light", "pokerbot-light"),
            (Themes, "dark", "pokerbot-dark"),
            (Themes, "nord", "nord"),
            (Commands, "pace", "Pace, the bot's speed: at once"),
            (Commands, "speed", "Pace, the bot's speed: at once"),
            (Commands, "quit", "Quit"),
        ):
            hits = [hit async for hit in provider(app.screen).search(words)]
            assert str(max(hits, key=lambda hit: hit.score).match_display) == first


@pytest.mark.slow
@pytest.mark.parametrize("downloads", [True, False])
async def test_a_picture_is_saved_among_the_downloads_or_else_here(
    tmp_path, monkeypatch, downloads
):
    home, here = tmp_path / "home", tmp_path / "here"
    for folder in (home, here):
        folder.mkdir()
    if downloads:
        (home / "Downloads").mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_DOWNLOAD_DIR", raising=False)
    monkeypatch.chdir(here)
    app, told = make_app(), []
    app.notify = lambda text, **options: told.append(text)
    async with driven(app) as pilot:
        await press(pilot, "colon", *"screenshot")
        await until(pilot, lambda: any(line.startswith("Screenshot") for line in listed(app)))
        await press(pilot, "enter")
        await until(pilot, lambda: told)
    (picture,) = (home / "Downloads" if downloads else here).iterdir()
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert told == [f"Saved to {picture}."]


async def test_a_picture_that_cannot_be_saved_says_why(tmp_path):
    app, told = make_app(), []
    app.notify = lambda text, **options: told.append(text)
    async with driven(app):
        app.deliver_screenshot("x.svg", str(tmp_path / "nowhere"))
    assert told == [f"cannot write {tmp_path}/nowhere/x.svg: No such file or directory"]


@pytest.mark.slow
async def test_names_of_files_are_no_markup(monkeypatch):
    names = ["[@click=app.quit]x[/]", "[/b]", "[red]y"]
    monkeypatch.setattr(library, "files", lambda: [Path(f"[/i]/{name}.json") for name in names])
    app = make_app()
    async with driven(app) as pilot:
        for words in ((), ("p", "l", "a", "y")):
            await press(pilot, "colon", *words)
            shown = [f"Play {Path(name).name}\n[/i]/{name}.json" for name in names]
            await until(pilot, lambda shown=shown: set(shown) <= set(listed(app)))
            await press(pilot, "escape")


@pytest.mark.parametrize("name", ["felix", "srp-wet-river-dcfr", "leduc-cfr+"])
async def test_every_strategy_is_there_by_name(name):
    app = make_app()
    async with driven(app) as pilot:
        await press(pilot, "colon", *("minus" if key == "-" else key for key in name))
        await until(pilot, lambda: any(line.startswith(f"Play {name}\n") for line in listed(app)))


def listed(app):
    """What the palette offers, each with its line of help."""
    return [str(option.prompt) for option in app.screen.query_one(CommandList).options]


@pytest.mark.slow
@pytest.mark.parametrize("place", ["", "m", "t"])
async def test_a_word_can_be_asked_for_on_any_screen(place):
    app = make_app()
    async with driven(app) as pilot:
        await press(pilot, *place)
        await press(pilot, "colon")
        await until(pilot, lambda: listed(app))
        await press(pilot, *"pot", "space", *"odds")
        await until(pilot, lambda: app.screen.query_one(CommandList).option_count == 1)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        assert app.screen.text == f"# Pot odds\n\n{WORDS['pot odds']}"


def test_the_words_are_in_their_order_and_short():
    assert list(WORDS) == sorted(WORDS, key=str.casefold)
    assert max(map(len, WORDS.values())) < 240


def test_the_glossary_says_from_where_on_a_loss_counts():
    assert f"less than {GRADES[-1][0]:g} antes" in WORDS["sound"]
    assert f"{100 * LEAST:g} % of the pot at a spot" in WORDS["sound"]


@pytest.mark.slow
async def test_the_title_of_a_code_is_as_the_opponents_file_is_called():
    """It was taken for markup; brackets could even end the app."""
    app = make_app()
    async with driven(app) as pilot:
        Commands._send(app, "Challenge a friend: a[red]b[/][/], 10 hands", "code")
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        box = app.screen.query_one("#ask")
        assert box._border_title.plain == "Challenge a friend: a[red]b[/][/], 10 hands"
        assert app.clipboard == "code"
