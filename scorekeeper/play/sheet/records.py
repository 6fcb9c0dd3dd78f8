"""How programs are shown a table: where it stands, its hands, and what else happened at it."""

from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field, WithJsonSchema

from scorekeeper.common.acts import Answer
from scorekeeper.play.models import Act, Hand, HandMark, State, Via
from scorekeeper.play.records import GameRules, HandRecord

HAND_KINDS: Final = [kind.value for kind in Hand.Kind]
ACT_KINDS: Final = [kind.value for kind in Act.Kind]
MARK_KINDS: Final = [kind.value for kind in HandMark.Kind]
STATUSES: Final = ["playing", "to_be_signed", "closed"]
STATES: Final = [state.value for state in State]
VIAS: Final = [*(via.value for via in Via), ""]


def _of(values: list[str]) -> WithJsonSchema:
    return WithJsonSchema({"type": "string", "enum": values})


class OriginBody(Answer):
    """How something came to the table."""

    via: Annotated[str, _of(VIAS)] = Field(
        description="account: somebody signed in; code: a phone that joined with the code of the table; keeper: the "
        "phone that keeps a sheet without an account; program: a token; empty: the app itself."
    )
    person: str | None = Field(description="Whose account; null: nobody was signed in.")
    device: UUID | None = Field(description="The phone that has joined the table; null: none.")
    device_name: str | None = Field(description="What that phone is called.")


class LineBody(Answer):
    """One reason why a measure of a seat moved."""

    seat: int = Field(description="Seat number, from 0.")
    measure: str
    amount: int
    reason: str


class NoticeBody(Answer):
    """Something to look at again; never a refusal."""

    code: str
    message: str


class OutcomeBody(Answer):
    """What the rules make of a hand."""

    said: str = Field(description="The sentence a scorer says.")
    lines: list[LineBody]
    detail: Any = Field(description="The game's own account of how; null of a struck hand.")
    warnings: list[NoticeBody]
    over: bool = Field(description="By its rules the sitting is over with this hand.")


class SeatBody(Answer):
    """A place at the table and its totals."""

    number: int = Field(description="From 0, in the order of the table.")
    player: UUID
    name: str
    is_active: bool = Field(description="False: left early.")
    measures: dict[str, int]
    total: int = Field(description="By the system of the sitting.")


class StateBody(Answer):
    """Where a sitting stands."""

    id: UUID
    club: UUID
    game: str
    name: str
    code: str = Field(description="What the printed sheet is called by.")
    rules: GameRules
    rules_name: str
    house_version: UUID | None = Field(
        description="The version of the club's house rules that it was opened by, as the club lists them; null: of "
        "none."
    )
    seasons: list[UUID]
    opened_at: datetime
    closed_at: datetime | None
    status: Annotated[str, _of(STATUSES)]
    awaits_acceptance: bool = Field(
        description="Closed, and not official before a scorer or director accepts it: phones with the code alone "
        "signed."
    )
    next_number: int
    dealer: int = Field(description="The seat that deals next.")
    played: int = Field(description="Hands that count so far.")
    length: int | None = Field(description="Of how many; null: nobody knows before.")
    stands: str = Field(description="What the game says of it in a few words, if anything.")
    head: str = Field(description="Hash of the newest version of a hand.")
    disputed: int = Field(description="How many hands are disputed: it can't be closed while one is.")
    revision: int
    unit: str = Field(description="What amounts are counted in; empty: points.")
    decimals: int = Field(description="2: amounts are hundredths of the unit.")
    sides: list[list[int]] = Field(description="Seats that score as one.")
    seats: list[SeatBody]


class HandBody(Answer):
    """One version of a hand."""

    id: UUID
    sitting: UUID
    number: int
    version: int
    kind: Annotated[str, _of(HAND_KINDS)]
    status: Annotated[str, _of(STATES)] = Field(description="How far it binds; official: the sitting is closed.")
    key: UUID
    record: HandRecord
    dealer: int = Field(description="Whose turn it was to deal.")
    outcome: OutcomeBody
    reason: str
    at: datetime
    by: OriginBody
    hash: str


class RecordedBody(HandBody):
    """A recorded hand, and where the sitting stands now."""

    state: StateBody


class MarkBody(Answer):
    """What was said of a hand, and of which version of it."""

    kind: Annotated[str, _of(MARK_KINDS)]
    hand: UUID = Field(description="The version that stood then.")
    at: datetime
    seat: int | None = Field(description="The seat that says so; null: a director.")
    by: OriginBody
    reason: str


class MarkedBody(HandBody):
    """The version in force of a hand, and all that was said of the hand, in order."""

    marks: list[MarkBody]


class EntryBody(Answer):
    """An amount of one measure, moved for a seat by an act."""

    seat: int = Field(description="Where they sit now.")
    measure: str
    amount: int


class ActBody(Answer):
    """What happened to a sitting beyond its hands."""

    id: UUID
    kind: Annotated[str, _of(ACT_KINDS)]
    at: datetime
    seat: int | None = Field(description="Whom it concerned; null: the whole table.")
    by: OriginBody
    reason: str
    points: int | None = Field(description="What it added to the total; null: no such act.")
    lines: list[EntryBody] = Field(description="What it moved in the ledger.")
    after: int | None = Field(description="The hand after which it stands on the sheet.")
    player: UUID | None = Field(description="Who plays for the seat.")
    number: int | None = Field(
        description="The hand from which on: somebody plays for it, or two have changed places; null: the first."
    )
    reverses: UUID | None = Field(description="The act that it takes back.")
    hash: str = Field(description="Of acts in the chain of the sheet; else empty.")


class ActedBody(ActBody):
    """An act, and where the sitting stands now."""

    state: StateBody


class SignatureBody(Answer):
    """A signature under the sheet as it stands."""

    seat: int
    at: datetime
    by: OriginBody
    on_behalf: bool = Field(description="Somebody who keeps the sheet signed for the seat.")


class SittingBody(StateBody):
    """A sitting with its hands, newest version of each, in order; what else happened, newest first; and who has signed
    it as it stands."""

    hands: list[MarkedBody]
    acts: list[ActBody]
    signatures: list[SignatureBody]
