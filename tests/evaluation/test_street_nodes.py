"""A decision worked out from its own street and what hands are worth where a card comes."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

import pokerbot
from pokerbot.evaluation.exact import expected as expected_of
from pokerbot.evaluation.node import nodes_of
from pokerbot.evaluation.nodes import WholeNodes
from pokerbot.evaluation.street_nodes import StreetNodes
from pokerbot.games.betting import walk
from pokerbot.games.catalogue import make_game
from pokerbot.games.spot import at_line
from pokerbot.opponents.opponents import made
from pokerbot.runs.training import Training
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import packed_file
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.packed_profile import rounded
from pokerbot.strategy.strategy import Strategy

pytest.importorskip("numba", reason="compiled code needs numba: the extra fast")

POT = 20
RANGES = {"pot": POT, "stack": 50, "oop.range": "AKs,TT", "ip.range": "JJ,KQs:0.5,98s"}
TURN = {**RANGES, "oop.turn.bet": "50%", "ip.turn.raise": "a", "ip.river.bet": "60%"}
SPOTS = {
    "rainbow turn": {"board": "QsJh2d 4c", **TURN},
    "two-tone turn": {"board": "QhJs2h 4s", **TURN},
    "raked turn": {"board": "QhJh2h 4h", **TURN, "tree.rake": 0.05, "tree.rake_cap": 3},
    "flop": {
        **RANGES, "board": "QhJh2h", "oop.range": "AKs,AhTh", "ip.range": "TT", "oop.flop.bet": "a",
        "ip.turn.bet": "50%", "oop.river.bet": "a",
    },
}  # fmt: skip


@pytest.fixture
def solving(monkeypatch):
    """A training for a spot that is solved as large ones are: board by board, hands sorted."""
    for least in ("LARGE", "VAST"):
        monkeypatch.setattr(f"pokerbot.solvers.compiled.{least}", 1)
    monkeypatch.setattr("pokerbot.sequence.showdown.MOST_DENSE", 1)
    return lambda name: Training(make_game("holdem", SPOTS[name]), "dcfr", precision="single")


@pytest.fixture(params=SPOTS)
def file(request, solving, monkeypatch, tmp_path):
    """The file of a spot that is gone through board by board, left in the file until looked at."""
    monkeypatch.setattr(packed_file, "LARGE", 1)
    training = solving(request.param)
    training.run(iterations=8)
    pokerbot.save(training.solution(), tmp_path / "a.spot")
    return tmp_path / "a.spot"


@pytest.mark.slow
@pytest.mark.parametrize("file", ["rainbow turn"], indirect=True)
def test_where_numba_does_not_work_numpy_evaluates_it(file):
    small = "from pokerbot.strategy import packed_file as f; f.LARGE = 1"
    told = f"import pokerbot; print(pokerbot.evaluate({str(file)!r}).value)"
    ran = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{small}; {told}",
        ],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert float(ran.stdout) == pytest.approx(pokerbot.load(file).results["value"], abs=1e-9)


@pytest.mark.slow
@pytest.mark.thinned(2)
def test_it_is_what_the_whole_comes_to(file):
    read = pokerbot.load(file)
    assert pokerbot.evaluate(file).value == pytest.approx(read.results["value"], abs=1e-9)
    street, whole = nodes_of(read), WholeNodes(read)
    assert isinstance(street, StreetNodes)
    rules, compared = read.game.rules, 0
    for betting in walk(rules):
        if betting.over:
            continue
        boards = rules.boards.of(rules.street(betting.round))
        some = [boards[7 % len(boards)]]
        if len(rules.rounds) == 2:  # a flop has many lines
            some += [boards[0], boards[-1]]
        for board in some:
            found, expected = street.at(betting, board), whole.at(betting, board)
            assert (found.board, found.actions, found.line) == (
                expected.board,
                expected.actions,
                expected.line,
            )
            assert found.frequencies == pytest.approx(expected.frequencies, abs=1e-9)
            assert found.equity == pytest.approx(expected.equity, abs=1e-9)
            assert found.ev == pytest.approx(expected.ev, abs=2e-4 * POT)
            if found.ev and read.game.zero_sum:
                assert sum(found.ev) == pytest.approx(found.pot, abs=1e-9)
            for hands, others in (
                (found.hands, expected.hands),
                (found.waiting, expected.waiting),
            ):
                assert hands.keys() == others.keys()
                for name, held in hands.items():
                    other = others[name]
                    assert held.weight == pytest.approx(other.weight, abs=1e-12)
                    assert held.ev == pytest.approx(other.ev, abs=5e-4 * POT)
                    assert held.action_evs == pytest.approx(other.action_evs, abs=5e-4 * POT)
                    compared += held.ev is not None
    assert compared > 100


@pytest.mark.parametrize("file", ["raked turn"], indirect=True)
def test_with_rake_both_seats_together_are_worth_less_than_nothing(file):
    opponent = made(pokerbot.load(file), "bot")
    worth = [ev - POT / 2 for ev in pokerbot.node(file).ev]
    assert sum(worth) < -0.5
    assert opponent.values == pytest.approx(worth, abs=2e-4 * POT)
    assert opponent.game_values == pytest.approx(worth, abs=2e-4 * POT)


@pytest.mark.slow
@pytest.mark.thinned(4)
def test_the_next_card_is_what_the_whole_says(file):
    read = pokerbot.load(file)
    street, whole = nodes_of(read), WholeNodes(read)
    rules = read.game.rules
    betting = next(each for each in walk(rules) if each.round == 1 and not each.over)
    for (card, found), (name, expected) in zip(
        street.on_cards(betting, 0), whole.on_cards(betting, 0), strict=True
    ):
        assert (card, found.actions) == (name, expected.actions)
        assert found.ev == pytest.approx(expected.ev, abs=2e-4 * POT)
        assert found.equity == pytest.approx(expected.equity, abs=1e-9)


@pytest.mark.thinned(4)
def test_damage_is_told_where_it_is_looked_at(file):
    """Parts that do not add up; those of `worth` have a checksum."""
    whole = file.read_bytes()
    read = pokerbot.load(file)
    at = whole.index(read.infosets.parts[0][:2].tobytes())
    broken = bytearray(whole)
    broken[at] ^= 4
    file.write_bytes(broken)
    damaged = pokerbot.load(file)
    with pytest.raises(pokerbot.InputError, match=r"add up to 1|played alike"):
        pokerbot.node(damaged)
    broken = bytearray(whole)
    broken[whole.index(b"worth-1") + 20] ^= 1
    file.write_bytes(broken)
    with pytest.raises(pokerbot.InputError, match="not a whole strategy file"):
        pokerbot.load(file)


@pytest.mark.slow
def test_what_is_kept_without_rivers_solves_them_again(solving, tmp_path, monkeypatch):
    """EVs of a river solved again are those of the solution, to what both are exploitable by."""
    training = solving("two-tone turn")
    training.run(target=POT * 2e-4)
    solution = training.solution(path=tmp_path / "a.spot")
    kept = solution.strategy.infosets
    without = replace(solution.strategy, infosets=kept.without_last())
    pokerbot.save(without, tmp_path / "b.spot")
    pokerbot.save(solution, tmp_path / "a.spot")
    sizes = [(tmp_path / f"{name}.spot").stat().st_size for name in "ab"]
    assert sizes[1] < sizes[0] / 4
    read = pokerbot.load(tmp_path / "b.spot")
    for line in ("check, check / 7s / check", "bet 10, call / 2d", "check, check / 7s"):
        found, whole = pokerbot.node(read, line), pokerbot.node(solution.strategy, line)
        assert (found.player, found.board, found.pot, found.line) == (
            whole.player, whole.board, whole.pot, whole.line,
        )  # fmt: skip
        assert found.actions == whole.actions
        assert found.waiting.keys() == whole.waiting.keys()
        for name, held in found.waiting.items():
            weight = whole.waiting[name].weight
            assert held.weight == pytest.approx(weight, abs=0.002) or line.endswith("check")
    assert found.ev == pytest.approx(whole.ev, abs=0.02 * POT)
    with pytest.raises(pokerbot.InputError, match="kept without its rivers"):
        pokerbot.evaluate(read)
    with pytest.raises(pokerbot.InputError, match="kept without its rivers"):
        read.infosets["AhKh:kk/7s:"]
    monkeypatch.setattr("pokerbot.evaluation.exact.compile_game", pytest.fail)
    with pytest.raises(pokerbot.InputError, match="kept without its rivers"):
        expected_of(read, read)


def kept_without_rivers(game, play):
    """A strategy with these probabilities, as a file without rivers gives it back."""
    form = compile_game(game)
    profile = to_arrays(form, Strategy.of(game, play).infosets)
    return replace(Strategy.of(game, play), infosets=rounded(form, profile).without_last())


AFTER_A_BET = {
    "board": "2s3h4d 6c", "pot": 20, "stack": 100, "ip.range": "KK,QcJc",
    "oop.range": "AA,T8,97,J8",
    "oop.turn.bet": "50%", "ip.turn.bet": "50%", "oop.river.bet": "100%", "oop.river.donk": "25%",
}  # fmt: skip


@pytest.mark.slow
def test_who_never_comes_to_a_river_solved_again_is_not_counted_there():
    """Only aces bet, and all call: they have the better hand on every river but a king."""

    def play(key, actions):
        ace = key.startswith("A") and "bet 10" in actions
        return [
            float(place == (1 if ace or "call" in actions else 0)) for place in range(len(actions))
        ]

    strategy = kept_without_rivers(make_game("holdem", AFTER_A_BET), play)
    found = pokerbot.node(strategy, "bet 10, call / 7s")
    assert found.equity == pytest.approx((1, 0), abs=1e-4)
    assert found.hands["Th8h"].weight == pytest.approx(0, abs=1e-5)


COMES = {"A": 0.5, "T": 0.25, "9": 0, "J": 0, "K": 0.8, "Q": 0.4}
"""How often hands bet the turn, or call there, by their higher card."""


@pytest.mark.slow
def test_rivers_solved_again_have_the_weights_with_which_hands_come_there():
    """By hand count, on one river after another: what a hand did on the turn, then on the river."""

    def turn(key, actions):
        share = COMES[key[0]] if "bet 10" in actions or "call" in actions else 0
        return [1 - share, share, *[0] * (len(actions) - 2)][: len(actions)]

    def river(key, actions):
        check = 1 if len(actions) == 1 else 0.75 if key.startswith("A") else 0.5
        return [check, 1 - check, *[0] * (len(actions) - 2)][: len(actions)]

    game = make_game("holdem", AFTER_A_BET)
    strategy = kept_without_rivers(game, turn)
    nodes = nodes_of(strategy, 0, lambda rest: Strategy.of(rest, river))
    for card in ("7s", "Ah"):
        for after, acts in (("", 1.0), (" / check", 0.75), (" / bet 40", 0.25)):
            at = nodes.at(*at_line(game.rules, f"bet 10, call / {card}{after}"))
            oop, ip = (at.hands, at.waiting) if at.player == "oop" else (at.waiting, at.hands)
            assert at.player == ("ip" if after else "oop")
            assert oop["AdAc"].weight == pytest.approx(0.5 * acts, abs=1e-4)
            assert oop["Th8h"].weight == pytest.approx(0.25 * (0.5 if after else 1), abs=1e-4)
            assert ip["KsKh"].weight == pytest.approx(0.8, abs=1e-4)
            assert ip["QcJc"].weight == pytest.approx(0.4, abs=1e-4)
            assert ("AsAh" in oop) == (card == "7s")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "actions"),
    [
        ("check, bet 10, call / 7s", ("check", "bet 10")),
        ("bet 10, call / 7s", ("check", "bet 40")),
        ("check, check / 7s", ("check", "bet 20")),
    ],
)
def test_a_river_solved_again_has_the_sizes_of_a_donk_bet(line, actions):
    """Into whoever bet last on the turn a quarter of the pot of 40, else all of it."""
    strategy = kept_without_rivers(
        make_game("holdem", AFTER_A_BET), lambda _, actions: [1 / len(actions)] * len(actions)
    )
    facing = pokerbot.node(strategy, f"{line} / {actions[1]}")
    assert pokerbot.node(strategy, line).actions == actions
    assert (facing.player, facing.actions) == ("ip", ("fold", "call"))


@pytest.mark.parametrize("card", ["As", "Kd"])
def test_a_river_that_rules_out_a_range_is_refused_with_its_cards(card):
    """The ace holds all hands of oop, and the king all of ip.

    Of up to four hands there would be machine code for this test alone.
    """
    ranges = {
        "oop.range": "AsAh,AsAd,AsAc,AsQs:0.5,AsQh",
        "ip.range": "KdKh,KdKs,KdKc,KdJd,KdJh",
    }
    strategy = kept_without_rivers(
        make_game("holdem", {**AFTER_A_BET, **ranges}),
        lambda _, actions: [1 / len(actions)] * len(actions),
    )
    told = f"leads to 2s 3h 4d 6c {card}, and ranges leave no two hands that can be dealt"
    with pytest.raises(pokerbot.InputError, match=told):
        pokerbot.node(strategy, f"check, check / {card}")


@pytest.mark.thinned(4)
def test_nothing_makes_arrays_of_the_whole_that_do_not_fit(file, monkeypatch):
    """The form alone takes less, and may be there."""
    read = pokerbot.load(file)
    assert read.infosets.form is not None
    monkeypatch.setattr("pokerbot.sequence.compile.VAST", 1)
    monkeypatch.setattr("pokerbot.sequence.compile.memory", lambda: 500_000)
    with pytest.raises(pokerbot.InputError, match="GiB of memory"):
        _ = read.infosets.profile
    assert pokerbot.node(read).frequencies is not None
