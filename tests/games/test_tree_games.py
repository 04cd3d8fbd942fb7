"""Games given as trees, matrices and files: what they are worth, and what is no such game."""

import pickle
import re
from dataclasses import dataclass, replace
from math import comb

import numpy as np
import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate
from pokerbot.games import trees
from pokerbot.games.tree_catalogue import Security

THEIRS = {
    "liars-dice:sides=3": "liars_dice(dice_sides=3)",
    "goofspiel:cards=3": "goofspiel(imp_info=True,num_cards=3,points_order=descending)",
    "goofspiel": "goofspiel(imp_info=True,num_cards=4,points_order=descending)",
}


def value_of(game):
    solution = pokerbot.solve(game, "ipm")
    assert solution.nash_conv < 1e-7
    return solution.value


@pytest.mark.parametrize("name", THEIRS)
def test_games_are_worth_what_openspiels_are(name):
    pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra openspiel")
    ours, theirs = (
        pokerbot.solve(each, "dcfr+", iterations=60) for each in (name, f"openspiel:{THEIRS[name]}")
    )
    assert ours.value == pytest.approx(theirs.value, abs=1e-9)
    assert ours.nash_conv == pytest.approx(theirs.nash_conv, abs=1e-9)
    assert ours.infosets == theirs.infosets


@pytest.mark.parametrize(("targets", "guards"), [(3, 1), (5, 2), (4, 4)])
def test_a_security_game_is_worth_what_leaves_the_attacked_targets_alike(targets, guards):
    """Where the k most valuable are attacked, guards bring each down to (k - guards) / sum 1/i."""
    worth = max(
        (k - guards) / sum(1 / i for i in range(targets - k + 1, targets + 1))
        for k in range(1, targets + 1)
    )
    found = value_of(f"security:targets={targets},guards={guards}")
    assert found == pytest.approx(-max(worth, 0), abs=1e-7)


@pytest.mark.parametrize("guards", [9, 10, 11])
def test_a_security_game_that_is_too_large_is_refused_before_its_ends_are_written(
    guards, monkeypatch
):
    """Each of its comb(20, guards) · 20 ends has a step for each player, and the end itself."""
    assert comb(20, guards) * 20 * 3 > 10_000_000
    game = pokerbot.game(f"security:targets=20,guards={guards}")
    monkeypatch.setattr(Security, "child", None)
    with pytest.raises(InputError, match="too many ends to write them all out"):
        _ = game.ends


@pytest.mark.parametrize(("targets", "guards"), [(1, 1), (4, 2), (3, 5)])
def test_the_size_of_a_security_game_is_known_before_as_it_is_counted(targets, guards, monkeypatch):
    spec = f"security:targets={targets},guards={guards}"
    steps = comb(targets, min(guards, targets)) * targets * 3
    monkeypatch.setattr(trees, "MOST_STEPS", steps)
    assert len(pokerbot.game(spec).ends.payoffs) == steps // 3
    monkeypatch.setattr(trees, "MOST_STEPS", steps - 1)
    with pytest.raises(InputError, match="too many ends"):
        _ = pokerbot.game(spec).ends


def test_a_matrix_is_a_game():
    matrix = pokerbot.from_matrix([[2, -1], [-1, 1]], "pennies")
    assert value_of(matrix) == pytest.approx(0.2)
    masked = np.ma.masked_equal([[2, -1], [-1, 99]], 99)
    for wrong in ([], [1, 2], [[float("nan")]], [["a"]], None, [[1], [2, 3]], masked):
        with pytest.raises(InputError, match="payoffs must be a matrix of finite numbers"):
            pokerbot.from_matrix(wrong)


def test_a_matrix_is_sampled_and_is_the_game_of_its_ends():
    payoffs = [[0, -1, 1], [1, 0, -1], [-1, 1, 0.5]]
    matrix = pokerbot.from_matrix(payoffs, "rps")
    sampled = pokerbot.solve(matrix, "os-mccfr", iterations=500, batch=10)
    assert sampled.value_bounds[0] < 1 / 18 < sampled.value_bounds[1]
    assert sampled.exploitability < 0.1
    ends = [
        (won, 1.0, (("row", str(row)),), (("column", str(column)),))
        for row, line in enumerate(payoffs)
        for column, won in enumerate(line)
    ]
    assert matrix.game == pokerbot.sequence_form(ends, "rps").game
    assert matrix.game.ends.digest == pokerbot.sequence_form(ends, "rps").game.ends.digest


def test_a_matrix_is_written_for_gambit_as_rows_and_columns():
    """It was a draw of one of its entries, each multiplied by their number."""
    nodes = pokerbot.to_efg(pokerbot.from_matrix([[2, -1], [-1, 1.5]])).splitlines()[3:]
    assert nodes == [
        'p "" 1 1 "row" { "0" "1" } 0',
        'p "" 2 1 "column" { "0" "1" } 0',
        't "" 1 "" { 2, -2 }',
        't "" 2 "" { -1, 1 }',
        'p "" 2 1 "column" { "0" "1" } 0',
        't "" 3 "" { -1, 1 }',
        't "" 4 "" { 3/2, -3/2 }',
    ]


@dataclass(frozen=True)
class Coin:
    """Chance tosses between both decisions: player 1 pays 1 to see a coin, player 2 guesses it.

    Player 2 knows whether player 1 looked, not the coin; who looks may give it away by a sign.
    """

    done: tuple[str, ...] = ()

    @property
    def player(self):
        return {0: 0, 1: None, 2: 1, 3: None}[len(self.done)]

    def chance(self):
        return {"heads": 0.75, "tails": 0.25} if len(self.done) == 1 else {}

    def actions(self):
        return ["bold", "meek"] if not self.done else ["heads", "tails"]

    def information_set(self):
        return f"guess {self.done[0]}" if self.done else "choose"

    def child(self, action):
        return replace(self, done=(*self.done, action))

    def payoff(self):
        stake = 4.0 if self.done[0] == "bold" else 1.0
        return -stake if self.done[1] == self.done[2] else stake


def test_a_tree_may_have_chance_between_decisions():
    """Player 2 guesses heads: player 1 loses half of the stake, and is meek."""
    solution = pokerbot.solve(pokerbot.from_tree(Coin(), "coin"), "ipm")
    assert solution.value == pytest.approx(-0.5)
    assert solution.strategy.infosets["choose"]["meek"] == pytest.approx(1, abs=1e-6)


class Stuck(Coin):
    """Player 2 has no guess after meek, which was left out of the game without a word."""

    def actions(self):
        return [] if self.done[:1] == ("meek",) else super().actions()


class ForEver(Coin):
    """Player 2 guesses again and again."""

    @property
    def player(self):
        return 0 if not self.done else 1


class TossedForEver(Coin):
    """Chance tosses again and again."""

    @property
    def player(self):
        return 0 if not self.done else None

    def chance(self):
        return {"heads": 0.75, "tails": 0.25} if self.done else {}


class OpenSpielsChance(Coin):
    """Chance is a player, of number −1."""

    @property
    def player(self):
        return -1 if len(self.done) == 1 else super().player


class Pairs(Coin):
    """Chance's actions with their probabilities in pairs, as OpenSpiel has them."""

    def chance(self):
        return [*super().chance().items()]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (ForEver, "coin has more than 5,000 moves one after the other"),
        (TossedForEver, "coin has more than 5,000 moves one after the other"),
        (Stuck, "coin: information set 'guess meek' has no actions"),
        (OpenSpielsChance, "coin: player must be 0, 1 or None, not -1"),
        (
            Pairs,
            "coin: chance() must give a probability for each of chance's actions, not [('heads'",
        ),
    ],
)
def test_a_tree_that_is_none_is_refused_in_a_line(kind, told):
    with pytest.raises(InputError, match=re.escape(told)):
        pokerbot.from_tree(kind(), "coin")


@pytest.mark.parametrize("name", ["kuhn", "leduc:ranks=2,raises=1", "liars-dice:sides=2"])
def test_what_is_written_for_gambit_is_read_as_the_same_game(name, tmp_path):
    (tmp_path / "game.efg").write_text(pokerbot.to_efg(name))
    read, here = (
        pokerbot.from_efg(tmp_path / "game.efg"),
        pokerbot.solve(name, "cfr", iterations=20),
    )
    there = pokerbot.solve(read, "cfr", iterations=20)
    assert there.value == pytest.approx(here.value, abs=1e-9)
    assert there.nash_conv == pytest.approx(here.nash_conv, abs=1e-9)
    if name == "kuhn":
        for key, chances in here.strategy.infosets.items():
            assert there.strategy.infosets[key] == pytest.approx(chances, abs=1e-9)


HEAD = 'EFG 2 R "small" { "1" "2" }\n'
TREE = HEAD + (
    'c "" 1 "" { "up" 1/4 "down" .75 } 1 "" { 1, -1 }\n'
    'p "" 1 1 "" { "a" "b" } 0\nt "" 2 "" { 3 -3 }\nt "" 3 "" { 0 0 }\n'
    'p "" 1 1 0\nt "" 2\nt "" 3\n'
)
WRONG = {
    "EFG": "begins with EFG 2",
    'EFG 2 R "x" { "1" "2" "3" }': "two players",
    HEAD + 't "" 1 "" { 1 1 }': "zero-sum game is read, and the payoffs here add up to more than 0",
    HEAD + 't "" 1 "" { 1 -1.1 }': "the payoffs here add up to less than 0, as with a rake",
    HEAD + 't "" 1': "nothing says what outcome 1 is",
    HEAD + 'p "" 1 1 0': "nothing says what information set 1 is",
    HEAD + 'p "" 3 1 "" { "a" } 0 t "" 0': "a player is 1 or 2",
    HEAD + 'p "" 0 1 "" { "a" } 0 t "" 0': "a player is 1 or 2",
    HEAD + 'p "" 1 1 "" { "l" "r" } 0 t "" 0 p "" 2 1 "" { } 0': "a node has an action",
    HEAD + 'c "" 1 "" { } 0': "a node has an action",
    HEAD + 'x "" 0': "c, p or t",
    HEAD + 't "" 0 more': "nothing can follow",
    HEAD + 't "" 1 "" { one -1 }': "no number",
    HEAD + 't "" 1 "" { 1e400 -1e400 }': "1e400' is no number",
    HEAD + 't "" 1 "" { 1e-4000 -1e-4000 }': "1e-4000' is no number",
    HEAD + 'c "" 1 "" { "up" 1e400 } 0 t "" 0': "'1e400' is no number",
    HEAD + 'c "" 1 "" { "up" 1/2 "down" } 0 t "" 0 t "" 0': "a name and a probability",
    HEAD + 't "': "has no end",
    HEAD + 'p "" 1 1 "" { "a" "a" } 0 t "" 0 t "" 0': "share a name",
}


@pytest.mark.parametrize(
    ("name", "there"),
    [("a\\", "a\\ "), ("a\\\\", "a\\\\ "), ('a\\"b"', 'a\\ "b"'), ("a\\b", "a\\b")],
)
def test_a_backslash_in_a_name_is_written_so_that_gambit_reads_on(name, there, tmp_path):
    """As Gambit 16.7 reads them, where a backslash before a quote always means the quote."""
    file = tmp_path / "own.efg"
    file.write_text(pokerbot.to_efg(pokerbot.from_matrix([[2, -1], [-1, 1]], name).game))
    title = re.compile(r'EFG 2 R "((?:[^"\\]|\\"|\\(?!"))*)" \{')
    assert title.match(file.read_text())[1].replace('\\"', '"') == there
    assert pokerbot.from_efg(file).game.name == there


def test_what_a_file_says_once_holds_again_and_outcomes_add_up(tmp_path):
    """Player 1, who does not see the coin, wins 1 at its toss and 3 with a."""
    (tmp_path / "small.efg").write_text(TREE)
    assert value_of(pokerbot.from_efg(tmp_path / "small.efg")) == pytest.approx(4)


@pytest.mark.parametrize("text", WRONG, ids=list(WRONG.values()))
def test_what_is_no_such_file_is_refused_with_the_place(text, tmp_path):
    (tmp_path / "wrong.efg").write_text(text)
    with pytest.raises(InputError, match=rf"wrong\.efg: .*{WRONG[text]}.*of the file"):
        pokerbot.from_efg(tmp_path / "wrong.efg")


SEEN = """EFG 2 R "seen" { "a" "b" }
c "" 1 "" { "x" 1/3 "y" 1/3 "z" 1/3 } 0
p "" 1 1 "s" { "l" "r" } 0
t "" 1 "" { 1 -1 }
t "" 2 "" { -1 1 }
p "" 1 2 "s" { "l" "r" } 0
t "" 2
t "" 1
p "" 1 3 "s player 1 set 2" { "l" "r" } 0
t "" 1
t "" 2
"""
"""Player 1 sees what chance does, and so always wins 1."""


def test_information_sets_are_told_apart_by_their_numbers(tmp_path):
    (tmp_path / "seen.efg").write_text(SEEN)
    form = pokerbot.from_efg(tmp_path / "seen.efg")
    assert value_of(form) == pytest.approx(1)
    assert len({*pokerbot.solve(form, "cfr", iterations=1).strategy.infosets}) == 3


@pytest.mark.parametrize(
    ("first", "again", "told"),
    [
        ('1 2 "s" {', '1 1 "other" {', "information set 1 was another one before"),
        ('1 2 "s" { "l" "r" }', '1 1 "s" { "r" "l" }', "information set 1 was another one before"),
        ('t "" 2\nt', 't "" 2 "" { 7 -7 }\nt', "outcome 2 had other payoffs before"),
        ('t "" 2\nt', 't "" 0 "" { 7 -7 }\nt', "outcome 0 had other payoffs before"),
    ],
)
def test_what_is_told_again_must_be_the_same(tmp_path, first, again, told):
    (tmp_path / "again.efg").write_text(SEEN.replace(first, again, 1))
    with pytest.raises(InputError, match=told):
        pokerbot.from_efg(tmp_path / "again.efg")


def test_strategies_of_games_of_ones_own_are_saved_and_loaded_with_them(tmp_path):
    mine, other = (pokerbot.from_matrix([[won, -1], [-1, 1]], "pennies") for won in (2, 3))
    solution, file = pokerbot.solve(mine, "cfr", iterations=9), tmp_path / "pennies.json"
    pokerbot.save(solution, file, game=mine)
    pokerbot.save(solution, file, game=mine)
    back = pokerbot.load(file, game=mine)
    assert back.infosets == solution.strategy.infosets
    assert evaluate(back).nash_conv == pytest.approx(solution.nash_conv)
    for refused in (lambda: pokerbot.load(file), lambda: pokerbot.load(file, game=other)):
        with pytest.raises(
            InputError, match=r"pennies\.json: (no game|holds a strategy of another)"
        ):
            refused()
    with pytest.raises(InputError, match="game is not the strategy's, pennies"):
        pokerbot.save(solution, tmp_path / "no.json", game=other)


def test_rules_of_ones_own_are_a_game():
    from pokerbot.extend import Deck, Limit, Round, Rules, from_rules

    rules = Rules(Deck(3, 1), 1, (Round(Limit((1,))),))
    assert value_of(from_rules(rules, "mine")) == pytest.approx(-1 / 18)


@dataclass(frozen=True)
class Lottery:
    """Player 1 buys a ticket or none, and never sees what was drawn."""

    prizes: tuple[float, float]
    moves: tuple[str, ...] = ()

    @property
    def player(self):
        return 0 if len(self.moves) == 1 else None

    def chance(self):
        return {} if self.moves else {"many": 0.5, "few": 0.5}

    def actions(self):
        return ["buy", "leave"]

    def information_set(self):
        return "ticket"

    def child(self, action):
        return replace(self, moves=(*self.moves, action))

    def payoff(self):
        drawn, done = self.moves
        return self.prizes[drawn == "few"] * (done == "buy")


def test_trees_that_come_to_the_same_on_average_keep_what_is_drawn_in_each():
    """The second one of a name had the first one's tree: what it was sampled from hung on both."""

    def sampled(prizes):
        form = pokerbot.from_tree(Lottery(prizes), "lottery")
        return pokerbot.solve(form, "es-mccfr", iterations=20, batch=1, seed=1).exploitability

    alone = sampled((0.5, 0.5))
    wild, quiet = (
        pokerbot.from_tree(Lottery(each), "lottery") for each in ((4.0, -3.0), (0.5, 0.5))
    )
    assert wild.game == quiet.game
    drawn = [re.search(r"\{ 4,? -4 \}", pokerbot.to_efg(each)) for each in (wild, quiet)]
    assert [*map(bool, drawn)] == [True, False]
    assert sampled((4.0, -3.0)) != alone
    assert sampled((0.5, 0.5)) == alone


@pytest.mark.parametrize("kind", ["liars-dice:sides=2", "coin", "file"])
def test_what_is_solved_of_any_tree_can_be_pickled(kind, tmp_path):
    """As for processes: games of trees held functions that have no name to be found by."""
    (tmp_path / "kuhn.efg").write_text(pokerbot.to_efg("kuhn"))
    game = {"coin": pokerbot.from_tree(Coin(), "coin")}.get(kind, kind)
    game = pokerbot.from_efg(tmp_path / "kuhn.efg") if kind == "file" else game
    solved = pokerbot.solve(game, "cfr+", iterations=9).strategy
    again = pickle.loads(pickle.dumps(solved))
    assert again.infosets == solved.infosets
    assert evaluate(again).nash_conv == evaluate(solved).nash_conv


@pytest.mark.slow
def test_a_tree_of_ones_own_goes_to_other_processes():
    """By NumPy: machine code, which it would have to itself, is in any process the same."""
    form = pokerbot.from_tree(Coin(), "coin")
    rows = [
        pokerbot.compare(form, ["cfr", "es-mccfr"], iterations=5, jobs=jobs, backend="numpy").rows()
        for jobs in (1, 2)
    ]
    one, other = ([{**row, "seconds": 0} for row in each] for each in rows)
    assert one == other
