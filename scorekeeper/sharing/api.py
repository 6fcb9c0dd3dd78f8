"""The links by which others look at a tournament, an evening, a season or a team league, by programs."""

from functools import partial
from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.clubs.api import ClubView
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.common.errors import require
from scorekeeper.sharing.models import FIELDS, Link
from scorekeeper.sharing.offers import offer_of
from scorekeeper.sharing.policies import can_publish
from scorekeeper.sharing.records import LinkBody, LinksBody, LinkWish, TournamentLink
from scorekeeper.sharing.services import PUBLISHED, Published, end_link, links_of, make_link


class LinksView(ClubView):
    """What the views of the links share; `kind` says what the address names."""

    kind: ClassVar[Link.Kind] = Link.Kind.PUBLIC
    thing: Published

    def place(self, _request: Request, **address: UUID) -> dict[str, Any]:
        """What the links lead to, for who works at the desk. Raises DoesNotExist (404), PermissionDenied."""
        (pk,) = address.values()
        self.thing = PUBLISHED[self.kind].objects.select_related("club").get(pk=pk)
        here = self.enter(self.thing.club_id)
        require(can_publish(here.role))
        return {"of": pk, "by": here.user}

    def shown(self, _done: object = None) -> LinksBody:
        """Those in force."""
        found = ((link, offer_of(self.request, link)) for link in links_of(self.thing))
        return LinksBody(
            links=[
                LinkBody(kind=link.kind, address=offer.address, made_at=link.made_at) for link, offer in found if offer
            ]
        )


class TournamentLinks(LinksView):
    """The links of a tournament."""

    @extend_schema(operation_id="tournament_links", responses={200: LinksBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """List the public links of a tournament.

        A scorer reads the links that are in force.
        """
        self.place(request, tournament=tournament)
        return Response(self.shown().model_dump())


class SeasonLinks(LinksView):
    """The link of a season."""

    kind = Link.Kind.SEASON

    @extend_schema(operation_id="season_links", responses={200: LinksBody, **READ_REFUSALS})
    def get(self, request: Request, season: UUID) -> Response:
        """Read the public link of a season.

        A scorer reads the link that is in force, if there is one.
        """
        self.place(request, season=season)
        return Response(self.shown().model_dump())


class LeagueLinks(LinksView):
    """The link of a team league."""

    kind = Link.Kind.LEAGUE

    @extend_schema(operation_id="league_links", responses={200: LinksBody, **READ_REFUSALS})
    def get(self, request: Request, league: UUID) -> Response:
        """Read the public link of a team league.

        A scorer reads the link that is in force, if there is one.
        """
        self.place(request, league=league)
        return Response(self.shown().model_dump())


class EveningLinks(LinksView):
    """The link of an evening."""

    kind = Link.Kind.EVENING

    @extend_schema(operation_id="evening_links", responses={200: LinksBody, **READ_REFUSALS})
    def get(self, request: Request, evening: UUID) -> Response:
        """Read the public link of an evening.

        A scorer reads the link that is in force, if there is one.
        """
        self.place(request, evening=evening)
        return Response(self.shown().model_dump())


def _acts(kind: Link.Kind, words: str, asks: type[TournamentLink] | None = None) -> tuple[Any, Any]:
    """Making and ending the links of what is called so; where no record says of which kind, the address does."""
    which = "the link of a kind" if asks else "the link"
    make, end = (act if asks else partial(act, LinkWish(kind=kind)) for act in (make_link, end_link))
    making = Act(
        operation=f"{FIELDS[kind]}_link_make",
        summary=f"Make {words}",
        about=f"A scorer makes {which}; a link that is in force stays.",
        asks=asks,
        does=make,
        gives=LinksBody,
    )
    ending = Act(
        operation=f"{FIELDS[kind]}_link_end",
        summary=f"End {words}",
        about=f"A scorer ends {which}: its address stops working, and the next link has another address.",
        asks=asks,
        does=end,
        gives=LinksBody,
    )
    return making.at(LinksView, kind=kind), ending.at(LinksView, kind=kind)


tournament_make, tournament_end = _acts(Link.Kind.PUBLIC, "a public link of a tournament", TournamentLink)
season_make, season_end = _acts(Link.Kind.SEASON, "the public link of a season")
league_make, league_end = _acts(Link.Kind.LEAGUE, "the public link of a team league")
evening_make, evening_end = _acts(Link.Kind.EVENING, "the public link of an evening")
