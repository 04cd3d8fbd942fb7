"""Schulze (2023), arXiv 2310.09658: the five figures of the GXFP paper."""

from __future__ import annotations

from functools import partial

from pokerbot.plots.figure import Figure, Panel, Series
from pokerbot.reproduction.study import StudyReport, StudyTrainer, chances, hands_axis
from pokerbot.runs.training import Training

HANDS, EPSILON = 100, 0.01
ANTE, BET = 0.5, 1.0
VALUE = -44 / 1083
SECOND = 0.05
"""How often a hand must take a second line to count as mixing lines."""
NEARLY = 0.01
"""How far apart on average, in how often hands take their lines, counts as nearly identical."""
PLAYER_1 = (64 / 1083, 369 / 722, 10 / 19, 307 / 361)
AFTER_CHECK = (8 / 57, 41 / 57, 15 / 19)
FACING_BET = (1 / 2, 10 / 19, 17 / 19)


def figure_1(part: float, trainer: StudyTrainer) -> StudyReport:
    """Figure 1: how often player 1 bets and player 2 calls in the asymmetric game.

    Both in the perturbed game and without perturbation.
    """
    scale = 4 * ANTE**2 + 5 * ANTE * BET + BET**2
    bluff = ANTE * BET / scale
    thin = (2 * ANTE**2 + 4 * ANTE * BET + BET**2) / scale
    call = (3 * ANTE * BET + BET**2) / scale
    axis = hands_axis(HANDS)
    bets, calls, found = [], [], {}
    for epsilon in (0.0, EPSILON):
        training, _ = trainer.train(
            f"von-neumann:hands={HANDS}",
            "gxfp",
            round(50_000 * part) or 1,
            every=5000,
            epsilon=epsilon,
        )
        bet = chances(training, "", "bet")
        called = chances(training, "b", "call")
        bets.append(Series(f"ε = {epsilon:g}", axis, bet))
        calls.append(Series(f"ε = {epsilon:g}", axis, called))
        found[f"{epsilon:g}"] = {"bet": bet, "call": called}
    first = next(hand for hand, p in zip(axis, calls[1].y, strict=True) if p > 0.5)
    remarks = [
        f"player 1 bets below {bluff:.4f} and above {thin:.4f} in the continuous game",
        f"with every action at least {EPSILON} the first hand with which player 2 mostly calls is"
        f" {first:.3f}, where hands are {1 / HANDS:g} apart; the indifference of all three"
        f" thresholds gives (3AB + B²)/(4A² + 5AB + B²) = {call:.4f}. The paper prints 3AB + 2B² in"
        f" the numerator, which would be {(3 * ANTE * BET + 2 * BET**2) / scale:.4f} here, player"
        " 1's own upper threshold: a slip",
    ]
    panels = [
        Panel("player 1's hand", "bets", bets, marks=[bluff, thin]),
        Panel("player 2's hand", "calls", calls, marks=[call]),
    ]
    return StudyReport(
        remarks, found, Figure("von Neumann and Morgenstern's asymmetric game", panels)
    )


def _lines(training: Training) -> tuple[dict[str, list[float]], ...]:
    """How often each hand takes each line: player 1, player 2 after a check, and after a bet."""

    def both(one: list[float], other: list[float]) -> list[float]:
        return [p * q for p, q in zip(one, other, strict=True)]

    at = partial(chances, training)
    check, bet = at("", "check"), at("", "bet")
    stab = at("k", "bet")
    return (
        {
            "check-fold": both(check, at("kb", "fold")),
            "check-call": both(check, at("kb", "call")),
            "check-raise": both(check, at("kb", "raise")),
            "bet-call": both(bet, at("br", "call")),
            "bet-fold": both(bet, at("br", "fold")),
        },
        {
            "check": at("k", "check"),
            "bet-fold": both(stab, at("kbr", "fold")),
            "bet-call": both(stab, at("kbr", "call")),
        },
        {action: at("b", action) for action in ("fold", "call", "raise")},
    )


TITLES = ("player 1's hand", "player 2's hand after a check", "player 2's hand facing a bet")
MARKS = (PLAYER_1, AFTER_CHECK, FACING_BET)


def _strategies(
    part: float, trainer: StudyTrainer, runs: dict[str, tuple[str, float]], *, marks: bool
) -> tuple[Figure, dict[str, dict[str, dict[str, list[float]]]]]:
    """A figure of the benchmark game's strategies by hand, and its data by name, title and line.

    runs: an algorithm and an epsilon for each name in the figure
    marks: whether the equilibrium's thresholds are drawn
    """
    axis = hands_axis(HANDS)
    data = {}
    series: tuple[list[Series], ...] = ([], [], [])
    for name, (algorithm, epsilon) in runs.items():
        training, _ = trainer.train(
            f"von-neumann-raise:hands={HANDS}",
            algorithm,
            round(100_000 * part) or 1,
            every=5000,
            epsilon=epsilon,
        )
        lines = _lines(training)
        data[name] = dict(zip(TITLES, lines, strict=True))
        for into, by_line in zip(series, lines, strict=True):
            into += [Series(line, axis, ps, name) for line, ps in by_line.items()]
    panels = [
        Panel(title, "probability", curves, marks=list(lines) if marks else [])
        for title, curves, lines in zip(TITLES, series, MARKS, strict=True)
    ]
    return Figure("the benchmark game of the GXFP paper", panels, columns=1), data


def _mixed(lines: dict[str, list[float]]) -> int:
    """How many hands take more than one line often."""
    return sum(sum(p >= SECOND for p in often) > 1 for often in zip(*lines.values(), strict=True))


def figure_2(part: float, trainer: StudyTrainer) -> StudyReport:
    """Figure 2: the benchmark game's strategies by GXFP."""
    figure, data = _strategies(part, trainer, {"": ("gxfp", 0.0)}, marks=False)
    mixed = ", ".join(f"{_mixed(lines)} as {title}" for title, lines in data[""].items())
    remarks = [
        "the paper finds most hands to mix lines, as the equilibrium is not unique, for either"
        f" player. Hands that take a second line {SECOND:g} of the time or more, of {HANDS}:"
        f" {mixed}",
    ]
    return StudyReport(remarks, data, figure)


def figure_3(part: float, trainer: StudyTrainer) -> StudyReport:
    """Figure 3: the perturbed benchmark game's strategies by GXFP and XFP, with the thresholds."""
    runs = {
        "(gxfp ε = 0.01)": ("gxfp", EPSILON),
        "(xfp ε = 0.01)": ("xfp", EPSILON),
        "(gxfp)": ("gxfp", 0.0),
    }
    figure, data = _strategies(part, trainer, runs, marks=True)
    gxfp, xfp, _ = runs
    apart = [
        abs(one - other)
        for title, lines in data[gxfp].items()
        for line, often in lines.items()
        for one, other in zip(often, data[xfp][title][line], strict=True)
    ]
    average = sum(apart) / len(apart)
    remarks = [
        "GXFP and XFP, which the paper finds nearly identical in the perturbed game, are"
        f" {'so here, too' if average < NEARLY else 'not so here'}: {average:.4f} apart on average,"
        f" at most {max(apart):.2f}",
    ]
    return StudyReport(remarks, data, figure)


def _convergence(
    part: float, trainer: StudyTrainer, algorithms: tuple[str, ...], epsilon: float
) -> tuple[Figure, dict[str, dict[str, list[float]]]]:
    """A figure of value and NashConv every 10,000 iterations, from random starts, and its data."""
    every = max(1, round(10_000 * part))
    game = f"von-neumann-raise:hands={HANDS}"
    values, totals, data = [], [], {}
    for algorithm in algorithms:
        options = {"init": "random", "epsilon": epsilon}
        _, points = trainer.train(game, algorithm, 20 * every, every=every, **options)
        axis = [float(point.iterations) for point in points]
        values.append(Series(algorithm, axis, [point.value for point in points]))
        totals.append(Series(algorithm, axis, [2 * point.exploitability for point in points]))
        data[algorithm] = {"iterations": axis, "value": values[-1].y, "nash_conv": totals[-1].y}
    exact = Series("−44/1083, infinitely many hands", [float(every), 20.0 * every], [VALUE, VALUE])
    panels = [
        Panel("iterations", "value for player 1 (chips per hand)", [*values, exact]),
        Panel("iterations", "NashConv (chips per hand)", totals, logarithmic=True),
    ]
    return Figure("the benchmark game from random starts", panels, columns=1), data


def figure_4(part: float, trainer: StudyTrainer) -> StudyReport:
    """Figure 4: value and NashConv of GXFP, CFR and XFP in the benchmark game."""
    figure, data = _convergence(part, trainer, ("gxfp", "cfr", "xfp"), 0.0)
    ends = ", ".join(f"{name} {curve['nash_conv'][-1]:.1e}" for name, curve in data.items())
    remarks = [
        f"NashConv (the paper's total exploitability) at the end: {ends}",
        f"the paper prints −44/1083 ≈ 0.406, a slip: it is −{-VALUE:.7f} net to player 1;"
        " at 100 hands, ties split, the value is −0.04059474",
    ]
    return StudyReport(remarks, dict(data), figure)


def figure_5(part: float, trainer: StudyTrainer) -> StudyReport:
    """Figure 5: value and NashConv of GXFP and XFP in the perturbed benchmark game."""
    figure, data = _convergence(part, trainer, ("gxfp", "xfp"), EPSILON)
    ends = ", ".join(f"{name} {curve['nash_conv'][-1]:.1e}" for name, curve in data.items())
    remarks = [
        f"NashConv at the end, best responses held to the same floor of {EPSILON}: {ends};"
        " the paper finds the perturbed game to converge much faster: compare figure 4"
    ]
    return StudyReport(remarks, dict(data), figure)
