"""What A is worth against B, held against all deals and all that both may do."""

import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.opponents.matchup import Matchup
from pokerbot.play.hand import play_out
from tests.play.tables import lopsided


def all_hands(hand, infosets, p=1.0):
    """Each way in which a hand may go on if the seats play by these, with its probability."""
    if hand.over:
        yield hand, p
        return
    seen = hand.observe()
    chances = infosets[hand.betting.player][seen.key]
    for action in seen.actions:
        if chances[action.name]:
            yield from all_hands(hand.after(action), infosets, p * chances[action.name])


def deals(game):
    """All deals of distinct cards in a deck of one suit, or with a public card, each as likely."""
    rules = game.rules
    for first in range(len(rules.hands[0])):
        for second in range(len(rules.hands[1])):
            for board in rules.boards.of(rules.boards.streets - 1):
                yield (first, second), board


def weight(game, held, board):
    """How many ways there are to deal ranks with `suits` cards each."""
    left = [game.parameters.get("suits", 1)] * game.rules.deck.ranks
    ways = 1
    for rank in (*held, *(card for card in game.rules.boards.cards[board])):
        ways *= left[rank]
        left[rank] -= 1
    return ways


@pytest.mark.parametrize("spec", ["kuhn", "leduc:ranks=2,raises=1", "kuhn:cards=4,bet=2"])
def test_what_is_won_without_luck_comes_to_the_exact_value(spec):
    game = parse_game(spec)
    a, b = lopsided(game, 1), lopsided(game, 2)
    matchup = Matchup(a, b)
    for seat in (0, 1):
        playing = (a.infosets, b.infosets) if seat == 0 else (b.infosets, a.infosets)
        total = won = adjusted = 0.0
        for held, board in deals(game):
            ways = weight(game, held, board)
            total += ways
            for hand, p in all_hands(play_out(game, held, board, ()), playing):
                won += ways * p * hand.net(seat)
                adjusted += ways * p * matchup.without_luck(hand, seat)
        assert matchup.exact[seat] == pytest.approx(won / total)
        assert adjusted / total == pytest.approx(won / total)
