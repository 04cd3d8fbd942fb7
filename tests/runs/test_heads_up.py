"""Training of a blueprint: the same whatever the workers, and resumed as if never stopped."""

import numpy as np
import pytest

pytest.importorskip("numba")

from pokerbot.errors import InputError
from pokerbot.runs.heads_up import BlueprintRun
from pokerbot.runs.resolving import Resolving
from pokerbot.sequence.heads_up.buckets import canonical
from pokerbot.sequence.heads_up.tree import Sizes

SIZES = Sizes(flop=(2, 1), turn=(2, 1), river=3)


def test_workers_and_a_stop_change_no_byte(tmp_path):
    whole, parted = (BlueprintRun(2, workers=workers, sizes=SIZES) for workers in (1, 3))
    whole.run(iterations=2)
    parted.run(iterations=1, checkpoint=tmp_path / "kept")
    resumed = BlueprintRun(2, sizes=SIZES)
    resumed.resume(tmp_path / "kept")
    resumed.run(iterations=2)
    assert (whole.solver.regret == resumed.solver.regret).all()
    files = [each.save(tmp_path / "file") for each in (whole, resumed)]
    assert (files[0].blueprint.parts == files[1].blueprint.parts).all()
    assert np.abs(whole.solver.regret).sum() > 0
    with pytest.raises(InputError, match="seed"):
        BlueprintRun(2, seed=1, sizes=SIZES).resume(tmp_path / "kept")


def test_a_river_solved_again_is_no_worse_and_costs_nothing_where_ranges_are_trusted(tmp_path):
    made = BlueprintRun(2, sizes=SIZES)
    made.run(iterations=1)
    trained = made.save(tmp_path / "file").blueprint
    lying = canonical(np.array([3, 21, 30, 40, 51]))
    safe, unsafe = (Resolving(trained, method) for method in ("safe", "unsafe"))
    roots, reach = safe.responses.reached(lying)
    gained, without = safe.gain(lying, int(roots[0]), reach[0])
    least, same = unsafe.gain(lying, int(roots[0]), reach[0])
    assert same == pytest.approx(without)
    assert 0 <= least <= gained <= without
    assert least < 0.001 * without
