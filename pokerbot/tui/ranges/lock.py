"""The screen on which play at a decision is painted, so that the spot is solved against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from pokerbot.evaluation.node_hands import said
from pokerbot.games.catalogue import HOLDEM, make_game
from pokerbot.games.game import Game
from pokerbot.games.locks import Lock, tables_of, text_of
from pokerbot.games.ranges import Range, class_of
from pokerbot.games.spot import at_line
from pokerbot.tui.bound import key_of
from pokerbot.tui.ranges.classes import Shown, marks_by_keys, meant
from pokerbot.tui.ranges.painting import PaintScreen
from pokerbot.tui.ranges.square import STRATEGY, taking

HELP = """\
# Lock a decision

What you paint here is played exactly as painted; all other play, of both players, is solved against
it. Bright classes are painted; for the others you see how they play in the present solution. Of a
class *locked in part* some hands are locked by the spot's file; they stay so until it is painted.

- **{lock.call}**, **{lock.bet}**, **{lock.raise}**, **{lock.fold}** or the number of a size choose
  the action to paint with
- **arrows** move, **{paint.touch}** makes the class under the cursor always take that action, or
  frees it again; the mouse does so with each class that it is drawn over
- **{lock.more}** and **{lock.less}** make the class take it 10 % more or less of the time
- **{paint.choose}** makes the whole range take one action, or play as it was solved
- **{paint.undo}** takes the last step back, **{paint.take}** goes on to solve the spot,
  **{paint.leave}** leaves without a change
"""
FAINT = 0.25
"""The brightness of classes that are not painted, from 0 to 1."""
STEP, PLACES = 0.1, 3
"""By how much a frequency is changed, and how many decimals frequencies have."""
SUFFIX = "-locked"
"""What is added to the name of a spot with locks."""
Play = tuple[float, ...]
"""How often each action is taken."""
Plays = Mapping[str, Play | None]
"""The play of each painted class, by its name; None for one that stays locked in part."""


class PaintLockScreen(PaintScreen[Plays]):
    """Lets the person paint; returns the play of the painted classes, None if nothing changes.

    brush: the place of the action to paint with
    frees: whether the present stroke frees classes instead of painting them
    """

    HELP = HELP
    BINDINGS: ClassVar[list[BindingType]] = [
        *taking("lock"),
        Binding(
            "plus,equals_sign", f"shift({STEP})", "More often", key_display="+", id="lock.more"
        ),
        Binding("minus", f"shift({-STEP})", "Less often", key_display="−", id="lock.less"),
    ]

    def __init__(
        self, shown: Shown, spot: Game, begins_at: str, painted: Plays | None = None
    ) -> None:
        """Paint a decision of a spot's solution.

        begins_at: the class under the cursor
        painted: what to begin with; None for what is locked there already
        """
        self.shown, self.actions = shown, shown.node.actions
        self.marks = marks_by_keys(self.actions)
        self.begun = dict(_locked(shown, spot))
        super().__init__(self.begun if painted is None else painted)
        self.brush, self.frees = 0, False
        self.begins_at = begins_at

    def on_mount(self) -> None:
        """Put the cursor on the class that it was on."""
        self.canvas.point_at(self.begins_at)

    @property
    def what(self) -> str:
        """As `PaintScreen`."""
        return f"what {self.shown.node.player} does"

    def draw(self) -> None:
        """As `PaintScreen`."""
        most = max((each.weight for each in self.shown.acting.values()), default=1.0)
        classes = {
            name: replace(each, strategy=play, weight=most)
            if (play := self.painted.get(name))
            else replace(each, weight=FAINT * most)
            for name, each in self.shown.acting.items()
        }
        self.canvas.show(classes, self.marks, STRATEGY, self.shown.node.pot)
        self.query_one("#comes-to", Static).update(Content("\n").join(self._told()))

    def _told(self) -> Iterator[Content]:
        """What the class under the cursor does, and the action to paint with."""
        name = self.canvas.name_there
        there = self.shown.acting.get(name)
        play = self.painted.get(name) or (there.strategy if there else ())
        held = "painted" if self.painted.get(name) else "locked in part"
        how = held if name in self.painted else "free"
        how = how if there else "not in the range"
        yield Content.assemble((name, "b"), f"  {how}  brush {self.marks[self.brush].letter}")
        width = max(len(said(action)) for action in self.actions)
        for place, (mark, action) in enumerate(zip(self.marks, self.actions, strict=True)):
            often = f"{100 * play[place]:5.0f} %" if play else ""
            colour = self.canvas.colour_of(mark).css
            yield Content.assemble(("▌", colour), f"{mark.letter} {said(action):<{width}}{often}")
        painted = sum(map(bool, self.painted.values()))
        yield Content(f"painted: {painted} of {len(self.shown.acting)}")

    def touched(self, name: str, *, first: bool) -> Plays:
        """As `PaintScreen`; a stroke that begins on a class painted so already frees classes."""
        if name not in self.shown.acting:
            return self.painted
        play = tuple(float(place == self.brush) for place in range(len(self.actions)))
        if first:
            self.frees = self.painted.get(name) == play
        if self.frees:
            return {each: self.painted[each] for each in self.painted if each != name}
        return {**self.painted, name: play}

    def action_done(self) -> None:
        """As `PaintScreen`; if nothing is painted and nothing was, say what to do first."""
        if self.painted or self.begun:
            self.dismiss(self.painted)
            return
        touch, choose = (key_of(self.app, name) for name in ("paint.touch", "paint.choose"))
        self.notify(
            f"First paint {self.what}: {touch} on a class, or {choose} for the whole range."
        )

    def action_take(self, what: str) -> None:
        """Paint with an action, given as to `meant`."""
        if (place := meant(self.actions, what)) is None:
            self.app.bell()
        else:
            self.brush = place
            self.draw()

    def action_sized(self, place: int) -> None:
        """Paint with a bet or raise, given by its place among the sizes."""
        self.action_take(str(place + 1))

    def action_shift(self, by: float) -> None:
        """Make the class under the cursor take the brush's action more often, or less often.

        by: how much more often; less if negative
        """
        name = self.canvas.name_there
        if name in self.shown.acting:
            play = self.painted.get(name) or self.shown.acting[name].strategy
            self.change({**self.painted, name: shifted(play, self.brush, by)})

    def action_choose(self) -> None:
        """Let the person choose what the whole range does."""
        acting = self.shown.acting
        choices: dict[str, Plays] = {
            f"all {said(action)}": {
                **self.painted,
                **dict.fromkeys(
                    acting, tuple(float(at == place) for at in range(len(self.actions)))
                ),
            }
            for place, action in enumerate(self.actions)
        }
        choices["all as it was solved"] = {
            **self.painted,
            **{name: shifted(each.strategy, 0, 0.0) for name, each in acting.items()},
        }
        choices["none painted"] = {}
        lines = [[name] for name in choices]
        self.app.choose("Begin with", ("Range",), [*choices.values()], lines, self.change)


def shifted(play: Sequence[float], place: int, by: float) -> Play:
    """A play in which one action is taken more often, and the others in the same proportions.

    by: how much more often it is taken; less if negative. 0 only rounds the frequencies
    """
    own = min(max(round(play[place] + by, 1 if by else PLACES), 0.0), 1.0)
    others = sum(play[:place]) + sum(play[place + 1 :])
    shares = [(1 - own) * (each / others if others else 1 / max(len(play) - 1, 1)) for each in play]
    shares[place] = own
    return _rounded(shares)


def _rounded(shares: Sequence[float]) -> Play:
    """Shares with `PLACES` decimals that add up to 1; those that lose most are rounded up."""
    whole, total = 10**PLACES, sum(shares)
    parts = [whole * share / total for share in shares]
    left = whole - sum(map(int, parts))
    up = sorted(range(len(parts)), key=lambda place: int(parts[place]) - parts[place])[:left]
    return tuple((int(part) + (place in up)) / whole for place, part in enumerate(parts))


def with_locks(spot: Game, shown: Shown, painted: Plays) -> Game:
    """The spot with these classes' play locked at a decision, in place of other locks there."""
    node = shown.node
    by_play: dict[Play, list[str]] = {}
    for name, play in painted.items():
        if play:
            by_play.setdefault(play, []).append(name)
    here = [lock for _, lock in _at(shown, spot)]
    tables = [table for table, lock in _all(spot) if lock not in here]
    for table, lock in _at(shown, spot):
        if left := [name for name in _hands(spot, lock) if painted.get(class_of(name), ()) is None]:
            tables.append({**table, "hands": Range(",".join(left)).short})
    tables += [
        {
            "player": node.player,
            "line": node.line,
            "hands": ",".join(names),
            "play": {
                action: share for action, share in zip(node.actions, play, strict=True) if share
            },
        }
        for play, names in by_play.items()
    ]
    name = spot.spec.removesuffix(SUFFIX) + (SUFFIX if tables else "")
    return make_game(HOLDEM.name, {**spot.parameters, "lock": text_of(tables)}, name)


def _all(spot: Game) -> Iterator[tuple[dict[str, Any], Lock]]:
    """The locks of a spot, each as the table of its file and as it was read."""
    return zip(tables_of(str(spot.parameters["lock"])), spot.locks, strict=True)


def _at(shown: Shown, spot: Game) -> Iterator[tuple[dict[str, Any], Lock]]:
    """Those at a decision, whose line may be spelled in several ways."""
    at = at_line(spot.rules, shown.node.line)
    return ((table, lock) for table, lock in _all(spot) if (lock.betting, lock.board) == at)


def _hands(spot: Game, lock: Lock) -> list[str]:
    """The names of the hands that a lock holds."""
    hands = spot.rules.hands[lock.betting.player]
    return [hands.name(hand) for hand in lock.hands]


def _locked(shown: Shown, spot: Game) -> Iterator[tuple[str, Play | None]]:
    """The classes of which hands are locked at a decision, with the play of those locked whole."""
    for _, lock in _at(shown, spot):
        held = _hands(spot, lock)
        for name in dict.fromkeys(map(class_of, held)):
            there = shown.acting.get(name)
            yield name, lock.play if there and there.hands.keys() <= {*held} else None
