import re
from collections import defaultdict
from dataclasses import replace
from threading import Event

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.evaluation import tolerance
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.io.own_files import history_file
from pokerbot.opponents import opponents
from pokerbot.opponents.opponents import made
from pokerbot.opponents.reviews import ReviewedHand, Reviewer, costs_of
from pokerbot.opponents.training import ANY, Trainer
from pokerbot.play.history import sessions
from pokerbot.play.history.file import append, read
from pokerbot.play.session.drill import drill_at
from pokerbot.play.view import words
from pokerbot.strategy import library, storage
from pokerbot.tui.app import PokerApp
from pokerbot.tui.popups.boxes import TellScreen
from pokerbot.tui.practise.screen import HELP, PractiseScreen
from pokerbot.tui.practise.spots import SpotsScreen
from pokerbot.tui.widgets.keys import Keys
from tests.play.hands import played
from tests.play.tables import latest, lopsided
from tests.tui.driving import at_each, driven, make_app, press, shown, take_by_key, text, until
from tests.tui.test_review import hands

SIZES = [(40, 15), (120, 40)]


@pytest.fixture(autouse=True)
def only(monkeypatch):
    """One strategy at hand, so that the lobby's first line is that one."""
    paths = [library.find("leduc-cfr+")]
    monkeypatch.setattr(library, "files", lambda: paths)


@pytest.fixture(scope="module")
def leduc():
    return opponents.read(library.find("leduc-cfr+"))


@pytest.mark.slow
async def test_one_who_adapts_is_practised_against_as_it_is():
    """It answers hands at the table alone, which have a line that says so."""
    kurt = opponents.read(library.find("kurt"))
    app = make_app()
    async with driven(app) as pilot:
        app.push_screen(SpotsScreen(opponents.adapting(kurt.strategy)))
        await until(pilot, lambda: isinstance(app.screen, SpotsScreen) and app.screen.costs)
        await until(pilot, lambda: "Practise all begins" in text(app, "#costs"))
        await press(pilot, "space")
        await until(pilot, lambda: isinstance(app.screen, PractiseScreen) and app.screen.ready)
        await press(pilot, app.screen.view.choices[0].kind[0])
        await pilot.pause(0.2)
    assert app.fault is None


def test_what_play_has_cost(data, leduc):
    """By spot, without hints, without other opponents, and practice apart from play."""
    session, path = hands("leduc-cfr+", 30), data / "history.jsonl"
    elsewhere = [replace(hand, sha256="ab" * 32) for hand in session]
    match = [replace(hand, mode="match") for hand in session]
    hinted = [replace(hand, assisted=True) for hand in session]
    append(path, *session, *elsewhere, *match, *hinted)
    lost, times, reviewer = defaultdict(float), defaultdict(int), Reviewer()
    for hand in session:
        for decision in ReviewedHand(hand, reviewer.breakdown(hand)).decisions:
            lost[decision.infoset] += decision.fault
            times[decision.infoset] += 1
    found = costs_of(path, leduc, Reviewer()).ranking()
    assert {cost.seen.key: cost.lost for cost in found} == pytest.approx(
        {key: each for key, each in lost.items() if each}
    )
    assert all(cost.times == times[cost.seen.key] and not cost.practised for cost in found)
    practised = [replace(hand, mode="practise", given=1) for hand in hands("leduc-cfr+", 10)]
    append(path, *practised)
    after = {cost.seen.key: cost for cost in costs_of(path, leduc, Reviewer()).ranking()}
    assert all(after[cost.seen.key].lost == cost.lost for cost in found)
    assert sum(cost.practised for cost in after.values()) > 0


@pytest.mark.slow
async def test_costs_tell_a_hundredth_of_a_small_ante(tmp_path):
    game, path = parse_game("kuhn:ante=0.001,bet=0.001"), tmp_path / "history.jsonl"
    storage.save(lopsided(game), tmp_path / "bot.json")
    bot = opponents.read(tmp_path / "bot.json")
    append(path, *(replace(each, sha256=bot.sha256) for each in played(game, 40)))
    app = PokerApp(7, history=path, pace=0)
    async with driven(app) as pilot:
        app.push_screen(SpotsScreen(bot))
        await until(pilot, lambda: "In all" in text(app, "#costs"))
        ranking = app.screen.costs.ranking()
        told = float(re.search(r"In all ([0-9.]+)", text(app, "#costs"))[1])
        assert told == pytest.approx(sum(each.lost for each in ranking), abs=1e-5)
        cost = str(app.screen.listing.get_row_at(0)[1])
        assert float(cost) == pytest.approx(ranking[0].cost, abs=1e-5)


async def press_practise(pilot):
    lobby = pilot.app.screen
    await until(pilot, lambda: lobby.rows.item and lobby.rows.item.found)
    await press(pilot, "p")
    await until(pilot, lambda: pilot.app.screen is not lobby)


async def to_spots(pilot):
    await press_practise(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, SpotsScreen)
    await until(pilot, lambda: screen.costs)
    await pilot.pause()
    return screen


async def test_where_nobody_has_a_choice_there_is_nothing_to_practise():
    """Without chips behind both can only check."""
    app = make_app()
    async with driven(app) as pilot:
        spot = make_game("holdem", {"pot": 10, "stack": 0, "oop.river.bet": ""})
        app.go("spots", made(lopsided(spot), "someone"), "first")
        await until(pilot, lambda: isinstance(app.screen, SpotsScreen))
        await until(pilot, lambda: "Looking" not in text(app, "#costs"))
        assert text(app, "#costs") == "nobody has a choice here: there is nothing to practise"
        await press(pilot, "space", "enter")
        assert isinstance(app.screen, SpotsScreen)


@pytest.mark.slow
async def test_practise_what_cost_most(data):
    session, path = hands("leduc-cfr+", 30), data / "history.jsonl"
    append(path, *session)
    app, rng = PokerApp(7, history=path, pace=0), np.random.default_rng(5)
    async with driven(app) as pilot:
        screen = await to_spots(pilot)
        ranking = screen.costs.ranking()
        async for _ in at_each(pilot, SIZES):
            shown = str(screen.listing.get_cell_at((0, 0))).removesuffix("…")
            assert words.spot(ranking[0].seen.game.rules, ranking[0].seen.key).startswith(shown)
            assert "enter Drill it" in screen.query_one(Keys).render().plain
        await press(pilot, "space")
        table = app.screen
        assert isinstance(table, PractiseScreen)
        decisions = 0
        async for _ in at_each(pilot, [*SIZES, (80, 24)]):
            assert table.table.person_to_act
            begun = table.practice.spot
            said = words.spot(begun.game.rules, begun.key)
            assert said in table.query_one("#spot").border_title
            while table.view.net is None:
                choices = table.view.choices
                await take_by_key(pilot, choices[rng.integers(len(choices))].kind[0])
                decisions += 1
            assert "wins" in text(app, "#grades")
            last, graded = table._own(table.table.hand)[-1], table.query_one("#graded")
            assert text(app, "#grades").startswith(f"{last.action}: {last.grade}")
            assert graded.scroll_y == 0
            await press(pilot, "enter")
        await press(pilot, "escape")
        assert app.screen is screen
        practised = {cost.seen.key: cost.practised for cost in screen.costs.ranking()}
        await until(pilot, lambda: screen.listing.row_count == len(practised))
        async for width in at_each(pilot, SIZES):
            assert screen.listing.max_scroll_x == 0
            if width >= 80:
                cells = [str(cell) for cell in screen.listing.get_column("Practised")]
                assert cells == [str(count) for count in practised.values()]
        kept = [hand for _, hand in read(path)][len(session) :]
        assert [(hand.mode, hand.number) for hand in kept] == [("practise", n) for n in (1, 2, 3)]
        assert sum(len(hand.decisions) for hand in kept) == decisions
        assert all(hand.hand.steps[hand.given].player == hand.person for hand in kept)
        assert latest(sessions.summaries(path)).hands == len(session)
        again = {
            cost.seen.key: cost.cost
            for cost in costs_of(path, screen.opponent, Reviewer()).ranking()
        }
        assert again == {cost.seen.key: cost.cost for cost in screen.costs.ranking()}


def test_the_help_tells_from_where_on_a_decision_is_a_fault():
    """The limits by which a spot's decisions and those of other games are judged."""
    told = " ".join(HELP.split())
    assert f"less than {tolerance.UNITS[0]:g} antes" in told
    assert f"at a spot of hold'em {100 * tolerance.LEAST:g} % of the pot; more where" in told


@pytest.mark.slow
@pytest.mark.drawn
async def test_a_hand_is_told_in_full_where_there_is_little_room():
    """Words beside cards are not broken, nor is who wins how much cut off."""
    river = opponents.read(library.find("3bet-wet-river-dcfr"))
    app, sizes = make_app(), [(60, 20), (60, 15), (52, 24), (60, 30), (40, 15)]
    async with driven(app, (60, 20)) as pilot:
        app.practise(river, Trainer(river).drill(ANY, 10), seed=3)
        await press(pilot, "enter")
        assert isinstance(app.screen, PractiseScreen)
        while not app.screen.practice.hand.over:
            async for _ in at_each(pilot, sizes):
                said = "\n".join(shown(app))
                for told in ("The bot", "▶ You", "1st, 680 left", "T♦ 9♦ 6♥ Q♣ 7♠", " 440"):
                    assert told in said
            await press(pilot, "c")
        async for _ in at_each(pilot, sizes):
            status = app.screen.query_one("#status")
            needed = status.get_content_height(status.size, status.size, status.size.width)
            assert status.size.height >= needed


@pytest.mark.slow
async def test_a_spot_is_drilled_and_drilled_again(data):
    path = data / "history.jsonl"
    append(path, *hands("leduc-cfr+", 30))
    app = PokerApp(7, history=path, pace=0)
    async with driven(app) as pilot:
        screen = await to_spots(pilot)
        screen.listing.move_cursor(row=1)
        second = screen.costs.ranking()[1]
        await press(pilot, "enter", "enter")
        drilled, before = app.screen.practice, second.practised
        assert drilled.drill.spots[0] == drilled.spot == second.seen
        while app.screen.view.net is None:
            await take_by_key(pilot, app.screen.view.choices[0].kind[0])
        assert second.practised > before
        app.screen.action_again()
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        await press(pilot, "enter")
        assert app.screen.practice is not drilled
        assert app.screen.practice.costs is screen.costs
        await press(pilot, "escape")
        assert app.screen is screen


@pytest.mark.slow
async def test_a_drill_that_takes_long_to_find_again_is_found_beside_the_screen(leduc):
    """Meanwhile Again does nothing; who looks elsewhere then finds it as it was."""
    app, may_go_on, asked = make_app(), Event(), []
    seen = Trainer(leduc).any_decision(np.random.default_rng(1))

    def renewed():
        asked.append(1)
        assert may_go_on.wait(60)
        may_go_on.clear()
        if len(asked) == 2:
            raise InputError("no decision of that kind comes up")
        return drill

    drill = replace(drill_at(seen), hands=1, goal=1, renewed=renewed)
    async with driven(app) as pilot:
        app.practise(leduc, drill)
        await press(pilot, "enter")
        first = app.screen
        await until(pilot, lambda: first.ready)
        while not first.practice.ended:
            await take_by_key(pilot, first.view.choices[0].kind[0])
        for times in (1, 2, 3):
            await press(pilot, "enter", "enter")
            await until(pilot, lambda times=times: len(asked) == times)
            assert text(app, "#about-spot").endswith("Sitting down …")
            assert "Again" not in first.query_one(Keys).render().plain
            if times == 1:
                await press(pilot, "g")
                assert app.screen is not first
            elif times == 3:
                await press(pilot, "question_mark")
                assert app.screen is not first
            may_go_on.set()
            if times < 3:
                await until(pilot, lambda: not first._finding)
            if times == 1:
                await press(pilot, "escape")
            assert app.screen is first or times == 3
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        assert first not in app.screen_stack
        await press(pilot, "enter")
        assert isinstance(app.screen, PractiseScreen)
        assert app.screen.practice.number == 1
    assert app.fault is None
    assert len(asked) == 3


@pytest.mark.slow
async def test_with_nothing_played_hands_begin_anywhere():
    app = make_app()
    async with driven(app) as pilot:
        await to_spots(pilot)
        assert "Against this one nothing has cost you" in text(app, "#costs")
        await press(pilot, "enter")
        assert "No decision of yours was judged here" in text(app, "#about-spot")
        await press(pilot, "h", "d", "k", "p")
        assert not app.screen.table.assisted
        assert isinstance(app.screen, PractiseScreen)
        await press(pilot, "v")
        assert isinstance(app.screen, PractiseScreen)
        await press(pilot, "escape", "enter")
        assert isinstance(app.screen, PractiseScreen)


@pytest.mark.slow
async def test_each_visit_has_hands_of_its_own_and_a_seed_repeats_them(leduc):
    async def seeds(app):
        found = []
        async with driven(app):
            for _ in range(3):
                screen = SpotsScreen(leduc)
                await app.push_screen(screen)
                found.append(screen.seed)
        return found

    found = await seeds(make_app())
    assert len(set(found)) == 3
    assert await seeds(make_app()) == found
    assert not set(await seeds(PokerApp(8, history=history_file()))) & set(found)


async def test_a_history_that_cannot_be_read(data):
    (data / "history.jsonl").mkdir(parents=True)
    app = make_app()
    async with driven(app) as pilot:
        await press_practise(pilot)
        await until(pilot, lambda: "is not a file" in text(app, "#costs"))
        await press(pilot, "space")
        assert isinstance(app.screen, SpotsScreen)
