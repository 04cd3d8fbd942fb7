"""The coach believed: whom it marks down, at every table that ships; no hand is drawn for it."""

from dataclasses import replace
from pathlib import Path

import pytest

from pokerbot.evaluation.exact import evaluate
from pokerbot.evaluation.opponent_range import OpponentRange
from pokerbot.evaluation.references import reference_for
from pokerbot.evaluation.soundness import folds_unbeaten
from pokerbot.evaluation.whole_judge import judges
from pokerbot.games.actions import Action
from pokerbot.games.betting import legal_actions, start, successor
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.spot import Spot, action_of
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind, uniform
from pokerbot.sequence.reach import counterfactual_reach
from pokerbot.strategy import storage
from pokerbot.strategy.arrays import to_arrays
from tests.opponents.known import known
from tests.play.tables import lopsided

SHIPPED = sorted((Path(__file__).parents[2] / "strategies").rglob("*.json"))


@pytest.mark.thinned(3)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_random_player_is_bad_and_an_equilibrium_player_makes_no_mistake(path):
    """How often a hand has a decision that counts as a mistake, and what these give away.

    What is left to the equilibrium player are actions that it has all but given up itself.
    """
    strategy = storage.load(path)
    reference, form = reference_for(strategy), compile_game(strategy.game)
    profile, sound = (to_arrays(form, each.infosets) for each in (strategy, reference))
    random = equilibrium = 0.0
    for seat, judge in enumerate(judges(strategy, reference)):
        own = bind(form)[seat]
        plan = bind(form)[1 - seat].realization_plan(profile[1 - seat])
        came = own.by_row(counterfactual_reach(form, seat, plan))
        faults = (judge.values.losses >= judge.least) & ~judge.soundness.sound
        assert (came * own.realization_plan(sound[seat]) * faults).sum() < 1e-3
        lost = came * faults * judge.values.losses
        random += (own.realization_plan(uniform(own)) * lost).sum()
        equilibrium += (own.realization_plan(sound[seat]) * lost).sum()
    assert random > 0.1 * strategy.game.rules.ante
    assert random > 500 * equilibrium


@pytest.mark.slow
def test_the_reference_is_the_least_exploitable_at_hand(tmp_path, monkeypatch):
    """Measured, whatever files say of themselves; the opponent is at hand, too."""
    by_file = {path.stem: storage.load(path) for path in SHIPPED}
    least = {}
    for strategy in by_file.values():
        best = least.setdefault(strategy.game, strategy)
        if evaluate(strategy).nash_conv < evaluate(best).nash_conv:
            least[strategy.game] = strategy
    monkeypatch.chdir(tmp_path)
    game = parse_game("leduc")
    liar = replace(lopsided(game), results={"nash_conv": -1.0})
    storage.save(liar, Path("strategies") / "liar.json")
    for name in ("betty", "clara", "leduc-gxfp", "carlo", "von-neumann-sapcfr+"):
        assert reference_for(by_file[name]).infosets == least[by_file[name].game].infosets
    alone = lopsided(parse_game("kuhn:cards=4"))
    assert reference_for(alone) is alone


@pytest.mark.parametrize(
    ("name", "value"), [("felix", -1 / 18), ("betty", -1 / 18), ("bruno", -0.085606)]
)
def test_the_game_is_worth_what_it_is_whoever_plays(name, value):
    """Kuhn's own, and Leduc's as OpenSpiel has it; not what these win from themselves."""
    assert known(name).game_values == pytest.approx((value, -value), abs=1e-4)


def excused(name, key, action):
    """The grade of an action and what is said of it, against one of the cast."""
    game = known(name).strategy.game
    spot = game.spot(key)
    return known(name).judges[spot.player].judge(spot, action_of(game.rules, spot.betting, action))


@pytest.mark.slow
def test_what_is_sound_is_said_why():
    """Kuhn: felix folds half his queens or more to a bet, betty calls with most jacks.

    After a check felix never bets his jack, with which a sound player bluffs. In Leduc paula gives
    up more than a quarter of her kings to a bet that no worse hand pays.
    """
    cases = {
        ("felix", "J:", "check"): (0.5, "this one can be bluffed"),
        ("felix", "Q:kb", "call"): (1.0, "this one bluffs too rarely"),
        ("betty", "J:", "bet"): (0.7, "this one is hard to bluff"),
        ("felix", "K:", "check"): (0.25, "this one bets too rarely"),
        ("betty", "K:", "check"): (None, "this one pays too often"),
        ("paula", "K/J:bc/k", "check"): (0.453, "this one folds too often"),
    }
    for (name, key, action), (loss, words) in cases.items():
        judged = excused(name, key, action)
        assert (judged.grade, judged.excuse, judged.fault) == ("sound", words, 0)
        assert judged.faultless is None
        assert judged.loss == pytest.approx(loss or judged.loss, abs=5e-3)
    folded = excused("felix", "K:b", "fold")
    assert (folded.grade, folded.excuse, folded.faultless) == ("blunder", "", False)


def test_where_the_reference_never_comes_what_it_does_itself_passes():
    """Kuhn with a player 1 who never bets: an answer to her bet never meets one of hers."""
    equilibrium = known("kuhn-gxfp").strategy
    opponent = lopsided(equilibrium.game)
    never = {f"{card}:": {"check": 1.0, "bet": 0.0} for card in "JQK"}
    reference = replace(equilibrium, infosets={**equilibrium.infosets, **never})
    judge = judges(opponent, reference)[1]
    form = compile_game(opponent.game)
    ((bet, rows),) = ((at, rows) for at, _, rows in form.trees[1].decisions() if at.history == "b")
    fold, call = legal_actions(opponent.game.rules, bet)
    assert judge.soundness.sound[rows].tolist() == [[True, True, False], [False, True, True]]
    grades = [judge.judge(Spot(bet, 0, 1), action).grade for action in (fold, call)]
    assert sorted(grades) == ["best", "sound"]
    sound = judge.judge(Spot(bet, 0, 1), (fold, call)[grades.index("sound")])
    assert sound.excuse.startswith("sound play does not come here")


@pytest.mark.parametrize(
    ("name", "key", "action"),
    [("carlo", "Q:b1", "fold"), ("rex", "J:kb1", "raise 5"), ("rex", "J/J:kb1c/", "bet 6")],
)
def test_of_actions_that_are_equally_good_excuse_and_reason_name_the_same(name, key, action):
    """*Where raise 7 does better*, it said, and then what calling wins, which is as much."""
    judged = excused(name, key, action)
    _, better = judged.outcomes
    assert judged.excuse == f"sound play does not come here, where {better.action.name} does better"


def test_an_excuse_has_something_to_go_by():
    """Bruno's better hands never fold here: *this one can be bluffed* was about equal ones."""
    judged = excused("bruno", "K/Q:bc/k", "check")
    _, bet = judged.outcomes
    assert bet.folds.better < 1e-9
    assert judged.excuse == "bet does better here"
    for key, action, words in (
        ("K:kb", "call", "raise does better here"),  # he folds a hundredth more than sound play
        ("J:b", "fold", "this one bluffs too often"),
    ):
        judged = excused("bruno", key, action)
        assert (judged.grade, judged.excuse) == ("sound", words)


@pytest.mark.parametrize(
    ("name", "key", "action", "worse", "oftener", "words"),
    [
        ("clara", "K/Q:kbrc/kb", "fold", "J/Q:kbrc/k", False, "call does better here"),
        ("wim", "Q/K:kk/kb", "call", "J/K:kk/k", True, "fold does better here"),
        ("carlo", "Q/J:b6c/kb1", "fold", None, False, "call does better here"),
        ("felix", "Q:kb", "call", "J:k", False, "this one bluffs too rarely"),
        ("clara", "K/Q:kbrc/kbr", "call", None, False, "fold does better here"),
    ],
)
def test_who_bluffs_too_often_bets_worse_hands_more_often(name, key, action, worse, oftener, words):
    """Clara's bets win less since kings split, wim's more since he has kings where a queen bets."""
    if worse:
        own, sound = (
            each.infosets[worse]["bet"] for each in (known(name).strategy, known(name).reference)
        )
        assert (own > sound) == oftener
    assert excused(name, key, action).excuse == words


def test_who_pays_too_often_pays_with_more_of_the_worse_hands():
    """Clara pays with 62 % of her jacks here, of which she has more than sound play: all pay."""
    clara = known("clara")
    own, sound = (each.infosets["J/Q:kbc/kb"] for each in (clara.strategy, clara.reference))
    assert own["fold"] > sound["fold"]
    assert excused("clara", "K/Q:kbc/k", "check").excuse == "bet does better here"


def test_who_pays_more_often_with_fewer_hands_does_not_pay_too_often():
    """Bruno pays with more of his worse hands here, but has hardly any: in all he pays less."""
    bruno = known("bruno")
    spot = bruno.strategy.game.spot("K/Q:kk/k")
    _, bet = legal_actions(bruno.strategy.game.rules, spot.betting)
    his, sound = (
        OpponentRange(each, spot).outcome(bet) for each in (bruno.strategy, bruno.reference)
    )
    assert his.pays.worse / his.holds.worse > sound.pays.worse / sound.holds.worse + 0.02
    assert his.pays.worse < sound.pays.worse + 0.02
    assert excused("bruno", "K/Q:kk/k", "check").excuse == "bet does better here"


def test_what_no_hand_beats_yet_may_be_folded():
    """A king in the first round of Leduc, before the public card."""
    rules = parse_game("leduc").rules
    bet = start(rules)
    for action in ("bet", "fold"):
        taken = action_of(rules, bet, action)
        assert not folds_unbeaten(rules, Spot(bet, 0, 2), taken)
        bet = successor(rules, bet, taken) if action == "bet" else bet


@pytest.mark.parametrize(("hand", "beaten"), [("AsTs", False), ("AsKs", True), ("Ts8s", False)])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_hand_beats_only_what_it_can_be_dealt_with(seat, hand, beaten):
    """The ten of spades makes two straight flushes here: who holds it with the ace meets none."""
    own, other = ("oop", "ip")[seat], ("oop", "ip")[1 - seat]
    rules = make_game(
        "holdem",
        {"board": "QsJs9s3d2c", "pot": 20, "stack": 20, "oop.river.bet": "a", "ip.river.bet": "a"}
        | {f"{own}.range": "AsTs,AsKs,Ts8s", f"{other}.range": "KsTs,Ts8s,QhQd"},
    ).rules
    faced = start(rules)
    for kind in (("bet",), ("check", "bet"))[1 - seat]:
        faced = successor(rules, faced, action_of(rules, faced, kind))
    spot = Spot(faced, 0, rules.hands[seat].find(hand))
    assert folds_unbeaten(rules, spot, Action("fold")) is not beaten


@pytest.mark.slow
def test_to_fold_what_no_hand_beats_is_no_sound_play():
    """Rex' raise is one that sound play never meets, so nothing had been learnt about it."""
    judged = excused("rex", "J/J:b3c/kb3r4", "fold")
    assert (judged.grade, judged.fault) == ("blunder", 15)
    assert excused("rex", "J/J:b3c/kb3r4", "call").grade == "best"
    assert excused("rex", "Q/J:b3c/kb3r4", "fold").grade != "blunder"
