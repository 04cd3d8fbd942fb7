"""The help of the table: what its keys do, and what its numbers mean."""

from __future__ import annotations

from pokerbot.tui.popups.help import THE_GAMES

HELP = (
    """\
# At the table

- **{table.call}** checks, or calls a bet; **{table.bet}** bets; **{table.raise}** raises;
  **{table.fold}** folds. The buttons do the same; only what is legal now is shown
- Where many amounts are allowed, type one and press enter. **{amount.more} {amount.less}** change
  it by a step; **{amount.larger} {amount.smaller}** go through a third of the pot, half of it, all
  of it and all-in, and **{table.third} {table.half} {table.pot} {table.all_in}** begin with one of
  these
- At a spot of hold'em **1**, **2**, **3** … are the sizes that the solution knows, each with its
  part of the pot. On a river {table.bet} or {table.raise} takes any other amount, too, and the
  river is then solved again; those of the cast take the sizes alone
- "Call 2 to win 6 (25%)" tells your pot odds: the call must win 25 % of the time to pay for itself
- **{table.next}** or **enter** deals the next hand
- **{table.coach}** switches the coach on or off (see below)
- **{table.hint}** gives a hint: what the coach would say, before you decide. The hand is marked,
  and does not count as perfect
- **{table.grid}** shows how the bot plays, as a grid; at a hold'em spot its range and yours at the
  present decision. Before the hand is over, that is a hint
- **{table.solve}** changes the game, at a spot its board, ranges and sizes, and solves it again
- **{table.die}** throws a die of a hundred sides, 0 to 99, for those who mix by hand. The actions
  take its sides in the order of the buttons: with check 62 % and bet 38 %, 0 to 61 mean check, and
  the rest bet. The coach tells afterwards what the die said for sound play's mix
- **{table.study}** shows the bot's card after a fold, in the review as well, or hides it again
- **{table.page}** shows the session in full; pressed again, or with **{table.felt}**, it goes back
  to the hand. Beside the hand three figures stand: what you won, what your mistakes gave away, and
  how many decisions in a row had none
- **{table.review}** reviews the session so far: every hand again, the costly ones first, and habits
- **{table.beliefs}** shows what an opponent who adapts to you believes of you, and does about it
- **{table.lobby}** goes back to the lobby; the session waits there for you
- **{app.help}** is this help, **{app.quit}** leaves the app, **{app.commands}** has themes, the
  bot's pace, what words mean, and more

The line at the top tells what can be won from the bot in the long run. Of a bot of the cast it
tells how much can be won beyond what sound play wins, and how much of that your decisions take,
luck taken out. The bot is beaten once you take more than 70 % at the low end of the margin, too:
play many hands with few mistakes.

## The coach

After each of your decisions the coach grades it. For each action it tells what the action **wins**
on average, in chips; a bar for what it has **lost** compared with the best action, none if that is
too little to count; and how often **sound** play takes it. Of very many actions it shows the best
ones and the one that you took. Below stands the reason in exact numbers: by how much your action
wins more or less than the best one, or than the next best; what a call must win and what it wins,
against which cards; or how often the bot has a better or a worse hand, and how often it then calls
or folds. **pgup** and **pgdn** turn the pages.

Only the chips lost count for the grade: where two actions win the same, both are *best*. A decision
is *sound* if it gives away too little to count: less than 0.01 antes (0.2 % of the pot at a spot,
0.01 big blinds in a game with blinds), or less than the error of the soundest strategy at hand. At
a spot that error is the strategy's exploitability divided by the hand's share of its range, at most
2 % of the pot. A decision is also sound if it is no mistake against an equilibrium, and only this
bot's faults made another action win more. That counts neither as a mistake nor as perfect.

A spot's solution has no trained answer where it hardly ever comes, so that there is **no grade**.
On a turn or a river, what follows is then solved again, which takes some seconds; there is no
grade if a better solution might well judge otherwise. A **flop** is kept without its rivers: the
bot plays flop and turn by the solution, and a river is solved when it comes, for the ranges that
the line leaves. After an action on the flop or the turn that the solution hardly takes there are no
grades.

## The session

It is saved hand by hand and can be resumed. All amounts are chips.

- **The chart** shows won − game value after each hand, and in dashes the same without luck. Luck
  alone keeps 19 of 20 sessions between the dots if the bot plays both seats. A low chart is scaled
  to the line, and the dots may lie outside it.
- **You won** = **value of seats** + **luck** − **mistakes** − **missed chances**, exactly. The
  value of seats is what a perfect player would win from this bot in your seats. Mistakes are what
  your decisions gave away. Missed chances are what your sound decisions left of what this bot's
  faults offer. Luck is the cards and the bot's dice.
- **Won − game value**: the game's value is what perfect players would win in your seats against
  each other; the value of seats is higher if the bot has faults. Beside it stands the margin to
  either end of its 95 % interval, which is exact for hands in which the bot plays both seats. As
  long as the interval contains 0, the result alone proves nothing.
- **Without luck**: value of seats minus mistakes and missed chances, with its margin; at a spot
  also minus the game's value. It needs few hands to tell how good you are.
- **Perfect hands** are those without a mistake; the **Decision streak** counts decisions in a row
  without one, and tells the longest such row. Hands with a hint are left out of both, and of what
  is **lost per decision**; sound decisions that miss a chance, and hands with such a one, count
  neither way.
- **Mix kept**: how often you did what the die said where sound play mixes.
"""
    + THE_GAMES
)
