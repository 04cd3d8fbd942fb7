"""The app's side: starts the worker process, sends it orders, receives its events."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pokerbot.runs.background.messages import Ended, Event, Refused, StrategySaved
from pokerbot.runs.beside import reason, start
from pokerbot.runs.run import SolveRun
from pokerbot.runs.values import plain, unpack


class Background:
    """A solver's process; it ends when the process that started it ends."""

    def __init__(self, run: SolveRun, tell: Callable[[Event], object]) -> None:
        """Start the process; `tell` is called with every event, in another thread."""
        self._tell = tell
        self._saving = False
        self._left = False
        self._process = start("pokerbot.runs.background.worker")
        threading.Thread(target=self._listen, daemon=True).start()
        self._send(plain(run))

    def pause(self) -> None:
        """Pause after this iteration."""
        self._send({"order": "pause"})

    def go_on(self, iterations: int | None, target: float | None) -> None:
        """Continue, with these limits."""
        self._send({"order": "go", "iterations": iterations, "target": target})

    def save(self, path: Path, *, force: bool) -> None:
        """Save the strategy, as `storage.save`; the answer is StrategySaved or Refused."""
        self._saving = True
        self._send({"order": "save", "path": str(path), "force": force})

    def leave(self) -> None:
        """End the process at once, or, if it is saving a file, as soon as that is written."""
        self._left = True
        if not self._saving:
            self._process.kill()
            self._process.wait()
        elif self._process.stdin is not None:
            with contextlib.suppress(OSError):  # it has ended already
                self._process.stdin.close()

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended, as `_listen` will report
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if not line.endswith(b"\n"):  # it was killed while writing
                break
            event: Event = unpack(line)
            if isinstance(event, StrategySaved | Refused | Ended):
                self._saving = False
            if isinstance(event, Ended):
                self._left = True
            self._tell(event)
        status = self._process.wait()
        if not self._left:
            self._tell(Ended(f"the solver {reason(status)}"))
