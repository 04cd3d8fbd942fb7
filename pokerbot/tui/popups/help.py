"""Help: the keys, the games, and what the numbers mean."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from pokerbot.games.catalogue import FAMILIES
from pokerbot.tui.bound import filled
from pokerbot.tui.popups.popup import PopUp

GAMES = "\n".join(f"- **{family.name}**: {family.summary}" for family in FAMILIES.values())

THE_GAMES = f"""
## The games

{GAMES}

The higher card wins; a pair with the public card beats every single card.
"""

LOBBY_HELP = (
    """\
# Choose an opponent

Each line is a strategy that plays both seats of a game.

- **↑ ↓** or a click choose, **{lobby.play}** or a second click plays; **{lobby.resume}** goes on
  with the last session
- **{lobby.filter}** finds by a word: game, algorithm or file; **escape** shows all again
- **{lobby.seat}** your seat: alternate, always first, or always second
- **{lobby.practise}** practise what has cost you most against it
- **{lobby.solve}** solve a game; where a solver is at work, or done, see how it stands
- **{lobby.grid}** the strategy as a grid: every card against every betting
- **{lobby.watch}** watch it play itself or another
- **{lobby.review}** review the last session: the hands that cost most, and habits
- **{app.help}** this help, **{app.quit}** leaves, **{app.commands}** themes and more

**Exploitability** is the most that anyone can win from the bot in the long run, in chips per
hand, as the mean over both seats. 0 is perfect play: nobody can beat it.

**Value** is what the player who acts first wins, in chips per hand, when both follow the strategy.
"""
    + THE_GAMES
)

TABLE_HELP = (
    """\
# At the table

- **{table.call}** check, or call a bet; **{table.bet}** bet; **{table.raise}** raise;
  **{table.fold}** fold. Where the amount is open: a number, **{amount.more} {amount.less}**,
  **{amount.pot}** what is in the pot, **{amount.all_in}** all-in
- **{table.next}** deals the next hand
- **{table.coach}** the coach: after each of your decisions, the last first, its grade, what each
  action wins on average, in chips, and how often the bot would take it; of very many actions the
  one taken, the best and the most frequent. Only chips lost count for the grade: where two actions
  win the same, both are best. A loss is *unclear* where the bot is too inexact to tell
- **{table.hint}** a hint: the same before you decide. The hand is marked, and does not count as
  perfect
- **{table.die}** throws a die of a hundred sides, 0 to 99, for those who mix by hand. The actions
  take its sides in the order of the buttons: with check 62 % and bet 38 %, 0 to 61 say check, the
  rest bet. The coach tells afterwards what it said by the bot's own mix
- **{table.study}** shows the bot's card after a fold, in the review as well; again hides it
- **{table.page}** the session in full; again, or **{table.felt}**, goes back to the hand
- **{table.review}** review the session so far: every hand again, the costly ones first, and habits
- **{table.lobby}** back to the lobby; the session waits there for you
- **{app.help}** this help, **{app.quit}** leaves, **{app.commands}** themes, the bot's pace and
  more

The buttons do the same. Only what is legal now is shown.

## The session

It is saved hand by hand and can be resumed. All amounts are chips.

- **The chart**: won − game value after each hand, on the scale of the line. Luck alone keeps 19 in
  20 sessions of a player without a fault between the dots at its end; a low chart may end before
  they do.
- **You won** = **value of seats** + **luck** − **mistakes**, exactly. The value is what a perfect
  player would win from this bot in your seats; mistakes are what your decisions gave away; luck is
  the cards and the bot's dice.
- **Won − game value**: the game's value is what perfect players would win in your seats against
  each other; the value of seats is more where the bot has faults to win from. Beside it stands the
  margin to either end of its 95 % interval: while that holds 0, the result alone proves nothing.
- **Without luck**: value less mistakes, with its margin. It needs few hands to tell how good you
  are.
- **Perfect hands** are those without a fault, the **Decision streak** counts decisions in a row
  without one, and the longest such row; hands with a hint are left out of both, and of what is
  **lost per decision**.
- **Mix kept**: how often you did what the die said, where the bot's mix leaves it a choice.
"""
    + THE_GAMES
)

SOLVE_HELP = """\
# Solve a game

Name a game, with parameters after a colon: `leduc:ranks=4,suits=3`. **↑ ↓** go through the games.
Only the algorithms that can take a game of its size are offered. It stops after so many
iterations, or once **exploitability**, the most that anyone can win from the strategy in chips per
hand, is down to what you ask for. **tab** goes to the next line, **enter** begins.

## While it works

- **{solving.pause}** pauses, **{solving.go_on}** goes on
- **{solving.more}**, when it is done: ten times more iterations, ten times less exploitability
- **{solving.save}** saves the strategy, **{solving.play}** plays against it
- **{solving.turn}** on a narrow screen: the bars, or the curve again
- **{solving.stop}** stops it for good; when it is done, **{solving.another}**: solve another
- **{solving.back}** back to where you were; the solver goes on, and **{lobby.solve}** in the lobby
  shows it again

The curve has powers of ten on both axes. A straight line down means that so many times the
iterations give so many times less exploitability.

Beside it, information sets: a card, and the betting so far in letters; `K:kb` is a king after a
check and a bet. The bar shows how often each action is taken there, in per cent: **k** check,
**c** call, **b** bet, **r** raise, **f** fold. It settles as exploitability falls; where several
answers are equally good, it may never.
"""


class HelpScreen(PopUp[None]):
    """A page of help over the screen that it is about."""

    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,space,q", "dismiss", "Back")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """The page, with its frame."""
        from textual.widgets import Markdown  # slow to load, and not needed for the first screen

        with VerticalScroll(id="help") as page:
            page.border_title = "Help"
            page.border_subtitle = "esc back"
            yield Markdown(filled(self.app, self.text))
