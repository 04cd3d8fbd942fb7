"""Writes games in Gambit's text format for extensive games, `.efg`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import isclose, prod
from typing import Any, NamedTuple

from pokerbot.errors import InputError
from pokerbot.games.actions import Betting
from pokerbot.games.betting import legal_actions, payoffs, start, successor
from pokerbot.games.catalogue import OfGame, game_of
from pokerbot.games.game import Game
from pokerbot.games.rules import Rules
from pokerbot.games.sequences import Ends, InformationSet
from pokerbot.games.spot import Spot
from pokerbot.games.trees import State
from pokerbot.sequence.compile import count_rows

MOST_NODES = 10_000_000
"""The largest tree of a card game that is written: about a gigabyte of text, in an hour."""


class Node(NamedTuple):
    """A node: a decision, a draw of chance (which has no player), or an end (nothing follows).

    player: who decides, 0 or 1
    key: the key of the information set
    below: the name of each action, or of each card drawn, and the place that follows it
    ways: numbers to which the probabilities of a draw are proportional
    won: what both players win at an end
    """

    player: int | None = None
    key: str = ""
    below: Sequence[tuple[str, Any]] = ()
    ways: Sequence[Fraction | int] = ()
    won: tuple[Fraction | int, Fraction | int] = (0, 0)


def to_efg(game: Game | OfGame | str) -> str:
    """The whole game tree as a text that Gambit's `read_efg` reads, with exact numbers.

    The labels of information sets are their keys, and payoffs are in chips. For a game given by a
    list of terminals it is a tree with the same sequence form, and so with the same strategies and
    values.

    Raises:
        InputError: there is no such game, it has locks, which the format does not know, its tree
            has more than about `MOST_NODES` nodes, or its ends cannot be listed.
    """
    game = game_of(game)
    game.check_unlocked("efg")
    if game.has_cards:
        _check_size(game)
        lines = _lines(game.spec, (None, 0, start(game.rules)), partial(_in_cards, game))
    elif game.root is not None:
        _ = game.ends  # is refused if too large, and where OpenSpiel fails
        lines = _lines(game.name, game.root(), _in_tree)
    else:
        lines = _lines(game.name, None, partial(_in_ends, game.ends))
    return "\n".join(lines) + "\n"


def _check_size(game: Game) -> None:
    """Check that a card game's tree, for every deal and every board, has not too many nodes."""
    nodes = count_rows(game) * prod(game.hands)
    if nodes > MOST_NODES:
        raise InputError(
            f"the tree of {game.spec} has about {nodes:.1e} nodes; up to {MOST_NODES:,} are written"
        )


def _lines(title: str, root: Any, at: Callable[[Any], Node]) -> Iterator[str]:
    """The lines of the file, one for each node, each before those that follow it.

    root: the first place
    at: tells what node is at a place
    """
    yield f'EFG 2 R {_quoted(title)} {{ "Player 1" "Player 2" }}'
    yield '""'
    yield ""
    known: tuple[dict[str, int], ...] = {}, {}
    drawn = ended = 0
    ahead = [root]
    while ahead:
        player, key, below, ways, won = at(ahead.pop())
        names = [_quoted(name) for name, _ in below]
        if player is not None:
            number = known[player].setdefault(key, len(known[player]) + 1)
            yield f'p "" {player + 1} {number} {_quoted(key)} {{ {" ".join(names)} }} 0'
        elif below:
            drawn, total = drawn + 1, Fraction(sum(ways))
            told = (f"{name} {part / total}" for name, part in zip(names, ways, strict=True))
            yield f'c "" {drawn} "" {{ {" ".join(told)} }} 0'
        else:
            ended += 1
            yield f't "" {ended} "" {{ {won[0]}, {won[1]} }}'
        ahead += [place for _, place in reversed(below)]


Dealt = tuple[tuple[int, int] | None, int, Betting]
"""A place in a card game: both hands, None before they are dealt; the board; and the betting."""


def _in_cards(game: Game, place: Dealt) -> Node:
    """The node of a card game at a place."""
    rules, (hands, board, betting) = game.rules, place
    if hands is None:
        first, second = map(range, game.hands)
        return _draw(rules, [(each, 0) for each in product(first, second)], betting)
    boards, showdown = rules.boards, betting.over and betting.folded is None
    street = boards.streets - 1 if showdown else rules.street(betting.round)
    if boards.street(board) < street:
        turned = boards.along(board, boards.street(board) + 1)
        return _draw(rules, [(hands, each) for each in turned], betting)
    if betting.over:
        winner = rules.winner(hands, board) if showdown else None
        one, other = map(_fraction, payoffs(rules, betting, winner))
        return Node(won=(one, other))
    key = game.key(Spot(betting, board, hands[betting.player]))
    after = [
        (action.name, (hands, board, successor(rules, betting, action)))
        for action in legal_actions(rules, betting)
    ]
    return Node(betting.player, key, after)


def _draw(rules: Rules, deals: Sequence[tuple[tuple[int, int], int]], betting: Betting) -> Node:
    """The draw of one of these deals: both hands, and the board."""
    below, ways = [], []
    for (one, other), board in deals:
        lying = rules.boards.cards[board]
        if count := rules.prior.ways(one, other, lying):
            cards = " ".join(map(rules.deck.label, lying))
            name = f"{rules.hands[0].name(one)} {rules.hands[1].name(other)} {cards}".rstrip()
            below.append((name, ((one, other), board, betting)))
            ways.append(_fraction(count))
    return Node(below=below, ways=ways)


FINEST = 10**6
"""Payoffs, probabilities and weights are floating-point numbers; each is taken for the closest
fraction with at most this denominator, if there is one as close as rounding leaves it, else for the
decimal that it is printed as. So 0.1 is written as 1/10, and other programs can read it, such as
OpenSpiel, whose fractions are of small whole numbers.
"""


def _in_tree(state: State) -> Node:
    """The node that is a state of a tree of states."""
    player = state.player
    ways = state.chance() if player is None else {}
    if player is None and not ways:
        won = _fraction(state.payoff())
        return Node(won=(won, -won))
    names = ways if player is None else state.actions()
    below = [(name, state.child(name)) for name in names]
    if player is None:
        return Node(below=below, ways=[*map(_fraction, ways.values())])
    return Node(player, state.information_set(), below)


def _fraction(number: float) -> Fraction:
    """What a payoff or a probability was before it was rounded."""
    printed = Fraction(repr(float(number)))
    near = printed.limit_denominator(FINEST)
    return near if isclose(near, printed, rel_tol=1e-12) else printed


Step = tuple[int, InformationSet, int]
"""An action: the player, the information set, and the action's place there."""
Line = tuple[Sequence[Step], Fraction | int]
"""The actions that lead on to an end, and what player 1 wins there."""


def _in_ends(ends: Ends, place: Line | None) -> Node:
    """A node of a tree with the same sequence form as a list of terminals.

    Chance draws one of the terminals. Then player 1, and after that player 2, take the actions of
    their sequences that lead to it; any other action ends the game with payoff 0. At the terminal
    the payoff is multiplied by the number of terminals, to make up for the draw. A list of
    terminals does not tell which player decides first; that makes no difference, since all that a
    player sees of the other is in the information sets.

    place: what is left of the way to the terminal; None before the draw
    """
    if place is None:
        lines = [(str(number), line) for number, line in enumerate(_ways_to(ends), 1)]
        return Node(below=lines, ways=[1] * len(lines))
    way, won = place
    if not way:
        return Node(won=(won, -won))
    (player, infoset, taken), *on = way
    below = [
        (action, (on, won) if at == taken else ((), 0)) for at, action in enumerate(infoset.actions)
    ]
    return Node(player, infoset.key, below)


def _ways_to(ends: Ends) -> Iterator[Line]:
    """The way to each of the terminals."""
    # For each player, the last action of each sequence but the empty one, sequence 0.
    last = [
        [(player, infoset, at) for infoset in side for at in range(len(infoset.actions))]
        for player, side in enumerate(ends.sides)
    ]

    def way(player: int, sequence: int) -> list[Step]:
        steps = list[Step]()
        while sequence:
            steps.append(last[player][sequence - 1])
            sequence = steps[-1][1].before
        return steps[::-1]

    for (one, other), payoff in ends.payoffs.items():
        yield [*way(0, one), *way(1, other)], _fraction(payoff) * len(ends.payoffs)


def _quoted(text: str) -> str:
    """A text in quotes as Gambit reads it, in one line.

    Gambit has no spelling for a backslash before a quote or at the end; a space follows it there.
    """
    apart = re.sub(r'\\(?="|$)', r"\\ ", " ".join(text.split("\n")))
    return '"' + apart.replace('"', '\\"') + '"'
