"""Algorithms that go by how long the run is."""

import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.runs.comparison import all_for
from pokerbot.runs.run import SolveRun
from tests.cli.running import Shell

NEEDED = "iterations must be given: hs-dcfr goes by how long the run is"


def test_the_limit_of_a_run_is_its_horizon_and_belongs_to_it():
    short, long = (pokerbot.solve("kuhn", "hs-dcfr", iterations=n).strategy for n in (20, 40))
    assert (short.algorithm["horizon"], long.algorithm["horizon"]) == (20, 40)
    begun = pokerbot.Training("kuhn", "hs-dcfr", horizon=40)
    begun.run(iterations=20)
    assert begun.solution().strategy.infosets != short.infosets
    begun.run(iterations=40)
    assert begun.solution().strategy.infosets == long.infosets
    with pytest.raises(InputError, match="at most 40, the horizon"):
        begun.run(iterations=41)


def test_a_run_ends_at_its_horizon_whatever_else_it_waits_for():
    training = pokerbot.Training("kuhn", "hs-pcfr+", horizon=7)
    training.run(target=1e-300)
    assert training.solver.iterations == 7


def test_without_a_limit_of_iterations_it_is_refused():
    with pytest.raises(InputError, match=NEEDED):
        pokerbot.solve("kuhn", "hs-dcfr", target=1e-3)
    with pytest.raises(InputError, match=NEEDED):
        SolveRun("kuhn", "hs-dcfr", seconds=1.0).training()
    assert SolveRun("kuhn", "hs-dcfr", iterations=9).training().described["horizon"] == 9
    names = [[each.name for each in all_for(pokerbot.game("kuhn"), n)] for n in (None, 5)]
    assert {*names[1]} - {*names[0]} == {"hs-dcfr", "hs-pcfr+"}


def test_the_command_line_says_so_and_refuses_to_resume_with_another(shell: Shell):
    ran = shell("solve", "kuhn", "-a", "hs-dcfr", "--time", 1)
    assert (ran.code, ran.err) == (2, f"Error: --{NEEDED}\n")
    assert shell("solve", "kuhn", "-a", "hs-dcfr", "-n", 9, "--checkpoint", "c").code == 0
    ran = shell("solve", "kuhn", "-a", "hs-dcfr", "-n", 10, "--resume", "c")
    assert ran.code == 2
    assert "horizon" in ran.err
