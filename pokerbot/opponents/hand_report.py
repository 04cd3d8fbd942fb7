"""One hand of the history in words: what happened, the breakdown of its result, the grades."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from pokerbot.evaluation.breakdown import Breakdown, Decision
from pokerbot.games.actions import SEAT_NAMES
from pokerbot.games.game import Game
from pokerbot.io.files import printable, write_whole
from pokerbot.opponents.reasons import why
from pokerbot.opponents.reviews import ReviewedHand, listed, remark, ungraded
from pokerbot.play.hand import Observation
from pokerbot.play.view import amounts, words
from pokerbot.strategy.library import called

MOST_ACTIONS = 6


def hand_lines(reviewed: ReviewedHand, number: int) -> Iterator[str]:
    """The lines of the report on a hand, which is called by `number`."""
    played, breakdown = reviewed.played, reviewed.breakdown
    hand = played.hand
    name = printable(Path(played.opponent).stem)
    held = hand.game.rules.hands[played.person].name(hand.held[played.person])
    yield f"Hand {number}: {hand.game.spec} against {name}, {played.time:%Y-%m-%d %H:%M} UTC"
    yield f"You act {SEAT_NAMES[played.person]} with {held}."
    names = words.NAMES[0], called(Path(played.opponent), adapts=played.adapts) or words.NAMES[1]
    yield from words.betting(hand, played.person, names)
    yield " ".join(words.outcome(hand, played.person, names).splitlines())
    if breakdown is None:
        yield f"\n{ungraded(played)}"
        return
    yield ""
    for what, chips, meaning in (
        ("result", breakdown.chips, "your chips"),
        (
            "seat",
            breakdown.seat_value,
            f"what it wins on average at best: {_offer(breakdown, hand.game, played.person)}",
        ),
        ("luck", breakdown.luck, "of the cards and of the opponent's dice"),
        ("mistakes", -breakdown.mistakes, "what your decisions gave away"),
        ("missed", -breakdown.missed, "what sound decisions did not win from this opponent"),
    ):
        yield f"{what:<9}{amounts.signed(chips):>9}  {meaning}"
    if played.given:
        given = amounts.number_of(played.given, "action")
        yield f"The hand was dealt with {given}: these get no grades, but count in the sum."
    for seen, decision in reviewed.graded:
        yield from _decision(seen, decision)


def share(folder: Path, reviewed: ReviewedHand, picture: str) -> tuple[Path, Path]:
    """Write a hand as text and as an SVG picture, to two new files.

    Args:
        folder: where to write them.
        reviewed: the hand.
        picture: the content of the SVG file.

    Returns:
        The paths of both files.

    Raises:
        InputError: they cannot be written.
    """
    number, opponent = reviewed.played.number, Path(reviewed.played.opponent).stem
    plain = "".join(char if char.isascii() and char.isalnum() else "-" for char in opponent)
    stem, again = f"hand-{number}-{plain[:40]}", 1
    while any((folder / f"{stem}{kind}").exists() for kind in (".txt", ".svg")):
        again += 1
        stem = f"hand-{number}-{plain[:40]}-{again}"
    text = "\n".join(hand_lines(reviewed, number)) + "\n"
    written = folder / f"{stem}.txt", folder / f"{stem}.svg"
    for path, content in zip(written, (text, picture), strict=True):
        write_whole(path, [content.encode()])
    return written


def _offer(breakdown: Breakdown, game: Game, person: int) -> str:
    """The seat's value in words: the game's value plus what this opponent gives away.

    With locks it is the value of the solution that keeps to them, not of the game; what locks in
    the person's own seat give away comes on top.
    """
    offer = breakdown.seat_value - breakdown.game_value
    whose = "the locked solution's" if game.locks else "the game's"
    own = any(lock.betting.player == person for lock in game.locks)
    whom = "your seat's locks and this opponent give away" if own else "this opponent offers"
    value = f"{whose} {amounts.signed(breakdown.game_value)}"
    return f"{value}\n{'':<20}and {amounts.chips(offer)} that {whom}"


def _decision(seen: Observation, decision: Decision) -> Iterator[str]:
    """The lines on a decision: action, grade, reasons, and what each of the best actions wins."""
    where, decision = words.spot(seen.game.rules, decision.infoset), decision.as_told
    yield f"\n{where}  {decision.action}: {decision.grade}{remark(decision)}"
    if reason := why(decision):
        yield fill(reason, 78, initial_indent="  ", subsequent_indent="  ")
    lines = listed(decision, MOST_ACTIONS)
    width = max(9, *(len(line.name) + 1 for line in lines if len(line.actions) == 1))
    for line in lines:
        most = " at most" if len(line.actions) > 1 else ""
        sound = "" if line.sound is None else f", sound play {amounts.percent(line.sound)}"
        yield f"  {line.name:<{width}}{amounts.signed(line.wins):>9} chips{most}{sound}"
