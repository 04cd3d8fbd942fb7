"""Hands that were played to the end at random, as the history keeps them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import numpy as np

from pokerbot.games.game import Game
from pokerbot.games.spot import action_of
from pokerbot.play.hand import Hand
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


def by_pokerkit(text: str) -> Iterator[Any]:
    """The hands of an export as pokerkit reads and plays them; it takes half a second to load."""
    from pokerkit import HandHistory

    return HandHistory.load_all(BytesIO(text.encode()))
