"""Hold'em by the book: two private cards of a range, public ones, bets by the pot.

Cards are texts, each a thing of its own, and chance is not even: a hand comes as often as its
weight has it. As `tests.reference.rules`, it shares no code with the package.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, ClassVar

from tests.reference.rules import LETTERS

State = tuple[tuple[tuple[str, int], ...], ...]
"""The rounds so far, of each the actions with what they make of the player's chips in it."""
Range = tuple[tuple[str, float], ...]
Sizes = tuple[str, ...]
"""As a spot's file writes them: `50%` of the pot, `2.5x` the last bet, `20c`, `a` for all-in."""


@dataclass(frozen=True, eq=False)
class Holdem:
    """One game of it.

    ranges: of each player the hands with their weights
    ante, stack: what each player has put in at first, and can put in at most
    bets, raises: [player][round] their sizes
    turned: [round] how many cards are turned up before it, one or none
    best: what a showdown compares of own and public cards
    public: the cards that lie there from the start
    rake, cap: what is taken of the chips that both have put in, and the most of it
    locks: the play that is given, by information set
    """

    deck: tuple[str, ...]
    ranges: tuple[Range, Range]
    ante: float
    stack: float
    bets: tuple[tuple[Sizes, ...], tuple[Sizes, ...]]
    raises: tuple[tuple[Sizes, ...], tuple[Sizes, ...]]
    turned: tuple[int, ...]
    best: Callable[[tuple[str, ...]], Any] = field(repr=False)
    public: tuple[str, ...] = ()
    rake: float = 0
    cap: float = 0
    locks: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    root: ClassVar[State] = ((),)

    @cache  # noqa: B019
    def dealt(self, state: State) -> int:
        """Two hands, and the public cards; all of them where no one can bet any more."""
        last = state[-1][-1][0] if state[-1] else ""
        if self._over(state) and last != "fold":
            return 2 + sum(self.turned)
        return 2 + sum(self.turned[: len(state)])

    def chances(self, state: State, cards: tuple[str, ...]) -> dict[str, float]:
        """What comes next, and how likely it is."""
        if not cards:
            both = self.deals
            one_by_one = dict(self.ranges[0])
            return {one: sum(both[pair] for pair in both if pair[0] == one) for one in one_by_one}
        if len(cards) == 1:
            ways = {other: weight for (one, other), weight in self.deals.items() if one == cards[0]}
            return {other: weight / sum(ways.values()) for other, weight in ways.items()}
        seen = {*self.public, *(text[place : place + 2] for text in cards for place in (0, 2))}
        left = [card for card in self.deck if card not in seen]
        return dict.fromkeys(left, 1 / len(left))

    @cached_property
    def deals(self) -> dict[tuple[str, str], float]:
        ways = {
            (one, other): weight * there
            for one, weight in self.ranges[0]
            for other, there in self.ranges[1]
            if not {one[:2], one[2:]} & {other[:2], other[2:]}
        }
        return {pair: weight / sum(ways.values()) for pair, weight in ways.items()}

    def chips(self, state: State) -> list[float]:
        """What each player has put in."""
        total = [self.ante, self.ante]
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
        return closed and (len(state) == len(self.turned) or min(self.chips(state)) == self.stack)

    @cache  # noqa: B019
    def actions(self, state: State) -> tuple[str, ...]:
        if self._over(state):
            return ()
        chips, mine = self.chips(state), self.player(state)
        due = chips[1 - mine] - chips[mine]
        sizes = (self.raises if due else self.bets)[mine][len(state) - 1]
        word = "raise" if due else "bet"
        tos = sorted({self._to(state, size) for size in sizes})
        larger = [f"{word} {to}" for to in tos if chips[1 - mine] < self.stack]
        return ("fold", "call", *larger) if due else ("check", *larger)

    def _to(self, state: State, size: str) -> int:
        """What a bet or raise of a size is to: as much more than the last one as that, at least."""
        levels = sorted({0, *(to for _, to in state[-1])})
        faced, pot = levels[-1], 2 * self.chips(state)[1 - self.player(state)]
        all_in = int(self.stack - self.chips(state)[1 - self.player(state)]) + faced
        if size == "a":
            return all_in
        number = float(size[:-1])
        to = {"%": faced + number / 100 * pot, "x": faced * number, "c": faced + number}[size[-1]]
        least = 2 * faced - levels[-2] if faced else 1
        return min(max(int(to + 0.5), least), all_in)

    @cache  # noqa: B019
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
        turned, parts = iter(cards[2:]), []
        for actions, more in zip(state, self.turned, strict=False):
            shown = f"{next(turned)}:" if more else ""
            sized = [
                LETTERS[word] + (str(to) if word in ("bet", "raise") else "")
                for word, to in actions
            ]
            parts.append(shown + "".join(sized))
        return f"{cards[self.player(state)]}:{'/'.join(parts)}"

    def payoffs(self, state: State, cards: tuple[str, ...]) -> tuple[float, float]:
        """What is left of the pot goes to who wins it, less what each has put in."""
        chips = self.chips(state)
        if state[-1][-1][0] == "fold":
            wins = len(state[-1]) % 2
            parts = (1 - wins, wins)
        else:
            first, second = (
                self.best((held[:2], held[2:], *self.public, *cards[2:])) for held in cards[:2]
            )
            parts = (0.5, 0.5) if first == second else (first > second, first < second)
        matched = min(chips)
        left = 2 * matched - min(self.rake * 2 * matched, self.cap)
        one, other = (part * left - matched for part in parts)
        return one, other


def spot(parameters: Mapping[str, Any]) -> Holdem:
    """The book of a spot's file: single hands as `AhKd:0.5`, no thresholds, no donks."""
    text = parameters["board"].replace(" ", "")
    public = tuple(text[place : place + 2] for place in range(0, len(text), 2))
    streets = ("flop", "turn", "river")[len(public) - 3 :]
    bets, raises = (
        tuple(
            tuple(_sizes(parameters[f"{seat}.{street}.{kind}"]) for street in streets)
            for seat in ("oop", "ip")
        )
        for kind in ("bet", "raise")
    )
    first, second = (
        tuple(
            (hand, float(weight or 1))
            for hand, _, weight in (
                entry.partition(":") for entry in parameters[f"{seat}.range"].split(",")
            )
        )
        for seat in ("oop", "ip")
    )
    return Holdem(
        deck=tuple(rank + suit for rank in "23456789TJQKA" for suit in "cdhs"),
        ranges=(first, second),
        ante=parameters["pot"] / 2,
        stack=parameters["pot"] / 2 + parameters["stack"],
        bets=bets,
        raises=raises,
        turned=(0, *[1] * (len(streets) - 1)),
        best=best_five,
        public=public,
        rake=parameters["tree.rake"],
        cap=parameters["tree.rake_cap"],
    )


def _sizes(text: str) -> Sizes:
    return tuple(size for size in text.split(", ") if size)


def best_five(cards: tuple[str, ...]) -> int:
    """The strength of the best five of seven, by phevaluator."""
    from phevaluator import evaluate_cards

    return -evaluate_cards(*cards)
