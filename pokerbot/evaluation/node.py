"""One decision of a strategy: how often each hand comes there, what it does, what that is worth."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.node_hands import FIRST_AND_SECOND, Node, NodeHand, OnCard
from pokerbot.games.betting import (
    Betting,
    actions_to,
    along,
    legal_actions,
    payoffs,
    start,
    successor,
)
from pokerbot.games.holdem import SEATS, on_table
from pokerbot.games.rules import Rules
from pokerbot.games.spot import at_line, line_to
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.meeting import ahead_on, dealt_on, won_on
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import met_at, rows_before
from pokerbot.strategy.arrays import on_board, to_arrays
from pokerbot.strategy.parts import PackedProfile
from pokerbot.strategy.storage import Playable, as_strategy
from pokerbot.strategy.strategy import Strategy

__all__ = ["Node", "NodeHand", "Nodes", "OnCard", "node", "nodes_of"]

ROUNDING = 1e-12
"""Of the likeliest hand's: what is less likely than so much is never there but for rounding."""

Pair = tuple[float, float]
Both = tuple[Array, Array]
"""An array [hands] of each player."""


def node(of: Playable, line: str = "") -> Node:
    """A decision of a strategy.

    Args:
        of: a strategy, a solution, a file or its bare name.
        line: what leads there: `check, bet 120, call / 7s / check`; "" is the first decision.

    Raises:
        InputError: there is no such strategy, its game has no cards, or the line leads nowhere.
    """
    strategy = as_strategy(of)
    if not strategy.game.has_cards:
        spec = strategy.game.spec
        raise InputError(f"takes a game of cards and bets, not {spec:.60}", parameter="line")
    rules = strategy.game.rules
    betting, board = at_line(rules, line)
    try:
        nodes = nodes_of(strategy, board if rules.deck.told_apart else 0)
    except InputError as error:
        lying = rules.boards.lying(board)
        raise InputError(f"leads to {lying}, and {error}", parameter="line") from None
    return nodes.at(betting, board)


def nodes_of(strategy: Strategy, board: int = 0) -> Nodes:
    """The decisions of a strategy where a board lies on the table.

    Raises:
        InputError: the board leaves no two hands that can be dealt.
    """
    found = strategy.infosets
    if isinstance(found, PackedProfile) and found.worth is not None:
        return StreetNodes(strategy, found)
    return WholeNodes(strategy, board)


class Nodes(ABC):
    """The decisions of a strategy."""

    def __init__(self, strategy: Strategy) -> None:
        self.game = strategy.game

    @abstractmethod
    def sides(self, betting: Betting, board: int) -> tuple[Side, Side]:
        """Who acts at a decision, and who waits."""

    def at(self, betting: Betting, board: int) -> Node:
        """A decision on a board."""
        game = self.game
        at, other = self.sides(betting, board)
        ev, equity, frequencies = _totals(at, other) if at.comes else (None, None, None)
        cards = map(game.rules.deck.label, game.rules.boards.cards[board])
        return Node(
            player=self._seats[betting.player],
            board=on_table([*cards]),
            pot=sum(betting.chips),
            actions=game.names(betting),
            frequencies=frequencies,
            ev=ev,
            equity=equity,
            hands=dict(at.hands()),
            waiting=dict(other.hands()),
            game=game.spec,
            line=line_to(game.rules, betting, board),
        )

    def on_cards(self, betting: Betting, board: int) -> Iterator[OnCard]:
        """What each card that may be turned up next comes to, where play comes to it."""
        boards = self.game.rules.boards
        for after in boards.along(board, boards.street(board) + 1):
            at, other = self.sides(betting, after)
            if at.comes:
                (card,) = boards.turned(after)
                ev, equity, frequencies = _totals(at, other)
                yield OnCard(
                    self.game.rules.deck.label(card), self._seats[betting.player], ev, equity,
                    self.game.names(betting), frequencies,
                )  # fmt: skip

    @property
    def _seats(self) -> tuple[str, str]:
        return SEATS if self.game.is_spot else FIRST_AND_SECOND


class WholeNodes(Nodes):
    """Those of a strategy where a board lies on the table, worked out together.

    Where suits are told apart no other boards are looked at.

    Raises:
        InputError: the board leaves no two hands that can be dealt.
    """

    def __init__(self, strategy: Strategy, board: int = 0) -> None:
        super().__init__(strategy)
        self.first = board
        if self.game.rules.deck.told_apart:
            self.form, self.profile = on_board(self.game, strategy.infosets, board)
        else:
            self.form = compile_game(self.game)
            self.profile = to_arrays(self.form, strategy.infosets)
        self.plans, self._operators = realization_plans(self.form, self.profile), bind(self.form)

    @cached_property
    def worth(self) -> tuple[Both, Both]:
        """Of each player [rows, hands] and [decisions, hands], the counterfactual values."""
        first, second = (
            own.backup(self.profile[player], own.gradient(self.plans[1 - player]))
            for player, own in enumerate(self._operators)
        )
        return first, second

    def sides(self, betting: Betting, board: int) -> tuple[Side, Side]:
        """As `Nodes`, on the board or on one that may come of it."""
        here, rules, player = self._here(board), self.form.game.rules, betting.player
        before = rows_before(self.form, betting, here)
        rows = self.form.trees[player].rows_at(betting, here)
        q, v = self.worth[player]
        won = [np.empty(0), np.empty(0)]
        won[player] = v[self.form.trees[player].at(betting, here)]
        won[1 - player] = self._waiting(betting, here, before[1 - player])
        sides = []
        for seat in (player, 1 - player):
            own, other = (self.plans[each][before[each]] for each in (seat, 1 - seat))
            met = met_at(self.form, here, seat, other)
            sides.append(Side(rules, here, seat, own, met, betting.chips[seat], won[seat]))
        sides[0].does(self.profile[player][rows], q[rows])
        return sides[0], sides[1]

    def _waiting(self, betting: Betting, board: int, before: int) -> Array:
        """[hands] the counterfactual values of the player who does not act.

        Their last action leads here alone, unless a street has begun since: then whatever the
        player to act does is answered, so that the decisions that follow hold all that is won.
        """
        tree, rules = self.form.trees[1 - betting.player], self.form.game.rules
        q, v = self.worth[1 - betting.player]
        if betting.histories[-1]:
            found: Array = q[before]
        elif betting == start(rules):
            found = v[0]
        else:
            actions = legal_actions(rules, betting)
            after = (successor(rules, betting, action) for action in actions)
            found = v[[tree.at(each, board) for each in after]].sum(axis=0)
        return found

    def _here(self, board: int) -> int:
        """The number of a board among those of the form."""
        boards, street = self.game.rules.boards, self.game.rules.boards.street(board)
        here = self.form.game.rules.boards.of(street - boards.street(self.first))
        return here.start + board - boards.along(self.first, street).start


@dataclass(frozen=True)
class _Worked:
    """A decision of a street, worked out.

    reach: how often each player's choices lead there; won: their counterfactual values
    sigma, q: [actions, hands] of who acts, the strategy and the values
    """

    reach: Both
    won: Both
    sigma: Array
    q: Array


class StreetNodes(Nodes):
    """Those of a strategy that says what hands are worth where a card comes.

    Before the last street only the strategy on the street of a decision, and on the way there, is
    looked at; on it only that of its own board.
    """

    def __init__(self, strategy: Strategy, infosets: PackedProfile) -> None:
        super().__init__(strategy)
        self.strategy, self.infosets = strategy, infosets
        self._streets: dict[tuple[Betting, int], dict[Betting, _Worked]] = {}
        self._last: dict[int, WholeNodes] = {}

    def on_cards(self, betting: Betting, board: int) -> Iterator[OnCard]:
        """As `Nodes`: rivers that may come of a turn are worked out together."""
        boards = self.game.rules.boards
        if boards.street(board) + 2 == boards.streets:
            self._last.setdefault(board, WholeNodes(self.strategy, board))
        return super().on_cards(betting, board)

    def sides(self, betting: Betting, board: int) -> tuple[Side, Side]:
        """As `Nodes`."""
        rules, player = self.game.rules, betting.player
        if rules.boards.street(board) + 1 == rules.boards.streets:
            return self._on_last(board).sides(betting, board)
        found, sides = self._street(betting, board)[betting], []
        for seat in (player, 1 - player):
            met = self._met(seat, board, found.reach[1 - seat])
            sides.append(
                Side(
                    rules, board, seat, found.reach[seat], met, betting.chips[seat], found.won[seat]
                )
            )
        sides[0].does(found.sigma, found.q)
        return sides[0], sides[1]

    def _on_last(self, board: int) -> WholeNodes:
        """Those on a board of the last street, or of all that come of the board before."""
        before = self._last.get(self.game.rules.boards.parent(board))
        return before or self._last.setdefault(board, WholeNodes(self.strategy, board))

    def _met(self, player: int, board: int, reach: Array) -> Both:
        """[hands] how likely a player's hands meet the other's, and the same signed by who wins."""
        rules, worth = self.game.rules, self.infosets.worth
        assert worth is not None
        ahead = ahead_on(rules, board) if board else worth.ahead
        return dealt_on(rules, player, board, reach), won_on(rules, player, ahead, reach)

    def _street(self, betting: Betting, board: int) -> dict[Betting, _Worked]:
        """All decisions of a betting's street that follow what was done before it."""
        rules = self.game.rules
        done = [*along(rules, actions_to(rules, betting))]
        begun = next((at for at, _ in done if at.round == betting.round), betting)
        if (begun, board) not in self._streets:
            reach = [np.ones(len(hands)) for hands in rules.hands]
            for at, action in done:
                if at.round < begun.round:
                    place = legal_actions(rules, at).index(action)
                    reach[at.player] = reach[at.player] * self._sigma(at, board)[place]
            found: dict[Betting, _Worked] = {}
            self._work(begun, board, (reach[0], reach[1]), found)
            self._streets[begun, board] = found
        return self._streets[begun, board]

    def _sigma(self, betting: Betting, board: int) -> Array:
        """[actions, hands] what is done on a board, or on the one before it."""
        rules = self.game.rules
        while rules.boards.street(board) > rules.street(betting.round):
            board = rules.boards.parent(board)
        found: Array = self.infosets.at(betting, range(board, board + 1))[0]
        return found

    def _work(
        self, betting: Betting, board: int, reach: Both, found: dict[Betting, _Worked]
    ) -> Both:
        """The counterfactual values of both players where a betting has come to."""
        rules, street = self.game.rules, self.game.rules.boards.street(board)
        if betting.over:
            first, second = (self._paid(betting, board, player, reach) for player in (0, 1))
            return first, second
        if rules.street(betting.round) > street:
            evs = self.infosets.worth_at(betting, board)
            first, second = (
                dealt_on(rules, player, board, reach[1 - player])
                * (evs[player] - betting.chips[player])
                for player in (0, 1)
            )
            return first, second
        player, sigma, after = betting.player, self._sigma(betting, board), []
        for action, chances in zip(legal_actions(rules, betting), sigma, strict=True):
            taken = [*reach]
            taken[player] = reach[player] * chances
            then = successor(rules, betting, action)
            after.append(self._work(then, board, (taken[0], taken[1]), found))
        q = np.stack([each[player] for each in after])
        won = [np.sum([each[seat] for each in after], axis=0) for seat in (0, 1)]
        won[player] = (sigma * q).sum(axis=0)
        found[betting] = _Worked(reach, (won[0], won[1]), sigma, q)
        return found[betting].won

    def _paid(self, end: Betting, board: int, player: int, reach: Both) -> Array:
        """[hands] what a player wins where the betting has ended on a board."""
        rules = self.game.rules
        if end.folded is not None:
            chips = payoffs(rules, end, 1 - end.folded)[player]
            return float(chips) * dealt_on(rules, player, board, reach[1 - player])
        dealt, signed = self._met(player, board, reach[1 - player])
        won, lost = (float(payoffs(rules, end, each)[player]) for each in (player, 1 - player))
        return (won - lost) / 2 * signed + (won + lost) / 2 * dealt


class Side:
    """One player's hands at a decision; [hands] are theirs.

    reach: [hands] how often the own choices lead there
    met: [hands] how likely the rest leads there with a hand; NaN where it never does
    comes: how likely a hand is to come there; share: [hands] of those that do
    equities: [hands] the share of showdowns won if no one bets any more
    evs: [hands] the share of the pot; action_evs, sigma: [actions, hands], of who acts
    """

    def __init__(
        self,
        rules: Rules,
        board: int,
        player: int,
        reach: Array,
        met: tuple[Array, Array],
        chips: float,
        won: Array,
    ) -> None:
        """Those of a player.

        Args:
            rules: of the game.
            board: what lies there.
            player: whose hands.
            reach: how often their choices lead there.
            met: as `met_at` tells.
            chips: what they have put in.
            won: [hands] the counterfactual values.
        """
        self.rules, self.board, self.player, self.reach, self.chips = (
            rules, board, player, reach, chips,
        )  # fmt: skip
        dealt, signed = met
        self.met = np.where(dealt > ROUNDING * dealt.max(), dealt, np.nan)
        self.equities = (1 + signed / self.met) / 2
        there = np.nan_to_num(self.reach * self.met)
        self.comes = float(there.sum())
        self.share = there / (self.comes or 1.0)
        self.evs = chips + won / self.met
        self.sigma = self.action_evs = np.empty((0, len(reach)))

    def does(self, sigma: Array, q: Array) -> None:
        """Of who acts: [actions, hands] the strategy, and the counterfactual values of actions."""
        self.sigma, self.action_evs = sigma, self.chips + q / self.met

    def mean(self, values: Array) -> float:
        """The mean over the hands that come there."""
        return float(np.nansum(self.share * values))

    def hands(self) -> Iterator[tuple[str, NodeHand]]:
        """Each hand that the board leaves, by name."""
        player, rules = self.player, self.rules
        for hand in range(len(self.share)):
            if rules.alive(player, hand, self.board):
                yield (
                    rules.hands[player].name(hand),
                    NodeHand(
                        weight=rules.prior.weight(player, hand) * float(self.reach[hand]),
                        equity=_number(self.equities[hand]),
                        ev=_number(self.evs[hand]),
                        strategy=tuple(self.sigma[:, hand].tolist()),
                        action_evs=tuple(map(_number, self.action_evs[:, hand])),
                        share=float(self.share[hand]),
                    ),
                )


def _totals(at: Side, other: Side) -> tuple[Pair, Pair, tuple[float, ...]]:
    """EV and equity by seat, and how often each action is taken."""
    equity = at.mean(at.equities)
    pairs = (at.mean(at.evs), other.mean(other.evs)), (equity, 1 - equity)
    ev, equities = ((second, first) if at.player else (first, second) for first, second in pairs)
    return ev, equities, tuple((at.sigma @ at.share).tolist())


def _number(value: float) -> float | None:
    """A number that there is, None for NaN."""
    return None if math.isnan(value) else float(value)
