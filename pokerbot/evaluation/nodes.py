"""A strategy's decisions on a board: both ranges, their equities and expected values."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from pokerbot.evaluation.node_hands import Node, NodeHand, OnCard
from pokerbot.evaluation.tolerance import Trained
from pokerbot.games.actions import SEAT_NAMES, Betting
from pokerbot.games.betting import legal_actions, payoffs, start, successor
from pokerbot.games.holdem import SEATS, on_table
from pokerbot.games.rules import Rules
from pokerbot.games.spot import line_to
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.meeting import NEVER
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import met_at, rows_before
from pokerbot.sequence.showdown import alive_on
from pokerbot.strategy.arrays import on_board, to_arrays
from pokerbot.strategy.strategy import Strategy

Pair = tuple[float, float]
Both = tuple[Array, Array]
"""An array [hands] for each player."""


class Nodes(ABC):
    """Looks up the decisions of a strategy.

    ranges: knows how much of each range comes to a decision
    """

    def __init__(self, strategy: Strategy) -> None:
        self.game, self.strategy, self.ranges = strategy.game, strategy, Trained(strategy)

    @abstractmethod
    def sides(self, betting: Betting, board: int) -> tuple[Side, Side]:
        """Both players' hands at a decision: first those of the player to act."""

    def trained(self, betting: Betting, board: int) -> bool:
        """As `Node.trained`."""
        return self.ranges.at(betting, board)

    def at(self, betting: Betting, board: int) -> Node:
        """A decision on a board."""
        game = self.game
        at, other = self.sides(betting, board)
        ev = equity = frequencies = None
        if at.comes:
            ev, equity, frequencies = self._totals(betting, at, other)
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
            trained=self.trained(betting, board),
            game=game.spec,
            line=line_to(game.rules, betting, board),
        )

    def on_cards(self, betting: Betting, board: int) -> Iterator[tuple[str, OnCard]]:
        """The cards that may come next, by name, each with the decision that follows it in play."""
        boards = self.game.rules.boards
        for after in boards.along(board, boards.street(board) + 1):
            at, other = self.sides(betting, after)
            if at.comes:
                ev, equity, frequencies = self._totals(betting, at, other)
                seat, actions = self._seats[betting.player], self.game.names(betting)
                yield boards.name(after), OnCard(seat, ev, equity, actions, frequencies)

    def _totals(
        self, betting: Betting, at: Side, other: Side
    ) -> tuple[Pair, Pair, tuple[float, ...]]:
        """Expected values and equities by seat, and how often each action is taken.

        Where no rake is taken the expected values add up to the pot: what they miss it by, since
        stored values of hands are rounded, is shared between the seats.
        """
        equity = min(at.mean(at.equities), 1.0)  # where the rounding of shares adds up to more
        own, others = at.mean(at.evs), other.mean(other.evs)
        missed = sum(betting.chips) - own - others if self.game.zero_sum else 0.0
        pairs = (own + missed / 2, others + missed / 2), (equity, 1 - equity)
        ev, equities = (
            (second, first) if at.player else (first, second) for first, second in pairs
        )
        return ev, equities, tuple((at.sigma @ at.share).tolist())

    @property
    def _seats(self) -> tuple[str, str]:
        return SEATS if self.game.is_spot else SEAT_NAMES


class WholeNodes(Nodes):
    """The decisions of a strategy, all computed at once.

    In games where suits are told apart these are only the decisions on a board and on those that
    may follow it.

    Raises:
        InputError: on the board no two hands can be dealt.
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
        """Each player's counterfactual values, of actions [rows, hands] and [decisions, hands]."""
        first, second = (
            own.backup(self.profile[player], own.gradient(self.plans[1 - player]))
            for player, own in enumerate(self._operators)
        )
        return first, second

    def sides(self, betting: Betting, board: int) -> tuple[Side, Side]:
        """As `Nodes`, on the given board or on one that may follow it."""
        here, player = self._here(board), betting.player
        first, second = before = rows_before(self.form, betting, here)
        tree, (q, v) = self.form.trees[player], self.worth[player]
        rows = tree.rows_at(betting, here)
        acts, waits = v[tree.at(betting, here)], self._waiting(betting, here, before)
        worked = Worked(
            reach=(self.plans[0][first], self.plans[1][second]),
            won=(waits, acts) if player else (acts, waits),
            sigma=self.profile[player][rows],
            q=q[rows],
        )
        met = partial(met_at, self.form, here)
        return sides_of(self.form.game.rules, betting, here, worked, met)

    def _waiting(self, betting: Betting, board: int, before: tuple[int, int]) -> Array:
        """[hands] the counterfactual values of the player who does not act.

        Inside a street these are the values of the player's own last action, which leads only here.
        At the beginning of a street that action leads to other boards, too, and the values are the
        sum over what may follow here. At the very first decision they are the values of the game,
        if no card is turned up before it.

        before: the last row of each player before the decision
        """
        waits = 1 - betting.player
        q, v = self.worth[waits]
        if betting.histories[-1]:
            found: Array = q[before[waits]]
        elif not board and betting == start(self.form.game.rules):
            found = v[0]
        else:
            reach = self.plans[betting.player][before[betting.player]]
            found = self._follows(betting, board, waits, reach)
        return found

    def _follows(self, betting: Betting, board: int, seat: int, reach: Array) -> Array:
        """[hands] a player's counterfactual values at a betting where others may act first.

        reach: [hands] the probability that the opponent's own choices lead there
        """
        form, rules = self.form, self.form.game.rules
        if betting.over:
            return paid(rules, betting, seat, met_at(form, board, seat, reach))
        street, found = rules.street(betting.round), np.zeros(form.trees[seat].hands)
        if street > rules.boards.street(board):
            for each in rules.boards.along(board, street):
                found += self._follows(betting, each, seat, reach)
        elif betting.player == seat:
            found += self.worth[seat][1][form.trees[seat].at(betting, board)]
        else:
            rows = form.trees[1 - seat].rows_at(betting, board)
            taken = zip(legal_actions(rules, betting), self.profile[1 - seat][rows], strict=True)
            for action, chances in taken:
                after = successor(rules, betting, action)
                found += self._follows(after, board, seat, reach * chances)
        return found

    def _here(self, board: int) -> int:
        """The number that a board of the game has in the form."""
        boards, street = self.game.rules.boards, self.game.rules.boards.street(board)
        here = self.form.game.rules.boards.of(street - boards.street(self.first))
        return here.start + board - boards.along(self.first, street).start


def paid(rules: Rules, end: Betting, player: int, met: Both) -> Array:
    """[hands] a player's counterfactual values where the betting ends with a showdown.

    met: as `met_at`
    """
    dealt, signed = met
    won, lost = (float(payoffs(rules, end, winner)[player]) for winner in (player, 1 - player))
    return (won - lost) / 2 * signed + (won + lost) / 2 * dealt


@dataclass(frozen=True)
class Worked:
    """The arrays of a decision.

    reach: [hands] for each player, the probability that their own choices lead there
    won: [hands] for each player, the counterfactual values
    sigma, q: [actions, hands] the acting player's strategy, and the actions' counterfactual values
    """

    reach: Both
    won: Both
    sigma: Array
    q: Array


class Side:
    """One player's hands at a decision.

    reach: [hands] the probability that the player's own choices lead there
    met: [hands] the counterfactual reach: the probability that chance and the opponent lead there;
        NaN where it is 0
    comes: the probability that the decision is reached, over all hands
    share: [hands] each hand's share of those that reach it
    equities: [hands] the share of showdowns that are won if no one bets any more
    evs: [hands] the expected share of the pot
    sigma: [actions, hands] the strategy; no rows for the player who does not act
    action_evs: [actions, hands] the expected share of the pot after each action
    scale: the factor of the hands' weights
    """

    scale = 1.0

    def __init__(
        self, rules: Rules, betting: Betting, board: int, player: int, worked: Worked, met: Both
    ) -> None:
        """Compute equities and expected values of a player's hands.

        met: [hands] the counterfactual reach, and the same signed by who wins, as `met_at`
        """
        self.rules, self.board, self.player = rules, board, player
        self.reach, chips = worked.reach[player], betting.chips[player]
        dealt, signed = met
        self.met = np.where(dealt > NEVER * dealt.max(), dealt, np.nan)
        self.equities = np.clip((1 + signed / self.met) / 2, 0, 1)
        there = np.nan_to_num(self.reach * self.met)
        self.comes = float(there.sum())
        self.share = there / (self.comes or 1.0)
        self.evs = chips + worked.won[player] / self.met
        self.sigma = self.action_evs = np.empty((0, len(self.reach)))
        if player == betting.player:
            self.sigma, self.action_evs = worked.sigma, chips + worked.q / self.met

    def mean(self, values: Array) -> float:
        """The mean of values [hands] over the hands that reach the decision."""
        return float(np.nansum(self.share * values))

    def hands(self) -> Iterator[tuple[str, NodeHand]]:
        """Each hand that is possible on the board, by name."""
        player, rules = self.player, self.rules
        there = np.flatnonzero(alive_on(rules, player, self.board))
        by_hand = self.reach, self.equities, self.evs, self.share
        by_action = self.sigma, self.action_evs
        for hand, reach, equity, ev, share, taken, worth in zip(
            there.tolist(),
            *(each[there].tolist() for each in by_hand),
            *(each[:, there].T.tolist() for each in by_action),
            strict=True,
        ):
            yield (
                rules.hands[player].name(hand),
                NodeHand(
                    weight=self.scale * rules.prior.weight(player, hand) * reach,
                    equity=_number(equity),
                    ev=_number(ev),
                    strategy=tuple(taken),
                    action_evs=tuple(map(_number, worth)),
                    share=share,
                ),
            )


def sides_of(
    rules: Rules, betting: Betting, board: int, worked: Worked, met: Callable[[int, Array], Both]
) -> tuple[Side, Side]:
    """Both players' hands at a decision: first those of the player to act.

    met: (player, the other's reach [hands]) → the player's counterfactual reach, and the same
        signed by who wins, as `met_at`
    """
    at, other = (
        Side(rules, betting, board, seat, worked, met(seat, worked.reach[1 - seat]))
        for seat in (betting.player, 1 - betting.player)
    )
    return at, other


def _number(value: float) -> float | None:
    """The value, or None if it is NaN."""
    return None if math.isnan(value) else value
