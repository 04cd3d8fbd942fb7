"""What a shell completes: files, and games, algorithms and players, each with a description."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from click import Context, Parameter
    from click.shell_completion import CompletionItem


def games(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """The games and the spots at hand; if none matches, any file."""
    from pokerbot.games.catalogue import FAMILIES
    from pokerbot.games.tree_catalogue import TREES

    names = ((family.name, family.summary) for family in (FAMILIES | TREES).values())
    return _or_file([*matching(names, incomplete), *_spots(incomplete)], incomplete)


def spots(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """The spots at hand; if none matches, any file."""
    return _or_file(_spots(incomplete), incomplete)


def tables(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """The games that `play` takes: for echo those it plays, else games, spots or any file."""
    from pokerbot.evaluation.bots import ADAPTS
    from pokerbot.games.catalogue import FAMILIES
    from pokerbot.opponents.adapting import ADAPTING

    # click has WHO in `ctx.args` while the option before it lacks its value
    if ADAPTS in (ctx.params.get("target"), *ctx.args):
        return matching(((one.game, one.temper) for one in ADAPTING.values()), incomplete)
    names = ((family.name, family.summary) for family in FAMILIES.values())
    return _or_file([*matching(names, incomplete), *_spots(incomplete)], incomplete)


def algorithms(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """The algorithms and what they are."""
    from pokerbot.solvers.catalogue import ALGORITHMS

    return matching(((name, entry.summary) for name, entry in ALGORITHMS.items()), incomplete)


def players(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Built-in bots, the cast, echo, strategies at hand and games; if none matches, any file."""
    from pokerbot.evaluation.bots import ADAPTS, BUILT_IN
    from pokerbot.games.catalogue import FAMILIES
    from pokerbot.opponents.adapting import TEMPER
    from pokerbot.opponents.cast import CAST
    from pokerbot.strategy import library

    names = [
        *((bot, "built-in bot") for bot in BUILT_IN),
        *((member.name, member.temper) for member in CAST),
        (ADAPTS, TEMPER),
        *((path.stem, "strategy") for path in [*library.files(), *library.spots()]),
        *((family.name, family.summary) for family in FAMILIES.values()),
    ]
    return _or_file(matching(names, incomplete), incomplete)


def blueprints(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """The blueprint that comes with pokerbot; if it does not match, any file."""
    shipped = [("heads-up", "the blueprint that comes with pokerbot")]
    return _or_file(matching(shipped, incomplete), incomplete)


def files(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Any file."""
    return _or_file([], incomplete)


def _or_file(found: list[CompletionItem], incomplete: str) -> list[CompletionItem]:
    """What was found; if that is nothing, any file."""
    from click.shell_completion import CompletionItem

    return found or [CompletionItem(incomplete, type="file")]


def _spots(incomplete: str) -> list[CompletionItem]:
    from pokerbot.strategy import library

    return matching(((name, "spot of hold'em") for name in library.spot_files()), incomplete)


def matching(named: Iterable[tuple[str, str]], incomplete: str) -> list[CompletionItem]:
    """The names that begin with what is typed, each with its description."""
    from click.shell_completion import CompletionItem

    found = [(name, says) for name, says in named if name.startswith(incomplete)]
    return [CompletionItem(name, help=says) for name, says in found]
