"""The algorithms, information set by information set, from the rules of the papers.

Each generator yields, after every iteration, (current strategy, average strategy, decision nodes
visited so far, player 1's values so far). Nothing here knows arrays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from tests.reference.recursion import (
    Pass,
    Strategy,
    best_response_value,
    depths,
    information_sets,
    traverse,
)

Rule = Callable[[float, float, int], tuple[float, float]]
Step = tuple[Strategy, Strategy, int, list[float]]


def vanilla(total: float, r: float, t: int) -> tuple[float, float]:
    return total + r, total + r


def plus(total: float, r: float, t: int) -> tuple[float, float]:
    return max(total + r, 0), max(total + r, 0)


def linear(total: float, r: float, t: int) -> tuple[float, float]:
    return total + t * r, total + t * r


def discounted(total: float, r: float, t: int) -> tuple[float, float]:
    s = (t - 1) ** 1.5 if total > 0 else 1.0
    total = total * s / (s + 1) + r
    return total, total


def discounted_plus(total: float, r: float, t: int) -> tuple[float, float]:
    s = (t - 1) ** 1.5
    total = max(total * s / (s + 1.5) + r, 0)
    return total, total


def predictive(total: float, r: float, t: int) -> tuple[float, float]:
    total = max(total + r, 0)
    return total, max(total + r, 0)


def stable_predictive(total: float, r: float, t: int) -> tuple[float, float]:
    total = max(total + r, 0)
    return total, max(total + r / 3, 0)


def predictive_discounted(total: float, r: float, t: int) -> tuple[float, float]:
    s, s_next = (t - 1) ** 2.3, t**2.3
    total = max(total * s / (s + 1) + r, 0)
    return total, max(total * s_next / (s_next + 1) + r, 0)


HORIZON = 1_000
"""The length of run that schedules go by where nothing else is said."""


def scheduled(total: float, r: float, t: int) -> tuple[float, float]:
    power = 1 + 3 * t / HORIZON if total > 0 else -1 - 2 * t / HORIZON
    s = max(t - 1, 1) ** power
    total = total * s / (s + 1) + r
    return total, total


def falling(t: int) -> tuple[float, float]:
    """What is kept of the average, and what is added, by a power from 4 to 1."""
    return ((t - 1) / t) ** (4 - 3 * t / HORIZON), 1.0


Memory = dict[str, dict[str, float]]
"""What a rule remembers of an information set, by name and action."""


def asymmetric(memory: Memory, r: dict[str, float], t: int) -> dict[str, float]:
    """Meng et al. (2025), APCFR+: targets of a whole information set."""
    before, last = memory.get("R", dict.fromkeys(r, 0.0)), memory.get("r", dict.fromkeys(r, 0.0))
    now = {a: max(before[a] + r[a], 0) for a in r}
    sums = memory.setdefault("sums", {"errors": 0.0, "moves": 0.0})
    sums["errors"] += sum((r[a] - last[a]) ** 2 for a in r)
    sums["moves"] += sum((now[a] - before[a]) ** 2 for a in r)
    memory["R"], memory["r"] = now, r
    if not sums["errors"]:
        return now
    alpha = min((sums["errors"] / sums["moves"]) ** 0.5 if sums["moves"] else 5, 5)
    return {a: now[a] + r[a] / (1 + alpha) for a in r}


def smooth(memory: Memory, r: dict[str, float], t: int) -> dict[str, float]:
    """Farina et al. (2023), with a step of 1: targets of a whole information set."""
    memory["R"] = lift({a: memory.get("R", {}).get(a, 0.0) + r[a] for a in r})
    return lift({a: memory["R"][a] + r[a] for a in r})


def extragradient(memory: Memory, r: dict[str, float], t: int) -> dict[str, float]:
    """The same with a step ahead, from which R is moved only in the next iteration."""
    before = memory.setdefault("R", {a: 1 / len(r) for a in r})
    ahead = lift({a: before[a] + r[a] for a in r})
    if t % 2 == 0:
        memory["R"] = ahead
    return ahead


def every_second(t: int) -> tuple[float, float]:
    """Even iterations weigh t, odd ones nothing."""
    return 1.0, float(t * (t % 2 == 0))


def lift(x: dict[str, float]) -> dict[str, float]:
    """The point nearest to x of those at 0 or above whose sum is 1 or more, the largest first."""
    if sum(max(value, 0) for value in x.values()) >= 1:
        return {a: max(value, 0) for a, value in x.items()}
    ordered, rise = sorted(x.values(), reverse=True), 0.0
    for count, value in enumerate(ordered, 1):
        if value + (1 - sum(ordered[:count])) / count > 0:
            rise = (1 - sum(ordered[:count])) / count
    return {a: max(value + rise, 0) for a, value in x.items()}


def by_action(rule: Rule) -> Callable[[Memory, dict[str, float], int], dict[str, float]]:
    """A rule of one action, for all of an information set."""

    def update(memory: Memory, r: dict[str, float], t: int) -> dict[str, float]:
        totals, targets = memory.setdefault("R", dict.fromkeys(r, 0.0)), {}
        for action, earned in r.items():
            totals[action], targets[action] = rule(totals[action], earned, t)
        return targets

    return update


RULES: dict[str, tuple[Any, Any]] = {
    "cfr": (vanilla, 0),
    "cfr+": (plus, 1),
    "lcfr": (linear, 1),
    "dcfr": (discounted, 2),
    "dcfr+": (discounted_plus, 4),
    "pcfr+": (predictive, 2),
    "sapcfr+": (stable_predictive, 5),
    "pdcfr+": (predictive_discounted, 5),
    "apcfr+": (asymmetric, 2),
    "sprm+": (smooth, 1),
    "exrm+": (extragradient, every_second),
    "hs-dcfr": (scheduled, falling),
    "hs-pcfr+": (predictive, falling),
}
"""The regret algorithms: one information set's update, and the exponent of the average's weight."""


def squeeze(chances: dict[str, float], epsilon: float) -> dict[str, float]:
    """Every action at least epsilon, the rest shared as it was."""
    return {a: epsilon + (1 - len(chances) * epsilon) * p for a, p in chances.items()}


def in_proportion(weights: dict[str, float]) -> dict[str, float]:
    total = sum(weights.values())
    if total <= 0:
        return dict.fromkeys(weights, 1 / len(weights))
    return {action: weight / total for action, weight in weights.items()}


def self_play(
    game: Any, start: Strategy, alternating: bool, learn: Callable[[int, Pass, int], Strategy]
) -> Iterator[tuple[Strategy, int, list[float]]]:
    """The loop all share: `learn(player, pass, t)` gives the player's next strategies."""
    sigma, visits, values = dict(start), 0, []
    for t in range(1, 1_000_000):
        found = traverse(game, sigma)
        visits += found.visits
        values.append(found.value)
        sigma |= learn(0, found, t)
        if alternating:
            found = traverse(game, sigma)
            visits += found.visits
        sigma |= learn(1, found, t)
        yield dict(sigma), visits, list(values)


def cfr(
    game: Any, name: str, start: Strategy, *, alternating: bool, epsilon: float = 0.0
) -> Iterator[Step]:
    """CFR by the named rule: one update for each information set and iteration."""
    sets = information_sets(game)
    assert name in RULES, f"RULES has no {name}: write its rule here once more, by itself"
    rule, gamma = RULES[name]
    update = rule if rule in (asymmetric, smooth, extragradient) else by_action(rule)
    memories: dict[Any, Memory] = defaultdict(dict)
    sums: Strategy = {key: dict.fromkeys(actions, 0.0) for key, (_, actions) in sets.items()}
    sigma = {key: squeeze(chances, epsilon) for key, chances in start.items()}

    def learn(player: int, found: Pass, t: int) -> Strategy:
        for key in (key for key, (mover, _) in sets.items() if mover == player):
            q, now = found.action_values[key], sigma[key]
            value = sum(now[a] * q[a] for a in now)
            q = {
                a: (1 - len(q) * epsilon) * worth + epsilon * sum(q.values())
                for a, worth in q.items()
            }
            kept, added = gamma(t) if callable(gamma) else (1.0, t**gamma)
            for action in now:
                sums[key][action] *= kept
                sums[key][action] += added * found.reach[key] * now[action]
            target = update(memories[key], {a: q[a] - value for a in now}, t)
            matched = in_proportion({a: max(Q, 0) for a, Q in target.items()})
            sigma[key] = squeeze(matched, epsilon)
        return sigma

    for current, visits, values in self_play(game, sigma, alternating, learn):
        weighted = any(any(each.values()) for each in sums.values())
        average = {key: in_proportion(sums[key]) for key in sums} if weighted else current
        yield current, average, visits, values


def gxfp(game: Any, start: Strategy, *, alternating: bool, epsilon: float = 0.0) -> Iterator[Step]:
    """Schulze (2023), equations 3, 4 and 24, with n = t."""
    sets = information_sets(game)
    sigma = {key: squeeze(chances, epsilon) for key, chances in start.items()}

    def learn(player: int, found: Pass, t: int) -> Strategy:
        for key in (key for key, (mover, _) in sets.items() if mover == player):
            q = found.action_values[key]
            best = max(sigma[key], key=lambda action: q[action])
            decision = squeeze({a: float(a == best) for a in sigma[key]}, epsilon)
            sigma[key] = {
                a: (1 - 1 / (t + 1)) * p + decision[a] / (t + 1) for a, p in sigma[key].items()
            }
        return sigma

    for current, visits, values in self_play(game, sigma, alternating, learn):
        yield current, current, visits, values


def xfp(game: Any, start: Strategy, *, alternating: bool, epsilon: float = 0.0) -> Iterator[Step]:
    """Heinrich et al. (2015), as equations 16 and 17 of document 004 put it."""
    sets = information_sets(game)
    sigma = {key: squeeze(chances, epsilon) for key, chances in start.items()}

    def learn(player: int, found: Pass, t: int) -> Strategy:
        own = [key for key, (mover, _) in sets.items() if mover == player]
        response = best_response(game, found.sigma, player, epsilon)
        reach, reach_of_response = found.reach, traverse(game, sigma | response).reach
        for key in own:
            new = reach_of_response[key] / (t + 1)
            total = (1 - 1 / (t + 1)) * reach[key] + new
            sigma[key] = {
                a: p + new * (response[key][a] - p) / total for a, p in sigma[key].items()
            }
        return sigma

    for current, visits, values in self_play(game, sigma, alternating, learn):
        yield current, current, visits, values


def best_response(game: Any, sigma: Strategy, player: int, epsilon: float) -> Strategy:
    """The deepest information sets first: what is best given the rest."""
    sets, depth = information_sets(game), depths(game, player)
    response = dict(sigma)
    for deepest in sorted(set(depth.values()), reverse=True):
        found = traverse(game, response).action_values
        for key in (key for key in depth if depth[key] == deepest):
            best = max(sets[key][1], key=found[key].__getitem__)
            response[key] = squeeze({a: float(a == best) for a in sets[key][1]}, epsilon)
    return {key: chances for key, chances in response.items() if sets[key][0] == player}


def fp(game: Any, start: Strategy, *, alternating: bool) -> Iterator[Step]:
    """Brown (1951): each player's mixture of the start and of pure best responses."""
    sets = information_sets(game)
    pure = [list(pure_strategies(sets, player)) for player in (0, 1)]
    mixtures: list[list[Strategy]] = [
        [{key: start[key] for key, (mover, _) in sets.items() if mover == player}]
        for player in (0, 1)
    ]

    def learn(player: int, found: Pass, t: int) -> Strategy:
        sign = 1 - 2 * player
        best = max(pure[player], key=lambda s: sign * traverse(game, found.sigma | s).value)
        mixtures[player].append(best)
        return behaviour(player)

    def behaviour(player: int) -> Strategy:
        sums: Strategy = defaultdict(lambda: defaultdict(float))
        for member in mixtures[player]:
            reach = traverse(game, start | member).reach
            for key, chances in member.items():
                for action, chance in chances.items():
                    sums[key][action] += reach[key] * chance
        return {key: in_proportion(weights) for key, weights in sums.items()}

    for current, visits, values in self_play(game, start, alternating, learn):
        yield current, current, visits, values


def pure_strategies(sets: dict[str, Any], player: int) -> Iterator[Strategy]:
    own = [(key, actions) for key, (mover, actions) in sets.items() if mover == player]
    for chosen in product(*(actions for _, actions in own)):
        yield {
            key: {action: float(action == choice) for action in actions}
            for (key, actions), choice in zip(own, chosen, strict=True)
        }


def nash_conv(game: Any, sigma: Strategy, epsilon: float = 0.0) -> float:
    return sum(best_response_value(game, sigma, player, epsilon) for player in (0, 1))
