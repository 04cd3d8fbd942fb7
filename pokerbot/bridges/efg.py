"""Writes games in Gambit's text format for extensive games, `.efg`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import isclose, prod
from operator import mul

from pokerbot.errors import InputError
from pokerbot.games.betting import (
    Betting,
    count_actions,
    legal_actions,
    payoffs,
    start,
    successor,
)
from pokerbot.games.catalogue import OfGame, game_of
from pokerbot.games.game import Game
from pokerbot.games.sequences import Ends, InformationSet
from pokerbot.games.spot import Spot
from pokerbot.games.trees import State
from pokerbot.sequence.compile import boards_apart

MOST_NODES = 10_000_000
"""The largest tree of a card game that is written: about a gigabyte of text, in an hour."""
Deal = tuple[int, int, int]
"""Both players' hands, and the board that has been dealt so far."""


def to_efg(game: Game | OfGame | str) -> str:
    """The whole game tree as a text that Gambit's `read_efg` reads, with exact numbers.

    The labels of information sets are their keys, and payoffs are in chips. For a game given by a
    list of terminals it is a tree with the same sequence form, and so with the same strategies and
    values.

    Raises:
        InputError: there is no such game, it has locks, which the format does not know, or its tree
            has more than about `MOST_NODES` nodes.
    """
    game = game_of(game)
    game.check_unlocked("efg")
    if game.has_cards:
        _check_size(game)
        lines = _Writer(game).lines()
    elif game.root is not None:
        lines = _from_tree(game, game.root())
    else:
        lines = _EndsWriter(game.name, game.ends).lines()
    return "\n".join(lines) + "\n"


def _check_size(game: Game) -> None:
    """Check that a card game's tree, for every deal and every board, has not too many nodes."""
    actions, boards = count_actions(game.rules), boards_apart(game, merged=False)
    nodes = sum(map(mul, actions, boards)) * prod(game.hands)
    if nodes > MOST_NODES:
        raise InputError(
            f"the tree of {game.spec} has about {nodes:.1e} nodes; up to {MOST_NODES:,} are written"
        )


class _Writer:
    """Writes the nodes of a card game, each before those that follow it.

    known: for each player, the numbers of the information sets written so far, by key
    dealt, ended: how many chance nodes and terminals have been written
    """

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules
        self.known: tuple[dict[str, int], ...] = {}, {}
        self.dealt = self.ended = 0

    def lines(self) -> Iterator[str]:
        """The lines of the file, one for each node."""
        yield from _heading(self.game.spec)
        first, second = map(range, map(len, self.rules.hands))
        deals = [(one, other, 0) for one, other in product(first, second)]
        yield from self._deal(deals, start(self.rules))

    def _deal(self, deals: Sequence[Deal], betting: Betting) -> Iterator[str]:
        """A chance node, whose outcomes are these deals, and the nodes that follow it."""
        rules = self.rules
        ways = {
            (one, other, board): rules.prior.ways(one, other, rules.boards.cards[board])
            for one, other, board in deals
        }
        self.dealt += 1
        yield _chance(
            self.dealt,
            [(self._named(deal), Fraction(count)) for deal, count in ways.items() if count],
        )
        for deal, count in ways.items():
            if count:
                yield from self._node(deal, betting)

    def _named(self, deal: Deal) -> str:
        """The name of a deal: both hands, then all cards on the table."""
        (one, other, board), rules = deal, self.rules
        label = rules.deck.label
        cards = " ".join(map(label, rules.boards.cards[board]))
        return f"{rules.hands[0].name(one)} {rules.hands[1].name(other)} {cards}".rstrip()

    def _node(self, deal: Deal, betting: Betting) -> Iterator[str]:
        """The node of a betting with these cards dealt, and the nodes that follow it."""
        rules, (one, other, board) = self.rules, deal
        showdown = betting.over and betting.folded is None
        last = rules.boards.streets - 1
        street = last if showdown else rules.street(betting.round)
        if rules.boards.street(board) < street and betting.folded is None:
            after = rules.boards.of(rules.boards.street(board) + 1)
            turned = [(one, other, each) for each in after if rules.boards.parent(each) == board]
            yield from self._deal(turned, betting)
            return
        if betting.over:
            winner = rules.winner((one, other), board) if showdown else None
            self.ended += 1
            yield _end(self.ended, *map(Fraction, payoffs(rules, betting, winner)))
            return
        player = betting.player
        actions = legal_actions(rules, betting)
        key = self.game.key(Spot(betting, board, deal[player]))
        number = self.known[player].setdefault(key, len(self.known[player]) + 1)
        yield _decision(player, number, key, [action.name for action in actions])
        for action in actions:
            yield from self._node(deal, successor(rules, betting, action))


FINEST = 10**6
"""A tree's probabilities are floating-point numbers; each is taken for the closest fraction with at
most this denominator, if there is one as close as rounding leaves it.
"""


def _from_tree(game: Game, root: State) -> Iterator[str]:
    """The lines of a game that is given by a tree of states, one for each node."""
    yield from _heading(game.name)
    known: tuple[dict[str, int], ...] = {}, {}
    dealt = ended = 0
    ahead = [root]
    while ahead:
        state = ahead.pop()
        player = state.player
        ways = state.chance() if player is None else {}
        actions = [*ways] if player is None else state.actions()
        if player is not None:
            key = state.information_set()
            number = known[player].setdefault(key, len(known[player]) + 1)
            yield _decision(player, number, key, actions)
        elif ways:
            dealt += 1
            yield _chance(dealt, [(name, _fraction(float(p))) for name, p in ways.items()])
        else:
            ended += 1
            won = Fraction(float(state.payoff()))
            yield _end(ended, won, -won)
        ahead += [state.child(action) for action in reversed(actions)]


def _fraction(chance: float) -> Fraction:
    """What a probability was before it was rounded."""
    near = Fraction(chance).limit_denominator(FINEST)
    return near if isclose(near, chance, rel_tol=1e-12) else Fraction(chance)


Step = tuple[int, int, InformationSet, int]
"""An action: the player, the number of the information set, the set, the place of the action."""


class _EndsWriter:
    """Writes a game given by a list of terminals, as a tree with the same sequence form.

    Chance draws one of the terminals. Then player 1, and after that player 2, take the actions of
    their sequences that lead to it; any other action ends the game with payoff 0. At the terminal
    the payoff is multiplied by the number of terminals, to make up for the draw. A list of
    terminals does not tell which player decides first; that makes no difference, since all that a
    player sees of the other is in the information sets.

    taken: for each player, the last action of each sequence but the empty one
    """

    def __init__(self, name: str, ends: Ends) -> None:
        self.name, self.ends, self.ended = name, ends, 0
        self.taken: list[list[Step]] = [
            [
                (player, number, infoset, place)
                for number, infoset in enumerate(side, 1)
                for place in range(len(infoset.actions))
            ]
            for player, side in enumerate(ends.sides)
        ]

    def lines(self) -> Iterator[str]:
        """The lines of the file, one for each node."""
        payoffs = self.ends.payoffs
        yield from _heading(self.name)
        yield _chance(1, [(str(end), 1) for end in range(1, len(payoffs) + 1)])
        for last, payoff in payoffs.items():
            way = [step for player in (0, 1) for step in self._way(player, last[player])]
            yield from self._below(way, Fraction(payoff) * len(payoffs))

    def _way(self, player: int, sequence: int) -> list[Step]:
        """The actions of a player's sequence, in order; sequence 0 is the empty one."""
        way = list[Step]()
        while sequence:
            way.append(self.taken[player][sequence - 1])
            sequence = way[-1][2].before
        return way[::-1]

    def _below(self, way: Sequence[Step], won: Fraction) -> Iterator[str]:
        """The nodes from here on, where `way` are the actions that lead to the payoff `won`."""
        after = list[int]()
        for player, number, infoset, taken in way:
            yield _decision(player, number, infoset.key, infoset.actions)
            yield from self._ends(taken)
            after.append(len(infoset.actions) - 1 - taken)
        self.ended += 1
        yield _end(self.ended, won, -won)
        for others in reversed(after):
            yield from self._ends(others)

    def _ends(self, count: int) -> Iterator[str]:
        """As many terminals with payoff 0."""
        for _ in range(count):
            self.ended += 1
            yield _end(self.ended, Fraction(0), Fraction(0))


def _heading(name: str) -> Iterator[str]:
    yield f'EFG 2 R {_quoted(name)} {{ "Player 1" "Player 2" }}'
    yield '""'
    yield ""


def _chance(number: int, ways: Sequence[tuple[str, Fraction | int]]) -> str:
    """The line of a chance node; probabilities are proportional to the outcomes' numbers."""
    total = Fraction(sum(part for _, part in ways))
    drawn = " ".join(f"{_quoted(name)} {part / total}" for name, part in ways)
    return f'c "" {number} "" {{ {drawn} }} 0'


def _decision(player: int, number: int, key: str, actions: Sequence[str]) -> str:
    names = " ".join(map(_quoted, actions))
    return f'p "" {player + 1} {number} {_quoted(key)} {{ {names} }} 0'


def _end(number: int, first: Fraction, second: Fraction) -> str:
    return f't "" {number} "" {{ {first}, {second} }}'


def _quoted(text: str) -> str:
    """A text in quotes as Gambit reads it, in one line.

    Gambit has no spelling for a backslash before a quote or at the end; a space follows it there.
    """
    apart = re.sub(r'\\(?="|$)', r"\\ ", " ".join(text.split("\n")))
    return '"' + apart.replace('"', '\\"') + '"'
