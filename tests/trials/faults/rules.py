"""Faults of the rules and of information sets."""

from tests.trials.faults import Impossible, Trap

BETTING, CATALOGUE = "pokerbot/games/betting.py", "pokerbot/games/catalogue.py"
ACTIONS = "pokerbot/games/actions.py"
HANDS = "tests/games/test_betting.py"
BOOK = f"{HANDS}::test_the_interpreter_follows_the_book_in_every_history"
KEYS = "tests/games/test_catalogue.py"

RULES = [
    Trap(
        "the public card dealt again as a private one (at the table)",
        "pokerbot/games/dealer.py",
        "replace=False",
        "replace=True",
        ("tests/play/test_hand.py::test_every_deal_is_as_likely_as_the_deck_makes_it",),
    ),
    Trap(
        "the public card dealt again as a private one (in sampling)",
        "pokerbot/games/dealer.py",
        "drawn[place] += drawn[place] >= taken",
        "pass",
        ("tests/sequence/test_deals.py::test_ranks_are_as_likely_as_physical_cards_make_them",),
    ),
    Trap(
        "the public card dealt again as a private one (in exact evaluation)",
        "pokerbot/sequence/showdown.py",
        "(rules.deck.copies - lying)[held]",
        "(rules.deck.copies - 0 * lying)[held]",
        ("tests/sequence/test_showdown.py::test_hands_meet_as_the_double_sum_says",),
    ),
    Trap(
        "the public card dealt again as a private one (in a file's information sets)",
        "pokerbot/games/cards.py",
        "self.copies - cards[:place].count(card)",
        "self.copies",
        (f"{KEYS}::test_one_suit_leaves_no_pairs",),
    ),
    Trap(
        "a fold that did not end the hand",
        BETTING,
        "return Betting(chips, histories, player, folded=player, over=True)",
        "return Betting(chips, histories, 1 - player, actions=betting.actions + 1)",
        (f"{HANDS}::test_kuhn_hands_by_hand", f"{HANDS}::test_chips_are_conserved"),
    ),
    Trap(
        "a pot that never grew",
        BETTING,
        "mine = betting.chips[player] + action.chips",
        "mine = betting.chips[player]",
        (f"{HANDS}::test_leduc_hands_by_hand", f"{HANDS}::test_chips_are_conserved"),
    ),
    Trap(
        "a pot that never grew (on the screen)",
        "pokerbot/play/hand.py",
        "return sum(self.betting.chips) - elsewhere",
        "return 2 * self.game.rules.ante",
        ("tests/play/test_hand.py::test_chips_are_conserved_through_every_hand",),
    ),
    Trap(
        "antes taken for blinds",
        BETTING,
        "(rules.ante + blind for blind in rules.blinds)",
        "(rules.ante, 2 * rules.ante)",
        (BOOK, f"{HANDS}::test_published_counts_with_distinct_cards"),
    ),
    Trap(
        "illegal actions silently turned into check or fold",
        BETTING,
        'raise InputError(f"{action.name} is not legal after {betting.history!r}")',
        "action = legal_actions(rules, betting)[0]",
        (f"{HANDS}::test_every_illegal_action_is_refused_and_nothing_changes",),
    ),
    Trap(
        "odd chips lost (a pot of 1 from two antes of ½)",
        CATALOGUE,
        'Deck(p["hands"], None), p["pot"] / 2, (Round(Limit((p["bet"],), check_ends=True)),)',
        'Deck(p["hands"], None), p["pot"] // 2, (Round(Limit((p["bet"],), check_ends=True)),)',
        (f"{HANDS}::test_stakes_enter_the_pay",),
    ),
    Trap(
        "odd chips lost (when the pot is paid)",
        BETTING,
        "return betting.chips[1] if winner == 0 else -betting.chips[0]",
        "return betting.chips[1] // 1 if winner == 0 else -(betting.chips[0] // 1)",
        (f"{HANDS}::test_stakes_enter_the_pay",),
    ),
]

INFORMATION_SETS = [
    Trap(
        "no betting history in the key",
        ACTIONS,
        'return "/".join(self.histories)',
        'return "/" * self.round',
        (BOOK, f"{KEYS}::test_no_two_information_sets_share_a_key"),
    ),
    Impossible(
        "no position in the key",
        "whose turn it is follows from the betting, which the key holds; what would be left of the"
        " fault is the history that is cut short, below",
    ),
    Trap(
        "the first decision and the one after a check look the same",
        ACTIONS,
        'LETTERS = {"check": "k"',
        'LETTERS = {"check": ""',
        (BOOK, f"{KEYS}::test_no_two_information_sets_share_a_key"),
    ),
    Trap(
        "the public card missing",
        "pokerbot/games/game.py",
        'return f"{name}/{shown}" if shown else name',
        "return name",
        (BOOK, f"{KEYS}::test_leduc_keys_as_the_contract_spells_them"),
    ),
    Trap(
        "fixed-size nodes where legal actions vary (uniform over the most there are)",
        "pokerbot/sequence/operators/vectorized.py",
        "np.copyto(total, self.tree.choices, where=idle)",
        "np.copyto(total, self.tree.choices.max(), where=idle)",
        (
            "tests/sequence/test_operators.py"
            "::test_normalize_is_proportional_and_uniform_where_there_is_nothing",
        ),
    ),
    Trap(
        "fixed-size nodes where legal actions vary (rows of a decision)",
        "pokerbot/sequence/layout.py",
        "self.rows + np.cumsum(actions) - actions\n",
        "self.rows + np.arange(len(actions)) * int(actions.max())\n",
        ("tests/sequence/test_compile.py",),
    ),
    Trap(
        "two players sharing a key",
        ACTIONS,
        'return "/".join(self.histories)',
        'return "/".join(part[-1:] for part in self.histories)',
        (BOOK, f"{KEYS}::test_no_two_information_sets_share_a_key"),
    ),
]
