"""The studies of the documents: what they tell is what their data say, and they can be stopped."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pokerbot.errors import Abandoned
from pokerbot.plots import picture
from pokerbot.reproduction import kuhn
from pokerbot.reproduction.study import StudyTrainer
from pokerbot.runs import backend
from pokerbot.runs.results import Progress
from pokerbot.solvers.selfplay import SelfPlay
from tests.cli.running import Shell


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """NumPy, and no pictures."""
    monkeypatch.setattr(backend, "best", lambda *_: "numpy")
    monkeypatch.setattr(picture, "can_draw", lambda: False)


@pytest.mark.usefixtures("plain")
def test_hands_that_mix_lines_are_counted(shell: Shell) -> None:
    """It said most hands wherever it stood; after a check only a fifth of player 2's do."""
    assert shell("reproduce", "gxfp-figure-2", "--part", 0.0005, "--out", "r").code == 0
    content = json.loads(Path("r/gxfp-figure-2.json").read_text())
    (told,) = content["remarks"]
    for title, lines in content["data"][""].items():
        mixed = 0
        for hand in range(100):
            _, second, *_ = sorted((often[hand] for often in lines.values()), reverse=True)
            mixed += second >= 0.05
        assert f" {mixed} as {title}" in told


def test_a_short_time_is_not_told_as_none() -> None:
    """It was 0.00 s."""

    class Quick:
        def train(self, *_: object, **__: object) -> tuple[None, list[Progress]]:
            return None, [Progress(10, 0.00123, 240, 0.1, 0.0)]

    quick: Any = Quick()
    (told,) = kuhn.time_figure(0.0001, quick).remarks
    assert "took CFR 0.00123 s and CFR+ 0.00123 s" in told


@pytest.mark.usefixtures("plain")
def test_an_earlier_picture_is_told_to_be_one(shell: Shell) -> None:
    asked = "reproduce", "cfr-plus-time", "--part", 0.0001, "--out", "r"
    assert "earlier" not in shell(*asked).err
    Path("r/cfr-plus-time.svg").write_text("<!-- Matplotlib -->")
    assert re.search(
        "^without a picture: .*; r/cfr-plus-time.svg is of an earlier run$", shell(*asked).err, re.M
    )


def test_a_study_stops_while_it_goes_deal_by_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """At full length that takes minutes: a cluster's worker was not free by then."""
    steps: list[int] = []

    class Signalled(SelfPlay):
        def step(self, count: int = 1) -> None:
            steps.append(count)
            super().step(count)

    monkeypatch.setattr(kuhn, "SelfPlay", Signalled)
    trainer = StudyTrainer("numpy", lambda _: None, lambda: bool(steps))
    with pytest.raises(Abandoned):
        kuhn.nodes_figure(0.0001, trainer)
    assert len(steps) == 6
