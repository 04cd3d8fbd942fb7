"""The app: one lobby, one table for each opponent, and the ways from screen to screen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from numpy.random import default_rng
from textual.binding import Binding, BindingType
from textual.reactive import var

from pokerbot.errors import InputError
from pokerbot.games.actions import Betting
from pokerbot.games.game import Game
from pokerbot.opponents.career import CareerCount
from pokerbot.opponents.cast import FIRSTS
from pokerbot.opponents.finding import OpponentRequest, choose
from pokerbot.opponents.open_tables import OpenTables
from pokerbot.opponents.opponents import BlueprintOpponent, Opponent, Seated
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.session.practise import Costs
from pokerbot.play.view.amounts import number_of
from pokerbot.tui.lobby.screen import LobbyScreen
from pokerbot.tui.places import PLACES
from pokerbot.tui.popups.asking import Asking
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.popups.reading import ReadingScreen
from pokerbot.tui.settings import PACE, PACES, Settings

if TYPE_CHECKING:
    from pokerbot.opponents.resuming import LeftSession
    from pokerbot.play.session.drill import Drill
    from pokerbot.runs.run import SolveRun
    from pokerbot.tui.practise.screen import Following
    from pokerbot.tui.solver.screen import SolvingScreen


class PokerApp(Asking):
    """Play against solved strategies in the terminal."""

    TITLE = "pokerbot"
    CSS_PATH = "pokerbot.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", key_display="?", id="app.help"),
        Binding("colon", "command_palette", "More", key_display=":", id="app.commands"),
        Binding("q", "quit", "Leave", id="app.quit"),
    ]

    standing = var("")
    """How the running or finished solver stands, in words; empty where there is none."""

    study = False
    """Whether the bot's cards are shown after a fold, at the table and in reviews."""
    asks = ""
    """An opponent to play at once who plays any game, so that the game is asked for first."""

    def __init__(
        self,
        seed: int,
        opponent: Seated | OpponentRequest | None = None,
        seat: str = "alternate",
        pace: float = PACE,
        *,
        history: Path,
        opens: str = "lobby",
        ascii_only: bool = False,
    ) -> None:
        """Prepare the app.

        Args:
            seed: the seed of all cards and dice.
            opponent: whom to play at once, None to begin elsewhere.
            opens: the place to begin at without an opponent, such as the lobby.
            seat: the person's seat, one of `SEAT_CHOICES`.
            pace: the seconds that the bot takes for an action.
            history: the file where hands are kept.
            ascii_only: whether to draw with ASCII characters alone.

        The modes `lobby` and `solve` each have a stack of screens, and go on while out of sight.
        """
        super().__init__(ascii_only=ascii_only)
        self.visits = default_rng(seed)  # gives each visit of a place a seed of its own
        self.opponent, self.opens = opponent, opens
        self.seat = seat
        self.pace = pace
        self.coach = False
        self.history = history
        self.tables = OpenTables(seed, history, self._tell)
        self.add_mode("lobby", lambda: LobbyScreen(self.seat, self.tables))
        self.add_mode("solve", PLACES["solve"].open)
        self.solving: SolvingScreen | None = None
        self.rescued: Path | None = None
        self._warned = set[str]()
        self._career_count = CareerCount(Reviewer())

    @property
    def career_count(self) -> CareerCount:
        """The count of the career, a new one once files change by which hands are judged."""
        if not self._career_count.reviewer.current:
            self._career_count = CareerCount(Reviewer())
        return self._career_count

    @property
    def reviewer(self) -> Reviewer:
        """The judge of hands for all screens."""
        return self.career_count.reviewer

    def on_mount(self) -> None:
        """Open the lobby, and over it the opponent's table or the place to begin at."""
        self.switch_mode("lobby")
        if isinstance(self.opponent, OpponentRequest):
            self.push_screen(ReadingScreen(self.opponent))
        elif self.opponent is not None:
            self.sit_down(self.opponent)
        elif self.opens != "lobby":
            self.action_visit(self.opens)
        elif self.asks:
            self._ask_for_game(self.asks)

    def _ask_for_game(self, who: str) -> None:
        """Ask which game an opponent is to play who plays any game, and sit down to it."""
        games = [one.game for one in FIRSTS]

        def sit_down(game: str) -> None:
            try:
                self.meet(choose(who, game))
            except InputError as error:
                self._tell(str(error))

        title = f"Which game is {who} to play?"
        self.choose(title, ("Game",), games, [[game] for game in games], sit_down)

    def settle(self, settings: Settings) -> None:
        """Apply a person's settings; raises InputError where there is no theme of that name."""
        if settings.theme not in (None, *self.available_themes):
            there = ", ".join(sorted(self.available_themes))
            raise InputError(f"no theme {settings.theme!r:.40}; there are {there}")
        if settings.theme is not None and not self.no_color:
            self.theme = settings.theme
        if settings.pace is not None:
            self.pace = PACES[settings.pace]
        self.coach = settings.coach == "on"
        self.set_keymap(settings.keys)

    @property
    def choices(self) -> Mapping[str, str]:
        """The settings that a person may change while the app runs, to be kept."""
        pace = next(name for name, seconds in PACES.items() if seconds == self.pace)
        return {"theme": self.theme, "pace": pace, "coach": "on" if self.coach else "off"}

    def welcome(self, wanted: OpponentRequest, opponent: Seated, left: LeftSession | None) -> None:
        """Sit down with the opponent asked for, which has been read.

        left: the session to go on with, None for a new one
        """
        self.action_lobby()
        if left and left.lost:
            self._tell(left.lost)
        goes_on = False
        challenge = wanted.challenge or (left and left.challenge)
        if challenge and isinstance(opponent, Opponent):
            self.tables.take(opponent, challenge, left)
        elif left is not None:
            goes_on = self.tables.resume(opponent, self.seat, left)
        self.sit_down(opponent)
        if goes_on and left and left.resumed:
            self.notify(left.resumed.says, title=opponent.name, timeout=8)
        if left and opponent.match and self.tables.at(opponent, self.seat).key == left.session.key:
            self.notify("The match that you left goes on.")

    def refuse(self, wanted: OpponentRequest, error: InputError) -> None:
        """Tell that an opponent cannot be read; leave the app if the command line named it."""
        if wanted is self.opponent:
            self.fail(error)
        else:
            self.action_lobby()
            self._tell(str(error))

    def begin_solving(self, job: SolveRun, before: Opponent | None = None) -> None:
        """Start a solver, unless one is there already.

        before: a solution to compare its own with, if there is one
        """
        if self.solving is not None:
            return
        self.solving = solving = PLACES["solving"].open(job, before)
        self.push_screen(solving, self._stop_solving)

    def on_solving_screen_heard(self) -> None:
        """Have the lobby tell how the solver stands, too."""
        self.standing = self.solving.standing if self.solving else ""

    async def change(self, game: Game, before: Opponent | None = None) -> None:
        """Open the form with a game, to change and solve it; a solver at work is stopped if asked.

        before: the solution of a spot with which to compare the new one, if any
        """
        solving = self.solving

        async def open_form() -> None:
            await self.switch_mode("solve")
            while not isinstance(form := self.screen, PLACES["solve"].module.SolveScreen):
                await (solving.dismiss() if solving is form else self.pop_screen())
            form.begin_with(game, before)

        if solving is None or (solving.done and not solving.unsaved):
            await open_form()
        else:
            lost = number_of(solving.unsaved, "unsaved iteration")
            question = f"A solver is working on {solving.what}. Stop it, and throw away {lost}?"
            self.ask(question, partial(self.call_later, open_form))

    def _stop_solving(self, _: None) -> None:
        self.solving = None
        self.standing = ""

    def action_command_palette(self) -> None:
        """Open the command palette."""
        from pokerbot.tui.palette import Commands, Palette  # not needed for the first screen

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette([Commands]))

    def read(self, path: Path) -> None:
        """Go to a table with the strategy in a file."""
        self.meet(OpponentRequest(path.name, (path,)))

    def meet(self, wanted: OpponentRequest) -> None:
        """Read an opponent and go to the table."""
        self.action_lobby()
        self.push_screen(ReadingScreen(wanted))

    def go(self, place: str, opponent: Opponent | OpponentRequest, seat: str) -> None:
        """Go from the lobby to a place; a repeated press or click changes nothing.

        Args:
            place: the place, such as `table`.
            opponent: whom the person chose, who may still have to be read.
            seat: the person's seat, one of `SEAT_CHOICES`.
        """
        if not isinstance(self.screen, LobbyScreen):
            return
        self.seat = seat
        if isinstance(opponent, Opponent):
            self._go(place, opponent)
        else:
            then = None if place == "table" else partial(self._go, place)
            self.push_screen(ReadingScreen(opponent, then))

    def _go(self, place: str, opponent: Seated) -> None:
        """Go to a place with an opponent, from the lobby."""
        self.action_lobby()
        if place == "table":
            self.sit_down(opponent)
        elif not isinstance(opponent, Opponent):
            self._tell(f"{opponent.name} can only be played at the table.")
        elif place == "browser":
            self.browse(opponent)
        else:
            self.push_screen(PLACES[place].open(opponent))

    def browse(
        self,
        opponent: Opponent,
        at: tuple[Betting, int] | None = None,
        before: Opponent | None = None,
        held: str = "",
    ) -> None:
        """Show a whole strategy: as ranges in hold'em, else as a grid.

        Args:
            opponent: the opponent whose strategy it is.
            at: the betting and board to begin at, None for the first decision; in hold'em.
            before: another solution to compare it with, if any; in hold'em.
            held: the hand to begin at; in hold'em.
        """
        if opponent.strategy.game.has_classes:
            self.push_screen(PLACES["ranges"].open(opponent, at, before, held))
        else:
            self.push_screen(PLACES["browser"].open(opponent))

    def sit_down(self, opponent: Seated) -> None:
        """Go to the table with an opponent, from the lobby; its open session goes on."""
        lobby = self.screen_stack[0]
        assert isinstance(lobby, LobbyScreen)
        if not opponent.made:
            lobby.point_at(opponent.path)
        sitting = self.tables.at(opponent, self.seat)
        place = "whole_game" if isinstance(opponent, BlueprintOpponent) else "table"
        place = place if sitting.challenge is None else "challenge"
        self.push_screen(PLACES[place].open(sitting))

    def practise(
        self,
        opponent: Opponent,
        drill: Drill,
        seed: int | None = None,
        costs: Costs | None = None,
        then: Following | None = None,
    ) -> None:
        """Go to a drill.

        Args:
            opponent: whom it is against.
            drill: the drill.
            seed: the seed of its cards, None for another one at each visit.
            costs: where to count what its decisions give away, if anywhere.
            then: what follows once the drill has reached its goal, if anything.
        """
        seed = int(self.visits.integers(2**63 - 1)) if seed is None else seed
        sitting = self.tables.practice(opponent, seed, costs or Costs(), drill)
        self.push_screen(PLACES["practise"].open(sitting, then))

    def _tell(self, wrong: str) -> None:
        self.notify(wrong, severity="error")

    def warn_once(self, told: str) -> None:
        """Warn of something, unless that is empty or was told before."""
        if told and told not in self._warned:
            self._warned.add(told)
            self.notify(told, severity="warning")

    def action_lobby(self) -> None:
        """Go back to the lobby, and close all screens above it."""
        self.switch_mode("lobby")
        while not isinstance(self.screen, LobbyScreen):
            self.pop_screen()

    def action_review(self) -> None:
        """Review the last session; from a table, the session there."""
        from pokerbot.tui.table.base import BaseTable  # not needed for the first screen

        at = self.screen
        session = at.sitting.key if isinstance(at, BaseTable) else None
        self.push_screen(PLACES["review"].open(self.history, session))

    def action_visit(self, place: str) -> None:
        """Go to a place that needs the history and no opponent."""
        self.push_screen(PLACES[place].open(self.history))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now: help only works where the screen has some."""
        return bool(self.screen.HELP) if action == "help" else True

    def action_help(self) -> None:
        """Explain the screen."""
        self.push_screen(HelpScreen(self.screen.HELP or ""))

    async def action_quit(self) -> None:
        """Leave the app; ask first if a solver's work would be lost."""
        if self.unsaved:
            self.ask(f"Leave? {self.unsaved} would be lost.", self.exit)
        else:
            self.exit()

    def rescue(self) -> None:
        """Have the solver save its work, if that is in no file yet."""
        if self.solving and self.solving.unsaved and self.rescued is None:
            self.rescued = self.solving.rescue()

    @property
    def unsaved(self) -> str:
        """The solver's work that is in no file yet, in words; empty where there is none."""
        if self.solving is None or not self.solving.unsaved:
            return ""
        return f"{self.solving.what}, {number_of(self.solving.unsaved, 'iteration')}"
