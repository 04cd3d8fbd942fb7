"""What a person does too often, in words: their hands beside equilibrium play.

Decisions are taken together by what is faced (nothing, a bet, a raise), with one holding or with
any. A belief is an action that was taken more often than equilibrium play explains by luck, and
enough to matter once the prior of `habits` is counted in; those that come up most stand first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from pokerbot.evaluation.leaks import at_least
from pokerbot.games.actions import LARGER
from pokerbot.games.betting import legal_actions
from pokerbot.opponents.habits import PRIOR
from pokerbot.play.hand import Observation
from pokerbot.play.history.record import HandRecord
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import own_reach, seat_reach
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.strategy import Strategy

CONFIDENCE = 0.95
LEAST = 0.1
"""By so much must an action be more frequent, the prior counted in, to be worth a word."""
MOST = 3
ANY = ""
NAMES = {"J": "a jack", "Q": "a queen", "K": "a king", "A": "an ace", "T": "a ten"}

Spot = tuple[str, str, str]
"""What is faced, what is held or `ANY`, and what is done: ("a raise", "a king", "fold")."""


@dataclass(frozen=True)
class Belief:
    """An action that a person takes too often.

    faced, held, action: where, by its words, and what
    taken, times: how often, of how many such decisions
    expected: how often equilibrium play would have
    weight: how much more often in a hand, the prior counted in
    """

    faced: str
    held: str
    action: str
    taken: int
    times: int
    expected: float
    weight: float

    @property
    def words(self) -> str:
        """In words, without a full stop."""
        if self.faced and self.action == "call":
            done = f"call {self.faced}{f' with {self.held}' if self.held else ''}"
        elif self.action in LARGER:
            done = f"{self.action}{f' with {self.held}' if self.held else ''}"
        else:
            done = f"{self.action}{f' {self.held}' if self.held else ''}"
            done += f" to {self.faced}" if self.faced else ""
        return f"you {done} too often"

    @property
    def evidence(self) -> str:
        """The figures: how often, and how often sound play would have."""
        return f"{self.taken} of {self.times} times, sound play {self.expected:.0f}"


def beliefs(hands: Iterable[HandRecord], equilibrium: Strategy) -> list[Belief]:
    """What the hands of a person show, what matters most first."""
    chances: dict[Spot, list[float]] = {}
    taken: dict[Spot, int] = {}
    many = 0
    for played in hands:
        many += 1
        for seen, action in played.decisions:
            for spot, chance in _spots(seen, equilibrium.infosets[seen.key]).items():
                chances.setdefault(spot, []).append(chance)
                taken[spot] = taken.get(spot, 0) + (action.kind == spot[2])
    found = {}
    for spot, each in chances.items():
        more = (taken[spot] - sum(each)) / (len(each) + PRIOR)
        if more >= LEAST and at_least(taken[spot], Counter(each)) * len(chances) < 1 - CONFIDENCE:
            weight = more * len(each) / many
            found[spot] = Belief(*spot, taken[spot], len(each), sum(each), weight)
    return sorted(_told(found), key=lambda belief: -belief.weight)[:MOST]


def _spots(seen: Observation, chances: Mapping[str, float]) -> dict[Spot, float]:
    """The spots that a decision belongs to, and how often equilibrium play does so there."""
    by_kind: dict[str, float] = {}
    for action in seen.actions:
        by_kind[action.kind] = by_kind.get(action.kind, 0.0) + chances[action.name]
    faced = ""
    if seen.betting.to_call:
        faced = "a raise" if "r" in seen.betting.history.rpartition("/")[2] else "a bet"
    rules = seen.game.rules
    label = rules.hands[seen.spot.player].name(seen.hand)
    told = rules.holding(seen.spot.player, seen.hand, seen.board)
    held = "a pair" if told != label else NAMES.get(label, f"a {label}")
    return {(faced, each, kind): p for kind, p in by_kind.items() for each in (ANY, held)}


def _told(found: Mapping[Spot, Belief]) -> Iterable[Belief]:
    """Of a habit with any holding and with a single one, whichever tells more."""
    for (faced, held, kind), belief in found.items():
        single = [b for (f, h, k), b in found.items() if (f, k) == (faced, kind) and h != ANY]
        general = found.get((faced, ANY, kind))
        narrow = general is None or (len(single) == 1 and 2 * single[0].weight > general.weight)
        if (held != ANY) == narrow:
            yield belief


def apart_from(
    belief: Belief, hands: Iterable[HandRecord], model: Strategy, equilibrium: Strategy
) -> Strategy:
    """The model of a person without one habit: with sound play where these hands show it."""
    spot = belief.faced, belief.held, belief.action
    keys = {
        seen.key
        for played in hands
        for seen, _ in played.decisions
        if spot in _spots(seen, equilibrium.infosets[seen.key])
    }
    sound = {key: equilibrium.infosets[key] for key in keys}
    return replace(model, infosets={**model.infosets, **sound})


def answered(answer: Strategy, equilibrium: Strategy, model: Strategy) -> tuple[str, float]:
    """The action that wins the most where an answer takes it more often, and how much more often.

    Both meet the model, one seat after the other; the mean over both.
    """
    changes = _changes(answer, equilibrium, model)
    kind = max(changes, key=lambda kind: changes[kind].won)
    return kind, changes[kind].more


def cause(
    answer: Strategy,
    equilibrium: Strategy,
    kind: str,
    model: Strategy,
    apart: Iterable[tuple[Belief, Strategy]],
) -> Belief | None:
    """The habit without which an action would not win half of what it wins; None where none is.

    Args:
        answer: what takes the action more often.
        equilibrium: what the model plays but for its habits.
        kind: of the action.
        model: of the person.
        apart: each habit, with the model that does not have it.
    """
    won = _changes(answer, equilibrium, model)[kind].won
    without = [(_changes(answer, equilibrium, each)[kind].won, belief) for belief, each in apart]
    least, belief = min(without, key=lambda found: found[0])
    return belief if least <= won / 2 else None


class Change(NamedTuple):
    """An action that an answer takes more often: how much more often, and what that wins."""

    more: float
    won: float


def _changes(answer: Strategy, equilibrium: Strategy, model: Strategy) -> dict[str, Change]:
    """What an answer does more often than an equilibrium, by the kind of action.

    To take an action more often wins that much of what it is worth beyond the equilibrium's mix,
    each followed by equilibrium play, as often as the answer comes there: with what the rarer
    actions spare, all that the answer wins more (Kakade & Langford 2002, lemma 6.1).
    """
    form = compile_game(equilibrium.game)
    one, sound, person = (to_arrays(form, s.infosets) for s in (answer, equilibrium, model))
    own, usual, theirs = (realization_plans(form, each) for each in (one, sound, person))
    found: defaultdict[str, Change] = defaultdict(lambda: Change(0.0, 0.0))
    for seat, (tree, operators) in enumerate(zip(form.trees, bind(form), strict=True)):
        often = operators.by_row(seat_reach(form, seat, usual[seat], theirs[1 - seat]))
        values, mean = operators.backup(sound[seat], operators.gradient(theirs[1 - seat]))
        edge = (values - operators.by_row(mean)) * operators.by_row(own_reach(tree, own[seat]))
        rises = (one[seat] - sound[seat]).clip(0)
        changed, won = ((rises * each).sum(axis=1) / 2 for each in (often, edge))
        for betting, _, rows in tree.decisions():
            for row, action in enumerate(legal_actions(form.game.rules, betting), rows.start):
                before = found[action.kind]
                more, wins = before.more + float(changed[row]), before.won + float(won[row])
                found[action.kind] = Change(more, wins)
    return found
