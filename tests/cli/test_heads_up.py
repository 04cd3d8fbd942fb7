"""`pokerbot train` and `pokerbot strength`, on the smallest stack."""

import pytest

pytest.importorskip("numba")


def test_a_blueprint_is_trained_and_measured(shell, tmp_path):
    path = tmp_path / "some.blueprint"
    made = shell("train", "heads-up", "--stack", 2, "-n", 1, "-o", path, "--json").json
    assert (made["iterations"], made["boards"], made["output"]) == (1, 16, str(path))
    ran = shell("strength", path, "--time", 0.1, "--json")
    gains = ran.json["gains"]
    assert gains.keys() == {"river", "turn_river", "postflop", "all", "all_at_most"}
    assert 0 <= gains["river"]["mbb"] <= gains["turn_river"]["mbb"] + 1000
    assert gains["postflop"] == {
        "mbb": None,
        "stderr": None,
        "label": "not measured",
        "samples": 0,
    }
    assert ran.json["baselines"]["check or fold"]["mbb"] > 0
    other = tmp_path / "other"
    other.write_text("mine")
    assert "--force" in shell("train", "heads-up", "--stack", 2, "-n", 1, "-o", other).err


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        (("solve", "heads-up"), "too large to be solved"),
        (("play", "heads-up", "--stack", 15), "there are heads-up-20"),
        (("play", "kuhn", "--stack", 15), "goes with heads-up"),
        (("play", "heads-up"), "needs a terminal"),
    ],
)
def test_what_the_whole_game_does_not_take(shell, command, wrong):
    ran = shell(*command)
    assert ran.code == 2
    assert wrong in ran.err
