"""The JSON door to the prizes of a season; the services behind it are those of its pages."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_noop
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import Scope, User
from scorekeeper.accounts.permissions import HasScope
from scorekeeper.clubs.models import Membership
from scorekeeper.clubs.policies import role_kept
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.strict import Strict, WholeNumberField
from scorekeeper.payouts.models import PoolAct, PrizePool
from scorekeeper.payouts.policies import can_read_accounts, can_read_money
from scorekeeper.payouts.pool_models import MOST_PRICE
from scorekeeper.payouts.selectors.discretion import Sight, sight_of
from scorekeeper.payouts.selectors.pool_pages import is_hidden
from scorekeeper.payouts.selectors.pools import Given, PoolNow, is_taken_back, not_final, outlook, ranking_of
from scorekeeper.payouts.services.awarding import award
from scorekeeper.payouts.services.pools import (
    MOST_PLACES,
    MOST_ROWS,
    MOST_WEIGHT,
    KeptOut,
    PaidIn,
    PoolWanted,
    SpecialPrize,
    pay_in,
    set_up_pool,
    take_back,
)
from scorekeeper.play.act_api import KEY
from scorekeeper.play.api import READ_REFUSALS, REFUSALS, Again, key_of
from scorekeeper.play.requests import ReasonRequest
from scorekeeper.standings.models import Competition

UNITS = "In the smallest unit."


class KeptRequest(Strict):
    """What is kept out of a pool."""

    cause = serializers.CharField(max_length=60)
    amount = WholeNumberField(required=False, default=0, min_value=0, max_value=MOST_PRICE, help_text=UNITS)
    per_mille = WholeNumberField(required=False, default=0, min_value=0, max_value=1000, help_text="Of what came in.")
    to = serializers.ChoiceField(choices=["club", "fees"], default="club")


class SpecialRequest(Strict):
    """A special prize."""

    cause = serializers.CharField(max_length=60)
    amount = WholeNumberField(min_value=1, max_value=MOST_PRICE, help_text=UNITS)
    player = serializers.UUIDField(required=False, allow_null=True, help_text="Who has won it, once that is known.")


class PoolRequest(Strict):
    """A prize pool as it should be; what is left out is nothing."""

    version = WholeNumberField(min_value=0, max_value=2**31 - 1, help_text="The one that was read; 0 for none.")
    entry_price = WholeNumberField(required=False, default=0, min_value=0, max_value=MOST_PRICE, help_text=UNITS)
    rebuy_price = WholeNumberField(required=False, default=0, min_value=0, max_value=MOST_PRICE, help_text=UNITS)
    addon_price = WholeNumberField(required=False, default=0, min_value=0, max_value=MOST_PRICE, help_text=UNITS)
    guarantee = WholeNumberField(required=False, default=0, min_value=0, max_value=MOST_PRICE, help_text=UNITS)
    round_to = WholeNumberField(required=False, default=1, min_value=1, max_value=MOST_PRICE, help_text=UNITS)
    tie_unit = WholeNumberField(required=False, default=1, min_value=1, max_value=MOST_PRICE, help_text=UNITS)
    one_each = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Of those who come from one club only the best gets the prize of a place (tournaments).",
    )
    weights = serializers.ListField(
        child=WholeNumberField(min_value=1, max_value=MOST_WEIGHT),
        max_length=MOST_PLACES,
        required=False,
        help_text="The shares of the places, best first; empty for the usual ones.",
    )
    deductions = serializers.ListField(child=KeptRequest(), required=False, max_length=MOST_ROWS)
    specials = serializers.ListField(child=SpecialRequest(), required=False, max_length=MOST_ROWS)


class PoolActRequest(Strict):
    """Somebody pays into the pool, for the price it has now."""

    kind = serializers.ChoiceField(choices=["entry", "rebuy", "addon"])
    player = serializers.UUIDField()


class ShareRequest(Strict):
    """What somebody gets by a deal."""

    player = serializers.UUIDField()
    amount = WholeNumberField(min_value=0, max_value=10**15, help_text=UNITS)


class AwardRequest(Strict):
    """Without a deal the prizes are those of the official standings."""

    deal = serializers.ListField(child=ShareRequest(), required=False, allow_null=True, max_length=1000)


class PoolActBody(serializers.Serializer[Any]):
    """What was done to a pool."""

    id = serializers.UUIDField()
    kind = serializers.CharField(help_text="`entry`, `rebuy`, `addon` or `awarded`.")
    player = serializers.UUIDField(allow_null=True)
    amount = serializers.IntegerField(help_text=UNITS)
    at = serializers.DateTimeField()
    taken_back = serializers.BooleanField()


class PrizeBody(serializers.Serializer[Any]):
    """What somebody gets: `first` to `last` are the places they share, 0 where it is for none."""

    player = serializers.UUIDField(allow_null=True)
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    amount = serializers.IntegerField(help_text=UNITS)
    cause = serializers.CharField(allow_blank=True, help_text="Of a special prize.")


class PoolBody(serializers.Serializer[Any]):
    """The prize pool of a season."""

    version = serializers.IntegerField()
    unit = serializers.CharField()
    decimals = serializers.IntegerField()
    is_partly_hidden = serializers.BooleanField(
        help_text="Somebody who is part of it hides their amounts: sums are null, prizes and acts only your own."
    )
    taken = serializers.IntegerField(allow_null=True, help_text="What came in.")
    kept = serializers.IntegerField(allow_null=True, help_text="What is kept out of it.")
    overlay = serializers.IntegerField(allow_null=True, help_text="What the club adds, so that the guarantee is met.")
    amount = serializers.IntegerField(allow_null=True, help_text="What there is to be won.")
    is_awarded = serializers.BooleanField()
    is_official = serializers.BooleanField(
        help_text="Whether the standings are; an award stays when they are opened again or change after it."
    )
    prizes = PrizeBody(many=True, help_text="As awarded, else as they would be now; empty while nothing can be said.")
    acts = PoolActBody(many=True)


class PoolView(APIView):
    """What these views share."""

    permission_classes = [IsAuthenticated, HasScope]

    def season(self, request: Request, season: UUID) -> tuple[Competition, User]:
        """A season of one of the caller's clubs, and the caller. Raises DoesNotExist (404)."""
        found = Competition.everything.select_related("club").get(pk=season, club__is_private=False)
        here = Membership.objects.select_related("user").get(club=found.club_id, user=request.user.pk)
        require(can_read_money(here.role))
        return found, here.user


class SeasonPrizes(PoolView):
    """The pool of a season."""

    @extend_schema(operation_id="season_prizes", responses={200: PoolBody, **READ_REFUSALS})
    def get(self, request: Request, season: UUID) -> Response:
        """What came in, what there is to be won, and who gets it or would get it now."""
        found, user = self.season(request, season)
        reads_all = can_read_accounts(role_kept(user, found.club))
        return Response(_pool(found, sight_of(found.club, user, reads_all=reads_all)))


class SeasonPrizesTerms(PoolView):
    """How a pool is shared out."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(operation_id="season_prizes_set", request=PoolRequest, responses={200: PoolBody, **REFUSALS})
    def post(self, request: Request, season: UUID) -> Response:
        """Set the pool up, or change it: a director, until it is awarded."""
        found, user = self.season(request, season)
        body = PoolRequest(data=request.data)
        body.is_valid(raise_exception=True)
        sent = dict(body.validated_data)
        version, weights = sent.pop("version"), sent.pop("weights", [])
        kept = [KeptOut(**one) for one in sent.pop("deductions", [])]
        specials = [SpecialPrize(one["cause"], one["amount"], one.get("player")) for one in sent.pop("specials", [])]
        wanted = PoolWanted(**sent, weights=weights, deductions=kept, specials=specials)
        set_up_pool(competition=found, by=user, wanted=wanted, version=version, now=timezone.now())
        return Response(_pool(found, Sight()))


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
        """Write an entry, a re-buy or an add-on of somebody down; it is booked on their account at once."""
        found, user = self.season(request, season)
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
        """Award the prizes by the official standings, or by a deal that comes to exactly what there is for places."""
        found, user = self.season(request, season)
        body = AwardRequest(data=request.data)
        body.is_valid(raise_exception=True)
        shares = body.validated_data.get("deal")
        deal, key = _deal(shares), key_of(request)
        return _done(award(competition=found, by=user, key=key, now=timezone.now(), deal=deal))


class PrizeActBack(PoolView):
    """Taking an act back."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(operation_id="prize_act_take_back", request=ReasonRequest, responses={200: PoolBody, **REFUSALS})
    def post(self, request: Request, act: UUID) -> Response:
        """Take back what was paid into a pool, or its award, with a reason. Done twice it is done once."""
        found, user = self.season(request, PoolAct.objects.values_list("pool__competition", flat=True).get(pk=act))
        body = ReasonRequest(data=request.data)
        body.is_valid(raise_exception=True)
        reason = body.validated_data["reason"]
        take_back(competition=found, by=user, act_id=act, reason=reason, now=timezone.now())
        return Response(_pool(found, Sight()))


def _deal(shares: list[dict[str, Any]] | None) -> dict[UUID, int] | None:
    """Who gets how much. Raises Refused: somebody has two shares."""
    if shares is None:
        return None
    deal = {one["player"]: one["amount"] for one in shares}
    if len(deal) < len(shares):
        raise Refused([Problem("named_twice", "deal", Text(gettext_noop("Name everybody once.")))])
    return deal


def _pool(season: Competition, sight: Sight) -> dict[str, Any]:
    """Raises PrizePool.DoesNotExist (404)."""
    now = PoolNow(PrizePool.objects.get(competition=season))
    given = Given.from_json(now.award.detail) if now.award else _would_be(now, season)
    hidden = is_hidden(now, [given], sight)
    sums: dict[str, int | None] = {
        "taken": now.sums.taken,
        "kept": now.sums.deducted,
        "overlay": now.sums.overlay,
        "amount": now.sums.amount,
    }
    prizes, acts = _prizes(given) if given else [], now.acts
    if hidden:
        sums, acts = dict.fromkeys(sums), [act for act in acts if sight.is_mine(act.player)]
        prizes = [one for one in prizes if one["player"] in sight.mine]
    return {
        "version": now.pool.version,
        "unit": now.pool.unit,
        "decimals": now.pool.decimals,
        "is_partly_hidden": hidden,
        **sums,
        "is_awarded": now.award is not None,
        "is_official": not not_final(season),
        "prizes": prizes,
        "acts": [_act(act) for act in acts],
    }


def _would_be(now: PoolNow, season: Competition) -> Given | None:
    return outlook(now, ranking_of(season, now.entrants, official=False)).given


def _prizes(given: Given) -> list[dict[str, Any]]:
    places = [
        {"player": one.player, "first": one.first, "last": one.last, "amount": one.amount, "cause": ""}
        for one in given.paid
    ]
    specials = [
        {"player": one.player, "first": 0, "last": 0, "amount": one.amount, "cause": one.cause}
        for one in given.specials
    ]
    return [*places, *specials]


def _act(act: PoolAct) -> dict[str, Any]:
    return {
        "id": act.pk,
        "kind": act.kind,
        "player": act.player_id,
        "amount": act.amount,
        "at": act.at,
        "taken_back": is_taken_back(act),
    }


def _done(done: PaidIn) -> Response:
    body = _act(done.act)
    return Response(body, status=201) if done.is_new else Again(body)
