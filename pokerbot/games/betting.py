"""The interpreter of the rules: whose turn, what is legal, what it does, the end, the pay."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass

from pokerbot.errors import InputError
from pokerbot.games.rules import NoLimit, Rules

LETTERS = {"check": "k", "bet": "b", "fold": "f", "call": "c", "raise": "r"}


@dataclass(frozen=True, slots=True)
class Action:
    """One action: its kind, the chips it puts in, and whether its name tells them (no-limit)."""

    kind: str
    chips: float = 0
    sized: bool = False

    @property
    def name(self) -> str:
        """As files and people write it: `check`, `bet 3`."""
        return f"{self.kind} {self.chips}" if self.sized else self.kind

    @property
    def code(self) -> str:
        """As betting histories write it: `k`, `b3`."""
        letter = LETTERS[self.kind]
        return f"{letter}{self.chips}" if self.sized else letter


@dataclass(frozen=True, slots=True)
class Betting:
    """All that is public but the board: the betting so far. Players are 0 and 1.

    chips: what each player has put in, antes included; bets: bets and raises in this round;
    actions: actions in this round; folded: who folded, if anyone; over: no one acts any more.
    """

    chips: tuple[float, float]
    histories: tuple[str, ...] = ("",)
    player: int = 0
    bets: int = 0
    actions: int = 0
    folded: int | None = None
    over: bool = False

    @property
    def round(self) -> int:
        """The round of betting, from 0."""
        return len(self.histories) - 1

    @property
    def history(self) -> str:
        """The betting so far as information sets spell it: `kbc/k`."""
        return "/".join(self.histories)

    @property
    def to_call(self) -> float:
        """The chips that the player to act is short of the other's."""
        return self.chips[1 - self.player] - self.chips[self.player]


FOLD, CHECK = Action("fold"), Action("check")


def start(rules: Rules) -> Betting:
    """The betting before the first action: the antes are in."""
    return Betting(chips=(rules.ante, rules.ante))


def legal_actions(rules: Rules, betting: Betting) -> tuple[Action, ...]:
    """What the player to act may do: check or fold first, then call, then ever larger bets."""
    if betting.over:
        return ()
    scheme, short = rules.rounds[betting.round].betting, betting.to_call
    kind = "raise" if short else "bet"
    if isinstance(scheme, NoLimit):
        sized, amounts = True, _amounts(rules, scheme, betting)
    else:
        sized = bool(scheme.choices)
        amounts = [short + size for size in scheme.bets(betting.bets)]
    larger = [Action(kind, chips, sized) for chips in amounts]
    return (FOLD, Action("call", short), *larger) if short else (CHECK, *larger)


def _amounts(rules: Rules, scheme: NoLimit, betting: Betting) -> Iterable[float]:
    """The chips that a bet or raise without a limit may put in now."""
    if betting.actions >= scheme.actions - 1:
        return ()
    assert rules.stack is not None
    left = int(rules.stack - betting.chips[betting.player])
    least = max(int(2 * betting.to_call), 1)
    if least <= left:
        return range(least, left + 1)
    return (left,) if left > betting.to_call else ()


def act(rules: Rules, betting: Betting, action: Action) -> Betting:
    """The betting after a legal action.

    Raises:
        InputError: the action is not legal here; nothing has changed.
    """
    if action not in legal_actions(rules, betting):
        raise InputError(f"{action.name} is not legal after {betting.history!r}")
    return successor(rules, betting, action)


def successor(rules: Rules, betting: Betting, action: Action) -> Betting:
    """`act` for an action that is known to be legal."""
    player = betting.player
    mine = betting.chips[player] + action.chips
    other = betting.chips[1 - player]
    chips = (other, mine) if player else (mine, other)
    histories = (*betting.histories[:-1], betting.histories[-1] + action.code)
    if action.kind == "fold":
        return Betting(chips, histories, player, folded=player, over=True)
    if action.kind in ("bet", "raise"):
        return Betting(chips, histories, 1 - player, betting.bets + 1, betting.actions + 1)
    scheme = rules.rounds[betting.round].betting
    first_check = action.kind == "check" and betting.actions == 0
    if first_check and (isinstance(scheme, NoLimit) or not scheme.check_ends):
        return Betting(chips, histories, 1 - player, actions=1)
    if betting.round + 1 == len(rules.rounds) or mine == rules.stack:
        return Betting(chips, histories, player, over=True)
    return Betting(chips, (*histories, ""))


def actions_to(rules: Rules, betting: Betting) -> tuple[Action, ...]:
    """The actions that lead to a betting, from the first."""
    here, actions = start(rules), []
    for part in betting.histories:
        for code in (letter + size for letter, size in _steps(part)):
            action = next(each for each in legal_actions(rules, here) if each.code == code)
            actions.append(action)
            here = successor(rules, here, action)
    return tuple(actions)


def net(betting: Betting, winner: int | None) -> float:
    """Player 1's net chips when the hand is over; `winner` counts only at a showdown."""
    if betting.folded is not None:
        winner = 1 - betting.folded
    if winner is None:
        return 0
    return betting.chips[1] if winner == 0 else -betting.chips[0]


def walk(rules: Rules) -> Iterator[Betting]:
    """Every betting there can be, the finished ones included, each before what follows it."""
    ahead = [start(rules)]
    while ahead:
        betting = ahead.pop()
        yield betting
        actions = legal_actions(rules, betting)
        ahead += [successor(rules, betting, action) for action in reversed(actions)]


def count_actions(rules: Rules) -> list[int]:
    """How many actions there are at all nodes of each round together, without walking to each.

    What follows depends on the chips and on who acts when, not on how it came to that: each state
    counts once.
    """
    counted: dict[Hashable, list[int]] = {}
    none = [0] * len(rules.rounds)

    def count(betting: Betting) -> list[int]:
        if betting.over:
            return none
        here = betting.chips, betting.round, betting.player, betting.bets, betting.actions
        if here not in counted:
            actions = legal_actions(rules, betting)
            below = [count(successor(rules, betting, action)) for action in actions]
            own = [len(actions) * (round_ == betting.round) for round_ in range(len(rules.rounds))]
            counted[here] = [sum(column) for column in zip(own, *below, strict=True)]
        return counted[here]

    return count(start(rules))


def spoken(history: str) -> str:
    """A betting history in words: `check, bet | check` for `kb/k`."""
    words = {letter: word for word, letter in LETTERS.items()}
    rounds = [
        ", ".join(f"{words[letter]}{size and ' ' + size}" for letter, size in _steps(part))
        for part in history.split("/")
    ]
    return "to open" if rounds == [""] else " | ".join(rounds)


def _steps(part: str) -> list[tuple[str, str]]:
    return re.findall(r"([a-z])([\d.]*)", part)
