from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from pokerbot.evaluation.bots import seat_bots
from pokerbot.evaluation.breakdown import grade, judges
from pokerbot.games.betting import Action, Betting, legal_actions, net, start, successor
from pokerbot.games.catalogue import Game, parse_game
from pokerbot.sequence.behaviour import to_infosets
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import shelf, storage
from pokerbot.strategy.strategy import Strategy
from tests.play.tables import lopsided

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
    return Strategy(game, to_infosets(compile_game(game), seated.profile))


def deals(game: Game) -> list[tuple[int, int, int | None, float]]:
    """(first card, second card, public card, probability) of every deal."""
    deck, ranks = game.rules.deck, range(game.rules.deck.ranks)
    boards = ranks if game.rules.has_board else [None]
    orders = deck.orders(2 + game.rules.has_board)
    return [
        (one, other, board, deck.ways(one, other, board) / orders)
        for one, other, board in product(ranks, ranks, boards)
        if deck.ways(one, other, board)
    ]


def probability(strategy: Strategy, seat: int, card: int, board: int | None, line: Line) -> float:
    """How likely the seat's own actions of a line are under a strategy."""
    rules, p = strategy.game.rules, 1.0
    betting = start(rules)
    for action in line[0]:
        if betting.player == seat:
            shown = board if rules.shows_board(betting.round) else None
            p *= strategy.infosets[strategy.game.key(betting, shown, card)][action.name]
        betting = successor(rules, betting, action)
    return p


@pytest.mark.parametrize("spec", ["kuhn", "leduc:raises=1", "von-neumann-raise:hands=4"])
@pytest.mark.parametrize("player", ["random", "honest", "raise", "call", "fold"])
@pytest.mark.parametrize("seat", [0, 1])
def test_luck_has_mean_zero_whatever_the_player_does(spec: str, player: str, seat: int) -> None:
    """Over every deal and every line, weighted by how likely it is; the identity in each."""
    opponent, person = bot("random", spec), bot(player, spec)
    game, judge = opponent.game, judges(opponent)[seat]
    luck = chips = mistakes = total = 0.0
    for one, other, board, chance in deals(game):
        cards = (one, other)
        for line in lines(game):
            p = chance * probability(person, seat, cards[seat], board, line)
            p *= probability(opponent, 1 - seat, cards[1 - seat], board, line)
            if p:
                won = net(line[1], game.rules.winner(cards, board)) * (1 - 2 * seat)
                split = judge.breakdown(cards[seat], board, line[0], won)
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
    shipped = storage.load(shelf.find("kuhn-cfr+"))
    first = {"J:": alpha, "Q:": 0, "K:": 3 * alpha, "J:kb": 0, "Q:kb": alpha + 1 / 3, "K:kb": 1}
    second = {"J:k": 1 / 3, "Q:k": 0, "K:k": 1, "J:b": 0, "Q:b": 1 / 3, "K:b": 1}
    game = shipped.game
    for seat, plays in ((0, first), (1, second)):
        judge = judges(shipped)[seat]
        for betting in (node for _, end in lines(game) for node in _before(game, end, seat)):
            actions = legal_actions(game.rules, betting)
            for card in range(3):
                chance = plays[game.key(betting, None, card)]
                for action, p in zip(actions, (1 - chance, chance), strict=True):
                    if p:
                        assert judge.judge(betting, card, None, action).grade == "best"


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
    judge = judges(storage.load(shelf.find("kuhn-cfr+")))[1]
    judged = judge.judge(betting, 2, None, Action("fold"))
    assert judged.chips == pytest.approx({"fold": -1, "call": 2})
    assert judged.loss == pytest.approx(3)
    assert (judged.grade, judged.fault) == ("blunder", judged.loss)
    assert replace(judged, grade="best").fault == 0


def test_grades_go_by_antes_unless_the_decision_is_sound() -> None:
    for ante in (1, 0.1, 2):
        losses = [ante * antes for antes in (0.25, 0.05, 0.0499, 1e-6)]
        grades = ["blunder", "mistake", "inaccuracy", "inaccuracy"]
        assert [grade(loss, ante, sound=False) for loss in losses] == grades
        sound = ["sound", "sound", "sound", "best"]
        assert [grade(loss, ante, sound=True) for loss in losses] == sound
        assert grade(1e-12, ante, sound=False) == "best"


@pytest.mark.parametrize(
    "spec", ["kuhn", "leduc:raises=1", "leduc-nolimit:stack=3", "von-neumann:hands=70"]
)
def test_a_hand_scatters_as_enumeration_says(spec: str) -> None:
    """Split pots, all-ins before the public card, and hands that are only ranked."""
    strategy = lopsided(parse_game(spec))
    game, ends = strategy.game, lines(strategy.game)
    mean = square = 0.0
    for one, other, board, chance in deals(game):
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
