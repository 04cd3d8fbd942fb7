"""The results of a study's finished runs, kept in a file until the whole study has finished."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pokerbot.io.machine import processor, versions
from pokerbot.runs.run import Run
from pokerbot.runs.run_folder import RunFolder


class Kept(RunFolder[Run]):
    """A `RunFolder` of a study; only results of this processor and these versions count."""

    def __init__(self, folder: Path, study: str) -> None:
        self._origin = [versions(), processor()]
        super().__init__(folder, f"{study}.runs")
        self.check_writable()

    def append(self, run: Run, **content: Any) -> None:
        """As `RunFolder`."""
        super().append(run, **content, origin=self._origin)

    def read(self, line: dict[str, Any]) -> Run | None:
        """As `RunFolder`."""
        return super().read(line) if line["origin"] == self._origin else None

    def drop(self) -> None:
        """Remove the file, once the whole study has finished."""
        self.lines.unlink(missing_ok=True)
