"""The words that the screens use, each explained for someone who meets it for the first time."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "ante": "What each player puts into the pot before the cards are dealt.",
    "best response": "The strategy that wins the most against one fixed strategy. What it wins more"
    " than sound play is what that strategy gives away.",
    "big blind": "The larger of the two bets that are put in before the cards, if there are any.",
    "blocker": "A card of yours that the opponent therefore cannot have. If three hearts lie on the"
    " board and you hold the ace of hearts, nobody else can have the best flush.",
    "bluff": "A bet with a hand that would lose a showdown, so that better ones fold. A bluff of 1"
    " for a pot of 2 must make one hand in three fold.",
    "bluff-catcher": "A hand that beats bluffs and nothing else that is bet.",
    "board": "The public cards, which count for all.",
    "drill": "A series of hands that begin at one decision, or at a few, and have a goal.",
    "equilibrium": "A pair of strategies, one for each player, such that neither player can do"
    " better by changing theirs alone. If you play your part in both seats, nobody wins from you in"
    " the long run.",
    "equity": "The share of showdowns that a hand or a range wins if nobody bets any more; a tie"
    " counts half.",
    "EV": "Expected value: what is won on average from here on. At a spot of hold'em that is a"
    " share of the pot and of what is bet later, minus what you bet later yourself.",
    "exploitability": "What a strategy loses per hand, on average over both seats, to an opponent"
    " who knows it and answers as well as possible. It is 0 at an equilibrium.",
    "frequency": "How often an action is taken at a decision, in per cent.",
    "given away": "How much less an action wins, on average, than the best action there. Grades go"
    " by this, and not by the cards that happened to come.",
    "in position": "The player who acts last on the flop, the turn and the river, and so knows"
    " more, is in position (IP). The other is out of position (OOP).",
    "information set": "A decision as the player sees it: their own cards, the public cards and the"
    " betting so far, but not the opponent's cards.",
    "kicker": "The side card that decides between hands that are otherwise equal.",
    "leak": "A habit that costs chips: an action that is a mistake, taken again and again.",
    "luck": "What the cards and the bot's dice did, exactly: your result minus what your seat was"
    " worth, plus what your decisions gave away. It averages out in the long run.",
    "mixing": "Taking one action part of the time and another the rest, so that nobody can tell"
    " your hand from it. The die helps you to mix.",
    "nuts": "The best hand that is possible on this board.",
    "polarized": "A range of very good hands and of bluffs, with little in between.",
    "pot odds": "What a call costs compared with what it may win. A call of 2 for a pot of 6 must"
    " win 2 of 8 times, 25 %, to pay for itself.",
    "range": "All hands that a player may hold by now, each with its probability.",
    "seat": "Whether you act first or second. One seat is worth more, so seats change every hand.",
    "showdown": "The end of a hand in which nobody folded: the cards are turned up and compared.",
    "sound": "An action is sound if it is no mistake against an equilibrium, or gives away too"
    " little to count: less than 0.01 antes, 0.01 big blinds in a game with blinds, or 0.2 % of the"
    " pot at a spot. Sound play is an equilibrium's strategy.",
    "spot": "Where a hand of hold'em begins here: a board, a pot, the chips behind, and both"
    " players' ranges.",
    "street": "A round of betting in hold'em: preflop, flop, turn and river.",
    "value bet": "A bet that worse hands pay.",
}
"""What each means, in alphabetical order."""
