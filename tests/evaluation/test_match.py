from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from pokerbot import match
from pokerbot.errors import InputError
from pokerbot.evaluation.bots import BUILT_IN, seat_bots
from pokerbot.evaluation.exact import evaluate, evaluate_profile
from pokerbot.evaluation.match import AT_ONCE
from pokerbot.evaluation.playout import Playout
from pokerbot.games.actions import Action
from pokerbot.games.betting import act, legal_actions, net, start, walk
from pokerbot.games.catalogue import FAMILIES, parse_game
from pokerbot.games.dealer import Dealer, Deals
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.games.spot import Spot
from pokerbot.runs.tournament import tournament
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.reach import decision_reach
from pokerbot.strategy.arrays import NamedProfile
from pokerbot.strategy.library import find
from pokerbot.strategy.storage import load
from pokerbot.strategy.strategy import Strategy

SMALL = {
    "kuhn": "kuhn",
    "leduc": "leduc",
    "leduc-nolimit": "leduc-nolimit:stack=4",
    "von-neumann": "von-neumann:hands=5",
    "von-neumann-raise": "von-neumann-raise:hands=5",
    "jam-or-fold": "jam-or-fold",
}


def test_every_game_is_covered() -> None:
    assert set(SMALL) == set(FAMILIES)


@pytest.mark.parametrize("name", SMALL)
def test_sampled_results_agree_with_exact_ones(name: str) -> None:
    for a, b in (("random", "honest"), ("raise", "random"), ("call", "random")):
        played = match(a, b, game=SMALL[name], hands=40_000, seed=3)
        assert played.stderr is not None
        assert abs(played.mean - played.exact_ev) < 4.5 * played.stderr + 1e-12


@pytest.mark.slow
@pytest.mark.usefixtures("refused_once")
def test_intervals_are_as_wide_as_results_scatter_around_the_exact_value() -> None:
    """In half widths the results' mean square is 1 / 1.96²: not less, as if they were too wide."""
    off = []
    for seed in range(200):
        played = match("random", "honest", game="leduc", hands=500, seed=seed)
        for interval in (played.ci95, played.luck_adjusted_ci95):
            assert interval is not None
            low, high = interval
            off.append((2 * played.exact_ev - low - high) / (high - low))
    for each in np.abs(off).reshape(200, 2).T:
        assert 179 <= (each <= 1).sum() <= 199  # 190 ± 3 standard deviations
        assert 0.68 < 1.96**2 * np.square(each).mean() < 1.4  # 1 ± 3 standard deviations, skew


@pytest.mark.parametrize("name", SMALL)
def test_without_luck_the_mean_is_as_right_and_much_tighter(name: str) -> None:
    played = match("random", "honest", game=SMALL[name], hands=40_000, seed=5)
    assert played.stderr is not None
    assert played.luck_adjusted_stderr is not None
    off = abs(played.luck_adjusted_mean - played.exact_ev)
    assert off < 4.5 * played.luck_adjusted_stderr
    assert played.luck_adjusted_stderr < played.stderr


def test_a_best_response_has_no_mistakes_to_average() -> None:
    played = match("best-response:leduc-gxfp", "leduc-gxfp", hands=1_000)
    assert played.luck_adjusted_mean == pytest.approx(played.exact_ev, abs=1e-12)
    assert played.luck_adjusted_stderr == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("a", "b", "significant"),
    [("fold", "raise", True), ("raise", "fold", True), ("call", "call", False)],
)
def test_a_result_is_significant_where_chance_does_not_explain_it(
    a: str, b: str, significant: bool
) -> None:
    played = match(a, b, game="kuhn", hands=100)
    assert (played.mean != 0) == significant == played.significant
    assert played.chance == (0 if significant else 1)
    assert not match(a, b, game="kuhn", hands=2).significant


def test_thousandths_are_of_the_big_blind() -> None:
    """Who always folds to a jam pays half a big blind in one seat and a whole one in the other."""
    played = match("fold", "raise", game="jam-or-fold", hands=2)
    assert (played.mean, played.mbb_per_hand) == (pytest.approx(-0.75), pytest.approx(-750))


@pytest.mark.parametrize("duplicate", [True, False])
def test_chance_has_a_sample_for_each_deal(duplicate: bool) -> None:
    stats = pytest.importorskip("scipy.stats")
    played = match("call", "random", game="kuhn", hands=200, duplicate=duplicate)
    assert played.stderr is not None
    deals = 100 if duplicate else 200
    both = 2 * stats.t.sf(abs(played.mean) / played.stderr, deals - 1)
    assert played.chance == pytest.approx(both)
    assert 0.001 < both < 0.999


@pytest.mark.parametrize("hands", [0, -2, 10**10 + 2])
def test_a_number_of_hands_that_cannot_be(hands: int) -> None:
    with pytest.raises(InputError, match=f"from 1 to 10000000000, not {hands}"):
        match("call", "fold", game="kuhn", hands=hands)


@pytest.mark.parametrize("spec", ["leduc", "leduc:suits=1", "leduc-nolimit:stack=4"])
def test_the_honest_bot_bets_what_beats_the_average_hand(spec: str) -> None:
    """The least it can, and folds or checks what the average hand beats; calls what ties."""
    game, (honest,) = seat_bots(["honest"], spec)
    rules, plays = game.rules, NamedProfile(compile_game(game), honest.profile)
    ranks = range(rules.deck.ranks)
    for betting in walk(rules):
        actions = legal_actions(rules, betting)
        for board, card, _ in game.views(betting.round) if actions else ():
            edge = sum(
                rules.deck.ways(public, card, other) * (1 - 2 * winner)
                for public in ([board - 1] if board else ranks)
                for other in ranks
                if (winner := rules.winner((card, other), 1 + public)) is not None
            )
            names = [action.name for action in actions]
            calls = "call" in names
            more = [name for name in names if name.startswith(("bet", "raise"))]
            wanted = (more or names[calls:])[0] if edge > 0 else names[calls and edge == 0]
            assert plays[game.key(Spot(betting, board, card))][wanted] == 1


@pytest.mark.parametrize("duplicate", [False, True])
def test_the_mean_and_its_error_are_those_of_the_hands(duplicate: bool) -> None:
    """Of pairs of hands in a duplicate match; else within seats, whose exact means are known."""
    won: dict[int, list[float]] = {0: [], 1: []}

    def keep(game: Game, seat: int, deals: Deals, lines: list[list[Action]]) -> None:
        for place, line in enumerate(lines):
            betting = start(game.rules)
            for action in line:
                betting = act(game.rules, betting, action)
            first, second = deals.hands[:, place].tolist()
            winner = game.rules.winner((first, second), int(deals.board[place]))
            won[seat].append(net(betting, winner) * (1 - 2 * seat))

    played = match("random", "raise", game="leduc", hands=100, duplicate=duplicate, keep=keep)
    samples, exact = np.array([won[0], won[1]]), np.array(played.exact_ev_by_seat)[:, None]
    samples = samples.mean(axis=0) if duplicate else (samples - exact + exact.mean()).ravel()
    stderr = samples.std(ddof=1) / np.sqrt(len(samples))
    assert len(samples) == (50 if duplicate else 100)
    assert played.mean == pytest.approx(samples.mean())
    assert played.stderr == pytest.approx(stderr)
    students_t = 2.0095752371 if duplicate else 1.9842169516
    assert played.ci95 == pytest.approx(
        (samples.mean() - students_t * stderr, samples.mean() + students_t * stderr)
    )
    assert played.mbb_per_hand == pytest.approx(1000 * samples.mean())


@pytest.mark.parametrize("hands", [20, 21])
def test_seats_that_are_worth_different_amounts_are_no_luck(hands: int) -> None:
    """Who folds always loses half a blind in the small blind and a whole one in the big blind.

    Who gives nothing away wins, without luck, what the seats are worth.
    """
    game, second = "jam-or-fold:stack=10", hands // 2
    folded = match("fold", "raise", game=game, hands=hands, duplicate=False)
    assert folded.exact_ev_by_seat == pytest.approx((-0.5, -1))
    assert folded.mean == pytest.approx(-(0.5 * (hands - second) + second) / hands)
    assert folded.stderr == pytest.approx(0, abs=1e-12)
    best = match("best-response:raise", "raise", game=game, hands=hands, duplicate=False)
    each = best.exact_ev_by_seat
    assert abs(each[0] - each[1]) > 0.1
    assert best.luck_adjusted_mean == pytest.approx(
        (each[0] * (hands - second) + each[1] * second) / hands
    )
    assert best.luck_adjusted_stderr == pytest.approx(0, abs=1e-12)


def test_standings_are_means_over_all_opponents() -> None:
    played = tournament(["random", "fold", "raise"], game="kuhn", hands=100)
    first, second, third = (m.mean for m in played.matches)
    expected = {
        "random": (first + second) / 2,
        "fold": (third - first) / 2,
        "raise": -(second + third) / 2,
    }
    assert dict(played.standings) == pytest.approx(expected)
    assert (played.game, played.hands) == ("kuhn", 100)
    assert min(map(abs, (first, second, third))) > 0
    (one, other) = tournament(["fold", "raise"], game="kuhn", hands=10).standings
    assert (one, other) == (("raise", 1.0), ("fold", -1.0))


@pytest.mark.parametrize(
    ("name", "hint"), [("nosuch", True), ("best-response:nosuch", True), ("no/such", False)]
)
def test_who_is_not_there_is_told_the_bots_there_are(name: str, hint: bool) -> None:
    with pytest.raises(InputError) as error:
        seat_bots([name, "call"], "kuhn")
    assert ("the bots are random, call" in str(error.value)) == hint


def test_each_strategy_meets_its_own_best_response() -> None:
    files = ["kuhn-cfr+", "kuhn-gxfp"]
    for file in (*files, *files):
        worst = evaluate(load(find(file))).nash_conv / 2
        played = match(f"best-response:{file}", file, hands=2)
        assert played.exact_ev == pytest.approx(worst, abs=1e-12)


def test_players_of_different_games_are_refused() -> None:
    with pytest.raises(InputError, match=r"kuhn-gxfp plays kuhn, not kuhn:cards=5"):
        seat_bots(["kuhn-gxfp", "call"], "kuhn:cards=5")
    five = Strategy(game := parse_game("kuhn:cards=5"), uniform_infosets(game))
    with pytest.raises(InputError, match=r"plays kuhn:cards=5, not kuhn"):
        seat_bots(["kuhn-gxfp", five])


def uniform_infosets(game: Game) -> dict[str, dict[str, float]]:
    return {k: dict.fromkeys(acts, 1 / len(acts)) for _, k, acts in game.information_sets()}


def test_a_tournament_is_its_matches() -> None:
    played = tournament(["random", "honest", "call"], game="kuhn", hands=1_000, seed=2)
    assert [(m.a, m.b) for m in played.matches] == list(
        combinations(("random", "honest", "call"), 2)
    )
    one = match("random", "call", game="kuhn", hands=1_000, seed=2)
    assert played.matches[1].mean == one.mean
    assert sum(mean for _, mean in played.standings) == pytest.approx(0, abs=1e-12)
    assert [mean for _, mean in played.standings] == sorted(
        (mean for _, mean in played.standings), reverse=True
    )
    for bad in (["random"], ["random", "random"]):
        with pytest.raises(InputError):
            tournament(bad, game="kuhn")


def test_duplicate_takes_the_luck_of_the_deal_out() -> None:
    alike = match("call", "call", game="leduc", hands=1_000)
    assert (alike.mean, alike.stderr) == (0, 0)
    lucky = match("call", "call", game="leduc", hands=1_000, duplicate=False)
    assert lucky.stderr is not None
    assert lucky.stderr > 0


def test_where_the_pot_is_empty_at_first_the_unit_is_a_chip() -> None:
    rules = Rules(Deck(3, 1), 0, (Round(Limit((1,), check_ends=True)),), ranking=((1, 1, 2),))
    free = Game("free", (), rules)
    played = match("raise", "call", game=free, hands=3000)
    assert played.unit == "a chip"
    assert played.mbb_per_hand == pytest.approx(1000 * played.mean)
    assert rules.unit == 1


def test_bots_do_what_their_names_say() -> None:
    """Kuhn, worked out by hand."""
    assert match("raise", "fold", game="kuhn", hands=1_000).mean == 1
    # both bet and call for 2 chips whoever holds the better card
    assert match("raise", "call", game="kuhn", hands=1_000).mean == 0
    # honest first: K bets, J and Q check; call always calls: +2 with K, -1 with J, 0 with Q; the
    # same second, where it bets K after a check, as `call` checks
    assert match("honest", "call", game="kuhn").exact_ev == pytest.approx((2 - 1 + 0) / 3)


def test_the_best_response_wins_what_evaluate_says() -> None:
    values = evaluate(load(find("leduc-gxfp"))).best_response_values
    played = match("best-response:leduc-gxfp", "leduc-gxfp", hands=2)
    assert played.exact_ev_by_seat == pytest.approx(values, abs=1e-12)


def test_strategies_from_python_can_be_matched() -> None:
    strategy = load(find("kuhn-gxfp"))
    assert match(strategy, "call", hands=10).exact_ev == match("kuhn-gxfp", "call").exact_ev


@pytest.mark.parametrize("bad", [("a", "b"), ("random", "call"), ("kuhn-gxfp", "leduc-gxfp")])
def test_bots_that_cannot_meet(bad: tuple[str, str]) -> None:
    with pytest.raises(InputError):
        match(*bad)


@pytest.mark.parametrize("name", SMALL)
def test_payoffs_of_played_hands_are_bounded_and_cards_distinct(name: str) -> None:
    game = parse_game(SMALL[name])
    _, (bot, _) = seat_bots(["random", "random"], game.spec)
    rng = np.random.default_rng(0)
    deals = Dealer(game.rules).draw(5_000, rng)
    most = max(max(betting.chips) for betting in walk(game.rules))
    chips = Playout(game).play(bot.profile, deals, rng).chips
    assert np.abs(chips).max() <= most
    for hands, board in zip(deals.hands.T, deals.board, strict=True):
        cards = game.rules.boards.cards[board]
        assert len(cards) == game.rules.has_board
        assert game.rules.prior.ways(*hands.tolist(), cards) > 0


def test_pure_bots_on_a_given_deal() -> None:
    """Leduc: raise against raise puts in 1 + 4 + 8 chips each; the pair wins them."""
    game = parse_game("leduc")
    _, (bot, _) = seat_bots(["raise", "raise"], game.spec)
    deals = Deals(np.array([[0, 2, 1], [2, 1, 1]]), np.array([1, 1, 1]))
    chips = Playout(game).play(bot.profile, deals, np.random.default_rng(0)).chips[0]
    assert chips.tolist() == [13, 13, 0]


def test_every_hand_ends_and_opens() -> None:
    form = compile_game(parse_game("leduc"))
    _, (bot, _) = seat_bots(["random", "random"], "leduc")
    reach = decision_reach(form, bot.profile)
    by_history = {"/".join(node.histories): p for node, p in reach.items()}
    assert by_history[""] == pytest.approx(1)
    assert by_history["k"] == pytest.approx(1 / 2)
    assert by_history["br"] == pytest.approx(1 / 6)
    assert by_history["kk/kb"] == pytest.approx(1 / 16)


def test_profiles_of_all_bots_are_strategies() -> None:
    form = compile_game(parse_game("leduc"))
    _, bots = seat_bots([*BUILT_IN, "best-response:leduc-gxfp"], "leduc")
    for bot in bots:
        for tree, sigma in zip(form.trees, bot.profile, strict=True):
            assert sigma.min() >= 0
            np.testing.assert_allclose(np.add.reduceat(sigma, tree.starts), 1)
        assert max(plan.max() for plan in realization_plans(form, bot.profile)) <= 1 + 1e-12
        assert np.isfinite(evaluate_profile(form, bot.profile).nash_conv)


def test_who_watches_is_told_which_part_is_played() -> None:
    told: list[float] = []
    match("fold", "call", game="kuhn", hands=8 * AT_ONCE, watch=told.append)
    assert told == [0, 0.25, 0.5, 0.75]
