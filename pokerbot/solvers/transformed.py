"""Reward-transformed CFR+: payoffs pull towards a reference, and the last iterate converges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pokerbot.games.parameters import Parameter
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.operators import Floor, Operators
from pokerbot.solvers.learner import Learner, Memory, Settings
from pokerbot.solvers.minimizer import Averaging, Minimization, RegretMinimizer
from pokerbot.solvers.regret import RegretRule

MU = Parameter("mu", 1e-3, least=0, most=10**6, real=True)
PERIOD = Parameter("period", 100, least=1, most=10**9)


@dataclass(frozen=True)
class Transformed:
    """CFR by a rule, with payoffs that pull towards a reference; implements `LearnerSpec`."""

    rule: RegretRule

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Those of the rule, the pull's strength, and the iterations that a reference stays."""
        return (*self.rule.parameters, MU, PERIOD)

    @property
    def refuses(self) -> Mapping[str, str]:
        """The options that have no effect, and why."""
        return {
            "iterate": "what it plays converges, and no average is kept",
            "updates": "it converges by alternating updates alone",
        }

    def learner(
        self, operators: Operators, sigma: Array, floor: Floor | None, settings: Settings
    ) -> Learner:
        """One player's learner."""
        parts = Minimization(self.rule, Averaging(lambda t: (0.0, 1.0)))
        return TransformedMinimizer(operators, sigma, floor, parts, settings)


class TransformedMinimizer(RegretMinimizer):
    """RTCFR+, if the rule is CFR+'s; the paper's perturbation is left to the option `epsilon`.

    Meng et al. (2023), "Efficient last-iterate convergence in solving games" (arXiv 2308.11256).
    Every own sequence loses mu · (its probability in the current plan − that in the reference).
    Every `period` iterations the current plan becomes the reference.

    reference: [rows, hands] the reference's realization plan
    """

    def __init__(
        self,
        operators: Operators,
        sigma: Array,
        floor: Floor | None,
        parts: Minimization,
        settings: Settings,
    ) -> None:
        super().__init__(operators, sigma, floor, parts, settings)
        self.reference = self.plan

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
