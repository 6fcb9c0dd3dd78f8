"""The door of programs to the prizes of a season or a tournament."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.authentication import HasScope
from scorekeeper.accounts.models import Scope, User
from scorekeeper.clubs.policies import role_kept
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.api import READ_REFUSALS, Act, Door
from scorekeeper.common.errors import require
from scorekeeper.payouts.care.reads import Sight, sight_of
from scorekeeper.payouts.models import PoolAct, PrizePool
from scorekeeper.payouts.policies import can_keep_money, can_read_accounts, can_read_money
from scorekeeper.payouts.pools import records
from scorekeeper.payouts.pools.awarding import award, name_winner, set_mark
from scorekeeper.payouts.pools.pages import is_hidden
from scorekeeper.payouts.pools.reads import Given, PoolNow, is_taken_back, marks_of, not_final, outlook, ranking_of
from scorekeeper.payouts.pools.services import pay_in, set_up_pool, take_back
from scorekeeper.standings.models import Competition


class PoolView(Door):
    """What these views share."""

    permission_classes = [IsAuthenticated, HasScope]

    def season(self, request: Request, season: UUID) -> tuple[Competition, User]:
        """A season of one of the caller's clubs, and the caller. Raises DoesNotExist (404)."""
        found = Competition.everything.select_related("club").get(pk=season, club__is_private=False)
        here = membership_of(request.user, found.club_id)
        require(can_read_money(here.role))
        return found, here.user


class SeasonPrizes(PoolView):
    """The pool of a season."""

    @extend_schema(operation_id="season_prizes", responses={200: records.PoolBody, **READ_REFUSALS})
    def get(self, request: Request, season: UUID) -> Response:
        """Read the prize pool of a season.

        Shows what came in, what can be won, and who gets it or would get it now.
        """
        found, user = self.season(request, season)
        reads_all = can_read_accounts(role_kept(user, found.club))
        return Response(pool_shown(found, sight_of(found.club, user, reads_all=reads_all)).model_dump())


class KeptPool(PoolView):
    """Acts of who keeps the money book, in the pool of a season."""

    scopes = {"POST": Scope.MANAGE}

    def place(self, request: Request, season: UUID) -> dict[str, Any]:
        found, user = self.season(request, season)
        require(can_keep_money(role_kept(user, found.club)))
        return {"competition": found, "by": user}


class OfPoolAct(KeptPool):
    """Acts on something that was done to a pool."""

    def place(self, request: Request, act: UUID) -> dict[str, Any]:
        season = PoolAct.objects.values_list("pool__competition", flat=True).get(pk=act)
        return {**super().place(request, season), "act_id": act}


class SeasonPrizesMarks(KeptPool):
    """The marks for the prizes of groups: those of the club, which whoever keeps its money reads."""

    @extend_schema(operation_id="season_prizes_marks", responses={200: list[records.PrizeMarkBody], **READ_REFUSALS})
    def get(self, request: Request, season: UUID) -> Response:
        """List the marks of prize groups.

        Lists every mark with the people who have it.
        """
        found = self.place(request, season)["competition"]
        return Response([mark.model_dump() for mark in marks_shown(found)])


def marks_shown(season: Competition) -> list[records.PrizeMarkBody]:
    """The marks of its club."""
    return [records.PrizeMarkBody(name=name, players=sorted(who)) for name, who in marks_of(season.club_id).items()]


def act_shown(act: PoolAct) -> records.PoolActBody:
    """Something that was done to a pool."""
    return records.PoolActBody(
        id=act.pk,
        kind=act.kind,
        player=act.player_id,
        amount=act.amount,
        at=act.at,
        taken_back=is_taken_back(act),
    )


def pool_shown(season: Competition, sight: Sight) -> records.PoolBody:
    """The pool as this reader sees it.

    Raises PrizePool.DoesNotExist (404)."""
    now = PoolNow(PrizePool.objects.get(competition=season))
    if now.award:
        given: Given | None = Given.from_json(now.award.detail)
    else:
        given = outlook(now, ranking_of(season, now.entrants, official=False)).given
    hidden = is_hidden(now, [given], sight)
    sums: dict[str, int | None] = {
        "taken": now.sums.taken,
        "kept": now.sums.deducted,
        "overlay": now.sums.overlay,
        "amount": now.sums.amount,
    }
    prizes, acts = _prizes(given) if given else [], now.acts
    passed_over = list(given.passed_over) if given else []
    if hidden:
        sums, acts = dict.fromkeys(sums), [act for act in acts if sight.is_mine(act.player)]
        prizes = [prize for prize in prizes if prize.player in sight.mine]
        passed_over = [player for player in passed_over if player in sight.mine]
    return records.PoolBody(
        version=now.pool.version,
        unit=now.pool.unit,
        decimals=now.pool.decimals,
        is_partly_hidden=hidden,
        terms=None if hidden else records.TermsBody.of(now.pool),
        **sums,
        is_awarded=now.award is not None,
        is_official=not not_final(season),
        prizes=prizes,
        passed_over=passed_over,
        acts=[act_shown(act) for act in acts],
    )


def _kept(pool: PrizePool) -> records.PoolBody:
    """The pool for who keeps it, as it is now."""
    return pool_shown(pool.competition, Sight())


def _prizes(given: Given) -> list[records.PrizeBody]:
    places = [
        records.PrizeBody(
            player=got.player,
            first=got.first,
            last=got.last,
            is_shared=got.is_shared and not given.is_deal,
            amount=got.amount,
            cause="",
            members=0,
        )
        for got in given.paid
    ]
    specials = [
        records.PrizeBody(
            player=won.player,
            first=won.first,
            last=won.last,
            is_shared=won.first < won.last,
            amount=won.amount,
            cause=won.cause,
            members=won.members,
        )
        for won in given.specials
    ]
    return [*places, *specials]


season_prizes_set = Act(
    operation="season_prizes_set",
    summary="Set up the prize pool",
    about="A director sets up or changes the pool until it is awarded. Fields that are not sent stay as they are.",
    asks=records.PoolTerms,
    does=set_up_pool,
    gives=records.PoolBody,
    shown=_kept,
).at(KeptPool)
season_prizes_winner = Act(
    operation="season_prizes_winner",
    summary="Name the winner of a special prize",
    about="Names who has won a special prize, or that nobody has won it yet. All other terms stay.",
    asks=records.SpecialWinner,
    does=name_winner,
    gives=records.PoolBody,
    shown=_kept,
).at(KeptPool)
season_prizes_mark = Act(
    operation="season_prizes_mark",
    summary="Set who has a mark",
    about="Replaces the people who have a mark: nobody else has it afterwards.",
    asks=records.MarkHolders,
    does=set_mark,
    gives=records.PrizeMarkBody,
    gives_many=True,
    shown=marks_shown,
).at(KeptPool)
season_prizes_pay_in = Act(
    operation="season_prizes_pay_in",
    summary="Record an entry, a re-buy or an add-on",
    about="Writes down a payment into the pool, which is booked on the account of the person at once.",
    asks=records.PoolEntry,
    does=pay_in,
    gives=records.PoolActBody,
    shown=lambda done: act_shown(done.act),
    status=201,
    is_keyed=True,
    may_repeat="Done before.",
).at(KeptPool)
season_prizes_award = Act(
    operation="season_prizes_award",
    summary="Award the prizes",
    about="Awards the prizes by the official standings, or by a deal that comes to exactly the sum for places.",
    asks=records.PoolAward,
    does=award,
    gives=records.PoolActBody,
    shown=lambda done: act_shown(done.act),
    status=201,
    is_keyed=True,
    may_repeat="Done before.",
).at(KeptPool)
prize_act_take_back = Act(
    operation="prize_act_take_back",
    summary="Take back an entry or an award of a prize pool",
    about="Takes back a payment into a pool, or its award, and gives the reason. A repeated call changes nothing.",
    asks=records.PoolTakingBack,
    does=take_back,
    gives=records.PoolBody,
    shown=lambda act: _kept(act.pool),
).at(OfPoolAct)
