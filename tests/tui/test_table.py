from dataclasses import replace

import numpy as np
import pytest
from textual.command import CommandPalette
from textual.widgets import Input

from pokerbot import solve
from pokerbot.games.cards import names_in
from pokerbot.games.catalogue import FAMILIES, Family, parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.opponents.finding import choose
from pokerbot.opponents.opponents import read
from pokerbot.opponents.reasons import why
from pokerbot.opponents.reviews import Reviewer
from pokerbot.opponents.win_share import STAR, beaten, win_share_against
from pokerbot.play.hand import replayed
from pokerbot.play.history.file import append
from pokerbot.play.view.amounts import fixed
from pokerbot.strategy import library, storage
from pokerbot.tui.app import PokerApp
from pokerbot.tui.lobby.screen import LobbyScreen
from pokerbot.tui.palette import Commands
from pokerbot.tui.popups.choose_line import ChooseLineScreen
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.table.amount import AmountScreen
from pokerbot.tui.table.screen import TableScreen
from pokerbot.tui.widgets.card import PIPS, SIGNS, Card
from pokerbot.tui.widgets.chart import ResultChart
from pokerbot.tui.widgets.coach import Coach
from pokerbot.tui.widgets.felt import FEW, GROWS, draw_chips
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.panel import Statistics
from tests.opponents.test_win_share import hands, players
from tests.play.tables import GAMES, IDS, NO_LIMIT, uniform
from tests.tui.driving import (
    SIZES,
    assert_all_in_sight,
    at_each,
    at_table,
    buttons,
    driven,
    make_app,
    opponent,
    press,
    shown,
    take_by_key,
    text,
    until,
    until_in_sight,
    view,
)

KUHN, LEDUC = parse_game("kuhn"), parse_game("leduc")
SMALLEST = (40, 15)
BY_SIZE = pytest.mark.parametrize("size", SIZES, ids=str)


@pytest.mark.slow
@pytest.mark.parametrize(("place", "game"), list(enumerate(GAMES)), ids=IDS)
async def test_hands_of_every_game_by_keys(place, game):
    """At a size each, and with all games at every size."""
    app, rng = make_app(opponent(game)), np.random.default_rng(place)
    async with driven(app, [SMALLEST, *SIZES][place % 3]) as pilot:
        while view(app).net is None:
            choices, steps = view(app).choices, at_table(app).table.hand.steps
            choice = choices[rng.integers(len(choices))]
            await take_by_key(pilot, {"jam": "r"}.get(choice.kind, choice.kind[0]))
            await pilot.pause()
            assert at_table(app).table.hand.steps[len(steps)].action.kind == choice.kind
            assert_all_in_sight(app)
        await press(pilot, "space")
        assert at_table(app).table.score.hands() == 1


@pytest.mark.slow
@BY_SIZE
async def test_cards_are_whole_beside_all_keys(size, tmp_path):
    """The hint's key comes a moment after the table, when it is known what it says."""
    app = PokerApp(7, opponent(LEDUC), "first", 0, history=tmp_path / "history.jsonl")
    async with driven(app, size) as pilot:
        keys = app.screen.query_one(Keys)

        def laid_out():
            lines = str(keys.render()).split("\n")
            return "h Hint" in lines[0] and keys.size.height == len(lines)

        await until(pilot, laid_out)
        assert_all_in_sight(app)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "hands"), [(KUHN, 4), (LEDUC, 2)], ids=["kuhn", "leduc"])
async def test_hands_by_buttons(game, hands):
    app, rng = make_app(opponent(game)), np.random.default_rng(52)
    async with driven(app) as pilot:
        while at_table(app).table.score.hands() < hands:
            shown = list(buttons(app))
            assert await pilot.click(f"#{shown[rng.integers(len(shown))]}")
        session = at_table(app).table.score
        assert session.hands(0) == session.hands(1) == hands / 2
        title = app.screen.query_one("#session").border_title
        assert title == f"{hands} hands, in chips"


@pytest.mark.slow
@pytest.mark.parametrize("deals", ["space", "enter"])
async def test_only_what_is_legal_is_shown_and_works(deals):
    app = make_app(opponent(KUHN), seat="first")
    async with driven(app) as pilot:
        assert buttons(app) == {"check": "c  Check", "bet": "b  Bet 1"}
        before = at_table(app).table.hand
        await pilot.press("f", "r", deals)
        assert at_table(app).table.hand is before
        await pilot.press("b")
        assert buttons(app) == {"next": "space  Next hand"}
        over = at_table(app).table.hand
        await pilot.press("c", "b", "f")
        assert at_table(app).table.hand is over
        await pilot.press(deals)
        assert view(app).number == 2


@pytest.mark.slow
async def test_the_screen_shows_what_the_view_says_and_hides_the_bots_card():
    app, rng = make_app(opponent(LEDUC)), np.random.default_rng(53)
    ends = set()
    async with driven(app) as pilot:
        while len(ends) < 2 or view(app).number < 15:
            seen, hand = view(app), at_table(app).table.hand
            bot, middle, you = (app.screen.query_one(f"#{row}").query_one(Card) for row in ROWS)
            assert bot.label == (LEDUC.rules.deck.label(bot_card(app)) if hand.showdown else None)
            assert you.label == seen.you.card
            assert middle.label == seen.board
            assert text(app, "#status") == seen.status
            told, _, coach = text(app, "#betting").partition("\nk  ")
            assert told == ("\n".join(seen.betting) or "The antes are in.")
            assert bool(coach) == (not seen.session.hands)  # a newcomer learns of it
            if hand.over:
                ends.add(hand.showdown)
            letters = [choice.kind[0] for choice in seen.choices] or ["space"]
            await press(pilot, letters[rng.integers(len(letters))])


ROWS = ("bot", "middle", "you")


def bot_card(app):
    table = at_table(app).table
    return table.hand.held[1 - table.person]


@pytest.mark.slow
async def test_the_bot_takes_its_time_and_goes_on_after_a_visit_to_the_lobby():
    app = make_app(opponent(KUHN), seat="second", pace=60)
    async with driven(app) as pilot:
        table = at_table(app).table
        assert text(app, "#status") == "The bot is thinking …"
        assert buttons(app) == {}
        await press(pilot, "escape")
        assert isinstance(app.screen, LobbyScreen)
        app.pace = 0.1
        app.sit_down(app.opponent)
        await until(pilot, lambda: table.hand.steps)
        assert len(table.hand.steps) == 1
        await until(pilot, lambda: buttons(app))
        assert at_table(app).table is table


async def test_what_a_bot_without_a_pace_does_is_drawn_with_what_it_answers():
    app, drawn = make_app(opponent(KUHN), seat="first"), []
    async with driven(app) as pilot:
        table, show = at_table(app), app.screen.felt.show
        app.screen.felt.show = lambda *seen: (drawn.append(seen), show(*seen))
        await press(pilot, "c")
        assert len(table.table.hand.steps) > 1
        assert [seen.status for seen, _ in drawn] == [text(app, "#status")]


@pytest.mark.slow
async def test_a_bot_that_is_woken_twice_acts_once_and_what_it_did_is_drawn():
    """Each drawing of the table wakes it, in the time that it takes."""
    app = make_app(opponent(KUHN), seat="second", pace=60)
    async with driven(app):
        waits = text(app, "#status")
        at_table(app).table.bot_act()
        for _ in range(2):
            at_table(app)._bot_acts()
            assert text(app, "#status") != waits
        assert len(at_table(app).table.hand.steps) == 1


@pytest.mark.slow
async def test_the_pace_changes_from_the_command_palette():
    app = make_app(opponent(KUHN), seat="second", pace=60)
    async with driven(app):
        commands = {str(hit.display): hit.command async for hit in Commands(app.screen).discover()}
        for title, pace in (
            ("Pace, the bot's speed: at once", 0),
            ("Pace, the bot's speed: slowly", 1.5),
        ):
            commands[title]()
            assert app.pace == at_table(app).pace == pace


@pytest.mark.slow
async def test_an_open_amount_typed_and_stepped():
    app = make_app(opponent(NO_LIMIT), seat="first")
    async with driven(app) as pilot:
        async for _ in at_each(pilot, [SMALLEST, *SIZES]):
            await press(pilot, "b")
            assert isinstance(app.screen, AmountScreen)
            await until_in_sight(pilot)
            place = app.screen.query_one("#amount").region
            cards = app.screen_stack[-2].query(Card)
            assert not any(place.overlaps(card.region) for card in cards)
            await press(pilot, "escape")
        await press(pilot, "b")
        field = app.screen.query_one(Input)
        await press(pilot, "up", "up", "down", "down", "down")
        assert field.value == "1"
        await press(pilot, *["up"] * 9)
        assert field.value == "4"
        box = app.screen.query_one("#amount")
        for key, amount, part in (("minus", "2", 100), ("minus", "1", 50), ("plus", "2", 100)):
            await press(pilot, key)
            assert (field.value, box.border_subtitle) == (amount, f"{part}% of the pot")
        await press(pilot, "plus", "plus")
        assert field.value == "4"
        await press(pilot, "3")  # replaces what the key filled in, as at first
        assert field.value == "3"
        field.value = "3"  # none that has a name: the next of those
        await press(pilot, "minus")
        assert field.value == "2"
        for typed in ("9", "-", "2.5", ""):
            field.value = typed
            await press(pilot, "enter")
            assert isinstance(app.screen, AmountScreen)
            assert "from 1 to 4" in text(app, "#keys")
        field.value = "3"
        await until(pilot, lambda: "esc back" in text(app, "#keys"))
        await press(pilot, "down", "down")
        field.value = "1"
        assert field.value == "1"
        await press(pilot, "escape")
        assert not at_table(app).table.hand.steps
        await press(pilot, "b", "3", "enter")
        assert at_table(app).table.hand.steps[0].action.name == "bet 3"


@pytest.mark.slow
async def test_a_size_that_is_no_whole_number_is_stepped_over_as_it_is_written():
    """A third of a chip is 0.3333 in the field, from which + and up came to the same 0.3333."""
    rules = Rules(Deck(3, 1), 1, (Round(Limit.among((1 / 3, 2 / 3, 1))),))
    app = make_app(opponent(Game("thirds", (), rules)), seat="first")
    async with driven(app) as pilot:
        await press(pilot, "b")
        field, box = app.screen.query_one(Input), app.screen.query_one("#amount")
        for key, amount, part in (("plus", "0.6667", 33), ("minus", "0.3333", 17)):
            await press(pilot, key)
            assert (field.value, box.border_subtitle) == (amount, f"{part}% of the pot")
        for key, amount in (("up", "0.6667"), ("up", "1"), ("minus", "0.6667"), ("plus", "1")):
            await press(pilot, key)
            assert field.value == amount
        field.value = "0.3333"
        await press(pilot, "enter")
        assert at_table(app).table.hand.steps[0].action.chips == 1 / 3


@pytest.mark.slow
async def test_help_opens_and_closes():
    app = make_app(opponent(KUHN))
    backs = iter(("escape", "question_mark", "space", "q"))
    async with driven(app) as pilot:
        async for _ in at_each(pilot, [SMALLEST, (60, 20), (120, 40), (80, 24)]):
            await press(pilot, "question_mark")
            assert isinstance(app.screen, HelpScreen)
            await pilot.pause()
            assert_all_in_sight(app)
            await press(pilot, next(backs))
            at_table(app)


@pytest.mark.slow
async def test_a_resize_in_the_middle_of_a_hand():
    app = make_app(opponent(LEDUC), seat="first")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        await press(pilot, "c")
        hand, seen = at_table(app).table.hand, view(app)
        assert hand.steps
        for size in [*SIZES, (40, 15), (200, 60), *reversed(SIZES)]:
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: app.screen.size == size)
            if size in SIZES:
                await until_in_sight(pilot)
            assert at_table(app).table.hand == hand
            assert view(app) == seen
            assert seen.status in text(app, "#status")


@pytest.mark.slow
@pytest.mark.drawn
async def test_themes_draw_the_table():
    app = make_app(opponent(LEDUC), seat="first")
    async with driven(app) as pilot:
        assert {"pokerbot-dark", "pokerbot-light", "ansi-dark"} <= set(app.available_themes)
        for theme in ("pokerbot-light", "textual-light", "nord", "ansi-dark", "ansi-light"):
            app.theme = theme
            await pilot.pause()
            assert "in&#160;chips" in app.export_screenshot()


@pytest.mark.slow
async def test_no_color_draws_without_colour(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_app(opponent(LEDUC), seat="first")
    async with driven(app, (120, 40)) as pilot:
        await pilot.press("b")
        assert app.screen.query_one(ResultChart).size.height > 2
        width, height = app.size
        for cell in range(width * height):
            style = app.screen.get_style_at(cell % width, cell // width)
            assert style.color is None or style.color.is_default
            assert style.bgcolor is None or style.bgcolor.is_default


@pytest.mark.slow
@pytest.mark.drawn
async def test_without_colour_the_felt_is_seen_behind_a_question(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = make_app(opponent(NO_LIMIT), seat="first")
    async with driven(app) as pilot:
        await press(pilot, "b")
        assert isinstance(app.screen, AmountScreen)
        await until(pilot, lambda: "public&#160;card" in app.export_screenshot())


@pytest.mark.slow
async def test_the_session_in_full_and_back():
    app, least = make_app(opponent(LEDUC), seat="first"), {40: 4, 80: 12, 120: 24}
    async with driven(app) as pilot:
        await press(pilot, "b", "k", "i")  # what the coach takes beside the felt is free here
        chart, score = app.screen.query_one(ResultChart), app.screen.query_one(Statistics)
        async for width in at_each(pilot, [SMALLEST, (80, 24), (120, 40)]):
            assert_all_in_sight(app)
            assert chart.region.height >= least[width]
            shown = [line.name for line in score.shown()]
            assert shown[:4] == ["You won", "= value of seats", "+ luck", "− mistakes"]
            assert len(shown) == len(view(app).session.statistics) or width == 40
            assert not app.screen.query_one(Card).region.area
            assert not at_table(app).actions.region.area
            for back in ("i", "escape"):
                await press(pilot, back)
                await until(pilot, lambda: app.screen.query_one(Card).region.area)
                await press(pilot, "i")
        hand = at_table(app).table.hand
        await press(pilot, "c", "b", "f", "d", "h", "s", "space")  # no one acts blind
        assert at_table(app).table.hand is hand
        assert not at_table(app).table.die
        choices = view(app).choices
        await press(pilot, "i", choices[0].kind[0] if choices else "space")
        assert at_table(app).table.hand is not hand


@pytest.mark.slow
async def test_a_card_is_as_wide_as_its_number():
    app = make_app(opponent(GAMES[4]), seat="first")
    async with driven(app) as pilot:
        async for _ in at_each(pilot, [SMALLEST, *SIZES]):
            for label in ("7", "1000000"):
                seen = view(app)
                app.screen.felt.show(replace(seen, you=replace(seen.you, card=label)))
                await pilot.pause()
                card = app.screen.query_one("#you").query_one(Card)
                assert label in str(card.render())
                assert not {*PIPS} & {*str(card.render())}
                assert card.size.width >= len(label)
                assert_all_in_sight(app)


@pytest.mark.slow
async def test_cards_of_one_rank_differ_in_suit():
    app = make_app(opponent(LEDUC), seat="first")
    async with driven(app) as pilot:
        seen = view(app)
        you, bot = (replace(side, card="K") for side in (seen.you, seen.bot))
        for board, bots, pips in (("K", "J", "◆◇◆"), ("J", "K", "◆◆◇"), ("Q", None, "◆◆")):
            there = replace(seen, you=you, bot=replace(bot, card=bots), board=board)
            app.screen.felt.show(there)
            await pilot.pause()
            rows = [app.screen.query_one(f"#{row} Card", Card) for row in ("you", "middle", "bot")]
            shown = ["".join({*PIPS} & {*str(card.render())}) for card in rows]
            assert "".join(shown) == pips


@pytest.mark.slow
async def test_of_the_figures_those_that_matter_most_are_shown_first():
    app = make_app(opponent(LEDUC))
    async with driven(app) as pilot:
        await press(pilot, "i")
        score = app.screen.query_one(Statistics)
        for height in range(1, 15):
            score.styles.height = score.styles.max_height = height
            await pilot.pause()
            ranks = sorted(line.priority for line in view(app).session.statistics)
            assert sorted(line.priority for line in score.shown()) == ranks[:height]


@pytest.mark.slow
async def test_a_hint_on_request_is_shown_and_kept_with_the_hand():
    app = make_app(opponent(LEDUC), seat="first")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        coach, table = app.screen.query_one(Coach), at_table(app).table
        assert not coach.display
        await press(pilot, "h")
        await until(pilot, lambda: coach.size.width)
        lines = str(coach.render()).split("\n")
        advice = at_table(app).opponent.advise(table.hand)
        better = max(advice.chips.values()) - min(advice.chips.values())
        assert lines.pop(0) == f"Hint  {advice.action}: {fixed(better)} better"
        assert lines.pop(0).split()[-2:] == ["lost", "sound"]
        assert [line.split()[0] for line in lines[:2]] == ["check", "bet"]
        assert " ".join(lines[2:]).rstrip() == why(advice)
        assert app.screen.query_one("#story").border_title == "Hand 1 with a hint"
        await press(pilot, "c")
        assert not coach.display
        assert table.assisted


@pytest.mark.slow
async def test_a_die_of_a_hundred_sides_and_what_it_called_for():
    app = make_app(opponent(LEDUC), seat="first")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        table = at_table(app).table
        await press(pilot, "k", "d", "d")
        assert text(app, "#status").endswith(f"Die: {table.die}.")
        wanted = "check" if table.die < 50 else "bet"  # the bot is uniform
        die = table.die
        await press(pilot, "b")
        kept = "kept" if wanted == "bet" else "not kept"
        assert f"Die {die} said {wanted}: {kept}" in str(app.screen.query_one(Coach).render())


@pytest.mark.slow
async def test_study_mode_turns_the_bots_card_up_after_a_fold():
    app = make_app(opponent(LEDUC), seat="first")
    async with driven(app) as pilot:
        bot = app.screen.query_one("#bot").query_one(Card)
        while at_table(app).table.hand.betting.folded != 0:
            facing = at_table(app).table.hand.betting.to_call
            await press(pilot, "space" if view(app).net is not None else "f" if facing else "c")
        assert bot.label is None
        await press(pilot, "s")
        assert bot.label == LEDUC.rules.deck.label(bot_card(app))
        await press(pilot, "s")
        assert bot.label is None


@pytest.mark.slow
async def test_chips_glide_where_there_is_time_and_no_one_objects():
    app = make_app(opponent(KUHN), seat="first", pace=0.3)
    async with driven(app) as pilot:
        felt, flights, drawn = app.screen.felt, [], []
        fly, flight = felt._fly, felt.query_one("#flight")

        def seen(move, seconds):
            fly(move, seconds)
            flights.append(move)
            drawn.append(text(app, "#flight"))

        felt._fly = seen
        await press(pilot, "b")
        await until(pilot, lambda: view(app).net is not None)
        assert not flights  # animation is off
        await press(pilot, "space")
        app.animation_level = "full"
        await press(pilot, "b")
        await until(pilot, lambda: view(app).net is not None and not flight.display)
        assert flights == [("you", "you chips", 1), moved_at_the_end(app)]
        assert drawn[0] == "● 1"


@pytest.mark.parametrize("game", [KUHN, LEDUC], ids=["kuhn", "leduc"])
async def test_chips_that_glide_begin_and_end_beside_the_cards(game):
    app = make_app(opponent(game), seat="first")
    async with driven(app):
        felt = app.screen.felt
        cards = [card.region for card in felt.query(Card)]
        for name in ("you", "you chips", "pot", "bot", "bot chips"):
            place = felt.content_region.offset + felt._place(name, 3)
            assert felt.content_region.contains_point(place)
            assert not any(card.contains_point(place) for card in cards)


def moved_at_the_end(app):
    """The pot goes to whoever has won it."""
    return "pot", "you" if view(app).net > 0 else "bot", view(app).pot


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("felix", "0.16 chips a hand to win"),
        ("kurt", "nobody wins from this one in the long run"),
    ],
)
async def test_what_is_to_be_won_is_said_in_a_figure_or_none(name, words):
    app = make_app(read(library.find(name)))
    async with driven(app) as pilot:
        await until(pilot, lambda: text(app, "#subtitle") == words)


async def test_little_that_is_much_of_a_small_pot_is_not_told_as_nothing(tmp_path):
    spot = tmp_path / "small.toml"
    spot.write_text("""
        board = "2s3h4d6c7c"
        pot = 1
        stack = 1
        [oop]
        range = "AsAh,QsQh"
        river.bet = "a"
        [ip]
        range = "KsKh"
    """)
    fair = {"check": 0.5, "bet 1": 0.5}
    sound = solve(str(spot), iterations=2000).strategy
    infosets = {**sound.infosets, "AsAh:": {"check": 0.0, "bet 1": 1.0}, "QsQh:": fair}
    infosets["KsKh:b1"] = {"call": 0.492, "fold": 0.508}  # a bluff more wins 0.016, for half
    app = make_app(opponent(sound.game, replace(sound, infosets=infosets)))
    async with driven(app) as pilot:
        await until(pilot, lambda: text(app, "#subtitle"))
        assert text(app, "#subtitle") == "you can win up to 0.002 chips a hand"


@pytest.mark.slow
async def test_the_table_says_once_that_one_has_beaten_the_opponent(data):
    """With the hand after which the lobby has a star: what that says, and what wins."""
    felix, history = read(library.find("felix")), data / "history.jsonl"
    played = hands(felix, players(felix)[1][0], 200)
    counted = win_share_against(felix, Reviewer())
    before = 0
    while not (counted.taken and counted.taken.star):
        counted.add([played[before]])
        before += 1
    append(history, *played[: before - 1])
    app = PokerApp(7, felix, pace=0, history=history)
    async with driven(app) as pilot:
        table = at_table(app)
        await until(pilot, lambda: "you take" in text(app, "#subtitle"))
        assert not text(app, "#subtitle").endswith(STAR)

        async def play_on():
            if table.table.hand.over:
                await press(pilot, "space")
            worth = felix.advise(table.table.hand).chips
            await take_by_key(pilot, max(worth, key=worth.__getitem__)[0])
            await pilot.pause()

        for _ in range(100):
            if app.screen is table:
                await play_on()
        assert f"felix is beaten {STAR}" in app.screen.query_one("#ask").border_title
        assert app.screen.text == beaten(table.win_share)
        assert app.screen.query_one("#ask")._border_subtitle.plain == "enter betty  esc stay"
        await press(pilot, "escape")
        for _ in range(3):
            assert app.screen is table
            assert text(app, "#subtitle").endswith(STAR)
            await play_on()
        table.go_on_to("betty", True)
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen is not table)
        assert app.screen.opponent.name == "betty"


@pytest.mark.slow
async def test_digits_begin_with_a_size_that_has_a_name():
    """A third of the pot, half, all of it, all-in: enter does it."""
    app = make_app(opponent(parse_game("leduc-nolimit:stack=8")), seat="first")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        (bet,) = (choice for choice in view(app).choices if choice.kind == "bet")
        for key, size in zip("1234", (*bet.parts, bet.amounts[-1]), strict=True):
            await press(pilot, key)
            assert isinstance(app.screen, AmountScreen)
            assert float(app.screen.query_one(Input).value) == size
            await press(pilot, "colon")  # a word can be asked for here, too
            await until(pilot, lambda: isinstance(app.screen, CommandPalette))
            await press(pilot, "escape")
            await until(pilot, lambda: isinstance(app.screen, AmountScreen))
            await press(pilot, "escape")
        await press(pilot, "4", "enter")
        assert at_table(app).table.hand.steps[0].action.name == "bet 7"


async def after(pilot, app, action):
    """The table, where the first action was the one with this place among those possible."""
    table = at_table(app)
    await until(pilot, lambda: table.ready)
    begun = replayed(table.table.hand, 0)
    table.table.hand = begun.after(begun.observe().actions[action])
    table.show()
    return table


@pytest.mark.parametrize("stack", [3, 2])
async def test_all_in_has_its_key_where_it_is_the_only_raise(stack):
    """After a bet of 2, by one with 3 chips left or 2: who can only call has no such key."""
    app = make_app(opponent(parse_game(f"leduc-nolimit:stack={stack + 1}")), seat="second")
    async with driven(app) as pilot:
        table = await after(pilot, app, 2)
        await press(pilot, "1", "2", "3", "5", "9")
        assert table.table.person_to_act
        await press(pilot, "4")
        names = [step.action.name for step in table.table.hand.steps]
        assert names[:2] == (["bet 2", "raise 3"] if stack == 3 else ["bet 2"])


async def test_at_a_spot_no_digit_is_all_in_where_that_is_the_only_raise():
    """Digits are the solution's sizes there: the fourth is none of them."""
    ranges = "board=Td9d6hQc7s,pot=10,stack=10,oop.range=AA,ip.range=KK"
    spot = parse_game(f"holdem:{ranges},oop.river.bet=50%,ip.river.raise=a")
    app = make_app(opponent(spot), seat="second")
    async with driven(app) as pilot:
        table = await after(pilot, app, 1)
        assert [each.name for each in table.table.hand.observe().actions][2:] == ["raise 10"]
        await press(pilot, "4")
        assert table.table.person_to_act


async def test_in_a_limit_game_no_key_is_all_in():
    app = make_app(opponent(parse_game("leduc")), seat="first")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        await press(pilot, *"123456789")
        assert not at_table(app).table.hand.steps


@pytest.mark.parametrize(
    ("chips", "drawn", "small"),
    [(0.5, 1, 1), (1, 1, 1), (3, 3, 3), (4, 4, 4), (20, 6, 4), (440, 8, 4), (9999, 8, 4)],
)
def test_coins_grow_with_the_chips(chips, drawn, small):
    for most, count in ((len(GROWS), drawn), (FEW, small)):
        assert draw_chips(chips, most).plain.count("●") == count
    assert draw_chips(0, FEW).plain == ""


@pytest.mark.slow
async def test_who_plays_any_game_is_asked_which():
    app = make_app()
    app.asks = "echo"
    async with driven(app) as pilot:
        assert isinstance(app.screen, ChooseLineScreen)
        await press(pilot, "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        assert app.screen.opponent.adapts
        assert app.screen.table.game == LEDUC


@pytest.mark.slow
async def test_a_game_that_cannot_be_read_is_told_and_another_one_chosen(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "3bet-dry-river.toml").write_text("[oop]\npot = =")
    app = make_app()
    app.asks = "call"
    async with driven(app) as pilot:
        await press(pilot, "end", "enter")
        await until(pilot, lambda: app._notifications)
        (told,) = app._notifications
        assert told.message.startswith("3bet-dry-river.toml is not TOML")
        assert isinstance(app.screen, LobbyScreen)


async def test_one_with_a_name_is_called_by_it_at_the_table():
    app = make_app(choose("felix").read(), seat="second")
    async with driven(app) as pilot:
        await until(pilot, lambda: at_table(app).ready)
        assert view(app).bot.name == "Felix"
        assert view(app).status.startswith("Felix ")
        assert not any("The bot" in line for line in view(app).story)
        await press(pilot, "f", "c")
        await until(pilot, lambda: view(app).net is not None)
        assert not any("bot" in line for line in view(app).story)


@pytest.mark.slow
@pytest.mark.drawn
async def test_the_title_names_the_file_as_the_other_screens_do(tmp_path):
    """Two files by one algorithm had one title, and one that the line to resume did not have."""
    storage.save(uniform(parse_game("kuhn")), tmp_path / "mine.json")
    app = make_app(read(tmp_path / "mine.json"))
    async with driven(app):
        assert "kuhn against mine" in shown(app)[0]


APART = Deck(3, 3, told_apart=True)


@pytest.mark.parametrize(
    ("rules", "faces"),
    [
        (Rules(APART, 1, (Round(Limit((1,))), Round(Limit((1,)), board=1))), (1, 1)),
        (Rules(APART, 1, (Round(Limit((1,))), Round(Limit((1,)), board=2)), private=2), (2, 2)),
        (Rules(APART, 1, (Round(Limit((1,))),), private=3), (3, 0)),
    ],
)
async def test_the_table_has_as_many_cards_as_the_game(rules, faces, monkeypatch):
    """One card with a suit ended the app; of three only two were shown, and five places between."""
    game = Game("own", (), rules)
    monkeypatch.setitem(FAMILIES, "own", Family("own", "", (), lambda _: rules))
    app, (private, public) = make_app(opponent(game), seat="first"), faces
    async with driven(app, SMALLEST) as pilot:
        for street in range(len(rules.rounds)):
            hand = at_table(app).table.hand
            rows = {row: [*app.screen.query(f"#{row} Card").results(Card)] for row in ROWS}
            held = names_in(rules.hands[0].name(hand.held[0]))
            assert [card.label for card in rows["you"]] == [
                each[0] + SIGNS[each[1]] for each in held
            ]
            assert [card.label for card in rows["bot"]] == [None] * private
            assert len(rows["middle"]) == max(public, 1)
            assert [card.dealt for card in rows["middle"]] == [bool(street)] * max(public, 1)
            async for _ in at_each(pilot, [(120, 40), SMALLEST]):
                assert all(card.region.area for card in (*rows["you"], *rows["bot"]))
            while (
                not at_table(app).table.hand.over and hand.board == at_table(app).table.hand.board
            ):
                await press(pilot, "c")
