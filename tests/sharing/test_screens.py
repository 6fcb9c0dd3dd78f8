"""The screen of the room at a tournament: what whoever holds its link sees."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from scorekeeper.sharing.screens import ROWS, TABLES, screen_of
from scorekeeper.sharing.services import end_screen, make_screen, secret_of
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.services.clock import set_clock, start_clock
from scorekeeper.tournaments.services.ending import end_stage
from scorekeeper.tournaments.services.results import make_official
from tests import factories
from tests.factories import NOW
from tests.tournaments.desk import come, make_cup, publish, told_at_desk

pytestmark = pytest.mark.django_db


def link_of(stage):
    return make_screen(tournament_id=stage.tournament_id, by=factories.owner_of(stage.club), now=NOW)


def look(link, **asked):
    return Client().get(reverse("shared_screen", args=[secret_of(link)]), asked)


def played(stage):
    """The first round with its results, official."""
    one = publish(stage)
    for table in one.tables.all():
        told_at_desk(table, {place.entrant: 100 * place.entrant.number for place in table.places.all()})
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)


def test_seats_then_the_official_standing_then_the_places():
    stage = make_cup(people=11, plan=TablesPlan(rounds=2))
    come(stage, "Renate Vogt")
    link = link_of(stage)
    assert "It begins on" in look(link).content.decode()

    played(stage)
    assert "Standing after 1 round" in look(link).content.decode()
    one = publish(stage)
    first = look(link).content.decode()
    assert "Round 2: who sits where" in first
    assert "Renate V." in first
    assert "Vogt" not in first, "a last name is no business of the room"
    assert "Standing after 1 round" in look(link, page=2).content.decode()

    for table in one.tables.all():
        told_at_desk(table, {place.entrant: 0 for place in table.places.all()})
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)
    stage.tournament.refresh_from_db()
    page = look(link).content.decode()
    assert "Final places" in page
    assert page.index("Renate V.") < page.index("Guest 11") < page.index("Guest 10"), "the most points first"


def test_more_than_a_page_is_turned():
    stage = make_cup(people=32, plan=TablesPlan(rounds=2))
    played(stage)
    publish(stage)

    pages = [screen_of(stage.tournament, number, NOW) for number in range(1, 8)]

    assert pages[0].pages == -(-8 // TABLES) + -(-32 // ROWS)
    assert [one.what for one in pages] == ["seats"] * 2 + ["standing"] * 4 + ["seats"]
    assert [(one.first, one.last, one.of) for one in pages[:3]] == [(1, 6, 8), (7, 8, 8), (1, 9, 32)]
    assert pages[5].next == 1
    assert sum(len(one.rows) for one in pages[2:6]) == 32


def test_asked_again_while_nothing_is_new_it_says_so():
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    publish(stage)
    set_clock(tournament_id=stage.tournament_id, by=factories.owner_of(stage.club), seconds=600)
    link = link_of(stage)
    stamp = screen_of(stage.tournament, 1, NOW).stamp

    assert look(link, since=stamp).status_code == 204
    start_clock(tournament_id=stage.tournament_id, by=factories.owner_of(stage.club), now=NOW)
    assert look(link, since=stamp).status_code == 200
    assert look(link, page="99999999").status_code == 200


def test_a_link_that_was_ended_leads_nowhere():
    stage = make_cup(people=4)
    link = link_of(stage)
    assert link_of(stage) == link
    end_screen(tournament_id=stage.tournament_id, by=factories.owner_of(stage.club), now=NOW)

    assert look(link).status_code == 404
    assert link_of(stage) != link
    with pytest.raises(PermissionDenied):
        make_screen(tournament_id=stage.tournament_id, by=factories.make_member(stage.club), now=NOW)


def test_the_desk_makes_the_link_on_its_page(client):
    stage = make_cup(people=4)
    client.force_login(factories.owner_of(stage.club))
    address = reverse("tournament_screen", args=[stage.tournament_id])
    assert "Make a link" in client.get(address).content.decode()

    client.post(address, {"screen": "1"})
    page = client.get(address).content.decode()
    assert "End the link" in page
    client.post(address, {"screen": "0"})
    assert "Make a link" in client.get(address).content.decode()
    client.force_login(factories.make_member(stage.club))
    assert client.get(address).status_code == 403
