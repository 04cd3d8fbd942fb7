"""The lines of the lobby: the strategies, their order, their columns and what is said of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path

from rich.text import Text

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import ADAPTS
from pokerbot.games.catalogue import families
from pokerbot.games.game import SPOTS, Game
from pokerbot.games.holdem import street_name
from pokerbot.io.files import printable, stamp
from pokerbot.opponents.adapting import ADAPTING, LAST
from pokerbot.opponents.cast import CAST, FIRSTS, Member
from pokerbot.opponents.opponents import Opponent, adapting, read
from pokerbot.opponents.win_share import ENOUGH, NOTHING, STAR, Taken, WinShare
from pokerbot.play.history.sessions import SessionSummary
from pokerbot.play.table import Table
from pokerbot.play.view import dates
from pokerbot.play.view.amounts import chips, fixed, number_of
from pokerbot.play.view.words import summary, summed
from pokerbot.strategy import blueprint, library
from pokerbot.tui.ranges.classes import with_suits
from pokerbot.tui.widgets.listing import Cell, figure

GAMES = tuple(one.game for one in FIRSTS)


@dataclass(frozen=True)
class Entry:
    """A line of the lobby: a file and what is known of it.

    path: the file
    seen: the `stamp` of the file when it was read
    found: the opponent in it, or the error of reading it; None while it is not read
    member: the member of the cast that it is, None for other files
    adapts: whether the line is the one who adapts, and begins with the strategy in the file
    match: whether the line is a match against a blueprint
    win_share: counts the person's hands against one of the cast, once that is worked out
    taken: how much the person takes of what there is to win
    """

    path: Path
    seen: tuple[int, ...] = ()
    found: Opponent | InputError | None = None
    member: Member | None = None
    adapts: bool = False
    match: bool = False
    win_share: WinShare | None = None
    taken: Taken | None = None

    @property
    def key(self) -> Path:
        """A path that no other line has."""
        apart = ADAPTS if self.adapts else MATCH if self.match else ""
        return self.path / apart

    @property
    def written(self) -> int:
        """When the file was last written, in nanoseconds; 0 where there is none."""
        return self.seen[1] if self.seen else 0

    @property
    def name(self) -> str:
        """The name of the member, or else of the file."""
        return self.member.name if self.member else printable(self.path.stem)

    @property
    def waits(self) -> bool:
        """Whether it is only read when wanted: a blueprint, or a spot of the package."""
        return self.whole_game or self.path.parent.name == library.SPOTS

    @property
    def whole_game(self) -> bool:
        """Whether it is a blueprint of heads-up hold'em."""
        return self.path.suffix == blueprint.ENDING

    @cached_property
    def game(self) -> Game | None:
        """The game; before the file is read, as its first lines tell. None if it is unusable."""
        if isinstance(self.found, Opponent):
            return self.found.strategy.game
        try:
            announced = blueprint.announced if self.whole_game else library.announced
            return announced(self.path) if self.found is None else None
        except InputError:
            return None

    @property
    def hides(self) -> bool:
        """Whether its habit is kept secret: until it is beaten, except for the first in a game."""
        one = self.member
        if one is None or one.sound or self.adapts or (self.taken and self.taken.star):
            return False
        return one not in FIRSTS

    def matches(self, words: Iterable[str]) -> bool:
        """Whether each word stands in its line, or in its game, algorithm or file name."""
        return all(word in self._said for word in words)

    @cached_property
    def _said(self) -> str:
        """What a filter looks in: the words of the line, however wide, and what is behind them."""
        said = [self.name]
        if self.game is not None:
            said.append(self.game.spec)
        if isinstance(self.found, Opponent):
            said.append(self.found.evaluation.algorithm)
        for columns in IN_WORDS.values():
            cells = zip(columns, in_words(self, columns), strict=True)
            said += [str(cell) for column, cell in cells if column in LEFT]
        return " ".join(said).lower()

    @property
    def order(self) -> tuple[int, int, str, float, str]:
        """The sort key: the cast, blueprints, the package's spots, then all others by game.

        Games come in the catalogue's order, and within a game the least exploitable first. Files
        that are unusable come last.
        """
        if self.member is not None:
            last = len(CAST)
            at = last if self.adapts else CAST.index(self.member)
            return 0, GAMES.index(self.member.game), "", at, ""
        if self.waits:
            stack = float(self.game.parameters["stack"]) if self.whole_game and self.game else 0.0
            return 1, int(not self.whole_game), "", math.inf if self.match else stack, self.name
        names = [*families()]
        if self.game is None or self.game.name not in names:
            return 2, len(names), "", 0.0, self.name
        found = self.found
        worth = found.evaluation.exploitability if isinstance(found, Opponent) else math.inf
        return 2, names.index(self.game.name), self.game.spec, worth, self.name


def entries_at_hand() -> list[Entry]:
    """The cast, the package's spots and all other strategies, none of them read yet."""
    return [*named(), *spots(), *(Entry(path) for path in library.files())]


def spots() -> list[Entry]:
    """The lines of hold'em: the whole game by blueprints, and the package's solved spots."""
    return [*whole_games(), *(Entry(path) for path in library.spots())]


def whole_games() -> list[Entry]:
    """The blueprints, and a match that begins with the largest of their stacks."""
    found = blueprint.at_hand()
    largest = [*blueprint.stacks(found)][-1:]
    return [*map(Entry, found), *(Entry(path, match=True) for path in largest)]


def named() -> list[Entry]:
    """The cast, and for each of its games the one who adapts."""
    files = {path.stem: path for path in library.cast()}
    cast = [Entry(files[one.name], member=one) for one in CAST if one.name in files]
    begins = [(files[name], echo) for name, echo in ADAPTING.items() if name in files]
    return cast + [Entry(path, member=echo, adapts=True) for path, echo in begins]


def entry_of(known: Entry, others: Iterable[Entry] = ()) -> Entry:
    """The entry after reading its file; that is only read again if it is another one by now.

    others: entries that were read already, of which one that does not adapt may be of the same file
    """
    path, seen = known.path, stamp(known.path)
    if known.found is not None and known.seen == seen:
        return known
    same = (each.found for each in others if (each.key, each.seen) == (path, seen))
    try:
        found = next((each for each in same if isinstance(each, Opponent)), None) or read(path)
        if known.adapts:
            found = adapting(found.strategy)
        return replace(known, seen=seen, found=found, win_share=None, taken=None)
    except InputError as error:
        return replace(known, seen=seen, found=error)


def _in_a_digit(exploitability: float) -> str:
    """An exploitability in chips per hand where there is little room: 2e-03."""
    return f"{exploitability:.0e}" if exploitability >= 1e-6 else "<1e-6"


CELLS: dict[str, Callable[[Entry, Opponent], str]] = {
    "Algorithm": lambda entry, opponent: printable(opponent.evaluation.algorithm),
    "Iterations": lambda entry, opponent: f"{opponent.evaluation.iterations:,}",
    "Exploitability": lambda entry, opponent: opponent.exploitability,
    "Expl.": lambda entry, opponent: _in_a_digit(opponent.evaluation.exploitability),
    "Value": lambda entry, opponent: fixed(opponent.evaluation.value, 4),
    "Date": lambda entry, opponent: date(entry.written),
}
LEFT = ("Name", "Character", "Game", "Algorithm", "Date")
IN_DETAIL = ("Name", "Game", "Algorithm", "Iterations", "Exploitability", "Value", "Date")
BY_WIDTH = {
    "-tiny": ("Name", "Game", "Expl."),
    "-narrow": ("Name", "Game", "Algorithm", "Exploitability", "Value"),
    "-normal": IN_DETAIL,
    "-wide": IN_DETAIL,
}
SPARE = ("Date", "Iterations", "Algorithm", "Value")
"""The columns that a detailed line drops where there is no room, in this order."""
IN_WORDS = {
    "-tiny": ("Name", "Game", "To win", "You take"),
    "-narrow": ("Name", "Game", "To win", "You take"),
    "-normal": ("Name", "Character", "Game", "To win", "You take"),
    "-wide": ("Name", "Character", "Game", "To win", "You take", "Hands"),
}
"""The columns of a line for someone who wants to play, by the width of the screen."""
HOLDEM, MATCH = "hold'em", "match"
SHORT = {"leduc-nolimit": "no-limit", "jam-or-fold": "jam/fold", SPOTS: HOLDEM}
SHORTEST, LONGEST = 8, 36
"""The most characters of a game's or algorithm's name where room is scarce, and of a character."""


def line(entry: Entry, columns: Iterable[str]) -> list[Cell]:
    """The cells of a detailed line; of a file that is not read yet only name and game."""
    names = list(columns)
    game = "…" if entry.game is None else _spelled(entry.game, short="Iterations" not in names)
    game += f", {MATCH}" if entry.match else ""
    if isinstance(entry.found, Opponent):
        said = {"Name": entry.name, "Game": game}
        return [_cell(name, said.get(name) or CELLS[name](entry, entry.found)) for name in names]
    name, what = (Text(entry.name, "dim"), game) if entry.found is None else _unusable(entry)
    return [name, what, *(_cell(column, NOTHING) for column in names[2:])]


def in_words(entry: Entry, columns: Sequence[str]) -> list[Cell]:
    """The cells of a line for someone who wants to play: who it is, and what there is to win."""
    if isinstance(entry.found, InputError):
        name, what = _unusable(entry)
        return [name, what, *(_cell(column, NOTHING) for column in columns[2:])]
    taken, game, wide = entry.taken, entry.game, "Hands" in columns
    cells = {
        "Name": entry.name,
        "Game": "…" if game is None else game.spec,
        "To win": f"{entry.win_share.to_win:z.2f}" if entry.win_share else "",
        "You take": "" if taken is None else taken.told,
        "Hands": "" if taken is None else f"{taken.hands:,}",
    }
    if entry.member is not None:
        cells["Character"] = entry.member.temper
    elif entry.whole_game and game is not None:
        stack = f"{game.parameters['stack']} big blinds"
        whole = "whole" if "Character" in columns else game.spec
        cells["Name"] = MATCH if entry.match else whole
        how = f"played down from {stack}" if entry.match else f"from the blinds, {stack}"
        cells["Character"] = how
        cells["Game"] = HOLDEM
    elif entry.waits and game is not None:
        board = "".join(map(game.rules.deck.label, game.rules.public))
        cells["Name"] = street(game) if "Character" in columns else game.spec
        cells["Character"] = cut(f"{game.spec}: {with_suits(board)}", LONGEST)
        cells["Game"] = HOLDEM
    else:
        made = entry.found.evaluation.algorithm if isinstance(entry.found, Opponent) else "…"
        cells["Name"] = cut(printable(made), SHORTEST)
        cells["Character"] = cut(f"Solved: {entry.name}", LONGEST)
    if game is not None and not wide and not entry.waits:
        cells["Game"] = _spelled(game, short=True)
    return [_cell(column, cells[column]) for column in columns]


def _spelled(game: Game, *, short: bool) -> str:
    """A game with its parameters, or where room is scarce, its short name."""
    return cut(SHORT.get(game.name, game.name), SHORTEST) if short else game.spec


def street(game: Game) -> str:
    """The street of hold'em on which a spot begins."""
    return street_name(len(game.rules.public))


def in_brief(game: Game, *, match: bool = False) -> list[str]:
    """A game of hold'em in two lines: for a spot its board, chips and the sizes of both ranges."""
    rules = game.rules
    if match:
        stack = game.parameters["stack"]
        return [
            f"A match of heads-up hold'em: {stack} big blinds each, until one has all the chips.",
            "The bot plays the blueprint of the nearest stack, and short stacks as jam or fold.",
        ]
    if not rules.public:
        return [
            f"Heads-up hold'em, the whole game, with {game.parameters['stack']} big blinds each.",
            "The bot plays a strategy that was trained for it, a blueprint.",
        ]
    board = " ".join(with_suits(rules.deck.label(card)) for card in rules.public)
    first, second = map(len, rules.hands)
    behind = chips((rules.stack or 0) - rules.ante)
    return [
        f"Hold'em on {board}, {chips(rules.pot)} in the pot, {behind} behind, solved.",
        f"{first} hands act first, {second} second. Play it, practise it, or look at its ranges.",
    ]


def _cell(column: str, text: str) -> Cell:
    return text if column in LEFT else figure(text)


def cut(text: str, most: int) -> str:
    """A text, cut to so many characters at most."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _unusable(entry: Entry) -> tuple[Text, str]:
    return Text(entry.name, "strike"), "not usable"


def about(entry: Entry, opponent: Opponent, table: Table | None) -> list[str]:
    """The lines about an opponent.

    They tell what it is, how the session with it stands, and what there is to win or where its file
    is.
    """
    family = families()[opponent.strategy.game.name]
    game = family.summary or family.name
    what = f"{game[0].upper()}{game[1:]}." if entry.member is None else entry.member.temper
    if entry.waits:
        what = in_brief(opponent.strategy.game)[0]
    so_far = []
    if table is not None and table.score.hands():
        so_far.append(f"So far: {summary(table.score)}.")
    if table is not None and not table.hand.over:
        so_far.append("A hand is waiting for you.")
    lines = [what, *([" ".join(so_far)] if so_far else [])]
    if entry.adapts:
        return [*lines, _learns(entry.taken)]
    if entry.win_share is None:
        return [*lines, f"From {printable(str(Path(*opponent.path.parts[-2:])))}."]
    return [*lines, _to_win(entry.win_share, entry.taken)]


def _learns(taken: Taken | None) -> str:
    """That an opponent adapts, and what the person takes of what there was to win from it."""
    learns = f"It learns from your last {LAST} hands of this game, whoever you play."
    if taken is None:
        return learns
    hands = number_of(taken.hands, "hand")
    if not taken.telling:
        return f"{learns}\n{hands} of yours without a hint so far."
    return f"{learns}\nYou take {taken.told.rstrip()} of what it offered in {hands}, luck apart."


def _to_win(win_share: WinShare, taken: Taken | None) -> str:
    """What there is to win, and how much of it the person takes."""
    if not win_share.to_win:
        return "Nobody wins from this one in the long run."
    there = f"{chips(win_share.to_win, 2)} chips a hand more than with sound play"
    find = f"Find the habit, and you win up to {there}."
    if taken is None:
        return find
    hands = number_of(taken.hands, "hand")
    if not taken.telling:
        return f"{find}\n{hands} of yours without a hint so far: too few to tell what you take."
    you = f"You take {taken.told.rstrip(f' {STAR}')} in {hands}, luck taken out"
    if taken.star:
        beaten = win_share.report
        return f"Beaten {STAR}: {beaten.name} {beaten.leak}. {you}."
    return f"{find}\n{you}; beaten {STAR} once its low end is over {100 * ENOUGH:.0f} %."


def resuming(session: SessionSummary, *, short: bool) -> str:
    """The session that can be resumed, in a line."""
    played = session.played
    against = "" if short else f" against {printable(Path(played.opponent).stem)}"
    so_far = summed(session.hands, session.won) if session.hands else "the first hand"
    what = MATCH if played.mode == MATCH else played.hand.game.spec
    return f"resume: {what}{against}, {so_far}"


def date(nanoseconds: int) -> str:
    """When a file was written, in local time: the hour today, the day this year, else the month.

    A dash for times that no calendar here reaches, which some file systems hold.
    """
    try:
        when, today = datetime.fromtimestamp(nanoseconds / 1e9), dates.today()
    except (ValueError, OverflowError, OSError):
        return NOTHING
    if when.date() == today:
        return f"{when:%H:%M}"
    return f"{when:%d %b}".lstrip("0") if when.year == today.year else f"{when:%b %Y}"
