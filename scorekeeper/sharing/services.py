"""Make a link, find what stands behind it, end it."""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Final, TypeAlias
from uuid import UUID

from django.conf import settings
from django.db import models, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from pydantic import Field

from scorekeeper.accounts.models import User, hashed
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.clubs.services import lock_book
from scorekeeper.common.acts import Answer, Asked, OneOf
from scorekeeper.common.addresses import public_address
from scorekeeper.common.charts import qr_code
from scorekeeper.common.errors import require
from scorekeeper.journal.models import Kind
from scorekeeper.leagues.models import Evening, TeamLeague
from scorekeeper.play.acting import at_table, tell
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.policies import can_share
from scorekeeper.sharing.models import FIELDS, Link
from scorekeeper.sharing.policies import can_have_calendar, can_publish
from scorekeeper.standings.models import Competition
from scorekeeper.tournaments.models import Tournament

PUBLISHED_KINDS: Final = [kind.value for kind in Link.Kind if kind not in {Link.Kind.TABLE, Link.Kind.CALENDAR}]
OF_TOURNAMENTS: Final = [kind for kind in PUBLISHED_KINDS if FIELDS[kind] == "tournament"]
KIND_HELP: Final = "`screen`: the screen of the room; `public`: everybody's phone."


class LinkWish(Asked):
    """Which link of what who works at the desk shows to others."""

    kind: Annotated[str, OneOf(PUBLISHED_KINDS)]


class TournamentLink(LinkWish):
    """Which link of a tournament."""

    kind: Annotated[str, OneOf(OF_TOURNAMENTS), Field(description=KIND_HELP)]


class CeremonyStart(Asked):
    """From where on the places of a tournament are revealed."""

    since: Annotated[
        int | None, Field(description="The place that is revealed first; left out or null: the last one.")
    ] = None


class CeremonyTurn(Asked):
    """How many turns are revealed from now on."""

    turn: Annotated[int, Field(ge=0, description="0: none; more than there are: all of them.")]


class LinkBody(Answer):
    """A link in force: whoever holds it looks, without an account."""

    kind: Annotated[str, OneOf(PUBLISHED_KINDS)] = Field(
        description=f"Of a tournament {KIND_HELP} Else what it leads to."
    )
    address: str
    made_at: datetime


class LinksBody(Answer):
    """The links that are in force, at most one of a kind."""

    links: list[LinkBody]


class SecretAddressBody(Answer):
    """A link in force: whoever holds its address looks, without an account."""

    address: str
    made_at: datetime


class HonouredBody(Answer):
    """Somebody whose place or prize is revealed."""

    name: str = Field(description="The short name, as on the screen of the room.")
    points: str = Field(description="In words; empty: the last stage has none.")
    prize: str = Field(description="In words; empty: none.")


class CeremonyTurnBody(Answer):
    """What one turn reveals: a place with all who share it, or a special prize."""

    title: str
    place: str = Field(description="Like 4 or 2–3; empty: a special prize.")
    honoured: list[HonouredBody]


class CeremonyBody(Answer):
    """The ceremony of a tournament as it stands."""

    since: int | None = Field(description="The place that was revealed first; null: the last one.")
    begun_at: datetime
    ended_at: datetime | None
    turn: int = Field(description="How many turns are revealed.")
    turns: int = Field(description="How many there are.")
    revealed: list[CeremonyTurnBody] = Field(description="The newest first.")


PAGES: Final[Mapping[Link.Kind, str]] = {
    Link.Kind.TABLE: "shared_table",
    Link.Kind.CALENDAR: "calendar_feed",
    Link.Kind.SCREEN: "shared_screen",
    Link.Kind.PUBLIC: "shared_tournament",
    Link.Kind.SEASON: "shared_results",
    Link.Kind.LEAGUE: "shared_results",
    Link.Kind.EVENING: "shared_results",
}
"""What stands behind a link: the names of the addresses."""

Published: TypeAlias = Tournament | Competition | TeamLeague | Evening
PUBLISHED: Final[Mapping[Link.Kind, type[Published]]] = {
    Link.Kind.SCREEN: Tournament,
    Link.Kind.PUBLIC: Tournament,
    Link.Kind.SEASON: Competition,
    Link.Kind.LEAGUE: TeamLeague,
    Link.Kind.EVENING: Evening,
}
"""What who works at the desk shows to others, by the kind of the link."""


def secret_of(link: Link) -> str:
    """What stands in the link: 160 bits made from the row's id and the installation's secret."""
    made = hmac.new(settings.SECRET_KEY.encode(), f"{link.kind} link {link.pk}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made[:20]).decode().rstrip("=")


@transaction.atomic
def share_table(*, sitting_id: UUID, by: Actor, now: datetime) -> Link:
    """The link that shows this table to whoever holds it; asked twice it is the same one.

    Raises:
        Sitting.DoesNotExist: there is none that this actor may see.
        PermissionDenied: they may not share it.
    """
    table = at_table(sitting_id, by)
    require(can_share(table.who))
    sitting = table.sitting
    if there := table_link(sitting):
        return there
    tell(sitting, Kind.SHARED, by, now)
    return _make(Link(club_id=sitting.club_id, kind=Link.Kind.TABLE, sitting=sitting, made_at=now))


def table_link(sitting: Sitting) -> Link | None:
    """The link in force that shows this table."""
    return Link.objects.filter(club=sitting.club_id, sitting=sitting, ended_at=None).first()


@transaction.atomic
def stop_sharing(*, sitting_id: UUID, by: Actor, now: datetime) -> None:
    """The link of this table leads nowhere any more."""
    table = at_table(sitting_id, by)
    require(can_share(table.who))
    if Link.objects.filter(sitting=table.sitting, ended_at=None).update(ended_at=now):
        tell(table.sitting, Kind.NOT_SHARED, by, now)


@transaction.atomic
def make_calendar(*, club: Club, by: User, now: datetime) -> Link:
    """The calendar of this club's evenings for one member; asked twice it is the same one."""
    require(can_have_calendar(role_in(by, club)))
    lock_book(club)
    return calendar_link(club, by) or _make(Link(club=club, kind=Link.Kind.CALENDAR, user=by, made_at=now))


def calendar_link(club: Club, user: User) -> Link | None:
    """The calendar of this club's evenings that is in force for this person."""
    return Link.objects.filter(club=club, user=user, kind=Link.Kind.CALENDAR, ended_at=None).first()


def end_calendar(*, club: Club, by: User, now: datetime) -> None:
    """Programs that read this calendar find nothing there any more."""
    Link.objects.filter(club=club, user=by, kind=Link.Kind.CALENDAR, ended_at=None).update(ended_at=now)


@transaction.atomic
def make_link(wish: LinkWish, *, of: UUID, by: User, now: datetime) -> Link:
    """The link of this kind of a tournament, an evening, a season or a league; asked twice it is the same one.

    Raises:
        ObjectDoesNotExist: there is no such thing.
        PermissionDenied: not who runs the desk.
    """
    kind = Link.Kind(wish.kind)
    thing = _published(kind, of, by)
    there = links_of(thing).filter(kind=kind).first()
    if there:
        return there
    link = Link(club_id=thing.club_id, kind=kind, made_at=now)
    setattr(link, FIELDS[kind], thing)
    return _make(link)


@transaction.atomic
def end_link(wish: LinkWish, *, of: UUID, by: User, now: datetime) -> None:
    """Whoever holds the link finds nothing there any more; the next one is another."""
    kind = Link.Kind(wish.kind)
    links_of(_published(kind, of, by)).filter(kind=kind).update(ended_at=now)


def links_of(thing: Published) -> QuerySet[Link]:
    """The links of a tournament, an evening, a season or a league that are in force."""
    field = next(FIELDS[kind] for kind, model in PUBLISHED.items() if isinstance(thing, model))
    return Link.objects.filter(models.Q((field, thing)), club=thing.club_id, ended_at=None).order_by("kind")


def _published(kind: Link.Kind, of: UUID, by: User) -> Published:
    found: Published = PUBLISHED[kind].objects.select_related("club").select_for_update(of=("self",)).get(pk=of)
    require(can_publish(role_in(by, found.club)))
    require_running(found.club)
    return found


def behind(secret: str, *kinds: Link.Kind) -> Link | None:
    """The link of one of these kinds while it is in force; a calendar while its person belongs to the club."""
    rows = Link.objects.select_related(
        "club", "sitting__club", "tournament__club", "season__club", "league__season", "evening__club", "user"
    )
    link = rows.filter(hash=hashed(secret), kind__in=kinds, ended_at=None).first()
    if (
        link
        and link.user
        and not Membership.objects.filter(club=link.club_id, user=link.user, user__is_active=True).exists()
    ):
        return None
    return link


def _make(link: Link) -> Link:
    link.hash = hashed(secret_of(link))
    link.save(force_insert=True)
    return link


@dataclass(frozen=True, slots=True)
class Offer:
    """The whole address, and the QR code that holds it."""

    address: str
    qr: SafeString


def offer_of(request: HttpRequest, link: Link | None) -> Offer | None:
    """None where there is no link in force."""
    if link is None:
        return None
    address = address_of(request, link)
    return Offer(address, qr_code(address))


def address_of(request: HttpRequest, link: Link) -> str:
    """The whole address that a link is."""
    return public_address(request, reverse(PAGES[Link.Kind(link.kind)], args=[secret_of(link)]))
