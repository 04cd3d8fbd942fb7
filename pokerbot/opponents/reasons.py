"""Why a decision is worth what it is: a few sentences with exact numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pokerbot.evaluation.breakdown import Decision
from pokerbot.evaluation.opponent_range import ActionOutcome, AnswerShares, Named
from pokerbot.games.actions import LARGER
from pokerbot.games.betting import pot_odds
from pokerbot.play.view.amounts import chips, less_rake, percent, places

BLOCKS = 0.05
"""The least difference between two shares of blocked hands that is worth a sentence."""
NONE = 0.005
"""A share that rounds to 0 %."""


def why(decision: Decision) -> str:
    """Compare the action that was taken with the best one: which wins more, and why.

    If the best action was taken it is compared with the next best one of another kind. Empty if the
    opponent never comes to the decision with any hand, unless a lock gives the play there.
    Actions have the names that people are told.
    """
    return " ".join(_sentences(decision.as_told))


def _sentences(decision: Decision) -> Iterator[str]:
    sides = decision.outcomes
    if len(sides) == 2:
        yield _compared(decision, *(each.action.name for each in sides))
    for each in sides:
        yield from _outcome(each, {other.action.kind: other for other in sides}, decision)
    if blocking := next((each for each in sides if each.blocks), None):
        yield from _blocks(blocking)
    if decision.locked:
        yield "A lock gives your seat's play here: sound play is not known."


def _outcome(
    each: ActionOutcome, sides: Mapping[str, ActionOutcome], decision: Decision
) -> Iterator[str]:
    """What an action meets: how the opponent answers, and how often the action wins.

    sides: the actions that are compared, by their kinds
    """
    if each.action.kind == "call":
        fold, worth = sides.get("fold"), decision.chips
        more = None if fold is None else worth[each.action.name] - worth[fold.action.name]
        wins = _wins(each, more, _alike(decision))
        yield f"{'If you call, ' if more is None else _price(each)}{wins}"
    elif each.action.kind == "jam":
        yield _jam(each)
    elif each.action.kind in LARGER:
        bluff = each.pays.worse < NONE < each.holds.better
        yield _bluff(each, sides.get("call"), sides.get("check")) if bluff else _value(each)
    elif each.answered:
        yield _behind(each)


def _compared(decision: Decision, taken: str, other: str) -> str:
    """Which of two actions wins more, and by how much."""
    more = decision.chips[taken] - decision.chips[other]
    alike = _alike(decision)
    if abs(more) < max(alike, decision.least):
        nearly = "" if abs(more) < alike else "nearly "
        return f"{taken.capitalize()} and {other} win {nearly}the same here."
    best, less = (taken, other) if more > 0 else (other, taken)
    much = chips(abs(more), places(abs(more), decision.decimals))
    return f"{best.capitalize()} wins {much} more than {less}."


def _alike(decision: Decision) -> float:
    """Actions less than this apart, in chips, look alike to as many decimals as matter."""
    return 0.5 * 10.0**-decision.decimals


def _blocks(action: ActionOutcome) -> Iterator[str]:
    """The shares of the opponent's hands that the player's cards rule out, if these differ."""
    first, second = action.blocks or (0.0, 0.0)
    if abs(first - second) < BLOCKS:
        return
    better, worse = ("its better hands", "its worse ones")
    if action.action.kind != "call":
        better, worse = "what would pay", "what would fold"
    yield f"Your cards rule out {percent(first)} of {better}, {percent(second)} of {worse}."


def _price(call: ActionOutcome) -> str:
    """The pot odds of a call: how often it must win."""
    cost, needs = chips(call.action.chips), _near(call.needs, call.wins)
    pot = less_rake(call.pot, call.rake)
    return f"To call {cost} for a pot of {pot} you must win {needs} of the time; "


def _wins(call: ActionOutcome, more: float | None, alike: float) -> str:
    """How often a call wins the showdown; if it ends the hand, also against which hands.

    more: what it wins more than a fold, if that is the other action
    alike: less than this is nothing
    """
    share = percent(call.wins) if more is None else _near(call.wins, call.needs)
    wins = f"win {share}" if NONE <= call.wins <= 1 - NONE else ""
    wins = wins or ("never win" if call.wins < NONE else "always win")
    if not call.last:
        return f"you {wins} if no one bets again{_later(call, more or 0.0, alike)}."
    said = zip(("beat", "split with", "lose to"), call.names, strict=True)
    told = ", ".join(f"{verb} {_listed(names)}" for verb, names in said if names)
    you = "You" if call.final else "So far you"
    return f"you {wins}. {you} {told}." if told else f"you {wins}."


def _later(call: ActionOutcome, more: float, alike: float) -> str:
    """What the betting that follows a call does, where the odds alone speak for a fold, or against.

    more: what the call wins more than a fold; less than `alike` is nothing
    """
    if more >= alike and call.wins < call.needs:
        return "; later betting makes up for it"
    if more <= -alike and call.wins > call.needs:
        return "; later betting costs more than that"
    return ""


def _listed(names: Named) -> str:
    """Hands with their shares: J (67%) and K (33%)."""
    told = [f"{name} ({percent(often)})" for name, often in names]
    return " and ".join(filter(None, [", ".join(told[:-1]), told[-1]]))


def _value(bet: ActionOutcome) -> str:
    """A bet or raise for value: how often worse hands pay it, and what better hands do."""
    if bet.holds.better < NONE:
        beats = "none beats you" if bet.final else "none beats you so far"
        pays, even = _one("worse", "pays", bet.pays.worse), bet.folds.equal
        splits = f"; in {percent(even)} an equal one folds" if even >= NONE else ""
        return f"If you {bet.action.name}, {pays}{splits}{';' if splits else ','} and {beats}."
    folds = bet.folds.better
    folding = f"; in {percent(folds)} a better one folds" if folds >= NONE else ""
    return f"If you {bet.action.name}, {_two('pays', bet.pays, bet.against)}{folding}."


def _jam(jam: ActionOutcome) -> str:
    """An all-in before the flop: how often it takes the pot, and wins when it is called."""
    often, pot = sum(jam.folds), chips(jam.pot)
    folds = f"it folds {percent(often)} of the time and you take {pot}" if often >= NONE else ""
    called = f"when it calls you win {percent(jam.called)} of the time" if jam.called else ""
    return f"If you jam, {'; '.join(filter(None, [folds or 'it never folds', called]))}."


def _bluff(bet: ActionOutcome, call: ActionOutcome | None, check: ActionOutcome | None) -> str:
    """A bet or raise that no worse hand pays: how many hands fold, and how many must.

    A raise is beside a fold, for which every fold counts, or beside a call; a bet is beside a
    check. Beside a call or a check only folds of better hands count, and a call's chips are spent
    either way.

    call, check: the action with which it is compared, if it is one of these
    """
    or_folds = bet.action.kind == "raise" and call is None
    spent = call.action.chips if call else 0
    costs, pot = bet.action.chips - spent, bet.pot + spent
    needs = pot_odds(costs, pot - bet.rake)
    part = sum(bet.folds) if or_folds else bet.folds.better / bet.holds.better
    told = _needed(bet, check, or_folds=or_folds)
    often = _near(part, needs) if told else percent(part)
    if or_folds:
        does = f"it folds {often} of the time" if part >= NONE else "it never folds"
    else:
        does = f"{often} of the hands that beat you fold" if part >= NONE else ""
        does = does or "none of the hands that beat you folds"
    if not told:
        return f"If you {bet.action.name}, {does}{'' if bet.final else ' in this round'}."
    bluff = f"a bluff of {chips(costs)} for a pot of {less_rake(pot, bet.rake)}"
    beside = "beside a call this is " if call else ""
    takes = f"{', which' if call else ''} needs {_near(needs, part)}"
    return f"If you {bet.action.name}, {does}; {beside}{bluff}{takes}."


def _needed(bet: ActionOutcome, check: ActionOutcome | None, *, or_folds: bool) -> bool:
    """Whether folds alone decide what a bluff wins, so that it can be said how many it needs.

    Not before the last round; for a bet, not where hands that do not beat the player bet after a
    check; and not where equal hands decide, too: those that pay, beside a fold, and those that
    fold, beside a check or a call.
    """
    if bet.action.kind == "bet" and (check is None or check.bets.worse + check.bets.equal >= NONE):
        return False
    equal = bet.pays.equal if or_folds else bet.folds.equal
    return bet.final and equal < NONE


def _behind(check: ActionOutcome) -> str:
    """A check that the opponent answers: how often it bets."""
    if sum(check.bets) < NONE:
        return "If you check, it never bets."
    if check.holds.worse < NONE:
        said = _one("better", "bets", check.bets.better) + _which(check.against)
    elif check.holds.better < NONE:
        said = _one("worse", "bets", check.bets.worse)
    else:
        said = _two("bets", check.bets, check.against)
    return f"If you check, {said}."


def _one(hand: str, does: str, often: float) -> str:
    """In which share of all cases a hand of one kind, worse or better, does something."""
    if often < NONE:
        return f"no {hand} hand {does}"
    return f"in {percent(often)} of cases a {hand} hand {does}"


def _two(does: str, often: AnswerShares, better: Named) -> str:
    """The same for worse and for better hands, with the names of the better ones."""
    worse = _one("worse", does, often.worse)
    if often.better < NONE:
        return f"{worse}, and no better one"
    if often.worse < NONE:
        return f"{worse}, but in {percent(often.better)} of cases a better one{_which(better)}"
    return f"{worse}, in {percent(often.better)} a better one{_which(better)}"


def _which(names: Named) -> str:
    """Names of hands in brackets, if several, with their shares of all cases: ` (Q 10%, K 25%)`."""
    if len(names) < 2:
        return "".join(f" ({name})" for name, _ in names)
    return f" ({', '.join(f'{name} {percent(often)}' for name, often in names)})"


def _near(often: float, other: float) -> str:
    """A share in per cent, with one decimal if it would else read like the other share."""
    return f"{often:.1%}" if percent(often) == percent(other) else percent(often)
