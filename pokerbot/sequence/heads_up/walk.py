"""One walk over a betting tree with every pair of hands, in machine code, without recursion.

What it does is told by arrays. It goes from a node down; where `stop` has a place for a node it
stops, keeps both players' reach there, and goes on with the values that it is given. Arrays that
all these functions take:

kind, player, street, first, below, amount: [nodes] as `tree.Nodes`
offset: [nodes] where the probabilities of each decision begin in `play`, [buckets, actions] each
buckets: [2, streets, hands] of each player the rows of a decision
cards: [hands, 2]; ends: of each group of hands that tie, in the order of strength, its end
reach, value: [depth, 2, hands] both players' reach of a node, and what it is worth to their hands
at: [4, depth] the node, how many of its actions are done, and for each player the depth at which
    `reach` has theirs: it changes with their own decisions alone; depth: `tree.longest_line`
"""

from __future__ import annotations

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up.tree import CHANCE, DECISION, SHOWDOWN


@jit
def fold(cards: Index, reach: Array, amount: float, by_card: Array, out: Array) -> None:
    """What hands win, `amount` from each hand of the other's that shares no card with them."""
    by_card[:] = 0
    total = 0.0
    for hand in range(len(reach)):
        there = reach[hand]
        total += there
        by_card[cards[hand, 0]] += there
        by_card[cards[hand, 1]] += there
    for hand in range(len(reach)):
        met = total - by_card[cards[hand, 0]] - by_card[cards[hand, 1]] + reach[hand]
        out[hand] = amount * met


@jit
def showdown(
    cards: Index, ends: Index, reach: Array, amount: float, by_card: Array, out: Array
) -> None:
    """What hands win at a showdown, hands in the order of their strength."""
    by_card[:] = 0
    total = 0.0
    begin = 0
    for end in ends:
        for hand in range(begin, end):
            out[hand] = total - by_card[cards[hand, 0]] - by_card[cards[hand, 1]]
        for hand in range(begin, end):
            there = reach[hand]
            total += there
            by_card[cards[hand, 0]] += there
            by_card[cards[hand, 1]] += there
        begin = end
    by_card[:] = 0
    total = 0.0
    for group in range(len(ends) - 1, -1, -1):
        begin = ends[group - 1] if group else 0
        for hand in range(begin, ends[group]):
            met = total - by_card[cards[hand, 0]] - by_card[cards[hand, 1]]
            out[hand] = amount * (out[hand] - met)
        for hand in range(begin, ends[group]):
            there = reach[hand]
            total += there
            by_card[cards[hand, 0]] += there
            by_card[cards[hand, 1]] += there


@jit
def put(source: Array, into: Array) -> None:
    """Copy numbers."""
    for hand in range(len(source)):
        into[hand] = source[hand]


@jit
def add(source: Array, into: Array) -> None:
    """Add numbers."""
    for hand in range(len(source)):
        into[hand] += source[hand]


@jit
def play_on(
    probability: Array, begin: int, many: int, bucket: Index, before: Array, after: Array
) -> None:
    """The reach after an action, whose probability for the first bucket is at `begin`."""
    for hand in range(len(before)):
        after[hand] = before[hand] * probability[begin + bucket[hand] * many]


@jit
def average(
    probability: Array, begin: int, many: int, bucket: Index, value: Array, total: Array
) -> None:
    """Add an action's value times its probability."""
    for hand in range(len(value)):
        total[hand] += value[hand] * probability[begin + bucket[hand] * many]


@jit
def better(action: int, value: Array, total: Array) -> None:
    """Keep the value of the best action so far."""
    for hand in range(len(value)):
        if action == 0 or value[hand] > total[hand]:
            total[hand] = value[hand]


@jit
def gather(begin: int, many: int, bucket: Index, numbers: Array, into: Array) -> None:
    """Add the numbers of all hands of each bucket, the first one's at `begin`."""
    for hand in range(len(numbers)):
        into[begin + bucket[hand] * many] += numbers[hand]


@jit
def ended(
    node: int,
    kind: Index,
    player: Index,
    amount: Array,
    stop: Index,
    stop_reach: Array,
    stop_value: Array,
    cards: Index,
    ends: Index,
    sees: Index,
    first: Array,
    second: Array,
    by_card: Array,
    value: Array,
) -> bool:
    """Put what an end or a stop is worth into `value`; whether it is one.

    first, second: [hands] the players' reach; sees: as `walk` takes it
    """
    place = stop[node]
    if place >= 0:
        put(first, stop_reach[place, 0])
        put(second, stop_reach[place, 1])
        put(stop_value[place, 0], value[0])
        put(stop_value[place, 1], value[1])
        return True
    if kind[node] in (CHANCE, DECISION):
        return False
    for who in range(2):
        if not sees[who]:
            continue
        other = first if who else second
        if kind[node] == SHOWDOWN:
            showdown(cards, ends, other, amount[node], by_card, value[who])
        else:
            lost = -amount[node] if player[node] == who else amount[node]
            fold(cards, other, lost, by_card, value[who])
    return True


@jit
def descend(
    depth: int,
    kind: Index,
    player: Index,
    street: Index,
    first: Index,
    below: Index,
    offset: Index,
    play: Array,
    buckets: Index,
    at: Index,
    reach: Array,
    value: Array,
) -> None:
    """Go on to the next node below the one at this depth."""
    node, action, lower = at[0, depth], at[1, depth], depth + 1
    at[1, depth] += 1
    at[0, lower] = first[node] + action
    at[1, lower] = 0
    at[2, lower] = at[2, depth]
    at[3, lower] = at[3, depth]
    value[lower] = 0.0
    if kind[node] == DECISION:
        who = player[node]
        at[2 + who, lower] = lower
        before, after = reach[at[2 + who, depth], who], reach[lower, who]
        begin, bucket = offset[node] + action, buckets[who, street[node]]
        play_on(play, begin, below[node], bucket, before, after)


@jit
def take_up(
    depth: int,
    kind: Index,
    player: Index,
    street: Index,
    below: Index,
    offset: Index,
    play: Array,
    buckets: Index,
    best: Index,
    sees: Index,
    learn: bool,
    regret: Array,
    reached: Array,
    at: Index,
    reach: Array,
    value: Array,
) -> None:
    """Add the value of the node below, at `depth` + 1, to that of the one at this depth."""
    node, action, lower = at[0, depth], at[1, depth] - 1, depth + 1
    if kind[node] != DECISION:
        put(value[lower, 0], value[depth, 0])
        put(value[lower, 1], value[depth, 1])
        return
    who, many = player[node], below[node]
    if sees[1 - who]:
        add(value[lower, 1 - who], value[depth, 1 - who])
    if not sees[who]:
        return
    begin, bucket = offset[node] + action, buckets[who, street[node]]
    if best[who, street[node]]:
        better(action, value[lower, who], value[depth, who])
    else:
        average(play, begin, many, bucket, value[lower, who], value[depth, who])
    if learn:
        gather(begin, many, bucket, value[lower, who], regret)
        if action == 0:
            gather(begin, many, bucket, reach[at[2 + who, depth], who], reached)


@jit
def walk(
    kind: Index,
    player: Index,
    street: Index,
    first: Index,
    below: Index,
    amount: Array,
    root: int,
    stop: Index,
    stop_reach: Array,
    stop_value: Array,
    offset: Index,
    play: Array,
    buckets: Index,
    best: Index,
    cards: Index,
    ends: Index,
    sees: Index,
    learn: bool,
    regret: Array,
    reached: Array,
    at: Index,
    reach: Array,
    value: Array,
    by_card: Array,
) -> None:
    """Work out what each hand is worth to both players at `root`; put it into `value[0]`.

    root: where to begin, with the reach in `reach[0]`; stop: [nodes] the place of those to stop
    at, else −1; stop_reach: [stops, 2, hands] where both players' reach there is kept;
    stop_value: [stops, 2, hands] what hands are worth there; best: [2, streets] whether a player
    takes the best action for each hand there; sees: [2] whose values are worked out; learn: whether
    to add the value of each action of theirs to `regret`, and to `reached` at the first action how
    often its bucket is reached; by_card: room.
    """
    depth = 0
    at[:, 0] = 0
    at[0, 0] = root
    value[0] = 0.0
    while True:
        node = at[0, depth]
        over = at[1, depth] > 0 and at[1, depth] == below[node]
        if not over:
            one, two = reach[at[2, depth], 0], reach[at[3, depth], 1]
            over = ended(
                node, kind, player, amount, stop, stop_reach, stop_value, cards, ends, sees,
                one, two, by_card, value[depth],
            )  # fmt: skip
        if not over:
            descend(
                depth, kind, player, street, first, below, offset, play, buckets, at, reach, value
            )
            depth += 1
            continue
        if depth == 0:
            break
        depth -= 1
        take_up(
            depth, kind, player, street, below, offset, play, buckets, best,
            sees, learn, regret, reached, at, reach, value,
        )  # fmt: skip


@jit
def walk_from(
    kind: Index,
    player: Index,
    street: Index,
    first: Index,
    below: Index,
    amount: Array,
    roots: Index,
    starts: Array,
    stop: Index,
    stop_reach: Array,
    stop_value: Array,
    offset: Index,
    play: Array,
    buckets: Index,
    best: Index,
    cards: Index,
    ends: Index,
    sees: Index,
    learn: bool,
    regret: Array,
    reached: Array,
    at: Index,
    reach: Array,
    value: Array,
    by_card: Array,
    out: Array,
) -> None:
    """`walk` from several roots, with the reach in `starts`; put what they are worth into `out`.

    starts, out: [roots, 2, hands]
    """
    for place in range(len(roots)):
        put(starts[place, 0], reach[0, 0])
        put(starts[place, 1], reach[0, 1])
        walk(
            kind, player, street, first, below, amount, roots[place],
            stop, stop_reach, stop_value, offset, play, buckets, best, cards, ends,
            sees, learn, regret, reached, at, reach, value, by_card,
        )  # fmt: skip
        put(value[0, 0], out[place, 0])
        put(value[0, 1], out[place, 1])


@jit
def match_regrets(
    kind: Index,
    street: Index,
    below: Index,
    offset: Index,
    buckets: Index,
    regret: Array,
    play: Array,
) -> None:
    """Put into `play` the positive part of each regret, normalized; uniform where there is none.

    buckets: [streets] how many there are
    """
    for node in range(len(kind)):
        if kind[node] != DECISION:
            continue
        many = below[node]
        for row in range(buckets[street[node]]):
            begin = offset[node] + row * many
            total = 0.0
            for cell in range(begin, begin + many):
                total += max(regret[cell], 0.0)
            for cell in range(begin, begin + many):
                play[cell] = max(regret[cell], 0.0) / total if total > 0 else 1.0 / many


@jit
def advance(
    kind: Index,
    player: Index,
    street: Index,
    below: Index,
    offset: Index,
    buckets: Index,
    sees: Index,
    gain: float,
    loss: float,
    fade: float,
    play: Array,
    values: Array,
    reached: Array,
    regret: Array,
    average: Array,
) -> None:
    """Update regrets and averages by what `walk` has added up, which becomes 0.

    sees: [2] whose; gain, loss, fade: what is left of positive regrets, of negative ones, and of
        the average; where nothing is, `regret` and `average` may be `values` and `reached`
    """
    for node in range(len(kind)):
        if kind[node] != DECISION or not sees[player[node]]:
            continue
        many = below[node]
        for row in range(buckets[street[node]]):
            begin = offset[node] + row * many
            mean = 0.0
            for cell in range(begin, begin + many):
                mean += values[cell] * play[cell]
            weight = reached[begin]
            reached[begin] = 0.0
            for cell in range(begin, begin + many):
                kept = gain if regret[cell] > 0 else loss
                updated = kept * regret[cell] + values[cell] - mean
                values[cell] = 0.0
                regret[cell] = updated
                average[cell] = fade * average[cell] + weight * play[cell]
