import re
import threading
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from textual.content import Content

from pokerbot.evaluation.breakdown import Breakdown
from pokerbot.evaluation.whole_judge import judges
from pokerbot.games.betting import legal_actions, spoken, start
from pokerbot.games.catalogue import parse_game
from pokerbot.games.rules import decimals_of
from pokerbot.games.spot import Spot
from pokerbot.opponents import session_report
from pokerbot.opponents.career import Chapter
from pokerbot.opponents.opponents import read
from pokerbot.opponents.reviews import MOST_LOST, NEWEST, ReviewedHand, Reviewer, ordered
from pokerbot.play.history.file import append
from pokerbot.play.history.sessions import SessionSummary, summaries
from pokerbot.play.session.drill import spot_at
from pokerbot.play.session.score import Score, Verdict
from pokerbot.strategy import library, storage
from pokerbot.strategy.storage import fingerprint
from pokerbot.tui.app import PokerApp
from pokerbot.tui.career import screen as career_screen
from pokerbot.tui.popups.boxes import TellScreen
from pokerbot.tui.popups.choose_line import ChooseLineScreen
from pokerbot.tui.review import rows as listed
from pokerbot.tui.review.leaks import LeaksScreen, _cells
from pokerbot.tui.review.replay import ReplayScreen
from pokerbot.tui.review.screen import ReviewScreen
from pokerbot.tui.table.screen import TableScreen
from pokerbot.tui.widgets.fitting import COUNTING
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.listing import Listing
from pokerbot.tui.widgets.verdict import decision_lines, split_lines
from tests.play import test_match as match
from tests.play.hands import NOON, played
from tests.play.tables import lopsided
from tests.tui.driving import (
    assert_all_in_sight,
    at_each,
    at_table,
    driven,
    make_app,
    press,
    text,
    until,
)

SIZES = [(40, 15), (120, 40)]


@pytest.fixture(autouse=True)
def few_at_hand(monkeypatch):
    """Only what these tests ask for, lest the lobby read the rest meanwhile."""
    paths = [library.find("kuhn-cfr+"), library.find("leduc-cfr+")]
    monkeypatch.setattr(library, "files", lambda: paths)


def hands(name, count, seed=8, mode="play"):
    """Hands of a session that was played at random against a strategy that is at hand."""
    path = library.find(name)
    game, sha256 = read(path).strategy.game, fingerprint(path)
    return [
        replace(hand, sha256=sha256, opponent=str(path), started=NOON, mode=mode)
        for hand in played(game, count, seed)
    ]


def app_with(data, *sessions):
    for session in sessions:
        append(data / "history.jsonl", *session)
    return make_app()


def worth(strategy, hand, action):
    """What the last decision of Kuhn's player 2 wins on average with each action, by hand."""
    seen = hand.decisions[-1][0]
    prior = {card: 1.0 for card in range(3) if card != seen.hand}
    first = seen.betting.history
    for card in prior:
        opening = replace(seen.betting, histories=("",), player=0)
        key = strategy.game.key(Spot(opening, 0, card))
        prior[card] = strategy.infosets[key][{"b": "bet", "k": "check"}[first]]
    total = sum(prior.values())
    if action == "fold":
        return -1.0
    stake = 2 if action == "call" else 1
    return sum(p * (stake if card < seen.hand else -stake) for card, p in prior.items()) / total


def test_dates_of_earlier_years_have_the_year():
    """A session of two years ago looked like one of this autumn."""
    now, past = hands("kuhn-cfr+", 2), []
    for each in now:
        ended = each.time.replace(year=2024)
        past.append(replace(each, time=ended, started=ended))
    _, lines = listed.table([ReviewedHand(each, None) for each in [*now, *past]], shown=False)
    days = [" ".join(map(str, line)) for line in lines]
    assert ["20 Nov 12:0" in each for each in days] == [True, True, False, False]
    assert ["20 Nov 2024 12:0" in each for each in days] == [False, False, True, True]
    sessions = [SessionSummary(each.started, each, 1) for each in (past[1], now[1])]
    _, this, earlier = listed.group_lines(sessions)
    assert (this[0][:8], earlier[0][:12]) == ("20 Nov 1", "20 Nov 2024 ")


@pytest.mark.slow
async def test_a_match_is_among_the_hands(data):
    """Each of its hands, and the session in the list of what there is to review."""
    kept = match.hands_of(4)
    app = app_with(data, kept)
    async with driven(app) as pilot:
        await press(pilot, "v")
        await until(pilot, lambda: len(app.screen.rows.items) == len(kept))
        made = app.screen.query_one("#made")
        await until(pilot, lambda: "of a match against heads-up-20" in str(made.border_title))
        assert listed.group_lines(app.screen.read.sessions)[1][1] == "heads-up-20, match"
        await press(pilot, "escape", "m")
        await until(pilot, lambda: "won, " in text(app, "#periods"))
        assert app.screen.listing.get_row_at(0)[1].plain == "match"


def test_hands_of_a_match_are_told_in_whole_chips(tmp_path):
    """In the list, in the title and in the list of what there is to review."""
    kept = match.hands_of(2)
    won = [f"{each.result:+d}".replace("-", "−") for each in kept]
    total = f"{sum(each.result for each in kept):+d}".replace("-", "−")
    reviewed = [*map(Reviewer().reviewed, kept)]
    names, lines = listed.table(reviewed, shown=False)
    assert [str(line[names.index("Won")]) for line in lines] == won
    assert f"2 hands against heads-up-20: {total} chips, " in str(next(listed.titles(reviewed)))
    append(tmp_path / "history.jsonl", *kept)
    everything, *_ = listed.group_lines(summaries(tmp_path / "history.jsonl"))
    assert str(everything[3]) == total


@pytest.mark.slow
async def test_a_hand_that_is_dealt_all_in_is_replayed_to_its_end(data):
    """It was shown without a board and with a pot of 0, and listed with the betting *to open*."""
    kept = []
    table = match.table_of(3, keep=lambda table: kept.append(match.record_of(table)))
    match.play_out(table, np.random.default_rng(3))
    table.stacks = [3960, 40]
    table.next_hand()
    app = app_with(data, kept[1:])
    async with driven(app) as pilot:
        await press(pilot, "v")
        await until(pilot, lambda: len(app.screen.rows.items) == 1)
        assert app.screen.rows.get_row_at(0)[-1].plain == "all-in"
        await press(pilot, "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        assert "pot of 80" in text(app, "#status")
        assert "both are all-in" in " ".join(text(app, "#betting").split())
        assert "The river is" in text(app, "#betting")


def test_what_a_hand_gave_away():
    """Kuhn's player 2 facing a bet: what folding or calling is worth, and what either loses."""
    reviewer, found = Reviewer(), 0
    for hand in hands("kuhn-cfr+", 60):
        if hand.person == 1 and hand.hand.betting.histories[0] in ("bf", "bc"):
            strategy = reviewer.opponent(hand).strategy
            seen, action = hand.decisions[-1]
            values = {each: worth(strategy, hand, each) for each in ("fold", "call")}
            (judged,) = reviewer.breakdown(hand).decisions
            assert judged.chips == pytest.approx(values)
            reviewed = ReviewedHand(hand, reviewer.breakdown(hand))
            assert judged.loss == pytest.approx(max(values.values()) - values[action.name])
            assert reviewed.lost == (0 if judged.grade in ("best", "sound") else judged.loss)
            assert [a.name for a in legal_actions(seen.game.rules, seen.betting)] == list(values)
            found += 1
    assert found > 5


def test_the_parts_of_a_result_of_thousands_stand_below_each_other():
    split = Breakdown(1120.0, 98.3339, 0.0, 1022.1661, 0.375, 0.125, ())
    assert [str(line) for line in split_lines(split)] == [
        "seat's value   +98.3339",
        "+ luck       +1022.1661",
        "− mistakes       0.3750",
        "− missed         0.1250",
        "= result     +1120.0000",
    ]


def test_the_title_adds_up_chips_of_one_game_alone():
    """Minus the value of the seats at a spot, where that is known of each hand."""
    spot = Path(__file__).parents[2] / "strategies" / "spots" / "3bet-wet-river.toml"
    split = Breakdown(0, 0, 250.0, 0, 0, 0, ())
    river, kuhn, leduc = (
        [ReviewedHand(replace(each, given=99), split) for each in played(parse_game(spec), 3)]
        for spec in (str(spot), "kuhn", "leduc")
    )

    def told(hands):
        return str(next(listed.titles(hands))).replace("−", "-")

    won = [sum(each.played.won for each in part) for part in (river, kuhn)]
    assert f": {won[0] - 750:+.2f} chips beside value, 0.00" in told(river)
    assert f": {won[1]:+.2f} chips, 0.00" in told(kuhn)
    ungraded = [replace(river[0], breakdown=None), *river[1:]]
    assert f": {won[0]:+.2f} chips, 0.00" in told(ungraded)
    match = [
        replace(each, played=replace(each.played, match=(1300, 700))) for each in (*kuhn, *leduc)
    ]
    assert f": {sum(each.played.won for each in match):+.2f} chips, 0.00" in told(match)
    for mixed in (kuhn + leduc, kuhn + river):
        assert told(mixed).endswith(f": {0:.2f} given away")


def test_only_own_decisions_count():
    reviewer = Reviewer()
    for hand in hands("leduc-cfr+", 20):
        whole = ReviewedHand(hand, reviewer.breakdown(hand))
        later = ReviewedHand(replace(hand, given=len(hand.hand.steps) - 1), whole.breakdown)
        own = hand.hand.steps[-1].player == hand.person
        assert later.decisions == (whole.decisions[-1:] if own else ())
        assert later.lost <= whole.lost


@pytest.mark.slow
def test_no_size_is_left_out_without_a_word():
    """Of many actions the best and the one taken are there, and how many others there are."""
    many = lopsided(parse_game("leduc-nolimit:stack=12"))
    judge = judges(many)[0]
    for taken in legal_actions(many.game.rules, start(many.game.rules)):
        decision = judge.judge(Spot(start(many.game.rules), 0, 1), taken)
        rows = [str(line).removeprefix("▶").split() for line in decision_lines(decision)]
        listed = [row for row in rows if row[-1].endswith("%")]
        *there, more = listed
        assert any(taken.name == " ".join(row[:-3]) for row in there)
        assert more[:2] == ["…", str(len(decision.chips) - len(there))]
        total = sum(float(row[-1].removesuffix("%")) for row in listed)
        assert total == pytest.approx(100, abs=0.5 * len(listed))


@pytest.mark.slow
def test_order():
    reviewed = list(map(Reviewer().reviewed, hands("leduc-cfr+", 30)))
    assert [each.played.number for each in ordered(reviewed, NEWEST)] == list(range(30, 0, -1))
    most = [(round(each.lost, 2), each.played.number) for each in ordered(reviewed, MOST_LOST)]
    assert most == sorted(most, reverse=True)
    assert most[0][0] > 1
    costly = [
        each for each in map(Reviewer().reviewed, hands("leduc-cfr+", 200)) if each.lost > 0.05
    ]
    assert not {each.grade for each in costly} & {"best", "sound"}


def test_no_hand_is_played_again_for_the_sums_and_the_order(monkeypatch):
    """With 20,000 hands a key took a second and more."""
    reviewed = list(map(Reviewer().reviewed, hands("leduc-cfr+", 30)))
    judged = [each.breakdown.decisions for each in reviewed]
    lost = [sum(one.fault for one in decisions) for decisions in judged]

    def again(*_):
        raise AssertionError

    monkeypatch.setattr("pokerbot.play.hand.along", again)
    assert [each.lost for each in reviewed] == pytest.approx(lost)
    assert [each.decisions for each in reviewed] == judged
    *_, title = listed.titles(reviewed)
    assert title.plain.endswith(f"{sum(lost):.2f} lost")
    assert sum(lost) > 1
    assert ordered(reviewed, MOST_LOST)[0].lost == pytest.approx(max(lost))


@pytest.mark.slow
async def test_what_was_missed_is_listed_and_ordered_by(tmp_path):
    """Hands of Kuhn against felix, played at random."""
    history = tmp_path / "history.jsonl"
    for each in hands("felix", 30):
        append(history, each)
    app = PokerApp(1, history=history)
    async with driven(app, (120, 40)) as pilot:
        await press(pilot, "v")
        screen = app.screen
        await until(pilot, lambda: screen.rows.items)
        assert [*screen.read.pages] == [(MOST_LOST, False)]  # the others only when asked for
        orders, missed = [], []
        for _ in range(4):
            orders.append(text(app, "#subtitle"))
            headings = [str(each.label) for each in screen.rows.columns.values()]
            row = [str(cell) for cell in screen.rows.get_row_at(0)]
            missed.append(float(row[headings.index("Missed")]))
            await press(pilot, "o")
        assert orders == ["most lost first", "most missed first", "newest first", orders[0]]
        most = max(each.missed for each in map(Reviewer().reviewed, hands("felix", 30)))
        assert missed[1] == pytest.approx(most, abs=0.005)
        assert most > 0.1


def test_what_was_lost_is_what_the_score_at_the_table_says():
    """Chips won = seats + luck − mistakes holds of the session's sums as of each hand's."""
    path = library.find("leduc-cfr+")
    opponent, session = read(path), hands("leduc-cfr+", 30)
    score = Score(opponent.values)
    for hand in session:
        split = opponent.breakdown(hand.hand, hand.person)
        score.add(hand.person, hand.result)
        losses = tuple(each.loss for each in split.decisions)
        perfect = tuple(each.faultless for each in split.decisions)
        score.judge(Verdict(split.seat_value, losses, perfect))
    lost = sum(each.lost for each in map(Reviewer().reviewed, session))
    assert lost == pytest.approx(score.breakdown[2], abs=1e-9)


def shown_keys(app):
    return [
        binding for line in app.screen.query_one(Keys).lines(app.size.width) for binding in line
    ]


async def opened(pilot, key="v"):
    await press(pilot, key)
    screen = pilot.app.screen
    assert isinstance(screen, ReviewScreen)
    await until(pilot, lambda: screen.rows.items or screen.read.fault)
    await pilot.pause()
    return screen


@pytest.mark.slow
async def test_from_the_lobby_through_the_worst_hand(data):
    session = hands("leduc-cfr+", 12)
    app = app_with(data, session)
    async with driven(app) as pilot:
        screen = await opened(pilot)
        worst = screen.rows.items[0]
        assert "= result" in text(app, "#figures")
        async for width in at_each(pilot, SIZES):
            against = " against leduc-cfr+" if width >= 80 else ""
            assert f"12 hands{against}: " in text(app, "#name")
            assert "replay" in {binding.description.lower() for binding in shown_keys(app)}
        await press(pilot, "down", "enter")
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        async for _ in at_each(pilot, [(40, 15), (80, 24), (100, 32)]):
            assert "esc Back" in str(replay.query_one(Keys).render())
        assert replay.reviewed is screen.rows.items[1]
        await press(pilot, "up")
        assert replay.reviewed is worst
        for decision in worst.decisions:
            assert decision.action in text(app, "#verdict-text")
            assert "Your turn" in text(app, "#betting")
            await press(pilot, "right")
        assert f"{worst.played.result:+.4f}".replace("-", "−") in text(app, "#verdict-text")
        await press(pilot, "left", "s")
        bots = worst.played.hand.held[1 - worst.played.person]
        assert f"the bot {'JQK'[bots]}" in text(app, "#betting")
        async for _ in at_each(pilot, SIZES):
            assert_all_in_sight(app)
        await press(pilot, "enter")
        await drilled(pilot, worst.decisions[-1].infoset)
        await press(pilot, "escape", "down", "escape")
        assert screen.query_one(Listing).cursor_row == 1
        await press(pilot, "escape")
        assert app.screen is not screen


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn-cfr+", "3bet-wet-river-dcfr"])
async def test_on_a_narrow_felt_all_cards_and_seats_are_in_sight(data, name):
    """Of a river the last card was out of sight, and of who acts first only `act`."""
    app = app_with(data, hands(name, 1))
    async with driven(app) as pilot:
        await opened(pilot)
        await press(pilot, "enter")
        assert isinstance(app.screen, ReplayScreen)
        async for _ in at_each(pilot, [(52, 16), (52, 20), (52, 36), (60, 24)]):
            assert_all_in_sight(app)


@pytest.mark.slow
async def test_sessions_to_choose_from(data):
    later = [replace(hand, time=hand.time + timedelta(1)) for hand in hands("leduc-cfr+", 5)]
    practised = hands("kuhn-cfr+", 3, seed=9, mode="practise")
    app = app_with(data, hands("kuhn-cfr+", 4), later, practised)
    async with driven(app) as pilot:
        screen = await opened(pilot)
        assert len(screen.read.reviewed) == 5
        await press(pilot, "u")
        assert isinstance(app.screen, ChooseLineScreen)
        assert [line[1:3] for line in picked(app)] == [
            ["all", "9"],
            ["leduc-cfr+", "5"],
            ["kuhn-cfr+", "4"],
        ]
        await press(pilot, "down", "down", "enter")
        await until(pilot, lambda: len(screen.read.reviewed) == 4)
        await press(pilot, "u", "enter")
        await until(pilot, lambda: len(screen.read.reviewed) == 9)


@pytest.mark.slow
async def test_what_lay_over_the_list_has_changed_nothing_in_it(data):
    """Where one has read to stays."""
    app = app_with(data, hands("leduc-cfr+", 12))
    async with driven(app, (40, 15)) as pilot:
        screen = await opened(pilot)
        made = screen.query_one("#made")
        await until(pilot, lambda: made.max_scroll_y >= 3)

        def read_on():
            """Again where a hand that is described late has it begin at its top."""
            made.scroll_to(y=3, animate=False)
            return made.scroll_y == 3

        await until(pilot, read_on)
        await press(pilot, "question_mark", "escape")
        await until(pilot, lambda: app.screen is screen)
        await pilot.pause()
        assert made.scroll_y == 3


def picked(app):
    return [[str(cell) for cell in line] for line in app.screen.lines]


@pytest.mark.slow
async def test_one_opponent_over_all_sessions_and_its_leaks(data):
    later = [
        replace(hand, time=hand.time + timedelta(1), started=NOON + timedelta(1))
        for hand in hands("kuhn-cfr+", 5)
    ]
    app = app_with(data, hands("kuhn-cfr+", 4), hands("leduc-cfr+", 3), later)
    async with driven(app, (120, 40)) as pilot:
        screen = await opened(pilot)
        await press(pilot, "u")
        lines = [line[:3] for line in picked(app)]
        assert lines[:2] == [["all", "all", "12"], ["all", "kuhn-cfr+", "9"]]
        assert [line[1:] for line in lines[2:]] == [
            ["kuhn-cfr+", "5"],
            ["leduc-cfr+", "3"],
            ["kuhn-cfr+", "4"],
        ]
        await press(pilot, "down", "enter")
        await until(pilot, lambda: len(screen.read.reviewed) == 9)
        listing = screen.query_one(Listing)
        await until(pilot, lambda: "When" in listing.columns)
        assert "Opponent" not in listing.columns
        await press(pilot, "u", "enter")
        await until(pilot, lambda: len(screen.read.reviewed) == 12)
        await until(pilot, lambda: "Opponent" in listing.columns)
        await press(pilot, "l")
        assert {tuple(line) for line in picked(app)} == {("kuhn-cfr+", "9"), ("leduc-cfr+", "3")}
        place = [line[0] for line in picked(app)].index("leduc-cfr+")
        await press(pilot, *["down"] * place, "enter")
        await until(pilot, lambda: isinstance(app.screen, LeaksScreen))
        assert {hand.opponent for hand in app.screen.hands} == {str(library.find("leduc-cfr+"))}


async def drilled(pilot, key):
    """Wait for a drill of exactly one decision, and see that its hands begin there."""
    await until(pilot, lambda: isinstance(pilot.app.screen, TellScreen))
    await press(pilot, "enter")
    table = pilot.app.screen.practice
    assert (table.drill.hands, table.drill.goal) == (10, 8)
    assert table.drill.spots[0].key == key
    assert table.hand.observe().key == key


@pytest.mark.slow
async def test_leaks(data):
    app, lost, reviewer = app_with(data, hands("kuhn-cfr+", 60)), Counter(), Reviewer()
    for hand in hands("kuhn-cfr+", 60):
        for each in ReviewedHand(hand, reviewer.breakdown(hand)).decisions:
            lost[each.infoset, each.action] += each.fault
    async with driven(app) as pilot:
        await opened(pilot)
        await press(pilot, "l")
        leaks = app.screen
        assert isinstance(leaks, LeaksScreen)
        await until(
            pilot, lambda: leaks.query_one(Keys).render().plain.startswith("enter Drill it")
        )
        listing = leaks.query_one(Listing)
        await until(pilot, lambda: listing.row_count)
        rows = listing.items
        apart = rows.index(None) if None in rows else len(rows)
        often, once = rows[:apart], rows[apart + 1 :]
        assert all(row.times > 1 for row in often)
        assert all(row.times == 1 for row in once)
        costs = [round(100 * lost[row.infoset, row.action] / 60, 2) for row in often]
        assert costs == sorted(costs, reverse=True)
        assert costs[0] > 0
        cells = [str(listing.get_cell_at((place, 2))) for place in range(apart)]
        assert [float(cell) for cell in cells] == pytest.approx(costs, abs=0.0051)
        first = listing.items[0]
        assert "chips per hand acting first" in text(app, "#offered")
        await until(pilot, lambda: f"Decisions there: {first.times}." in text(app, "#spelled"))
        card, _, line = first.infoset.partition(":")
        went = f"after {spoken(line)}" if line else "to open"
        assert text(app, "#spelled").startswith(f"You hold {card}; {went}.")
        async for width in at_each(pilot, SIZES):
            await until(pilot, lambda: listing.max_scroll_x == 0)
            shown = [str(column.label) for column in listing.ordered_columns]
            assert shown[:5] == ["At", "Action", "Per 100", "You", "Sound"]
            assert ("95 %" in shown) == (width >= 80)
        await press(pilot, "i")
        assert [str(column.label) for column in listing.ordered_columns][4] == "Its own"
        await press(pilot, "i", "slash", "k", "enter")
        assert {row.infoset[0] for row in listing.items if row} == {"K"}
        assert text(app, "#offered").startswith("All your habits, listed or not, offer")
        await press(pilot, "slash", *"zz")
        assert (listing.row_count, text(app, "#spelled")) == (0, "")
        await press(pilot, "escape")
        assert text(app, "#offered").startswith("All your habits together offer")
        assert listing.items[0] == first
        await press(pilot, "enter")
        await drilled(pilot, first.infoset)
        await press(pilot, "escape")
        assert app.screen is leaks


@pytest.mark.slow
async def test_without_the_opponents_file(data):
    gone = [replace(hand, sha256="cd" * 32) for hand in hands("kuhn-cfr+", 3)]
    app = app_with(data, gone)
    async with driven(app) as pilot:
        screen = await opened(pilot)
        assert "cdcdcdcdcdcd… is not at hand any more" in text(app, "#figures")
        assert str(screen.query_one(Listing).get_cell_at((0, 3))) == "–"
        assert "not graded" in text(app, "#name")
        await press(pilot, "enter")
        assert "not at hand any more" in text(app, "#verdict-text")
        await press(pilot, "escape", "l")
        await until(pilot, lambda: "not at hand" in text(app, "#offered"))


async def test_nothing_played_yet(data):
    app = app_with(data)
    async with driven(app) as pilot:
        await press(pilot, "v")
        await until(pilot, lambda: "No hands yet" in text(app, "#figures"))
        assert "Replay" not in app.screen.query_one(Keys).render().plain
        await press(pilot, "end", "pageup", "up", "enter")
        await pilot.pause()


@pytest.mark.slow
@pytest.mark.parametrize(("spoiled", "told"), [(1, "1 line of the history is"), (3, "3 lines")])
async def test_lines_that_cannot_be_read_are_told(data, spoiled, told):
    """Such as those of a newer pokerbot; once, in the review and the career alike."""
    app, warnings = app_with(data, hands("kuhn-cfr+", 3)), []
    app.notify = lambda text, **options: warnings.append(text)
    lines = (data / "history.jsonl").read_text().splitlines()
    newer = [line.replace('"version": 2', '"version": 9') for line in lines]
    (data / "history.jsonl").write_text("\n".join([*newer[:spoiled], *lines[spoiled:], ""]))
    async with driven(app) as pilot:
        for key in ("v", "m", "v"):
            await press(pilot, key)
            await until(pilot, lambda: f"{3 - spoiled} hand" in text(app, "#name"))
            box = text(app, "#periods" if key == "m" else "#figures")
            assert "No hands yet" not in box
            assert spoiled < 3 or told in box
            await until(pilot, lambda: warnings)
            (warning,) = warnings
            assert warning.startswith(told)
            await press(pilot, "escape")


@pytest.mark.parametrize("unit", ["0.001", "0.02", "1"])
def test_lists_and_the_session_report_tell_a_hundredth_of_the_ante(unit, tmp_path):
    game, file = parse_game(f"kuhn:ante={unit},bet={unit}"), tmp_path / "bot.json"
    storage.save(lopsided(game), file)
    hands = [
        replace(each, sha256=fingerprint(file)) for each in played(game, 40, opponent=str(file))
    ]
    reviewed, near = [*map(Reviewer().reviewed, hands)], 0.0101 * float(unit)
    names, lines = listed.table(reviewed, shown=False)
    for each, line in zip(reviewed, lines, strict=True):
        cells = {name: str(cell).replace("−", "-") for name, cell in zip(names, line, strict=True)}
        assert float(cells["Won"]) == pytest.approx(each.played.won, abs=near)
        assert float(cells["Lost"]) == pytest.approx(each.lost, abs=near)
    dear = [each.lost for each in ordered(reviewed, MOST_LOST)]
    assert all(one > other - near for one, other in pairwise(dear))
    won, lost = re.findall("[+−]?[0-9.]+ ", str(next(listed.titles(reviewed))))[-2:]
    total = sum(each.played.won for each in reviewed)
    assert float(won.replace("−", "-")) == pytest.approx(total, abs=near)
    assert float(lost) == pytest.approx(sum(each.lost for each in reviewed), abs=near)
    chapter = Chapter(hands[0], read(file))
    for each in reviewed:
        chapter.add(each)
    _, _, _, told, sure, lost, _ = map(str, career_screen._cells(chapter, frozenset()))
    figures = [
        float(each) for each in re.findall(r"[-0-9.]+", f"{told} {sure} {lost}".replace("−", "-"))
    ]
    exact = (
        chapter.result,
        *chapter.score.without_luck,
        chapter.overall.lost,
        chapter.overall.margin,
    )
    assert figures == pytest.approx(exact, abs=near)
    assert figures[-2] == pytest.approx(chapter.overall.lost, abs=near / 10)
    costs = {each.played.number: each.lost for each in reviewed}
    luck, worst, drill = session_report.session_report(chapter.score, hands, Reviewer())
    sure = map(float, re.findall(r"[-+]?\d\S+", luck.replace("−", "-")))
    assert [*sure] == pytest.approx(chapter.score.without_luck, abs=near)
    found = re.findall(r"hand (\d+) .*? −([\d.]+)", worst)
    assert {float(lost) > 0 for _, lost in found} == {True}
    for number, lost in found:
        assert float(lost) == pytest.approx(costs[int(number)], abs=near)
    told = re.search(r", ([\d.]+) chips lost", drill)[1]
    assert float(told) > 0
    assert {len(each.partition(".")[2]) for each in (told, *dict(found).values())} == {
        decimals_of(float(unit))
    }


def test_lists_tell_a_raise_by_what_it_is_to():
    """Hands, leaks and what to drill, of a game whose files tell the chips that a raise puts in."""
    game = parse_game("leduc-nolimit:stack=8")
    seen = spot_at(game, "Q:b1r3")
    raised = [*played(game, 40)]
    _, lines = listed.table([ReviewedHand(hand, None) for hand in raised], shown=False)
    told = " ".join(str(betting) for *_, betting in lines)
    assert "raise to " in told
    assert not re.search(r"raise \d", told)
    leak = SimpleNamespace(infoset=seen.key, action="raise 4", observed=1.0, frequency=0.0, times=2)
    price = SimpleNamespace(chips=1.0, interval=None)
    report = SimpleNamespace(
        seen={seen.key: seen}, is_habit=lambda row: False, price=lambda row: price, decimals=2
    )
    assert [str(cell) for cell in _cells(leak, report)][:2] == [
        "  Q · bet 1, raise to 3",
        "raise to 5",
    ]
    own = SimpleNamespace(
        played=SimpleNamespace(hand=SimpleNamespace(game=game), opponent="bot.json"),
        decisions=[SimpleNamespace(infoset=seen.key, action="raise 4")],
    )
    drill = session_report._to_drill([own], "lost", lambda each: 2.0)
    assert drill == "drill: Q · bet 1, raise to 3: raise to 5, 2.00 chips lost the one time"


@pytest.mark.slow
async def test_from_the_table_to_its_own_session(data):
    """It was the last one against that opponent, also before a hand of this one was over."""
    other = hands("kuhn-cfr+", 3, seed=4)
    append(data / "history.jsonl", *other)
    app = make_app(read(library.find("kuhn-cfr+")))
    async with driven(app) as pilot:
        await press(pilot, "v")
        await until(pilot, lambda: "No hand of this session is over" in text(app, "#figures"))
        assert not app.screen.read.reviewed
        await press(pilot, "escape")
        while at_table(app).table.number < 3:
            await press(pilot, "c", "space")
        append(data / "history.jsonl", *other)
        screen = await opened(pilot)
        assert len(screen.read.reviewed) == 2
        assert "kuhn-cfr+" in text(app, "#name")


@pytest.mark.slow
async def test_a_card_that_lies_open_does_so_in_the_list_and_at_the_table(data):
    append(data / "history.jsonl", *hands("kuhn-cfr+", 12))
    app = make_app(read(library.find("kuhn-cfr+")))

    app.study = True

    def said():
        return {binding.description for binding in shown_keys(app)}

    async with driven(app) as pilot:
        table = at_table(app)
        assert table.table.study
        await press(pilot, "v")
        screen = app.screen
        await until(pilot, lambda: screen.read.sessions)
        await press(pilot, "u", "enter")
        cells = screen.query_one(Listing)

        def hidden():
            return any("?" in str(cell) for cell in cells.get_column("Cards"))

        await until(pilot, lambda: cells.row_count == 12 and not hidden())
        await press(pilot, "down", "enter")
        assert "hidden" not in text(app, "#betting")
        await until(pilot, lambda: "Hide card" in said())
        await press(pilot, "s")
        await until(pilot, lambda: "Show card" in said())
        assert "hidden" in text(app, "#betting")
        await press(pilot, "escape")
        await until(pilot, hidden)
        assert cells.cursor_row == 1
        await press(pilot, "escape")
        await until(pilot, lambda: app.screen is table and not table.table.study)
        await press(pilot, "s")
        assert table.table.study


@pytest.mark.slow
async def test_the_name_of_a_file_is_no_markup(data):
    evil = "[red][@click=app.quit]x"
    named = [replace(hand, opponent=f"/{evil}.json") for hand in hands("kuhn-cfr+", 2)]
    app = app_with(data, named)
    async with driven(app, (120, 40)) as pilot:
        screen = await opened(pilot)
        assert evil in Content.from_markup(screen.query_one("#made").border_title).plain
        assert evil in text(app, "#name")
        await press(pilot, "enter")
        assert evil in Content.from_markup(app.screen.query_one("#story").border_title).plain


@pytest.mark.slow
async def test_any_kept_session_is_gone_on_with(data):
    """Not only the last one: the hand that is highlighted says which."""
    later = [
        replace(hand, time=hand.time + timedelta(1), started=NOON + timedelta(1), seed=99)
        for hand in hands("kuhn-cfr+", 2)
    ]
    app = app_with(data, hands("felix", 4), later)
    async with driven(app) as pilot:
        screen = await opened(pilot)
        await press(pilot, "u", "enter")
        await until(pilot, lambda: len(screen.read.reviewed) == 6)
        opponents = [each.played.opponent for each in screen.rows.items]
        place = next(place for place, each in enumerate(opponents) if "felix" in each)
        screen.rows.move_cursor(row=place)
        await press(pilot, "space")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.ready)
        assert app.screen.opponent.name == "felix"
        assert (app.screen.table.score.hands(), app.screen.table.number) == (4, 5)


@pytest.mark.slow
async def test_a_session_without_a_starting_time_is_gone_on_with_from_any_of_its_hands(data):
    """As the first versions wrote them: from its first hand alone it could be."""
    early = [
        replace(hand, started=None, time=hand.time + timedelta(seconds=hand.number))
        for hand in hands("felix", 4)
    ]
    app = app_with(data, early)
    async with driven(app) as pilot:
        screen = await opened(pilot)
        numbers = [each.played.number for each in screen.rows.items]
        screen.rows.move_cursor(row=numbers.index(3))
        await press(pilot, "space")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.ready)
        assert app.screen.table.number == 5


@pytest.mark.slow
async def test_it_counts_the_hands_that_are_judged(data, monkeypatch):
    app = app_with(data, hands("kuhn-cfr+", 60), hands("leduc-cfr+", 9, seed=9))
    go_on, breakdown, judged = threading.Event(), Reviewer.breakdown, []

    def held(self, played):
        if len(judged) == 7:
            go_on.wait(60)
        judged.append(played)
        return breakdown(self, played)

    monkeypatch.setattr(Reviewer, "breakdown", held)
    async with driven(app) as pilot:
        app.push_screen(screen := ReviewScreen(data / "history.jsonl"))
        await until(pilot, lambda: text(app, "#name") == "Judging the hands: 7 of 9 …")
        go_on.set()
        await until(pilot, lambda: screen.read.reviewed)
        await pilot.pause(2 * COUNTING)
        assert "Judging" not in text(app, "#name")


@pytest.mark.slow
async def test_no_session_is_gone_on_with_while_others_are_judged(data, monkeypatch):
    """To look for its opponent's file would end that work, and the hands would never be listed."""
    app = app_with(data, hands("kuhn-cfr+", 3))
    go_on, reviewed = threading.Event(), Reviewer.reviewed

    def held(self, played):
        go_on.wait(60)
        return reviewed(self, played)

    async with driven(app) as pilot:
        screen = await opened(pilot)
        monkeypatch.setattr(Reviewer, "reviewed", held)
        await press(pilot, "u", "enter")
        await until(pilot, lambda: text(app, "#name").startswith("Judging"))
        await press(pilot, "space")
        go_on.set()
        await until(pilot, lambda: not screen.judging)
        assert app.screen is screen


@pytest.mark.slow
async def test_who_reads_on_meanwhile_is_not_taken_to_the_table(data, monkeypatch):
    """The opponent's file may take seconds to find."""
    app, go_on, looked = app_with(data, hands("kuhn-cfr+", 3)), threading.Event(), []

    def slowly(path, _):
        go_on.wait(60)
        looked.append(path)
        return path

    monkeypatch.setattr("pokerbot.tui.review.screen.locate", slowly)
    async with driven(app) as pilot:
        await opened(pilot)
        await press(pilot, "space", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        go_on.set()
        await until(pilot, lambda: looked)
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
