"""Tournaments: a match for each pair of players, as runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from pokerbot.errors import Abandoned, InputError
from pokerbot.evaluation.bots import seat_bots
from pokerbot.evaluation.match import Match, check_hands, match
from pokerbot.games.catalogue import OfGame
from pokerbot.games.game import Game
from pokerbot.runs.run import Run, Stopped, Watch
from pokerbot.strategy.storage import Playable
from pokerbot.strategy.strategy import Strategy

ERROR = 0.05
"""The largest probability that any result of a tournament is called significant by chance."""


@dataclass(frozen=True)
class Tournament:
    """A tournament, as `pokerbot tournament` reports it.

    game: the game's specification
    hands: the number of hands in each match
    matches: the match of each pair
    standings: (name, mean over all opponents of the chips per hand), the best first
    significant: for each match, whether its mean differs significantly from 0; the probability that
        any match is called so by chance is at most 5 %, by Holm's method
    """

    game: str
    hands: int
    matches: tuple[Match, ...]
    standings: tuple[tuple[str, float], ...]
    significant: tuple[bool, ...]


@dataclass(frozen=True)
class Participant:
    """A player: the name and the strategy, which is None for a built-in bot."""

    name: str
    strategy: Strategy | None


@dataclass(frozen=True)
class MatchRun(Run):
    """A match of two players; the fields are arguments of `match`."""

    game: Game | str
    a: Participant
    b: Participant
    hands: int | None
    seed: int = 0

    @property
    def name(self) -> str:
        """The names of both players."""
        return f"{self.a.name} against {self.b.name}"

    def carry_out(self, watch: Watch, stopped: Stopped) -> Match:
        """As `Run`; a match that is stopped on the way is abandoned."""

        def ask(_: float) -> None:
            if stopped():
                raise Abandoned

        one, other = (player.strategy or player.name for player in (self.a, self.b))
        played = match(one, other, hands=self.hands, seed=self.seed, game=self.game, watch=ask)
        return replace(played, a=self.a.name, b=self.b.name)


def tournament(
    players: Sequence[Playable],
    *,
    hands: int | None = None,
    seed: int = 0,
    game: Game | OfGame | str | None = None,
) -> Tournament:
    """Let all pairs of players play a duplicate match; raises as `match`, and if there is rake."""
    runs = pairings(players, hands=hands, seed=seed, game=game)
    return crosstable([run.carry_out(lambda _: None, lambda: False) for run in runs])


def pairings(
    players: Sequence[Playable],
    *,
    hands: int | None = None,
    seed: int = 0,
    game: Game | OfGame | str | None = None,
) -> list[MatchRun]:
    """A match for each pair of players; raises as `tournament`."""
    check_hands(hands, seed)
    played, bots = seat_bots([players] if isinstance(players, str) else players, game)
    played.check_zero_sum("tournament")
    if len(bots) < 2:
        raise InputError("a tournament takes at least two players")
    if len({bot.name for bot in bots}) < len(bots):
        raise InputError("a player can take part only once")
    seated = [Participant(bot.name, bot.strategy) for bot in bots]
    return [MatchRun(played, a, b, hands, seed) for a, b in combinations(seated, 2)]


def crosstable(matches: Sequence[Match]) -> Tournament:
    """The tournament that consists of these matches."""
    won: dict[str, list[float]] = {}
    for played in matches:
        won.setdefault(played.a, []).append(played.mean)
        won.setdefault(played.b, []).append(-played.mean)
    means = [(name, sum(each / len(chips) for each in chips)) for name, chips in won.items()]
    standings = sorted(means, key=lambda entry: -entry[1])
    significant = tuple(holm([played.chance for played in matches]))
    first = matches[0]
    return Tournament(first.game, first.hands, tuple(matches), tuple(standings), significant)


def holm(chances: Sequence[float]) -> list[bool]:
    """Which of several results are significant, with a bound on the probability of any error.

    Holm (1979), "A simple sequentially rejective multiple test procedure".

    chances: the p-value of each result
    """
    stands = [False] * len(chances)
    for before, place in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        if chances[place] > ERROR / (len(chances) - before):
            break
        stands[place] = True
    return stands
