"""What a person does too often, in words: their hands compared with equilibrium play.

Decisions are grouped by what the person faces (nothing, a blind, a bet, a raise or a jam) and by
what they hold, which is one holding or any. A belief is an action that they took more often in such
a group than equilibrium play would by luck, and often enough to matter once the prior of `habits`
is counted in.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from pokerbot.evaluation.leaks import at_least, wilson
from pokerbot.games.actions import LARGER, Action, Betting, by_kind, kind_of
from pokerbot.games.betting import legal_actions, walk
from pokerbot.opponents.habits import PRIOR, model
from pokerbot.play.hand import Observation
from pokerbot.play.history.record import HandRecord
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import own_reach, row_reach
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.strategy import Strategy

CONFIDENCE = 0.95
LEAST = 0.1
"""The least excess in frequency, with the prior counted in, that is worth mentioning."""
MOST = 3
"""How many beliefs are told at most."""
ANY = ""
NAMES = {"J": "a jack", "Q": "a queen", "K": "a king"}
FACED = {"j": "a jam", "r": "a raise", "b": "a bet"}
"""What is faced by the letters in the round's betting: the first of these that occurs counts."""

Situation = tuple[str, str, str]
"""(what is faced, what is held or `ANY`, kind of action), such as ("a raise", "a king", "fold")."""


@dataclass(frozen=True)
class Belief:
    """An action that a person takes too often.

    faced, held, action: the group of decisions and the kind of action, as in `Situation`
    taken: how often the person took it
    times: how many such decisions there were
    expected: how often equilibrium play would have taken it, on average
    weight: how many times per hand it is taken in excess, with the prior counted in
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
        """The habit in words, without a full stop: `you call a bet with a jack too often`."""
        if self.faced and self.action == "call":
            done = f"call {self.faced}{f' with {self.held}' if self.held else ''}"
        elif self.action in LARGER:
            done = f"{self.action}{f' with {self.held}' if self.held else ''}"
        else:
            done = f"{self.action}{f' {self.held}' if self.held else ''}"
            done += f" to {self.faced}" if self.faced else ""
        return f"you {done} too often"

    @property
    def share(self) -> float:
        """At how many of such decisions the person takes the action whatever is best, as a part.

        At all others the person plays soundly. It is counted from one standard error below how
        often the action was taken: only habits that stand out are believed, and luck makes them
        look larger than they are.
        """
        low, _ = wilson(self.taken, self.times, z=1.0)
        sound = self.expected / self.times
        return max(0.0, (low - sound) / (1 - sound))

    @property
    def evidence(self) -> str:
        """How often the person took the action, and how often sound play would have, in words."""
        return f"{self.taken} of {self.times} times, sound play {self.expected:.0f}"


def beliefs(hands: Iterable[HandRecord], equilibrium: Strategy) -> list[Belief]:
    """The habits that a person's hands show, those that come up most first."""
    chances: dict[Situation, list[float]] = {}
    taken: dict[Situation, int] = {}
    many = 0
    for played in hands:
        many += 1
        for _, action, situations in _compared(played, equilibrium):
            for spot, chance in situations.items():
                chances.setdefault(spot, []).append(chance)
                taken[spot] = taken.get(spot, 0) + (action.kind == spot[2])
    found = {}
    for spot, each in chances.items():
        more = (taken[spot] - sum(each)) / (len(each) + PRIOR)
        if more >= LEAST and at_least(taken[spot], Counter(each)) * len(chances) < 1 - CONFIDENCE:
            weight = more * len(each) / many
            found[spot] = Belief(*spot, taken[spot], len(each), sum(each), weight)
    return sorted(_told(found), key=lambda belief: -belief.weight)[:MOST]


def _compared(
    played: HandRecord, equilibrium: Strategy
) -> Iterator[tuple[Observation, Action, dict[Situation, float]]]:
    """The decisions of a hand that equilibrium play knows: what was seen, done, and the situations.

    It knows none after a bet of a size that it lacks, and none in which it has no such action.
    """
    for seen, action in played.decisions:
        if seen.key in equilibrium.infosets:
            situations = _situations(seen, equilibrium.infosets[seen.key])
            if any(kind == action.kind for *_, kind in situations):
                yield seen, action, situations


def _situations(seen: Observation, chances: Mapping[str, float]) -> dict[Situation, float]:
    """The situations that a decision belongs to, each with equilibrium play's chance of its action.

    chances: equilibrium play's probability of each action at the decision
    """
    faced, held = _faced(seen.betting), _held(seen)
    return {(faced, each, kind): p for kind, p in by_kind(chances).items() for each in (ANY, held)}


def _faced(betting: Betting) -> str:
    """What there is to call after a betting, in words; empty where it is nothing."""
    if not betting.to_call:
        return ""
    done = betting.histories[-1]
    return next((words for letter, words in FACED.items() if letter in done), "the blind")


def _held(seen: Observation) -> str:
    """What the person holds at a decision, in words: what the hand makes, or else its name."""
    rules, player = seen.game.rules, seen.spot.player
    label = rules.hands[player].name(seen.hand)
    if rules.holding(player, seen.hand, seen.board) != label:
        public, own = rules.boards.cards[seen.board], rules.hands[player][seen.hand]
        (kind,) = rules.showdown.kinds(rules.deck, [own], public)
        return "a pair" if kind == label else kind
    if not label.isdecimal():
        return NAMES.get(label, label)
    an = label[0] == "8" or (label[:2] in ("11", "18") and len(label) % 3 == 2)
    return f"{'an' if an else 'a'} {label}"


def _told(found: Mapping[Situation, Belief]) -> Iterable[Belief]:
    """Keep a habit either as one with any holding or as one with single holdings.

    It is told with single holdings where it does not show with any, or where just one of them shows
    it and makes up more than half of its weight.
    """
    for (faced, held, kind), belief in found.items():
        single = [b for (f, h, k), b in found.items() if (f, k) == (faced, kind) and h != ANY]
        general = found.get((faced, ANY, kind))
        narrow = general is None or (len(single) == 1 and 2 * single[0].weight > general.weight)
        if (held != ANY) == narrow:
            yield belief


def with_habits(equilibrium: Strategy, believed: Iterable[Belief]) -> Strategy:
    """Equilibrium play, but for those of the habits that show whatever is held.

    Such a habit is one with every holding: with 169 classes of hands, few decisions tell of each.
    """
    game, infosets = equilibrium.game, dict(equilibrium.infosets)
    general = [each for each in believed if each.held == ANY]
    for betting in walk(game.rules) if general else ():
        here = [] if betting.over else [each for each in general if each.faced == _faced(betting)]
        for key in game.keys(betting, [*game.views(betting.round, betting.player)]) if here else ():
            for each in here if key in infosets else ():
                infosets[key] = _more_often(infosets[key], each.action, each.share)
    return replace(equilibrium, infosets=infosets)


def _more_often(chances: Mapping[str, float], kind: str, share: float) -> Mapping[str, float]:
    """The chances of actions where one takes that kind in a share of the cases, else as before.

    The actions of the kind stay in proportion. Where there are none, nothing changes.
    """
    of_kind = [action for action in chances if kind_of(action) == kind]
    often = sum(chances[action] for action in of_kind)
    if not of_kind:
        return chances
    more = {a: chances[a] / often if often else 1 / len(of_kind) for a in of_kind}
    return {a: (1 - share) * before + share * more.get(a, 0.0) for a, before in chances.items()}


def apart_from(
    belief: Belief,
    believed: Iterable[Belief],
    hands: Iterable[HandRecord],
    equilibrium: Strategy,
) -> Strategy:
    """The model of a person without one habit, but with the others of those believed.

    It does not know the decisions in these hands that may show the habit.
    """
    spot, infosets = (belief.faced, belief.held, belief.action), equilibrium.infosets
    others = (
        (seen.key, action.name)
        for played in hands
        for seen, action in played.decisions
        if seen.key in infosets and spot not in _situations(seen, infosets[seen.key])
    )
    return model(others, with_habits(equilibrium, (each for each in believed if each != belief)))


def explained(
    answer: Strategy,
    equilibrium: Strategy,
    model: Strategy,
    apart: Iterable[tuple[Belief, Strategy]],
) -> tuple[str, float, Belief | None]:
    """The kind of action by which an answer gains most, and the habit that makes it pay.

    Compared with the equilibrium, against the model, on average over both seats. A habit makes the
    action pay if without it the action gains half or less.

    Args:
        answer: the strategy that takes the action more often.
        equilibrium: how the model plays apart from its habits.
        model: the model of the person.
        apart: each habit, with the model that does not have it.

    Returns:
        The kind of action, how many times more per hand it is taken, and the habit, None where no
        single one makes it pay.
    """
    changes = _changes(answer, equilibrium, model)
    kind = max(changes, key=lambda kind: changes[kind].won)
    without = {each: _changes(answer, equilibrium, other)[kind].won for each, other in apart}
    belief = min(without, key=without.__getitem__, default=None)
    pays = belief is not None and without[belief] <= changes[kind].won / 2
    return kind, changes[kind].more, belief if pays else None


class Change(NamedTuple):
    """A kind of action that an answer takes more often than an equilibrium.

    more: how many times more per hand
    won: what that gains, in chips per hand
    """

    more: float
    won: float


def _changes(answer: Strategy, equilibrium: Strategy, model: Strategy) -> dict[str, Change]:
    """What an answer does more often than an equilibrium, by the kind of action.

    The gain at an information set is the increase in the action's probability, times its advantage
    over the equilibrium's mix (both followed by equilibrium play), times how often the answer comes
    there. Together with the actions that became rarer these add up to all that the answer wins more
    (Kakade & Langford 2002, lemma 6.1, the performance difference lemma).
    """
    form = compile_game(equilibrium.game)
    one, sound, person = (to_arrays(form, s.infosets) for s in (answer, equilibrium, model))
    own, theirs = (realization_plans(form, each) for each in (one, person))
    found: defaultdict[str, Change] = defaultdict(lambda: Change(0.0, 0.0))
    for seat, (tree, operators) in enumerate(zip(form.trees, bind(form), strict=True)):
        often = row_reach(form, seat, own[seat], theirs[1 - seat])
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
