"""The catalogue of studies, and studies as runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pokerbot.reproduction import gxfp, kuhn
from pokerbot.reproduction.algorithms import SURVEY, Survey
from pokerbot.reproduction.study import Report, Study, Trainer
from pokerbot.runs.backend import Tell, needed
from pokerbot.runs.run import Run, Stopped, Watch

DOCUMENTS = {study.name: study for study in (*kuhn.STUDIES, *gxfp.STUDIES)}
"""The studies of the documents, which are run if none is named."""
STUDIES: dict[str, Study | Survey] = {**DOCUMENTS, SURVEY.name: SURVEY}


@dataclass(frozen=True)
class StudyRun(Run):
    """A study as a run.

    study: its name
    part: the share of its full length that is run
    backend: what computes all its iterations
    """

    study: str
    part: float
    backend: str

    @property
    def name(self) -> str:
        """The study's name."""
        return self.study

    @property
    def needs(self) -> tuple[str, ...]:
        """The compiler, if machine code is asked for."""
        return needed(self.backend)

    def carry_out(self, watch: Watch, stopped: Stopped) -> Report:
        """As `Run`; a study that is stopped on the way is abandoned."""
        return DOCUMENTS[self.study].run(self.part, Trainer(self.backend, watch, stopped))


def runs_of(study: str, part: float, backend: str, tell: Tell) -> Sequence[Run]:
    """The runs of a study.

    Raises:
        InputError: the backend is not available.
    """
    survey = STUDIES[study]
    if isinstance(survey, Survey):
        return survey.runs(part, backend, tell)
    return [StudyRun(study, part, backend)]


def report_of(study: str, runs: Sequence[Any], results: Sequence[Any]) -> Report:
    """The report on a study, from the results of all its runs."""
    survey = STUDIES[study]
    if isinstance(survey, Survey):
        return survey.report(runs, results)
    (report,) = results
    assert isinstance(report, Report)
    return report
