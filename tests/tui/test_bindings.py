"""Keys: none that a terminal or a multiplexer takes, each with a name to remap it by."""

import importlib
import inspect
import pkgutil

import pytest
from textual.binding import BindingsMap
from textual.dom import DOMNode
from textual.screen import ModalScreen, Screen

import pokerbot.tui
from pokerbot.games.catalogue import parse_game
from pokerbot.tui.app import PokerApp
from pokerbot.tui.bound import NAMED, filled, key_of
from pokerbot.tui.places import PLACES
from pokerbot.tui.practise.items import ItemsScreen, ListedScreen
from pokerbot.tui.ranges.painting import PaintScreen
from pokerbot.tui.screen import BaseScreen, FeltScreen
from pokerbot.tui.table.base import BaseTable
from pokerbot.tui.widgets.filter import FilteredScreen
from pokerbot.tui.widgets.keys import Keys
from tests.tui.driving import at_table, driven, make_app, opponent, press, until

PLAIN = {
    *("space", "enter", "escape", "tab", "backspace", "up", "down", "left", "right"),
    *("pageup", "pagedown", "home", "end", "question_mark", "colon", "slash"),
    *("plus", "minus", "equals_sign", "less_than_sign", "greater_than_sign"),
    *("left_square_bracket", "right_square_bracket", "full_stop", "comma"),
}

TERMINAL = {"interrupt", "suspend_process"}
"""What a key does that the terminal itself would do, if the app did not read each key."""

AT_HAND = {
    *("space", "enter", "escape", "tab", "backspace", "up", "down", "left", "right"),
    *("pageup", "pagedown", "home", "end", "ctrl+c", "ctrl+z"),
}
"""Keys without a sign of their own, which do what lies next; each other means one thing."""

TOGETHER = {
    "whose turn": {"seat", "player"},
    "solve": {"switch_mode('solve')", "stop", "another"},
    "see it otherwise": {"details", "page", "turn", "differ", "chart", "beside"},
    "more": {"speed(1)", "screen.size(1)", "shift(0.1)", "more"},
    "less": {"speed(-1)", "screen.size(-1)", "shift(-0.1)"},
    "show or hide": {"study(True)", "study(False)"},
    "look for": {"filter", "find"},
    "use another": {"choose", "compare", "session"},
    "write to a file": {"share", "save"},
}
"""What one thing several actions are."""

SHARED = (
    *(BaseScreen, BaseTable, FeltScreen, FilteredScreen),
    *(ItemsScreen, ListedScreen, PaintScreen),
)
"""What screens are made from."""


def classes():
    """Every class of the app that can have keys."""
    found = set()
    modules = {each.name for each in pkgutil.walk_packages(pokerbot.tui.__path__, "pokerbot.tui.")}
    for module in modules - {"pokerbot.tui.web"}:  # it needs an extra, and has no screen
        for _, each in inspect.getmembers(importlib.import_module(module), inspect.isclass):
            if issubclass(each, DOMNode) and each.__module__.startswith("pokerbot.tui"):
                found.add(each)
    return sorted(found, key=lambda each: each.__qualname__)


def own(cls):
    return BindingsMap(cls.__dict__.get("BINDINGS", ())).key_to_bindings


@pytest.mark.parametrize("cls", [c for c in classes() if own(c)], ids=lambda c: c.__qualname__)
def test_only_keys_that_every_terminal_leaves_to_programs(cls):
    for key, bindings in own(cls).items():
        for binding in bindings:
            assert len(key) == 1 or key in PLAIN or binding.action in TERMINAL, key
            assert binding.description or not binding.show, key


def test_a_key_means_one_thing_on_all_screens_and_one_thing_has_one_key():
    """Apart from what closes a pop-up, which any of its keys may do."""
    thing = {action: name for name, actions in TOGETHER.items() for action in actions}
    meant, keys = {}, {}
    for key, bindings in ((key, each) for cls in classes() for key, each in own(cls).items()):
        for action in {binding.action.removeprefix("app.") for binding in bindings}:
            if key not in AT_HAND and not action.startswith("dismiss"):
                sign = key.replace("equals_sign", "plus")  # the same without shift
                meant.setdefault(sign, set()).add(thing.get(action, action))
                keys.setdefault(thing.get(action, action), set()).add(sign)
    assert not {key: things for key, things in meant.items() if len(things) > 1}
    assert not {name: signs for name, signs in keys.items() if len(signs) > 1}
    assert meant["c"] == {"take('check,call')"}
    assert set(TOGETHER) <= set(keys)


def test_screens_and_the_app_name_their_keys_for_keymaps():
    ids = {}
    for cls in [PokerApp, *(c for c in classes() if issubclass(c, Screen))]:
        if issubclass(cls, ModalScreen):
            continue
        for bindings in own(cls).values():
            for binding in bindings:
                if binding.show:
                    assert binding.id, (cls, binding.key)
                    ids.setdefault(binding.id, set()).add(binding.action.partition("(")[0])
    assert all(len(actions) == 1 for actions in ids.values())


async def test_textual_s_own_key_to_leave_is_gone():
    app = make_app()
    async with driven(app) as pilot:
        await pilot.pause()
        assert "ctrl+q" not in app.screen.active_bindings
        assert "ctrl+p" not in app.screen.active_bindings
        await press(pilot, "ctrl+q")
        assert app.is_running


@pytest.mark.slow
async def test_what_lies_below_a_pop_up_stands_still_and_is_up_to_date_afterwards():
    """The keys are out of sight, as they do nothing; their lines stay, or the screen would move."""
    app = make_app(opponent(parse_game("kuhn")))
    async with driven(app, (40, 15)) as pilot:
        table = at_table(app)
        await until(pilot, lambda: table.ready and "Hint" in str(drawn(table)))
        blank = [""] * len(drawn(table))
        await press(pilot, "question_mark")
        await until(pilot, lambda: app.screen.is_modal and app.screen.focused)
        await pilot.pause()
        assert [line.strip() for line in drawn(table)] == blank
        table.check_action = lambda action, parameters: action != "hint"
        table.refresh_bindings()
        await pilot.pause()
        assert [line.strip() for line in drawn(table)] == blank
        await press(pilot, "escape")
        await until(pilot, lambda: "Hint" not in str(drawn(table)) and "Help" in str(drawn(table)))


def drawn(screen):
    """The lines of the list of keys, as they were drawn last."""
    keys = screen.query_one(Keys)
    return [keys.render_line(y).text for y in range(keys.size.height)]


def test_every_screen_says_what_its_keys_do_and_has_help():
    for cls in classes():
        if issubclass(cls, Screen) and cls not in SHARED and not issubclass(cls, ModalScreen):
            assert isinstance(cls.HELP, str), cls
            assert Keys.__name__ in inspect.getsource(cls.compose), cls


def test_each_place_is_in_the_table_with_its_screen_its_keys_and_its_help():
    for cls in (c for c in classes() if issubclass(c, Screen) and c not in SHARED):
        for name in {b.id.partition(".")[0] for each in own(cls).values() for b in each if b.id}:
            place = PLACES[name]
            assert getattr(place.module, place.screen) is cls
            assert cls.HELP or issubclass(cls, ModalScreen)
    assert len({place.key for place in PLACES.values() if place.key}) == 8


def test_help_names_keys_by_their_bindings():
    """Each name in it is one, and what stands there is what the foot of the screen shows."""
    told = 0
    app = make_app()
    for cls in classes():
        text = vars(cls).get("HELP", "")
        for name in NAMED.findall(text) if isinstance(text, str) else ():
            assert key_of(app, name)
            told += 1
        if isinstance(text, str):
            assert not NAMED.search(filled(app, text))
    assert told > 40
