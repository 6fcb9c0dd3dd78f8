"""The calendar of a club's evenings: what programs read, and who may."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from scorekeeper.clubs.models import Membership
from scorekeeper.leagues.evenings.services import change_evening, open_evening
from scorekeeper.leagues.money.services import EveningReopening, close_evening, reopen_evening
from scorekeeper.sharing.models import Link
from scorekeeper.sharing.services import end_calendar, make_calendar, secret_of
from scorekeeper.sharing.shown import calendar_of
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.planning.services import call_off
from tests import factories
from tests.acting import bearer, send
from tests.factories import NOW
from tests.factories.evenings import a_plan, make_evening
from tests.factories.tournaments import make_cup, make_planned, publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return factories.make_user()


@pytest.fixture
def club(owner):
    return factories.make_club("Lindenhof", owner=owner)


def events(club):
    return Calendar.from_ical(calendar_of(club, NOW, "https://scores.example/")).walk("VEVENT")


def feed(link):
    return reverse("calendar_feed", args=[secret_of(link)])


def test_an_evening_as_programs_read_it(club):
    evening = make_evening(club, name="Freitag, lang; \\ Krönchen", venue="Zum Krönchen")

    (event,) = events(club)

    assert event["uid"] == f"{evening.pk}@scorekeeper"
    assert str(event["summary"]) == "Freitag, lang; \\ Krönchen"
    assert str(event["location"]) == "Zum Krönchen"
    assert event.decoded("dtstart") == evening.starts_at
    assert event.decoded("dtstamp") == NOW
    assert (event["status"], event["sequence"]) == ("CONFIRMED", 0)
    assert event["url"] == f"https://scores.example/evenings/{evening.pk}/"


def test_a_change_keeps_the_event_and_counts_up(club, owner):
    evening = make_evening(club)
    later = NOW + timedelta(hours=2)
    plan = a_plan(starts_at=NOW + timedelta(days=2))
    change_evening(plan, evening_id=evening.pk, by=owner, now=later)

    (event,) = events(club)

    assert event["uid"] == f"{evening.pk}@scorekeeper"
    assert (event["sequence"], event.decoded("dtstamp")) == (1, later)
    assert event.decoded("dtstart") == NOW + timedelta(days=2)


def test_what_is_called_off_says_so_until_it_is_planned_again(club, owner):
    evening = make_evening(club)
    close_evening(evening_id=evening.pk, by=owner, now=NOW)
    assert events(club)[0]["status"] == "CANCELLED"

    reopen_evening(EveningReopening(), evening_id=evening.pk, by=owner, now=NOW)
    assert (events(club)[0]["status"], events(club)[0]["sequence"]) == ("CONFIRMED", 2)

    open_evening(evening_id=evening.pk, by=owner, now=NOW)
    close_evening(evening_id=evening.pk, by=owner, now=NOW)
    assert events(club)[0]["status"] == "CONFIRMED"


def test_a_tournament_stands_beside_the_evenings(club, owner):
    make_evening(club)
    cup = make_planned(club, name="Preisskat", venue="Saal")

    _evening, event = events(club)

    assert (str(event["summary"]), str(event["location"])) == ("Preisskat", "Saal")
    assert event.decoded("dtstart") == cup.starts_at
    assert event["url"] == f"https://scores.example/tournaments/{cup.pk}/"
    assert (event["status"], event["sequence"]) == ("CONFIRMED", 0)
    call_off(tournament_id=cup.pk, by=owner, now=NOW)
    assert (events(club)[1]["status"], events(club)[1]["sequence"]) == ("CANCELLED", 1)

    begun = make_cup(club, 4, name="Played")
    publish(begun)
    Tournament.objects.filter(pk=begun.tournament_id).update(state="ended", ended_at=NOW)
    assert {str(one["summary"]): one["status"] for one in events(club)}["Played"] == "CONFIRMED"


def test_another_clubs_evenings_are_not_in_it(club):
    make_evening(factories.make_club())

    assert events(club) == []


def test_link_is_of_one_person_and_ends(client, club, owner):
    make_evening(club)
    link = make_calendar(club=club, by=owner, now=NOW)
    assert make_calendar(club=club, by=owner, now=NOW) == link
    other = make_calendar(club=club, by=factories.make_member(club), now=NOW)

    found = client.get(feed(link))
    assert found["Content-Type"].startswith("text/calendar")
    assert b"BEGIN:VEVENT" in found.content

    end_calendar(club=club, by=owner, now=NOW)
    assert client.get(feed(link)).status_code == 404
    assert client.get(feed(other)).status_code == 200
    assert feed(make_calendar(club=club, by=owner, now=NOW)) != feed(link)


def test_who_leaves_the_club_reads_no_more(client, club):
    user = factories.make_member(club)
    link = make_calendar(club=club, by=user, now=NOW)
    Membership.objects.filter(user=user).delete()

    assert client.get(feed(link)).status_code == 404


def test_a_link_of_a_table_is_no_calendar(client, club):
    from scorekeeper.sharing.services import share_table

    sitting = factories.make_sitting(club)
    link = share_table(sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)

    assert client.get(feed(link)).status_code == 404


def test_page_makes_it_and_ends_it(club, owner):
    client = Client()
    client.force_login(owner)
    address = reverse("evening_calendar", args=[club.pk])

    client.post(address, {"calendar": "1"})
    assert "webcal://" in client.get(address).content.decode()
    client.post(address, {"calendar": "0"})

    assert "webcal://" not in client.get(address).content.decode()
    assert Link.objects.get().ended_at


@pytest.mark.parametrize("many", [1, 8])
def test_feed_costs_the_same_at_any_length(client, club, owner, many, django_assert_num_queries):
    for _evening in range(many):
        make_evening(club)
        make_planned(club)
    address = feed(make_calendar(club=club, by=owner, now=NOW))

    with django_assert_num_queries(6):
        client.get(address)


def test_a_program_makes_and_ends_the_callers_own(client, club, owner):
    path, member = f"clubs/{club.pk}/calendar", factories.make_member(club)
    made, again = (send(f"{path}/make", None, bearer(owner)).json() for _twice in range(2))
    other = send(f"{path}/make", None, bearer(member)).json()

    assert made == again
    assert other["address"] != made["address"]
    assert client.get(made["address"])["Content-Type"].startswith("text/calendar")
    assert [send(f"{path}/end", None, bearer(owner)).status_code for _twice in range(2)] == [204, 204]
    assert [client.get(one["address"]).status_code for one in (made, other)] == [404, 200]
