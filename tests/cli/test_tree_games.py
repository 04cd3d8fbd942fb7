"""Games without a table on the command line."""

from tests.cli.running import Shell


def test_they_are_solved_saved_and_read_by_their_names(shell: Shell):
    assert shell("solve", "liars-dice:sides=2", "-a", "cfr+", "-n", 50).code == 0
    ran = shell("evaluate", "liars-dice-sides-2-cfr+", "--json")
    assert ran.json["game"] == "liars-dice:sides=2"
    assert "liars-dice" in shell("games").out
    ran = shell("solve", "goofspiel:cards=9")
    assert (ran.code, ran.err) == (2, "Error: cards must be a whole number from 2 to 5, not 9\n")
    assert shell("play", "security").code == 2
