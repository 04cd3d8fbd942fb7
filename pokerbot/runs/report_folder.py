"""The folder of a report: a line for each solved board, and the report on all of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from pokerbot.errors import InputError
from pokerbot.io.files import write_whole
from pokerbot.runs.boards import BoardRun, Solved
from pokerbot.runs.codec import from_json, to_json
from pokerbot.runs.report import Report
from pokerbot.runs.run_folder import RunFolder, csv_lines

TABLE, WHOLE = "boards.csv", "report.json"
"""The names of the file with a line for each board, and of that with all that `--json` prints."""


class SolvedBoards(RunFolder[BoardRun]):
    """A `RunFolder` of boards, whose lines hold the boards' results."""

    def add(self, run: BoardRun, result: Solved) -> None:
        """As `RunFolder`."""
        self.append(run, solved=to_json(result))

    def solved(self, runs: Sequence[BoardRun]) -> dict[int, Solved]:
        """The results of the runs that have finished, by their places among these."""
        places = (place for place, run in enumerate(runs) if run in self)
        lines = (line["solved"] for _, line in self.finished(runs))
        return {place: from_json(found) for place, found in zip(places, lines, strict=True)}

    def keep(self, report: Report) -> None:
        """Write the report's files; raises InputError if that fails."""
        self.sync()
        write_whole(self.folder / TABLE, csv_lines(report.rows()))
        text = json.dumps(asdict(report), allow_nan=False)
        write_whole(self.folder / WHOLE, [text.encode() + b"\n"])

    def written(self, run: BoardRun) -> Any:
        """As `RunFolder`."""
        return to_json(run)

    def read(self, line: dict[str, Any]) -> BoardRun:
        """As `RunFolder`."""
        run, solved = (from_json(line[name]) for name in ("run", "solved"))
        if not (isinstance(run, BoardRun) and isinstance(solved, Solved)):
            raise InputError("no board that is solved")
        return run
