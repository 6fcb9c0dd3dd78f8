"""The links by which others look at a tournament, by programs: for the screen of the room, and for phones."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.addresses import public_address
from scorekeeper.common.errors import require
from scorekeeper.common.strict import Strict
from scorekeeper.play.api import READ_REFUSALS, REFUSALS
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.services import PAGES, end_screen, links_of, make_screen, secret_of
from scorekeeper.tournaments.api.here import TournamentView
from scorekeeper.tournaments.policies import can_desk

KINDS = [kind.value for kind in PAGES]
KIND_HELP = "`screen`: the screen of the room; `public`: everybody's phone."


class LinkRequest(Strict):
    """Which link."""

    kind = serializers.ChoiceField(choices=KINDS, help_text=KIND_HELP)


class LinkBody(serializers.Serializer[Any]):
    """A link in force: whoever holds it looks, without an account."""

    kind = serializers.ChoiceField(choices=KINDS, help_text=KIND_HELP)
    address = serializers.CharField()
    made_at = serializers.DateTimeField()


class LinksBody(serializers.Serializer[Any]):
    """The links of a tournament that are in force, at most one of a kind."""

    links = LinkBody(many=True)


class LinksView(TournamentView):
    """What the views of the links share."""

    rights = {"POST": can_desk}

    def links(self, request: Request, tournament: UUID) -> Response:
        """Those in force, for who works at the desk."""
        found, here = self.tournament(request, tournament)
        require(can_desk(here.role))
        return Response({"links": [_link(request, link) for link in links_of(found)]})


class TournamentLinks(LinksView):
    """The links."""

    @extend_schema(operation_id="tournament_links", responses={200: LinksBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """The links of a tournament that are in force: a scorer."""
        return self.links(request, tournament)


class LinksMake(LinksView):
    """Making one."""

    @extend_schema(operation_id="tournament_link_make", request=LinkRequest, responses={200: LinksBody, **REFUSALS})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Make the link of a kind; one in force stays: a scorer."""
        self.tournament(request, tournament)
        kind = Link.Kind(self.body(LinkRequest, request)["kind"])
        make_screen(tournament_id=tournament, by=self.user(request), now=timezone.now(), kind=kind)
        return self.links(request, tournament)


class LinksEnd(LinksView):
    """Ending one."""

    @extend_schema(operation_id="tournament_link_end", request=LinkRequest, responses={200: LinksBody, **REFUSALS})
    def post(self, request: Request, tournament: UUID) -> Response:
        """End the link of a kind: it leads nowhere any more, and the next one is another. A scorer."""
        self.tournament(request, tournament)
        kind = Link.Kind(self.body(LinkRequest, request)["kind"])
        end_screen(tournament_id=tournament, by=self.user(request), now=timezone.now(), kind=kind)
        return self.links(request, tournament)


def _link(request: Request, link: Link) -> dict[str, Any]:
    page = reverse(PAGES[Link.Kind(link.kind)], args=[secret_of(link)])
    return {"kind": link.kind, "address": public_address(request, page), "made_at": link.made_at}
