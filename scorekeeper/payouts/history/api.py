"""The door of programs to what was booked: the history of a club, and statements of an account."""

from datetime import date
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.clubs.http import use_time_of
from scorekeeper.clubs.models import Player
from scorekeeper.common.api import READ_REFUSALS
from scorekeeper.common.errors import require
from scorekeeper.payouts.book.api import BookView, booking_body, here_in
from scorekeeper.payouts.care.reads import sight_of
from scorekeeper.payouts.history.reads import MOST_IN_FILES, Page, Search, history, period, place_word, turn_of
from scorekeeper.payouts.history.records import BookingsAsked, HistoryBody, PeriodBody, PeriodEntryBody, StatementAsked
from scorekeeper.payouts.policies import can_read_accounts, can_read_money
from scorekeeper.payouts.words import moved


class ClubBookings(BookView):
    """The history."""

    in_address = BookingsAsked

    @extend_schema(
        operation_id="bookings",
        responses={200: HistoryBody, **READ_REFUSALS},
    )
    def get(self, request: Request, club: UUID) -> Response:
        """List bookings.

        Lists every booking or request, the newest first, page by page. Only directors read those of other people.
        """
        here, asked = here_in(request, club), self.asked
        require(can_read_money(here.role))
        player = None
        if asked.player:
            player = here.club.players.select_related("merged_into").get(pk=asked.player).person
            require(player.user_id == here.user_id or can_read_accounts(here.role))
        wanted = Search(
            player=player,
            sitting=asked.sitting,
            competition=asked.season,
            since=asked.since,
            until=asked.until,
            kind=asked.kind or "",
        )
        found: Page = history(here.club, wanted, turn_of({"before": asked.before}))
        sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
        bookings = [booking_body(booking, sight) for booking in found.bookings]
        return Response(HistoryBody(bookings=bookings, older=place_word(found.older)).model_dump())


class PlayerStatement(BookView):
    """A statement."""

    in_address = StatementAsked

    @extend_schema(
        operation_id="player_statement",
        responses={200: PeriodBody, **READ_REFUSALS},
    )
    def get(self, request: Request, player: UUID) -> Response:
        """Read the statement of a player.

        Lists the caller's own account between two days, or this year; directors read those of everybody.
        """
        line = Player.objects.select_related("club", "merged_into__club").get(pk=player)
        here = here_in(request, line.club_id)
        require(line.user_id == here.user_id or can_read_accounts(here.role))
        asked = self.asked
        use_time_of(here.club)
        unit, today = asked.in_unit(here.club.money), timezone.localdate()
        until = asked.until or max(today, asked.since or today)
        since = asked.since or date(until.year, 1, 1)
        found = period(line.person, unit, since, until, MOST_IN_FILES)
        entries = [
            PeriodEntryBody(
                booking=entry.leg.booking_id,
                kind=entry.leg.booking.kind,
                on=entry.leg.booking.on,
                amount=entry.leg.amount,
                balance=entry.balance,
                text=moved(entry.leg, unit, named=False),
            )
            for entry in found.entries
        ]
        sums = {name: getattr(found, name) for name in ("since", "until", "opening", "closing", "count")}
        return Response(PeriodBody(**dict(unit), **sums, entries=entries).model_dump())
