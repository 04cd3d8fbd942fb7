"""Golden playthroughs: every state of three seeded hands of every game, with all its fields.

    python -m tests.trials.playthroughs      (writes tests/games/playthroughs/ anew)

A change of the rules shows as a difference of these files, to be read before it is committed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random

from pokerbot.games.actions import Betting
from pokerbot.games.betting import act, legal_actions, net, start
from pokerbot.games.catalogue import FAMILIES, parse_game
from pokerbot.games.game import Game
from pokerbot.games.spot import Spot
from tests.reference.rules import BY_CARD

FOLDER = Path(__file__).parents[1] / "games" / "playthroughs"
SEEDS = (1, 2, 3)


def playthrough(game: Game) -> str:
    """The whole text of a game's file."""
    lines = [f"game: {game.spec}", f"slug: {game.slug}"]
    lines += [f"parameter {p.name}: {p.default}, {p.range}" for p in FAMILIES[game.name].parameters]
    lines += [f"{field.name}: {getattr(game.rules, field.name)}" for field in fields(game.rules)]
    for seed in SEEDS:
        lines += ["", f"# Hand {seed}", *_hand(game, Random(seed))]
    return "\n".join(lines) + "\n"


def _hand(game: Game, dice: Random) -> Iterator[str]:
    """One hand, dealt and played at random; only `random()` gives the same in every Python."""
    rules, suits = game.rules, game.rules.deck.suits
    deck, dealt = list(range(rules.deck.ranks * (suits or 1))), []
    for _ in range(2 + rules.has_board):
        card = deck[int(dice.random() * len(deck))]
        dealt.append(card // (suits or 1))
        if suits is not None:
            deck.remove(card)
    cards, final = (dealt[0], dealt[1]), 1 + dealt[2] if dealt[2:] else 0
    yield f"cards: {[rules.deck.label(card) for card in cards]}"
    yield f"public card, hidden: {rules.boards.name(final) or None}"
    betting, number = start(rules), 0
    while not betting.over:
        yield from _state(number, betting)
        board = rules.boards.at(final, rules.street(betting.round))
        yield f"board: {rules.boards.name(board) or None}"
        yield f"key: {game.key(Spot(betting, board, cards[betting.player]))}"
        legal = legal_actions(rules, betting)
        for action in legal:
            yield f"legal: {action.name!r} {action.code!r} chips {action.chips}"
        action = legal[int(dice.random() * len(legal))]
        yield f"> {action.name}"
        betting, number = act(rules, betting, action), number + 1
    yield from _state(number, betting)
    yield f"strengths: {[rules.strength(seat, hand, final) for seat, hand in enumerate(cards)]}"
    winner = rules.winner(cards, final)
    yield f"winner of a showdown: {winner}"
    yield f"net of player 0: {net(betting, winner)}"


def _state(number: int, betting: Betting) -> Iterator[str]:
    yield ""
    yield f"## State {number}"
    for name in (*(field.name for field in fields(betting)), "round", "history", "to_call"):
        yield f"{name}: {getattr(betting, name)!r}"


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    for name in BY_CARD:
        path = FOLDER / f"{name}.txt"
        path.write_text(playthrough(parse_game(name)), encoding="utf-8")
        print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
