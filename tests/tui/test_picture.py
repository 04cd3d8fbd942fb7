"""The pictures of screens that README.md shows: UPDATE_PICTURES=1 pytest makes them anew."""

import os
import re
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from pokerbot.evaluation.bots import best_responses
from pokerbot.io.files import FOLDER
from pokerbot.opponents.lessons import LESSONS
from pokerbot.opponents.opponents import Opponent, drill_opponent, read
from pokerbot.play.bot import Bot
from pokerbot.play.history.file import append
from pokerbot.play.history.record import HandRecord
from pokerbot.play.table import Table
from pokerbot.runs.codec import unpack
from pokerbot.runs.run import SolveRun
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import library
from pokerbot.strategy.arrays import NamedProfile, to_arrays
from pokerbot.strategy.strategy import Infosets
from pokerbot.tui.app import PokerApp
from pokerbot.tui.career.screen import CareerScreen
from pokerbot.tui.frame import themes
from pokerbot.tui.grid.screen import BrowserScreen
from pokerbot.tui.lobby import rows
from pokerbot.tui.lobby.rows import named
from pokerbot.tui.popups.boxes import TellScreen
from pokerbot.tui.ranges.screen import RangesScreen
from pokerbot.tui.review.screen import ReviewScreen
from pokerbot.tui.solver.screen import SolvingScreen
from pokerbot.tui.watch.screen import WatchScreen
from pokerbot.tui.widgets.chart import ResultChart
from tests.play.hands import NOON
from tests.tui.driving import drive, press, until

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / ".github"
SETTLED = 3
"""A screen that was drawn so many times alike stays as it is."""

pytestmark = pytest.mark.drawn
SEED, HANDS, MANY, SLIPS = 1, 40, 150, 0.2


def sitting(
    opponent: Opponent, kept: list[HandRecord], plays: Infosets | None = None, slips: float = SLIPS
) -> Iterator[Table]:
    """A session of someone who plays as the opponent, or so, and slips now and then.

    It goes on from decision to decision.
    """

    def keep(table: Table) -> None:
        path, number = str(opponent.path), table.number
        time = NOON + number * timedelta(seconds=20)
        hand, seat = table.hand, table.person
        kept.append(HandRecord(hand, seat, path, opponent.sha256, SEED, number, time, NOON))

    draws, values = opponent.draws(SEED), opponent.values
    table = Table(opponent.strategy, values, draws, keep=keep)
    rng = np.random.default_rng(SEED)
    person = Bot(plays or opponent.strategy.infosets, rng)
    while True:
        yield table
        if table.hand.over:
            table.next_hand()
        elif table.bot_to_act:
            table.bot_act()
        elif rng.random() < slips:
            actions = table.hand.observe().actions
            table.act(actions[rng.integers(len(actions))])
        else:
            table.act(person.choose(table.hand.observe()))


def best_against(opponent: Opponent) -> Infosets:
    """What wins the most from an opponent."""
    form = compile_game(opponent.strategy.game)
    return NamedProfile(form, best_responses(form, to_arrays(form, opponent.strategy.infosets)))


def draw_table(folder: Path) -> str:
    """The table in the middle of a hand against one of the cast, and what the coach says of it."""
    opponent = read(ROOT / FOLDER / library.CAST / "bruno.json")
    app = PokerApp(SEED, opponent, pace=0, history=folder / "history.jsonl")
    app.coach = True
    sat = sitting(opponent, [], best_against(opponent))
    table = next(t for t in sat if t.score.hands() >= HANDS and telling(t, opponent))
    app.tables.at(opponent, "alternate").table = table
    return shoot(app, lambda pilot: until(pilot, lambda: table.score.without_luck), (100, 28))


def draw_river(folder: Path) -> str:
    """A river of hold'em after a check: the sizes there are, and a hint what each is worth."""
    opponent = read(library.find("3bet-wet-river-dcfr"))
    app = PokerApp(SEED, opponent, seat="second", pace=0, history=folder / "history.jsonl")

    async def reach(pilot):
        await until(pilot, lambda: app.screen.ready)
        await press(pilot, "h")

    return shoot(app, reach, (110, 31))


def draw_review(folder: Path) -> str:
    """The hands of a session, the one that cost the most on top."""
    kept: list[HandRecord] = []
    next(t for t in sitting(read(library.find("leduc-cfr+")), kept) if t.score.hands() >= HANDS)
    append(folder / "history.jsonl", *kept)
    app = PokerApp(SEED, pace=0, history=folder / "history.jsonl")

    async def reach(pilot):
        app.push_screen(ReviewScreen(folder / "history.jsonl"))
        await until(pilot, lambda: isinstance(app.screen, ReviewScreen) and app.screen.rows.items)
        made = app.screen.query_one("#made", VerticalScroll)
        await until(
            pilot, lambda: made.max_scroll_y and made.vertical_scrollbar.window_virtual_size
        )

    return shoot(app, reach, (100, 24))


def draw_career(folder: Path) -> str:
    """All hands of someone who slips now and then, against one of the cast and a stranger."""
    for name, count in (("leduc-cfr+", HANDS), ("betty", 5 * HANDS)):
        kept: list[HandRecord] = []
        next(t for t in sitting(read(library.find(name)), kept) if t.score.hands() >= count)
        append(folder / "history.jsonl", *kept)
    app = PokerApp(SEED, pace=0, history=folder / "history.jsonl")

    async def reach(pilot):
        screen = CareerScreen(folder / "history.jsonl")
        app.push_screen(screen)
        await until(pilot, lambda: screen.listing.row_count == 2)
        await until(pilot, lambda: screen.query_one(ResultChart).result_curve.hands)

    return shoot(app, reach, (100, 24))


def draw_lesson(folder: Path) -> str:
    """The second lesson, after the first decision."""
    app, lesson = PokerApp(SEED, pace=0, history=folder / "history.jsonl"), LESSONS[1]

    async def reach(pilot):
        app.practise(drill_opponent(lesson.against), lesson.drill, SEED)
        await until(pilot, lambda: isinstance(app.screen, TellScreen))
        await press(pilot, "enter", "b")

    return shoot(app, reach, (100, 24))


def draw_watch(folder: Path) -> str:
    """Two strategies at the table with open cards."""
    app = PokerApp(SEED, pace=0, history=folder / "history.jsonl")

    async def reach(pilot):
        app.visits = SimpleNamespace(spawn=lambda _: [np.random.default_rng(SEED)])
        screen = WatchScreen(read(library.find("leduc-gxfp")))
        app.push_screen(screen)
        await until(pilot, lambda: screen.is_mounted and screen.watched)
        await press(pilot, *["down"] * HANDS, *["right"] * 3)

    return shoot(app, reach)


def draw_lobby(folder: Path) -> str:
    """The cast, some of whom have been played by someone who knows their habits."""
    names = {path.stem: path for path in (ROOT / FOLDER / library.CAST).glob("*.json")}
    history, slips = folder / "history.jsonl", {"felix": 0.02, "betty": 0.2, "bruno": 0.05}
    for name, often in slips.items():
        against, kept = read(names[name]), list[HandRecord]()
        sat = sitting(against, kept, best_against(against), often)
        next(table for table in sat if table.score.hands() >= MANY)
        append(history, *kept)
    app = PokerApp(SEED, pace=0, history=history)

    async def reach(pilot):
        lobby = app.screen

        def known():
            taken = sum(entry.taken is not None for entry in lobby.rows.items)
            return taken >= len(slips) and lobby.resumable

        await until(pilot, known)
        await press(pilot, "down", "down", "down")

    with patch.object(library, "files", list), patch.object(rows, "named", named):
        return shoot(app, reach, (100, 27))


def draw_solve(folder: Path) -> str:
    """Leduc being solved: what a solver's process told once, to 6 digits, in even seconds.

    What it tells on another machine may differ in the last digits, and so in a dot of the curve.
    """
    app = PokerApp(SEED, pace=0, history=folder / "history.jsonl")
    course = (Path(__file__).parent / "solve.jsonl").read_bytes()

    async def reach(pilot):
        with patch("pokerbot.tui.solver.screen.Background"):
            screen = SolvingScreen(SolveRun("leduc", "dcfr+", 10_000))
        app.push_screen(screen)
        for line in course.splitlines():
            screen.post_message(SolvingScreen.Heard(unpack(line)))
        await until(pilot, lambda: screen.latest and screen.latest.iterations == 500)

    return shoot(app, reach, (100, 24))


def draw_grid(folder: Path) -> str:
    """The whole strategy of Leduc as a grid, the cursor where something is mixed."""
    app = PokerApp(SEED, pace=0, history=folder / "history.jsonl")

    async def reach(pilot):
        app.push_screen(BrowserScreen(read(library.find("leduc-cfr+"))))
        await until(pilot, lambda: isinstance(app.screen, BrowserScreen) and app.screen.ready)
        await press(pilot, *["down"] * 3, "right")

    return shoot(app, reach, (100, 30))


def draw_ranges(folder: Path) -> str:
    """A river after a check, the cursor on a class whose hands mix."""
    app = PokerApp(SEED, pace=0, history=folder / "history.jsonl")

    async def reach(pilot):
        screen = RangesScreen(read(library.find("srp-wet-river-dcfr")))
        app.push_screen(screen)
        await until(pilot, lambda: screen.is_mounted and screen.shown)
        await press(pilot, "c")
        await until(pilot, lambda: screen.shown.node.line == "check")
        await press(pilot, "down", *["right"] * 4)

    return shoot(app, reach, (120, 36))


def shoot(
    app: PokerApp, reach: Callable[[Pilot], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> str:
    """A picture of the screen that is reached so, once it stays as it is."""
    pictures = []

    async def scenario(pilot):
        await reach(pilot)
        while len(pictures) < SETTLED or len(set(pictures[-SETTLED:])) > 1:
            await pilot.pause(0.02)
            pictures.append(app.export_screenshot(title="pokerbot play"))

    drive(app, scenario, size)
    return re.sub(r"terminal-\d+", "screen", pictures[-1])


def telling(table: Table, opponent: Opponent) -> bool:
    """Whether the hand shows all there is: a public card, a bet to answer, a mistake before it."""
    hand, decided = table.hand, opponent.breakdown(table.hand, table.person).decisions
    return (
        table.person_to_act
        and hand.betting.round == 1
        and hand.betting.to_call > 0
        and [each.grade for each in decided] == ["mistake"]
    )


def said(picture: str) -> str:
    """The words in a picture; how they are laid out may change with the version of Textual."""
    return "".join(re.findall(r"<text [^>]*>([^<]*)</text>", picture))


@pytest.mark.slow
@pytest.mark.parametrize(
    "draw",
    [
        draw_table,
        draw_river,
        draw_grid,
        draw_ranges,
        draw_lobby,
        draw_review,
        draw_career,
        draw_lesson,
        draw_watch,
        draw_solve,
    ],
)
def test_the_pictures_in_the_readme_are_current(draw, tmp_path):
    picture, file = draw(tmp_path), PICTURES / f"{draw.__name__.removeprefix('draw_')}.svg"
    if os.environ.get("UPDATE_PICTURES"):
        file.write_text(picture, encoding="utf-8")
    kept = file.read_text(encoding="utf-8")
    assert said(picture) == said(kept)
    assert draw is not draw_table or draw(tmp_path) == picture  # the same every time
    for colour in (themes.DARK.background, themes.DARK.panel):
        assert colour in kept
