"""The screen on which two strategies play each other, step by step or at speed."""

from __future__ import annotations

import time
from functools import partial
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.io.files import printable
from pokerbot.opponents.matchup import Matchup
from pokerbot.opponents.opponents import Opponent
from pokerbot.play.session.statistics import Statistic
from pokerbot.play.session.watch import Watch, brief, look, statistics, verdict
from pokerbot.play.view.words import beginning
from pokerbot.tui.popups.choose_opponent import ChooseOpponentScreen
from pokerbot.tui.screen import FeltScreen
from pokerbot.tui.watch.pictures import Means, Mix
from pokerbot.tui.widgets.felt import GLIDE, Felt
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.panel import Statistics

HELP = """\
# Watch

Two strategies play each other with open cards. **A** sits on the near side; they swap seats after
each hand.

- **{watch.run}** runs the play, **{watch.pause}** pauses it; **{watch.faster}** and
  **{watch.slower}** make it faster and slower; it pauses while help or a choice is open
- **{watch.step}** takes one step, an action or the next deal; **{watch.hand}** plays the whole hand
- **{watch.chart}** shows the chart alone, or the felt again
- **{watch.choose}** chooses B; at first A plays against itself
- **{watch.leave}** goes back

The bar under the felt shows how often the player to act takes each action, in per cent. Where words
have no room, `k` is a check, `b` a bet, `f` a fold, `c` a call and `r` a raise.

In a spot of hold'em half of the pot at the start counts as each player's own, in all figures: of a
pot of 30 that is folded at once one has won 15, and the other has lost 15.

**A has won** is the mean so far, in chips per hand, with its 95 % interval below. As long as the
exact value lies in that interval, the two agree. **Without luck** is the mean of the same hands
with the luck of the cards and of B's dice taken out, exactly: what A's seats are worth against B
minus what A gave away. Its interval is far shorter. An interval takes 30 hands, without luck 100,
and more where rare mistakes count for much. **Exactly** is what A wins on average in the seats that
it has sat in so far, computed and not played.

**The chart** shows how A's mean result per hand converges. The line is the mean after each hand;
the dots are the ends of its 95 % interval, which is half as wide after four times as many hands;
the thin line is the exact value if both seats are played equally often. The chart stands beside the
felt if there is room.
"""

SPEEDS = ("an action in 1.5 s", "an action in 0.5 s", "5 actions a second", "full speed")
PAUSES = (1.5, 0.5, 0.2, 0.05)
AT_ONCE = 0.02
"""How many seconds to play between two drawings at full speed; drawing gets the rest of a pause."""


class WatchScreen(FeltScreen[None]):
    """The felt with both hands face up, and beside it the figures and the chart."""

    HELP = HELP
    CSS_PATH: ClassVar = ["../table/screen.tcss", "screen.tcss"]
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "run", "Run", id="watch.run"),
        Binding("space", "pause", "Pause", id="watch.pause"),
        Binding("right", "step", "Step", key_display="→", id="watch.step"),
        Binding("down", "hand", "Hand", key_display="↓", id="watch.hand"),
        Binding("escape", "app.pop_screen", "Back", id="watch.leave"),
        Binding("plus,equals_sign", "speed(1)", "Fast", key_display="+", id="watch.faster"),
        Binding("minus", "speed(-1)", "Slow", key_display="−", id="watch.slower"),
        Binding("u", "choose", "Other B", id="watch.choose"),
        Binding("i", "chart", "Chart", id="watch.chart"),
    ]
    felt = getters.query_one(Felt)

    def __init__(self, a: Opponent) -> None:
        """Have strategy A play against itself, until another B is chosen."""
        super().__init__()
        self.a = self.b = a
        self.watched: Watch | None = None
        self.speed = 1
        self.timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """The title, the felt and the figures, the bar of the player to act, and the keys."""
        with Horizontal(id="title"):
            yield Static(id="name", markup=False)
        with Horizontal(id="main"):
            yield Felt()
            with Vertical(id="figures"):
                with Vertical(id="session", classes="box aside") as session:
                    session.border_title = "A's chips per hand"
                    yield Means()
                    yield Statistics()
                    yield Static(id="verdict", markup=False)
                with VerticalScroll(id="story", classes="box aside", can_focus=False) as story:
                    story.border_title = "This hand"
                    yield Static(id="betting", markup=False)
        yield Mix()
        yield Static(id="brief", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        """Begin with a random generator of its own."""
        (self.rng,) = self.app.visits.spawn(1)
        self._sit_down()

    def _sit_down(self) -> None:
        self.action_pause()
        self.watched = None
        self.refresh_bindings()
        self.query_one("#name", Static).update("Working out what the seats are worth …")
        self.beside(partial(Matchup, self.a.strategy, self.b.strategy), self._begin, self._leave)

    def _leave(self, error: InputError) -> None:
        """Go back to the lobby, closing what is open above, if the values cannot be computed."""
        self.refuse(error)
        self.app.action_lobby()

    def _begin(self, matchup: Matchup) -> None:
        """Deal the first hand."""
        (rng,) = self.rng.spawn(1)
        self.watched = Watch(
            self.a.strategy,
            self.b.strategy,
            matchup.exact,
            matchup.without_luck,
            rng,
            matchup.enough,
        )
        self.refresh_bindings()
        self._draw()

    def _draw(self) -> None:
        if self.watched is None:
            return
        near, far = (printable(each.name) for each in (self.a, self.b))
        view = look(self.watched, (f"A {near}", f"B {far}"))
        begun = beginning(self.watched.hand.game.rules)
        self.felt.show(view, GLIDE if PAUSES[self.speed] > GLIDE else 0)
        self.query_one(Mix).show(self.watched.choice)
        figures = statistics(self.watched)
        self.query_one(Statistics).lines = tuple(Statistic(*figure) for figure in figures)
        self.query_one(Means).settling = self.watched.settling
        self.query_one("#verdict", Static).update(verdict(self.watched))
        self.query_one("#betting", Static).update("\n".join(view.betting) or begun)
        self.query_one("#name", Static).update(self._title())
        self.query_one("#brief", Static).update(brief(self.watched))

    def _title(self) -> Content:
        names = [printable(each.name) for each in (self.a, self.b)]
        pace = f"  {SPEEDS[self.speed]}" if self.timer else ""
        return Content.from_markup(
            "[b]pokerbot[/b]  A $a, B $b[$accent]$pace[/]",
            a=names[0],
            b=names[1] if self.a is not self.b else "the same",
            pace=pace,
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now."""
        if action == "speed":
            step = parameters[0]
            assert isinstance(step, int)
            return 0 <= self.speed + step < len(SPEEDS)
        if action in ("run", "pause") and (action == "pause") != bool(self.timer):
            return False
        return self.watched is not None or action not in ("step", "hand", "run", "choose")

    def action_step(self) -> None:
        """Play one action, or deal the next hand."""
        if self.watched is not None:
            self.watched.step()
            self._draw()

    def action_hand(self) -> None:
        """Play the rest of this hand, or all of the next one."""
        if self.watched is not None:
            self.watched.play_hand()
            self._draw()

    def action_run(self) -> None:
        """Let the play run by itself."""
        self.timer = self.set_interval(PAUSES[self.speed], self._tick)
        self.refresh_bindings()
        self._draw()

    def action_pause(self) -> None:
        """Stop the play."""
        if self.timer is not None:
            self.timer.stop()
            self.timer = None
        self.refresh_bindings()
        self._draw()

    def action_speed(self, step: int) -> None:
        """Make the play faster (1) or slower (−1)."""
        self.speed += step
        if self.timer is not None:
            self.timer.stop()
            self.action_run()
        self.refresh_bindings()

    def _tick(self) -> None:
        """Play a step, or at full speed as many hands as there is time for; not behind a popup."""
        if self.watched is None or not self.is_active:
            return
        if self.speed + 1 < len(SPEEDS):
            self.watched.step()
        else:
            end = time.perf_counter() + AT_ONCE
            while time.perf_counter() < end:
                self.watched.play_hand()
        self._draw()

    def action_chart(self) -> None:
        """Show the chart alone, or the felt again."""
        self.toggle_class("-charted")

    def action_choose(self) -> None:
        """Choose B."""
        self.app.push_screen(ChooseOpponentScreen(self.a, "B plays"), self._choose)

    def _choose(self, chosen: Opponent | None) -> None:
        if chosen is not None:
            self.b = chosen
            self._sit_down()
