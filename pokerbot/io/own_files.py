"""A person's own files: where they are, and how small ones of JSON are written and changed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pokerbot.errors import os_errors_as
from pokerbot.io.files import make_folder_of, printable, write_whole
from pokerbot.io.machine import alone


def history_file() -> Path:
    """The file of hands, in the folder that POKERBOT_DATA names or in the user's data folder."""
    return _own("history.jsonl", "user_data_path")


def settings_file() -> Path:
    """The file of the settings, in POKERBOT_DATA or in the user's configuration folder."""
    return _own("settings.json", "user_config_path")


def _own(name: str, usual: str) -> Path:
    """A file in POKERBOT_DATA, or in the folder for which platformdirs has the function `usual`."""
    if folder := os.environ.get("POKERBOT_DATA"):
        return Path(folder, name)
    import platformdirs

    where: Path = getattr(platformdirs, usual)("pokerbot", appauthor=False)
    return where / name


def write_json(path: Path, content: object, indent: int | None = None) -> None:
    """Write a file of JSON, which is replaced whole; its folder is made.

    indent: how far lines are indented, None for a single line without an end

    Raises:
        InputError: it cannot be written; what the file held is untouched.
    """
    make_folder_of(path)
    end = "" if indent is None else "\n"
    write_whole(path, [f"{json.dumps(content, indent=indent, allow_nan=False)}{end}".encode()])


@contextmanager
def changing(path: Path) -> Iterator[None]:
    """Let other processes into such a block of a file only once this one has left its own.

    So what one reads there and writes anew lacks no change of another. The lock lies beside the
    file, in its folder, which is made.

    Raises:
        InputError: the folder or the lock cannot be made.
    """
    make_folder_of(path)
    with os_errors_as(f"cannot write {printable(str(path))}"), alone(path.with_suffix(".lock")):
        yield
