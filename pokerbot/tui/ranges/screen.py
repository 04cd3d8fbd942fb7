"""The range grid: the screen of a hold'em solution, which shows ranges decision by decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.evaluation.node_hands import said
from pokerbot.games.actions import Action, Betting
from pokerbot.games.betting import legal_actions, start, successor
from pokerbot.games.game import Game
from pokerbot.games.ranges import class_of
from pokerbot.games.spot import awaits_card
from pokerbot.io.files import printable
from pokerbot.io.garbage import not_looked_through
from pokerbot.opponents.opponents import Opponent, read
from pokerbot.play.view.amounts import chips
from pokerbot.tui.ranges.classes import Shown, marks_by_keys, meant, with_suits
from pokerbot.tui.ranges.curves import Curves
from pokerbot.tui.ranges.deck import AfterCard, CardPicker
from pokerbot.tui.ranges.help import HELP
from pokerbot.tui.ranges.line import LineStep, steps_to
from pokerbot.tui.ranges.lock import PaintLockScreen, Plays, with_locks
from pokerbot.tui.ranges.others import alike, other_sizes
from pokerbot.tui.ranges.panel import ClassPanel, Totals
from pokerbot.tui.ranges.solutions import Solutions
from pokerbot.tui.ranges.square import (
    CHANGE,
    CURVES,
    EV,
    MODES,
    STRATEGY,
    WEIGHT,
    ClassSquare,
    taking,
)
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.turning import turned
from pokerbot.tui.widgets.fitting import Fitting
from pokerbot.tui.widgets.keys import Keys


class RangesScreen(BaseScreen[None]):
    """The square of classes, what the whole range does, and a class hand by hand.

    path: the steps to where the person is
    shown: the decision that is drawn, None before the first; shown_at: its step
    waiting: whether the range of the player who waits is shown
    """

    HELP = HELP
    AUTO_FOCUS = "ClassSquare"
    CSS_PATH = ["square.tcss", "deck.tcss", "screen.tcss"]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        *taking("ranges"),
        Binding("backspace", "back", "Step back", key_display="bksp", id="ranges.back"),
        Binding("i", "turn", "Mode", id="ranges.turn"),
        Binding("enter", "hands", "Hands", key_display="enter", id="ranges.hands"),
        Binding("a", "player", "Other range", id="ranges.player"),
        Binding("u", "compare", "Compare", id="ranges.compare"),
        Binding("n", "lock", "Lock", id="ranges.lock"),
        Binding("e", "solve", "Change it", id="ranges.solve"),
        Binding("escape", "app.pop_screen", "Back", id="ranges.leave"),
    ]
    square = getters.query_one(ClassSquare)
    deck = getters.query_one(CardPicker)
    totals = getters.query_one(Totals)
    panel = getters.query_one(ClassPanel)
    crumbs = getters.query_one("#crumbs", Fitting)

    def __init__(
        self,
        opponent: Opponent,
        at: tuple[Betting, int] | None = None,
        other: Opponent | None = None,
        held: str = "",
    ) -> None:
        """Show a solution.

        at: a betting and board to begin at, if not at the first decision
        other: another solution to compare it with
        held: a hand, at whose class the cursor begins if it is one of those who act
        """
        super().__init__()
        self.opponent, self.rules = opponent, opponent.strategy.game.rules
        self.path = [*steps_to(self.rules, *(at or (start(self.rules), 0)))]
        self.solutions = Solutions(opponent, other)
        self.shown: Shown | None = None
        self.shown_at = self.path[-1]  # the last step may still be computed
        self.mode, self.held = STRATEGY, held and class_of(held)
        self.waiting, self._stays = False, ExitStack()
        self._painted: tuple[LineStep, Plays] | None = None
        """What was last painted for a lock, and where; painting there again begins with it."""

    def compose(self) -> ComposeResult:
        """The title, the line, the square or the deck, the totals, a class, and the keys."""
        with Horizontal(id="title"):
            yield Static(self.titled(printable(self.opponent.name)), id="name", markup=False)
            yield Static("Laying out …", id="subtitle", markup=False)
        yield Fitting("crumbs")
        with Container(id="ranges"):
            with Vertical(id="left"):
                yield ClassSquare()
                yield Curves()
                yield CardPicker()
                yield Totals()
            yield ClassPanel()
        yield Keys(most=2)

    def on_mount(self) -> None:
        """Begin to compute the first decision."""
        self.look()

    def look(self) -> None:
        """Show the decision or the deck at the end of the line, computed beside the screen."""
        here = self.path[-1]
        awaits = self._awaits_card
        self.set_class(awaits, "-turning")
        (self.deck if awaits else self.square).focus()
        if awaits:
            self.query_one("#subtitle", Static).update("Working out each card …")
            self.deck.show(self.rules.never_next(self.rules.boards.cards[here.board]))
            self.beside(partial(self.solutions.on_cards, here), self._tell_cards, self.refuse)
            self._say_line(self.rules.boards.lying(here.board), sum(here.betting.chips))
        else:
            self.beside(partial(self.solutions.at, here), partial(self._take, here), self.refuse)
        self.refresh_bindings()

    @property
    def _awaits_card(self) -> bool:
        here = self.path[-1]
        return awaits_card(self.rules, here.betting, here.board)

    def _tell_cards(self, found: Mapping[str, AfterCard]) -> None:
        here = self.path[-1]
        self.deck.tell(found, sum(here.betting.chips))
        told = self.deck.heading if found else self.solutions.unknown(here.board)
        self.query_one("#subtitle", Static).update(told)
        self.refresh_bindings()

    def refuse(self, error: InputError) -> None:
        """Say what is wrong, and remove the line on the progress."""
        self.query_one("#subtitle", Static).update("")
        super().refuse(error)

    def on_unmount(self) -> None:
        """Let Python collect garbage again."""
        self._stays.close()

    def _take(self, here: LineStep, shown: Shown) -> None:
        if self.shown is None:
            self._stays.enter_context(not_looked_through())  # each collection would take 80 ms
            if shown.acting:
                there = self.held in shown.acting
                self.square.point_at(self.held if there else next(iter(shown.acting)))
        self.shown, self.shown_at = shown, here
        self._say_line(shown.node.board, shown.node.pot)
        self.draw()

    def _say_line(self, board: str, pot: float) -> None:
        """Show the board, the pot, and all actions, or only the last ones if there is no room."""
        words = [step.said for step in self.path[1:]]
        lies = Content.styled(with_suits(board), "b")
        ways = [words, *(["…", *words[skip:]] for skip in range(1, len(words)))]
        about = f"  pot {chips(pot)}  "
        self.crumbs.say(*(Content.assemble(lies, about, " → ".join(way)) for way in ways))

    def draw(self) -> None:
        """Draw the decision in the mode chosen, for the player chosen."""
        if (shown := self.shown) is None:
            return
        node, found = shown.node, marks_by_keys(shown.node.actions)
        mode = WEIGHT if self.waiting and self.mode == STRATEGY else self.mode
        classes = shown.waiting if self.waiting else shown.acting
        if mode == CHANGE:
            classes = shown.changed(waiting=self.waiting)
        self.set_class(mode == CURVES, "-curves")
        self.query_one(Curves).show(node)
        self.square.show(classes, found, WEIGHT if mode == CURVES else mode, node.pot)
        if mode != CURVES and not self._awaits_card:
            self.square.focus()
        ways = [self._goes_on(self.shown_at.betting, place) for place in range(len(found))]
        keys = [(mark.letter, way) for mark, way in zip(found, ways, strict=True)]
        low = self.has_class("-flat") or self.has_class("-short")
        self.totals.show(shown, keys, self._colours, low=low)
        whose = node.seats[1 - node.seats.index(node.player)] if self.waiting else node.player
        does = "waits" if self.waiting else "to act"
        about = self.solutions.solved_again(self.shown_at.board) + self.solutions.against(shown)
        mode_of = "both ranges" if mode == CURVES else f"{mode} of {whose}, {does}"
        if not self._awaits_card:
            self.query_one("#subtitle", Static).update(f"{mode_of}{about}")
        self.tell()
        self.refresh_bindings()

    @on(ClassSquare.Moved)
    def tell(self) -> None:
        """Show the class under the cursor hand by hand."""
        if (shown := self.shown) is None:
            return
        name, classes = self.square.name_there, shown.waiting if self.waiting else shown.acting
        colours = [] if self.waiting else self._colours
        other = shown.other
        was = (other.waiting if self.waiting else other.acting).get(name) if other else None
        self.panel.show(name, classes.get(name), shown.node, colours, was)

    @property
    def _colours(self) -> list[str]:
        """The colour of each action."""
        found = marks_by_keys(self.shown.node.actions) if self.shown else []
        return [self.square.colour_of(mark).css for mark in found]

    def on_resize(self) -> None:
        """Draw again, as the texts depend on the size."""
        self.call_later(self.draw)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now."""
        spot = self.opponent.strategy.game.is_spot
        narrow = self.has_class("-tiny") or self.has_class("-narrow")
        there_now = self.shown is not None and self.shown_at is self.path[-1]
        there = {
            "back": len(self.path) > 1,
            "player": self.shown is not None and not self._awaits_card,
            "turn": bool(self.deck.found) if self._awaits_card else self.shown is not None,
            "compare": there_now,
            "lock": spot and there_now,
            "solve": spot,
            "hands": narrow and self.shown is not None and not self._awaits_card,
        }
        return there.get(action, True)

    @property
    def _actions(self) -> tuple[Action, ...]:
        return legal_actions(self.rules, self.path[-1].betting)

    def _goes_on(self, betting: Betting, place: int) -> bool:
        """Whether the hand goes on after the action at this place."""
        return not successor(self.rules, betting, legal_actions(self.rules, betting)[place]).over

    def action_take(self, what: str) -> None:
        """Go on with an action, given as to `meant`."""
        self._go_on(meant([each.name for each in self._actions], what))

    def action_sized(self, place: int) -> None:
        """Go on with a bet or raise, given by its place among the sizes."""
        self.action_take(str(place + 1))

    @on(Totals.Taken)
    def take_clicked(self, event: Totals.Taken) -> None:
        """Go on with the action that was clicked, unless the list is still of an earlier step."""
        current = self.shown_at is self.path[-1] and event.place < len(self._actions)
        self._go_on(event.place if current else None)

    def _go_on(self, place: int | None) -> None:
        """Go on with an action; ring the bell if there is none or it ends the hand."""
        here = self.path[-1]
        if place is None or self._awaits_card or not self._goes_on(here.betting, place):
            self.app.bell()
            return
        action = self._actions[place]
        after = successor(self.rules, here.betting, action)
        self.path.append(LineStep(said(action.name), after, here.board))
        self.look()

    @on(CardPicker.Picked)
    def turn_up(self, event: CardPicker.Picked) -> None:
        """Go on with the card that was picked, if one is still awaited."""
        here, boards = self.path[-1], self.rules.boards
        if not self._awaits_card:
            return
        for board in boards.along(here.board, boards.street(here.board) + 1):
            if boards.turned(board) == (event.card,):
                name = with_suits(boards.name(board))
                self.path.append(LineStep(name, here.betting, board))
                self.look()

    def action_back(self) -> None:
        """Go one step back."""
        self.path.pop()
        self.solutions.step_back(self.path[-1].betting)
        self.look()

    def action_player(self) -> None:
        """Show the range of the other player."""
        self.waiting = not self.waiting
        self.draw()

    def action_turn(self) -> None:
        """Change the mode, or on the deck what the numbers are."""
        if self._awaits_card:
            self.deck.turn()
            self._tell_cards(self.deck.found)
            return
        modes = [*MODES, CHANGE] if self.shown and self.shown.other else [*MODES]
        if self.waiting:
            modes.remove(STRATEGY)
        self.mode = turned(modes, self.mode)
        self.draw()

    def action_compare(self) -> None:
        """Compare with another size of the last bet or another solution, or with none again."""
        if self.solutions.other is not None:
            self._compare_with(None)
        else:
            self.beside(partial(alike, self.opponent), self.while_here(self._choose))

    def _choose(self, found: Sequence[Path]) -> None:
        sizes = other_sizes(self.rules, self.path[-1].betting)

        def take(chosen: tuple[int, str, str] | Path) -> None:
            if isinstance(chosen, Path):
                self.beside(partial(read, chosen), self._compare_with, self.refuse)
            else:
                at, _, name = chosen
                self._compare_with(self.opponent, {at: name})

        there: list[tuple[int, str, str] | Path] = [*sizes, *found]
        if there:
            lines = [f"here, after {name} in place of {was}" for _, was, name in sizes]
            lines += [printable(path.stem) for path in found]
            rows = [[line] for line in lines]
            self.app.choose("Compare with", ("Solution",), there, rows, take)
        else:
            self.notify("No other solution on this board is at hand.")

    def _compare_with(
        self, other: Opponent | None, instead: Mapping[int, str] = MappingProxyType({})
    ) -> None:
        self.solutions.compare_with(other, instead)
        if other is None and self.mode == CHANGE:
            self.mode = EV
        self.look()

    def action_lock(self) -> None:
        """Let the person paint the play at this decision, and solve all other play against it."""
        if (shown := self.shown) is None:
            return
        spot, here, last = self.opponent.strategy.game, self.shown_at, self._painted
        begun = last[1] if last is not None and last[0] == here else None

        def take(painted: Plays | None) -> None:
            if painted is not None:
                self._painted = here, painted
                work = partial(with_locks, spot, shown, painted)
                self.beside(work, self._solve_beside_this, self.refuse)

        self.app.push_screen(PaintLockScreen(shown, spot, self.square.name_there, begun), take)

    def _solve_beside_this(self, spot: Game) -> None:
        self.app.call_later(self.app.change, spot, self.opponent)

    def action_solve(self) -> None:
        """Change the spot and solve it again."""
        self._solve_beside_this(self.opponent.strategy.game)

    def action_hands(self) -> None:
        """On a narrow screen, show the hands of the class in place of the square, or go back."""
        self.toggle_class("-hands")
