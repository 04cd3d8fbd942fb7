"""What a shell may complete: games, algorithms, and whoever can sit at the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from click import Context, Parameter
    from click.shell_completion import CompletionItem


def commands(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Commands with what they do."""
    from pokerbot.cli import COMMANDS

    return _those(COMMANDS.items(), incomplete)


def games(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Games with what they are, the spots at hand; or any file."""
    from click.shell_completion import CompletionItem

    from pokerbot.games.catalogue import FAMILIES
    from pokerbot.games.tree_catalogue import TREES
    from pokerbot.strategy import library

    names = [
        *((family.name, family.summary) for family in (FAMILIES | TREES).values()),
        *((name, "spot of hold'em") for name in library.spot_files()),
    ]
    return _those(names, incomplete) or [CompletionItem(incomplete, type="file")]


def tables(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Games that have a table, with echo those that it plays, else the spots at hand; any file."""
    from click.shell_completion import CompletionItem

    from pokerbot.evaluation.bots import ADAPTS
    from pokerbot.games.catalogue import FAMILIES
    from pokerbot.opponents.adapting import ADAPTING
    from pokerbot.strategy import library

    if ADAPTS in (ctx.params.get("target"), *ctx.args):  # there before an option without a value
        return _those(((one.game, one.temper) for one in ADAPTING.values()), incomplete)
    names = [
        *((family.name, family.summary) for family in FAMILIES.values()),
        *((name, "spot of hold'em") for name in library.spot_files()),
    ]
    return _those(names, incomplete) or [CompletionItem(incomplete, type="file")]


def algorithms(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Algorithms with what they are."""
    from pokerbot.solvers.catalogue import ALGORITHMS

    return _those(((name, entry.summary) for name, entry in ALGORITHMS.items()), incomplete)


def players(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """Built-in bots, the cast, echo, strategies at hand, games; or any file."""
    from click.shell_completion import CompletionItem

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
    return _those(names, incomplete) or [CompletionItem(incomplete, type="file")]


def _those(named: Iterable[tuple[str, str]], incomplete: str) -> list[CompletionItem]:
    """Those that begin as what is typed does."""
    from click.shell_completion import CompletionItem

    found = [(name, says) for name, says in named if name.startswith(incomplete)]
    return [CompletionItem(name, help=says) for name, says in found]
