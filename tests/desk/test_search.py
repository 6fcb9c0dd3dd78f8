"""One box: what it finds, whatever the accents and the case, and what it costs."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.desk.selectors import search
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.models import Sitting
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import make_evening
from tests.factories.tournaments import make_planned

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return factories.make_club("Lindenhof")


def names(found):
    return [line.player.name for line in found.people]


@pytest.mark.parametrize("typed", ["jurgen", "JÜRGEN", "brandt jür", "  Jürgen  "])
def test_finds_a_person_whatever_the_spelling(club, typed):
    factories.make_player(club, "Jürgen Brandt")
    factories.make_player(club, "Anna")

    assert names(search(club, typed)) == ["Jürgen Brandt"]


def test_who_was_merged_is_found_as_the_person(club):
    gone, kept = factories.make_player(club, "Jurgen B."), factories.make_player(club, "Jürgen Brandt")
    merge_players(Merging(kept=kept.pk), club=club, by=factories.owner_of(club), gone=gone.pk, now=NOW)

    assert [line.player.pk for line in search(club, "jurgen").people] == [kept.pk]


@pytest.mark.parametrize("typed", ["freitag", "krönchen", "kronchen FREITAG", "4.9.2026", "2026-09-04", "september"])
def test_finds_an_evening_by_name_place_or_day(club, typed):
    evening = make_evening(club, name="Freitag", venue="Zum Krönchen")
    make_evening(club, name="Sonntag", starts_at=NOW + timedelta(days=60))

    assert search(club, typed).evenings == [evening]


def test_day_is_that_of_the_clubs_clock(club):
    late = make_evening(club, name="Late", starts_at=NOW.replace(hour=23))  # one o'clock on the fifth in Berlin

    with timezone.override(ZoneInfo(club.time_zone)):
        assert search(club, "5.9.2026").evenings == [late]


@pytest.mark.parametrize("typed", ["preis saal", "11.9.2026", "SKAT 2026-09-11"])
def test_finds_a_tournament_by_name_place_or_day(client, club, typed):
    cup = make_planned(club, name="Preisskat", venue="Saal")
    make_planned(factories.make_club(), name="Preisskat", venue="Saal")

    assert search(club, typed).tournaments == [cup]
    client.force_login(factories.owner_of(club))
    page = client.get(reverse("club_search", args=[club.pk]), {"q": typed}).content.decode()
    assert reverse("tournament_detail", args=[cup.pk]) in page


def test_finds_a_table_and_only_of_this_club(club):
    table = factories.make_sitting(club)
    Sitting.objects.filter(pk=table.pk).update(name="Stammtisch")
    other = factories.make_sitting()
    Sitting.objects.filter(pk=other.pk).update(name="Stammtisch")

    assert search(club, "stamm").tables == [table]


@pytest.mark.parametrize("typed", ["", "  ", "%", "'; --", "\u0301"])
def test_nothing_is_found_for_nothing(club, typed):
    factories.make_sitting(club)

    assert search(club, typed).is_empty


@pytest.mark.parametrize("many", [1, 9])
def test_search_costs_the_same_at_any_length(client, club, many, django_assert_num_queries):
    for number in range(many):
        factories.make_player(club, f"Stamm {number}")
        make_evening(club, name="Stammtisch")
        make_planned(club, name="Stammtisch")
        Sitting.objects.filter(pk=factories.make_sitting(club).pk).update(name="Stammtisch")
    client.force_login(factories.owner_of(club))

    with django_assert_num_queries(15):
        answer = client.get(reverse("club_search", args=[club.pk]), {"q": "stamm"})

    assert answer.content.decode().count("Stammtisch") >= min(many, 9)
