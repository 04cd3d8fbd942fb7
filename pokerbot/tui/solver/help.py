"""The help of the solver's form, and of the screen of a solver at work."""

from __future__ import annotations

HELP = """\
# Solve a game

Type a game, with parameters after a colon: `leduc:ranks=4,suits=3`. **arrows** go through the
games. Only algorithms that can solve a game of its size are offered. The solver stops after the
given number of iterations, or at the given **exploitability**: the most that anyone can win from
the strategy, in chips per hand. **tab** goes to the next line, **enter** begins.

## A spot of hold'em

The games include the spots whose files are at hand: choose one to begin with, and change its lines.
**down** on a line offers something to choose from: on the board **{solve.deck}** shows the deck, on
a range **{solve.paint}** shows the square of classes to paint in, and on sizes it goes through the
usual ones. Sizes are separated by commas: 33% of the pot, 100c for 100 chips, 2.5x the last bet
(raises only), e or 2e for geometric sizes, a for all-in. A donk bet is a bet into the player who
bet last on the street before; `bet` gives it the sizes of other bets. Below the name you see at
once how many hands and nodes there are, and about how much memory and time they take, or what is
wrong and in which line.

The buttons below, or these keys outside the lines, do more: **{solve.save}** saves the spot to a
file, and **{solve.report}** solves a flop or a turn on every card that may come next.

## While it works

- **{solving.pause}** pauses, **{solving.go_on}** goes on
- **{solving.more}**, when it is done, goes on for ten times more iterations, down to a tenth of the
  exploitability
- **{solving.save}** saves the strategy, **{solving.play}** plays against it
- **{solving.grid}** shows how the strategy plays, as a grid; of a spot, as ranges
- **{solving.turn}** shows the bars on a narrow screen, or the curve again
- **{solving.stop}** stops it for good; when it is done, **{solving.another}** solves another game
- **{solving.back}** goes back to the lobby; the solver goes on, and **{lobby.solve}** in the lobby
  shows it again

The curve has powers of ten on both axes. A falling straight line means that multiplying the
iterations by a number divides the exploitability by a fixed number, too.

Beside it are some information sets: a card, and the betting so far. The bar shows how often each
action is taken there, in per cent. It settles as exploitability falls; where several strategies are
equally good, it may never do so.
"""
