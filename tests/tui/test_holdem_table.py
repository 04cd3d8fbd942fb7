"""A river at the table: its cards, the sizes of its tree, what the coach says."""

import re
from dataclasses import replace
from functools import cache
from threading import Event

import pytest
from textual.widgets import Button, Input

from pokerbot import solve
from pokerbot.errors import InputError
from pokerbot.evaluation.breakdown import UNGRADED
from pokerbot.opponents.opponents import read
from pokerbot.opponents.training import CLOSE, LENGTHS, MODES
from pokerbot.strategy import library
from pokerbot.tui.popups.boxes import TellScreen
from pokerbot.tui.popups.choose_line import ChooseLineScreen
from pokerbot.tui.practise.spots import SpotsScreen
from pokerbot.tui.table.amount import AmountScreen
from tests.tui.driving import (
    assert_all_in_sight,
    at_each,
    at_table,
    buttons,
    driven,
    make_app,
    press,
    shown,
    text,
    until,
    until_in_sight,
    view,
)

FACING_A_BET = ("call", "Call 145"), ("fold", "Fold")


@cache
def river():
    return read(library.find("3bet-wet-river-dcfr"))


@pytest.mark.slow
@pytest.mark.drawn
@pytest.mark.parametrize("size", [(40, 15), (80, 24), (120, 40)])
async def test_every_card_is_drawn_with_its_suit_and_every_size_has_a_key(size):
    app = make_app(river(), seat="first")
    async with driven(app, size) as pilot:
        lines = "\n".join(shown(app))
        assert shown(app)[0].split()[:2] == ["pokerbot", "3bet-wet-river-dcfr"]
        for card in ("T♦", "9♦", "6♥", "Q♣", "7♠"):
            assert card in lines
        own = view(app).you.card
        assert all(own[at] + "♣♦♥♠"["cdhs".index(own[at + 1])] in lines for at in (0, 2))
        labels = [label for name, label in buttons(app).items() if name.startswith("size-")]
        assert [label.split()[:1] for label in labels] == [["1"], ["2"], ["3"]]
        assert all(said in label for said, label in zip(("145", "330", "680"), labels, strict=True))
        assert_all_in_sight(app)
        check, bets = view(app).choices
        two = replace(bets, kind="raise", amounts=(383, 680), actions=bets.actions[:2])
        call, fold = (replace(check, kind=kind, label=said) for kind, said in FACING_A_BET)
        at_table(app).actions.show(replace(view(app), choices=(call, two, fold)))
        await until_in_sight(pilot)
        await press(pilot, "2")
        assert at_table(app).table.hand.steps[0].action.name == "bet 330"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("amounts", "sized_at", "asks"),
    [
        ((383, 500, 680), [200, 120, 80], "r  Raise …"),
        ((20, 40, 60, 100, 150, 200, 300, 400, 680), [200], "r  Raise …"),
        ((383,), [200, 120, 80, 60, 40], None),
    ],
    ids=["three", "nine", "one"],
)
async def test_no_button_is_out_of_sight_when_the_terminal_becomes_small(amounts, sized_at, asks):
    """Sizes that do not fit pushed `fold` off the screen; it was never drawn anew, either."""
    app, sizes = make_app(river(), seat="first"), [(200, 60), (120, 40), (80, 24), (60, 20)]
    async with driven(app, (200, 60)) as pilot:
        check, bets = view(app).choices
        listed = replace(
            bets, kind="raise", amounts=amounts, actions=len(amounts) * bets.actions[:1]
        )
        raises = replace(listed, label="Raise …")
        call, fold = (replace(check, kind=kind, label=said) for kind, said in FACING_A_BET)
        faced = replace(view(app), choices=(call, raises, fold))
        actions = at_table(app).actions
        actions.show(faced)

        def in_sight():
            there = [button.region for button in actions.query(Button) if button.display]
            return all(actions.region.contains_region(each) for each in there)

        async for width in at_each(pilot, [*sizes, (40, 15), (120, 40), (200, 60)]):
            await until(pilot, in_sight)
            said = buttons(app)
            assert (said["call"], said["fold"]) == ("c  Call 145", "f  Fold")
            told = [label.split()[0] for name, label in said.items() if name.startswith("size-")]
            keys = [str(1 + at) for at in range(len(amounts))] if width in sized_at else []
            assert told == keys
            assert said.get("raise") == (None if keys else asks)


@pytest.mark.slow
async def test_no_button_is_out_of_sight_where_a_person_has_given_it_a_long_key():
    app = make_app(river(), seat="first")
    app.set_keymap({"table.call": "ctrl+shift+a", "table.half": "ctrl+shift+u"})
    async with driven(app, (200, 60)) as pilot:
        async for width in at_each(pilot, [(120, 40), (84, 24), (77, 24), (60, 20), (46, 15)]):
            await until_in_sight(pilot)
            assert buttons(app)["check"] == "shift+^a  Check"
            if width == 120:
                sizes = [buttons(app)[f"size-{place}"] for place in range(3)]
                assert [said.split()[0] for said in sizes] == ["1", "shift+^u", "3"]
        await press(pilot, "2")
        assert not at_table(app).table.hand.steps
        await press(pilot, "ctrl+shift+u")
        await until(pilot, lambda: at_table(app).table.hand.steps)
        assert at_table(app).table.hand.steps[0].action.chips == 330


@pytest.mark.slow
async def test_the_pot_is_told_when_the_terminal_becomes_small():
    """As many chips were drawn as there was room for before, and its number was cut off."""
    app = make_app(river(), seat="first")
    async with driven(app, (100, 30)) as pilot:
        assert any("440" in line and "pot" in line for line in shown(app))
        await pilot.resize_terminal(40, 15)
        await until(
            pilot, lambda: any("pot" in line and line.endswith(" 440") for line in shown(app))
        )


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 20), (60, 15), (60, 24)])
async def test_what_is_won_and_left_is_told_where_lines_are_short(size):
    """The result of two long hands was cut off, and with it the chips behind."""
    app, long = make_app(river(), seat="first"), ("queens over sevens", "sevens over queens")
    told = "Your full house, {}, beats its full house, {}.".format(*long)
    told += "\nYou win the pot of 1203 less 30 of rake: +117 chips."
    async with driven(app, size) as pilot:
        you, bot = (replace(side, stack=1500) for side in (view(app).you, view(app).bot))
        at_table(app).felt.show(replace(view(app), status=told, you=you, bot=bot))
        felt = at_table(app).felt.content_region.width + 1

        def seen():
            return " ".join(" ".join(line[:felt] for line in shown(app)).replace("│", " ").split())

        await until(pilot, lambda: told.replace("\n", " ") in seen())
        assert "1st, 1500" in seen()
        assert "2nd, 1500" in seen()
        (middle,) = app.screen.query("#middle .place")
        assert len(middle.children) == 5
        assert all(middle.region.contains_region(card.region) for card in middle.children)


@pytest.mark.slow
async def test_an_amount_that_is_no_size_of_the_tree_is_solved_again(monkeypatch):
    app, asked = make_app(river(), seat="first"), []

    def solver(game, thinker):
        asked.append(game)
        return solve(game, iterations=300, backend="numpy", epsilon=0.002).strategy

    monkeypatch.setattr("pokerbot.tui.table.again.solve_again", solver)
    async with driven(app) as pilot:
        table = at_table(app).table
        await until(pilot, lambda: at_table(app).ready)
        await press(pilot, "k", "b")
        assert isinstance(app.screen, AmountScreen)
        await press(pilot, *"9" * 30, "f")  # Textual's own check of a number never came to an end
        assert app.screen.query_one(Input).value == "9" * 15
        for amount in ("0", "900", "20.5"):
            app.screen.query_one(Input).value = amount
            await press(pilot, "enter")
            assert text(app, "#keys") == "a whole number from 1 to 680"
        app.screen.query_one(Input).value = "200"
        await press(pilot, "enter")
        assert table.hand.steps[0].action.name == "bet 200"
        if at_table(app).again.solving:
            assert at_table(app)._decisions() == ()
        await until(pilot, lambda: len(table.hand.steps) > 1)
        assert asked[0].rules.pot == table.hand.game.rules.pot
        (judged, *_) = at_table(app)._decisions()
        assert judged.action == "bet 200"
        assert judged.grade != UNGRADED


@pytest.mark.slow
async def test_how_long_a_river_takes_to_be_solved_again_is_told(monkeypatch):
    app, done = make_app(river(), seat="first"), Event()

    def solver(game, thinker):
        done.wait()
        return solve(game, iterations=2, backend="numpy", epsilon=0.002).strategy

    monkeypatch.setattr("pokerbot.tui.table.again.solve_again", solver)
    monkeypatch.setattr("pokerbot.tui.table.again.LONG", 0)
    async with driven(app) as pilot:
        screen = at_table(app)
        await until(pilot, lambda: screen.ready)
        await press(pilot, "b")
        app.screen.query_one(Input).value = "200"
        await press(pilot, "enter")
        try:
            told = re.compile(r"Solving this river again … \d+ s of about \d+")
            await until(pilot, lambda: told.search(view(app).status))
            monkeypatch.setattr("pokerbot.tui.table.again.BESIDES", -9)
            await until(pilot, lambda: "s (longer the first time)" in view(app).status)
        finally:
            done.set()
        await until(pilot, lambda: not screen.again.solving)


async def test_one_of_the_cast_plays_its_own_sizes_alone():
    app = make_app(read(library.find("emil")), seat="first")
    async with driven(app) as pilot:
        await press(pilot, "b")
        assert app.screen.query_one("#amount").border_title == "Bet how much?"
        app.screen.query_one(Input).value = "200"
        await press(pilot, "enter")
        assert text(app, "#keys").startswith(
            "not a size of this solution; the nearest are 132 (33%)"
        )
        app.screen.query_one(Input).value = "9999"
        await press(pilot, "enter")
        assert text(app, "#keys").startswith("not a size of this solution; the nearest is 700")


@pytest.mark.slow
async def test_who_was_solved_with_a_floor_plays_its_own_sizes_alone():
    opponent = river()
    algorithm = {**opponent.strategy.algorithm, "floor": {"call": 0.5}}
    held = replace(opponent, strategy=replace(opponent.strategy, algorithm=algorithm))
    app = make_app(held, seat="first")
    async with driven(app) as pilot:
        await press(pilot, "b")
        app.screen.query_one(Input).value = "200"
        await press(pilot, "enter")
        assert text(app, "#keys").startswith("not a size of this solution")


@pytest.mark.slow
async def test_a_bet_that_cannot_be_solved_again_is_taken_back(monkeypatch):
    app = make_app(river(), seat="first")

    def solver(game, thinker):
        raise InputError("out of memory")

    monkeypatch.setattr("pokerbot.tui.table.again.solve_again", solver)
    async with driven(app) as pilot:
        screen = at_table(app)
        await until(pilot, lambda: screen.ready)
        before = screen.table.hand
        await press(pilot, "b")
        app.screen.query_one(Input).value = "200"
        await press(pilot, "enter")
        await until(pilot, lambda: screen.table.hand is before and not screen.again.solving)
        await press(pilot, "1")
        assert screen.table.hand.steps[0].action.name == "bet 145"


@pytest.mark.slow
@pytest.mark.drawn
async def test_the_coach_says_what_a_fault_costs_in_parts_of_the_pot(monkeypatch):
    monkeypatch.setattr("pokerbot.opponents.rests.Rests.to_solve", lambda *_: None)
    app = make_app(river(), seat="first")
    async with driven(app, (120, 40)) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        await press(pilot, "k")
        table = at_table(app)
        for _ in range(12):
            worth = table.opponent.advise(table.table.hand).chips
            worst = min(worth, key=worth.get)
            if max(worth.values()) - worth[worst] > 20 and worst.startswith("bet"):
                break
            while not table.table.hand.over:
                await press(pilot, "c")
            await press(pilot, "space")
        await press(pilot, str(1 + ["bet 145", "bet 330", "bet 680"].index(worst)))
        lost = (max(worth.values()) - worth[worst]) / 440
        await until(pilot, lambda: f"({lost:.1%}" in "\n".join(shown(app)))


@pytest.mark.slow
async def test_a_session_of_close_decisions_begins_where_the_person_acts_and_counts():
    app = make_app()
    async with driven(app) as pilot:
        app.push_screen(SpotsScreen(river()))
        await until(pilot, lambda: isinstance(app.screen, SpotsScreen) and app.screen.costs)
        modes = [app.screen.listing.get_row_at(row)[0].plain for row in range(len(MODES))]
        assert modes == [mode.title for mode in MODES]
        app.screen.listing.move_cursor(row=MODES.index(CLOSE))
        await press(pilot, "enter")
        assert isinstance(app.screen, ChooseLineScreen)
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        assert "In each hand the first decision counts." in text(app, "#ask Static")
        await press(pilot, "enter")
        assert app.screen.query_one("#graded").border_title == "Decisions: the first counts"
        practice = app.screen.practice
        assert practice.drill.hands == LENGTHS[0]
        for _ in range(2):
            assert practice.person_to_act
            chips = sorted(river().advise(practice.hand).chips.values())
            assert chips[-1] - chips[-2] < 0.02 * sum(practice.hand.betting.chips)
            while not practice.hand.over:
                await press(pilot, "c")
            await press(pilot, "space")
        assert "of 2 hands right.\nScore " in practice.summary
