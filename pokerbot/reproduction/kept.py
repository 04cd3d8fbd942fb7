"""What has finished of a study, on disk until all of it has: a line for each run."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError
from pokerbot.io.files import printable
from pokerbot.io.machine import processor, versions
from pokerbot.runs.codec import pack, unpack
from pokerbot.runs.run import Run


class Kept:
    """The results in a file, of those that this machine and these versions came to.

    Raises:
        InputError: there is a file that cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._origin = path, [versions(), processor()]
        self._results: dict[str, str] = {}
        try:
            lines = path.read_text("utf-8").splitlines() if path.exists() else []
        except (OSError, ValueError) as error:
            raise InputError(f"cannot read {printable(str(path))}: {error}") from None
        for line in lines:
            with suppress(ValueError):  # the last one, where it was torn
                run, result, *origin = json.loads(line)
                if origin == self._origin:
                    self._results[run] = result

    def __contains__(self, run: Run) -> bool:
        return pack(run) in self._results

    def result(self, run: Run) -> Any:
        """What came of a run that is kept."""
        return unpack(self._results[pack(run)])

    def add(self, run: Run, result: Any) -> None:
        """Keep what came of a run.

        Raises:
            InputError: it cannot be written.
        """
        self._results[pack(run)] = pack(result)
        line = json.dumps([pack(run), pack(result), *self._origin])
        try:
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        except OSError as error:
            where = printable(str(self.path))
            raise InputError(f"cannot write {where}: {error.strerror}") from None

    def drop(self) -> None:
        """Remove the file: the study is whole."""
        self.path.unlink(missing_ok=True)
