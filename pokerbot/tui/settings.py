"""What a person has settled for all sessions: theme, the bot's pace, coach, other keys."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.io.files import decode_json, make_folder_of, printable, read_text, write_whole
from pokerbot.tui.bound import check_keys
from pokerbot.tui.paces import PACES


@dataclass(frozen=True)
class Settings:
    """What is None is not settled.

    theme: a name of Textual's or of the house's; pace: one of `PACES`; keys: by what they do;
    coach: `on` or `off`.
    """

    theme: str | None = None
    pace: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    coach: str | None = None


def settings_file() -> Path:
    """Where they are kept: the user's folder for settings, or the one that POKERBOT_DATA names."""
    if folder := os.environ.get("POKERBOT_DATA"):
        return Path(folder, "settings.json")
    from platformdirs import user_config_path

    return user_config_path("pokerbot", appauthor=False) / "settings.json"


def load(path: Path) -> Settings:
    """What a file says, as `{"theme": "nord", "pace": "slowly"}`; nothing without one.

    Raises:
        InputError: it cannot be read or says something else.
    """
    if not path.exists():
        return Settings()
    try:
        said = decode_json(read_text(path))
        if not isinstance(said, dict) or set(said) - {"theme", "pace", "keys", "coach"}:
            raise InputError("settings are an object with a theme, a pace, a coach and keys")
        theme, pace, keys = said.get("theme"), said.get("pace"), said.get("keys", {})
        if not isinstance(theme, str | None):
            raise InputError("the theme must be a name")
        if pace not in (None, *PACES):
            raise InputError(f"the pace must be one of {', '.join(PACES)}")
        if not isinstance(keys, dict) or not all(isinstance(key, str) for key in keys.values()):
            raise InputError('keys must be texts by name, as {"table.fold": "x"}')
        check_keys(keys)
        if (coach := said.get("coach")) not in (None, "on", "off"):
            raise InputError("the coach must be on or off")
        return Settings(theme, pace, keys, coach)
    except InputError as error:
        raise InputError(f"{printable(str(path))}: {error}") from None


def keep(path: Path, changed: Mapping[str, str]) -> None:
    """Write the theme, the pace or the coach beside what else is there.

    Raises:
        InputError: the file cannot be read or written.
    """
    there = {name: said for name, said in asdict(load(path)).items() if said}
    make_folder_of(path)
    write_whole(path, [json.dumps(there | dict(changed), indent=2).encode() + b"\n"])
