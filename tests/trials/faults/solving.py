"""Faults of solvers."""

from tests.trials.faults import Trap

LOOP = "pokerbot/solvers/selfplay.py"
REFERENCE = "tests/solvers/test_reference.py"
QUARTER = (
    "tests/solvers/test_conformance.py"
    "::test_a_stated_work_leaves_a_quarter_of_uniform_plays_nash_conv"
)
SEEDED = "tests/solvers/test_conformance.py::test_the_same_seed_gives_the_same_bytes"
GLOBAL = "tests/runs/test_training.py::test_no_global_random_state_is_read_or_written"

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
        "pokerbot/solvers/sampling.py",
        "deals.sign(self.form.game.rules) * (1 - 2 * player)",
        "deals.sign(self.form.game.rules)",
        ("tests/solvers/test_sampling.py::test_the_mean_of_sampled_gradients_is_the_gradient",),
    ),
    Trap(
        "regrets normalized in place",
        LOOP,
        "matched = normalize(self.tree, np.maximum(target, 0))",
        "matched = target[:] = normalize(self.tree, np.maximum(target, 0))",
        (f"{REFERENCE}::test_cfr_family",),
    ),
    Trap(
        "the average never accumulated, so that uniform came out",
        LOOP,
        "self.plan_sum += float(t) ** self.rule.gamma * self.plan",
        "pass",
        (f"{REFERENCE}::test_cfr_family", QUARTER),
    ),
    Trap(
        "the floor or discount applied once per history instead of once per information set",
        LOOP,
        "target = self.rule.update(self.regrets, r, t)",
        "target = self.rule.update(self.regrets, r / 2, t)\n"
        "        target = self.rule.update(self.regrets, r / 2, t)",
        (f"{REFERENCE}::test_cfr_family", f"{REFERENCE}::test_cfr_family_on_leduc"),
    ),
    Trap(
        "averaging after the update instead of before",
        LOOP,
        "        self.plan_sum += float(t) ** self.rule.gamma * self.plan\n"
        "        target = self.rule.update(self.regrets, r, t)\n"
        "        matched = normalize(self.tree, np.maximum(target, 0))\n"
        "        self.play(tremble(self.tree, matched, self.epsilon))\n",
        "        target = self.rule.update(self.regrets, r, t)\n"
        "        matched = normalize(self.tree, np.maximum(target, 0))\n"
        "        self.play(tremble(self.tree, matched, self.epsilon))\n"
        "        self.plan_sum += float(t) ** self.rule.gamma * self.plan\n",
        (f"{REFERENCE}::test_cfr_family",),
    ),
    Trap(
        "importance weights not normalized",
        "pokerbot/solvers/sampling.py",
        "earned *= taken / realization_plan(line.tree, sigma)",
        "earned *= taken",
        ("tests/solvers/test_sampling.py::test_the_mean_of_sampled_gradients_is_the_gradient",),
    ),
    Trap(
        "chance sampled uniformly where its outcomes are not equally likely",
        "pokerbot/sequence/deals.py",
        "if deck.suits is None:",
        "if deck.suits != 1:",
        ("tests/sequence/test_deals.py::test_ranks_are_as_likely_as_physical_cards_make_them",),
    ),
    Trap(
        "chance uniform where its outcomes are not equally likely (in exact evaluation)",
        "pokerbot/sequence/showdown.py",
        "pairs = public * left[:, None] * (left - same) / deck.orders(2 + rules.has_board)",
        "pairs = (left[:, None] * (left - same) > 0) / deck.ranks ** (2 + rules.has_board)",
        ("tests/sequence/test_showdown.py::test_hands_meet_as_the_double_sum_says",),
    ),
    Trap(
        "chance uniform where its outcomes are not equally likely (at the table)",
        "pokerbot/play/hand.py",
        "if deck.suits is None:",
        "if deck.suits != 1:",
        ("tests/play/test_hand.py::test_every_deal_is_as_likely_as_the_deck_makes_it",),
    ),
    Trap(
        "a global random state (where learning starts)",
        "pokerbot/solvers/algorithm.py",
        "normalize(tree, rng.standard_exponential(tree.shape))",
        "normalize(tree, np.random.standard_exponential(tree.shape))",
        ("tests/solvers/test_options.py::test_a_random_start_depends_on_the_seed_alone",),
    ),
    Trap(
        "a global random state (in sampled actions)",
        "pokerbot/sequence/operators.py",
        "rng.standard_exponential(sigma.shape)",
        "np.random.standard_exponential(sigma.shape)",
        (SEEDED, GLOBAL),
    ),
    Trap(
        "a global random state (in deals)",
        "pokerbot/sequence/deals.py",
        "rng.random((cards, count))",
        "np.random.random((cards, count))",
        (SEEDED, GLOBAL),
    ),
    Trap(
        "unvisited information sets missing from the saved strategy",
        "pokerbot/sequence/behaviour.py",
        "        for key, rows, hand, actions in _places(form, player)\n    }",
        "        for key, rows, hand, actions in _places(form, player)\n"
        "        if (profile[player][rows, hand] != 1 / len(actions)).any()\n    }",
        (
            "tests/solvers/test_conformance.py"
            "::test_strategies_are_sound_from_the_first_iteration_on",
        ),
    ),
]
