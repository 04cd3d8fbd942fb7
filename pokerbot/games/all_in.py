"""All-in before the flop: how often a hand of one class beats one of another, counted exactly.

The counts lie beside this file. `python -m tests.trials.all_ins` counts them anew.
"""

from __future__ import annotations

from functools import cache
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING

from pokerbot.games.ranges import COMBINATIONS, name_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts = NDArray[np.int64]

FILE = Path(__file__).with_name("all-in.bits")
CLASSES = tuple(map(name_of, COMBINATIONS))
"""The 169 classes of hands, the higher ones first: `AA`, `AKs`, `AKo`, ….

Arrays of counts are [own class, other class]."""
RUNOUTS = comb(48, 5)
"""How many boards there are for two hands that share no card."""
UNIT, BITS = 4, 26
"""The file holds each count in `BITS` bits, divided by `UNIT`, of which it is a multiple."""


@cache
def meetings() -> Counts:
    """[own class, other class] the number of pairs of hands, one of each, that share no card."""
    import numpy as np

    hands = np.array([len(held) for held in COMBINATIONS.values()])
    cards = np.array([np.bincount(np.ravel(held), minlength=52) for held in COMBINATIONS.values()])
    # `cards @ cards.T` counts a pair once for each shared card, so a hand with itself twice.
    pairs: Counts = np.outer(hands, hands) - cards @ cards.T + np.diag(hands)
    return pairs


@cache
def wins() -> Counts:
    """[own class, other class] how often the own hand wins, over all `meetings` and boards."""
    import numpy as np

    bits = np.unpackbits(np.frombuffer(FILE.read_bytes(), np.uint8), count=len(CLASSES) ** 2 * BITS)
    counts: Counts = UNIT * bits.reshape(-1, BITS).astype(np.int64) @ (1 << np.arange(BITS)[::-1])
    return counts.reshape(len(CLASSES), -1)


@cache
def outcomes() -> Counts:
    """[3, own class, other class] how often the own hand wins, ties and loses."""
    import numpy as np

    won, lost = wins(), wins().T
    return np.stack([won, RUNOUTS * meetings() - won - lost, lost])


@cache
def strengths() -> Counts:
    """How well each class does against all other hands: a whole number, the larger the better."""
    import numpy as np

    won, tied, _ = outcomes()
    hands = np.array([len(held) for held in COMBINATIONS.values()])
    better: Counts = (2 * won + tied).sum(axis=1) * (12 // hands)
    return better
