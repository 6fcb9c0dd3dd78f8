"""The links by which others look at a tournament, an evening, a season or a team league, by programs."""

from typing import Any, ClassVar
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.common.api import READ_REFUSALS, REFUSALS
from scorekeeper.common.errors import require
from scorekeeper.common.strict import Strict
from scorekeeper.sharing.models import FIELDS, Link
from scorekeeper.sharing.offers import offer_of
from scorekeeper.sharing.policies import can_publish
from scorekeeper.sharing.services import PUBLISHED, Published, end_link, links_of, make_link
from scorekeeper.tournaments.api.here import NO_BODY, TournamentView

KINDS = [kind.value for kind in PUBLISHED]
OF_TOURNAMENTS = [kind.value for kind in PUBLISHED if FIELDS[kind] == "tournament"]
KIND_HELP = "`screen`: the screen of the room; `public`: everybody's phone."


class LinkRequest(Strict):
    """Which link."""

    kind = serializers.ChoiceField(choices=OF_TOURNAMENTS, help_text=KIND_HELP)


class LinkBody(serializers.Serializer[Any]):
    """A link in force: whoever holds it looks, without an account."""

    kind = serializers.ChoiceField(choices=KINDS, help_text=f"Of a tournament {KIND_HELP} Else what it leads to.")
    address = serializers.CharField()
    made_at = serializers.DateTimeField()


class LinksBody(serializers.Serializer[Any]):
    """The links that are in force, at most one of a kind."""

    links = LinkBody(many=True)


class LinksView(TournamentView):
    """What the views of the links share."""

    rights = {"POST": can_publish}
    kind: ClassVar[Link.Kind] = Link.Kind.PUBLIC

    def found(self, request: Request, thing: UUID) -> Published:
        """What the links lead to, for who works at the desk. Raises DoesNotExist (404), PermissionDenied."""
        found: Published = PUBLISHED[self.kind].objects.select_related("club").get(pk=thing)
        require(can_publish(self.here(request, found.club_id).role))
        return found

    def links(self, request: Request, thing: Published) -> Response:
        """Those in force."""
        found = ((link, offer_of(request, link)) for link in links_of(thing))
        links = [
            {"kind": link.kind, "address": offer.address, "made_at": link.made_at} for link, offer in found if offer
        ]
        return Response({"links": links})

    def made(self, request: Request, thing: UUID, kind: Link.Kind) -> Response:
        make_link(kind=kind, of=thing, by=self.user(request), now=timezone.now())
        return self.links(request, self.found(request, thing))

    def ended(self, request: Request, thing: UUID, kind: Link.Kind) -> Response:
        end_link(kind=kind, of=thing, by=self.user(request), now=timezone.now())
        return self.links(request, self.found(request, thing))


class TournamentLinks(LinksView):
    """The links."""

    @extend_schema(operation_id="tournament_links", responses={200: LinksBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """List the public links of a tournament.

        A scorer reads the links that are in force.
        """
        return self.links(request, self.found(request, tournament))


class LinksMake(LinksView):
    """Making one."""

    @extend_schema(operation_id="tournament_link_make", request=LinkRequest, responses={200: LinksBody, **REFUSALS})
    def post(self, request: Request, tournament: UUID) -> Response:
        """Make a public link of a tournament.

        A scorer makes the link of a kind; a link that is in force stays.
        """
        self.found(request, tournament)
        return self.made(request, tournament, Link.Kind(self.body(LinkRequest, request)["kind"]))


class LinksEnd(LinksView):
    """Ending one."""

    @extend_schema(operation_id="tournament_link_end", request=LinkRequest, responses={200: LinksBody, **REFUSALS})
    def post(self, request: Request, tournament: UUID) -> Response:
        """End a public link of a tournament.

        A scorer ends the link of a kind: its address stops working, and the next link has another address.
        """
        self.found(request, tournament)
        return self.ended(request, tournament, Link.Kind(self.body(LinkRequest, request)["kind"]))


class SeasonLinks(LinksView):
    """The link of a season."""

    kind = Link.Kind.SEASON

    @extend_schema(operation_id="season_links", responses={200: LinksBody, **READ_REFUSALS})
    def get(self, request: Request, season: UUID) -> Response:
        """Read the public link of a season.

        A scorer reads the link that is in force, if there is one.
        """
        return self.links(request, self.found(request, season))


class SeasonLinkMake(LinksView):
    """Making it."""

    kind = Link.Kind.SEASON

    @extend_schema(operation_id="season_link_make", request=None, responses={200: LinksBody, **NO_BODY})
    def post(self, request: Request, season: UUID) -> Response:
        """Make the public link of a season.

        A scorer makes a link; a link that is in force stays.
        """
        self.found(request, season)
        return self.made(request, season, self.kind)


class SeasonLinkEnd(LinksView):
    """Ending it."""

    kind = Link.Kind.SEASON

    @extend_schema(operation_id="season_link_end", request=None, responses={200: LinksBody, **NO_BODY})
    def post(self, request: Request, season: UUID) -> Response:
        """End the public link of a season.

        A scorer ends the link: its address stops working, and the next link has another address.
        """
        self.found(request, season)
        return self.ended(request, season, self.kind)


class LeagueLinks(LinksView):
    """The link of a team league."""

    kind = Link.Kind.LEAGUE

    @extend_schema(operation_id="league_links", responses={200: LinksBody, **READ_REFUSALS})
    def get(self, request: Request, league: UUID) -> Response:
        """Read the public link of a team league.

        A scorer reads the link that is in force, if there is one.
        """
        return self.links(request, self.found(request, league))


class LeagueLinkMake(LinksView):
    """Making it."""

    kind = Link.Kind.LEAGUE

    @extend_schema(operation_id="league_link_make", request=None, responses={200: LinksBody, **NO_BODY})
    def post(self, request: Request, league: UUID) -> Response:
        """Make the public link of a team league.

        A scorer makes a link; a link that is in force stays.
        """
        self.found(request, league)
        return self.made(request, league, self.kind)


class LeagueLinkEnd(LinksView):
    """Ending it."""

    kind = Link.Kind.LEAGUE

    @extend_schema(operation_id="league_link_end", request=None, responses={200: LinksBody, **NO_BODY})
    def post(self, request: Request, league: UUID) -> Response:
        """End the public link of a team league.

        A scorer ends the link: its address stops working, and the next link has another address.
        """
        self.found(request, league)
        return self.ended(request, league, self.kind)


class EveningLinks(LinksView):
    """The link of an evening."""

    kind = Link.Kind.EVENING

    @extend_schema(operation_id="evening_links", responses={200: LinksBody, **READ_REFUSALS})
    def get(self, request: Request, evening: UUID) -> Response:
        """Read the public link of an evening.

        A scorer reads the link that is in force, if there is one.
        """
        return self.links(request, self.found(request, evening))


class EveningLinkMake(LinksView):
    """Making it."""

    kind = Link.Kind.EVENING

    @extend_schema(operation_id="evening_link_make", request=None, responses={200: LinksBody, **NO_BODY})
    def post(self, request: Request, evening: UUID) -> Response:
        """Make the public link of an evening.

        A scorer makes a link; a link that is in force stays.
        """
        self.found(request, evening)
        return self.made(request, evening, self.kind)


class EveningLinkEnd(LinksView):
    """Ending it."""

    kind = Link.Kind.EVENING

    @extend_schema(operation_id="evening_link_end", request=None, responses={200: LinksBody, **NO_BODY})
    def post(self, request: Request, evening: UUID) -> Response:
        """End the public link of an evening.

        A scorer ends the link: its address stops working, and the next link has another address.
        """
        self.found(request, evening)
        return self.ended(request, evening, self.kind)
