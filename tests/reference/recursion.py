"""Recursive definitions of what the four operators compute, and of the evaluation.

A strategy is a dict: information-set key → action → probability, both players' in one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from operator import mul
from typing import Any

import numpy as np

from tests.reference.rules import next_cards

Strategy = dict[str, dict[str, float]]
Cards = tuple[int, ...]


@dataclass
class Pass:
    """What one pass over the whole tree finds.

    sigma: the strategies of the pass; values: both players' expected ones; visits: decision nodes;
    action_values: counterfactual, of each action, to the player to act; reach: the own
    probability of coming to an information set.
    """

    sigma: Strategy
    values: tuple[float, float] = (0.0, 0.0)
    visits: int = 0
    action_values: Strategy = field(default_factory=lambda: defaultdict(lambda: defaultdict(float)))
    reach: dict[str, float] = field(default_factory=dict)

    @property
    def value(self) -> float:
        """Player 1's."""
        return self.values[0]


@dataclass(eq=False, slots=True)
class Node:
    """A history with the cards: chance's, where there are no actions, a player's or an end.

    after: what follows, by action or card; none where the hand ends
    chances: how likely each card is
    payoffs: to player 1 and player 2, at an end
    """

    key: str = ""
    player: int = 0
    actions: tuple[str, ...] = ()
    after: tuple[Node, ...] = ()
    payoffs: tuple[float, float] = (0.0, 0.0)
    chances: tuple[float, ...] = ()


@lru_cache(maxsize=8)
def unfold(game: Any) -> Node:
    """The whole tree, so that its rules are asked once and not at each pass."""

    def node(at: Any, cards: Cards) -> Node:
        if len(cards) < game.dealt(at):
            ahead = chances(game, at, cards)
            after = tuple(node(at, (*cards, card)) for card in ahead)
            return Node(after=after, chances=tuple(ahead.values()))
        actions = game.actions(at)
        if not actions:
            return Node(payoffs=payoffs(game, at, cards))
        after = tuple(node(game.after(at, action), cards) for action in actions)
        key = game.key(at, cards)
        if key in locked(game):
            given = locked(game)[key]
            return Node(after=after, chances=tuple(given[action] for action in actions))
        return Node(key, game.player(at), actions, after)

    return node(game.root, ())


def locked(game: Any) -> Strategy:
    """The play that is given: as if chance decided there."""
    return getattr(game, "locks", {})


def payoffs(game: Any, at: Any, cards: Cards) -> tuple[float, float]:
    """What both players win at an end: by the game itself where it is not zero-sum."""
    if hasattr(game, "payoffs"):
        first, second = game.payoffs(at, cards)
        return first, second
    won = game.payoff(at, cards)
    return won, -won


def chances(game: Any, at: Any, cards: Cards) -> dict[Any, float]:
    """What chance deals next, and how likely it is: by the game itself, else evenly."""
    if hasattr(game, "chances"):
        return game.chances(at, cards)
    ahead = next_cards(game, cards)
    return dict.fromkeys(ahead, 1 / len(ahead))


def histories(game: Any) -> Iterator[tuple[str, Any, tuple[int, ...]]]:
    """Every node of the tree as (chance | decision | terminal, node, cards), one card at a time."""
    ahead: list[tuple[Any, Cards]] = [(game.root, ())]
    while ahead:
        node, cards = ahead.pop()
        if len(cards) < game.dealt(node):
            yield "chance", node, cards
            ahead += [(node, (*cards, card)) for card in chances(game, node, cards)]
            continue
        actions = game.actions(node)
        yield "decision" if actions else "terminal", node, cards
        ahead += [(game.after(node, action), cards) for action in actions]


@cache
def information_sets(game: Any) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Key → (player, legal actions)."""
    return {
        game.key(node, cards): (game.player(node), game.actions(node))
        for kind, node, cards in histories(game)
        if kind == "decision" and game.key(node, cards) not in locked(game)
    }


def uniform(game: Any) -> Strategy:
    sets = information_sets(game)
    return {key: dict.fromkeys(acts, 1 / len(acts)) for key, (_, acts) in sets.items()}


def first_action(game: Any) -> Strategy:
    """Check, or fold to a bet."""
    sets = information_sets(game)
    return {key: {act: float(act == acts[0]) for act in acts} for key, (_, acts) in sets.items()}


def random_strategy(game: Any, rng: np.random.Generator, *, pure: bool = False) -> Strategy:
    """Drawn uniformly; with `pure` about half the decisions have an action of probability 0."""
    strategy: Strategy = {}
    for key, (_, acts) in sorted(information_sets(game).items()):
        weights = rng.exponential(size=len(acts))
        if pure and rng.random() < 0.5 and len(acts) > 1:
            weights[rng.integers(len(acts))] = 0
        strategy[key] = dict(zip(acts, (weights / weights.sum()).tolist(), strict=True))
    return strategy


@lru_cache(maxsize=16)
def depths(game: Any, player: int) -> dict[str, int]:
    """How many own decisions lead to each information set of a player's, itself included."""
    found = {}
    ahead = [(unfold(game), 0)]
    while ahead:
        node, before = ahead.pop()
        own = bool(node.actions) and node.player == player
        if own:
            found[node.key] = before + 1
        ahead += [(after, before + own) for after in node.after]
    return found


def traverse(game: Any, sigma: Strategy) -> Pass:
    """One pass over the tree, in the manner of document 000, for both players at once."""
    found = Pass(dict(sigma))

    def visit(node: Node, reach: tuple[float, float], chance: float) -> tuple[float, float]:
        if not node.after:
            return node.payoffs
        first = second = 0.0
        if not node.actions:
            for after, each in zip(node.after, node.chances, strict=True):
                worth = visit(after, reach, chance * each)
                first += worth[0] * each
                second += worth[1] * each
            return first, second
        found.visits += 1
        player, key = node.player, node.key
        found.reach[key] = reach[player]
        values, chances = found.action_values[key], sigma[key]
        others = chance * reach[1 - player]
        for action, after in zip(node.actions, node.after, strict=True):
            chosen = chances[action]
            on = (reach[0] * chosen, reach[1]) if player == 0 else (reach[0], reach[1] * chosen)
            worth = visit(after, on, chance)
            first += chosen * worth[0]
            second += chosen * worth[1]
            values[action] += others * worth[player]
        return first, second

    found.values = visit(unfold(game), (1.0, 1.0), 1.0)
    return found


def terminals(game: Any, player: int) -> Iterator[tuple[Any, Any, float]]:
    """(own, other's last sequence, chance × payoff to the player) of every terminal history.

    A sequence is (key, action), None for the empty one.
    """

    def visit(node: Node, last: tuple[Any, Any], chance: float) -> Any:
        if not node.after:
            yield last[player], last[1 - player], chance * node.payoffs[player]
        elif not node.actions:
            for after, each in zip(node.after, node.chances, strict=True):
                yield from visit(after, last, chance * each)
        else:
            for action, after in zip(node.actions, node.after, strict=True):
                move = node.key, action
                on = (move, last[1]) if node.player == 0 else (last[0], move)
                yield from visit(after, on, chance)

    yield from visit(unfold(game), (None, None), 1.0)


def best_response_value(game: Any, sigma: Strategy, player: int, epsilon: float = 0.0) -> float:
    """The most that a player can win against sigma, giving every action at least epsilon."""
    known = members(game, sigma, player)

    @cache
    def best(key: str) -> int:
        def worth(place: int) -> float:
            return sum(reach * value(node.after[place]) for node, reach in known[key])

        return max(range(len(known[key][0][0].actions)), key=worth)

    @cache
    def value(node: Node) -> float:
        if not node.after:
            return node.payoffs[player]
        if not node.actions:
            return sum(map(mul, map(value, node.after), node.chances))
        if node.player != player:
            chances = [sigma[node.key][action] for action in node.actions]
        else:
            chances = [epsilon] * len(node.actions)
            chances[best(node.key)] += 1 - len(node.actions) * epsilon
        return sum(
            chance * value(after)
            for chance, after in zip(chances, node.after, strict=True)
            if chance
        )

    return value(unfold(game))


def members(game: Any, sigma: Strategy, player: int) -> dict[str, list[tuple[Node, float]]]:
    """The histories of each of the player's information sets, with the others' reach."""
    found: dict[str, list[tuple[Node, float]]] = defaultdict(list)

    def visit(node: Node, reach: float) -> None:
        if not node.actions:
            for after, each in zip(node.after, node.chances, strict=True):
                visit(after, reach * each)
        elif node.player == player:
            found[node.key].append((node, reach))
            for after in node.after:
                visit(after, reach)
        else:
            for action, after in zip(node.actions, node.after, strict=True):
                visit(after, reach * sigma[node.key][action])

    visit(unfold(game), 1.0)
    return found


def expected_visits(game: Any, policies: tuple[Strategy | None, Strategy | None]) -> float:
    """Decision nodes that a sampled traversal of one deal visits on average.

    A player with a policy draws one action from it; one without takes every action.
    """

    def visit(node: Node, reach: float) -> float:
        if not node.actions:
            chances = zip(node.after, node.chances, strict=True)
            return sum(visit(after, reach * each) for after, each in chances)
        policy = policies[node.player]
        chances = policy[node.key] if policy else dict.fromkeys(node.actions, 1.0)
        taken = zip(node.actions, node.after, strict=True)
        return reach + sum(visit(after, reach * chances[action]) for action, after in taken)

    return visit(unfold(game), 1.0)
