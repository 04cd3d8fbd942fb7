"""The files of opponents that had none of their own: kept beside the history, and moved with it.

Every file there is referred to by a hand, which is graded by it. So all are kept, packed.
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from pokerbot.io.files import resolved
from pokerbot.play.history.record import HandRecord

FOLDER = "opponents"
"""The folder of these files, inside the history's own folder."""


def folder_for(home: Path, sha256: str) -> Path:
    """The folder with the file that has a fingerprint.

    home: the history's own folder
    """
    return resolved(home) / FOLDER / sha256[:12]


def found_now(played: HandRecord, home: Path) -> HandRecord:
    """The hand with the paths of such files as they are now, if the history has been moved.

    home: the history's own folder
    """
    opponent = _path_now(played.opponent, played.sha256, home)
    again = tuple(
        each._replace(path=_path_now(each.path, each.sha256, home)) for each in played.again
    )
    if (opponent, again) == (played.opponent, played.again):
        return played
    return replace(played, opponent=opponent, again=again)


def _path_now(path: str, sha256: str, home: Path) -> str:
    tail = os.path.join(FOLDER, sha256[:12], "")
    if tail not in path:
        return path
    there = os.path.join(_real(home), tail, os.path.basename(path))
    return there if there == path or os.path.isfile(there) else path


@lru_cache(maxsize=8)
def _real(home: Path) -> str:
    """The folder with all links followed; kept, since it is asked for each hand."""
    return str(resolved(home))
