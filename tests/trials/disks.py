"""Full disks, folders that may not be written or are gone, others' files, by the real commands.

`python -m tests.trials.disks`, as root: a small tmpfs is filled, and root made to heed permissions.
Each save must say so in one line, exit with 2, keep what was there, leave nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.trials.terminals import POKERBOT, environment_of

UNPRIVILEGED = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""Has root heed permissions as others do."""
NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
"""Another user than the one who made the files."""
SAVES = {
    "solve": ["solve", "leduc", "-n", "20", "-o", "{}/s.json"],
    "solve --checkpoint": ["solve", "leduc", "-n", "20", "-o", "o.json", "--checkpoint", "{}/c"],
    "history --export": ["history", "--export", "{}/x.toml"],
    "compare --plot": ["compare", "kuhn", "-a", "cfr", "-n", "9", "--plot", "{}/x.svg"],
    "reproduce --out": ["reproduce", "vanilla-table", "--part", "0.01", "--out", "{}/r"],
}


@contextmanager
def full_disk(folder: Path) -> Iterator[None]:
    """A file system of 64 KiB with hardly any room left in it."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", folder], check=True)
    try:
        if (folder.parent / "old").exists():
            shutil.copytree(folder.parent / "old", folder, dirs_exist_ok=True)
        with open(folder / "filler", "wb", buffering=0) as file:
            room = os.statvfs(folder)
            file.write(bytes(room.f_bavail * room.f_bsize))
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


@contextmanager
def no_permission(folder: Path) -> Iterator[None]:
    """A folder that may be read only."""
    if (folder.parent / "old").exists():
        shutil.copytree(folder.parent / "old", folder, dirs_exist_ok=True)
    folders = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    for each in folders:
        each.chmod(0o555)
    yield
    for each in folders:
        each.chmod(0o755)


def attempt(arguments: list[str], at: Path, user: tuple[str, ...] = UNPRIVILEGED) -> str | None:
    """Save there; what is wrong with what came of it."""
    before = contents(at)
    done = subprocess.run(
        [*user, *POKERBOT, *(part.format(at) for part in arguments)],
        cwd=at.parent,
        env={**os.environ, **environment_of(at.parent)},
        capture_output=True,
        check=False,
    )
    wrong = []
    if done.returncode != 2 or (done.stdout and arguments[0] != "compare"):
        wrong.append(f"status {done.returncode}, {done.stdout[-100:]!r}")
    if not done.stderr.startswith(b"Error: ") or done.stderr.count(b"\n") != 1:
        wrong.append(f"not one line: {done.stderr[-200:]!r}")
    if (after := contents(at)) != before:
        wrong.append(f"the folder is changed: {sorted(after)}")
    return f"{arguments[:2]}: {wrong}" if wrong else None


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def table(at: Path) -> str | None:
    """Play where nothing can be kept: it goes on, and says so in lines of their own."""
    before = contents(at)
    ran = subprocess.run(
        [*UNPRIVILEGED, sys.executable, "-c", TABLE, at / "history.jsonl"],
        env={**os.environ, **environment_of(at.parent)},
        capture_output=True,
        check=False,
    )
    after = {path: content for path, content in contents(at).items() if content}
    right = ran.returncode == 0 and after == {path: was for path, was in before.items() if was}
    return None if right else f"table: {ran.returncode} {ran.stderr[-300:]!r} {sorted(after)}"


TABLE = """
import sys
from pathlib import Path
from numpy.random import default_rng
from pokerbot.opponents.open_tables import OpenTables
from pokerbot.opponents.finding import choose
from tests.play.tables import play_hand
told = []
tables = OpenTables(1, Path(sys.argv[1]), told.append)
table = tables.at(choose("kuhn").read(), "first").table
for seed in range(2):
    play_hand(table, default_rng(seed))
    table.next_hand()
assert len(tables.unkept) == 2, tables.unkept
assert told and len(set(told)) == len(told), told
assert all(line.isprintable() and line.startswith("cannot ") for line in told), told
"""


def vanished() -> str | None:
    """The folder is gone when the run is over."""
    with tempfile.TemporaryDirectory() as name:
        at = Path(name, "there")
        at.mkdir()
        process = subprocess.Popen(
            [*POKERBOT, "solve", "kuhn", "--backend", "numpy", "--time", "2", "-o", at / "s.json"],
            env={**os.environ, **environment_of(at.parent)},
            stderr=subprocess.PIPE,
        )
        while not process.poll() and "numpy" not in Path(f"/proc/{process.pid}/maps").read_text():
            time.sleep(0.05)
        time.sleep(1)
        shutil.rmtree(at)
        said = process.communicate()[1]
        right = process.returncode == 2 and said.startswith(b"Error: ") and said.count(b"\n") == 1
        return None if right and not at.exists() else f"folder gone: {process.returncode} {said!r}"


def others() -> Iterator[str | None]:
    """Root's files, which nobody else may replace: told before any work, and left as they are."""
    for name in ("solve", "solve --checkpoint", "compare --plot"):
        for mode, shared in ((0o644, 0o777), (0o600, 0o777), (0o666, 0o1777)):
            with tempfile.TemporaryDirectory() as made:
                place = Path(made)
                (place / "at").mkdir()
                environment = {**os.environ, **environment_of(place)}
                first = [part.format(place / "at") for part in SAVES[name]]
                subprocess.run(
                    [*POKERBOT, *first], cwd=place, env=environment, check=True, capture_output=True
                )
                (place / "o.json").unlink(missing_ok=True)
                for path in (place / "at").iterdir():
                    path.chmod(mode)
                place.chmod(0o777)
                (place / "at").chmod(shared)
                wrong = attempt(SAVES[name], place / "at", NOBODY)
                early = "" if not (place / "o.json").exists() else " after work"
                yield f"{name}, {mode:o} in {shared:o}{early}: {wrong}" if wrong or early else None


def nowhere() -> Iterator[str | None]:
    """The current folder is gone: what needs none works, the rest says what it cannot write."""
    for arguments, status in NOWHERE.items():
        with tempfile.TemporaryDirectory() as name:
            gone = Path(name, "gone")
            gone.mkdir()
            command = f'rmdir "$PWD"; exec {" ".join(POKERBOT)} {arguments}'
            ran = subprocess.run(
                ["sh", "-c", command],
                cwd=gone,
                env={**os.environ, **environment_of(Path(name))},
                capture_output=True,
                check=False,
            )
            told = ran.stderr.startswith(b"Error: cannot write") and ran.stderr.count(b"\n") == 1
            right = ran.returncode == status and (told if status else bool(ran.stdout))
            yield None if right else f"{arguments}: {ran.returncode} {ran.stderr[-200:]!r}"


NOWHERE = {
    **dict.fromkeys(
        ("history", "history --opponent x", "games", "trace kuhn", "show kuhn-gxfp"), 0
    ),
    **dict.fromkeys(("match kuhn-gxfp call --hands 2", "compare kuhn -a cfr -n 3"), 0),
    **dict.fromkeys(("solve kuhn -n 3", "compare kuhn -a cfr -n 3 --plot x.svg"), 2),
    **dict.fromkeys(("match call kuhn-gxfp --hands 2 --history h", "reproduce --out r"), 2),
}
"""Commands, and with which status they end where there is no current folder."""


def main() -> int:
    """Try all saves on all disks, over nothing and over old files; a row for each disk."""
    everything = 0
    for disk in (full_disk, no_permission):
        tried = []
        for arguments in SAVES.values():
            for old in (False, True):
                with tempfile.TemporaryDirectory() as name:
                    place = Path(name)
                    place.chmod(0o777)
                    shutil.copy(Path("tests/kept/hand-1.jsonl"), place / "history.jsonl")
                    os.chmod(place / "history.jsonl", 0o644)
                    for folder in ("at", "old")[: 1 + old]:
                        (place / folder).mkdir()
                    if old and "--export" not in arguments:
                        first = [part.format(place / "old") for part in arguments]
                        environment = {**os.environ, **environment_of(place)}
                        subprocess.run(
                            [*POKERBOT, *first],
                            cwd=place,
                            env=environment,
                            check=True,
                            capture_output=True,
                        )
                        (place / "o.json").unlink(missing_ok=True)
                    with disk(place / "at"):
                        tried.append(attempt(arguments, place / "at"))
        with tempfile.TemporaryDirectory() as name:
            Path(name, "at").mkdir()
            with disk(Path(name, "at")):
                tried.append(table(Path(name, "at")))
        wrong = [fault for fault in tried if fault]
        print(f"{disk.__name__:<14} {len(tried):>3} saves, lost: {len(wrong)}")
        for line in wrong:
            print(f"  {line}")
        everything += len(wrong)
    for trial in (others, nowhere):
        tried = list(trial())
        wrong = [fault for fault in tried if fault]
        print(f"{trial.__name__:<14} {len(tried):>3} commands, lost: {len(wrong)}")
        for line in wrong:
            print(f"  {line}")
        everything += len(wrong)
    gone = vanished()
    print(f"folder vanished  1 save, lost: {int(bool(gone))} {gone or ''}")
    return int(bool(everything or gone))


if __name__ == "__main__":
    sys.exit(main())
