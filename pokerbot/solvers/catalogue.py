"""The algorithms there are, what each can be told, and how one is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from pokerbot.errors import InputError
from pokerbot.sequence.form import Array, Form, Tree
from pokerbot.sequence.operators import uniform
from pokerbot.solvers.fictitious import BestDecisions
from pokerbot.solvers.regret import Discounted, Plus, RegretRule, Vanilla
from pokerbot.solvers.selfplay import Learner, RegretMinimizer, SelfPlay

UPDATES = ("alternating", "simultaneous")


@dataclass(frozen=True)
class Options:
    """How an algorithm is run; None leaves it at the algorithm's default."""

    updates: str | None = None
    averaging: float | None = None


@dataclass(frozen=True)
class Algorithm:
    """A catalogue entry: either a regret rule, or a learner of its own."""

    name: str
    summary: str
    rule: RegretRule | None = None
    learner: Callable[[Tree, Array], Learner] | None = None
    updates: str = "alternating"

    @property
    def parameters(self) -> dict[str, float]:
        """Its numbers and their defaults."""
        return {f.name: getattr(self.rule, f.name) for f in fields(self.rule)} if self.rule else {}

    def build(self, form: Form, options: Options) -> tuple[SelfPlay, Mapping[str, Any]]:
        """A solver of this game, and the full description that its strategy file carries.

        Raises:
            InputError: an option makes no sense for this algorithm.
        """
        updates = options.updates or self.updates
        described: dict[str, Any] = {"name": self.name, "updates": updates}
        make = self.learner
        if self.rule is not None:
            rule = self.rule
            if options.averaging is not None:
                rule = replace(rule, gamma=options.averaging)
            described["averaging"] = rule.gamma
            make = lambda tree, sigma: RegretMinimizer(tree, sigma, rule)  # noqa: E731
        elif options.averaging is not None:
            raise InputError(f"{self.name} keeps no weighted average for --averaging to change")
        assert make is not None
        first, second = (make(tree, uniform(tree)) for tree in form.trees)
        return SelfPlay(form, (first, second), alternating=updates == "alternating"), described


ALGORITHMS = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("cfr", "vanilla CFR (Zinkevich et al. 2007)", Vanilla()),
        Algorithm("cfr+", "regrets floored at 0, linear averaging (Tammelin 2014)", Plus()),
        Algorithm("dcfr", "discounted regrets (Brown & Sandholm 2019)", Discounted()),
        Algorithm(
            "gxfp", "fictitious play by best decisions (Schulze 2023)", learner=BestDecisions
        ),
    )
}


def find_algorithm(name: str) -> Algorithm:
    """The algorithm of that name; raises InputError with those there are."""
    if name not in ALGORITHMS:
        raise InputError(f"no algorithm {name!r:.60}; there are {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]
