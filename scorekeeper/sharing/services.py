"""Make a link, find what stands behind it, end it."""

import base64
import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from scorekeeper.accounts.models import User, hashed
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.clubs.services import lock_book
from scorekeeper.common.errors import require
from scorekeeper.journal.models import Kind
from scorekeeper.play.actors import Actor
from scorekeeper.play.policies import can_share
from scorekeeper.play.services.common import at_table, tell
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.policies import can_have_calendar
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.policies import can_desk

PAGES: Final[Mapping[Link.Kind, str]] = {
    Link.Kind.SCREEN: "shared_screen",
    Link.Kind.PUBLIC: "shared_tournament",
}
"""What stands behind the links of a tournament: the names of the pages."""


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
    there = Link.objects.filter(club=sitting.club_id, sitting=sitting, ended_at=None).first()
    if there:
        return there
    tell(sitting, Kind.SHARED, by, now)
    return _make(Link(club_id=sitting.club_id, kind=Link.Kind.TABLE, sitting=sitting, made_at=now))


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
    there = Link.objects.filter(club=club, user=by, kind=Link.Kind.CALENDAR, ended_at=None).first()
    return there or _make(Link(club=club, kind=Link.Kind.CALENDAR, user=by, made_at=now))


def end_calendar(*, club: Club, by: User, now: datetime) -> None:
    """Programs that read this calendar find nothing there any more."""
    Link.objects.filter(club=club, user=by, kind=Link.Kind.CALENDAR, ended_at=None).update(ended_at=now)


@transaction.atomic
def make_screen(*, tournament_id: UUID, by: User, now: datetime, kind: Link.Kind = Link.Kind.SCREEN) -> Link:
    """The link that the screen in the room shows a tournament by, or everybody's phone (`Link.Kind.PUBLIC`); asked
    twice it is the same one.

    Raises:
        Tournament.DoesNotExist.
        PermissionDenied: not who runs the desk.
    """
    found = _tournament(tournament_id, by)
    there = Link.objects.filter(club=found.club_id, tournament=found, kind=kind, ended_at=None).first()
    return there or _make(Link(club_id=found.club_id, kind=kind, tournament=found, made_at=now))


@transaction.atomic
def end_screen(*, tournament_id: UUID, by: User, now: datetime, kind: Link.Kind = Link.Kind.SCREEN) -> None:
    """Screens, or phones, that show this tournament find nothing there any more."""
    found = _tournament(tournament_id, by)
    Link.objects.filter(club=found.club_id, tournament=found, kind=kind, ended_at=None).update(ended_at=now)


def links_of(tournament: Tournament) -> QuerySet[Link]:
    """The links of a tournament that are in force."""
    return Link.objects.filter(club=tournament.club_id, tournament=tournament, ended_at=None).order_by("kind")


def _tournament(tournament_id: UUID, by: User) -> Tournament:
    found = Tournament.objects.select_related("club").select_for_update(of=("self",)).get(pk=tournament_id)
    require(can_desk(role_in(by, found.club)))
    require_running(found.club)
    return found


def behind(secret: str, kind: Link.Kind) -> Link | None:
    """What the link leads to while it is in force; a calendar while its person belongs to the club."""
    rows = Link.objects.select_related("club", "sitting__club", "tournament__club", "user")
    link = rows.filter(hash=hashed(secret), kind=kind, ended_at=None).first()
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
