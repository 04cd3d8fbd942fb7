"""Help: the keys, the games, and what the numbers mean."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from pokerbot.games.catalogue import FAMILIES

GAMES = "\n".join(f"- **{family.name}**: {family.summary}" for family in FAMILIES.values())

LOBBY_HELP = f"""\
# Choose an opponent

Each line is a strategy that plays both seats of a game.

- **↑ ↓** choose, **enter** or a click plays
- **s** your seat: alternate, always first, or always second
- **g** the strategy as a grid: every card against every betting
- **w** watch it play itself or another
- **?** this help, **q** leaves, **ctrl+p** themes and more

**Exploitability** is the most that anyone can win from the bot in the long run, in chips per
hand, as the mean over both seats. 0 is perfect play: nobody can beat it.

**Value** is what the player who acts first wins, in chips per hand, when both follow the strategy.

## The games

{GAMES}

The higher card wins; a pair with the public card beats every single card.
"""

TABLE_HELP = f"""\
# At the table

- **c** check, or call a bet; **b** bet; **r** raise; **f** fold
- **space** deals the next hand
- **k** the coach: after each of your decisions its grade, what each action wins on average, in
  chips, and how often the bot would take it. Only chips lost count for the grade: where two
  actions win the same, both are best. A loss is *unclear* where the bot is too inexact to tell
- **escape** back to the lobby; the session waits there for you
- **?** this help, **q** leaves, **ctrl+p** themes, the bot's pace and more

The buttons do the same. Only what is legal now is shown.

## The session

- **You won**: your chips over all hands, and by seat.
- **Game value says**: what perfect players would have won in your seats so far. It is not 0,
  because acting first is not the same as acting second.
- **Difference**: the first less the second.
- **95 % interval**: cards are luck. If you repeated such a session many times, an interval like
  this one would hold your true difference 95 times in 100. While 0 lies inside, luck may explain
  all of it.
- **Without luck**: what you won less the luck of the cards and of the bot's dice, exactly: your
  seats' value against this bot less what your decisions gave away. It needs few hands: after ±
  stands the margin to either end of its 95 % interval.

## The games

{GAMES}

The higher card wins; a pair with the public card beats every single card.
"""


class HelpScreen(ModalScreen[None]):
    """A page of help over the screen that it is about."""

    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,space", "dismiss", "Back")
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """The page, with its frame."""
        from textual.widgets import Markdown  # slow to load, and not needed for the first screen

        with VerticalScroll(id="help") as page:
            page.border_title = "Help"
            page.border_subtitle = "escape goes back"
            yield Markdown(self.text)
