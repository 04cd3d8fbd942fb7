"""The help of the range grid: what it shows, and its keys."""

HELP = """\
# The range grid

Each cell is a class of hands: AKs is suited, AKo is not. Pairs lie on the diagonal, suited hands
above it. The bar of a cell shows how often the hands of the class take each action: **blue** is
fold, **green** check or call, and **yellow** to **red** are bets and raises by size. The brighter a
cell is, the more weight the class has, compared with the class that has the most. A dot marks a
class that is not in the range here. **oop**, out of position, acts first on every street, **ip**,
in position, last.

- **arrows** or a click choose a class. Beside the grid are its hands, each with its equity,
  its weight unless that is 1, and the frequency and EV of every action; the best EV is bold
- **{ranges.call}** checks or calls, **{ranges.bet}** bets, **{ranges.raise}** raises,
  **{ranges.fold}** folds, and a number takes a size, as the list of actions has them; a click there
  does the same. An action that is dim there ends the hand
- Where a card is turned up, choose it with the arrows and **{ranges.pick}**, or with a click. Below
  each card stands oop's EV after it, in per cent of the pot; with **{ranges.turn}** it is oop's
  equity, or how often the first to act bets. Red is the least of all cards, green the most
- **{ranges.back}** goes one step back
- **{ranges.player}** shows the range of the other player, who waits
- **{ranges.turn}** changes what the cells show: the strategy, EV in chips, equity in per cent, or
  the weight that is left. Red is nothing, green the whole pot. Last come curves in place of the
  grid: EV and equity of both ranges, each from its weakest hand to its strongest
- **{ranges.hands}** shows, in a narrow terminal, the hands of the class in place of the grid
- **{ranges.compare}** compares with another size of the last bet, or with another solution on this
  board, decision by decision; where that lacks a bet, the nearest size is taken. It shows how often
  each action is taken there, and the EV. A mode of its own shows the change of EV by class, without
  what was bet on the way. Pressed again, it ends the comparison
- **{ranges.lock}** paints what the player to act does here; all other play is then solved against
  that, and shown beside this solution. **{ranges.solve}** changes the spot and solves it again
- **pgup** and **pgdn** turn the pages of a class; **{ranges.leave}** goes back

The rivers of a flop are not kept: each is solved again when you look at it. Without colours, the
bar is made of letters, as the list of actions has them, and is as long as weight is left.

**EV** is what a player wins from this decision on: a share of the pot and of what is bet later,
minus the player's own later bets. **Equity** is the share of the showdowns if nobody bet any more.
**Weight** is the part of a hand that comes here: its weight in the range times how often its own
choices lead here. `pokerbot show --line` prints the same numbers.
"""
