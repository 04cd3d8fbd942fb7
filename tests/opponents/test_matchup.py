"""What A is worth against B, held against all deals and all that both may do."""

from dataclasses import replace

import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.opponents import matchup as of_pairs
from pokerbot.opponents.matchup import Matchup
from pokerbot.play.hand import play_out
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.packed_profile import rounded
from tests.play.tables import every_deal, lopsided


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


@pytest.mark.parametrize("spec", ["kuhn", "leduc:ranks=2,raises=1", "kuhn:cards=4,bet=2"])
def test_what_is_won_without_luck_comes_to_the_exact_value(spec):
    game = parse_game(spec)
    a, b = lopsided(game, 1), lopsided(game, 2)
    matchup = Matchup(a, b)
    for seat in (0, 1):
        playing = (a.infosets, b.infosets) if seat == 0 else (b.infosets, a.infosets)
        won = adjusted = 0.0
        for held, board, chance in every_deal(game):
            for hand, p in all_hands(play_out(game, held, board, ()), playing):
                won += chance * p * hand.net(seat)
                adjusted += chance * p * matchup.without_luck(hand, seat)
        assert matchup.exact[seat] == pytest.approx(won)
        assert adjusted == pytest.approx(won)


@pytest.mark.slow
def test_without_rivers_it_is_refused_before_anything_is_computed(monkeypatch):
    """Against a flop that would take gigabytes."""
    pytest.importorskip("numba", reason="to leave rivers out needs numba")
    spot = {"board": "2s3h4d6c", "pot": 20, "stack": 20, "oop.range": "AA", "ip.range": "KK"}
    game = make_game("holdem", {**spot, "oop.turn.bet": "a"})
    whole, form = lopsided(game), compile_game(game)
    infosets = rounded(form, to_arrays(form, whole.infosets)).without_last()
    without = replace(whole, infosets=infosets)
    monkeypatch.setattr(of_pairs, "compile_game", pytest.fail)
    for pair in ((whole, without), (without, whole)):
        with pytest.raises(InputError, match="kept without its rivers"):
            Matchup(*pair)
