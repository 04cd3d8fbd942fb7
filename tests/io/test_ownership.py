"""Whose a file is and who may read or write it: before and after it is replaced."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.io import files
from pokerbot.runs.checkpoint import check_checkpoint
from pokerbot.runs.run import Run
from pokerbot.runs.run_folder import RunFolder
from pokerbot.strategy.storage import check_target

ROOT, NOBODY = 0, 65534
as_root = pytest.mark.skipif(os.geteuid() != ROOT, reason="only root can become another user")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that all users reach, other than pytest's own."""
    made = Path(tempfile.mkdtemp())
    made.chmod(0o777)
    yield made
    shutil.rmtree(made)


@contextmanager
def nobody() -> Iterator[None]:
    """Without root's powers, if this runs as root."""
    if os.geteuid() != ROOT:
        yield
        return
    os.setresuid(NOBODY, NOBODY, ROOT)
    try:
        yield
    finally:
        os.setresuid(ROOT, ROOT, ROOT)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_may_open_what_replaces_a_file_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even before it has the file's permissions: what is open then can be read later."""
    made: list[int] = []
    monkeypatch.setattr(shutil, "copymode", lambda _, name: made.append(mode(Path(name))))
    (tmp_path / "a").touch(0o600)
    files.write_whole(tmp_path / "a", [b"new"])
    assert made == [0o600]


@pytest.mark.parametrize("kept", [0o600, 0o640, 0o666, 0o604])
def test_a_file_keeps_its_permissions_when_it_is_replaced(tmp_path: Path, kept: int) -> None:
    """One that nobody else might read became one that all might."""
    (tmp_path / "a").write_text("old")
    (tmp_path / "a").chmod(kept)
    files.write_whole(tmp_path / "a", [b"new"])
    assert (mode(tmp_path / "a"), (tmp_path / "a").read_text()) == (kept, "new")


def test_what_is_written_first_is_no_more_readable(tmp_path: Path) -> None:
    (tmp_path / "a").touch(mode=0o600)

    def pieces() -> Iterator[bytes]:
        (beside,) = tmp_path.glob(".a.*.tmp")
        assert mode(beside) == 0o600
        yield b"new"

    files.write_whole(tmp_path / "a", pieces())


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "as open makes it").touch()
    files.write_whole(tmp_path / "a", [b"new"])
    assert mode(tmp_path / "a") == mode(tmp_path / "as open makes it")


def test_a_read_only_file_is_replaced_by_force_alone(folder: Path) -> None:
    with nobody():
        (folder / "a").touch()
        (folder / "a").chmod(0o444)
        for refuse in (
            lambda force: files.check_writable(folder / "a", force=force),
            lambda force: check_checkpoint(folder / "a", {}, 0, force=force),
            lambda force: check_target(parse_game("kuhn"), folder / "a", force=force),
        ):
            with pytest.raises(InputError, match="read-only"):
                refuse(False)
            refuse(True)
        files.write_whole(folder / "a", [b"new"])
    assert mode(folder / "a") == 0o444


def test_a_file_that_no_one_may_write_is_read_only_for_root_too(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    (tmp_path / "a").chmod(0o444)
    with pytest.raises(InputError, match="read-only"):
        files.check_writable(tmp_path / "a")
    files.check_writable(tmp_path / "a", force=True)


@as_root
def test_root_leaves_a_file_to_its_owner(folder: Path) -> None:
    with nobody():
        (folder / "a").touch(mode=0o600)
    files.write_whole(folder / "a", [b"new"])
    there = (folder / "a").stat()
    assert (there.st_uid, stat.S_IMODE(there.st_mode)) == (NOBODY, 0o600)


@as_root
def test_another_users_file_in_a_folder_like_tmp_is_refused_before_any_work(folder: Path) -> None:
    """All may write it, but none but its owner may put another in its place."""
    (folder / "a").touch()
    (folder / "a").chmod(0o666)
    folder.chmod(0o1777)
    with nobody():
        with pytest.raises(InputError, match="another user"):
            files.check_writable(folder / "a", force=True)
        files.check_writable(folder / "b")
        with pytest.raises(InputError, match="cannot write"):
            files.write_whole(folder / "a", [b"new"])
    assert os.listdir(folder) == ["a"]
    files.check_writable(folder / "a")


def test_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    """As root a device was, by a link to it."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for name in ("pipe", "link"):
        with pytest.raises(InputError, match=f"{name} is not a file"):
            files.write_whole(tmp_path / name, [b"new"])
        with pytest.raises(InputError, match=f"{name} is not a file"):
            RunFolder[Run](tmp_path, name)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_folder_that_may_not_be_entered_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: object) -> object:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    assert not files.is_there(tmp_path / "none")
    assert not files.is_there(Path(__file__) / "none")
    assert files.is_there(tmp_path)
    with monkeypatch.context() as closed:
        closed.setattr(os, "stat", refused)
        with pytest.raises(InputError, match=r"^cannot read 'x\.json': Permission denied$"):
            files.is_there(Path("x.json"))
