"""Games by name: parameters, spelling, keys."""

import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import FAMILIES, make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.strategy.strategy import Strategy

ONE_BET, NO_BET = Limit((1,), check_ends=True), Limit((), check_ends=True)


def keys(spec, player=None):
    return [key for mover, key, _ in parse_game(spec).information_sets() if player in (None, mover)]


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("kuhn", {"cards": 3, "ante": 1, "bet": 1}),
        ("leduc", {"ranks": 3, "suits": 2, "ante": 1, "bet1": 2, "bet2": 4, "raises": 2}),
        ("leduc-nolimit", {"ranks": 3, "suits": 2, "stack": 20}),
        ("von-neumann", {"hands": 100, "pot": 1, "bet": 1}),
        ("von-neumann-raise", {"hands": 100, "pot": 1, "bet": 1, "raise": 1}),
    ],
)
def test_the_games_of_the_contract(name, parameters):
    assert parse_game(name).parameters == parameters


@pytest.mark.parametrize(
    ("spec", "parameter", "least", "most"),
    [
        ("kuhn", "cards", 2, 10**9),
        ("leduc:ranks=9", "suits", 1, 10**9),
        ("leduc:suits=9", "ranks", 1, 10**9),
        ("leduc", "raises", 1, 99),
        ("leduc-nolimit:ranks=9", "suits", 1, 10**9),
        ("leduc-nolimit:suits=9", "ranks", 1, 10**9),
        ("leduc-nolimit", "stack", 2, 100),
        ("von-neumann", "hands", 2, 10**9),
        ("von-neumann-raise", "hands", 2, 10**9),
    ],
)
def test_whole_numbers_have_a_range(spec, parameter, least, most):
    given = parse_game(spec).parameters
    for value in (least, most):
        assert make_game(spec.split(":")[0], {**given, parameter: value})
    for value in (least - 1, most + 1, least + 0.5):
        with pytest.raises(InputError, match=f"{parameter} .* from {least:,} to {most:,}"):
            make_game(spec.split(":")[0], {**given, parameter: value})


@pytest.mark.parametrize("chips", [0.001, 10**9])
def test_chips_have_a_range(chips):
    assert make_game("kuhn", {"ante": chips, "bet": chips})
    for value in (chips / 1.01, chips * 1.01):
        if not 0.001 <= value <= 10**9:
            with pytest.raises(InputError, match=r"chips from 0\.001 to 1,000,000,000"):
                make_game("kuhn", {"bet": value})


def test_kuhn_keys_as_the_contract_spells_them():
    assert set(keys("kuhn", 0)) == {f"{card}:{h}" for card in "JQK" for h in ("", "kb")}
    assert set(keys("kuhn", 1)) == {f"{card}:{h}" for card in "JQK" for h in ("k", "b")}
    assert set(keys("kuhn:cards=4", 1)) == {f"{card}:{h}" for card in "1234" for h in ("k", "b")}
    assert "10:kb" in keys("kuhn:cards=10")


def test_leduc_keys_as_the_contract_spells_them():
    found = keys("leduc")
    assert {"J:", "Q:kb", "K:kbr", "Q/K:kbc/k", "J/J:kk/", "K/J:brc/kbr"} <= set(found)
    assert sum("/" not in key for key in found) == 18
    assert sum("/" in key for key in found) == 270
    assert "4/1:kk/" in keys("leduc:ranks=4")


@pytest.mark.parametrize("spec", ["kuhn", "kuhn:cards=12", "leduc", "leduc:ranks=4,suits=1"])
def test_no_two_information_sets_share_a_key(spec):
    found = keys(spec)
    assert len(found) == len(set(found))
    assert not set(keys(spec, 0)) & set(keys(spec, 1))


def test_one_suit_leaves_no_pairs():
    assert not any(key[0] == key[2] for key in keys("leduc:suits=1") if "/" in key)


@pytest.mark.parametrize("spec", ["kuhn", "leduc", "leduc:ranks=4,suits=1", "leduc:suits=3"])
def test_views_are_counted_without_going_through_them(spec):
    game = parse_game(spec)
    for round_ in range(len(game.rules.rounds)):
        assert game.count_views(round_) == len(list(game.views(round_)))


@pytest.mark.parametrize(
    "rules",
    [
        Rules(Deck(5, 1, told_apart=True), 1, (Round(ONE_BET),), public=(0, 1, 2)),
        Rules(Deck(5, 1), 1, (Round(NO_BET, first=1),), ranges=(None, (("3", 1.0), ("4", 1.0)))),
        Rules(
            Deck(5, 1, told_apart=True),
            1,
            (Round(NO_BET), Round(NO_BET, board=1)),
            stack=1,
            public=(0,),
        ),
    ],
    ids=["public cards", "one player never acts", "all-in already"],
)
def test_no_game_has_fewer_information_sets_than_the_bound(rules):
    game = Game("g", (), rules)
    sets = {key: acts for _, key, acts in game.information_sets()}
    assert game.fewest_keys <= len(sets)
    Strategy.of(game, {key: dict.fromkeys(acts, 1 / len(acts)) for key, acts in sets.items()})


def test_actions_of_an_information_set():
    actions = {key: acts for _, key, acts in parse_game("leduc").information_sets()}
    assert actions["J:"] == ("check", "bet")
    assert actions["J:b"] == ("fold", "call", "raise")
    assert actions["J:br"] == ("fold", "call")


@pytest.mark.parametrize(
    ("spec", "canonical", "slug"),
    [
        ("kuhn", "kuhn", "kuhn"),
        ("kuhn:cards=3", "kuhn", "kuhn"),
        ("kuhn:cards=5", "kuhn:cards=5", "kuhn-cards-5"),
        ("kuhn:bet=2.50,cards=5", "kuhn:cards=5,bet=2.5", "kuhn-cards-5-bet-2-5"),
        ("kuhn:bet=2.0", "kuhn:bet=2", "kuhn-bet-2"),
        ("leduc:raises=3,ranks=4", "leduc:ranks=4,raises=3", "leduc-ranks-4-raises-3"),
    ],
)
def test_spec_and_slug(spec, canonical, slug):
    game = parse_game(spec)
    assert (game.spec, game.slug) == (canonical, slug)
    assert parse_game(game.spec) == game
    assert make_game(game.name, game.parameters) == game


def test_other_parameters_make_another_game():
    assert parse_game("kuhn:bet=2") != parse_game("kuhn")
    assert parse_game("kuhn:bet=2").rules != parse_game("kuhn").rules


@pytest.mark.parametrize(
    ("spec", "names"),
    [
        ("chess", ["chess", *FAMILIES]),
        ("", [*FAMILIES]),
        ("Kuhn", [*FAMILIES]),
        ("kuhn:decks=2", ["decks", "cards", "ante", "bet"]),
        ("leduc:cards=4", ["cards", "ranks", "suits"]),
        ("kuhn:cards", ["cards", "key=value"]),
        ("kuhn:cards=3,cards=4", ["cards", "twice"]),
        ("kuhn:cards=", ["cards", "from 2"]),
        ("kuhn:cards=three", ["cards", "three"]),
        ("kuhn:cards=1_0", ["cards", "1_0"]),
        ("kuhn:cards=999999999999999", ["not 1e+15"]),
        ("kuhn:cards=1000000000000000", ["out of range by far"]),
        ("kuhn:cards=\uff14", ["cards", "from 2"]),
        ("kuhn:,", ["key=value"]),
        ("kuhn:cards=1", ["cards", "from 2", "1"]),
        ("kuhn:cards=-3", ["cards", "-3"]),
        ("kuhn:cards=2.5", ["cards", "whole", "2.5"]),
        ("kuhn:cards=nan", ["cards"]),
        ("kuhn:cards=inf", ["cards"]),
        ("kuhn:cards=1e400", ["cards"]),
        ("kuhn:cards=" + "9" * 5000, ["cards"]),
        ("kuhn:ante=0", ["ante", "from 0.001", "0"]),
        ("kuhn:bet=-1", ["bet", "from 0.001"]),
        ("kuhn:bet=0.0001", ["bet", "from 0.001"]),
        ("kuhn:bet=nan", ["bet", "from 0.001", "nan"]),
        ("kuhn:bet=inf", ["bet", "from 0.001", "inf"]),
        ("leduc:raises=0", ["raises", "from 1 to 99"]),
        ("leduc:raises=100", ["raises", "from 1 to 99"]),
        ("leduc:ranks=1", ["3 cards"]),
        ("leduc:ranks=2,suits=1", ["3 cards"]),
    ],
)
def test_a_wrong_name_key_or_value_lists_what_is_allowed(spec, names):
    with pytest.raises(InputError) as error:
        parse_game(spec)
    message = str(error.value)
    assert all(name in message for name in names), message
    assert "\n" not in message
    assert len(message) < 300


@pytest.mark.parametrize("value", [True, None, "3", [3], {}, float("nan"), 10**300])
def test_a_parameter_from_a_file_must_be_a_number_in_range(value):
    for parameter in ("cards", "ante"):
        with pytest.raises(InputError, match=parameter):
            make_game("kuhn", {parameter: value})


@pytest.mark.parametrize("name", [None, 3, ["kuhn"], {"kuhn": 1}])
def test_a_name_from_a_file_must_be_text(name):
    with pytest.raises(InputError, match=", ".join(FAMILIES)):
        make_game(name, {})
