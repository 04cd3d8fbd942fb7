"""What the range grid shows, and its keys."""

HELP = """\
# The range grid

Each cell is a class of hands, AKs suited, AKo not: pairs on the diagonal, suited hands above it.
Its bar shows how often its hands take each action: **blue** fold, **green** check or call, from
**yellow** to **red** the bets and raises by size. The brighter, the more is left of the class
beside the one of which most is left; a dot is not in the range here.

- **arrows**, a click: the class whose hands stand beside, each with its weight, its equity, and for
  every action how often it is taken and the EV; the best EV is bold
- **{ranges.call}** check or call, **{ranges.bet}** bet, **{ranges.raise}** raise, **{ranges.fold}**
  fold, or the number of a size, as the list of actions has it; a click there does the same. One
  that is dim there ends the hand
- where a card is turned up: arrows and **{ranges.pick}**, or a click. Below each card stands, in
  percent, oop's part of the pot if it comes, or with **{ranges.turn}** oop's equity, or how often
  the first one bets on it; red is the least of all cards, green the most
- the rivers of a flop are not kept: each is solved again when it is looked at
- **{ranges.back}** one step back
- **{ranges.player}** the range of the other player, who waits
- **{ranges.turn}** what the cells show: the strategy, EV in chips, equity in percent, and the
  weight that is left; red is nothing, green the whole pot. Last in their place curves: EV and
  equity of both ranges, each from its weakest hand to its strongest
- **{ranges.hands}** in a narrow terminal: the hands of the class in place of the grid
- **{ranges.compare}** puts another size of the last bet beside this one, or another solution on
  this board, decision by decision, at bets of the nearest size where it has not the same: how often
  each action is taken there, what EV is, and as a mode, its change by class, what was bet on the
  way taken off; once more: alone again
- **{ranges.lock}** paints what the player to act does here; the rest is then solved around it, and
  shown beside this solution. **{ranges.solve}** changes the spot and solves it anew
- **pgup**, **pgdn** turn the pages of a class; **{ranges.leave}** back

Without colours letters stand for the bar, as the list of actions has them, and the bar is as long
as weight is left.

**EV** is a share of the pot at this decision, own later bets given back; **equity** the share of
the showdowns if nobody bet any more; **weight** the part of a hand that comes here: its weight in
the range times how often its own choices lead here. `pokerbot show --line` has the same numbers.
"""
