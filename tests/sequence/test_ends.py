"""Any game as a list of its ends, held to the catalogue's Kuhn, to arithmetic and to OpenSpiel."""

import pickle
from itertools import permutations

import numpy as np
import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate
from pokerbot.games.ends import EndsGame
from pokerbot.games.openspiel import turn_based
from pokerbot.runs.defaults import default_path
from pokerbot.runs.training import Training
from pokerbot.sequence.ends import from_openspiel, sequence_form
from pokerbot.strategy.strategy import Strategy


def kuhn():
    """Kuhn poker, end by end; chips and betting written out by hand."""
    endings = {"kk": 1, "kbf": -1, "kbc": 2, "bf": 1, "bc": 2}
    words = {"k": "check", "b": "bet", "f": "fold", "c": "call"}
    for cards in permutations("JQK", 2):
        higher = 1 if "JQK".index(cards[0]) > "JQK".index(cards[1]) else -1
        for betting, chips in endings.items():
            won = chips if "f" in betting else chips * higher
            steps = [
                (f"{cards[i % 2]}:{betting[:i]}", words[betting[i]]) for i in range(len(betting))
            ]
            yield won, 1 / 6, tuple(steps[0::2]), tuple(steps[1::2])


@pytest.mark.parametrize("algorithm", ["cfr", "pdcfr+"])
def test_kuhn_by_its_ends_is_the_catalogues_kuhn(algorithm):
    one, other = Training(sequence_form(kuhn()), algorithm), Training("kuhn", algorithm)
    for _ in range(12):
        one.solver.step()
        other.solver.step()
    assert one.measure().exploitability == pytest.approx(other.measure().exploitability, abs=1e-12)
    there = other.solution().strategy.infosets
    found = one.solution().strategy.infosets
    assert {key: pytest.approx(chances, abs=1e-9) for key, chances in there.items()} == found


def test_floors_go_by_the_names_of_actions():
    form, floor = sequence_form(kuhn()), {"call+check": 0.3, "fold": 0.2}
    there = pokerbot.solve("kuhn", "cfr", iterations=20, floor=floor)
    found = pokerbot.solve(form, "cfr", iterations=20, floor=floor)
    assert found.exploitability_within == pytest.approx(there.exploitability_within, abs=1e-12)
    assert found.exploitability == pytest.approx(there.exploitability, abs=1e-12)
    with pytest.raises(InputError, match="'raise' is no kind of action; there are check, bet, "):
        pokerbot.solve(form, "cfr", floor={"raise": 0.1})


def test_a_file_is_named_after_the_floor_in_small_letters():
    game = sequence_form(kuhn(), "Coins").game
    assert default_path(game, "cfr", ["Bet=0.1"]).name == "coins-cfr-bet-0-1.json"


def test_what_samples_says_why_it_takes_no_ends():
    form = sequence_form(kuhn())
    with pytest.raises(InputError, match="known only by its ends, so there are no chance moves"):
        pokerbot.solve(form, "es-mccfr")
    assert "es-mccfr" not in pokerbot.compare(form, iterations=1, backend="numpy").labels


def pennies(*payoffs):
    """A matrix game of two actions each, player 2 not knowing what player 1 did."""
    for i, row in enumerate(payoffs):
        for j, payoff in enumerate(row):
            yield payoff, 1.0, (("first", "ab"[i]),), (("second", "xy"[j]),)


def test_a_matrix_game_comes_out_as_arithmetic_has_it():
    """[[2, -1], [-1, 1]]: p = q = 2/5, value 1/5."""
    solution = pokerbot.solve(sequence_form(pennies((2, -1), (-1, 1)), "pennies"), "ipm")
    assert solution.game == "pennies"
    assert solution.value == pytest.approx(1 / 5, abs=1e-9)
    assert solution.strategy.infosets == {
        "first": pytest.approx({"a": 2 / 5, "b": 3 / 5}, abs=1e-6),
        "second": pytest.approx({"x": 2 / 5, "y": 3 / 5}, abs=1e-6),
    }
    assert evaluate(solution.strategy).exploitability == pytest.approx(0, abs=1e-9)


def test_ends_of_the_same_play_add_up_and_one_player_may_never_decide():
    left, right = (("only", "left"),), (("only", "right"),)
    form = sequence_form([(1, 0.5, left, ()), (1.5, 0.5, left, ()), (1, 1, right, ())])
    assert pokerbot.solve(form, "cfr", iterations=50).value_bounds[1] == 1.25


STOP = ("start", "stop")
START, TOLD, BLIND = ("start", "go"), ("told", "go"), ("blind", "go")


@pytest.mark.parametrize(
    ("ends", "match"),
    [
        (
            [(1, 1, (START, BLIND), ()), (1, 1, (BLIND,), ())],
            "player 1 .*recall.*'blind'.*start go",
        ),
        ([(1, 1, (), (TOLD, ("told", "stop")))], "player 2 .*recall.*'told' comes after nothing"),
        ([(1, 1, (START,), (START,))], "'start' is both players'"),
        ([], "at least one end"),
        ([(1, (START,))], "an end is"),
        ([(1, 1, 1, (START,), ())], "an end is"),
        ([(1, START, ())], "an end is"),
        ([(1, 1, START, ())], "an end is"),
        ([("1", 1, (START,), ())], "an end is"),
        ([(1, "1", (START,), ())], "an end is"),
        ([(10**400, 1, (START,), ())], "an end is"),
        ([(1, 1, ((1, "go"),), ())], "are texts"),
        ([(float("nan"), 1, (START,), ())], "finite"),
        ([(float("inf"), 0, (START,), ())], "finite"),
        ([(1e308, (START,), ())] * 2, "finite"),
        ([(1e300, 1, (START,), ())], "the largest payoff must be from 1e-200 to 1e.200 chips"),
        ([(1e-310, 1, (START,), ())], "the largest payoff must be from"),
        ([(1, -0.1, (START,), ())], "a probability must be from 0 to 1, not -0.1"),
        ([(1, 2, (START,), ())], "a probability must be from 0 to 1, not 2"),
        ([(1, float("nan"), (START,), ())], "finite|probability"),
        ([(1, 1, (START,), ()), (1, (START,), ())], "either all ends say a probability or none"),
        ([(1, (START,), ()), (1, 1, (START,), ())], "either all ends say a probability or none"),
        ([(1, 1, (START,), ())] * 2, "any play: they come to 2$"),
        ([(1, 1, (), ()), (1, 1, (START,), ())], "any play: they come to 2$"),
        ([(1, 1, (START,), ()), (1, 0.5, (STOP,), ())], "at 'start' they .* 0.5 for 'stop'$"),
        ([(1, 1, (), (TOLD,)), (1, 0.5, (), (("told", "stop"),))], "at 'told' .* 0.5 for 'stop'$"),
    ],
)
def test_what_is_no_game_is_refused_by_name(ends, match):
    with pytest.raises(InputError, match=match):
        sequence_form(ends)


def test_ends_of_the_older_form_go_on_with_one_warning():
    older = [(payoff * chance, *paths) for payoff, chance, *paths in kuhn()]
    with pytest.warns(UserWarning, match="probabilities of 'older' cannot be checked") as warned:
        form = sequence_form(older, "older")
    here = pokerbot.solve(form, "cfr", iterations=5)
    assert [each.filename for each in warned] == [__file__]
    there = pokerbot.solve(sequence_form(kuhn()), "cfr", iterations=5)
    assert here.exploitability == pytest.approx(there.exploitability, abs=1e-12)
    assert form.game.parameters == sequence_form(kuhn(), "older").game.parameters


def test_the_checkpoint_of_another_game_of_that_name_is_refused(tmp_path):
    one, same, other = (
        Training(sequence_form(pennies(*payoffs)), "cfr")
        for payoffs in (((2, -1), (-1, 1)), ((2, -1), (-1, 1)), ((3, -1), (-1, 1)))
    )
    one.run(iterations=5)
    one.save(tmp_path / "one")
    same.resume(tmp_path / "one")
    assert same.solver.iterations == 5
    with pytest.raises(InputError, match="its game's ends is "):
        other.resume(tmp_path / "one")


def test_no_file_holds_what_no_command_could_read(tmp_path):
    from pokerbot.strategy.storage import save

    strategy = pokerbot.solve(sequence_form(kuhn()), iterations=1).strategy
    with pytest.raises(InputError, match="no command knows"):
        save(strategy, tmp_path / "kuhn.json")
    assert not list(tmp_path.iterdir())


def test_a_game_goes_to_other_processes_and_stays_itself():
    game = sequence_form(kuhn(), "kuhn by its ends").game
    assert pickle.loads(pickle.dumps(game)) == game
    assert sequence_form(pennies((1, 0), (0, 1)), game.name).game != game


def test_a_match_is_exact_and_plays_no_hands():
    """As exact as in the catalogue's Kuhn, where hands are played beside it."""
    there = [pokerbot.load(name) for name in ("kuhn-gxfp", "kuhn-cfr+")]
    game = sequence_form(kuhn()).game
    here = [Strategy(game, each.infosets, {"name": each.maker}) for each in there]
    for ours, theirs in ((["random", here[0]], ["random", there[0]]), (here, there)):
        played, known = pokerbot.match(*ours), pokerbot.match(*theirs)
        assert played.exact_ev_by_seat == pytest.approx(known.exact_ev_by_seat, abs=1e-12)
        assert played.mean == played.luck_adjusted_mean == played.exact_ev
        assert (played.hands, played.stderr, played.mbb_per_hand) == (0, None, None)
    means = dict(pokerbot.tournament(["random", *here]).standings)
    assert means["random"] == pytest.approx(
        sum(pokerbot.match("random", each).exact_ev for each in there) / 2, abs=1e-12
    )
    for name, asked in (("hands", 10), ("duplicate", False), ("keep", print)):
        with pytest.raises(InputError, match=f"{name} has no effect on a game"):
            pokerbot.match(*here, **{name: asked})


def test_ends_that_are_worth_as_much_but_not_as_likely_are_met_as_often_as_they_say():
    for chance in (0.5, 0.25):
        ways = (("a", chance), ("b", 1 - chance))
        form = sequence_form([(1 / p, p, ((key, "go"),), ()) for key, p in ways], "coin")
        found = {each.infoset: each.reach for each in pokerbot.trace(form).iterations[0]}
        assert found == pytest.approx(dict(ways))


def test_without_openspiel_it_is_said_what_is_needed(monkeypatch):
    monkeypatch.setattr("pokerbot.games.openspiel.find_spec", lambda name: None)
    with pytest.raises(InputError, match="pip install"):
        pokerbot.solve("openspiel:tic_tac_toe")


class TestOpenSpiel:
    """The same numbers as OpenSpiel's own."""

    @pytest.fixture(autouse=True)
    def _openspiel(self):
        self.spiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with openspiel")

    @pytest.mark.parametrize(
        "name", ["liars_dice(dice_sides=2)", "goofspiel(num_cards=3,imp_info=True)", "kuhn_poker"]
    )
    def test_its_games_are_valued_as_it_does(self, name):
        form, rng = from_openspiel(name), np.random.default_rng(1)
        assert isinstance(form.game, EndsGame)
        infosets = {
            key: dict(zip(actions, rng.dirichlet(np.ones(len(actions))), strict=True))
            for _, key, actions in form.game.information_sets()
        }
        ours = evaluate(Strategy(form.game, infosets))
        game = turn_based(self.spiel.load_game(name))
        actions, ahead = {}, [game.new_initial_state()]
        while ahead:
            state = ahead.pop()
            if not state.is_terminal() and not state.is_chance_node():
                player = state.current_player()
                actions[state.information_state_string()] = {
                    state.action_to_string(player, action): action
                    for action in state.legal_actions()
                }
            ahead += [state.child(action) for action in state.legal_actions()]
        policy = self.spiel.TabularPolicy(
            {
                key: [(actions[key][word], p) for word, p in chances.items()]
                for key, chances in infosets.items()
            }
        )
        assert ours.nash_conv == pytest.approx(self.spiel.nash_conv(game, policy), abs=1e-12)

    def test_by_name_it_is_solved_saved_and_read(self, tmp_path):
        from pokerbot.strategy.storage import save

        solution = pokerbot.solve("openspiel:kuhn_poker", "ipm")
        assert solution.value == pytest.approx(-1 / 18, abs=1e-9)
        save(solution.strategy, tmp_path / "kuhn.json")
        assert evaluate(pokerbot.load(tmp_path / "kuhn.json")).exploitability < 1e-6

    def matrix(self, payoffs, name="short_name"):
        """A game of OpenSpiel's that no name leads to."""
        rows, columns = (list("abcd"[: len(side)]) for side in (payoffs, payoffs[0]))
        lost = [[-payoff for payoff in row] for row in payoffs]
        return self.spiel.create_matrix_game(name, name, rows, columns, payoffs, lost)

    def test_anonymous_games_are_told_apart_by_their_payoffs(self):
        values = [
            pokerbot.solve(from_openspiel(self.matrix(payoffs)), algorithm, **told).value
            for algorithm, told in (("ipm", {}), ("cfr", {"iterations": 1}))
            for payoffs in ([[1, -1], [-1, 1]], [[5, 5], [5, 5]])
        ]
        assert values == pytest.approx([0, 5, 0, 5], abs=1e-12)

    def test_anonymous_trees_are_told_apart_too(self):
        tree = 'EFG 2 R "" {{ "1" "2" }} ""\np "" 1 1 "here" {{ "a" "b" }} 0\n'
        tree += 't "" 1 "" {{ 1 -1 }}\nt "" 2 "" {{ {0} -{0} }}\n'
        forms = [from_openspiel(self.spiel.load_efg_game(tree.format(won))) for won in (3, 4, 3)]
        assert [pokerbot.solve(form, "ipm").value for form in forms] == pytest.approx([3, 4, 3])
        assert forms[0].game == forms[2].game != forms[1].game
        with pytest.raises(InputError, match="plays another game of the name"):
            Training(forms[0], "cfr", start=Strategy.of(forms[1], lambda key, actions: [1, 0]))

    def test_one_that_takes_the_name_of_another_is_not_that_one(self, tmp_path):
        from pokerbot.strategy.storage import save

        taken = from_openspiel(self.matrix([[0, 9, 0], [0, 0, 9], [9, 0, 0]], "matrix_rps"))
        named = from_openspiel(self.spiel.load_game("matrix_rps"))
        assert taken.game != named.game == pokerbot.game("openspiel:matrix_rps")
        assert taken.game.parameters != named.game.parameters == {}
        save(pokerbot.solve(named, "cfr", iterations=1), tmp_path / "named.json")
        with pytest.raises(InputError, match="no command knows"):
            save(pokerbot.solve(taken, "cfr", iterations=1), tmp_path / "taken.json")

    def test_a_game_from_a_file_is_what_the_file_holds_now(self, tmp_path):
        from pokerbot.strategy.storage import save

        tree = 'EFG 2 R "" {{ "1" "2" }} ""\np "" 1 1 "here" {{ "a" "b" }} 0\n'
        tree += 't "" 1 "" {{ 1 -1 }}\nt "" 2 "" {{ {0} -{0} }}\n'
        file, name = tmp_path / "tree.efg", f"openspiel:efg_game(filename={tmp_path}/tree.efg)"
        file.write_text(tree.format(3))
        solution = pokerbot.solve(name, "ipm")
        save(solution, tmp_path / "best.json")
        assert pokerbot.evaluate(tmp_path / "best.json").value == pytest.approx(3)
        file.write_text(tree.format(4))
        assert pokerbot.solve(name, "ipm").value == pytest.approx(4)
        with pytest.raises(InputError, match="its ends differ"):
            pokerbot.load(tmp_path / "best.json")

    def test_one_without_a_name_goes_to_no_other_process(self):
        form = from_openspiel(self.matrix([[1, -1], [-1, 1]], "kuhn_poker"))
        with pytest.raises(InputError, match="cannot have MatrixGame in another process"):
            pokerbot.compare(form, ["cfr", "cfr+"], iterations=2, jobs=2, backend="numpy")

    @pytest.mark.parametrize(
        ("name", "match"),
        [
            ("nonsense", "no game"),
            ("nfg_game", "no game"),
            ("liars_dice(x=1)", "takes"),
            ("kuhn_poker(players=3)", "zero-sum"),
            ("dark_hex_ir(board_size=2)", "recall|no game|takes"),
            ("goofspiel(num_cards=4)", "perfect recall"),
        ],
    )
    def test_what_is_no_such_game_is_refused(self, name, match):
        with pytest.raises(InputError, match=match) as refused:
            pokerbot.solve(f"openspiel:{name}", iterations=1)
        assert "\n" not in str(refused.value)
