"""Confirm a hand, dispute it, take that back, decide. Rows of their own: no hand and no total is touched."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.chains.models import keep_salts
from scorekeeper.common.errors import Conflict, require
from scorekeeper.journal import models as journal
from scorekeeper.notices import models as notices
from scorekeeper.notices.services import over
from scorekeeper.play import policies
from scorekeeper.play.acting import AtTable, at_table, clean_reason, require_open, tell
from scorekeeper.play.actors import Actor
from scorekeeper.play.closing.notices import tell_directors, tell_who_disputed
from scorekeeper.play.marks.reads import Disputes, marks_state
from scorekeeper.play.models import Hand, HandMark, Seat, Sitting, State
from scorekeeper.play.recording.versions import current_version
from scorekeeper.play.records import Reasoned
from scorekeeper.standings.services import count_disputed

Kind = HandMark.Kind


@dataclass(frozen=True, slots=True)
class Words:
    """Who says something of a hand, when, and why; `via` is by which door, where it is not that of `by`."""

    by: Actor
    now: datetime
    seat: Seat | None = None
    reason: str = ""
    via: str = ""


@transaction.atomic
def confirm_hand(*, sitting_id: UUID, by: Actor, hand_id: UUID, now: datetime) -> Hand:
    """Somebody at another seat agrees to a hand; what is confirmed already stays so, and a seat says it once. One that
    came from a phone without a seat is confirmed when two sides have agreed.

    Raises:
        Conflict: `sitting_closed`, `hand_changed` , `hand_disputed`, `not_on_sheet`.
    """
    table, hand, seats = _read(sitting_id, by, hand_id)
    seat = policies.confirms_for(by, table.who, hand, seats)
    text = _("A player at another seat must confirm the hand, not the recorder.")
    if not policies.own_seats(table.who, seats):
        text = _("{name} has an account: sign in with it to confirm hands for this seat.")
        text = text.format(name=policies.seats_occupied(table.who, seats)[0].player.name)
    require(seat is not None, text)
    said = marks_state(table.sitting, now)
    match said.state(hand):
        case State.RECORDED if seat and not said.has_agreed(hand, seat):
            words = Words(by, now, seat, via=policies.via_at(by, table.who, seat))
            write_mark(table.sitting, hand, Kind.CONFIRMED, words)
        case State.DISPUTED:
            raise held(hand)
    return hand


@transaction.atomic
def dispute_hand(why: Reasoned, *, sitting_id: UUID, by: Actor, hand_id: UUID, now: datetime) -> Hand:
    """Somebody at another seat says that a hand is wrong, and why: it is held until a director decides, and the
    directors of the club are told. A seat disputes a hand once.

    Raises:
        Conflict: `sitting_closed`, `hand_changed`, `hand_decided` (a director has let this version stand),
            `not_on_sheet`.
        Refused: as `clean_reason`.
    """
    table, hand, seats = _read(sitting_id, by, hand_id)
    seat = policies.disputes_for(by, table.who, hand, seats)
    require(seat is not None, _("A player at another seat must dispute the hand, not the recorder."))
    reason = clean_reason(why.reason)
    disputes = marks_state(table.sitting, now).disputes.get(hand.number, {})
    if seat and seat.pk in disputes:
        return hand
    if not disputes and hand.marks.filter(kind=Kind.DECIDED).exists():
        text = _("A director has decided that hand {number} stands.").format(number=hand.number)
        raise Conflict("hand_decided", text, hand)
    via = policies.via_at(by, table.who, seat) if seat else ""
    mark = write_mark(table.sitting, hand, Kind.DISPUTED, Words(by, now, seat, reason, via))
    if not disputes:
        _count(table.sitting, 1)
        tell_directors(mark, now)
    return hand


@transaction.atomic
def withdraw_dispute(*, sitting_id: UUID, by: Actor, hand_id: UUID, now: datetime) -> Hand:
    """Who disputed a hand takes that back; a hand they do not dispute stays as it is. At the seat of an account that is
    the account, or the phone itself that disputed it.

    Raises:
        Conflict: `sitting_closed`, `hand_changed`, `not_on_sheet`.
    """
    table, hand, seats = _read(sitting_id, by, hand_id)
    mine = policies.seats_occupied(table.who, seats)
    require(bool(mine), _("Only the player who disputed the hand can take that back."))
    disputes = marks_state(table.sitting, now).disputes.get(hand.number, {})
    ours = own_disputes(by, table.who, disputes, mine)
    for seat in ours:
        write_mark(table.sitting, hand, Kind.WITHDRAWN, Words(by, now, seat, via=policies.via_at(by, table.who, seat)))
    if ours and len(ours) == len(disputes):
        _count(table.sitting, -1)
        over(notices.Kind.DISPUTE, hand.pk, now)
    return hand


def own_disputes(by: Actor, who: policies.Standpoint, disputes: Disputes, seats: Sequence[Seat]) -> list[Seat]:
    """The seats among these whose open dispute somebody may take back."""
    phone = by.device.pk if by.device else None
    own = {seat.pk for seat in policies.own_seats(who, seats)}
    return [
        seat
        for seat in seats
        if (mark := disputes.get(seat.pk)) and (seat.pk in own or (phone is not None and mark.by_device_id == phone))
    ]


@transaction.atomic
def decide_dispute(why: Reasoned, *, sitting_id: UUID, by: Actor, hand_id: UUID, now: datetime) -> Hand:
    """A director decides that a disputed hand stands. (That it does not is said by correcting or striking it.)

    Raises:
        Conflict: `sitting_closed`, `hand_changed`, `not_disputed`, `not_on_sheet`.
        Refused: as `clean_reason`.
    """
    table = at_table(sitting_id, by)
    require(policies.can_direct(table.who))
    hand = _standing(table.sitting, hand_id)
    if not settle(table, hand, Words(by, now, reason=clean_reason(why.reason))):
        raise Conflict("not_disputed", _("Nobody disputes hand {number} now.").format(number=hand.number), hand)
    return hand


def settle(table: AtTable, hand: Hand, words: Words) -> bool:
    """Whoever directs ends the dispute of a hand with what they do to it; whether there was one. The caller holds
    the sitting locked.

    Raises:
        Conflict: `hand_disputed`: it is held, and this is no director.
    """
    if not table.sitting.disputed:
        return False
    disputes = marks_state(table.sitting, words.now).disputes.get(hand.number)
    if disputes is None:
        return False
    if not policies.can_direct(table.who):
        raise held(hand)
    write_mark(table.sitting, hand, Kind.DECIDED, words)
    _count(table.sitting, -1)
    over(notices.Kind.DISPUTE, hand.pk, words.now)
    tell_who_disputed(disputes.values(), hand, words.by.user, words.reason, words.now)
    return True


def write_mark(sitting: Sitting, hand: Hand, kind: str, words: Words) -> HandMark:
    """A new link of what is said of the sitting's hands."""
    sitting.marked += 1
    sitting.revision += 1
    mark = HandMark(
        club_id=sitting.club_id,
        sitting=sitting,
        hand=hand,
        seq=sitting.marked,
        after=sitting.seq,
        kind=kind,
        seat=words.seat,
        reason=words.reason,
        at=words.now,
        previous=sitting.marks_head,
        via=words.via or words.by.via,
        **words.by.marks,
    )
    mark.salt()
    mark.hash = sitting.marks_head = mark.content_hash()
    mark.save(force_insert=True)
    keep_salts([mark])
    sitting.save(update_fields=["marked", "marks_head", "revision"])
    if kind == Kind.DECIDED:
        detail = {"hand": str(hand.pk), "number": hand.number}
        tell(sitting, journal.Kind.DECIDED, words.by, words.now, reason=words.reason, detail=detail)
    return mark


def held(hand: Hand) -> Conflict:
    """The refusal to touch a disputed hand."""
    if hand.sitting.club.is_private:
        text = _("Hand {number} is disputed: the scorer of the sheet must decide first.")
    else:
        text = _("Hand {number} is disputed: a director must decide first.")
    return Conflict("hand_disputed", text.format(number=hand.number), hand)


def require_undisputed(sitting: Sitting, now: datetime) -> None:
    """Raises Conflict `hand_disputed`: what is disputed never becomes official."""
    if sitting.disputed:
        number = min(marks_state(sitting, now).disputes)
        raise held(sitting.hands.filter(number=number).order_by("-version")[0])


def _read(sitting_id: UUID, by: Actor, hand_id: UUID) -> tuple[AtTable, Hand, Sequence[Seat]]:
    """The locked table, the version in force with who recorded it, and the seats with their players."""
    table = at_table(sitting_id, by)
    seats = list(table.sitting.seats.select_related("player"))
    require(
        bool(policies.seats_occupied(table.who, seats)), _("Only players at this table can confirm or dispute a hand.")
    )
    return table, _standing(table.sitting, hand_id), seats


def _standing(sitting: Sitting, hand_id: UUID) -> Hand:
    require_open(sitting)
    hand = current_version(sitting, hand_id)
    if hand.number >= sitting.next_number:
        raise Conflict("not_on_sheet", _("Hand {number} was taken back.").format(number=hand.number), hand)
    return hand


def _count(sitting: Sitting, by: int) -> None:
    """One hand more or less is disputed: at this table, and in the seasons it counts for."""
    sitting.disputed += by
    sitting.save(update_fields=["disputed"])
    count_disputed(sitting.competitions.all(), by)
