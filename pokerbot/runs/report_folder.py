"""The folder of a report: a line for each solved board, and the report on all of them."""

from __future__ import annotations

import json
from dataclasses import asdict

from pokerbot.io.files import write_whole
from pokerbot.runs.boards import BoardRun, Solved
from pokerbot.runs.report import Report
from pokerbot.runs.run_folder import RunFolder, csv_lines

TABLE, WHOLE = "boards.csv", "report.json"
"""The names of the file with a line for each board, and of that with all that `--json` prints."""


class SolvedBoards(RunFolder[BoardRun]):
    """A `RunFolder` of boards, whose lines hold the boards' results."""

    WORD = "solved"
    KIND = Solved

    def keep(self, report: Report) -> None:
        """Write the report's files; raises InputError if that fails."""
        self.sync()
        write_whole(self.folder / TABLE, csv_lines(report.rows()))
        text = json.dumps(asdict(report), allow_nan=False)
        write_whole(self.folder / WHOLE, [text.encode() + b"\n"])
