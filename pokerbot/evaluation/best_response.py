"""Best responses as strategies, with the values of all their actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pokerbot.evaluation.action_values import both_seat_values
from pokerbot.evaluation.bots import best_responses, seat_bots
from pokerbot.evaluation.exact import evaluate_profile
from pokerbot.games.catalogue import OfGame
from pokerbot.games.game import Game
from pokerbot.io.html import fields as html_fields
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy.arrays import NamedProfile
from pokerbot.strategy.storage import Playable
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True)
class BestResponse:
    """A best response in both seats; chips per hand.

    game: the game's specification
    wins: what it wins as player 1 and as player 2
    strategy: the best response; of several best actions it takes the first
    action_values: by information set, what each action wins on average there with a best response
        after it; 0 if the opponent never lets the player come there
    """

    game: str
    wins: tuple[float, float]
    strategy: Strategy = field(repr=False)
    action_values: Mapping[str, Mapping[str, float]] = field(repr=False)

    def _repr_html_(self) -> str:
        """For notebooks: what the best response wins in each seat."""
        won = dict(zip(("wins as player 1", "wins as player 2"), self.wins, strict=True))
        return html_fields(f"a best response on {self.game}", won)


def best_response(who: Playable, game: Game | OfGame | str | None = None) -> BestResponse:
    """The strategy that wins the most from an opponent whose strategy is known.

    Args:
        who: the opponent: a strategy, its file, or a built-in bot.
        game: the game, needed if `who` is a built-in bot.

    >>> round(sum(best_response("call", "kuhn").wins), 4)
    0.6667

    Raises:
        InputError: no such opponent, or no game named.
    """
    played, (bot,) = seat_bots([who], game)
    form = compile_game(played)
    profile = best_responses(form, bot.profile)
    exact = evaluate_profile(form, profile)
    one, two = both_seat_values(form, bot.profile)
    return BestResponse(
        played.spec,
        (one.value, two.value),
        Strategy(
            played,
            NamedProfile(form, profile),
            {"name": "best-response", "model": bot.name},
            results={"nash_conv": exact.nash_conv, "value": exact.value},
        ),
        NamedProfile(form, (one.chips, two.chips)),
    )
