"""Which key does something now: the one in the person's settings, or else the declared one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from textual.app import App
from textual.binding import Binding
from textual.keys import KEY_NAME_REPLACEMENTS, key_to_character
from textual.keys import Keys as TextualKeys

from pokerbot.errors import InputError
from pokerbot.io.files import printable
from pokerbot.tui.places import PLACES

NAMED = re.compile(r"\{([a-z_]+\.[a-z_]+)\}")


def key_of(app: App[Any], name: str) -> str:
    """The key of the binding with a name such as `lobby.resume`, as screens show it."""
    binding = _declared(name.partition(".")[0])[name]
    if moved := app._keymap.get(name):
        binding = binding.with_key(moved.partition(",")[0])
    return app.get_key_display(binding)


def filled(app: App[Any], text: str) -> str:
    """Replace names of bindings in a Markdown text by keys, as in `**{lobby.resume}** goes on`."""
    return NAMED.sub(
        lambda found: re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", key_of(app, found[1])), text
    )


def check_keys(moved: Mapping[str, str]) -> None:
    """Check the keys of a person's settings.

    moved: for names of bindings other keys, separated by commas

    Raises:
        InputError: no binding has such a name, a key does not exist, or two bindings of a place
            would have the same key.
    """
    for name, keys in moved.items():
        place = name.partition(".")[0]
        declared = _declared(place) if place in PLACES else {}
        if name not in declared:
            raise InputError(f"no key is called {printable(name)}")
        for key in keys.split(","):
            if not _is_key(key):
                raise InputError(
                    f"{name}: {printable(key)!r} is no key; keys are x, f2, ctrl+t or plus"
                )
            for other, binding in declared.items():
                apart = other != name and binding.key != declared[name].key
                if apart and key in moved.get(other, binding.key).split(","):
                    raise InputError(f"{key!r} would be the key of both {name} and {other}")


def _is_key(key: str) -> bool:
    base = re.sub(r"^((ctrl|shift|alt|super|meta|hyper)\+)+(?=.)", "", key)
    return base in _NAMED_KEYS or (key_to_character(base) or "\n").isprintable()


_NAMED_KEYS = {key.value for key in TextualKeys} | {*KEY_NAME_REPLACEMENTS.values()}


@cache
def _declared(place: str) -> dict[str, Binding]:
    """The bindings of a place that have a name, by their names."""
    return {
        binding.id: binding
        for value in vars(PLACES[place].module).values()
        for binding in Binding.make_bindings(getattr(value, "BINDINGS", ()))
        if binding.id is not None and binding.id.startswith(f"{place}.")
    }
