"""Correcting and striking hands: what is asked, and how programs are shown what that would move."""

from pydantic import Field

from scorekeeper.common.acts import Asked
from scorekeeper.play.records import HandRecord, OnlySaid, Reason, ShiftBody
from scorekeeper.play.sheet.records import OutcomeBody


class Correction(Asked):
    """The hand as it should have been, and why."""

    record: HandRecord
    reason: Reason
    preview: OnlySaid = False


class Striking(Asked):
    """Every hand from one on is struck, up to `last`, which was the last one when that was shown."""

    last: int
    reason: Reason


class MovesBody(ShiftBody):
    """What a correction would move; nothing is written."""

    outcome: OutcomeBody | None
    follows: tuple[int, ...] = Field(description="Numbers of later hands.")
