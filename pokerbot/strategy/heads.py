"""The head of a strategy file: what stands before the probabilities in every kind of file."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.catalogue import make_game
from pokerbot.games.game import Game
from pokerbot.games.identity import check_rules, rules_in_files
from pokerbot.io.files import LONGEST_NAME, decode_json, decode_text, is_short, is_whole, show
from pokerbot.strategy.checking import as_object
from pokerbot.strategy.strategy import Infosets, Strategy


def head_of(strategy: Strategy) -> dict[str, Any]:
    """The head of a strategy's file.

    `spot` is what people call its game, `rules` the digest of the rules of a game of one's own.
    """
    game = strategy.game
    return {
        **({"spot": game.slug[:LONGEST_NAME]} if game.label else {}),
        "game": {"name": game.name, **game.parameters},
        **rules_in_files(game),
        "algorithm": strategy.algorithm,
        "iterations": strategy.iterations,
        "seed": strategy.seed,
        "results": strategy.results,
    }


def strategy_of(
    head: dict[str, Any], infosets: Callable[[Game], Infosets], own: Game | None = None
) -> Strategy:
    """The strategy of a file.

    head: the file's head
    infosets: reads the information sets, given the game that the head names
    own: the game that it must be of, for a game that the catalogue may not know

    Raises:
        InputError: something is missing or does not fit; the message names it.
    """
    for key in ("game", "algorithm", "iterations"):
        if key not in head:
            raise InputError(f"{key} is missing")
    described = dict(as_object(head["game"], "game"))
    if own is None:
        label = _short(head.get("spot", ""), "the spot's")
        game = make_game(described.pop("name", None), described, label)
    elif described == {"name": own.name, **own.parameters}:
        game = own
    else:
        raise InputError(f"holds a strategy of another game than {own.spec:.60}")
    check_rules(game, head)
    return Strategy(game=game, infosets=infosets(game), **made(head))


def made(head: dict[str, Any]) -> dict[str, Any]:
    """What a head tells of how the strategy was made, checked, as `Strategy` has it.

    Raises:
        InputError: something does not fit; the message names it.
    """
    iterations, seed = head["iterations"], head.get("seed")
    if not is_whole(iterations):
        raise InputError(f"iterations must be a whole number from 0, not {show(iterations)}")
    if seed is not None and not is_whole(seed):
        raise InputError(f"seed must be a whole number from 0 or null, not {show(seed)}")
    algorithm = notes(head["algorithm"], "algorithm")
    _short(algorithm.get("name", ""), "the algorithm's")
    return {
        "algorithm": algorithm,
        "iterations": int(iterations),
        "seed": None if seed is None else int(seed),
        "results": notes(head.get("results", {}), "results"),
    }


def _short(told: Any, whose: str) -> str:
    """A name in a head, if it is one that can be shown."""
    if not is_short(told):
        raise InputError(f"{whose} name must be a short text, not {show(told)}")
    return told


def notes(value: Any, name: str) -> dict[str, Any]:
    """The value, if it is a JSON object that can be written again.

    Raises:
        InputError: it is none, or holds what no file can hold.
    """
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
        decode_json(decode_text(text.encode()))
    except (TypeError, ValueError, RecursionError):
        raise InputError(
            f"{name} holds a number, a text or a thing that no file can hold"
        ) from None
    return as_object(value, name)
