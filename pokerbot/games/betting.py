"""The interpreter of the rules: who acts, what is legal, what follows, and who is paid what."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import repeat

from pokerbot.errors import InputError
from pokerbot.games.actions import LARGER, LETTERS, Action, Betting, added
from pokerbot.games.bets import Amounts
from pokerbot.games.rules import Rules

FOLD, CHECK = Action("fold"), Action("check")
MOST_STATES, DEEPEST = 300_000, 480
TOO_MANY = "so many bets and raises are too many: take fewer sizes, larger ones, or fewer chips"
STEP = re.compile(rf"([{''.join(LETTERS.values())}])([\d.e+-]*)")
"""An action's letter and its amount, which may have an exponent: `b3`, `b1e-05`."""
WORDS = {letter: word for word, letter in LETTERS.items()}


def start(rules: Rules) -> Betting:
    """The betting before the first action: the antes are in."""
    first, second = (added(rules.ante, blind) for blind in rules.blinds)
    player, last = rules.rounds[0].first, max(rules.blinds)
    return Betting((first, second), player=player, before=rules.ante, last=last)


def legal_actions(rules: Rules, betting: Betting) -> tuple[Action, ...]:
    """What the player to act may do: check or fold first, then call, then ever larger bets."""
    careful, larger = careful_and_larger(rules, betting)
    return (*careful, *larger)


def legal_action(rules: Rules, betting: Betting, name: str) -> Action | None:
    """The legal action of that name, None where there is none."""
    careful, larger = careful_and_larger(rules, betting)
    if isinstance(larger, Amounts) and (found := larger.named(name)):
        return found
    others = careful if isinstance(larger, Amounts) else (*careful, *larger)
    return next((action for action in others if action.name == name), None)


def as_told(betting: Betting, action: Action) -> Action:
    """An action as people are told it: a raise by what it is to. It is not one to take."""
    if action.kind != "raise" or action.to is not None:
        return action
    return replace(action, to=betting.chips[betting.player] - betting.before + action.chips)


def careful_and_larger(
    rules: Rules, betting: Betting
) -> tuple[tuple[Action, ...], Sequence[Action]]:
    """The legal actions in two parts: check, fold and call; and those that put in more."""
    if betting.over:
        return (), ()
    larger = rules.rounds[betting.round].betting.larger(betting, rules.stack)
    if larger and larger[0].kind == "jam":
        return (FOLD,), larger
    if not betting.to_call:
        return (CHECK,), larger
    return (FOLD, Action("call", betting.to_call)), larger


def act(rules: Rules, betting: Betting, action: Action) -> Betting:
    """The betting after a legal action.

    Raises:
        InputError: the action is not legal here; nothing has changed.
    """
    if not any(action in part for part in careful_and_larger(rules, betting)):
        raise InputError(f"{action.name} is not legal after {betting.history!r}")
    return successor(rules, betting, action)


def successor(rules: Rules, betting: Betting, action: Action) -> Betting:
    """`act` for an action that is known to be legal."""
    player = betting.player
    other = betting.chips[1 - player]
    mine = other if action.kind == "call" else added(betting.chips[player], action.chips)
    chips = (other, mine) if player else (mine, other)
    histories = (*betting.histories[:-1], betting.histories[-1] + action.code)
    if action.kind == "fold":
        return Betting(chips, histories, player, folded=player, over=True)
    if action.kind in LARGER:
        bets, actions, more = betting.bets + 1, betting.actions + 1, added(mine, -other)
        return Betting(
            chips, histories, 1 - player, bets, actions,
            before=betting.before, last=more, aggressor=betting.aggressor,
        )  # fmt: skip
    if betting.actions == 0 and _goes_on(rules, betting, action):
        return Betting(
            chips, histories, 1 - player, actions=1,
            before=betting.before, last=betting.last, aggressor=betting.aggressor,
        )  # fmt: skip
    if betting.round + 1 == len(rules.rounds) or mine == rules.stack:
        return Betting(chips, histories, player, over=True)
    first = rules.rounds[betting.round + 1].first
    aggressor = 1 - player if betting.bets else None
    return Betting(chips, (*histories, ""), first, before=mine, aggressor=aggressor)


def _goes_on(rules: Rules, betting: Betting, action: Action) -> bool:
    """Whether the other player acts after the round's first action, a check or call of a blind."""
    if action.kind == "check":
        return not rules.rounds[betting.round].betting.check_ends
    return betting.bets == 0 and betting.chips[1 - betting.player] != rules.stack


def along(rules: Rules, actions: Iterable[Action]) -> Iterator[tuple[Betting, Action]]:
    """The betting before each of these actions, and the action; from the start on all are legal."""
    betting = start(rules)
    for action in actions:
        yield betting, action
        betting = successor(rules, betting, action)


def begins(rules: Rules, betting: Betting) -> Betting:
    """The first decision of the round in which a betting is, on the way to it."""
    every = along(rules, actions_to(rules, betting))
    return next((at for at, _ in every if at.round == betting.round), betting)


def actions_to(rules: Rules, betting: Betting) -> tuple[Action, ...]:
    """The actions that lead to a betting, from the first."""
    return tuple(action for action, _ in _followed(rules, betting.histories))


def following(rules: Rules, histories: Sequence[str]) -> Betting | None:
    """The betting that has these histories, one for each round so far; None where there is none."""
    here = start(rules)
    for _, after in _followed(rules, histories):
        here = after
    return here if here.histories == tuple(histories) else None


def _followed(rules: Rules, histories: Sequence[str]) -> Iterator[tuple[Action, Betting]]:
    """Each action of these histories and the betting after it, as long as they are legal."""
    here = start(rules)
    for letter, size in _steps("".join(histories)):
        action = legal_action(rules, here, f"{WORDS[letter]} {size}".strip())
        if action is None:
            return
        here = successor(rules, here, action)
        yield action, here


def net(betting: Betting, winner: int | None) -> float:
    """Player 1's net chips at the end of a hand, before rake.

    winner: who wins the showdown, None for a tie; it does not matter after a fold
    """
    if betting.folded is not None:
        winner = 1 - betting.folded
    if winner is None:
        return 0
    return betting.chips[1] if winner == 0 else -betting.chips[0]


def raked(rules: Rules, betting: Betting) -> float:
    """The rake at the end of a hand: from what both players put in and neither gets back."""
    return rules.raked(2 * min(betting.chips))


def payoffs(rules: Rules, betting: Betting, winner: int | None) -> tuple[float, float]:
    """Both players' net chips at the end of a hand; the winner pays the rake, in a tie each half.

    winner: as for `net`
    """
    first, rake = net(betting, winner), raked(rules, betting)
    if not rake:
        return first, -first
    if betting.folded is not None:
        winner = 1 - betting.folded
    paid = rake / 2 if winner is None else rake * (winner == 0)
    return first - paid, -first - (rake - paid)


def pot_odds(cost: float, pot: float) -> float:
    """How often a cost must win a pot, which is without it and less the rake, to pay for itself.

    It is 1 where that cannot be.
    """
    return cost / (cost + pot) if pot > 0 else 1.0


def walk(rules: Rules) -> Iterator[Betting]:
    """Every betting that can arise, finished ones included, depth first from the start."""
    ahead = [start(rules)]
    while ahead:
        betting = ahead.pop()
        yield betting
        actions = legal_actions(rules, betting)
        ahead += [successor(rules, betting, action) for action in reversed(actions)]


@lru_cache(maxsize=4)
def count_actions(
    rules: Rules, most: float = math.inf, rounds: int | None = None
) -> tuple[int, ...]:
    """[rounds] how many actions there are in the betting tree, summed over each round's nodes.

    The subtree below a node depends on the chips and on who acts, not on the history. So each such
    state is counted once, and the tree is not walked.

    rounds: how many rounds are counted, the others having 0; all by default

    Raises:
        InputError: there are more than `most` actions, more than `MOST_STATES` states, or more than
            `DEEPEST` actions one after the other. It is raised before all are counted.
    """
    counted: dict[Hashable, tuple[int, ...]] = {}
    none = (0,) * len(rules.rounds)
    last = len(none) if rounds is None else rounds

    def count(betting: Betting, depth: int) -> tuple[int, ...]:
        if betting.over or betting.round >= last:
            return none
        turn = betting.round, betting.player, betting.bets, betting.actions, betting.aggressor
        here = *betting.chips, *turn, betting.before, betting.last
        if here not in counted:
            if len(counted) > MOST_STATES or depth >= DEEPEST:
                raise InputError(TOO_MANY)
            after = [successor(rules, betting, each) for each in legal_actions(rules, betting)]
            below = map(count, after, repeat(depth + 1))  # one call a level, as calls are limited
            own = tuple(len(after) * (each == betting.round) for each in range(len(none)))
            counted[here] = tuple(map(sum, zip(own, *below, strict=True)))
            if sum(counted[here]) > most:
                raise InputError(TOO_MANY)
        return counted[here]

    return count(start(rules), 0)


def spoken(history: str) -> str:
    """A betting history in words: `check, bet | check` for `kb/k`."""
    rounds = [
        ", ".join(f"{WORDS[letter]}{size and ' ' + size}" for letter, size in _steps(part))
        for part in history.split("/")
    ]
    return "to open" if rounds == [""] else " | ".join(rounds)


def _steps(part: str) -> list[tuple[str, str]]:
    """The letter and the size ("" where there is none) of each action in a round's history."""
    return STEP.findall(part)
