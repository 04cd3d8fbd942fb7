"""Faults of solvers, and of the floors that they keep to."""

from tests.trials.faults import Trap

MINIMIZER, ALGORITHM = "pokerbot/solvers/minimizer.py", "pokerbot/solvers/algorithm.py"
LOOP, FLOORED = "pokerbot/solvers/selfplay.py", "tests/solvers/test_floors.py"
REFERENCE, DEALER = "tests/solvers/test_reference.py", "pokerbot/games/dealer.py"
QUARTER = (
    "tests/solvers/test_conformance.py"
    "::test_a_stated_work_leaves_a_quarter_of_uniform_plays_nash_conv"
)
SEEDED = "tests/solvers/test_conformance.py::test_the_same_seed_gives_the_same_bytes"
GLOBAL = "tests/runs/test_training.py::test_no_global_random_state_is_read_or_written"
GOOD = f"{FLOORED}::test_every_algorithm_is_as_good_as_its_floor_allows"
UPDATED = "        self.rule_state, target = self._update(self.rule_state, r, t)\n"
PLAYED = (
    "        matched = self._match(self.operators, target, t)\n"
    "        self.play(floored(self.operators, matched, self.floor))\n"
)

SOLVERS = [
    Trap(
        "payoff from the wrong player's side",
        "pokerbot/sequence/compile.py",
        "self.chips = np.where(kind == FOLD, -won, won) if player else won",
        "self.chips = won",
        ("tests/sequence/test_compile.py::test_the_payoff_of_every_pair_of_sequences",),
    ),
    Trap(
        "payoff from the wrong player's side (in sampling)",
        "pokerbot/sequence/lines.py",
        "showdown_signs(self.rules, deals) * (1 - 2 * player)",
        "showdown_signs(self.rules, deals)",
        ("tests/solvers/test_sampling.py::test_the_mean_of_sampled_gradients_is_the_gradient",),
    ),
    Trap(
        "regrets normalized in place",
        MINIMIZER,
        "return operators.normalize(np.maximum(target, 0))",
        "target[:] = operators.normalize(np.maximum(target, 0))\n    return target.copy()",
        (f"{REFERENCE}::test_cfr_family",),
    ),
    Trap(
        "the average never accumulated, so that uniform came out",
        MINIMIZER,
        "self.plan_sum += added * self.plan",
        "self.plan_sum[0] += added",
        (f"{REFERENCE}::test_cfr_family", QUARTER),
    ),
    Trap(
        "the average never accumulated, so that the current strategy came out",
        MINIMIZER,
        "self.plan_sum += added * self.plan",
        "pass",
        (f"{REFERENCE}::test_cfr_family",),
    ),
    Trap(
        "the floor or discount applied once per history instead of once per information set",
        MINIMIZER,
        "self.rule_state, target = self._update(self.rule_state, r, t)",
        "self.rule_state, target = self._update(self.rule_state, r / 2, t)\n"
        "        self.rule_state, target = self._update(self.rule_state, r / 2, t)",
        (f"{REFERENCE}::test_cfr_family", f"{REFERENCE}::test_cfr_family_on_leduc"),
    ),
    Trap(
        "averaging after the update instead of before",
        MINIMIZER,
        f"        self.plan_sum += added * self.plan\n{UPDATED}",
        f"{UPDATED}{PLAYED}        self.plan_sum += added * self.plan\n",
        (f"{REFERENCE}::test_cfr_family",),
    ),
    Trap(
        "importance weights not normalized",
        "pokerbot/solvers/sampling.py",
        "earned *= taken / lines.operators[player].realization_plan(sigma)",
        "earned *= taken",
        ("tests/solvers/test_sampling.py::test_the_mean_of_sampled_gradients_is_the_gradient",),
    ),
    Trap(
        "chance sampled uniformly where its outcomes are not equally likely",
        DEALER,
        "if deck.suits is None:\n            drawn =",
        "if deck.suits != 1:\n            drawn =",
        ("tests/sequence/test_deals.py::test_ranks_are_as_likely_as_physical_cards_make_them",),
    ),
    Trap(
        "chance uniform where its outcomes are not equally likely (in exact evaluation)",
        "pokerbot/sequence/showdown.py",
        "pairs = ways * left[:, None] * np.maximum(left_own - shared, 0) / total",
        "pairs = (ways * left[:, None] * np.maximum(left_own - shared, 0) > 0) / total",
        ("tests/sequence/test_showdown.py::test_hands_meet_as_the_double_sum_says",),
    ),
    Trap(
        "chance uniform where its outcomes are not equally likely (at the table)",
        DEALER,
        "if deck.suits is None:\n            cards =",
        "if deck.suits != 1:\n            cards =",
        ("tests/play/test_hand.py::test_every_deal_is_as_likely_as_the_deck_makes_it",),
    ),
    Trap(
        "a global random state (where learning starts)",
        ALGORITHM,
        "operators.normalize(rng.standard_exponential(operators.shape))",
        "operators.normalize(np.random.standard_exponential(operators.shape))",
        ("tests/solvers/test_options.py::test_a_random_start_depends_on_the_seed_alone",),
    ),
    Trap(
        "a global random state (in sampled actions)",
        "pokerbot/sequence/operators/__init__.py",
        "rng.standard_exponential(sigma.shape)",
        "np.random.standard_exponential(sigma.shape)",
        (SEEDED, GLOBAL),
    ),
    Trap(
        "a global random state (in deals)",
        DEALER,
        "rng.random((cards, count))",
        "np.random.random((cards, count))",
        (SEEDED, GLOBAL),
    ),
    Trap(
        "unvisited information sets missing from the saved strategy",
        "pokerbot/strategy/arrays.py",
        "found[key] = dict(zip(actions, islice(ahead, len(actions)), strict=True))",
        "chances = dict(zip(actions, islice(ahead, len(actions)), strict=True))\n"
        "                    if len(set(chances.values())) > 1:\n"
        "                        found[key] = chances",
        (
            "tests/solvers/test_conformance.py"
            "::test_strategies_are_sound_from_the_first_iteration_on",
        ),
    ),
]

FLOORS = [
    Trap(
        "a floor applied once per history instead of once per information set",
        MINIMIZER,
        "matched = self._match(self.operators, target, t)\n",
        "matched = floored(self.operators, self._match(self.operators, target, t), self.floor)\n",
        (GOOD,),
    ),
    Trap(
        "a floor for each size of a bet instead of for all together",
        "pokerbot/sequence/floors.py",
        "least[at] += probability / len(at)",
        "least[at] += probability",
        (f"{FLOORED}::test_two_rounds_and_several_sizes",),
    ),
    Trap(
        "a floor for the wrong seat (in solving)",
        ALGORITHM,
        "(None, floor) if seat else (floor, None)",
        "(floor, None) if seat else (None, floor)",
        (GOOD,),
    ),
    Trap(
        "a floor for the wrong seat (the one that was not asked for)",
        ALGORITHM,
        '{"both": (0, 1), "first": (0,), "second": (1,)}',
        '{"both": (0, 1), "first": (1,), "second": (0,)}',
        (f"{FLOORED}::test_one_seat_alone_is_floored",),
    ),
    Trap(
        "a floor for the wrong seat (in a best response)",
        "pokerbot/evaluation/exact.py",
        "in zip(operators, gradients, floors, strict=True)",
        "in zip(operators, gradients, floors[::-1], strict=True)",
        (GOOD,),
    ),
    Trap(
        "a floored player's regrets are not those of the part that is free",
        MINIMIZER,
        "r = free_values(self.operators, q, self.floor)",
        "r = q.copy()",
        (
            f"{FLOORED}::test_two_rounds_and_several_sizes",
            f"{REFERENCE}::test_cfr_family_in_the_perturbed_game",
        ),
    ),
    Trap(
        "both seats' strategies taken from the game where one of them is floored",
        LOOP,
        "(solver.profile(iterate) for solver in self.solvers)\n        return first[0], second[1]",
        "(solver.profile(iterate) for solver in self.solvers)\n        return first[0], first[1]",
        (GOOD,),
    ),
    Trap(
        "both seats' plans taken from the game where one of them is floored",
        LOOP,
        "(solver.plans(iterate) for solver in self.solvers)\n        return first[0], second[1]",
        "(solver.plans(iterate) for solver in self.solvers)\n        return second[0], second[1]",
        (GOOD,),
    ),
    Trap(
        "an average of floored play that counts the plan after the update",
        MINIMIZER,
        f"        self.plan_sum += added * self.plan\n{UPDATED}",
        f"{UPDATED}{PLAYED}        self.plan_sum += added * self.plan\n",
        (f"{REFERENCE}::test_cfr_family_in_the_perturbed_game",),
    ),
]
