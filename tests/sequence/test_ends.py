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
            yield won / 6, tuple(steps[0::2]), tuple(steps[1::2])


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
    with pytest.raises(InputError, match="chance's part in their payoffs: there are no deals"):
        pokerbot.solve(form, "es-mccfr")
    assert "es-mccfr" not in pokerbot.compare(form, iterations=1).labels


def pennies(*payoffs):
    """A matrix game of two actions each, player 2 not knowing what player 1 did."""
    for i, row in enumerate(payoffs):
        for j, payoff in enumerate(row):
            yield payoff, (("first", "ab"[i]),), (("second", "xy"[j]),)


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
    form = sequence_form([(0.5, left, ()), (0.75, left, ()), (1, right, ())])
    assert pokerbot.solve(form, "cfr", iterations=50).value_bounds[1] == 1.25


START, TOLD, BLIND = ("start", "go"), ("told", "go"), ("blind", "go")


@pytest.mark.parametrize(
    ("ends", "match"),
    [
        ([(1, (START, BLIND), ()), (1, (BLIND,), ())], "player 1 .*recall.*'blind'.*start go"),
        ([(1, (), (TOLD, ("told", "stop")))], "player 2 .*recall.*'told' comes after nothing"),
        ([(1, (START,), (START,))], "'start' is both players'"),
        ([], "at least one end"),
        ([(1, (START,))], "an end is"),
        ([(1, START, ())], "an end is"),
        ([("1", (START,), ())], "an end is"),
        ([(1, ((1, "go"),), ())], "are texts"),
        ([(float("nan"), (START,), ())], "finite"),
        ([(1e308, (START,), ())] * 2, "finite"),
    ],
)
def test_what_is_no_game_is_refused_by_name(ends, match):
    with pytest.raises(InputError, match=match):
        sequence_form(ends)


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
    with pytest.raises(InputError, match=r"how often an information set is met; Training\.rows"):
        pokerbot.trace(game)


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

    @pytest.mark.parametrize(
        ("name", "match"),
        [
            ("nonsense", "no game"),
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
