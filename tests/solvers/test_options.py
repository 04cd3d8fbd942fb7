"""Each option does something where it makes sense, and is refused with a reason elsewhere."""

import re

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.runs.training import Training
from pokerbot.solvers.catalogue import ALGORITHMS, find_algorithm
from pokerbot.solvers.options import NAMED, Options
from pokerbot.strategy.storage import dump
from tests.reference import solving
from tests.reference.rules import Kuhn, by_the_book
from tests.solvers.cases import train
from tests.solvers.test_reference import follow

FICTITIOUS = {"fp", "xfp", "gxfp"}
SAMPLED = {"cs-mccfr", "es-mccfr", "os-mccfr", "vr-mccfr", "escher"}
PROGRAMS = {"ipm", "lp"}
LAST = {"rtcfr+", "mmd", "domd"}
"""Whose last strategy converges."""
OTHER = {
    "updates": "simultaneous",
    "averaging": 3.0,
    "epsilon": 0.1,
    "init": "random",
    "batch": 7,
    "iterate": "last",
    "temperature": 0.5,
    "horizon": 50,
}
"""A value of each option that is no algorithm's default."""


def accepted(option):
    """The algorithms that an option makes sense for."""
    everything = set(ALGORITHMS)
    return {
        "updates": everything - PROGRAMS - {"rtcfr+"},
        "averaging": everything - FICTITIOUS - PROGRAMS - LAST,
        "epsilon": everything - {"ipm", "mmd", "domd"},
        "init": everything - PROGRAMS,
        "batch": SAMPLED,
        "iterate": everything - FICTITIOUS - PROGRAMS - LAST,
        "temperature": {"mmd"},
        "horizon": {"hs-dcfr", "hs-pcfr+"},
    }[option]


@pytest.mark.parametrize(
    ("option", "algorithm"),
    [(option, name) for option in OTHER for name in ALGORITHMS],
)
def test_an_option_works_or_is_refused(option, algorithm):
    if algorithm == "lp":
        pytest.importorskip("scipy")
    options = Options(**{option: OTHER[option]})
    if algorithm in accepted(option):
        plain, told = (
            train("kuhn", algorithm, 12, options=given).solution().strategy
            for given in (None, options)
        )
        assert plain.infosets != told.infosets, "the option changes nothing"
        assert plain.algorithm != told.algorithm, "the file does not tell"
        assert told.algorithm[option] == OTHER[option]
    else:
        told = rf"{option} has no effect on {re.escape(algorithm)}: "
        with pytest.raises(InputError, match=told) as error:
            Training(parse_game("kuhn"), algorithm, options=options)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_every_algorithm_can_be_asked_for_its_average(algorithm):
    asked = find_algorithm(algorithm).describe(Options(iterate="average"))
    assert asked == find_algorithm(algorithm).describe(Options())


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
def test_the_defaults_spelled_out_change_nothing(algorithm):
    if algorithm == "lp":
        pytest.importorskip("scipy")
    entry = find_algorithm(algorithm)
    given = {"init": "uniform", "updates": "alternating", "iterate": "average", "epsilon": 0.0}
    options = {option: value for option, value in given.items() if option not in entry.refuses}
    if entry.settings:
        options["set"] = entry.settings
    for name in NAMED:
        if entry.default(name) is not None:
            options[name] = entry.default(name)
    plain, spelled = (
        "".join(dump(train("kuhn", algorithm, 5, options=told).solution().strategy))
        for told in (None, Options(**options))
    )
    assert plain == spelled


@pytest.mark.parametrize(
    "options",
    [
        {"updates": "both"},
        {"init": "zero"},
        {"iterate": "best"},
        {"averaging": -1.0},
        {"averaging": float("nan")},
        {"averaging": float("inf")},
        {"epsilon": -0.1},
        {"epsilon": float("nan")},
        {"epsilon": 0.51},
        {"epsilon": float("inf")},
        {"batch": 0},
        {"batch": -1},
        {"batch": 10**7 + 1},
        {"averaging": 20.1},
        {"set": {"speed": 1.0}},
        {"set": {"gamma": 1.0}},
        {"set": {"exploration": 0.0}},
        {"set": {"exploration": 1.1}},
        {"set": {"exploration": float("nan")}},
    ],
    ids=str,
)
def test_a_value_out_of_range_is_refused(options):
    with pytest.raises(InputError) as error:
        Training(parse_game("kuhn"), "os-mccfr", options=Options(**options))
    assert "\n" not in str(error.value)


def test_the_largest_and_least_numbers_are_taken():
    Training(parse_game("kuhn"), "dcfr", options=Options(averaging=20, set={"alpha": -20}))
    for exploration, batch in ((1e-6, 1), (1, 10**7)):
        options = Options(batch=batch, set={"exploration": exploration})
        Training(parse_game("kuhn"), "os-mccfr", options=options)
    for alpha in (20.1, -20.1):
        with pytest.raises(InputError, match=f"alpha must be a number from -20 to 20, not {alpha}"):
            Training(parse_game("kuhn"), "dcfr", options=Options(set={"alpha": alpha}))


@pytest.mark.parametrize(
    ("algorithm", "has", "takes"),
    [
        ("dcfr", "alpha, beta", "updates, averaging, epsilon, init, iterate, floor, floor_seat"),
        ("cfr", "none", "updates, averaging, epsilon, init, iterate, floor, floor_seat"),
        ("os-mccfr", "exploration", "updates, averaging, epsilon, init, batch, iterate, floor, .*"),
        ("lp", "none", "epsilon, floor, floor_seat"),
        *(
            (name, "none", "updates, epsilon, init, floor, floor_seat")
            for name in sorted(FICTITIOUS)
        ),
    ],
)
def test_a_setting_that_is_none_is_told_those_there_are(algorithm, has, takes):
    told = f"{algorithm} has no setting 'speed'; it has {has}, and takes {takes}$"
    with pytest.raises(InputError, match=told):
        ALGORITHMS[algorithm].told(Options(set={"speed": 1.0}))


def test_a_mistyped_option_is_told_what_may_have_been_meant():
    for wrong, right in (("alhpa", "alpha"), ("update", "updates"), ("Averaging", "averaging")):
        with pytest.raises(InputError, match=rf"'{wrong}' \(did you mean {right}\?\); it has"):
            Training("kuhn", "dcfr", **{wrong: 1})


@pytest.mark.parametrize(("batch", "deals"), [(None, 100), (10, 10), (30, 30)])
def test_a_batch_is_of_100_deals_or_of_so_many(batch, deals):
    """Of 4 decision nodes each, for either player."""
    training = train("kuhn", "cs-mccfr", 3, options=Options(batch=batch))
    assert training.solver.nodes_touched == 3 * 2 * deals * 4


def test_the_linear_program_takes_20_000_sequences_and_no_more(monkeypatch):
    """However many of them end a hand, which has a limit of its own."""
    pytest.importorskip("scipy")
    monkeypatch.setattr("pokerbot.solvers.linear.MOST_ENDS", 10**9)
    Training(parse_game("kuhn:cards=4000"), "lp")
    with pytest.raises(InputError, match=r"up to 20,000 sequences, not 20,005"):
        Training(parse_game("kuhn:cards=4001"), "lp")


def test_epsilon_depends_on_the_most_actions_there_are():
    Training(parse_game("leduc"), "cfr", options=Options(epsilon=1 / 3))
    with pytest.raises(InputError, match="1/3"):
        Training(parse_game("leduc"), "cfr", options=Options(epsilon=0.34))


def test_an_unknown_algorithm_lists_those_there_are():
    with pytest.raises(InputError, match=r"no algorithm 'sarsa'.*cfr, cfr\+, lcfr, dcfr.*lp"):
        find_algorithm("sarsa")


def test_the_catalogue_is_the_contracts_and_the_interior_point():
    assert set(ALGORITHMS) == FICTITIOUS | SAMPLED | set(solving.RULES) | PROGRAMS | LAST


def test_averaging_is_the_exponent_of_the_weight(monkeypatch):
    monkeypatch.setitem(solving.RULES, "cfr", (solving.vanilla, 2.5))
    follow(
        "kuhn",
        "cfr",
        Options(averaging=2.5),
        lambda start: solving.cfr(Kuhn(), "cfr", start, alternating=True),
        6,
    )


def test_dcfr_discounts_gains_by_alpha_and_losses_by_beta(monkeypatch):
    def discounted(total, r, t):
        s = (t - 1) ** (-0.75 if total > 0 else -1.25) if t > 1 else 1
        total = total * s / (s + 1) + r
        return total, total

    monkeypatch.setitem(solving.RULES, "dcfr", (discounted, 2))
    follow(
        "kuhn:cards=5,bet=2",
        "dcfr",
        Options(set={"alpha": -0.75, "beta": -1.25}, init="random"),
        lambda start: solving.cfr(
            by_the_book(parse_game("kuhn:cards=5,bet=2")), "dcfr", start, alternating=True
        ),
        8,
    )


@pytest.mark.parametrize("name", ["alpha", "beta"])
def test_settings_of_dcfr(name):
    plain, changed = (
        train("kuhn", "dcfr", 30, options=Options(set=given)).solution().strategy
        for given in (None, {name: 0.5})
    )
    assert plain.infosets != changed.infosets
    assert changed.algorithm[name] == 0.5


def test_prediction_of_a_third_is_sapcfr_plus():
    options = Options(set={"prediction": 1 / 3}, averaging=5)
    predicted = train("leduc:ranks=2", "pcfr+", 20, options=options)
    expected = train("leduc:ranks=2", "sapcfr+", 20).solution().strategy.infosets
    assert predicted.solution().strategy.infosets == expected


@pytest.mark.parametrize("name", ["apcfr+", "sapcfr+"])
def test_both_variants_of_one_paper_have_its_name(name):
    assert "asymmetric predictive CFR+ (Meng et al. 2025)" in ALGORITHMS[name].summary


@pytest.mark.parametrize("algorithm", ["cfr+", "gxfp", "xfp", "fp"])
def test_a_random_start_depends_on_the_seed_alone(algorithm):
    first, again, other = (
        train("kuhn", algorithm, 3, seed=seed, options=Options(init="random")).solver.profile(
            "last"
        )
        for seed in (1, 1, 2)
    )
    assert (first[0] == again[0]).all()
    assert (first[0] != other[0]).any()


def test_a_random_start_is_drawn_from_all_strategies():
    starts = [
        Training(parse_game("kuhn"), "cfr", seed=seed, options=Options(init="random"))
        .solver.profile("last")[0][1:]
        .ravel()
        for seed in range(200)
    ]
    assert np.mean(starts) == pytest.approx(0.5, abs=0.02)
    assert np.std(starts) == pytest.approx(1 / np.sqrt(12), abs=0.02)


def test_the_last_iterate_is_what_is_played_now():
    training = train("leduc", "cfr", 5, options=Options(iterate="last"))
    average = train("leduc", "cfr", 5)
    assert training.solution().strategy.infosets != average.solution().strategy.infosets
    assert (training.solver.profile("last")[0] == average.solver.profile("last")[0]).all()


def test_how_averages_weigh_has_no_effect_on_the_last_iterate():
    with pytest.raises(InputError, match="averaging has no effect on the last strategy"):
        train("kuhn", "cfr", 1, options=Options(iterate="last", averaging=1))
    training = train("kuhn", "cfr", 5, options=Options(averaging=1))
    last = (each.solution("last").strategy.infosets for each in (training, train("kuhn", "cfr", 5)))
    assert next(last) == next(last)


def test_the_target_is_met_by_what_is_saved():
    """CFR's last strategy does not converge: it must not pass for its average."""
    last = train("kuhn", "cfr", 400, options=Options(iterate="last"))
    average = train("kuhn", "cfr", 400)
    assert last.measure().exploitability == pytest.approx(last.solution().exploitability)
    assert last.measure().exploitability > 2 * average.measure().exploitability
