"""A decision of a strategy: every deal played out, and what Chen & Ankenman say by hand."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.evaluation.node import node
from pokerbot.evaluation.node_hands import NodeHand, marks, range_curve
from pokerbot.evaluation.nodes import WholeNodes
from pokerbot.games.actions import Betting
from pokerbot.games.betting import actions_to, along, legal_actions, net, successor
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.games.spot import Spot, at_line
from pokerbot.strategy.strategy import Strategy

MENUS = {
    "oop.turn.bet": "50%",
    "ip.turn.raise": "a",
    "oop.river.bet": "100%",
    "ip.river.bet": "50%, a",
}
TURN = {
    "board": "Td9d6h Qc",
    "pot": 20,
    "stack": 55,
    "oop.range": "AhKd:0.5,Th9h,7c2c",
    "ip.range": "QsJs,AhAd:0.25,8d7d,KdKs",
    **MENUS,
}
WIDE = {**TURN, "oop.range": "AK,AQ:0.3,AJ:0.1,AT,KQ", "ip.range": "KdJd", "stack": 15}
"""More hands than are told apart pair by pair."""
LOCKED = {**TURN, "lock": "oop | check, check / 7s | | check 0.4, bet 20 0.6"}
FLOP = {
    "board": "Td9d6h",
    "pot": 20,
    "stack": 30,
    "oop.range": "AhKd:0.5,Th9h",
    "ip.range": "QsJs,8d7d",
    "oop.river.bet": "100%",
}


def random_play(game: Game) -> Strategy:
    """A strategy drawn at random, in which some hands never take some actions."""
    rng = np.random.default_rng(7)

    def chances(_: str, actions: tuple[str, ...]) -> Any:
        drawn = rng.dirichlet([1.0] * len(actions))
        drawn[drawn < 0.05] = 0
        return drawn / drawn.sum()

    return Strategy.of(game, chances)


class Deals:
    """Every deal and every way to go on, one after the other."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy, self.game, self.rules = strategy, strategy.game, strategy.game.rules
        self.often, self.after = cache(self._often), cache(self._after)
        self.winner = cache(self.rules.winner)

    def _often(self, at: Betting, shown: int, hand: int) -> Mapping[str, float]:
        return self.strategy.infosets[self.game.key(Spot(at, shown, hand))]

    def _after(self, at: Betting) -> list[tuple[str, Betting]]:
        actions = legal_actions(self.rules, at)
        return [(action.name, successor(self.rules, at, action)) for action in actions]

    def chances(self, at: Betting, held: tuple[int, int], final: int) -> Mapping[str, float]:
        shown = self.rules.boards.at(final, self.rules.street(at.round))
        return self.often(at, shown, held[at.player])

    def value(self, at: Betting, held: tuple[int, int], final: int) -> float:
        """To player 1."""
        if at.over:
            return net(at, self.winner(held, final) if at.folded is None else None)
        often = self.chances(at, held, final)
        ahead = [(often[name], after) for name, after in self.after(at) if often[name]]
        return sum(chance * self.value(after, held, final) for chance, after in ahead)

    def leading_to(
        self, here: Betting, board: int
    ) -> Iterator[tuple[Any, int, float, list[float]]]:
        """Both hands, the last board, how likely they are dealt, what leads there by player."""
        first, second = self.rules.hands
        path = [*along(self.rules, actions_to(self.rules, here))]
        for held in product(range(len(first)), range(len(second))):
            for final in self.rules.boards.after(board):
                dealt = self.rules.prior.ways(*held, self.rules.boards.cards[final])
                reach = [1.0, 1.0]
                for at, action in path if dealt else ():
                    reach[at.player] *= self.chances(at, held, final)[action.name]
                if dealt:
                    yield held, final, dealt, reach


def played_out(strategy: Strategy, line: str) -> dict[str, Any]:
    """What a node is."""
    deals, rules = Deals(strategy), strategy.game.rules
    here, board = at_line(rules, line)
    player, sign = here.player, 1 - 2 * here.player
    reached, shares, won, hands, waiting = 0.0, [0.0, 0.0], 0.0, {}, {}
    for held, final, dealt, reach in deals.leading_to(here, board):
        facing, own = dealt * reach[1 - player], reach[player]
        winner = deals.winner(held, final)
        wins = 0.5 if winner is None else float(winner == player)
        evs = [
            here.chips[player] + sign * deals.value(after, held, final)
            for _, after in deals.after(here)
        ]
        hand = hands.setdefault(rules.hands[player].name(held[player]), np.zeros(2 + len(evs)))
        hand += facing * np.array([1, wins, *evs])
        reached, won = reached + facing * own, won + facing * own * wins
        other = waiting.setdefault(rules.hands[1 - player].name(held[1 - player]), np.zeros(3))
        ev = here.chips[1 - player] - sign * deals.value(here, held, final)
        other += dealt * own * np.array([1, 1 - wins, ev])
        for seat in (0, 1):
            earned = (1 - 2 * seat) * deals.value(here, held, final)
            shares[seat] += facing * own * (here.chips[seat] + earned)
    means, others = (
        {name: sums[1:] / sums[0] for name, sums in side.items() if sums[0]}
        for side in (hands, waiting)
    )
    ev = np.array(shares) / reached
    return {"ev": ev, "equity": won / reached, "hands": means, "waiting": others}


CHECK_ENDS = {
    "last": (Round(Limit((2,))), Round(Limit((4,), check_ends=True), board=1)),
    "middle": (
        Round(Limit((2,)), first=1),
        Round(Limit((4,), check_ends=True), board=1),
        Round(Limit((4,))),
    ),
    "before a card": (
        Round(Limit((2,))), Round(Limit((2,), check_ends=True)), Round(Limit((4,)), board=1),
    ),
}  # fmt: skip
ENDED = {name: Game(name, (), Rules(Deck(3, 2), 1, each)) for name, each in CHECK_ENDS.items()}
"""A first check ends the round: the other player may not act before the hand ends, or a card."""
LINES = [
    (make_game("holdem", TURN), ["", "check", "bet 10", "bet 10, raise 55", "check, check / 7s",
                                 "bet 10, call / Js / check", "bet 10, call / 2d / check, bet 20"]),
    (make_game("holdem", LOCKED), ["check, check / 7s / bet 20", "check, check / 2d"]),
    (make_game("holdem", WIDE), ["bet 10, call / 7s / check"]),
    (make_game("holdem", FLOP), ["check, check / Qc / check",
                                 "check, check / 2c / check, check / 7s / bet 20"]),
    (parse_game("leduc"), ["", "bet", "check, bet, raise", "bet, call / K / check, bet"]),
    (parse_game("leduc:suits=1,ranks=5"), ["check, check / 2 / bet"]),
    (parse_game("kuhn:cards=70"), ["bet", "check, bet"]),
    (parse_game("von-neumann-raise:hands=4"), ["check, bet, raise"]),
]  # fmt: skip


@pytest.mark.thinned(6)
@pytest.mark.parametrize(
    ("game", "line"),
    [(game, line) for game, lines in LINES for line in lines],
    ids=lambda part: part if isinstance(part, str) else part.name,
)
def test_every_number_is_what_playing_it_out_comes_to(game: Game, line: str) -> None:
    _is_played_out(game, line)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("last", "check, check / K"), ("last", "bet, call / J"), ("last", "bet, call / Q / bet"),
        ("middle", "check, check / K"), ("middle", "bet, call / J / check"),
        ("before a card", "check, check"), ("before a card", "bet, call / check / Q"),
    ],
)  # fmt: skip
def test_where_a_check_ends_the_round_who_waits_is_worth_what_playing_it_out_comes_to(
    name: str, line: str
) -> None:
    _is_played_out(ENDED[name], line)


AT_ONCE = (Round(Limit((2,)), board=1), Round(Limit((4,))))
RANGES = (("K", 0.5), ("J", 1)), (("Q", 1), ("J", 0), ("K", 2))


@pytest.mark.parametrize("line", ["K", "Q", "J / check", "K / check, check"])
@pytest.mark.parametrize("ranges", [(None, None), RANGES], ids=["all hands", "ranges"])
def test_where_a_card_lies_there_at_once_a_node_is_what_playing_it_out_comes_to(
    ranges: tuple[Any, Any], line: str
) -> None:
    _is_played_out(Game("at once", (), Rules(Deck(3, 2), 1, AT_ONCE, ranges=ranges)), line)


def _is_played_out(game: Game, line: str) -> None:
    strategy = random_play(game)
    found, expected = node(strategy, line), played_out(strategy, line)
    assert found.ev == pytest.approx(expected["ev"], abs=1e-9)
    assert sum(found.ev or ()) == pytest.approx(found.pot)
    player = ("oop", "ip", "first", "second").index(found.player) % 2
    assert found.equity is not None
    assert found.equity[player] == pytest.approx(expected["equity"], abs=1e-9)
    assert sum(found.equity) == pytest.approx(1)
    for name, held in found.hands.items():
        if name not in expected["hands"]:
            assert held.ev is held.equity is None
            continue
        equity, *evs = expected["hands"][name]
        assert held.equity == pytest.approx(equity, abs=1e-9)
        assert held.action_evs == pytest.approx(evs, abs=1e-8)
        assert held.ev == pytest.approx(np.dot(evs, held.strategy), abs=1e-8)
    for name, held in found.waiting.items():
        expects = expected["waiting"].get(name, (None, None))
        assert (held.equity, held.ev) == pytest.approx(expects, abs=1e-8)
    assert expected["waiting"].keys() <= found.waiting.keys()
    assert expected["hands"].keys() <= found.hands.keys()
    assert sum(held.share for held in found.hands.values()) == pytest.approx(1)


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("game", "line"),
    [(game, line) for game, lines in LINES[:4] for line in lines if "/" in line],
    ids=lambda part: part if isinstance(part, str) else part.name,
)
def test_a_board_alone_has_the_numbers_of_all_boards_together(game: Game, line: str) -> None:
    strategy = random_play(game)
    alone, there = node(strategy, line), at_line(game.rules, line)
    for first in {0, game.rules.boards.parent(there[1])}:
        together = WholeNodes(strategy, first).at(*there)
        assert together.line == alone.line
        assert together.ev == pytest.approx(alone.ev)
        assert together.hands.keys() == alone.hands.keys()
        for name, held in together.hands.items():
            assert held.action_evs == pytest.approx(alone.hands[name].action_evs)


@pytest.mark.slow
def test_each_card_that_may_come_is_what_playing_it_out_comes_to() -> None:
    game = make_game("holdem", TURN)
    strategy, rules = random_play(game), game.rules
    betting, _ = at_line(rules, "check, check / 7s")
    found = dict(WholeNodes(strategy).on_cards(betting, 0))
    assert len(found) == 48
    assert not {"Td", "9d", "6h", "Qc"} & found.keys()
    for card in ("7s", "Ah", "2d"):
        expected = played_out(strategy, f"check, check / {card}")
        assert found[card].player == "oop"
        assert found[card].ev == pytest.approx(tuple(expected["ev"]))
        assert found[card].equity[0] == pytest.approx(expected["equity"])
        assert sum(found[card].frequencies) == pytest.approx(1)


@pytest.mark.slow
def test_no_equity_is_below_0_or_above_1_by_rounding() -> None:
    """Some are exactly 0 or 1, as that of 7c2c on the river; less than 0 reads -0.0 %."""
    ranges = {"oop.range": "AhKd:0.5,Th9h,7c2c,77", "ip.range": "QsJs,AhAd:0.25,8d7d,KdKs,KsQs"}
    nodes = WholeNodes(random_play(make_game("holdem", {**TURN, **ranges})))
    rules, found = nodes.game.rules, []
    for line in ("check, check / 2c / check", "check, check / 2c / check, bet 10"):
        betting, _ = at_line(rules, line)
        for board in rules.boards.of(1):
            there = nodes.at(betting, board)
            found += there.equity or ()
            found += [held.equity for held in there.hands.values() if held.equity is not None]
    assert {0.0, 1.0} < {*found}
    assert (min(found), max(found)) == (0, 1)


def test_no_mean_equity_is_above_1_by_rounding() -> None:
    """The shares of thirteen royal flushes add up to a bit more than 1."""
    beside = [f"{rank}{suit}" for rank in "987654" for suit in "cs"]
    tens = ",".join(f"Th{each}" for each in [*beside, "3c"])
    given = {"board": "AhKhQhJh9d", "pot": 30, "stack": 20, "oop.range": tens, "ip.range": "2h2d"}
    assert node(random_play(make_game("holdem", given)), "").equity == (1, 0)


def test_cards_that_are_turned_up_together_are_named_together() -> None:
    rounds = Round(Limit((1,))), Round(Limit((1,)), board=2)
    game = Game("both", (), Rules(Deck(3, 2, told_apart=True), 1, rounds))
    strategy = random_play(game)
    betting, _ = at_line(game.rules, "check, check / QcQd")
    found = dict(WholeNodes(strategy).on_cards(betting, 0))
    assert len(found) == 15
    for cards in ("QcQd", "KcAd"):
        expected = played_out(strategy, f"check, check / {cards}")
        assert found[cards].ev == pytest.approx(tuple(expected["ev"]))


def test_a_range_from_its_weakest_hand_to_its_strongest() -> None:
    def held(ev: float | None, share: float) -> NodeHand:
        return NodeHand(1.0, 0.5, ev, (), (), share)

    hands = [held(5, 0.2), held(1, 0.3), held(3, 0.5), held(9, 0.0), held(None, 0.1)]
    assert range_curve(hands, "ev", 10) == [1] * 3 + [3] * 5 + [5] * 2
    assert range_curve(hands, "equity", 2) == [0.5, 0.5]
    assert range_curve([held(9, 0.0)], "ev", 4) == []


def test_weights_are_those_of_the_range_times_the_own_choices() -> None:
    strategy = random_play(make_game("holdem", TURN))
    play, found = strategy.infosets, node(strategy, "bet 10, call / 2c / check, bet 20")
    for hand, weight in (("AhKd", 0.5), ("Th9h", 1.0)):
        chances = play[f"{hand}:"]["bet 10"] * play[f"{hand}:b10c/2c:"]["check"]
        assert found.hands[hand].weight == pytest.approx(weight * chances)
        assert found.hands[hand].strategy == (*play[f"{hand}:b10c/2c:kb20"].values(),)
    assert "7c2c" not in found.hands


@pytest.mark.slow
def test_the_clairvoyance_game_by_hand() -> None:
    """Aces always bet, queens half the time; a bet is called half the time, and worth 15 of 20."""
    solved = pokerbot.solve("holdem", "cfr+", iterations=3000)
    first, facing = solved.at(), solved.at("bet 20")
    assert first.ev == pytest.approx((15, 5), abs=0.02)
    assert first.frequencies == pytest.approx((0.25, 0.75), abs=0.01)
    assert first.hands["AsAh"].action_evs == pytest.approx((20, 30), abs=0.1)
    assert first.hands["QsQh"].action_evs == pytest.approx((0, 0), abs=0.1)
    assert facing.player == "ip"
    assert facing.pot == 40
    assert facing.frequencies == pytest.approx((0.5, 0.5), abs=0.01)
    assert facing.equity == pytest.approx((2 / 3, 1 / 3), abs=0.01)
    assert facing.ev == pytest.approx((40, 0), abs=0.1)


@pytest.mark.slow
def test_a_turn_bet_that_is_called_two_thirds() -> None:
    game = make_game(
        "holdem",
        {"board": "AsAhKs Kh", "pot": 100, "stack": 150, "oop.range": "AcAd,3c2d",
         "ip.range": "KcKd", "oop.turn.bet": "50%", "oop.river.bet": "a"},
    )  # fmt: skip
    solved = pokerbot.solve(game, "cfr+", iterations=1000)
    assert solved.at("").ev == pytest.approx((2900 / 33, 100 - 2900 / 33), abs=0.1)
    assert solved.at("bet 50").frequencies == pytest.approx((1 / 3, 2 / 3), abs=0.02)


def test_a_board_that_leaves_no_hands() -> None:
    game = make_game("holdem", {**TURN, "oop.range": "AhKd"})
    strategy = random_play(game)
    assert node(strategy, "check, check / Ac").hands.keys() == {"AhKd"}
    with pytest.raises(InputError, match=r"^line leads to Td 9d 6h Qc Ah, and ranges leave no two"):
        node(strategy, "check, check / Ah")


def test_a_strategy_that_is_not_whole_is_not_blamed_on_the_line() -> None:
    with pytest.raises(InputError, match=r"^kuhn has at least 3 information sets, this has 0"):
        node(Strategy(parse_game("kuhn"), {}))


def test_a_node_that_play_never_comes_to_has_no_averages() -> None:
    bets = Strategy.of(
        parse_game("kuhn"),
        lambda _, actions: [float(action in ("bet", "call")) for action in actions],
    )
    found = node(bets, "check")
    assert (found.frequencies, found.ev, found.equity) == (None, None, None)
    assert all(held.weight == 1 and held.ev is None for held in found.hands.values())
    caught = node(bets, "check, bet")
    assert all(held.weight == 0 and held.ev is not None for held in caught.hands.values())
    json.dumps([row for row in found.rows() if not math.isnan(row["probability"])], allow_nan=False)


@pytest.mark.parametrize(("often", "trained"), [(0.002, False), (0.004, True)])
def test_what_less_than_a_thousandth_of_a_range_comes_to_is_untrained(
    often: float, trained: bool
) -> None:
    """About a third of a range bets so often: waiting for the answer, or to act after a raise."""

    def seldom(key: str, actions: tuple[str, ...]) -> Any:
        chance = often * key.startswith("Th9h") if actions[-1] == "bet 10" else 1.0
        return dict.fromkeys(actions, 0.0) | {actions[0]: 1 - chance} | {actions[-1]: chance}

    game = make_game("holdem", {**TURN, "oop.range": "AhKd,Th9h,7c2c"})
    strategy, lines = Strategy.of(game, seldom), ("", "check", "bet 10", "bet 10, raise 55")
    assert [node(strategy, line).trained for line in lines] == [True, True, trained, trained]


@pytest.mark.slow
def test_some_of_its_hands() -> None:
    strategy = random_play(make_game("holdem", WIDE))
    found = node(strategy, "")
    assert [*found.of("AQs,AhKd").hands] == ["AsQs", "AhKd", "AhQh", "AdQd"]
    assert [*node(random_play(parse_game("leduc")), "").of("K, J").hands] == ["J", "K"]
    with pytest.raises(
        InputError, match=r"^hands has '72o', no hand that oop may hold on Td9d6h Qc"
    ):
        found.of("AQs,72o")
    with pytest.raises(InputError, match=r"^hands has 'AX', which is no hand"):
        found.of("AX")


@pytest.mark.slow
def test_rows_and_classes_hold_what_its_hands_do() -> None:
    found = node(random_play(make_game("holdem", WIDE)), "")
    rows = found.rows()
    assert len(rows) == len(found.hands) * len(found.actions)
    assert rows[0]["hand"] == next(iter(found.hands))
    taken = found.classes()
    assert sum(map(sum, taken.values())) == pytest.approx(1)
    assert np.sum([*taken.values()], axis=0) == pytest.approx(found.frequencies)
    assert {*taken} == {"AKs", "AKo", "AQs", "AQo", "AJs", "AJo", "ATs", "ATo", "KQs", "KQo"}


@pytest.mark.slow
def test_a_notebook_draws_it() -> None:
    drawn = node(random_play(make_game("holdem", WIDE)), "check")._repr_html_()
    assert drawn.count("<td") == 169
    assert "KJs" in drawn
    assert node(random_play(parse_game("leduc")), "bet")._repr_html_().count("<tr") == 4


def test_hands_that_never_come_there_are_drawn_as_none() -> None:
    """Aces bet; kings and jacks, who call one bet in four, are left after a check."""
    given = {
        "board": "2s3h4d6c7c",
        "pot": 20,
        "stack": 20,
        "oop.range": "AA,KK,JJ",
        "ip.range": "QQ",
    }
    given |= {"oop.river.bet": "a", "ip.river.bet": "a"}

    def play(key: str, actions: Sequence[str]) -> Sequence[float]:
        if "fold" in actions:
            return 0.75, 0.25
        return (0.0, 1.0) if key[0] in "AQ" else (1.0, 0.0)

    found = node(Strategy.of(make_game("holdem", given), play), "check, bet 20")
    cells = found.chips_in()
    assert (cells[0][0], cells[1][1]) == (("AA", 0.0), ("KK\n25 %", pytest.approx(0.25)))
    drawn = found._repr_html_()
    assert repr(found)[1:-1] in drawn
    assert drawn.count("#8fb3dc 0.0% 75.0%, #9ac48a 75.0% 100.0%") == 2
    assert drawn.count("#dddddd 0.0% 100.0%") == 167


def test_larger_sizes_have_larger_numbers_and_colours_and_the_last_for_all_beyond() -> None:
    colours = {"fold": "x", "call": "y", "size": "abc"}
    for actions, letters, drawn in (
        (["fold", "call"], "fc", "xy"),
        (["check", "bet 20"], "kb", "ya"),
        (["fold", "call", "raise 90"], "fcr", "xya"),
        (["fold", "jam"], "fj", "xa"),
        (["check", "bet 1", "bet 2", "bet 3", "bet 4"], "k1234", "yabcc"),
    ):
        found = marks(actions)
        assert "".join(mark.letter for mark in found) == letters
        assert "".join(mark.among(colours) for mark in found) == drawn


def test_with_rake_both_seats_share_what_is_left_of_the_pot() -> None:
    """Aces win the pot of 20 less 5 %."""
    given = {"board": "2s3h4d6c7c", "pot": 20, "stack": 20, "oop.range": "AsAh", "ip.range": "KsKh"}
    given |= {"oop.river.bet": "", "ip.river.bet": "", "tree.rake": 0.05}
    play = Strategy.of(make_game("holdem", given), lambda *_: {"check": 1.0})
    assert node(play).ev == pytest.approx((19, 0))
