"""Putting a sheet right: what is asked of hands, penalties and adjustments, and what programs are shown of it."""

from typing import Annotated, Final, Literal
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import Field

from scorekeeper.common.acts import Asked, Refusal
from scorekeeper.play.records import HandRecord, OnlySaid, Reason, SeatNumber, ShiftBody
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


MOST_POINTS: Final = 10_000_000


class Adjustment(Asked):
    """Points given or taken beside the hands, in the terms of the total; a penalty takes."""

    kind: Literal["penalty", "adjusted"]
    seat: SeatNumber
    points: Annotated[
        int,
        Field(ge=-MOST_POINTS, le=MOST_POINTS, description="What it adds to the total; less than 0 is taken."),
        Refusal("points_too_many", gettext_noop("At most {most} at once."), most=MOST_POINTS),
    ]
    against: Annotated[SeatNumber | None, Field(description="Whom it comes from or goes to; needed for amounts.")] = (
        None
    )
    reason: Reason
    preview: OnlySaid = False

    @property
    def is_penalty(self) -> bool:
        return self.kind == "penalty"


class TakingBack(Asked):
    """The penalty or adjustment to be taken back, and why."""

    act: UUID
    reason: Reason
    preview: OnlySaid = False
