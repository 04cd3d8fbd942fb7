"""Reviews of hands in the history: the breakdown of each result, and what each decision cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from os.path import splitext
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.evaluation.breakdown import FAULTLESS, GRADES, UNGRADED, Breakdown, Decision
from pokerbot.games.game import Game
from pokerbot.games.rules import decimals_of
from pokerbot.io.files import printable, stamp
from pokerbot.opponents.decisions import place_of
from pokerbot.opponents.opponents import Opponent, read, recall
from pokerbot.opponents.rests import Rests, SolvedRest
from pokerbot.play.hand import Observation, replayed
from pokerbot.play.history.file import hands
from pokerbot.play.history.record import HandRecord
from pokerbot.play.rest import same_deal
from pokerbot.play.session.dice import names_as_shown
from pokerbot.play.session.practise import Costs
from pokerbot.play.session.score import Verdict
from pokerbot.play.view.amounts import count, places
from pokerbot.strategy import library
from pokerbot.strategy.blueprint import ENDING

ActionAt = tuple[str, str]
"""An information set, and an action there."""

MISSED = "missed"
"""A drill's grade for a sound decision that wins less than this opponent gives away: not right."""
WORSENING = (UNGRADED, *FAULTLESS, *(name for _, name in reversed(GRADES)))
"""The grades from the best to the worst."""


@dataclass(frozen=True)
class ReviewedHand:
    """A hand and its breakdown, which is None where the opponent's file cannot be found."""

    played: HandRecord
    breakdown: Breakdown | None

    @cached_property
    def lost(self) -> float:
        """The chips that the person's own decisions gave away by mistake, as in the score."""
        return sum((each.fault for each in self.decisions), 0.0)

    @cached_property
    def missed(self) -> float:
        """The chips that sound decisions left there, which another action wins from this bot."""
        return sum((each.loss for each in self.decisions if each.excuse), 0.0)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The person's own decisions with their grades; empty without a breakdown."""
        if self.breakdown is None:
            return ()
        dealt = self.played.hand.steps[: self.played.given]
        given = sum(step.player == self.played.person for step in dealt)
        return self.breakdown.decisions[given:]

    @property
    def graded(self) -> list[tuple[Observation, Decision]]:
        """What the person saw at each of their own decisions, and the graded decision."""
        if self.breakdown is None:
            return []
        seen = [seen for seen, _ in self.played.decisions]
        return list(zip(seen, self.decisions, strict=True))

    @property
    def grade(self) -> str:
        """The worst grade of the decisions; empty without any."""
        return max((each.grade for each in self.decisions), key=WORSENING.index, default="")


def decimals(*hands: HandRecord) -> int:
    """How many decimals of a chip matter in hands; none if all are of whole chips, not judged."""
    judged = [each.hand.game.rules.unit for each in hands if not _by_blueprint(each)]
    return decimals_of(*judged) if judged or not hands else 0


def verdict(split: Breakdown) -> Verdict:
    """The verdict that a session counts, from a hand's breakdown."""
    losses = tuple(each.loss for each in split.decisions)
    perfect = tuple(each.faultless for each in split.decisions)
    taken = tuple((each.action, each.sound) for each in split.decisions)
    return Verdict(split.seat_value, losses, perfect, split.game_value, taken)


def remark(decision: Decision) -> str:
    """What follows a decision's grade: what it lost, or why it is sound; else empty."""
    if decision.faultless:
        return ""
    if decision.grade == UNGRADED:
        return ": the solution hardly comes here, or is too inexact to tell"
    least = 0 if decision.loss >= 0.005 else 4
    decimals = max(places(decision.loss, decision.decimals), least)
    cost = count(decision.loss, decimals)
    if decision.excuse and decision.grade == MISSED:
        return f" {cost}: sound, but {decision.excuse}"
    if decision.excuse:
        return f", but {decision.excuse}: {cost} more"
    return f", {cost} lost{of_pot(decision)}"


def of_pot(decision: Decision) -> str:
    """What a decision at a spot gives away, in brackets as a part of the pot; else empty."""
    return f" ({decision.loss / decision.pot:.1%} of the pot)" if decision.pot else ""


@dataclass(frozen=True, slots=True)
class ActionLine:
    """A line about an action of a decision, or about several that share one.

    name: what it is called
    actions: the actions that it is about
    wins: the chips that the best of them wins
    loses: how much less that is than what the best action of the decision wins
    sound: how often sound play takes any of them; None where that is not known
    taken: whether it is about the action that was taken
    """

    name: str
    actions: Sequence[str]
    wins: float
    loses: float
    sound: float | None
    taken: bool


def listed(decision: Decision, most: int) -> list[ActionLine]:
    """A line for each action of a decision, in the order of the buttons.

    most: if there are many, only the `most` best actions and the one that was taken have a line of
        their own, and the others share the last one
    """
    chips, names = decision.chips, names_as_shown(decision.chips)
    ranked = sorted(chips, key=chips.__getitem__, reverse=True)
    left = [name for name in names if name in ranked[most:] and name != decision.action]
    left = left if len(left) > 1 else []
    lines = {name: [name] for name in names if name not in left}
    lines |= {f"… {len(left)} more": left} if left else {}

    def line(name: str, actions: list[str]) -> ActionLine:
        wins = max(chips[each] for each in actions)
        loses, taken = chips[ranked[0]] - wins, name == decision.action
        sound = sum(decision.sound[each] for each in actions) if decision.sound else None
        return ActionLine(name, actions, wins, loses, sound, taken)

    return [line(*each) for each in lines.items()]


def opponent_names(hands: Iterable[HandRecord]) -> dict[str, str]:
    """The opponents' names by identity; those that share a name get another that is their own."""
    names, unique = {}, {}
    for who, hand in {each.who: each for each in hands}.items():
        names[who] = printable(Path(hand.opponent).stem)
        unique[who] = f"{names[who]} ({hand.hand.game.spec})" if hand.adapts else who[:12]
    for told in (unique, {who: f"{name} ({who})" for who, name in names.items()}):
        shared = Counter(names.values())
        names = {who: told[who] if shared[name] > 1 else name for who, name in names.items()}
    return names


class Reviewer:
    """Judges hands against any opponent at hand; each opponent is read and measured once.

    A hand against one who adapts is judged by the strategy that was played in it. The reviews of
    hands are kept, and threads may share them.
    """

    def __init__(self, *known: Opponent) -> None:
        """Begin with opponents that are known already, and need not be looked for."""
        self._opponents: dict[tuple[str, bool], Opponent | None]
        self._opponents = {(each.sha256, each.adapts): each for each in known}
        self._reviewed: dict[HandRecord, ReviewedHand] = {}
        self._at_hand = _at_hand()
        self._looked_for: dict[Path, tuple[int, ...]] = {}
        self._now: dict[Path, Opponent | None] = {}

    @property
    def current(self) -> bool:
        """Whether no file has come, gone or changed by which it judges, or might judge."""
        looked_for = all(stamp(path) == seen for path, seen in [*self._looked_for.items()])
        return looked_for and self._at_hand == _at_hand()

    def know(self, opponent: Opponent) -> None:
        """Judge by an opponent that was read already, unless it was found before.

        Its judges are prepared anew: a better solution may have come since they were.
        """
        key = opponent.sha256, opponent.adapts
        if self._opponents.get(key) is None:
            self._opponents[key] = replace(opponent)

    def opponent(self, played: HandRecord) -> Opponent | None:
        """The opponent in a hand; None where no file has its fingerprint any more."""
        key = played.sha256, played.adapts
        if key not in self._opponents:
            found = self._recall(Path(played.opponent), played.sha256)
            self._opponents.setdefault(key, found and replace(found, adapts=played.adapts))
        found = self._opponents[key]
        return found if found and _may_play(found.strategy.game, played) else None

    def as_of_now(self, played: HandRecord) -> HandRecord:
        """The hand as one against what its opponent's file holds now, if that was solved again.

        It stays as it is while the opponent is at hand, and where the file is gone or of another
        game.
        """
        if played.adapts or self.opponent(played) is not None:
            return played
        path = Path(played.opponent)
        if path not in self._now:
            with suppress(InputError):
                self._now[path] = read(path)
        found = self._now.setdefault(path, None)
        if found is None or not _may_play(found.strategy.game, played):
            return played
        self.know(found)
        return replace(played, sha256=found.sha256)

    def breakdown(self, played: HandRecord) -> Breakdown | None:
        """The breakdown of a hand; None where a file that it needs cannot be found any more."""
        opponent, hand = self.opponent(played), played.hand
        if opponent is None or len(solved := [*self.solved(played)]) < len(played.again):
            return None
        found = Rests(opponent, solved).breakdown(hand, played.person)
        decisions = sum(step.player == played.person for step in hand.steps)
        return found if len(found.decisions) == decisions else None

    def solved(self, played: HandRecord) -> Iterator[SolvedRest]:
        """The re-solved rests of a hand, as far as their files are at hand.

        They are read at each call and not kept, as each is of one hand. That a file is gone is
        kept: to look through all the others for it takes long.
        """
        for steps, path, sha256 in played.again:
            key = sha256, False
            known = key in self._opponents
            by = self._opponents[key] if known else self._recall(Path(path), sha256)
            if by is None:
                self._opponents.setdefault(key, None)
            else:
                yield SolvedRest(replayed(played.hand, steps), by.strategy, by)

    def _recall(self, path: Path, sha256: str) -> Opponent | None:
        self._looked_for.setdefault(path, stamp(path))  # what was found first rests on it
        return recall(path, sha256)

    def reviewed(self, played: HandRecord) -> ReviewedHand:
        """A hand with its breakdown."""
        found = self._reviewed.get(played)
        if found is None:
            found = ReviewedHand(played, self.breakdown(played))
            if found.breakdown is not None:
                self._reviewed[played] = found
        return found


def _at_hand() -> list[tuple[Path, tuple[int, ...]]]:
    """The strategies at hand, and what tells each file from a later one."""
    return [(path, stamp(path)) for path in library.everything()]


def _may_play(game: Game, played: HandRecord) -> bool:
    """Whether a hand is of a game, or was re-solved from one that differs in bet sizes alone."""
    its = played.hand.game
    return game == its or (bool(played.again) and same_deal(game, its))


def _by_blueprint(played: HandRecord) -> bool:
    """Whether a hand is of the whole game of hold'em, against a blueprint."""
    return splitext(played.opponent)[1] == ENDING


def gone(played: HandRecord) -> str:
    """The message that a hand's opponent cannot judge it: its file changed, is gone, or cannot."""
    name = printable(Path(played.opponent).stem)
    if _by_blueprint(played):
        return f"hands against the blueprint {name} are judged at the table alone, from the turn on"
    what = f"{name} with the fingerprint {played.sha256[:12]}…"
    return f"{what}{', or what was solved again,' if played.again else ''} is not at hand any more"


def ungraded(played: HandRecord) -> str:
    """The message that tells why a hand has neither a breakdown nor grades."""
    return f"No breakdown and no grades: {gone(played)}."


ORDERS = MOST_LOST, MOST_MISSED, NEWEST = "most lost first", "most missed first", "newest first"


def ordered(hands: Sequence[ReviewedHand], order: str) -> list[ReviewedHand]:
    """Sort hands given in the order of play, by `MOST_LOST`, `MOST_MISSED` or `NEWEST`.

    Chips count to as many decimals as are shown; among equal ones the newest come first.
    """
    newest = list(reversed(hands))
    if order == NEWEST:
        return newest
    missed = order == MOST_MISSED

    def cost(hand: ReviewedHand) -> float:
        return round(hand.missed if missed else hand.lost, decimals(hand.played))

    return sorted(newest, key=lambda hand: -cost(hand))


def costs_of(history: Path, opponent: Opponent, reviewer: Reviewer) -> Costs:
    """What each information set has cost the person against an opponent, in hands without hints.

    Hands that cannot be judged any more count as if they had cost nothing.

    reviewer: judges the hands

    Raises:
        InputError: the history cannot be read.
    """
    costs = Costs(place_of(opponent))
    reviewer.know(opponent)
    own = (each for each in hands(history) if each.mode != "match" and not each.assisted)
    for reviewed in map(reviewer.reviewed, (each for each in own if each.who == opponent.who)):
        for seen, decision in reviewed.graded:
            costs.add(seen, decision.fault, practised=reviewed.played.mode == "practise")
    return costs
