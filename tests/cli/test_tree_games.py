"""Games without a table on the command line."""

from pokerbot.cli import completion
from tests.cli.running import Shell


def test_they_are_solved_saved_and_read_by_their_names(shell: Shell):
    assert shell("solve", "liars-dice:sides=2", "-a", "cfr+", "-n", 50).code == 0
    ran = shell("evaluate", "liars-dice-sides-2-cfr+", "--json")
    assert ran.json["game"] == "liars-dice:sides=2"
    assert "liars-dice" in shell("games").out
    ran = shell("solve", "goofspiel:cards=9")
    assert (ran.code, ran.err) == (2, "Error: cards must be a whole number from 2 to 5, not 9\n")
    ran = shell("play", "goofspiel")
    assert (ran.code, "takes a poker game with cards and betting" in ran.err) == (2, True)
    assert "jam-or-fold, and without a table liars-dice" in shell("play", "nosuch").err


def test_a_name_without_parameters_is_a_game_as_one_with_them_is(shell: Shell):
    shell("solve", "goofspiel", "-a", "cfr+", "-n", 2, "-o", "strategies/mine.json")
    evaluated = shell("evaluate", "mine", "--json").json["exploitability"]
    assert shell("evaluate", "goofspiel", "--json").json["exploitability"] == evaluated
    assert shell("match", "goofspiel", "random", "--json").json["a"] == "mine"
    assert shell("export", "security", "--to", "efg").out.startswith('EFG 2 R "security"')


def test_their_rules_are_told_and_their_names_completed(shell: Shell):
    told = {
        "liars-dice:sides=4": "a die of 4 sides",
        "goofspiel:cards=3": "Prizes worth 3",
        "security:targets=7": "sets 2 guards on targets, at most one on each, of which there are 7",
    }
    listed, helped = shell("rules").out, shell("solve", "--help").out
    for game, said in told.items():
        assert said in " ".join(shell("rules", game).out.split())
        assert said in shell("rules", game, "--json").json["rules"]["The game"]
        name = game.partition(":")[0]
        assert f"\n{name} " in listed
        assert f"\n  {name} " in helped
        (found,) = completion.games(None, None, name[:4])
        assert found.value == name
