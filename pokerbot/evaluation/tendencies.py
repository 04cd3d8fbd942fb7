"""How often a strategy takes each kind of action, over all decisions, beside sound play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pokerbot.games.betting import legal_actions
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.form import Form
from pokerbot.sequence.reach import row_reach
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.strategy import Strategy

Shares = Mapping[str, float]


@dataclass(frozen=True)
class Tendency:
    """How often each kind of action is taken at decisions with, or without, chips to call.

    faced: whether there are chips to call
    often: the share of these decisions in which each kind of action is taken
    sound: the same for sound play; empty where there is none to compare with
    """

    faced: bool
    often: Shares
    sound: Shares

    @property
    def most(self) -> tuple[str, float]:
        """The kind of action that is taken too often the most, and by how much."""
        more = {kind: share - self.sound[kind] for kind, share in self.often.items()}
        kind = max(more, key=more.__getitem__)
        return kind, more[kind]


def tendencies(plays: Strategy, sound: Strategy | None) -> tuple[Tendency, ...]:
    """Compare a strategy with a sound one, both played against the sound one in both seats.

    Where there is no sound one, it is played against itself.

    Decisions are weighted by how often they come up. There is a tendency for decisions without
    chips to call and one for decisions with, unless such decisions never come up.
    """
    form = compile_game(plays.game)
    own, other = (to_arrays(form, each.infosets) for each in (plays, sound or plays))
    shares = _shares(form, own, other), _shares(form, other, other)
    return tuple(
        Tendency(faced, often, usual if sound else {})
        for faced, often, usual in zip((False, True), *shares, strict=True)
        if often and usual
    )


def _shares(form: Form, plays: Profile, other: Profile) -> tuple[Shares, Shares]:
    """The shares of the kinds of action without chips to call, and with, against `other`."""
    taken: tuple[dict[str, float], dict[str, float]] = {}, {}
    plans, met = realization_plans(form, plays), realization_plans(form, other)
    for seat, tree in enumerate(form.trees):
        comes = row_reach(form, seat, plans[seat], met[1 - seat])
        often = (plays[seat] * comes).sum(axis=1).tolist()
        for betting, _, rows in tree.decisions():
            there = taken[bool(betting.to_call)]
            for place, action in enumerate(legal_actions(form.game.rules, betting)):
                there[action.kind] = there.get(action.kind, 0.0) + often[rows.start + place]
    free, faced = (
        {kind: p / total for kind, p in there.items()} if (total := sum(there.values())) else {}
        for there in taken
    )
    return free, faced
