"""A table as programs are shown it, made of its rows."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field, WithJsonSchema

from games.core.text import Text
from scorekeeper.common.acts import Answer
from scorekeeper.common.texts import Names, translated
from scorekeeper.languages.spoken import use_words
from scorekeeper.play.acting import Acted, with_seats
from scorekeeper.play.models import Act, Device, Hand, HandMark, Seat, Signature, Sitting, State, Via
from scorekeeper.play.moves import sides_of, totals
from scorekeeper.play.records import GameRules, HandRecord
from scorekeeper.play.sheet.origins import Phone, via_of
from scorekeeper.play.sheet.rows import names_of, progress_of
from scorekeeper.standings.models import Competition

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


def names_for(sitting: Sitting) -> Names:
    """Who sits there, for the sentences of this sitting, which are in the words of its club from here on."""
    use_words(sitting.club.game_words, sitting.game)
    if "seats" not in getattr(sitting, "_prefetched_objects_cache", {}):
        with_seats(sitting)
    return Names({seat.number: seat.player.name for seat in sitting.seats.all()}, sitting.unit)


def standing_of(sitting: Sitting) -> StateBody:
    """Where a sitting stands, whose seats and seasons are read once."""
    names_for(sitting)
    return state_of_table(sitting, list(sitting.seats.all()), list(sitting.competitions.all()))


def state_of_table(sitting: Sitting, seats: Sequence[Seat], competitions: Sequence[Competition]) -> StateBody:
    """Where the sitting stands. `seats` come with their players."""
    sums = totals(sitting, seats)
    progress = progress_of(sitting, seats, names_of(sitting, seats))
    return StateBody(
        id=sitting.pk,
        club=sitting.club_id,
        game=sitting.game,
        name=sitting.name,
        code=sitting.code,
        rules=sitting.rules,
        rules_name=sitting.rules_name,
        house_version=sitting.house_version_id,
        seasons=[competition.pk for competition in competitions],
        opened_at=sitting.opened_at,
        closed_at=sitting.closed_at,
        status="closed" if not sitting.is_open else "playing" if sitting.accepts_hands else "to_be_signed",
        awaits_acceptance=sitting.awaits_acceptance,
        next_number=sitting.next_number,
        dealer=sitting.dealer,
        played=progress.played,
        length=progress.length,
        stands=progress.stands,
        head=sitting.head,
        disputed=sitting.disputed,
        revision=sitting.revision,
        unit=sitting.unit.unit,
        decimals=sitting.unit.decimals,
        sides=[[seat.number for seat in side] for side in sides_of(sitting, seats)],
        seats=[
            SeatBody(
                number=seat.number,
                player=seat.player.identity,
                name=seat.player.name,
                is_active=seat.is_active,
                measures=seat.tally,
                total=sums[seat.number],
            )
            for seat in seats
        ],
    )


def origin_of(row: Any) -> OriginBody:
    """How a hand, a mark, a signature or an act came; the row comes with its person and its phone."""
    device: Device | None = row.by_device
    return OriginBody(
        via=str(via_of(row, {device.pk: Phone(0, device)} if device else {})),
        person=str(row.by_user) if row.by_user_id else None,
        device=device.pk if device else None,
        device_name=device.name if device else None,
    )


def outcome_words(outcome: Mapping[str, Any], names: Mapping[int, str]) -> OutcomeBody:
    """An outcome as stored, in the reader's language and with names."""

    def told(plain: Mapping[str, Any]) -> str:
        return translated(Text.from_json(plain), names)

    return OutcomeBody(
        said=told(outcome["said"]),
        lines=[
            LineBody(seat=seat, measure=measure, amount=amount, reason=told(reason))
            for seat, measure, amount, reason in outcome["lines"]
        ],
        detail=outcome["detail"],
        warnings=[NoticeBody(code=notice["code"], message=told(notice["message"])) for notice in outcome["warnings"]],
        over=outcome["over"],
    )


def hand_facts(hand: Hand, names: Mapping[int, str], state: State) -> dict[str, Any]:
    """The fields of one version of a hand."""
    return {
        "id": hand.pk,
        "sitting": hand.sitting_id,
        "number": hand.number,
        "version": hand.version,
        "kind": str(hand.kind),
        "status": state.value,
        "key": hand.key,
        "record": hand.record,
        "dealer": hand.table["dealer"],
        "outcome": outcome_words(hand.outcome, names),
        "reason": hand.reason,
        "at": hand.at,
        "by": origin_of(hand),
        "hash": hand.hash,
    }


def hand_of(hand: Hand, names: Mapping[int, str], state: State) -> HandBody:
    """One version of a hand."""
    return HandBody(**hand_facts(hand, names, state))


def marked_hand(hand: Hand, names: Mapping[int, str], state: State, marks: Sequence[HandMark]) -> MarkedBody:
    """The version in force, and what was said of it; marks come with their seats."""
    remarks = [
        MarkBody(
            kind=str(mark.kind),
            hand=mark.hand_id,
            at=mark.at,
            seat=mark.seat.number if mark.seat else None,
            by=origin_of(mark),
            reason=mark.reason,
        )
        for mark in marks
    ]
    return MarkedBody(**hand_facts(hand, names, state), marks=remarks)


def act_facts(act: Act, seats: Sequence[Seat]) -> dict[str, Any]:
    """The fields of what happened at the table of these seats; `act` comes with its seat."""
    numbers = {str(seat.pk): seat.number for seat in seats}
    return {
        "id": act.pk,
        "kind": str(act.kind),
        "at": act.at,
        "seat": numbers.get(str(act.seat_id)),
        "by": origin_of(act),
        "reason": act.reason,
        "points": act.detail.get("points"),
        "lines": [
            EntryBody(seat=numbers[seat], measure=measure, amount=amount)
            for seat, measure, amount in act.detail.get("lines", [])
        ],
        "after": act.detail.get("after"),
        "player": act.player.identity if act.player else None,
        "number": act.detail.get("from"),
        "reverses": act.reverses_id,
        "hash": act.hash,
    }


def act_of(act: Act, seats: Sequence[Seat]) -> ActBody:
    """What happened at the table of these seats."""
    return ActBody(**act_facts(act, seats))


def acted(done: Acted) -> ActedBody:
    """The act, and where its sitting stands now."""
    found = with_seats(Sitting.objects.select_related("club").get(pk=done.sitting.pk))
    return ActedBody(**act_facts(done.act, list(found.seats.all())), state=standing_of(found))


def signature_of(signature: Signature) -> SignatureBody:
    """One signature; it comes with its seat, its person and its phone."""
    return SignatureBody(
        seat=signature.seat.number, at=signature.at, by=origin_of(signature), on_behalf=signature.on_behalf
    )
