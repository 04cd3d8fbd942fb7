"""The range grid: at every size it says what a decision of the file is, by its own numbers."""

import gc
from dataclasses import replace
from functools import cache

import pytest

from pokerbot.evaluation.node import node
from pokerbot.evaluation.node_hands import OnCard
from pokerbot.games.betting import start
from pokerbot.games.catalogue import make_game
from pokerbot.games.ranges import CARDS, SQUARE, Range, class_of
from pokerbot.games.spot import at_line
from pokerbot.opponents.opponents import read
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import library
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.packed_profile import rounded
from pokerbot.strategy.strategy import Strategy
from pokerbot.tui.grid.screen import BrowserScreen
from pokerbot.tui.ranges import solutions
from pokerbot.tui.ranges.classes import SUITS, classes, marks_by_keys, meant
from pokerbot.tui.ranges.deck import CardPicker
from pokerbot.tui.ranges.line import LineStep
from pokerbot.tui.ranges.others import like_in
from pokerbot.tui.ranges.panel import Totals
from pokerbot.tui.ranges.screen import RangesScreen
from pokerbot.tui.ranges.solutions import Solutions
from pokerbot.tui.ranges.square import CHANGE, ClassSquare
from pokerbot.tui.widgets.keys import Keys
from tests.evaluation.test_node import TURN, random_play
from tests.tui.driving import (
    assert_all_in_sight,
    at_each,
    at_table,
    driven,
    make_app,
    opponent,
    press,
    shown,
    text,
    until,
)

SIZES = [(40, 15), (80, 24), (120, 40)]
RIVER = "3bet-wet-river-dcfr"
POLAR = {
    "board": "2s3h4d 6c 7c",
    "pot": 20,
    "stack": 20,
    "oop.range": "AA",
    "ip.range": "KK",
    "oop.river.bet": "a",
}


@pytest.fixture(autouse=True)
def few_at_hand(monkeypatch):
    """Only what these tests ask for, lest the lobby read the rest meanwhile."""
    monkeypatch.setattr(library, "files", lambda: [library.find(RIVER)])


@cache
def river():
    return read(library.find(RIVER))


@cache
def turn():
    """A turn on which every action has some chance somewhere."""
    game = make_game("holdem", TURN)
    return opponent(game, random_play(game))


def without_rivers(opponent):
    """The opponent as a file without rivers gives it back."""
    strategy, form = opponent.strategy, compile_game(opponent.strategy.game)
    infosets = rounded(form, to_arrays(form, strategy.infosets)).without_last()
    return replace(opponent, strategy=replace(strategy, infosets=infosets))


async def opened(pilot, screen):
    pilot.app.push_screen(screen)
    await until(pilot, lambda: screen.is_mounted and screen.shown)
    await pilot.pause()


async def deck_opened(pilot, screen):
    """Open it, and check until a card is to be picked."""
    await opened(pilot, screen)
    await press(pilot, "c", "c")
    await until(pilot, lambda: screen.deck.has_focus and screen.deck.found)


async def at(pilot, screen, line):
    """Wait until that line is shown."""
    await until(pilot, lambda: screen.shown.node.line == line)
    await pilot.pause()


def offered(screen, key):
    """Whether the line of keys has this one."""
    return any(each.key == key for line in screen.query_one(Keys).lines(80) for each in line)


def pieces(lines):
    """The words, without the frames around them."""
    return " ".join(" ".join(lines).replace("│", " ").replace("▌", " ").split())


@pytest.mark.slow
@pytest.mark.drawn
async def test_a_walk_through_a_river_shows_the_numbers_of_its_decisions():
    screen, expected = RangesScreen(river()), node(RIVER, "check")
    app, kept = make_app(), gc.get_freeze_count()
    async with driven(app) as pilot:
        await opened(pilot, screen)
        assert gc.get_freeze_count() > kept
        await press(pilot, "c")
        await at(pilot, screen, "check")
        await press(pilot, "right", "right")
        async for width in at_each(pilot, SIZES):
            assert_all_in_sight(app)
            lines = shown(app)
            assert "pot 440 check" in pieces(lines)
            assert all(name in pieces(lines) or width == 40 for name in ("AQs", "JJ", "22"))
            for action, often in zip(expected.actions, expected.frequencies, strict=True):
                percent = f"{100 * often:.0f}%" if width == 40 else f"{action} {100 * often:5.1f} %"
                assert " ".join(percent.split()) in pieces(text(app, "#totals").splitlines())
            assert "strategy of ip, to act" in pieces(lines)
            await press(pilot, *["enter"] * (width == 40))
            await pilot.pause()
            told = pieces(text(app, "#hands").splitlines())
            for name in ("AsQs", "AhQh", "AdQd"):
                held = expected.hands[name]
                assert name.translate(SUITS) in told
                for action, chance, ev in zip(
                    expected.actions, held.strategy, held.action_evs, strict=True
                ):
                    assert f"{action} {100 * chance:.0f}% {ev:.2f}" in told
            assert any("A♠Q♠" in line for line in shown(app))
            await press(pilot, *["enter"] * (width == 40))
        await press(pilot, "backspace")
        await at(pilot, screen, "")
    assert gc.get_freeze_count() <= kept


@pytest.mark.slow
@pytest.mark.drawn
async def test_cells_have_the_means_of_their_class_in_every_mode():
    screen, expected = RangesScreen(river()), node(RIVER, "check")
    app = make_app()

    def mean(hands, name, value):
        held = [hands[each] for each in Range(name).hands if each in hands]
        total = sum(each.share for each in held)
        return sum(each.share * value(each) for each in held) / total

    async with driven(app, (120, 40)) as pilot:
        await opened(pilot, screen)
        await press(pilot, "c")
        await at(pilot, screen, "check")
        assert "3 bet 680" in pieces(shown(app))
        corner, *ranks = screen.query_one(ClassSquare).render_line(0)
        assert {corner.style.bgcolor} == {each.style.bgcolor for each in ranks}
        there = [name for row in SQUARE for name in row if {*Range(name).hands} & {*expected.hands}]
        checks = [mean(expected.hands, name, lambda held: held.strategy[0]) for name in there]
        mixed = [f"c {100 * often:.0f}" for often in checks if 0.55 < often < 0.85]
        assert mixed
        assert [each for each in mixed if each not in pieces(shown(app))] == []
        await press(pilot, "i")
        await pilot.pause()
        ev = mean(expected.hands, "QQ", lambda held: held.ev)
        assert f"{ev:.0f}" in pieces(shown(app))
        await press(pilot, "i", "a")
        await pilot.pause()
        assert "equity of oop, waits" in pieces(shown(app))
        equity = mean(expected.waiting, "AA", lambda held: held.equity)
        assert f"{100 * equity:.1f}" in pieces(shown(app)[3:6])
        await press(pilot, "i")
        await pilot.pause()
        assert "weight of oop" in pieces(shown(app))
        held = expected.waiting["AhAd"]
        assert f"A♥A♦ eq. {100 * held.equity:.1f} %" in pieces(shown(app))
        assert "1.000" not in text(app, "#hands")
        assert f"EV {held.ev:.2f}" in text(app, "#hands")
        screen.square.point_at("AQo")
        held = expected.waiting["AhQd"]
        told = f"A♥Q♦  eq. {100 * held.equity:.1f} %  {held.weight:.3f}\n"
        await until(pilot, lambda: told in text(app, "#hands"))


@pytest.mark.slow
@pytest.mark.drawn
async def test_what_a_class_always_does_stays_in_its_cell():
    """A number of three digits beside a letter is as wide as a narrow cell."""
    screen, app = RangesScreen(river()), make_app()
    async with driven(app, (80, 48)) as pilot:
        await opened(pilot, screen)
        await press(pilot, "c", "3")
        await at(pilot, screen, "check, bet 680")
        square = screen.query_one(ClassSquare)
        suited, often = ("".join(each.text for each in square.render_line(y)) for y in (1, 2))
        for name in ("AKs", "A5s", "A4s", "A3s", "A2s"):
            assert node(RIVER, "check, bet 680").hands[f"{name[0]}h{name[1]}h"].strategy[0] > 0.995
            place = suited.index(name)
            assert often[place : place + 4] == "f100"


@pytest.mark.drawn
async def test_an_ev_of_many_chips_is_rounded_to_its_cell_and_not_cut():
    """Aces win the whole pot of 24,690, which does not fit into a cell of three columns."""
    sizes = {"oop.river.bet": "", "oop.range": "AA", "ip.range": "KK"}
    game = make_game("holdem", {**sizes, "board": "2s3h4d 6c 7c", "pot": 24690})
    screen, app = RangesScreen(opponent(game, random_play(game))), make_app()
    async with driven(app, (40, 15)) as pilot:
        await opened(pilot, screen)
        await press(pilot, "i", "down")
        await pilot.pause()
        square = screen.query_one(ClassSquare)
        drawn = ["".join(each.text for each in square.render_line(y)) for y in range(14)]
        assert any(line.startswith("A25k") for line in drawn)


@pytest.mark.slow
@pytest.mark.drawn
async def test_both_ranges_as_curves():
    screen = RangesScreen(river())
    app = make_app()
    async with driven(app) as pilot:
        await opened(pilot, screen)
        await press(pilot, "i", "i", "i", "i")
        async for _ in at_each(pilot, SIZES):
            assert_all_in_sight(app)
            lines = shown(app)
            assert "440 EV" in pieces(lines)
            assert "100 % eq." in pieces(lines)
            assert "oop line, ip dashes" in pieces(lines)
        await press(pilot, "i")
        await until(pilot, lambda: screen.square.has_focus)


@pytest.mark.slow
@pytest.mark.drawn
async def test_another_size_of_the_last_bet_is_put_beside():
    screen = RangesScreen(river())
    app = make_app()
    async with driven(app, (100, 30)) as pilot:
        await opened(pilot, screen)
        await press(pilot, "c")
        await at(pilot, screen, "check")
        await press(pilot, "1")
        await at(pilot, screen, "check, bet 145")
        await press(pilot, "u")
        await until(pilot, lambda: "here, after bet 330 in place of bet 145" in pieces(shown(app)))
        await press(pilot, "enter")
        await until(pilot, lambda: screen.shown.other)
        await pilot.pause()
        before, other = node(RIVER, "check, bet 145"), node(RIVER, "check, bet 330")
        was = 100 * other.frequencies[0]
        assert f"f fold {100 * before.frequencies[0]:.1f} % was {was:.1f} %" in pieces(shown(app))
        ip = before.ev[1] - 145 - (other.ev[1] - 330)  # the bet itself lies in the pot, too
        told = f"change of EV: oop {-ip:+.2f}, ip {ip:+.2f}".replace("-", "−")
        assert told in pieces(shown(app))
        assert screen.shown.change == pytest.approx((-ip, ip))
        await press(pilot, "r")
        await until(pilot, lambda: "beside that after bet 330, raise 680" in pieces(shown(app)))
        await press(pilot, "backspace", "backspace")
        await at(pilot, screen, "check")
        assert screen.shown.other is None


def test_a_bet_of_another_solution_is_the_nearest_size():
    """By parts of its own pot, which is another one there: 75 % is nearer to 60 % than to 100 %.

    In chips 30 would be nearer to 20 than to 12.
    """
    one, two = (
        make_game("holdem", {**TURN, "pot": pot, "stack": 10 * pot, "oop.turn.bet": sizes})
        for pot, sizes in ((40, "75%"), (20, "60%, 100%"))
    )
    at = one.rules, *at_line(one.rules, "bet 30, call / 7s")
    assert like_in(two.rules, *at, {}) == at_line(two.rules, "bet 12, call / 7s")
    assert like_in(two.rules, *at, {0: "bet 20"}) == at_line(two.rules, "bet 20, call / 7s")


@cache
def few_hands(board):
    """What two hands of each seat do on a board, of which a flop has some 2,000 after it."""
    given = {**POLAR, "oop.range": "AsAh,AdAc", "ip.range": "KsKh,JsJh", "board": board}
    game = make_game("holdem", given)
    return opponent(game, random_play(game))


@pytest.mark.parametrize(
    ("board", "line", "there"),
    [
        ("2s3h4d Jc", "check, check / 9c", "2s3h4d 6c 9c"),
        ("2s3h4d Jc", "check", "2s3h4d 6c"),
        ("2s3h4d Jc", "check, check / 6c", None),
        ("2s3h4d", "check", None),
        ("2s3h4d", "check, check / As", None),
        ("2s3h4d 6c 9c", "check", None),
    ],
)
def test_a_spot_whose_board_was_changed_is_compared_card_by_card(board, line, there):
    """It was put beside whatever river had the same number, or, a street apart, ended in an error.

    The solution before has six of clubs as its turn.
    """
    new, old = (few_hands(each) for each in (board, "2s3h4d 6c"))
    together = solutions.Solutions(new, old)
    shown = together.at(LineStep("", *at_line(new.strategy.game.rules, line)))
    if there is None:
        assert shown.other is None
        assert "has no such decision" in together.against(shown)
    else:
        assert (shown.other.node.board, shown.other.node.line) == (there, line)
        assert together.against(shown).endswith(f" on {there}")


def test_the_same_cards_in_another_order_are_no_other_board():
    one, two = (make_game("holdem", {**POLAR, "board": b}) for b in ("2s3h4d6c7c", "7c6c4d3h2s"))
    together = solutions.Solutions(*(opponent(each, random_play(each)) for each in (one, two)))
    shown = together.at(LineStep("", *at_line(one.rules, "check")))
    assert shown.other is not None
    assert " on " not in together.against(shown)


@pytest.mark.parametrize("kept", [True, False], ids=["whole", "without rivers"])
@pytest.mark.parametrize(
    ("card", "why_not"),
    [("Kd", "it rules out all hands of ip"), ("As", "all of oop"), ("Jc", "what is left has As")],
)
def test_a_river_that_cannot_come_in_the_other_solution_has_no_decision_there(card, why_not, kept):
    """The own decision is shown all the same, and on other rivers the other one beside it."""
    pytest.importorskip("numba", reason="to leave rivers out needs numba")
    board = {**POLAR, "board": "2s3h4d 6c", "oop.turn.bet": "a"}
    ip = "KdKh" if card == "Kd" else "AsKs,JcJd"
    own, few = (
        random_play(make_game("holdem", {**board, **ranges}))
        for ranges in ({"ip.range": "KK,JJ"}, {"oop.range": "AsAh,AsQs", "ip.range": ip})
    )
    other = opponent(few.game, few)
    both = opponent(own.game, own), other if kept else without_rivers(other)
    together = solutions.Solutions(*both)

    def after(card):
        return together.at(LineStep("", *at_line(own.game.rules, f"check, check / {card}")))

    assert after(card).node.ev == pytest.approx(node(own, f"check, check / {card}").ev)
    assert after(card).other is None, why_not
    assert "has no such decision" in together.against(after(card))
    assert after("7h").other.node.hands.keys() == {"AsAh", "AsQs"}


@pytest.mark.slow
async def test_no_change_is_shown_where_the_other_solution_has_no_such_decision():
    """Of two that differ in the raise alone: after it there is nothing to compare with."""
    sizes = POLAR | {"oop.river.bet": "50%"}
    raising, calling = (
        opponent(game, random_play(game))
        for game in (make_game("holdem", sizes | {"ip.river.raise": size}) for size in ("a", ""))
    )
    screen, app = RangesScreen(raising, other=calling), make_app()
    async with driven(app) as pilot:
        await opened(pilot, screen)
        screen.mode = CHANGE
        for key, line, known in (("b", "bet 10", True), ("r", "bet 10, raise 20", False)):
            await press(pilot, key)
            await at(pilot, screen, line)
            ((name, there),) = screen.square.classes_shown.items()
            assert (screen.square._text(name, there, 4, None).strip() != "–") == known
            assert text(app, "#subtitle").startswith("change of EV")
        assert "has no such decision" in text(app, "#subtitle")
        await press(pilot, "a")
        assert [each.ev for each in screen.square.classes_shown.values()] == [None]


@pytest.mark.slow
@pytest.mark.drawn
async def test_a_card_is_picked_where_one_is_turned_up():
    screen = RangesScreen(turn())
    app = make_app()
    async with driven(app) as pilot:
        await deck_opened(pilot, screen)
        await until(pilot, lambda: offered(screen, "i"))
        await pilot.pause()
        assert "Which card is turned up?" in pieces(shown(app))
        assert "i Mode" in pieces(shown(app)[-2:])
        for told, value in (
            ("EV of oop", lambda there: there.ev[0] / there.pot),
            ("equity of oop", lambda there: there.equity[0]),
            ("oop bets", lambda there: 1 - there.frequencies[0]),
        ):
            lines = shown(app)
            assert f"{told} by card, %" in pieces(lines[:1])
            row = next(place for place, line in enumerate(lines) if "A♥" in line)
            column = lines[row].index("2♥")
            there = node(turn().strategy, "check, check / 2h")
            assert int(lines[row + 1][column : column + 3]) == round(100 * value(there))
            await press(pilot, "i")
            await pilot.pause()
        there = node(turn().strategy, "check, check / As")
        assert f"A♠ oop EV {there.ev[0]:.2f}, eq. {100 * there.equity[0]:.1f} %" in pieces(
            shown(app)
        )
        deck = next(line for line in shown(app) if "A♦" in line)
        assert "K♦" in deck
        assert "T♦" not in deck
        await press(pilot, *["right"] * 7, "enter")
        await at(pilot, screen, "check, check / 7s")
        await press(pilot, "c")
        await at(pilot, screen, "check, check / 7s / check")
        expected = node(turn().strategy, "check, check / 7s / check")
        assert screen.shown.node.ev == pytest.approx(expected.ev)
        assert "check → check → 7♠ → check" in pieces(shown(app))
        await press(pilot, "c")  # that ends the hand
        assert len(screen.path) == 5
        await press(pilot, "backspace", "backspace")
        await until(pilot, lambda: screen.deck.has_focus)
        await press(pilot, "up", "left", "left", "left")
        for _ in range(2):  # as enter, pressed twice before the first is answered
            screen.turn_up(CardPicker.Picked(CARDS["Ts"]))
        await at(pilot, screen, "check, check / Ts")


@pytest.mark.slow
async def test_a_card_that_leaves_no_two_hands_cannot_be_picked():
    game = make_game("holdem", {**POLAR, "board": "2s3h4d 6c", "ip.range": "KsKh"})
    screen = RangesScreen(opponent(game))
    async with driven(make_app()) as pilot:
        await opened(pilot, screen)
        await press(pilot, "c")
        await at(pilot, screen, "check")
        await press(pilot, "c")
        await until(pilot, lambda: screen.deck.has_focus and screen.deck.found)
        lines = str(screen.deck.render()).splitlines()[2:10:2]
        assert [line.split()[1] for line in lines] == ["·", "·", "K♦", "K♣"]
        await press(pilot, "right", "enter")
        assert len(screen.path) == 3
        await press(pilot, "down", "down", "enter")
        await at(pilot, screen, "check, check / Kd")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kept", "told"),
    [
        (False, "Rivers are not kept: pick one to solve it"),
        (True, "Play never comes to these cards"),
    ],
)
async def test_where_nothing_is_known_of_the_cards_no_numbers_are_told(kept, told):
    pytest.importorskip("numba", reason="to leave rivers out needs numba")
    game = make_game("holdem", {**POLAR, "board": "2s3h4d 6c", "oop.turn.bet": "a"})
    always_bets = Strategy.of(game, lambda _, actions: [0.0] * (len(actions) - 1) + [1.0])
    against = opponent(game, always_bets)
    if not kept:
        against = without_rivers(against)
        flop = make_game("holdem", {**POLAR, "board": "2s3h4d"})
        before = replace(against, strategy=replace(against.strategy, game=flop))
        assert Solutions(before, None).unknown(0) == "Play never comes to these cards", "of a turn"
    screen = RangesScreen(against)
    app = make_app()
    async with driven(app) as pilot:
        await opened(pilot, screen)
        await press(pilot, "c")
        await at(pilot, screen, "check")
        await press(pilot, "c")
        await until(pilot, lambda: told in pieces(shown(app)[:1]))
        await press(pilot, "i")
        assert told in pieces(shown(app)[:1])
        await until(pilot, lambda: not offered(screen, "i"))


@pytest.mark.parametrize("width", [38, 39, 58])
async def test_a_number_below_a_card_is_never_cut(width):
    """In per cent, of a pot of 20: nothing else, a bluff, a much larger bet won, and one lost.

    In the last column 100 has no room if a line of cards just fits.
    """
    last = "…" if width < 39 else "100"
    numbers = ["100", "5", "1k", "−10", last], ["100", "5", "100", "0", last], [100, 75, 100, 0, 75]
    actions = "check", "bet 230"
    cards = {
        "As": OnCard("oop", (20.0, 0.0), (1.0, 0.0), actions, (0.0, 1.0)),
        "Ks": OnCard("oop", (1.0, 19.0), (0.05, 0.95), actions, (0.25, 0.75)),
        "Qs": OnCard("oop", (250.0, -230.0), (1.0, 0.0), actions, (0.0, 1.0)),
        "Js": OnCard("oop", (-2.0, 22.0), (0.0, 1.0), actions, (1.0, 0.0)),
        "2s": OnCard("oop", (20.0, 0.0), (1.0, 0.0), actions, (0.25, 0.75)),
    }
    app = make_app()
    async with driven(app, size=(width + 2, 24)) as pilot:
        deck = CardPicker()
        await app.screen.mount(deck)
        deck.tell(cards, 20.0)
        await pilot.pause()
        for expected in numbers:
            _, _, above, below, *_ = str(deck.render()).splitlines()
            assert len(below) <= deck.size.width
            starts = [above.index(f"{rank}♠") for rank in "AKQJ2"]
            ends = [*starts[1:4], starts[3] + starts[1], width]
            told = [below[start:end] for start, end in zip(starts, ends, strict=True)]
            assert [each.strip() for each in told] == [*map(str, expected)]
            deck.turn()


@pytest.mark.drawn
async def test_all_suits_with_their_numbers_have_room_in_a_flat_terminal(monkeypatch):
    """Also of a card that is clicked, in the last line of cards."""
    clubs = {
        "Ac": OnCard("oop", (10.0, 10.0), (0.5, 0.5), ("check", "bet 10"), (0.0, 1.0)),
        "Kc": OnCard("oop", (17.4, 2.6), (0.5, 0.5), ("check", "bet 10"), (0.0, 1.0)),
    }
    monkeypatch.setattr(Solutions, "on_cards", lambda *_: clubs)
    screen = RangesScreen(turn())
    app = make_app()
    async with driven(app, size=(40, 12)) as pilot:
        await deck_opened(pilot, screen)
        await pilot.pause()
        lines = shown(app)
        place = next(place for place, line in enumerate(lines) if "K♣" in line)
        assert lines[place + 1].split()[:2] == ["50", "87"]
        picked = []
        monkeypatch.setattr(screen.deck, "action_pick", lambda: picked.append(screen.deck.cursor))
        await pilot.click(offset=(lines[place].index("K♣"), place + 1))
        assert picked == [(1, 3)]


@pytest.mark.drawn
async def test_what_is_drawn_while_a_step_is_worked_out_is_the_decision_before():
    """Where fewer actions may follow: at another size all is drawn again meanwhile."""
    screen = RangesScreen(river())
    app = make_app()
    async with driven(app) as pilot:
        await opened(pilot, screen)
        before = screen.shown
        screen.action_sized(1)
        screen.draw()
        screen.take_clicked(Totals.Taken(0))
        assert (screen.shown, len(screen.path)) == (before, 2)
        assert screen.check_action("lock", ()) is False
        await until(pilot, lambda: screen.shown is not before)
        assert screen.check_action("lock", ()) is True


@pytest.mark.slow
@pytest.mark.parametrize("size", [(20, 40), (48, 27), (100, 30)], ids=str)
async def test_a_click_takes_the_action_whose_line_it_is_on_however_narrow(size):
    """The lines above it, or its own, may take several rows."""
    screen = RangesScreen(river())
    async with driven(make_app(), size) as pilot:
        await opened(pilot, screen)
        await pilot.pause()
        totals, last = screen.query_one(Totals), screen.shown.node.actions[-1]
        lowest = totals.content_region.height - 1
        assert await pilot.click(totals, offset=(3, 0))
        assert len(screen.path) == 1
        assert await pilot.click(totals, offset=(3, lowest))
        await pilot.pause()
        assert [step.said for step in screen.path[1:]] == [last]


@pytest.mark.slow
async def test_a_click_moves_the_cursor_to_each_class():
    """To the first one, too."""
    screen = RangesScreen(river())
    async with driven(make_app()) as pilot:
        await opened(pilot, screen)
        square = screen.square
        wide, high = square._cell
        for x, y in ((3, 2), (0, 0)):
            at = square._side + wide * x, square._head + high * y
            assert await pilot.click(square, offset=at)
            await pilot.pause()
            assert square.name_there == SQUARE[y][x]


async def test_a_click_on_what_is_no_longer_there_is_none():
    screen = RangesScreen(river())
    async with driven(make_app()) as pilot:
        await opened(pilot, screen)
        screen.take_clicked(Totals.Taken(len(screen.shown.node.actions)))
        assert len(screen.path) == 1


async def test_what_play_hardly_comes_to_is_said_to_be_untrained():
    """At the second decision; the first is where all hands are."""
    game = make_game("holdem", POLAR)
    seldom = Strategy.of(game, lambda _, does: [0.9999, 0.0001] if does[1:] else [1.0])
    screen, app = RangesScreen(opponent(game, seldom)), make_app()
    async with driven(app) as pilot:
        await opened(pilot, screen)
        assert "untrained" not in text(app, "#totals")
        await press(pilot, "b")
        await at(pilot, screen, "bet 20")
        async for width in at_each(pilot, SIZES[:2]):
            assert "untrained" in text(app, "#totals")
            assert_all_in_sight(app)
            assert ("enter Hands" in "\n".join(shown(app))) == (width == 40)


@pytest.mark.slow
@pytest.mark.drawn
async def test_without_colours_letters_say_the_same(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    screen = RangesScreen(river())
    app = make_app()
    async with driven(app) as pilot:
        await opened(pilot, screen)
        await press(pilot, "c")
        await at(pilot, screen, "check")
        rows = shown(app)[3:16]
        assert rows[0].split()[4:6] == ["333", "ccc"]  # AJs bets all-in, ATs checks
        assert rows[2].split()[2] == "c3"  # KQo, half in the range, mixes
        told = text(app, "#totals").splitlines()
        assert [line.split()[0] for line in told[1:]] == ["c", "1", "2", "3"]


@pytest.mark.parametrize("colours", [False, True])
async def test_without_gaps_every_other_column_of_letters_and_numbers_is_bold(monkeypatch, colours):
    if not colours:
        monkeypatch.setenv("NO_COLOR", "1")
    screen, app = RangesScreen(river()), make_app()
    async with driven(app, (40, 15)) as pilot:
        await opened(pilot, screen)
        await press(pilot, *["i"] * colours)
        row = screen.query_one(ClassSquare).render_line(1)
        told = [part for part in row if part.text.strip(" ·:")][2:]  # the cursor is on the first
        assert {bool(part.style.bold) for part in told} == {True, False}


@pytest.mark.slow
async def test_g_at_the_table_shows_the_decision_at_hand_and_is_a_hint():
    app = make_app(river(), "first")
    async with driven(app) as pilot:
        table = at_table(app)
        await until(pilot, lambda: table.ready and table.table.person_to_act)
        assert not table.table.assisted
        await press(pilot, "g")
        await until(pilot, lambda: isinstance(app.screen, RangesScreen) and app.screen.shown)
        assert app.screen.shown.node.player == "oop"
        hand = table.table.hand
        held = class_of(hand.game.rules.hands[0].name(hand.held[0]))
        assert app.screen.square.name_there == held != "AA"
        assert table.table.assisted
        await press(pilot, "escape")
        assert app.screen is table


@pytest.mark.slow
async def test_g_in_the_lobby_shows_ranges_of_hold_em_and_the_browser_of_other_games():
    app = make_app()
    async with driven(app) as pilot:
        await until(pilot, lambda: app.screen.rows.item)
        await press(pilot, "g")
        await until(pilot, lambda: isinstance(app.screen, RangesScreen) and app.screen.shown)
        app.browse(opponent(make_game("kuhn", {})))
        await until(pilot, lambda: isinstance(app.screen, BrowserScreen))


def test_weights_are_means_over_what_the_board_leaves():
    """Two of three hands that Td leaves of TT, one at half its weight; KK has all six."""
    game = make_game(
        "holdem",
        {**TURN, "oop.range": "ThTs:0.5,TsTc,KK", "ip.range": "2c2d,AsAh"},
    )
    there = node(random_play(game), "")
    found = classes(there.hands, there.board)
    assert found["TT"].weight == pytest.approx(0.5)
    assert found["KK"].weight == pytest.approx(1)
    assert found.keys() == {"TT", "KK"}


def test_the_keys_of_actions():
    facing, sizes = ["fold", "call", "raise 300"], ["check", "bet 10", "bet 20", "bet 55"]
    assert [each.letter for each in marks_by_keys(facing)] == ["f", "c", "r"]
    assert [each.letter for each in marks_by_keys(sizes)] == ["c", "1", "2", "3"]
    assert [each.letter for each in marks_by_keys(["fold", "jam"])] == ["f", "r"]
    kinds = "check,call", "bet", "raise,jam", "fold"
    assert [meant(facing, each) for each in (*kinds, "1")] == [1, None, 2, 0, None]
    assert [meant(["fold", "jam"], each) for each in kinds] == [None, None, 1, 0]
    assert [meant(sizes, each) for each in (*kinds, "1", "3", "4")] == [
        *(0, None, None, None, 1, 3, None)
    ]


@pytest.mark.slow
async def test_jam_or_fold_is_a_square_of_its_classes():
    ines = read(library.find("ines"))
    jams = node(ines.strategy, "")
    async with driven(make_app(turn())) as pilot:
        await until(pilot, lambda: pilot.app.screen_stack)
        pilot.app.browse(ines)
        screen = pilot.app.screen
        assert isinstance(screen, RangesScreen)
        await until(pilot, lambda: screen.shown)
        held = screen.shown.acting
        assert len(held) == 169
        assert {each.weight for each in held.values()} == {1}
        assert held["AKs"].strategy == pytest.approx(jams.hands["AKs"].strategy)
        await press(pilot, "right")
        await until(pilot, lambda: "AKs  eq. " in text(pilot.app, "#hands"))
        worth = text(pilot.app, "#totals").splitlines()[0]
        assert worth.startswith("1st EV ")
        assert len(worth) <= screen.query_one("#totals").content_size.width
        await press(pilot, "r")
        await at(pilot, screen, "jam")
        assert screen.shown.node.player == "second"
        assert not screen.check_action("lock", ())


def test_a_comparison_that_comes_late_does_not_stand_for_the_next_one(monkeypatch):
    """The thread that reads X's decisions is overtaken by a comparison with Y."""
    own, game = turn(), turn().strategy.game
    x = opponent(game, Strategy.of(game, lambda _, actions: [1 / len(actions)] * len(actions)))
    y = opponent(game, Strategy.of(game, lambda _, actions: [1.0] + [0.0] * (len(actions) - 1)))
    made, shown = solutions.nodes_of, solutions.Solutions(own, x)
    here = LineStep("", start(game.rules), 0)

    def nodes_of(strategy, **how):
        if strategy is x.strategy:
            shown.compare_with(y, {})
        return made(strategy, **how)

    monkeypatch.setattr(solutions, "nodes_of", nodes_of)
    assert shown.at(here).other.node.ev == made(x.strategy).at(here.betting, here.board).ev
    assert shown.at(here).other.node.ev == made(y.strategy).at(here.betting, here.board).ev
