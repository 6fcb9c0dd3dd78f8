from uuid import uuid4

import pytest

from scorekeeper.clubs.house_rules import Wording, change, retire
from tests import factories
from tests.acting import bearer, send


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
