"""Recursive definitions of what the four operators compute, and of the evaluation.

A strategy is a dict: information-set key → action → probability, both players' in one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from tests.reference.rules import next_cards

Strategy = dict[str, dict[str, float]]
Cards = tuple[int, ...]


@dataclass
class Pass:
    """What one pass over the whole tree finds.

    sigma: the strategies of the pass; value: player 1's expected value; visits: decision nodes;
    action_values: counterfactual, of each action, to the player to act; reach: the own
    probability of coming to an information set.
    """

    sigma: Strategy
    value: float = 0.0
    visits: int = 0
    action_values: Strategy = field(default_factory=lambda: defaultdict(lambda: defaultdict(float)))
    reach: dict[str, float] = field(default_factory=dict)


def histories(game: Any) -> Iterator[tuple[str, Any, tuple[int, ...]]]:
    """Every node of the tree as (chance | decision | terminal, node, cards), one card at a time."""
    ahead: list[tuple[Any, Cards]] = [(game.root, ())]
    while ahead:
        node, cards = ahead.pop()
        if len(cards) < game.dealt(node):
            yield "chance", node, cards
            ahead += [(node, (*cards, card)) for card in next_cards(game, cards)]
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
        if kind == "decision"
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
        if pure and rng.random() < 0.5:
            weights[rng.integers(len(acts))] = 0
        strategy[key] = dict(zip(acts, (weights / weights.sum()).tolist(), strict=True))
    return strategy


def traverse(game: Any, sigma: Strategy) -> Pass:
    """One pass over the tree, in the manner of document 000, for both players at once."""
    found = Pass(dict(sigma))

    def visit(node: Any, cards: Cards, reach: tuple[float, float], chance: float) -> float:
        if len(cards) < game.dealt(node):
            ahead = next_cards(game, cards)
            return sum(
                visit(node, (*cards, card), reach, chance / len(ahead)) / len(ahead)
                for card in ahead
            )
        actions = game.actions(node)
        if not actions:
            return game.payoff(node, cards)
        found.visits += 1
        player, key = game.player(node), game.key(node, cards)
        found.reach[key] = reach[player]
        value = 0.0
        for action in actions:
            chosen = sigma[key][action]
            on = (reach[0] * chosen, reach[1]) if player == 0 else (reach[0], reach[1] * chosen)
            worth = visit(game.after(node, action), cards, on, chance)
            value += chosen * worth
            to_mover = worth if player == 0 else -worth
            found.action_values[key][action] += chance * reach[1 - player] * to_mover
        return value

    found.value = visit(game.root, (), (1.0, 1.0), 1.0)
    return found


def terminals(game: Any, player: int) -> Iterator[tuple[Any, Any, float]]:
    """(own, other's last sequence, chance × payoff to the player) of every terminal history.

    A sequence is (key, action), None for the empty one.
    """

    def visit(node: Any, cards: Cards, last: tuple[Any, Any], chance: float) -> Any:
        if len(cards) < game.dealt(node):
            ahead = next_cards(game, cards)
            for card in ahead:
                yield from visit(node, (*cards, card), last, chance / len(ahead))
        elif actions := game.actions(node):
            for action in actions:
                move = game.key(node, cards), action
                on = (move, last[1]) if game.player(node) == 0 else (last[0], move)
                yield from visit(game.after(node, action), cards, on, chance)
        else:
            payoff = chance * game.payoff(node, cards)
            yield last[player], last[1 - player], payoff if player == 0 else -payoff

    yield from visit(game.root, (), (None, None), 1.0)


def best_response_value(game: Any, sigma: Strategy, player: int, epsilon: float = 0.0) -> float:
    """The most that a player can win against sigma, giving every action at least epsilon."""
    members = _members(game, sigma, player)

    @cache
    def best(key: str) -> str:
        def worth(action: str) -> float:
            return sum(
                reach * value(game.after(node, action), cards)
                for node, cards, reach in members[key]
            )

        return max(game.actions(members[key][0][0]), key=worth)

    @cache
    def value(node: Any, cards: Cards) -> float:
        if len(cards) < game.dealt(node):
            ahead = next_cards(game, cards)
            return sum(value(node, (*cards, card)) for card in ahead) / len(ahead)
        actions = game.actions(node)
        if not actions:
            return game.payoff(node, cards) * (1 - 2 * player)
        key = game.key(node, cards)
        if game.player(node) != player:
            chances = sigma[key]
        else:
            chances = dict.fromkeys(actions, epsilon)
            chances[best(key)] += 1 - len(actions) * epsilon
        return sum(chances[a] * value(game.after(node, a), cards) for a in actions if chances[a])

    return value(game.root, ())


def _members(game: Any, sigma: Strategy, player: int) -> dict[str, list[tuple[Any, Cards, float]]]:
    """The histories of each of the player's information sets: (node, cards, others' reach)."""
    members: dict[str, list[tuple[Any, Cards, float]]] = defaultdict(list)

    def visit(node: Any, cards: Cards, reach: float) -> None:
        if len(cards) < game.dealt(node):
            ahead = next_cards(game, cards)
            for card in ahead:
                visit(node, (*cards, card), reach / len(ahead))
            return
        actions = game.actions(node)
        own = game.player(node) == player
        if actions and own:
            members[game.key(node, cards)].append((node, cards, reach))
        for action in actions:
            chosen = 1.0 if own else sigma[game.key(node, cards)][action]
            visit(game.after(node, action), cards, reach * chosen)

    visit(game.root, (), 1.0)
    return members


def expected_visits(game: Any, policies: tuple[Strategy | None, Strategy | None]) -> float:
    """Decision nodes that a sampled traversal of one deal visits on average.

    A player with a policy draws one action from it; one without takes every action.
    """

    def visit(node: Any, cards: Cards, reach: float) -> float:
        if len(cards) < game.dealt(node):
            ahead = next_cards(game, cards)
            return sum(visit(node, (*cards, card), reach / len(ahead)) for card in ahead)
        actions = game.actions(node)
        policy = policies[game.player(node)] if actions else None
        chances = policy[game.key(node, cards)] if policy else dict.fromkeys(actions, 1.0)
        below = (visit(game.after(node, a), cards, reach * chances[a]) for a in actions)
        return (reach if actions else 0.0) + sum(below)

    return visit(game.root, (), 1.0)
