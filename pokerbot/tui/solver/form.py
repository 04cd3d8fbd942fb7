"""What to solve, and how: asked before a solver is set to work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Input, Label, Select, Static

from pokerbot.errors import InputError
from pokerbot.games.catalogue import FAMILIES, parse_game
from pokerbot.games.game import Game
from pokerbot.io.files import printable
from pokerbot.runs.defaults import DEFAULTS, defaults
from pokerbot.runs.limits import check_limits
from pokerbot.runs.run import SolveRun
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.solver.help import HELP
from pokerbot.tui.widgets.actions import labelled
from pokerbot.tui.widgets.keys import Keys

Number = TypeVar("Number", int, float)


class Field(Input):
    """A line of the form."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.start", "Solve", key_display="enter"),
        Binding("tab", "app.focus_next", "Next line"),
        Binding("question_mark", "app.help", "Help", key_display="?", priority=True, id="app.help"),
    ]

    def __init__(self, value: str = "", *, id: str, placeholder: str = "") -> None:  # noqa: A002
        super().__init__(value, id=id, placeholder=placeholder, compact=True)


class GameField(Field):
    """A game as a person types it; the arrow keys go through those there are."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "step(1)", "Next game"),
        Binding("up", "step(-1)", "Game before", show=False),
    ]

    def action_step(self, by: int) -> None:
        """The next of the games, with no parameter changed."""
        names = list(FAMILIES)
        name = self.value.partition(":")[0].strip()
        place = names.index(name) + by if name in names else 0
        self.value = names[place % len(names)]
        self.select_all()


class AlgorithmField(Select[str]):
    """The algorithms that fit; enter solves here, too, as the button says."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,up,space", "show_overlay", "Choose", key_display="↓"),
        Binding("enter", "screen.start", "Solve", key_display="enter"),
        Binding("tab", "app.focus_next", "Next line"),
    ]

    def __init__(self) -> None:
        names = [(name, name) for name in ALGORITHMS]  # until a game says which
        super().__init__(names, id="algorithm", allow_blank=False, compact=True)


class SolveScreen(BaseScreen[None]):
    """A form of three lines; a game or a number that cannot be is told while it is typed."""

    CSS_PATH = "form.tcss"
    HELP = HELP
    AUTO_FOCUS = "#game"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.switch_mode('lobby')", "Back", id="solve.back")
    ]
    spec = getters.query_one("#game", GameField)
    algorithm = getters.query_one(AlgorithmField)
    iterations = getters.query_one("#iterations", Input)
    target = getters.query_one("#target", Input)

    @dataclass
    class Begin(Message):
        """The person wants this to be solved."""

        job: SolveRun

    def __init__(self) -> None:
        super().__init__()
        self.game: Game | None = None
        self.ready = False

    def compose(self) -> ComposeResult:
        """Title, the questions with what there is to know about them, keys."""
        yield Static(self.titled("solve a game"), id="title")
        with VerticalScroll(id="job", can_focus=False) as job:
            job.border_title = "What to solve"
            with Horizontal():
                yield Label("Game")
                yield GameField("leduc", id="game")
            yield Static(id="rules", markup=False)
            with Horizontal():
                yield Label("Algorithm")
                yield AlgorithmField()
            yield Static(id="why", markup=False)
            with Horizontal():
                yield Label("Iterations")
                yield Field(id="iterations")
            with Horizontal():
                yield Label("or down to")
                yield Field(id="target", placeholder="exploitability, as 1e-6")
            yield Static(id="limits", markup=False)
            yield Button(
                labelled("enter", "Solve"), "success", id="start", flat=True, action="screen.start"
            )
        yield Keys()

    def on_screen_resume(self) -> None:
        """What is typed takes the place of what was there before."""
        if isinstance(self.focused, Input):
            self.focused.select_all()

    @on(Input.Changed, "#game")
    def change_game(self) -> None:
        """Say what the game is, or why it is none; offer the algorithms that take it."""
        before = self.game
        try:
            self.game = parse_game(self.spec.value.strip())
        except InputError as error:
            self.game = None
            self._say("#rules", str(error), wrong=True)
            return
        family = FAMILIES[self.game.name]
        values = ", ".join(f"{key}={value}" for key, value in self.game.parameters.items())
        self._say("#rules", f"{family.summary}; {values}")
        if before is not None and self.game == before:
            return
        fitting = [each for each in ALGORITHMS.values() if each.takes(self.game)]
        usual, count = defaults(self.game.name)
        width = max(len(each.name) for each in fitting)
        self.algorithm.set_options(
            (Content(f"{each.name:<{width}}  {each.summary}"), each.name) for each in fitting
        )
        self.algorithm.value = usual
        self.iterations.value = f"{count:,}"

    @on(Select.Changed)
    def explain(self) -> None:
        """Say why this algorithm."""
        if self.game is None or self.algorithm.selection is None:
            return
        usual, _ = defaults(self.game.name)
        name = self.algorithm.selection
        if name != usual:
            text = f"this game's default is {usual}"
        elif self.game.name in DEFAULTS:
            text = f"the default: the first to come down to 1e-3 in {self.game.name}"
        else:
            text = "the default: good on games that nobody has compared the others on"
        self._say("#why", text)

    @on(Input.Changed, "#iterations, #target")
    def check(self) -> None:
        """Say at once what is wrong with the limits."""
        try:
            self._limits()
            self._say("#limits", "stops at the first of the two; it can go on after that")
        except InputError as error:
            self._say("#limits", str(error), wrong=True)

    @on(Input.Changed)
    @on(Select.Changed)
    def offer(self) -> None:
        """Offer to solve it only where all that is asked makes sense."""
        self.ready = self._asked() is not None
        self.query_one(Button).disabled = not self.ready
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        return self.ready if action == "start" else True

    def action_start(self) -> None:
        """Have it solved, as it is typed by now."""
        if job := self._asked():
            self.post_message(self.Begin(job))

    def _asked(self) -> SolveRun | None:
        """What all the lines ask for, None where that makes no sense."""
        try:
            game, limits = parse_game(self.spec.value.strip()), self._limits()
        except InputError:
            return None
        algorithm = self.algorithm.selection
        return None if algorithm is None else SolveRun(game.text, algorithm, *limits)

    def _limits(self) -> tuple[int | None, float | None]:
        """The numbers that are typed; raises InputError where they are none."""
        iterations = _number(self.iterations.value, "iterations", int)
        target = _number(self.target.value, "exploitability", float)
        if iterations is None and target is None:
            raise InputError("iterations or an exploitability are needed, or it never stops")
        check_limits(iterations, target, None)
        return iterations, target

    def _say(self, where: str, text: str, *, wrong: bool = False) -> None:
        line = self.query_one(where, Static)
        line.update(printable(text))
        line.set_class(wrong, "-wrong")


def _number(text: str, name: str, kind: Callable[[str], Number]) -> Number | None:
    """The number that is typed, None for nothing."""
    bare = text.replace(",", "").replace("_", "").strip()
    try:
        return kind(bare) if bare else None
    except ValueError:
        raise InputError(f"{name} must be a number, not {text.strip()!r:.40}") from None
