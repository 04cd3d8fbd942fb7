"""What a session came to, for when one leaves: luck apart, the worst hands, what to drill."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pokerbot.evaluation.breakdown import Decision
from pokerbot.evaluation.leaks import counted_under
from pokerbot.opponents.reviews import MOST_LOST, ActionAt, ReviewedHand, Reviewer, ordered
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.session import Session
from pokerbot.play.view.amounts import fixed
from pokerbot.play.view.words import cards, spot

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
        beside = " beside the game's value" if session.found else ""
        yield f"luck taken out: {fixed(sure)} ± {margin:.2f} chips{beside}"
    if session.breakdown is None:
        return
    own = [each for each in reviewer.review(played) if not each.played.assisted]
    costly = [each for each in ordered(own, MOST_LOST) if each.lost][:WORST]
    if costly:
        yield f"worst: {', '.join(map(_worst, costly))}"
    drill = _to_drill(own, "lost", lambda each: each.fault)
    if drill := drill or _to_drill(own, "missed", lambda each: each.loss * bool(each.excuse)):
        yield drill


def _to_drill(own: Sequence[ReviewedHand], how: str, cost: Callable[[Decision], float]) -> str:
    """What cost the most, of what was done more than once if anything was; empty where nothing did.

    Args:
        own: the hands, in which at spots all hands of a class are counted together.
        how: what became of the chips.
        cost: of a decision.
    """
    costs: dict[ActionAt, list[float]] = {}
    for reviewed in own:
        game = reviewed.played.hand.game
        for each in reviewed.decisions:
            if much := cost(each):
                at = counted_under(game, each.infoset), each.action
                costs.setdefault(at, []).append(much)
    if not costs:
        return ""
    (key, action), chips = max(costs.items(), key=lambda each: (len(each[1]) > 1, sum(each[1])))
    told = f"drill: {spot(key)}: {action}, "
    if len(chips) == 1:
        return f"{told}{chips[0]:.2f} chips {how} the one time"
    return f"{told}{100 * sum(chips) / len(own):.2f} chips {how} in 100 hands"


def _worst(reviewed: ReviewedHand) -> str:
    """A hand by its number and its cards, and what it cost."""
    played = reviewed.played
    shown = cards(played.hand, played.person)
    return f"hand {played.number} ({shown}) −{reviewed.lost:.2f}"
