from collections.abc import Mapping
from dataclasses import replace

import pytest

from pokerbot.evaluation.grid import Grid
from pokerbot.evaluation.whole_judge import judges
from pokerbot.games.catalogue import parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.strategy.strategy import Strategy
from tests.play.tables import lopsided, uniform, visits


def grid(strategy: Strategy) -> Grid:
    return Grid(strategy, judges(strategy))


@pytest.mark.parametrize("spec", ["kuhn", "leduc", "leduc:suits=1,raises=1", "von-neumann:hands=5"])
def test_every_information_set_is_a_cell_with_its_reach(spec: str) -> None:
    strategy = lopsided(parse_game(spec))
    found, game = grid(strategy), strategy.game
    expected = visits(game, lambda _, key, action: strategy.infosets[key][action])
    cells = {}
    for situation in found.situations:
        row = [found.cell(situation, card) for card in range(strategy.game.rules.deck.ranks)]
        cells.update({cell.infoset: cell for cell in row if cell})
        assert sum(cell.reach for cell in row if cell) == pytest.approx(situation.reach)
    assert set(cells) == set(strategy.infosets)
    for key, cell in cells.items():
        assert cell.reach == pytest.approx(expected[key].total(), abs=1e-15)
        assert cell.frequencies == strategy.infosets[key]


def test_a_column_is_the_same_hand_for_both_players() -> None:
    """Where each player has other hands: the second's stood under the names of the first's."""
    ranges = (("3", 1.0), ("1", 0.5)), (("2", 1.0), ("3", 1.0), ("4", 1.0))
    rules = Rules(Deck(4, 1), 1, (Round(Limit((1,))),), ranges=ranges)
    found = grid(uniform(Game("other hands", (), rules)))
    names = [found.hands.name(place) for place in range(len(found.hands))]
    assert names == ["1", "2", "3", "4"]
    for situation in found.situations:
        row = [found.hand(situation, place) for place in range(4)]
        cells = [None if hand is None else found.cell(situation, hand) for hand in row]
        there = {
            name: cell.infoset.partition(":")[0]
            for name, cell in zip(names, cells, strict=True)
            if cell
        }
        held = ranges[situation.betting.player]
        assert there == {name: name for name, _ in held}


def test_hands_of_two_cards_are_in_the_order_of_a_game_without_ranges() -> None:
    rules = Rules(Deck(4, 2, told_apart=True), 1, (Round(Limit((1,))),), private=2)
    every = [rules.hands[0].name(hand) for hand in range(len(rules.hands[0]))]
    ranges = tuple(tuple((name, 1.0) for name in names) for names in (every[:9], every[5:]))
    found = grid(uniform(Game("two cards", (), replace(rules, ranges=ranges))))
    assert [found.hands.name(place) for place in range(len(found.hands))] == every


def test_what_an_action_is_worth() -> None:
    """Uniform Kuhn: a king that bets is called half the time; folding costs the ante."""
    found = grid(uniform(parse_game("kuhn")))
    worth = {
        cell.infoset: cell.chips
        for situation in found.situations
        for card in range(3)
        if (cell := found.cell(situation, card))
    }
    assert worth["K:"]["bet"] == pytest.approx(1.5)
    assert worth["K:"]["check"] == pytest.approx(0.5 * 1 + 0.5 * 2)
    assert worth["Q:b"] == pytest.approx({"fold": -1, "call": 0})


def passive(game: Game) -> Strategy:
    infosets = {
        key: {action: float(action == actions[0]) for action in actions}
        for _, key, actions in game.information_sets()
    }
    return Strategy(game, infosets)


def test_no_worth_where_the_opponent_never_lets_one_come() -> None:
    found = grid(passive(parse_game("kuhn")))
    after = {each.betting.history: found.cell(each, 0) for each in found.situations}
    assert (after["b"].chips, after["b"].value, after["b"].reach) == (None, None, 0)
    assert after["k"].chips is not None


def test_selection() -> None:
    found = grid(lopsided(parse_game("leduc")))
    histories = [each.betting.history for each in found.select("kb", 1)]
    assert {history[:2] for history in histories} == {"kb"}
    assert all(each.betting.player == 0 for each in found.select(player=0))
    assert len(found.select(player=0)) + len(found.select(player=1)) == len(found.select()) == 96
    reaches = [each.reach for each in found.select(first=lambda each: each.reach)]
    assert reaches == sorted(reaches, reverse=True)


def test_how_far_two_strategies_are_apart_by_situation() -> None:
    """By hand: the other bets each jack, and folds each jack and queen to a bet."""
    game = parse_game("kuhn")
    mine = uniform(game)
    bets, folds = {"J:": {"check": 0.0, "bet": 1.0}}, {"fold": 1.0, "call": 0.0}
    theirs = replace(mine, infosets={**mine.infosets, **bets, "Q:b": folds, "J:b": folds})
    found = grid(mine)
    apart = {each.betting.history: p for each, p in found.apart(grid(theirs)).items()}
    assert apart == pytest.approx({"": 1 / 6, "k": 0, "b": 1 / 6, "kb": 0})
    assert found.select(first=found.apart(grid(mine)).__getitem__) == list(found.situations)


def difference(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """How far apart two distributions over the same actions are: from 0, the same, to 1."""
    return sum(abs(chance - other[action]) for action, chance in one.items()) / 2


@pytest.mark.parametrize("spec", ["leduc", "leduc:suits=1,raises=1", "von-neumann:hands=5"])
def test_the_parts_of_the_distance_are_those_of_the_cells(spec: str) -> None:
    game = parse_game(spec)
    one, other = grid(lopsided(game)), grid(uniform(game))
    for situation, apart in one.apart(other).items():
        pairs = (
            (one.cell(situation, card), other.cell(situation, card))
            for card in range(game.rules.deck.ranks)
        )
        cells = [(a.reach, difference(a.frequencies, b.frequencies)) for a, b in pairs if a and b]
        assert apart == pytest.approx(sum(reach * far for reach, far in cells), abs=1e-15)
