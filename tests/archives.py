"""Archives, such as checkpoints and solutions of spots, written again with something changed."""

from __future__ import annotations

import json
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

Members = dict[str, bytes]
Change = Callable[[Members], object]
HEADER = "header.json"


def rewrite(path: Path, change: Change, **given: Any) -> Path:
    """Write an archive again with its members changed; return its path.

    change: changes the members, by name; the `!` at the end of a name is left out, so that a name
        can be there twice
    given: how `zipfile` is to write members, but for the header
    """
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w") as archive:
        warnings.simplefilter("ignore")  # of a name that is there twice
        for name, content in members.items():
            others = given if name != HEADER else {}
            archive.writestr(zipfile.ZipInfo(name.rstrip("!")), content, **others)
    return path


def in_head(change: Callable[[dict[str, Any]], object]) -> Change:
    """A change of the header's content; an infinite number is written as one that JSON has."""

    def changed(members: Members) -> None:
        told = json.loads(members[HEADER])
        change(told)
        members[HEADER] = json.dumps(told).replace("Infinity", "1e400").encode()

    return changed


def head(**changes: Any) -> Change:
    """Other values in the header; ... takes a key out."""

    def change(told: dict[str, Any]) -> None:
        told |= changes
        for key in [key for key, value in changes.items() if value is ...]:
            del told[key]

    return in_head(change)


def put(name: str, change: Callable[[bytes], bytes]) -> Change:
    """Another member in place of that one, which may be missing."""
    return lambda members: members.update({name: change(members.get(name, b""))})
