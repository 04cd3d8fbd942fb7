"""Files tell games of one's own from others of the same name by a digest of their rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from dataclasses import dataclass, replace
from importlib import import_module

import numpy as np
import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.games.catalogue import FAMILIES, Family, every_family, make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.games.identity import digest, rules_in_files
from pokerbot.games.rules import BestFive, Deck, Limit, NoLimit, Pairs, Round, Rules
from pokerbot.play.history import reading
from pokerbot.runs.training import Training
from pokerbot.strategy import library
from tests.play.hands import played

RULES = Rules(Deck(3, 1), 1, (Round(Limit((1,))),))
TWO_ROUNDS = Rules(
    Deck(4, 2, told_apart=True),
    1,
    (Round(Limit((1,)), board=1), Round(NoLimit())),
    stack=9,
    blinds=(0.5, 1),
)
"""Every field of it that can be changed alone."""


@dataclass(frozen=True)
class Lowest(Pairs):
    """A showdown of one's own."""

    least: int = 0


CHANGES = [
    {"deck": Deck(5, 2, told_apart=True)},
    {"ante": 2},
    {"ante": 1.5},
    {"rounds": (Round(Limit((2,)), board=1), Round(NoLimit()))},
    {"rounds": (Round(Limit((1,)), board=1), Round(NoLimit(), first=1))},
    {"stack": 10},
    {"ranges": ((("Ad", 1), ("Kd", 1)), None)},
    {"ranges": ((("Ad", 1), ("Kd", 0.5)), None)},
    {"ranges": (None, (("Ad", 1), ("Kd", 0.5)))},
    {"blinds": (1, 1)},
    {"showdown": BestFive()},
    {"showdown": Lowest()},
    {"showdown": Lowest(1)},
    {"rake": 0.05},
    {"rake": 0.05, "rake_cap": 3},
]


def own(rules: Rules, name: str = "mine") -> Game:
    return Game(name, (), rules)


def test_each_change_of_the_rules_is_another_digest():
    ranked = [replace(RULES, ranking=(row,)) for row in ((1, 2, 3), (1, 3, 2))]
    every = [RULES, *ranked, TWO_ROUNDS, *(replace(TWO_ROUNDS, **change) for change in CHANGES)]
    assert len({digest(own(rules)) for rules in every}) == len(every)


def test_equal_rules_have_the_same_digest_however_their_numbers_are_written():
    again = Rules(
        Deck(3, np.int64(1)),
        1.0,
        (Round(Limit((np.float64(1),), check_ends=0), board=False),),
        blinds=(0.0, 0),
    )
    assert again == RULES
    assert digest(own(again)) == digest(own(RULES, "another name"))


SHOWDOWN = """
from functools import cache, cached_property
from pokerbot.games.rules import Pairs

class Mine(Pairs):
    CONSTANT = {constant}

    @property
    def least(self):
        return {least}

    @cached_property
    def kept(self):
        return {kept}

    @staticmethod
    @cache
    def known():
        return {known}

    def more(self):
        return {more}
"""


def test_changed_code_of_a_showdown_of_ones_own_is_another_digest(tmp_path, monkeypatch):
    """Its name alone was told, so that old files were taken for solutions under the new code."""
    monkeypatch.syspath_prepend(tmp_path)

    def told(module, **changed):
        parts = dict.fromkeys(("constant", "least", "kept", "known", "more"), 1) | changed
        (tmp_path / f"{module}.py").write_text(SHOWDOWN.format(**parts))
        return digest(own(replace(TWO_ROUNDS, showdown=import_module(module).Mine())))

    first = told("showdown_first")
    assert told("showdown_again") == first
    for part in ("constant", "least", "kept", "known", "more"):
        assert told(f"showdown_{part}", **{part: 2}) != first


@pytest.mark.slow
def test_the_digest_is_the_same_in_another_process():
    told = (
        "from tests.games.test_identity import *;"
        "print(digest(own(replace(TWO_ROUNDS, showdown=Lowest(1)))))"
    )
    env = os.environ | {"PYTHONHASHSEED": "7"}
    run = subprocess.run(
        [sys.executable, "-c", told], env=env, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == digest(own(replace(TWO_ROUNDS, showdown=Lowest(1))))


@pytest.mark.parametrize("name", [*every_family()])
def test_names_and_parameters_identify_what_ships(name):
    assert not rules_in_files(make_game(name, {}))


def test_neither_do_ends_need_more_than_the_digest_among_their_parameters():
    assert not rules_in_files(pokerbot.from_matrix([[1, -1], [-1, 1]], "pennies").game)


def test_a_strategy_of_other_rules_is_refused_and_an_older_file_is_read(tmp_path):
    mine, other = own(RULES), own(replace(RULES, ante=2))
    file = tmp_path / "mine.json"
    solution = pokerbot.solve(mine, "cfr", iterations=9)
    pokerbot.save(solution, file, game=mine)
    assert pokerbot.load(file, game=own(RULES)).infosets == solution.strategy.infosets
    with pytest.raises(InputError, match=r"^\S*mine\.json: made under other rules than mine has"):
        pokerbot.load(file, game=other)
    with pytest.raises(InputError, match="force is needed"):
        pokerbot.save(pokerbot.solve(other, "cfr", iterations=9), file, game=other)
    content = json.loads(file.read_text())
    del content["rules"]
    file.write_text(json.dumps(content))
    assert pokerbot.load(file, game=other).game == other


def test_rules_of_ones_own_under_a_name_of_the_catalogue_are_not_its_game(tmp_path):
    mine, file = own(replace(RULES, ante=2), "kuhn"), tmp_path / "mine.json"
    pokerbot.save(pokerbot.solve(mine, "cfr", iterations=9), file, game=mine)
    with pytest.raises(InputError, match="made under other rules than kuhn has now"):
        pokerbot.load(file)
    training = Training(mine, "cfr")
    training.run(iterations=3)
    training.save(tmp_path / "mine.checkpoint")
    with pytest.raises(InputError, match="made under other rules than its game has now"):
        Training("kuhn", "cfr").resume(tmp_path / "mine.checkpoint")


def test_a_training_does_not_go_on_under_other_rules(tmp_path):
    file = tmp_path / "mine.checkpoint"
    training = Training(own(RULES), "cfr")
    training.run(iterations=3)
    training.save(file)
    Training(own(RULES), "cfr").resume(file)
    with pytest.raises(InputError, match=r"mine\.checkpoint: made under other rules than its game"):
        Training(own(replace(RULES, ante=2)), "cfr").resume(file)


def test_a_checkpoint_of_an_earlier_version_says_nothing_of_rules_and_goes_on(tmp_path):
    now, before = tmp_path / "now.checkpoint", tmp_path / "before.checkpoint"
    training = Training(own(RULES), "cfr")
    training.run(iterations=3)
    training.save(now)
    with zipfile.ZipFile(now) as there, zipfile.ZipFile(before, "w") as then:
        for name in there.namelist():
            content = there.read(name)
            if name == "header.json":
                header = json.loads(content)
                del header["run"]["rules"]
                content = json.dumps(header).encode()
            then.writestr(name, content)
    Training(own(RULES), "cfr").resume(before)


@pytest.fixture
def add(monkeypatch):
    """Puts a family with these rules into the catalogue."""

    def added(rules: Rules) -> Game:
        monkeypatch.setitem(FAMILIES, "mine", Family("mine", "", (), lambda _: rules))
        return parse_game("mine")

    return added


def test_files_of_a_family_of_ones_own_are_refused_once_its_rules_are_others(add, tmp_path):
    file = tmp_path / "mine.json"
    mine = add(RULES)
    pokerbot.save(pokerbot.solve(mine, "cfr", iterations=9), file)
    assert pokerbot.load(file).game == mine
    assert library.may_be_for(mine, [file]) == (file,)
    other = add(replace(RULES, ante=2))
    assert not library.may_be_for(other, [file])
    with pytest.raises(InputError, match=r"mine\.json: made under other rules than mine has now"):
        pokerbot.load(file)


def test_a_hand_of_the_history_is_not_read_under_other_rules(add):
    content = next(
        content
        for content in (hand.content() for hand in played(add(RULES), 40))
        if "fold" in content["actions"]
    )
    result = reading.from_content(content).result
    add(replace(RULES, ranking=((1, 3, 2),)))  # a folded hand has the same result
    with pytest.raises(InputError, match="made under other rules than mine has now"):
        reading.from_content(content)
    del content["rules"]
    assert reading.from_content(content).result == result


def test_a_sweep_does_not_tell_runs_under_other_rules_as_those_of_the_new(add, tmp_path):
    add(RULES)
    plan = {"games": ["mine"], "algorithms": ["cfr"], "iterations": 5}
    first = [*pokerbot.sweep(plan, tmp_path).rows()]
    again = pokerbot.sweep(plan, tmp_path, go_on=True)
    assert [*again.rows()] == first
    lines = (tmp_path / "runs.jsonl").read_text()
    add(replace(RULES, ante=2))
    with pytest.raises(
        InputError, match=r"the rules of mine were changed since the runs in \S+: g"
    ):
        pokerbot.sweep(plan, tmp_path, go_on=True)
    assert (tmp_path / "runs.jsonl").read_text() == lines
