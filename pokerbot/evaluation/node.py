"""Look up a decision of a strategy: both ranges there, what each hand does, and its value."""

from __future__ import annotations

from pokerbot.errors import InputError
from pokerbot.evaluation.node_hands import Node
from pokerbot.evaluation.nodes import Nodes, WholeNodes
from pokerbot.evaluation.street_nodes import Solve, StreetNodes
from pokerbot.games.spot import at_line
from pokerbot.strategy.packed_profile import stored_by_street
from pokerbot.strategy.storage import Playable, as_strategy
from pokerbot.strategy.strategy import Strategy


def node(of: Playable, line: str = "", solve: Solve | None = None) -> Node:
    """A decision of a strategy.

    Args:
        of: a strategy, a solution, a file or its bare name.
        line: the actions and cards that lead there, such as `check, bet 120, call / 7s / check`; ""
            is the first decision.
        solve: as in `nodes_of`.

    Raises:
        InputError: there is no such strategy, its game has no cards, or the line leads nowhere.
    """
    strategy = as_strategy(of)
    if not strategy.game.has_cards:
        spec = strategy.game.spec
        raise InputError(f"only games of cards and bets can be shown by decision, not {spec:.60}")
    rules = strategy.game.rules
    betting, board = at_line(rules, line)
    try:
        nodes = nodes_of(strategy, board if rules.deck.told_apart else 0, solve)
        return nodes.at(betting, board)
    except InputError as error:
        lying = rules.boards.lying(board)
        if not lying:
            raise
        raise InputError(f"leads to {lying}, and {error}", parameter="line") from None


def nodes_of(strategy: Strategy, board: int = 0, solve: Solve | None = None) -> Nodes:
    """The decisions of a strategy on a board and those that may follow it.

    solve: solves a river, if the file has none

    Raises:
        InputError: on the board no two hands can be dealt.
    """
    found = stored_by_street(strategy.infosets)
    return WholeNodes(strategy, board) if found is None else StreetNodes(strategy, found, solve)
