"""The door of programs to opening a table."""

from typing import Final
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.models import Scope
from scorekeeper.clubs.models import Club
from scorekeeper.common.api import REFUSALS, Again, body_of, key_of
from scorekeeper.common.errors import require
from scorekeeper.common.schema import UUID_TEXT
from scorekeeper.play.api import PlayView
from scorekeeper.play.opening.services import open_once, opening_of
from scorekeeper.play.records import TableOpening
from scorekeeper.play.sheet.records import StateBody
from scorekeeper.play.sheet.shown import standing_of

OPENING_KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    UUID_TEXT,
    OpenApiParameter.HEADER,
    description="A UUID made by the sender for this table; sending it again gives the same table.",
)


class SittingList(PlayView):
    """The tables of a club."""

    scopes = {"POST": Scope.MANAGE}

    @extend_schema(
        operation_id="sitting_open",
        parameters=[OPENING_KEY],
        request=TableOpening,
        responses={
            201: StateBody,
            200: OpenApiResponse(StateBody, description="Opened before under this key."),
            **REFUSALS,
        },
    )
    def post(self, request: Request, club: UUID) -> Response:
        """Open a table.

        A scorer opens a table with its players, house rules and seasons.

        Raises:
            Conflict, Refused: as `TableOpening`, as `key_of`, as `opening_of`, as `open_once`.
        """
        user = self.actor(request).user
        require(user is not None)
        assert user is not None  # noqa: S101 by `require`
        asked = TableOpening.read(body_of(request))
        key = key_of(request) if request.headers.get("Idempotency-Key") else None
        found = Club.objects.visible_to(user).get(pk=club)
        sitting, is_new = open_once(club=found, by=user, opening=opening_of(asked, key), now=timezone.now())
        standing = standing_of(sitting).model_dump()
        return Response(standing, status=201) if is_new else Again(standing)
