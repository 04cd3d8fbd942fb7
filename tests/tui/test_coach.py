"""The coach: a key has it speak after each decision, of chips and never of the bot's card."""

import re
from dataclasses import replace

import numpy as np
import pytest

from pokerbot.evaluation.references import reference_for
from pokerbot.evaluation.whole_judge import judges
from pokerbot.games.actions import Action
from pokerbot.games.betting import start
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.opponents.finding import choose
from pokerbot.opponents.opponents import read
from pokerbot.opponents.reasons import why
from pokerbot.opponents.reviews import remark
from pokerbot.play.session.dice import names_as_shown
from pokerbot.strategy import library
from pokerbot.tui.widgets.coach import Coach
from tests.play.tables import lopsided
from tests.solvers.cases import SPOTS
from tests.tui.driving import (
    SIZES,
    assert_all_in_sight,
    at_table,
    driven,
    make_app,
    opponent,
    press,
    shown,
    until,
    view,
)

LEDUC = parse_game("leduc")

pytestmark = pytest.mark.drawn


def said(app):
    """The coach's lines; None while it is silent."""
    coach = app.screen.query_one(Coach)
    return str(coach.render()).split("\n") if coach.display else None


def _rows(app):
    """A line for each action, as the coach says them."""
    return [line for line in said(app) if re.match(r"[a-z]+( \d+)? +[+−]\d.*[%–]$", line)]


def bar_of(line):
    """The eighths of a character that a line's bar has."""
    return sum(8 if char == "█" else " ▏▎▍▌▋▊▉".index(char) for char in line[15:-6])


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES[:1], ids=str)
async def test_it_speaks_after_each_decision_in_what_each_action_wins(size):
    app, strategy = make_app(opponent(LEDUC, lopsided(LEDUC))), lopsided(LEDUC)
    reference, rng = reference_for(strategy), np.random.default_rng(60)
    judge = judges(strategy, reference)

    seen = set()
    async with driven(app, size) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        await press(pilot, "k")
        for _ in range(14):
            table, choices = at_table(app).table, view(app).choices
            hand, person = table.hand, table.person
            actions = [step.action for step in hand.steps]
            judged = judge[person].judged(hand.held[person], hand.final_board, actions)
            split = judge[person].split(judged, 0)
            lines = said(app)
            if not split.decisions:
                assert " ".join(lines).startswith("The coach is watching.")
            rounds = [0, *(decision.round for decision in split.decisions)]
            for before, decision in zip(rounds, split.decisions, strict=False):
                if decision.round > before and decision is not split.decisions[0]:
                    assert lines.pop(0) == f"Round {decision.round + 1}"
                grade = decision.grade
                heading = lines.pop(0)
                assert heading.startswith(f"{decision.action}: {grade}")
                if grade == "sound":
                    while not heading.endswith("more"):
                        heading += f" {lines.pop(0)}"
                    assert heading == f"{decision.action}: {grade}{remark(decision)}"
                seen.add(grade)
                assert (columns := lines.pop(0)).split() == ["wins", "sound"]
                best = max(decision.chips.values())
                for action in names_as_shown(decision.chips):
                    line, chips = lines.pop(0), decision.chips[action]
                    assert ("▶" in line) == (action == decision.action)
                    line = line.replace("▶", " ")
                    assert line.split()[0] == action
                    assert float(
                        line[: columns.index("wins") + 4].split()[1].replace("−", "-")
                    ) == pytest.approx(chips, abs=5e-3)
                    infosets = reference.infosets[decision.infoset]
                    assert line.endswith((f" {infosets[action]:.0%}", " –"))
                    assert bool(bar_of(line)) == (best - chips >= decision.least)
                    assert 23 <= len(line) <= max(24, app.screen.query_one(Coach).size.width)
                reason = why(decision)
                assert reason
                while reason:
                    line = lines.pop(0).rstrip()
                    assert reason.startswith(line)
                    reason = reason.removeprefix(line).lstrip()
            await pilot.pause()
            assert_all_in_sight(app)
            assert app.screen.query_one(Coach).size.height == max(1, len(said(app)))
            await press(pilot, choices[rng.integers(len(choices))].kind[0] if choices else "space")
    assert seen >= {"best", "sound"}


@pytest.mark.slow
async def test_the_key_turns_it_on_and_off_and_changes_nothing_else():
    app = make_app(opponent(LEDUC), seat="first")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        assert said(app) is None
        await press(pilot, "b")
        hand = at_table(app).table.hand
        assert said(app) is None
        await press(pilot, "k")
        assert said(app)[0].startswith("bet: ")
        await press(pilot, "k")
        assert said(app) is None
        assert at_table(app).table.hand is hand


@pytest.mark.slow
async def test_its_pages_turn_by_keys():
    """Small, what it says of two decisions is more than there is room for."""
    app = make_app(opponent(LEDUC), seat="first")
    async with driven(app, (40, 15)) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        await press(pilot, "k", "c")
        while not at_table(app).table.hand.over:
            await press(pilot, "c")
        story = app.screen.query_one("#story")
        await until(pilot, lambda: story.scroll_y > 2 * story.size.height)
        await pilot.pause()
        await press(pilot, *["pageup"] * 9)
        assert story.scroll_y == 0
        await press(pilot, *["pagedown"] * 9)
        assert story.scroll_y == story.max_scroll_y


@pytest.mark.slow
async def test_it_waits_for_the_judges():
    app = make_app(opponent(LEDUC), seat="first")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        at_table(app).ready = False
        await press(pilot, "k", "b")
        assert " ".join(said(app)).startswith("The coach is watching.")
        at_table(app).judge_hands()
        assert said(app)[0].startswith("bet: ")


@pytest.mark.slow
async def test_what_it_says_does_not_depend_on_the_bots_card():
    app, heard = make_app(opponent(LEDUC, lopsided(LEDUC)), seat="first"), set()
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        table = at_table(app).table
        dealt = table.hand
        await press(pilot, "k")
        for bot in range(3):
            table.hand = replace(dealt, held=(1, bot), final_board=1).after(Action("check"))
            at_table(app)._show_panel()
            await until(pilot, lambda: said(app)[0].startswith("check: "))
            heard.add(tuple(said(app)))
    assert len(heard) == 1


@pytest.fixture(scope="module")
def of_many_actions():
    """One whose game has more actions than there are lines; the best is not often taken."""
    game = parse_game("leduc-nolimit:stack=10")
    return opponent(game, lopsided(game, 9))


async def test_a_raise_is_told_by_what_it_is_to():
    """As the buttons do; the names of no-limit Leduc's actions have the chips that it puts in."""
    game = parse_game("leduc-nolimit:stack=8")
    app = make_app(opponent(game, lopsided(game)), seat="first")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        await press(pilot, "k")
        screen = at_table(app)
        hand = screen.table.hand
        for wanted in ("bet 1", "raise 2"):
            hand = hand.after(next(a for a in hand.observe().actions if a.name == wanted))
        screen.table.hand = hand
        screen.action_hint()
        screen._show_panel()
        await until(pilot, lambda: any(line.startswith("Hint") for line in said(app)))
        totals = {int(raised) for line in _rows(app) for raised in re.findall(r"raise (\d+)", line)}
        assert 7 in totals <= {3, 4, 5, 6, 7}
        screen.table.hand = hand.after(hand.observe().actions[-1])
        screen._show_panel()
        await until(pilot, lambda: any(line.startswith("raise 7: ") for line in said(app)))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 30)], ids=str)
async def test_of_many_actions_it_names_the_taken_and_the_best(size, of_many_actions):
    app = make_app(of_many_actions, seat="first")
    async with driven(app, size) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        await press(pilot, "k")
        table = at_table(app).table
        dealt = table.hand
        for action in dealt.observe().actions:
            table.hand = dealt.after(action)
            at_table(app)._show_panel()
            told = f"{action.name}: "
            await until(pilot, lambda told=told: (said(app) or [""])[0].startswith(told))
            await until(pilot, lambda: app.screen.query_one(Coach).size.width)  # it has its place
            await until(pilot, lambda: (len(_rows(app)) > 6) == (size[1] == 30))
            ((decision,), lines) = at_table(app)._decisions(), said(app)
            (more,) = (line for line in lines if line.startswith("… "))
            shown = {re.match(r"[a-z]+( \d+)?", line)[0] for line in _rows(app)}
            worth = decision.chips
            others = worth.keys() - shown
            assert action.name in shown
            least = min(worth[name] for name in shown - {action.name})
            assert least >= max(worth[name] for name in others)
            assert more.startswith(f"… {len(others)} more ")
            assert more.endswith(f" {sum(decision.sound[name] for name in others):.0%}")


@pytest.mark.slow
async def test_perfect_play_has_no_mistakes():
    app = make_app(choose("kuhn").read(), seat="first")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        await press(pilot, "k")
        for _ in range(6):
            table = at_table(app).table
            card = table.hand.held[0]
            while not table.hand.over:
                facing = table.hand.betting.to_call
                await press(pilot, ("f" if card < 2 else "c") if facing else "c")
            graded = [line for line in said(app) if ": " in line]
            assert graded[0].startswith("check: best")
            await press(pilot, "space")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(40, 15), (80, 24)], ids=str)
async def test_the_last_grade_is_in_sight(size):
    app = make_app(opponent(LEDUC), seat="second")
    async with driven(app, size) as pilot:
        screen = at_table(app)
        await press(pilot, "k")
        await until(pilot, lambda: screen.ready)
        story = screen.panel.story
        coach = story.coach
        rng = np.random.default_rng(61)
        while len(said(app)) <= story.size.height:
            choices = screen.view.choices
            key = choices[rng.integers(2)].kind[0] if choices else "space"
            await press(pilot, key)
            await pilot.pause()

        def seen() -> bool:
            line = coach.virtual_region.y + coach.newest - story.scroll_offset.y
            return 0 <= line < story.size.height

        await until(pilot, seen)


async def face_a_bet(pilot, app):
    """Second to act with a king against a jack, which has bet."""
    await until(pilot, lambda: at_table(app).ready)
    table = at_table(app).table
    opened = replace(table.hand, held=(0, 2), steps=(), betting=start(table.game.rules))
    table.hand = opened.after(Action("bet", 1))


@pytest.mark.slow
async def test_on_a_small_screen_the_grade_and_what_is_best_are_in_sight():
    """Kuhn, facing a bet with a king: where the table of actions has no room, words say it."""
    app = make_app(choose("felix").read(), seat="second")
    async with driven(app, (40, 15)) as pilot:
        await face_a_bet(pilot, app)
        await press(pilot, "k", "f")
        told = "wins −1.00; best: call +2.00"
        await until(pilot, lambda: any(told in line for line in shown(app)))
        assert any(line.strip().startswith("fold: blunder, −3.00") for line in shown(app))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: not any(told in line for line in shown(app)))


async def test_a_bar_is_what_is_lost_and_never_how_often_a_faulty_opponent_does_a_thing():
    """Kuhn, facing a bet with a king: felix folds none, nor does anyone; a fold costs 3 chips."""
    app = make_app(choose("felix").read(), seat="second")
    async with driven(app) as pilot:
        await face_a_bet(pilot, app)
        await press(pilot, "h")
        await until(pilot, lambda: said(app)[1].split() == ["wins", "lost", "sound"])
        _, _, *rows = said(app)[:4]
        assert said(app)[0].rstrip() == "Hint  call: +3.00 better"
        (call, fold) = rows
        assert call.split() == ["call", "+2.00", "100%"]
        assert (fold.split()[:2], fold.split()[-1]) == (["fold", "−1.00"], "0%")
        assert (bar_of(call), bar_of(fold)) == (0, 8 * len(fold[15:-6]))


@pytest.mark.slow
async def test_a_hint_says_what_is_as_good():
    """Kuhn against an equilibrium: to bet or to check a jack first wins the same."""
    app = make_app(choose("kuhn-gxfp").read(), seat="first")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        table = at_table(app).table
        table.hand = replace(table.hand, held=(0, 2), steps=(), betting=start(table.game.rules))
        await press(pilot, "h")
        await until(pilot, lambda: said(app)[0].rstrip() == "Hint  check or bet: as good")
        assert not any(bar_of(row) for row in _rows(app))
        assert "the same here" in " ".join(said(app))


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["jam-or-fold:stack=7", "leduc", "von-neumann:hands=5", "river"])
async def test_a_hint_of_every_kind_of_game(spec):
    """Also where cards that nobody sees decide, as after an all-in before the flop."""
    app = make_app(opponent(parse_game(SPOTS.get(spec, spec))), seat="first")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        await press(pilot, "h")
        await until(pilot, lambda: said(app)[0].startswith("Hint"))


@pytest.mark.slow
async def test_a_hint_where_there_is_but_one_action():
    """A spot may let a player do nothing but check."""
    spot = {"board": "2s3h4d6c7c", "pot": 20, "stack": 10, "oop.range": "AsAh", "ip.range": "KsKh"}
    game = make_game("holdem", {**spot, "oop.river.bet": "", "ip.river.bet": "a"})
    app = make_app(opponent(game), seat="first")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        await press(pilot, "h")
        await until(pilot, lambda: said(app)[0].rstrip() == "Hint  check is all there is")
        await press(pilot, "c")
        await until(pilot, lambda: at_table(app).ready and at_table(app).table.score.hands())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["leduc-cfr+", "3bet-wet-river-dcfr"])
async def test_a_terminal_of_40_by_12_has_room_for_a_hint_and_a_grade(name):
    """The cards gave them no line: a hint was counted and not seen, at the table and in drills."""
    app = make_app(read(library.find(name)))
    async with driven(app, (40, 12)) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        await press(pilot, "h")
        await until(pilot, lambda: any(line.startswith(" Hint  ") for line in shown(app)))
        assert_all_in_sight(app)
        await press(pilot, "escape", "p")
        await until(pilot, lambda: getattr(app.screen, "costs", None) is not None)
        await press(pilot, "space")
        await until(pilot, lambda: getattr(app.screen, "ready", False))
        action = view(app).choices[0].actions[0]
        await press(pilot, view(app).choices[0].kind[0])
        graded = f" {action.name}: "
        await until(pilot, lambda: any(line.startswith(graded) for line in shown(app)))
