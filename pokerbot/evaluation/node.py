"""One decision of a strategy: how often each hand comes there, what it does, what that is worth."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.betting import Betting, legal_actions, start, successor
from pokerbot.games.holdem import SEATS, on_table
from pokerbot.games.ranges import SQUARE, Range, class_of
from pokerbot.games.spot import at_line, line_to
from pokerbot.io.html import Filled, square, table
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import met_at, rows_before
from pokerbot.strategy.arrays import on_board, to_arrays
from pokerbot.strategy.storage import Playable, as_strategy
from pokerbot.strategy.strategy import Strategy

ROUNDING = 1e-12
"""Of the likeliest hand's: what is less likely than so much is never there but for rounding."""

Pair = tuple[float, float]

FIRST_AND_SECOND = ("first", "second")
LARGER = ("#f3c0a8", "#e89a7c", "#d97255", "#c14b38", "#96302a")


@dataclass(frozen=True, slots=True)
class NodeHand:
    """A hand of the player to act at a node.

    weight: its weight in the range times how often the player's own choices lead there
    equity: the share of the showdowns that it wins where no one bets any more, ties half
    ev: its share of the pot there, later bets of the player's own given back
    strategy, action_evs: of each action how often it is taken, and the EV where it is
    share: of the hands that come there
    Equity and EVs are None where the opponent never comes there with a hand that fits.
    """

    weight: float
    equity: float | None
    ev: float | None
    strategy: tuple[float, ...]
    action_evs: tuple[float | None, ...]
    share: float = field(repr=False)


@dataclass(frozen=True)
class OnCard:
    """A card that may come next, and what it makes of a decision's ranges.

    ev, equity: as in `Node`; player, actions, frequencies: of the first to act on it, as in `Node`
    """

    card: str
    player: str
    ev: tuple[float, float]
    equity: tuple[float, float]
    actions: tuple[str, ...]
    frequencies: tuple[float, ...]


@dataclass(frozen=True, repr=False)
class Node:
    """A decision of a strategy, both players' hands so likely as they come there.

    player: who acts, `oop` or `ip` in spots of hold'em, else `first` or `second`
    board: the public cards; pot: the chips in the middle
    actions, frequencies: what there is to do, and how often it is done with all hands together
    ev, equity: each player's share of that pot, and of the showdowns where no one bets any more
    hands, waiting: those that the player to act may hold, by name, and those that the other may,
        with nothing to do
    game: what people call it; line: what leads there, as `at_line` reads it
    Where play never comes there, frequencies, EV and equity are None.
    """

    player: str
    board: str
    pot: float
    actions: tuple[str, ...]
    frequencies: tuple[float, ...] | None
    ev: tuple[float, float] | None
    equity: tuple[float, float] | None
    hands: Mapping[str, NodeHand]
    waiting: Mapping[str, NodeHand] = field(repr=False)
    game: str = field(repr=False)
    line: str = field(repr=False)

    def __repr__(self) -> str:
        at = f" after {self.line}" if self.line else ""
        often = zip(self.actions, self.frequencies or (), strict=False)
        does = "".join(f", {action} {chance:.1%}" for action, chance in often)
        return f"<Node of {self.game}{at}: {self.player} to act{does}>"

    def rows(self) -> list[dict[str, Any]]:
        """A row for each action of each hand, for a data frame."""
        return [
            {
                "hand": name,
                "weight": held.weight,
                "equity": held.equity,
                "ev": held.ev,
                "action": action,
                "probability": chance,
                "action_ev": worth,
            }
            for name, held in self.hands.items()
            for action, chance, worth in zip(
                self.actions, held.strategy, held.action_evs, strict=True
            )
        ]

    def of(self, hands: str) -> Node:
        """The same of some of its hands: of a range of hold'em, or of names between commas.

        Raises:
            InputError: none of an entry's hands is there.
        """
        found: dict[str, NodeHand] = {}
        for entry in hands.split(","):
            there = {name: self.hands[name] for name in self._named(entry) if name in self.hands}
            if not there:
                here = f"that {self.player} may hold" + (f" on {self.board}" if self.board else "")
                raise InputError(f"has {entry.strip()!r:.40}, no hand {here}", parameter="hands")
            found |= there
        return replace(self, hands={name: self.hands[name] for name in self.hands if name in found})

    def _named(self, entry: str) -> Iterable[str]:
        """The hands that an entry names."""
        if not self.is_holdem:
            return [entry.strip()]
        try:
            return Range(entry).hands
        except InputError as error:
            raise error.about("hands") from None

    @property
    def is_holdem(self) -> bool:
        """Whether its hands are two cards of the whole deck, of which there are classes."""
        return self.player in SEATS

    @property
    def seats(self) -> tuple[str, str]:
        """What both players are called."""
        return SEATS if self.is_holdem else FIRST_AND_SECOND

    @property
    def has_classes(self) -> bool:
        """Whether its hands are of hold'em's classes, or are those."""
        return self.is_holdem or "AKs" in self.hands

    def classes(self) -> dict[str, list[float]]:
        """Of each class of hold'em hands how often one comes there and takes each action."""
        found: dict[str, list[float]] = {}
        for name, held in self.hands.items():
            if held.share:
                taken = found.setdefault(class_of(name), [0.0] * len(self.actions))
                for place, chance in enumerate(held.strategy):
                    taken[place] += held.share * chance
        return found

    def chips_in(self) -> list[list[tuple[str, float]]]:
        """The square of hold'em's classes: of each its name, and how often it puts chips in."""
        idle = [place for place, action in enumerate(self.actions) if action in ("fold", "check")]
        taken = self.classes()

        def cell(name: str) -> tuple[str, float]:
            if name not in taken:
                return name, 0.0
            share = 1 - sum(taken[name][place] for place in idle) / sum(taken[name])
            return f"{name}\n{100 * share:.0f} %", share

        return [[cell(name) for name in row] for row in SQUARE]

    def _repr_html_(self) -> str:
        """For notebooks: hold'em's classes as a square, coloured by what they do; else a table."""
        caption = repr(self)[1:-1]
        if not self.has_classes:
            rows = [[name, *held.strategy] for name, held in self.hands.items()]
            return table(caption, ["", *self.actions], rows)
        colours, taken = _colours(self.actions), self.classes()

        def cell(name: str) -> Filled:
            parts = taken.get(name, ())
            shares = [part / sum(parts) for part in parts]
            return name, [*zip(shares, colours, strict=False)]

        return square(caption, [[cell(name) for name in row] for row in SQUARE])


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
        nodes = Nodes(strategy, board if rules.deck.told_apart else 0)
    except InputError as error:
        lying = rules.boards.lying(board)
        raise InputError(f"leads to {lying}, and {error}", parameter="line") from None
    return nodes.at(betting, board)


class Nodes:
    """The decisions of a strategy where a board lies on the table, worked out together.

    Where suits are told apart no other boards are looked at.

    Raises:
        InputError: the board leaves no two hands that can be dealt.
    """

    def __init__(self, strategy: Strategy, board: int = 0) -> None:
        self.game, self.first = strategy.game, board
        if self.game.rules.deck.told_apart:
            self.form, self.profile = on_board(self.game, strategy.infosets, board)
        else:
            self.form = compile_game(self.game)
            self.profile = to_arrays(self.form, strategy.infosets)
        self.plans, self._operators = realization_plans(self.form, self.profile), bind(self.form)

    @cached_property
    def worth(self) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
        """Of each player [rows, hands] and [decisions, hands], the counterfactual values."""
        first, second = (
            own.backup(self.profile[player], own.gradient(self.plans[1 - player]))
            for player, own in enumerate(self._operators)
        )
        return first, second

    def at(self, betting: Betting, board: int) -> Node:
        """A decision on the board, or on one that may come of it."""
        game = self.game
        at, other = self._sides(betting, board)
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
            at, other = self._sides(betting, after)
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

    def _sides(self, betting: Betting, board: int) -> tuple[_Acting, _Waiting]:
        here = self._here(board)
        return _Acting(self, betting, here), _Waiting(self, betting, here)

    def _here(self, board: int) -> int:
        """The number of a board among those of the form."""
        boards, street = self.game.rules.boards, self.game.rules.boards.street(board)
        here = self.form.game.rules.boards.of(street - boards.street(self.first))
        return here.start + board - boards.along(self.first, street).start


class _Side:
    """One player's hands at a decision; [hands] are theirs.

    reach: [hands] how often the own choices lead there
    met: [hands] how likely the rest leads there with a hand; NaN where it never does
    comes: how likely a hand is to come there; share: [hands] of those that do
    equities: [hands] the share of showdowns won if no one bets any more
    evs: [hands] the share of the pot; action_evs, sigma: [actions, hands], of who acts
    """

    evs: Array
    sigma: Array
    action_evs: Array

    def __init__(self, nodes: Nodes, betting: Betting, board: int, player: int) -> None:
        self.player, self.board, self.rules = player, board, nodes.form.game.rules
        self.before = rows_before(nodes.form, betting, board)
        own, other = (nodes.plans[seat][self.before[seat]] for seat in (player, 1 - player))
        self.reach = own
        dealt, won = met_at(nodes.form, board, player, other)
        self.met = np.where(dealt > ROUNDING * dealt.max(), dealt, np.nan)
        self.equities = (1 + won / self.met) / 2
        there = np.nan_to_num(self.reach * self.met)
        self.comes = float(there.sum())
        self.share = there / (self.comes or 1.0)

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


class _Acting(_Side):
    """The player to act."""

    def __init__(self, nodes: Nodes, betting: Betting, board: int) -> None:
        super().__init__(nodes, betting, board, betting.player)
        tree, chips = nodes.form.trees[self.player], betting.chips[self.player]
        rows = tree.rows_at(betting, board)
        q, v = nodes.worth[self.player]
        self.sigma = nodes.profile[self.player][rows]
        self.evs = chips + v[tree.at(betting, board)] / self.met
        self.action_evs = chips + q[rows] / self.met


class _Waiting(_Side):
    """The other player.

    Their last action leads here alone, unless a street has begun since: then whatever the player
    to act does is answered, so that the decisions that follow hold all that is won.
    """

    def __init__(self, nodes: Nodes, betting: Betting, board: int) -> None:
        super().__init__(nodes, betting, board, 1 - betting.player)
        tree, rules = nodes.form.trees[self.player], self.rules
        q, v = nodes.worth[self.player]
        if betting.histories[-1]:
            won = q[self.before[self.player]]
        elif betting == start(rules):
            won = v[0]
        else:
            actions = legal_actions(rules, betting)
            after = (successor(rules, betting, action) for action in actions)
            won = v[[tree.at(each, board) for each in after]].sum(axis=0)
        self.evs = betting.chips[self.player] + won / self.met
        self.sigma = self.action_evs = np.empty((0, tree.hands))


def _totals(at: _Acting, other: _Waiting) -> tuple[Pair, Pair, tuple[float, ...]]:
    """EV and equity by seat, and how often each action is taken."""
    equity = at.mean(at.equities)
    pairs = (at.mean(at.evs), other.mean(other.evs)), (equity, 1 - equity)
    ev, equities = ((second, first) if at.player else (first, second) for first, second in pairs)
    return ev, equities, tuple((at.sigma @ at.share).tolist())


def _colours(actions: Sequence[str]) -> list[str]:
    """A colour for each action: the larger bets and raises are darker."""
    larger = iter(LARGER)
    plain = {"fold": "#8fb3dc", "check": "#9ac48a", "call": "#9ac48a"}
    return [plain.get(action) or next(larger, LARGER[-1]) for action in actions]


def _number(value: float) -> float | None:
    """A number that there is, None for NaN."""
    return None if math.isnan(value) else float(value)
