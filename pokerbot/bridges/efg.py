"""Games as Gambit reads them: extensive games in its text format `.efg`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from pokerbot.errors import InputError
from pokerbot.games.betting import Betting, legal_actions, net, start, successor
from pokerbot.games.catalogue import OPEN_SPIEL, Game, parse_game
from pokerbot.games.ends import EndsGame
from pokerbot.games.openspiel import turn_based

Cards = tuple[int, ...]


def to_efg(game: Game | str) -> str:
    """The whole game tree as a text that Gambit's `read_efg` reads, with every number exact.

    Information sets have our keys for labels, and payoffs are chips.

    Raises:
        InputError: it is neither a card game nor one of OpenSpiel's.
    """
    game = parse_game(game) if isinstance(game, str) else game
    if isinstance(game, EndsGame):
        if not game.name.startswith(OPEN_SPIEL):
            raise InputError(f"of {game.name:.60} only the ends are known, not in which order")
        import pyspiel
        from open_spiel.python.algorithms.gambit import export_gambit

        return str(export_gambit(turn_based(pyspiel.load_game(game.name[len(OPEN_SPIEL) :]))))
    return "\n".join(_Writer(game).lines()) + "\n"


class _Writer:
    """Writes the nodes of a card game, each before what follows it."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.rules
        self.known: tuple[dict[str, int], ...] = {}, {}
        self.dealt = self.ended = 0

    def lines(self) -> Iterator[str]:
        """The file's, one a node."""
        yield f'EFG 2 R "{self.game.spec}" {{ "Player 1" "Player 2" }}'
        yield '""'
        yield ""
        ranks = range(self.rules.deck.ranks)
        yield from self._deal(list(product(ranks, ranks)), start(self.rules))

    def _deal(self, dealt: Sequence[Cards], betting: Betting) -> Iterator[str]:
        """A node of chance: what may be dealt, cards in hand included."""
        deck = self.rules.deck
        ways = {cards: deck.ways(*cards) for cards in dealt}
        total, labels = sum(ways.values()), []
        for cards, count in ways.items():
            if count:
                name = " ".join(map(deck.label, cards))
                labels.append(f'"{name}" {Fraction(count, total)}')
        self.dealt += 1
        yield f'c "" {self.dealt} "" {{ {" ".join(labels)} }} 0'
        for cards, count in ways.items():
            if count:
                yield from self._node(cards, betting)

    def _node(self, cards: Cards, betting: Betting) -> Iterator[str]:
        """What follows a betting with these cards dealt."""
        rules = self.rules
        if rules.shows_board(betting.round) and len(cards) == 2 and not betting.over:
            boards = [(*cards, board) for board in range(rules.deck.ranks)]
            yield from self._deal(boards, betting)
            return
        board = cards[2] if len(cards) == 3 else None
        if betting.over:
            winner = rules.winner((cards[0], cards[1]), board)
            won = Fraction(net(betting, winner))
            self.ended += 1
            yield f't "" {self.ended} "" {{ {won}, {-won} }}'
            return
        player = betting.player
        actions = legal_actions(rules, betting)
        names = " ".join(f'"{action.name}"' for action in actions)
        key = self.game.key(betting, board, cards[player])
        number = self.known[player].setdefault(key, len(self.known[player]) + 1)
        yield f'p "" {player + 1} {number} "{key}" {{ {names} }} 0'
        for action in actions:
            yield from self._node(cards, successor(rules, betting, action))
