"""The projector at a tournament: what whoever holds its link sees."""

from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from scorekeeper.sharing.models import Link
from scorekeeper.sharing.screens import HIGH, Ranked, Sat, Seated, paged, ranked_pages, scale_of, screen_of
from scorekeeper.sharing.services import LinkWish, end_link, make_link, secret_of
from scorekeeper.tournaments.clock.services import ClockLength, set_clock, start_clock
from scorekeeper.tournaments.ending.services import end_stage
from scorekeeper.tournaments.formats.swiss.plan import SwissPlan
from scorekeeper.tournaments.formats.tables.plan import TablesPlan
from scorekeeper.tournaments.results.services import make_official
from tests import factories
from tests.factories import NOW
from tests.factories.matches import make_pairs_cup
from tests.factories.tournaments import come, make_cup, publish, write_points
from tests.pages import folded

pytestmark = pytest.mark.django_db
SCREEN = LinkWish(kind=Link.Kind.SCREEN)


def link_of(stage):
    return make_link(SCREEN, of=stage.tournament_id, by=factories.owner_of(stage.club), now=NOW)


def look(link, **asked):
    return Client().get(reverse("shared_screen", args=[secret_of(link)]), asked)


def played(stage):
    """The first round with its results, official."""
    one = publish(stage)
    for table in one.tables.all():
        write_points(table, {place.entrant: 100 * place.entrant.number for place in table.places.all()})
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)


def test_seats_then_the_official_standing_then_the_places():
    stage = make_cup(people=11, plan=TablesPlan(rounds=2))
    come(stage, "Renate Vogt")
    link = link_of(stage)
    assert "It begins on" in look(link).content.decode()

    played(stage)
    results = look(link).content.decode()
    assert "Round 1: results" in results
    assert "1200" in results, "what Renate has of it"
    assert "Standing after 1 round" in look(link, page=2).content.decode()
    one = publish(stage)
    first = look(link).content.decode()
    assert "Round 2: who sits where" in first
    assert "Renate V." in first
    assert "Vogt" not in first, "a last name is no business of the room"
    assert "Standing after 1 round" in look(link, page=2).content.decode()

    for table in one.tables.all():
        write_points(table, {place.entrant: 0 for place in table.places.all()})
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    end_stage(stage_id=stage.pk, by=factories.owner_of(stage.club), now=NOW)
    stage.tournament.refresh_from_db()
    set_clock(ClockLength(seconds=5400), tournament_id=stage.tournament_id, by=factories.owner_of(stage.club))
    page = look(link).content.decode()
    assert "Final places" in page
    assert 'role="timer"' not in page, "nothing is played any more"
    assert page.index("Renate V.") < page.index("Guest 11") < page.index("Guest 10"), "the most points first"


def test_who_sits_at_no_table_is_told_so():
    stage = make_pairs_cup(SwissPlan(), 5)
    publish(stage)
    first = screen_of(stage.tournament, 1, NOW)
    assert [(row.number, [one.name for one in row.people]) for row in first.rows][-1] == (0, ["Pair 05"])
    assert (first.last, first.of) == (2, 2)
    assert "Without an opponent: <bdi>Pair 05</bdi>" in folded(
        render_to_string("sharing/_screen.html", {"shown": first, "now": NOW})
    )


def test_more_than_a_page_is_turned():
    stage = make_cup(people=32, plan=TablesPlan(rounds=2))
    played(stage)
    publish(stage)

    pages = [screen_of(stage.tournament, number, NOW) for number in range(1, 8)]

    assert [one.what for one in pages] == ["seats"] * 2 + ["standing"] * 4 + ["seats"]
    assert [(one.first, one.last, one.of) for one in pages[:3]] == [(1, 5, 8), (6, 8, 8), (1, 10, 32)]
    assert pages[5].next == 1
    first = folded(render_to_string("sharing/_screen.html", {"shown": pages[0], "now": NOW}))
    assert "5 of 8 tables" in first, "how many of them, not which: they have numbers of their own"
    assert sum(len(one.rows) for one in pages[2:6]) == 32


def test_the_result_of_a_table_stands_beside_its_names_as_soon_as_it_is_over():
    stage = make_cup(people=8)
    one = publish(stage)
    table, _other = one.tables.all()
    write_points(table, {place.entrant: 100 + place.entrant.number for place in table.places.all()})

    rows = screen_of(stage.tournament, 1, NOW).rows

    assert {sat.got for sat in rows[0].people} == {str(100 + place.entrant.number) for place in table.places.all()}
    assert {sat.got for sat in rows[1].people} == {""}, "the other one still plays"


def test_of_more_tables_than_stand_beside_the_clock_those_that_still_play_are_named():
    stage = make_cup(people=96)
    one = publish(stage)
    for table in one.tables.all()[:3]:
        write_points(table, {place.entrant: 0 for place in table.places.all()})

    page = look(link_of(stage)).content.decode()

    assert "3 of 24 tables are finished." in page
    assert screen_of(stage.tournament, 1, NOW).unfinished == list(range(4, 25))


def test_a_page_holds_what_fits_because_nobody_can_scroll_it():
    ten = Seated(1, "playing", tuple(Sat(f"Guest {seat}", seat) for seat in range(1, 11)))
    short = Ranked("1", "Anna", 5)
    long = Ranked("1", "Anna " * 16, 5)

    assert [len(rows) for rows, _before in paged([ten] * 6)] == [2, 2, 2], "ten people need four lines"
    assert [len(rows) for rows, _before in paged([short] * 21)] == [10, 8, 3], "ten lines, and none alone"
    assert [len(rows) for rows, _before in paged([short] * 11)] == [8, 3]
    assert [scale_of([short] * number) for number in (10, 9, 8, 5)] == [0, 1, 2, 3], "few lines are larger"
    assert len(next(iter(paged([long] * 20)))[0]) < len(next(iter(paged([short] * 20)))[0])
    groups = [Ranked(str(rank), "Anna", 5, group=group) for group in (1, 2, 3) for rank in (1, 2, 3, 4)]
    shown = [[row.group for row in rows] for rows, _before in ranked_pages(groups)]
    assert shown == [[1] * 4 + [2] * 4, [3] * 4], "a group is parted only where no page holds it"
    assert [len(rows) for rows, _before in ranked_pages([replace(short, group=1)] * 20)] == [9, 8, 3]
    huge = Ranked("1", "Anna " * 400, 5)
    assert huge.high() > HIGH
    assert [before for _rows, before in paged([huge, huge])] == [0, 1], "and each page holds at least one"


def test_the_wall_shows_the_time_of_day_how_far_each_table_is_and_the_next_round():
    stage = make_cup(people=8, plan=TablesPlan(rounds=2))
    one = publish(stage)
    shown = screen_of(stage.tournament, 1, NOW)

    page = folded(render_to_string("sharing/_screen.html", {"shown": shown, "now": NOW}))

    length = shown.tables[0].length
    assert [(table.hands, table.length) for table in shown.tables] == [(0, length)] * 2
    assert length
    assert page.count(f"0 of {length}") == 2
    assert ("data-day=" in page, "<b>Round 2</b>" in page, shown.next_round) == (True, True, 2)
    for table in one.tables.all():
        write_points(table, {place.entrant: 0 for place in table.places.all()})
    make_official(round_id=one.pk, by=factories.owner_of(stage.club), now=NOW)
    publish(stage)
    assert screen_of(stage.tournament, 1, NOW).next_round is None, "the second of two is the last"


def test_asked_again_while_nothing_is_new_it_says_so():
    stage = make_cup(people=4, plan=TablesPlan(rounds=1))
    publish(stage)
    set_clock(ClockLength(seconds=600), tournament_id=stage.tournament_id, by=factories.owner_of(stage.club))
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
    end_link(SCREEN, of=stage.tournament_id, by=factories.owner_of(stage.club), now=NOW)

    assert look(link).status_code == 404
    assert link_of(stage) != link
    with pytest.raises(PermissionDenied):
        make_link(SCREEN, of=stage.tournament_id, by=factories.make_member(stage.club), now=NOW)


def test_the_desk_makes_the_link_on_its_page(client):
    stage = make_cup(people=4)
    client.force_login(factories.owner_of(stage.club))
    address = reverse("tournament_screen", args=[stage.tournament_id])
    assert "Create a link" in client.get(address).content.decode()

    client.post(address, {"screen": "1"})
    page = client.get(address).content.decode()
    assert "End the link" in page
    client.post(address, {"screen": "0"})
    assert "Create a link" in client.get(address).content.decode()
    client.force_login(factories.make_member(stage.club))
    assert client.get(address).status_code == 403
