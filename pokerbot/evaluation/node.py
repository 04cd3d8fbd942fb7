"""One decision of a strategy: how often each hand comes there, what it does, what that is worth."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.betting import Betting
from pokerbot.games.catalogue import HOLDEM
from pokerbot.games.holdem import SEATS, on_table
from pokerbot.games.ranges import SQUARE, Range, class_of
from pokerbot.games.spot import at_line, line_to
from pokerbot.io.html import Filled, square, table
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import met_at, own_reach, rows_below
from pokerbot.strategy.arrays import on_board, to_arrays
from pokerbot.strategy.storage import Playable, as_strategy
from pokerbot.strategy.strategy import Strategy

ROUNDING = 1e-12
"""Of the likeliest hand's: what is less likely than so much is never there but for rounding."""

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


@dataclass(frozen=True, repr=False)
class Node:
    """A decision of a strategy, both players' hands so likely as they come there.

    player: who acts, `oop` or `ip` in spots of hold'em, else `first` or `second`
    board: the public cards; pot: the chips in the middle
    actions, frequencies: what there is to do, and how often it is done with all hands together
    ev, equity: each player's share of that pot, and of the showdowns where no one bets any more
    hands: those that the player to act may hold, by name
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

    def classes(self) -> dict[str, list[float]]:
        """Of each class of hold'em hands how often one comes there and takes each action."""
        found: dict[str, list[float]] = {}
        for name, held in self.hands.items():
            if held.share:
                taken = found.setdefault(class_of(name), [0.0] * len(self.actions))
                for place, chance in enumerate(held.strategy):
                    taken[place] += held.share * chance
        return found

    def _repr_html_(self) -> str:
        """For notebooks: hold'em's classes as a square, coloured by what they do; else a table."""
        caption = repr(self)[1:-1]
        if not self.is_holdem:
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
    game = strategy.game
    if not game.has_cards:
        raise InputError(f"takes a game of cards and bets, not {game.spec:.60}", parameter="line")
    betting, board = at_line(game.rules, line)
    at = _values(strategy, betting, board)
    cards = map(game.rules.deck.label, game.rules.boards.cards[board])
    seats = SEATS if game.name == HOLDEM.name else ("first", "second")
    return Node(
        player=seats[betting.player],
        board=on_table([*cards]),
        pot=sum(betting.chips),
        actions=game.names(betting),
        frequencies=tuple((at.sigma @ at.share).tolist()) if at.comes else None,
        ev=at.in_order(at.mean(at.evs), at.other_ev),
        equity=at.in_order(at.mean(at.equities), 1 - at.mean(at.equities)),
        hands=dict(at.hands()),
        game=game.spec,
        line=line_to(game.rules, betting, board),
    )


def _values(strategy: Strategy, betting: Betting, board: int) -> _Values:
    """What a decision is worth; where suits are told apart no other boards are looked at."""
    game = strategy.game
    if not game.rules.deck.told_apart:
        form = compile_game(game)
        return _Values(form, to_arrays(form, strategy.infosets), betting, board)
    try:
        form, profile = on_board(game, strategy.infosets, board)
    except InputError as error:
        lying = game.rules.boards.lying(board)
        raise InputError(f"leads to {lying}, and {error}", parameter="line") from None
    return _Values(form, profile, betting, 0)


class _Values:
    """What a decision is worth to those who come there; [hands] are those of the player to act.

    sigma: [actions, hands] the strategy; reach: [hands] how often it leads there
    comes: how likely a hand is to come there; share: [hands] of those that do
    equities, evs: [hands], and action_evs: [actions, hands]; NaN where the opponent never comes
    other_ev: the opponent's
    """

    def __init__(self, form: Form, profile: Profile, betting: Betting, board: int) -> None:
        self.betting, self.board, self.rules = betting, board, form.game.rules
        player, other = betting.player, 1 - betting.player
        plans, operators = realization_plans(form, profile), bind(form)
        tree, own = form.trees[player], operators[player]
        decision, rows = tree.at(betting, board), tree.rows_at(betting, board)
        self.sigma, self.reach = profile[player][rows], own_reach(tree, plans[player])[decision]
        dealt, won = met_at(form, betting, board, plans[other])
        met = np.where(dealt > ROUNDING * dealt.max(), dealt, np.nan)
        self.equities = (1 + won / met) / 2
        q, v = own.backup(profile[player], own.gradient(plans[other]))
        self.evs = betting.chips[player] + v[decision] / met
        self.action_evs = betting.chips[player] + q[rows] / met
        there = np.nan_to_num(self.reach * met)
        self.comes = float(there.sum())
        self.share = there / (self.comes or 1.0)
        through = plans[player] * rows_below(tree, decision)
        earned = np.vdot(plans[other], operators[other].gradient(through))
        self.other_ev = betting.chips[other] + float(earned) / (self.comes or 1.0)

    def mean(self, values: Array) -> float:
        """The mean over the hands that come there."""
        return float(np.nansum(self.share * values))

    def in_order(self, own: float, other: float) -> tuple[float, float] | None:
        """A value of the player to act and of the opponent, by seat; None where no one comes."""
        if not self.comes:
            return None
        return (other, own) if self.betting.player else (own, other)

    def hands(self) -> Iterator[tuple[str, NodeHand]]:
        """Each hand that the board leaves, by name."""
        player, rules = self.betting.player, self.rules
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


def _colours(actions: Sequence[str]) -> list[str]:
    """A colour for each action: the larger bets and raises are darker."""
    larger = iter(LARGER)
    plain = {"fold": "#8fb3dc", "check": "#9ac48a", "call": "#9ac48a"}
    return [plain.get(action) or next(larger, LARGER[-1]) for action in actions]


def _number(value: float) -> float | None:
    """A number that there is, None for NaN."""
    return None if math.isnan(value) else float(value)
