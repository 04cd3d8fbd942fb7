"""`pokerbot match --history`: which file gets the hands, and against whom they say they were."""

from __future__ import annotations

import hashlib
import signal
from pathlib import Path

import pytest

import pokerbot
from pokerbot.cli.monitor import Monitor
from pokerbot.evaluation.exact import evaluate
from pokerbot.evaluation.match import match
from pokerbot.evaluation.playout import Playout
from pokerbot.games.ends import EndsGame, gather
from pokerbot.play.history import file
from pokerbot.play.history.record import HandRecord
from pokerbot.play.history.sessions import summaries
from pokerbot.runs.executors import Event, Finished
from pokerbot.strategy import library, storage
from pokerbot.strategy.strategy import Strategy
from tests.cli.running import Shell

KEEPING = ("match", "call", "kuhn-cfr+", "--history", "there", "--hands")


@pytest.mark.parametrize("content", ["my notes\n", "{}", "a strategy"])
def test_what_is_no_history_gets_no_hands(shell: Shell, content: str) -> None:
    """They were appended to any file, a strategy included."""
    if content == "a strategy":
        content = library.find("kuhn-gxfp").read_text()
    Path("there").write_text(content)
    ran = shell(*KEEPING, 2)
    assert (ran.code, ran.out) == (2, "")
    assert "there does not begin with a hand" in ran.err
    assert ran.err.count("\n") == 1
    assert Path("there").read_text() == content


def test_an_empty_file_becomes_a_history_and_grows(shell: Shell) -> None:
    Path("there").touch()
    for played in (2, 4):
        assert shell(*KEEPING, 2).code == 0
        assert len(Path("there").read_text().splitlines()) == played


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("early", [True, False])
def test_a_match_that_is_stopped_says_how_many_hands_are_kept(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, early: bool
) -> None:
    """It said that nothing was saved; a signal may come on the way of the hands to the file."""
    append = file.append

    def append_and_stop(path: Path, *hands: HandRecord) -> None:
        append(path, *hands[:3])
        if early:
            signal.raise_signal(number)
        append(path, *hands[3:])
        if not early:
            signal.raise_signal(number)

    monkeypatch.setattr(file, "append", append_and_stop)
    for kept in (10, 20):
        ran = shell(*KEEPING, 20)
        assert (ran.code, ran.out) == (128 + number, "")
        assert ran.err == "Stopped; 10 hands are kept in there.\n"
        assert len(Path("there").read_text().splitlines()) == kept


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_match_that_is_stopped_at_once_has_kept_nothing(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setattr(Playout, "play", lambda *_: signal.raise_signal(number))
    ran = shell(*KEEPING, 2)
    assert (ran.code, ran.out) == (128 + number, "")
    assert ran.err.strip() == "Stopped; nothing was saved."


def test_hands_carry_the_fingerprint_of_the_strategy_that_played(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file was hashed, then read: by then it may hold another strategy."""
    asked, find = [], library.find

    def replaced_when_asked_again(name: str) -> Path:
        asked.append(name)
        shipped = find("kuhn-cfr+" if len(asked) == 1 else "kuhn-gxfp")
        Path("bot.json").write_bytes(shipped.read_bytes())
        return Path("bot.json")

    monkeypatch.setattr(library, "find", replaced_when_asked_again)
    ran = shell("match", "call", "bot.json", "--hands", 2, "--history", "there", "--json").json
    content = find("kuhn-cfr+").read_bytes()
    exact = match("call", storage.parse(content.decode()), hands=2).exact_ev
    assert (ran["b"], ran["exact_ev"]) == ("bot.json", pytest.approx(exact, abs=1e-12))
    assert summaries(Path("there"))[0].played.sha256 == hashlib.sha256(content).hexdigest()


def test_a_spot_that_ships_stands_for_its_least_exploitable_strategy(shell: Shell) -> None:
    ran = shell("match", "srp-dry-river", "fold", "--hands", 2, "--json").json
    assert (ran["a"], ran["game"]) == ("srp-dry-river-dcfr", "srp-dry-river")


def test_who_answers_a_bot_best_is_measured_and_plays_as_one_who_answers_a_file(shell: Shell):
    """Against one who always calls: bet a king (+2), check all else."""
    answer = "best-response:call"
    shown = shell("show", answer, "--game", "kuhn", "--json").json["infosets"]
    assert (shown["K:"]["bet"], shown["J:"]["check"], shown["K:k"]["bet"]) == (1, 1, 1)
    wins = pokerbot.best_response("call", "kuhn").wins
    assert shell("match", answer, "call", "--game", "kuhn", "-n", 2, "--json").json[
        "exact_ev_by_seat"
    ] == pytest.approx(wins)
    found = shell("evaluate", answer, "--game", "kuhn", "--json").json
    assert found["exploitability"] == pytest.approx(2 / 3)
    shell("solve", "kuhn", "-n", 20, "-o", "mine.json")
    ran = shell("evaluate", "best-response:mine.json", "--game", "leduc")
    assert (ran.code, ran.err) == (2, "Error: mine.json plays kuhn, not leduc\n")


@pytest.mark.parametrize("prefix", ["", "best-response:"])
def test_a_game_stands_for_its_least_exploitable_strategy(shell: Shell, prefix: str) -> None:
    measured = {
        path.stem: evaluate(str(path)).nash_conv for path in library.files() if "kuhn" in str(path)
    }
    best = min(measured, key=lambda name: measured[name])
    ran = shell("match", f"{prefix}kuhn", "raise", "--hands", 2, "--json").json
    assert (ran["a"], ran["game"]) == (f"{prefix}{best}", "kuhn")
    assert ran["exact_ev"] == match(f"{prefix}{best}", "raise", hands=2).exact_ev
    assert shell("match", "kuhn", "leduc-cfr+").err == "Error: leduc-cfr+ plays leduc, not kuhn\n"
    table = shell("tournament", "kuhn", "raise", "--hands", 2, "--json").json
    assert best in [name for name, _ in table["standings"]]


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_matches_played_before_a_signal_are_shown(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    """All of a long tournament was lost."""

    def stop(monitor: Monitor, event: Event) -> None:
        if isinstance(event, Finished):
            signal.raise_signal(signal.SIGINT)

    players = ("tournament", "kuhn", "raise", "call", "--hands", 10, "--jobs")
    whole = shell(*players, 1, "--json").json["matches"]
    monkeypatch.setattr(Monitor, "__call__", stop)
    ran = shell(*players, jobs, "--json")
    (played,) = ran.json["matches"]
    assert played | {"seconds": 0} in [each | {"seconds": 0} for each in whole]
    mean = played["mean"]
    standings = [[played["a"], mean], [played["b"], -mean]]
    assert ran.json["standings"] == sorted(standings, key=lambda each: -each[1])
    assert (ran.code, ran.err) == (130, "Stopped; 1 of 3 matches are shown.\n")
    assert shell(*players, 1).code == 130


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_tournament_stopped_before_its_first_match_has_ended_shows_nothing(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setattr(Monitor, "__call__", lambda *_: signal.raise_signal(number))
    ran = shell("tournament", "kuhn", "raise", "--hands", 10)
    assert (ran.code, ran.out) == (128 + number, "")
    assert ran.err == "Stopped; nothing was saved.\n"


def test_who_is_the_same_to_every_command(shell: Shell) -> None:
    """A file before a bot, one of the cast before a bare name, a bare name before a game."""
    for place in (
        "random",
        "strategies/felix.json",
        "strategies/kuhn.json",
        "strategies/call.json",
    ):
        made = shell("solve", "kuhn", "-n", 3, "-o", place, "--json").json["exploitability"]
    felix = evaluate(str(Path(library.folders()[-1], "cast", "felix.json"))).exploitability
    for who, expected in {"random": made, "kuhn": made, "felix": felix}.items():
        asked = "--game", "kuhn", "--json"
        assert shell("evaluate", who, *asked).json["exploitability"] == pytest.approx(expected)
        won = shell("match", f"best-response:{who}", who, *asked, "-n", 2).json["exact_ev"]
        assert won == pytest.approx(expected)
        won = shell("exploit", who, *asked, "--risk", 10, "-o", "x.json", "--force").json["wins"]
        assert won == pytest.approx(expected)
    Path("betty").mkdir()
    assert shell("evaluate", "betty").code == 0
    called = shell("evaluate", "call", "--game", "kuhn", "--json").json["exploitability"]
    assert called == pytest.approx(1 / 3) != made  # a king wins 2, a queen 0, a jack -1
    assert shell("match", "call", "random", "-n", 2, "--history", "h", "--game", "kuhn").code == 0
    assert [hand.opponent for hand in file.hands(Path("h"))] == ["random"] * 2


def test_a_crosstable_of_twelve_fits_80_columns(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    long = Path("a-strategy-with-a-name-that-no-column-holds.json")
    long.write_bytes(library.find("kuhn-gxfp").read_bytes())
    bots = ("random", "call", "fold", "raise", "honest", "best-response:kuhn-gxfp")
    asked = (*bots, "felix", "betty", "kurt", "kuhn-cfr+", "kuhn-gxfp", long, "--hands", 20)
    played = shell("tournament", *asked, "--json").json
    won = {(match["a"], match["b"]): match["mean"] for match in played["matches"]}
    won |= {(b, a): -mean for (a, b), mean in won.items()}
    names = [name for name, _ in played["standings"]]
    lines = shell("tournament", *asked).out.splitlines()[1:-1]
    assert max(map(len, lines)) <= 80
    found = {}
    for line in lines:
        cells = line.split()
        if cells[0] == "mean":
            columns = [int(cell) for cell in cells[1:]]
            continue
        row = names[int(cells[0]) - 1]
        assert cells[1][:7] == row[:7]
        for column, cell in zip(columns, cells[3:], strict=True):
            found[row, names[column - 1]] = cell.strip("*")
    assert {pair: f"{chips:+z.2f}" for pair, chips in won.items()} == {
        pair: cell for pair, cell in found.items() if cell != "·"
    }
    assert len(found) == 12 * 12


def test_a_game_known_by_its_ends_is_played_exactly(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = [(3.0, 1.0, (("turn", "up"),), ()), (1.0, 1.0, (("turn", "down"),), ())]
    game = EndsGame("openspiel:coin", lambda: gather(ends))
    monkeypatch.setattr("pokerbot.games.openspiel.load_openspiel", lambda spec: game)
    Path("strategies").mkdir()
    storage.save(Strategy(game, {"turn": {"up": 1.0, "down": 0.0}}), "strategies/up.json")
    told = shell("match", "up", "random").out.splitlines()
    assert told == [
        "up against random: openspiel:coin, both seats, nothing dealt",
        "exactly   +0.50000 (+3.00000 first, -2.00000 second) chips per hand for up",
        "up is ahead.",
    ]
    table = shell("tournament", "random", "up").out.splitlines()
    assert table[0] == "openspiel:coin: chips per hand, exactly, seats swapped"
    assert table[-1].split() == ["2", "random", "-0.5000", "-0.5000", "·"]
    for option in (["--hands", 10], ["--no-duplicate"]):
        refused = shell("match", "up", "openspiel:coin", *option)
        assert (refused.code, refused.out) == (2, "")
        assert refused.err.startswith(f"Error: {option[0]} has no effect on openspiel:coin: ")
