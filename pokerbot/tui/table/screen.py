"""The screen of a table whose opponent's strategy has been measured: every decision is judged."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial

from textual.content import Content
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.evaluation.breakdown import Breakdown, Decision
from pokerbot.games.actions import Action
from pokerbot.io.files import printable
from pokerbot.opponents.adapting import Adaptation, recalled
from pokerbot.opponents.opponents import Opponent
from pokerbot.opponents.reviews import verdict
from pokerbot.opponents.sitting import Sitting
from pokerbot.opponents.win_share import (
    LITTLE,
    STAR,
    WinShare,
    beaten,
    following,
    win_share_against,
)
from pokerbot.play.hand import Hand, replayed
from pokerbot.play.session.score import Verdict
from pokerbot.play.view.amounts import chips
from pokerbot.play.view.view import look
from pokerbot.strategy import library
from pokerbot.tui.popups.boxes import TellScreen
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.table.adapting import Adapting
from pokerbot.tui.table.again import SolvedAgain
from pokerbot.tui.table.base import BaseTable
from pokerbot.tui.table.help import HELP


class TableScreen(BaseTable):
    """A table with a judge: hints, a coach, grades, and what there is to win.

    ready: whether the judges are there
    win_share: the person's part of what there is to win; None where it is not counted, or not yet
    """

    HELP = HELP

    def __init__(self, sitting: Sitting) -> None:
        """Sit down to a session."""
        super().__init__(sitting)
        self.ready = False
        self.win_share: WinShare | None = None
        self.again, self.adapting = SolvedAgain(self), Adapting(self)

    @property
    def judged(self) -> Opponent:
        """The opponent, as one whose strategy has been measured."""
        assert isinstance(self.opponent, Opponent)
        return self.opponent

    def on_mount(self) -> None:
        """Begin to compute what judges the decisions."""
        self.beside(self._measure, self._begin)

    def _measure(self) -> tuple[WinShare | None, Adaptation | None]:
        """Prepare the judges; the person's share of what there is to win, and their known habits.

        Each is None if it is not counted against this opponent, or not yet known.
        """
        _ = self.judged.judges  # computed here, beside the screen, as that may take seconds
        self.again.prepare()
        win_share = known = None
        try:
            if self.table.mode == "play":
                win_share = win_share_against(self.judged, self.app.reviewer)
                if win_share is not None:
                    win_share.look(self.app.history)
                if self.opponent.adapts:
                    known = recalled(self.app.history, self.judged)
        except InputError:  # the lobby and the review say what is wrong with the history
            return None, None
        return win_share, known

    def _begin(self, measured: tuple[WinShare | None, Adaptation | None]) -> None:
        self.win_share, known = measured
        waited = self.again.bot_waits
        self.adapting.begin(known)
        self.again.go_on()
        self.judge_hands()
        self._count_wins()
        if waited and self.table.bot_to_act:
            self.show()

    def judge_hands(self) -> None:
        """Judge what was played before the judges were there, and show the grades."""
        self.ready = True
        self.table.score.settle(self.judged.game_values, self.judged.deviation)
        self.refresh_bindings()
        if self.again.can_judge and not self.judge():
            self.call_later(self.judge_hands)
        self.again.look()
        self._show_panel()
        if self.again.solving:
            self.show()
        self.adapting.think()

    def _count_wins(self) -> None:
        """Count the hands that are new in the history; tell when the opponent is beaten."""
        if (win_share := self.win_share) is not None:
            before = win_share.star
            with suppress(InputError):  # reported already, when the hand could not be kept
                win_share.look(self.app.history)
            if win_share.star and not before:
                name = self.opponent.name
                tell = TellScreen(f"{name} is beaten {STAR}", beaten(win_share), following(name))
                self.app.push_screen(tell, partial(self.go_on_to, following(name)))
        self.show_strength()

    def go_on_to(self, after: str, wanted: bool | None) -> None:
        """Go to the table with the next opponent to beat, if the person wants to."""
        if wanted and after:
            self.app.read(library.find(after))

    def action_beliefs(self) -> None:
        """Show what an opponent that adapts believes, wins and risks."""
        self.app.push_screen(HelpScreen(self.adapting.beliefs, self.opponent.name))

    def action_hint(self) -> None:
        """Show what each action is worth at the present decision, and mark the hand."""
        self.table.hint()
        self._show_panel()

    def action_go(self, _: str) -> None:
        """Show how the bot plays: at the present decision, which is a hint, or at the last one."""
        hand, person = self.table.hand, self.table.person
        if hand.over:
            own = [place for place, step in enumerate(hand.steps) if step.player == person]
            hand = replayed(hand, max(own, default=0))
        else:
            self.action_hint()
        by, known = self.again.rests.playing(hand)
        held = hand.game.rules.hands[person].name(hand.held[person])
        self.app.browse(by, (known.betting, known.board), held=held)

    async def action_solve(self) -> None:
        """Go to the form that changes the game and solves it."""
        game = self.opponent.strategy.game
        await self.app.change(game, self.judged if game.is_spot else None)

    def _show_panel(self) -> None:
        if self.ready and self.again.can_judge:
            self.table.judge(self._judge, most=1)
        self._look()
        self.set_class(self.app.coach or self.view.hinted, "-coached")
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
        return self.again.rests_of(hand).breakdown(self.again.judged(hand), person)

    def judge(self) -> bool:
        """Judge the hands that are over, if possible; returns whether all are judged."""
        return self.again.can_judge and self.table.judge(self._judge)

    def _judge(self, hand: Hand, person: int) -> Verdict:
        return verdict(self._breakdown(hand, person))

    def _decisions(self) -> tuple[Decision, ...] | None:
        """The person's decisions in this hand that are judged; None if the coach is off."""
        if not self.app.coach:
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
        """As `BaseTable`; a hint needs the judges, and nothing is done while a street is solved."""
        table, solving = self.table, self.again.solving
        asks = self.ready and self.again.can_judge and not solving
        now = {
            "beliefs": self.opponent.adapts,
            "die": not solving,
            "hint": table.person_to_act and asks,
        }
        if action == "go":
            return table.hand.over or self.check_action("hint", ())
        return super().check_action(action, parameters) and now.get(action, True)

    def action_next_hand(self) -> None:
        """Deal the next hand."""
        self.adapting.change()
        self.again.leave_hand()
        super().action_next_hand()

    def _take(self, action: Action | None) -> None:
        """As `BaseTable`, unless there is no room for such a size."""
        try:
            if action is not None:
                self.again.allow(action)
        except InputError as error:
            self.refuse(error)
            return
        super()._take(action)

    def _bot_acts(self) -> None:
        """As `BaseTable`, unless the bot waits."""
        if not self.again.bot_waits:
            super()._bot_acts()

    def show(self) -> None:
        """Draw the table as it is now, and let the bot act if it is its turn.

        Without a pace the bot acts before the table is drawn, else after `pace` seconds.
        """
        self.again.look()
        while self.table.bot_to_act and not self.pace and not self.again.bot_waits:
            self.table.bot_act()
            self.again.look()
        super().show()
        if self.table.hand.over:
            self.adapting.think()
            self._count_wins()
        if self.view.bot.to_act and not self.again.bot_waits:
            self.set_timer(self.pace, self._bot_acts)

    @property
    def plays(self) -> str:
        """What is played against whom; the name of a spot's solution says both."""
        game, who = self.opponent.strategy.game, printable(self.opponent.name)
        both = game.is_spot and who.startswith(f"{game.spec}-")
        return who if both else f"{game.spec} against {who}"

    def _title(self) -> Content:
        return self.titled(self.plays)

    def show_strength(self) -> None:
        """Show in the title what it says about the opponent; in practice it says nothing."""
        for shown in self.query("#subtitle").results(Static):
            shown.update(self.strength())

    def strength(self) -> str:
        """What the title says about the opponent's strength."""
        if self.opponent.adapts:
            return self.adapting.told
        if not self.ready:
            return ""
        if self.win_share is not None:
            return self.win_share.told
        most = self.judged.evaluation.exploitability
        if most < LITTLE * self.table.game.rules.unit:
            return "nobody wins from this one in the long run"
        return f"you can win up to {chips(most, 2 if most >= LITTLE else 4)} chips a hand"
