"""What one can do in the lobby, and what its numbers mean."""

from __future__ import annotations

from pokerbot.tui.popups.help import THE_GAMES

HELP = (
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
