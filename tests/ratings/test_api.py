"""Programs read ratings and say who is rated."""

import pytest

from scorekeeper.clubs.models import Club
from scorekeeper.ratings.models import OptOut
from scorekeeper.ratings.services import replay_stale
from tests import factories
from tests.acting import Api, bearer, refusal, send
from tests.factories.ratings import make_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club()


@pytest.fixture
def three(club):
    players = [factories.make_player(club) for _player in range(3)]
    make_sheet(club, players)
    replay_stale()
    return players


def test_the_list_and_how_a_rating_came_about(club, three):
    program = Api(bearer(factories.make_member(club)))

    found = program.get(f"clubs/{club.pk}/ratings")
    assert (found["games"], found["game"], found["stale"]) == (["skat"], "skat", False)
    assert [(row["rank"], row["player"], row["sheets"], row["is_new"]) for row in found["ratings"]] == [
        (place, str(player.pk), 1, True) for place, player in enumerate(three, start=1)
    ]
    course = program.get(f"players/{three[0].pk}/rating?game=skat")
    assert [(step["points"], step["by"]) for step in course["course"]] == [(found["ratings"][0]["points"],) * 2]
    wrong = send(f"clubs/{club.pk}/ratings?game=truco", None, program.by, method="GET")
    assert refusal(wrong) == (422, [("game_unknown", "game")])


def test_who_wants_no_rating_says_so_once(club, three):
    program, address = Api(bearer(factories.owner_of(club))), f"players/{three[0].pk}/rating"

    assert program.post(f"{address}/choose", {"wants": False})["rated"] is False
    assert program.post(f"{address}/choose", {"wants": False})["rated"] is False
    replay_stale()

    assert OptOut.objects.count() == 1
    assert program.get(address)["course"] == []
    assert str(three[0].pk) not in str(program.get(f"clubs/{club.pk}/ratings"))
    assert program.post(f"{address}/choose", {"wants": True})["rated"] is True


def test_members_choose_for_themselves_alone(club, three):
    member = factories.make_member(club)
    own = factories.player_of(member, club)

    assert send(f"players/{three[0].pk}/rating/choose", {"wants": False}, bearer(member)).status_code == 403
    assert send(f"players/{own.pk}/rating/choose", {"wants": False}, bearer(member)).status_code == 200
    by_owner = send(f"players/{own.pk}/rating/choose", {"wants": True}, bearer(factories.owner_of(club)))
    assert by_owner.status_code == 403


def test_where_a_club_shows_members_their_own_page_only_others_are_shut(club, three):
    member = factories.make_member(club)
    own = factories.player_of(member, club)
    Club.objects.filter(pk=club.pk).update(pages_for=Club.Pages.OWN)

    statuses = {
        address: send(address, None, bearer(member), method="GET").status_code
        for address in (f"clubs/{club.pk}/ratings", f"players/{three[0].pk}/rating", f"players/{own.pk}/rating")
    }

    assert list(statuses.values()) == [403, 403, 200]
