"""Matches as runs: a tournament is one for each pair of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from pokerbot.evaluation.bots import seat_bots
from pokerbot.evaluation.match import Match, check_hands, check_names, match
from pokerbot.games.game import Game
from pokerbot.runs.run import Abandoned, Run, Stopped, Watch
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True)
class Player:
    """Who plays: a name, and what it stands for wherever it was read; None for a built-in bot."""

    name: str
    strategy: Strategy | None


@dataclass(frozen=True)
class MatchRun(Run):
    """A match of two players over so many hands, as `match` takes them."""

    game: str
    a: Player
    b: Player
    hands: int | None
    seed: int = 0

    @property
    def name(self) -> str:
        """Both players."""
        return f"{self.a.name} against {self.b.name}"

    def carry_out(self, watch: Watch, stopped: Stopped) -> Match:
        """As `Run`: what was stopped on the way is abandoned."""

        def ask(_: float) -> None:
            if stopped():
                raise Abandoned

        one, other = (player.strategy or player.name for player in (self.a, self.b))
        played = match(one, other, hands=self.hands, seed=self.seed, game=self.game, watch=ask)
        return replace(played, a=self.a.name, b=self.b.name)


def pairings(
    players: Sequence[str | Strategy], *, hands: int | None, seed: int = 0, game: str | None = None
) -> tuple[Game, list[MatchRun]]:
    """The game, and a match for each pair of players.

    Raises:
        InputError: as `tournament`.
    """
    check_hands(hands, seed)
    played, bots = seat_bots(players, game)
    check_names(bots)
    seated = [Player(bot.name, bot.strategy) for bot in bots]
    return played, [MatchRun(played.spec, a, b, hands, seed) for a, b in combinations(seated, 2)]
