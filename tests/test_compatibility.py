"""Files of every released version load for ever; those of a newer one are refused kindly.

tests/kept has a file of each, named by format and version, as pokerbot once wrote it.
They are never written again.
"""

import json
import multiprocessing
import zipfile
from pathlib import Path

import pytest

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate
from pokerbot.games.catalogue import parse_game
from pokerbot.play.history import file as history
from pokerbot.play.history import reading, record
from pokerbot.runs import checkpoint
from pokerbot.runs.training import Training
from pokerbot.solvers.options import Options
from pokerbot.strategy import packed_file, storage
from pokerbot.strategy.strategy import Strategy
from tests.play.hands import NOON

KEPT = Path(__file__).parent / "kept"
SPEC = "leduc:ranks=2,bet1=0.5"


def start():
    return Training(parse_game(SPEC), "es-mccfr", seed=9, options=Options(epsilon=0.01))


def kept(name, version, ending=""):
    """The files of a format, one a version: none is missing."""
    found = sorted(path.name for path in KEPT.glob(f"{name}-*{ending}"))
    assert found == [f"{name}-{number}{ending}" for number in range(1, version + 1)]
    return [KEPT / name for name in found]


def test_strategies():
    for path in kept("strategy", storage.VERSION, ".json"):
        strategy = storage.load(path)
        written = json.loads(path.read_text())
        assert strategy.game == parse_game(SPEC)
        assert strategy.infosets == written["infosets"]
        assert (strategy.maker, strategy.iterations, strategy.seed) == ("es-mccfr", 40, 9)
        assert evaluate(strategy).value == pytest.approx(written["results"]["value"], abs=1e-12)


@pytest.mark.slow
def test_arrays(monkeypatch):
    """Beside what the file of text said of the same strategy; NumPy says what it is worth."""
    monkeypatch.setattr("pokerbot.evaluation.exact.compiles", lambda: False)
    for path in kept("arrays", packed_file.KIND.version, ".spot"):
        strategy, written = storage.load(path), storage.load(path.with_suffix(".json.gz"))
        assert strategy.game.spec == "kept-turn"
        assert (strategy.game, strategy.algorithm) == (written.game, written.algorithm)
        assert (strategy.iterations, strategy.results) == (40, written.results)
        assert strategy.infosets.keys() == written.infosets.keys()
        for key, chances in written.infosets.items():
            assert strategy.infosets[key] == pytest.approx(chances, abs=1e-12)
        assert evaluate(strategy).value == pytest.approx(written.results["value"], abs=1e-12)


def test_checkpoints():
    whole = start()
    whole.run(iterations=60)
    for path in kept("checkpoint", checkpoint.KIND.version):
        resumed = start()
        resumed.resume(path)
        assert resumed.solver.iterations == 40
        resumed.run(iterations=60)
        for key, chances in resumed.solution().strategy.infosets.items():
            assert chances == pytest.approx(whole.solution().strategy.infosets[key], abs=1e-12)


def test_hands():
    for path in kept("hand", record.VERSION, ".jsonl"):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        hands = [hand for _, hand in history.read(path)]
        assert len(hands) == 6
        for hand, line in zip(hands, lines, strict=True):
            again = hand.content()
            assert {key: again[key] for key in line if key != "version"} == {
                key: value for key, value in line.items() if key != "version"
            }
            assert hand.started == (NOON if "started" in line else None)


def test_newer_files_are_refused_kindly(tmp_path):
    strategy = json.loads((KEPT / "strategy-1.json").read_text())
    (tmp_path / "s").write_text(json.dumps({**strategy, "version": storage.VERSION + 1}))
    with pytest.raises(InputError, match="written by a newer pokerbot"):
        storage.load(tmp_path / "s")

    with zipfile.ZipFile(KEPT / "checkpoint-1") as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    header = json.loads(members["header.json"])
    members["header.json"] = json.dumps({**header, "version": checkpoint.KIND.version + 1}).encode()
    with zipfile.ZipFile(tmp_path / "c", "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with pytest.raises(InputError, match="written by a newer pokerbot"):
        start().resume(tmp_path / "c")

    hand = json.loads((KEPT / "hand-1.jsonl").read_text().splitlines()[0])
    with pytest.raises(InputError, match="written by a newer pokerbot"):
        reading.parse(json.dumps({**hand, "version": record.VERSION + 1}))


def save_often(path, seed, begin):
    game = parse_game("kuhn")
    even = {key: dict.fromkeys(acts, 1 / len(acts)) for _, key, acts in game.information_sets()}
    begin.wait()
    for number in range(40):
        storage.save(Strategy(game, even, iterations=number, seed=seed), path)


def test_processes_that_save_to_one_file_never_tear_it(tmp_path):
    context = multiprocessing.get_context("fork")
    begin, path = context.Barrier(3), tmp_path / "a.json"
    writers = [
        context.Process(target=save_often, args=(path, seed, begin), daemon=True) for seed in (1, 2)
    ]
    for writer in writers:
        writer.start()
    begin.wait()
    seen = set()
    while any(writer.is_alive() for writer in writers) or not seen:
        if path.exists():
            seen.add(storage.load(path).seed)
    assert [writer.exitcode for writer in writers] == [0, 0]
    assert seen <= {1, 2}
    assert storage.load(path).iterations == 39
    assert [left.name for left in tmp_path.iterdir()] == ["a.json"]
