"""End a list, sign its sheet, seal it, open it again; and withdraw a table that was opened by mistake."""

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.ids import digest
from scorekeeper.common.texts import translated
from scorekeeper.notices.models import Kind
from scorekeeper.notices.services import over
from scorekeeper.play import policies
from scorekeeper.play.acting import at_table, clean_reason, has_length, note, require_open, visible
from scorekeeper.play.actors import Actor
from scorekeeper.play.ledger import source_of
from scorekeeper.play.marks.services import require_undisputed
from scorekeeper.play.models import Act, Anchor, Device, Presence, Seat, Signature, Sitting, TablePass
from scorekeeper.play.models.sittings import PUT_AWAY
from scorekeeper.play.moves import Official, reopening
from scorekeeper.play.opening.services import stood_up
from scorekeeper.play.parties import parties
from scorekeeper.play.records import NOBODY_THERE, PerhapsReasoned, Reasoned, Signing
from scorekeeper.play.sheet.origins import signatures_of
from scorekeeper.standings.counting import Brought
from scorekeeper.standings.models import Competition, SeasonAct
from scorekeeper.standings.selectors.rounds import SettingsMove, moves_between
from scorekeeper.standings.selectors.seasons import late_sheets
from scorekeeper.standings.selectors.table import book_of
from scorekeeper.standings.services import Change, apply, count_disputed, count_in, seal
from scorekeeper.standings.services.seasons import locked, noted_act, require_running


@transaction.atomic
def sign(signing: Signing, *, sitting_id: UUID, by: Actor, now: datetime) -> Sitting:
    """A seat agrees to the sheet that its phone showed. The last signature closes the sitting; a sheet that
    nobody but phones with the code has signed is not official before a scorer or director accepts it.

    Raises:
        Conflict: `sitting_closed`, `not_complete`, `hand_disputed`, or `sheet_changed` when it is another one since
            it was shown.
        Refused: `seat_unknown`.
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    seat = sitting.seats.select_related("player").filter(number=signing.seat).first()
    if seat is None:
        raise Refused([Problem("seat_unknown", "seat", Text(NOBODY_THERE))])
    require(policies.can_sign(table.who, seat))
    require_open(sitting)
    if not sitting.awaits_signatures:
        text = _("The {piece} is not over. End it first if no more hands are played.")
        raise Conflict("not_complete", text.format(piece=translated(sitting.plays.words.piece)))
    if signing.head != sitting.head:
        raise Conflict("sheet_changed", _("The sheet has just changed. Check it again."))
    require_undisputed(sitting, now)
    on_behalf = not policies.signs_for_self(table.who, seat)
    via = by.via if on_behalf else policies.via_at(by, table.who, seat)
    _write_signature(sitting, seat, by, now, on_behalf=on_behalf, via=via)
    if by.user and seat.player.user_id == by.user.pk:
        over(Kind.SIGNATURE, sitting.pk, now, by.user)
    if not unsigned(sitting):
        # Nobody answers by an account for a sheet of a club: each counts at least for ratings, and may count
        # for a season, a round or the money book
        sitting.awaits_acceptance = not sitting.club.is_private and all(
            signature.is_by_code for signature in signatures_of(sitting)
        )
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
    require(policies.can_accept(table.who))
    if sitting.is_open:
        raise Conflict("sheet_open", _("This sheet is open again: sign it first."))
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
def close_sitting(why: Reasoned, *, sitting_id: UUID, by: Actor, now: datetime) -> Sitting:
    """A director closes the sitting without all signatures; a sitting that is closed already stays so.

    Raises:
        Conflict: `hand_disputed`: what is disputed never becomes official.
        Refused: as `clean_reason`.
    """
    table = at_table(sitting_id, by)
    require(policies.can_direct(table.who))
    reason = clean_reason(why.reason)
    if table.sitting.is_open:
        require_undisputed(table.sitting, now)
        _seal(table.sitting, by, now, reason=reason)
    return table.sitting


@transaction.atomic
def reopen_sitting(why: Reasoned, *, sitting_id: UUID, by: Actor, now: datetime) -> Sitting:
    """A director opens a closed sitting again: what closing made official is provisional, every seat signs anew. Raises
    Refused as `clean_reason`."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(policies.can_direct(table.who))
    reason = clean_reason(why.reason)
    if not sitting.is_open:
        _unseal(sitting, by, now, reason=reason)
    return sitting


def preview_reopening(_why: Reasoned, *, sitting_id: UUID, by: Actor) -> Official:
    """What would leave the official standings; nothing is written. Raises as `reopen_sitting`."""
    sitting = visible(sitting_id, by)
    require(policies.can_direct(policies.standpoint(by, sitting)))
    return reopening(sitting)


@transaction.atomic
def close_unused(*, sitting_id: UUID, by: Actor, reason: str, now: datetime) -> bool:
    """A sheet on which nothing was ever recorded is closed by who keeps it, because nobody plays there any more. One
    that was used, or is closed, stays as it is: whether this one was closed."""
    table = at_table(sitting_id, by)
    require(policies.keeps_the_sheet(table.who))
    if table.sitting.head or not table.sitting.is_open:
        return False
    _seal(table.sitting, by, now, reason=clean_reason(reason))
    return True


@transaction.atomic
def reopen_unused(*, sitting_id: UUID, by: Actor, reason: str, now: datetime) -> bool:
    """The other way round: it is played there after all. One that was used, or is open, stays as it is."""
    table = at_table(sitting_id, by)
    require(policies.keeps_the_sheet(table.who))
    if table.sitting.head or table.sitting.is_open:
        return False
    _unseal(table.sitting, by, now, reason=clean_reason(reason))
    return True


def unsigned(sitting: Sitting) -> list[Seat]:
    """The seats whose signature under the sheet as it stands is missing."""
    return list(sitting.seats.exclude(pk__in=signatures_of(sitting).values("seat")))


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
    hashes = [anchor.marks_head] if anchor.marks_head else []
    return digest([str(anchor.sitting_id), anchor.head, anchor.seq, anchor.previous, *hashes])


@transaction.atomic
def end_list(why: Reasoned | PerhapsReasoned, *, sitting_id: UUID, by: Actor, now: datetime) -> Sitting:
    """A time limit: hands not played yet are struck, and the list can be signed as it stands."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(policies.keeps_the_sheet(table.who))
    require_open(sitting)
    if sitting.accepts_hands:
        sitting.ended_at = now
        note(sitting, Act.Kind.ENDED, by, now, reason=clean_reason(why.reason, needed=has_length(sitting)))
        sitting.save(update_fields=["ended_at", "revision"])
    return sitting


@transaction.atomic
def resume_list(*, sitting_id: UUID, by: Actor, now: datetime) -> Sitting:
    """Go on with a list that was ended early."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(policies.keeps_the_sheet(table.who))
    require_open(sitting)
    if sitting.ended_at is not None:
        sitting.ended_at = None
        note(sitting, Act.Kind.RESUMED, by, now)
        sitting.save(update_fields=["ended_at", "revision"])
    return sitting


PLAYED = gettext_noop("This sheet has entries, so it can’t be withdrawn. End and sign it instead.")


def is_unplayed(sitting: Sitting) -> bool:
    """Whether nothing was ever written on the sheet: no hand, no penalty, no swap, no signature; and it was never
    closed."""
    is_blank = sitting.seq == 0 and sitting.marked == 0 and sitting.is_open and sitting.reopenings == 0
    return is_blank and not Signature.objects.filter(sitting=sitting).exists()


def withdrawal_problems(sitting: Sitting) -> list[Problem]:
    """Why this open table can't be withdrawn; nothing where it can."""
    if not is_unplayed(sitting):
        return [Problem("sheet_begun", "", Text(PLAYED))]
    return [problem for party in parties() for problem in party.may_withdraw(sitting)]


@transaction.atomic
def withdraw_table(why: PerhapsReasoned, *, sitting_id: UUID, by: Actor, now: datetime) -> Sitting:
    """A table was opened by mistake: it leaves every list, draw, season and phone, and those who sat there have not
    sat there; guests whom it alone brought into the book leave that too. Its row and its acts stay. Asked twice it is
    withdrawn once.

    Raises:
        Conflict: `sitting_closed`.
        Refused: `sheet_begun`: something stands on the sheet; `bank_used`, `of_a_match_day`, `of_a_round`: why
            another part of the program keeps the table; `reason_too_long`.
    """
    gone = policies.seen_by(Sitting.everything.filter(withdrawn_at__isnull=False), by).filter(pk=sitting_id).first()
    if gone:
        return gone
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(policies.keeps_the_sheet(table.who))
    require_open(sitting)
    if problems := withdrawal_problems(sitting):
        raise Refused(problems)
    sitting.withdrawn_at = now
    note(sitting, Act.Kind.WITHDRAWN, by, now, reason=clean_reason(why.reason, needed=False))
    sitting.save(update_fields=["withdrawn_at", "revision"])
    sitting.competitions.clear()
    _clear_seats(sitting, now)
    TablePass.objects.filter(sitting=sitting, revoked_at=None).update(revoked_at=now)
    Device.objects.filter(sitting=sitting, revoked_at=None).update(revoked_at=now)
    Presence.objects.filter(sitting=sitting).delete()
    for party in parties():
        party.withdrawn(sitting)
    return sitting


def _clear_seats(sitting: Sitting, now: datetime) -> None:
    """Nobody has sat there. The rows stay, each under a number of its own."""
    Device.objects.filter(Q(seat__sitting=sitting) | Q(asks_for__sitting=sitting)).update(seat=None, asks_for=None)
    free = PUT_AWAY + Seat.everything.filter(sitting=sitting, number__gte=PUT_AWAY).count()
    seats = list(sitting.seats.select_related("club"))
    for place, seat in enumerate(seats):
        Seat.everything.filter(pk=seat.pk).update(number=free + place, is_active=False)
    stood_up(seats, now)


@transaction.atomic
def count_late(*, competition: Competition, by: User, sheets: Collection[UUID], key: UUID, now: datetime) -> SeasonAct:
    """Count these sheets for the season, with all they have brought so far; sent again, it is the first time.

    Raises:
        Refused: `season_ended`, `sheets_missing`, `sheet_not_late`, `season_unit`.
        Conflict: `key_used`: the key has made something else.
    """
    rows = Sitting.objects.filter(club=competition.club_id, pk__in=list(sheets)).select_related("club")
    found = list(rows.select_for_update(of=("self",)).order_by("pk"))
    mine = locked(competition, by)
    detail = {"sheets": sorted(str(pk) for pk in sheets)}
    if earlier := SeasonAct.objects.filter(club=mine.club_id, key=key).first():
        if (earlier.competition_id, earlier.kind, earlier.detail) != (mine.pk, SeasonAct.Kind.COUNTED, detail):
            raise Conflict(
                "key_used", _("This was already sent with a different text. Check the season and try again.")
            )
        return earlier
    require_running(mine)
    _require_late(mine, sheets)
    act = noted_act(mine, SeasonAct.Kind.COUNTED, by, now, key=key, detail=detail)
    for sitting in found:
        _count(sitting, mine)
    return act


def late_moves(season: Competition, sheets: Iterable[Sitting]) -> list[SettingsMove]:
    """Whom counting these sheets in would move. Nothing is written."""
    before = after = book_of(season, each=True)
    for sitting in sheets:
        seats = [seat for seat in sitting.seats.select_related("player") if seat.tally]
        took = {seat.player.identity: seat.tally for seat in seats}
        names = {**after.names, **{seat.player.identity: seat.player.name for seat in seats}}
        sheet = Brought(0, {}, sitting.pk, sitting.played_on, is_sealed=sitting.is_official, game=sitting.game)
        after = replace(after, names=names).with_more(sheet, took, took)
    return moves_between(before, after)


def _require_late(season: Competition, sheets: Collection[UUID]) -> None:
    if not sheets:
        raise Refused([Problem("sheets_missing", "sheets", Text(gettext_noop("Choose at least one sheet.")))])
    if late_sheets(season).filter(pk__in=list(sheets)).count() != len({*sheets}):
        text = Text(gettext_noop("Only a sheet that was opened after the season ended can be added, and only once."))
        raise Refused([Problem("sheet_not_late", "sheets", text)])


def _count(sitting: Sitting, season: Competition) -> None:
    """The unit first, which may refuse; then what it has brought, official where it is closed."""
    count_in([season], sitting.unit)
    sitting.competitions.add(season)
    changes = [Change(seat.player_id, seat.tally, seat.tally) for seat in sitting.seats.all() if seat.tally]
    if changes:
        apply([season], source_of(sitting), changes)
    if sitting.is_official:
        seal([season], source_of(sitting), sealed=True)
    if sitting.disputed:
        count_disputed([season], sitting.disputed)
    Sitting.objects.filter(pk=sitting.pk).update(revision=F("revision") + 1)
