"""The screen of a table: draws a view of the hand, and turns keys and clicks into actions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.evaluation.breakdown import Breakdown, Decision
from pokerbot.games.betting import Action
from pokerbot.io.files import printable
from pokerbot.opponents.adapting import Adaptation, recalled
from pokerbot.opponents.opponents import Opponent, Seated
from pokerbot.opponents.reviews import verdict
from pokerbot.opponents.sitting import Sitting
from pokerbot.opponents.win_share import WinShare, win_share_against
from pokerbot.play.hand import Hand
from pokerbot.play.session.session import Verdict
from pokerbot.play.view.amounts import chips
from pokerbot.play.view.view import MOST_LISTED, View, look
from pokerbot.play.view.words import cards_are
from pokerbot.runs.background.thinking import Thinker
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.screen import FeltScreen
from pokerbot.tui.table.adapting import Adapting
from pokerbot.tui.table.again import SolvedAgain
from pokerbot.tui.table.amount import NAMED, AmountScreen
from pokerbot.tui.table.beating import Beating
from pokerbot.tui.table.help import HELP
from pokerbot.tui.widgets.actions import Actions
from pokerbot.tui.widgets.felt import GLIDE, Felt
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.panel import Panel

OF_THE_HAND = ("next_hand", "take", "sized", "hint", "die", "coach", "study")
"""The actions that are possible only while the hand is shown."""


class TableScreen(FeltScreen[None]):
    """A table at which a person plays hand after hand.

    thinker: the process that computes what takes long: what is solved again, and answers to habits
    """

    CSS_PATH: ClassVar = ["screen.tcss"]
    HELP = HELP
    OWN_SIZES: ClassVar = True  # whether the person may bet sizes that the solution lacks
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "next_hand", "Next", id="table.next"),
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

    @dataclass
    class Coached(Message):
        """The coach was switched on or off."""

        on: bool

    def __init__(self, sitting: Sitting, pace: float, coach: bool = False) -> None:
        """Sit down; the bot takes `pace` seconds for each action."""
        super().__init__()
        self.sitting = sitting
        self.table = table = sitting.table
        self.pace = pace
        self.ready = False
        self.coach = coach
        table.name = self.opponent.called
        table.own_sizes = self.OWN_SIZES and not table.name
        self.view: View = look(table)
        self.thinker = Thinker()
        self.again, self.adapting, self.beating = SolvedAgain(self), Adapting(self), Beating(self)

    @property
    def opponent(self) -> Seated:
        """The opponent, as they play by now."""
        return self.sitting.opponent

    @property
    def judged(self) -> Opponent:
        """The opponent, as one whose strategy has been measured."""
        assert isinstance(self.opponent, Opponent)
        return self.opponent

    def compose(self) -> ComposeResult:
        """The title, the felt and the panel side by side, the buttons, and the keys."""
        with Horizontal(id="title"):
            yield Static(self._title(), markup=False)
            yield Static(self.strength(), id="strength", markup=False)
        with Horizontal(id="main"):
            yield Felt()
            yield Panel()
        yield Actions()
        yield Keys(most=2)

    def on_mount(self) -> None:
        """Draw the hand on the table, and begin to compute what judges its decisions."""
        self.show()
        self._have_judges()

    def _have_judges(self) -> None:
        self.beside(partial(self._measure, self.app.history), self._begin)

    def on_unmount(self) -> None:
        """Release the process."""
        self.thinker.leave()

    def _measure(self, history: Path | None) -> tuple[WinShare | None, Adaptation | None]:
        """Prepare the judges; the person's share of what there is to win, and their known habits.

        Each is None if it is not counted against this opponent, or not yet known.
        """
        _ = self.judged.judges  # computed here, beside the screen, as that may take seconds
        self.again.prepare()
        win_share = known = None
        try:
            if self.table.mode == "play":
                win_share = win_share_against(self.judged)
                if win_share is not None and history is not None:
                    win_share.look(history)
                if self.opponent.adapts and history is not None:
                    known = recalled(history, self.judged)
        except InputError:  # the lobby and the review say what is wrong with the history
            return None, None
        return win_share, known

    def _begin(self, measured: tuple[WinShare | None, Adaptation | None]) -> None:
        self.beating.win_share, known = measured
        self.adapting.begin(known)
        self.judge_hands()
        self.beating.count()

    def on_screen_resume(self) -> None:
        """Show or hide the bot's card as the person last chose, here or on another screen."""
        if self.table.study != (study := self.app.study):
            self._study(study)

    def judge_hands(self) -> None:
        """Judge what was played before the judges were there, and show the grades."""
        self.ready = True
        self.table.session.settle(self.judged.game_values, self.judged.deviation)
        self.refresh_bindings()
        if self.again.can_judge and not self.judge():
            self.call_later(self.judge_hands)
        self.again.look()
        self._show_panel()
        if self.again.solving:
            self.show()
        self.adapting.think()

    def action_beliefs(self) -> None:
        """Show what an opponent that adapts believes, wins and risks."""
        self.app.push_screen(HelpScreen(self.adapting.beliefs, self.opponent.name))

    def action_coach(self) -> None:
        """Switch the coach on or off."""
        self.coach = not self.coach
        self.post_message(self.Coached(self.coach))
        self._show_panel()

    def action_hint(self) -> None:
        """Show what each action is worth at the present decision, and mark the hand."""
        self.table.hint()
        self._show_panel()

    def action_go(self, _: str) -> None:
        """Show how the bot plays: at the present decision, which is a hint, or at the last one."""
        hand = self.table.hand
        own = [*hand.decisions(self.table.person, self.table.given)]
        at = (own[-1][0].betting, own[-1][0].board) if own else None
        if not hand.over:
            self.action_hint()
            at = hand.betting, hand.board
        held = hand.game.rules.hands[self.table.person].name(hand.held[self.table.person])
        self.app.browse(self.judged, at, held=held)

    async def action_solve(self) -> None:
        """Go to the form that changes the game and solves it."""
        game = self.opponent.strategy.game
        await self.app.change(game, self.judged if game.is_spot else None)

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

    def _show_panel(self) -> None:
        if self.ready and self.again.can_judge:
            self.table.judge(self._judge, most=1)
        self._look()
        self.set_class(self.coach or self.view.hinted, "-coached")
        self.panel.show(self.view, self._decisions(), self._advice())

    def _look(self) -> None:
        """Take a view of the table as it is now; without choices while a street is solved."""
        self.view = look(self.table)
        if self.again.solving:
            self.view = replace(self.view, status=self.again.told, choices=())

    def show_status(self) -> None:
        """Show for how long a street has been solved, while one is."""
        if self.again.solving:
            self._look()
            self.felt.query_one("#status", Static).update(self.view.status)

    def _breakdown(self, hand: Hand, person: int) -> Breakdown:
        return self.again.rests.breakdown(self.again.judged(hand), person)

    def judge(self) -> bool:
        """Judge the hands that are over, if possible; returns whether all are judged."""
        return self.again.can_judge and self.table.judge(self._judge)

    def _judge(self, hand: Hand, person: int) -> Verdict:
        return verdict(self._breakdown(hand, person))

    def _decisions(self) -> tuple[Decision, ...] | None:
        """The person's decisions in this hand that are judged; None if the coach is off."""
        if not self.coach:
            return None
        if not self.ready:
            return ()
        return self._breakdown(self.table.hand, self.table.person).decisions

    def _advice(self) -> Decision | None:
        """What the present decision is worth, if a hint was asked for."""
        if not (self.view.hinted and self.again.can_judge):
            return None
        return self.again.rests.advise(self.table.hand)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now; only then is its key shown."""
        paged = self.has_class("-page")
        if action == "felt" or (paged and action in OF_THE_HAND):
            return paged and action == "felt"
        table = self.table
        asks = self.ready and self.again.can_judge and not self.again.solving
        now = {
            "study": parameters != (table.study,),
            "beliefs": self.opponent.adapts,
            "next_hand": table.hand.over,
            "die": table.person_to_act and not self.again.solving,
            "hint": table.person_to_act and asks,
        }
        if action == "go":
            return table.hand.over or self.check_action("hint", ())
        return now.get(action, True)

    def action_next_hand(self) -> None:
        """Deal the next hand."""
        self.adapting.change()
        if self.again.solved and self.judge():
            self.again.solved.clear()
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

    def _take(self, action: Action | None) -> None:
        if action is None:
            return
        try:
            self.again.allow(action)
        except InputError as error:
            self.refuse(error)
            return
        self.table.act(action)
        self.show()

    def _bot_acts(self) -> None:
        """Let the bot act, if it is still its turn: a timer calls this after every drawing."""
        if self.table.bot_to_act and not self.again.solving:
            self.table.bot_act()
        self.show()

    def show(self) -> None:
        """Draw the table as it is now, and let the bot act if it is its turn.

        Without a pace the bot acts before the table is drawn, else after `pace` seconds.
        """
        self.again.look()
        while self.table.bot_to_act and not self.pace and not self.again.solving:
            self.table.bot_act()
            self.again.look()
        self._show_panel()
        self.felt.show(self.view, min(self.pace, GLIDE))
        self.actions.show(self.view)
        self.refresh_bindings()
        if self.table.hand.over:
            self.adapting.think()
            self.beating.count()
        if self.view.bot.to_act and not self.again.solving:
            self.set_timer(self.pace, self._bot_acts)

    def _title(self) -> Content:
        game = self.opponent.strategy.game
        return self.titled(f"{game.spec} against {printable(self.opponent.name)}")

    def show_strength(self) -> None:
        """Show in the title what it says about the opponent; in practice it says nothing."""
        for shown in self.query("#strength").results(Static):
            shown.update(self.strength())

    def strength(self) -> str:
        """What the title says about the opponent's strength."""
        if self.opponent.adapts:
            return self.adapting.told
        if not self.ready:
            return ""
        if self.beating.win_share is not None:
            return self.beating.win_share.told
        most = chips(self.judged.evaluation.exploitability, 2)
        if most == "0":
            return "nobody wins from this one in the long run"
        return f"you can win up to {most} chips a hand"
