"""Checkpoints: a solver's whole state as arrays in a zip file. No code is ever loaded."""

from __future__ import annotations

import io
import json
import lzma
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.io.files import (
    check_writable,
    decode_json,
    is_whole,
    printable,
    show,
    write_whole,
)

FORMAT, VERSION = "pokerbot-checkpoint", 1
HEADER, LARGEST_HEADER = "header.json", 1 << 16
LOCAL = struct.Struct(f"<4s4xH4xL4xL4x{len(HEADER)}s")
"""How a zip file starts: signature, method, checksum, size, name; the rest is ignored."""
LARGEST = 1e280
"""No training produces numbers this large, and going on from them could overflow."""
BROKEN = (
    *(OSError, EOFError, KeyError, NotImplementedError, OverflowError, RuntimeError, ValueError),
    *(lzma.LZMAError, struct.error, zipfile.BadZipFile, zlib.error),
)
"""The exceptions that reading a damaged zip file may raise."""

State = Mapping[str, NDArray[Any]]


def save_checkpoint(
    path: Path, run: Mapping[str, Any], memory: Mapping[str, Any], state: State
) -> None:
    """Write a checkpoint atomically.

    Args:
        path: the file; one that is there is replaced.
        run: what was asked for (game, algorithm, seed); it must be the same to go on.
        memory: the solver's plain numbers, as JSON.
        state: the solver's arrays.

    Raises:
        InputError: it cannot be written.
    """
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        header = {"format": FORMAT, "version": VERSION, "run": run, "memory": memory}
        archive.writestr(zipfile.ZipInfo(HEADER), json.dumps(header))
        for name, array in state.items():
            archive.writestr(zipfile.ZipInfo(name), array.tobytes())
    write_whole(path, [content.getbuffer()])


def check_checkpoint(path: Path, *, force: bool) -> None:
    """Check that a checkpoint may be written there.

    Raises:
        InputError: it cannot, or would overwrite something other than a checkpoint.
    """
    check_writable(path, force=force)
    if path.exists() and not force:
        try:
            _header(path)
        except (InputError, *BROKEN):
            raise InputError(
                f"is needed to overwrite {printable(str(path))}, which holds something else than"
                " a checkpoint",
                parameter="force",
            ) from None


def load_checkpoint(
    path: Path, run: Mapping[str, Any], state: State
) -> tuple[dict[str, Any], State]:
    """The memory and arrays of a checkpoint of the same run.

    Args:
        path: the file.
        run: what is asked for now.
        state: arrays of the names, shapes and types that there must be.

    Raises:
        InputError: it cannot be read, is broken, or is of another run; the message says which.
    """
    name = printable(str(path))
    try:
        if not path.is_file():
            raise InputError("not a file" if path.exists() else "no such file")
        header = _header(path)
        for key, value in run.items():
            if header["run"].get(key) != value:
                there = printable(json.dumps(header["run"].get(key)))[:200]
                raise InputError(f"its {key} is {there}, not {json.dumps(value)}")
        if path.stat().st_size > 2 * LARGEST_HEADER + sum(like.nbytes for like in state.values()):
            raise InputError("larger than a checkpoint of this run")
        with zipfile.ZipFile(path) as archive:
            if sorted(archive.namelist()) != sorted([HEADER, *state]):
                raise InputError("not a whole checkpoint file")
            return header["memory"], {
                key: _array(archive, key, like) for key, like in state.items()
            }
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror}") from None
    except BROKEN:
        raise InputError(f"{name}: not a whole checkpoint file") from None


def _header(path: Path) -> dict[str, Any]:
    """The header, checked for format and version; a checkpoint starts with it.

    It is read without zipfile, which trusts the sizes that a file claims.
    """
    with open(path, "rb") as file:
        signature, method, checksum, size, name = LOCAL.unpack(file.read(LOCAL.size))
        content = file.read(LARGEST_HEADER)[:size]
    stored = (signature, method, name) == (b"PK\3\4", zipfile.ZIP_STORED, HEADER.encode())
    if not stored or zlib.crc32(content) != checksum:
        raise InputError("not a checkpoint file")
    header = decode_json(content.decode("utf-8"))
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise InputError("not a checkpoint file")
    version = header.get("version")
    if version != VERSION or isinstance(version, bool):
        newer = "written by a newer pokerbot: " if is_whole(version) and version > VERSION else ""
        raise InputError(f"{newer}version {show(version)}, this reads {VERSION}")
    if not all(isinstance(header.get(part), dict) for part in ("run", "memory")):
        raise InputError("not a whole checkpoint file")
    return header


def _array(archive: zipfile.ZipFile, name: str, like: NDArray[Any]) -> NDArray[Any]:
    """One array of the archive, of the shape and type that `like` has, all finite."""
    found = archive.getinfo(name)
    sizes = (found.file_size, found.compress_size)
    if found.compress_type != zipfile.ZIP_STORED or sizes != (like.nbytes, like.nbytes):
        raise InputError("not a whole checkpoint file")
    array: NDArray[Any] = np.frombuffer(archive.read(name), like.dtype).reshape(like.shape).copy()
    if not (np.abs(array) < LARGEST).all():
        raise InputError(f"its {name} does not fit")
    return array
