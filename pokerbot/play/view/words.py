"""What a table says, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pokerbot.games.betting import Action, spoken
from pokerbot.games.holdem import street_name
from pokerbot.games.rules import Rules
from pokerbot.games.spot import Spot
from pokerbot.play.hand import Hand, Observation
from pokerbot.play.session.session import Session
from pokerbot.play.view.amounts import chips, number_of, signed

NAMES = ("You", "The bot")
ENOUGH_HANDS = 30


def describe(action: Action, total: float) -> str:
    """An action in the second person: `bet 2`; `total` is what it makes of the round's chips."""
    if action.kind == "raise":
        return f"raise to {chips(total)}"
    return f"{action.kind} {chips(action.chips)}" if action.chips else action.kind


def betting(hand: Hand, person: int, names: tuple[str, str] = NAMES) -> tuple[str, ...]:
    """The betting so far, a text for each round: who did what, and the public card."""
    rounds: list[list[str]] = [[] for _ in hand.betting.histories]
    rules = hand.game.rules
    for step, sentence in zip(hand.steps, _sentences(hand, person, names), strict=True):
        rounds[step.round].append(sentence)
    for street in range(1, rules.boards.street(hand.board) + 1):
        turned = _turned_up(hand, rules.boards.at(hand.board, street), hand.faces(person)[2])
        before = [place for place in range(len(rounds)) if rules.street(place) == street]
        if before:
            rounds[before[0]].insert(0, turned)
        else:
            rounds.append([turned])
    return tuple(" ".join(sentences) for sentences in rounds if sentences)


def _turned_up(hand: Hand, board: int, faces: str) -> str:
    """What a street brings; `faces` are the cards that lie there, where hands are classes."""
    rules = hand.game.rules
    if faces != rules.boards.lying(hand.board):
        return f"The public cards are {faces}."
    street = street_name(len(rules.boards.cards[board])) if rules.deck.told_apart else ""
    return f"The {street or 'public card'} is {rules.boards.name(board)}."


def rounds(rules: Rules) -> tuple[str, ...]:
    """What each round of betting is called: `Turn`, and `Round 2` in a game of its own."""
    named = []
    for number in range(len(rules.rounds)):
        lying = len(rules.boards.cards[rules.boards.first[rules.street(number)]])
        street = street_name(lying) if rules.deck.told_apart else ""
        named.append((street or f"round {number + 1}").capitalize())
    return tuple(named)


def story(hand: Hand, person: int, names: tuple[str, str] = NAMES) -> tuple[str, ...]:
    """The betting so far; before it what cards there are, where they are drawn numbers."""
    deck, told = hand.game.rules.deck, betting(hand, person, names)
    if deck.suits is None:
        return f"Cards 1 to {deck.ranks}; higher wins.", *told
    lies = f"A pot of {chips(hand.game.rules.pot)} lies there."
    posted = "The blinds are in." if any(hand.game.rules.blinds) else "The antes are in."
    return told or (lies if hand.game.rules.public else posted,)


def place(rules: Rules, player: int) -> str:
    """The seat of a player, in short: button, big blind, or else who acts first."""
    if any(part.first != rules.rounds[0].first for part in rules.rounds):
        return "BTN" if player == rules.rounds[0].first else "BB"
    return ("1st", "2nd")[player]


def counted(hand: Hand, person: int, step: int, counts_as: str) -> str:
    """That the bot takes an action for another: Your raise to 250 counts as 50% of the pot."""
    whose = "Your" if hand.steps[step].player == person else "Its"
    action = hand.steps[step].action
    total = action.chips if action.to is None else action.to
    return f"{whose} {describe(action, total)} counts as {counts_as} for the bot."


def coached(street: str, worth: Mapping[str, float], taken: str) -> str:
    """What a decision was worth, in chips on average: Turn: bet 200 wins +12, check +35."""
    others = sorted((name for name in worth if name != taken), key=lambda name: -worth[name])
    told = [f"{taken} wins {signed(worth[taken], 0)}"]
    told += [f"{name} {signed(worth[name], 0)}" for name in others]
    return f"{street.capitalize()}: {', '.join(told)}."


def run_out(first: int, shares: Sequence[float]) -> str:
    """What part of the pot was the person's, street by street, from the round of an all-in on."""
    where = ("before the flop", "on the flop", "on the turn")[first:]
    each = (f"{share:.1%} {name}" for name, share in zip(where, shares, strict=True))
    return f"All-in: yours is {', '.join(each)}."


def throw(die: int, kinds: Sequence[str]) -> str:
    """How the die is to be read, for kinds of actions in the order in which they take its sides."""
    first, *others = kinds
    rest = f", else {' or '.join(others)}" if others else ""
    return f"Die {die}: {first} if you mean to {first} more than {die} % of the time{rest}."


def _sentences(hand: Hand, person: int, names: tuple[str, str]) -> Iterator[str]:
    """Who did what, a sentence for each step."""
    totals: dict[tuple[int, int], float] = {
        (player, 0): blind for player, blind in enumerate(hand.game.rules.blinds)
    }
    for step in hand.steps:
        place = (step.player, step.round)
        totals[place] = totals.get(place, 0) + step.action.chips
        name = names[step.player != person]
        verb, _, rest = describe(step.action, totals[place]).partition(" ")
        yield f"{name} {verb}{'' if name == NAMES[0] else 's'} {rest}".rstrip() + "."


def answered(hand: Hand, person: int, names: tuple[str, str] = NAMES) -> str:
    """What the bot has done last, where it is the person's turn; nothing where it has not acted."""
    told = hand.betting.player == person and hand.steps and hand.steps[-1].player != person
    return [*_sentences(hand, person, names)][-1] if told else ""


def outcome(hand: Hand, person: int, names: tuple[str, str] = NAMES) -> str:
    """The result of a hand that is over, in two lines: why, and who wins what."""
    return f"{_reason(hand, person, names)}\n{_gain(hand, person)}"


def _gain(hand: Hand, person: int) -> str:
    """Who takes the pot, and what the person has won or lost by it."""
    winner, won, pot = hand.winner, hand.won(person), chips(hand.pot)
    told = f"{signed(won)} {'chip' if abs(won) == 1 else 'chips'}"
    if winner is None:
        return f"The pot of {pot} is split{f': {told}' if won else ''}."
    there = 2 * hand.game.rules.found if winner == person else 0
    of_it = f", {chips(there)} of them there before" if there else ""
    return f"You {'win' if winner == person else 'lose'} the pot of {pot}: {told}{of_it}."


KICKER = ", kicker "
"""What stands between a hand and the card beside it that decides."""


def _reason(hand: Hand, person: int, names: tuple[str, str]) -> str:
    if hand.betting.folded is not None:
        return f"{names[hand.betting.folded != person]} folded."
    held = hand.holdings(person)
    mine, other = held[person], held[1 - person]
    if hand.winner is None:
        return f"You both hold {mine}."
    (alike, by, kicker), (theirs, _, other_s) = mine.partition(KICKER), other.partition(KICKER)
    if by and alike == theirs:
        if hand.winner == person:
            return f"Your {mine}, beats its {other_s}."
        return f"Its {other}, beats your {kicker}."
    if hand.winner == person:
        return f"Your {mine} beats its {other}."
    return f"Its {other} beats your {mine}."


def cards(hand: Hand, person: int, *, shown: bool = False) -> str:
    """Yours, the bot's if it was shown or is now, the public card if it is up: `Q – ? / K`."""
    *names, lying = hand.faces(person)
    bot = names[1 - person] if shown or hand.showdown else "?"
    board = f" / {lying}" if lying else ""
    return f"{names[person]} – {bot}{board}"


def cards_are(rules: Rules, player: int) -> str:
    """What a player's hand is called where something is said of it: card is, cards are."""
    return "cards are" if rules.hands[player].private > 1 else "card is"


def situation(who: str, rules: Rules, spot: Spot) -> str:
    """An information set in words: You hold J, the public card is Q; after check, bet."""
    board, history = rules.boards.lying(spot.board), spot.betting.history
    many = "s are" if " " in board else " is"
    seen = f", the public card{many} {board}" if board else ""
    said = spoken(history).removesuffix(" | ")
    held = rules.hands[spot.player].name(spot.hand)
    return f"{who} {held}{seen}; {f'after {said}' if history else said}."


def seen(by: Observation) -> str:
    """What a person saw at a decision: You hold J, the public card is Q; after check, bet."""
    return situation("You hold", by.game.rules, by.spot)


def spot(key: str) -> str:
    """An information set in short: J, board Q · check, bet; AhKd · check, check | 7s: bet."""
    cards, _, history = key.partition(":")
    card, _, board = cards.partition("/")
    seen = f"{card}, board {board}" if board else card
    if ":" not in history:
        return f"{seen} · {spoken(history).removesuffix(' | ')}"
    rounds = (part.rpartition(":") for part in history.split("/"))
    said = (": ".join(filter(None, (up, done and spoken(done)))) for up, _, done in rounds)
    return f"{seen} · {' | '.join(said)}"


def turn(hand: Hand, person: int, die: int | None = None, names: tuple[str, str] = NAMES) -> str:
    """Whose turn it is, what a call costs, its pot odds, and what the die shows, in one line."""
    if hand.betting.player != person:
        return f"{names[1]} is thinking …"
    calls = [action.chips for action in hand.observe().actions if action.kind == "call"]
    cost, pot = sum(calls), sum(hand.betting.chips)
    due = f": call {chips(cost)} to win {chips(pot)} ({cost / (cost + pot):.0%})" if cost else ""
    thrown = "" if die is None else f" Die: {die}."
    return f"Your turn{due}.{thrown}"


def verdict(session: Session) -> str:
    """What the figures tell so far, for someone who has met no interval yet."""
    if session.interval is None or session.hands() < ENOUGH_HANDS:
        return f"Under {ENOUGH_HANDS} hands tell little."
    low, high = session.interval
    if low > 0:
        result = "Luck alone rarely wins this much."
    elif high < 0:
        result = "Luck alone rarely loses this much."
    else:
        result = "The result alone proves nothing yet."
    return f"{result} {_surely(session)}".rstrip()


def _surely(session: Session) -> str:
    """What is known without luck, where it lies beyond its own margin."""
    sure, margin = session.without_luck or (0, 0)
    if abs(sure) <= margin:
        return ""
    return f"Without luck you are {'ahead' if sure > 0 else 'behind'}."


def summary(session: Session) -> str:
    """The session in a line."""
    told = summed(session.hands(), session.won())
    if not session.found or session.value is None:
        return told
    return f"{told}, {signed(session.difference, 2)} beside the game's value"


def summed(hands: int, won: float) -> str:
    """How many hands, and the chips won in them."""
    unit = "chip" if abs(won) == 1 else "chips"
    return f"{number_of(hands, 'hand')}, {signed(won, 2)} {unit}"
