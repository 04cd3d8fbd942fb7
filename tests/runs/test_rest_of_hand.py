"""Turns and rivers solved again at the table: exact sizes, ranges that go on, sound answers."""

import os
import subprocess
import sys
import threading
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("numba")

from pokerbot.errors import InputError
from pokerbot.games.all_in import CLASSES
from pokerbot.games.betting import legal_action
from pokerbot.games.heads_up import game_of
from pokerbot.games.ranges import CARDS
from pokerbot.play.hand import deal
from pokerbot.runs import playing, rest_of_hand
from pokerbot.runs.background.thinking import Thinker
from pokerbot.runs.heads_up import BlueprintTraining
from pokerbot.runs.playing import Ahead, BlueprintPlayer, JamsOrFolds, Judged, Question
from pokerbot.sequence.heads_up import cards, kernels, vectorized
from pokerbot.sequence.heads_up.buckets import alive
from pokerbot.sequence.heads_up.tree import Sizes

pytestmark = pytest.mark.usefixtures("boards_once")

SIZES = Sizes(flop=(2, 1), turn=(2, 1), river=3)
DRAWS = (0.5,) * 20
TO_THE_RIVER = ("call", "check", "check", "check", "check", "check")
BOARD = "Kh9s5d 2c Qc"
LYING = np.array([CARDS[BOARD.replace(" ", "")[at : at + 2]] for at in range(0, 10, 2)])


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    run = BlueprintTraining(6, sizes=SIZES)
    run.run(iterations=1)
    path = tmp_path_factory.mktemp("made") / "heads-up-6.blueprint"
    run.save(path)
    return path


@pytest.fixture(scope="module")
def player(path):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rest_of_hand, "WORK", {2: 600, 3: 1500})
        patch.setattr(rest_of_hand, "FEWEST", 10)
        yield BlueprintPlayer(path)


def ask(path, hand, *actions, bot=1, board=BOARD, kind=Question):
    return kind(str(path), (*TO_THE_RIVER, *actions), board, hand, DRAWS, bot)


@pytest.mark.slow
def test_the_nuts_are_not_folded_and_nothing_does_not_call_all_in(path, player):
    nuts = player.answer(ask(path, "KdKc", "check", "bet 500"))
    air = player.answer(ask(path, "4h3c", "check", "bet 500"))
    assert nuts.again
    assert nuts.chances["fold"] < 0.01
    assert air.chances["fold"] > 0.95
    assert sum(nuts.chances.values()) == pytest.approx(1)


@pytest.mark.slow
@pytest.mark.parametrize("size", [137, 101, 255])
def test_a_size_that_is_in_no_tree_stands_there_exactly(path, player, size):
    answer = player.answer(ask(path, "AhKc", "check", f"bet {size}"))
    actions, betting = player._line((*TO_THE_RIVER, "check", f"bet {size}"))
    place = player.rest.place(actions, 1, LYING, DRAWS)
    assert place.tree.betting[0] == betting
    assert place.node == 0
    assert all(legal_action(player.rules, betting, name) for name in answer.chances)


@pytest.mark.slow
def test_after_a_turn_the_river_goes_on_with_its_ranges(path, player):
    """Hands that share a card with the river are gone, and what the turn's play left out is."""
    actions, _ = player._line(("call", "check", "check", "check", "bet 100", "call"))
    place = player.rest.place(actions, 0, LYING, DRAWS)
    river = place.solved
    assert river.top.board.cards.size == 5
    assert not river.rivers
    held = player.hands[frozenset([*LYING[4:].tolist(), 0])]
    assert held not in river.top.board.order
    turn = player.rest.place(actions[:4], 0, LYING[:4], DRAWS)
    bet = next(at for at, each in enumerate(turn.tree.actions[0]) if each.name == "bet 100")
    tree, subgame = turn.tree, turn.solved
    node = int(tree.nodes.first[0]) + bet
    call = [each.name for each in tree.actions[node]].index("call")
    begun = subgame.reached([])[:, river.top.board.order]
    come = np.stack(
        [
            begun[0] * subgame.played(node)[river.top.board.order, call],
            begun[1] * subgame.played(0)[river.top.board.order, bet],
        ]
    )
    assert river.reach == pytest.approx(come / come.max(axis=1, keepdims=True))
    assert np.abs(river.reach - begun / begun.max(axis=1, keepdims=True)).max() > 0.1
    called, there = int(tree.nodes.first[node]) + call, subgame.reached([(0, bet), (node, call)])
    order = river.top.board.order
    (layer,) = (each for each in subgame.rivers if each.board.cards[-1] == LYING[4])
    reach = np.ascontiguousarray(there[None, :, order])
    own = layer.walk(reach=reach, roots=np.array([called]))[0]
    gained = subgame.most(called, there, int(LYING[4]))[:, order] - own
    assert gained.min() > -1e-9
    assert gained.max() > 1


@pytest.mark.slow
def test_a_turn_after_a_strange_size_is_not_solved_again_for_its_river(path, player, monkeypatch):
    called = (*TO_THE_RIVER[:4], "check", "bet 137", "call")
    actions, _ = player._line(called)
    player.rest.place(actions[:-1], 0, LYING[:4], DRAWS)
    boards, solve = [], player.rest._solve

    def solved(betting, board, *more):
        boards.append(board.size)
        return solve(betting, board, *more)

    monkeypatch.setattr(player.rest, "_solve", solved)
    player.rest.place(actions, 0, LYING, DRAWS)
    assert boards == [5]


@pytest.fixture
def leavings(player, monkeypatch):
    """A function that returns the last reach and gadget with which a line is solved."""

    def found(names, lying):
        asked, solve = [], player.rest._solve
        with monkeypatch.context() as patch:
            patch.setattr(player.rest, "_kept", {})
            patch.setattr(
                player.rest, "_solve", lambda *given: asked.append(given) or solve(*given)
            )
            player.rest.place(player._line(names)[0], 0, lying, DRAWS)
        *_, reach, leaving = asked[-1]
        return reach, leaving

    return found


@pytest.mark.slow
def test_to_leave_is_worth_so_much_more_as_the_pot_is_larger(leavings):
    """A bet of 104 into 200 that the blueprint takes for one of 100."""
    one, other = (
        leavings(("call", "check", f"bet {size}", "call"), LYING[:4]) for size in (100, 104)
    )
    assert (one[0] == other[0]).all()
    assert np.abs(one[1].worth).max() > 1
    assert other[1].worth == pytest.approx(one[1].worth * 204 / 200)


@pytest.mark.slow
def test_any_hand_may_leave_before_a_bet_that_is_in_no_tree(leavings):
    reach, leaving = leavings((*TO_THE_RIVER[:4], "bet 137"), LYING[:4])
    assert leaving.player == 1
    assert not leaving.stays.any()
    assert (leaving.comes == reach[1]).all()


@pytest.mark.slow
def test_reach_and_best_responses_at_the_root_are_those_of_the_subgame(path, player):
    actions, _ = player._line(TO_THE_RIVER)
    subgame = player.rest.place(actions, 1, LYING, DRAWS).solved
    order, reach = subgame.top.board.order, subgame.reached([])
    assert (reach[:, order] == subgame.reach).all()
    assert subgame.most(0, reach)[:, order] == pytest.approx(subgame.worth(3))
    node = int(subgame.tree.nodes.first[0])
    there = subgame.reached([(0, 0)])
    assert (there[0] == reach[0]).all()
    assert there[1] == pytest.approx(reach[1] * subgame.played(0)[:, 0])
    assert subgame.most(node, there).shape == reach.shape


@pytest.mark.parametrize(("often", "others"), [(5e-4, 1), (2e-3, 0.5)])
def test_what_the_blueprint_hardly_does_leaves_the_range(player, monkeypatch, often, others):
    """An action that aces take twice as often as all other hands."""
    blueprint, classes = player.rest.blueprint, cards.deck().classes
    play = blueprint.play._replace(cells=blueprint.play.cells.copy())
    opening = play.at(blueprint.tree.nodes, 0)
    opening[:, 1] = often
    opening[CLASSES.index("AA"), 1] = 2 * often
    changed = SimpleNamespace(tree=blueprint.tree, play=play)
    monkeypatch.setattr(player.rest, "blueprint", changed)
    reach = player.rest._ranges(SimpleNamespace(taken=[(0, 1)]), LYING)
    expected = np.where(classes == CLASSES.index("AA"), 1, others) * alive(LYING)
    assert reach[int(blueprint.tree.nodes.player[0])] == pytest.approx(expected)
    assert (reach[1 - int(blueprint.tree.nodes.player[0])] == alive(LYING)).all()


def test_who_thinks_ahead_has_solved_what_is_asked_later(path, player, monkeypatch):
    player.think_ahead(ask(path, "", "check", kind=Ahead))
    monkeypatch.setattr(player.rest, "_solve", None)
    assert player.answer(ask(path, "KdKc")).again


def test_nothing_waits_for_machine_code_before_the_turn(path, player, monkeypatch):
    made, later = threading.Event(), []
    on_the_river = ask(path, "KdKc", "check", "bet 500")
    player.answer(on_the_river)  # solved by now: the next time it takes a moment
    monkeypatch.setattr(playing, "KNOWN", 0)
    monkeypatch.setattr(BlueprintPlayer, "warming", playing.Warming(made.wait))
    first = player.answer(Question(str(path), (), "", "KdKc", (), 0))
    assert sum(first.chances.values()) == pytest.approx(1)
    thread = threading.Thread(target=lambda: later.append(player.answer(on_the_river)))
    thread.start()
    thread.join(0.2)
    assert not later
    made.set()
    thread.join()
    assert later[0].again


@pytest.mark.slow
def test_a_process_of_its_own_answers_one_question_after_another(path, player):
    """Before the flop, where nothing is solved again."""
    asked = Question(str(path), (), "", "KdKc", DRAWS, 0)
    thinker = Thinker()
    try:
        answer = thinker.ask(asked)
        assert answer == player.answer(asked)
        with pytest.raises(InputError, match="nowhere"):
            thinker.ask(ask("/nowhere.blueprint", "KdKc"))
        assert thinker.ask(asked) == answer
    finally:
        thinker.leave()


@pytest.mark.slow
def test_what_a_decision_of_the_other_is_worth(path, player):
    """A fold loses what was put in, a call of all-in wins or loses no more than the stack."""
    asked = ask(path, "KdKc", "check", "bet 300", bot=0, kind=Judged)
    worth = player.worth(asked)
    assert worth.taken == "bet 300"
    assert worth.chips["bet 300"] > 0
    assert worth.chips.keys() > {"check", "bet 300"}
    folded = player.worth(ask(path, "4h3c", "check", "bet 500", "fold", bot=0, kind=Judged))
    assert folded.chips["fold"] == pytest.approx(-100)
    assert folded.chips["call"] < -500
    called = player.worth(ask(path, "KdKc", "check", "bet 500", "call", bot=0, kind=Judged))
    assert 400 < called.chips["call"] < 600
    assert called.chips["fold"] == pytest.approx(-100)


@pytest.mark.slow
def test_a_hand_that_never_comes_there_goes_on_as_well_as_it_can(path, player):
    """All-in is called or folded, whichever is more; the solution's own strategy is untrained."""
    facing = ("check", "bet 500")
    actions, _ = player._line((*TO_THE_RIVER, *facing))
    place = player.rest.place(actions, 0, LYING, DRAWS)
    first = int(place.tree.nodes.first[place.node])
    for name in ("KdKc", "AhKc", "9h8h", "4h3c"):
        held = player._held(ask(path, name, *facing))
        never = place.reach.copy()
        never[1, held] = 0
        each = [place.worth(first + at, never, 1, held) for at in (0, 1)]
        assert place.worth(place.node, never, 1, held, at_best=True) == pytest.approx(max(each))


def test_a_decision_is_valued_at_best_where_the_hand_is_untrained(path, player, monkeypatch):
    asked = [
        ask(path, name, "check", bot=0, kind=Judged) for name in ("AhKc", "9h8h", "4h3c", "KdKc")
    ]
    trained = [player.worth(each).chips for each in asked]
    monkeypatch.setattr(rest_of_hand, "UNTRAINED", 2.0)
    untrained = [player.worth(each).chips for each in asked]
    gained = [
        most[name] - chips[name]
        for most, chips in zip(untrained, trained, strict=True)
        for name in chips
    ]
    assert min(gained) > -1e-6
    assert max(gained) > 0.1


@pytest.mark.slow
def test_without_machine_code_rivers_alone_are_solved(path, monkeypatch):
    monkeypatch.setattr(kernels, "made", vectorized)
    monkeypatch.setattr(rest_of_hand, "WORK", {3: 300})
    monkeypatch.setattr(rest_of_hand, "FEWEST", 10)
    player = BlueprintPlayer(path)
    turn = ("call", "check", "check", "check", "check")
    answer = player.answer(Question(str(path), turn, BOARD[:-3], "KdKc", DRAWS, 0))
    assert answer.alone
    assert not answer.again
    judged = Judged(str(path), (*turn, "check"), BOARD[:-3], "KdKc", DRAWS, 1)
    assert not player.worth(judged).chips
    nuts = player.answer(ask(path, "KdKc", "check", "bet 500"))
    air = player.answer(ask(path, "4h3c", "check", "bet 500"))
    assert nuts.again
    assert not nuts.alone
    assert nuts.chances["fold"] < 0.01
    assert air.chances["fold"] > 0.95
    player.think_ahead(ask(path, "", "check", kind=Ahead))


@pytest.mark.slow
@pytest.mark.parametrize("stack", [5.37, 9])
def test_with_another_stack_every_answer_is_legal(path, stack, monkeypatch):
    """Hands at random, also where the blueprint's is all-in before the real one, or after."""
    monkeypatch.setattr(rest_of_hand, "WORK", {2: 300, 3: 300})
    monkeypatch.setattr(rest_of_hand, "FEWEST", 2)
    player, rng, solved = BlueprintPlayer(path, stack), np.random.default_rng(3), 0
    for number in range(12):
        hand, bot = deal(game_of(stack), rng), number % 2
        while not hand.over:
            seen = hand.observe()
            if hand.betting.player != bot:
                last = min(3, len(seen.actions) - 1)
                hand = hand.after(seen.actions[-1 if number == 5 else int(rng.integers(last + 1))])
                continue
            names = tuple(step.action.name for step in hand.steps)
            held, rules = hand.game.rules.hands[bot].name(seen.hand), hand.game.rules
            board = rules.boards.whole(seen.board)
            answer = player.answer(Question("", names, board, held, DRAWS, bot, stack))
            assert sum(answer.chances.values()) == pytest.approx(1)
            legal = {action.name: action for action in seen.actions}
            assert answer.chances.keys() <= legal.keys()
            hand = hand.after(legal[rng.choice([*answer.chances])])
            solved += answer.again
    assert solved


@pytest.mark.slow
def test_jam_or_fold_is_played_at_equilibrium():
    """Published: at 8 blinds 32o is folded, and aces are jammed and called."""
    for hand, bot, actions, most in (
        ("AsAh", 0, (), "jam"),
        ("3s2h", 0, (), "fold"),
        ("AsAh", 1, ("jam",), "call"),
        ("3s2h", 1, ("jam",), "fold"),
    ):
        answer = JamsOrFolds("", actions, "", hand, (), bot, 8).carry_out(print, bool)
        assert answer.chances[most] > 0.999


PLAYED = """
import sys
from pathlib import Path
from pokerbot.runs.playing import BlueprintPlayer, Question

asked = Question("", (), "", "AsAh", (), 0)
player = BlueprintPlayer(Path(sys.argv[1]))
print(round(sum(player.answer(asked).chances.values()), 6), player.rest.first)
"""


@pytest.mark.slow
@pytest.mark.thinned(2)
@pytest.mark.parametrize("disabled", ["NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS"])
def test_where_numba_does_not_work_it_plays(path, disabled):
    set_so = os.environ | {disabled: "1" if "JIT" in disabled else "0"}
    ran = subprocess.run(
        [sys.executable, "-c", PLAYED, str(path)],
        env=set_so,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout == "1.0 3\n", ran.stderr
