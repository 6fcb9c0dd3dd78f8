"""The pages of a club and its people."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Invitation, Membership, Role
from scorekeeper.clubs.records import Inviting
from scorekeeper.clubs.services import invite
from scorekeeper.common.logs import json_lines
from tests.factories import make_club, make_member, make_player, make_user, owner_of

DETAILS = {
    "name": "Lindenhof",
    "time_zone": "Europe/Berlin",
    "ink": "ochre",
    "pages_for": "own",
    "names": "full",
    "decimals": "2",
}


def addresses(club: Club) -> dict[str, str]:
    """Every address of a club's people and details."""
    member = club.memberships.order_by("joined_at")[0].pk
    link = Invitation.objects.filter(club=club)[0].pk
    return {
        "club_detail": reverse("club_detail", args=[club.pk]),
        "club_edit": reverse("club_edit", args=[club.pk]),
        "member_list": reverse("member_list", args=[club.pk]),
        "member_role": reverse("member_role", args=[club.pk, member]),
        "member_remove": reverse("member_remove", args=[club.pk, member]),
        "invitation_new": reverse("invitation_new", args=[club.pk]),
        "member_hand_over": reverse("member_hand_over", args=[club.pk, member]),
        "invitation_show": reverse("invitation_show", args=[club.pk]),
        "invitation_withdraw": reverse("invitation_withdraw", args=[club.pk, link]),
    }


@pytest.fixture
def invited(club):
    """A club with an open invitation."""
    invite(Inviting(role="member"), club=club, by=owner_of(club), now=timezone.now())
    return club


# Of each page and role the answers to GET and POST.
SEEN = {
    "club_detail": {"owner": (200, 200), "director": (200, 200), "scorer": (200, 200), "member": (200, 200)},
    "club_edit": {"owner": (200, 422), "director": (200, 422), "scorer": (403, 403), "member": (403, 403)},
    "member_list": {"owner": (200, 200), "director": (200, 200), "scorer": (200, 200), "member": (200, 200)},
    "member_role": {"owner": (405, 422), "director": (405, 403), "scorer": (405, 403), "member": (405, 403)},
    "member_remove": {"owner": (200, 422), "director": (403, 403), "scorer": (403, 403), "member": (403, 403)},
    "member_hand_over": {"owner": (200, 422), "director": (403, 403), "scorer": (403, 403), "member": (403, 403)},
    "invitation_new": {"owner": (405, 422), "director": (405, 403), "scorer": (405, 403), "member": (405, 403)},
    "invitation_show": {"owner": (302, 302), "director": (302, 302), "scorer": (302, 302), "member": (302, 302)},
    "invitation_withdraw": {"owner": (405, 302), "director": (405, 403), "scorer": (405, 403), "member": (405, 403)},
}


@pytest.mark.parametrize("role", Role.values)
@pytest.mark.parametrize("page", SEEN)
def test_what_each_role_is_answered(client, invited, page, role):
    user = owner_of(invited) if role == "owner" else make_member(invited, role)
    client.force_login(user)
    address = addresses(invited)[page]

    assert (client.get(address).status_code, client.post(address).status_code) == SEEN[page][role]


@pytest.mark.parametrize("page", SEEN)
def test_another_clubs_things_do_not_exist(client, invited, page):
    client.force_login(owner_of(make_club()))
    address = addresses(invited)[page]

    answers = [client.post(address, DETAILS).status_code]
    if SEEN[page]["owner"][0] != 405:
        answers.append(client.get(address).status_code)

    assert set(answers) == {404}


@pytest.mark.parametrize("page", SEEN)
def test_who_is_not_signed_in_signs_in_first(client, invited, page):
    answer = client.get(addresses(invited)[page])

    assert answer.url.startswith(reverse("account_login"))


@pytest.mark.parametrize("name", ["member_role", "member_remove", "member_hand_over", "invitation_withdraw"])
def test_things_of_another_club_are_not_reached_through_the_own_one(client, invited, name):
    mine = make_club()
    client.force_login(owner_of(mine))
    inner = addresses(invited)[name].replace(str(invited.pk), str(mine.pk))

    assert client.post(inner, {"role": "owner"}).status_code == 404
    assert Invitation.objects.filter(club=invited).count() == 1


@pytest.mark.parametrize("role", ["director", "scorer", "member"])
def test_only_owners_make_links(client, club, role):
    client.force_login(make_member(club, role))
    before = Invitation.objects.count()

    assert client.post(reverse("invitation_new", args=[club.pk]), {"role": "owner"}).status_code == 403
    assert Invitation.objects.count() == before
    assert "Create a link" not in client.get(reverse("member_list", args=[club.pk])).content.decode()


def test_a_new_club_is_where_its_founder_is(client, club):
    client.force_login(owner_of(club))

    new, old = client.get(reverse("club_new")), client.get(reverse("club_edit", args=[club.pk]))

    assert 'data-zone="own"' in new.content.decode()
    assert "data-zone" not in old.content.decode()
    assert "selected>Berlin" in old.content.decode()


def test_a_club_is_made(client, db):
    user = make_user()
    client.force_login(user)

    page = client.post(reverse("club_new"), DETAILS)

    club = Club.objects.get()
    assert page.url == reverse("club_detail", args=[club.pk])
    assert (club.name, club.time_zone, club.ink) == ("Lindenhof", "Europe/Berlin", "ochre")
    assert 'data-form="ochre"' in client.get(page.url).content.decode()


@pytest.mark.parametrize(
    ("change", "field"),
    [({"name": ""}, "name"), ({"name": "\u202e"}, "name"), ({"time_zone": "Mars"}, "time_zone"), ({"ink": "x"}, "ink")],
)
def test_a_refused_club_keeps_what_was_typed(client, db, change, field):
    client.force_login(make_user())

    page = client.post(reverse("club_new"), {**DETAILS, **change})

    html = page.content.decode()
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    assert Club.objects.count() == 0
    assert "Lindenhof" in html or field == "name"
    assert "selected>Berlin" in html or field == "time_zone"
    assert re.search(rf'id="id_{field}_error"', html)


def test_details_change(client, club):
    client.force_login(owner_of(club))

    client.post(
        reverse("club_edit", args=[club.pk]), {**DETAILS, "time_zone": "America/Sao_Paulo", "confirm_after": "60"}
    )

    club.refresh_from_db()
    assert (club.name, club.time_zone, club.confirm_after, club.pages_for) == (
        "Lindenhof",
        "America/Sao_Paulo",
        60,
        "own",
    )


@pytest.mark.parametrize("minutes", ["", "17", "-1", "a day", "٣"])
def test_a_time_to_confirm_after_is_one_of_those_offered(client, club, minutes):
    client.force_login(owner_of(club))

    page = client.post(reverse("club_edit", args=[club.pk]), {**DETAILS, "confirm_after": minutes})

    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["confirm_after"]
    assert Club.objects.get(pk=club.pk).confirm_after == Club.Confirming.NEVER


def test_a_club_says_what_it_plays_for(client, club):
    client.force_login(owner_of(club))
    address = reverse("club_edit", args=[club.pk])

    sent = {**DETAILS, "confirm_after": "0"}
    client.post(address, {**sent, "unit": " chips ", "decimals": "0"})
    refused = client.post(address, {**sent, "unit": "€", "for_minors": "on"})

    club.refresh_from_db()
    assert (club.money.unit, club.money.decimals, club.for_minors) == ("chips", 0, False)
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["unit"])
    assert "plays for points" in refused.content.decode()


def test_a_refused_change_is_said(client, club):
    client.force_login(owner_of(club))

    page = client.post(reverse("club_edit", args=[club.pk]), {**DETAILS, "name": "\u202e", "confirm_after": "0"})

    assert page.status_code == 422
    assert page.context["form"].errors["name"] == ["Type a name."]


def test_the_last_owner_is_kept_and_told_why(client, club):
    owner = club.memberships.get()
    client.force_login(owner.user)

    role = client.post(reverse("member_role", args=[club.pk, owner.pk]), {"role": "member"})
    leave = client.post(reverse("member_remove", args=[club.pk, owner.pk]))

    for page in (role, leave):
        assert page.status_code == 422
        assert "A club needs an owner" in page.content.decode()


def test_a_role_is_given(client, club):
    member = Membership.objects.get(club=club, user=make_member(club))
    client.force_login(owner_of(club))

    page = client.post(reverse("member_role", args=[club.pk, member.pk]), {"role": "director"}, follow=True)

    member.refresh_from_db()
    assert member.role == "director"
    assert "was changed" in page.content.decode()


def test_removing_asks_first(client, club):
    member = Membership.objects.get(club=club, user=make_member(club))
    client.force_login(owner_of(club))
    address = reverse("member_remove", args=[club.pk, member.pk])

    assert "results and their name stay with the club" in client.get(address).content.decode()
    assert Membership.objects.filter(pk=member.pk).exists()
    client.post(address)
    assert not Membership.objects.filter(pk=member.pk).exists()
    client.force_login(member.user)
    assert client.get(reverse("club_detail", args=[club.pk])).status_code == 404


def test_a_member_leaves(client, club):
    user = make_member(club)
    client.force_login(user)

    page = client.post(reverse("member_remove", args=[club.pk, club.memberships.get(user=user).pk]))

    assert page.url == reverse("home")
    assert not club.memberships.filter(user=user).exists()


def make_link(client, club: Club, role: str = "scorer") -> str:
    client.force_login(owner_of(club))
    page = client.post(reverse("invitation_new", args=[club.pk]), {"role": role}, follow=True)
    assert "<svg" in page.content.decode()
    assert "no-store" in page.headers["Cache-Control"]
    return page.context["link"].removeprefix("http://testserver")


def test_looking_at_a_new_link_again_makes_no_second_one(client, club):
    client.force_login(owner_of(club))
    made = client.post(reverse("invitation_new", args=[club.pk]), {"role": "member", "note": " Günter  Wolf "})
    assert made.url == reverse("invitation_show", args=[club.pk])

    first, again = client.get(made.url), client.get(made.url, follow=True)

    assert "For Günter Wolf." in first.content.decode()
    assert Invitation.objects.get(club=club).note == "Günter Wolf"
    html = again.content.decode()
    assert again.redirect_chain == [(reverse("member_list", args=[club.pk]), 302)]
    assert "A link is shown only once" in html
    assert "<b>Günter Wolf</b><small>member, by" in html
    assert "fresh_invitation" not in client.session


def test_a_new_link_is_shown_in_its_own_club_only(client, club):
    other = make_club(owner=owner_of(club))
    client.force_login(owner_of(club))
    client.post(reverse("invitation_new", args=[club.pk]), {"role": "member"})

    assert client.get(reverse("invitation_show", args=[other.pk])).url == reverse("member_list", args=[other.pk])


@pytest.mark.parametrize("note", ["A" * 81, "\u202e"])
def test_a_refused_note_is_said(client, club, note):
    client.force_login(owner_of(club))

    page = client.post(reverse("invitation_new", args=[club.pk]), {"role": "member", "note": note})

    assert (page.status_code, list(page.context["form"].errors)) == (422, ["note"])
    assert not Invitation.objects.exists()


def test_an_invitation_is_accepted_after_signing_in(client, club):
    link = make_link(client, club)
    client.logout()

    html = client.get(link).content.decode()
    assert f"{club} invites you" in html
    for name in ("account_signup", "account_login"):
        assert f'href="{reverse(name)}?next={link}"' in html
    assert client.post(link).url == f"{reverse('account_login')}?next={link}"
    nina = make_user("Nina")
    client.force_login(nina)
    assert "invites you as scorer" in client.get(link).content.decode()
    assert not club.memberships.filter(user=nina).exists()
    assert client.post(link).url == reverse("club_detail", args=[club.pk])
    assert club.memberships.get(user=nina).role == "scorer"


def test_an_invitation_asks_which_guest_one_has_been(client, club):
    guest, other = make_player(club, "Günter Wolf"), make_player(club, "Günther Wolff")
    link = make_link(client, club)
    gunter = make_user("Günter Wolf")
    client.force_login(gunter)

    page = client.get(link)
    client.post(link, {"player": str(guest.pk)})

    assert page.context["form"].initial == {"player": str(guest.pk)}
    assert "Günther Wolff, known to the club since 4 September 2026" in page.content.decode()
    assert [player.pk for player in club.players.filter(user=gunter)] == [guest.pk]
    assert club.players.filter(pk=other.pk, user=None).exists()


def test_an_invitation_suggests_nobody_of_another_name(client, club):
    make_player(club, "Günther Wolff")
    link = make_link(client, club)
    gunter = make_user("Günter Wolf")
    client.force_login(gunter)

    page = client.get(link)
    client.post(link, {"player": ""})

    assert page.context["form"].initial == {"player": ""}
    assert re.search(r'value=""[^>]* checked', page.content.decode())
    assert club.players.get(user=gunter).name == "Günter Wolf"
    assert club.players.count() == 3


def unnamed(email: str) -> User:
    """Somebody whose name only their address has given."""
    user = make_user("Guenni", email=email)
    User.objects.filter(pk=user.pk).update(is_named=False)
    return user


def test_who_founds_a_club_says_what_they_are_called_once(client, db):
    user = unnamed("guenni@example.org")
    client.force_login(user)
    page = client.get(reverse("club_new"))
    assert list(page.context["form"].fields)[:2] == ["name", "own_name"]
    assert page.context["form"]["own_name"].value() == "Guenni"

    refused = client.post(reverse("club_new"), {**DETAILS, "own_name": "\u200b"})
    done = client.post(reverse("club_new"), {**DETAILS, "own_name": "Günter Wolf"})

    assert list(refused.context["form"].errors) == ["own_name"]
    assert done.url == reverse("club_detail", args=[Club.objects.get().pk])
    assert Club.objects.get().players.get().name == "Günter Wolf"
    user.refresh_from_db()
    assert (user.name, user.is_named) == ("Günter Wolf", True)
    assert "own_name" not in client.get(reverse("club_new")).context["form"].fields


def test_who_joins_says_what_they_are_called_and_is_then_asked_which_guest_that_is(client, club):
    guest = make_player(club, "Günter Wolf")
    link = make_link(client, club)
    user = unnamed("guenni@example.org")
    client.force_login(user)
    assert list(client.get(link).context["form"].fields) == ["own_name"]

    asked = client.post(link, {"own_name": "Günter Wolf"})
    assert asked.context["form"].initial["player"] == str(guest.pk)
    assert not club.memberships.filter(user=user).exists()
    done = client.post(link, {"own_name": "Günter Wolf", "player": str(guest.pk)})

    assert done.url == reverse("club_detail", args=[club.pk])
    assert club.players.get(user=user) == guest
    user.refresh_from_db()
    assert (user.name, user.is_named) == ("Günter Wolf", True)


def test_a_link_for_a_guest_suggests_the_guests_name(client, club):
    guest = make_player(club, "Günter Wolf")
    made = invite(Inviting(role="member", player=guest.pk), club=club, by=owner_of(club), now=timezone.now())
    link = reverse("invitation_accept", args=[made.secret])
    user = unnamed("guenni@example.org")
    client.force_login(user)

    assert client.get(link).context["form"]["own_name"].value() == "Günter Wolf"
    client.post(link, {"own_name": "Günter W."})

    assert (club.players.get(user=user), User.objects.get(pk=user.pk).name) == (guest, "Günter W.")


def test_an_invitation_asks_nothing_where_nobody_is_alike(client, club):
    make_player(club, "Murat Öztürk")
    link = make_link(client, club)
    client.force_login(make_user("Günter Wolf"))

    assert 'name="player"' not in client.get(link).content.decode()


def test_an_invitation_takes_over_no_one_it_did_not_offer(client, club):
    make_player(club, "Günter Wolf")
    stranger = make_player(club, "Murat Öztürk")
    link = make_link(client, club)
    gunter = make_user("Günter Wolf")
    client.force_login(gunter)

    page = client.post(link, {"player": str(stranger.pk)})

    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["player"]
    assert not club.memberships.filter(user=gunter).exists()


def test_a_used_invitation_is_void(client, club):
    link = make_link(client, club)
    client.force_login(make_user())
    client.post(link)
    client.force_login(make_user())

    assert client.get(link).status_code == 404
    assert client.post(link).status_code == 422


def test_a_void_invitation_names_no_club_to_strangers(client, club):
    link = make_link(client, club)
    client.logout()
    Invitation.objects.update(expires_at=timezone.now())

    page = client.get(link)

    assert page.status_code == 404
    assert str(club) not in page.content.decode()


def test_members_are_led_to_their_club(client, club):
    link = make_link(client, club)

    assert client.get(link).url == reverse("club_detail", args=[club.pk])


def test_an_invitation_is_withdrawn(client, club):
    link = make_link(client, club)

    client.post(reverse("invitation_withdraw", args=[club.pk, Invitation.objects.get().pk]))

    client.force_login(make_user())
    assert client.get(link).status_code == 404


@pytest.mark.parametrize("name", ["invitation_accept", "club_new"])
def test_the_form_token_is_needed(club, name):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(make_user())
    secret = invite(Inviting(role="owner"), club=club, by=owner_of(club), now=timezone.now()).secret
    address = reverse(name, args=[secret] if name == "invitation_accept" else [])

    assert strict.post(address, DETAILS).status_code == 403
    assert club.memberships.count() == 1


def test_secrets_of_links_are_not_logged(client, club, caplog):
    caplog.set_level("INFO", logger="scorekeeper.request")
    link = make_link(client, club)

    client.get(link)

    lines = "".join(map(json_lines().format, caplog.records))  # as they are written
    assert "/clubs/invitation/..." in lines
    assert link.rstrip("/").rpartition("/")[2] not in lines


@pytest.mark.parametrize("rows", [1, 3])
def test_the_members_page_costs_the_same_at_any_length(client, club, rows, django_assert_num_queries):
    for _ in range(rows):
        make_member(club)
        make_player(club)
        invite(Inviting(role="member"), club=club, by=owner_of(club), now=timezone.now())
    client.force_login(owner_of(club))

    with django_assert_num_queries(8):
        client.get(reverse("member_list", args=[club.pk]))


def test_the_members_page_leads_to_the_book(client, club):
    client.force_login(make_member(club))

    html = client.get(reverse("member_list", args=[club.pk])).content.decode()

    assert reverse("people", args=[club.pk]) in html
    assert "2 players" in html


def test_the_clock_of_one_club_does_not_reach_the_next_page(client, club):
    zones = []
    client.force_login(owner_of(club))
    client.get(reverse("member_list", args=[club.pk]))
    zones.append(timezone.get_current_timezone_name())

    assert zones == ["UTC"]


@pytest.mark.parametrize("name", ["member_list", "season_list", "evening_list", "house_list", "club_edit"])
def test_each_room_of_the_club_leads_back_to_it(client, club, name):
    client.force_login(owner_of(club))

    page = client.get(reverse(name, args=[club.pk])).content.decode().split("<main")[1]

    assert page.index(f'href="{reverse("club_detail", args=[club.pk])}"') < page.index("<h1>")


def test_a_link_is_made_from_the_configured_address_whatever_host_is_asked(client, club, settings, mailoutbox):
    settings.SCOREKEEPER_ADDRESS = "https://scores.example/"
    client.force_login(owner_of(club))
    fields = {"role": "member", "email": "bert@example.org"}

    page = client.post(reverse("invitation_new", args=[club.pk]), fields, follow=True, headers={"host": "evil.example"})

    (sent,) = mailoutbox
    assert "https://scores.example/clubs/invitation/" in sent.body
    assert page.context["link"].startswith("https://scores.example/clubs/invitation/")
    assert "evil.example" not in sent.body + page.context["link"]
