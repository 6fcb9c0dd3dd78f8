"""The picture of an evening to share: what stands on it, and who gets it."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Player
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.money.services import close_evening
from scorekeeper.leagues.report.files import Card, card_of, drawn
from scorekeeper.leagues.report.reads import outcomes_of
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.services import LinkWish, make_link, secret_of
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import end_all, make_evening, playing

pytestmark = pytest.mark.django_db
HANDS = [factories.played(0), factories.played(1, declarer_points=90), factories.played(0)]


@pytest.fixture
def evening(club):
    """One whose only table has three hands."""
    evening = playing(club, 3)
    end_all(evening, HANDS)
    return evening


def card(evening):
    (outcome,) = outcomes_of(evening, sittings_of(evening))
    return card_of(evening, outcome)


def size(png: bytes) -> tuple[int, int]:
    """In pixels, as the file says at its beginning."""
    assert png.startswith(b"\x89PNG")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_a_card_has_the_first_three_the_hands_and_the_best_one(evening, django_assert_num_queries):
    (outcome,) = outcomes_of(evening, sittings_of(evening))
    first, second, third = outcome.lines

    with django_assert_num_queries(1):
        found = card_of(evening, outcome)

    assert found.club == evening.club.name
    assert found.facts == "Skat, 4 September 2026, not finished yet"
    assert [(rank, points) for rank, _name, points in found.places] == [
        (f"{line.rank}.", str(line.total).replace("-", "\N{MINUS SIGN}")) for line in (first, second, third)
    ]
    assert found.hands == "3 hands"
    assert found.best.startswith("Best hand: ")


def test_a_card_says_what_can_still_change(evening):
    close_evening(evening_id=evening.pk, by=factories.owner_of(evening.club), now=NOW)
    evening.refresh_from_db()

    assert card(evening).facts == "Skat, 4 September 2026"


def test_everybody_on_a_card_has_the_name_for_outsiders(evening):
    (sitting,) = sittings_of(evening)
    people = [seat.player for seat in sitting.seats.all()]
    for player, name in zip(people, ("Karl-Heinz Ruppert", "Ines Weber", "Star 7"), strict=True):
        Player.objects.filter(pk=player.pk).update(name=name)

    found = card(evening)

    assert {name for _rank, name, _points in found.places} == {"Karl-Heinz R.", "Ines W.", "Star 7"}
    assert "Ruppert" not in repr(found)


def test_the_picture_is_had_by_the_club_once_and_by_nobody_else(client: Client, evening):
    address = reverse("evening_picture", args=[evening.pk])
    client.force_login(factories.owner_of(evening.club))
    stranger = Client()
    stranger.force_login(factories.make_user())

    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    type(evening).objects.filter(pk=evening.pk).update(name="Another name")
    other = client.get(address, headers={"If-None-Match": first["ETag"]})

    assert first["Content-Type"] == "image/png"
    assert size(first.content) == (1200, 630)
    assert (again.status_code, again.content) == (304, b"")
    assert other.status_code == 200
    assert stranger.get(address).status_code == 404
    client.force_login(factories.make_member(evening.club))  # who runs it has its desk until it is closed
    for page in ("evening_detail", "evening_report"):
        assert address in client.get(reverse(page, args=[evening.pk])).content.decode()


def test_an_evening_without_tables_has_no_picture(client: Client, club):
    client.force_login(factories.owner_of(club))

    assert client.get(reverse("evening_picture", args=[make_evening(club).pk])).status_code == 404


def test_the_page_behind_a_link_names_its_picture_for_messengers(evening):
    link = make_link(LinkWish(kind=Link.Kind.EVENING), of=evening.pk, by=factories.owner_of(evening.club), now=NOW)
    secret = secret_of(link)
    address = reverse("shared_evening_picture", args=[secret])

    page = Client().get(reverse("shared_results", args=[secret])).content.decode()

    assert f'<meta property="og:image" content="http://testserver{address}">' in page
    assert Client().get(address)["Content-Type"] == "image/png"
    assert Client().get(reverse("shared_evening_picture", args=["x" * 20])).status_code == 404


def test_a_card_of_the_longest_words_is_drawn():
    long = "Wehrstapel-Untermeyer " * 9
    places = tuple((f"{rank}.", long, "−1,000,000.00 €") for rank in (1, 2, 3))

    assert size(drawn(Card(long, long, long, places, "3 hands", long))) == (1200, 630)
