"""The file of a spot of hold'em: read, and written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError, meant
from pokerbot.games.holdem import DEFAULTS, SEATS
from pokerbot.games.locks import tables_of
from pokerbot.io.files import named_in_errors, read_text, write_whole

DEEPEST = max(key.count(".") for key in DEFAULTS)
"""How many tables a key of a spot can be in."""
REQUIRED = ("board", "pot", "stack", "oop.range", "ip.range")


def read_spot(path: str | Path, needed: Sequence[str] = REQUIRED) -> dict[str, object]:
    """A spot's file as a mapping of its keys, such as `oop.turn.bet`.

    Sizes that the file does not mention are none, also where the default has some.

    Args:
        path: the file.
        needed: the keys that it must have.

    Raises:
        InputError: it cannot be read, is no TOML, lacks a key, or has one that no spot has.
    """
    from pokerbot.io.toml import parse_toml  # nothing else needs it

    name = Path(path).name
    with named_in_errors(path):
        text = read_text(Path(path))
    return keys_of(parse_toml(text, f"{name:.60}"), name, needed)


def keys_of(
    told: Mapping[str, Any], name: str, needed: Sequence[str] = REQUIRED
) -> dict[str, object]:
    """Nested tables as a mapping of a file's keys; sizes that they do not mention are none.

    Raises:
        InputError: a key is missing, or is no key of a spot; the message begins with `name`.
    """
    found = dict(_flat(told))
    for key in found:
        if key not in DEFAULTS:
            inside = next((each for each in DEFAULTS if each.startswith(f"{key}.")), None)
            table = f"; it is a table, with keys such as {inside}"
            hint = table if inside else meant(key, DEFAULTS)
            raise InputError(f"{name:.60} has {key!r:.40}, which is no key of a spot{hint}")
    for key in needed:
        if key not in found:
            raise InputError(f"{name:.60} does not say {key}")
    return {"oop.river.bet": ""} | found


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, object]]:
    """The items of nested tables, with keys joined by dots; no key of a spot is in deeper ones."""
    for key, value in table.items():
        if isinstance(value, Mapping) and above.count(".") < DEEPEST:
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def write_spot(path: Path, given: Mapping[str, object]) -> None:
    """Write a spot's file, whole or not at all.

    Args:
        path: where to; what is there is replaced.
        given: the spot, by the keys of its file.

    Raises:
        InputError: it cannot be written.
    """
    write_whole(path, [spelled(given).encode()])


def spelled(given: Mapping[str, object]) -> str:
    """The text of a spot's file, without the keys whose value is their default.

    >>> print(spelled({"board": "2s3h4d 6c 7c", "pot": 20, "oop.range": "AA", "tree.merge": 0.1}))
    board = "2s3h4d 6c 7c"
    pot = 20
    <BLANKLINE>
    [oop]
    range = "AA"
    <BLANKLINE>
    [tree]
    merge = 0.1
    <BLANKLINE>
    """
    from pokerbot.games.ranges import Range

    usual = {**DEFAULTS, "oop.river.bet": ""}
    said = {
        key: value for key, value in given.items() if key in REQUIRED or value != usual.get(key)
    }
    said |= {key: Range(str(said[key])).short for key in said if key.endswith(".range")}
    locks = tables_of(str(said.pop("lock", "")))
    parts = [_lines(said, "")]
    parts += [f"[{table}]\n{_lines(said, f'{table}.')}" for table in (*SEATS, "tree")]
    parts += [f"[[lock]]\n{_lines(lock, '')}" for lock in locks]
    return "\n".join(part for part in parts if not part.endswith("]\n"))


def _lines(said: Mapping[str, object], table: str) -> str:
    """The lines of a table; at the top level ("") of the keys that belong to no table."""
    return "".join(
        f"{key.removeprefix(table)} = {_value(value)}\n"
        for key, value in said.items()
        if (key.startswith(table) if table else "." not in key)
    )


def _value(value: object) -> str:
    """A value as TOML spells it: a number, a text, or a lock's actions with their shares."""
    if isinstance(value, Mapping):
        shares = ", ".join(f"{json.dumps(action)} = {share}" for action, share in value.items())
        return f"{{ {shares} }}"
    return json.dumps(value)
