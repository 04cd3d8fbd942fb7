"""Gambit's format: read by an own small reader always, by Gambit where it is installed."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.extend import Deck, Limit, Round, Rules
from tests.cli.conftest import shell

__all__ = ["shell"]

NODE = re.compile(r'([cpt]) "" (?:(\d) )?(\d+) "([^"]*)" \{ (.*?) \}')


def ends_of(text):
    """The ends of a game in this format, read without any of pokerbot's code."""
    lines = iter(text.splitlines()[3:])

    def below(chance, paths):
        kind, player, _, key, rest = NODE.match(next(lines)).groups()
        if kind == "t":
            yield float(Fraction(rest.split(",")[0])), float(chance), *paths
        elif kind == "c":
            for probability in re.findall(r'" (\S+)', rest):
                yield from below(chance * Fraction(probability), paths)
        else:
            for action in re.findall(r'"(.*?)"', rest):
                seat = int(player) - 1
                after = (*paths[seat], (key, action))
                yield from below(chance, (after, paths[1]) if seat == 0 else (paths[0], after))

    return below(Fraction(1), ((), ()))


@pytest.mark.parametrize(("spec", "nodes"), [("kuhn", 55), ("leduc:raises=1", None)])
def test_the_tree_is_the_game(spec, nodes):
    text = pokerbot.to_efg(spec)
    there = pokerbot.solve(pokerbot.sequence_form(ends_of(text)), "cfr", iterations=5)
    here = pokerbot.solve(spec, "cfr", iterations=5)
    assert there.nash_conv == pytest.approx(here.nash_conv, abs=1e-12)
    assert there.value == pytest.approx(here.value, abs=1e-12)
    if nodes:
        assert len(text.splitlines()) - 3 == nodes


def test_ends_become_a_tree_with_the_same_sequence_form():
    form = pokerbot.sequence_form(ends_of(pokerbot.to_efg("leduc:ranks=2,raises=1")))
    again = pokerbot.sequence_form(ends_of(pokerbot.to_efg(form)))
    here, there = (pokerbot.solve(each, "dcfr", iterations=5) for each in (form, again))
    assert there.strategy.infosets.keys() == here.strategy.infosets.keys()
    assert there.nash_conv == pytest.approx(here.nash_conv, abs=1e-12)
    assert there.value == pytest.approx(here.value, abs=1e-12)


def test_ends_that_come_after_very_many_decisions_are_written():
    """Chance draws one of two ends; on the way to either the other one is worth 0."""
    forced = tuple((f"step {number}", "go") for number in range(1200))
    ends = [(won, 1.0, (*forced, ("last", str(won))), ()) for won in (1.0, -1.0)]
    _, *nodes = pokerbot.to_efg(pokerbot.sequence_form(ends)).splitlines()[3:]
    assert [node[0] for node in nodes] == [*"p" * 1201, "t", "t"] * 2
    last = [node.partition("{")[2] for node in nodes if node[0] == "t"]
    assert last == [" 2, -2 }", " 0, 0 }", " 0, 0 }", " -2, 2 }"]


@pytest.mark.parametrize("spec", ["liars-dice:sides=2", "goofspiel:cards=3", "security:targets=3"])
def test_a_tree_of_states_is_written_node_by_node(spec, tmp_path):
    """It was written as a draw among its ends, each with a tree of its own."""
    (tmp_path / "tree.efg").write_text(pokerbot.to_efg(spec))
    form, here = pokerbot.from_efg(tmp_path / "tree.efg"), pokerbot.game(spec).ends
    there = form.game.ends
    assert (there.sides, there.nodes) == (here.sides, here.nodes)
    assert there.payoffs == pytest.approx(here.payoffs, abs=1e-15)
    values = [pokerbot.solve(each, "ipm").value for each in (form, spec)]
    assert values[0] == pytest.approx(values[1], abs=1e-12)


@dataclass(frozen=True)
class Lottery:
    """A ticket costs 1 and rarely wins; player 1 buys it without knowing whether it will."""

    rare: float
    done: tuple[str, ...] = ()

    @property
    def player(self):
        return 0 if len(self.done) == 1 else None

    def chance(self):
        return {} if self.done else {"wins": self.rare, "loses": 1 - self.rare}

    def actions(self):
        return ["buy", "leave"]

    def information_set(self):
        return "ticket"

    def child(self, action):
        return replace(self, done=(*self.done, action))

    def payoff(self):
        return {"leave": 0.0, "buy": 3 / self.rare if self.done[0] == "wins" else -1.0}[
            self.done[1]
        ]


@pytest.mark.parametrize("rare", [1 / 3, 0.123456789, 1e-9, np.float32(0.25)])
def test_no_chance_is_too_small_to_be_written(rare, tmp_path):
    form = pokerbot.from_tree(Lottery(rare), "lottery")
    (tmp_path / "tree.efg").write_text(pokerbot.to_efg(form))
    read = pokerbot.from_efg(tmp_path / "tree.efg")
    assert read.game.ends.payoffs == pytest.approx(form.game.ends.payoffs, rel=1e-12)


@pytest.mark.parametrize(
    "of",
    [
        lambda: "kuhn:ante=0.1,bet=0.2",
        lambda: pokerbot.from_matrix([[0.1 + 0.2, -0.7]], "tenths"),
        lambda: pokerbot.sequence_form([(0.3, 1.0, (("a", "b"),), ())], "a tenth"),
    ],
)
def test_amounts_are_written_as_they_are_meant(of):
    """Of an ante of 0.1 it was 3602879701896397/36028797018963968, which OpenSpiel cannot read."""
    written = re.findall(r"\d+/(\d+)", pokerbot.to_efg(of()))
    assert written
    assert max(map(int, written)) <= 30


def test_an_amount_of_many_places_is_written_as_the_decimal_that_it_is():
    text = pokerbot.to_efg(pokerbot.from_matrix([[0.12345678, 1e-9]]))
    assert re.findall(r"\{ (\S+), ", text) == ["6172839/50000000", "1/1000000000"]


def test_chances_of_many_places_add_up_to_1():
    """The fractions of the floating-point numbers themselves add up to a little more or less."""
    chances = re.search(
        "wins. (.*) .loses. (.*) }", pokerbot.to_efg(pokerbot.from_tree(Lottery(1e-9)))
    )
    assert chances.groups() == ("1/1000000000", "999999999/1000000000")


def test_weights_of_hands_are_written_as_they_are_meant():
    """Of a weight of 0.1 it was a fraction of numbers of 17 digits, which OpenSpiel cannot read."""
    some = (("J", 0.1), ("Q", 1 / 3)), (("Q", 0.3), ("K", 0.7))
    rules = Rules(Deck(3, 1), 1, (Round(Limit((1,))),), ranges=some)
    text = pokerbot.to_efg(pokerbot.Game("weights", (), rules))
    # Of J and Q, J and K, Q and K: in proportion to 3/100, 7/100 and 7/30.
    assert re.findall(r'"(. .)" (\d+/\d+)', text) == [
        ("J Q", "9/100"),
        ("J K", "21/100"),
        ("Q K", "7/10"),
    ]


def test_openspiel_reads_amounts_that_are_no_whole_numbers():
    spiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra openspiel")
    theirs = pokerbot.from_openspiel(spiel.load_efg_game(pokerbot.to_efg("kuhn:ante=0.1,bet=0.2")))
    here, there = (pokerbot.solve(each, "ipm") for each in ("kuhn:ante=0.1,bet=0.2", theirs))
    assert there.value == pytest.approx(here.value, abs=1e-12)


@pytest.mark.parametrize("spec", ["srp-dry-flop", "von-neumann:hands=100000"])
def test_a_tree_that_would_fill_the_memory_is_refused(shell, spec):
    """It was written without end."""
    ran = shell("export", spec, "--to", "efg")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert re.search(f"^Error: the tree of {spec} has about .*e\\+1. nodes", ran.err)


def test_a_game_with_locks_is_not_written_without_them(tmp_path):
    """Gambit would solve another game than pokerbot did, without a word."""
    spot = 'board = "Td9d6hQc7s"\npot = 10\nstack = 10\noop.range = "AA"\nip.range = "JJ"\n'
    locked = '[[lock]]\nplayer = "oop"\nline = ""\nplay = { check = 1 }\n'
    (tmp_path / "free.toml").write_text(spot)
    (tmp_path / "locked.toml").write_text(spot + locked)
    assert pokerbot.to_efg(f"{tmp_path}/free.toml").startswith("EFG 2 R")
    with pytest.raises(InputError, match="efg takes games without locks"):
        pokerbot.to_efg(f"{tmp_path}/locked.toml")


def test_gambit_finds_the_value_of_ends(tmp_path):
    gambit = pytest.importorskip("pygambit", reason="pygambit is a peer for this test alone")
    form = pokerbot.sequence_form(ends_of(pokerbot.to_efg("kuhn")), 'a "game"')
    (tmp_path / "ends.efg").write_text(pokerbot.to_efg(form))
    game = gambit.read_efg(tmp_path / "ends.efg")
    assert (game.title, len(game.infosets)) == ('a "game"', 12)
    (profile,) = gambit.nash.lp_solve(game, rational=False).equilibria
    assert profile.payoff("Player 1") == pytest.approx(-1 / 18)


def test_openspiels_tree_is_the_game_and_its_chances_add_up():
    pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra openspiel")
    for name in ("openspiel:kuhn_poker", "openspiel:goofspiel(imp_info=True,num_cards=3)"):
        text = pokerbot.to_efg(name)
        for line in text.splitlines():
            if line.startswith("c"):
                assert sum(map(Fraction, re.findall(r'" (\d\S*) ', line.partition("{")[2]))) == 1
        there = pokerbot.solve(pokerbot.sequence_form(ends_of(text)), "cfr", iterations=5)
        here = pokerbot.solve(name, "cfr", iterations=5)
        keys = [" ".join(key.split("\n")) for key in here.strategy.infosets]
        assert sorted(there.strategy.infosets) == sorted(keys)
        assert there.nash_conv == pytest.approx(here.nash_conv, abs=1e-12)


def test_gambit_reads_it_and_finds_the_value(tmp_path):
    gambit = pytest.importorskip("pygambit", reason="pygambit is a peer for this test alone")
    (tmp_path / "kuhn.efg").write_text(pokerbot.to_efg("kuhn"))
    game = gambit.read_efg(tmp_path / "kuhn.efg")
    assert (len(game.players), len(game.infosets), len(game.outcomes)) == (2, 12, 30)
    (profile,) = gambit.nash.lp_solve(game, rational=False).equilibria
    assert profile.payoff("Player 1") == pytest.approx(-1 / 18)


def test_export_writes_it_and_refuses_what_it_cannot(shell, tmp_path):
    assert shell("export", "kuhn-gxfp", "--to", "efg").out == pokerbot.to_efg("kuhn")
    assert shell("export", "kuhn", "--to", "efg", "-o", "kuhn.efg").code == 0
    refused = shell("export", "kuhn", "--to", "efg", "-o", "kuhn.efg")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "--force" in refused.err


@pytest.mark.parametrize(("who", "told"), [("random", ["--game", "kuhn"]), ("kuhn-gxfp", [])])
def test_the_game_of_whoever_is_named_is_written(shell, who, told):
    assert shell("export", who, "--to", "efg", *told).out == pokerbot.to_efg("kuhn")
    refused = shell("export", who, "--to", "efg", "--game", "poker")
    assert (refused.code, refused.out) == (2, "")
    assert "no game 'poker'" in refused.err
