"""Whoever can sit at the table: strategy files and the built-in bots, all of them profiles."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.betting import Action, legal_actions
from pokerbot.games.catalogue import Game, OfGame, game_of
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import Profile, realization_plans, to_arrays, to_infosets
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.operators import best_decision, bind, uniform
from pokerbot.sequence.reach import showdown_edge
from pokerbot.strategy import shelf, storage
from pokerbot.strategy.storage import Playable, as_strategy
from pokerbot.strategy.strategy import Strategy

RESPONSE = "best-response:"


@dataclass(frozen=True, eq=False)
class Bot:
    """A name and a strategy [rows, hands] for each seat; what that was read from, if anything."""

    name: str
    profile: Profile
    strategy: Strategy | None = None


def seat_bots(
    seats: Sequence[Playable], spec: Game | OfGame | str | None = None
) -> tuple[Game, list[Bot]]:
    """Seat strategies, files or built-in bots by name, on the one game they are about.

    Args:
        seats: strategies, results, files; names of files or built-in bots, or
            `best-response:FILE`.
        spec: the game, where no strategy says which.

    Raises:
        InputError: no such bot or file, no game named anywhere, or different games.
    """
    game = None if spec is None else game_of(spec)
    players = [each if isinstance(each, str) else as_strategy(each) for each in seats]
    strategies: dict[int, Strategy] = {}
    for place, player in enumerate(players):
        if isinstance(player, str) and player in BUILT_IN:
            continue
        strategy = player if isinstance(player, Strategy) else _read(player)
        if game is not None and strategy.game != game:
            raise InputError(f"{_name(player)} plays {strategy.game.spec}, not {game.spec}")
        strategies[place], game = strategy, strategy.game
    if game is None:
        raise InputError("is needed: no strategy file says which game is played", parameter="game")
    form = compile_game(game)
    bots = []
    for place, player in enumerate(players):
        source = strategies.get(place)
        if source is None:
            profile = _built_in(form, BUILT_IN[str(player)])
        else:
            profile = to_arrays(form, source.infosets)
            if isinstance(player, str) and player.startswith(RESPONSE):
                profile = best_responses(form, profile)
                source = Strategy(game, to_infosets(form, profile))
        bots.append(Bot(_name(player), profile, source))
    return game, bots


def _read(name: str) -> Strategy:
    """The strategy file that a bot's name stands for."""
    file = name.removeprefix(RESPONSE)
    try:
        return storage.load(shelf.find(file))
    except InputError as error:
        if os.sep in file or file != name:
            raise
        bots = ", ".join((*BUILT_IN, f"{RESPONSE}FILE"))
        raise InputError(f"{error}; the built-in bots are {bots}") from None


def _name(player: str | Strategy) -> str:
    return f"{player.game.slug}-{player.maker}" if isinstance(player, Strategy) else player


def best_responses(form: Form, profile: Profile) -> Profile:
    """For each seat the strategy that wins the most against this profile's other seat."""
    answers, plans = [], realization_plans(form, profile)
    for player, operators in enumerate(bind(form)):
        q, _ = operators.best_response(operators.gradient(plans[1 - player]))
        answers.append(best_decision(operators, q))
    return answers[0], answers[1]


Choice = Callable[[tuple[Action, ...], Array], Index]
"""From the legal actions and each hand's edge [hands] to the place of the action taken [hands]."""


def _always(*kinds: str) -> Choice:
    """Takes the last of the legal actions whose kind comes first in `kinds`."""

    def choose(actions: tuple[Action, ...], edge: Array) -> Index:
        legal = [action.kind for action in actions]
        kind = next(kind for kind in kinds if kind in legal)
        return np.full(edge.shape, len(legal) - 1 - legal[::-1].index(kind))

    return choose


def _honest(actions: tuple[Action, ...], edge: Array) -> Index:
    """Bets the least with a hand above the average, calls with an average one, else gives up."""
    legal = [action.kind for action in actions]
    passive = legal.index("call") if "call" in legal else 0
    forward = next((i for i, kind in enumerate(legal) if kind in ("bet", "raise")), passive)
    return np.where(edge > TIE, forward, np.where(edge < -TIE, 0, passive))


TIE = 1e-12

BUILT_IN: dict[str, Choice | None] = {
    "random": None,
    "call": _always("check", "call"),
    "fold": _always("check", "fold"),
    "raise": _always("raise", "bet", "call", "check"),
    "honest": _honest,
}


def _built_in(form: Form, choice: Choice | None) -> Profile:
    """The profile of a bot that chooses by the legal actions and its hand's edge."""
    if choice is None:
        one, other = bind(form)
        return uniform(one), uniform(other)
    first, second = (_chosen(form, tree, choice) for tree in form.trees)
    return first, second


def _chosen(form: Form, tree: Tree, choice: Choice) -> Array:
    """One seat's strategy by such a choice."""
    sigma = np.zeros(tree.shape)
    sigma[0] = 1
    hands = np.arange(tree.hands)
    edges = [showdown_edge(form, round_) for round_ in range(len(form.game.rules.rounds))]
    for betting, board, rows in tree.decisions():
        legal = legal_actions(form.game.rules, betting)
        sigma[rows.start + choice(legal, edges[betting.round][board or 0]), hands] = 1
    return sigma
