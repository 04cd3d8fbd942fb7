"""Players for matches: strategy files and built-in bots, all of them as profiles."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.references import least_exploitable
from pokerbot.games.actions import LARGER, Action
from pokerbot.games.betting import legal_actions
from pokerbot.games.catalogue import FAMILIES, OfGame, game_of, names_game, not_the
from pokerbot.games.game import Game
from pokerbot.games.heads_up import NAME as WHOLE_GAME
from pokerbot.games.tree_catalogue import TREES
from pokerbot.io.files import FOLDER, printable
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.operators import bind, uniform
from pokerbot.sequence.reach import showdown_edge
from pokerbot.strategy import blueprint, library
from pokerbot.strategy.arrays import NamedProfile, to_arrays
from pokerbot.strategy.storage import Playable, as_strategy
from pokerbot.strategy.strategy import Strategy

RESPONSE = "best-response:"
ADAPTS = "echo"
"""The opponent who begins as an equilibrium and adapts to the person; only at the table."""


@dataclass(frozen=True, eq=False)
class Contender:
    """A player: a name, a strategy [rows, hands] for each seat, and what these were made from."""

    name: str
    profile: Profile
    strategy: Strategy | None = None


def seat_bots(
    seats: Sequence[Playable], spec: Game | OfGame | str | None = None
) -> tuple[Game, list[Contender]]:
    """Make players of strategies, files and names, and find the game that they all play.

    Args:
        seats: strategies, results or files; or names of files, of built-in bots, or of games, for
            the least exploitable file at hand; `best-response:` before one of these means a best
            response to that.
        spec: the game, needed if no strategy says which it is; a spot at hand goes by its name.

    Raises:
        InputError: no such bot or file, no game named anywhere, or different games.
    """
    if isinstance(spec, str):
        spec = library.game_named(spec)
    game = None if spec is None else game_of(spec)
    named = [_named(each, game) for each in seats]
    for name, strategy in named:
        if strategy is not None and game not in (None, strategy.game):
            raise InputError(f"{name} plays {not_the(game, strategy.game)}")
        game = game if strategy is None else strategy.game
    if game is None:
        raise InputError("is needed: no strategy file says which game is played", parameter="game")
    form = compile_game(game)
    bots = []
    for name, strategy in named:
        if strategy is None:
            profile = _built_in(form, BUILT_IN[name.removeprefix(RESPONSE)])
        else:
            profile = to_arrays(form, strategy.infosets)
        if name.startswith(RESPONSE):
            answer = best_responses(form, profile)
            bots.append(Contender(name, answer, Strategy(game, NamedProfile(form, answer))))
        else:
            bots.append(Contender(name, profile, strategy))
    return game, bots


def resolve(who: str) -> Path | str | Game:
    """What a person means by WHO: a file, a built-in bot or `echo` by its name, or a game.

    An existing file comes first, then the bots, then the cast, then strategies by their bare names,
    then games, and spots at hand by their names. A blueprint's name is none of these.

    Raises:
        InputError: it is none of them.
    """
    if blueprint.is_one(who):
        if not os.path.isfile(blueprint.find(who)):
            raise InputError(f"{printable(who)}: {_missing(who)}")
        return library.game_named(WHOLE_GAME)
    if os.path.isfile(who):
        return Path(who)
    if who in BOTS:
        return who
    try:
        path = library.find(who)
    except InputError as error:
        if ":" in who or names_game(who) or library.spec_named(who) != who:
            return library.game_named(who)
        bots = ", ".join((*BOTS, f"{RESPONSE}WHO"))
        games = f"{', '.join(FAMILIES)}, and without a table {', '.join(TREES)}"
        named = "pokerbot opponents lists who has a name"
        told = f"{error}; {named}; the bots are {bots}; the games are {games}"
        raise InputError(told) from None
    if os.path.isfile(path):
        return path
    if names_game(who):  # a folder has that name
        return library.game_named(who)
    raise InputError(f"{printable(who) or repr(who)}: {_missing(path)}")


def hidden(who: str) -> Path | None:
    """A strategy here or in `strategies/` that has the bare name WHO, if WHO means another one."""
    name = who.removeprefix(RESPONSE)
    if os.path.isfile(name) or len(Path(name).parts) != 1:
        return None
    here = [*library.beside(name), *library.beside(str(Path(FOLDER, name)))]
    named_first = name in BOTS or blueprint.is_one(name)
    meant = library.find(name) if here and not named_first else None
    return next((path for path in here if path != meant), None)


def _missing(path: str | Path) -> str:
    """Why a path is no file."""
    return "not a file" if os.path.exists(path) else "no such file"


def _named(who: Playable, game: Game | None) -> tuple[str, Strategy | None]:
    """A player's name and strategy; built-in bots have none, and a game gives its best file's.

    game: the game that is played, if that is known
    """
    if not isinstance(who, str):
        strategy = as_strategy(who, game)
        return f"{strategy.game.slug}-{strategy.maker}", strategy
    name = who.removeprefix(RESPONSE)
    meant = resolve(name)
    if meant == ADAPTS:
        there = f"pokerbot play {ADAPTS} --game GAME"
        raise InputError(f"{ADAPTS} adapts to you, at the table alone: {there}")
    if isinstance(meant, Game):
        best = least_exploitable(meant)
        return who.removesuffix(name) + best.path.stem, best.strategy
    return who, None if isinstance(meant, str) else as_strategy(meant, game)


def best_responses(form: Form, profile: Profile) -> Profile:
    """A best response in each seat to the strategy that the profile plays in the other seat."""
    answers, plans = [], realization_plans(form, profile)
    for player, operators in enumerate(bind(form)):
        q, _ = operators.best_response(operators.gradient(plans[1 - player]))
        answers.append(operators.best_decision(q))
    return answers[0], answers[1]


ChooseAction = Callable[[tuple[Action, ...], Array], Index]
"""Maps the legal actions and each hand's edge [hands] to the place of the action taken [hands]."""


def _always(*kinds: str) -> ChooseAction:
    """Takes the first kind in `kinds` that is legal; of several actions of that kind, the last."""

    def choose(actions: tuple[Action, ...], edge: Array) -> Index:
        legal = [action.kind for action in actions]
        kind = next(kind for kind in kinds if kind in legal)
        return np.full(edge.shape, len(legal) - 1 - legal[::-1].index(kind))

    return choose


def _honest(actions: tuple[Action, ...], edge: Array) -> Index:
    """Makes the least bet with a hand above average, calls with an average one, else gives up."""
    legal = [action.kind for action in actions]
    passive = legal.index("call") if "call" in legal else 0
    forward = next((i for i, kind in enumerate(legal) if kind in LARGER), passive)
    return np.where(edge > TIE, forward, np.where(edge < -TIE, 0, passive))


TIE = 1e-12

BUILT_IN: dict[str, ChooseAction | None] = {
    "random": None,
    "call": _always("check", "call", "jam"),
    "fold": _always("check", "fold"),
    "raise": _always("raise", "bet", "jam", "call", "check"),
    "honest": _honest,
}


BOTS = *BUILT_IN, ADAPTS
"""The names that mean a bot, unless there is a file of that name."""


def _built_in(form: Form, choice: ChooseAction | None) -> Profile:
    """The profile of a built-in bot; without a choice it plays uniformly."""
    if choice is None:
        one, other = bind(form)
        return uniform(one), uniform(other)
    first, second = (_chosen(form, tree, choice) for tree in form.trees)
    return first, second


def _chosen(form: Form, tree: Tree, choice: ChooseAction) -> Array:
    """The strategy [rows, hands] of one seat that makes this choice at every decision."""
    sigma = np.zeros(tree.shape)
    sigma[0] = 1
    hands = np.arange(tree.hands)
    streets = range(form.game.rules.boards.streets)
    edges = np.concatenate([showdown_edge(form, street, tree.player) for street in streets])
    for betting, board, rows in tree.decisions():
        legal = legal_actions(form.game.rules, betting)
        sigma[rows.start + choice(legal, edges[board]), hands] = 1
    return sigma
