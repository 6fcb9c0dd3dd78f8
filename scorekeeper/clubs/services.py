"""Every write to a club, its book and its roles."""

import secrets
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import available_timezones

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User, hashed
from scorekeeper.clubs.models import Club, Invitation, Membership, Player, Role
from scorekeeper.clubs.policies import can_direct, can_manage_members, role_in
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import clean_name

INVITATION_LIFETIME = timedelta(days=7)


@transaction.atomic
def found_club(*, by: User, name: str, time_zone: str, ink: str, now: datetime) -> Club:
    """A new club with its founder as owner and first player."""
    club = Club(name=clean_name(name, "name"), created_at=now)
    _set_details(club, time_zone, ink)
    club.save()
    _join(club, by, Role.OWNER, now)
    return club


@transaction.atomic
def change_club(*, club: Club, by: User, name: str, time_zone: str, ink: str) -> Club:
    """New details of a club; its past results stay on the days they were played."""
    require(can_direct(role_in(by, club)))
    club.name = clean_name(name, "name")
    _set_details(club, time_zone, ink)
    club.save(update_fields=["name", "time_zone", "ink"])
    return club


def invite(*, club: Club, by: User, role: str, now: datetime, note: str = "") -> str:
    """The secret of a link that makes one person a member in this role; `note` says who that shall be."""
    require(can_manage_members(role_in(by, club)))
    if role not in Role.values:
        raise Refused([Problem("role_unknown", "role", Text(gettext_noop("Choose one of the roles.")))])
    secret = secrets.token_urlsafe(24)
    Invitation.objects.create(
        club=club,
        role=role,
        note=clean_name(note, "note") if note.strip() else "",
        hash=hashed(secret),
        made_by=by,
        made_at=now,
        expires_at=now + INVITATION_LIFETIME,
    )
    return secret


def invitation(secret: str, now: datetime) -> Invitation | None:
    """The invitation behind a link, while it can still be used."""
    return (
        Invitation.objects.select_related("club").filter(hash=hashed(secret), used_at=None, expires_at__gt=now).first()
    )


def withdraw_invitation(*, club: Club, by: User, invitation: Invitation) -> None:
    """The link stops working at once; one that was used changes nothing any more."""
    require(can_manage_members(role_in(by, club)))
    Invitation.objects.filter(pk=invitation.pk, club=club, used_at=None).delete()


@transaction.atomic
def accept_invitation(*, secret: str, by: User, now: datetime, player_id: UUID | None = None) -> Club:
    """Become a member; the link is used up. A member keeps the role they have, and the link stays for somebody else.

    `player_id` is the guest of the club's book that the person says they are: that line becomes theirs.
    """
    found = invitation(secret, now)
    if found and Membership.objects.filter(club=found.club, user=by).exists():
        return found.club
    used = found and Invitation.objects.filter(pk=found.pk, used_at=None).update(used_by=by, used_at=now)
    if not found or not used:
        text = gettext_noop("This invitation has been used or has run out. Ask for a new one.")
        raise Refused([Problem("invitation_void", "", Text(text))])
    if player_id is not None:
        _become(found.club, by, player_id)
    _join(found.club, by, Role(found.role), now)
    return found.club


@transaction.atomic
def change_role(*, club: Club, by: User, membership: Membership, role: str) -> None:
    """Give a member another role; a club always keeps an owner."""
    require(can_manage_members(role_in(by, club)))
    if role not in Role.values:
        raise Refused([Problem("role_unknown", "role", Text(gettext_noop("Choose one of the roles.")))])
    if role != Role.OWNER:
        _keep_an_owner(club, membership)
    Membership.objects.filter(pk=membership.pk, club=club).update(role=role)


@transaction.atomic
def remove_member(*, club: Club, by: User, membership: Membership) -> None:
    """The person loses access; their results and their name in the book stay."""
    require(membership.user_id == by.pk or can_manage_members(role_in(by, club)))
    _keep_an_owner(club, membership)
    Membership.objects.filter(pk=membership.pk, club=club).delete()


def add_player(*, club: Club, name: str, now: datetime) -> Player:
    """A guest in the club's book. Similar names are the caller's to point out: see `selectors.similar`."""
    return Player.objects.create(club=club, name=clean_name(name, "name"), created_at=now)


@transaction.atomic
def rename_player(*, club: Club, by: User, player: Player, name: str) -> None:
    """Write a name in the book anew: it stands so on every sheet of the club, old ones too."""
    require(can_direct(role_in(by, club)))
    Player.objects.filter(pk=player.pk, club=club).update(name=clean_name(name, "name"))
    Club.objects.filter(pk=club.pk).update(book=F("book") + 1)


def _join(club: Club, user: User, role: Role, now: datetime) -> None:
    Membership.objects.get_or_create(club=club, user=user, defaults={"role": role, "joined_at": now})
    Player.objects.get_or_create(
        club=club, user=user, defaults={"name": clean_name(str(user), "name"), "created_at": now}
    )


def _become(club: Club, user: User, player_id: UUID) -> None:
    """A guest's line in the book becomes this person's, who has none yet."""
    has_one = Player.objects.filter(club=club, user=user).exists()
    guest = Player.objects.filter(pk=player_id, club=club, user=None, retired_at=None)
    if has_one or not guest.update(user=user):
        text = gettext_noop("This guest is somebody else by now. Choose again.")
        raise Refused([Problem("player_taken", "player", Text(text))])


def _keep_an_owner(club: Club, leaving: Membership) -> None:
    owners = Membership.objects.select_for_update().filter(club=club, role=Role.OWNER)
    if {owner.pk for owner in owners} == {leaving.pk}:
        text = gettext_noop("A club needs an owner: make somebody else owner first.")
        raise Refused([Problem("last_owner", "role", Text(text))])


def _set_details(club: Club, time_zone: str, ink: str) -> None:
    if time_zone not in available_timezones():
        text = gettext_noop("There is no such time zone. Choose one from the list, like Europe/Berlin.")
        raise Refused([Problem("time_zone_unknown", "time_zone", Text(text))])
    if ink not in Club.Ink.values:
        raise Refused([Problem("ink_unknown", "ink", Text(gettext_noop("Choose one of the six inks.")))])
    club.time_zone, club.ink = time_zone, ink
