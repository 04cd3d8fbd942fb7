"""Algorithms of one's own on the command line, as module:object."""

from pathlib import Path

import pytest

from tests.cli.running import Shell

RULE = """
import numpy as np
from pokerbot import RegretRule
from pokerbot.solvers.regret import power

def tammelins(R, r, t, boost):
    "Regrets floored at 0, which boost leaves alone."
    R = np.maximum(R + r, 0)
    return R, R

rule = RegretRule(tammelins, (power("boost", 1.0),))
number = 3
"""
COMPARE = "compare", "kuhn", "-n", 20, "--backend", "numpy", "--json"


@pytest.mark.parametrize("jobs", [1, 2])
def test_compare_takes_them_with_their_settings(shell: Shell, jobs: int) -> None:
    Path("own_rules.py").write_text(RULE)
    own = "own_rules:rule", "own_rules:rule:boost=2,averaging=1"
    ran = shell(*COMPARE, *(part for each in own for part in ("-a", each)), "--jobs", jobs)
    assert ran.code == 0, ran.err
    plain, boosted = ran.json["curves"]
    assert (plain["label"], boosted["label"]) == ("tammelins", "tammelins:averaging=1,boost=2")
    linear = shell(*COMPARE, "-a", "cfr+").json["curves"][0]
    assert boosted["points"][-1]["value"] == linear["points"][-1]["value"]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("own_rules:missing", "no algorithm 'own_rules:missing': AttributeError"),
        ("no_such_module:rule", "no algorithm 'no_such_module:rule': ModuleNotFoundError"),
        ("own_rules:number", "that is no algorithm: 3"),
        ("own_rules:rule:wrong=2", "wrong"),
        ("dcfr:rule", "dcfr:rule"),
    ],
)
def test_what_is_none_is_refused_in_a_line(shell: Shell, entry: str, said: str) -> None:
    Path("own_rules.py").write_text(RULE)
    ran = shell(*COMPARE, "-a", entry)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


def test_plans_name_those_of_the_catalogue(shell: Shell) -> None:
    Path("own_rules.py").write_text(RULE)
    Path("plan.toml").write_text('games = ["kuhn"]\nalgorithms = ["own_rules:rule"]\n')
    ran = shell("sweep", "plan.toml")
    assert ran.code == 2
    assert "a plan names algorithms of the catalogue" in ran.err
