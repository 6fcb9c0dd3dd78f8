"""The pages of the people in a club's book."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Apart, Club, Invitation, Membership, Merge, Player, Role
from scorekeeper.clubs.records import Inviting
from scorekeeper.clubs.services import MOST_INVITATIONS, invite
from scorekeeper.people.services import Merging, merge_players, retire_player
from tests.factories import (
    NOW,
    make_club,
    make_guest_table,
    make_member,
    make_player,
    make_season,
    make_sitting,
    make_user,
    owner_of,
    player_of,
    record,
)

pytestmark = pytest.mark.django_db

VERA = "\u0412\u0435\u0440\u0430"  # in Cyrillic letters, each of which looks like a Latin one


def addresses(club: Club) -> dict[str, str]:
    """Every address of a book, about its first guest, its second and a merge of two others."""
    one, other, gone, kept, third = (make_player(club) for _line in range(5))
    merge = merge_players(Merging(kept=kept.pk), club=club, by=owner_of(club), gone=gone.pk, now=NOW)
    of_one = {
        name: reverse(name, args=[club.pk, one.pk])
        for name in (
            "person_detail",
            "player_rename",
            "person_retire",
            "person_return",
            "person_invite",
            "merge_choose",
        )
    }
    return {
        "people": reverse("people", args=[club.pk]),
        "person_new": reverse("person_new", args=[club.pk]),
        **of_one,
        "merge_new": reverse("merge_new", args=[club.pk, one.pk, other.pk]),
        "merge_refuse": reverse("merge_refuse", args=[club.pk, third.pk, kept.pk]),
        "merge_undo": reverse("merge_undo", args=[club.pk, merge.pk]),
    }


EVERYBODY = dict.fromkeys(Role.values, (200, 200))
KEEPERS = {"owner": (200, 422), "director": (200, 422), "scorer": (403, 403), "member": (403, 403)}
ACTS = {"owner": (405, 302), "director": (405, 302), "scorer": (405, 403), "member": (405, 403)}
# Of each page and role the answers to GET and to an empty POST.
SEEN = {
    "people": EVERYBODY,
    "person_detail": EVERYBODY,
    "person_new": KEEPERS,
    "player_rename": KEEPERS,
    "person_retire": ACTS,
    "person_return": ACTS,
    "person_invite": {"owner": (200, 422), "director": (403, 403), "scorer": (403, 403), "member": (403, 403)},
    "merge_choose": {**KEEPERS, "owner": (200, 200), "director": (200, 200)},
    "merge_new": {**KEEPERS, "owner": (200, 302), "director": (200, 302)},
    "merge_refuse": ACTS,
    "merge_undo": ACTS,
}


@pytest.mark.parametrize("role", Role.values)
def test_what_each_role_is_answered(client, club, role):
    pages = addresses(club)
    client.force_login(owner_of(club) if role == "owner" else make_member(club, role))

    answers = {name: (client.get(page).status_code, client.post(page).status_code) for name, page in pages.items()}

    assert answers == {name: seen[role] for name, seen in SEEN.items()}


def test_another_clubs_book_does_not_exist(client, club):
    pages = addresses(club)
    mine = make_club()
    client.force_login(owner_of(mine))

    assert {client.post(page).status_code for page in pages.values()} == {404}
    inner = [page.replace(str(club.pk), str(mine.pk)) for name, page in pages.items() if name not in LISTS]
    assert {client.post(page).status_code for page in inner} == {404}
    assert Merge.objects.filter(undone_at=None).count() == 1


LISTS = ("people", "person_new")


def test_who_is_not_signed_in_signs_in_first(client, club):
    assert {client.get(page).url.split("?")[0] for page in addresses(club).values()} == {reverse("account_login")}


def test_a_guest_sheet_has_no_book(client, db):
    sitting, _phone = make_guest_table()
    user = make_user()
    Membership.objects.create(club=sitting.club, user=user, role="owner", joined_at=NOW)
    client.force_login(user)

    assert client.get(reverse("people", args=[sitting.club_id])).status_code == 404


@pytest.mark.parametrize("many", [1, 3])
def test_the_book_costs_the_same_at_any_length(client, club, many, django_assert_num_queries):
    for _time in range(many):
        make_member(club)
        make_sitting(club)
        retire_player(club=club, by=owner_of(club), player=make_player(club), now=NOW)
    client.force_login(owner_of(club))

    with django_assert_num_queries(8):
        client.get(reverse("people", args=[club.pk]))


@pytest.mark.parametrize("many", [1, 3])
def test_a_person_costs_the_same_whatever_they_played(client, club, many, django_assert_num_queries):
    person = make_player(club)
    for _time in range(many):
        part = make_player(club)
        make_sitting(club, players=[person, make_player(club), make_player(club)])
        make_sitting(club, players=[part, make_player(club), make_player(club)])
        merge_players(Merging(kept=person.pk), club=club, by=owner_of(club), gone=part.pk, now=NOW)
    client.force_login(owner_of(club))

    with django_assert_num_queries(7):
        page = client.get(reverse("person_detail", args=[club.pk, person.pk]))

    assert f"at {2 * many} tables" in page.content.decode()


def names_on(page) -> list[str]:
    return [line.player.name for line in page.context["lines"]]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, ["Jürgen Brandt", "Murat Öztürk", "Renate", VERA]),
        ({"q": "jurgen"}, ["Jürgen Brandt"]),
        ({"q": "BRANDT jü"}, ["Jürgen Brandt"]),
        ({"q": "ozturk"}, ["Murat Öztürk"]),
        ({"q": "bepa"}, [VERA]),
        ({"q": "gone"}, ["Old Gone"]),
        ({"q": "%"}, []),
        ({"q": "' OR 1=1"}, []),
        ({"q": "x" * 5000}, []),
        ({"q": "\u202e\x00"}, ["Jürgen Brandt", "Murat Öztürk", "Renate", VERA]),
        ({"kind": "members"}, ["Renate"]),
        ({"kind": "guests"}, ["Jürgen Brandt", "Murat Öztürk", VERA]),
        ({"kind": "retired"}, ["Old Gone"]),
        ({"kind": "nonsense"}, ["Jürgen Brandt", "Murat Öztürk", "Renate", VERA]),
        ({"page": "99"}, ["Jürgen Brandt", "Murat Öztürk", "Renate", VERA]),
    ],
)
def test_people_are_found(client, asked, found):
    club = make_club(owner=make_user("Renate"))
    for name in ("Jürgen Brandt", "Murat Öztürk", VERA):
        make_player(club, name)
    retire_player(club=club, by=owner_of(club), player=make_player(club, "Old Gone"), now=NOW)
    client.force_login(owner_of(club))

    page = client.get(reverse("people", args=[club.pk]), asked)

    assert names_on(page) == found


def test_retired_people_are_folded_away_until_they_are_looked_for(client, club):
    retire_player(club=club, by=owner_of(club), player=make_player(club, "Old Gone"), now=NOW)
    client.force_login(owner_of(club))
    address = reverse("people", args=[club.pk])

    assert [line.player.name for line in client.get(address).context["retired"]] == ["Old Gone"]
    assert "1 retired person" in client.get(address).content.decode()
    for asked in ({"q": "Old"}, {"kind": "retired"}):
        page = client.get(address, asked)
        assert (names_on(page), page.context["retired"]) == (["Old Gone"], [])


def test_the_book_turns_its_pages(client, club):
    for number in range(60):
        make_player(club, f"Guest {number:02}")
    client.force_login(owner_of(club))

    page = client.get(reverse("people", args=[club.pk]), {"page": 2})

    assert "Guest 59" in names_on(page)
    assert "Guest 00" not in names_on(page)
    assert "Page 2 of 2" in page.content.decode()


def test_likely_twins_are_pointed_out_to_who_may_merge(client, club):
    jurgen, jurgen_b = make_player(club, "Jürgen Brandt"), make_player(club, "Jurgen Brand")
    director = make_member(club, "director")
    address = reverse("merge_new", args=[club.pk, jurgen_b.pk, jurgen.pk])
    client.force_login(director)

    assert address in client.get(reverse("people", args=[club.pk])).content.decode()
    client.force_login(make_member(club))
    assert address not in client.get(reverse("people", args=[club.pk])).content.decode()


def test_who_was_said_to_be_two_people_is_not_asked_about_again(client, club):
    one, other = make_player(club, "Anna Vogt"), make_player(club, "Anna Voigt")
    client.force_login(owner_of(club))
    book, refuse = reverse("people", args=[club.pk]), reverse("merge_refuse", args=[club.pk, other.pk, one.pk])
    assert len(client.get(book).context["pairs"]) == 1

    for _time in range(2):
        page = client.post(refuse, follow=True)

    assert "Anna Voigt and Anna Vogt stay two separate people." in page.content.decode()
    assert page.context["pairs"] == []
    assert Apart.objects.count() == 1
    assert client.post(reverse("merge_new", args=[club.pk, other.pk, one.pk])).status_code == 302  # no promise


def test_a_guest_is_written_in(client, club):
    client.force_login(make_member(club, "director"))

    page = client.post(reverse("person_new", args=[club.pk]), {"name": " Günter  Wolf "})

    guest = Player.objects.get(club=club, name="Günter Wolf")
    assert page.url == reverse("person_detail", args=[club.pk, guest.pk])


@pytest.mark.parametrize(
    "typed", ["jurgen brandt", "Brandt Jürgen", "Jürgen Brantd", "J\u0443rgen Brandt", "\uff2aürgen Brandt"]
)
def test_a_name_like_another_is_asked_about_and_never_blocked(client, club, typed):
    jurgen = make_player(club, "Jürgen Brandt")
    client.force_login(owner_of(club))
    address = reverse("person_new", args=[club.pk])

    page = client.post(address, {"name": typed})

    assert page.status_code == 200
    assert reverse("person_detail", args=[club.pk, jurgen.pk]) in page.content.decode()
    assert f'value="{typed}"' in page.content.decode()
    assert Player.objects.filter(club=club).count() == 2
    client.post(address, {"name": typed, "anyway": "1"})
    assert Player.objects.filter(club=club).count() == 3


@pytest.mark.parametrize("name", ["", "\u202e", "x" * 81, "<script>alert(1)</script>"])
def test_a_name_that_is_none_is_refused_and_a_strange_one_is_shown_as_text(client, club, name):
    client.force_login(owner_of(club))

    page = client.post(reverse("person_new", args=[club.pk]), {"name": name}, follow=True)

    html = page.content.decode()
    assert "<script>alert" not in html
    assert page.status_code == (200 if "script" in name else 422)


def test_a_director_changes_a_name_in_the_book(client, club):
    guest = make_player(club, "Günter W.")
    client.force_login(make_member(club, "director"))
    address, person = (reverse(name, args=[club.pk, guest.pk]) for name in ("player_rename", "person_detail"))

    assert address in client.get(person).content.decode()
    assert 'value="Günter W."' in client.get(address).content.decode()
    assert client.post(address, {"name": "\u202e"}).context["form"].errors["name"] == ["Type a name."]
    assert "The name is changed." in client.post(address, {"name": "Günter Wolf"}, follow=True).content.decode()
    client.force_login(make_member(club))
    assert address not in client.get(person).content.decode()


def test_a_new_name_that_is_like_anothers_leads_to_the_merge(client, club):
    guest, known = make_player(club, "G."), make_player(club, "Günter Wolf")
    client.force_login(owner_of(club))
    address = reverse("player_rename", args=[club.pk, guest.pk])

    html = client.post(address, {"name": "Gunter Wolf"}).content.decode()

    assert reverse("merge_new", args=[club.pk, guest.pk, known.pk]) in html
    guest.refresh_from_db()
    assert guest.name == "G."
    client.post(address, {"name": "Gunter Wolf", "anyway": "1"})
    guest.refresh_from_db()
    assert guest.name == "Gunter Wolf"


def test_retired_people_are_not_offered_and_keep_what_they_played(client, club):
    guest, season = make_player(club, "Heinz Old"), make_season(club)
    record(make_sitting(club, players=[guest, make_player(club), make_player(club)], seasons=[season]))
    client.force_login(owner_of(club))
    opening = reverse("sitting_new", args=[club.pk, "skat"])
    assert "Heinz Old" in client.get(opening).content.decode()

    client.post(reverse("person_retire", args=[club.pk, guest.pk]), follow=True)

    assert "Heinz Old" not in client.get(opening).content.decode()
    assert "Heinz Old" in client.get(reverse("season_detail", args=[season.pk])).content.decode()
    assert (
        "no longer offered for new tables"
        in client.get(reverse("person_detail", args=[club.pk, guest.pk])).content.decode()
    )
    client.post(reverse("person_return", args=[club.pk, guest.pk]))
    assert "Heinz Old" in client.get(opening).content.decode()


def test_a_merge_is_looked_at_done_and_undone(client, club):
    bernd, brand, season = make_player(club, "Bernd Brandt"), make_player(club, "B. Brandt"), make_season(club)
    record(make_sitting(club, players=[brand, make_player(club), make_player(club)], seasons=[season]))
    client.force_login(owner_of(club))
    address = reverse("merge_new", args=[club.pk, brand.pk, bernd.pk])

    looked = client.get(address).content.decode()
    done = client.post(address, follow=True).content.decode()

    assert "1 table of B. Brandt counts for Bernd Brandt" in looked
    assert season.name in looked
    assert "B. Brandt is now merged into Bernd Brandt." in done
    standings = reverse("season_detail", args=[season.pk])
    assert "B. Brandt" not in client.get(standings).content.decode()
    assert client.get(reverse("person_detail", args=[club.pk, brand.pk])).url.endswith(f"/{bernd.pk}/")
    assert client.get(address).status_code == 404
    [undoing] = re.findall(r'action="([^"]+/undo/)"', done)
    assert "B. Brandt is a separate person again." in client.post(undoing, follow=True).content.decode()
    assert "B. Brandt" in client.get(standings).content.decode()


def test_who_has_an_account_is_the_one_that_is_kept(client, club):
    member, guest = player_of(owner_of(club), club), make_player(club)
    client.force_login(owner_of(club))

    page = client.get(reverse("merge_new", args=[club.pk, member.pk, guest.pk]))

    assert page.url == reverse("merge_new", args=[club.pk, guest.pk, member.pk])
    assert "instead" not in client.get(page.url).content.decode()


def test_what_can_be_no_one_person_is_said_before_and_after(client, club):
    one, other = make_player(club, "Anna"), make_player(club, "Hanna")
    make_sitting(club, players=[one, other, make_player(club)])
    client.force_login(owner_of(club))
    address = reverse("merge_new", args=[club.pk, one.pk, other.pk])

    before, after = client.get(address), client.post(address)

    for page in (before, after):
        assert "Anna and Hanna played at the same table, “Skat” on " in page.content.decode()
        assert "Same person:" not in page.content.decode()
    assert (before.status_code, after.status_code) == (200, 422)


def test_others_to_merge_with_are_offered_by_name_or_looked_for(client, club):
    one, alike, third = make_player(club, "Anna Vogt"), make_player(club, "Anna Voigt"), make_player(club, "Berta")
    client.force_login(owner_of(club))
    address = reverse("merge_choose", args=[club.pk, one.pk])

    assert client.get(address).context["offered"] == [alike]
    assert client.get(address, {"q": "bert"}).context["offered"] == [third]
    assert "Nobody found. Try another name." in client.get(address, {"q": "zz"}).content.decode()


def test_a_guest_is_invited_by_mail_and_takes_their_line(client, club, mailoutbox):
    guest = make_player(club, "Günter Wolf")
    make_sitting(club, players=[guest, make_player(club), make_player(club)])
    client.force_login(owner_of(club))
    form = {"role": "scorer", "email": "guenter@example.org"}

    shown = client.post(reverse("person_invite", args=[club.pk, guest.pk]), form, follow=True)

    link = shown.context["link"].removeprefix("http://testserver")
    [mail] = mailoutbox
    assert mail.to == ["guenter@example.org"]
    assert link in mail.body
    assert "Günter Wolf" in mail.body
    assert "The invitation was mailed to guenter@example.org." in shown.content.decode()
    client.logout()
    assert "Günter W." in client.get(link).content.decode()  # to nobody yet a member: the short name
    assert "Günter Wolf" not in client.get(link).content.decode()
    user = make_user("Somebody")
    client.force_login(user)
    assert "You have played here as Günter Wolf. 1 table becomes yours." in client.get(link).content.decode()
    client.post(link)
    guest.refresh_from_db()
    assert (guest.user, club.memberships.get(user=user).role) == (user, "scorer")
    assert Player.objects.filter(club=club, user=user).count() == 1


def test_who_is_in_the_book_already_keeps_their_own_line(client, club):
    user, guest = make_member(club), make_player(club)
    Membership.objects.filter(club=club, user=user).delete()
    secret = invite(Inviting(role="member", player=guest.pk), club=club, by=owner_of(club), now=timezone.now()).secret
    client.force_login(user)
    link = reverse("invitation_accept", args=[secret])

    assert "A director can merge the two." in client.get(link).content.decode()
    client.post(link)

    guest.refresh_from_db()
    assert guest.user is None
    assert club.memberships.filter(user=user).exists()


@pytest.mark.parametrize(
    "address", ["nobody", "a@b@c", "x" * 300 + "@example.org", "a@example.org\nBcc: b@example.org"]
)
def test_an_address_that_is_none_sends_nothing(client, club, address, mailoutbox):
    client.force_login(owner_of(club))

    page = client.post(reverse("invitation_new", args=[club.pk]), {"role": "member", "email": address})

    assert (page.status_code, list(page.context["form"].errors)) == (422, ["email"])
    assert not mailoutbox
    assert not Invitation.objects.exists()


def test_open_invitations_are_bounded(client, club, mailoutbox):
    owner, now = owner_of(club), timezone.now()
    until = now + timedelta(days=1)
    Invitation.objects.bulk_create(
        Invitation(club=club, role="member", hash=str(n), made_by=owner, made_at=now, expires_at=until)
        for n in range(MOST_INVITATIONS)
    )
    client.force_login(owner)

    page = client.post(reverse("invitation_new", args=[club.pk]), {"role": "member", "email": "a@example.org"})

    assert page.status_code == 422
    assert f"There are {MOST_INVITATIONS} open invitations. Withdraw some first." in page.content.decode()
    assert not mailoutbox


def test_a_role_is_given_on_the_page_of_a_person(client, club):
    user = make_member(club)
    member, person = club.memberships.get(user=user), player_of(user, club)
    client.force_login(owner_of(club))

    for role in ("scorer", "director", "owner", "member"):
        page = client.post(reverse("member_role", args=[club.pk, member.pk]), {"role": role, "person": "1"})
        member.refresh_from_db()
        assert (member.role, page.url) == (role, reverse("person_detail", args=[club.pk, person.pk]))


def test_a_club_is_handed_over(client, club):
    owner, user = owner_of(club), make_member(club)
    member = club.memberships.get(user=user)
    client.force_login(owner)
    address = reverse("member_hand_over", args=[club.pk, member.pk])
    assert address in client.get(reverse("person_detail", args=[club.pk, player_of(user, club).pk])).content.decode()

    page = client.post(address, follow=True)

    assert f"{user} now owns the club, and you are a director." in page.content.decode()
    assert dict(club.memberships.values_list("user", "role")) == {owner.pk: "director", user.pk: "owner"}
    assert client.post(address).status_code == 403
