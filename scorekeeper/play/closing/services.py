"""Sign a sheet, seal it (what nobody disputes is confirmed with it), and open it again."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.clubs.models import Club
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.hashing import digest
from scorekeeper.common.texts import translated
from scorekeeper.notices.models import Kind
from scorekeeper.notices.services import over
from scorekeeper.play.acting import at_table, clean_reason, note, require_open
from scorekeeper.play.actors import Actor
from scorekeeper.play.ledger import source_of
from scorekeeper.play.marks.services import require_undisputed
from scorekeeper.play.models import Act, Anchor, Seat, Signature, Sitting
from scorekeeper.play.parties import parties
from scorekeeper.play.policies import can_accept, can_direct, can_sign, keeps_the_sheet, signs_for_self, via_at
from scorekeeper.play.sheet.origins import signatures_of
from scorekeeper.standings.services import seal


@transaction.atomic
def sign(*, sitting_id: UUID, by: Actor, number: int, head: str, now: datetime) -> Sitting:
    """A seat agrees to the sheet that its phone showed (`head`). The last signature closes the sitting; a sheet that
    nobody but phones with the code has signed is not official before a scorer or director accepts it.

    Raises:
        Conflict: `sitting_closed`, `not_complete`, `hand_disputed`, or `sheet_changed` when it is another one since it
            was shown.
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    seat = sitting.seats.select_related("player").filter(number=number).first()
    if seat is None:
        raise Refused([Problem("seat_unknown", "seat", Text(gettext_noop("Nobody sits there.")))])
    require(can_sign(table.who, seat))
    require_open(sitting)
    if not sitting.awaits_signatures:
        text = _("The {piece} is not over. End it first if no more hands are played.")
        raise Conflict("not_complete", text.format(piece=translated(sitting.plays.words.piece)))
    if head != sitting.head:
        raise Conflict("sheet_changed", _("The sheet was changed just now. Look at it again."))
    require_undisputed(sitting, now)
    on_behalf = not signs_for_self(table.who, seat)
    via = by.via if on_behalf else via_at(by, table.who, seat)
    _write_signature(sitting, seat, by, now, on_behalf=on_behalf, via=via)
    if by.user and seat.player.user_id == by.user.pk:
        over(Kind.SIGNATURE, sitting.pk, now, by.user)
    if not unsigned(sitting):
        sitting.awaits_acceptance = _needs_acceptance(sitting)
        _seal(sitting, by, now, reason="")
    return sitting


@transaction.atomic
def accept_sheet(*, sitting_id: UUID, by: Actor, now: datetime) -> Sitting:
    """A scorer or director makes official what phones with the code alone have signed. What is official stays so.

    Raises:
        Conflict: `sheet_open`: it has been opened again.
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(can_accept(table.who))
    if sitting.is_open:
        raise Conflict("sheet_open", _("This sheet is open again: it is signed first."))
    if sitting.awaits_acceptance:
        sitting.awaits_acceptance = False
        _make_official(sitting, by, now)
        note(sitting, Act.Kind.ACCEPTED, by, now)
        sitting.save(update_fields=["awaits_acceptance", "revision"])
    return sitting


def accept_sheets(*, sheets: Iterable[UUID], by: Actor, now: datetime) -> None:
    """The same for several, each by itself: one that was opened again meanwhile keeps the others from nothing."""
    for pk in sheets:
        with suppress(Conflict):
            accept_sheet(sitting_id=pk, by=by, now=now)


@transaction.atomic
def close_sitting(*, sitting_id: UUID, by: Actor, reason: str, now: datetime) -> Sitting:
    """A director closes the sitting without all signatures; a sitting that is closed already stays so.

    Raises:
        Conflict: `hand_disputed`: what is disputed never becomes official.
    """
    table = at_table(sitting_id, by)
    require(can_direct(table.who))
    reason = clean_reason(reason)
    if table.sitting.is_open:
        require_undisputed(table.sitting, now)
        _seal(table.sitting, by, now, reason=reason)
    return table.sitting


@transaction.atomic
def reopen_sitting(*, sitting_id: UUID, by: Actor, reason: str, now: datetime) -> Sitting:
    """A director opens a closed sitting again: what closing made official is provisional, every seat signs anew."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(can_direct(table.who))
    reason = clean_reason(reason)
    if not sitting.is_open:
        _unseal(sitting, by, now, reason=reason)
    return sitting


@transaction.atomic
def close_unused(*, sitting_id: UUID, by: Actor, reason: str, now: datetime) -> bool:
    """A sheet on which nothing was ever recorded is closed by who keeps it, because nobody plays there any more. One
    that was used, or is closed, stays as it is: whether this one was closed."""
    table = at_table(sitting_id, by)
    require(keeps_the_sheet(table.who))
    if table.sitting.head or not table.sitting.is_open:
        return False
    _seal(table.sitting, by, now, reason=clean_reason(reason))
    return True


@transaction.atomic
def reopen_unused(*, sitting_id: UUID, by: Actor, reason: str, now: datetime) -> bool:
    """The other way round: it is played there after all. One that was used, or is open, stays as it is."""
    table = at_table(sitting_id, by)
    require(keeps_the_sheet(table.who))
    if table.sitting.head or table.sitting.is_open:
        return False
    _unseal(table.sitting, by, now, reason=clean_reason(reason))
    return True


def unsigned(sitting: Sitting) -> list[Seat]:
    """The seats whose signature under the sheet as it stands is missing."""
    return list(sitting.seats.exclude(pk__in=signatures_of(sitting).values("seat")))


def _needs_acceptance(sitting: Sitting) -> bool:
    """Whether nobody answers by an account for a sheet of a club: each counts at least for ratings, and may count for a
    season, a round or the money book."""
    return not sitting.club.is_private and all(signature.is_by_code for signature in signatures_of(sitting))


def _write_signature(sitting: Sitting, seat: Seat, by: Actor, now: datetime, *, on_behalf: bool, via: str) -> None:
    _signature, is_new = Signature.objects.get_or_create(
        club_id=sitting.club_id,
        sitting=sitting,
        seat=seat,
        head=sitting.head,
        reopenings=sitting.reopenings,
        defaults={"at": now, "on_behalf": on_behalf, "via": via, **by.marks},
    )
    if is_new:
        sitting.revision += 1
        sitting.save(update_fields=["revision"])


def _seal(sitting: Sitting, by: Actor, now: datetime, *, reason: str) -> None:
    if problems := [problem for party in parties() for problem in party.may_close(sitting)]:
        raise Refused(problems)
    sitting.closed_at = now
    if sitting.is_official:
        _make_official(sitting, by, now)
    detail = {"awaits_acceptance": sitting.awaits_acceptance}
    note(sitting, Act.Kind.CLOSED, by, now, reason=reason, detail=detail)
    over(Kind.SIGNATURE, sitting.pk, now)
    sitting.save(update_fields=["closed_at", "awaits_acceptance", "revision"])
    anchor_head(sitting, now)


def _make_official(sitting: Sitting, by: Actor, now: datetime) -> None:
    seal(sitting.competitions.all(), source_of(sitting), sealed=True)
    for party in parties():
        party.closed(sitting, by, now)


def _unseal(sitting: Sitting, by: Actor, now: datetime, *, reason: str) -> None:
    if sitting.is_official:
        seal(sitting.competitions.all(), source_of(sitting), sealed=False)
        for party in parties():
            party.reopened(sitting, by, reason, now)
    sitting.closed_at, sitting.awaits_acceptance = None, False
    sitting.reopenings += 1
    note(sitting, Act.Kind.REOPENED, by, now, reason=reason)
    sitting.save(update_fields=["closed_at", "awaits_acceptance", "reopenings", "revision"])


def anchor_head(sitting: Sitting, now: datetime) -> None:
    """Chain the head of this sitting into the club's anchors; the club's row is locked for the moment it takes, but
    not against rows that only point at it."""
    club = Club.objects.select_for_update(no_key=True).get(pk=sitting.club_id)
    anchor = Anchor(
        club=club,
        sitting=sitting,
        head=sitting.head,
        seq=sitting.seq,
        marks_head=sitting.marks_head,
        at=now,
        previous=club.anchor,
    )
    anchor.hash = anchor_hash(anchor)
    anchor.save(force_insert=True)
    club.anchor = anchor.hash
    club.save(update_fields=["anchor"])


def anchor_hash(anchor: Anchor) -> str:
    """The hash an anchor should carry; without a word said of a hand as it was before anything could be."""
    said = [anchor.marks_head] if anchor.marks_head else []
    return digest([str(anchor.sitting_id), anchor.head, anchor.seq, anchor.previous, *said])
