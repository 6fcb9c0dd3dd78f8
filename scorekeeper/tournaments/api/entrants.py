"""One entrant by programs: who is here, who has left, who plays for whom, which round is missed, the seed."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, REFUSALS
from scorekeeper.common.errors import require
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
        """Read an entrant.

        A scorer reads who plays for an entrant, which rounds they sit out, and what was done.
        """
        return Response(detail_body(self.at_desk(request, entrant)))


class EntrantChange(EntrantView):
    """What is said of an entrant."""

    @extend_schema(operation_id="entrant_change", request=EntrantRequest, responses=TOLD)
    def post(self, request: Request, entrant: UUID) -> Response:
        """Change the details of an entrant.

        A scorer changes the name, the origin or the rating of an entrant. Fields that are not sent stay as they are.
        """
        found = self.at_desk(request, entrant)
        sent = self.body(EntrantRequest, request)
        wanted = {"name": found.name, "origin": found.origin, "rating": found.rating, **sent}
        change_entrant(entrant_id=entrant, by=self.user(request), now=timezone.now(), **wanted)
        return Response(detail_body(found))


class EntrantMark(EntrantView):
    """What became of an entrant."""

    @extend_schema(operation_id="entrant_mark", request=MarkRequest, responses=TOLD)
    def post(self, request: Request, entrant: UUID) -> Response:
        """Set the state of an entrant.

        A scorer marks an entrant as here, absent, left or back, or moves them up from the waiting list. A repeated mark
        changes nothing.
        """
        found = self.at_desk(request, entrant)
        sent = self.body(MarkRequest, request)
        by, act, reason = self.user(request), sent["act"], sent["reason"]
        mark(entrant_id=entrant, by=by, act=act, reason=reason, now=timezone.now())
        return Response(detail_body(found))


class EntrantMiss(EntrantView):
    """A round that is missed."""

    @extend_schema(operation_id="entrant_miss", request=MissRequest, responses=TOLD)
    def post(self, request: Request, entrant: UUID) -> Response:
        """Let an entrant sit out a round.

        A scorer notes that an entrant sits out a round that is not published yet, or plays it after all.
        """
        found = self.at_desk(request, entrant)
        sent = self.body(MissRequest, request)
        by, stage, number = self.user(request), sent["stage"], sent["round"]
        miss_round(entrant_id=entrant, by=by, stage_id=stage, number=number, misses=sent["misses"], now=timezone.now())
        return Response(detail_body(found))


class EntrantSubstitute(EntrantView):
    """Somebody else plays."""

    @extend_schema(operation_id="entrant_substitute", request=PlaysForRequest, responses=TOLD)
    def post(self, request: Request, entrant: UUID) -> Response:
        """Bring in a substitute.

        From now on somebody else plays for a member of a pair or a team, or in place of a single entrant; a scorer
        decides. For a single entrant the plan of the stage says whether the points so far are kept.
        """
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
        """Seed an entrant.

        A scorer puts an entrant at a place of the seeding until the first stage has begun.
        """
        found = self.at_desk(request, entrant)
        place = self.body(SeedRequest, request)["place"]
        set_seed(entrant_id=entrant, by=self.user(request), place=place, now=timezone.now())
        return Response(detail_body(found))
