"""One hand of the history again, in words: what happened, what it was made of, the grades."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from pokerbot.cli.output import hyphened
from pokerbot.io.files import printable
from pokerbot.opponents.reasons import why
from pokerbot.opponents.reviews import Reviewed, remark, ungraded
from pokerbot.play.history.record import SEAT_NAMES
from pokerbot.play.session.dice import names_as_shown
from pokerbot.play.view import words

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.evaluation.breakdown import Breakdown, Decision

MOST_ACTIONS = 6


def show_hand(out: Console, line: int, reviewed: Reviewed) -> None:
    """The hand in words, then the breakdown and the grades."""
    played, breakdown = reviewed.played, reviewed.breakdown
    hand = played.hand
    label = hand.game.rules.deck.label
    name = printable(Path(played.opponent).stem)
    out.print(f"Hand {line}: {hand.game.spec} against {name}, {played.time:%Y-%m-%d %H:%M} UTC")
    out.print(f"You act {SEAT_NAMES[played.person]} with {label(hand.cards[played.person])}.")
    for sentence in words.betting(hand, played.person):
        out.print(sentence)
    out.print(hyphened(" ".join(words.outcome(hand, played.person).splitlines())))
    if breakdown is None:
        out.print(f"\n{ungraded(played)}")
        return
    out.print()
    for what, chips, meaning in (
        ("result", breakdown.chips, "your chips"),
        ("seat", breakdown.seat_value, f"what it wins on average at best: {_offer(breakdown)}"),
        ("luck", breakdown.luck, "the cards' and the opponent's dice"),
        ("mistakes", -breakdown.mistakes, "what your decisions gave away"),
        ("missed", -breakdown.missed, "what sound decisions left there against this opponent"),
    ):
        out.print(f"{what:<9}{hyphened(words.signed(chips)):>9}  {meaning}")
    if played.given:
        given = words.number_of(played.given, "action")
        out.print(f"The hand was dealt with {given}: no grades for those, but the sum has them.")
    for decision in reviewed.decisions:
        _show_decision(out, decision)


def _offer(breakdown: Breakdown) -> str:
    """The seat's value as the game's and what this opponent's imperfection adds."""
    offer = breakdown.seat_value - breakdown.game_value
    value = f"the game's {breakdown.game_value:+.6f}"
    return f"{value}\n{'':<20}and {offer:z.6f} that this opponent offers"


def _show_decision(out: Console, decision: Decision) -> None:
    """What was done, its grade, why, and what each action wins; of very many, the best."""
    said = decision.grade + remark(decision)
    out.print(f"\n{decision.infoset}  {decision.action}: {said}", soft_wrap=True)
    if reason := why(decision):
        out.print(fill(reason, 78, initial_indent="  ", subsequent_indent="  "))
    best = sorted(decision.chips.values(), reverse=True)[:MOST_ACTIONS]
    for action in names_as_shown(decision.chips):
        worth = decision.chips[action]
        if worth >= best[-1] or action == decision.action:
            often = decision.frequencies[action]
            chips = hyphened(words.signed(worth))
            out.print(f"  {action:<9}{chips:>9} chips, the strategy itself {often:.0%}")
