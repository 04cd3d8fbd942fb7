"""What a hand was made of, and what a decision was worth, in full."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from pokerbot.evaluation.breakdown import Breakdown, Decision
from pokerbot.opponents.reasons import why
from pokerbot.opponents.reviews import ReviewedHand, listed, remark, ungraded
from pokerbot.play.hand import Observation
from pokerbot.play.view import words
from pokerbot.play.view.words import fixed

GRADES = {"best": "$text-success", "inaccuracy": "$text-warning", "sound": "$text-accent"}
NAME, CHIPS, LOST, OFTEN = 9, 8, 6, 6
MOST = 6


def split_lines(split: Breakdown) -> Iterator[Content]:
    """The result as a sum, exactly: the seat, luck, mistakes and what was missed."""
    for what, much in (
        ("seat's value", fixed(split.seat_value, 4)),
        ("+ luck", fixed(split.luck, 4)),
        ("− mistakes", f"{split.mistakes:z.4f}"),
        ("− missed", f"{split.missed:z.4f}"),
        ("= result", fixed(split.chips, 4)),
    ):
        line = f"{what:<13}{much:>9}"
        yield Content.styled(line, "bold" if what.startswith("=") else "")


def headline(decision: Decision, said: str) -> Content:
    """What was done, its grade in a colour of its own, and what is to be said of it."""
    return Content.from_markup(
        f"[b {GRADES.get(decision.grade, '$text-error')}]$action: $grade[/]$said",
        action=decision.action,
        grade=decision.grade,
        said=said,
    )


def decision_lines(decision: Decision) -> Iterator[Content]:
    """The grade of what was done, why, and what each action wins and how often the bot takes it.

    They stand as the buttons do; of very many the best are there, and how many are not.
    """
    yield headline(decision, remark(decision))
    if said := why(decision):
        yield Content.styled(said, "$foreground 75%")
    yield Content.styled(
        f"{'':<{NAME + 2}}{'chips':>{CHIPS}}{'lost':>{LOST}}{'bot':>{OFTEN}}", "dim"
    )
    best = max(decision.chips.values())
    kept, left = listed(decision, MOST)
    for action in kept:
        worth, often = decision.chips[action], decision.frequencies[action]
        mark = "▶" if action == decision.action else " "
        line = f"{mark} {action:<{NAME}}{fixed(worth):>{CHIPS}}"
        line += f"{best - worth:>{LOST}.2f}{often:>{OFTEN}.0%}"
        yield Content.styled(line, "bold" if action == decision.action else "")
    if left:
        often = sum(decision.frequencies[action] for action in left)
        yield Content(f"  {f'… {len(left)} more':<{NAME}}{'':>{CHIPS + LOST}}{often:>{OFTEN}.0%}")


def made_of(reviewed: ReviewedHand) -> Content:
    """What a hand was made of, and its decisions; before both the worst one, if it cost chips."""
    if reviewed.breakdown is None:
        return Content(ungraded(reviewed.played))
    sums = list(split_lines(reviewed.breakdown))
    if reviewed.played.assisted:
        sums.append(Content("* with a hint: not among the leaks"))
    judged = reviewed.decisions
    parts = [[*_told(seen, each)] for seen, each in reviewed.graded]
    worst = max(range(len(parts)), key=lambda place: judged[place].fault, default=0)
    costly = bool(parts) and judged[worst].fault > 0
    parts = [parts[worst], sums, *parts[:worst], *parts[worst + 1 :]] if costly else [sums, *parts]
    return Content("\n\n").join(Content("\n").join(part) for part in parts)


def _told(seen: Observation, decision: Decision) -> Iterator[Content]:
    """A decision with where it was taken."""
    grade, *table = decision_lines(decision)
    yield from (Content.styled(words.spot(seen.key), "bold"), grade, *table)
