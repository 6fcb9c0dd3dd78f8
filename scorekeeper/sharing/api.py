"""The door of programs to the links by which others look at a table, a tournament, an evening, a season or a team
league, to one's own calendar, and to the ceremony of a tournament."""

from functools import partial
from typing import Any, ClassVar
from uuid import UUID

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.models import Scope
from scorekeeper.clubs.api import ClubView
from scorekeeper.clubs.models import Club
from scorekeeper.common.api import READ_REFUSALS, Act
from scorekeeper.common.errors import require
from scorekeeper.play.api import AtSitting, PlayView
from scorekeeper.play.policies import can_share, standpoint
from scorekeeper.sharing import services
from scorekeeper.sharing.models import FIELDS, Ceremony, Link
from scorekeeper.sharing.policies import can_have_calendar, can_publish
from scorekeeper.sharing.revealing import begin_ceremony, ceremony_of, end_ceremony, shown_at, turn_to
from scorekeeper.tournaments.api import AtTournament
from scorekeeper.tournaments.policies import can_plan


class LinksView(ClubView):
    """What the views of the links share; `kind` says what the address names."""

    kind: ClassVar[Link.Kind] = Link.Kind.PUBLIC
    thing: services.Published

    def place(self, _request: Request, **address: UUID) -> dict[str, Any]:
        """What the links lead to, for who works at the desk. Raises DoesNotExist (404), PermissionDenied."""
        (pk,) = address.values()
        self.thing = services.PUBLISHED[self.kind].objects.select_related("club").get(pk=pk)
        here = self.enter(self.thing.club_id)
        require(can_publish(here.role))
        return {"of": pk, "by": here.user}

    def shown(self, _done: object = None) -> services.LinksBody:
        """Those in force."""
        return services.LinksBody(
            links=[
                services.LinkBody(kind=link.kind, address=services.address_of(self.request, link), made_at=link.made_at)
                for link in services.links_of(self.thing)
            ]
        )


class TournamentLinks(LinksView):
    """The links of a tournament."""

    @extend_schema(operation_id="tournament_links", responses={200: services.LinksBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """List the public links of a tournament.

        A scorer reads the links that are in force.
        """
        self.place(request, tournament=tournament)
        return Response(self.shown().model_dump())


class SeasonLinks(LinksView):
    """The link of a season."""

    kind = Link.Kind.SEASON

    @extend_schema(operation_id="season_links", responses={200: services.LinksBody, **READ_REFUSALS})
    def get(self, request: Request, season: UUID) -> Response:
        """Read the public link of a season.

        A scorer reads the link that is in force, if there is one.
        """
        self.place(request, season=season)
        return Response(self.shown().model_dump())


class LeagueLinks(LinksView):
    """The link of a team league."""

    kind = Link.Kind.LEAGUE

    @extend_schema(operation_id="league_links", responses={200: services.LinksBody, **READ_REFUSALS})
    def get(self, request: Request, league: UUID) -> Response:
        """Read the public link of a team league.

        A scorer reads the link that is in force, if there is one.
        """
        self.place(request, league=league)
        return Response(self.shown().model_dump())


class EveningLinks(LinksView):
    """The link of an evening."""

    kind = Link.Kind.EVENING

    @extend_schema(operation_id="evening_links", responses={200: services.LinksBody, **READ_REFUSALS})
    def get(self, request: Request, evening: UUID) -> Response:
        """Read the public link of an evening.

        A scorer reads the link that is in force, if there is one.
        """
        self.place(request, evening=evening)
        return Response(self.shown().model_dump())


class TableLink(PlayView):
    """The link of a table."""

    @extend_schema(operation_id="sitting_link", responses={200: services.SecretAddressBody, **READ_REFUSALS})
    def get(self, request: Request, sitting: UUID) -> Response:
        """Read the public link of a table.

        Whoever records there reads the link that is in force; 404 where there is none.
        """
        found = self.visible(request, sitting)
        require(can_share(standpoint(self.actor(request, sitting), found)))
        return Response(_address(request, services.table_link(found)).model_dump())


class AtTableLink(AtSitting):
    """Acts on the link of a table."""

    scopes = {"POST": Scope.MANAGE}

    def shown(self, link: Link) -> services.SecretAddressBody:
        return _address(self.request, link)


class OwnCalendar(ClubView):
    """Acts on the caller's own calendar of a club."""

    rights = {"POST": can_have_calendar}

    def place(self, _request: Request, club: UUID) -> dict[str, Any]:
        """Raises ObjectDoesNotExist (404): nothing to the caller, or nobody's club."""
        here = self.enter(club)
        if here.club.is_private:
            raise Club.DoesNotExist
        return {"club": here.club, "by": here.user}

    def shown(self, link: Link) -> services.SecretAddressBody:
        return _address(self.request, link)


def _address(request: Request, link: Link | None) -> services.SecretAddressBody:
    """Raises Link.DoesNotExist (404): there is none in force."""
    if link is None:
        raise Link.DoesNotExist
    return services.SecretAddressBody(address=services.address_of(request, link), made_at=link.made_at)


class AtCeremony(AtTournament):
    """Acts on the ceremony of a tournament."""

    rights = {"POST": can_plan}

    def shown(self, ceremony: Ceremony) -> services.CeremonyBody:
        stands = shown_at(ceremony, self.found)
        revealed = [
            services.CeremonyTurnBody(
                title=turn.title,
                place=turn.place,
                honoured=[services.HonouredBody.of(honoured) for honoured in turn.honoured],
            )
            for turn in stands.turns[: stands.at][::-1]
        ]
        return services.CeremonyBody(
            since=ceremony.since,
            begun_at=ceremony.begun_at,
            ended_at=ceremony.ended_at,
            turn=stands.at,
            turns=stands.of,
            revealed=revealed,
        )


class TournamentCeremony(AtCeremony):
    """The ceremony that is on."""

    @extend_schema(operation_id="ceremony", responses={200: services.CeremonyBody, **READ_REFUSALS})
    def get(self, request: Request, tournament: UUID) -> Response:
        """Read the ceremony of a tournament.

        A director reads what is revealed so far; 404 while no ceremony is on.
        """
        self.found, here = self.tournament(request, tournament)
        require(can_plan(here.role))
        ceremony = ceremony_of(self.found)
        if ceremony is None:
            raise Ceremony.DoesNotExist
        return Response(self.shown(ceremony).model_dump())


def _acts(kind: Link.Kind, words: str, asks: type[services.TournamentLink] | None = None) -> tuple[Any, Any]:
    """Making and ending the links of what is called so; where no record says of which kind, the address does."""
    which = "the link of a kind" if asks else "the link"
    make, end = (
        act if asks else partial(act, services.LinkWish(kind=kind)) for act in (services.make_link, services.end_link)
    )
    making = Act(
        operation=f"{FIELDS[kind]}_link_make",
        summary=f"Make {words}",
        about=f"A scorer makes {which}; a link that is in force stays.",
        asks=asks,
        does=make,
        gives=services.LinksBody,
    )
    ending = Act(
        operation=f"{FIELDS[kind]}_link_end",
        summary=f"End {words}",
        about=f"A scorer ends {which}: its address stops working, and the next link has another address.",
        asks=asks,
        does=end,
        gives=services.LinksBody,
    )
    return making.at(LinksView, kind=kind), ending.at(LinksView, kind=kind)


tournament_make, tournament_end = _acts(Link.Kind.PUBLIC, "a public link of a tournament", services.TournamentLink)
season_make, season_end = _acts(Link.Kind.SEASON, "the public link of a season")
league_make, league_end = _acts(Link.Kind.LEAGUE, "the public link of a team league")
evening_make, evening_end = _acts(Link.Kind.EVENING, "the public link of an evening")

table_make = Act(
    operation="sitting_link_make",
    summary="Make the public link of a table",
    about="Whoever records at a table makes the link that shows its sheet, without reasons and with short names; a "
    "link that is in force stays.",
    does=services.share_table,
    gives=services.SecretAddressBody,
).at(AtTableLink)
table_end = Act(
    operation="sitting_link_end",
    summary="End the public link of a table",
    about="The address stops working, and the next link has another address.",
    does=services.stop_sharing,
    gives=None,
    status=204,
    may_repeat="There is none, now or before.",
).at(AtTableLink)
calendar_make = Act(
    operation="calendar_make",
    summary="Make the link of your own calendar of a club",
    about="A member makes the link at which a calendar program reads the evenings and tournaments of the club; a link "
    "that is in force stays. The link is the caller’s alone.",
    does=services.make_calendar,
    gives=services.SecretAddressBody,
).at(OwnCalendar)
calendar_end = Act(
    operation="calendar_end",
    summary="End the link of your own calendar of a club",
    about="Programs that read this calendar find nothing there any more.",
    does=services.end_calendar,
    gives=None,
    status=204,
    may_repeat="There is none, now or before.",
).at(OwnCalendar)
ceremony_begin = Act(
    operation="ceremony_begin",
    summary="Begin the ceremony of a tournament",
    about="A director begins to reveal the places of a tournament that has ended: from the last place, or from place "
    "`since`. A ceremony that is on, or over, begins anew.",
    asks=services.CeremonyStart,
    does=begin_ceremony,
    gives=services.CeremonyBody,
).at(AtCeremony)
ceremony_turn = Act(
    operation="ceremony_turn",
    summary="Reveal more or less of a ceremony",
    about="A director says how many turns are revealed, on the screen of the room too.",
    asks=services.CeremonyTurn,
    does=turn_to,
    gives=services.CeremonyBody,
).at(AtCeremony)
ceremony_end = Act(
    operation="ceremony_end",
    summary="End the ceremony of a tournament",
    about="A director ends the ceremony, and the standing is released to everybody. A repeated call changes nothing.",
    does=end_ceremony,
    gives=None,
    status=204,
).at(AtCeremony)


TOURNAMENT, SEASON = "tournaments/<uuid:tournament>/links", "seasons/<uuid:season>/links"
TABLE, CALENDAR = "sittings/<uuid:sitting>/link", "clubs/<uuid:club>/calendar"
CEREMONY = "tournaments/<uuid:tournament>/ceremony"
LEAGUE, EVENING = "leagues/<uuid:league>/links", "evenings/<uuid:evening>/links"

urlpatterns = [
    path(TOURNAMENT, TournamentLinks.as_view()),
    path(f"{TOURNAMENT}/make", tournament_make),
    path(f"{TOURNAMENT}/end", tournament_end),
    path(SEASON, SeasonLinks.as_view()),
    path(f"{SEASON}/make", season_make),
    path(f"{SEASON}/end", season_end),
    path(LEAGUE, LeagueLinks.as_view()),
    path(f"{LEAGUE}/make", league_make),
    path(f"{LEAGUE}/end", league_end),
    path(EVENING, EveningLinks.as_view()),
    path(f"{EVENING}/make", evening_make),
    path(f"{EVENING}/end", evening_end),
    path(TABLE, TableLink.as_view()),
    path(f"{TABLE}/make", table_make),
    path(f"{TABLE}/end", table_end),
    path(f"{CALENDAR}/make", calendar_make),
    path(f"{CALENDAR}/end", calendar_end),
    path(CEREMONY, TournamentCeremony.as_view()),
    path(f"{CEREMONY}/begin", ceremony_begin),
    path(f"{CEREMONY}/turn", ceremony_turn),
    path(f"{CEREMONY}/end", ceremony_end),
]
