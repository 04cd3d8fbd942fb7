"""The results of a study's finished runs, kept in a file until the whole study has finished."""

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
    """The results in a file, a line each; only those of this processor and these versions count.

    Raises:
        InputError: the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._origin = path, [versions(), processor()]
        self._results: dict[str, str] = {}
        try:
            lines = path.read_text("utf-8").splitlines() if path.exists() else []
        except (OSError, ValueError) as error:
            raise InputError(f"cannot read {printable(str(path))}: {error}") from None
        for line in lines:
            with suppress(ValueError):  # the last one may be incomplete
                run, result, *origin = json.loads(line)
                if origin == self._origin:
                    self._results[run] = result

    def __contains__(self, run: Run) -> bool:
        return pack(run) in self._results

    def result(self, run: Run) -> Any:
        """The result of a run that is in the file."""
        return unpack(self._results[pack(run)])

    def add(self, run: Run, result: Any) -> None:
        """Keep the result of a run.

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
        """Remove the file, once the whole study has finished."""
        self.path.unlink(missing_ok=True)
