import errno
import json
import multiprocessing
import os
import resource
import signal
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.play.history import file
from pokerbot.play.history.file import LONGEST_LINE, NewHands, append, hands, read
from pokerbot.play.history.record import Again
from tests.play.hands import NOON, played

LEDUC = parse_game("leduc")
HANDS = list(played(LEDUC, 6))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "history.jsonl"


def kept(path):
    return [found for _, found in read(path) if not isinstance(found, InputError)]


def faults(path):
    return {line: str(found) for line, found in read(path) if isinstance(found, InputError)}


def test_what_is_appended_is_read_in_its_order(path):
    assert list(read(path)) == []
    for place, hand in enumerate(HANDS):
        append(path, hand)
        assert list(read(path)) == list(enumerate(HANDS[: place + 1], start=1))
    assert path.stat().st_mode & 0o777 == 0o600


def test_only_what_is_new_is_read(path, monkeypatch):
    append(path, *HANDS[:3])
    assert hands(path) == HANDS[:3]
    parsed, parse = [], file.parse
    monkeypatch.setattr(file, "parse", lambda line: parsed.append(line) or parse(line))
    assert hands(path) == HANDS[:3]
    append(path, HANDS[3])
    assert [line for line, _ in read(path)] == [1, 2, 3, 4]
    assert hands(path) == HANDS[:4]
    assert len(parsed) == 1


def test_files_beside_a_history_are_found_where_it_is_now(path):
    """Hands name their whole path; without a file there the old path stays."""
    old = f"/gone/opponents/{'ab' * 6}/echo.gz"
    again = (Again(2, f"/gone/opponents/{'cd' * 6}/rest.gz", "cd" * 32),)
    hand = replace(HANDS[0], opponent=old, again=again)
    append(path, hand)
    assert hands(path) == [hand]
    for sha256, name in (("ab" * 32, "echo.gz"), ("cd" * 32, "rest.gz")):
        (path.parent / "opponents" / sha256[:12]).mkdir(parents=True)
        (path.parent / "opponents" / sha256[:12] / name).touch()
    append(path, replace(hand, number=2), replace(hand, number=3, sha256="ef" * 32))
    _, now, other = hands(path)
    assert now.opponent == str(path.parent.resolve() / "opponents" / ("ab" * 6) / "echo.gz")
    assert now.again[0].path == str(path.parent.resolve() / "opponents" / ("cd" * 6) / "rest.gz")
    assert (other.opponent, other.again) == (old, now.again)
    append(path, replace(hand, number=4, opponent=f"{old}{'x' * 300}"))
    assert len(hands(path)) == 4  # a name too long for a file


def test_what_is_handed_out_is_the_callers(path):
    append(path, *HANDS[:2])
    hands(path).clear()
    read(path).clear()
    assert hands(path) == HANDS[:2]


def test_only_the_same_hand_of_the_same_session_is_there_already(path):
    """Where one thing differs it is another hand, and counts."""
    first = replace(HANDS[0], started=NOON)
    practised = replace(first, mode="practise")
    held, board = first.hand.held, first.hand.final_board
    dealt = {(each.hand.held, each.hand.final_board): each.hand for each in played(LEDUC, 300)}
    others = [
        replace(first, seed=first.seed + 1),
        replace(first, sha256="cd" * 32),
        replace(first, started=NOON + timedelta(seconds=1)),
        replace(first, number=first.number + 1),
        practised,
        replace(practised, drill="bluffs"),
        replace(
            first, hand=next(dealt[key] for key in dealt if key[0] != held and key[1] == board)
        ),
        replace(
            first, hand=next(dealt[key] for key in dealt if key[0] == held and key[1] != board)
        ),
    ]
    append(path, first, *others)
    assert hands(path) == [first, *others]
    append(path, replace(first, time=NOON + timedelta(days=1)), practised)
    assert hands(path) == [first, *others]
    told = f"hand {first.number} of its session is there already"
    assert faults(path) == {10: told, 11: told}


def test_a_long_history_in_another_file_of_the_same_end_is_read_anew(path):
    """As when it was mended in an editor, and played on."""
    append(path, *HANDS)
    line = path.read_bytes().splitlines(keepends=True)[0]
    same = line * (LONGEST_LINE // len(line) + 2)
    path.write_bytes(line + same)
    assert hands(path)[0].opponent == "/x/bot.json"
    mended = line.replace(b"/x/bot.json", b"/y/bot.json")
    (path.parent / "mended").write_bytes(mended + same)
    (path.parent / "mended").rename(path)
    append(path, HANDS[1])
    assert hands(path)[0].opponent == "/y/bot.json"
    before = path.stat()
    with open(path, "r+b") as there:
        there.write(line)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 10**9))
    assert hands(path)[0].opponent == "/x/bot.json"


def test_hands_are_new_once_and_all_of_them_in_a_history_that_is_another(path):
    begun = []
    new = NewHands(lambda: begun.append(True))
    append(path, *HANDS[:3])
    first = new.look(path)
    assert [next(first), next(first)] == HANDS[:2]  # the second is not counted yet
    assert list(new.look(path, lambda: False)) == []
    assert list(new.look(path)) == HANDS[1:3]
    append(path, HANDS[3])
    assert list(new.look(path)) == [HANDS[3]]
    assert (list(new.look(path)), begun) == ([], [])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[1:], lines[0], lines[1]]))
    others = [*HANDS[1:4], HANDS[0], HANDS[1]]
    assert (list(new.look(path)), begun) == (others, [True])
    append(path, HANDS[4])
    assert (list(new.look(path)), begun) == ([HANDS[4]], [True])


def test_a_line_of_which_a_part_was_read_is_read_in_whole_later(path):
    append(path, *HANDS[:3])
    whole = path.read_bytes()
    path.write_bytes(whole[:-50])
    assert kept(path) == HANDS[:2]
    with open(path, "ab") as rest:
        rest.write(whole[-50:])
    assert (kept(path), faults(path)) == (HANDS[:3], {})


def test_after_an_interrupted_look_no_hand_is_there_twice(path, monkeypatch):
    append(path, HANDS[0])
    assert hands(path) == HANDS[:1]
    append(path, *HANDS[1:3])
    parse, lines = file.parse, []

    def interrupted(line):
        lines.append(line)
        if len(lines) == 2:
            raise KeyboardInterrupt
        return parse(line)

    with monkeypatch.context() as patched:
        patched.setattr(file, "parse", interrupted)
        with pytest.raises(KeyboardInterrupt):
            hands(path)
    assert hands(path) == HANDS[:3]


def test_a_history_that_others_have_changed_is_read_anew(path):
    append(path, *HANDS[:3])
    assert hands(path) == HANDS[:3]
    lines = path.read_bytes().splitlines(keepends=True)
    changed = lines[0].replace(b"/x/bot.json", b"/y/bot.json")
    path.write_bytes(changed + b"".join(lines[1:]))  # as long as before
    assert [hand.opponent for hand in hands(path)] == ["/y/bot.json", "/x/bot.json", "/x/bot.json"]
    path.write_bytes(b"".join(lines[1:] + lines))  # longer, and begins otherwise
    assert hands(path) == [*HANDS[1:3], *HANDS[:3]]
    path.write_bytes(lines[0])
    assert hands(path) == HANDS[:1]
    path.unlink()
    assert hands(path) == []
    (path.parent / "other").write_bytes(b"".join(lines[:2]))
    (path.parent / "other").rename(path)
    assert hands(path) == HANDS[:2]
    path.write_bytes(b"".join(lines[:2]) + lines[2][:-1])  # a line that is not ended yet
    assert hands(path) == HANDS[:3]
    path.write_bytes(b"".join(lines[:2]) + lines[2][:-1] + b" \n" + lines[0])
    assert hands(path) == [*HANDS[:3], HANDS[0]]


def test_a_hand_is_one_write_that_is_synced(path, monkeypatch):
    calls = []
    write, sync = os.write, os.fsync
    monkeypatch.setattr(os, "write", lambda f, line: calls.append(line) or write(f, line))
    monkeypatch.setattr(os, "fsync", lambda f: calls.append("sync") or sync(f))
    append(path, HANDS[0])
    append(path, HANDS[1])
    assert calls == [calls[0], "sync", "sync", calls[3], "sync"]  # a new file's folder, too
    assert calls[0] + calls[3] == path.read_bytes()


def test_a_hand_that_could_not_be_synced_is_not_there(path, monkeypatch):
    append(path, HANDS[0])

    def fail(file):
        raise OSError(errno.EIO, "it fails")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        with pytest.raises(InputError, match="it fails"):
            append(path, HANDS[1])
    assert hands(path) == HANDS[:1]
    append(path, HANDS[1])
    assert hands(path) == HANDS[:2]


def test_every_way_to_tear_the_last_line_loses_no_other(path):
    for hand in HANDS[:3]:
        append(path, hand)
    whole = path.read_bytes()
    second = whole.index(b"\n", whole.index(b"\n") + 1) + 1
    for end in [*range(second, len(whole), 9), len(whole) - 2, len(whole) - 1]:
        path.write_bytes(whole[:end])
        lost = end < len(whole) - 1
        assert kept(path) == HANDS[: 2 if lost else 3]
        assert faults(path) == ({3: "torn off at the end"} if lost and end > second else {})
        append(path, HANDS[3])
        assert kept(path) == [*HANDS[: 2 if lost else 3], HANDS[3]]
        assert path.read_bytes().startswith(whole[:end])


def test_broken_lines_are_named_and_skipped(path):
    good = [json.dumps(hand.content()).encode() for hand in HANDS]
    lines = [
        *(b"\xef\xbb\xbf" + good[0] + b"\r", b"", b"   \r", b"\xff\xfe", b"{}", good[1]),
        *(b"x" * (3 * LONGEST_LINE), good[2][:-1], good[3], b" " * (2 * LONGEST_LINE), good[4]),
    ]
    path.parent.mkdir()
    path.write_bytes(b"\n".join(lines))
    assert [line for line, _ in read(path)] == [1, 4, 5, 6, 7, 8, 9, 11]
    assert kept(path) == [HANDS[0], HANDS[1], HANDS[3], HANDS[4]]
    said = faults(path)
    assert said[4] == "not UTF-8 text"
    assert said[5].startswith("not a hand")
    assert said[7] == "too long"
    assert said[8].startswith("not JSON")
    path.write_bytes(b"x" * LONGEST_LINE)
    assert faults(path) == {1: "too long"}


def test_a_line_just_within_the_limit_is_read(path):
    path.parent.mkdir()
    line = json.dumps(HANDS[0].content()).encode()
    room = LONGEST_LINE - 1 - len(line)
    for blanks, found in ((room, [HANDS[0], HANDS[1]]), (room + 2, [HANDS[1]])):
        path.write_bytes(b" " * blanks + line + b"\n")
        append(path, HANDS[1])
        assert kept(path) == found


def append_many(path, seed, start):
    start.wait()
    for hand in played(LEDUC, 150, seed=seed):
        append(path, hand)


@pytest.mark.slow
def test_processes_that_append_at_once_do_not_tear_each_others_lines(path):
    context = multiprocessing.get_context("fork")
    start = context.Barrier(3)
    others = [context.Process(target=append_many, args=(path, seed, start)) for seed in (1, 2, 3)]
    for process in others:
        process.start()
    for process in others:
        process.join()
    found = kept(path)
    assert faults(path) == {}
    for seed in (1, 2, 3):
        assert [hand for hand in found if hand.seed == seed] == list(played(LEDUC, 150, seed=seed))


def append_until_killed(path, started):
    while True:
        append(path, HANDS[0])
        started.set()


def test_a_kill_loses_at_most_the_hand_in_play(path):
    context = multiprocessing.get_context("fork")
    for _ in range(3):
        before, started = len(kept(path)), context.Event()
        process = context.Process(target=append_until_killed, args=(path, started))
        process.start()
        assert started.wait(30)
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        assert faults(path) == {}
        assert len(kept(path)) > before


def test_a_full_disk_is_reported_and_leaves_no_part_of_a_line(path):
    append(path, HANDS[0])
    before = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        for room in (0, 100):
            resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + room, limits[1]))
            told = r"cannot write the history .*history\.jsonl': File too large"
            with pytest.raises(InputError, match=told):
                append(path, HANDS[1])
            assert path.read_bytes() == before
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    append(path, HANDS[1])
    assert kept(path) == HANDS[:2]


def test_a_line_that_the_system_writes_in_parts_is_whole(path, monkeypatch):
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, line: write(file, line[:100]))
    append(path, *HANDS[:2])
    assert (kept(path), faults(path)) == (HANDS[:2], {})


def test_a_part_that_others_have_written_behind_is_left_to_them(path, monkeypatch):
    append(path, HANDS[0])
    other = json.dumps(HANDS[2].content()).encode() + b"\n"

    def cut_short(file, line):
        size = write(file, line[:100])
        with open(path, "ab") as behind:
            behind.write(b"\n" + other)
        return size

    write = os.write
    monkeypatch.setattr(os, "write", cut_short)
    with pytest.raises(InputError, match="No space"):
        append(path, HANDS[1])
    assert kept(path) == [HANDS[0], HANDS[2]]
    assert list(faults(path)) == [2]


def test_what_is_no_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "loop" / "x"):
        with pytest.raises(InputError, match="cannot write the history"):
            append(path, HANDS[0])
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(InputError, match="not a file"):
            list(read(path))


def test_a_name_does_not_reach_the_terminal_raw(tmp_path):
    folder = tmp_path / "\x1b[31m"
    folder.write_text("")
    with pytest.raises(InputError) as caught:
        append(folder / "history.jsonl", HANDS[0])
    assert str(caught.value).isprintable()


def test_a_history_that_cannot_be_looked_up_is_not_taken_for_an_empty_one(path, monkeypatch):
    """In a folder that one may not enter; Python 3.14's pathlib says that nothing is there."""
    append(path, *HANDS)

    def denied(*args, **kwargs):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    with monkeypatch.context() as patched:
        patched.setattr(os, "stat", denied)
        patched.setattr(Path, "exists", os.path.exists)  # as from Python 3.14 on
        patched.setattr(Path, "is_file", os.path.isfile)
        with pytest.raises(InputError, match=r"^cannot read the history .*: Permission denied$"):
            kept(path)
    assert kept(path) == HANDS
