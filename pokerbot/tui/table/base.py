"""What every table does: it draws a view of the hand, and turns keys and clicks into actions."""

from __future__ import annotations

from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from pokerbot.games.actions import LARGER, Action
from pokerbot.opponents.opponents import Seated
from pokerbot.opponents.sitting import Sitting
from pokerbot.play.view.view import MOST_LISTED, Choice, View, look
from pokerbot.play.view.words import cards_are
from pokerbot.runs.background.thinking import Thinker
from pokerbot.tui.screen import FeltScreen
from pokerbot.tui.table.amount import NAMED, AmountScreen
from pokerbot.tui.widgets.actions import Actions
from pokerbot.tui.widgets.felt import GLIDE, Felt
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.panel import Panel

OF_THE_HAND = ("next_hand", "take", "sized", "hint", "die", "coach", "study")
"""The actions that are possible only while the hand is shown."""


class BaseTable(FeltScreen[None]):
    """A table at which a person plays hand after hand.

    Keys whose action a table lacks do nothing there.

    thinker: the process that computes what takes long: what is solved again, answers to habits
    """

    CSS_PATH: ClassVar = ["screen.tcss"]
    OWN_SIZES: ClassVar = True  # whether the person may bet sizes that the solution lacks
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "next_hand", "Next", id="table.next"),
        Binding("enter", "next_hand", show=False),
        Binding("c", "take('check,call')", "Check or call", id="table.call", show=False),
        Binding("b", "take('bet')", "Bet", id="table.bet", show=False),
        Binding("r", "take('raise,jam')", "Raise or jam", id="table.raise", show=False),
        Binding("f", "take('fold')", "Fold", id="table.fold", show=False),
        Binding("1", "sized(0)", "A third", id="table.third", show=False),
        Binding("2", "sized(1)", "Half", id="table.half", show=False),
        Binding("3", "sized(2)", "Pot", id="table.pot", show=False),
        Binding("4", "sized(3)", "All-in", id="table.all_in", show=False),
        *(Binding(str(size + 1), f"sized({size})", show=False) for size in range(4, MOST_LISTED)),
        Binding("h", "hint", "Hint", id="table.hint"),
        Binding("k", "coach", "Coach", id="table.coach"),
        Binding("i", "page", "Score", id="table.page"),
        Binding("d", "die", "Die", id="table.die"),
        Binding("v", "app.review", "Review", id="table.review", show=False),
        Binding("g", "go('browser')", "Grid", id="table.grid", show=False),
        Binding("e", "solve", "Change it", id="table.solve", show=False),
        Binding("escape", "felt", "Table", id="table.felt"),  # first: it goes before the lobby's
        Binding("escape", "app.lobby", "Lobby", id="table.lobby"),
        Binding("j", "beliefs", "Beliefs", id="table.beliefs", show=False),
        Binding("s", "study(True)", "Card", id="table.study"),
        Binding("s", "study(False)", "Hide", id="table.study"),
    ]
    felt = getters.query_one(Felt)
    panel = getters.query_one(Panel)
    actions = getters.query_one(Actions)

    def __init__(self, sitting: Sitting) -> None:
        """Sit down to a session."""
        super().__init__()
        self.sitting = sitting
        self.table = table = sitting.table
        table.name = self.opponent.called
        table.own_sizes = self.OWN_SIZES and not self.opponent.has_habit
        self.view: View = look(table)
        self.thinker = Thinker()

    @property
    def opponent(self) -> Seated:
        """The opponent, as they play by now."""
        return self.sitting.opponent

    @property
    def pace(self) -> float:
        """The seconds that the bot takes for an action."""
        return self.app.pace

    def compose(self) -> ComposeResult:
        """The title, the felt and the panel side by side, the buttons, and the keys."""
        with Horizontal(id="title"):
            yield Static(self._title(), markup=False)
            yield Static(self.strength(), id="subtitle", markup=False)
        with Horizontal(id="main"):
            yield Felt()
            yield Panel()
        yield Actions()
        yield Keys(most=2)

    def on_mount(self) -> None:
        """Draw the hand on the table."""
        self.show()

    def on_unmount(self) -> None:
        """Release the process."""
        self.thinker.leave()

    def on_screen_resume(self) -> None:
        """Show or hide the bot's card as the person last chose, here or on another screen."""
        if self.table.study != (study := self.app.study):
            self._study(study)

    def action_coach(self) -> None:
        """Switch the coach on or off."""
        self.app.coach = not self.app.coach
        self._show_panel()

    def action_die(self) -> None:
        """Throw the die for the present decision."""
        self.table.roll()
        self._show_panel()
        self.felt.show(self.view)

    def action_study(self, study: bool) -> None:
        """Show the bot's card after a fold from now on, or hide it."""
        self.app.study = study
        self._study(study)
        table = self.table
        held = cards_are(table.hand.game.rules, 1 - table.person)
        self.notify(f"After a fold the bot's {held} {'shown' if study else 'hidden'}.", timeout=3)

    def _study(self, study: bool) -> None:
        self.table.study = study
        self._show_panel()
        self.felt.show(self.view)
        self.refresh_bindings()

    def action_page(self) -> None:
        """Show the session in full, or the table again."""
        self.toggle_class("-page")
        self.refresh_bindings()

    def action_felt(self) -> None:
        """Show the table again."""
        self.action_page()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now; only then is its key shown."""
        if not hasattr(self, f"action_{action}"):
            return False
        paged = self.has_class("-page")
        if action == "felt" or (paged and action in OF_THE_HAND):
            return paged and action == "felt"
        now = {
            "study": parameters != (self.table.study,),
            "next_hand": self.table.hand.over,
            "die": self.table.person_to_act,
        }
        return now.get(action, True)

    def action_next_hand(self) -> None:
        """Deal the next hand."""
        self.table.next_hand()
        self.show()

    def action_take(self, kinds: str) -> None:
        """Take the legal action of one of `kinds`, if any; ask for the amount if it is open."""
        for choice in self.view.choices:
            if choice.kind in kinds.split(","):
                if len(choice.actions) == 1 and choice.between is None:
                    self._take(choice.actions[0])
                else:
                    self.app.push_screen(AmountScreen(choice), self._take)

    def action_sized(self, size: int) -> None:
        """Bet or raise to a size by its place in the list, or ask for the amount, from there on."""
        for choice in self.view.choices:
            if choice.listed:
                self._take(choice.actions[size] if size < len(choice.actions) else None)
            elif len(choice.actions) > 1 and size < len(NAMED):
                self.app.push_screen(AmountScreen(choice, size), self._take)
            elif NAMED[size : size + 1] == ("all-in",) and self._is_all_in(choice):
                self._take(choice.actions[0])

    def _is_all_in(self, choice: Choice) -> bool:
        """Whether a choice is to bet or raise all that is left, where amounts are open."""
        hand = self.table.hand
        chips = hand.betting.chips[self.table.person] + choice.actions[-1].chips
        open_to = choice.kind in LARGER and not hand.game.is_spot
        return open_to and chips == hand.game.rules.stack

    def _take(self, action: Action | None) -> None:
        """Take an action of the person; None is none."""
        if action is not None:
            self.table.act(action)
            self.show()

    def _bot_acts(self) -> None:
        """Let the bot act, if it is still its turn: a timer calls this after every drawing."""
        if self.table.bot_to_act:
            self.table.bot_act()
        self.show()

    def show(self) -> None:
        """Draw the table as it is now."""
        self._show_panel()
        self.felt.show(self.view, min(self.pace, GLIDE))
        self.actions.show(self.view)
        self.refresh_bindings()

    def _show_panel(self) -> None:
        """Take a view of the table, and show what stands beside the felt."""
        raise NotImplementedError

    def _title(self) -> Content:
        """What is played."""
        raise NotImplementedError

    def strength(self) -> str:
        """What the title says about the opponent's strength."""
        raise NotImplementedError
