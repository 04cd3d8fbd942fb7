"""The sentences by which a table tells what happens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from pokerbot.games.actions import Action, Betting
from pokerbot.games.betting import (
    actions_to,
    along,
    as_told,
    following,
    legal_action,
    pot_odds,
    raked,
    spoken,
)
from pokerbot.games.holdem import street_name
from pokerbot.games.rules import Pairs, Rules
from pokerbot.games.spot import Spot
from pokerbot.play.hand import Hand, Observation
from pokerbot.play.session.score import Score
from pokerbot.play.view.amounts import chips, less_rake, number_of, percent, signed

NAMES = ("You", "The bot")
ENOUGH_HANDS = 30
DEALT_ALL_IN = "With a big blind or less, both are all-in as the hand is dealt"


def describe(action: Action, total: float) -> str:
    """An action in words: `bet 2`, `raise to 6`.

    total: the player's chips in this round after the action
    """
    if action.kind == "raise":
        return f"raise to {chips(total)}"
    return f"{action.kind} {chips(action.amount)}" if action.chips else action.kind


def betting(hand: Hand, person: int, names: tuple[str, str] = NAMES) -> tuple[str, ...]:
    """The betting so far, a text for each round: the public cards, then who did what."""
    rounds: list[list[str]] = [[] for _ in hand.betting.histories]
    rules = hand.game.rules
    if hand.over and not hand.steps:
        rounds[0].append(f"{DEALT_ALL_IN}: {chips(hand.pot / 2)} each.")
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
    """The sentence about the cards that a street turns up.

    faces: the board as the person sees it, which differs from its name where hands are classes
    """
    rules = hand.game.rules
    if faces != rules.boards.lying(hand.board):
        return f"The public cards are {faces}."
    street = _street(rules, len(rules.boards.cards[board]))
    if not street and rules.turned_up[rules.boards.street(board) - 1] > 1:
        return f"The public cards are {rules.boards.name(board)}."
    return f"The {street or 'public card'} is {rules.boards.name(board)}."


def _street(rules: Rules, lying: int) -> str:
    """The street of hold'em on which so many cards lie; empty where they come in other portions."""
    dealt = [*accumulate(rules.turned_up, initial=len(rules.public))]
    as_there = rules.deck.told_apart and all(street_name(each) for each in dealt if each)
    return street_name(lying) if as_there else ""


def rounds(rules: Rules) -> tuple[str, ...]:
    """The name of each round of betting: `Turn` in hold'em, `Round 2` in other games."""
    named = []
    for number in range(len(rules.rounds)):
        lying = len(rules.boards.cards[rules.boards.first[rules.street(number)]])
        named.append((_street(rules, lying) or f"round {number + 1}").capitalize())
    return tuple(named)


def story(hand: Hand, person: int, names: tuple[str, str] = NAMES) -> tuple[str, ...]:
    """The betting so far, or while there is none, what lies in the pot.

    Where hands are numbers, the range of the numbers comes first, and that higher ones win unless
    the game has a ranking or a showdown of its own.
    """
    rules, told = hand.game.rules, betting(hand, person, names)
    if rules.deck.suits is None:
        usual = rules.ranking is None and rules.showdown == Pairs()
        return f"Cards 1 to {rules.deck.ranks}{'; higher wins' if usual else ''}.", *told
    return told or (beginning(rules),)


def beginning(rules: Rules) -> str:
    """What lies in the pot before anyone acts."""
    if rules.public:
        return f"A pot of {chips(rules.pot)} lies there."
    if any(rules.blinds):
        return "The blinds are in."
    return "The antes are in." if rules.ante else "The pot is empty."


def place(rules: Rules, player: int) -> str:
    """The short name of a player's seat: BTN or SB, and BB; 1st and 2nd without two blinds."""
    small, big = sorted(rules.blinds)
    changes = any(part.first != rules.rounds[0].first for part in rules.rounds)
    if small == big or not (small or changes):
        return ("1st", "2nd")[player]
    if rules.blinds[player] == big:
        return "BB"
    return "BTN" if changes else "SB"


def counted(hand: Hand, person: int, step: int, counts_as: str) -> str:
    """The remark that the bot rounds an action to a size that it knows.

    For example: Your raise to 250 counts as 50% of the pot for the bot.
    """
    whose = "Your" if hand.steps[step].player == person else "Its"
    action = hand.steps[step].action
    total = action.chips if action.to is None else action.to
    return f"{whose} {describe(action, total)} counts as {counts_as} for the bot."


def coached(street: str, worth: Mapping[str, float], taken: str) -> str:
    """What an action comes to on average, beside the best other one; then the rest in brackets.

    worth: the chips that each action wins on average
    """
    told = f"{street.capitalize()}: {taken} comes to {signed(worth[taken], 0)} chips on average"
    others = sorted((name for name in worth if name != taken), key=lambda name: -worth[name])
    if others:
        more = worth[taken] - worth[others[0]]
        apart = chips(abs(more), 0)
        than = f"{apart} {'more' if more > 0 else 'less'} than" if apart != "0" else "as much as"
        told += f", {than} {others[0]}"
    rest = ", ".join(f"{name} {signed(worth[name], 0)}" for name in others[1:])
    return f"{told} ({rest})." if rest else f"{told}."


def run_out(first: int, shares: Sequence[float]) -> str:
    """The person's share of the pot after a called all-in, street by street.

    Args:
        first: the round of the all-in, 0 before the flop.
        shares: the person's share of the pot in that round and in those that follow.
    """
    where = ("before the flop", "on the flop", "on the turn")[first:]
    each = (f"{share:.1%} {name}" for name, share in zip(where, shares, strict=True))
    return f"All-in: yours is {', '.join(each)}."


def throw(die: int, kinds: Sequence[str]) -> str:
    """How to read the die.

    kinds: the kinds of action, in the order in which they take the die's sides
    """
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
    """The bot's last action in words, if the person is to act in answer to it; else empty."""
    told = hand.betting.player == person and hand.steps and hand.steps[-1].player != person
    return [*_sentences(hand, person, names)][-1] if told else ""


def outcome(hand: Hand, person: int, names: tuple[str, str] = NAMES) -> str:
    """The result of a hand that is over, in two lines: the reason, then who wins how much."""
    return f"{_reason(hand, person, names)}\n{_gain(hand, person)}"


def _gain(hand: Hand, person: int) -> str:
    """Who takes the pot, and how many chips the person has won or lost."""
    winner, won, rules = hand.winner, hand.won(person), hand.game.rules
    rake = raked(rules, hand.betting)
    pot = less_rake(hand.pot, rake)
    told = f"{signed(won)} {'chip' if abs(won) == 1 else 'chips'}"
    if winner is None:
        return f"The pot of {pot} is split{f': {told}' if won else ''}."
    if winner != person and not won:
        return f"You lose the pot of {chips(hand.pot)}, and nothing of your own."
    if winner != person:
        return f"You lose the pot of {chips(hand.pot)}: {told}."
    there = 2 * rules.starting_share
    of_it = f", {chips(there)} of them there before" if there and not rake else ""
    return f"You win the pot of {pot}: {told}{of_it}."


KICKER = ", kicker "
"""What separates a hand from its kicker in the text of a showdown."""


def _reason(hand: Hand, person: int, names: tuple[str, str]) -> str:
    if hand.betting.folded is not None:
        return f"{names[hand.betting.folded != person]} folded."
    held = hand.holdings(person)
    mine, other = held[person], held[1 - person]
    if hand.winner is None and mine == other:
        return f"You both hold {_with_article(mine)}."
    if hand.winner is None:
        return f"You hold {_with_article(mine)}, and it {_with_article(other)}: neither is better."
    my_hand, kickers, my_kicker = mine.partition(KICKER)
    its_hand, _, its_kicker = other.partition(KICKER)
    if kickers and my_hand == its_hand:
        beaten = its_kicker if hand.winner == person else my_kicker
    else:
        beaten = other if hand.winner == person else mine
    if hand.winner == person:
        return f"Your {beating(mine)} its {beaten}."
    return f"Its {beating(other)} your {beaten}."


def beating(held: str) -> str:
    """A hand in words, and that it beats another: `three queens beat`."""
    verb = "beat" if held.startswith(("three ", "four ")) else "beats"
    return f"{held}, {verb}" if "," in held else f"{held} {verb}"


def _with_article(held: str) -> str:
    """A hand in words after a verb: `a pair of kings`, but `three kings` and `king high`."""
    takes_one = held.startswith(("pair ", "straight ", "flush,", "full house,"))
    return f"a {held}" if takes_one else held


def cards(hand: Hand, person: int, *, shown: bool = False) -> str:
    """Your cards, the bot's and the board in short: `Q – ? / K`.

    shown: whether to show the bot's cards even without a showdown
    """
    *names, lying = hand.faces(person)
    bot = names[1 - person] if shown or hand.showdown else "?"
    board = f" / {lying}" if lying else ""
    return f"{names[person]} – {bot}{board}"


def cards_are(rules: Rules, player: int) -> str:
    """The words `card is` or `cards are`, by the number of cards in a player's hand."""
    return "cards are" if rules.hands[player].private > 1 else "card is"


def situation(who: str, rules: Rules, spot: Spot) -> str:
    """An information set in words: You hold J, the public card is Q; after check, bet.

    who: how the sentence begins, such as "You hold"
    """
    board, history = rules.boards.lying(spot.board), spot.betting.history
    many = "s are" if " " in board else " is"
    seen = f", the public card{many} {board}" if board else ""
    said = so_far(rules, history)
    held = rules.hands[spot.player].name(spot.hand)
    return f"{who} {held}{seen}; {f'after {said}' if history else said}."


def so_far(rules: Rules, history: str) -> str:
    """The betting so far as `spoken`, but a raise is told by what it is to."""
    return " | ".join(filter(None, _told(rules, history))) or spoken("")


def whole_betting(hand: Hand) -> str:
    """The betting of a hand that is over, as `so_far`: `all-in` where both are dealt all-in."""
    return so_far(hand.game.rules, hand.betting.history) if hand.steps else "all-in"


@lru_cache(maxsize=1 << 12)
def _told(rules: Rules, history: str) -> tuple[str, ...]:
    """The betting of each round in words, empty where nothing has happened in it yet."""
    parts = history.split("/")
    betting = following(rules, parts)
    if betting is None:
        return tuple(part and spoken(part) for part in parts)
    told: list[list[str]] = [[] for _ in parts]
    for at, action in along(rules, actions_to(rules, betting)):
        told[at.round].append(_sized(at, action))
    return tuple(map(", ".join, told))


def _sized(at: Betting, action: Action) -> str:
    """An action as the table tells it, without the chips where its name has none."""
    return describe(action, as_told(at, action).amount) if " " in action.name else action.name


def seen(by: Observation) -> str:
    """What the person saw at a decision: You hold J, the public card is Q; after check, bet."""
    return situation("You hold", by.game.rules, by.spot)


def spot(rules: Rules, key: str) -> str:
    """The key of an information set in words, in short: `J, board Q · check, bet`.

    On several streets: `AhKd · check, check | 7s: bet`.
    """
    cards, _, line = key.partition(":")
    card, _, board = cards.partition("/")
    seen = f"{card}, board {board}" if board else card
    turned_up = (part.rpartition(":")[0] for part in line.split("/"))
    each = zip(turned_up, _told(rules, _history(key)), strict=True)
    said = filter(None, (": ".join(filter(None, part)) for part in each))
    return f"{seen} · {' | '.join(said) or spoken('')}"


def _history(key: str) -> str:
    """The betting history in the key of an information set, without the cards turned up in it."""
    _, _, line = key.partition(":")
    return "/".join(part.rpartition(":")[2] for part in line.split("/"))


def taken(rules: Rules, key: str, name: str) -> str:
    """The action of that name at an information set in words: a raise by what it is to."""
    at = following(rules, _history(key).split("/"))
    action = legal_action(rules, at, name) if at else None
    return _sized(at, action) if at and action else name


def turn(hand: Hand, person: int, die: int | None = None, names: tuple[str, str] = NAMES) -> str:
    """One line: whose turn it is, what a call costs with its pot odds, and the roll of the die."""
    if hand.betting.player != person:
        return f"{names[1]} is thinking …"
    calls = [action.chips for action in hand.observe().actions if action.kind == "call"]
    cost, pot = sum(calls), sum(hand.betting.chips)
    rake = hand.game.rules.raked(pot + cost)
    needs = percent(pot_odds(cost, pot - rake))
    due = f": call {chips(cost)} to win {less_rake(pot, rake)} ({needs})" if cost else ""
    thrown = "" if die is None else f" Die: {die}."
    return f"Your turn{due}.{thrown}"


def verdict(score: Score) -> str:
    """What the figures tell so far, for someone who does not know confidence intervals.

    Empty where it is not known how much luck there is, as in the whole game of hold'em.
    """
    if score.hands() < ENOUGH_HANDS:
        return f"Under {ENOUGH_HANDS} hands tell little."
    if score.margin is None:
        return ""
    if abs(score.difference) > score.margin:
        result = f"Luck alone rarely {'wins' if score.difference > 0 else 'loses'} this much."
    else:
        result = "The result alone proves nothing yet."
    return f"{result} {_surely(score)}".rstrip()


def _surely(score: Score) -> str:
    """Whether the person is ahead without luck; empty where that is within the margin as shown."""
    sure, margin = score.without_luck or (0, 0)
    if round(abs(sure), score.decimals) <= round(margin, score.decimals):
        return ""
    return f"Without luck you are {'ahead' if sure > 0 else 'behind'}."


def summary(score: Score) -> str:
    """The session in a line."""
    told = summed(score.hands(), score.won())
    if not score.starting_share or score.values is None or not score.settled:
        return told
    return f"{told}, {signed(score.difference, score.decimals)} compared with the game's value"


def summed(hands: int, won: float) -> str:
    """A number of hands and the chips won in them, in words."""
    unit = "chip" if abs(won) == 1 else "chips"
    return f"{number_of(hands, 'hand')}, {signed(won)} {unit}"
