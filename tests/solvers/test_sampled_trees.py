"""Games given as trees are sampled, too: right on average, by recursion over their states."""

from importlib.util import find_spec

import numpy as np
import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.sequence.compile import as_form
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import counterfactual_reach, infoset_reach
from tests.games.test_tree_games import Coin
from tests.solvers.test_sampling import SAMPLED, UNBIASED, explored, means

DRAWS, BATCHES = 400, 60
OPEN_SPIEL = pytest.param(
    "openspiel:kuhn_poker",
    marks=pytest.mark.skipif(not find_spec("pyspiel"), reason="no OpenSpiel"),
)
TREES = ["liars-dice:sides=2", "goofspiel:cards=3", "coin", OPEN_SPIEL]


def case(spec):
    """(form, first state, for each player the strategy by information set and as an array)."""
    form = pokerbot.from_tree(Coin(), "coin") if spec == "coin" else as_form(parse_game(spec))
    rng, strategies, arrays = np.random.default_rng(1), {}, []
    for tree, operators in zip(form.trees, bind(form), strict=True):
        sigma = operators.normalize(operators.realization_plan(rng.uniform(0.5, 1.5, tree.shape)))
        arrays.append(sigma)
        for node, _, rows in tree.decisions():
            strategies[node.key] = dict(zip(node.actions, sigma[rows, 0].tolist(), strict=True))
    return form, form.game.root(), strategies, arrays


def plans_of(form, arrays):
    pairs = zip(bind(form), arrays, strict=True)
    return [operators.realization_plan(sigma) for operators, sigma in pairs]


def visits(state, chances):
    """How often decisions are met: who has a strategy draws, who has none goes every way."""
    if state.player is None:
        return sum(p * visits(state.child(a), chances) for a, p in state.chance().items())
    actions = dict.fromkeys(state.actions(), 1.0)
    drawn = chances[state.player]
    if drawn:
        actions = drawn[state.information_set()]
    return 1 + sum(p * visits(state.child(action), chances) for action, p in actions.items())


def reaches(state, strategies, found, chance=1.0, own=(1.0, 1.0)):
    """Add up by information set the reach of chance and opponent, and that of all."""
    if state.player is None:
        for action, p in state.chance().items():
            reaches(state.child(action), strategies, found, chance * p, own)
        return
    key, seat = state.information_set(), state.player
    there = found.setdefault(key, [0.0, 0.0])
    there[0] += chance * own[1 - seat]
    there[1] += chance * own[0] * own[1]
    for action, p in strategies[key].items():
        after = (own[0] * p, own[1]) if seat == 0 else (own[0], own[1] * p)
        reaches(state.child(action), strategies, found, chance, after)


def gradients(form, algorithm, draws=DRAWS):
    settings = {each.name: each.default for each in SAMPLED[algorithm].parameters}
    rng = np.random.default_rng(2)
    return SAMPLED[algorithm].gradients(form, settings | {"batch": draws}, rng)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("algorithm", UNBIASED)
@pytest.mark.parametrize("spec", TREES)
def test_the_mean_of_sampled_gradients_is_the_gradient(spec, algorithm):
    """Within five standard errors in every cell."""
    form, _, _, arrays = case(spec)
    plans, sampled = plans_of(form, arrays), gradients(form, algorithm)
    for player in (0, 1):
        exact, mean, error = means(form, player, plans, sampled, BATCHES)
        assert (np.abs(mean - exact) <= 5 * error + 1e-12).all()


@pytest.mark.parametrize("algorithm", SAMPLED)
@pytest.mark.parametrize("spec", TREES)
def test_nodes_touched_is_what_a_sampled_traversal_visits(spec, algorithm):
    form, root, strategies, arrays = case(spec)
    plans, sampled, sampling = (
        plans_of(form, arrays),
        gradients(form, algorithm),
        SAMPLED[algorithm],
    )
    whole = algorithm == "escher"
    own = explored(strategies) if sampling.own and not whole else None
    other = strategies if sampling.opponent and not whole else None
    for player in (0, 1):
        expected = DRAWS * visits(root, (own, other) if player == 0 else (other, own))
        counts = [sampled(player, plans[player], plans[1 - player])[1] for _ in range(20)]
        error = np.std(counts, ddof=1) / np.sqrt(len(counts))
        assert abs(np.mean(counts) - expected) <= 5 * error + 1e-9 * expected


@pytest.mark.parametrize("spec", TREES)
def test_reach_is_that_of_a_recursion(spec):
    form, root, strategies, arrays = case(spec)
    plans, found = plans_of(form, arrays), {}
    reaches(root, strategies, found)
    both = infoset_reach(form, tuple(arrays))
    for tree, whole in zip(form.trees, both, strict=True):
        others = counterfactual_reach(form, tree.player, plans[1 - tree.player])
        for node, board, _ in tree.decisions():
            at = tree.at(node, board)
            assert [others[at, 0], whole[at, 0]] == pytest.approx(found[node.key], abs=1e-12)


@pytest.mark.parametrize("algorithm", SAMPLED)
def test_they_come_near_an_equilibrium(algorithm):
    training = pokerbot.Training("liars-dice:sides=2", algorithm, batch=20, backend="numpy")
    training.run(iterations=150)
    assert training.measure().exploitability < 0.02


class Forced:
    """Five moves in turn that are none, then player 2 pays a chip or is paid one: few ends."""

    def __init__(self, moves=0, chips=0.0):
        self.moves, self.chips = moves, chips
        self.player = moves % 2 if moves < 6 else None

    def information_set(self):
        return str(self.moves)

    def actions(self):
        return ("go",) if self.moves < 5 else ("pay", "take")

    def chance(self):
        return {}

    def payoff(self):
        return self.chips

    def child(self, action):
        return Forced(self.moves + 1, {"go": 0.0, "pay": 1.0, "take": -1.0}[action])


@pytest.mark.parametrize("algorithm", SAMPLED)
def test_moves_that_are_forced_are_gone_through(algorithm):
    form = pokerbot.from_tree(Forced(), "forced")
    found = pokerbot.solve(form, algorithm, iterations=20, batch=5, backend="numpy")
    assert found.value < -0.9


class Long(Forced):
    """The same after 520 moves: two calls a move are more than Python nests."""

    def __init__(self, moves=0, chips=0.0):
        super().__init__(moves, chips)
        self.player = moves % 2 if moves < 522 else None

    def actions(self):
        return ("go",) if self.moves < 521 else ("pay", "take")

    def child(self, action):
        return Long(self.moves + 1, {"go": 0.0, "pay": 1.0, "take": -1.0}[action])


@pytest.mark.parametrize("algorithm", ["escher", "vr-mccfr"])
def test_a_line_may_be_very_long(algorithm):
    form = pokerbot.from_tree(Long(), "long")
    found = pokerbot.solve(form, algorithm, iterations=4, batch=1, backend="numpy")
    assert found.value < -0.5


class Lottery:
    """Player 1 takes 4 chips, or an unseen prize of 0 to 8: chance has more actions than they."""

    def __init__(self, prize=None, chips=None):
        self.prize, self.chips = prize, chips
        self.player = 0 if chips is None and prize is not None else None

    def information_set(self):
        return "choice"

    def actions(self):
        return ("prize", "four")

    def chance(self):
        return {} if self.prize is not None else dict.fromkeys(map(str, range(9)), 1 / 9)

    def payoff(self):
        return self.chips

    def child(self, action):
        if self.prize is None:
            return Lottery(int(action))
        return Lottery(self.prize, {"prize": self.prize, "four": 4}[action])


@pytest.mark.parametrize("algorithm", SAMPLED)
def test_chance_may_have_more_actions_than_the_players(algorithm):
    form = pokerbot.from_tree(Lottery(), "lottery")
    found = pokerbot.solve(form, algorithm, iterations=20, batch=5, backend="numpy")
    assert found.value == pytest.approx(4, abs=1e-12)


@pytest.mark.parametrize("algorithm", SAMPLED)
def test_nobody_may_have_a_move(algorithm):
    form = pokerbot.from_tree(Lottery(8, 3), "a gift")
    found = pokerbot.solve(form, algorithm, iterations=20, batch=5, backend="numpy")
    assert (found.value, found.exploitability) == (3, 0)


@pytest.mark.slow
def test_a_trace_shows_what_the_regrets_become():
    """CFR's first regrets are (utility - value) x reach, from evenly played actions."""
    found = pokerbot.trace("liars-dice:sides=2").iterations[0]
    assert {visit.player for visit in found} == {1, 2}
    for visit in found:
        assert visit.value == pytest.approx(np.mean(visit.utilities), abs=1e-12)
        told = [(utility - visit.value) * visit.reach for utility in visit.utilities]
        assert visit.after["regrets"] == pytest.approx(told, abs=1e-12)
    with pytest.raises(InputError, match="deal has no effect"):
        pokerbot.trace("liars-dice", deal="1 2")


def test_ends_that_tell_no_probabilities_have_no_reach():
    ends = [(1.0, (("a", "x"),), ()), (0.0, (("a", "y"),), ())]
    with pytest.warns(UserWarning, match="cannot be checked"):
        form = pokerbot.sequence_form(ends, "old")
    with pytest.raises(InputError, match="have no probabilities"):
        pokerbot.trace(form)
