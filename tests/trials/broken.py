"""Files that nobody should write, made from good ones by a seed."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from copy import deepcopy
from typing import Any

from numpy.random import Generator


class Raw(str):
    """Stands in a JSON value for itself, without quotes."""

    __slots__ = ()


class Object(list[tuple[str, Any]]):
    """A JSON object that may hold a key twice."""


TOKENS = [
    *("NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1e-400", "-0", "-0.0", "00", "1.", ".5"),
    *("9" * 5000, "-" + "9" * 5000, "1" + "0" * 400, "9" * 30, "0x10", "1_000", "true", "null"),
    *('"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\\u001b[31m"', '"[/b][@click=app.quit]"'),
    *("[" * 100_000, '{"a":' * 100_000, "[" * 900 + "]" * 900, "{}", "[]", '""', '"\u202e"'),
    *('"' + "x" * 100_000 + '"', '"é\u0301"', "\ufeff", "\r\n", "\r", "\t", "\x00", "\x1b[2J"),
    *("//", ", ", ":", '"', "\\", "{", "}", "\n", "'", "\ud800"),
]
VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 3, 0.5, 1e308, -1e308, 10**9, 10**18, 2**63, 2**64, -(2**63)),
    *("", "kuhn", "leduc", "check", "J", "\x1b[31m", "[/]", "../../x", "x" * 5000, "\ud800", "\0"),
    *([], [[]], Object(), Object([("name", "leduc-nolimit"), ("stack", 100)])),
    *(Object([("name", "kuhn"), ("cards", size)]) for size in (4, 10**9)),
    *(Object([("name", "leduc"), (key, 10**9)]) for key in ("ranks", "suits", "raises", "ante")),
    *(Object([("name", "leduc"), ("raises", count)]) for count in (1, 99)),
    *(Object([("name", "von-neumann"), ("hands", count)]) for count in (4, 10**9)),
    *map(Raw, TOKENS),
]
FIELDS = (
    (b"PK\3\4", ((4, 2), (6, 2), (8, 2), (14, 4), (18, 4), (22, 4), (26, 2), (28, 2))),
    (b"PK\1\2", ((8, 2), (10, 2), (20, 4), (24, 4), (28, 2), (30, 2), (32, 2), (42, 4))),
    (b"PK\5\6", ((4, 2), (8, 2), (10, 2), (12, 4), (16, 4), (20, 2))),
)
"""Where in the parts of a zip file numbers lie: (place, bytes)."""
CLAIMS = (0, 1, 60_000, 2**16 - 1, 2**31 - 1, 2**31, 2**32 - 1)


def mutant_text(rng: Generator, text: bytes) -> bytes:
    """The text with faults in its bytes, or in the JSON value that it or one of its lines is."""
    lines = text.splitlines(keepends=True)
    kind = rng.integers(10)
    if kind == 0:
        return rng.bytes(int(rng.integers(300)))
    if kind < 5:
        return mutant_bytes(rng, text)
    if not all(map(_is_object, lines)):
        return mutant_json(rng, text)
    place = int(rng.integers(len(lines)))
    return b"".join([*lines[:place], mutant_json(rng, lines[place]), b"\n", *lines[place + 1 :]])


def _is_object(line: bytes) -> bool:
    return line.startswith(b"{") and line.endswith(b"}\n")


def mutant_bytes(rng: Generator, whole: bytes) -> bytes:
    """The bytes with one to four faults: changed, inserted, cut out, moved, torn off."""
    mutant = bytearray(whole)
    for _ in range(rng.integers(1, 5)):
        first, last = sorted(int(place) for place in rng.integers(len(mutant) + 1, size=2))
        token = TOKENS[rng.integers(len(TOKENS))].encode(errors="surrogatepass")
        match rng.integers(7):
            case 0 | 1 if first < len(mutant):
                mutant[first] = int(rng.integers(256))
            case 2 | 3:
                mutant[first : first + int(rng.integers(4))] = token
            case 4:
                del mutant[first : first + int(rng.integers(1, 40))]
            case 5:
                mutant[first:first] = mutant[last : last + 200]
            case _:
                del mutant[last:]
    return bytes(mutant)


def mutant_json(rng: Generator, text: bytes) -> bytes:
    """The JSON with one to three values replaced, taken away, renamed or there twice."""
    content = json.loads(text, object_pairs_hook=Object)
    for _ in range(rng.integers(1, 4)):
        _change(rng, content)
    ends = ("", "\n", "\r\n", " ", "\ufeff")[rng.integers(5)]
    return (("\ufeff" if rng.random() < 0.1 else "") + spelled(content) + ends).encode(
        errors="surrogatepass"
    )


def _change(rng: Generator, content: Any) -> None:
    """One change, at a place that a walk from the top ends at."""
    while isinstance(content, list) and content:
        place = int(rng.integers(len(content)))
        named = isinstance(content, Object)
        below = content[place][1] if named else content[place]
        if isinstance(below, list) and below and rng.random() < 0.8:
            content = below
            continue
        value = deepcopy(VALUES[rng.integers(len(VALUES))])
        match rng.integers(6) if named else 0:
            case 4:
                del content[place]
            case 5:
                content.insert(int(rng.integers(len(content))), content[place])
            case 3 if isinstance(value, str):
                content[place] = (value, below)
            case _:
                content[place] = (content[place][0], value) if named else value
        return


def spelled(value: Any) -> str:
    """The JSON text of a value with `Raw` and `Object` in it."""
    if isinstance(value, Object):
        return "{" + ", ".join(f"{json.dumps(k)}: {spelled(v)}" for k, v in value) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(spelled, value)) + "]"
    return value if isinstance(value, Raw) else json.dumps(value)


def mutant_zip(rng: Generator, whole: bytes) -> bytes:
    """The archive with faults in its bytes, in what it claims, or, checksums right, in members."""
    kind = rng.integers(10)
    if kind == 0:
        return rng.bytes(int(rng.integers(300)))
    if kind < 3:
        return mutant_bytes(rng, whole)
    if kind < 5:
        return _with_claims(rng, whole)
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    header, *arrays = members
    if kind < 8:
        members[header] = mutant_json(rng, members[header])
    else:
        name = arrays[rng.integers(len(arrays))]
        members[name] = _mutant_array(rng, members[name])
    mutant = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if rng.random() < 0.1 else zipfile.ZIP_STORED
    with zipfile.ZipFile(mutant, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return mutant.getvalue()


def _mutant_array(rng: Generator, raw: bytes) -> bytes:
    """Some of its numbers set to others, or their number changed."""
    mutant = bytearray(raw)
    for _ in range(rng.integers(1, 6)):
        extreme = (float("nan"), float("inf"), -1.0, 0.0, 1.0, 1e308, -1e308, 5e-324, 1e18)
        place = 8 * int(rng.integers(max(len(raw) // 8, 1)))
        mutant[place : place + 8] = struct.pack("<d", extreme[rng.integers(len(extreme))])
    return bytes(mutant if rng.random() < 0.8 else mutant[: -8 * int(rng.integers(1, 4))])


def _with_claims(rng: Generator, whole: bytes) -> bytes:
    """Sizes, places, methods and flags of the archive replaced by large claims."""
    mutant = bytearray(whole)
    for _ in range(rng.integers(1, 4)):
        signature, fields = FIELDS[rng.integers(len(FIELDS))]
        places = [at for at in range(len(mutant)) if mutant.startswith(signature, at)]
        offset, size = fields[rng.integers(len(fields))]
        if places:
            at = places[rng.integers(len(places))] + offset
            claim = CLAIMS[rng.integers(len(CLAIMS))] & (256**size - 1)
            mutant[at : at + size] = claim.to_bytes(size, "little")
    return bytes(mutant)
