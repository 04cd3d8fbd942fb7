"""Names of cards, and what no game can be."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations, product

import numpy as np
import pytest

from pokerbot import Game, Range, Strategy, evaluate, sequence_form, solve
from pokerbot.errors import InputError
from pokerbot.evaluation.opponent_range import OpponentRange
from pokerbot.games.actions import Action, Betting
from pokerbot.games.bets import BySeat, Menu, NoLimit
from pokerbot.games.betting import actions_to, walk
from pokerbot.games.dealer import Dealer, Deals
from pokerbot.games.rules import BestFive, Deck, Limit, Pairs, Round, Rules
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.showdown import showdown_signs
from tests.solvers.cases import NEEDS_NUMBA

DECKS = [Deck(3, 1), Deck(3, 2), Deck(2, 1), Deck(4, 1), Deck(3, None), Deck(12, 2)]


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_every_card_is_found_by_its_name(deck):
    names = [deck.label(rank) for rank in range(deck.ranks)]
    assert names == (
        ["J", "Q", "K"] if deck in DECKS[:2] else [*map(str, range(1, 1 + len(names)))]
    )
    assert [deck.rank(name) for name in names] == [*range(deck.ranks)]


@pytest.mark.parametrize("deck", DECKS, ids=str)
@pytest.mark.parametrize("name", ["", "0", "01", "13", "-1", "1.0", "²", "٣", "A", "j", "9" * 5000])
def test_what_names_no_card(deck, name):
    assert deck.rank(name) is None


@pytest.mark.parametrize(("ranks", "suits"), [(13, 4), (3, 4), (13, 2), (1, 1)])
def test_a_rank_and_a_suit_name_a_card_of_the_highest_ranks_and_the_first_suits(ranks, suits):
    there = [*map("".join, product("23456789TJQKA"[-ranks:], "cdhs"[:suits]))]
    texts = {
        *map("".join, product("23456789TJQKA", "cdhs")),
        "",
        "A",
        "c",
        "Acd",
        "1c",
        "ac",
        "AhKd",
    }
    deck = Deck(ranks, suits, told_apart=True)
    assert [deck.rank(name) for name in there] == [*range(len(there))]
    assert {deck.rank(text) for text in texts - {*there}} == {None}


def test_faces_name_cards_in_a_deck_of_three_alone():
    assert Deck(3, 2).rank("2") is None
    assert Deck(4, 2).rank("K") is None
    assert Deck(10**9, None).rank(str(10**9)) == 10**9 - 1


def test_a_stack_must_leave_something_to_bet():
    rounds = (Round(Limit((1,))),)
    assert Rules(Deck(3, 1), 1, rounds, stack=2).stack == 2
    with pytest.raises(InputError, match="nothing to bet"):
        Rules(Deck(3, 1), 1, rounds, stack=1)


def test_a_menu_of_bets_is_the_game_that_its_ends_are():
    """Kuhn with bets of 1 or 2, written out by hand, solved from its ends and from its rules."""
    ends = []
    for cards in permutations("JQK", 2):
        higher = 1 if "JQK".index(cards[0]) > "JQK".index(cards[1]) else -1
        first, second = (lambda h, c=c: f"{c}:{h}" for c in cards)
        check = (first(""), "check")
        ends.append((higher, 1 / 6, (check,), ((second("k"), "check"),)))
        for size in (1, 2):
            bet, code = f"bet {size}", f"b{size}"
            for answer, chips in (("fold", 1), ("call", higher * (1 + size))):
                ends.append((chips, 1 / 6, ((first(""), bet),), ((second(code), answer),)))
                won = -1 if answer == "fold" else chips
                paths = (check, (first(f"k{code}"), answer)), ((second("k"), bet),)
                ends.append((won, 1 / 6, *paths))
    rules = Rules(Deck(3, 1), 1, (Round(Limit.among((2, 1))),))
    solution = solve(Game("menu", (), rules), "ipm")
    there = solve(sequence_form(ends), "ipm")
    assert solution.value == pytest.approx(there.value, abs=1e-9)
    assert solution.strategy.infosets.keys() == there.strategy.infosets.keys()
    assert actions_to(rules, Betting((1, 3), ("kb2",)))[1] == Action("bet", 2, sized=True)
    with pytest.raises(InputError, match="at least one size"):
        Limit.among(())


def test_each_bet_of_a_round_has_sizes_of_its_own():
    """Both players' chips at all ends, by hand: ante 1, a bet of 1 or 2, a raise of 3 or 5."""
    rules = Rules(Deck(3, 1), 1, (Round(Limit.among((1, 2), (3, 5))),))
    folds, calls = [(2, 1), (3, 1), (2, 5), (2, 7), (3, 6), (3, 8)], [2, 3, 5, 7, 6, 8]
    ends = [(1, 1), *folds, *((low, high) for high, low in folds), *2 * [(n, n) for n in calls]]
    assert Counter(each.chips for each in walk(rules) if each.over) == Counter(ends)


@pytest.mark.parametrize("most", [2, 3, 4])
def test_a_round_without_limit_has_so_many_actions_at_most(most):
    rules = Rules(Deck(3, 1), 1, (Round(NoLimit(most)),), stack=8)
    assert max(len(actions_to(rules, each)) for each in walk(rules)) == most


RANGED = ((2, 0.5), (0, 1)), ((1, 1), (0, 0), (2, 2))
"""For each player some of three ranks, with their weights."""


def test_a_range_names_hands_with_their_cards_in_any_order():
    deck, rounds = Deck(3, 2, told_apart=True), (Round(Limit((1,))),)
    high, low = (deck.label(card) for card in (5, 4))
    theirs = (("".join(map(deck.label, (1, 0))), 1.0),)
    found = [
        Rules(deck, 1, rounds, private=2, ranges=(((name, 1.0),), theirs)).hands[0]
        for name in (high + low, low + high)
    ]
    assert [[*each] for each in found] == [[(5, 4)]] * 2
    with pytest.raises(InputError, match="names a hand twice"):
        Rules(deck, 1, rounds, private=2, ranges=(((high + low, 1), (low + high, 1)), theirs))
    with pytest.raises(InputError, match="has no hand 5"):
        Rules(deck, 1, rounds, private=2, ranges=(((5, 1),), theirs))


def ranged(suits, *, turned):
    """Check or bet, with these ranges."""
    deck, rounds = Deck(3, suits), (Round(Limit((1,)), turned),)
    first, second = (tuple((deck.label(rank), weight) for rank, weight in each) for each in RANGED)
    return Game("ranged", (), Rules(deck, 1, rounds, ranges=(first, second)))


def deals(suits, *, turned):
    """Each deal of ranks with its weight: the cards are drawn one by one from a deck by hand."""
    found, (first, second) = {}, map(dict, RANGED)
    deck = [rank for rank in range(3) for _ in range(suits or 1)]
    for places in product(range(len(deck)), repeat=2 + turned):
        if suits is None or len({*places}) == len(places):
            cards = tuple(deck[place] for place in places)
            weight = first.get(cards[0], 0) * second.get(cards[1], 0)
            found[cards] = found.get(cards, 0) + weight
    total = sum(found.values())
    return {cards: weight / total for cards, weight in found.items() if weight}


def ends_of(suits, *, turned):
    """The game of `ranged`, written out."""
    for (first, second, *board), chance in deals(suits, turned=turned).items():
        one, two = ((rank in board, rank) for rank in (first, second))
        sign, label = (one > two) - (one < two), Deck(3, suits).label
        mine, theirs = ("/".join(map(label, (own, *board))) + ":" for own in (first, second))
        check, bet = (mine, "check"), (mine, "bet")
        yield sign, chance, (check,), ((theirs + "k", "check"),)
        for answer, checked, led in (("fold", -1, 1), ("call", 2 * sign, 2 * sign)):
            yield led, chance, (bet,), ((theirs + "b", answer),)
            yield checked, chance, (check, (mine + "kb", answer)), ((theirs + "k", "bet"),)


@pytest.mark.parametrize(("suits", "turned"), [(1, 0), (2, 0), (2, 1), (None, 0), (None, 1)])
def test_ranges_of_ranks_are_dealt_by_weight(suits, turned):
    game, ends = ranged(suits, turned=turned), [*ends_of(suits, turned=turned)]
    exact = solve(sequence_form(ends), "ipm").value
    assert solve(game, "ipm").value == pytest.approx(exact, abs=1e-8)
    sampled = solve(game, "es-mccfr", iterations=100).value_bounds
    assert sampled[0] <= exact <= sampled[1]
    assert sampled[1] - sampled[0] < 0.05
    for seat in (0, 1):
        assert game.count_views(0, seat) == len([*game.views(0, seat)])
    rng, dealer = np.random.default_rng(1), Dealer(game.rules)
    singly = [dealer.deal(rng) for _ in range(600)]
    many = dealer.draw(30_000, rng)
    for drawn in (singly, [*zip(many.hands.T.tolist(), many.board.tolist(), strict=True)]):
        often = Counter(
            tuple(RANGED[seat][hand][0] for seat, hand in enumerate(hands)) + (board - 1,) * turned
            for hands, board in drawn
        )
        chances = deals(suits, turned=turned)
        assert often.keys() <= chances.keys()
        for cards, chance in chances.items():
            error = (chance * (1 - chance) / len(drawn)) ** 0.5
            assert often[cards] / len(drawn) == pytest.approx(chance, abs=5 * error + 1e-12)


@NEEDS_NUMBA
def test_machine_code_which_deals_every_hand_is_refused_for_ranges():
    with pytest.raises(InputError, match="there is no machine code"):
        solve(ranged(2, turned=1), "es-mccfr", iterations=2, backend="compiled")


def test_ranges_of_many_ranks_meet_by_weight():
    """Of 70 ranks two hands are left: the first player has the higher one in two of five deals."""
    ranges = (
        (("70", 0.5), ("1", 0.75)),
        tuple((str(1 + rank), int(rank == 34)) for rank in range(70)),
    )
    rules = Rules(Deck(70, 1), 1, (Round(Limit((1,), check_ends=True)),), ranges=ranges)
    found = evaluate(lambda key, actions: [1] + [0] * (len(actions) - 1), Game("many", (), rules))
    assert found.value == pytest.approx(0.4 - 0.6)


@dataclass(frozen=True)
class LowestWins(Pairs):
    """The lowest of single cards wins, by strengths that may be no whole numbers."""

    unit: float = 1

    def strengths(self, deck, hands, public):
        return [-card * self.unit for (card,) in hands]


@dataclass(frozen=True)
class LowestOfBytes(Pairs):
    """The lowest of single cards wins, by numbers that know no minus."""

    listed: bool = False

    def strengths(self, deck, hands, public):
        found = np.array([200 - card for (card,) in hands], dtype=np.uint8)
        return [*found] if self.listed else found


@pytest.mark.parametrize("cards", [3, 70])
@pytest.mark.parametrize(
    "lowest",
    [
        lambda cards: {"ranking": (tuple(range(cards, 0, -1)),)},
        lambda cards: {"ranking": (tuple(0.01 * card for card in range(cards, 0, -1)),)},
        lambda cards: {"showdown": LowestWins()},
        lambda cards: {"showdown": LowestWins(0.01)},
        lambda cards: {"showdown": LowestOfBytes()},
        lambda cards: {"showdown": LowestOfBytes(listed=True)},
    ],
    ids=["ranking", "fractions", "showdown", "showdown of fractions", "bytes", "list of bytes"],
)
def test_what_beats_what_is_what_solver_sampler_and_table_read(cards, lowest):
    """Where the lowest card wins, all is as where the highest does, with the cards turned."""
    rounds = (Round(Limit((1,))),)
    turned = Game("turned", (), Rules(Deck(cards, 1), 1, rounds, **lowest(cards)))
    usual = Game("usual", (), Rules(Deck(cards, 1), 1, rounds))
    found, there = (solve(game, "cfr", iterations=20) for game in (turned, usual))
    assert found.value == pytest.approx(there.value, abs=1e-12)
    assert found.nash_conv == pytest.approx(there.nash_conv, abs=1e-12)
    label = usual.rules.deck.label
    for card in range(cards):
        chances = found.strategy.infosets[f"{label(cards - 1 - card)}:k"]
        assert chances == pytest.approx(there.strategy.infosets[f"{label(card)}:k"])
    assert turned.rules.winner((0, 1), 0) == 0
    met = OpponentRange(found.strategy, turned.spot(f"{label(0)}:kb")).outcome(Action("call", 1))
    assert (met.holds.worse, met.holds.better) == pytest.approx((1, 0))
    first_wins = Deals(np.array([[0], [1]]), np.array([0]))
    assert showdown_signs(turned.rules, first_wins) == 1


def test_a_ranking_goes_by_the_public_card():
    rounds = Round(Limit((1,))), Round(Limit((1,)), board=1)
    rules = Rules(Deck(3, 2), 1, rounds, ranking=((0, 1, 2), (1, 2, 0), (2, 0, 1)))
    best = {rules.boards.cards[board]: rules.strengths(0, board) for board in rules.boards.of(1)}
    assert {card: strengths.index(2) for (card,), strengths in best.items()} == {0: 2, 1: 1, 2: 0}
    assert [rules.winner((0, 2), board) for board in rules.boards.of(1)] == [1, 0, 0]


def test_rules_that_mean_nothing_are_refused():
    shown = Round(Limit((1,)), board=1)
    with pytest.raises(InputError, match="suits are told apart"):
        Rules(Deck(3, 2), 1, (shown, shown))
    with pytest.raises(InputError, match="ranking must have 1 x 3"):
        Rules(Deck(3, 1), 1, (Round(Limit((1,))),), ranking=((1, 2),))


ROUND = Round(Limit((1,)))
APART = Deck(3, 2, told_apart=True)
NO_GAMES = {
    "no ranks": lambda: Deck(0, None),
    "half a rank": lambda: Deck(2.5, 1),
    "a text for ranks": lambda: Deck("3", 1),
    "suits that are no number": lambda: Deck(3, True),
    "a bet of less than nothing": lambda: Limit((-1,)),
    "a bet of nothing": lambda: Limit((2, 0)),
    "a text for a bet": lambda: Limit(("1",)),
    "a bet without end": lambda: Limit((float("inf"),)),
    "a choice of less than nothing": lambda: Limit.among((1, -1)),
    "choices for other bets": lambda: Limit((1,), choices=((1, 2), (3,))),
    "less than two actions": lambda: NoLimit(1),
    "actions that are no whole number": lambda: NoLimit(2.5),
    "a unit of nothing": lambda: Menu(("50%",), unit=0),
    "a unit below nothing": lambda: Menu(("50%",), unit=-1),
    "a size that is no text": lambda: Menu((50,)),
    "checks that end for one seat": lambda: BySeat(Limit((1,), check_ends=True), Limit((1,))),
    "fewer public cards than none": lambda: Round(Limit((1,)), board=-1),
    "half a public card": lambda: Round(Limit((1,)), board=0.5),
    "a third player": lambda: Round(Limit((1,)), first=2),
    "no betting": lambda: Rules(Deck(3, 1), 1, ()),
    "a list of rounds": lambda: Rules(Deck(3, 1), 1, [ROUND]),
    "an ante below nothing": lambda: Rules(Deck(3, 1), -1, (ROUND,)),
    "an ante that is no number": lambda: Rules(Deck(3, 1), float("nan"), (ROUND,)),
    "a blind below nothing": lambda: Rules(Deck(3, 1), 1, (ROUND,), blinds=(-1, 0)),
    "one blind": lambda: Rules(Deck(3, 1), 1, (ROUND,), blinds=(1,)),
    "a stack that is no number": lambda: Rules(Deck(3, 1), 1, (ROUND,), stack=float("nan")),
    "a stack without end": lambda: Rules(Deck(3, 1), 1, (ROUND,), stack=float("inf")),
    "no private card": lambda: Rules(Deck(3, 1), 1, (ROUND,), private=0),
    "half a public card there": lambda: Rules(APART, 1, (ROUND,), public=(0.5,)),
    "a ranking of no numbers": lambda: Rules(
        Deck(3, 1), 1, (ROUND,), ranking=((float("nan"), 1, 2),)
    ),
    "a ranking of cards told apart": lambda: Rules(APART, 1, (ROUND,), ranking=((0, 1, 2),)),
}


@pytest.mark.parametrize("made", NO_GAMES.values(), ids=NO_GAMES)
def test_what_can_be_no_game_is_refused(made):
    with pytest.raises(InputError):
        made()


class Delegating:
    """Passes all that it is asked on to others."""

    def __init__(self, others):
        self.others = others

    def __getattr__(self, name):
        return getattr(self.others, name)


class Larger:
    """Only a part of `Bets`."""

    check_ends = False

    def larger(self, betting, stack):
        return ()


def rules_of(**told):
    return Rules(**{"deck": APART, "ante": 1, "rounds": (ROUND,), "stack": 9, "private": 2} | told)


HANDS = ("KdKc", 1), ("QdQc", 1)
WRONG_KINDS = {
    "a class of bets": (lambda: Round(NoLimit), "betting must be an instance of Bets, not <class"),
    "a number for bets": (lambda: Round(1), "betting must be an instance of Bets, not 1"),
    "bets without all that is asked of them": (
        lambda: Round(Larger()),
        "betting must be an instance of Bets, not .*, which lacks most$",
    ),
    "a class of bets for a seat": (
        lambda: BySeat(Limit((1,)), Limit),
        "second must be an instance of Bets, not <class",
    ),
    "one size": (lambda: Limit(1), "sizes must be a tuple"),
    "sizes in a list": (lambda: Limit([1]), "sizes must be a tuple"),
    "sizes that are one bet's": (lambda: Limit.among(1, 2), "choices must be the sizes of each"),
    "no deck": (lambda: Rules(1, APART, (ROUND,)), "deck must be an instance of Deck, not 1"),
    "a class of showdowns": (
        lambda: rules_of(showdown=BestFive),
        "showdown must be an instance of Showdown, not <class",
    ),
    "texts for ranges": (lambda: rules_of(ranges=("KdKc", "QdQc")), "ranges must be of tuples"),
    "ranges of hold'em": (
        lambda: rules_of(ranges=(Range("KK"), Range("QQ"))),
        "ranges must be of tuples",
    ),
    "hands without weights": (
        lambda: rules_of(ranges=(("KdKc",), ("QdQc",))),
        r"ranges must be two tuples of \(hand, weight\)",
    ),
    "ranges in lists": (
        lambda: rules_of(ranges=([HANDS[0]], [HANDS[1]])),
        "ranges must be hashable, of tuples",
    ),
    "one range": (lambda: rules_of(ranges=(HANDS,)), "ranges must be two tuples"),
    "a text for a weight": (
        lambda: rules_of(ranges=((("KdKc", "1"),), (HANDS[1],))),
        "ranges have weights",
    ),
    "public cards in a list": (lambda: rules_of(public=[0]), "public must be hashable"),
    "a text for public cards": (lambda: rules_of(public="Kd"), "public must be of tuples"),
    "one number for blinds": (lambda: rules_of(blinds=1), "blinds must be of tuples"),
    "a name for rules": (lambda: Game("mine", (), "kuhn"), "rules must be an instance of Rules"),
    "a name for a game": (lambda: Strategy("kuhn", {}), "game must be an instance of Game"),
    "a list for a range": (lambda: Range.of([("KdKc", 1)]), "range must be a mapping of hands"),
}


@pytest.mark.parametrize(("made", "said"), WRONG_KINDS.values(), ids=WRONG_KINDS)
def test_what_is_of_another_kind_is_named(made, said):
    with pytest.raises(InputError, match=f"^{said}"):
        made()


def test_parts_of_ones_own_need_only_what_is_asked_of_them():
    """Such as bets that look up what they are asked, and rules that hold a mapping besides."""

    @dataclass(frozen=True)
    class Described(Rules):
        words: dict[str, str] = field(default_factory=dict, compare=False)

    own = Described(Deck(3, 1), 1, (Round(Delegating(Limit((1,)))),), words={"K": "king"})
    assert solve(Game("own", (), own), "ipm").value == pytest.approx(-1 / 18)


@pytest.mark.parametrize(
    ("betting", "stack", "said"),
    [
        (NoLimit(), None, "needs a stack"),
        (Menu(("50%",)), None, "needs a stack"),
        (BySeat(Limit((1,)), NoLimit()), None, "needs a stack"),
        (NoLimit(), 2.5, "whole chips"),
        (Limit((3,)), 2, "more than a stack of 2"),
        (Limit((1, 1)), 2, "more than a stack of 2"),
    ],
)
def test_a_bet_that_the_stack_does_not_allow_is_refused(betting, stack, said):
    rules = Rules(Deck(3, 1), 1, (Round(betting),), stack)
    with pytest.raises(InputError, match=said):
        compile_game(Game("mine", (), rules))


def test_fixed_bets_go_with_a_stack_that_holds_them():
    rules = Rules(Deck(3, 1), 1, (ROUND,))
    deep = Rules(Deck(3, 1), 1, (ROUND,), stack=2)
    told = [Game("mine", (), each).information_sets() for each in (rules, deep)]
    assert [*told[0]] == [*told[1]]
