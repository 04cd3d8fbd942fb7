"""All-in or fold before the flop, by the 169 classes of hands: the rules, as values of `Rules`.

Of the final board only the outcome matters. So three boards (player 1 wins, a tie, player 2 wins)
stand for the 1,712,304 real ones; how likely each is for two classes comes from the counts of
`pokerbot.games.all_in`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from pokerbot.errors import InputError
from pokerbot.games.all_in import CLASSES, meetings, outcomes, strengths
from pokerbot.games.bets import JamOrFold
from pokerbot.games.boards import Boards
from pokerbot.games.cards import Cards
from pokerbot.games.hands import Hands, Prior
from pokerbot.games.parameters import Parameter
from pokerbot.games.ranges import COMBINATIONS, DECK
from pokerbot.games.ranking import strength
from pokerbot.games.rules import Round, Rules
from pokerbot.games.showdown import BestFive

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SMALL, BIG = 0.5, 1
MOST_BLINDS = 100
PARAMETERS = (
    Parameter("stack", 10, most=MOST_BLINDS),
    Parameter("ante", 0, least=0, most=MOST_BLINDS, real=True),
)
FEWEST_DEALS, MOST_DEALS = 1 << 5, 1 << 12
"""How many random deals are tried first to find one that ends as it should, and at one time."""
RUNOUTS = ("player 1 wins", "a tie", "player 2 wins")
"""How an all-in ends: the boards of the last street, in the order of `outcomes`."""


class Classes(Hands):
    """The 169 classes, each with the cards of one of its hands."""

    def __init__(self) -> None:
        super().__init__(DECK, 2, tuple(hands[0] for hands in COMBINATIONS.values()))

    def name(self, hand: int) -> str:
        """A class as people write it: `AKs`."""
        return CLASSES[hand]


class ClassPrior(Prior):
    """The prior of two classes: how many pairs of their hands share no card."""

    def joint(self, public: Cards = ()) -> NDArray[np.int64]:
        """As `Prior`: the pairs of hands; with an outcome, these times the boards that have it."""
        return outcomes()[public[0]] if public else meetings()

    def ways(self, first: int, second: int, public: Cards = ()) -> int:
        """As `Prior`."""
        return int(self.joint(public)[first, second])

    def alive(self, player: int, hand: int, public: Cards) -> bool:
        """As `Prior`: always, since some hand of every class is left."""
        return True


class RunOuts(Boards):
    """The empty board, and then one of three outcomes of an all-in."""

    def __init__(self) -> None:
        super().__init__(DECK, ())
        self.first = [0, 1, 1 + len(RUNOUTS)]

    @cached_property
    def cards(self) -> list[Cards]:
        """As `Boards`, with the number of the outcome in place of a card."""
        return [(), *((end,) for end in range(len(RUNOUTS)))]

    def name(self, board: int) -> str:
        """As `Boards`: who wins."""
        return RUNOUTS[board - 1] if board else ""

    lying = whole = name

    def find(self, whole: str) -> int | None:
        """As `Boards`."""
        return next((board for board in range(self.first[-1]) if self.name(board) == whole), None)


@dataclass(frozen=True)
class ByClass(Rules):
    """Rules of hands by class, all-in before the flop."""

    @cached_property
    def hands(self) -> tuple[Hands, Hands]:
        """As `Rules`."""
        return Classes(), Classes()

    @cached_property
    def prior(self) -> Prior:
        """As `Rules`."""
        return ClassPrior(self.deck, self.hands)

    @cached_property
    def boards(self) -> Boards:
        """As `Rules`."""
        return RunOuts()

    @property
    def has_board(self) -> bool:
        """As `Rules`."""
        return True

    def _compared(
        self, player: int, hands: Sequence[int], board: int
    ) -> Sequence[int] | NDArray[np.int64]:
        """As `Rules`: who wins; before that is known, how well each class does against all."""
        if not board:
            return strengths()[[*hands]]
        wins = 2 - board if player == 0 else 0
        return [wins] * len(hands)

    def faces(
        self, held: tuple[int, int], final: int, board: int, near: int
    ) -> tuple[str, str, str]:
        """As `Rules`: hands are dealt by class, so example cards with the same end are shown."""
        sign = (2 - final) * (1 - 2 * near)
        own, other, lying = (
            [*map(DECK.label, cards)] for cards in one_deal(held[near], held[1 - near], sign)
        )
        names = ["".join(own), "".join(other)]
        return names[near], names[1 - near], " ".join(lying) if board else ""

    def holdings(self, held: tuple[int, int], board: int, near: int) -> tuple[str, str]:
        """As `Rules`, for the example cards that `faces` shows."""
        sign = (2 - board) * (1 - 2 * near)
        own, other, lying = one_deal(held[near], held[1 - near], sign)
        told = BestFive().both(self.deck, (own, other), lying)
        return told[near], told[1 - near]

    def holding(self, player: int, hand: int, board: int) -> str:
        """As `Rules`."""
        return CLASSES[hand]

    def kinds(self, player: int, board: int) -> Sequence[str]:
        """As `Rules`."""
        return CLASSES


@lru_cache(maxsize=256)
def one_deal(own: int, other: int, sign: int) -> tuple[Cards, Cards, Cards]:
    """Example cards of an all-in: a hand of each class, and a board with the wanted end.

    They are drawn at random, but always the same for the same classes and end. The own hand is the
    first of its class, so that it gives nothing away about the other one; since suits can be
    exchanged, that leaves out no kind of deal.

    Args:
        own: the class of one hand.
        other: that of the other.
        sign: 1 where the own hand wins, 0 for a tie, -1 where the other does.
    """
    import numpy as np

    rng, held = np.random.default_rng([own, other, sign + 1]), [*COMBINATIONS.values()]
    deals = FEWEST_DEALS
    while True:
        mine = np.tile(held[own][0], (deals, 1))
        theirs = np.array(held[other])[rng.integers(len(held[other]), size=deals)]
        lying = rng.random((deals, DECK.cards)).argpartition(5, axis=1)[:, :5]
        dealt = np.concatenate([mine, theirs, lying], axis=1)
        apart = (np.diff(np.sort(dealt, axis=1), axis=1) > 0).all(axis=1)
        ranks, suits = np.divmod(dealt, 4)
        bits = [np.where(suits == suit, 1 << ranks, 0) for suit in range(4)]
        ahead, behind = (
            strength([np.bitwise_or.reduce(each[:, columns], axis=1) for each in bits])
            for columns in ([0, 1, 4, 5, 6, 7, 8], [2, 3, 4, 5, 6, 7, 8])
        )
        found = dealt[apart & (np.sign(ahead - behind) == sign)]
        if len(found):
            cards = found[0].tolist()
            return (*cards[:2],), (*cards[2:4],), (*cards[4:],)
        deals = min(2 * deals, MOST_DEALS)


def rules_of(given: Mapping[str, Any]) -> Rules:
    """The rules for a stack and an ante, in big blinds.

    Raises:
        InputError: the blinds and the ante leave nothing to jam with.
    """
    stack, ante = given["stack"], given["ante"]
    if stack <= BIG + ante:
        least = f"{BIG + ante:g}, the big blind and the ante"
        raise InputError(f"must be more than {least}, not {stack:g}", parameter="stack")
    rounds, blinds = (Round(JamOrFold()),), (SMALL, BIG)
    return ByClass(DECK, ante, rounds, stack, private=2, blinds=blinds, showdown=BestFive())
