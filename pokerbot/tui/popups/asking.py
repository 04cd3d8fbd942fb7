"""An app that asks the person: yes or no, or which of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pokerbot.tui.frame.frame import Frame
from pokerbot.tui.popups.boxes import AskScreen
from pokerbot.tui.popups.choose_line import ChooseLineScreen
from pokerbot.tui.widgets.listing import Cell

Item = TypeVar("Item")


class Asking(Frame):
    """Asks in a window, and calls what follows from the answer."""

    def ask(
        self,
        question: str,
        then: Callable[[], object],
        otherwise: Callable[[], object] = lambda: None,
    ) -> None:
        """Ask before something is lost; call `then` on yes, `otherwise` on no."""

        def answer(sure: bool | None) -> None:
            (then if sure else otherwise)()

        self.push_screen(AskScreen(question), answer)

    def choose(
        self,
        title: str,
        headings: Sequence[str],
        items: Sequence[Item],
        lines: Sequence[Sequence[Cell]],
        then: Callable[[Item], object],
        spare: Sequence[str] = (),
    ) -> None:
        """Let the person choose an item; call `then` with it, unless none was chosen.

        lines, spare: the cells of each item, and the headings of columns that may be left out
        """

        def take(place: int | None) -> None:
            if place is not None:
                then(items[place])

        self.push_screen(ChooseLineScreen(title, headings, lines, spare), take)
