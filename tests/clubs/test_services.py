"""Clubs, roles, invitations: what may be done, and what is refused."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from scorekeeper.clubs.models import Club, Invitation, Membership, Player, Role
from scorekeeper.clubs.policies import at_least, role_in
from scorekeeper.clubs.records import ClubChange, ClubDetails, Inviting, Joining, RoleChange
from scorekeeper.clubs.selectors import guests_like, similar
from scorekeeper.clubs.services import (
    INVITATION_LIFETIME,
    accept_invitation,
    add_player,
    change_club,
    change_role,
    found_club,
    invitation,
    invite,
    remove_member,
    withdraw_invitation,
)
from scorekeeper.common.errors import Refused
from scorekeeper.people.services import PersonName, rename_player
from tests.acting import problems_of
from tests.factories import NOW, make_club, make_member, make_user, owner_of

ROLES = [*Role.values, "stranger"]


def of_role(club: Club, role: str):
    """Somebody of this role in the club; a stranger owns another one."""
    if role == "stranger":
        user = make_user()
        make_club(owner=user)
        return user
    return owner_of(club) if role == Role.OWNER else make_member(club, role)


def test_the_founder_is_owner_and_in_the_book(db):
    user = make_user("Anna")

    club = make_club("Lindenhof", owner=user)

    assert [(row.user, row.role) for row in club.memberships.all()] == [(user, "owner")]
    assert [(player.name, player.user) for player in club.players.all()] == [("Anna", user)]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"name": " \u200b"}, ("name_missing", "name")),
        ({"name": "A" * 81}, ("name_too_long", "name")),
        ({"time_zone": "Europe/Lindenhof"}, ("time_zone_unknown", "time_zone")),
        ({"time_zone": "../etc/passwd"}, ("time_zone_unknown", "time_zone")),
        ({"ink": "purple"}, ("ink_unknown", "ink")),
    ],
)
def test_a_club_is_refused(db, change, problem):
    details = {"name": "Lindenhof", "time_zone": "Europe/Berlin", "ink": "pine", **change}
    with pytest.raises(Refused) as error:
        found_club(ClubDetails.read(details), by=make_user(), now=NOW)

    assert problems_of(error) == [problem]
    assert Club.objects.count() == 0


MAY = {
    "change_club": {"owner", "director"},
    "invite": {"owner"},
    "withdraw": {"owner"},
    "change_role": {"owner"},
    "remove_member": {"owner"},
    "rename_player": {"owner", "director"},
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("action", MAY)
def test_who_may_do_what(club, role, action):
    by = of_role(club, role)
    other = Membership.objects.get(club=club, user=make_member(club))
    invite(Inviting(role="member"), club=club, by=owner_of(club), now=NOW)
    link = Invitation.objects.filter(used_at=None)[0]
    act = {
        "change_club": lambda: change_club(ClubChange(name="New", time_zone="UTC", ink="blue"), club=club, by=by),
        "invite": lambda: invite(Inviting(role="member"), club=club, by=by, now=NOW).secret,
        "withdraw": lambda: withdraw_invitation(club=club, by=by, invitation=link),
        "change_role": lambda: change_role(RoleChange(role="scorer"), club=club, by=by, membership=other),
        "rename_player": lambda: rename_player(
            PersonName(name="New"), club=club, by=by, player=Player.objects.get(user=other.user)
        ),
        "remove_member": lambda: remove_member(club=club, by=by, membership=other),
    }[action]

    if role in MAY[action]:
        act()
    else:
        with pytest.raises(PermissionDenied):
            act()


def test_nobody_has_no_role(club):
    assert [role_in(None, club), role_in(AnonymousUser(), club), role_in(make_user(), club)] == [None] * 3
    assert not at_least(None, Role.MEMBER)


@pytest.mark.both_engines("locks rows", "clubs.services")
def test_everybody_may_leave_but_the_last_owner(club):
    owner, member = owner_of(club), make_member(club)
    mine = Membership.objects.get(club=club, user=member)
    remove_member(club=club, by=member, membership=mine)

    with pytest.raises(Refused) as error:
        remove_member(club=club, by=owner, membership=Membership.objects.get(club=club, user=owner))

    assert problems_of(error) == [("last_owner", "role")]
    assert [row.user for row in club.memberships.all()] == [owner]
    assert Player.objects.filter(club=club, user=member).exists()


def test_the_last_owner_stays_owner(club):
    owner = Membership.objects.get(club=club, role="owner")

    with pytest.raises(Refused) as error:
        change_role(RoleChange(role="director"), club=club, by=owner.user, membership=owner)

    assert problems_of(error) == [("last_owner", "role")]
    second = Membership.objects.get(club=club, user=make_member(club, "owner"))
    change_role(RoleChange(role="director"), club=club, by=second.user, membership=owner)
    assert Membership.objects.get(pk=owner.pk).role == "director"


def test_an_unknown_role_is_refused():
    with pytest.raises(Refused) as invited:
        Inviting.read({"role": "king"})
    with pytest.raises(Refused) as changed:
        RoleChange.read({"role": "king"})

    assert problems_of(invited) == problems_of(changed) == [("role_unknown", "role")]


def test_a_role_changes_only_in_the_own_club(club):
    elsewhere = make_club()
    theirs = elsewhere.memberships.get()

    change_role(RoleChange(role="owner"), club=club, by=owner_of(club), membership=theirs)
    remove_member(club=club, by=owner_of(club), membership=theirs)

    assert Membership.objects.get(pk=theirs.pk).role == "owner"


def test_an_invitation_is_for_one_person_and_one_week(club):
    owner = owner_of(club)
    secret = invite(Inviting(role="scorer"), club=club, by=owner, now=NOW).secret
    anna, murat = make_user("Anna"), make_user("Murat")

    just_in_time = NOW + INVITATION_LIFETIME - timedelta(seconds=1)
    assert accept_invitation(Joining(secret=secret), by=anna, now=just_in_time).club == club
    with pytest.raises(Refused) as error:
        accept_invitation(Joining(secret=secret), by=murat, now=NOW)

    assert problems_of(error) == [("invitation_void", "")]
    assert Membership.objects.get(club=club, user=anna).role == "scorer"
    assert Player.objects.get(club=club, user=anna).name == "Anna"
    late = invite(Inviting(role="member"), club=club, by=owner, now=NOW).secret
    with pytest.raises(Refused):
        accept_invitation(Joining(secret=late), by=murat, now=NOW + INVITATION_LIFETIME)


def test_only_a_hash_of_the_link_is_kept(club):
    secret = invite(Inviting(role="member"), club=club, by=owner_of(club), now=NOW).secret

    row = Invitation.objects.get()
    assert secret not in row.hash
    assert len(secret) >= 32


def test_a_withdrawn_invitation_is_void(club):
    owner = owner_of(club)
    secret = invite(Inviting(role="member"), club=club, by=owner, now=NOW).secret
    withdraw_invitation(club=club, by=owner, invitation=Invitation.objects.get())

    with pytest.raises(Refused):
        accept_invitation(Joining(secret=secret), by=make_user(), now=NOW)


def test_a_members_click_does_not_use_the_link_up(club):
    owner = owner_of(club)
    secret = invite(Inviting(role="member"), club=club, by=owner, now=NOW).secret

    accept_invitation(Joining(secret=secret), by=owner, now=NOW)

    assert Membership.objects.get(club=club, user=owner).role == "owner"
    assert accept_invitation(Joining(secret=secret), by=make_user(), now=NOW).club == club


def test_who_comes_back_is_the_same_player(club):
    member = make_member(club)
    remove_member(club=club, by=member, membership=Membership.objects.get(club=club, user=member))

    make_member(club, user=member)

    assert Player.objects.filter(club=club, user=member).count() == 1


@pytest.mark.parametrize(
    ("typed", "found"),
    [("jurgen", ["Jürgen Brandt"]), ("Jürgen Brand", ["Jürgen Brandt"]), ("Murat", []), ("Jü", [])],
)
def test_names_that_may_be_the_same_person_are_pointed_out(club, typed, found):
    add_player(club=club, name="Jürgen Brandt", now=NOW)
    add_player(club=make_club(), name="Murat", now=NOW)

    assert [player.name for player in similar(club, typed)] == found


def test_a_guest_who_joins_stays_one_person_in_the_book(club):
    guest = add_player(club=club, name="Günter Wolf", now=NOW)
    gunter = make_user("Günter Wolf")
    secret = invite(Inviting(role="member"), club=club, by=owner_of(club), now=NOW).secret

    accept_invitation(Joining(secret=secret, player=guest.pk), by=gunter, now=NOW)

    assert [player.pk for player in club.players.filter(name="Günter Wolf")] == [guest.pk]
    assert Player.objects.get(user=gunter) == guest
    assert role_in(gunter, club) == "member"


@pytest.mark.parametrize("whose", ["a member's", "of another club", "retired", "nobody's", "one too many"])
def test_only_a_guest_of_the_club_is_taken_over(club, whose):
    user, owner = make_user("Anna"), owner_of(club)
    player = {
        "a member's": lambda: Player.objects.get(club=club, user=owner),
        "of another club": lambda: add_player(club=make_club(), name="Anna", now=NOW),
        "retired": lambda: Player.objects.create(club=club, name="Anna", retired_at=NOW),
        "nobody's": lambda: Player(name="Anna"),
        "one too many": lambda: add_player(club=club, name="Anna", now=NOW),
    }[whose]()
    if whose == "one too many":
        remove_member(club=club, by=owner, membership=Membership.objects.get(user=make_member(club, user=user)))
    secret = invite(Inviting(role="member"), club=club, by=owner, now=NOW).secret
    before = sorted(Player.objects.values_list("pk", "user"), key=str)

    with pytest.raises(Refused) as error:
        accept_invitation(Joining(secret=secret, player=player.pk), by=user, now=NOW)

    assert problems_of(error) == [("player_taken", "player")]
    assert role_in(user, club) is None
    assert sorted(Player.objects.values_list("pk", "user"), key=str) == before
    assert invitation(secret, NOW) is not None


def test_guests_like_somebody_are_no_members_and_nobody_elses(club):
    user = make_user("Günter Wolf")
    alike = [add_player(club=club, name=name, now=NOW) for name in ("Günter Wolf", "Guenter Wolff")]
    add_player(club=club, name="Murat Öztürk", now=NOW)
    add_player(club=make_club(), name="Günter Wolf", now=NOW)
    make_member(club, user=make_user("Günter Wolf"))

    assert guests_like(club, user, user.name) == alike
    make_member(club, user=user)
    assert guests_like(club, user, user.name) == []


def test_a_name_in_the_book_is_written_anew(club):
    player, other = add_player(club=club, name="Günter W.", now=NOW), add_player(club=make_club(), name="B", now=NOW)

    rename_player(PersonName(name=" Günter  Wolf "), club=club, by=owner_of(club), player=player)
    rename_player(PersonName(name="Günter Wolf"), club=club, by=owner_of(club), player=other)

    player.refresh_from_db()
    other.refresh_from_db()
    assert (player.name, other.name) == ("Günter Wolf", "B")
