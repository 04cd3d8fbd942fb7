"""The form that asks what to solve, and how."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Button, Input, Label, Select, Static

from pokerbot.errors import InputError
from pokerbot.games.catalogue import FAMILIES, parse_game
from pokerbot.games.game import Game
from pokerbot.io.files import printable
from pokerbot.opponents.opponents import Opponent
from pokerbot.runs.defaults import DEFAULTS, OF_POT, default_spot_path, defaults
from pokerbot.runs.limits import Limits
from pokerbot.runs.run import SolveRun
from pokerbot.tui.places import PLACES
from pokerbot.tui.ranges.board import BoardScreen
from pokerbot.tui.ranges.paint import PaintRangeScreen
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.solver.field import AlgorithmField, Field, GameField, Line
from pokerbot.tui.solver.help import HELP
from pokerbot.tui.solver.saving import SavingScreen
from pokerbot.tui.solver.spot import BoardField, RangeField, SpotField, SpotForm
from pokerbot.tui.solver.typed import (
    Understood,
    blamed,
    limits_in,
    limits_meant,
    named_game,
    understood,
    write,
)
from pokerbot.tui.widgets.actions import labelled
from pokerbot.tui.widgets.keys import Keys

WAIT = 0.1
"""How many seconds after the last key the typed spot is read."""
IN_CHIPS = "or down to", "exploitability, as 1e-6", "at that exploitability"
IN_POTS = "or % of pot", "exploitability, as 0.1", "at that part of the pot"
"""The label of the line for the exploitability, its placeholder, and when it stops."""


class SolveScreen(BaseScreen[None]):
    """A form for a game, or line by line for a spot of hold'em; errors are told while one types.

    game: the game asked for, None while it is wrong or not known yet
    start: the spot with which the form was filled in, None for other games
    before: the solution with which the next one is to be compared, if there is one
    ready: whether everything asked for makes sense
    pending: whether the game is still being read beside the screen
    wanted_soon: whether to begin as soon as the game is known
    """

    CSS_PATH = "form.tcss"
    HELP = HELP
    AUTO_FOCUS = "#game"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "save", "Save the spot", id="solve.save"),
        Binding("z", "report", "Next cards", id="solve.report"),
        Binding("escape", "app.switch_mode('lobby')", "Back", id="solve.back"),
    ]
    spec = getters.query_one("#game", GameField)
    spot = getters.query_one(SpotForm)
    algorithm = getters.query_one(AlgorithmField)
    iterations = getters.query_one("#iterations", Input)
    target = getters.query_one("#target", Input)

    def __init__(self) -> None:
        super().__init__()
        self.game: Game | None = None
        self.start: Game | None = None
        self.before: Opponent | None = None
        self.ready = self.pending = self.wanted_soon = False
        self._offered: tuple[str, ...] = ()
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """The title, the lines with remarks below them, and the keys."""
        yield Static(self.titled("solve a game"), id="title")
        with Vertical(id="job", classes="box") as job:
            job.border_title = "What to solve"
            with Line():
                yield Label("Game")
                yield GameField()
            yield Static(id="rules", markup=False)
            with VerticalScroll(can_focus=False):
                yield SpotForm()
                with Line():
                    yield Label("Algorithm")
                    yield AlgorithmField()
                yield Static(id="why", markup=False)
                with Line():
                    yield Label("Iterations")
                    yield Field(id="iterations")
                with Line():
                    yield Label(id="unit")
                    yield Field(id="target")
                yield Static(id="limits", markup=False)
                with Line(id="buttons"):
                    solve, save = "screen.start", "screen.save"
                    enter = labelled("enter", "Solve")
                    yield Button(enter, "success", id="start", flat=True, action=solve)
                    # no keys on these: they are letters, which a field takes as text
                    yield Button("Save the spot", id="save", flat=True, action=save)
                    yield Button("Next cards", id="report", flat=True, action="screen.report")
        yield Keys()

    def on_screen_suspend(self) -> None:
        """Have the game first when the person comes back; who leaves wants no solver any more."""
        self.wanted_soon = False
        if self.app.current_mode != "solve" or self.app.screen is self.app.solving:
            self.set_focus(self.spec)

    def on_screen_resume(self) -> None:
        """Select the text of the focused field, so that typing replaces it."""
        if isinstance(self.focused, Input):
            self.focused.select_all()

    def begin_with(self, spot: Game, before: Opponent | None = None) -> None:
        """Fill in a spot; `before` is the solution from which it comes.

        Asks first if changes to another spot would be lost, but not if only the locks differ. Locks
        that are not those of `before` were painted, and are in no file: they count as changes.
        """
        self.set_focus(self.spec)
        kept = not spot.locks or (before is not None and spot == before.strategy.game)
        show = partial(self._show, spot, before, kept=kept)
        if self.spot.holds(spot):
            show()
        else:
            self._if_sure(show)

    def _show(self, spot: Game, before: Opponent | None, *, kept: bool) -> None:
        with self.prevent(Input.Changed):
            self.spec.put(spot.spec)
        self.take(spot, kept=kept)
        self.before = before

    def _if_sure(
        self, then: Callable[[], None], otherwise: Callable[[], None] = lambda: None
    ) -> None:
        """Call `then`; if changes to a spot would be lost, ask first; on no, call `otherwise`."""
        if self.start is None or not self.spot.changed:
            then()
        else:
            self.app.ask(f"Throw away the changes to {self.start.spec}?", then, otherwise)

    @on(Input.Changed, "#game")
    def change_game(self) -> None:
        """Read the game that is typed; a spot's file is read beside the screen."""
        name = self.spec.value.strip()
        try:
            if name.endswith(".toml"):
                raise InputError(f"there is no file {name}")
            game = parse_game(name)
            if not game.has_cards:
                raise InputError(f"{name:.60} has no cards and betting: pokerbot solve solves it")
            self._ask_for(game)
        except InputError as error:
            self.game, self.pending = None, True
            unknown = partial(self._refuse_game, name)
            self.beside(partial(named_game, name, error), self._ask_for, unknown)

    def _refuse_game(self, name: str, error: InputError) -> None:
        """Refuse a game that is typed, unless the form has begun with it, as after a lock."""
        if self.start is not None and name == self.start.spec:
            self._ask_for(self.start)
        else:
            self._refuse(error)

    def _ask_for(self, game: Game) -> None:
        """Take the game that is typed; ask first if changes to a spot would be lost."""
        if game == self.start and self.spot.changed:
            self._work_out()
        else:
            self._if_sure(partial(self.take, game), self._stay)

    def _stay(self) -> None:
        """Stay with the present spot, and show its name again."""
        if self.start is not None:
            with self.prevent(Input.Changed):
                self.spec.value = self.start.spec
        self._work_out()

    def take(self, game: Game, *, kept: bool = True) -> None:
        """Show this game on the form; fill in a spot's lines, and note whether a file has it."""
        self.want_nothing()
        self.spot.want_nothing()
        other, self.before = game.is_spot != (self.start is not None), None
        self.start = game if game.is_spot else None
        self.set_class(game.is_spot, "-spot")
        label, self.target.placeholder, _ = self._in_words
        self.query_one("#unit", Label).update(label)
        if other:
            self._offered = ()
            self.iterations.value = ""
            self.target.value = f"{100 * OF_POT:g}" if game.is_spot else ""
        if game.is_spot:
            with self.spot.prevent(Input.Changed):
                self.spot.fill(game.parameters, kept=kept)
            self._say("#rules", "Counting its hands and nodes …")
            self._work_out()
            return
        family = FAMILIES[game.name]
        values = ", ".join(f"{key}={value}" for key, value in game.parameters.items())
        self._offer(Understood(game, f"{family.summary}; {values}"))

    def _work_out(self) -> None:
        """Read the typed spot beside the screen, and then say what it takes or what is wrong."""
        if self.start is None:
            return
        self.game, self.pending = None, True
        try:
            limits = self._limits()
        except InputError:
            limits = Limits(target=100 * OF_POT)
        typed = partial(understood, self.spot.texts(), self.start, limits)
        self.spot.beside(typed, self._offer, self._refuse)
        self.offer()

    def _refuse(self, error: InputError) -> None:
        """Say what is wrong with the game, and mark the field."""
        key, text = blamed(str(error)) if self.start else ("", str(error))
        self.game, self.pending, self.wanted_soon = None, False, False
        self.spot.point_out(key)
        self._say("#rules", text, wrong=True)
        self.offer()

    def _offer(self, found: Understood) -> None:
        """Take a game, say what it is, and offer the algorithms that can solve it."""
        self.game, self.pending, name = found.game, False, found.game.name
        self.spot.point_out("")
        self._say("#rules", found.takes)
        usual, count = defaults(name)
        names = (found.game.name, *(each.name for each in found.fitting))
        if names[:1] != self._offered[:1] and not found.game.is_spot:
            self.iterations.value = f"{count:,}"
        if names != self._offered:
            self._offered = names
            width = max(map(len, names[1:]))
            self.algorithm.set_options(
                (Content(f"{each.name:<{width}}  {each.summary}"), each.name)
                for each in found.fitting
            )
            self.algorithm.value = usual
        self.offer()
        if self.wanted_soon:
            self.wanted_soon = False
            self.action_start()

    @on(Select.Changed)
    def explain(self) -> None:
        """Say why this algorithm is the default, or which one is."""
        if self.game is None or self.algorithm.selection is None:
            return
        usual, _ = defaults(self.game.name)
        name = self.algorithm.selection
        if name != usual:
            text = f"this game's default is {usual}"
        elif self.game.name in DEFAULTS:
            text = f"the default: the first to come down to 1e-3 in {self.game.name}"
        else:
            text = "the default for games on which the algorithms have not been compared"
        self._say("#why", text)

    @on(Input.Changed, "#iterations, #target")
    def check(self) -> None:
        """Say at once what is wrong with the limits."""
        try:
            limits = self._limits()
            when = self._in_words[2] if limits.iterations is None else "after so many"
            if limits.iterations and limits.target:
                when = "at the first of the two"
            self._say("#limits", f"stops {when}; it can go on after that")
        except InputError as error:
            self._say("#limits", str(error), wrong=True)
        else:
            if self.start is not None:
                self.edited()

    @on(Input.Changed)
    @on(Select.Changed)
    def offer(self) -> None:
        """Enable the buttons for what is possible now."""
        self.ready = self._asked() is not None
        self.query_one("#start", Button).disabled = not (self.ready or self.pending)
        self.query_one("#save", Button).disabled = self.game is None
        self.query_one("#report", Button).display = self._has_next_cards
        self.refresh_bindings()

    @on(Input.Changed, "SpotField")
    def edited(self) -> None:
        """Read the spot once nothing more has been typed for a moment."""
        if self._timer is not None:
            self._timer.stop()
        self.game, self.pending = None, True
        self._timer = self.set_timer(WAIT, self._work_out)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now."""
        there = {
            "start": self.ready or self.pending,
            "save": self.start is not None,
            "report": self._has_next_cards,
        }
        return there.get(action, True)

    @property
    def _has_next_cards(self) -> bool:
        """Whether the game can be solved on each next card: a flop or a turn without locks."""
        game = self.game
        return game is not None and game.is_spot and len(game.rules.public) < 5 and not game.locks

    def action_report(self) -> None:
        """Solve the spot on every card that may come next."""
        self.app.push_screen(PLACES["report"].open(self.game), self._go_on_with)

    def _go_on_with(self, spot: Game | None) -> None:
        """Fill in the spot with the next card that was picked, if one was."""
        if spot is not None:
            self.begin_with(spot)

    def action_start(self) -> None:
        """Begin to solve the game as typed, or do so as soon as it is known."""
        self.wanted_soon = self.pending
        if not self.pending and (job := self._asked()):
            self.app.begin_solving(job, self.before)

    def _asked(self) -> SolveRun | None:
        """The run that the form asks for, None if something is wrong."""
        algorithm = self.algorithm.selection
        if self.game is None or algorithm is None:
            return None
        try:
            return SolveRun(self.game, algorithm, **vars(limits_meant(self._limits(), self.game)))
        except InputError:
            return None

    def _limits(self) -> Limits:
        """The limits typed, as `limits_in`; raises InputError if one is wrong."""
        return limits_in(self.iterations.value, self.target.value, self._in_words[0])

    @property
    def _in_words(self) -> tuple[str, str, str]:
        return IN_POTS if self.start else IN_CHIPS

    def action_choose(self) -> None:
        """Let the person pick the cards of the focused field, or paint its range."""
        field = self.focused
        assert isinstance(field, SpotField)

        def take(text: str | None) -> None:
            if text is not None:
                field.value = text

        if isinstance(field, BoardField):
            self.app.push_screen(BoardScreen(field.value), take)
        elif isinstance(field, RangeField):
            seat = field.key.partition(".")[0]
            self.app.push_screen(PaintRangeScreen(seat, field.value, self.spot.board), take)

    def action_save(self) -> None:
        """Ask for the file in which to save the spot."""
        if self.game is None or self.start is None:
            self.app.bell()
            return
        path = default_spot_path(self.game)
        self.app.push_screen(SavingScreen(path, "Save the spot to which file?"), self._save)

    def _save(self, path: Path | None) -> None:
        if path is not None and self.game is not None:
            saved = partial(self._saved, path)
            self.beside(partial(write, path, self.game), saved, self.refuse)

    def _saved(self, path: Path, spot: Game) -> None:
        """Go on with the saved spot under its new name."""
        self.notify(f"The spot is saved to {printable(str(path))}")
        self.spec.list_games()
        self._show(spot, self.before, kept=True)

    def _say(self, where: str, text: str, *, wrong: bool = False) -> None:
        line = self.query_one(where, Static)
        line.update(printable(text))
        line.set_class(wrong, "-wrong")
