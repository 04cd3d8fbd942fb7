"""Hands in the poker hand history (PHH) format: TOML, a table for each hand.

Kim, "Recording and Describing Poker Hands" (2024), github.com/uoftcprg/phh-std. All hold'em without
fixed bets is written as the format's no-limit hold'em (NT):

- a hand of a spot has half the pot as each player's ante and no blinds; the streets before the spot
  are written as dealt and checked, and `_spot` holds the spot as it really is
- a hand of jam or fold has the small blind as p1
- a hand of heads-up hold'em from the blinds fits the format as it is: p2 has the button and the
  small blind; where both are all-in as it is dealt, their stacks are antes

The hands of other games borrow the format's shape, and no compatibility is claimed. What differs:

- `variant` is the game's name in capitals: KUHN, LEDUC, LEDUC-NOLIMIT, VON-NEUMANN, …
- a card is its rank as the game names it (J, or 12 in a deck of twelve) and `?` for its suit where
  that never matters; both players' cards are written, even if they were never shown
- `starting_stacks` are `inf` where the game has no stacks, and `min_bet`, `small_bet`, `big_bet`
  are left out where the game's bets fit none of them

Fields that begin with `_` hold the rest: the game with its parameters, the person's seat (1 acts
first) and net chips, the strategy file's fingerprint, the session's seed and mode, the hand's
number in it, and whether the person had a hint.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from datetime import time
from itertools import chain, pairwise
from pathlib import PureWindowsPath

from pokerbot.games.game import Game
from pokerbot.games.heads_up import ALL_IN, BLIND, TURNED
from pokerbot.games.rules import BestFive, Limit, NoLimit, Rules
from pokerbot.play.hand import Hand
from pokerbot.play.history.record import HandRecord

NO_LIMIT = "NT"
"""What the format calls no-limit hold'em."""
Value = str | bool | float | list[str] | list[float] | time


def dump(hands: Iterable[tuple[int, HandRecord]]) -> Iterator[str]:
    """The file's text, piece by piece, for pairs of a hand's number in the history and the hand."""
    separator = ""
    for number, played in hands:
        lines = [f"{key} = {_toml(value)}\n" for key, value in fields(number, played).items()]
        yield f"{separator}[{number}]\n{''.join(lines)}"
        separator = "\n"


def fields(number: int, played: HandRecord) -> dict[str, Value]:
    """The fields of one hand, those of the format first."""
    hand, game = played.hand, played.hand.game
    order = _order(game.rules)
    names = ["you" if player == played.person else _stem(played.opponent) for player in order]
    stacks = _stacks(played)
    called = min(hand.betting.chips)
    collected = [called + hand.net(player) for player in order]
    left = (
        {} if math.inf in stacks else {"finishing_stacks": [stacks[p] + hand.net(p) for p in order]}
    )
    return {
        "variant": NO_LIMIT if _is_no_limit(game.rules) else game.name.upper(),
        "antes": [_ante(game)] * 2,
        "blinds_or_straddles": _blinds(game.rules),
        **_sizes(game.rules),
        "starting_stacks": [stacks[player] for player in order],
        "actions": list(_actions(hand, played.person, stacks if played.match else None)),
        **left,
        "winnings": collected,
        "players": names,
        "hand": number,
        "time": played.time.time(),
        "time_zone": "UTC",
        "day": played.time.day,
        "month": played.time.month,
        "year": played.time.year,
        "_game": game.spec,
        **({"_spot": game.text} if game.label else {}),
        "_seat": played.person + 1,
        "_result": played.result,
        "_opponent": played.opponent,
        "_opponent_sha256": played.sha256,
        "_seed": played.seed,
        "_number": played.number,
        "_mode": played.mode,
        "_assisted": played.assisted,
    }


def _is_no_limit(rules: Rules) -> bool:
    """Whether a game is the format's no-limit hold'em."""
    fixed = any(isinstance(part.betting, Limit) for part in rules.rounds)
    return isinstance(rules.showdown, BestFive) and rules.private == 2 and not fixed


def _stacks(played: HandRecord) -> tuple[float, float]:
    """Each player's chips before the hand; infinite where the game has no stacks."""
    if played.match:
        own, other = played.match
        return (other, own) if played.person else (own, other)
    stack = played.hand.game.rules.stack
    return (math.inf,) * 2 if stack is None else (stack,) * 2


def _ante(game: Game) -> float:
    """What each player puts in first: all chips where both are all-in as the hand is dealt."""
    return game.rules.stack or 0.0 if game.name == ALL_IN else game.rules.ante


def _order(rules: Rules) -> tuple[int, int]:
    """The players in the format's order: the one who acts first after the flop comes first."""
    return (1, 0) if rules.rounds[-1].first else (0, 1)


def _blinds(rules: Rules) -> list[float]:
    """The blinds in the format's order, in which heads-up the second entry is p1's."""
    return [float(rules.blinds[player]) for player in reversed(_order(rules))]


def _sizes(rules: Rules) -> dict[str, Value]:
    """The fields for bet sizes, where the game's bets fit one of the format's schemes."""
    schemes = [part.betting for part in rules.rounds]
    if _is_no_limit(rules) or all(isinstance(scheme, NoLimit) for scheme in schemes):
        return {"min_bet": max(rules.blinds) or 1}
    sizes = [{*chain(*each.options)} if isinstance(each, Limit) else () for each in schemes]
    small, big = sizes[0], sizes[-1]
    if any(len(each) != 1 or each not in (small, big) for each in sizes):
        return {}
    return {"small_bet": min(small), "big_bet": min(big)}


def _actions(hand: Hand, near: int, stacks: tuple[float, float] | None = None) -> Iterator[str]:
    """The format's lines for deal, betting and showdown; amounts are totals within the round.

    Args:
        hand: the hand.
        near: the seat from which the cards are seen, as in `Hand.faces`.
        stacks: in a match each player's chips before the hand. Who has more is written to raise by
            what is legal, where a raise to what the other one has would be too small: the rest
            comes back.
    """
    rules, dealt, totals = hand.game.rules, 0, [*hand.game.rules.blinds]
    *names, lying = hand.faces(near)
    number = {player: place for place, player in enumerate(_order(rules), 1)}
    for player, place in number.items():
        yield f"d dh p{place} {_cards(rules, names[player])}"
    yield from _before(rules)
    spent, least = [0.0, 0.0], float(BLIND)
    for at, step in enumerate(hand.steps):
        if at and step.round != hand.steps[at - 1].round:
            spent, totals, least = [*map(sum, zip(spent, totals, strict=True))], [0.0, 0.0], BLIND
        board = rules.boards.at(hand.board, rules.street(step.round))
        yield from _turned_up(rules, dealt, board)
        dealt = board
        totals[step.player] += step.action.chips
        total, faced = totals[step.player], totals[1 - step.player]
        if stacks is not None:
            total = max(total, min(faced + least, stacks[step.player] - spent[step.player]))
            least = max(least, total - faced)
        amount = f"cbr {total:.15g}"
        word = {"fold": "f", "check": "cc", "call": "cc"}.get(step.action.kind, amount)
        yield f"p{number[step.player]} {word}"
    if lying != rules.boards.lying(hand.board):
        yield from (f"d db {cards}" for cards in _streets(lying))
    else:
        yield from _turned_up(rules, dealt, hand.board)
    if hand.showdown:
        for player, place in number.items():
            yield f"p{place} sm {_cards(rules, names[player])}"


def _before(rules: Rules) -> Iterator[str]:
    """The lines for the streets before a spot's first one: dealt, and checked by both."""
    public = "".join(map(rules.deck.label, rules.public))
    for before, after in pairwise(each for each in TURNED if each <= len(rules.public)):
        yield from ("p1 cc", "p2 cc")
        yield f"d db {public[2 * before : 2 * after]}"


def _streets(lying: str) -> Iterator[str]:
    """Split five public cards into those of the flop, the turn and the river."""
    for before, after in pairwise(TURNED):
        yield "".join(lying.split()[before:after])


def _cards(rules: Rules, name: str) -> str:
    """Cards as the format spells them: with an unknown suit in games where suits do not matter."""
    return name if rules.deck.told_apart else f"{name}?"


def _turned_up(rules: Rules, before: int, board: int) -> Iterator[str]:
    """The lines for the public cards that were dealt after the board `before`, up to `board`."""
    if board != before:
        yield from _turned_up(rules, before, rules.boards.parent(board))
        yield f"d db {_cards(rules, rules.boards.name(board))}"


def _stem(path: str) -> str:
    return PureWindowsPath(path).stem  # understands / and \ as separators


def _toml(value: Value) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        safe = "".join(char if char.isprintable() else "?" for char in value)
        return json.dumps(safe, ensure_ascii=False)
    if isinstance(value, bool):
        return json.dumps(value)
    return str(value)
