"""`pokerbot match`: two strategies or bots play each other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pokerbot.cli.completion import files, games
from pokerbot.cli.interrupts import StoppedBySignal, interruptible, telling, telling_what_is_kept
from pokerbot.cli.monitor import progress, time_left
from pokerbot.cli.output import player_argument, print_result, result_options, say, seed_option
from pokerbot.errors import InputError
from pokerbot.io.files import printable
from pokerbot.play.view.amounts import number_of

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.cli.monitor import Show
    from pokerbot.evaluation.match import Keep, Match
    from pokerbot.games.actions import Action
    from pokerbot.games.dealer import Deals
    from pokerbot.games.game import Game
    from pokerbot.runs.heads_up_match import HeadsUpMatch
    from pokerbot.strategy.strategy import Strategy


@click.command("match")
@player_argument("a")
@player_argument("b")
@click.option(
    "-n", "--hands", type=int, help="How many hands to play [100000]; with heads-up, boards [200]."
)
@seed_option
@click.option("--game", shell_complete=games, help="The game, if neither A nor B names one.")
@click.option(
    "--history",
    metavar="FILE",
    shell_complete=files,
    help="Add every hand to this history, as played by A.",
)
@click.option(
    "--no-duplicate",
    is_flag=True,
    help="Play each deal only once, not a second time with seats swapped.",
)
@click.option(
    "--resolve",
    type=click.Choice(["safe", "between", "unsafe"]),
    help="With heads-up: A solves turns and rivers again as they come up.",
)
@click.option(
    "--since",
    type=click.Choice(["turn", "river"]),
    help="With --resolve: the first street that is solved again.  [default: turn]",
)
@result_options
def command(
    a: str,
    b: str,
    hands: int | None,
    seed: int,
    game: str | None,
    history: str | None,
    no_duplicate: bool,
    resolve: str | None,
    since: str | None,
    as_json: bool,
) -> None:
    """Let A and B play: strategy files, named opponents, or bots.

    The bots are random, call, fold, raise and honest; pokerbot opponents lists who has a name. A
    game stands for its least exploitable strategy at hand; best-response:WHO is the bot that
    wins the most against WHO. Games of OpenSpiel's are not dealt: their result is exact.

    If A is heads-up or the file of a blueprint, B is another blueprint, or call, always-all-in,
    random, check-or-fold, jam-or-fold-chart or pot-odds. All pairs of hands are then played on -n
    boards [200]. With --resolve A solves the rest of the hand again, much as at the table. Ctrl-C
    stops, and shows the result of the boards played by then.
    """
    from pokerbot.strategy import blueprint

    if blueprint.is_one(a):
        refused = {"game": game, "history": history, "no_duplicate": no_duplicate}
        for name in (name for name, given in refused.items() if given):
            raise InputError("has no effect on whole hands", parameter=name)
        _whole_hands(a, b, hands, seed, resolve, since, as_json=as_json)
        return
    if blueprint.is_one(b):
        raise InputError(f"a blueprint comes first: pokerbot match {printable(b)} {printable(a)}")
    for name, given in {"resolve": resolve, "since": since}.items():
        if given:
            raise InputError("only goes with heads-up", parameter=name)
    from pokerbot.evaluation.match import USUAL_HANDS, match

    keeping: AbstractContextManager[tuple[str | Strategy, Keep | None]] = nullcontext((b, None))
    if history is not None:
        keeping = _keeping(Path(history), b, seed)
    with keeping as (other, keep), progress() as show:
        played = match(
            a,
            other,
            hands=hands,
            seed=seed,
            game=game,
            duplicate=not no_duplicate,
            keep=keep,
            watch=show and _watch(show, hands or USUAL_HANDS),
        )
    played = played if keep is None else replace(played, b=b)
    print_result(played, as_json, lambda out: _show(out, played))
    if played.doubt:
        say(f"Warning: {played.doubt}")


def _whole_hands(
    a: str, b: str, boards: int | None, seed: int, resolve: str | None, since: str | None, *,
    as_json: bool,
) -> None:  # fmt: skip
    """Play a match of a blueprint of heads-up hold'em, and print the result."""
    from pokerbot.runs.heads_up import check_compiler
    from pokerbot.strategy.blueprint import find, is_one, load

    check_compiler()
    if since and not resolve:
        raise InputError("only goes with --resolve", parameter="since")
    own, other = load(find(a)), load(find(b)) if is_one(b) else b
    from pokerbot.runs.heads_up_match import USUAL_BOARDS, heads_up_match

    with interruptible() as interrupted, progress() as show:
        played = heads_up_match(
            (a, b),
            own,
            other,
            boards=boards,
            resolve=resolve,
            since=since or "turn",
            seed=seed,
            watch=show and _watch(show, boards or USUAL_BOARDS, "boards"),
            stopped=interrupted,
        )
    if played is None:
        raise StoppedBySignal(interrupted.status)
    with telling(interrupted):
        if interrupted:
            say("Stopped; the result is that of the boards played by then.")
        print_result(played, as_json, lambda out: _show_whole(out, played))


def _show_whole(out: Console, played: HeadsUpMatch) -> None:
    """Print the result for a person."""
    played, again = replace(played, a=printable(played.a), b=printable(played.b)), ""
    if played.resolve:
        again = f", solving again from the {played.since} on ({played.resolve})"
    out.print(
        f"{played.a}{again} against {played.b}: all pairs of hands on {played.boards} boards,"
        " both seats"
    )
    low, high = played.ci95
    out.print(
        f"result    {played.mbb_per_hand:+z.1f} ± {1000 * played.stderr:.1f} (standard error)"
        f" thousandths of a big blind per hand for {played.a}"
    )
    out.print(f"95 %      {1000 * low:+z.1f} to {1000 * high:+z.1f}; {played.label}")
    if played.resolve:
        out.print(f"          {played.without.mbb:+z.1f} without solving again")


def _watch(show: Show, hands: int, what: str = "hands") -> Callable[[float], None]:
    """A function that shows how many hands are played and how long the rest may take.

    It is given the part that is done, from 0 to 1.
    """
    begun = time.monotonic()

    def watch(part: float) -> None:
        show(f"{part * hands:,.0f} of {hands:,} {what} played{time_left(begun, part)}", part)

    return watch


@contextmanager
def _keeping(path: Path, opponent: str, seed: int) -> Iterator[tuple[Strategy, Keep]]:
    """The opponent's strategy, and a function that adds hands against it to a history.

    If the match is stopped, the number of hands added is reported.
    """
    from pokerbot.evaluation.bots import RESPONSE, resolve
    from pokerbot.opponents.finding import choose
    from pokerbot.play.hand import play_out
    from pokerbot.play.history.file import append, check
    from pokerbot.play.history.record import HandRecord

    if opponent.startswith(RESPONSE) or isinstance(resolve(opponent), str):
        raise InputError("a history keeps hands against a strategy file: B must be one")
    check(path)
    found = choose(opponent).read()
    file = str(found.path)
    now, kept = datetime.now(UTC).replace(microsecond=0), 0

    def keep(game: Game, seat: int, deals: Deals, lines: list[list[Action]]) -> None:
        nonlocal kept
        hands: list[HandRecord] = []
        dealt = zip(deals.hands.T.tolist(), deals.board.tolist(), lines, strict=True)
        for (one, other), board, actions in dealt:
            hand = play_out(game, (one, other), board, actions)
            place = kept + len(hands) + 1
            hands.append(HandRecord(hand, seat, file, found.sha256, seed, place, now, now, "match"))
        with interruptible() as interrupted:
            append(path, *hands)
            kept += len(hands)
        if interrupted:
            raise StoppedBySignal(interrupted.status)

    def told() -> Iterator[str]:
        if kept:
            yield f"{number_of(kept, 'hand')} are kept in {printable(str(path))}"

    with telling_what_is_kept(told):
        yield found.strategy, keep


def _show(out: Console, played: Match) -> None:
    """Print the result for a person."""
    played = replace(played, a=printable(played.a), b=printable(played.b))
    first, second = played.exact_ev_by_seat
    exactly = f"exactly   {played.exact_ev:+z.5f} ({first:+z.5f} first, {second:+z.5f} second)"
    if played.mbb_per_hand is None:
        out.print(f"{played.a} against {played.b}: {played.game}, both seats, nothing dealt")
        out.print(f"{exactly} chips per hand for {played.a}")
        out.print(verdict(played))
        return
    how = "every deal twice with seats swapped" if played.duplicate else "seats alternating"
    out.print(
        f"{played.a} against {played.b}: {number_of(played.hands, 'hand')} of {played.game}, {how}"
    )
    spread = "" if played.stderr is None else f" ± {played.stderr:.5f} (standard error)"
    out.print(f"result    {played.mean:+z.5f}{spread} chips per hand for {played.a}")
    out.print(f"          {played.mbb_per_hand:+z.1f} thousandths of {played.unit} per hand")
    if played.ci95 is not None:
        low, high = played.ci95
        out.print(f"95 %      {low:+z.5f} to {high:+z.5f}")
    within = ""
    if played.luck_adjusted_ci95 is not None:
        low, high = played.luck_adjusted_ci95
        within = f" ({low:+z.5f} to {high:+z.5f})"
    out.print(f"no luck   {played.luck_adjusted_mean:+z.5f}{within}")
    out.print(exactly)
    out.print(verdict(played))


def verdict(played: Match) -> str:
    """A sentence on who is ahead, and whether by more than chance explains."""
    if played.raked:
        return f"With a rake this tells what {played.a} wins, not which of the two is ahead."
    if abs(played.mean) < 1e-9:
        return "Neither is ahead."
    ahead = played.a if played.mean > 0 else played.b
    if not played.hands:
        return f"{ahead} is ahead."
    if played.significant:
        return f"{ahead} is ahead, by more than chance explains (95 %)."
    if played.ci95 is None:
        return f"{ahead} is ahead; whether by more than chance explains, these hands cannot tell."
    return f"{ahead} is ahead, by no more than chance explains."
