"""Which key does something now: the one that a person has settled, or else the declared one."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from textual.app import App
from textual.binding import Binding

from pokerbot.tui.places import PLACES

NAMED = re.compile(r"\{([a-z_]+\.[a-z_]+)\}")


def key_of(app: App[Any], name: str) -> str:
    """The key of the binding of that name, as the foot of a screen shows it."""
    binding = _declared(name)
    if moved := app._keymap.get(name):
        binding = binding.with_key(moved.partition(",")[0])
    return app.get_key_display(binding)


def filled(app: App[Any], text: str) -> str:
    """A text in Markdown with keys for the names in it, as in `**{lobby.resume}** goes on`."""
    return NAMED.sub(
        lambda found: re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", key_of(app, found[1])), text
    )


@cache
def _declared(name: str) -> Binding:
    """The binding of that name, which begins with its place."""
    for value in vars(PLACES[name.partition(".")[0]].module).values():
        for binding in Binding.make_bindings(getattr(value, "BINDINGS", ())):
            if binding.id == name:
                return binding
    raise KeyError(name)
