"""A small hold'em by the book: a deck of eight, two private cards, two public ones, ranges.

Cards are texts, bets are parts of the pot, and chance is not even: a hand comes as often as its
weight has it. As `tests.reference.rules`, it shares no code with the package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from tests.reference.rules import LETTERS

DECK = [rank + suit for rank in "JQKA" for suit in "cd"]
RANGES = (
    {"AdAc": 1.0, "KdKc": 0.5, "AdKd": 0.9, "QdJc": 0.75},
    {"AcKc": 1.0, "QdQc": 0.4, "JdJc": 0.6},
)
ANTE, STACK = 2, 9
BETS, RAISES = (0.5, None), (None,)
"""Parts of the pot, None for all-in."""

State = tuple[tuple[tuple[str, int], ...], ...]
"""The rounds so far, of each the actions with what they make of the player's chips in it."""


@dataclass(frozen=True)
class Eight:
    """The book of `DECLARED`."""

    root: ClassVar[State] = ((),)

    def dealt(self, state: State) -> int:
        """Two hands, and a public card a round; all of them where no one can bet any more."""
        last = state[-1][-1][0] if state[-1] else ""
        if self._over(state) and last != "fold":
            return 4
        return 2 + len(state)

    def chances(self, state: State, cards: tuple[str, ...]) -> dict[str, float]:
        """What comes next, and how likely it is."""
        if not cards:
            both = self.deals
            return {one: sum(both[pair] for pair in both if pair[0] == one) for one in RANGES[0]}
        if len(cards) == 1:
            ways = {other: weight for (one, other), weight in self.deals.items() if one == cards[0]}
            return {other: weight / sum(ways.values()) for other, weight in ways.items()}
        held = {text[place : place + 2] for text in cards for place in range(0, len(text), 2)}
        left = [card for card in DECK if card not in held]
        return dict.fromkeys(left, 1 / len(left))

    @cached_property
    def deals(self) -> dict[tuple[str, str], float]:
        ways = {
            (one, other): weight * there
            for one, weight in RANGES[0].items()
            for other, there in RANGES[1].items()
            if not {one[:2], one[2:]} & {other[:2], other[2:]}
        }
        return {pair: weight / sum(ways.values()) for pair, weight in ways.items()}

    def chips(self, state: State) -> list[int]:
        """What each player has put in."""
        total = [ANTE, ANTE]
        for actions in state:
            put = [0, 0]
            for place, (_, to) in enumerate(actions):
                put[place % 2] = to
            total = [before + more for before, more in zip(total, put, strict=True)]
        return total

    def player(self, state: State) -> int:
        return len(state[-1]) % 2

    def _over(self, state: State) -> bool:
        actions = [word for word, _ in state[-1]]
        if not actions:
            return False
        if actions[-1] == "fold":
            return True
        closed = actions[-1] == "call" or actions == ["check", "check"]
        return closed and (len(state) == 2 or min(self.chips(state)) == STACK)

    def actions(self, state: State) -> tuple[str, ...]:
        if self._over(state):
            return ()
        chips, mine = self.chips(state), self.player(state)
        before = chips[mine] - (state[-1][-2][1] if len(state[-1]) > 1 else 0)
        faced = state[-1][-1][1] if state[-1] else 0
        due = chips[1 - mine] - chips[mine]
        tos = set()
        for part in RAISES if due else BETS:
            to = STACK - before
            if part is not None:
                to = min(to, max(int(faced + part * 2 * chips[1 - mine] + 0.5), faced + 1))
            tos.add(to)
        word = "raise" if due else "bet"
        larger = [f"{word} {to}" for to in sorted(tos) if chips[1 - mine] < STACK]
        return ("fold", "call", *larger) if due else ("check", *larger)

    def after(self, state: State, action: str) -> State:
        word, _, amount = action.partition(" ")
        mine = state[-1][-2][1] if len(state[-1]) > 1 else 0
        faced = state[-1][-1][1] if state[-1] else 0
        to = int(amount) if amount else faced if word == "call" else mine
        then = (*state[:-1], (*state[-1], (word, to)))
        words = [word for word, _ in then[-1]]
        closed = words[-1] == "call" or words == ["check", "check"]
        return (*then, ()) if closed and not self._over(then) else then

    def key(self, state: State, cards: tuple[str, ...]) -> str:
        histories = [
            "".join(
                LETTERS[word] + (str(to) if word in ("bet", "raise") else "") for word, to in each
            )
            for each in state
        ]
        later = "".join(f"/{cards[3]}:{history}" for history in histories[1:])
        return f"{cards[self.player(state)]}:{cards[2]}:{histories[0]}{later}"

    def payoff(self, state: State, cards: tuple[str, ...]) -> float:
        chips = self.chips(state)
        if state[-1][-1][0] == "fold":
            return -chips[0] if len(state[-1]) % 2 else chips[1]
        first, second = (best(held + cards[2] + cards[3]) for held in cards[:2])
        return ((first > second) - (first < second)) * chips[0]


def best(cards: str) -> list[tuple[int, int]]:
    """Four cards: as many of a kind as there are, then the higher ones."""
    counts = Counter(cards[::2])
    return sorted(((many, "JQKA".index(rank)) for rank, many in counts.items()), reverse=True)


def declared() -> Any:
    """The same as data of the package."""
    from pokerbot.games.game import Game
    from pokerbot.games.rules import Deck, Menu, Round, Rules

    menu = Menu(bets=("50%", "a"), raises=("a",))
    first, second = (tuple(each.items()) for each in RANGES)
    rules = Rules(
        Deck(4, 2, told_apart=True),
        ANTE,
        (Round(menu, board=1), Round(menu, board=1)),
        stack=STACK,
        private=2,
        ranges=(first, second),
        showdown=OfAKind(),
    )
    return Game("eight", (), rules)


@dataclass(frozen=True)
class OfAKind:
    """As `best`, by the package's numbers of cards."""

    def strengths(
        self, deck: Any, hands: Sequence[tuple[int, ...]], public: tuple[int, ...]
    ) -> list[int]:
        found = []
        for own in hands:
            counts, total = Counter(map(deck.rank_of, (*own, *public))), 0
            for rank, many in sorted(counts.items(), key=lambda each: each[::-1], reverse=True):
                total = total * 25 + many * 5 + rank
            found.append(total * 25 ** (4 - len(counts)))
        return found

    def holding(self, deck: Any, own: tuple[int, ...], public: tuple[int, ...]) -> str:
        return "".join(map(deck.label, own))
