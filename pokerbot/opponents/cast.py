"""The cast: opponents with a name, a temper and one human leak each, who else play soundly.

Each plays as well as its leak allows: in each seat it was solved against a free opponent, with a
floor under the kinds of action that it takes too often, which its file records.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import Evaluation, evaluate, expected
from pokerbot.games.game import Game
from pokerbot.io.files import printable
from pokerbot.strategy import library, storage
from pokerbot.strategy.strategy import Strategy

NO_LIMIT = "leduc-nolimit:stack=8"
RIVER = "3bet-dry-river"
"""The name of the hold'em spot that some of them play."""


@dataclass(frozen=True)
class Member:
    """One of the cast.

    name: also the name of its file in strategies/cast
    game: the game's text, or the name of a spot of hold'em
    temper: a line of character
    leak: what it does too much, in words
    """

    name: str
    game: str
    temper: str
    leak: str = "none"

    @property
    def sound(self) -> bool:
        """Whether this member has no leak."""
        return self.leak == "none"

    @property
    def without_leak(self) -> Member:
        """The member who plays the same game without a leak."""
        return next(each for each in CAST if each.game == self.game and each.sound)

    def strategy(self) -> Strategy:
        """Read this member's strategy.

        Raises:
            InputError: its file is missing, or holds a strategy for another game.
        """
        path = library.find(self.name)
        strategy = storage.load(path)
        if strategy.game.spec != self.game:
            raise InputError(f"{printable(str(path))} is not {self.name}, who plays {self.game}")
        return strategy


CAST = (
    Member("felix", "kuhn", "Quits at the first sign of danger.", "folds too much"),
    Member("betty", "kuhn", "Pays to see it, whatever it costs.", "calls too much"),
    Member("kurt", "kuhn", "Bluffs just as often as he should."),
    Member("bruno", "leduc", "Bets first, looks at his card later.", "raises too much"),
    Member("wim", "leduc", "Sees a monster behind every bet.", "folds too much"),
    Member("clara", "leduc", "Cannot bear not to know.", "calls too much"),
    Member("paula", "leduc", "Waits for someone else to begin.", "checks too much"),
    Member("lea", "leduc", "Has no habit that anyone could find."),
    Member("rex", NO_LIMIT, "Every pot is his, until it is not.", "raises too much"),
    Member("carlo", NO_LIMIT, "Thinks that everyone is bluffing.", "calls too much"),
    Member("nina", NO_LIMIT, "Saves her chips for a better day.", "folds too much"),
    Member("nora", NO_LIMIT, "Mixes sizes as coolly as her cards."),
    Member("otto", "jam-or-fold", "All in before he has looked.", "calls too much"),
    Member("hugo", "jam-or-fold", "Waits for aces till he is gone.", "folds too much"),
    Member("ines", "jam-or-fold", "Knows the chart by heart, and why."),
    Member("emil", RIVER, "Would rather lose than wonder.", "calls too much"),
    Member("dora", RIVER, "Tells a story on every river.", "bluffs too much"),
    Member("greta", RIVER, "Believes every bet that she sees.", "folds too much"),
    Member("tom", RIVER, "Hides what he has till it is over.", "checks too much"),
    Member("vera", RIVER, "Has solved it, and is in no hurry."),
)
"""From the easiest to the one who cannot be beaten, game by game."""
FIRSTS = tuple(next(players) for _, players in groupby(CAST, key=lambda one: one.game))
"""The easiest one of each game."""
MEMBERS = {one.name: one for one in CAST}
"""All of them by name."""


@dataclass(frozen=True)
class MemberReport:
    """What `pokerbot opponents` reports of a member, in chips per hand.

    exploitability: in the game without floors
    exploitability_within: how far it is at most from the best play that its leak allows, as its
        solver measured
    most: what a best response wins from it as player 1 and as player 2
    equilibrium_wins: what the member without a leak wins from it in these seats
    """

    name: str
    game: str
    leak: str
    exploitability: float
    exploitability_within: float
    most: tuple[float, float]
    equilibrium_wins: tuple[float, float]

    @property
    def to_win(self) -> float:
        """What a best response wins beyond what an equilibrium wins, on average over both seats."""
        return (sum(self.most) - sum(self.equilibrium_wins)) / 2


def member(name: str) -> Member:
    """The member of that name.

    Raises:
        InputError: there is none.
    """
    if name.lower() in MEMBERS:
        return MEMBERS[name.lower()]
    raise InputError(f"no one is called {name!r:.60}; there are {', '.join(MEMBERS)}")


def game_against(name: str) -> Game:
    """The game of a lesson or a puzzle against one of the cast, or on a solution that ships.

    name: the member's, or the solution's

    Raises:
        InputError: the solution is not at hand.
    """
    if name in MEMBERS:
        return library.game_named(MEMBERS[name].game)
    game = library.announced(library.drill_file(name))
    assert game is not None
    return game


def reports() -> list[MemberReport]:
    """Report on each member of the cast.

    Raises:
        InputError: a file cannot be read.
    """
    plays = {one.name: one.strategy() for one in CAST}
    free = {one.game: plays[one.name] for one in CAST if one.sound}
    return [report(one, plays[one.name], evaluate(plays[one.name]), free[one.game]) for one in CAST]


def report(one: Member, plays: Strategy, exact: Evaluation, free: Strategy) -> MemberReport:
    """Report on one member; `exploitability_within` is as its file states it.

    Args:
        one: the member.
        plays: its strategy.
        exact: the evaluation of that strategy.
        free: the strategy of the member without a leak in the same game.
    """
    return MemberReport(
        name=one.name,
        game=one.game,
        leak=one.leak,
        exploitability=exact.exploitability,
        exploitability_within=plays.results.get("exploitability_within", exact.exploitability),
        most=exact.best_response_values,
        equilibrium_wins=expected(free, plays),
    )
