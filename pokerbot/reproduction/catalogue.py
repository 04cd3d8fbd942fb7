"""The catalogue of studies, and those of the documents as runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pokerbot.reproduction import gxfp, kuhn
from pokerbot.reproduction.algorithms import SURVEY, Survey
from pokerbot.reproduction.study import StudyReport, StudyTrainer
from pokerbot.runs.backend import TellText, needed
from pokerbot.runs.run import Run, Stopped, Watch


@dataclass(frozen=True)
class Study:
    """A study of a table or figure, in a single run; it has the face of `Survey`.

    name: its name on the command line
    summary: what it shows
    make: makes the report, from the share of the full length to run, and the trainer
    draws: whether the report has a figure
    """

    name: str
    summary: str
    make: Callable[[float, StudyTrainer], StudyReport]
    draws: bool = True

    def runs(self, part: float, backend: str, tell: TellText) -> list[StudyRun]:
        """Its run; the arguments are as in `StudyRun`, and nothing is told."""
        return [StudyRun(self.name, part, backend)]

    def report(self, runs: Sequence[StudyRun], reports: Sequence[StudyReport]) -> StudyReport:
        """The report that its run has made."""
        (made,) = reports
        return made


DOCUMENTS = {
    study.name: study
    for study in (
        Study(
            "vanilla-table",
            "vanilla CFR's strategies on Kuhn, 10,000 and 100,000 iterations",
            kuhn.vanilla_table,
            draws=False,
        ),
        Study(
            "nodes-touched",
            "exploitability over nodes touched of four algorithms on Kuhn",
            kuhn.nodes_figure,
        ),
        Study(
            "cfr-plus-time", "exploitability over time of CFR and CFR+ on Kuhn", kuhn.time_figure
        ),
        Study(
            "gxfp-figure-1", "strategies of the asymmetric game, perturbed and not", gxfp.figure_1
        ),
        Study("gxfp-figure-2", "the benchmark game's strategies by GXFP", gxfp.figure_2),
        Study("gxfp-figure-3", "the perturbed benchmark game's by GXFP and XFP", gxfp.figure_3),
        Study("gxfp-figure-4", "value and exploitability of GXFP, CFR and XFP", gxfp.figure_4),
        Study("gxfp-figure-5", "the same in the perturbed game", gxfp.figure_5),
    )
}
"""The studies of the documents, which are run if none is named."""
STUDIES: dict[str, Study | Survey] = {**DOCUMENTS, SURVEY.name: SURVEY}


@dataclass(frozen=True)
class StudyRun(Run):
    """A study of the documents as a run.

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

    def carry_out(self, watch: Watch, stopped: Stopped) -> StudyReport:
        """As `Run`; a study that is stopped on the way is abandoned."""
        return DOCUMENTS[self.study].make(self.part, StudyTrainer(self.backend, watch, stopped))
