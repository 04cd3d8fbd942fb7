"""A restricted Nash response worked out in a process of its own; it ends when its input does."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass

from pokerbot.errors import InputError
from pokerbot.io.machine import give_way
from pokerbot.runs.beside import start
from pokerbot.strategy import storage
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True)
class Answered:
    """The answer to a model; chips per hand, as in `Response`."""

    strategy: Strategy
    wins: float
    equilibrium_wins: float
    exploitability: float


def respond(model: Strategy, risk: float, wanted: Callable[[], bool] = lambda: True) -> Answered:
    """Answer a model as `exploit` does, and wait for it without keeping this process busy.

    Args:
        model: what is answered.
        risk: the most that the answer may lose to a best response, in chips a hand.
        wanted: whether to wait on; if not, the work is ended.

    Raises:
        InputError: there is no answer, or the process was ended.
    """
    text = "".join(storage.dump(model))
    with start("pokerbot.runs.background.answering") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps({"model": text, "risk": risk}).encode() + b"\n")
            process.stdin.flush()
            lines: list[bytes] = []
            reader = threading.Thread(target=lines.extend, args=(process.stdout,), daemon=True)
            reader.start()
            while reader.is_alive() and wanted():
                reader.join(0.2)
            said = json.loads(lines[0] if lines else b"{}")
        except (OSError, ValueError):
            said = {}
        finally:
            process.kill()
    if "strategy" not in said:
        raise InputError(str(said.get("wrong", "the process that answers was ended")))
    return Answered(**{**said, "strategy": storage.parse(said["strategy"])})


def _work() -> Answered:
    from pokerbot.runs.responses import exploit

    asked = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_input, daemon=True).start()
    found = exploit(storage.parse(asked["model"]), risk=asked["risk"])
    return Answered(found.strategy, found.wins, found.equilibrium_wins, found.exploitability)


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


def main() -> None:
    """Answer one model."""
    give_way()
    try:
        found = _work()
        said = {**vars(found), "strategy": "".join(storage.dump(found.strategy))}
    except InputError as error:
        said = {"wrong": str(error)}
    print(json.dumps(said, allow_nan=False), flush=True)


if __name__ == "__main__":
    main()
