"""The help of the lobby: what one can do there, and what its numbers mean."""

from __future__ import annotations

from pokerbot.tui.popups.help import THE_GAMES

HELP = (
    """\
# Choose an opponent

First comes the cast, game by game, from the easiest to the one whom nobody beats. The others
each have one habit to find out, and play soundly otherwise. Below them are solved spots of hold'em,
each a board with a range for either seat, and then all other strategies.

- **arrows** or a click choose, **{lobby.play}** or a second click plays; **{lobby.resume}** goes on
  with the hand that you left last, or else with the last session
- **{lobby.details}** shows the algorithm, exploitability and value of each, or who they are again
- **{lobby.filter}** finds by a word: game, algorithm or file; **escape** shows all again
- **{lobby.seat}** changes your seat: alternate, always first, or always second
- **{lobby.practise}** practises what has cost you most against it
- **{lobby.solve}** solves a game; if a solver is working or has finished, shows how it stands
- **{lobby.grid}** shows the strategy as a grid of cards and betting; in hold'em, its ranges
- **{lobby.watch}** lets you watch it play itself or another
- **{lobby.review}** reviews the last session: the hands that cost most, and your habits
- **{lobby.tutor}** opens the tutor: the rules in a minute, lessons, and a puzzle a day
- **{lobby.career}** opens your career: all hands, opponent by opponent, luck taken out
- **{app.help}** this help, **{app.quit}** leaves, **{app.commands}** offers themes, words and
  more

**To win** is how much more the best play wins from an opponent than sound play does, in chips per
hand, on average over both seats. Sound play is an equilibrium, which looks for no habit. **You
take** is how much of that your decisions take, in per cent, with its 95 % margin. It counts all
your hands without a hint, their luck taken out, and one more that is as bad as random play, so that
a few good hands prove nothing yet. If you take more than 70 %, at the low end of the margin, too,
of more than 0.05 chips, you have beaten the opponent and it gets a **★**; the table then tells
which decisions win the most. A fault so rare that you have not made it yet is in no margin.

In a large terminal the chosen opponent has a picture. On the left is how it acts: of 100 decisions
with no bet to call, and of 100 with one, how many are checks, bets, folds, calls and raises,
compared with sound play; both play against sound play. On the right are your own hands against it.

**Exploitability** is the most that anyone can win from the bot in the long run, in chips per
hand, on average over both seats. 0 is perfect play: nobody can beat it.

**Value** is what the player who acts first wins, in chips per hand, if both follow the strategy.
"""
    + THE_GAMES
)
