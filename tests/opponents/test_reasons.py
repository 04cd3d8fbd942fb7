"""Why: the numbers in the sentences account for what the evaluation says actions win."""

from dataclasses import replace

import pytest

from pokerbot.evaluation.breakdown import judges
from pokerbot.games.betting import legal_actions
from pokerbot.games.catalogue import parse_game
from pokerbot.opponents.reasons import why
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import shelf, storage
from tests.play.tables import lopsided


def decisions(strategy):
    """Every decision there can be, judged by its every action."""
    game = strategy.game
    for seat, judge in enumerate(judges(strategy)):
        for betting, board, _ in compile_game(game).trees[seat].decisions():
            for card in range(game.rules.deck.ranks):
                if game.rules.deck.ways(card, board):
                    for action in legal_actions(game.rules, betting):
                        yield judge.judge(betting, card, board, action)


@pytest.mark.parametrize("spec", ["kuhn", "leduc:raises=1", "von-neumann:hands=7"])
def test_the_shares_account_for_what_the_actions_win(spec):
    """Where a call ends the hand, and where a bet can only be called or folded to."""
    prices = pressures = 0
    for decision in decisions(lopsided(parse_game(spec))):
        sides = {each.action.kind: each for each in decision.outlooks}
        chips = {kind: decision.chips[each.action.name] for kind, each in sides.items()}
        if set(sides) == {"fold", "call"} and sides["call"].last:
            call = sides["call"]
            gain = call.wins * (call.pot + call.action.chips) - call.action.chips
            assert chips["call"] - chips["fold"] == pytest.approx(gain, abs=1e-9)
            assert (call.wins > call.needs) == (gain > 0)
            prices += 1
        if set(sides) == {"check", "bet"} and sides["check"].last:
            bet = sides["bet"]
            gain = bet.action.chips * (bet.pays.worse - bet.pays.better)
            gain += bet.pot * (bet.folds.better + bet.folds.equal / 2)
            assert chips["bet"] - chips["check"] == pytest.approx(gain, abs=1e-9)
            pressures += 1
    assert prices > 5
    assert pressures > 5


def test_what_it_says_of_a_caller():
    """Kuhn: betty calls most bets with jacks, and with queens; nothing beats a king."""
    betty = storage.load(shelf.find("betty"))
    said = {(each.infoset, each.action): why(each) for each in decisions(betty)}
    came = {card: betty.infosets[f"{card}:"]["check"] for card in "JQ"}
    pays = sum(came[card] * betty.infosets[f"{card}:kb"]["call"] for card in "JQ")
    share = f"{100 * pays / sum(came.values()):.0f}%"
    reason = f"If you bet, in {share} of cases a worse hand pays, and none beats you."
    assert said["K:k", "check"] == said["K:k", "bet"] == reason
    bluffs, values = (betty.infosets[f"{card}:k"]["bet"] for card in "JK")
    wins = f"{100 * bluffs / (bluffs + values):.0f}%"
    assert said["Q:kb", "fold"] == (
        f"To call 1 for a pot of 3 you must win 25% of the time; you win {wins}, against J."
    )
    assert said["J:b", "call"].endswith("; you never win.")


def test_a_share_is_one_of_all_cases():
    """Kuhn: felix bets half of his kings after a check; half of the time, he holds one."""
    felix = storage.load(shelf.find("felix"))
    said = {(each.infoset, each.action): why(each) for each in decisions(felix)}
    assert felix.infosets["K:k"]["bet"] == pytest.approx(0.5, abs=0.01)
    assert said["Q:", "check"].startswith(
        "If you check, no worse hand bets, but in 25% of cases a better one. "
    )
    assert said["J:", "check"].startswith("If you check, in 25% of cases a better hand bets.")


def test_a_place_where_the_opponent_lets_no_one_come_has_no_reason():
    """Kuhn: one who never bets."""
    never = lopsided(parse_game("kuhn"))
    passive = {
        key: {"check": 1.0, "bet": 0.0} if "bet" in chances else chances
        for key, chances in never.infosets.items()
    }
    shy = replace(never, infosets=passive)
    reasons = {each.infoset: why(each) for each in decisions(shy)}
    assert {key for key, reason in reasons.items() if not reason} == {
        f"{card}:{line}" for card in "JQK" for line in ("kb", "b")
    }


@pytest.mark.parametrize(
    ("bets", "said"),
    [
        ({"J": 0.5, "K": 0}, "in 25% of cases a worse hand bets, and no better one"),
        ({"J": 0.4, "K": 1}, "in 20% of cases a worse hand bets, in 50% a better one"),
        ({"J": 0, "K": 0.5}, "no worse hand bets, but in 25% of cases a better one"),
    ],
)
def test_worse_and_better_hands_are_told_apart(bets, said):
    """Kuhn: who opens with a queen meets a jack in half of the cases, else a king; both call."""
    kurt = storage.load(shelf.find("kurt"))
    changed = {f"{card}:k": {"check": 1 - bet, "bet": bet} for card, bet in bets.items()}
    changed |= {f"{card}:b": {"fold": 0, "call": 1} for card in "JK"}
    played = replace(kurt, infosets=kurt.infosets | changed)
    (found,) = (
        why(each) for each in decisions(played) if (each.infoset, each.action) == ("Q:", "check")
    )
    assert f"If you check, {said}." in found
    assert "If you bet, in 50% of cases a worse hand pays, in 50% a better one." in found
