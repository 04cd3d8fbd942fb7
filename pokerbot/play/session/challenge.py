"""A challenge: a code with which someone else gets the same cards and dice, and a score to beat.

A code is 40 letters and digits (base 32), which spell 25 bytes: version and seat (1), number of
hands (2), seed (8), the beginning of the fingerprint of the opponent's file (6), the chips that the
challenger gave away in ten-thousandths (4), and as a checksum against slips the beginning of the
SHA-256 of all that (4).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from dataclasses import dataclass

from pokerbot.errors import InputError
from pokerbot.play.table import SEAT_CHOICES, SEAT_ORDERS, Table
from pokerbot.play.view.amounts import chips, count, number_of

VERSION, TIED = 1, 2
"""The versions of codes. An answer with the challenge's own score has the second, lest its code be
the challenge's; an older pokerbot says of it that a newer one made it."""
LAYOUT, CHECK = ">BHQ6sI", 4
UNIT = 10_000
FINE = 200
"""A difference under so many ten-thousandths is told with all of its decimals."""
LEAST, MOST = 10, 2**16 - 1
"""How many hands a challenge may have: fewer say too little, more do not fit into the code."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """What someone is challenged to.

    seed, seat, hands: the challenger's session: its seed, its seat and its number of hands
    fingerprint: the first 12 hexadecimal digits of the fingerprint of the opponent's file
    lost: the chips that the challenger gave away, a multiple of 1 / `UNIT`
    tied: whether it answers a challenge in which as many chips were given away
    """

    seed: int
    seat: str
    hands: int
    fingerprint: str
    lost: float
    tied: bool = False

    @property
    def code(self) -> str:
        """The code to send to a friend."""
        head = (TIED if self.tied else VERSION) << 4 | SEAT_CHOICES.index(self.seat)
        named, score = bytes.fromhex(self.fingerprint), round(self.lost * UNIT)
        content = struct.pack(LAYOUT, head, self.hands, self.seed, named, score)
        text = base64.b32encode(content + _check(content)).decode()
        return "-".join(text[place : place + 8] for place in range(0, len(text), 8))

    def person(self, number: int) -> int:
        """The person's seat in the hand with that number, counted from 1."""
        return SEAT_ORDERS[self.seat][(number - 1) % 2]

    def verdict(self, lost: float, other: str = "your challenger") -> str:
        """Who played better, in words.

        Both had the same seats, so whoever gave away fewer chips would have won more without luck.

        lost, other: the chips that the person gave away, and what the challenger is called
        """
        better = round(self.lost * UNIT) - round(lost * UNIT)
        places = 4 if 0 < abs(better) < FINE else 2
        told = (
            f"In {number_of(self.hands, 'hand')} your mistakes and missed chances came to"
            f" {count(lost, places)}, {other}'s to {chips(self.lost, places)}."
        )
        if not better:
            return f"{told}\nLuck apart, you played equally well."
        who = "you" if better > 0 else other
        return f"{told}\nLuck apart, {who} played better, by {count(abs(better) / UNIT, places)}."


def parse(code: str) -> Challenge:
    """Parse a code; dashes, blanks and the case of letters do not matter.

    Raises:
        InputError: it is no code, or was altered.
    """
    text = "".join(code.split()).replace("-", "").upper()
    try:
        content = base64.b32decode(text)
    except (binascii.Error, ValueError):
        content = b""
    body = content[:-CHECK]
    if len(body) != struct.calcsize(LAYOUT) or content[-CHECK:] != _check(body):
        raise _refused("is not the code of a challenge, or was altered: ask for it again")
    head, hands, seed, named, score = struct.unpack(LAYOUT, body)
    if head >> 4 not in (VERSION, TIED):
        raise _refused("was made by a newer pokerbot")
    if head & 15 >= len(SEAT_CHOICES) or not hands or seed >= 1 << 63:
        raise _refused("is not the code of a challenge")
    return Challenge(
        seed, SEAT_CHOICES[head & 15], hands, named.hex(), score / UNIT, tied=head >> 4 == TIED
    )


def challenge_of(table: Table, seed: int, sha256: str) -> Challenge | None:
    """The challenge to do better than the person did in the session at a table.

    None where the session has fewer than `LEAST` hands, is not judged yet, had a hint, skipped a
    hand, or has an order of seats that is none of `SEAT_CHOICES`.

    seed, sha256: the session's seed, and the fingerprint of the opponent's file
    """
    score, lost = table.score, table.score.loss
    fitting = (
        name
        for name, order in SEAT_ORDERS.items()
        if all(seat == order[at % 2] for at, seat in enumerate(table.seats))
    )
    seat = next(fitting, None)
    finished = table.number if table.hand.over else table.number - 1
    if seat is None or lost is None or score.assisted or finished != score.hands():
        return None
    if not LEAST <= finished <= MOST or lost * UNIT >= 1 << 32:
        return None
    return Challenge(seed, seat, finished, sha256[:12], round(lost * UNIT) / UNIT)


def _check(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()[:CHECK]


def _refused(why: str) -> InputError:
    return InputError(why, parameter="challenge")
