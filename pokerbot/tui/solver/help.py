"""How to have a game solved, before and while it is."""

from __future__ import annotations

HELP = """\
# Solve a game

Name a game, with parameters after a colon: `leduc:ranks=4,suits=3`. **↑ ↓** go through the games.
Only the algorithms that can take a game of its size are offered. It stops after so many
iterations, or once **exploitability**, the most that anyone can win from the strategy in chips per
hand, is down to what you ask for. **tab** goes to the next line, **enter** begins.

## A spot of hold'em

The games include the spots whose files are at hand: choose one to begin with, and change its lines.
**↓** on a line offers what there is: **{solve.deck}** on the board the deck, **{solve.paint}** on a
range the square of classes to paint in, on sizes the usual ones. Sizes stand between commas: 33% of
the pot, 100c chips, 2.5x the last bet (raises alone), e or 2e geometric, a all-in; a donk bet is
one into who bet last in the street before, `bet` where the other sizes serve. Below the
name stands at once how many hands and nodes there are, and about what memory and time they take, or
what is wrong, with the line that it is about. Off the lines that are
typed in, or by its button, **{solve.save}** saves the spot in a file, and **{solve.report}** solves
a flop or a turn on every card that may come next.

## While it works

- **{solving.pause}** pauses, **{solving.go_on}** goes on
- **{solving.more}**, when it is done: ten times more iterations, ten times less exploitability
- **{solving.save}** saves the strategy, **{solving.play}** plays against it
- **{solving.grid}** shows a spot's solution as ranges
- **{solving.turn}** on a narrow screen: the bars, or the curve again
- **{solving.stop}** stops it for good; when it is done, **{solving.another}**: solve another
- **{solving.back}** back to where you were; the solver goes on, and **{lobby.solve}** in the lobby
  shows it again

The curve has powers of ten on both axes. A straight line down means that so many times the
iterations give so many times less exploitability.

Beside it, information sets: a card, and the betting so far. The bar shows how often each action is
taken there, in percent. It settles as exploitability falls; where several answers are equally good,
it may never.
"""
