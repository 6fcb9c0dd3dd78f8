"""The JSON door to the money book. It says who owes whom; nothing here moves money."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.models import Scope
from scorekeeper.accounts.permissions import HasScope
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.api import READ_REFUSALS, Act, Door
from scorekeeper.common.errors import require
from scorekeeper.payouts.book.reads import OfUnit, bookings_with_legs, overview, statement, units_of
from scorekeeper.payouts.book.records import (
    AccountAsked,
    AccountBody,
    AccountEntryBody,
    BookingBody,
    BookingReversal,
    LegBody,
    MoneyBody,
    StandsBody,
    StatementBody,
    UnitBalancesBody,
)
from scorekeeper.payouts.book.services import reverse
from scorekeeper.payouts.care.reads import Sight, seen, sight_of
from scorekeeper.payouts.models import Booking
from scorekeeper.payouts.policies import can_keep_money, can_read_accounts, can_read_money
from scorekeeper.payouts.scopes import EVENING
from scorekeeper.payouts.words import called, moved


class BookView(Door):
    """What these views share."""

    permission_classes = [IsAuthenticated, HasScope]


class InClub(BookView):
    """Acts in the book of a club that the caller belongs to."""

    scopes = {"POST": Scope.MANAGE}

    def place(self, request: Request, club: UUID) -> dict[str, Any]:
        here = here_in(request, club)
        return {"club": here.club, "by": here.user}


class KeptBook(InClub):
    """Acts of who keeps the book of a club."""

    def place(self, request: Request, club: UUID) -> dict[str, Any]:
        here = here_in(request, club)
        require(can_keep_money(here.role))
        return {"club": here.club, "by": here.user}


class ClubMoney(BookView):
    """Where everybody stands."""

    @extend_schema(operation_id="club_money", responses={200: MoneyBody, **READ_REFUSALS})
    def get(self, request: Request, club: UUID) -> Response:
        """Read who owes and who is owed.

        Lists who owes whom in a club to which the caller belongs, by unit. People whose balance is zero are left out.
        """
        here = here_in(request, club)
        require(can_read_money(here.role))
        sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
        balances = [_of_unit(found, sight) for found in overview(here.club)]
        return Response(MoneyBody(**dict(here.club.money), balances=balances).model_dump())


class BookingDetail(BookView):
    """One booking."""

    @extend_schema(operation_id="booking", responses={200: BookingBody, **READ_REFUSALS})
    def get(self, request: Request, booking: UUID) -> Response:
        """Read a booking.

        Shows a booking with its legs.
        """
        here = here_in(request, Booking.objects.values_list("club", flat=True).get(pk=booking))
        require(can_read_money(here.role))
        sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
        return Response(booking_body(bookings_with_legs(here.club).get(pk=booking), sight).model_dump())


class OfBooking(BookView):
    """Acts on a booking of a club whose book the caller keeps."""

    scopes = {"POST": Scope.MANAGE}

    def place(self, request: Request, booking: UUID) -> dict[str, Any]:
        here = here_in(request, Booking.objects.values_list("club", flat=True).get(pk=booking))
        require(can_keep_money(here.role))
        return {"club": here.club, "by": here.user, "booking_id": booking}


class PlayerAccount(BookView):
    """Somebody's account."""

    in_address = AccountAsked

    @extend_schema(
        operation_id="player_account",
        responses={200: StatementBody, **READ_REFUSALS},
    )
    def get(self, request: Request, player: UUID) -> Response:
        """Read the account of a player.

        Lists every entry of the caller's own account, page by page; directors read those of everybody.
        """
        line = Player.objects.select_related("club", "merged_into__club").get(pk=player)
        here = here_in(request, line.club_id)
        require(line.user_id == here.user_id or can_read_accounts(here.role))
        asked, person = self.asked, line.person
        units, wanted = units_of(person), asked.in_unit(here.club.money)
        first = units[0] if units else here.club.money
        unit = first
        if asked.unit is not None:
            unit = next((found for found in units if dict(found) == dict(wanted)), first)
        found = statement(person, unit, asked.before)
        entries = [AccountEntryBody.of(row) for row in found.rows]
        page = StatementBody(**dict(unit), balance=found.balance, entries=entries, older=found.older)
        return Response(page.model_dump())


def here_in(request: Request, club: UUID) -> Membership:
    """What the caller is in the club. Raises Membership.DoesNotExist (404)."""
    return membership_of(request.user, club)


def _of_unit(found: OfUnit, sight: Sight) -> UnitBalancesBody:
    (shown,) = seen([found], sight)
    amounts = {stands.player.pk: stands.amount for stands in shown.people}
    people = [
        StandsBody(player=stands.player.pk, name=stands.player.name, balance=amounts.get(stands.player.pk))
        for stands in found.people
    ]
    accounts = [
        AccountBody(kind=account.kind, name=called(account), balance=None if sight.is_narrow else account.balance)
        for account in (*found.own, *found.pots)
    ]
    return UnitBalancesBody(**dict(found.unit), people=people, accounts=accounts)


def booking_body(booking: Booking, sight: Sight) -> BookingBody:
    """A booking with its legs, as far as this reader may see them."""
    hidden = sight.hides_legs(booking)
    reversal: Booking | None = getattr(booking, "reversal", None)
    legs = [
        LegBody(
            kind=leg.account.kind,
            name=called(leg.account),
            player=leg.account.player_id,
            amount=None if leg.pk in hidden else leg.amount,
            balance=None if leg.pk in hidden or sight.hides_balance(leg) else leg.balance,
            text="" if leg.pk in hidden else moved(leg, booking.in_unit),
        )
        for leg in booking.legs.all()
    ]
    return BookingBody(
        unit=booking.unit,
        decimals=booking.decimals,
        id=booking.pk,
        kind=booking.kind,
        at=booking.at,
        on=booking.on,
        sitting=booking.sitting_id,
        season=booking.competition_id,
        evening=booking.source if booking.source_kind == EVENING else None,
        reason=booking.reason,
        reverses=booking.reverses_id,
        reversed_by=reversal.pk if reversal else None,
        legs=legs,
    )


def booked_body(booking: Booking) -> BookingBody:
    """What was booked just now, for who keeps the book."""
    return booking_body(bookings_with_legs(booking.club).get(pk=booking.pk), Sight())


booking_reverse = Act(
    operation="booking_reverse",
    summary="Book a mistake back",
    about="A director, with a reason. What follows from a sheet is booked back by reopening it.",
    asks=BookingReversal,
    does=reverse,
    gives=BookingBody,
    shown=booked_body,
    status=201,
).at(OfBooking)
