"""Recording a hand: what is asked, and how programs are shown what the next hand would be."""

from typing import Annotated
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, Asked
from scorekeeper.play.records import HandNumber, HandRecord
from scorekeeper.play.sheet.records import OutcomeBody


class TriedHand(Asked):
    """A hand that is not recorded."""

    record: HandRecord


class SentHand(TriedHand):
    """A hand as seen at the table."""

    number: Annotated[HandNumber | None, Field(description="The hand the sender believes it records.")] = None


class Undoing(Asked):
    """The hand to be taken back: the last one, so that asking twice takes back one."""

    hand: UUID


class PreviewBody(Answer):
    """What the next hand would be; nothing is written."""

    record: HandRecord
    outcome: OutcomeBody
