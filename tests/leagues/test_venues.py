"""The standings of one venue: as if only its evenings had been played."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.leagues.people.services import Arrival
from scorekeeper.standings.counting import Counts
from tests import factories
from tests.acting import bearer, send
from tests.factories.evenings import come, end_all, make_evening, publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(club):
    """Two evenings of the same three people, the declarer another one, and a bonus."""
    season = factories.make_season(club)
    people = None
    for venue, declarer in (("Oak", 0), ("Elm", 1)):
        evening = make_evening(club, name=venue, venue=venue, seasons=[season.pk], size=3)
        if people is None:
            people = come(evening, 3)
        else:
            for player in people:
                attend(evening, player)
        publish(evening)
        end_all(evening, [factories.played(declarer)] * (1 + declarer))
    factories.give(season, people[0], 500)
    factories.settle(season, Counts(least=2))
    return season


def attend(evening, player):
    from scorekeeper.leagues.people.services import check_in

    check_in(Arrival(player=player.pk), evening_id=evening.pk, by=factories.owner_of(evening.club), now=factories.NOW)


def brought(season, venue):
    """What the sheets of there say."""
    results = season.results.filter(source__in=season.sittings.filter(drawn_table__draw__evening__venue=venue))
    return sorted(results.values_list("player__name", "points"))


@pytest.fixture
def client(owner):
    client = Client()
    client.force_login(owner)
    return client


def shown(answer):
    return totals(answer.context["standing"].rows)


def totals(rows):
    return sorted((row.name, row.total) for row in rows)


def test_only_what_was_played_there_counts(client, season):
    address = reverse("season_detail", args=[season.pk])
    page = client.get(address)
    assert page.context["standing"].rows == []  # all was played on one day: nobody has come twice
    everywhere = totals(page.context["group"].unranked)
    for venue in ("Oak", "Elm"):
        there = client.get(address, {"venue": venue})
        assert shown(there) == brought(season, venue)
        assert f"Only the evenings at {venue}, without bonuses" in there.content.decode()
        assert there.content.decode().count("<option") == 3
        assert len(there.context["days"].days) == 1
        person = there.context["standing"].rows[0].entrant
        opened = client.get(address, {"venue": venue, "why": person})
        (sheet,) = opened.context["chain"].sittings
        assert str(sheet) in opened.content.decode()
    assert brought(season, "Oak") != brought(season, "Elm")
    assert sum(points for _name, points in everywhere) == 500 + sum(
        points for venue in ("Oak", "Elm") for _name, points in brought(season, venue)
    )
    assert "Only the evenings at" not in client.get(address, {"venue": "Nowhere"}).content.decode()
    assert "Oak" in client.get(address, {"venue": "Oak", "as": "csv"})["Content-Disposition"]


def test_with_one_venue_nothing_is_asked(client, club):
    season = factories.make_season(club)
    make_evening(club, venue="Oak", seasons=[season.pk])

    assert 'name="venue"' not in client.get(reverse("season_detail", args=[season.pk])).content.decode()


def test_programs_ask_for_a_venue_and_are_told_when_it_changed(season, owner):
    by = bearer(owner)

    def read(query, **headers):
        address = f"seasons/{season.pk}/standings{query}"
        return send(address, None, {**by, **headers}, method="GET")

    found = read("?venue=Oak")
    assert found.json()["venue"] == "Oak"
    assert sorted((row["name"], row["points"]) for row in found.json()["standings"]) == brought(season, "Oak")
    assert {row["bonus"] for row in found.json()["standings"]} == {0}
    assert read("?venue=%00").json()["standings"] == []
    assert read("")["ETag"] not in {found["ETag"], read("?venue=Elm")["ETag"]}
    assert read("?venue=Oak", **{"If-None-Match": found["ETag"]}).status_code == 304
    season.evenings.filter(venue="Elm").update(venue="Oak")
    assert read("?venue=Oak", **{"If-None-Match": found["ETag"]}).status_code == 200
