"""What one can do at the table, and what its numbers mean."""

from __future__ import annotations

from pokerbot.tui.popups.help import THE_GAMES

HELP = (
    """\
# At the table

- **{table.call}** check, or call a bet; **{table.bet}** bet; **{table.raise}** raise;
  **{table.fold}** fold. Where the amount is open: a number, **{amount.more} {amount.less}** a step,
  **{amount.larger} {amount.smaller}** a third of the pot, half of it, all of it, all-in, with
  which **{table.third} {table.half} {table.pot} {table.all_in}** begin; enter does it. At a spot
  of hold'em **1**, **2**, **3** … are the sizes of its tree, with the part of the pot that each is;
  on a river {table.bet} or {table.raise} takes any other amount, too, and it is solved again
- "Call 2 to win 6 (25%)" are your pot odds: a call must win so often to be worth its chips
- **{table.next}** deals the next hand
- **{table.coach}** the coach: after each of your decisions its grade, and of each action what it
  **wins** on average, in chips; a bar for what it has **lost** beside the best, none where that is
  too little to count; and how often **sound** play takes it. Of very many actions stand the one
  taken and the best. Below stands why, in exact numbers: by how much it wins more or less than the
  best, or than the next best; what a call must win and wins, against which cards; or in how many of
  all cases this bot has a worse or a better hand and pays a bet with it, or folds. Only chips lost
  count for the grade: where two actions win the same, both are best. *Sound* is what gives away too
  little to count: less than 0.01 antes (at a spot 0.2 % of the pot, with blinds 0.01 big blinds),
  or than the soundest strategy at hand may be off by itself: at a spot, its exploitability over the
  hand's share of its range, at most 2 % of the pot. Where a spot's solution hardly comes it has no
  trained answer, and there is **no grade**; after what it hardly does on a turn or a river, that is
  solved again, which takes some seconds, and there is no grade where a better solution might well
  judge otherwise. A **flop** is kept without its rivers: the bot plays flop and
  turn by the solution, and a river is solved when it comes, for the ranges that the line leaves;
  after what the solution hardly does on flop or turn there are no grades. *Sound* is, too, what no
  mistake is against an equilibrium, where this bot's faults offered more: that counts neither as a
  mistake nor as perfect. **pgup** and **pgdn** turn its pages
- **{table.hint}** a hint: the same before you decide. The hand is marked, and does not count as
  perfect
- **{table.grid}** how the bot plays, as a grid: at a hold'em spot its ranges and yours at the
  decision at hand. Before the hand is over that is a hint
- **{table.solve}** changes the game, at a spot its board, ranges and sizes, and solves it anew
- **{table.die}** throws a die of a hundred sides, 0 to 99, for those who mix by hand. The actions
  take its sides in the order of the buttons: with check 62 % and bet 38 %, 0 to 61 say check, the
  rest bet. The coach tells afterwards what it said by sound play's mix
- **{table.study}** shows the bot's card after a fold, in the review as well; again hides it
- **{table.page}** the session in full, of which beside the hand three figures stand: what you won,
  what your mistakes gave away, and how many decisions in a row had none; again, or
  **{table.felt}**, goes back to the hand
- **{table.review}** review the session so far: every hand again, the costly ones first, and habits
- **{table.beliefs}** of one who adapts to you: what it believes of you, and does about it
- **{table.lobby}** back to the lobby; the session waits there for you
- **{app.help}** this help, **{app.quit}** leaves, **{app.commands}** themes, the bot's pace,
  what words mean, and more

The buttons do the same. Only what is legal now is shown.

Above stands what there is to win from one of the cast more than by sound play, and how much of that
your decisions take, luck taken out. It is beaten once 70 % are sure: play many hands with few
faults. Of others stands how much anyone can win from them in the long run.

## The session

It is saved hand by hand and can be resumed. All amounts are chips.

- **The chart**: won − game value after each hand, on the scale of the line, and in dashes the same
  without luck. Luck alone keeps 19 in 20 sessions between the dots at its end where the bot plays
  both seats; a low chart may end before they do.
- **You won** = **value of seats** + **luck** − **mistakes** − **missed chances**, exactly. The
  value is what a perfect player would win from this bot in your seats; mistakes are what decisions
  gave away; missed is what sound ones left there of what this bot's faults offer; luck is the cards
  and the bot's dice.
- **Won − game value**: the game's value is what perfect players would win in your seats against
  each other; the value of seats is more where the bot has faults to win from. Beside it stands the
  margin to either end of its 95 % interval, exact for hands in which the bot plays both seats:
  while that holds 0, the result alone proves nothing.
- **Without luck**: value less mistakes and missed chances, with its margin; at a spot less the
  game's value, too. It needs few hands to tell how good you are.
- **Perfect hands** are those without a fault, the **Decision streak** counts decisions in a row
  without one, and the longest such row; hands with a hint are left out of both, and of what is
  **lost per decision**.
- **Mix kept**: how often you did what the die said, where sound play's mix leaves it a choice.
"""
    + THE_GAMES
)
