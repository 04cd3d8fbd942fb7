"""Lessons: ten hands each, against one of the cast or on a river, about one point of play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pokerbot.games.game import Game
from pokerbot.opponents.cast import CAST, game_against
from pokerbot.play.session.drill import Drill, spot_at

FIRST = CAST[0].name
"""Whom to play after the last lesson."""


@dataclass(frozen=True)
class Lesson:
    """A point of play, and the decisions at which it comes up.

    name: the lesson's name, which the history keeps
    against: the name of one of the cast, or of a solution that ships with the package
    point: the point in a sentence or two
    spots: the keys of the information sets with the right action, empty where the die decides
    """

    name: str
    against: str
    point: str
    spots: Mapping[str, str]

    @property
    def game(self) -> Game:
        """The game that is played.

        Raises:
            InputError: the solution is not at hand.
        """
        return game_against(self.against)

    @cached_property
    def drill(self) -> Drill:
        """The drill that deals the lesson."""
        game = self.game
        where = f"Hold'em on {game.parameters['board']}" if game.is_spot else game.spec.capitalize()
        last = f"That was the last lesson: now beat the first of the cast, {FIRST.capitalize()}."
        return Drill(
            name=f"lesson: {self.name}",
            title=f"Lesson {LESSONS.index(self) + 1}: {self.name}",
            told=f"{where}. {self.point}",
            spots=tuple(spot_at(game, key) for key in self.spots),
            mix=not any(self.spots.values()),
            after=f"Next: {self.next.name}." if self.next else last,
            missed="Once more, with other hands.",
        )

    @property
    def next(self) -> Lesson | None:
        """The lesson after it, None after the last one."""
        place = LESSONS.index(self) + 1
        return LESSONS[place] if place < len(LESSONS) else None


LESSONS = (
    Lesson(
        "value bet",
        "betty",
        "Betty calls too much. Bet the hands that worse hands pay, and never bluff someone who"
        " calls.",
        {"K:k": "bet", "J:": "check", "K:": "bet", "J:k": "check"},
    ),
    Lesson(
        "bluff",
        "felix",
        "Felix folds too much. Bet a jack, which wins no showdown, and open with a queen, too: half"
        " of the hands that beat them fold. Give a jack up when he bets.",
        {"J:": "bet", "J:k": "bet", "J:b": "fold", "Q:": "bet"},
    ),
    Lesson(
        "bluff-catch",
        "betty",
        "A bluff-catcher beats only bluffs. A call of 1 into a pot of 3 needs to win one time in"
        " four; Betty bluffs more often than that.",
        {"Q:kb": "call", "J:kb": "fold", "K:kb": "call"},
    ),
    Lesson(
        "mixing and the die",
        "kurt",
        "Kurt cannot be beaten. Here two actions win the same, but if you always take one of them,"
        " he can tell your hand. Throw the die, 0 to 99, and do what it says by the frequencies"
        " beside it. Low numbers mean the first action: with check 67%, bet 33%, a die from 0 to 66"
        " says check, from 67 on bet.",
        {"J:k": "", "Q:b": "", "K:": "", "Q:kb": "", "J:": ""},
    ),
    Lesson(
        "position",
        "bruno",
        "The player who acts second knows more. When you act first, check to Bruno: he bets for"
        " you. When you act second and he checks, nobody bets for you: bet the king yourself.",
        {"K:": "check", "K:k": "bet", "Q:": "check", "J:": "check"},
    ),
    Lesson(
        "the public card",
        "clara",
        "A pair with the public card beats everything else: bet it. Without one, a high card is"
        " worth a bet only where worse hands call, as Clara's do.",
        {
            "Q/Q:kk/k": "bet",
            "J/K:kk/k": "check",
            "K/K:kk/k": "bet",
            "K/Q:kk/k": "bet",
            "Q/J:kk/k": "check",
        },
    ),
    Lesson(
        "raises",
        "bruno",
        "Bruno bets and raises with anything. Raise your pairs, since he pays; call with what beats"
        " his bluffs; fold what does not.",
        {
            "K/K:kk/kb": "raise",
            "K/J:kk/kb": "call",
            "J/Q:kk/kb": "fold",
            "K/K:kk/b": "raise",
            "K/Q:kk/b": "call",
        },
    ),
    Lesson(
        "sizes: large",
        "carlo",
        "Carlo calls whatever it costs: bet all you have with a strong hand, and nothing with a"
        " weak one.",
        {"K/K:kk/k": "bet 7", "J/K:b1c/": "check", "Q/K:kk/k": "bet 7", "K/K:b1c/": "bet 6"},
    ),
    Lesson(
        "sizes: small",
        "nina",
        "Nina folds too much, whatever the size of the bet. Make the smallest one: it costs the"
        " least when she has a hand, and it is the one that she pays most often.",
        {"J/Q:kk/": "bet 1", "Q/Q:kk/": "bet 1", "Q/J:kk/": "bet 1", "J/K:kk/": "bet 1"},
    ),
    Lesson(
        "hold'em: value bet",
        "3bet-wet-river-dcfr",
        "Your opponent has checked the river. Straights and sets go all-in: worse hands call often"
        " enough. One pair checks: it beats most of what would fold, and what would call beats it.",
        {"KsJs:k": "bet 680", "QsJs:k": "check", "TsTh:k": "bet 680", "JsJh:k": "check"},
    ),
    Lesson(
        "hold'em: bluff-catch",
        "3bet-wet-river-dcfr",
        "Your opponent goes all-in with strong hands and with bluffs. To call 680 for a pot of"
        " 1,120 you must win 38% of the time. Two pair does; one pair, even aces, does not.",
        {"Th9h:kb680": "call", "AdAc:kb680": "fold", "QdJd:kb680": "fold", "AdKh:kb680": "fold"},
    ),
    Lesson(
        "hold'em: blockers",
        "srp-oop-monotone-river-dcfr",
        "Three hearts lie on the board, and a bet of one and a half pots means a strong hand or"
        " nothing. A heart in your hand is one that your opponent cannot have: with a pair of"
        " queens, call if you hold a heart and fold if you do not.",
        {"QsTh:kb240": "call", "QcTs:kb240": "fold", "QhJc:kb240": "call", "QsJd:kb240": "fold"},
    ),
)
"""From the first to the last."""
