"""A hand that is shared: text with its grades, the picture, and nothing is overwritten."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from pokerbot.errors import InputError
from pokerbot.opponents.hand_report import share
from pokerbot.opponents.reviews import ReviewedHand, Reviewer
from tests.tui.driving import driven, press, until
from tests.tui.test_review import app_with, hands, opened


@pytest.mark.slow
@pytest.mark.drawn
async def test_one_key_writes_text_and_picture(data, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    app, shared = app_with(data, hands("leduc-cfr+", 4)), []
    async with driven(app) as pilot:
        screen = await opened(pilot)
        await press(pilot, "enter")
        await until(pilot, lambda: app.screen is not screen)
        await pilot.pause()
        shared.append(app.screen.reviewed)
        await press(pilot, "x", "x")
    stem = f"hand-{shared[0].played.number}-leduc-cfr-"
    names = sorted(path.name for path in tmp_path.glob("hand-*"))
    assert names == sorted(f"{stem}{kind}" for kind in ("-2.svg", "-2.txt", ".svg", ".txt"))
    told = (tmp_path / f"{stem}.txt").read_text("utf-8")
    assert told.startswith(f"Hand {shared[0].played.number}: leduc against leduc-cfr+")
    for decision in shared[0].decisions:
        assert f"  {decision.action}: {decision.grade}" in told
    picture = ElementTree.parse(tmp_path / f"{stem}.svg").getroot()
    words = "".join(picture.itertext()).replace("\xa0", " ")
    first = shared[0].decisions[0]
    assert f"{first.action}: {first.grade}" in words


def test_a_strange_name_is_no_path(tmp_path):
    (played,) = hands("kuhn-cfr+", 1)
    evil = replace(played, opponent="/x/..\\ü [red]/../.. .json")
    text, picture = share(tmp_path, ReviewedHand(evil, None), "<svg/>")
    assert text.parent == picture.parent == tmp_path
    assert text.name.isascii()
    assert "not at hand any more" in text.read_text("utf-8")


def test_a_folder_that_is_not_there(tmp_path):
    (played,) = hands("kuhn-cfr+", 1)
    reviewed = ReviewedHand(played, Reviewer().breakdown(played))
    with pytest.raises(InputError, match="nowhere"):
        share(tmp_path / "nowhere", reviewed, "<svg/>")
