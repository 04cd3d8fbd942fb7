"""A short run of `tests.trials.hostile`, with a seed of its own."""

import warnings

import pytest

from tests.trials import hostile


@pytest.mark.parametrize("kind", ["strategies", "checkpoints", "histories"])
def test_mutated_files_are_refused_or_load_and_are_valid(kind, tmp_path):
    warnings.simplefilter("ignore", RuntimeWarning)
    folder = [tmp_path] if kind == "checkpoints" else []
    loader = getattr(hostile, kind)(*folder)
    loader.run(150, 7, tmp_path / "mutant")
    assert loader.lost == []
    assert loader.refused + loader.loaded == 150
    assert loader.refused > 100
    assert loader.loaded > 0
