"""The JSON door to the prizes of a season; the services behind it are those of its pages."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper.accounts.models import Scope, User
from scorekeeper.accounts.permissions import HasScope
from scorekeeper.clubs.policies import role_kept
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.api import KEY, READ_REFUSALS, REFUSALS, Again, key_of
from scorekeeper.common.errors import require
from scorekeeper.payouts.care.reads import Sight, sight_of
from scorekeeper.payouts.models import PoolAct, PrizePool
from scorekeeper.payouts.policies import can_keep_money, can_read_accounts, can_read_money
from scorekeeper.payouts.pools.awarding import award, name_winner, set_mark
from scorekeeper.payouts.pools.bodies import (
    AwardRequest,
    PoolActBody,
    PoolActRequest,
    PoolBody,
    PoolRequest,
    PrizeMarkRequest,
    WinnerRequest,
    act_body,
    deal_of,
    pool_body,
    wanted_of,
)
from scorekeeper.payouts.pools.reads import marks_of
from scorekeeper.payouts.pools.services import PaidIn, pay_in, set_up_pool, take_back
from scorekeeper.play.requests import ReasonRequest
from scorekeeper.standings.models import Competition


class PoolView(APIView):
    """What these views share."""

    permission_classes = [IsAuthenticated, HasScope]

    def season(self, request: Request, season: UUID) -> tuple[Competition, User]:
        """A season of one of the caller's clubs, and the caller. Raises DoesNotExist (404)."""
        found = Competition.everything.select_related("club").get(pk=season, club__is_private=False)
        here = membership_of(request.user, found.club_id)
        require(can_read_money(here.role))
        return found, here.user

    def kept(self, request: Request, season: UUID) -> tuple[Competition, User]:
        """The same, for who keeps the money book: asked before a body is read."""
        found, user = self.season(request, season)
        require(can_keep_money(role_kept(user, found.club)))
        return found, user


class SeasonPrizes(PoolView):
    """The pool of a season."""

    @extend_schema(operation_id="season_prizes", responses={200: PoolBody, **READ_REFUSALS})
    def get(self, request: Request, season: UUID) -> Response:
        """Read the prize pool of a season.

        Shows what came in, what can be won, and who gets it or would get it now.
        """
        found, user = self.season(request, season)
        reads_all = can_read_accounts(role_kept(user, found.club))
        return Response(pool_body(found, sight_of(found.club, user, reads_all=reads_all)))


class SeasonPrizesTerms(PoolView):
    """How a pool is shared out."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(operation_id="season_prizes_set", request=PoolRequest, responses={200: PoolBody, **REFUSALS})
    def post(self, request: Request, season: UUID) -> Response:
        """Set up the prize pool.

        A director sets up or changes the pool until it is awarded. Fields that are not sent stay as they are.
        """
        found, user = self.kept(request, season)
        body = PoolRequest(data=request.data)
        body.is_valid(raise_exception=True)
        sent = dict(body.validated_data)
        version = sent.pop("version")
        wanted = wanted_of(sent, PrizePool.objects.filter(competition=found).first())
        set_up_pool(competition=found, by=user, wanted=wanted, version=version, now=timezone.now())
        return Response(pool_body(found, Sight()))


class SeasonPrizesWinner(PoolView):
    """Who has won a special prize."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(operation_id="season_prizes_winner", request=WinnerRequest, responses={200: PoolBody, **REFUSALS})
    def post(self, request: Request, season: UUID) -> Response:
        """Name the winner of a special prize.

        Names who has won a special prize, or that nobody has won it yet. All other terms stay.
        """
        found, user = self.kept(request, season)
        body = WinnerRequest(data=request.data)
        body.is_valid(raise_exception=True)
        sent = body.validated_data
        who = {"number": sent["number"], "player_id": sent["player"], "version": sent["version"]}
        name_winner(competition=found, by=user, now=timezone.now(), **who)
        return Response(pool_body(found, Sight()))


class PrizeMarkBody(serializers.Serializer[Any]):
    """A mark for the prizes of groups, and who has it."""

    name = serializers.CharField()
    players = serializers.ListField(child=serializers.UUIDField())


class SeasonPrizesMarks(PoolView):
    """The marks for the prizes of groups: those of the club, which whoever keeps its money reads."""

    @extend_schema(operation_id="season_prizes_marks", responses={200: PrizeMarkBody(many=True), **READ_REFUSALS})
    def get(self, request: Request, season: UUID) -> Response:
        """List the marks of prize groups.

        Lists every mark with the people who have it.
        """
        found, _user = self.kept(request, season)
        return Response(_marks(found))


class SeasonPrizesMark(PoolView):
    """A mark for the prizes of groups."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(
        operation_id="season_prizes_mark",
        request=PrizeMarkRequest,
        responses={200: PrizeMarkBody(many=True), **REFUSALS},
    )
    def post(self, request: Request, season: UUID) -> Response:
        """Set who has a mark.

        Replaces the people who have a mark: nobody else has it afterwards.
        """
        found, user = self.kept(request, season)
        body = PrizeMarkRequest(data=request.data)
        body.is_valid(raise_exception=True)
        sent = body.validated_data
        set_mark(competition=found, by=user, name=sent["name"], player_ids=sent["players"], now=timezone.now())
        return Response(_marks(found))


def _marks(season: Competition) -> list[dict[str, Any]]:
    return [{"name": name, "players": sorted(who)} for name, who in marks_of(season.club_id).items()]


class SeasonPrizesActs(PoolView):
    """Paying into a pool."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(
        operation_id="season_prizes_pay_in",
        parameters=[KEY],
        request=PoolActRequest,
        responses={201: PoolActBody, 200: OpenApiResponse(PoolActBody, description="Done before."), **REFUSALS},
    )
    def post(self, request: Request, season: UUID) -> Response:
        """Record an entry, a re-buy or an add-on.

        Writes down a payment into the pool, which is booked on the account of the person at once.
        """
        found, user = self.kept(request, season)
        body = PoolActRequest(data=request.data)
        body.is_valid(raise_exception=True)
        sent = body.validated_data
        who = {"kind": sent["kind"], "player_id": sent["player"]}
        return _done(pay_in(competition=found, by=user, key=key_of(request), now=timezone.now(), **who))


class SeasonPrizesAward(PoolView):
    """Awarding a pool."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(
        operation_id="season_prizes_award",
        parameters=[KEY],
        request=AwardRequest,
        responses={201: PoolActBody, 200: OpenApiResponse(PoolActBody, description="Done before."), **REFUSALS},
    )
    def post(self, request: Request, season: UUID) -> Response:
        """Award the prizes.

        Awards the prizes by the official standings, or by a deal that comes to exactly the sum for places.
        """
        found, user = self.kept(request, season)
        body = AwardRequest(data=request.data)
        body.is_valid(raise_exception=True)
        shares = body.validated_data.get("deal")
        deal, key = deal_of(shares), key_of(request)
        return _done(award(competition=found, by=user, key=key, now=timezone.now(), deal=deal))


class PrizeActBack(PoolView):
    """Taking an act back."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(operation_id="prize_act_take_back", request=ReasonRequest, responses={200: PoolBody, **REFUSALS})
    def post(self, request: Request, act: UUID) -> Response:
        """Take back an entry or an award of a prize pool.

        Takes back a payment into a pool, or its award, and gives the reason. A repeated call changes nothing.
        """
        found, user = self.kept(request, PoolAct.objects.values_list("pool__competition", flat=True).get(pk=act))
        body = ReasonRequest(data=request.data)
        body.is_valid(raise_exception=True)
        reason = body.validated_data["reason"]
        take_back(competition=found, by=user, act_id=act, reason=reason, now=timezone.now())
        return Response(pool_body(found, Sight()))


def _done(done: PaidIn) -> Response:
    body = act_body(done.act)
    return Response(body, status=201) if done.is_new else Again(body)
