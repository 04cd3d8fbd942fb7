"""The line that leads to a decision, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pokerbot.evaluation.node_hands import said
from pokerbot.games.actions import Betting
from pokerbot.games.betting import actions_to, along, start, successor
from pokerbot.games.rules import Rules
from pokerbot.games.spot import awaits_card
from pokerbot.tui.ranges.classes import with_suits


@dataclass(frozen=True)
class LineStep:
    """A step of the line: an action or a card turned up.

    said: what happened, in words; "" at the first decision
    betting, board: what there is after it
    """

    said: str
    betting: Betting
    board: int


def steps_to(rules: Rules, betting: Betting, board: int) -> Iterator[LineStep]:
    """The steps from the first decision to this one, with the cards turned up on the way."""
    lying = 0
    yield LineStep("", start(rules), 0)
    for before, action in along(rules, actions_to(rules, betting)):
        after = successor(rules, before, action)
        yield LineStep(said(action.name), after, lying)
        if awaits_card(rules, after, lying) and rules.boards.street(board) > 0:
            lying = rules.boards.at(board, rules.street(after.round))
            yield LineStep(with_suits(rules.boards.name(lying)), after, lying)
