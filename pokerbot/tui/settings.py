"""A person's settings, for all sessions: theme, the bot's pace, the coach, and keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.io.files import is_there, named_in_errors, read_json
from pokerbot.io.own_files import changing, write_json
from pokerbot.tui.bound import check_keys

PACES = {"at once": 0.0, "quickly": 0.3, "in a moment": 0.6, "slowly": 1.5}
PACE = PACES["in a moment"]
"""The bot's paces: how long it takes for an action, in seconds; and the usual one."""


@dataclass(frozen=True)
class Settings:
    """A person's settings; None where something was not set.

    theme: the name of a theme, of pokerbot's or of Textual's
    pace: one of `PACES`
    keys: for names of bindings the keys to use
    coach: `on` or `off`
    """

    theme: str | None = None
    pace: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    coach: str | None = None


def load(path: Path) -> Settings:
    """Read settings from a file, such as `{"theme": "nord", "pace": "slowly"}`.

    Where there is no file, nothing is set.

    Raises:
        InputError: it cannot be read, or does not hold valid settings.
    """
    if not is_there(path):
        return Settings()
    with named_in_errors(path):
        said = read_json(path)
        if not isinstance(said, dict) or set(said) - {"theme", "pace", "keys", "coach"}:
            raise InputError("settings must be an object of theme, pace, coach and keys")
        theme, pace, keys = said.get("theme"), said.get("pace"), said.get("keys", {})
        if not isinstance(theme, str | None):
            raise InputError("the theme must be a name")
        if pace not in (None, *PACES):
            raise InputError(f"the pace must be one of {', '.join(PACES)}")
        if not isinstance(keys, dict) or not all(isinstance(key, str) for key in keys.values()):
            raise InputError('keys must be an object of texts, such as {"table.fold": "x"}')
        check_keys(keys)
        if (coach := said.get("coach")) not in (None, "on", "off"):
            raise InputError("the coach must be on or off")
        return Settings(theme, pace, keys, coach)


def keep(path: Path, changed: Mapping[str, str]) -> None:
    """Change some settings in a file, and keep the others; other processes may do so as well.

    Raises:
        InputError: the file cannot be read or written.
    """
    with changing(path):
        there = {name: said for name, said in asdict(load(path)).items() if said}
        write_json(path, there | dict(changed), indent=2)
