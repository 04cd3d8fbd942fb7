"""Runs the command line in this process, as the installed script does."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from pokerbot.cli import run


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Shell:
    """`shell("solve", "kuhn")` in an empty folder of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *arguments: object) -> Ran:
        self.monkeypatch.setattr(sys, "argv", ["pokerbot", *map(str, arguments)])
        try:
            code = run()
        except SystemExit as ended:
            code = int(ended.code or 0)
        said = self.capsys.readouterr()
        return Ran(code, said.out, said.err)
