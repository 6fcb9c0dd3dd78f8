"""Who is here and who has paid, many at once, by programs."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, REFUSALS
from scorekeeper.common.errors import Conflict, require
from scorekeeper.common.strict import Strict, WholeNumberField
from scorekeeper.payouts.pool_models import MOST_PRICE
from scorekeeper.payouts.pools.records import UNITS
from scorekeeper.tournaments.api.entrants import TOLD, EntrantView
from scorekeeper.tournaments.api.entry_bodies import detail_body
from scorekeeper.tournaments.api.here import NO_BODY, TournamentView
from scorekeeper.tournaments.formats.plan import MOST_ROUNDS
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.models.events import MOST_ENTRANTS
from scorekeeper.tournaments.policies import can_desk, can_plan
from scorekeeper.tournaments.rounds.units import with_players
from scorekeeper.tournaments.selectors.fees import fees_of
from scorekeeper.tournaments.services.attending import LONGEST_REASON, all_here, comes_late, undo_all_here
from scorekeeper.tournaments.services.fees import NO_FEES, give_fee_back, tick_fees, untick_fees


class StepRequest(Strict):
    """What was done with many at once."""

    step = serializers.UUIDField(help_text="As the answer to it said.")


class LateRequest(Strict):
    """The round that an entrant comes in with."""

    round = WholeNumberField(min_value=1, max_value=MOST_ROUNDS)


class FeesPaidRequest(Strict):
    """Who has paid."""

    entrants = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        allow_null=True,
        default=None,
        max_length=MOST_ENTRANTS,
        help_text="null: all who are here and owe.",
    )
    amount = WholeNumberField(
        required=False,
        allow_null=True,
        default=None,
        min_value=0,
        max_value=MOST_PRICE * MOST_ENTRANTS,
        help_text=f"What was shown as owed by all of them. {UNITS}",
    )


class FeesUnpaidRequest(Strict):
    """Who has not paid after all: these entrants, or all of one step."""

    entrants = serializers.ListField(
        child=serializers.UUIDField(), required=False, default=list, max_length=MOST_ENTRANTS
    )
    step = serializers.UUIDField(required=False, allow_null=True, default=None)


class FeeBackRequest(Strict):
    """Why they get it back."""

    reason = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=LONGEST_REASON,
        help_text="Without one how they stand is the reason.",
    )


class CameBody(serializers.Serializer[Any]):
    """Who has come in, or is expected again."""

    step = serializers.UUIDField(help_text="By it all of them are taken back.")
    entrants = serializers.ListField(child=serializers.UUIDField())


class FeeBody(serializers.Serializer[Any]):
    """The fee of an entrant."""

    entrant = serializers.UUIDField()
    asked = serializers.IntegerField(help_text="For how many of its players.")
    booked = serializers.IntegerField(help_text="For how many it is booked.")
    paid = serializers.IntegerField(help_text=f"What lies in the club's box. {UNITS}")
    owes = serializers.IntegerField(help_text=f"What is still owed; less than 0 where too much was paid. {UNITS}")


class FeesBody(serializers.Serializer[Any]):
    """What an entry costs, and who has paid."""

    price = serializers.IntegerField(help_text=UNITS)
    unit = serializers.CharField()
    decimals = serializers.IntegerField()
    fees = FeeBody(many=True, help_text="By number.")


class TickedBody(FeesBody):
    """What was ticked off, and how everybody stands with it."""

    step = serializers.UUIDField(help_text="By it all of it is taken back.")
    amount = serializers.IntegerField(help_text=f"What lies in the club's box by it. {UNITS}")


class TournamentHere(TournamentView):
    """Everybody is here."""

    rights = {"POST": can_desk}

    @extend_schema(operation_id="all_here", request=None, responses={200: CameBody, **NO_BODY})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Check everybody in.

        A scorer checks in all expected entrants, except those who miss the coming round where each round has a check-
        in. A repeated call changes nothing.
        """
        self.tournament(request, tournament)
        came = all_here(tournament_id=tournament, by=self.user(request), now=timezone.now())
        return Response({"step": came.step, "entrants": [one.pk for one in came.entrants]})


class TournamentHereBack(TournamentView):
    """Not everybody is here."""

    rights = {"POST": can_desk}

    @extend_schema(operation_id="all_here_undo", request=StepRequest, responses={200: CameBody, **REFUSALS})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Undo checking everybody in.

        Entrants who were checked in together are expected again unless they have played since; a scorer decides.
        """
        self.tournament(request, tournament)
        step = str(self.body(StepRequest, request)["step"])
        back = undo_all_here(tournament_id=tournament, by=self.user(request), step=step, now=timezone.now())
        return Response({"step": step, "entrants": [one.pk for one in back]})


class TournamentFees(TournamentView):
    """The fees of a tournament."""

    @extend_schema(operation_id="tournament_fees", responses={200: FeesBody, **READ_REFUSALS, 409: REFUSALS[409]})
    def get(self, request: Request, tournament: UUID) -> Response:
        """Read the entry fees.

        A director reads the price of an entry, and for each entrant what is booked, paid and owed.
        """
        found, here = self.tournament(request, tournament)
        require(can_plan(here.role))
        return Response(_fees(found))


class TournamentPaid(TournamentView):
    """Fees are paid."""

    rights = {"POST": can_plan}

    @extend_schema(operation_id="tournament_paid", request=FeesPaidRequest, responses={200: TickedBody, **REFUSALS})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Record entry fees as paid.

        A director records that these entrants, or all who are here and owe a fee, have paid. The fee is booked as owed
        and as paid into the club's box at once. Fees that are paid already are left out.
        """
        found, _here = self.tournament(request, tournament)
        sent, by, now = self.body(FeesPaidRequest, request), self.user(request), timezone.now()
        entrants, amount = sent["entrants"], sent["amount"]
        ticked = tick_fees(tournament_id=tournament, by=by, now=now, entrants=entrants, amount=amount)
        return Response({"step": ticked.step, "amount": ticked.amount, **_fees(found)})


class TournamentUnpaid(TournamentView):
    """Fees are not paid after all."""

    rights = {"POST": can_plan}

    @extend_schema(operation_id="tournament_unpaid", request=FeesUnpaidRequest, responses={200: FeesBody, **REFUSALS})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Take back paid entry fees.

        A director takes back the paid fees of these entrants, or all of one step, with their bookings.
        """
        found, _here = self.tournament(request, tournament)
        sent, by, now = self.body(FeesUnpaidRequest, request), self.user(request), timezone.now()
        step = str(sent["step"]) if sent["step"] else ""
        untick_fees(tournament_id=tournament, by=by, now=now, entrants=sent["entrants"], step=step)
        return Response(_fees(found))


class EntrantFeeBack(EntrantView):
    """A fee goes back."""

    rights = {"POST": can_plan}

    @extend_schema(operation_id="entrant_fee_back", request=FeeBackRequest, responses={200: FeesBody, **REFUSALS})
    def post(self, request: Request, entrant: UUID) -> Response:
        """Return an entry fee.

        A director returns the fee of an entrant who does not come or has left: the fee is reversed, and a paid fee
        leaves the club's box.
        """
        found, _here = self.entrant(request, entrant)
        reason = self.body(FeeBackRequest, request)["reason"]
        give_fee_back(entrant_id=entrant, by=self.user(request), now=timezone.now(), reason=reason)
        return Response(_fees(found.tournament))


class EntrantLate(EntrantView):
    """Somebody comes in later."""

    @extend_schema(operation_id="entrant_late", request=LateRequest, responses=TOLD)
    def post(self, request: Request, entrant: UUID) -> Response:
        """Let an entrant in late.

        A scorer lets an entrant join a stage in this round; the rounds before it count as missed. For the next round
        the entrant joins at once.
        """
        found = self.at_desk(request, entrant)
        number = self.body(LateRequest, request)["round"]
        comes_late(entrant_id=entrant, by=self.user(request), number=number, now=timezone.now())
        return Response(detail_body(found))


def _fees(tournament: Tournament) -> dict[str, Any]:
    """How everybody stands with the fee now. Raises Conflict `no_fees`."""
    fees = fees_of(tournament)
    if fees is None:
        raise Conflict("no_fees", str(NO_FEES))
    lines = [(one.pk, fees.of(one)) for one in with_players(tournament.entrants.order_by("number"))]
    return {
        "price": fees.price,
        "unit": fees.unit.unit,
        "decimals": fees.unit.decimals,
        "fees": [
            {"entrant": pk, "asked": fee.asked, "booked": len(fee.booked), "paid": fee.paid, "owes": fee.owes}
            for pk, fee in lines
        ],
    }
