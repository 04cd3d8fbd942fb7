"""How often someone does what, held to a walk through every deal by other rules."""

from collections import Counter

import pytest

from pokerbot.evaluation.tendencies import tendencies
from pokerbot.games.catalogue import parse_game
from pokerbot.strategy.strategy import Strategy
from tests.play.tables import lopsided, uniform
from tests.reference.rules import by_the_book, next_cards


def counted(game, seat, plays, sound):
    """How often a seat comes to (whether there is a bet to call, action), all deals together."""
    found = Counter()

    def visit(node, cards, p):
        if len(cards) < game.dealt(node):
            ahead = next_cards(game, cards)
            for card in ahead:
                visit(node, (*cards, card), p / len(ahead))
            return
        actions = game.actions(node)
        own = bool(actions) and game.player(node) == seat
        for action in actions:
            here = p * (plays if own else sound)[game.key(node, cards)][action]
            if own:
                found["fold" in actions, action] += here
            visit(game.after(node, action), cards, here)

    visit(game.root, (), 1.0)
    return found


@pytest.mark.parametrize("spec", ["kuhn", "leduc"])
def test_every_decision_counts_as_often_as_it_comes_up(spec):
    game = parse_game(spec)
    plays, sound, book = lopsided(game), uniform(game), by_the_book(game)
    both = [
        counted(book, 0, each.infosets, sound.infosets)
        + counted(book, 1, each.infosets, sound.infosets)
        for each in (plays, sound)
    ]
    found = tendencies(plays, sound)
    assert [each.faced for each in found] == [False, True]
    for each in found:
        for shares, count in zip((each.often, each.sound), both, strict=True):
            there = {action: n for (faced, action), n in count.items() if faced == each.faced}
            truth = {action: n / sum(there.values()) for action, n in there.items()}
            assert shares == pytest.approx(truth)
        kind, more = each.most
        assert (
            more
            == each.often[kind] - each.sound[kind]
            == max(often - each.sound[kind] for kind, often in each.often.items())
        )


def test_what_never_comes_up_is_left_out():
    """Nobody has a bet to call where nobody bets."""
    game = parse_game("kuhn")
    infosets = {
        key: {"check": 1.0, "bet": 0.0} if "bet" in chances else chances
        for key, chances in uniform(game).infosets.items()
    }
    never = Strategy(game, infosets)
    (only,) = tendencies(never, never)
    assert (only.faced, only.often) == (False, {"check": 1.0, "bet": 0.0})
