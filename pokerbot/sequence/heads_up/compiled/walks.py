"""One walk over a betting tree with every pair of hands, in machine code, without recursion.

Arrays say what it does (see `heads_up.walk`). It goes down from a node; where it has to stop, it
notes both players' reach and takes the values that it is given there.
"""

from __future__ import annotations

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up.tree import CHANCE, DECISION, SHOWDOWN, NodeArrays
from pokerbot.sequence.heads_up.walk import Aim, Held, Play, Stops, Way


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
    nodes: NodeArrays, stops: Stops, held: Held, sees: Index, node: int, first: Array,
    second: Array, by_card: Array, value: Array,
) -> bool:  # fmt: skip
    """Where a node is an end or a stop, put what it is worth into `value`; return whether it is.

    first, second: [hands] the players' reach
    """
    place = stops.at[node]
    if place >= 0:
        put(first, stops.reach[place, 0])
        put(second, stops.reach[place, 1])
        put(stops.value[place, 0], value[0])
        put(stops.value[place, 1], value[1])
        return True
    if nodes.kind[node] in (CHANCE, DECISION):
        return False
    for who in range(2):
        if not sees[who]:
            continue
        other, amount = first if who else second, nodes.amount[node]
        if nodes.kind[node] == SHOWDOWN:
            showdown(held.cards, held.ends, other, amount, by_card, value[who])
        else:
            fold(held.cards, other, -amount if nodes.player[node] == who else amount, by_card,
                 value[who])  # fmt: skip
    return True


@jit
def descend(nodes: NodeArrays, play: Play, held: Held, way: Way, depth: int) -> None:
    """Go on to the next node below the one at this depth."""
    at, reach = way.at, way.reach
    node, action, lower = at[0, depth], at[1, depth], depth + 1
    at[1, depth] += 1
    at[0, lower] = nodes.first[node] + action
    at[1, lower] = 0
    at[2, lower] = at[2, depth]
    at[3, lower] = at[3, depth]
    way.value[lower] = 0.0
    if nodes.kind[node] == DECISION:
        who = nodes.player[node]
        at[2 + who, lower] = lower
        before, after = reach[at[2 + who, depth], who], reach[lower, who]
        begin, bucket = play.offset[node] + action, held.buckets[who, nodes.street[node]]
        play_on(play.cells, begin, nodes.below[node], bucket, before, after)


@jit
def take_up(nodes: NodeArrays, play: Play, held: Held, aim: Aim, way: Way, depth: int) -> None:
    """Add the value of the node below, at `depth` + 1, to that of the one at this depth."""
    at, value = way.at, way.value
    node, action, lower = at[0, depth], at[1, depth] - 1, depth + 1
    if nodes.kind[node] != DECISION:
        put(value[lower, 0], value[depth, 0])
        put(value[lower, 1], value[depth, 1])
        return
    who, many, street = nodes.player[node], nodes.below[node], nodes.street[node]
    if aim.sees[1 - who]:
        add(value[lower, 1 - who], value[depth, 1 - who])
    if not aim.sees[who]:
        return
    begin, bucket = play.offset[node] + action, held.buckets[who, street]
    if street >= aim.best:
        better(action, value[lower, who], value[depth, who])
    else:
        average(play.cells, begin, many, bucket, value[lower, who], value[depth, who])
    if aim.learn:
        gather(begin, many, bucket, value[lower, who], aim.regret)
        if action == 0:
            gather(begin, many, bucket, way.reach[at[2 + who, depth], who], aim.reached)


@jit
def walk(
    nodes: NodeArrays, stops: Stops, play: Play, held: Held, aim: Aim, way: Way, root: int
) -> None:
    """Work out what each hand is worth to both players at `root`; put it into `way.value[0]`.

    The reach there is in `way.reach[0]`.
    """
    depth, at, reach, value = 0, way.at, way.reach, way.value
    at[:, 0] = 0
    at[0, 0] = root
    value[0] = 0.0
    while True:
        node = at[0, depth]
        over = at[1, depth] > 0 and at[1, depth] == nodes.below[node]
        if not over:
            one, two = reach[at[2, depth], 0], reach[at[3, depth], 1]
            over = ended(
                nodes, stops, held, aim.sees, node, one, two, way.by_card, value[depth]
            )  # fmt: skip
        if not over:
            descend(nodes, play, held, way, depth)
            depth += 1
            continue
        if depth == 0:
            break
        depth -= 1
        take_up(nodes, play, held, aim, way, depth)


@jit
def walk_from(
    nodes: NodeArrays, stops: Stops, play: Play, held: Held, aim: Aim, way: Way, roots: Index,
    starts: Array, out: Array,
) -> None:  # fmt: skip
    """`walk` from several roots, with the reach in `starts`; put what they are worth into `out`.

    starts, out: [roots, 2, hands]
    """
    for place in range(len(roots)):
        put(starts[place, 0], way.reach[0, 0])
        put(starts[place, 1], way.reach[0, 1])
        walk(nodes, stops, play, held, aim, way, roots[place])
        put(way.value[0, 0], out[place, 0])
        put(way.value[0, 1], out[place, 1])


@jit
def match_regrets(nodes: NodeArrays, regret: Array, play: Play) -> None:
    """Put into `play` the positive part of each regret, normalized; uniform where there is none."""
    for node in range(len(nodes.kind)):
        many = nodes.below[node]
        for row in range(play.rows[node]):
            begin = play.offset[node] + row * many
            total = 0.0
            for cell in range(begin, begin + many):
                total += max(regret[cell], 0.0)
            for cell in range(begin, begin + many):
                play.cells[cell] = max(regret[cell], 0.0) / total if total > 0 else 1.0 / many


@jit
def settle(nodes: NodeArrays, play: Play, values: Array, reached: Array) -> None:
    """Turn what `walk` has added up into what it adds to regrets and to the average, in place."""
    for node in range(len(nodes.kind)):
        many = nodes.below[node]
        for row in range(play.rows[node]):
            begin = play.offset[node] + row * many
            mean, weight = 0.0, reached[begin]
            for cell in range(begin, begin + many):
                mean += values[cell] * play.cells[cell]
            for cell in range(begin, begin + many):
                values[cell] -= mean
                reached[cell] = weight * play.cells[cell]


@jit
def advance(
    nodes: NodeArrays, sees: Index, kept: tuple[float, float, float], play: Play, values: Array,
    reached: Array, regret: Array, average: Array,
) -> None:  # fmt: skip
    """Update regrets and averages by what `walk` has added up, which becomes 0.

    sees: [2] whose; kept: what is left of positive regrets, of negative ones, and of the average
    """
    for node in range(len(nodes.kind)):
        if not sees[nodes.player[node]]:
            continue
        many = nodes.below[node]
        for row in range(play.rows[node]):
            begin = play.offset[node] + row * many
            mean = 0.0
            for cell in range(begin, begin + many):
                mean += values[cell] * play.cells[cell]
            weight = reached[begin]
            reached[begin] = 0.0
            for cell in range(begin, begin + many):
                left = kept[0] if regret[cell] > 0 else kept[1]
                regret[cell] = left * regret[cell] + values[cell] - mean
                values[cell] = 0.0
                average[cell] = kept[2] * average[cell] + weight * play.cells[cell]
