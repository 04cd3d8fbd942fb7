"""The studies there are, and one of them as a run."""

from __future__ import annotations

from dataclasses import dataclass

from pokerbot.reproduction import gxfp, kuhn
from pokerbot.reproduction.study import Report
from pokerbot.runs.results import Progress
from pokerbot.runs.run import Run, Stopped, Watch

STUDIES = {study.name: study for study in (*kuhn.STUDIES, *gxfp.STUDIES)}


@dataclass(frozen=True)
class StudyRun(Run):
    """A study, and the part of its full length to run."""

    study: str
    part: float = 1.0

    @property
    def name(self) -> str:
        """The study's."""
        return self.study

    def carry_out(self, watch: Watch, stopped: Stopped) -> Report:
        """Run it; a study is not stopped on the way."""

        def note(algorithm: str, progress: Progress) -> None:
            watch(progress)

        return STUDIES[self.study].run(self.part, note)
