import pytest

from tests import factories
from tests.api.calling import bearer, send


@pytest.mark.django_db
@pytest.mark.parametrize("many", [1, 3])
def test_club_names_who_and_what_a_table_needs(many, django_assert_num_queries):
    club = factories.make_club("Lindenhof")
    owner = factories.owner_of(club)
    seasons = [factories.make_season(club) for _season in range(many)]
    sittings = [factories.make_sitting(club, seasons=seasons) for _sitting in range(many)]
    factories.make_sitting()
    headers = bearer(owner)

    with django_assert_num_queries(5):
        found = send(f"clubs/{club.pk}", None, headers, method="GET").json()

    names = sorted(seat.player.name for sitting in sittings for seat in factories.seats_of(sitting))
    assert found["name"] == "Lindenhof"
    assert found["role"] == "owner"
    assert [player["name"] for player in found["players"]] == sorted([*names, owner.name])
    assert {season["id"] for season in found["seasons"]} == {str(season.pk) for season in seasons}
    assert [sitting["id"] for sitting in found["sittings"]] == [str(sitting.pk) for sitting in reversed(sittings)]
