"""The studies there are, and one of them as a run."""

from __future__ import annotations

from dataclasses import dataclass

from pokerbot.reproduction import gxfp, kuhn
from pokerbot.reproduction.study import Report, Trainer
from pokerbot.runs.backend import needed
from pokerbot.runs.run import Run, Stopped, Watch

STUDIES = {study.name: study for study in (*kuhn.STUDIES, *gxfp.STUDIES)}


@dataclass(frozen=True)
class StudyRun(Run):
    """A study, the part of its full length to run, and what computes it from its beginning."""

    study: str
    part: float
    backend: str

    @property
    def name(self) -> str:
        """The study's."""
        return self.study

    @property
    def needs(self) -> tuple[str, ...]:
        """The compiler, where machine code is asked for."""
        return needed(self.backend)

    def carry_out(self, watch: Watch, stopped: Stopped) -> Report:
        """As `Run`: what was stopped on the way is abandoned."""
        return STUDIES[self.study].run(self.part, Trainer(self.backend, watch, stopped))
