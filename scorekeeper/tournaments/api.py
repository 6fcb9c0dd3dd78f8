"""How a program comes to a tournament, and what all its addresses share."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.http import quote_etag
from drf_spectacular.utils import OpenApiResponse
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.authentication import HasScope
from scorekeeper.accounts.models import Scope, User
from scorekeeper.clubs.http import use_time_of
from scorekeeper.clubs.models import Membership
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.api import READ_REFUSALS, unchanged_since
from scorekeeper.common.errors import require
from scorekeeper.common.ids import digest
from scorekeeper.common.texts import HELD
from scorekeeper.play.api import PlayView
from scorekeeper.tournaments.ending.reads import HeldBack, held_back
from scorekeeper.tournaments.models import Entrant, Round, RoundTable, Stage, Tournament
from scorekeeper.tournaments.policies import can_desk

CONDITIONAL: Final = {
    304: OpenApiResponse(description="Unchanged since the ETag sent in If-None-Match."),
    **READ_REFUSALS,
}


class TournamentView(PlayView):
    """What these views share: who is signed in and of the club may ask; what they may do is for the services to say."""

    permission_classes = [IsAuthenticated, HasScope]
    scopes = {"POST": Scope.MANAGE}

    role: str | None = None  # in the club of what the address names, once that was found
    shown_while_held: ClassVar[bool] = False  # says nothing of what is held back, or leaves it out
    held: HeldBack | None = None  # from the caller

    def standing(self) -> str | None:
        """The role: every view finds what its address names before it reads the body."""
        return self.role

    def user(self, request: Request) -> User:
        """The caller."""
        assert isinstance(request.user, User)  # noqa: S101 by `permission_classes`
        return request.user

    def here(self, request: Request, club: UUID) -> Membership:
        """What the caller is in a club; from here on times are the club's. Raises Membership.DoesNotExist (404)."""
        found = membership_of(request.user, club)
        use_time_of(found.club)
        self.role = found.role
        return found

    def tournament(self, request: Request, tournament: UUID) -> tuple[Tournament, Membership]:
        """A tournament of one of the caller's clubs. Raises DoesNotExist (404), PermissionDenied: it is held back."""
        found = Tournament.objects.select_related("club").get(pk=tournament)
        here = self.here(request, found.club_id)
        self.held = None if can_desk(here.role) else held_back(found)
        require(self.held is None or self.shown_while_held, str(HELD))
        return found, here

    def stage(self, request: Request, stage: UUID) -> tuple[Stage, Membership]:
        """A stage of such a tournament. Raises DoesNotExist (404)."""
        found = Stage.objects.get(pk=stage)
        found.tournament, here = self.tournament(request, found.tournament_id)
        return found, here

    def round(self, request: Request, one: UUID) -> tuple[Round, Membership]:
        """A round of such a stage; of a draft only the desk knows. Raises DoesNotExist (404), PermissionDenied."""
        found = Round.objects.get(pk=one)
        found.stage, here = self.stage(request, found.stage_id)
        require(not found.is_draft or can_desk(here.role))
        return found, here

    def table(self, request: Request, table: UUID) -> RoundTable:
        """A table of such a round. Raises DoesNotExist (404), PermissionDenied."""
        found = RoundTable.objects.get(pk=table)
        found.round, _here = self.round(request, found.round_id)
        return found

    def entrant(self, request: Request, entrant: UUID) -> tuple[Entrant, Membership]:
        """An entrant of such a tournament. Raises DoesNotExist (404)."""
        found = Entrant.objects.get(pk=entrant)
        found.tournament, here = self.tournament(request, found.tournament_id)
        return found, here

    def told(self, request: Request, body: Mapping[str, Any]) -> Any:
        """The answer to whoever asks again and again: nothing where it is what they have."""
        tag = quote_etag(digest(_plain(body)))
        unchanged = unchanged_since(request, tag)
        return Response(body, headers={"ETag": tag}) if unchanged is None else unchanged


class AtTournament(TournamentView):
    """Acts in a tournament (`found`)."""

    found: Tournament

    def place(self, request: Request, tournament: UUID) -> dict[str, Any]:
        self.found, _here = self.tournament(request, tournament)
        return {"tournament_id": tournament, "by": self.user(request)}


class AtStage(TournamentView):
    """Acts in a stage (`found`)."""

    found: Stage

    def place(self, request: Request, stage: UUID) -> dict[str, Any]:
        self.found, _here = self.stage(request, stage)
        return {"stage_id": stage, "by": self.user(request)}


class InRound(TournamentView):
    """Acts in a round (`found`)."""

    found: Round

    def place(self, request: Request, round: UUID) -> dict[str, Any]:  # noqa: A002 as the address calls it
        self.found, _here = self.round(request, round)
        return {"round_id": round, "by": self.user(request)}


class OfEntrant(TournamentView):
    """Acts on an entrant (`found`)."""

    found: Entrant

    def place(self, request: Request, entrant: UUID) -> dict[str, Any]:
        self.found, _here = self.entrant(request, entrant)
        return {"entrant_id": entrant, "by": self.user(request)}


class AtTable(TournamentView):
    """Acts at a table of a round."""

    def place(self, request: Request, table: UUID) -> dict[str, Any]:
        self.table(request, table)
        return {"table_id": table, "by": self.user(request)}


def _plain(body: Any) -> Any:
    """What JSON makes of it, as plain values."""
    if isinstance(body, Mapping):
        return {str(name): _plain(part) for name, part in body.items()}
    if isinstance(body, list | tuple):
        return [_plain(part) for part in body]
    if body is None or isinstance(body, str | int | float):
        return body
    return DjangoJSONEncoder().default(body)
