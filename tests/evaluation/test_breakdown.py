from __future__ import annotations

from dataclasses import replace

import pytest

import pokerbot
from pokerbot.evaluation.bots import seat_bots
from pokerbot.evaluation.breakdown import grade
from pokerbot.evaluation.exact import evaluate
from pokerbot.evaluation.whole_judge import judges
from pokerbot.games.actions import Action, Betting
from pokerbot.games.betting import legal_actions, net, start, successor
from pokerbot.games.cards import Deck
from pokerbot.games.catalogue import parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Limit, Round, Rules
from pokerbot.games.spot import Spot
from pokerbot.play.hand import Hand
from pokerbot.play.view import words
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import library, storage
from pokerbot.strategy.arrays import NamedProfile
from pokerbot.strategy.strategy import Strategy
from tests.play.tables import every_deal, lopsided

Line = tuple[list[Action], Betting]


def lines(game: Game) -> list[Line]:
    found: list[Line] = []

    def follow(actions: list[Action], betting: Betting) -> None:
        if betting.over:
            found.append((actions, betting))
        for action in legal_actions(game.rules, betting):
            follow([*actions, action], successor(game.rules, betting, action))

    follow([], start(game.rules))
    return found


def bot(name: str, spec: str) -> Strategy:
    game, (seated,) = seat_bots([name], spec)
    return Strategy(game, NamedProfile(compile_game(game), seated.profile))


def probability(strategy: Strategy, seat: int, card: int, board: int, line: Line) -> float:
    """How likely the seat's own actions of a line are under a strategy."""
    rules, p = strategy.game.rules, 1.0
    betting = start(rules)
    for action in line[0]:
        if betting.player == seat:
            shown = board if rules.rounds[betting.round].board else 0
            p *= strategy.infosets[strategy.game.key(Spot(betting, shown, card))][action.name]
        betting = successor(rules, betting, action)
    return p


@pytest.mark.thinned(2)
@pytest.mark.parametrize("spec", ["kuhn", "leduc:raises=1", "von-neumann-raise:hands=4"])
@pytest.mark.parametrize("player", ["random", "honest", "raise", "call", "fold"])
@pytest.mark.parametrize("seat", [0, 1])
def test_luck_has_mean_zero_whatever_the_player_does(spec: str, player: str, seat: int) -> None:
    """Over every deal and every line, weighted by how likely it is; the identity in each."""
    opponent, person = bot("random", spec), bot(player, spec)
    game, judge = opponent.game, judges(opponent)[seat]
    luck = chips = mistakes = total = 0.0
    for cards, board, chance in every_deal(game):
        for line in lines(game):
            p = chance * probability(person, seat, cards[seat], board, line)
            p *= probability(opponent, 1 - seat, cards[1 - seat], board, line)
            if p:
                won = net(line[1], game.rules.winner(cards, board)) * (1 - 2 * seat)
                split = judge.split(judge.judged(cards[seat], board, line[0]), won)
                lost = split.mistakes + split.missed
                assert won == pytest.approx(split.seat_value + split.luck - lost)
                assert all(decision.loss >= -1e-12 for decision in split.decisions)
                total, luck = total + p, luck + p * split.luck
                chips, mistakes = chips + p * won, mistakes + p * lost
    assert total == pytest.approx(1)
    assert luck == pytest.approx(0, abs=1e-12)
    assert chips == pytest.approx(judge.seat_value - mistakes)


@pytest.mark.parametrize("alpha", [0, 1 / 12, 1 / 6, 1 / 3])
def test_every_kuhn_equilibrium_plays_without_mistakes(alpha: float) -> None:
    """Kuhn (1950): whatever alpha, nothing that such a player does is graded a mistake."""
    shipped = storage.load(library.find("kuhn-cfr+"))
    first = {"J:": alpha, "Q:": 0, "K:": 3 * alpha, "J:kb": 0, "Q:kb": alpha + 1 / 3, "K:kb": 1}
    second = {"J:k": 1 / 3, "Q:k": 0, "K:k": 1, "J:b": 0, "Q:b": 1 / 3, "K:b": 1}
    game = shipped.game
    for seat, plays in ((0, first), (1, second)):
        judge = judges(shipped)[seat]
        for betting in (node for _, end in lines(game) for node in _before(game, end, seat)):
            actions = legal_actions(game.rules, betting)
            for card in range(3):
                chance = plays[game.key(Spot(betting, 0, card))]
                for action, p in zip(actions, (1 - chance, chance), strict=True):
                    if p:
                        assert judge.judge(Spot(betting, 0, card), action).grade == "best"


def _before(game: Game, end: Betting, seat: int) -> list[Betting]:
    found, betting = [], start(game.rules)
    for letter in end.histories[0]:
        if betting.player == seat:
            found.append(betting)
        actions = {action.code: action for action in legal_actions(game.rules, betting)}
        betting = successor(game.rules, betting, actions[letter])
    return found


def test_folding_the_best_hand_is_a_blunder() -> None:
    game = parse_game("kuhn")
    betting = successor(game.rules, start(game.rules), Action("bet", 1))
    judge = judges(storage.load(library.find("kuhn-cfr+")))[1]
    judged = judge.judge(Spot(betting, 0, 2), Action("fold"))
    assert judged.chips == pytest.approx({"fold": -1, "call": 2})
    assert judged.loss == pytest.approx(3)
    assert (judged.grade, judged.fault) == ("blunder", judged.loss)
    assert replace(judged, grade="best").fault == 0


def test_grades_go_by_antes_unless_the_decision_is_sound() -> None:
    for ante in (1, 0.1, 2):
        least = 0.01 * ante
        losses = [ante * antes for antes in (0.25, 0.05, 0.0499, 0.0101, 0.0099, 1e-6)]
        grades = ["blunder", "mistake", *["inaccuracy"] * 2, *["sound"] * 2]
        assert [grade(loss, ante, least, sound=False) for loss in losses] == grades
        sound = [*["sound"] * 5, "best"]
        assert [grade(loss, ante, least, sound=True) for loss in losses] == sound
        assert grade(1e-12, ante, least, sound=False) == "best"
        assert grade(0.004 * ante, ante, least, sound=True) == "best"
        assert grade(0.004 * ante, ante, least, sound=True, fine=True) == "sound"


def test_at_a_spot_the_pot_is_nobodys_loss_and_two_thousandths_of_it_count() -> None:
    """The clairvoyance game, pot 20: AA or QQ against KK, who can but fold 0 or call to lose 20."""
    solution = pokerbot.solve("holdem", "dcfr", target=0.001).strategy
    game, (first, second) = solution.game, judges(solution)
    assert [*first.least, *second.least] == pytest.approx([0.04] * 3)
    aces, queens = (game.rules.hands[0].find(name) for name in ("AsAh", "QsQh"))
    opening = start(game.rules)
    assert first.chips(Spot(opening, 0, aces))["check"] == pytest.approx(20)
    assert first.chips(Spot(opening, 0, queens))["check"] == 0
    bet = legal_actions(game.rules, opening)[1]
    answer = Spot(successor(game.rules, opening, bet), 0, 0)
    folded = second.judge(answer, legal_actions(game.rules, answer.betting)[0])
    assert folded.chips["fold"] == 0
    assert folded.chips["call"] == pytest.approx(0, abs=1)  # indifferent
    assert folded.sound["call"] == pytest.approx(0.5, abs=0.05)


def test_at_a_spot_a_result_is_a_share_of_the_pot_and_its_parts_add_up() -> None:
    """Clairvoyance: who folds wins 0 of the pot of 20, who bets 20; the seats share 15 and 5."""
    solution = pokerbot.solve("holdem", "dcfr", target=0.001).strategy
    game, rules = solution.game, solution.game.rules
    aces = rules.hands[0].find("AsAh")
    dealt = Hand(game, (aces, 0), 0, start(rules))
    bet = legal_actions(rules, dealt.betting)[1]
    hand = dealt.after(bet).after(Action("fold"))
    assert (hand.won(0), hand.won(1)) == (20, 0)
    assert words.outcome(hand, 1) == "You folded.\nYou lose the pot of 20, and nothing of your own."
    assert words.outcome(hand, 0).endswith(": +20 chips, 20 of them there before.")
    values = 0.0
    for judge in judges(solution):
        actions = [step.action for step in hand.steps]
        split = judge.split(judge.judged(hand.held[judge.seat], 0, actions), hand.net(judge.seat))
        assert split.chips == hand.won(judge.seat)
        total = split.seat_value + split.luck - split.mistakes - split.missed
        assert split.chips == pytest.approx(total)
        assert split.game_value == pytest.approx((15, 5)[judge.seat], abs=0.01)
        values += split.game_value
    assert values == pytest.approx(20)


def test_with_blinds_big_blinds_count() -> None:
    deck, bets = Deck(3, 1), (Round(Limit((2,))),)
    assert Rules(deck, 0, bets, blinds=(0.5, 1)).unit == 1
    assert Rules(deck, 2, bets).unit == 2


@pytest.mark.slow
@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("opponent", "reference"),
    [
        ("clara", "lea"),
        ("clara", "leduc-gxfp"),
        ("lea", "leduc-cfr+"),
        ("leduc-nolimit:stack=4", ""),
    ],
)
def test_a_fault_is_no_less_than_what_can_be_told(opponent: str, reference: str) -> None:
    """Over all decisions: nothing under 0.01 antes, nor under the reference's exploitability."""
    if reference:
        strategy, sound = (storage.load(library.find(name)) for name in (opponent, reference))
    else:
        strategy = lopsided(parse_game(opponent))
        sound = pokerbot.solve(opponent, iterations=100).strategy
    assert evaluate(sound).exploitability < 0.25
    least = max(0.01 * strategy.game.rules.ante, evaluate(sound).exploitability)
    under = 0
    for seat, judge in enumerate(judges(strategy, sound)):
        for betting, board, rows in compile_game(strategy.game).trees[seat].decisions():
            for card in range(strategy.game.rules.deck.ranks):
                if not strategy.game.rules.alive(seat, card, board):
                    continue
                actions = legal_actions(strategy.game.rules, betting)
                for row, action in enumerate(actions, rows.start):
                    each = judge.judge(Spot(betting, board, card), action)
                    lost = max(each.chips.values()) - each.chips[action.name]
                    passes = bool(judge.soundness.sound[row, card])
                    assert (each.fault > 0) == (lost >= least and not passes)
                    assert each.fault in (0.0, pytest.approx(lost))
                    if 1e-9 < lost < least:
                        assert each.grade in ("best", "sound")
                        assert each.faultless is True
                        assert each.excuse == ""
                        under += 1
    assert under > 0


def test_a_blunder_is_one_however_inexact_the_reference_is() -> None:
    """One who plays at random is all there is to tell what is sound: he may be off by 0.46."""
    random = bot("random", "kuhn")
    assert evaluate(random).exploitability > 0.4
    game = random.game
    after = successor(game.rules, start(game.rules), Action("check"))
    judged = judges(random)[1].judge(Spot(after, 0, 2), Action("check"))
    assert (judged.grade, judged.loss) == ("blunder", pytest.approx(0.5))


@pytest.mark.parametrize(
    "spec", ["kuhn", "leduc:raises=1", "leduc-nolimit:stack=3", "von-neumann:hands=70"]
)
def test_a_hand_scatters_as_enumeration_says(spec: str) -> None:
    """Split pots, all-ins before the public card, and hands that are only ranked."""
    strategy = lopsided(parse_game(spec))
    game, ends = strategy.game, lines(strategy.game)
    mean = square = 0.0
    for (one, other), board, chance in every_deal(game):
        for line in ends:
            p = chance * probability(strategy, 0, one, board, line)
            p *= probability(strategy, 1, other, board, line)
            won = net(line[1], game.rules.winner((one, other), board))
            mean, square = mean + p * won, square + p * won * won
    expected = (square - mean * mean) ** 0.5
    assert [judge.deviation for judge in judges(strategy)] == pytest.approx([expected] * 2)


def test_the_seats_value_is_the_best_response_value() -> None:
    strategy = bot("random", "kuhn")
    assert [judge.seat_value for judge in judges(strategy)] == pytest.approx([0.5, 5 / 12])
    assert [judge.game_value for judge in judges(strategy)] == pytest.approx([1 / 8, -1 / 8])


def uniform_on(rules: Rules) -> Strategy:
    game = Game("g", (), rules)
    sets = game.information_sets()
    return Strategy.of(game, {key: dict.fromkeys(acts, 1 / len(acts)) for _, key, acts in sets})


def test_where_a_spots_pot_is_empty_at_first_decisions_are_judged_too() -> None:
    """The ace meets two kings, an ace and the pair of queens, all as often.

    To put in nothing, and to fold to any bet, is an equilibrium.
    """
    rules = Rules(Deck(3, 2, told_apart=True), 0, (Round(Limit((1,))),), public=(0,))
    opponent, game = uniform_on(rules), Game("g", (), rules)
    passive = {
        key: {name: float(name in ("check", "fold")) for name in acts}
        for _, key, acts in game.information_sets()
    }
    judge = judges(opponent, Strategy.of(game, passive))[1]
    betting = successor(rules, start(rules), Action("bet", 1))
    spot = game.spot("Ad:b")
    assert spot.betting == betting
    fold, call = (judge.judge(spot, each) for each in legal_actions(rules, betting))
    assert call.chips == pytest.approx({"fold": 0, "call": (2 - 1) / 4})
    assert (call.grade, fold.grade, fold.loss) == ("best", "sound", pytest.approx(0.25))
    assert fold.excuse == "sound play does not come here, where call does better"


def test_a_game_in_which_one_player_never_acts_is_judged() -> None:
    rules = Rules(Deck(3, 1), 1, (Round(Limit((), check_ends=True), first=1),))
    first, second = judges(uniform_on(rules))
    assert (first.seat_value, second.seat_value) == pytest.approx((0, 0))
    king = second.judge(Spot(start(rules), 0, 2), Action("check"))
    assert king.chips == pytest.approx({"check": 1})
