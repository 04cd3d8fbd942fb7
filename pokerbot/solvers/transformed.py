"""Reward-transformed CFR+: payoffs pull towards a reference, and the last iterate converges."""

from __future__ import annotations

from pokerbot.errors import InputError
from pokerbot.games.parameters import Parameter
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.operators import Floor, Operators
from pokerbot.solvers.learner import Learning, Memory
from pokerbot.solvers.minimizer import Averaging, Minimization, RegretMinimizer
from pokerbot.solvers.regret import PLUS

MU = Parameter("mu", 1e-3, least=0, most=10**6, real=True)
PERIOD = Parameter("period", 100, least=1, most=10**9)


class TransformedMinimizer(RegretMinimizer):
    """RTCFR+; the paper's perturbation is left to the option `epsilon`.

    Meng et al. (2023), "Efficient last-iterate convergence in solving games" (arXiv 2308.11256).
    Every own sequence loses mu · (its probability in the current plan − that in the reference), in
    chips. Every `period` iterations the current plan becomes the reference.

    reference: [rows, hands] the reference's realization plan
    """

    def __init__(
        self, operators: Operators, sigma: Array, floor: Floor | None, **settings: float
    ) -> None:
        parts = Minimization(PLUS, Averaging(lambda t: (0.0, 1.0)))
        super().__init__(operators, sigma, floor, parts, settings)
        self.reference = self.plan

    def begin(self, sigma: Array, regrets: Array, iterations: int) -> None:
        """Refuse a start, of which nothing would be left.

        Raises:
            InputError: always.
        """
        raise InputError("has no effect on rtcfr+, which keeps no average", parameter="start")

    def observe(self, gradient: Array, t: int) -> None:
        if t % self.settings["period"] == 0:
            self.reference = self.plan
        super().observe(gradient - self.settings["mu"] * (self.plan - self.reference), t)

    def memory(self) -> Memory:
        return {**super().memory(), "reference": self.reference}

    def recall(self, memory: Memory) -> None:
        self.reference = memory["reference"]
        super().recall(memory)

    def average(self) -> Array:
        """The current strategy: no average is kept."""
        return self.sigma

    def average_plan(self) -> Array:
        return self.plan


TRANSFORMED = Learning(
    TransformedMinimizer,
    (MU, PERIOD),
    {
        "iterate": "what it plays converges, and no average is kept",
        "updates": "it converges by alternating updates alone",
    },
)
