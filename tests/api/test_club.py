from uuid import uuid4

import pytest

from scorekeeper.accounts.models import Scope
from scorekeeper.clubs.house_rules import Wording, change, retire
from scorekeeper.clubs.models import Membership, SecondFactorAsked
from tests import factories
from tests.acting import bearer, send, signed_in


@pytest.mark.django_db
@pytest.mark.parametrize("many", [1, 3])
def test_club_names_who_and_what_a_table_needs(many, django_assert_num_queries):
    club = factories.make_club("Lindenhof")
    owner = factories.owner_of(club)
    seasons = [factories.make_season(club) for _season in range(many)]
    sittings = [factories.make_sitting(club, seasons=seasons) for _sitting in range(many)]
    factories.make_sitting()
    headers = bearer(owner)

    with django_assert_num_queries(6):
        found = send(f"clubs/{club.pk}", None, headers, method="GET").json()

    names = sorted(seat.player.name for sitting in sittings for seat in factories.seats_of(sitting))
    assert found["name"] == "Lindenhof"
    assert found["role"] == "owner"
    assert [player["name"] for player in found["players"]] == sorted([*names, owner.name])
    assert {season["id"] for season in found["seasons"]} == {str(season.pk) for season in seasons}
    assert [sitting["id"] for sitting in found["sittings"]] == [str(sitting.pk) for sitting in reversed(sittings)]


@pytest.mark.django_db
def test_house_rules_are_named_with_their_version_and_tables_say_which_they_play_by():
    club = factories.make_club()
    owner = factories.owner_of(club)
    house = factories.make_house_rules(club, "Thursday rules", rules={"kontra": True})
    change(house_id=house.pk, by=owner, wording=Wording({"bock": True}, "Bock"), seen=1, now=factories.NOW)
    retire(house_id=factories.make_house_rules(club, "Old").pk, by=owner, now=factories.NOW)
    headers = bearer(owner)

    (told,) = send(f"clubs/{club.pk}", None, headers, method="GET").json()["house_rules"]
    seats = [{"name": name} for name in ("Anna", "Bo", "Cem")]
    by_house = {"game": "skat", "seats": seats, "house_rules": told["id"]}
    opened = send(f"clubs/{club.pk}/sittings", by_house, {**headers, "Idempotency-Key": str(uuid4())}).json()
    plain = factories.make_sitting(club)

    assert (told["name"], told["game"], told["number"], told["rules"]["bock"]) == ("Thursday rules", "skat", 2, True)
    for body in (opened, send(f"sittings/{opened['id']}", None, headers, method="GET").json()):
        assert (body["rules_name"], body["house_version"]) == ("Thursday rules", told["version"])
    assert send(f"sittings/{plain.pk}", None, headers, method="GET").json()["house_version"] is None


@pytest.mark.django_db
@pytest.mark.parametrize("scope", list(Scope))
def test_token_of_any_scope_says_who_it_acts_for_and_what_it_may_do(scope):
    club = factories.make_club("Lindenhof")
    factories.make_member(factories.make_club("Elsewhere"), "owner")
    user = factories.make_member(club, "scorer")

    found = send("me", None, bearer(user, scope), method="GET").json()

    clubs = [{"id": str(club.pk), "name": "Lindenhof", "role": "scorer"}]
    assert (found["id"], found["email"], found["clubs"]) == (str(user.pk), user.email, clubs)
    assert found["token"]["scopes"] == [scope]


@pytest.mark.django_db
def test_signed_in_caller_has_no_token_and_reads_their_clubs_by_name():
    club = factories.make_club("Zum Löwen")
    user = factories.owner_of(club)
    other = factories.make_club("Älteste Runde")
    Membership.objects.create(club=other, user=user, role="member")
    client = signed_in(user)

    assert client.get("/api/v1/me").json()["token"] is None
    found = client.get("/api/v1/clubs").json()
    assert [(row["name"], row["role"]) for row in found] == [("Älteste Runde", "member"), ("Zum Löwen", "owner")]


@pytest.mark.django_db
def test_nobody_and_tokens_of_another_scope_list_no_clubs():
    user = factories.owner_of(factories.make_club())

    assert send("me", None, {}, method="GET").status_code == 401
    assert send("clubs", None, {}, method="GET").status_code == 401
    assert send("clubs", None, bearer(user, "record"), method="GET").status_code == 403


@pytest.mark.django_db
def test_role_is_what_the_caller_may_act_as():
    club = factories.make_club()
    user = factories.owner_of(club)
    SecondFactorAsked.objects.create(club=club, by=user, at=factories.NOW)

    assert [row["role"] for row in send("clubs", None, bearer(user), method="GET").json()] == ["scorer"]
