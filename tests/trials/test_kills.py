"""A short version of the trial of kills."""

import os
import subprocess
import sys

import pytest

from tests.trials.faults import ROOT

pytest.importorskip("pty", reason="it plays in a terminal of POSIX")


@pytest.mark.slow
def test_a_kill_loses_nothing(tmp_path):
    ran = subprocess.run(
        [sys.executable, "-m", "tests.trials.kills", "--count", "1"],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout.count("1 kills, lost: 0")) == (0, 2), ran.stderr
