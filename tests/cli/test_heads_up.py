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
    match = shell("match", path, "pot-odds", "-n", 2, "--json").json
    assert (match["boards"], match["a"], match["resolve"]) == (2, str(path), None)
    assert match["mbb_per_hand"] == match["without"]["mbb"]
    other = tmp_path / "other"
    other.write_text("mine")
    assert "--force" in shell("train", "heads-up", "--stack", 2, "-n", 1, "-o", other).err


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        *(
            ((*command.split(), "heads-up"), "too large to be solved: pokerbot train heads-up")
            for command in ("solve", "evaluate", "exploit", "show", "export --to efg")
        ),
        (("tournament", "kuhn", "heads-up"), "too large to be solved"),
        (("play", "heads-up", "--stack", 1000), "heads-up-20, by stacks in big blinds"),
        (("play", "kuhn", "--stack", 15), "only goes with heads-up"),
        (("play", "heads-up"), "needs a terminal"),
        (("match", "heads-up", "nobody"), "there are call, always-all-in"),
        (("match", "call", "heads-up-10"), "first: pokerbot match heads-up-10 call"),
        (("match", "heads-up", "call", "--since", "river"), "--since only goes with --resolve"),
        (("match", "heads-up", "call", "--game", "kuhn"), "--game has no effect on whole hands"),
        (("match", "kuhn-gxfp", "call", "--resolve", "safe"), "--resolve only goes with heads-up"),
    ],
)
def test_what_the_whole_game_does_not_take(shell, command, wrong):
    ran = shell(*command)
    assert ran.code == 2
    assert wrong in ran.err
