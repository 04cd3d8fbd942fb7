"""The words of the screens, for whoever meets one for the first time."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "ante": "What each player puts into the pot before the cards are dealt.",
    "best response": "The play that wins the most from one fixed way to play. What it wins more"
    " than sound play is what that way gives away.",
    "big blind": "The larger of the two bets that are put in before the cards, if there are any.",
    "blocker": "A card of yours that the other one then cannot have. With the ace of a suit on a"
    " board of three of it nobody else has the best flush, and fewer have any.",
    "bluff": "A bet with a hand that would lose a showdown, so that better ones fold. A bluff of 1"
    " for a pot of 2 must make one hand in three fold.",
    "bluff-catcher": "A hand that beats bluffs and nothing else that is bet.",
    "board": "The public cards, which count for all.",
    "drill": "Hands that begin at one decision, or at some, with a goal and an end.",
    "equilibrium": "Two ways to play of which neither can be improved on against the other. Who"
    " plays one loses to nobody in the long run, whatever the other does.",
    "equity": "The share of the showdowns that a hand or a range wins if nobody bets any more, ties"
    " half.",
    "EV": "What is won on average from here on: at a spot of hold'em a share of the pot there, own"
    " later bets given back.",
    "exploitability": "What a way to play loses a hand, on average over both seats, to one who"
    " knows it and answers as well as can be. 0 is an equilibrium.",
    "frequency": "How often an action is taken where one comes to a decision, in per cent.",
    "given away": "What an action wins less, on average, than the best one there: what grades go"
    " by. The cards that came do not count.",
    "in position": "Who acts last in every round, and knows more: IP. The other one is out of"
    " position, OOP.",
    "information set": "A decision as the player sees it: the own cards, the public ones, and the"
    " betting so far. What the other holds is not in it.",
    "kicker": "A card that decides between hands that are alike but for it.",
    "leak": "A habit that costs chips: an action that is a mistake, taken again and again.",
    "luck": "What the cards and the other's dice did, exactly: the result less what your seat was"
    " worth, plus what your decisions gave away. It comes to nothing in the long run.",
    "mixing": "Taking one action part of the time and another the rest, so that nobody can read"
    " the hand from it. Throw the die to mix by.",
    "nuts": "The best hand that there can be on this board.",
    "polarized": "A range of very good hands and of bluffs, with little in between.",
    "pot odds": "What a call costs beside what it may win. To call 2 for a pot of 6 it must win 2"
    " of 8 times, 25 %, to be worth its chips.",
    "range": "All hands that a player may hold by now, each with how likely it is.",
    "seat": "Who acts first, and who second. One of them is worth more; sessions change seats.",
    "showdown": "The end of a hand in which nobody folded: the cards are turned up and compared.",
    "sound": "What is no mistake against an equilibrium, or gives away too little to count: less"
    " than 0.01 antes, at a spot 0.1 % of the pot. Sound play is an equilibrium's.",
    "spot": "Where a hand of hold'em begins here: a board, a pot, the chips behind, and both"
    " players' ranges.",
    "street": "A round of betting in hold'em: preflop, flop, turn and river.",
    "value bet": "A bet that worse hands pay.",
}
"""What each means, in alphabetical order."""
