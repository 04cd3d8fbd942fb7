"""Policies there and back, and what OpenSpiel and LiteEFG make of them."""

from functools import partial

import pytest

import pokerbot
from pokerbot.errors import InputError

GAMES = ["kuhn", "leduc", "openspiel:kuhn_poker", "openspiel:goofspiel(imp_info=True,num_cards=3)"]


@pytest.fixture(autouse=True)
def spiel():
    return pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra openspiel")


@pytest.mark.parametrize("name", GAMES)
def test_a_strategy_is_worth_there_what_it_is_here_and_comes_back(spiel, name):
    from pokerbot.bridges.openspiel import THEIRS
    from pokerbot.games.openspiel import turn_based

    solution = pokerbot.solve(name, "cfr", iterations=10)
    policy = pokerbot.to_openspiel_policy(solution)
    theirs = THEIRS[name][0] if name in THEIRS else name.partition(":")[2]
    game = turn_based(spiel.load_game(theirs))
    assert spiel.nash_conv(game, policy) == pytest.approx(solution.nash_conv, abs=1e-9)
    back = pokerbot.from_openspiel_policy(policy, name)
    assert pokerbot.evaluate(back).nash_conv == pytest.approx(solution.nash_conv, abs=1e-12)
    tables = pokerbot.from_liteefg(pokerbot.to_liteefg(solution), name)
    assert tables.infosets == back.infosets


def test_a_strategy_of_a_game_without_a_name_goes_there_and_back(spiel):
    """As its own NashConv says, of this game and not of one of the same name."""
    for payoffs in ([[1, -1], [-1, 1]], [[3, -1], [-1, 1]]):
        theirs = spiel.create_matrix_game(payoffs, [[-won for won in row] for row in payoffs])
        solution = pokerbot.solve(pokerbot.from_openspiel(theirs), "cfr", iterations=9)
        policy = pokerbot.to_openspiel_policy(solution)
        there = spiel.nash_conv(spiel.convert_to_turn_based(theirs), policy)
        assert there == pytest.approx(solution.nash_conv, abs=1e-9)
        back = pokerbot.from_openspiel_policy(policy, pokerbot.from_openspiel(theirs))
        assert back.infosets == solution.strategy.infosets
        assert f"{{ {payoffs[0][0]}, " in pokerbot.to_efg(solution.strategy)


def test_a_python_policy_is_read_and_one_of_another_game_refused(spiel):
    from open_spiel.python.policy import UniformRandomPolicy

    uniform = UniformRandomPolicy(spiel.load_game("kuhn_poker"))
    strategy = pokerbot.from_openspiel_policy(uniform, "kuhn")
    assert pokerbot.evaluate(strategy).nash_conv == pytest.approx(11 / 12)
    with pytest.raises(InputError, match="no game kuhn:cards=4; of ours it has kuhn, leduc"):
        pokerbot.from_openspiel_policy(uniform, "kuhn:cards=4")
    with pytest.raises(InputError, match="says nothing of"):
        pokerbot.from_liteefg([[]], "kuhn")


def test_liteefgs_own_tables_are_read(spiel):
    pytest.importorskip("LiteEFG", reason="LiteEFG comes with the extra bench")
    from tests.benchmarks.contestants import Lite

    lite = Lite("kuhn")
    for _ in range(30):
        lite.step()
    node = lite.graph.current_strategy()
    strategy = pokerbot.from_liteefg(lite.env.get_strategy(node, lite.average)[1], "kuhn")
    assert pokerbot.evaluate(strategy).nash_conv == pytest.approx(lite.nash_conv(), abs=1e-6)


def test_what_is_no_strategy_becomes_no_policy():
    game = pokerbot.game("kuhn")
    twos = {key: dict.fromkeys(names, 2.0) for _, key, names in game.information_sets()}
    with pytest.raises(InputError, match="must be a probability"):
        pokerbot.to_openspiel_policy(pokerbot.Strategy(game, twos))


@pytest.mark.parametrize("use", [partial(pokerbot.solve, iterations=1), pokerbot.to_efg])
def test_a_game_in_which_openspiel_fails_on_the_way_is_refused(use):
    """Nobody has a die to roll; OpenSpiel notices that only once it should be rolled."""
    with pytest.raises(InputError, match="OpenSpiel cannot play openspiel:liars_dice"):
        use("openspiel:liars_dice(numdice=0)")
