"""Booking a mistake back: a booking the other way round, which names the first, who did it and why."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.texts import amount_words
from scorekeeper.journal.models import Kind as Told
from scorekeeper.journal.services import write
from scorekeeper.payouts.kinds import OF_BANKS, OF_SHEETS, POOL, Kind
from scorekeeper.payouts.models import Account, Booking
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.payouts.scopes import EVENING
from scorekeeper.payouts.selectors.legs import with_legs
from scorekeeper.payouts.services.booking import Draft, book
from scorekeeper.play.actors import Actor
from scorekeeper.play.services.common import clean_reason

# Kinds that something else keeps in step: they are taken back where they were made.
KEPT_ELSEWHERE: Final = frozenset(OF_SHEETS)
OF_EVENINGS: Final = frozenset({Kind.ENTRY, Kind.COLLECTED})


@transaction.atomic
def reverse(*, club: Club, booking_id: UUID, by: User, reason: str, now: datetime) -> Booking:
    """Whoever keeps the book books something back; done twice it is a conflict.

    Raises:
        Booking.DoesNotExist: the club has no such booking.
        Conflict: `booked_back`: it has been booked back already; `is_reversal`; `of_a_sheet`, `of_a_bank`,
            `of_an_evening`, `of_a_pool`: the sheet, the bank of its table, the evening or the prize pool keeps it.
        Refused: the reason is missing; `not_in_the_box`: what was put into the box has been taken out of it since.
    """
    require(can_keep_money(role_in(by, club)))
    reason = clean_reason(reason)
    found = Booking.objects.select_related("sitting").get(club=club, pk=booking_id)
    require_reversible(found)
    booking = reverse_all(club=club, bookings=[found], by=Actor(user=by), reason=reason, now=now)[0]
    if found.kind == Kind.DEPOSIT:
        _require_in_box(booking)
    write(Told.BOOKED_BACK, club.pk, at=now, by_user=by, thing=found.pk, reason=reason)
    return booking


def _require_in_box(booking: Booking) -> None:
    """Looked at once the account is locked and moved, as taking out does; what was booked goes with the transaction."""
    leg = booking.legs.get(account__kind=Account.Kind.CASH)
    if leg.balance > 0:
        lies = amount_words(leg.amount - leg.balance, booking.in_unit)
        raise Refused([Problem("not_in_the_box", "reason", Text(NOT_THERE, {"amount": lies}))])


def require_reversible(booking: Booking) -> None:
    """Raises Conflict `is_reversal`, `of_a_sheet`, `of_a_bank`, `of_an_evening` or `of_a_pool`; whether it was booked
    back already is found when it is done.
    """
    if booking.kind == Kind.REVERSAL:
        raise Conflict("is_reversal", _("This books something back already. Book it again as it should be."))
    if booking.kind in KEPT_ELSEWHERE:
        raise Conflict("of_a_sheet", _("This follows from a sheet. Open the sheet again: that books it back."))
    if booking.kind in OF_BANKS:
        raise Conflict(
            "of_a_bank", _("This was done at the bank of a table. Book it back there, while its sheet is open.")
        )
    if booking.source_kind == EVENING and booking.kind in OF_EVENINGS:
        raise Conflict(
            "of_an_evening",
            _("This follows from an evening. Take the tick back there, or open the evening again: that books it back."),
        )
    if booking.source_kind == POOL:
        raise Conflict(
            "of_a_pool", _("This belongs to the prize pool of a season or a tournament. Take it back there.")
        )


def reverse_all(
    *,
    club: Club,
    bookings: Sequence[Booking],
    by: Actor,
    reason: str,
    now: datetime,
    also: Mapping[str, Any] = MappingProxyType({}),
) -> list[Booking]:
    """Book all of these back in the transaction of the caller; asks nobody whether that may be. `also` is kept with
    each.

    Raises:
        Conflict: `booked_back`: one of them has been already.
    """
    prefetch_related_objects(list(bookings), with_legs())
    return book(club=club, drafts=[_mirrored(booking, reason, also) for booking in bookings], by=by, now=now)


def _mirrored(booking: Booking, reason: str, also: Mapping[str, Any]) -> Draft:
    return Draft(
        kind=Kind.REVERSAL,
        unit=booking.in_unit,
        moves={leg.account.whose: -leg.amount for leg in booking.legs.all()},
        sitting_id=booking.sitting_id,
        competition_id=booking.competition_id,
        source=(booking.source_kind, booking.source) if booking.source else None,
        detail={**booking.detail, "of": booking.kind, **also},
        reason=reason,
        reverses=booking,
    )


NOT_THERE: Final = gettext_noop(
    "Not all of it lies in the box any more, {amount} is left. Book back first what was taken out of it, or put the"
    " rest in."
)
