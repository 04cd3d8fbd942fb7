"""The screen that replays a hand on the felt, decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.opponents.decisions import drill_of
from pokerbot.opponents.hand_report import share
from pokerbot.opponents.reviews import ReviewedHand, Reviewer, ungraded
from pokerbot.play.hand import replayed
from pokerbot.play.view import words
from pokerbot.play.view.view import scene
from pokerbot.tui.review.rows import when, which
from pokerbot.tui.screen import FeltScreen
from pokerbot.tui.widgets.felt import Felt
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.verdict import decision_lines, split_lines

HELP = """\
# Replay

- **{replay.next}** goes to the next of your decisions, **{replay.before}** to the one before; the
  last step is the end of the hand, with the split of its result
- **{replay.down} {replay.up}** go to the next hand of the list, and to the one before
- **{replay.study}** shows the bot's card from the start, also after a fold, or hides it; this
  applies to the list and the table, too
- **{replay.drill}** drills exactly this decision: ten hands that begin there, with a goal; or your
  last one before it to which the bot's own solution comes
- **{replay.share}** shares the hand: it writes the hand as text with its grades, and this screen as
  an SVG picture, into the current folder
- **{replay.leave}** goes back to the list

At each decision you see what you did, its grade, and for every action what it wins on average in
chips, how much less than the best one, and how often sound play takes it.
"""


class ReplayScreen(FeltScreen[int]):
    """Steps through the hands of a list; returns the place in the list of the last one shown."""

    TITLE = "Replay"
    HELP = HELP
    CSS_PATH: ClassVar = ["../table/screen.tcss", "screen.tcss"]
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "step(1)", "Next", key_display="→", id="replay.next"),
        Binding("left", "step(-1)", "Before", key_display="←", id="replay.before"),
        Binding("down", "hand(1)", "Next hand", key_display="↓", id="replay.down"),
        Binding("up", "hand(-1)", "Hand before", key_display="↑", id="replay.up"),
        Binding("s", "study(True)", "Show card", id="replay.study"),
        Binding("s", "study(False)", "Hide card", id="replay.study"),
        Binding("enter", "drill", "Drill it", key_display="enter", id="replay.drill"),
        Binding("x", "share", "Share", id="replay.share"),
        Binding("escape", "leave", "Back", id="replay.leave"),
    ]
    felt = getters.query_one(Felt)

    def __init__(self, reviewer: Reviewer, hands: Sequence[ReviewedHand], place: int) -> None:
        """Begin with the hand at this place, at its first decision."""
        super().__init__()
        self.reviewer = reviewer
        self.hands = hands
        self.place = place
        self.step = 0

    def compose(self) -> ComposeResult:
        """The title, the felt, what the decision was worth, and the keys."""
        with Horizontal(id="title"):
            yield Static(id="name", markup=False)
        with Horizontal(id="main"):
            yield Felt()
            with Vertical(id="replay"):
                with VerticalScroll(id="story", classes="box aside", can_focus=False):
                    yield Static(id="betting", markup=False)
                with VerticalScroll(id="judged", classes="box aside", can_focus=False):
                    yield Static(id="verdict-text", markup=False)
        yield Keys(2)

    def on_mount(self) -> None:
        """Draw the first decision, with the bot's card shown or hidden as the person last chose."""
        self._draw()

    @property
    def reviewed(self) -> ReviewedHand:
        """The hand that is shown."""
        return self.hands[self.place]

    @property
    def stops(self) -> list[int]:
        """The steps to stop at, as numbers of actions before: own decisions, and the end."""
        played = self.reviewed.played
        steps = played.hand.steps
        own = [place for place, step in enumerate(steps) if step.player == played.person]
        return [*(place for place in own if place >= played.given), len(steps)]

    def _draw(self) -> None:
        played, stops = self.reviewed.played, self.stops
        hand, person = replayed(played.hand, stops[self.step]), played.person
        end = self.step == len(stops) - 1
        opponent = self.reviewer.opponent(played)
        names = words.NAMES[0], (opponent.called if opponent else "") or words.NAMES[1]
        status = (
            words.outcome(hand, person, names) if end else words.turn(hand, person, names=names)
        )
        shown = self.app.study or hand.showdown
        view = scene(hand, person, status, names, far_shown=shown, stacks=played.match)
        self.felt.show(view)
        who = "the bot" if names == words.NAMES else names[1]
        hidden = f"{who}'s {words.cards_are(hand.game.rules, 1 - person)} hidden"
        bot = f"{who} {view.bot.card}" if view.bot.card else hidden
        cards = f"You hold {view.you.card}, {bot}."
        told = "\n".join([cards, *view.betting, status])
        self.query_one("#betting", Static).update(told)
        story, judged = self.query_one("#story"), self.query_one("#judged")
        story.border_title, story.border_subtitle = which(played), when(played)
        judged.border_title = "The result" if end else f"Decision {self.step + 1}"
        self.query_one("#verdict-text", Static).update(self._verdict(end=end))
        at = f"{self.place + 1} of {len(self.hands)} listed, step {self.step + 1} of {len(stops)}"
        self.query_one("#name", Static).update(self.titled(at))
        self.refresh_bindings()

    def _verdict(self, *, end: bool) -> Content:
        reviewed = self.reviewed
        if reviewed.breakdown is None:
            return Content(ungraded(reviewed.played))
        lines = (
            split_lines(reviewed.breakdown)
            if end
            else decision_lines(reviewed.decisions[self.step])
        )
        return Content("\n").join(lines)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now."""
        if action == "study":
            return parameters != (self.app.study,)
        if action == "drill":
            return self.step < len(self.reviewed.decisions)
        if action in ("step", "hand"):
            (by,) = parameters
            assert isinstance(by, int)
            at, of = (self.step, self.stops) if action == "step" else (self.place, self.hands)
            return 0 <= at + by < len(of)
        return True

    def action_step(self, by: int) -> None:
        """Go to the next decision (1), or to the one before (−1)."""
        self.step += by
        self._draw()

    def action_hand(self, by: int) -> None:
        """Go to the next hand of the list (1), or to the one before (−1)."""
        self.place += by
        self.step = 0
        self._draw()

    def action_drill(self) -> None:
        """Go to a drill of this decision."""
        played = self.reviewed.played
        seen, _ = played.decisions[self.step]
        if opponent := self.reviewer.opponent(played):
            try:
                self.app.practise(opponent, drill_of(opponent, seen))
            except InputError as error:
                self.refuse(error)

    def action_share(self) -> None:
        """Write the hand as text, and the screen as a picture, to share with others."""
        title = f"pokerbot: {which(self.reviewed.played).plain}"
        try:
            text, picture = share(Path(), self.reviewed, self.app.export_screenshot(title=title))
        except InputError as error:
            self.refuse(error)
        else:
            self.notify(f"Written to {text} and {picture}.", timeout=5)

    def action_study(self, study: bool) -> None:
        """Show the bot's card, or hide it."""
        self.app.study = study
        self._draw()

    def action_leave(self) -> None:
        """Go back to the list, at this hand."""
        self.dismiss(self.place)
