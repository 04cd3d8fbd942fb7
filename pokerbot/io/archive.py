"""Archives: a JSON header and members of known sizes in a zip file. No code is ever read."""

from __future__ import annotations

import errno
import json
import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeVar

from pokerbot.errors import InputError
from pokerbot.io.files import HEAD_SIZE, check_writable, decode_json, is_whole, printable, show

Found = TypeVar("Found")

HEADER = "header.json"
SIGNATURE = b"PK\3\4"
"""The first bytes of a zip file."""
LOCAL = struct.Struct(f"<4s4xH4xL4xL4x{len(HEADER)}s")
"""How an archive begins: signature, then the header's method, checksum, size and name."""
BEFORE = struct.Struct("<4s22xHH")
"""What stands before a member: signature, then the lengths of its name and of its extra field."""
LARGEST_HEADER = HEAD_SIZE - LOCAL.size
"""The longest header: it must be within the first `HEAD_SIZE` bytes of a file."""
BROKEN = (
    *(OSError, EOFError, KeyError, NotImplementedError, OverflowError, RuntimeError, ValueError),
    *(lzma.LZMAError, struct.error, zipfile.BadZipFile, zlib.error),
)
"""The exceptions that reading a damaged zip file may raise."""


Content = Iterable[tuple[str, bytes | memoryview]]
"""The members of an archive, by name."""


@dataclass(frozen=True)
class Format:
    """A kind of archive.

    name: the format's name, as in the header
    version: the newest version, which is written unless the header says another
    what: what people call such a file
    oldest: the oldest version that can be read; 0 for the newest alone
    """

    name: str
    version: int
    what: str
    oldest: int = 0

    def reads(self, version: object) -> bool:
        """Whether files of a version can be read."""
        return is_whole(version) and (self.oldest or self.version) <= version <= self.version

    def write(self, file: IO[bytes], header: Mapping[str, Any], members: Content) -> None:
        """Write an archive, its header first.

        Raises:
            InputError: the header is too long to be read again, or a number in it is not finite.
            OSError: the file cannot be written.
        """
        told = {"format": self.name, "version": self.version, **header}
        try:
            text = json.dumps(told, allow_nan=False)
        except ValueError:
            raise InputError(f"a number is not finite: no {self.what} can hold it") from None
        if len(text) > LARGEST_HEADER:
            raise InputError(f"the text in its header is too long for a {self.what}")
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(zipfile.ZipInfo(HEADER), text)
            for name, member in members:
                archive.writestr(zipfile.ZipInfo(name), member)

    @contextmanager
    def reading(self, file: IO[bytes]) -> Iterator[dict[str, Any]]:
        """The header of an archive; what its damage raises in the block becomes InputError.

        Raises:
            InputError: the file is not of this kind, of a version that cannot be read, or damaged.
        """
        try:
            yield self._header(file)
        except InputError:
            raise
        except BROKEN as error:
            why = getattr(error, "errno", None)
            if why == errno.ENOMEM:
                raise InputError("cannot be read: it takes more memory than there is") from None
            if why not in (None, errno.EINVAL):  # EINVAL: a place before the file's beginning
                raise InputError(f"cannot be read: {os.strerror(why)}") from None
            raise InputError(f"not a whole {self.what}") from None

    def _header(self, file: IO[bytes]) -> dict[str, Any]:
        """The header, read without zipfile, which trusts the sizes that a file claims."""
        signature, method, checksum, size, name = LOCAL.unpack(file.read(LOCAL.size))
        content = file.read(LARGEST_HEADER)[:size]
        stored = (signature, method, name) == (SIGNATURE, zipfile.ZIP_STORED, HEADER.encode())
        if not stored or zlib.crc32(content) != checksum:
            raise InputError(f"not a {self.what}")
        header = decode_json(content.decode("utf-8"))
        if not isinstance(header, dict) or header.get("format") != self.name:
            raise InputError(f"not a {self.what}")
        version = header.get("version")
        if not self.reads(version):
            newer = is_whole(version) and version > self.version
            said = "written by a newer pokerbot: " if newer else ""
            raise InputError(f"{said}version {show(version)}, this reads {self.version}")
        return header


def check_overwritten(
    path: Path, what: str, read: Callable[[Path], Found], *, force: bool
) -> Found | None:
    """Check that an archive may be written to a path; return what it would overwrite, if anything.

    what: what people call such a file
    read: reads such a file, and raises an exception for any other

    Raises:
        InputError: it cannot be written, or would overwrite another kind of file without `force`.
    """
    check_writable(path, force=force)
    if force or not path.exists():
        return None
    try:
        return read(path)
    except (InputError, *BROKEN):
        raise needs_force(path, f"which holds something else than a {what}") from None


def needs_force(path: Path, why: str) -> InputError:
    """The error that a file is not overwritten without `force`, and why."""
    told = f"is needed to overwrite {printable(str(path))}, {why}"
    return InputError(told, parameter="force")


def header_text(head: bytes) -> str:
    """The text of the header in an archive's first bytes; what follows it is no text."""
    *_, size, _ = LOCAL.unpack(head[: LOCAL.size].ljust(LOCAL.size, b"\0"))
    return head[LOCAL.size :][:size].decode(errors="replace")


class Members:
    """The members of an archive, which must have these names and sizes, and no others.

    They are read one by one.

    source: the archive's path, or its open file
    sizes: by name, how many bytes each has

    Raises:
        InputError: there are other members, or other sizes.
        BROKEN: the file is damaged.
    """

    def __init__(self, source: Path | IO[bytes], kind: Format, sizes: Mapping[str, int]) -> None:
        self.source = source
        with zipfile.ZipFile(source) as archive:
            found = archive.infolist()
        there = {info.filename: info for info in found}
        whole = len(found) == len(there) and there.keys() == {HEADER, *sizes}
        if not whole or not all(_is_stored(there[name], size) for name, size in sizes.items()):
            raise InputError(f"not a whole {kind.what}")
        self._offsets = {name: info.header_offset for name, info in there.items()}

    def read(self, name: str) -> bytes:
        """All of a member, its checksum verified."""
        with zipfile.ZipFile(self.source) as archive:
            return archive.read(name)

    def place(self, name: str) -> int:
        """Where in the file of that path a member's bytes begin; beyond its end if it is damaged.

        Reading there does not verify a checksum.
        """
        assert isinstance(self.source, Path)
        with open(self.source, "rb") as file:
            file.seek(self._offsets[name])
            _, named, more = BEFORE.unpack(file.read(BEFORE.size))
        return int(self._offsets[name] + BEFORE.size + named + more)


def _is_stored(found: zipfile.ZipInfo, size: int) -> bool:
    """Whether a member has that size and is not compressed, so that it cannot exceed the file."""
    sizes = (found.file_size, found.compress_size)
    return found.compress_type == zipfile.ZIP_STORED and sizes == (size, size)
