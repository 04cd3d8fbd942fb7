"""Faults of exploitability, of tests that cannot fail, and of grading."""

from tests.trials.faults import Trap

EXACT, MINIMIZER = "pokerbot/evaluation/exact.py", "pokerbot/solvers/minimizer.py"
TRAINING, SPLIT = "pokerbot/runs/training.py", "pokerbot/evaluation/breakdown.py"
QUARTER = (
    "tests/solvers/test_conformance.py"
    "::test_a_stated_work_leaves_a_quarter_of_uniform_plays_nash_conv"
)
UNIFORM = "tests/evaluation/test_exact.py::test_uniform_play"

EXPLOITABILITY = [
    Trap(
        "a regret bound reported as exploitability",
        TRAINING,
        "            exploitability=exact.exploitability,\n",
        "            exploitability=sum(\n"
        '                float(np.maximum(getattr(side, "rule_state", 0.0), 0).sum())\n'
        '                for side in getattr(solver, "learners", ())\n'
        "            )\n"
        "            / max(solver.iterations, 1),\n",
        (
            "tests/solvers/test_published.py::test_vanilla_cfr_on_leduc",
            "tests/runs/test_training.py::test_what_is_reported_comes_from_the_strategy",
        ),
    ),
    Trap(
        "negative values clipped away (of NashConv)",
        EXACT,
        "return self.best_response_values[0] + self.best_response_values[1]",
        "return max(self.best_response_values[0] + self.best_response_values[1], 0.0)",
        ("tests/evaluation/test_exact.py::test_nash_conv_that_rounds_below_0_is_not_clipped",),
    ),
    Trap(
        "negative values clipped away (of a best response)",
        EXACT,
        "return Exact(float(np.vdot(plans[0], gradients[0])), (first, second))",
        "return Exact(float(np.vdot(plans[0], gradients[0])), (max(first, 0.0), max(second, 0.0)))",
        ("tests/evaluation/test_exact.py::test_every_kuhn_equilibrium_has_exploitability_0",),
    ),
    Trap(
        "sum and half-sum confused (NashConv halved)",
        EXACT,
        "return self.best_response_values[0] + self.best_response_values[1]",
        "return (self.best_response_values[0] + self.best_response_values[1]) / 2",
        (UNIFORM,),
    ),
    Trap(
        "sum and half-sum confused (exploitability doubled)",
        EXACT,
        "return self.nash_conv / 2",
        "return self.nash_conv",
        (UNIFORM,),
    ),
    Trap(
        "one player's strategy taken for a profile",
        EXACT,
        "operators[player].gradient(plans[1 - player]) for player in (0, 1)",
        "operators[player].gradient(plans[0]) for player in (0, 1)",
        (
            "tests/evaluation/test_exact.py::test_the_players_are_not_taken_for_each_other",
            UNIFORM,
        ),
    ),
    Trap(
        "a best response cached under a display string (in evaluate)",
        EXACT,
        "exact = evaluate_profile(form, to_arrays(form, strategy.infosets))",
        "exact = evaluate.__dict__.setdefault(\n"
        "        strategy.game.spec, evaluate_profile(form, to_arrays(form, strategy.infosets))\n"
        "    )",
        ("tests/evaluation/test_exact.py::test_each_strategy_of_a_game_is_measured_by_itself",),
    ),
    Trap(
        "a best response cached under a display string (of a bot)",
        "pokerbot/evaluation/bots.py",
        "answer = best_responses(form, profile)",
        "answer = best_responses.__dict__.setdefault(\n"
        "                game.spec, best_responses(form, profile)\n"
        "            )",
        ("tests/evaluation/test_match.py::test_each_strategy_meets_its_own_best_response",),
    ),
]

CANNOT_FAIL = [
    Trap(
        "uniform play passes: every regret algorithm, sampled ones too, returns it",
        MINIMIZER,
        "return self.operators.normalize(self.plan_sum) if",
        "return self.operators.normalize(np.zeros_like(self.plan_sum)) if",
        (
            "tests/solvers/test_conformance.py"
            "::test_every_seed_leaves_a_quarter_of_uniform_plays_nash_conv",
            QUARTER,
        ),
    ),
    Trap(
        "uniform play passes: every kind of fictitious play returns it",
        "pokerbot/solvers/learner.py",
        'unless the learner keeps another."""\n        return self.sigma',
        'unless the learner keeps another."""\n'
        "        return self.operators.by_row(1 / self.operators.tree.actions[:, None])"
        " + 0 * self.sigma",
        (QUARTER,),
    ),
    Trap(
        "uniform play passes: the linear program returns it",
        "pokerbot/solvers/linear.py",
        "return self.operators[player].normalize(plan)",
        "return uniform(self.operators[player])",
        ("tests/solvers/test_published.py::test_the_value_of_the_game_by_the_linear_program",),
    ),
    Trap(
        "uniform play passes: what is saved is uniform, whatever was trained",
        TRAINING,
        "infosets = NamedProfile(self.form, profile)",
        "infosets = {\n"
        "            key: dict.fromkeys(names, 1 / len(names))\n"
        "            for _, key, names in self.game.information_sets()\n"
        "        }",
        (QUARTER, "tests/runs/test_training.py::test_it_stops_at_the_target_and_not_long_before"),
    ),
    Trap(
        "save and load compared by table length only: what is read is uniform",
        "pokerbot/strategy/storage.py",
        'check_infosets(game, as_object(content["infosets"], "infosets"))',
        "{\n"
        "            key: dict.fromkeys(names, 1 / len(names))\n"
        "            for _, key, names in game.information_sets()\n"
        "        }",
        ("tests/strategy/test_storage.py::test_a_round_trip_is_exact",),
    ),
    Trap(
        "save and load compared by table length only: what is saved is rounded",
        "pokerbot/strategy/arrays.py",
        'yield f"{ENCODE(key)}: {ENCODE(chances)}"',
        'yield f"{ENCODE(key)}: {ENCODE({a: round(p, 7) for a, p in chances.items()})}"',
        ("tests/strategy/test_storage.py::test_a_round_trip_is_exact",),
    ),
]

GRADING = [
    Trap(
        "grading by frequency",
        SPLIT,
        "given = grade(loss, self._ante, self.least, sound=bool(self.soundness.sound[chosen]))",
        "given = grade(self.strategy.infosets[key][action.name] < 0.5, self._ante, 0, sound=False)",
        ("tests/evaluation/test_breakdown.py::test_every_kuhn_equilibrium_plays_without_mistakes",),
    ),
    Trap(
        "no noise floor",
        "pokerbot/evaluation/soundness.py",
        "self.losses <= own.by_row(np.maximum(most, ROUNDING))",
        "self.losses <= 0 * own.by_row(most)",
        ("tests/evaluation/test_breakdown.py::test_every_kuhn_equilibrium_plays_without_mistakes",),
    ),
    Trap(
        "a noise floor not tied to the strategy's own exploitability",
        "pokerbot/evaluation/soundness.py",
        "ONE_IN * nash_conv / worth.reach",
        "ONE_IN * 1e-9 / worth.reach",
        ("tests/evaluation/test_breakdown.py::test_every_kuhn_equilibrium_plays_without_mistakes",),
    ),
    Trap(
        '"unclear" for a blunder because the bot is inexact',
        "pokerbot/evaluation/soundness.py",
        "self.losses <= own.by_row(np.maximum(most, ROUNDING))",
        "self.losses <= np.inf",
        ("tests/evaluation/test_breakdown.py::test_folding_the_best_hand_is_a_blunder",),
    ),
    Trap(
        "a band from two hands' sample variance",
        "pokerbot/play/session/session.py",
        "margin = Z95 * self.deviation * math.sqrt(self.hands())",
        "margin = self._lost.margin or 0.0",
        ("tests/play/test_session.py::test_session_agrees_with_a_calculation_by_hand",),
    ),
]
