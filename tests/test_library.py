"""pokerbot as a library: what its names take, and what they refuse."""

import errno
import json
import os
import pickle
import re
import signal
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.evaluation.bots import resolve
from pokerbot.games.catalogue import FAMILIES, Family, parse_game
from pokerbot.runs.codec import pack, unpack
from pokerbot.runs.comparison import compare
from pokerbot.runs.curves import CurveRun
from pokerbot.sequence.operators import bind
from pokerbot.sequence.substitute import TIGHTER, substitute_regrets
from pokerbot.solvers.algorithm import SelfPlaying
from pokerbot.solvers.catalogue import ALGORITHMS, cfr
from pokerbot.solvers.minimizer import Matching, Minimization, by_power
from pokerbot.solvers.regret import vanilla
from pokerbot.strategy import blueprint, library, storage


@pytest.mark.slow
def test_every_name_is_there_and_told_of():
    assert set(pokerbot.__all__) <= set(dir(pokerbot))
    code = "import sys, pokerbot; dir(pokerbot); print('numpy' in sys.modules); help(pokerbot)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported, _, told = run.stdout.partition("\n")
    assert imported == "False"
    for name in pokerbot.__all__:
        assert getattr(pokerbot, name).__doc__
        assert name in told
    with pytest.raises(AttributeError, match="nothing"):
        pokerbot.nothing  # noqa: B018


def last_but_one(R, r, t, memory):  # noqa: N803
    """CFR+ that forgets."""
    R = np.maximum(memory * R + r, 0)  # noqa: N806
    return R, R


RULE = pokerbot.RegretRule(
    last_but_one, (pokerbot.Parameter("memory", 1.0, least=0, most=1, real=True),)
)


def test_settings_are_told_by_name_and_rules_need_no_entry():
    named = pokerbot.solve("kuhn", "cfr+", iterations=50, averaging=2, updates="simultaneous")
    rule = pokerbot.solve("kuhn", RULE, iterations=50, updates="simultaneous")
    assert rule.algorithm == "last_but_one"
    assert rule.strategy.infosets == named.strategy.infosets
    assert pokerbot.solve("kuhn", RULE, iterations=50, memory=0.5).nash_conv != rule.nash_conv
    told = r"no setting 'alhpa' \(did you mean alpha\?\); it has alpha, beta"
    with pytest.raises(InputError, match=told):
        pokerbot.solve("kuhn", "dcfr", alhpa=1)
    with pytest.raises(InputError, match="batch has no effect on dcfr"):
        pokerbot.solve("kuhn", "dcfr", batch=1)


def test_numbers_and_names_are_taken_as_libraries_have_them(tmp_path):
    solution = pokerbot.solve(
        pokerbot.game("kuhn"), "dcfr", iterations=np.int64(5), seed=np.int32(3), alpha=np.float32(1)
    )
    for path in (tmp_path / "one.json", os.fspath(tmp_path / "other.json")):
        pokerbot.save(solution, path)
        assert pokerbot.load(path) == solution.strategy
    assert pokerbot.evaluate(solution) == pokerbot.evaluate(tmp_path / "one.json")
    assert pokerbot.evaluate("kuhn-gxfp") == pokerbot.evaluate(pokerbot.load("kuhn-gxfp"))
    assert pokerbot.match(solution, tmp_path / "one.json", hands=10).exact_ev == pytest.approx(0)
    plan = {"games": ["kuhn"], "algorithms": ["es-mccfr"], "target": np.float32(0.5)}
    plan |= {"seeds": [*np.arange(2)], "iterations": np.int64(5)}
    assert [run["seed"] for run in pokerbot.sweep(plan, tmp_path / "sweep").rows()] == [0, 1]


def test_a_spot_is_told_by_the_keys_of_its_file(tmp_path):
    told = {
        "board": "2s3h4d 6c 7c",
        "pot": 20,
        "stack": 20,
        "oop": {"range": pokerbot.Range("AsAh, QsQh"), "river.bet": "a"},
        "ip": {"range": "KsKh", "river": {"raise": "a"}},
        "tree": {"add_allin": 1},
    }
    game = pokerbot.Spot(**told, name="polar")
    file = tmp_path / "polar.toml"
    file.write_text(
        'board = "2s3h4d 6c 7c"\npot = 20\nstack = 20\noop.range = "AsAh,QsQh"\n'
        'oop.river.bet = "a"\nip.range = "KsKh"\nip.river.raise = "a"\ntree.add_allin = 1\n'
    )
    assert game == pokerbot.game(str(file))
    assert game.spec == "polar"
    solved = pokerbot.solve(game)
    assert pokerbot.node(solved, "bet 20").player == solved.at("bet 20").player == "ip"
    assert isinstance(solved.at(), pokerbot.Node)
    with pytest.raises(InputError, match="spot has 'pots', which is no key of a spot"):
        pokerbot.Spot(**told, pots=1)
    with pytest.raises(InputError, match="spot does not say ip"):
        pokerbot.Spot(**{key: each for key, each in told.items() if key != "ip"})
    with pytest.raises(InputError, match="pot must be a whole number"):
        pokerbot.Spot(**told | {"pot": 0})


def test_a_form_or_a_strategy_says_the_game_wherever_one_is_asked_for():
    form = pokerbot.Training("kuhn", "cfr").form
    mine = pokerbot.Strategy.of(form, lambda key, actions: [0.5, 0.5])
    assert mine.infosets == SOUND
    assert (
        pokerbot.match("random", "call", game=mine, hands=np.int64(10), seed=np.int8(1)).hands == 10
    )
    assert pokerbot.exploit("call", game=form, risk=0.1).game == "kuhn"
    assert pokerbot.to_efg(mine) == pokerbot.to_efg("kuhn")


def test_what_is_none_of_what_it_should_be_is_refused():
    for wrong, match in (
        (lambda: pokerbot.solve("kuhn", max), "not an algorithm: .*RegretRule"),
        (lambda: pokerbot.solve(3), "not a game: 3"),
        (lambda: compare("kuhn", ["cfr"], iterations=1, seeds=0), "seeds must be a whole number"),
        (lambda: compare("kuhn", ["es-mccfr"], iterations=1, seeds=10**12), "1 to 100,000, not 1"),
        (lambda: pokerbot.tournament("random", game="kuhn"), "takes at least two players"),
        (lambda: pokerbot.equity(["AA"], "KK"), r"not a range: \['AA'\]"),
        (lambda: pokerbot.equity("AA", "KK", None), "board must be"),
        (lambda: pokerbot.equity("AA", ""), "'AA' and '' leave no two hands"),
        (lambda: pokerbot.match(max, "call", game="kuhn"), "Strategy.of.game, function. makes one"),
        (lambda: pokerbot.solve("khn"), "security, and spots of hold'em as SPOT.toml"),
        (lambda: pokerbot.node("kuhn-gxfp", None), "line is a text such as"),
        (lambda: pokerbot.trace("kuhn", deal=5), "two private cards, from J to K, not 5"),
    ):
        with pytest.raises(InputError, match=match):
            wrong()
    with pytest.raises(InputError, match="this is not a strategy, and does not hold one: 3"):
        pokerbot.evaluate(3)
    with pytest.raises(InputError, match=r"hands must be a whole number from 1 .* not 10\.5"):
        pokerbot.match("random", "call", game="kuhn", hands=10.5, duplicate=False)


@pytest.mark.parametrize("name", ["a" * 61, "two\nlines", None])
def test_an_algorithm_that_no_file_could_name_is_refused_before_it_runs(name):
    rule = pokerbot.RegretRule(vanilla)
    algorithm = SelfPlaying(name, "own", Minimization(rule, by_power(0)))
    with pytest.raises(InputError, match=r"^name must be a text of up to 60 printable"):
        pokerbot.solve("kuhn", algorithm, iterations=1)


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_place_that_there_cannot_be_is_refused(name):
    training = pokerbot.Training("kuhn", "cfr")
    training.run(iterations=1)
    plan = {"games": ["kuhn"], "algorithms": ["cfr"], "iterations": 1}
    for write in (training.save, lambda folder: pokerbot.sweep(plan, folder)):
        with pytest.raises(InputError, match=r"^cannot write a?\?b?: Invalid argument"):
            write(name)


def test_what_notebooks_print_is_short():
    training = pokerbot.Training("leduc", "cfr")
    shown = training, training.form, pokerbot.trace("kuhn"), compare("kuhn", ["cfr"], iterations=1)
    assert [repr(each) for each in shown] == [
        "<Training of leduc by cfr: 0 iterations>",
        "<Form of leduc: 113 and 113 rows, hands: 3>",
        "<Trace of kuhn by cfr: 12 visits>",
        "<Comparison on kuhn: 1 run of cfr>",
    ]


def test_comparisons_are_told_apart_by_what_differs():
    told = {"iterations": 20, "seeds": 2, "backend": "numpy"}
    found = compare("kuhn", ["dcfr", "dcfr:alpha=1,beta=-2", RULE, "os-mccfr"], **told)
    assert found.labels == ["dcfr", "dcfr:alpha=1,beta=-2", "last_but_one", "os-mccfr"]
    for one in ("cfr+", RULE, ALGORITHMS["gxfp"]):
        assert len(compare("kuhn", one, **told | {"iterations": 1, "seeds": 1}).labels) == 1
    rows = found.rows()
    assert {row["seed"] for row in rows if row["label"] == "os-mccfr"} == {0, 1}
    assert {row["iterations"] for row in rows} >= {1, 10, 20}
    with pytest.raises(InputError, match="given twice"):
        compare("kuhn", ["dcfr", "dcfr:alpha=1.5"], iterations=1)


class Shaken:
    """Exact gradients and noise."""

    parameters = (pokerbot.Parameter("noise", 0.01, least=0, most=1, real=True),)

    def gradients(self, form, settings, rng):
        def source(player, own, other):
            exact = bind(form)[player].gradient(other)
            return exact + settings["noise"] * rng.standard_normal(exact.shape), form.traversal

        return source


SHAKEN = SelfPlaying("shaken", "with noise", Minimization(RULE, by_power(1)), Shaken())
RULES = pokerbot.Rules(pokerbot.Deck(3, 1), 1, (pokerbot.Round(pokerbot.Limit((1, 2))),))
COINS = [
    (float(coin == guess), 1.0, (("turn", coin),), (("guess", guess),))
    for coin in ("heads", "tails")
    for guess in ("heads", "tails")
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [pokerbot.Game("mine", (), RULES), pokerbot.sequence_form(COINS)], ids=["rules", "ends"]
)
def test_what_one_wrote_goes_to_other_processes_by_its_name(game):
    told = {"iterations": 20, "seeds": 2, "noise": np.float64(0.1)}
    here, there = (compare(game, [SHAKEN], jobs=jobs, **told) for jobs in (1, 2))
    assert len({row["exploitability"] for row in here.rows()}) > 20
    for one, other in zip(here.rows(), there.rows(), strict=True):
        assert {**one, "seconds": 0} == {**other, "seconds": 0}


def test_what_a_script_adds_to_the_catalogues_goes_to_processes_that_lack_it(monkeypatch):
    with monkeypatch.context() as added:
        added.setitem(FAMILIES, "added", Family("added", "", (), lambda _: RULES))
        added.setitem(ALGORITHMS, "added", cfr("added", "", RULE, 2))
        run = CurveRun(parse_game("added"), "added", iterations=20)
        sent, (_, *here) = pack(run.elsewhere), run.carry_out(lambda _: None, lambda: False).points
    (_, *there) = unpack(sent, ours=False).carry_out(lambda _: None, lambda: False).points
    assert [each.exploitability for each in here] == [each.exploitability for each in there]


@pytest.mark.slow
def test_an_algorithm_added_to_the_catalogue_that_numba_does_not_compile_is_computed_by_numpy(
    monkeypatch,
):
    pytest.importorskip("numba")

    def strange(R, r, t):  # noqa: N803
        R = np.maximum(R + r.astype(object).astype(float), 0)  # noqa: N806
        return R, R

    monkeypatch.setitem(ALGORITHMS, "strange", cfr("strange", "", pokerbot.RegretRule(strange), 2))
    with pytest.warns(RuntimeWarning, match="going on with NumPy: numba cannot compile strange"):
        found = compare("kuhn", "strange", iterations=5)
    assert found.rows()[-1]["backend"] == "numpy"


@pytest.mark.slow
def test_a_comparison_begins_from_a_strategy_as_solve_does():
    start = pokerbot.solve("kuhn", "gxfp", iterations=50)
    told = {"iterations": 10, "start": start}
    here = compare("kuhn", ["cfr+", RULE], **told)
    there = compare("kuhn", ["cfr+", RULE], jobs=2, backend="numpy", **told)
    for name, curve, other in zip(("cfr+", RULE), here.curves, there.curves, strict=True):
        solved = pokerbot.solve("kuhn", name, **told)
        for each in (curve, other):
            end = each.points[-1].exploitability
            assert end == pytest.approx(solved.exploitability, abs=1e-12)
        assert len({point.exploitability for point in curve.points}) > 1
    with pytest.raises(InputError, match="start has no effect on ipm"):
        compare("kuhn", ["cfr+", "ipm"], **told)


def test_pools_of_ones_own_take_algorithms_and_solutions():
    for thing in (*ALGORITHMS.values(), SHAKEN.part, pokerbot.solve("kuhn", RULE, iterations=1)):
        assert pickle.loads(pickle.dumps(thing)) == thing


def test_where_a_strategy_is_wanted_a_games_name_is_answered_by_that_of_a_file():
    with pytest.raises(InputError, match=r"no strategy file kuhn, .* \(did you mean kuhn-\w+\?\)"):
        pokerbot.load("kuhn")


def test_what_has_no_name_stays_here():
    nameless = pokerbot.RegretRule(lambda R, r, t: (R + r, R + r))  # noqa: N803
    with pytest.raises(InputError, match=r"jobs cannot have .*lambda.* in another process: define"):
        compare("kuhn", [nameless], iterations=1, jobs=2)


SCRIPT = """
from neighbour import MEMORY
from pokerbot import RegretRule, compare

def forgetful(R, r, t, memory):
    R = memory * R + r
    return R, R

rule = RegretRule(forgetful, (MEMORY,))

if __name__ == "__main__":
    one, other = (compare("kuhn", [rule], iterations=20, memory=0.5, jobs=n) for n in (1, 2))
    rows = [[{**row, "seconds": 0} for row in each.rows()] for each in (one, other)]
    print(rows[0] == rows[1], rows[0][-1]["label"])
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "script", "told"),
    [
        (["script.py"], SCRIPT, "True forgetful:memory=0.5"),
        (["script.py"], SCRIPT.replace("__name__ ==", "True or"), 'below `if __name__ == "__main'),
        (["-"], SCRIPT, "jobs cannot have forgetful in another process: define it .*a notebook "),
    ],
    ids=["script", "unguarded", "no script"],
)
def test_what_a_script_defines_goes_to_other_processes(program, script, told, tmp_path):
    """In machine code, too, where it gets there: what is refused is not compiled before."""
    uncompiled = {} if told.startswith("True") else {"NUMBA_DISABLE_JIT": "1"}
    (tmp_path / "script.py").write_text(script)
    parameter = 'Parameter("memory", 0.999, least=0, most=1, real=True)'
    (tmp_path / "neighbour.py").write_text(f"from pokerbot import Parameter\nMEMORY = {parameter}")
    ran = subprocess.run(
        [sys.executable, *program],
        input=script,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(pokerbot.__file__).parents[1]), **uncompiled},
        check=False,
    )
    *_, last = (ran.stdout + ran.stderr).splitlines()
    assert re.search(told, last)


@pytest.mark.parametrize("iterations", [1, 50])
def test_substitute_regrets_are_what_the_bound_allows(iterations):
    """By the definition, decision by decision, on Kuhn against random play."""
    form = pokerbot.Training("kuhn", "cfr").form
    rng = np.random.default_rng(2)
    one, other = bind(form)
    sigma = rng.dirichlet((1, 1), (6, 3)).transpose(0, 2, 1).reshape(12, 3)
    plan = other.realization_plan(np.concatenate([np.ones((1, 3)), sigma[: other.shape[0] - 1]]))
    gradient = one.gradient(plan)
    regrets, value = substitute_regrets(one, gradient, iterations)
    most, least = one.best_response(gradient)[1], -one.best_response(-gradient)[1]
    squares = one.sums(np.maximum(regrets, 0) ** 2)[1:]
    allowed = TIGHTER * 2 * (most - least)[1:] ** 2 / iterations
    assert squares == pytest.approx(allowed, rel=1e-6)
    assert value < most[0].sum()


@pytest.mark.parametrize("algorithm", ["cfr", "dcfr+", "pcfr+", "xfp", "gxfp"])
def test_a_start_is_gone_on_from(algorithm):
    """Anew, 30 iterations leave more than 0.1; from what was played, none leaves much more."""
    known = pokerbot.solve("leduc", "cfr+", iterations=100)
    training = pokerbot.Training("leduc", algorithm, start=known)
    assert training.measure().exploitability == pytest.approx(known.exploitability, rel=1e-9)
    training.run(iterations=30)
    assert training.measure().exploitability < 1.5 * known.exploitability < 0.05
    assert training.solution().strategy.algorithm["start"] > 100


def test_a_start_has_the_regrets_of_all_iterations_that_it_counts_as():
    known = pokerbot.solve("kuhn", "cfr+", iterations=20)
    training = pokerbot.Training("kuhn", "cfr", start=known)
    state, plans = training.solver.state(), training.solver.plans()
    count = training.solution().strategy.algorithm["start"]
    for player, operators in enumerate(bind(training.form)):
        mean, _ = substitute_regrets(operators, operators.gradient(plans[1 - player]), count)
        assert count > 1
        assert state[f"regrets{player + 1}"] == pytest.approx(count * mean)


def test_a_start_that_makes_no_sense_is_refused():
    kuhn = pokerbot.load("kuhn-gxfp")
    for settings, match in (
        ({"algorithm": "ipm"}, "start has no effect on ipm"),
        ({"algorithm": "hs-dcfr"}, "start does not go with hs-dcfr"),
        ({"algorithm": "hs-pcfr+"}, "start does not go with hs-pcfr"),
        ({"algorithm": "rtcfr+"}, "start has no effect on rtcfr"),
        ({"epsilon": 0.01}, "start has no effect"),
        ({"iterate": "last"}, "iterate does not go with a start"),
        ({"init": "random"}, "init has no effect"),
        ({"game": "leduc"}, "plays kuhn, not leduc"),
    ):
        with pytest.raises(InputError, match=match):
            pokerbot.solve(**{"game": "kuhn", "algorithm": "cfr", "start": kuhn} | settings)


def test_an_interrupt_ends_the_iteration_and_keeps_it():
    def press(*told):
        signal.raise_signal(signal.SIGINT)

    solution = pokerbot.solve("kuhn", "cfr", seconds=60, watch=press)
    assert solution.interrupted
    assert "interrupted" in repr(solution)
    found = compare("kuhn", ["cfr", "cfr+"], seconds=60, watch=press)
    assert found.labels == ["cfr"]


def test_an_interrupted_training_stands_between_iterations():
    training, plain = (pokerbot.Training("kuhn", "pcfr+") for _ in range(2))
    learner = training.solver.learners[1]
    observe = learner.observe

    def press(gradient, t):
        if t == 5:
            signal.raise_signal(signal.SIGINT)
        observe(gradient, t)

    learner.observe = press
    with pytest.raises(KeyboardInterrupt):
        training.run(iterations=9)
    assert training.solver.iterations == 5
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    training.run(iterations=9)
    plain.run(iterations=9)
    assert training.solution().strategy == plain.solution().strategy


def test_a_hedge_that_overflows_is_refused_and_ends():
    hedge = Matching(lambda operators, target, t: np.exp(target * 1e3 * t))
    algorithm = SelfPlaying(
        "hedge", "naive", Minimization(pokerbot.RegretRule(vanilla), by_power(0), hedge)
    )
    with pytest.raises(InputError, match="hedge reached numbers that are not finite"):
        pokerbot.solve("kuhn", algorithm, target=1e-12)


KUHN = pokerbot.game("kuhn")
SOUND = {key: dict.fromkeys(actions, 0.5) for _, key, actions in KUHN.information_sets()}


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"J:": {"check": -0.5, "bet": 1.5}}, "'J:': check must be a probability"),
        ({"J:": {"check": 0.5, "bet": 0.4}}, "'J:': the probabilities sum to 0.9"),
        ({"J:": {"check": float("nan"), "bet": 1}}, "'J:': check must be"),
        ({"J:": {"check": 1}}, "'J:': the actions must be check, bet, not check"),
        ({"J:": {"check": 1, "bet": 0, "fold": 0}}, "'J:': the actions must be"),
        ({"J:": {1: 0.5, 2: 0.5}}, "'J:': the actions must be check, bet, not 1, 2"),
        ({"X:": {"check": 1}}, "no information set"),
        ({"J:": None}, "J: must be"),
    ],
)
def test_a_strategy_made_in_python_is_checked_as_a_file_is(change, match):
    assert pokerbot.evaluate(SOUND, "kuhn").nash_conv == pytest.approx(11 / 12)
    wrong = pokerbot.Strategy(KUHN, SOUND | change)
    for use in (
        lambda: pokerbot.evaluate(wrong),
        lambda: pokerbot.match(wrong, "random", hands=10),
        lambda: pokerbot.solve("kuhn", "cfr", start=wrong),
        lambda: pokerbot.Strategy.of(KUHN, SOUND | change),
    ):
        with pytest.raises(InputError, match=match):
            use()


@pytest.mark.parametrize("chances", [[], [1.0], [0.5, 0.25, 0.25], [0, 0, 0.5, 0.5]])
def test_a_function_gives_as_many_probabilities_as_there_are_actions(chances):
    with pytest.raises(InputError, match=f"'J:': .* check, bet, not {len(chances)}"):
        pokerbot.Strategy.of(KUHN, lambda key, actions: chances)


def test_a_strategy_by_a_function():
    by_name = pokerbot.Strategy.of(
        KUHN, lambda key, actions: {a: 1 / len(actions) for a in actions}
    )
    in_order = pokerbot.Strategy.of(KUHN, lambda key, actions: np.ones(2, dtype=np.float32) / 2)
    assert by_name.infosets == in_order.infosets == SOUND
    assert by_name.rows()[0] == {
        "player": 1,
        "infoset": "J:",
        "action": "check",
        "probability": 0.5,
    }
    with pytest.raises(InputError, match="probabilities"):
        pokerbot.evaluate(lambda key, actions: [1.0], "kuhn")


def test_a_game_beside_the_catalogue_works_everywhere():
    rules = pokerbot.Rules(pokerbot.Deck(3, 1), 1, (pokerbot.Round(pokerbot.Limit((1, 2))),))
    game = pokerbot.Game("mine", (), rules)
    solution = pokerbot.solve(game, "ipm")
    assert pokerbot.evaluate(solution).exploitability == pytest.approx(0, abs=1e-9)
    assert pokerbot.match(solution, "honest", hands=100).exact_ev >= -1e-9
    assert pokerbot.exploit("call", game=game, risk=0.1).exploitability <= 0.1
    assert len(pokerbot.trace(game).iterations) == 1


@pytest.mark.parametrize(
    ("options", "floored"),
    [
        ({"epsilon": 0.2}, {(seat, name) for seat in (1, 2) for name in ("bet", "call", "fold")}),
        ({"floor": {"bet": 0.2}, "floor_seat": "first"}, {(1, "bet")}),
    ],
)
@pytest.mark.parametrize("deal", [None, "J K"])
def test_a_trace_keeps_to_the_floors(options, floored, deal):
    found = pokerbot.trace("kuhn", "cfr", deal=deal, iterations=9, **options)
    least = {}
    for visit in (visit for visits in found.iterations for visit in visits):
        for name, chance in zip(visit.actions, visit.strategy, strict=True):
            place = visit.player, name
            least[place] = min(chance, least.get(place, 1))
    assert {place for place in least if least[place] > 0.2 - 1e-12} >= floored
    assert (least[2, "fold"] == 0) == ((2, "fold") not in floored)
    if deal is None:  # then it is what training comes to
        training = pokerbot.Training("kuhn", "cfr", updates="alternating", **options)
        training.run(iterations=8)
        last = training.solution("last").strategy.infosets
        for visit in found.iterations[8]:
            assert visit.strategy == pytest.approx([*last[visit.infoset].values()])


def test_a_trace_of_no_iteration_or_of_two_games_is_refused():
    for iterations in (-3, 0, 1.5):
        with pytest.raises(InputError, match="iterations must be a whole number from 1 up"):
            pokerbot.trace("kuhn", iterations=iterations)
    with pytest.raises(InputError, match="floor_seat must be first or second"):
        pokerbot.trace("kuhn", floor={"bet": 0.5})


def test_rows_say_what_the_run_knows():
    training = pokerbot.Training("kuhn", "cfr", updates="simultaneous")
    training.run(iterations=100)
    rows = training.rows()
    assert [row["player"] for row in rows] == [1] * 12 + [2] * 12
    measured = 2 * training.measure().exploitability
    regrets = {}
    for row in rows:
        at = row["player"], row["infoset"]
        regrets[at] = max(regrets.get(at, 0.0), row["regret"] / 100)
    assert measured <= sum(regrets.values())
    played = {(row["infoset"], row["action"]): row for row in rows}
    average = training.solution().strategy.infosets
    last = training.solution("last").strategy.infosets
    for (key, action), row in played.items():
        assert row["average"] == pytest.approx(average[key][action])
        assert row["current"] == pytest.approx(last[key][action])
    assert played["Q:kb", "call"]["reach"] == played["Q:", "check"]["average"]
    assert played["K:b", "call"]["value"] == pytest.approx(
        sum(played[f"{card}:", "bet"]["average"] for card in "JQ") * 2 / 6
    )


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "lcfr", "pcfr+"])
def test_regrets_bound_what_is_measured(algorithm):
    training = pokerbot.Training("kuhn", algorithm, updates="simultaneous")
    apart = []

    def compare_them(progress):
        apart.append(training.regret_bound() - progress.exploitability)

    training.run(iterations=50, watch=compare_them, looks=lambda t: True)
    assert len(apart) == 50
    assert min(apart) > -1e-12


@pytest.mark.parametrize(("algorithm", "power"), [("cfr", 0), ("lcfr", 1)])
def test_with_one_decision_each_regret_is_what_is_left(algorithm, power):
    """A matrix game by the definition, best row and column against the weighted averages."""
    payoffs = np.array([[2.0, -1.0, 0.0], [-1.0, 1.0, 0.5]])
    ends = [
        (v, 1.0, (("one", f"{i}"),), (("two", f"{j}"),)) for (i, j), v in np.ndenumerate(payoffs)
    ]
    training = pokerbot.Training(
        pokerbot.sequence_form(ends), algorithm, updates="simultaneous", init="random"
    )
    rows, columns = np.zeros(2), np.zeros(3)
    for t in range(1, 20):
        row, column = (each.current()[1:, 0] for each in training.solver.learners)
        rows += t**power * row
        columns += t**power * column
        training.run(iterations=t)
        left = (payoffs @ columns).max() - (rows @ payoffs).min()
        assert training.regret_bound() == pytest.approx(left / rows.sum() / 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("algorithm", "settings"),
    [
        ("cfr", {"updates": "alternating"}),
        ("cfr", {"averaging": 1}),
        ("dcfr", {}),
        ("es-mccfr", {}),
        ("gxfp", {}),
        ("cfr", {"floor": {"call": 0.1}}),
        ("cfr", {"start": "kuhn-gxfp"}),
    ],
)
def test_no_bound_is_told_where_regrets_are_none(algorithm, settings):
    training = pokerbot.Training("kuhn", algorithm, **{"updates": "simultaneous"} | settings)
    training.run(iterations=2)
    with pytest.raises(InputError, match="regrets bound no exploitability"):
        training.regret_bound()


def test_what_is_read_off_a_strategy_is_a_copy():
    strategy = pokerbot.solve("kuhn", "cfr+", iterations=10).strategy
    before = dict(strategy.infosets["Q:b"])
    for _ in range(2):
        strategy.infosets["Q:b"]["call"] = 7
        assert dict(strategy.infosets.items())["Q:b"] == before


def test_a_state_is_a_copy():
    training = pokerbot.Training("kuhn", "cfr")
    training.run(iterations=1)
    training.state()["plan_sum1"][:] = np.nan
    assert training.measure().exploitability > 0


class Table(HTMLParser):
    """Counts what an HTML text holds; raises where it is not closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.count, self.text = [], Counter(), ""
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.count[tag] += 1

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_notebooks_show_tables(monkeypatch):
    monkeypatch.setattr("pokerbot.runs.comparison.can_draw", lambda: False)
    solution = pokerbot.solve("kuhn", "cfr", iterations=5)
    shown = Table(solution.strategy._repr_html_())
    assert (shown.count["table"], shown.count["td"]) == (4, 36)
    assert "nash_conv" in Table(solution._repr_html_()).text
    larger = Table(pokerbot.solve("kuhn:cards=4", "cfr+", iterations=5)._repr_html_())
    assert larger.text.startswith("Solution of kuhn:cards=4 by cfr+iterations")
    found = Table(compare("kuhn", ["cfr"], iterations=3)._repr_html_())
    assert found.count["td"] == 6
    assert "regret" in Table(pokerbot.trace("kuhn", deal="Q K")._repr_html_()).text
    training = pokerbot.Training("kuhn", "cfr")
    assert "0 iterations" in Table(training._repr_html_()).text
    training.run(iterations=3)
    played = pokerbot.match(solution, "random", hands=100)
    answer = pokerbot.exploit("kuhn-gxfp", risk=1)
    for found, said in (
        (training, "nodes_touched"),
        (pokerbot.evaluate(solution), "best_response_values"),
        (played, "luck_adjusted_mean"),
        (answer, "equilibrium_wins"),
    ):
        assert said in Table(found._repr_html_()).text
    shown = Table(played._repr_html_()).text
    assert "duplicateyes" in shown
    assert (
        f"exact_ev_by_seat{', '.join(f'{each:.8g}' for each in played.exact_ev_by_seat)}" in shown
    )


def test_a_measure_of_ones_own_stands_in_every_row():
    from pokerbot.extend import regularized_gap

    found = compare(
        "kuhn",
        "mmd:temperature=0.1",
        iterations=200,
        measure=lambda form, profile: regularized_gap(form, profile, 0.1),
    )
    gaps = [row["measured"] for row in found.rows()]
    assert gaps[0] > 0.1
    assert gaps[-1] < 1e-6
    assert found.rows()[-1]["exploitability"] > 0.01
    for wrong in (lambda form, profile: None, lambda form, profile: float("nan")):
        with pytest.raises(pokerbot.InputError, match="measure must return a finite number"):
            compare("kuhn", "cfr", iterations=2, measure=wrong)


def test_a_measure_that_changes_what_it_is_given_changes_no_run():
    """It was given the solver's own arrays where the last strategy is measured."""

    def purify(form, profile):
        for sigma in profile:
            sigma[sigma < 0.4] = 0
        return 0.0

    run = {"iterations": 30, "backend": "numpy"}
    alone, purified = (
        compare("kuhn", "cfr:iterate=last", measure=measure, **run).rows()[-1]["exploitability"]
        for measure in (None, purify)
    )
    assert purified == alone


@pytest.mark.parametrize("iterate", ["average", "last"])
def test_a_measure_is_of_the_strategy_that_is_the_result(iterate):
    training, seen = pokerbot.Training("kuhn", "cfr", backend="numpy"), []
    run = {"iterations": 3, "backend": "numpy"}
    compare("kuhn", f"cfr:iterate={iterate}", measure=lambda _, own: seen.append(own) or 0.0, **run)
    training.run(iterations=3)
    expected = training.solver.profile(iterate)
    assert all(np.array_equal(*each) for each in zip(seen[-1], expected, strict=True))


def test_the_version_is_the_installed_ones_and_what_one_extends_with_is_there():
    from importlib.metadata import version

    assert pokerbot.__version__ == version("pokerbot")
    for name in pokerbot.extend.__all__:
        assert getattr(pokerbot.extend, name) is not None
    ends = [(1.0, 1.0, (("<script>", "<b>"),), ())]
    hostile = pokerbot.solve(pokerbot.sequence_form(ends, "<i>"), "cfr", iterations=1)
    assert not {"script", "b", "i"} & Table(hostile.strategy._repr_html_()).count.keys()


def test_what_ships_is_found_where_the_current_folder_may_not_be_entered(tmp_path, monkeypatch):
    """As after `su` in one's home: in such a folder a bare name could not be looked up."""
    shipped = Path(__file__).parents[1] / "strategies"

    def closed(real):
        def asked(path, *args, **kwargs):
            if isinstance(path, int) or os.path.isabs(path):
                return real(path, *args, **kwargs)
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

        return asked

    monkeypatch.chdir(tmp_path)  # from Python 3.13 on pathlib looks into folders by itself
    with monkeypatch.context() as patched:
        for name in ("stat", "lstat", "scandir"):
            patched.setattr(os, name, closed(getattr(os, name)))
        found = library.find("kuhn-cfr+"), library.spot_files()["srp-dry-flop"]
        best = library.candidates(parse_game("leduc"))
        blueprints = blueprint.find("heads-up"), *blueprint.at_hand()
        with pytest.raises(InputError, match=r"^mine\.toml: cannot be read: Permission denied$"):
            storage.read("mine.toml")
        with pytest.raises(InputError, match=r"^mine\.blueprint: no such file$"):
            resolve("mine.blueprint")
    assert found == (shipped / "kuhn-cfr+.json", shipped / "spots" / "srp-dry-flop.toml")
    assert {path.name for path in best} >= {"leduc-cfr+.json", "leduc-gxfp.json"}
    assert [path.stem[9:] for path in blueprints] == ["20", "10", "14", "20"]


@pytest.mark.slow
def test_a_file_of_a_game_of_ones_own_is_taken_wherever_the_game_is_given(tmp_path):
    """In this matrix the row's equilibrium strategy wins 1/5 from either column."""
    pennies = pokerbot.from_matrix([[2, -1], [-1, 1]], "pennies")
    file = tmp_path / "pennies.json"
    pokerbot.save(pokerbot.solve(pennies, "ipm"), file, game=pennies)
    for given in (file, str(file)):
        assert pokerbot.evaluate(given, pennies).value == pytest.approx(1 / 5)
        played = pokerbot.match(given, "random", game=pennies)
        assert played.exact_ev_by_seat == pytest.approx((1 / 5, -1 / 5))
        assert pokerbot.best_response(given, pennies).wins == pytest.approx((1 / 5, -1 / 5))
        answer = pokerbot.exploit(given, game=pennies, risk=0.1)
        assert answer.best_response_wins == pytest.approx(0)
        started = pokerbot.solve(pennies, "cfr", iterations=1, start=given)
        assert started.strategy.algorithm["start"] >= 1
        told = {"iterations": 1, "start": given, "backend": "numpy"}
        assert pokerbot.compare(pennies, "cfr", **told).labels == ["cfr"]
    other = pokerbot.from_matrix([[2, -1], [-1, 3]], "pennies")
    with pytest.raises(pokerbot.InputError, match=r"another game"):
        pokerbot.evaluate(file, other)
    with pytest.raises(pokerbot.InputError, match=r"another game"):
        pokerbot.evaluate("kuhn-gxfp", pennies)


def test_a_file_keeps_names_of_ones_own_with_any_letters(tmp_path):
    """Information sets and actions of which some look like places to fill in, or end a line."""
    names = {"%s%d": ("50%", "%%"), 'a\n"é\\n': ("\n", "b, c")}
    ends = [(1.0, 0.5, ((key, one),), ()) for key, ones in names.items() for one in ones]
    own, file = pokerbot.sequence_form(ends, "odd"), tmp_path / "odd.json"
    pokerbot.save(pokerbot.solve(own, "cfr", iterations=1), file, game=own)
    written = json.loads(file.read_text())["infosets"]
    assert {key: tuple(chances) for key, chances in written.items()} == names
    assert pokerbot.load(file, game=own).infosets == written
