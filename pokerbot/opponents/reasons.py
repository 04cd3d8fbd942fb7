"""Why a decision is worth what it is: a few sentences around exact numbers."""

from __future__ import annotations

from collections.abc import Iterator

from pokerbot.evaluation.breakdown import Decision
from pokerbot.evaluation.facing import Outlook, Shares
from pokerbot.play.view.words import chips

ALIKE = 0.005
"""Actions that are so many chips apart look the same to two decimals."""

NONE, FEW = 0.005, 3
"""A share that rounds to 0 %; so many hands are named one by one."""


def why(decision: Decision) -> str:
    """One or two sentences; empty where the opponent lets no hand come."""
    return " ".join(_sentences(decision))


def _sentences(decision: Decision) -> Iterator[str]:
    sides = decision.outlooks
    names = [each.action.name for each in sides]
    if len(sides) == 2 and abs(decision.chips[names[0]] - decision.chips[names[1]]) < ALIKE:
        yield f"{names[0].capitalize()} and {names[1]} win the same here."
    kinds = {each.action.kind for each in sides}
    for each in sides:
        if each.action.kind == "call" and "fold" in kinds:
            yield _price(each)
        elif each.action.kind in ("bet", "raise"):
            bluff = each.pays.worse < NONE < each.holds.better
            yield _bluff(each, or_folds="fold" in kinds) if bluff else _value(each)
        elif each.answered:
            yield _behind(each)


def _price(call: Outlook) -> str:
    """A call: what it must win for its price, and what it wins."""
    cost, pot = chips(call.action.chips), chips(call.pot)
    later = "" if call.last else " if no one bets again"
    against = f", against {_either(call.beats)}" if call.last and call.beats else ""
    wins = f"win {_share(call.wins)}" if NONE <= call.wins <= 1 - NONE else ""
    wins = wins or ("never win" if call.wins < NONE else "always win")
    must = f"To call {cost} for a pot of {pot} you must win {_share(call.needs)} of the time"
    return f"{must}; you {wins}{later}{against}."


def _either(names: tuple[str, ...]) -> str:
    few = len(names) <= FEW
    return " or ".join(names) if few else f"{names[0]} to {names[-1]}"


def _value(bet: Outlook) -> str:
    """A bet or raise that worse hands pay: how often they do, and what better ones do."""
    if bet.holds.better < NONE:
        beats = "none beats you" if bet.final else "none beats you so far"
        return f"If you {bet.action.name}, {_one('worse', 'pays', bet.pays.worse)}, and {beats}."
    folds = bet.folds.better
    folding = f"; in {_share(folds)} a better one folds" if folds >= NONE else ""
    return f"If you {bet.action.name}, {_two('pays', bet.pays)}{folding}."


def _bluff(bet: Outlook, *, or_folds: bool) -> str:
    """A bet or raise that no worse hand pays: how many fold, and how many must.

    Every fold counts for one who would else fold, those of better hands for one who would not.
    """
    part = sum(bet.folds) if or_folds else bet.folds.better / bet.holds.better
    if or_folds:
        does = f"it folds {_share(part)} of the time" if part >= NONE else "it never folds"
    else:
        does = f"{_share(part)} of the hands that beat you fold" if part >= NONE else ""
        does = does or "none of the hands that beat you folds"
    needs = f"; a bluff of {chips(bet.action.chips)} for a pot of {chips(bet.pot)} needs"
    takes = f"{needs} {_share(bet.needs)}" if bet.final else " in this round"
    return f"If you {bet.action.name}, {does}{takes}."


def _behind(check: Outlook) -> str:
    """A check that the opponent answers: how often it bets."""
    if sum(check.bets) < NONE:
        return "If you check, it never bets."
    if check.holds.worse < NONE:
        said = _one("better", "bets", check.bets.better)
    elif check.holds.better < NONE:
        said = _one("worse", "bets", check.bets.worse)
    else:
        said = _two("bets", check.bets)
    return f"If you check, {said}."


def _one(hand: str, does: str, often: float) -> str:
    """In which share of all cases a worse or a better hand comes and does something."""
    if often < NONE:
        return f"no {hand} hand {does}"
    return f"in {_share(often)} of cases a {hand} hand {does}"


def _two(does: str, often: Shares) -> str:
    """The same of both."""
    worse = _one("worse", does, often.worse)
    if often.better < NONE:
        return f"{worse}, and no better one"
    if often.worse < NONE:
        return f"{worse}, but in {_share(often.better)} of cases a better one"
    return f"{worse}, in {_share(often.better)} a better one"


def _share(often: float) -> str:
    return f"{often:.0%}"
