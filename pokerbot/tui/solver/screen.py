"""The screen of a solver at work: its progress, and what to do with its strategy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.io.files import printable
from pokerbot.opponents.opponents import Opponent, read
from pokerbot.play.view.amounts import number_of
from pokerbot.runs.background.process import Background
from pokerbot.runs.background.solving import (
    Ended,
    GameCompiled,
    Measured,
    Refused,
    Resting,
    SolverEvent,
    StrategySaved,
    Told,
)
from pokerbot.runs.defaults import default_path, unused
from pokerbot.runs.destinations import destinations
from pokerbot.runs.progress import Forecast
from pokerbot.runs.results import Progress
from pokerbot.runs.run import SolveRun
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.solver.help import HELP
from pokerbot.tui.solver.pictures import Convergence, Figures, Frequencies
from pokerbot.tui.solver.saving import SavingScreen
from pokerbot.tui.widgets.keys import Keys

COMPILING, SOLVING, PAUSING = "laying out the game …", "solving", "pausing …"
PAUSED, DONE, ENDED = "paused", "done", "ended"
MORE = 10


class SolvingScreen(BaseScreen[None]):
    """Shows what the solver's process reports; it goes on while the person is on other screens.

    job: what is being solved
    before: the solution with which the new one is to be compared, if there is one
    state: one of the states above
    saved: the last strategy saved, None before
    then: the place to go to once the strategy is saved, "" for none
    wanted_at: the file last asked for, until something is saved to it
    """

    CSS_PATH = "screen.tcss"
    HELP = HELP
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause", "Pause", id="solving.pause"),
        Binding("space", "go_on", "Go on", id="solving.go_on"),
        Binding("plus,equals_sign", "more", f"{MORE}× more", key_display="+", id="solving.more"),
        Binding("x", "save", "Save", id="solving.save"),
        Binding("enter", "go('table')", "Play it", key_display="enter", id="solving.play"),
        Binding("g", "go('browser')", "Grid", id="solving.grid"),
        Binding("e", "stop", "Stop", id="solving.stop"),
        Binding("e", "another", "Another", id="solving.another"),
        Binding("i", "turn", "Bars", id="solving.turn"),
        Binding("escape", "app.switch_mode('lobby')", "Back", id="solving.back"),
    ]
    chart = getters.query_one(Convergence)
    frequencies = getters.query_one(Frequencies)
    news = getters.query_one("#news", Static)

    @dataclass
    class Heard(Message):
        """The solver's process has reported something."""

        event: SolverEvent

    def __init__(self, job: SolveRun, before: Opponent | None = None) -> None:
        """Start a solver; `before` is a solution to compare its own with, if there is one."""
        super().__init__()
        self.job, self.before = job, before
        self.game = job.played
        self.state = COMPILING
        self.forecast = Forecast(job.limits, job.measured)
        self.saved: StrategySaved | None = None
        self.then = ""
        self.wanted_at: Path | None = None
        self.background = Background(job, lambda event: self.post_message(self.Heard(event)))

    @property
    def what(self) -> str:
        """The game being solved, and the algorithm."""
        return f"{self.game.spec} by {self.job.algorithm}"

    @property
    def pot(self) -> float | None:
        """A spot's pot, as a part of which exploitability is shown; None for other games."""
        return self.game.rules.pot if self.game.is_spot else None

    @property
    def latest(self) -> Progress | None:
        """The last measurement."""
        return self.forecast.seen[-1] if self.forecast.seen else None

    @property
    def unsaved(self) -> int:
        """How many iterations are in no file; 0 if nothing would be lost."""
        kept = self.saved.iterations if self.saved else 0
        done = self.latest.iterations if self.latest else 0
        return max(done - kept, 0) if self.state != ENDED else 0

    @property
    def done(self) -> bool:
        """Whether the solver has reached its limits, or its process has ended."""
        return self.state in (DONE, ENDED)

    @property
    def standing(self) -> str:
        """The line that tells other screens how the solver stands."""
        said = [self.game.spec, self.state]
        if self.latest and self.job.iterations and self.state in (SOLVING, PAUSED):
            said.append(f"{self.latest.iterations / self.job.iterations:.0%}".replace("%", " %"))
        if self.unsaved and self.state in (PAUSED, DONE):
            said.append("not saved")
        return ", ".join(said)

    def compose(self) -> ComposeResult:
        """The title, the curve beside the frequencies, the figures, and the keys."""
        with Horizontal(id="title"):
            yield Static(self.titled(self.what))
            yield Static(id="subtitle", markup=False)
        with Horizontal(id="pictures"):
            chart = Convergence()
            unit = ", % of the pot," if self.pot else ""
            chart.border_title = f"{self.forecast.measured.capitalize()}{unit} over iterations"
            yield chart
            frequencies = Frequencies(self.game.rules)
            frequencies.border_title = "How often"
            yield frequencies
        yield Figures()
        yield Static(id="news", markup=False)
        yield Keys()

    def on_mount(self) -> None:
        """Show the first state."""
        self._enter(self.state)

    def on_resize(self) -> None:
        """Fit the figures and the keys to the new size."""
        self.refresh_bindings()
        self._figures()

    def on_unmount(self) -> None:
        """End the solver's process."""
        self.background.leave()

    @on(Heard)
    def hear(self, heard: Heard) -> None:
        """Show what the solver's process has reported."""
        match heard.event:
            case GameCompiled():
                self._enter(SOLVING)
            case Told(text):
                self._say(text)
            case Measured(progress, frequencies):
                self.forecast.add(progress)
                if len(self.forecast.seen) == 1:
                    self.refresh_bindings()
                unit = self.pot / 100 if self.pot else 1.0
                seen = self.forecast.seen
                self.chart.points = [(p.iterations, p.exploitability / unit) for p in seen]
                self.frequencies.shown = frequencies
                self._figures()
            case Resting(finished):
                self._enter(DONE if finished else PAUSED)
            case StrategySaved():
                self.saved, self.wanted_at = heard.event, None
                self._tell_saved()
                if self.then:
                    self._use(Path(self.saved.path), self.then)
                self.then = ""
            case Refused(reason):
                self._say(reason.partition(";")[0], wrong=True)
                self.then = ""
            case Ended(reason):
                self._say(reason, wrong=True)
                self._enter(ENDED)

    def _enter(self, state: str) -> None:
        """Change the state; if the person is on another screen, notify them of the end."""
        self.state = state
        self.query_one("#subtitle", Static).update(state)
        self.refresh_bindings()
        self._figures()
        if state in (DONE, ENDED) and not self.is_current:
            self.notify(f"{self.what}: {state}")

    def _figures(self) -> None:
        self.query_one(Figures).show(self.forecast, working=self.state == SOLVING, pot=self.pot)

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self.news.update(printable(text))
        self.news.set_class(wrong, "-wrong")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now; only then is its key shown."""
        if action in ("save", "go"):
            return self.latest is not None and self.state not in (COMPILING, ENDED)
        if action == "turn":
            return self.has_class("-tiny")
        if action in ("stop", "another"):
            return (action == "another") == self.done
        states = {"pause": (SOLVING,), "go_on": (PAUSED,), "more": (DONE,)}
        return self.state in states[action] if action in states else True

    def action_pause(self) -> None:
        """Pause after this iteration."""
        self.background.pause()
        self._enter(PAUSING)

    def action_go_on(self) -> None:
        """Go on after a pause."""
        self.background.go_on(self.job.limits)
        self._enter(SOLVING)

    def action_more(self) -> None:
        """Go on for `MORE` times the iterations, or down to the target divided by `MORE`."""
        iterations, target = self.job.iterations, self.job.target
        further = replace(
            self.job,
            iterations=iterations and iterations * MORE,
            target=target and target / MORE,
        )
        try:
            self.forecast.limits = further.limits
        except InputError as error:
            self.refuse(error)
            return
        self.job = further
        self.action_go_on()

    def action_save(self) -> None:
        """Ask for a file, then save the strategy to it."""
        path = default_path(self.game, self.job.chosen.name)
        question = "Save the strategy to which file?"
        if self.then:
            use = "played" if self.then == "table" else "looked at"
            question = f"Before it can be {use} it must be saved. To which file?"
        own = Path(self.saved.path) if self.saved else None
        self._say("")
        screen = SavingScreen(self.wanted_at or own or path, question, own, self._better)
        self.app.push_screen(screen, self._save)

    def _better(self, path: Path) -> str:
        """That a file holds a less exploitable strategy of the same kind; "" if it does not.

        Raises:
            InputError: nothing may be saved there, or what is there cannot be measured.
        """
        try:
            (at,) = destinations(self.game, {}, path, force=True)
        except MemoryError:
            raise InputError("there is not enough memory to measure what is there") from None
        there, latest = at.exploitability, self.latest
        if there is None or latest is None or there >= latest.exploitability:
            return ""
        both = there, latest.exploitability
        told = [f"{100 * one / self.pot:.3g} %" if self.pot else f"{one:.2e}" for one in both]
        return f"The strategy there is better, {told[0]} against {told[1]}."

    def _save(self, path: Path | None) -> None:
        if path is None:
            self.then = ""
            return
        self._say("Saving …")
        self.wanted_at = path
        self.background.save(path, force=False)

    def rescue(self) -> Path:
        """Save without asking to a file that does not exist yet, and return its path."""
        path = unused(default_path(self.game, self.job.chosen.name))
        self.background.save(path, force=False)
        return path

    def action_go(self, place: str) -> None:
        """Play against the strategy, or go to another place of the app with it, after saving it."""
        if self.saved and not self.unsaved:
            self._use(Path(self.saved.path), place)
        else:
            self.then = place
            self.action_save()

    def _use(self, path: Path, place: str) -> None:
        """Play the strategy in a file, or look at the whole of it."""
        if place == "table":
            self._tell_saved()
            if self.in_sight:
                self.app.read(path)
        else:
            self._say("Reading …")
            self.beside(partial(read, path), self._show, self.refuse)

    def _show(self, opponent: Opponent) -> None:
        """Show the whole strategy, unless the person has gone elsewhere meanwhile."""
        self._tell_saved()
        if self.in_sight:
            self.app.browse(opponent, before=self.before)

    def _tell_saved(self) -> None:
        assert self.saved is not None
        self._say(f"{number_of(self.saved.iterations, 'iteration')} saved to {self.saved.path}")

    def refuse(self, error: InputError) -> None:
        """Say below the figures what is wrong."""
        self._say(str(error), wrong=True)

    def action_turn(self) -> None:
        """On a small screen, show the frequencies instead of the curve, or the curve again."""
        self.toggle_class("-turned")

    def action_stop(self) -> None:
        """End the solver and go back to the form; ask first if iterations would be lost."""
        if self.unsaved:
            question = f"Throw away {number_of(self.unsaved, 'unsaved iteration')}?"
            self.app.ask(question, self.dismiss)
        else:
            self.dismiss()

    def action_another(self) -> None:
        """Go back to the form to solve something else."""
        self.action_stop()
