"""One entrant by programs: who is here, who has left, who plays for whom, which round is missed, the seed."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.errors import require
from scorekeeper.play.api import READ_REFUSALS, REFUSALS
from scorekeeper.tournaments.api.entry_bodies import EntrantDetailBody, detail_body
from scorekeeper.tournaments.api.entry_requests import (
    EntrantRequest,
    MarkRequest,
    MissRequest,
    PlaysForRequest,
    SeedRequest,
    sitters,
)
from scorekeeper.tournaments.api.here import TournamentView, fields
from scorekeeper.tournaments.models import Entrant
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.services.attending import mark, miss_round, substitute
from scorekeeper.tournaments.services.seeding import change_entrant, set_seed

TOLD = {200: EntrantDetailBody, **REFUSALS}


class EntrantView(TournamentView):
    """What the views of an entrant share."""

    def at_desk(self, request: Request, entrant: UUID) -> Entrant:
        """The entrant, for who works at the desk."""
        found, here = self.entrant(request, entrant)
        require(can_desk(here.role))
        return found


class EntrantDetail(EntrantView):
    """One entrant."""

    shown_while_held = True

    @extend_schema(operation_id="entrant", responses={200: EntrantDetailBody, **READ_REFUSALS})
    def get(self, request: Request, entrant: UUID) -> Response:
        """An entrant with who plays for it, which rounds it misses, and what was done: a scorer."""
        return Response(detail_body(self.at_desk(request, entrant)))


class EntrantChange(EntrantView):
    """What is said of an entrant."""

    @extend_schema(operation_id="entrant_change", request=EntrantRequest, responses=TOLD)
    def post(self, request: Request, entrant: UUID) -> Response:
        """Say otherwise what an entrant is called, where they come from, their rating: a scorer. What is not sent
        stays."""
        found = self.at_desk(request, entrant)
        sent = self.body(EntrantRequest, request)
        wanted = {"name": found.name, "origin": found.origin, "rating": found.rating, **sent}
        change_entrant(entrant_id=entrant, by=self.user(request), now=timezone.now(), **wanted)
        return Response(detail_body(found))


class EntrantMark(EntrantView):
    """What became of an entrant."""

    @extend_schema(operation_id="entrant_mark", request=MarkRequest, responses=TOLD)
    def post(self, request: Request, entrant: UUID) -> Response:
        """Somebody is here, does not come, has left, is back, moves up: a scorer. Said twice it is said once."""
        found = self.at_desk(request, entrant)
        sent = self.body(MarkRequest, request)
        by, act, reason = self.user(request), sent["act"], sent["reason"]
        mark(entrant_id=entrant, by=by, act=act, reason=reason, now=timezone.now())
        return Response(detail_body(found))


class EntrantMiss(EntrantView):
    """A round that is missed."""

    @extend_schema(operation_id="entrant_miss", request=MissRequest, responses=TOLD)
    def post(self, request: Request, entrant: UUID) -> Response:
        """They miss a round that is not published yet, or play it after all: a scorer."""
        found = self.at_desk(request, entrant)
        sent = self.body(MissRequest, request)
        by, stage, number = self.user(request), sent["stage"], sent["round"]
        miss_round(entrant_id=entrant, by=by, stage_id=stage, number=number, misses=sent["misses"], now=timezone.now())
        return Response(detail_body(found))


class EntrantSubstitute(EntrantView):
    """Somebody else plays."""

    @extend_schema(operation_id="entrant_substitute", request=PlaysForRequest, responses=TOLD)
    def post(self, request: Request, entrant: UUID) -> Response:
        """Somebody else plays from now on, for somebody of a pair or a team, or instead of a single entrant: a scorer.
        For those the plan of the stage says whether the points there are count on."""
        found = self.at_desk(request, entrant)
        sent = self.body(PlaysForRequest, request)
        (who,), out, reason = sitters([sent["who"]]), sent["instead_of"], sent["reason"]
        with fields({"name": "who.name", "player": "who.player"}):
            substitute(
                entrant_id=entrant, by=self.user(request), who=who, instead_of=out, reason=reason, now=timezone.now()
            )
        return Response(detail_body(found))


class EntrantSeed(EntrantView):
    """The seed of one."""

    @extend_schema(operation_id="entrant_seed", request=SeedRequest, responses=TOLD)
    def post(self, request: Request, entrant: UUID) -> Response:
        """Put an entrant at a place of the seeds: a scorer, until the first stage has begun."""
        found = self.at_desk(request, entrant)
        place = self.body(SeedRequest, request)["place"]
        set_seed(entrant_id=entrant, by=self.user(request), place=place, now=timezone.now())
        return Response(detail_body(found))
