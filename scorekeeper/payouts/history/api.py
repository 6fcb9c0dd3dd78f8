"""The JSON door to what was booked: the history of a club, and statements of an account."""

from datetime import date
from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.units import InUnits
from scorekeeper.clubs.http import use_time_of
from scorekeeper.clubs.models import Player
from scorekeeper.common.acts import Answer
from scorekeeper.common.errors import require
from scorekeeper.payouts.asking import READS, DaysRequest, asked_in
from scorekeeper.payouts.book.api import BookView, UnitBody, booking_body, here_in, unit_body
from scorekeeper.payouts.book.reads import units_of
from scorekeeper.payouts.book.records import BookingBody
from scorekeeper.payouts.care.reads import sight_of
from scorekeeper.payouts.history.reads import MOST_IN_FILES, Asked, Page, history, period, place_word, turn_of
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.policies import can_read_accounts, can_read_money
from scorekeeper.payouts.words import moved


class HistoryRequest(DaysRequest):
    """Which bookings."""

    player = serializers.UUIDField(required=False)
    sitting = serializers.UUIDField(required=False)
    season = serializers.UUIDField(required=False)
    kind = serializers.ChoiceField(choices=Kind.choices, required=False)
    before = serializers.CharField(
        required=False, allow_blank=True, max_length=60, help_text="`older` of the page before."
    )


class StatementRequest(DaysRequest):
    """Which days of an account, in which unit."""

    unit = serializers.CharField(required=False, allow_blank=True, max_length=12, help_text="Else the club’s own.")
    decimals = serializers.ChoiceField(choices=[0, 2], required=False)


class HistoryBody(Answer):
    """A page of bookings, the newest first. It may be short where something rare is looked for."""

    bookings: list[BookingBody]
    older: str = Field(description="Send it as `before`; empty at the end.")


class PeriodEntryBody(serializers.Serializer[Any]):
    """An entry of a statement."""

    booking = serializers.UUIDField()
    kind = serializers.CharField()
    on = serializers.DateField()
    amount = serializers.IntegerField()
    balance = serializers.IntegerField(help_text="After it.")
    text = serializers.CharField(help_text="What it moved, in words: “owes 10.00 € for the entry”.")


class PeriodBody(UnitBody):
    """An account between two days; at most 10,000 of its `count` entries."""

    since = serializers.DateField()
    until = serializers.DateField()
    opening = serializers.IntegerField(help_text="The balance before.")
    closing = serializers.IntegerField(help_text="The balance at the end.")
    count = serializers.IntegerField()
    entries = PeriodEntryBody(many=True)


class ClubBookings(BookView):
    """The history."""

    @extend_schema(operation_id="bookings", parameters=[HistoryRequest], responses={200: HistoryBody, **READS})
    def get(self, request: Request, club: UUID) -> Response:
        """List bookings.

        Lists every booking or request, the newest first, page by page. Only directors read those of other people.
        """
        here, asked = here_in(request, club), asked_in(HistoryRequest, request)
        require(can_read_money(here.role))
        player = None
        if "player" in asked:
            player = here.club.players.select_related("merged_into").get(pk=asked["player"]).person
            require(player.user_id == here.user_id or can_read_accounts(here.role))
        wanted = Asked(
            player=player,
            sitting=asked.get("sitting"),
            competition=asked.get("season"),
            since=asked.get("since"),
            until=asked.get("until"),
            kind=asked.get("kind", ""),
        )
        found: Page = history(here.club, wanted, turn_of({"before": asked.get("before", "")}))
        sight = sight_of(here.club, here.user, reads_all=can_read_accounts(here.role))
        told = [booking_body(booking, sight) for booking in found.bookings]
        return Response(HistoryBody(bookings=told, older=place_word(found.older)).model_dump())


class PlayerStatement(BookView):
    """A statement."""

    @extend_schema(operation_id="player_statement", parameters=[StatementRequest], responses={200: PeriodBody, **READS})
    def get(self, request: Request, player: UUID) -> Response:
        """Read the statement of a player.

        Lists the caller's own account between two days, or this year; directors read those of everybody.
        """
        line = Player.objects.select_related("club", "merged_into__club").get(pk=player)
        here = here_in(request, line.club_id)
        require(line.user_id == here.user_id or can_read_accounts(here.role))
        asked = asked_in(StatementRequest, request)
        use_time_of(here.club)
        person, unit, today = line.person, _unit(line.person, asked), timezone.localdate()
        until = asked.get("until") or max(today, asked.get("since") or today)
        since = asked.get("since") or date(until.year, 1, 1)
        found = period(person, unit, since, until, MOST_IN_FILES)
        entries = [
            {
                "booking": one.leg.booking_id,
                "kind": one.leg.booking.kind,
                "on": one.leg.booking.on,
                "amount": one.leg.amount,
                "balance": one.balance,
                "text": moved(one.leg, unit, named=False),
            }
            for one in found.entries
        ]
        told = {name: getattr(found, name) for name in ("since", "until", "opening", "closing", "count")}
        return Response({**unit_body(unit), **told, "entries": entries})


def _unit(person: Player, asked: dict[str, Any]) -> InUnits:
    own, units = person.club.money, units_of(person)
    wanted = asked.get("unit", own.unit), asked.get("decimals", own.decimals)
    found = next((one for one in units if (one.unit, one.decimals) == wanted), None)
    return found or InUnits.model_construct(unit=wanted[0], decimals=wanted[1])
