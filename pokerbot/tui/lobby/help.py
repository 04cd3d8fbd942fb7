"""What one can do in the lobby, and what its numbers mean."""

from __future__ import annotations

from pokerbot.tui.popups.help import THE_GAMES

HELP = (
    """\
# Choose an opponent

First the cast, game by game from the easiest to the one whom nobody beats: each has one habit to
find out, and plays soundly otherwise. Below are spots of hold'em that come solved, each a board
with a range for either seat, and all other strategies at hand.

- **↑ ↓** or a click choose, **{lobby.play}** or a second click plays; **{lobby.resume}** goes on
  with the last session
- **{lobby.details}** for each its algorithm, exploitability and value; again, who they are
- **{lobby.filter}** finds by a word: game, algorithm or file; **escape** shows all again
- **{lobby.seat}** your seat: alternate, always first, or always second
- **{lobby.practise}** practise what has cost you most against it
- **{lobby.solve}** solve a game; where a solver is at work, or done, see how it stands
- **{lobby.grid}** the strategy as a grid: cards against betting, or the ranges of hold'em
- **{lobby.watch}** watch it play itself or another
- **{lobby.review}** review the last session: the hands that cost most, and habits
- **{lobby.tutor}** the tutor: the rules in a minute, lessons, and a puzzle a day
- **{lobby.career}** your career: all hands, opponent by opponent, luck taken out
- **{app.help}** this help, **{app.quit}** leaves, **{app.commands}** themes, words and
  more

**To win** is what the best play wins from an opponent more than sound play does, in chips per hand,
as the mean over both seats; sound play is an equilibrium, which looks for no habit. **You take**
is how much of that your decisions take in percent, with the margin of its 95 % interval: from all
your hands without a hint, their luck taken out, and one more as bad as random play, so that a few
good hands prove nothing yet. Where at least 70 % are sure, of more than 0.05 chips, the opponent is
beaten and has a **★**; the table says so when it comes, and which decisions win the most there.

In a large terminal the chosen opponent has a picture. On the left is how it acts: of 100 decisions
with no bet to call, and of 100 with one, how many are checks, bets, folds, calls and raises, beside
sound play; both meet sound play. On the right are your own hands against it.

**Exploitability** is the most that anyone can win from the bot in the long run, in chips per
hand, as the mean over both seats. 0 is perfect play: nobody can beat it.

**Value** is what the player who acts first wins, in chips per hand, when both follow the strategy.
"""
    + THE_GAMES
)
