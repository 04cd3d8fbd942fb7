"""Spots of hold'em from the command line: solved by their file, measured, played on."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import cast

import pytest
from rich.console import Console

import pokerbot
from pokerbot.cli.node_report import _show_square
from pokerbot.evaluation.node_hands import Node
from pokerbot.evaluation.rest import widened
from pokerbot.games.actions import Action
from pokerbot.games.betting import start, successor
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.holdem import DEFAULTS
from pokerbot.games.ranges import Range
from pokerbot.io.own_files import history_file
from pokerbot.opponents.finding import choose
from pokerbot.opponents.opponents import read as read_opponent
from pokerbot.play.hand import play_out
from pokerbot.play.history.file import append
from pokerbot.play.history.record import Again
from pokerbot.plots import picture
from pokerbot.plots.figure import Figure
from pokerbot.strategy.storage import fingerprint
from pokerbot.strategy.strategy import Strategy
from tests.cli.running import Shell
from tests.io.test_ownership import nobody
from tests.play.hands import played

POLAR = """
board = "2s 3h 4d 6c 7c"
pot = 20
stack = 20
[oop]
range = "AsAh,QsQh"
river.bet = "a"
[ip]
range = "KsKh"
"""
"""Half a street of aces or queens against kings (Chen & Ankenman 2006): worth 15 of the 20."""


@pytest.fixture
def spot(shell: Shell) -> str:
    """The file of that spot, where commands run."""
    Path("polar.toml").write_text(POLAR, encoding="utf-8")
    return "polar.toml"


def test_a_spot_is_solved_to_a_thousandth_of_its_pot(shell: Shell, spot: str) -> None:
    found = shell("solve", spot, "--json").json
    assert (found["game"], found["spot"], found["board"]) == ("holdem", "polar", "2s3h4d 6c 7c")
    assert found["algorithm"] == "dcfr"
    assert found["output"] == "strategies/polar-dcfr.json"
    assert found["exploitability"] <= 0.02
    assert found["exploitability_pot"] == pytest.approx(5 * found["exploitability"])
    assert sum(found["ev"]) == pytest.approx(20)
    assert found["ev_bounds"][0] <= 15 <= found["ev_bounds"][1]
    assert found["ev"][0] - 10 == pytest.approx(found["value"])
    assert found["equity"] == pytest.approx([0.5, 0.5])
    assert found["memory_bytes"] > 0
    assert found["infosets"] == 4


def test_help_tells_of_every_key(shell: Shell) -> None:
    told = shell("solve", "--help").out.partition("SPOT.toml:")[2]
    for key in DEFAULTS:
        assert key.rpartition(".")[2] in told, key


def test_what_it_takes_is_said_before(shell: Shell, spot: str) -> None:
    told = shell("solve", spot, "--json").err
    assert told == "polar: 2 and 1 hands, 3 decisions, 10 cells; under 1 MB and 1 s\n"
    assert shell("solve", "kuhn", "-n", 1).err == ""


def test_sizes_of_a_donk_bet_where_there_is_none_are_said_to_have_no_effect(
    shell: Shell, spot: str
) -> None:
    """No one has bet before the first street; the sizes were passed over without a word."""
    Path("donk.toml").write_text(POLAR.replace("[ip]", 'river.donk = "50%"\n[ip]'))
    plain, donk = (shell("solve", name, "-n", 9, "--json") for name in (spot, "donk.toml"))
    assert "no effect" not in plain.err
    assert donk.err.endswith("; oop.river.donk has no effect on the first street\n")
    by = ("--backend", "numpy")  # for two hands against one there would be machine code of its own
    compared = shell("compare", "donk.toml", "-a", "cfr", "-a", "cfr+", "-n", 9, *by, "--json")
    Path("plan.toml").write_text('games = ["donk.toml"]\nalgorithms = ["cfr"]\niterations = 9')
    swept = shell("sweep", "plan.toml", "--jobs", 1, "--json")
    for ran in (compared, swept):
        assert ran.err.count("donk: oop.river.donk has no effect on the first street\n") == 1
    assert donk.json["ev"] == plain.json["ev"]
    turn = Path("donk.toml").read_text().replace("6c 7c", "6c")
    Path("turn.toml").write_text(turn)
    assert "no effect" not in shell("solve", "turn.toml", "-n", 1).err
    assert "oop.river.donk has no effect" in shell("report", "turn.toml", "-n", 1).err


@pytest.mark.slow
def test_what_does_not_fit_is_refused_with_what_would_take_less(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokerbot.sequence.compile.memory", lambda: 1 << 30)
    sizes = 'turn.bet = "30%, 60%, a"\nriver.bet = "30%, 60%, a"\n'
    sizes += sizes.replace("bet", "raise")
    flop = POLAR.replace("2s 3h 4d 6c 7c", "2s 3h 4d").replace("AsAh,QsQh", "random")
    flop = flop.replace("KsKh", "random").replace("stack = 20", "stack = 500")
    flop = flop.replace('river.bet = "a"\n', sizes) + sizes
    Path("flop.toml").write_text(flop, encoding="utf-8")
    ran = shell("solve", "flop.toml")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    said = r"flop would take about ([\d,.]+) GiB .* with one size of each kind .* ([\d,.]+) GiB"
    needed, less = re.search(said, ran.err).groups()
    assert float(less.replace(",", "")) < float(needed.replace(",", "")) / 10
    assert ran.err.endswith("and smaller ranges take less\n")


def test_one_size_of_each_kind_is_not_advised_where_there_is_no_other(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokerbot.sequence.compile.memory", lambda: 1 << 10)
    unmet = POLAR.replace("stack = 20", "stack = 21")  # of what was compiled no size is asked
    Path("unmet.toml").write_text(unmet, encoding="utf-8")
    ran = shell("solve", "unmet.toml")
    assert ran.code == 2
    assert ran.err.endswith(" GiB; smaller ranges take less\n")


def test_a_target_in_per_cent_of_the_pot(shell: Shell, spot: str) -> None:
    chips = shell("solve", spot, "--target", 0.1, "-o", "a.json", "--json").json
    pot = shell("solve", spot, "--target-pot", 0.5, "-o", "b.json", "--json").json
    assert chips["iterations"] == pot["iterations"]
    both = shell("solve", spot, "--target", 1, "--target-pot", 1)
    assert both.code == 2
    assert "--target-pot" in both.err
    none = shell("solve", spot, "--target-pot", 0)
    assert none.code == 2
    assert none.err.startswith("Error: --target-pot must be a number above 0")


def test_for_a_person_in_few_lines(shell: Shell, spot: str) -> None:
    lines = shell("solve", spot).out.splitlines()
    assert lines[0].startswith("polar by dcfr: ")
    assert lines[1].endswith("% of the pot of 20")
    assert [line.split()[:2] for line in lines[3:5]] == [["EV", "oop"], ["EV", "ip"]]
    assert "equity 50.00 %" in lines[3]


def test_a_raked_spot_promises_no_equilibrium(shell: Shell, spot: str) -> None:
    Path(spot).write_text(POLAR + "[tree]\nrake = 0.05\nrake_cap = 2\n", encoding="utf-8")
    told = shell("solve", spot, "--json").json
    assert (told["value_bounds"], told["ev_bounds"]) == (None, None)
    assert 18 <= sum(told["ev"]) < 19
    lines = shell("solve", spot, "--force").out.splitlines()
    assert lines[5].startswith("rake            1.")
    assert lines[5].endswith(" chips a hand; with it no equilibrium is promised")
    assert shell("evaluate", "polar-dcfr", "--json").json["value_bounds"] is None
    assert "no equilibrium is promised" in shell("evaluate", "polar-dcfr").out
    refused = shell("solve", spot, "-a", "ipm")
    assert (refused.code, refused.err) == (
        2,
        "Error: ipm takes zero-sum games, and polar has a rake\n",
    )


def test_who_loses_a_rake_is_not_behind(shell: Shell, spot: str) -> None:
    """A strategy against itself: both seats together lose what is raked."""
    Path(spot).write_text(POLAR + "[tree]\nrake = 0.05\nrake_cap = 2\n", encoding="utf-8")
    raked = 20 - sum(shell("solve", spot, "--json").json["ev"])
    played = shell("match", "polar-dcfr", "polar-dcfr", "--hands", 200, "--json").json
    assert played["exact_ev"] == pytest.approx(-raked / 2, abs=1e-6)
    said = shell("match", "polar-dcfr", "polar-dcfr", "--hands", 200).out.splitlines()
    assert said[-1] == "With a rake this tells what polar-dcfr wins, not which of the two is ahead."
    assert said[2].endswith(" thousandths of half the pot per hand")
    odd = Path("pol\n\x1b[31mar.toml")
    odd.write_text(POLAR, encoding="utf-8-sig")  # with a mark of the order of bytes
    solved = shell("solve", odd, "-o", "pol\n\x1b[31mar.json")
    told = shell("match", "pol\n\x1b[31mar.json", "call", "--hands", 200)
    assert (solved.code, told.code) == (0, 0)
    assert "\x1b" not in solved.out + solved.err + told.out + told.err
    assert told.out.startswith("pol??[31mar.json against call: ")
    changed = POLAR.replace("pot = 20", "pot = 22").replace("KsKh", "KsKc")
    apart = "pot, ip.range, tree.rake, tree.rake_cap"
    Path(spot).write_text(changed, encoding="utf-8")
    refused = shell("evaluate", "polar-dcfr", "--game", spot).err
    told = f"plays another game of the name polar (they differ in {apart})"
    assert refused == f"Error: polar-dcfr {told}\n"


LOCK = """
[[lock]]
player = "ip"
line = "bet 20"
play = { fold = 0.25, call = 0.75 }
"""


def test_a_spot_where_all_actions_tremble_tells_no_bounds_of_free_play(
    shell: Shell, spot: str
) -> None:
    """What best responses that tremble, too, gain bounds another game's value."""
    free, held = (
        shell("solve", spot, "-n", 200, "-o", f"{name}.json", *epsilon)
        for name, epsilon in (("free", ()), ("held", ("--epsilon", 0.1)))
    )
    assert "the game's own  between" in free.out
    assert "where every action has at least 0.1" in held.out
    assert "the game's own" not in held.out


def test_a_spot_is_solved_around_play_that_is_given(shell: Shell, spot: str) -> None:
    """A bluff of the pot that is called three times in four loses 10: 20 / 4 - 20 * 3 / 4."""
    Path(spot).write_text(POLAR + LOCK, encoding="utf-8")
    found = shell("solve", spot, "--json").json
    assert found["exploitability_within"] <= 0.02 < found["exploitability"]
    assert found["ev_bounds"] == pytest.approx([17.5, 17.5], abs=0.05)
    assert [bound + 10 for bound in found["value_bounds"]] == pytest.approx(found["ev_bounds"])
    lines = shell("solve", spot, "--target-pot", 0.01).out.splitlines()
    assert lines[2].startswith("within ")
    assert lines[2].endswith("if locked hands play as they are locked")
    assert re.fullmatch(r"with the locks  between 17\.\d+ and 17\.\d+ for oop", lines[-2])
    measured = shell("evaluate", found["output"]).out
    assert re.search(r"^with the locks  between \+7\.\d+ and \+7\.\d+$", measured, re.MULTILINE)
    assert lines[-1] == "saved to        strategies/polar-dcfr.json"
    worse = shell("solve", spot, "-n", 2)
    assert worse.out.splitlines()[-1] == "saved to        strategies/polar-dcfr-2.json"
    told = shell("evaluate", "polar-dcfr", "--json").json
    assert told["exploitability_within"] <= 0.002 < told["exploitability"]
    (better,) = re.findall(r"stays: .*, exploitability (\S+) .* within its locks", worse.err)
    assert float(better) == pytest.approx(told["exploitability_within"], rel=1e-3)
    assert "within" in shell("evaluate", "polar-dcfr").out
    Path(spot).write_text(POLAR, encoding="utf-8")
    assert shell("match", "polar-dcfr", "random", "--game", spot).code == 2


def test_one_name_never_tells_two_numbers_of_a_spot_with_locks_and_trembles(
    shell: Shell, spot: str
) -> None:
    """Solved where the other hands tremble, too; free play around the locks wins more."""
    Path(spot).write_text(POLAR + LOCK, encoding="utf-8")
    asked = ("solve", spot, "--epsilon", 0.1, "-o", "a.json")
    solved = shell(*asked, "-n", 500, "--json").json
    found = shell("evaluate", "a.json", "--json").json
    assert solved["exploitability_within"] < 1e-3
    assert found["exploitability"] == pytest.approx(solved["exploitability"])
    assert found["exploitability_within"] is None
    assert "within" not in shell("evaluate", "a.json").out
    low, high = found["value_bounds"]
    worse = shell(*asked, "-n", 2)
    (better,) = re.findall(r"stays: .*, exploitability (\S+) .* within its locks", worse.err)
    assert float(better) == pytest.approx((high - low) / 2, rel=1e-3)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """The figures that commands have drawn; as pictures they would take half a second each."""
    pytest.importorskip("matplotlib")
    figures: list[Figure] = []
    monkeypatch.setattr(picture, "draw", lambda figure, _: figures.append(figure))
    return figures


def test_comparisons_tell_what_is_won_within_the_locks(
    shell: Shell, spot: str, drawn: list[Figure]
) -> None:
    Path(spot).write_text(POLAR + LOCK, encoding="utf-8")
    Path("plan.toml").write_text(
        f'games = ["{spot}", "kuhn"]\nalgorithms = ["dcfr"]\niterations = 200', encoding="utf-8"
    )
    swept = shell("sweep", "plan.toml", "--jobs", 1, "--plot", "ends.svg").out
    by = ("--backend", "numpy")  # what the others take for so few: nothing is compiled for it
    compared = shell("compare", spot, "-a", "dcfr", "-n", 200, *by, "--plot", "curves.svg").out
    solved = shell("solve", spot, "-n", 200, "--json").json["exploitability_within"]
    for told in (swept, compared):
        head, line = told.splitlines()[:2]
        assert (
            head
            == "polar: exploitability within the locks in chips per hand at the end of each run"
        )
        assert line.split()[1] == f"{solved:.1e}"
    assert "kuhn: exploitability in chips per hand at the end of each run" in swept
    for figure in drawn:
        assert "exploitability within the locks" in str(figure)
    assert len(drawn) == 2


def test_what_was_solved_is_measured_shown_and_played_on(shell: Shell, spot: str) -> None:
    solved = shell("solve", spot, "--json").json
    again = shell("evaluate", "polar-dcfr", "--json").json
    assert again["exploitability"] == pytest.approx(solved["exploitability"], abs=1e-12)
    played = shell("match", "polar-dcfr", "random", "--hands", 200, "--json").json
    assert played["exact_ev_by_seat"][0] > 5 - 0.02
    assert "best five" in shell("rules", spot).out


def test_a_decision_is_shown_with_what_it_is_worth(shell: Shell, spot: str) -> None:
    shell("solve", spot, "-n", 2000, "-a", "cfr+", "-o", "polar.json")
    first = shell("show", "polar.json", "--json").json
    assert [*first] == [
        "player", "board", "pot", "actions", "frequencies", "ev", "equity", "hands"
    ]  # fmt: skip
    assert (first["player"], first["board"], first["pot"]) == ("oop", "2s3h4d 6c 7c", 20)
    assert (first["actions"], [*first["hands"]]) == (["check", "bet 20"], ["AsAh", "QsQh"])
    assert first["ev"] == pytest.approx([15, 5], abs=0.02)
    assert [*first["hands"]["QsQh"]] == ["weight", "equity", "ev", "strategy", "action_evs"]
    found = shell("show", "polar.json", "--line", "bet 20", "--hands", "KK", "--json").json
    assert found["player"] == "ip"
    assert found["hands"]["KsKh"]["strategy"] == pytest.approx([0.5, 0.5], abs=0.02)
    assert found["hands"]["KsKh"]["action_evs"] == pytest.approx([0, 0], abs=0.2)
    lines = shell("show", "polar.json").out.splitlines()
    assert lines[1] == "2s3h4d 6c 7c, pot 20: oop to act first"
    assert [line.split()[0] for line in lines if "%" in line] == ["oop", "ip", "k", "b"]
    grid = {line[0]: line.split()[1:] for line in lines if line.endswith(("·", "b"))}
    assert grid["A"] == ["b", *"·" * 12]
    assert "QsQh" in shell("show", "polar.json", "--hands", "AA,QQ").out


def test_all_hands_that_are_asked_for_are_shown(shell: Shell) -> None:
    """Of more than fifty the rest were left out, and the word was to choose with --hands."""
    name = "3bet-wet-river-dcfr"
    every = shell("show", name, "--json").json["hands"]
    lines = shell("show", name, "--hands", "random").out.splitlines()
    assert len(every) > 50
    assert [line.split()[0] for line in lines[-len(every) :]] == [*every]


def test_nothing_has_no_sign(shell: Shell, tmp_path: Path) -> None:
    """Who never wins the pot gets 0.00 of it, though rounding comes to a little less."""
    game = make_game(
        "holdem",
        {
            "board": "AcAdKh 2s 3s", "pot": 7, "stack": 20, "oop.range": "AhKd:0.7,QQ:0.3",
            "ip.range": "72:0.7,94:0.7,JTo:0.21", "oop.river.bet": "",
        },
    )  # fmt: skip
    strategy = Strategy.of(game, lambda _, actions: [1 / len(actions)] * len(actions))
    pokerbot.save(strategy, tmp_path / "sure.json")
    assert sum(pokerbot.node(strategy).ev or ()) == pytest.approx(7)
    worth = [
        line.split()[1] for line in shell("show", tmp_path / "sure.json").out.splitlines()[4:6]
    ]
    assert worth == ["7.00", "0.00"]


def test_what_hardly_comes_there_is_not_drawn() -> None:
    """It was not trained, and what it does is of no frequency that is shown."""
    shares = {"AA": [0.2, 0.7], "KK": [0.0999, 0.0], "QQ": [0.0, 0.0001]}
    node = SimpleNamespace(actions=["check", "bet 20"], classes=lambda: shares)
    text = StringIO()
    _show_square(Console(file=text), cast(Node, node))
    drawn = {line.split()[0]: line.split()[1:] for line in text.getvalue().splitlines()[2:15]}
    assert [*drawn] == [*"AKQJT98765432"]
    assert [mark for row in drawn.values() for mark in row if mark != "·"] == ["b", "k"]


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["--line", "bet 21"], "--line has 'bet 21' where check, bet 20 are legal"),
        (["--line", "check, check"], "--line leads to the end of the hand"),
        (["--line", "bet 20 / 7s"], "--line has the end of a street where fold, call are legal"),
        (["--hands", "KK"], "--hands has 'KK', no hand that oop may hold on 2s3h4d 6c 7c"),
        (["--hands", "AhAs,qq"], "--hands has 'qq', which is no hand"),
    ],
)
def test_a_decision_that_there_is_not(shell: Shell, spot: str, asked: list[str], says: str) -> None:
    shell("solve", spot, "-n", 10, "-o", "polar.json")
    ran = shell("show", "polar.json", *asked)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert says in ran.err


@pytest.mark.slow
def test_a_picture_has_the_hands_that_are_asked_for(
    shell: Shell, spot: str, drawn: list[Figure]
) -> None:
    shell("solve", spot, "-n", 10, "-o", "polar.json")
    for hands in ("AA", "QQ", "QQ,AA", "random"):
        ran = shell("show", "polar.json", "--hands", hands, "--plot", "a.svg")
        assert ran.err == "drawn to a.svg\n"
    aces, queens, both, all_hands = drawn
    assert aces != queens != all_hands == both
    assert picture.picture(aces, "svg") != picture.picture(queens, "svg")


def test_a_decision_that_play_hardly_reaches_says_so(shell: Shell, spot: str) -> None:
    """Polar ranges that bet all they have: aces and queens one time in 2,000."""
    shell("solve", spot, "-n", 10, "-o", "polar.json")
    held = json.loads(Path("polar.json").read_text())
    for key, actions in held["infosets"].items():
        if "bet 20" in actions:
            held["infosets"][key] = {"check": 0.9995, "bet 20": 0.0005}
    Path("seldom.json").write_text(json.dumps(held))
    for line, hardly in (("", False), ("bet 20", True)):
        shown = shell("show", "seldom.json", "--line", line)
        assert ("hardly reaches this decision" in shown.out) == hardly


def test_a_line_of_other_games(shell: Shell) -> None:
    found = shell("show", "leduc-cfr+", "--line", "check, bet, call / K / check", "--json").json
    assert (found["player"], found["board"], found["pot"]) == ("second", "K", 6)
    assert sum(found["ev"]) == pytest.approx(6)
    text = shell("show", "kuhn-gxfp", "--line", "bet").out
    assert [line.split()[0] for line in text.splitlines()[-3:]] == ["J", "Q", "K"]


def test_a_run_goes_on_from_its_checkpoint(shell: Shell, spot: str) -> None:
    shell("solve", spot, "-n", 40, "-o", "whole.json")
    shell("solve", spot, "-n", 20, "--checkpoint", "half.ckpt", "-o", "half.json")
    shell("solve", spot, "-n", 40, "--resume", "half.ckpt", "-o", "rest.json")
    assert Path("rest.json").read_bytes() == Path("whole.json").read_bytes()


def test_it_is_compared_as_any_game(shell: Shell, spot: str) -> None:
    asked = ("-n", 10, "--backend", "numpy", "--json")
    found = shell("compare", spot, "-a", "cfr+", "-a", "xfp", *asked)
    assert found.code == 0, found.err
    assert "polar" in found.out


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("pot = 20", "pot = 0"), "pot must be"),
        (("pot = 20", "pots = 20"), "which is no key of a spot (did you mean pot?)"),
        (("pot = 20", "tree = 1\npot = 20"), "it is a table, with keys such as tree.add_allin"),
        (('river.bet = "a"', 'river.bet = "b"'), "oop.river.bet are parts of the pot"),
        (("KsKh", "KsKh:3"), "ip.range has no weight from 0 to 1"),
        (("[oop]", LOCK.replace("0.25", "0.2") + "[oop]"), "lock 1: play adds up to 0.95, not 1"),
        (("[oop]", LOCK.replace("bet 20", "bet 9") + "[oop]"), "lock 1: line has 'bet 9' where"),
        (("[oop]", "[lock]\nplayer = 'ip'\n[oop]"), "'lock.player', which is no key of a spot"),
        (("[oop]", "[tree]\nrake_cap = 3\n[oop]"), "tree.rake_cap has no effect without tree.rake"),
    ],
)
def test_what_is_wrong_is_named_in_a_line(
    shell: Shell, spot: str, change: tuple[str, str], says: str
) -> None:
    Path(spot).write_text(POLAR.replace(*change), encoding="utf-8")
    ran = shell("solve", spot)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1
    missing = shell("solve", "nowhere.toml")
    assert (missing.code, missing.err.count("\n")) == (2, 1)


def test_what_hands_at_a_spot_tell_of_a_person(
    shell: Shell, spot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the solution that is there for it, whatever the spot is called."""
    monkeypatch.setenv("POKERBOT_DATA", str(tmp_path))
    path = Path(shell("solve", spot, "--json").json["output"]).resolve()
    kept = played(parse_game(spot), 40, opponent=str(path))
    append(history_file(), *(replace(each, sha256=fingerprint(path)) for each in kept))
    found = shell("exploit", "me", "--risk", "1", "--json").json
    assert (found["game"], found["hands"]) == ("polar", 40)
    assert found["wins"] > found["equilibrium_wins"]
    rows = shell("history", "--leaks", "--json").json["rows"]
    assert {row["infoset"] for row in rows} <= {"AA:", "QQ:", "KK:b20"}


def test_the_last_bet_sizes_of_a_spot_are_answered_or_those_that_are_named(
    shell: Shell, spot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first ones were, whatever --game said, which was refused as another game then."""
    monkeypatch.setenv("POKERBOT_DATA", str(tmp_path))
    Path("half.toml").write_text(POLAR.replace('"a"', '"50%"'), encoding="utf-8")
    for each in (spot, "half.toml"):
        path = Path(shell("solve", each, "--json").json["output"]).resolve()
        kept = played(parse_game(each), 20, opponent=str(path))
        append(history_file(), *(replace(hand, sha256=fingerprint(path)) for hand in kept))
    last = shell("exploit", "me", "--risk", "1", "--json").json
    assert (last["game"], last["hands"]) == ("half", 40)
    named = shell("exploit", "me", "--game", spot, "--risk", "1", "--json").json
    assert (named["game"], named["hands"]) == ("polar", 40)


@pytest.mark.parametrize("before", [(), (Action("check"),)])
def test_hands_with_sizes_of_ones_own_alone_tell_of_a_person_as_well(
    shell: Shell,
    spot: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: tuple[Action, ...],
) -> None:
    """By a solution of their spot, though none has such a size; after a check it has no bet."""
    monkeypatch.setenv("POKERBOT_DATA", str(tmp_path))
    path = Path(shell("solve", spot, "--json").json["output"]).resolve()
    game, half = parse_game(spot), Action("bet", 10, sized=True, to=10)
    (kept,) = played(game, 1, opponent=str(path))
    betting = start(game.rules)
    for action in before:
        betting = successor(game.rules, betting, action)
    line = (*before, half, Action("fold"))
    hand = play_out(widened(game, betting, half), (0, 0), 0, line)
    again = (Again(0, "again.spot", "ab" * 32),)
    own = replace(kept, hand=hand, person=len(before), sha256=fingerprint(path), again=again)
    append(history_file(), *(replace(own, number=number) for number in range(1, 41)))
    found = shell("exploit", "me", "--risk", "1", "--json").json
    assert (found["game"], found["hands"]) == ("polar", 40)
    assert found["wins"] > found["equilibrium_wins"]


TURN = POLAR.replace(" 7c", "")


ALIKE = TURN.replace("2s 3h 4d 6c", "2s 3s 4s 6s").replace("AsAh,QsQh", "AA,QQ")
"""Of the other three suits any river has the same reports: 22 are solved in place of 48."""


@pytest.mark.slow
def test_a_report_that_cannot_be_kept_is_told_all_the_same(shell: Shell) -> None:
    """On a full disk all boards were solved, and nothing was told of them."""
    Path("turn.toml").write_text(ALIKE.replace("KsKh", "KK"), encoding="utf-8")
    whole = shell("report", "turn.toml", "-n", 9, "--json")
    Path("kept/report.json").mkdir(parents=True)
    Path("kept/runs.jsonl").touch()
    for also in ([], ["--continue"]):
        ran = shell("report", "turn.toml", "-n", 9, "--json", "--out", "kept", *also)
        assert (ran.code, ran.out) == (2, whole.out)
        assert ran.err.splitlines()[-1] == "Error: kept/report.json is not a file"


@pytest.mark.slow
def test_a_finished_report_is_told_from_a_folder_that_cannot_be_written(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told, and then refused with status 2."""
    with TemporaryDirectory() as reached:  # by all users, other than pytest's own folders
        monkeypatch.chdir(reached)
        Path("turn.toml").write_text(TURN, encoding="utf-8")
        asked = ("report", "turn.toml", "-n", 9, "--json", "--out", "kept")
        whole = shell(*asked)
        for each in (Path("kept"), *Path("kept").iterdir(), Path(reached)):
            each.chmod(0o555)
        with nobody():
            again = shell(*asked, "--continue")
        assert (again.code, again.out, again.err) == (0, whole.out, "")
        for each in (Path(reached), Path("kept")):
            each.chmod(0o755)
        Path("kept/boards.csv").unlink()
        Path("kept").chmod(0o555)
        with nobody():
            lost = shell(*asked, "--continue")
        assert (lost.code, lost.out) == (2, whole.out)
        assert "Error: cannot write kept/boards.csv: " in lost.err
        Path("kept").chmod(0o755)


@pytest.mark.slow
def test_a_report_of_every_next_card(shell: Shell) -> None:
    """Most cards leave the half street as it is, worth 15 and a bet in three of four hands."""
    Path("turn.toml").write_text(TURN, encoding="utf-8")
    told = shell("report", "turn.toml", "--json", "--jobs", 2, "--out", "kept")
    found = told.json
    assert told.err.startswith("46 boards, 2 and 1 hands, ")
    assert found["board"] == "2s3h4d 6c"
    cards = {card: each for each in found["cards"] for card in each["cards"]}
    assert len(cards) == 46  # a king leaves no hand
    assert cards["7c"]["ev"] == pytest.approx([15, 5], abs=0.05)
    assert cards["7c"]["frequencies"][1] == pytest.approx(0.75, abs=0.02)
    assert cards["7c"]["exploitability_pot"] <= 0.1
    assert sum(each["weight"] for each in found["cards"]) == pytest.approx(1)
    mean = sum(each["weight"] * each["ev"][0] for each in found["cards"])
    assert found["ev"][0] == pytest.approx(mean)
    kept = Path("kept/runs.jsonl").read_bytes().splitlines(keepends=True)
    table = Path("kept/boards.csv").read_bytes()
    Path("kept/runs.jsonl").write_bytes(b"".join(kept[2:42]) + kept[43][:-9])
    again = shell("report", "turn.toml", "--out", "kept")
    assert again.err == "Error: --continue is needed: kept holds 40 runs already\n"
    other = shell("report", "turn.toml", "-n", 9, "--out", "kept", "--continue")
    assert "kept holds 40 runs that are not of this report" in other.err
    Path("other").mkdir()
    Path("other/runs.jsonl").write_text('{"run": 1, "solved": {"array": [1, 2]}}\n')
    strange = shell("report", "turn.toml", "--out", "other", "--continue")
    assert strange.err == "Error: other/runs.jsonl, line 1: not a run that has finished\n"
    whole = Path("kept/runs.jsonl").read_text()
    Path("other/runs.jsonl").write_text(re.sub('"solved": .*', '"solved": 5}', whole))
    strange = shell("report", "turn.toml", "--out", "other", "--continue")
    assert strange.err == "Error: other/runs.jsonl, line 1: not a run that has finished\n"
    rest = shell("report", "turn.toml", "--out", "kept", "--continue")
    assert rest.err.startswith(f"{len(kept) - 40} boards, 2 and 1 hands, ")
    lines = rest.out.splitlines()
    line = re.search(r"at most ([\d.]+) % of the pot on any of them", "\n".join(lines))
    worst = max(each["exploitability_pot"] for each in found["cards"])
    assert line
    assert worst <= float(line[1]) < 1.1 * worst
    assert sorted(Path("kept/runs.jsonl").read_bytes().splitlines(keepends=True)) == sorted(kept)
    assert Path("kept/boards.csv").read_bytes() == table
    assert json.loads(Path("kept/report.json").read_text()) == found
    assert lines[0].startswith("turn, 2s3h4d 6c: 46 next cards by dcfr")
    assert lines[1].split()[-4:] == ["oop", "check", "bet", "20"]
    assert lines[2 + len(found["cards"])].startswith("all")
    heads, spades = lines[-5].split(), lines[-4]
    assert heads == [*"AKQJT98765432"]
    assert spades[7:11].strip() == ""  # a king
    assert lines[-1].split()[-1] == f"{100 * cards['2c']['ev'][0] / 20:.0f}"


def test_a_report_that_cannot_be_is_refused(shell: Shell, spot: str) -> None:
    for asked in ([spot], ["kuhn"], [spot, "--target", 1, "--target-pot", 1], [spot, "--continue"]):
        ran = shell("report", *asked)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_a_spot_at_hand_goes_by_its_name_where_a_game_is_named(shell: Shell) -> None:
    assert "Ad 7c 2s Th 5h" in shell("rules", "3bet-dry-river").out
    game = choose("echo", "3bet-dry-river").game
    assert game is not None
    assert game.rules.pot == 400
    assert shell("rules", "3bet-dry").code == 2
    played = shell("match", "call", "random", "--game", "3bet-dry-river", "-n", 2, "--json").json
    assert played["game"] == "3bet-dry-river"
    Path("plan.toml").write_text(
        'games = ["3bet-dry-river"]\nalgorithms = ["dcfr"]\niterations = 2'
    )
    (run,) = shell("sweep", "plan.toml", "--jobs", 1, "--json").json["runs"]
    assert (run["game"], run["iterations"]) == ("holdem", 2)


@pytest.mark.slow
def test_a_turn_is_kept_without_its_rivers_and_they_are_solved_again(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With machine code that other tests need, too: of many hands, in order of strength."""
    pytest.importorskip("numba", reason="what hands are worth as a card comes takes machine code")
    monkeypatch.setattr("pokerbot.sequence.showdown.MOST_DENSE", 1)
    turn = POLAR.replace(" 7c", "").replace("river.bet", 'turn.bet = "50%"\nriver.bet')
    turn = turn.replace("AsAh,QsQh", "AA,QQ").replace("KsKh", "KK")
    Path("turn.toml").write_text(turn, encoding="utf-8")
    solved = shell("solve", "turn.toml", "-n", "20", "--without", "rivers", "--json")
    assert "with the rivers that the file leaves out" in solved.err
    opponent = read_opponent(Path("strategies/turn-dcfr.spot"))
    assert opponent.evaluation.exploitability == pytest.approx(solved.json["exploitability"])
    assert opponent.evaluation.value == pytest.approx(solved.json["value"])
    low, high = opponent.evaluation.value_bounds or (0, 0)
    assert [low, high] == pytest.approx(solved.json["value_bounds"])
    worse = shell("solve", "turn.toml", "-n", "2", "--without", "rivers")
    assert worse.code == 0
    assert "turn-dcfr.spot is better and stays" in worse.err
    shown = shell("show", "turn-dcfr", "--line", "check, check / 7c")
    assert shown.code == 0
    assert "without rivers: this one was solved again in" in shown.err
    assert "oop to act" in shown.out
    assert "solved again" not in shell("show", "turn-dcfr").err
    refused = shell("evaluate", "turn-dcfr")
    assert refused.code == 2
    assert "kept without its rivers" in refused.err
    restrictions = ("--epsilon", "0.1"), ("--floor", "check=0.5", "--floor-seat", "first")
    for held in restrictions:  # rivers would be solved again without them
        refused = shell("solve", "turn.toml", "-n", "2", "--without", "rivers", *held)
        assert refused.code == 2
        assert "--without needs a turn or a flop" in refused.err
    Path("raked.toml").write_text(f"{turn}[tree]\nrake = 0.05\nrake_cap = 2\n", encoding="utf-8")
    for iterations in (9, 2):
        raked = shell("solve", "raked.toml", "-n", iterations, "--without", "rivers")
        assert raked.code == 0
    assert "raked-dcfr.spot is better and stays" in raked.err
    assert read_opponent(Path("strategies/raked-dcfr.spot")).evaluation.value_bounds is None
    refused = shell("solve", "turn.toml", "--without", "rivers", "-o", "turn.json")
    assert refused.code == 2
    assert "--without needs a turn or a flop" in refused.err


def test_a_spot_s_file_is_written_for_gambit(shell: Shell, spot: str) -> None:
    """It was refused as no strategy, though no strategy is needed."""
    assert shell("export", spot, "--to", "efg").out.startswith('EFG 2 R "')


def test_equity_of_long_ranges_fits_the_window(shell: Shell) -> None:
    """A range pasted hand by hand, some lines long, pushed the figures out of it."""
    pasted = ",\n".join(f"{hand}:0.5" for hand in Range("22+,A2s+").hands)
    ran = shell("equity", pasted, "AA", "--board", "2c3d4h")
    lines = ran.out.splitlines()
    assert (ran.code, len(lines)) == (0, 4)
    assert max(map(len, lines)) <= 80
    assert lines[1].startswith("AsAh:0.5, AsAd:0.5")
    short = shell("equity", "22+,A2s+", "AA", "--board", "2c3d4h").out.splitlines()
    assert lines[1].split()[-8:] == short[1].split()[-8:]
