"""Archives: a JSON header and members of known sizes in a zip file. No code is ever read."""

from __future__ import annotations

import io
import json
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import IO, Any

from pokerbot.errors import InputError
from pokerbot.io.files import HEAD_SIZE, decode_json, is_whole, show

HEADER = "header.json"
SIGNATURE = b"PK\3\4"
"""How a zip file starts."""
LOCAL = struct.Struct(f"<4s4xH4xL4xL4x{len(HEADER)}s")
"""What follows: signature, method, checksum, size, name; the rest is ignored."""
LARGEST_HEADER = HEAD_SIZE - LOCAL.size
"""So that the header is in what is read of a file first."""
BROKEN = (
    *(OSError, EOFError, KeyError, NotImplementedError, OverflowError, RuntimeError, ValueError),
    *(lzma.LZMAError, struct.error, zipfile.BadZipFile, zlib.error),
)
"""The exceptions that reading a damaged zip file may raise."""


@dataclass(frozen=True)
class Format:
    """A kind of archive.

    name, version: what its header says; what: how people call such a file
    """

    name: str
    version: int
    what: str


def packed(
    kind: Format, header: Mapping[str, Any], members: Iterable[tuple[str, bytes]]
) -> memoryview:
    """The bytes of an archive, its header first.

    Raises:
        InputError: the header is too long to be read again, or a number in it is not finite.
    """
    told = {"format": kind.name, "version": kind.version, **header}
    try:
        text = json.dumps(told, allow_nan=False)
    except ValueError:
        raise InputError(f"a number is not finite: no {kind.what} can hold it") from None
    if len(text) > LARGEST_HEADER:
        raise InputError(f"what there is to say of it is too long for a {kind.what}")
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(zipfile.ZipInfo(HEADER), text)
        for name, member in members:
            archive.writestr(zipfile.ZipInfo(name), member)
    return content.getbuffer()


def read_header(file: IO[bytes], kind: Format) -> dict[str, Any]:
    """The header, checked for format and version.

    It is read without zipfile, which trusts the sizes that a file claims.

    Raises:
        InputError: it is none of this kind, or of a newer version.
        BROKEN: it is damaged.
    """
    signature, method, checksum, size, name = LOCAL.unpack(file.read(LOCAL.size))
    content = file.read(LARGEST_HEADER)[:size]
    stored = (signature, method, name) == (SIGNATURE, zipfile.ZIP_STORED, HEADER.encode())
    if not stored or zlib.crc32(content) != checksum:
        raise InputError(f"not a {kind.what}")
    header = decode_json(content.decode("utf-8"))
    if not isinstance(header, dict) or header.get("format") != kind.name:
        raise InputError(f"not a {kind.what}")
    version = header.get("version")
    if version != kind.version or isinstance(version, bool):
        newer = is_whole(version) and version > kind.version
        said = "written by a newer pokerbot: " if newer else ""
        raise InputError(f"{said}version {show(version)}, this reads {kind.version}")
    return header


def header_text(head: bytes) -> str:
    """The header as it stands in an archive's first bytes, with what follows it."""
    return head[LOCAL.size :].decode(errors="replace")


def read_members(file: IO[bytes], kind: Format, sizes: Mapping[str, int]) -> dict[str, bytes]:
    """The members of these names and sizes, all that there are besides the header.

    Raises:
        InputError: there are others, or of other sizes.
        BROKEN: it is damaged.
    """
    with zipfile.ZipFile(file) as archive:
        there = {info.filename: info for info in archive.infolist()}
        whole = len(archive.infolist()) == len(there) and there.keys() == {HEADER, *sizes}
        if not whole or not all(_is_stored(there[name], size) for name, size in sizes.items()):
            raise InputError(f"not a whole {kind.what}")
        return {name: archive.read(name) for name in sizes}


def _is_stored(found: zipfile.ZipInfo, size: int) -> bool:
    """Whether a member has that size and is not compressed: nothing is larger than the file."""
    sizes = (found.file_size, found.compress_size)
    return found.compress_type == zipfile.ZIP_STORED and sizes == (size, size)
