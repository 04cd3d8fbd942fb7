"""The rules of hold'em for someone new to it, and which hand beats which, in two minutes."""

TOLD = """\
# Hold'em

**The cards.** A deck of 52: four suits, ♠ ♥ ♦ ♣, each from 2 up to ace; no suit is better than
another. Each player gets two cards that nobody else sees. Five public cards, the *board*, count for
all: three at once, the *flop*, then one, the *turn*, and one more, the *river*.

**The blinds.** Before the cards are dealt, the player on the *button* puts in the *small blind*,
and the other one the *big blind*, twice as much. The button acts first before the flop, with the
big blind to call, and last after it. The button changes hands with each deal.

**The betting.** Before the first board cards, and after the flop, the turn and the river, there is
a round of betting. You *check* and put in nothing, or *bet*. After a bet or a blind the other one
*folds* and gives up the pot, *calls* and puts in as much, or *raises* and asks for more. To go
*all-in* is to bet all the chips that you have left. A round ends when all have acted and put in as
much: when a bet is called, or all have checked.

**The showdown.** If nobody folds, the best five cards of a player's seven win: two, one or none of
your own with the rest from the board. Equal fives split the pot.

**What beats what**, the best first:

| hand | for example | |
| --- | --- | --- |
| straight flush | 9♥ 8♥ 7♥ 6♥ 5♥ | in a row and of one suit |
| four of a kind | Q♠ Q♥ Q♦ Q♣ 7♠ | |
| full house | T♠ T♥ T♦ 4♣ 4♠ | three and two |
| flush | A♦ J♦ 8♦ 6♦ 2♦ | five of one suit |
| straight | 9♠ 8♦ 7♥ 6♣ 5♠ | in a row; the ace also counts below 2 |
| three of a kind | 8♠ 8♥ 8♣ K♦ 3♠ | a *set* with a pair in hand |
| two pair | A♠ A♦ 6♥ 6♣ 9♠ | |
| one pair | J♥ J♣ A♠ 8♦ 4♣ | |
| high card | K♠ T♦ 7♥ 5♣ 2♠ | |

Between two hands of the same kind the higher one wins: first by the cards that make it, then by the
other cards, the *kickers*: J♥ J♣ A♠ 8♦ 4♣ beats J♠ J♦ K♠ Q♦ 9♣.

**A spot** is where hands begin here: the board so far, the pot, the chips behind, and for each of
the two players the hands that they may hold, a *range*. The player out of position (OOP) acts first
on every street, the one in position (IP) last. A lesson on a river begins right at its decision.
"""
