"""Every write to a club, its book and its roles."""

import secrets
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_noop

from games.core.amounts import InUnits
from games.core.record import load
from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.accounts.models import User, hashed
from scorekeeper.accounts.selectors import has_second_factor
from scorekeeper.clubs.models import Club, Invitation, Membership, Player, Role, SecondFactorAsked
from scorekeeper.clubs.policies import (
    can_direct,
    can_keep_book,
    can_manage_members,
    require_running,
    role_in,
    role_kept,
)
from scorekeeper.clubs.selectors import line_of, open_invitations
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.inserting import insert_from
from scorekeeper.common.names import clean_name, name_key
from scorekeeper.common.zones import known_zones
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write

INVITATION_LIFETIME = timedelta(days=7)
REOPENED_WITHIN = timedelta(days=30)
MOST_INVITATIONS = 200  # open at once in a club: each may be a mail
LONGEST_UNIT = 12  # characters of its label: games.core.amounts
NO_MONEY_FOR_MINORS = Problem(
    "no_money_for_minors",
    "unit",
    Text(gettext_noop("A club for minors plays for points. Leave the label empty, or say that it is not for minors.")),
)
PLAYER_TAKEN = Problem(
    "player_taken", "player", Text(gettext_noop("This guest is somebody else by now. Choose again."))
)


@transaction.atomic
def found_club(*, by: User, name: str, time_zone: str, ink: str, now: datetime) -> Club:
    """A new club with its founder as owner and first player."""
    club = Club(name=clean_name(name, "name"), created_at=now)
    _set_details(club, time_zone, ink)
    club.save()
    _join(club, by, Role.OWNER, now)
    write(Kind.CLUB_FOUNDED, club.pk, at=now, by_user=by)
    return club


@transaction.atomic
def change_club(*, club: Club, by: User, name: str, time_zone: str, ink: str) -> Club:
    """New details of a club; its past results stay on the days they were played."""
    require(can_direct(role_in(by, club)))
    club.name = clean_name(name, "name")
    _set_details(club, time_zone, ink)
    club.save(update_fields=["name", "time_zone", "ink"])
    write(Kind.CLUB_CHANGED, club.pk, by_user=by)
    return club


@transaction.atomic
def set_confirming(*, club: Club, by: User, minutes: int) -> None:
    """After how many minutes a hand that nobody disputes is confirmed by itself; 0: never."""
    require(can_direct(role_in(by, club)))
    if minutes not in Club.Confirming.values:
        raise Refused([Problem("confirming_unknown", "confirm_after", Text(gettext_noop("Choose one of the times.")))])
    if club.confirm_after != minutes:
        club.confirm_after = minutes
        club.save(update_fields=["confirm_after"])
        write(Kind.CLUB_CHANGED, club.pk, by_user=by, detail={"confirm_after": minutes})


@transaction.atomic
def set_pages(*, club: Club, by: User, pages_for: str) -> None:
    """Who reads the page of each player, the club's records and its ratings."""
    require(can_direct(role_in(by, club)))
    if pages_for not in Club.Pages.values:
        raise Refused([Problem("pages_unknown", "pages_for", Text(gettext_noop("Choose one of these.")))])
    if club.pages_for != pages_for:
        club.pages_for = pages_for
        club.save(update_fields=["pages_for"])
        write(Kind.CLUB_CHANGED, club.pk, by_user=by, detail={"pages_for": pages_for})


@transaction.atomic
def ask_second_factor(*, club: Club, by: User, asks: bool, now: datetime) -> None:
    """Whether owners and directors need a second factor; who has none acts as a scorer until it is set up.

    Raises:
        Refused: `second_factor_missing`: whoever asks others for one has one.
    """
    require(can_manage_members(role_in(by, club)))
    if asks and not has_second_factor(by):
        text = Text(
            gettext_noop("Set up your own second factor first: else you could no longer run the club yourself.")
        )
        raise Refused([Problem("second_factor_missing", "", text)])
    found = SecondFactorAsked.objects.filter(club=club)
    if asks == found.exists():
        return
    if asks:
        SecondFactorAsked.objects.create(club=club, by=by, at=now)
    else:
        found.delete()
    write(Kind.CLUB_CHANGED, club.pk, at=now, by_user=by, detail={"second_factor": asks})


@transaction.atomic
def set_money(*, club: Club, by: User, unit: str, decimals: int, for_minors: bool) -> None:
    """What the club's tables play for: a unit with its label, or points where there is none. What is booked stays in
    the unit it was booked in.

    Raises:
        Refused: `unit_malformed`, `decimals_unknown`; `no_money_for_minors`: a club for minors plays for points.
    """
    require(can_direct(role_in(by, club)))
    label = unit_label(unit)
    if decimals not in {0, 2}:
        raise Refused([Problem("decimals_unknown", "decimals", Text(gettext_noop("Choose one of these.")))])
    if label and for_minors:
        raise Refused([NO_MONEY_FOR_MINORS])
    if (club.unit, club.decimals, club.for_minors) == (label, decimals, for_minors):
        return
    club.unit, club.decimals, club.for_minors = label, decimals, for_minors
    club.save(update_fields=["unit", "decimals", "for_minors"])
    told = {"unit": label, "decimals": decimals, "for_minors": for_minors}
    write(Kind.MONEY_CHANGED, club.pk, by_user=by, detail=told)


def unit_label(text: str) -> str:
    """The one spelling of a label. Raises Refused `unit_malformed`."""
    try:
        return str(load(InUnits, {"unit": text}).unit)
    except InvalidRecord:
        most = Text(gettext_noop("A label has at most {most} characters."), {"most": LONGEST_UNIT})
        raise Refused([Problem("unit_malformed", "unit", most)]) from None


@transaction.atomic
def invite(*, club: Club, by: User, role: str, now: datetime, note: str = "", guest: Player | None = None) -> str:
    """The secret of a link that makes one person a member in this role; `note` says who that shall be.

    With `guest` whoever accepts takes over that line of the book.
    """
    require(can_manage_members(role_in(by, club)))
    if role not in Role.values:
        raise Refused([Problem("role_unknown", "role", Text(gettext_noop("Choose one of the roles.")))])
    if guest and not Player.objects.vacant().filter(pk=guest.pk, club=club).exists():
        raise Refused([PLAYER_TAKEN])
    _keep_few(club, now)
    secret = secrets.token_urlsafe(24)
    Invitation.objects.create(
        club=club,
        role=role,
        note=clean_name(note, "note") if note.strip() else "",
        player=guest,
        hash=hashed(secret),
        made_by=by,
        made_at=now,
        expires_at=now + INVITATION_LIFETIME,
    )
    write(Kind.INVITED, club.pk, at=now, by_user=by, player=guest, detail={"role": role})
    return secret


def invitation(secret: str, now: datetime) -> Invitation | None:
    """The invitation behind a link, while it can still be used."""
    return (
        Invitation.objects.select_related("club", "player")
        .filter(hash=hashed(secret), used_at=None, expires_at__gt=now)
        .first()
    )


@transaction.atomic
def withdraw_invitation(*, club: Club, by: User, invitation: Invitation) -> None:
    """The link stops working at once; one that was used changes nothing any more."""
    require(can_manage_members(role_in(by, club)))
    if Invitation.objects.filter(pk=invitation.pk, club=club, used_at=None).delete()[0]:
        write(Kind.INVITATION_WITHDRAWN, club.pk, by_user=by, player=invitation.player)


@transaction.atomic
def accept_invitation(*, secret: str, by: User, now: datetime, player_id: UUID | None = None) -> Club:
    """Become a member; the link is used up. A member keeps the role they have, and the link stays for somebody else.

    `player_id` is the guest of the club's book that the person says they are: that line becomes theirs. A link made
    for a guest says so itself; who has a line of their own from an earlier time keeps that one.
    """
    found = invitation(secret, now)
    if found and Membership.objects.filter(club=found.club, user=by).exists():
        return found.club
    used = found and Invitation.objects.filter(pk=found.pk, used_at=None).update(used_by=by, used_at=now)
    if not found or not used:
        text = gettext_noop("This invitation has been used or has run out. Ask for a new one.")
        raise Refused([Problem("invitation_void", "", Text(text))])
    require_running(found.club)
    lock_book(found.club)
    before = None
    if found.player and line_of(found.club, by) is None:
        before = _become(found.club, by, found.player.identity)
    elif player_id is not None:
        before = _become(found.club, by, player_id)
    _join(found.club, by, Role(found.role), now)
    write(Kind.MEMBER_JOINED, found.club.pk, at=now, by_user=by, user=before, detail={"role": found.role})
    return found.club


@transaction.atomic
def take_over(*, club: Club, by: User, now: datetime, line: Player | None = None) -> None:
    """Whoever runs the installation made this person an owner of a club that was brought along, and gave them a vacant
    line of its book."""
    lock_book(club)
    before = _become(club, by, line.pk) if line else None
    _join(club, by, Role.OWNER, now)
    Membership.objects.filter(club=club, user=by).update(role=Role.OWNER)
    write(Kind.MEMBER_JOINED, club.pk, at=now, by_user=by, user=before, detail={"role": Role.OWNER})


@transaction.atomic
def change_role(*, club: Club, by: User, membership: Membership, role: str) -> None:
    """Give a member another role; a club always keeps an owner."""
    require(can_manage_members(role_in(by, club)))
    if role not in Role.values:
        raise Refused([Problem("role_unknown", "role", Text(gettext_noop("Choose one of the roles.")))])
    if role != Role.OWNER:
        _keep_an_owner(club, membership)
    if Membership.objects.filter(pk=membership.pk, club=club).exclude(role=role).update(role=role):
        write(Kind.ROLE_CHANGED, club.pk, by_user=by, user=membership.user, detail={"role": role})


@transaction.atomic
def remove_member(*, club: Club, by: User, membership: Membership) -> None:
    """The person loses access; their results and their name in the book stay. A closed club needs no owner."""
    require(membership.user_id == by.pk or can_manage_members(role_in(by, club)))
    if not club.is_closed:
        _keep_an_owner(club, membership)
    if not Membership.objects.filter(pk=membership.pk, club=club).delete()[0]:
        return
    if membership.user_id == by.pk:
        write(Kind.MEMBER_LEFT, club.pk, by_user=by)
    else:
        write(Kind.MEMBER_REMOVED, club.pk, by_user=by, user=membership.user)


def add_player(*, club: Club, name: str, now: datetime) -> Player:
    """A guest in the club's book. Similar names are the caller's to point out: see `selectors.similar`."""
    return Player.objects.create(club=club, name=clean_name(name, "name"), created_at=now)


@transaction.atomic
def add_players(*, club: Club, lines: "QuerySet[Any]", now: datetime) -> int:
    """A guest in the club's book for each of `lines`, under its id and its name, which has been looked over before; how
    many. In one statement."""
    return insert_from(Player, lines, id=F("id"), club=club.pk, name=F("name"), created_at=now)


@transaction.atomic
def write_in(*, club: Club, by: User, name: str, now: datetime) -> Player:
    """Whoever keeps the book writes a guest into it."""
    require(can_keep_book(role_in(by, club)))
    player = add_player(club=club, name=name, now=now)
    write(Kind.WRITTEN_IN, club.pk, at=now, by_user=by, player=player)
    return player


@transaction.atomic
def rename_player(*, club: Club, by: User, player: Player, name: str) -> None:
    """Write a name in the book anew: it stands so on every sheet of the club, old ones too."""
    require(can_keep_book(role_in(by, club)))
    name = clean_name(name, "name")
    lock_book(club)
    Player.objects.people().filter(pk=player.pk, club=club).update(name=name)
    Player.objects.filter(merged_into=player.pk, club=club).update(name=name)
    book_changed(club)
    write(Kind.RENAMED, club.pk, by_user=by, player=player)


@transaction.atomic
def retire_player(*, club: Club, by: User, player: Player, now: datetime) -> None:
    """The person is not offered for new tables any more; all they have played stays."""
    require(can_keep_book(role_in(by, club)))
    if Player.objects.people().filter(pk=player.pk, club=club, retired_at=None).update(retired_at=now):
        write(Kind.RETIRED, club.pk, at=now, by_user=by, player=player)


@transaction.atomic
def return_player(*, club: Club, by: User, player: Player) -> None:
    """A retired person is offered for new tables again."""
    require(can_keep_book(role_in(by, club)))
    retired = Player.objects.people().filter(pk=player.pk, club=club, retired_at__isnull=False)
    if retired.update(retired_at=None):
        write(Kind.BROUGHT_BACK, club.pk, by_user=by, player=player)


@transaction.atomic
def hand_over(*, club: Club, by: User, membership: Membership) -> None:
    """Another member becomes owner, and who hands the club over is a director from now on."""
    require(can_manage_members(role_in(by, club)))
    if membership.user_id == by.pk:
        text = gettext_noop("You are its owner already. Choose another member.")
        raise Refused([Problem("hand_over_self", "role", Text(text))])
    if not Membership.objects.filter(pk=membership.pk, club=club).present().update(role=Role.OWNER):
        text = gettext_noop("They do not belong to the club, or are not here yet. Choose another member.")
        raise Refused([Problem("member_gone", "role", Text(text))])
    Membership.objects.filter(club=club, user=by).update(role=Role.DIRECTOR)
    write(Kind.HANDED_OVER, club.pk, by_user=by, user=membership.user)


@transaction.atomic
def close_club(*, club: Club, by: User, name: str, now: datetime) -> Club:
    """From now on the club is only read. Nothing is deleted; `name`, typed, shows that it is meant.

    Raises:
        Refused: `name_differs`.
    """
    require(can_manage_members(role_in(by, club)))
    if name_key(name) != name_key(club.name) or not name.strip():
        text = Text(
            gettext_noop("This is not the name of the club. Type it as it stands above: {name}"), {"name": club.name}
        )
        raise Refused([Problem("name_differs", "name", text)])
    club.closed_at = now
    club.save(update_fields=["closed_at"])
    write(Kind.CLUB_CLOSED, club.pk, at=now, by_user=by)
    return club


@transaction.atomic
def reopen_club(*, club: Club, by: User, now: datetime) -> Club:
    """An owner opens a closed club again: everything is as it was. A club that is open stays so.

    Raises:
        Refused: `closed_long_ago`.
    """
    require(role_kept(by, club) == Role.OWNER)
    if club.closed_at is None:
        return club
    if now > club.closed_at + REOPENED_WITHIN:
        text = gettext_noop("It was closed more than {days} days ago and stays closed.")
        raise Refused([Problem("closed_long_ago", "", Text(text, {"days": REOPENED_WITHIN.days}))])
    club.closed_at = None
    club.save(update_fields=["closed_at"])
    write(Kind.CLUB_REOPENED, club.pk, at=now, by_user=by)
    return club


def lock_book(club: Club) -> None:
    """Wait for whoever changes the club's book, and keep others waiting until the end of this transaction. Recording
    does not wait for it."""
    Club.objects.select_for_update(no_key=True).values_list("pk").get(pk=club.pk)


def book_changed(club: Club) -> None:
    """What shows names or adds up by person has changed: see `standings.selectors.seen`."""
    Club.objects.filter(pk=club.pk).update(book=F("book") + 1)


def _join(club: Club, user: User, role: Role, now: datetime) -> None:
    Membership.objects.get_or_create(club=club, user=user, defaults={"role": role, "joined_at": now})
    if line_of(club, user) is None:
        Player.objects.create(club=club, user=user, name=clean_name(str(user), "name"), created_at=now)


def _become(club: Club, user: User, player_id: UUID) -> User | None:
    """A vacant line in the book, with those merged into it, becomes this person's, who has none yet. An account that
    came with an archive and had it until now is no member any more, and is returned."""
    line = Player.objects.vacant().filter(pk=player_id, club=club).select_related("user").first()
    if line is None or line_of(club, user):
        raise Refused([PLAYER_TAKEN])
    Player.objects.filter(Q(pk=line.pk) | Q(merged_into=line.pk), club=club).update(user=user)
    if line.user:
        Membership.objects.filter(club=club, user=line.user).delete()
    return line.user


def _keep_few(club: Club, now: datetime) -> None:
    if open_invitations(club, now).count() >= MOST_INVITATIONS:
        text = Text(gettext_noop("{most} invitations are open. Withdraw some first."), {"most": MOST_INVITATIONS})
        raise Refused([Problem("invitations_many", "", text)])


def _keep_an_owner(club: Club, leaving: Membership) -> None:
    owners = Membership.objects.select_for_update(of=("self",)).filter(club=club, role=Role.OWNER).present()
    if {owner.pk for owner in owners} == {leaving.pk}:
        text = gettext_noop("A club needs an owner: make somebody else owner first.")
        raise Refused([Problem("last_owner", "role", Text(text))])


def _set_details(club: Club, time_zone: str, ink: str) -> None:
    if time_zone not in known_zones():
        text = gettext_noop("There is no such time zone. Choose one from the list, like Europe/Berlin.")
        raise Refused([Problem("time_zone_unknown", "time_zone", Text(text))])
    if ink not in Club.Ink.values:
        raise Refused([Problem("ink_unknown", "ink", Text(gettext_noop("Choose one of the six inks.")))])
    club.time_zone, club.ink = time_zone, ink
