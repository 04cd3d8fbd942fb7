"""Hands that were played to the end at random, as the history keeps them."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import numpy as np

from pokerbot.games.game import Game
from pokerbot.games.spot import action_of
from pokerbot.play.hand import Hand
from pokerbot.play.history.phh import dump
from pokerbot.play.history.record import HandRecord
from pokerbot.play.table import Table
from tests.play.tables import draws, play_hand, uniform

NOON = datetime(2026, 11, 20, 12, 0, 5, tzinfo=UTC)


def played(
    game: Game, count: int, seed: int = 8, opponent: str = "/x/bot.json"
) -> Iterator[HandRecord]:
    """That many hands of a session."""
    kept: list[HandRecord] = []

    def keep(table: Table) -> None:
        number = table.number
        kept.append(HandRecord(table.hand, table.person, opponent, "ab" * 32, seed, number, NOON))

    rng = np.random.default_rng(seed)
    table = Table(uniform(game), (0.0, 0.0), draws(seed), keep=keep)
    for _ in range(count):
        play_hand(table, rng)
        yield kept[-1]
        table.next_hand()


def after(hand: Hand, *names: str) -> Hand:
    """The hand after these actions, each by its name, or by its kind where there is one of it."""
    for name in names:
        hand = hand.after(action_of(hand.game.rules, hand.betting, name))
    return hand


def by_pokerkit(kept: Iterable[HandRecord]) -> Iterator[tuple[HandRecord, Any, Any]]:
    """Each hand, its export as pokerkit reads it, and how that stands once pokerkit has played it.

    It takes half a second to load pokerkit.
    """
    from pokerkit import HandHistory

    kept = list(kept)
    text = "".join(dump(enumerate(kept, 1)))
    histories = HandHistory.load_all(BytesIO(text.encode()))
    for played, history in zip(kept, histories, strict=True):
        *_, state = history
        assert not state.status
        yield played, history, state


def won_by_pokerkit(history: Any, state: Any) -> list[float]:
    """What each of pokerkit's players has won."""
    return [end - begin for end, begin in zip(state.stacks, history.starting_stacks, strict=True)]
