"""Every write to a club, its book and its roles."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from games.core.record import load
from games.core.settling import InUnits
from games.core.text import Text
from games.core.values import InvalidRecord, Problem
from scorekeeper.accounts.models import User, hashed
from scorekeeper.accounts.second_factor import has_second_factor
from scorekeeper.accounts.services import OwnName, rename
from scorekeeper.clubs.calling import call_accounts, call_everybody, new_line
from scorekeeper.clubs.models import Club, Invitation, Membership, Player, Role, SecondFactorAsked
from scorekeeper.clubs.policies import can_direct, can_manage_members, require_running, role_in, role_kept
from scorekeeper.clubs.records import VOID, Closing, ClubChange, ClubDetails, FactorWish, Inviting, Joining, RoleChange
from scorekeeper.clubs.selectors import guests_like, line_of, open_invitations
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.inserting import insert_from
from scorekeeper.common.names import clean_name, name_key
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.languages.choice import written_for
from scorekeeper.languages.cities import known_zones

INVITATION_LIFETIME = timedelta(days=7)
REOPENED_WITHIN = timedelta(days=30)
MOST_INVITATIONS = 200  # open at once in a club: each may be a mail
LONGEST_UNIT = 12  # characters of its label: games.core.settling
NO_MONEY_FOR_MINORS = Problem(
    "no_money_for_minors",
    "unit",
    Text(gettext_noop("A club for minors plays for points. Clear the label, or untick “Club for minors”.")),
)
DETAILS = frozenset({"name", "time_zone", "language", "game_words", "ink"})
MONEY = frozenset({"unit", "decimals", "for_minors"})
"""Of a club: the fields whose change the journal says in a sentence of its own."""
VOID_INVITATION = Problem("invitation_void", "", Text(VOID))
PLAYER_TAKEN = Problem(
    "player_taken", "player", Text(gettext_noop("This guest is now linked to someone else. Choose again."))
)


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation that was just made, and the secret of its link, which nobody is shown again."""

    invitation: Invitation
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class InvitedTo:
    """What a link offers somebody: the invitation, and the guests of the book whom they may have been until now."""

    invitation: Invitation
    alike: Sequence[Player]


@transaction.atomic
def found_club(details: ClubDetails, *, by: User, now: datetime) -> Club:
    """A new club with its founder as owner and first player.

    Raises:
        Refused: `name_missing`, `name_too_long`, `time_zone_unknown`, `language_unknown`; at `own_name` as `rename`.
    """
    _require_zone(details.time_zone)
    _call(by, details.own_name)
    name = clean_name(details.name, "name")
    club = Club.objects.create(
        name=name, time_zone=details.time_zone, language=details.language, ink=details.ink, created_at=now
    )
    _join(club, by, Role.OWNER, now)
    write(Kind.CLUB_FOUNDED, club.pk, at=now, by_user=by)
    return club


@transaction.atomic
def change_club(change: ClubChange, *, club: Club, by: User) -> Club:
    """What a director wants otherwise; what is the same already is written nowhere.

    Raises:
        Refused: `name_missing`, `name_too_long`, `time_zone_unknown`, `language_unknown`, `game_unknown`,
            `unit_malformed`; `no_money_for_minors`: a club for minors plays for points.
    """
    require(can_direct(role_in(by, club)))
    wanted = change.model_dump(exclude_none=True)
    if "name" in wanted:
        wanted["name"] = clean_name(wanted["name"], "name")
    if "time_zone" in wanted:
        _require_zone(wanted["time_zone"])
    if "unit" in wanted:
        wanted["unit"] = unit_label(wanted["unit"])
    if wanted.get("unit", club.unit) and wanted.get("for_minors", club.for_minors):
        raise Refused([NO_MONEY_FOR_MINORS])
    changed = {name: value for name, value in wanted.items() if getattr(club, name) != value}
    for name, value in changed.items():
        setattr(club, name, value)
    if changed:
        club.save(update_fields=list(changed))
    if DETAILS & changed.keys():
        write(Kind.CLUB_CHANGED, club.pk, by_user=by)
    if "names" in changed:
        lock_book(club)
        call_everybody(club)
        call_accounts(club.players.exclude(user=None).values_list("user", flat=True))
        book_changed(club)
    for name in ("confirm_after", "pages_for", "names"):
        if name in changed:
            write(Kind.CLUB_CHANGED, club.pk, by_user=by, detail={name: changed[name]})
    if MONEY & changed.keys():
        detail = {"unit": club.unit, "decimals": club.decimals, "for_minors": club.for_minors}
        write(Kind.MONEY_CHANGED, club.pk, by_user=by, detail=detail)
    return club


@transaction.atomic
def ask_second_factor(wish: FactorWish, *, club: Club, by: User, now: datetime) -> Club:
    """Whether owners and directors need a second factor; who has none acts as a scorer until it is set up.

    Raises:
        Refused: `second_factor_missing`: whoever asks others for one has one.
    """
    require(can_manage_members(role_in(by, club)))
    if wish.asks and not has_second_factor(by):
        text = Text(gettext_noop("First set up your own second factor. Without it, you could no longer run the club."))
        raise Refused([Problem("second_factor_missing", "", text)])
    found = SecondFactorAsked.objects.filter(club=club)
    if wish.asks == found.exists():
        return club
    if wish.asks:
        SecondFactorAsked.objects.create(club=club, by=by, at=now)
    else:
        found.delete()
    write(Kind.CLUB_CHANGED, club.pk, at=now, by_user=by, detail={"second_factor": wish.asks})
    return club


def unit_label(text: str) -> str:
    """The one spelling of a label. Raises Refused `unit_malformed`."""
    try:
        return str(load(InUnits, {"unit": text}).unit)
    except InvalidRecord:
        most = Text(gettext_noop("A label can have at most {most} characters."), {"most": LONGEST_UNIT})
        raise Refused([Problem("unit_malformed", "unit", most)]) from None


@transaction.atomic
def invite(
    asked: Inviting, *, club: Club, by: User, now: datetime, link: Callable[[str], str] | None = None
) -> Invited:
    """An invitation for one person. With a `player` whoever accepts takes over that line of the book, whose name is its
    note where it has none. Where it has an address, a mail goes there with the address that `link` makes of the secret.

    Raises:
        Refused: `player_taken`, as `clean_name`; `invitations_many`: so many are open.
    """
    require(can_manage_members(role_in(by, club)))
    guest = None
    if asked.player and not (guest := Player.objects.vacant().filter(pk=asked.player, club=club).first()):
        raise Refused([PLAYER_TAKEN])
    if open_invitations(club, now).count() >= MOST_INVITATIONS:
        text = Text(gettext_noop("There are {most} open invitations. Withdraw some first."), {"most": MOST_INVITATIONS})
        raise Refused([Problem("invitations_many", "", text)])
    note = asked.note or (guest.name if guest else "")
    secret = secrets.token_urlsafe(24)
    made = Invitation.objects.create(
        club=club,
        role=asked.role,
        note=clean_name(note, "note") if note else "",
        player=guest,
        hash=hashed(secret),
        made_by=by,
        made_at=now,
        expires_at=now + INVITATION_LIFETIME,
    )
    write(Kind.INVITED, club.pk, at=now, by_user=by, player=guest, detail={"role": asked.role})
    if asked.email and link:
        _mail(made, asked.email, link(secret))
    return Invited(made, secret)


def _mail(made: Invitation, to: str, link: str) -> None:
    """Send the link that makes whoever gets it a member. It goes through the outbox, with this transaction."""
    with written_for(made.club.language, get_language() or ""):
        words = {"club": made.club.name, "who": str(made.made_by), "role": Role(made.role).label, "link": link}
        parts = [_("{who} invites you to join {club} as {role}.").format(**words)]
        if made.player:
            parts.append(_("Results you have played there as {name} become yours.").format(name=made.player.name))
        parts.append(_("Open this link to join. It works once, for one week:\n\n{link}").format(**words))
        parts.append(_("If you do not know {who} or {club}, ignore this mail. Nothing will happen.").format(**words))
        subject = _("Invitation to {club}").format(**words)
    get_connection().send_messages([EmailMessage(subject, "\n\n".join(parts), to=[to])])


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


def show_invitation(asked: Joining, *, by: User) -> InvitedTo:
    """What a link offers this person; it is not used up.

    Raises:
        Refused: `invitation_void`.
    """
    found = invitation(asked.secret, timezone.now())
    if found is None:
        raise Refused([VOID_INVITATION])
    return InvitedTo(found, [] if found.player else guests_like(found.club, by, asked.own_name or by.own_name))


@transaction.atomic
def accept_invitation(asked: Joining, *, by: User, now: datetime) -> Membership:
    """Become a member; the link is used up. A member keeps the role they have, and the link stays for somebody else.

    `asked.player` is the guest of the club's book that the person says they are: that line becomes theirs. A link made
    for a guest says so itself; who has a line of their own from an earlier time keeps that one.

    Raises:
        PermissionDenied: the club is closed.
        Refused: `invitation_void`, `player_taken`; as `clean_name`; at `own_name` as `rename`.
    """
    found = invitation(asked.secret, now)
    if found and (there := Membership.objects.select_related("club").filter(club=found.club, user=by).first()):
        return there
    used = found and Invitation.objects.filter(pk=found.pk, used_at=None).update(used_by=by, used_at=now)
    if not found or not used:
        raise Refused([VOID_INVITATION])
    require_running(found.club)
    lock_book(found.club)
    _call(by, asked.own_name)
    before = None
    if found.player and line_of(found.club, by) is None:
        before = _become(found.club, by, found.player.identity)
    elif asked.player is not None:
        before = _become(found.club, by, asked.player)
    member = _join(found.club, by, Role(found.role), now)
    write(Kind.MEMBER_JOINED, found.club.pk, at=now, by_user=by, user=before, detail={"role": found.role})
    return member


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
def change_role(change: RoleChange, *, club: Club, by: User, membership: Membership) -> Membership:
    """Give a member another role; a club always keeps an owner.

    Raises:
        Refused: `last_owner`.
    """
    require(can_manage_members(role_in(by, club)))
    if change.role != Role.OWNER:
        _keep_an_owner(club, membership)
    others = Membership.objects.filter(pk=membership.pk, club=club).exclude(role=change.role)
    if others.update(role=change.role):
        write(Kind.ROLE_CHANGED, club.pk, by_user=by, user=membership.user, detail={"role": change.role})
        membership.role = change.role
    return membership


@transaction.atomic
def remove_member(*, club: Club, by: User, membership: Membership) -> None:
    """The person loses access; their results and their name in the book stay. A closed club needs no owner.

    Raises:
        Refused: `last_owner`.
    """
    require(membership.user_id == by.pk or can_manage_members(role_in(by, club)))
    if not club.is_closed:
        _keep_an_owner(club, membership)
    if not Membership.objects.filter(pk=membership.pk, club=club).delete()[0]:
        return
    if membership.user_id == by.pk:
        write(Kind.MEMBER_LEFT, club.pk, by_user=by)
    else:
        write(Kind.MEMBER_REMOVED, club.pk, by_user=by, user=membership.user)


@transaction.atomic
def hand_over(*, club: Club, by: User, membership: Membership) -> Membership:
    """Another member becomes owner, and who hands the club over is a director from now on.

    Raises:
        Refused: `hand_over_self`, `member_gone`.
    """
    require(can_manage_members(role_in(by, club)))
    if membership.user_id == by.pk:
        text = gettext_noop("You already own this club. Choose another member.")
        raise Refused([Problem("hand_over_self", "role", Text(text))])
    if not Membership.objects.filter(pk=membership.pk, club=club).present().update(role=Role.OWNER):
        text = gettext_noop("This person is not in the club or has not joined yet. Choose another member.")
        raise Refused([Problem("member_gone", "role", Text(text))])
    Membership.objects.filter(club=club, user=by).update(role=Role.DIRECTOR)
    write(Kind.HANDED_OVER, club.pk, by_user=by, user=membership.user)
    membership.role = Role.OWNER
    return membership


def add_player(*, club: Club, name: str, now: datetime) -> Player:
    """A guest in the club's book. Similar names are the caller's to point out: see `selectors.similar`. Raises Refused
    as `clean_name`."""
    player = new_line(club, clean_name(name, "name"))
    player.created_at = now
    player.save()
    return player


@transaction.atomic
def add_players(*, club: Club, lines: "QuerySet[Any]", now: datetime) -> int:
    """A guest in the club's book for each of `lines`, under its id and its name, which has been looked over before; how
    many. In one statement."""
    many = insert_from(Player, lines, id=F("id"), club=club.pk, name=F("name"), created_at=now)
    if club.names == Club.Names.SHORT:
        call_everybody(club)
    return many


@transaction.atomic
def close_club(closing: Closing, *, club: Club, by: User, now: datetime) -> Club:
    """From now on the club is only read. Nothing is deleted.

    Raises:
        Refused: `name_differs`.
    """
    require(can_manage_members(role_in(by, club)))
    if name_key(closing.name) != name_key(club.name) or not closing.name:
        text = Text(
            gettext_noop("This is not the club’s name. Type it exactly as shown above: {name}"), {"name": club.name}
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
        text = gettext_noop("This club was closed more than {days} days ago and cannot be reopened.")
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


def _call(user: User, name: str | None) -> None:
    """What somebody says of their name on the way into a club."""
    if name is not None:
        rename(OwnName(name=name), by=user, field="own_name")


def _join(club: Club, user: User, role: Role, now: datetime) -> Membership:
    member, _made = Membership.objects.get_or_create(club=club, user=user, defaults={"role": role, "joined_at": now})
    if line_of(club, user) is None:
        line = new_line(club, clean_name(user.own_name, "name"))
        line.user, line.created_at = user, now
        line.save()
        if club.names == Club.Names.SHORT:
            call_accounts([user.pk])
    return member


def _become(club: Club, user: User, player_id: UUID) -> User | None:
    """A vacant line in the book, with those merged into it, becomes this person's, who has none yet. An account that
    came with an archive and had it until now is no member any more, and is returned."""
    line = Player.objects.vacant().filter(pk=player_id, club=club).select_related("user").first()
    if line is None or line_of(club, user):
        raise Refused([PLAYER_TAKEN])
    Player.objects.filter(Q(pk=line.pk) | Q(merged_into=line.pk), club=club).update(user=user)
    call_accounts([user.pk])
    if line.user:
        Membership.objects.filter(club=club, user=line.user).delete()
    return line.user


def _keep_an_owner(club: Club, leaving: Membership) -> None:
    owners = Membership.objects.select_for_update(of=("self",)).filter(club=club, role=Role.OWNER).present()
    if {owner.pk for owner in owners} == {leaving.pk}:
        text = gettext_noop("A club needs an owner. Make someone else the owner first.")
        raise Refused([Problem("last_owner", "role", Text(text))])


def _require_zone(time_zone: str) -> None:
    if time_zone not in known_zones():
        text = gettext_noop("There is no such time zone. Choose one from the list, for example Europe/Berlin.")
        raise Refused([Problem("time_zone_unknown", "time_zone", Text(text))])
