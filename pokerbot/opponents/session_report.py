"""The lines at the end of a session: the result without luck, the worst hands, what to drill."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pokerbot.evaluation.breakdown import Decision
from pokerbot.evaluation.leaks import counted_under
from pokerbot.opponents.reviews import MOST_LOST, ReviewedHand, Reviewer, decimals, ordered
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.score import Score
from pokerbot.play.view.amounts import with_margin
from pokerbot.play.view.words import cards, spot, taken

WORST = 3


def session_report(score: Score, played: Sequence[HandRecord], reviewer: Reviewer) -> Iterator[str]:
    """The lines of the report, in chips; none before all hands of the session are judged.

    Args:
        score: the score of the session.
        played: its hands, including those of earlier sittings.
        reviewer: judges the hands.
    """
    if score.without_luck is not None:
        sure, margin = score.without_luck
        compared = " compared with the game's value" if score.starting_share else ""
        yield f"luck taken out: {with_margin(sure, margin, score.decimals)} chips{compared}"
    if score.breakdown is None:
        return
    own = [each for each in map(reviewer.reviewed, played) if not each.played.assisted]
    costly = [each for each in ordered(own, MOST_LOST) if each.lost][:WORST]
    if costly:
        yield f"worst: {', '.join(map(_worst, costly))}"
    drill = _to_drill(own, "lost", lambda each: each.fault)
    if drill := drill or _to_drill(own, "missed", lambda each: each.loss * bool(each.excuse)):
        yield drill


def _to_drill(own: Sequence[ReviewedHand], how: str, cost: Callable[[Decision], float]) -> str:
    """The line on the action that cost the most; empty if none cost anything.

    Actions that were taken more than once come before those that were taken once. At spots all
    hands of a class are counted together.

    Args:
        own: the person's hands without a hint.
        how: what became of the chips: lost or missed.
        cost: the cost of a decision in chips.
    """
    costs: dict[str, list[float]] = {}
    for reviewed in own:
        game = reviewed.played.hand.game
        for each in reviewed.decisions:
            if much := cost(each):
                key = counted_under(game, each.infoset)
                told = f"{spot(game.rules, key)}: {taken(game.rules, key, each.action)}"
                costs.setdefault(told, []).append(much)
    if not costs:
        return ""
    to = decimals(*(each.played for each in own))
    told, chips = max(costs.items(), key=lambda each: (len(each[1]) > 1, sum(each[1])))
    if len(chips) == 1:
        return f"drill: {told}, {chips[0]:.{to}f} chips {how} the one time"
    return f"drill: {told}, {100 * sum(chips) / len(own):.{to}f} chips {how} in 100 hands"


def _worst(reviewed: ReviewedHand) -> str:
    """A hand in short: its number, its cards and what it cost."""
    played = reviewed.played
    shown = cards(played.hand, played.person)
    return f"hand {played.number} ({shown}) −{reviewed.lost:.{decimals(played)}f}"
