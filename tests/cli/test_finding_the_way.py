"""What helps someone who does not know the name: help, what may have been meant, completion."""

import click
import pytest

from pokerbot.cli import COMMANDS, cli
from pokerbot.games.catalogue import FAMILIES
from pokerbot.games.tree_catalogue import TREES
from pokerbot.io.own_files import history_file
from pokerbot.opponents.adapting import ADAPTING
from pokerbot.play.session.challenge import Challenge
from pokerbot.solvers.catalogue import ALGORITHMS


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["sovle", "kuhn"], "solve"),
        (["help", "ruls"], "rules"),
        (["rules", "kunh"], "kuhn"),
        (["evaluate", "felx"], "felix"),
        (["show", "leduk"], "leduc"),
        (["match", "leduc-gxf", "call"], "leduc-gxfp"),
    ],
)
def test_what_may_have_been_meant_is_told(shell, arguments, meant):
    ran = shell(*arguments)
    assert ran.code == 2
    assert f"(did you mean {meant}?)" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("folder", ["", "strategies/"])
@pytest.mark.parametrize("who", ["felix", "best-response:felix", "call"])
def test_that_a_name_does_not_mean_the_file_here_is_told(shell, tmp_path, who, folder):
    """A student is called Felix, and hands in felix.json."""
    name = who.removeprefix("best-response:")
    file = f"{folder}{name}.json"
    shell("solve", "kuhn", "-n", 1, "-o", file)
    asked = "evaluate", who, "--game", "kuhn", "--json"
    warned = shell(*asked)
    assert warned.err.startswith(f"Warning: {name} does not mean {file}, ")
    assert warned.err.count("\n") == 1
    (tmp_path / file).unlink()
    alone = shell(*asked)
    assert (alone.out, alone.err) == (warned.out, "")


@pytest.mark.parametrize("name", ["kuhn-gxfp", "heads-up", "mine"])
def test_that_a_name_means_another_strategy_than_the_file_here_is_told(shell, tmp_path, name):
    shell("solve", "kuhn", "-n", 1, "-o", "strategies/mine.json")
    shell("solve", "kuhn", "-n", 1, "-o", f"{name}.json")
    told = f"Warning: {name} does not mean {name}.json, "
    assert shell("evaluate", name).err.startswith(told)


@pytest.mark.parametrize("who", ["felix.json", "./felix.json", "bob", "mine", "kuhn-gxfp"])
def test_no_word_of_warning_where_the_file_here_is_meant(shell, tmp_path, who):
    for file in ("bob.json", "felix.json", "strategies/mine.json", "strategies/kuhn-gxfp.json"):
        shell("solve", "kuhn", "-n", 1, "-o", file)
    (tmp_path / "call.json").write_text("{}")  # is no strategy
    assert "does not mean" not in shell("match", who, "call", "-n", 10).err


@pytest.mark.parametrize("who", ["students/bob", "./bob", "best-response:students/bob"])
def test_a_path_may_lack_its_ending(shell, tmp_path, who):
    (tmp_path / "students").mkdir()
    for file in ("students/bob.json", "bob.json"):
        shell("solve", "kuhn", "-n", 1, "-o", file)
    (tmp_path / "students" / "plan.json").write_text("{}")  # is no strategy
    assert shell("evaluate", who, "--json").out == shell("evaluate", f"{who}.json", "--json").out
    ran = shell("evaluate", "students/plan")
    assert (ran.code, ran.err) == (2, "Error: students/plan: no such file\n")


def test_nothing_is_guessed_from_nothing():
    from pokerbot.errors import meant

    assert meant("xyz", ["kuhn", "leduc"]) == ""


def test_help_is_where_one_looks_for_it(shell):
    assert shell("help").out == shell("--help").out
    assert shell("help", "solve").out.split()[1:4] == ["pokerbot", "solve", "[OPTIONS]"]


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_both_options_for_help_are_those_of_every_command(shell, option):
    for name in COMMANDS:
        ran = shell(name, option)
        assert (ran.code, ran.out, ran.err) == (0, shell("help", name).out, "")


def test_without_arguments_one_who_has_not_played_is_told_how_to_begin(
    shell, tmp_path, monkeypatch
):
    monkeypatch.setenv("POKERBOT_DATA", str(tmp_path))
    asked = shell("--help").out
    first = "New here? pokerbot play begins with the rules in a minute, then lessons."
    assert shell().out == f"{first}\n\n{asked}"
    history_file().touch()
    assert shell().out == asked


@pytest.fixture
def completed(shell, monkeypatch):
    """What a shell is offered for the last word of a line."""

    def offered(line):
        words = {"COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
        with monkeypatch.context() as asked:
            for name, value in {**words, "_POKERBOT_COMPLETE": "bash_complete"}.items():
                asked.setenv(name, value)
            ran = shell()
        assert (ran.code, ran.err) == (0, "")
        return [line.partition(",")[2] for line in ran.out.splitlines()]

    return offered


def test_a_shell_completes_games_algorithms_and_players(completed):
    assert completed("pokerbot rules ")[: len(FAMILIES)] == list(FAMILIES)
    assert completed("pokerbot evaluate emil --game 3bet-d") == ["3bet-dry-river"]
    assert completed("pokerbot solve kuhn -a ") == list(ALGORITHMS)
    assert completed("pokerbot match felix ra") == ["random", "raise"]
    assert completed("pokerbot show fel") == ["felix"]
    assert completed("pokerbot strength ") == ["heads-up"]
    assert completed("pokerbot play ./") == ["./"]  # any file


@pytest.mark.parametrize(
    ("name", "taking"),
    [
        ("solve", ["-o", "--checkpoint", "--resume"]),
        ("show", ["--plot"]),
        ("match", ["--history"]),
        ("exploit", ["-o"]),
        ("export", ["-o"]),
        ("history", ["--export"]),
        ("sweep", ["plan", "--out", "--plot"]),
        ("report", ["game", "--out", "--plot"]),
        ("reproduce", ["--out"]),
        ("train", ["--checkpoint", "-o"]),
        ("strength", ["who"]),
    ],
)
def test_where_a_file_may_be_named_a_shell_completes_files(name, taking):
    """With completion on, bash completed nothing after `sweep` or `solve kuhn --resume`."""
    command = cli.get_command(click.Context(cli), name)
    options = {each: param for param in command.params for each in param.opts}
    for each in taking:
        found = options[each].shell_complete(click.Context(command), "./")
        assert [(item.value, item.type) for item in found] == [("./", "file")], each


def test_a_challenge_that_was_altered_is_refused_in_a_line(shell):
    code = Challenge(1, "first", 10, "0" * 12, 0.5).code
    for given, said in (
        ([code[:-1] + "7"], "Error: --challenge is not the code of a challenge, or was altered"),
        ([code, "--seed", "3"], "Error: --challenge settles game, seat and seed"),
        ([code, "--stack", "10"], "Error: --stack does not go with --challenge"),
        ([code, "--match"], "Error: --match does not go with --challenge"),
    ):
        ran = shell("play", "--challenge", *given)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(said)
        assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "there"),
    [
        (("solve",), ("kuhn", "leduc")),
        (("show",), ("felix", "echo", "kuhn-gxfp")),
        (("trace",), ("kuhn",)),
    ],
)
def test_where_something_is_missing_stands_what_there_is(shell, command, there):
    ran = shell(*command)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("Error: Missing argument")
    assert all(f" {name}" in ran.err for name in there)


def test_there_is_a_chart_of_one_game_alone(shell, completed):
    """It offered all games, and then refused them."""
    assert shell("chart").err == "Error: Missing argument 'jam-or-fold'; there are jam-or-fold\n"
    assert completed("pokerbot chart ") == ["jam-or-fold"]


def test_a_report_is_offered_spots_alone(completed):
    assert "3bet-wet-flop" in completed("pokerbot report ")
    assert not {"kuhn", "leduc"} & {*completed("pokerbot report ")}


def test_a_toml_file_that_is_no_spot_is_no_game(shell, completed, tmp_path):
    """In a clone of pokerbot, `pyproject` was among the games."""
    for name, content in (
        ("plan", 'games = ["kuhn"]\nalgorithms = ["cfr"]'),
        ("pyproject", "[tool.ruff]\nline-length = 100"),
        ("one", 'oop.range = "AA"'),
        ("two", '# of my own\n[ ip ]\nrange = "AA"'),
    ):
        (tmp_path / f"{name}.toml").write_text(content)
    found = {*completed("pokerbot solve ")}
    assert found & {"plan", "pyproject", "one", "two"} == {"one", "two"}
    assert shell("solve", "plan").err.startswith("Error: no game 'plan'")


def test_rules_without_a_game_list_the_games(shell):
    ran = shell("rules")
    listed = [line.split()[0] for line in ran.out.splitlines()]
    assert listed == [*FAMILIES, *TREES, "holdem"]
    games = shell("rules", "--json").json["games"]
    assert [*games] == listed
    assert {**games, **{one.name: one.summary for one in FAMILIES.values()}} == games
    assert shell("rules", "heads-up").out == shell("rules", "holdem").out != ""


def test_echo_is_completed(completed):
    assert "echo" in completed("pokerbot play ec")
    plays = [one.game for one in ADAPTING.values()]
    assert completed("pokerbot play echo --game ") == plays
    tables = completed("pokerbot play felix --game ")
    assert {*FAMILIES} <= {*tables}
    assert not {*TREES} & {*tables}
