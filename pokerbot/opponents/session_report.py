"""What a session came to, for when one leaves: luck apart, the worst hands, what to drill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pokerbot.opponents.reviews import MOST_LOST, ActionAt, ReviewedHand, Reviewer, ordered
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.session import Session
from pokerbot.play.view.words import cards, fixed, spot

WORST = 3


def session_report(
    session: Session, played: Sequence[HandRecord], reviewer: Reviewer
) -> Iterator[str]:
    """A line each, in chips; none before all hands of the session are judged.

    Args:
        session: what there is to be told of.
        played: its hands, those of an earlier sitting among them.
        reviewer: who knows the opponent, judged.
    """
    if session.without_luck is not None:
        sure, margin = session.without_luck
        yield f"luck taken out: {fixed(sure)} ± {margin:.2f} chips"
    if session.breakdown is None:
        return
    own = [each for each in reviewer.review(played) if not each.played.assisted]
    costly = [each for each in ordered(own, MOST_LOST) if each.lost][:WORST]
    if costly:
        yield f"worst: {', '.join(map(_worst, costly))}"
    lost: dict[ActionAt, float] = {}
    for each in (decision for reviewed in own for decision in reviewed.decisions):
        if each.fault:
            at = each.infoset, each.action
            lost[at] = lost.get(at, 0.0) + each.fault
    if lost:
        key, action = max(lost, key=lost.__getitem__)
        hundred = 100 * lost[key, action] / len(own)
        yield f"drill: {spot(key)}: {action}, {hundred:.2f} chips lost in 100 hands"


def _worst(reviewed: ReviewedHand) -> str:
    """A hand by its number and its cards, and what it cost."""
    played = reviewed.played
    shown = cards(played.hand, played.person)
    return f"hand {played.number} ({shown}) −{reviewed.lost:.2f}"
