"""Streets that were solved again: the ranges of a hand, its replay and its session."""

from pokerbot import solve
from pokerbot.opponents.opponents import made
from pokerbot.opponents.reviews import ReviewedHand, Reviewer
from pokerbot.tui.places import PLACES
from pokerbot.tui.practise.screen import PractiseScreen
from pokerbot.tui.ranges.screen import RangesScreen
from tests.opponents.test_rests import POLAR, RAISED, raised, solver
from tests.tui.driving import at_table, drive, make_app, press, until


def polar():
    return made(solve(POLAR, iterations=400, backend="numpy").strategy, "polar")


def by_numpy(game, thinker):
    return solver(game)


async def bet(pilot, screen, amount):
    """Bet an amount of one's own, and wait for what is solved again."""
    await press(pilot, "b", *str(amount), "enter")
    await until(pilot, lambda: not screen.again.solving and not screen.table.bot_to_act)


def test_the_ranges_are_those_of_the_street_that_was_solved_again(monkeypatch):
    monkeypatch.setattr("pokerbot.tui.table.again.solve_again", by_numpy)
    app = make_app(polar(), seat="first")

    async def scenario(pilot):
        screen = at_table(app)
        await until(pilot, lambda: screen.ready)
        await bet(pilot, screen, 10)
        await press(pilot, "g")
        await until(pilot, lambda: isinstance(app.screen, RangesScreen) and app.screen.shown)
        assert app.screen.shown.node.actions == ("check", "bet 10", "bet 20")

    drive(app, scenario)


def test_a_replayed_decision_after_a_size_of_ones_own_is_drilled_from_before_that():
    opponent = made(solve(RAISED, iterations=400, backend="numpy").strategy, "raiser")
    kept, solved = raised(opponent)
    reviewer = Reviewer(opponent, solved[0].opponent)
    app = make_app()

    async def scenario(pilot):
        hands = [ReviewedHand(kept, reviewer.breakdown(kept))]
        app.push_screen(PLACES["replay"].open(reviewer, hands, 0))
        await pilot.pause()
        await press(pilot, "right", "enter")
        await until(pilot, lambda: len(app.screen_stack) == 4)
        drill = next(each for each in app.screen_stack if isinstance(each, PractiseScreen))
        assert drill.practice.spot.key == "JsJh:k"

    drive(app, scenario)
