"""Rivers solved again: what both hold there, what is answered, and how it is judged and kept."""

import gc
from dataclasses import replace
from weakref import ref

import pytest
from numpy.random import default_rng

from pokerbot import solve
from pokerbot.errors import InputError
from pokerbot.evaluation.breakdown import UNGRADED
from pokerbot.evaluation.node import node
from pokerbot.evaluation.rest import rest_of, widened
from pokerbot.games.actions import Action
from pokerbot.games.betting import legal_actions, start, successor, walk
from pokerbot.games.catalogue import spot
from pokerbot.games.ranges import Range
from pokerbot.games.spot import at_line
from pokerbot.opponents import reviews
from pokerbot.opponents.decisions import place_of
from pokerbot.opponents.ladder import BLOCK, LEAST, Ladder
from pokerbot.opponents.leaks import leak_report
from pokerbot.opponents.open_tables import OpenTables
from pokerbot.opponents.opponents import made, read
from pokerbot.opponents.rests import Rests
from pokerbot.opponents.reviews import ReviewedHand, Reviewer, ungraded
from pokerbot.play.hand import Hand, replayed
from pokerbot.play.history import journal
from pokerbot.play.history.file import append, hands
from pokerbot.play.history.reading import parse
from pokerbot.play.history.record import Again, HandRecord
from pokerbot.play.history.sessions import summaries
from pokerbot.play.session.practise import Costs, deal_at
from pokerbot.play.table import Table
from pokerbot.strategy.storage import save
from pokerbot.strategy.strategy import Strategy
from pokerbot.tui.review.rows import group_lines
from tests.play.hands import NOON, after
from tests.play.tables import uniform

GIVEN = {
    "board": "2s 3h 4d 6c 7c",
    "pot": 20,
    "stack": 20,
    "oop": {"range": "AsAh,AdAc,QsQh,QdQc", "river": {"bet": "a"}},
    "ip": {"range": "KsKh,KdKc"},
}
POLAR = spot(name="polar", **GIVEN)
TURN = spot(
    name="turn",
    **{
        **GIVEN,
        "board": "2s 3h 4d 6c",
        "oop": {"range": GIVEN["oop"]["range"], "turn": {"bet": "a"}, "river": {"bet": "a"}},
    },
)
"""Aces or queens against kings (Chen & Ankenman 2006): a bet of 20 into 20, or a check."""
HALF = Action("bet", 10, sized=True, to=10)


def solver(game):
    return solve(game, iterations=1000, backend="numpy", epsilon=0.002).strategy


@pytest.fixture(scope="module")
def bot():
    found = made(solve(POLAR, iterations=400, backend="numpy").strategy, "bot")
    _ = found.judges
    return found


def dealt(own, other="KsKh"):
    first, second = POLAR.rules.hands
    return Hand(POLAR, (first.find(own), second.find(other)), 0, start(POLAR.rules))


def after_half(own="QsQh"):
    hand = dealt(own)
    return replace(hand, game=widened(POLAR, hand.betting, HALF)).after(HALF)


def solved_after(bot, hand):
    """What is solved again of a hand."""
    root = Rests(bot).to_solve(hand)
    assert root is not None
    solved = [Rests(bot).solve(root, solver)]
    assert Rests(bot, solved).to_solve(hand) is None
    return solved


def kept_by(opponent, solved, hand, person, **more):
    """The record of a hand, with what was solved again in it."""
    again = (Again(each.steps, str(each.opponent.path), each.opponent.sha256) for each in solved)
    where = str(opponent.path), opponent.sha256
    return HandRecord(hand, person, *where, 7, 1, NOON, again=tuple(again), **more)


def test_both_hold_what_comes_to_the_street():
    """On a turn aces check one time in four and queens always: so many aces come to the river."""

    def play(key, actions):
        if actions == ("check", "bet 20") and key[0] == "A" and key.endswith(":"):
            return 0.25, 0.75
        return [float(place == 0) for place in range(len(actions))]

    strategy, betting = Strategy.of(TURN, play), start(TURN.rules)
    for _ in range(2):
        betting = successor(TURN.rules, betting, Action("check"))
    river = TURN.rules.boards.of(1)[0]
    found = rest_of(strategy, betting, river)
    oop = Range(str(found.parameters["oop.range"])).hands
    assert oop == pytest.approx({"AsAh": 0.25, "AdAc": 0.25, "QsQh": 1.0, "QdQc": 1.0})
    assert set(Range(str(found.parameters["ip.range"])).hands.values()) == {1.0}
    assert len(found.rules.public) == 5


@pytest.mark.slow
@pytest.mark.parametrize("line", ["bet", "bet 10"])
def test_locked_hands_play_as_locked_after_a_size_of_no_tree(line):
    """Kings that call a bet of half the pot three times in four pay aces 20 + 0.75 × 10."""
    lock = {"player": "ip", "line": line, "play": {"fold": 0.25, "call": 0.75}}
    game = spot(name="locked", **{**GIVEN, "stack": 10, "lock": [lock]})
    locked = made(solve(game, iterations=400, backend="numpy").strategy, "locked")
    size = Action("bet", 5, sized=True, to=5)
    first, second = game.rules.hands
    begun = start(game.rules)
    hand = Hand(game, (first.find("AsAh"), second.find("KsKh")), 0, begun)
    hand = replace(hand, game=widened(game, begun, size)).after(size)
    solved = solved_after(locked, hand)
    assert solved[0].strategy.infosets["KsKh:b10"] == {"fold": 0.25, "call": 0.75}
    (decision,) = Rests(locked, solved).breakdown(hand.after(Action("fold")), 0).decisions
    assert decision.chips["bet 10"] == pytest.approx(27.5, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("epsilon", [None, 0.002])
@pytest.mark.parametrize("size", [Action("bet", 20, sized=True, to=20), HALF])
def test_an_action_that_locks_leave_no_hand_for_is_answered_as_by_a_free_hand(size, epsilon):
    """Eights fold and kings, whom queens would bluff, call; untrained, both do so half the time."""
    lock = {"player": "oop", "line": "", "play": {"check": 1}}
    game = spot(name="shy", **{**GIVEN, "ip": {"range": "KsKh,8s8h"}, "lock": [lock]})
    shy = made(solve(game, iterations=400, backend="numpy", epsilon=epsilon).strategy, "shy")
    first, second = game.rules.hands
    begun = start(game.rules)
    hand = Hand(game, (first.find("AsAh"), second.find("KsKh")), 0, begun)
    if size not in legal_actions(game.rules, begun):
        hand = replace(hand, game=widened(game, begun, size))
    (solved,) = solved_after(shy, hand.after(size))
    answers = solved.strategy.infosets[f"8s8h:{size.code}"]
    assert answers["fold"] == pytest.approx(1, abs=1e-6)


def test_trembles_train_no_decision_that_locks_leave_no_hand_for():
    lock = {"player": "oop", "line": "", "play": {"check": 1}}
    shy = solver(spot(name="shy", **GIVEN, lock=[lock]))
    assert not node(shy, "bet 20").trained
    assert node(shy, "").trained
    held = {**lock, "hands": "QQ"}
    assert node(solver(spot(name="shy", **GIVEN, lock=[held])), "bet 20").trained


@pytest.mark.slow
def test_the_locks_of_a_street_are_those_that_lie_there_or_later():
    always = {"check": 1}
    lines = {"check": "KK", "check, check / 6c / check": "QQ", "bet 10, call / 6c": "JJ"}
    lines |= {"check, check / 6c / check, check / 7s / check": "TT"}
    given = {"board": "2s 3h 4d", "pot": 20, "stack": 90, "oop": {"range": "JJ,AA"}}
    given["oop"] |= {street: {"bet": "50%"} for street in ("flop", "turn", "river")}
    locks = [
        {"player": "ip" if line.endswith("check") else "oop", "line": line, "hands": hands,
         "play": always} for line, hands in lines.items()
    ]  # fmt: skip
    whole = uniform(spot(name="flop", **given, ip={"range": "TT-KK"}, lock=locks))
    found = {
        line: rest_of(whole, *at_line(whole.game.rules, line)).parameters["lock"]
        for line in (*lines, "check, check / 6d", "check, check / 6d / check, check / 7s")
    }
    assert [*found.values()][1:] == [
        "ip | check | QQ | check 1.0; ip | check, check / 7s / check | TT | check 1.0",
        "oop |  | JJ | check 1.0",
        "ip | check | TT | check 1.0",
        "",
        "",
    ]
    assert found["check"] == whole.game.parameters["lock"]


@pytest.mark.parametrize("donk", [{}, {"donk": "50%"}, {"donk": ""}])
def test_what_is_legal_on_a_river_is_so_in_its_own_spot(donk):
    """Also its donk bets after a bet of the one in position, and none after two checks."""
    oop = {"range": "AA,QQ", "turn": {"bet": ""}, "river": {"bet": "a", **donk}}
    given = {**GIVEN, "board": "2s 3h 4d 6c", "stack": 40, "oop": oop}
    whole = spot(name="whole", **{**given, "ip": {"range": "KK", "turn": {"bet": "50%"}}})
    river = whole.rules.boards.of(1)[0]
    for taken in ((0, 0), (0, 1, 1)):
        betting = start(whole.rules)
        for place in taken:
            betting = successor(whole.rules, betting, legal_actions(whole.rules, betting)[place])
        own = rest_of(uniform(whole), betting, river).rules
        assert betting.round == 1
        assert legal_actions(own, start(own)) == legal_actions(whole.rules, betting)


def test_what_none_of_the_hands_does_says_nothing_of_them():
    """Everybody bets on that turn, wherever one can: a check leaves the ranges as they were."""
    strategy = Strategy.of(
        TURN, lambda key, actions: [float(name == actions[-1]) for name in actions]
    )
    betting = start(TURN.rules)
    for _ in range(2):
        betting = successor(TURN.rules, betting, Action("check"))
    found = rest_of(strategy, betting, TURN.rules.boards.of(1)[0]).parameters
    assert set(Range(str(found["oop.range"])).hands.values()) == {1.0}


def test_a_size_of_millions_is_added_to_the_chip():
    """Half the pot is 1,234,567 chips: no digit of it is lost."""
    game = spot(name="deep", **{**GIVEN, "pot": 2469134, "stack": 10**7})
    size = Action("bet", 1234567, sized=True, to=1234567)
    assert size in legal_actions(widened(game, start(game.rules), size).rules, start(game.rules))


@pytest.mark.parametrize(("own", "worth"), [("AsAh", 30), ("QsQh", 0)])
def test_nobody_gains_by_a_size_that_is_no_better(bot, own, worth):
    """All-in is the best size there (Chen & Ankenman): half the pot is left nothing."""
    hand = after_half(own)
    root, size = Rests(bot).to_solve(hand)
    assert (len(root.steps), size) == (0, HALF)
    solved = solved_after(bot, hand)
    over = after(hand, "call")
    (bet,) = Rests(bot, solved).breakdown(over, 0).decisions
    assert bet.action == "bet 10"
    assert bet.chips["bet 10"] <= worth + 0.3
    assert max(bet.chips.values()) == pytest.approx(worth, abs=0.5)
    (call,) = Rests(bot, solved).breakdown(over, 1).decisions
    assert call.action == "call"


@pytest.mark.slow
def test_a_size_of_the_tree_that_is_never_taken_is_answered_as_well():
    game = spot(
        name="both",
        **{**GIVEN, "oop": {"range": GIVEN["oop"]["range"], "river": {"bet": "10c, a"}}},
    )
    bot = made(solve(game, iterations=3000, backend="numpy").strategy, "bot")
    hand = after(Hand(game, dealt("QsQh").held, 0, start(game.rules)), "bet 10")
    root, size = Rests(bot).to_solve(hand)
    assert (root.steps, size) == ((), None)
    solved = solved_after(bot, hand)
    over = hand.after(Action("fold"))
    (bet,) = Rests(bot, solved).breakdown(over, 0).decisions
    assert bet.chips["bet 10"] <= 0.3


def test_without_what_was_solved_only_what_was_before_is_judged(bot):
    assert Rests(bot).breakdown(after_half(), 0).decisions == ()


LAZY = spot(
    name="lazy",
    **{
        **GIVEN,
        "board": "2s 3h 4d 6c",
        "oop": {
            "range": GIVEN["oop"]["range"],
            "turn": {"bet": "50%, a"},
            "river": {"bet": "a"},
        },
    },
)


def calling():
    """Who never bets, and never folds."""

    def play(key, actions):
        usual = next(name for name in ("check", "call") if name in actions)
        return [float(name == usual) for name in actions]

    return made(Strategy.of(LAZY, play), "lazy")


@pytest.fixture(scope="module")
def lazy():
    return calling()


def on_turn(*actions, own="QsQh", river="7c"):
    first, second = LAZY.rules.hands
    held = first.find(own), second.find("KsKh")
    hand = Hand(LAZY, held, LAZY.rules.boards.find(river), start(LAZY.rules))
    return after(hand, *actions)


@pytest.mark.slow
def test_a_turn_where_the_solution_hardly_comes_is_solved_again_with_its_rivers(lazy):
    """Aces or queens bet half, twice, into kings: these win by a call what they win by a fold."""
    root, size = Rests(lazy).to_solve(on_turn("bet 10"))
    assert (root.steps, size) == ((), None)
    solved = solved_after(lazy, on_turn("bet 10"))
    (call,) = Rests(lazy, solved).breakdown(on_turn("bet 10", "call", "check"), 1).decisions
    assert call.chips["call"] == pytest.approx(call.chips["fold"], abs=0.5)
    assert call.grade != UNGRADED
    hand = on_turn("bet 10", "call", "bet 10", "call")
    assert Rests(lazy, solved).to_solve(on_turn("bet 10", "call")) is None
    bets = Rests(lazy, solved).breakdown(hand, 0).decisions
    assert [each.action for each in bets] == ["bet 10", "bet 10"]
    assert UNGRADED not in {each.grade for each in bets}


@pytest.mark.slow
def test_a_fault_on_a_river_solved_again_lies_where_it_was_in_the_hand(lazy):
    """Kings call all that lies behind, where aces and three queens are all that can bet."""
    hand = on_turn("check", "check", "bet 20", "call", river="Qd")
    (solved,) = solved_after(lazy, replayed(hand, 3))
    by, kept = solved.opponent, kept_by(lazy, [solved], hand, 1)
    judged = Reviewer(lazy, by).breakdown(kept).decisions
    assert [each.infoset for each in judged] == [seen.key for seen, _ in kept.decisions]
    report = leak_report(Reviewer(lazy, by), [kept])
    (fault,) = report.faults
    assert fault.at == ("KK:kk/Qd:b20", "call")
    assert fault.chips == pytest.approx(20, abs=0.1)
    ((_, lost),) = report.by_week()
    (row,) = (row for row in report.beside[0].rows if (row.infoset, row.action) == fault.at)
    assert report.price(row).chips == lost == 100 * fault.chips
    for beside in report.beside:
        (row,) = (row for row in beside.rows if (row.infoset, row.action) == fault.at)
        assert (row.observed, row.frequency) == (1, pytest.approx(0, abs=0.01))


@pytest.mark.slow
def test_without_the_file_of_what_was_solved_again_a_hand_is_not_judged(lazy):
    """Half the pot is as good as any size, but he who always calls it says that queens lose 8."""
    solved = solved_after(lazy, on_turn("bet 10"))
    kept = kept_by(lazy, solved, on_turn("bet 10", "fold"), 0)
    (bet,) = Reviewer(lazy, solved[0].opponent).breakdown(kept).decisions
    assert bet.loss < 0.5
    assert Reviewer(lazy).breakdown(kept) is None
    assert "or what was solved again, is not at hand any more" in ungraded(kept)


@pytest.mark.slow
def test_hands_with_a_size_of_ones_own_count_with_those_of_their_spot(bot, tmp_path):
    """In the rating, and in the sum of what all sessions won."""
    own, ladder, history = after_half(), Ladder(), tmp_path / "history.jsonl"
    solved, usual = solved_after(bot, own), dealt("QsQh")
    for _ in range(2):
        usual = usual.after(Action("check"))
    ends = (kept_by(bot, solved, own.after(Action("fold")), 0), kept_by(bot, [], usual, 0))
    reviewer = Reviewer(bot, solved[0].opponent)
    for number in range(BLOCK * LEAST):
        ladder.add(ReviewedHand(ends[number % 2], reviewer.breakdown(ends[number % 2])), bot)
    ((game, rating),) = ladder.ratings.items()
    assert (game, rating.hands) == (POLAR, BLOCK * LEAST)
    append(history, *(replace(each, seed=seed) for seed, each in enumerate(ends)))
    assert [str(row[3]) for row in group_lines(summaries(history))] == ["+20.00", "+0.00", "+20.00"]


RAISED = spot(
    name="raised",
    **{
        **GIVEN,
        "stack": 40,
        "oop": {"range": GIVEN["oop"]["range"], "river": {"bet": "a", "raise": "a"}},
        "ip": {"range": "KsKh,KdKc,JsJh", "river": {"bet": "a", "raise": "a"}},
    },
)


@pytest.fixture(scope="module")
def raiser():
    """Whom jacks call after a bet of their own size and a raise: a blunder."""
    return made(solve(RAISED, iterations=400, backend="numpy").strategy, "raiser")


def raised(opponent):
    """The record of that hand, and what was solved again in it."""
    first, second = RAISED.rules.hands
    held = first.find("AsAh"), second.find("JsJh")
    hand = Hand(RAISED, held, 0, start(RAISED.rules)).after(Action("check"))
    hand = replace(hand, game=widened(RAISED, hand.betting, HALF)).after(HALF)
    solved = solved_after(opponent, hand)
    return kept_by(opponent, solved, after(hand, "raise", "call"), 1), solved


@pytest.mark.slow
def test_who_plays_a_hand_by_now_knows_its_sizes(raiser):
    kept, solved = raised(raiser)
    for steps, actions in ((1, "check, bet 10, bet 40"), (3, "fold, call")):
        by, known = Rests(raiser, solved).playing(replayed(kept.hand, steps))
        assert by is solved[0].opponent
        assert set(by.strategy.infosets[known.observe().key]) == set(actions.split(", "))
    by, known = Rests(raiser, solved).playing(replayed(kept.hand, 0))
    assert (by, known.game) == (raiser, RAISED)


@pytest.mark.slow
def test_what_cost_chips_where_no_hand_can_be_dealt_is_practised_from_before_that(lazy, raiser):
    """He who never bets deals no hand with his bet, and no solution one with another's size."""
    bet = on_turn("check", "check", "bet 20", "call", river="Qd")
    solved = solved_after(lazy, replayed(bet, 3))
    for opponent, (kept, again), there in (
        (lazy, (kept_by(lazy, solved, bet, 1), solved), "KsKh:k"),
        (raiser, raised(raiser), "JsJh:k"),
    ):
        costs = Costs(place_of(opponent))
        reviewer = Reviewer(opponent, again[0].opponent)
        for seen, decision in ReviewedHand(kept, reviewer.breakdown(kept)).graded:
            costs.add(seen, decision.fault)
        (cost,) = costs.ranking()
        assert (cost.seen.key, cost.seen.game) == (there, opponent.strategy.game)
        assert cost.lost >= 20
        for seed in range(9):
            hand = deal_at(cost.seen, opponent.strategy.infosets, default_rng(seed))
            assert hand.game.rules.hands[1].name(hand.held[1]) == there[:4]
            assert hand.held[0] in range(4)


def test_what_an_opponent_never_lets_come_is_not_practised():
    """He who always bets lets nobody act after a check."""
    always = Strategy.of(RAISED, lambda _, names: [float(name == names[-1]) for name in names])
    hand = Hand(RAISED, (0, 0), 0, start(RAISED.rules)).after(Action("check"))
    costs = Costs(place_of(made(always, "always")))
    costs.add(hand.observe(), 5.0)
    assert (costs.total, costs.at(hand.observe())) == (0, None)


@pytest.mark.slow
def test_a_grade_is_by_the_pot_when_the_hand_began():
    """Aces that check do without a chip that is called 40 times in 41, into a pot of 2 at first."""
    game = spot(
        name="tail",
        board="2s 3h 4d 6c",
        pot=2,
        stack=20,
        oop={"range": "AsAh,QsQh", "turn": {"bet": "19c"}, "river": {"bet": "a"}},
        ip={"range": "KsKh,KdKc"},
    )
    betting = Strategy.of(
        game,
        lambda _, names: [float(name == names[-1]) for name in names],  # bets, and calls
    )
    opponent = made(betting, "betting")
    (first, second), river = game.rules.hands, game.rules.boards.find("7c")
    hand = Hand(game, (first.find("AsAh"), second.find("KsKh")), river, start(game.rules))
    hand = after(hand, "bet 19", "call", "check")
    solved = solved_after(opponent, hand)
    assert solved[0].opponent.strategy.game.rules.pot == 40
    *_, check = Rests(opponent, solved).breakdown(hand.after(Action("check")), 0).decisions
    assert (check.loss, check.pot) == (pytest.approx(40 / 41, abs=0.02), 2)
    assert check.grade == "blunder"  # from 2.5 % of the pot


def test_what_is_solved_too_roughly_gives_no_grade(lazy):
    """One iteration comes no nearer than 2 % of the pot."""
    root = Rests(lazy).to_solve(on_turn("bet 10"))

    def rough(game):
        return solve(game, iterations=1, backend="numpy", epsilon=0.002).strategy

    solved = [Rests(lazy).solve(root, rough)]
    assert solved[0].opponent.evaluation.exploitability > 0.02 * LAZY.rules.pot
    (call,) = Rests(lazy, solved).breakdown(on_turn("bet 10", "call"), 1).decisions
    assert (call.grade, call.fault) == (UNGRADED, 0)


@pytest.mark.slow
def test_a_river_that_was_turned_up_is_the_same_in_a_turn_solved_again(lazy):
    """Queens that become three of a kind on the river win what lies there by a call."""
    (solved,) = solved_after(lazy, on_turn("bet 10", river="Qd"))
    hand = on_turn("bet 10", "call", river="Qd")
    known = solved.hand(hand)
    assert known.game.rules.boards.lying(known.final_board) == "2s 3h 4d 6c Qd"
    bets = Rests(lazy, [solved]).breakdown(hand.after(hand.observe().actions[1]), 0).decisions
    assert max(bets[-1].chips.values()) >= 20


@pytest.mark.slow
def test_a_turn_has_a_file_of_arrays_in_the_history(lazy, tmp_path):
    history = tmp_path / "history.jsonl"
    sitting = OpenTables(7, history, pytest.fail).at(lazy, "first")
    table = sitting.table
    table.act(Action("bet", 20, sized=True, to=20))
    sitting.solved = solved_after(lazy, table.hand)
    table.play_rest(sitting.solved[-1])
    table.bot_act()
    (kept,) = hands(history)
    assert {path.suffix for path in tmp_path.glob("opponents/*/*")} == {".spot"}
    (bet,) = Reviewer().breakdown(kept).decisions
    exact = Rests(lazy, sitting.solved).breakdown(table.hand, 0).decisions[0]
    assert bet.chips == pytest.approx(exact.chips, abs=1e-2)


@pytest.mark.slow
def test_what_was_solved_again_is_gone_once_its_hand_is_judged(bot, tmp_path, monkeypatch):
    """A judge lasts as long as the app, and each such hand has a solution of its own."""
    (solved,) = solved_after(bot, after_half())
    save(solved.opponent.strategy, tmp_path / "rest.json")
    rest = read(tmp_path / "rest.json")
    kept = kept_by(bot, [replace(solved, opponent=rest)], after_half().after(Action("fold")), 0)
    recalled = []

    def recall(path, sha256):
        assert sha256 == rest.sha256
        found = read(path)
        recalled.append(ref(found))
        return found

    monkeypatch.setattr(reviews, "recall", recall)
    reviewer = Reviewer(bot)
    first, again = reviewer.reviewed(kept), reviewer.reviewed(kept)
    assert first is again
    assert first.breakdown is not None
    gc.collect()
    assert [each() for each in recalled] == [None]


@pytest.mark.slow
def test_a_file_that_is_gone_is_looked_for_once(bot, monkeypatch):
    solved, asked = solved_after(bot, after_half()), []
    kept = kept_by(bot, solved, after_half().after(Action("fold")), 0)
    monkeypatch.setattr(reviews, "recall", lambda path, sha256: asked.append(sha256))
    reviewer = Reviewer(bot)
    assert [reviewer.breakdown(kept) for _ in range(3)] == [None] * 3
    assert asked == [kept.again[0].sha256]


@pytest.mark.parametrize("size", ["50%", "a"])
def test_every_amount_is_taken_where_large_bets_become_all_in(size):
    """Bets and raises of 6 and more are all-in in the tree: at most 0.3 pots would be left."""
    menu = {"bet": size, "raise": size}
    sides = {seat: {**GIVEN[seat], "river": menu} for seat in ("oop", "ip")}
    game = spot(name="forced", **{**GIVEN, **sides, "tree": {"force_allin": 0.3}})
    lines = [betting for betting in walk(game.rules) if not betting.over]
    for betting in lines:
        level, all_in = max(betting.chips) - 10, 20
        kind = "raise" if betting.to_call else "bet"
        for to in range(int(level + max(betting.last, 1)), all_in + 1):
            put = int(to - (betting.chips[betting.player] - 10))
            taken = Action(kind, put, sized=True, to=to)
            if level < all_in:
                after = widened(game, betting, taken)
                assert taken in legal_actions(after.rules, betting)
                assert {*legal_actions(game.rules, betting)} <= {
                    *legal_actions(after.rules, betting)
                }


@pytest.mark.slow
def test_a_bet_that_leaves_one_chip_is_solved_beside_all_in():
    """Kings that call all-in three times in four pay aces 20 + 0.75 × 10 for it."""
    lock = {"player": "ip", "line": "bet 10", "play": {"fold": 0.25, "call": 0.75}}
    tree = {"force_allin": 0.15}
    game = spot(name="short", **{**GIVEN, "stack": 10, "lock": [lock], "tree": tree})
    short = made(solve(game, iterations=400, backend="numpy").strategy, "short")
    size, begun = Action("bet", 9, sized=True, to=9), start(game.rules)
    first, second = game.rules.hands
    hand = Hand(game, (first.find("AsAh"), second.find("KsKh")), 0, begun)
    hand = replace(hand, game=widened(game, begun, size)).after(size)
    rests = Rests(short, solved_after(short, hand))
    (decision,) = rests.breakdown(hand.after(Action("fold")), 0).decisions
    assert decision.chips["bet 10"] == pytest.approx(27.5, abs=1e-9)
    assert 20 <= decision.chips["bet 9"] <= 29


def test_a_size_that_does_not_fit_is_refused():
    too_much = Action("bet", 30, sized=True, to=30)
    with pytest.raises(InputError, match="bet 30 is not a size that is possible there"):
        widened(POLAR, start(POLAR.rules), too_much)


@pytest.mark.slow
def test_the_history_keeps_by_what_it_was_played(bot, tmp_path):
    history = tmp_path / "history.jsonl"
    sitting = OpenTables(7, history, pytest.fail).at(bot, "first")
    table = sitting.table
    table.add_sizes(widened(POLAR, table.hand.betting, HALF))
    table.act(HALF)
    sitting.solved = solved_after(bot, table.hand)
    table.play_rest(sitting.solved[-1])
    table.bot_act()
    assert table.hand.over
    (kept,) = hands(history)
    assert [each.steps for each in kept.again] == [0]
    assert kept.who == bot.who
    line = history.read_text()
    assert parse(line) == kept
    (bet,) = Reviewer().breakdown(kept).decisions
    exact = Rests(bot, sitting.solved).breakdown(table.hand, 0).decisions[0]
    assert bet.chips == pytest.approx(exact.chips, abs=1e-3)
    for damaged in ('[["0"', "[[9", '[[0, "x"]]', '{"a": 1}'):
        with pytest.raises(InputError):
            parse(line.replace('"again": [[0', f'"again": {damaged}'))


def test_a_hand_of_such_a_size_goes_on_where_it_was_left(bot, tmp_path):
    history = tmp_path / "history.jsonl"
    table = OpenTables(7, history, pytest.fail).at(bot, "first").table
    table.add_sizes(widened(POLAR, table.hand.betting, HALF))
    table.act(HALF)
    ((_, left),) = journal.found(history)
    again = OpenTables(7, tmp_path / "other.jsonl", pytest.fail).at(bot, "first").table
    again.resume_hand(left)
    assert again.hand == table.hand
    root, size = Rests(bot).to_solve(again.hand)
    assert (root.steps, size) == ((), HALF)
    over = replace(left.played, hand=table.hand.after(Action("fold")))
    later = Table(bot.strategy, (0.0, 0.0), bot.draws(7), "first", past=[over])
    assert (later.number, later.score.hands()) == (2, 1)


def test_a_bet_that_cannot_be_solved_is_taken_back(bot, tmp_path):
    table = OpenTables(7, tmp_path / "history.jsonl", pytest.fail).at(bot, "first").table
    before = table.hand
    table.add_sizes(widened(POLAR, before.betting, HALF))
    table.act(HALF)
    table.take_back(before)
    assert (table.hand, table.person_to_act, table.rolled) == (before, True, ())
