"""The interpreter of the rules, against hands and counts worked out by hand."""

from collections import Counter

import pytest

from pokerbot.errors import InputError
from pokerbot.games import betting, heads_up
from pokerbot.games.actions import LETTERS, Action
from pokerbot.games.betting import act, following, legal_actions, net, payoffs, start, walk
from pokerbot.games.catalogue import parse_game
from pokerbot.games.rules import Deck, Limit, NoLimit, Round, Rules
from pokerbot.games.spot import Spot
from tests.reference.interpreted import Interpreted
from tests.reference.recursion import histories
from tests.reference.rules import by_the_book

SPECS = [
    "kuhn",
    "kuhn:cards=2",
    "kuhn:cards=5,ante=2,bet=3",
    "leduc",
    "leduc:ranks=2",
    "leduc:ranks=5",
    "leduc:ranks=4,suits=1,ante=2,bet1=1,bet2=3",
    "leduc:suits=3",
    "leduc:raises=1",
    "leduc:raises=3",
    "leduc:ranks=1,suits=3",
    "leduc-nolimit:stack=2",
    "leduc-nolimit:stack=5",
    "leduc-nolimit:ranks=2,suits=3,stack=6",
    "von-neumann:hands=4,pot=3,bet=2",
    "von-neumann-raise:hands=3,pot=0.5,bet=2,raise=3",
]


def play(spec, history):
    """The betting after these letters."""
    rules = parse_game(spec).rules
    node = start(rules)
    for letter in history.replace("/", ""):
        node = act(rules, node, next(a for a in legal_actions(rules, node) if a.code == letter))
    return rules, node


def board_of(ranks):
    """The number of the board that three cards, two of them private, leave on the table."""
    return 1 + ranks[2] if ranks[2:] else 0


@pytest.mark.parametrize(
    ("spec", "chance", "decisions", "terminals", "information_sets"),
    [("kuhn", 4, 24, 30, 12), ("leduc", 157, 3780, 5520, 288)],
)
def test_published_counts_with_distinct_cards(spec, chance, decisions, terminals, information_sets):
    game = parse_game(spec)
    for reference in (Interpreted(game), by_the_book(game)):
        found = Counter(kind for kind, _, _ in histories(reference))
        assert found == {"chance": chance, "decision": decisions, "terminal": terminals}
    assert len(list(game.information_sets())) == information_sets


@pytest.mark.slow
@pytest.mark.thinned(8)
@pytest.mark.parametrize("spec", SPECS)
def test_the_interpreter_follows_the_book_in_every_history(spec):
    """Same turns, actions, keys and payoffs at every node with distinct physical cards."""
    game = parse_game(spec)
    ours, book = Interpreted(game), by_the_book(game)
    ahead = [(ours.root, book.root)]
    cards_dealt = {2: [], 3: []}
    for _, _, cards in histories(book):
        if len(cards) >= 2:
            cards_dealt[len(cards)].append(cards)
    cards_dealt = {count: sorted(set(cards)) for count, cards in cards_dealt.items()}
    while ahead:
        node, history = ahead.pop()
        actions = ours.actions(node)
        assert actions == book.actions(history), history
        assert ours.dealt(node) == book.dealt(history), history
        for cards in cards_dealt[ours.dealt(node)]:
            if actions:
                assert ours.player(node) == book.player(history)
                assert ours.key(node, cards) == book.key(history, cards)
                ranks = [card // (book.suits or 1) for card in cards]
                spot = Spot(node, board_of(ranks), ranks[node.player])
                assert game.key(spot) == book.key(history, cards)
                assert game.spot(book.key(history, cards)) == spot
            else:
                ranks = [card // (book.suits or 1) for card in cards]
                winner = game.rules.winner((ranks[0], ranks[1]), board_of(ranks))
                assert net(node, winner) == book.payoff(history, cards), (history, cards)
        ahead += [(ours.after(node, word), book.after(history, word)) for word in actions]


@pytest.mark.parametrize(
    ("spec", "history", "winner", "first_wins"),
    [
        ("kuhn", "kk", 0, 1),
        ("kuhn", "kk", 1, -1),
        ("kuhn", "bf", None, 1),
        ("kuhn", "kbf", None, -1),
        ("kuhn", "bc", 0, 2),
        ("kuhn", "bc", 1, -2),
        ("kuhn", "kbc", 0, 2),
        ("kuhn", "kbc", 1, -2),
        ("leduc", "bf", None, 1),
        ("leduc", "kbf", None, -1),
        ("leduc", "brf", None, -3),
        ("leduc", "kbrf", None, 3),
        ("leduc", "kk/kk", 0, 1),
        ("leduc", "kk/kk", None, 0),
        ("leduc", "bc/kk", 1, -3),
        ("leduc", "brc/kk", 0, 5),
        ("leduc", "kk/bf", None, 1),
        ("leduc", "kk/kbf", None, -1),
        ("leduc", "brc/brf", None, -9),
        ("leduc", "brc/kbrf", None, 9),
        ("leduc", "brc/brc", 0, 13),
        ("leduc", "kbrc/kbrc", 1, -13),
        ("leduc", "bc/bc", None, 0),
        ("leduc", "bc/bf", None, 3),
    ],
)
def test_hands_of_kuhn_and_leduc_by_hand(spec, history, winner, first_wins):
    """Leduc: antes of 1, bets of 2 before and 4 after the public card, two of them a round."""
    _, node = play(spec, history)
    assert node.over
    assert net(node, winner) == first_wins
    assert "/".join(node.histories) == history


def test_stakes_enter_the_pay():
    _, node = play("kuhn:ante=3,bet=0.5", "bc")
    assert net(node, 0) == 3.5
    assert net(play("kuhn:ante=3,bet=0.5", "kbf")[1], None) == -3
    _, node = play("leduc:ante=2,bet1=3,bet2=7,raises=3", "brrc/brrc")
    assert net(node, 1) == -(2 + 3 * 3 + 3 * 7)
    assert net(play("von-neumann:pot=3", "bf")[1], None) == 1.5
    assert net(play("von-neumann-raise:bet=0.5", "kbrc")[1], 1) == -(0.5 + 0.5 + 1)


@pytest.mark.parametrize(
    ("first", "second", "board", "winner"),
    [(2, 1, None, 0), (0, 1, None, 1), (0, 2, 0, 0), (2, 0, 0, 1), (2, 1, 0, 0), (1, 1, 0, None)],
)
def test_a_pair_with_the_board_beats_the_higher_card(first, second, board, winner):
    number = 0 if board is None else 1 + board
    assert parse_game("leduc").rules.winner((first, second), number) == winner


def is_refused(rules, node, action):
    """Whether it is, without a part of `pytest.raises`' time for each of thousands."""
    try:
        act(rules, node, action)
    except InputError as error:
        return "not legal" in str(error)
    return False


@pytest.mark.parametrize("spec", SPECS)
def test_every_illegal_action_is_refused_and_nothing_changes(spec):
    rules = parse_game(spec).rules
    sizes = [getattr(part.betting, "sizes", range(1, 8)) for part in rules.rounds]
    chips = {0, rules.ante, *(n for part in sizes for n in part)}
    candidates = [
        Action(kind, amount, sized)
        for kind in LETTERS
        for amount in {*chips, *(2 * n for n in chips), -1, 0.5}
        for sized in (False, True)
    ]
    tried = refused = 0
    for node in walk(rules):
        before, legal = repr(node), legal_actions(rules, node)
        for action in candidates:
            if action not in legal:
                tried += 1
                refused += is_refused(rules, node, action)
        assert repr(node) == before
        assert legal_actions(rules, node) == legal
    assert refused == tried > 0


@pytest.mark.parametrize("spec", [*SPECS, "leduc-nolimit:stack=5"])
def test_actions_are_counted_without_walking(spec):
    rules = parse_game(spec).rules
    found = [0] * len(rules.rounds)
    for node in walk(rules):
        found[node.round] += len(legal_actions(rules, node))
    assert [*betting.count_actions(rules)] == found
    assert [*betting.count_actions(rules, rounds=1)] == [found[0], *[0] * (len(found) - 1)]


def test_hundreds_of_actions_that_follow_each_other_are_counted_also_deep_in_an_app():
    """With two calls for each of them they would be more than the 1,000 that Python nests."""

    def counted(raises, calls=300):
        if calls:
            return counted(raises, calls - 1)
        return betting.count_actions(Rules(Deck(3, 1), 1, (Round(Limit((1,) * raises)),)))

    assert counted(478) == (6 * 478 + 2,)
    with pytest.raises(InputError, match="fewer sizes"):
        counted(479)


@pytest.mark.parametrize("spec", SPECS)
def test_chips_are_conserved(spec):
    """What goes in is what the actions say, and one player wins what the other has put in."""
    rules = parse_game(spec).rules
    for node in walk(rules):
        for action in legal_actions(rules, node):
            after = act(rules, node, action)
            paid = [new - old for new, old in zip(after.chips, node.chips, strict=True)]
            assert paid[node.player] == action.chips >= 0
            assert paid[1 - node.player] == 0
            if action.kind == "call":
                assert after.chips[0] == after.chips[1]
            if action.kind == "fold":
                assert after.over
                assert after.folded == node.player
        if node.over:
            assert net(node, 0) >= 0 or node.folded == 0
            for winner in (0, 1):
                loser = 1 - winner if node.folded is None else node.folded
                assert abs(net(node, winner)) == node.chips[loser]


@pytest.mark.parametrize(
    ("history", "legal"),
    [
        ("", "check, bet 1, bet 2, bet 3, bet 4, bet 5, bet 6, bet 7"),
        ("b2", "fold, call 2, raise 4, raise 5, raise 6, raise 7"),
        ("b4", "fold, call 4, raise 7"),
        ("b7", "fold, call 7"),
        ("b1r3", "fold, call 2, raise 4, raise 5, raise 6"),
        ("b1r3r4", "fold, call 2"),
        ("kb1r2", "fold, call 1"),
    ],
)
def test_a_raise_puts_in_twice_the_call_or_all_that_is_left(history, legal):
    """Eight chips, an ante of one; the fourth action of a round is no raise."""
    rules = Rules(Deck(3, 2), 1, (Round(NoLimit(4)),), stack=8)
    here = following(rules, [history])
    assert here is not None
    names = [
        f"{each.kind} {each.chips:g}".removesuffix(" 0") for each in legal_actions(rules, here)
    ]
    assert ", ".join(names) == legal


@pytest.mark.parametrize(
    ("history", "winner", "paid"),
    [
        ("kbc", None, (-0.3, -0.3)), ("kbc", 0, (2.4, -3)), ("kbc", 1, (-3, 2.4)),
        ("kk", None, (-0.1, -0.1)), ("bf", None, (0.8, -1)),
    ],
)  # fmt: skip
def test_the_winner_pays_the_rake_and_in_a_tie_each_half(history, winner, paid):
    """A tenth of the matched chips, at most 0.6; what is not called goes back."""
    rules = Rules(Deck(3, 2), 1, (Round(Limit((2,))),), rake=0.1, rake_cap=0.6)
    end = following(rules, [history])
    assert end is not None
    assert payoffs(rules, end, winner) == pytest.approx(paid)


def test_no_one_acts_after_the_end():
    rules, node = play("leduc", "bf")
    assert legal_actions(rules, node) == ()
    with pytest.raises(InputError):
        act(rules, node, Action("check"))


@pytest.mark.slow
def test_stacks_of_the_whole_game_are_in_hundredths_of_a_blind():
    for hundredths in range(200, 5001):
        assert heads_up.rules_of(hundredths / 100).stack == hundredths
    for stack in (2.005, 1.99, 50.01, True, "20"):
        with pytest.raises(InputError, match="in hundredths"):
            heads_up.rules_of(stack)
