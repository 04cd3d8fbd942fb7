"""Answers to challenges, and what they say to the challenger who gets them back."""

from __future__ import annotations

import math
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.io.files import is_there
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.history.file import hands, read
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.challenge import UNIT, Challenge

FRIEND = "your friend"


def answered(history: Path, challenge: Challenge) -> str | None:
    """Who played better, if a code answers a challenge from a session of the person's own.

    None where the history has no such session, or the code is the one that it was challenged with.

    Raises:
        InputError: the history, or a line of the session, cannot be read.
    """
    own = _own(history, challenge)
    splits = [*map(Reviewer().breakdown, own)]
    if not own or None in splits:
        return None
    lost = math.fsum(each.loss for each in splits if each is not None)
    if not challenge.tied and round(lost * UNIT) == round(challenge.lost * UNIT):
        return None
    return challenge.verdict(lost, FRIEND)


def _own(history: Path, challenge: Challenge) -> list[HandRecord]:
    """The hands of the person's session that a code answers.

    Empty where there is no such session, or one of the hands is missing or had a hint. Raises
    InputError where the hands that are missing may stand in lines that cannot be read.
    """
    if not is_there(history):
        return []
    sessions: dict[object, dict[int, HandRecord]] = {}
    for each in hands(history):
        same = each.seed == challenge.seed and each.sha256.startswith(challenge.fingerprint)
        if same and each.mode == "play" and not each.challenge and not each.adapts:
            sessions.setdefault(each.started, {})[each.number] = each
    unread = sum(isinstance(found, InputError) for _, found in read(history))
    for played in sessions.values():
        there = [played.get(number) for number in range(1, challenge.hands + 1)]
        if any(each and each.person != challenge.person(each.number) for each in there):
            continue
        found = [each for each in there if each is not None and not each.assisted]
        if len(found) == challenge.hands:
            return found
        if 0 < there.count(None) <= unread:
            why = "answers a session of yours with hands that cannot be read"
            raise InputError(f"{why}: pokerbot history tells why", parameter="challenge")
    return []
