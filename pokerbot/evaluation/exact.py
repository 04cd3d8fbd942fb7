"""Exact evaluation: value, best responses, NashConv, exploitability. All in chips per hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pokerbot.errors import InputError
from pokerbot.games.catalogue import not_the
from pokerbot.games.game import Game
from pokerbot.games.parameters import is_number
from pokerbot.io.compiler import compiles
from pokerbot.io.html import fields as html_fields
from pokerbot.io.machine import cores
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.compile import WHOLE, as_form, check_size, compile_game, is_vast
from pokerbot.sequence.cut import LeafProfile
from pokerbot.sequence.floors import Floors, lock_floors, within_floors
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import bind
from pokerbot.strategy.arrays import smallest_of, to_arrays
from pokerbot.strategy.packed_profile import check_stored, stored_by_street
from pokerbot.strategy.storage import Playable, as_strategy
from pokerbot.strategy.strategy import ByInfoset, Infosets, Strategy


@dataclass(frozen=True)
class Exact:
    """The values of two realization plans against each other, and of best responses to them.

    value: player 1's expected net chips
    best_response_values: the most that player 1 and player 2 can win against the other's plan
    rake: what both pay on average, None if there is no rake
    """

    value: float
    best_response_values: tuple[float, float]
    rake: float | None = None

    @property
    def values(self) -> tuple[float, float]:
        """What player 1 and player 2 win on average."""
        return self.value, -self.value - (self.rake or 0.0)

    @property
    def nash_conv(self) -> float:
        """The sum over both players of best response value − value; never clipped at 0."""
        return self.best_response_values[0] + self.best_response_values[1] + (self.rake or 0.0)

    @property
    def exploitability(self) -> float:
        """Half of NashConv."""
        return self.nash_conv / 2

    @property
    def value_bounds(self) -> tuple[float, float] | None:
        """Bounds of the game's exact value for player 1; with rake there is no value, and None."""
        if self.rake is not None:
            return None
        return -self.best_response_values[1], self.best_response_values[0]


def evaluate_plans(
    form: Form,
    plans: tuple[Array, Array],
    floors: Floors = (None, None),
    backend: str = "numpy",
) -> Exact:
    """Evaluate two realization plans, each [rows, hands] of its player's tree.

    With floors, best responses keep to them, too: it is the game in which everyone has to.
    """
    return evaluate_in_turn(form, plans.__getitem__, floors, backend)


def evaluate_in_turn(
    form: Form,
    plan_of: Callable[[int], Array],
    floors: Floors = (None, None),
    backend: str = "numpy",
) -> Exact:
    """As `evaluate_plans`, for plans that `plan_of` makes when they are needed, one at a time.

    Raises:
        InputError: the arrays of the whole form do not fit into memory.
    """
    if is_vast(form):
        check_size(form.game, WHOLE)
    gained = []
    for player, (operators, floor) in enumerate(zip(bind(form, backend), floors, strict=True)):
        gradient = operators.gradient(plan_of(1 - player))
        most = float(operators.best_response(gradient, floor)[1][0].sum())
        gained.append((operators.tree.value(plan_of(player), gradient), most))
    return _exact(form, *gained)


def evaluate_leaves(profile: LeafProfile, threads: int = 1, floors: Floors = (None, None)) -> Exact:
    """As `evaluate_plans`, in machine code, for strategies that are kept leaf by leaf.

    floors: only such that give every action the same least probability
    """
    from pokerbot.sequence.operators.compiled.responses import respond

    first, second = (
        respond(profile, player, threads, floor.scale if floor else 0.0)
        for player, floor in enumerate(floors)
    )
    return _exact(profile.cut.form, first, second)


def _exact(form: Form, first: tuple[float, float], second: tuple[float, float]) -> Exact:
    """The evaluation, from what each player wins: as they play, and by a best response."""
    (value, most), (other, of_second) = first, second
    rake = None if form.game.zero_sum else -value - other
    return Exact(value, (most, of_second), rake)


def evaluate_profile(
    form: Form, profile: Profile, floors: Floors = (None, None), backend: str = "numpy"
) -> Exact:
    """Evaluate two behaviour strategies, each [rows, hands], as `evaluate_plans` does."""
    return evaluate_plans(form, realization_plans(form, profile), floors, backend)


def values_by_seat(form: Form, one: Profile, other: Profile) -> tuple[float, float]:
    """What the profile `one` wins on average against `other`: as player 1, and as player 2."""
    first = evaluate_profile(form, (one[0], other[1])).values[0]
    second = evaluate_profile(form, (other[0], one[1])).values[1]
    return first, second


def expected(one: Strategy, other: Strategy) -> tuple[float, float]:
    """`values_by_seat` of two strategies for the same game.

    Raises:
        InputError: one is kept without its rivers; that is checked before the game is compiled.
    """
    check_stored(one.infosets, other.infosets)
    form = compile_game(one.game)
    return values_by_seat(form, to_arrays(form, one.infosets), to_arrays(form, other.infosets))


@dataclass(frozen=True)
class Evaluation:
    """The exact evaluation of a strategy, as `pokerbot evaluate` reports it; chips per hand.

    game: the game's specification
    algorithm: what made the strategy
    iterations: how many it took
    infosets: the number of information sets
    value: player 1's expected net chips
    value_bounds: bounds of the value for player 1 of the game in which locked hands play as locked;
        None with rake, where a game has no value
    best_response_values: the most that player 1 and player 2 can win against the other's strategy
    nash_conv: the sum over both players of best response value − value
    exploitability: half of it
    exploitability_within: the exploitability in the game in which locked hands play as locked; None
        where the strategy keeps to a floor, which is solved against opponents that no file holds,
        or trembles, where it is solved against opponents that do
    """

    game: str
    algorithm: str
    iterations: int
    infosets: int
    value: float
    value_bounds: tuple[float, float] | None
    best_response_values: tuple[float, float]
    nash_conv: float
    exploitability: float
    exploitability_within: float | None

    @property
    def values(self) -> tuple[float, float]:
        """Both players' expected net chips; with rake they add up to less than 0."""
        return self.value, sum(self.best_response_values) - self.nash_conv - self.value

    def _repr_html_(self) -> str:
        """For notebooks: what `pokerbot evaluate` reports."""
        return html_fields(f"{self.algorithm} on {self.game}", vars(self))


def evaluate(
    strategy: Playable | Infosets | ByInfoset, game: Game | Form | str | None = None
) -> Evaluation:
    """Evaluate a strategy from its probabilities alone.

    Args:
        strategy: a strategy, a solution, a file or its bare name; or, with `game`, a mapping or a
            function as `Strategy.of` takes them.
        game: the game, needed if the strategy does not say which it is.

    Raises:
        InputError: there is no such strategy, or it is not for this game.
    """
    form = None if game is None else as_form(game)
    if form is not None and (callable(strategy) or isinstance(strategy, Mapping)):
        strategy = Strategy.of(form.game, strategy)
    elif isinstance(strategy, Mapping) or callable(strategy):
        raise InputError("is needed: the strategy does not say which", parameter="game")
    else:
        strategy = as_strategy(strategy, None if form is None else form.game)
    if form is not None and form.game != strategy.game:
        raise InputError(f"is {not_the(strategy.game, form.game)}", parameter="game")
    form = form or compile_game(strategy.game)
    locked = lock_floors(form)
    leaves = _leaves_of(strategy)
    if leaves is not None:
        exact = within = evaluate_leaves(leaves, cores())
    else:
        form, profile = smallest_of(form, strategy.infosets)
        exact = within = evaluate_profile(form, profile)
        if any(locked):
            within = evaluate_profile(form, within_floors(form, profile, locked), locked)
    return Evaluation(
        game=strategy.game.spec,
        algorithm=strategy.maker,
        iterations=strategy.iterations,
        infosets=len(strategy.infosets),
        value=exact.value,
        value_bounds=within.value_bounds,
        best_response_values=exact.best_response_values,
        nash_conv=exact.nash_conv,
        exploitability=exact.exploitability,
        exploitability_within=None if _restricted(strategy) else within.exploitability,
    )


def _restricted(strategy: Strategy) -> bool:
    """Whether it was solved for another game than that of free play and its locks."""
    made = strategy.algorithm
    return bool(made.get("floor") or made.get("epsilon"))


RESPONSES = "best_response_values"
"""The key of the best response values among the results that a large file holds."""


def stored_evaluation(strategy: Strategy) -> Evaluation | None:
    """The evaluation that a large file holds of itself, so that it need not be computed.

    None if it holds none, as when its results are those of play under a floor.
    """
    found, results = stored_by_street(strategy.infosets), strategy.results
    if found is None:
        return None
    best = results.get(RESPONSES)
    figures = [*best] if isinstance(best, list) else []
    figures += [results.get("value"), results.get("nash_conv")]
    if len(figures) != 4 or not all(map(is_number, figures)):
        return None
    first, second, value, nash_conv = map(float, figures)
    return Evaluation(
        game=strategy.game.spec,
        algorithm=strategy.maker,
        iterations=strategy.iterations,
        infosets=len(found),
        value=value,
        value_bounds=(-second, first) if strategy.game.zero_sum else None,
        best_response_values=(first, second),
        nash_conv=nash_conv,
        exploitability=nash_conv / 2,
        exploitability_within=nash_conv / 2,
    )


def _leaves_of(strategy: Strategy) -> LeafProfile | None:
    """The strategy of a large file, leaf by leaf; None if it is no such, or nothing is compiled."""
    found = stored_by_street(strategy.infosets)
    return None if found is None or not compiles() else found.by_leaf()


def purified(strategy: Strategy, threshold: float) -> Strategy:
    """The strategy without the actions less likely than `threshold`; the others are normalized.

    Locked hands play as they are locked.

    Ganzfried, Sandholm & Waugh (2012), "Strategy purification and thresholding".

    Raises:
        InputError: the threshold is not from 0 to 1, or leaves an information set no action.
    """
    if not 0 <= threshold <= 1:
        raise InputError(f"the threshold must be from 0 to 1, not {threshold}")
    infosets, locked = dict(strategy.infosets), strategy.game.locked
    for key, chances in strategy.infosets.items():
        if key in locked:
            continue
        likely = {action: p if p >= threshold else 0.0 for action, p in chances.items()}
        total = sum(likely.values())
        if not total:
            raise InputError(f"no action of {key} is as likely as {threshold}")
        infosets[key] = {action: p / total for action, p in likely.items()}
    return replace(strategy, infosets=infosets)
