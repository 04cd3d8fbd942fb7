"""The rules of a game, told in a minute: sentences made from its data."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pokerbot.games.jam_or_fold import ByClass
from pokerbot.games.parameters import LARGEST
from pokerbot.games.rules import BestFive, Deck, Limit, NoLimit, Pairs, Round, Rules
from pokerbot.play.view.amounts import chips, count, number_of


def rules_in_words(rules: Rules) -> Iterator[tuple[str, str]]:
    """The rules, part by part: (heading, sentences)."""
    if isinstance(rules, ByClass):
        yield from _jam_or_fold(rules)
        return
    yield "The cards", _cards(rules.deck, by_rank=_by_rank(rules))
    yield "The deal", _deal(rules)
    yield from _rounds(rules)
    yield "The showdown", _showdown(rules)
    if rules.rake:
        yield "The rake", _rake(rules)


def _rounds(rules: Rules) -> Iterator[tuple[str, str]]:
    """What may be done in each round."""
    if rules.public and rules.stack == rules.ante:
        yield "The betting", "Both are all-in already: nobody can bet, and the cards decide."
        return
    first, *later = rules.rounds
    turned = f"{_turned_up(first).capitalize()}. " if first.board else ""
    even = rules.blinds[0] == rules.blinds[1]
    ends = first.betting.check_ends and even
    checked = _checked(last=not later) if ends else ""
    yield "The betting", f"{turned}Player {first.first + 1} acts first. {_betting(first, checked)}"
    for number, part in enumerate(later, 1):
        before = rules.rounds[number - 1]
        turned = f"{_turned_up(part)}, and " if part.board else ""
        begins = f"player {part.first + 1} begins{' again' * (part.first == before.first)}"
        how = "as before" if part.betting == before.betting else _again(part)
        if part.betting.check_ends != ends:
            ends, last = part.betting.check_ends, part is rules.rounds[-1]
            told = f"a first check {_checked(last=last)}" if ends else "both may check"
            how = f"{how}, and {told}"
        yield "The next round", f"If neither has folded, {turned}{begins}: {how}."


def _checked(*, last: bool) -> str:
    """What a check does that ends a round."""
    return "goes straight to the showdown" if last else "ends the round"


def _turned_up(part: Round) -> str:
    """That public cards are turned up before a round."""
    if part.board == 1:
        return "a public card is turned up, which counts for both"
    return f"{part.board} public cards are turned up, which count for both"


def _jam_or_fold(rules: ByClass) -> Iterator[tuple[str, str]]:
    """The rules of jam or fold."""
    small, big = map(chips, rules.blinds)
    ante = f" Before that both put in an ante of {chips(rules.ante)}." if rules.ante else ""
    deal = (
        f"{_cards(rules.deck)} Two players with {chips(rules.stack or 0)} big blinds each get 2"
        f" cards that the other does not see. Player 1, on the button, posts the small blind,"
        f" {small}; player 2 the big blind, {big}.{ante}"
    )
    betting = (
        "Player 1 jams, which puts in the whole stack, or folds and gives up the pot."
        " After a jam player 2 calls with the whole stack, or folds. That is all: nobody just"
        " calls the blind or raises less."
    )
    showdown = (
        f"After a call five public cards are turned up. {BEST_FIVE} Hands are played by their"
        " class: AKs is every ace and king of one suit, AKo of two."
    )
    yield from {"The deal": deal, "The betting": betting, "The showdown": showdown}.items()


BEST_FIVE = (
    "The best five cards of a hand's own and the public ones win the pot. Equal ones split it."
)

MOST_NAMED = 3
"""So many ranks are named one by one; of more the lowest and the highest are."""


def _by_rank(rules: Rules) -> bool:
    """Whether higher ranks are better; else the game has an order of its own."""
    return rules.ranking is None and isinstance(rules.showdown, Pairs | BestFive)


def _cards(deck: Deck, *, by_rank: bool = True) -> str:
    """Which cards there are, and their order where higher ranks are better."""
    lowest, highest = deck.label(0), deck.label(deck.ranks - 1)
    if deck.told_apart:
        suits = deck.suits or 1
        low, high = (deck.label(rank * suits)[0] for rank in (0, deck.ranks - 1))
        return (
            f"The deck has {deck.cards} cards: {number_of(suits, 'suit')}, each from {low} to"
            f" {high}{', which is the highest' if by_rank else ''}."
        )
    if deck.suits is None:
        better = "; the higher one is better" if by_rank else ""
        return f"A hand is a number from {lowest} to {highest}{better}."
    lower = ", ".join(map(deck.label, range(min(deck.ranks, MOST_NAMED) - 1)))
    listed = f"{lower} and {highest}" if 2 <= deck.ranks <= MOST_NAMED else ""
    each = f"{deck.suits} each of " if deck.suits > 1 else ""
    total = deck.ranks * deck.suits
    best = f"; {highest} is the highest" if by_rank and deck.ranks > 1 else ""
    which = listed or (f"{lowest} to {highest}" if deck.ranks > 1 else highest)
    return f"The deck has {total} cards: {each}{which}{best}."


def _deal(rules: Rules) -> str:
    """The ante, the stack and the cards that are dealt."""
    drawn = "one card" if rules.deck.suits else "one number"
    drawn = f"{number_of(rules.private, 'card')}" if rules.private > 1 else drawn
    both = "" if rules.deck.suits else "; both may get the same"
    names = " ".join(map(rules.deck.label, rules.public))
    lying = f" {names} {'lie' if len(rules.public) > 1 else 'lies'} on the table." if names else ""
    some = "" if rules.any_hand else " Some hands may never be dealt, or less often than others."
    return (
        f"Both players {_paid(rules)}get {drawn} that the other does not see{both}."
        f"{_blinds(rules)}{lying}{some}"
    )


def _paid(rules: Rules) -> str:
    """What both put into the pot, or what they have, before the cards are dealt."""
    if not rules.ante:
        return f"have {count(rules.stack)} and " if rules.stack else ""
    of = f"{chips(rules.ante)} of their {chips(rules.stack)} chips" if rules.stack else ""
    return f"put {of or count(rules.ante)} into the pot, the ante, and "


def _blinds(rules: Rules) -> str:
    """What the blinds are, and who answers them."""
    if not any(rules.blinds):
        return ""
    first, second = map(count, rules.blinds)
    if first == second:
        return f" Both post {first}, the blinds."
    told = f" Player 1 posts {first} and player 2 {second}, the blinds"
    return f"{told}: who has put in less folds, calls or raises."


def _betting(part: Round, checked: str) -> str:
    """What a player may do in a round, with what it costs.

    checked: what a first check does where it ends the round, else empty
    """
    scheme = part.betting
    if isinstance(scheme, NoLimit):
        return (
            "You check, which puts in nothing, or bet any whole number of chips that you have."
            " After a bet the other folds and gives up the pot, calls and puts in as much, or"
            " raises: by putting in at least twice what a call takes, or all that is left."
            f" A round has at most {scheme.actions} actions."
        )
    if not isinstance(scheme, Limit):
        return (
            "You check, which puts in nothing, or bet one of the given sizes. After a bet the"
            " other folds and gives up the pot, calls and puts in as much, or raises to one of"
            f" the given sizes.{f' A first check {checked}.' if checked else ''}"
        )
    if not scheme.sizes:
        return f"Nobody can bet.{f' A check {checked}.' if checked else ''}"
    bet, raises = _bet(scheme), _raises(scheme)
    if checked:
        return (
            f"A check {checked}; a bet puts in {bet}, and then player {2 - part.first} folds, which"
            f" gives up the pot, or calls, which puts in as much.{raises}"
        )
    return (
        f"You check, which puts in nothing, or bet {bet}. After a bet the other folds,"
        f" which gives up the pot, or calls, which puts in as much.{raises}"
        " A round ends when both have checked or a bet is called."
    )


def _raises(scheme: Limit) -> str:
    """How often a bet may be raised, and by how much; empty where it may not."""
    times = len(scheme.sizes) - 1
    if not times:
        return ""
    more = f" {times} times at most" if times > 1 else " once"
    return f" A bet may be raised{more} in a round: you call and put in {_steps(scheme)} more."


def _bet(scheme: Limit) -> str:
    """What a bet puts in: `2 chips`, or `1 or 2 chips`."""
    return _any(scheme.options[0])


def _steps(scheme: Limit) -> str:
    """By how much a bet is raised."""
    return ", then ".join(told for told, _ in groupby(map(_any, scheme.options[1:])))


def _any(sizes: tuple[float, ...]) -> str:
    """Sizes of which one is chosen."""
    *smaller, largest = sizes
    return " or ".join(filter(None, [", ".join(map(chips, smaller)), count(largest)]))


def _again(part: Round) -> str:
    """How the betting of a later round differs."""
    scheme = part.betting
    if isinstance(scheme, NoLimit):
        return "bets are any whole number of chips"
    if not isinstance(scheme, Limit):
        return "with sizes of its own"
    if not scheme.sizes:
        return "nobody can bet"
    raises = f", and a raise {_steps(scheme)} more than a call" if len(scheme.sizes) > 1 else ""
    return f"a bet is now {_bet(scheme)}{raises}"


def _showdown(rules: Rules) -> str:
    """Who wins the pot."""
    if isinstance(rules.showdown, BestFive):
        return f"If neither has folded, both hands are shown. {BEST_FIVE}"
    return f"If neither has folded, both hands are shown. {_order(rules)}"


def _order(rules: Rules) -> str:
    """Which hand wins."""
    if not _by_rank(rules):
        return "The better one in the order of this game wins the pot. Equal hands split it."
    tie = "" if rules.deck.suits == 1 else " Equal hands split it."
    public = len(rules.public) + sum(rules.turned_up)
    pair = f"A pair with {'the' if public == 1 else 'a'} public card beats every"
    if rules.private > 1:
        begin = f"{pair} hand without one; else the" if public else "The"
        own = "A pair in the hand alone counts as two single cards."
        return f"{begin} higher card wins the pot, or else the next. {own}{tie}"
    begin = f"{pair} single card; else the" if public else "The"
    return f"{begin} higher {'card' if rules.deck.suits else 'number'} wins the pot.{tie}"


def _rake(rules: Rules) -> str:
    """The part of the pot that neither player gets."""
    most = "" if rules.rake_cap >= LARGEST else f", {count(rules.rake_cap)} at most"
    return f"Of what both have put in {100 * rules.rake:g} % are taken out of the pot{most}."
