"""The running score of an evening: hand by hand, over its tables and rounds."""

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.leagues.evenings.reads import results_of, sittings_of
from scorekeeper.leagues.report.reads import MOST_LINES, course_of
from tests import factories
from tests.factories.evenings import come, end_all, make_evening, playing, publish

pytestmark = pytest.mark.django_db


def course(evening):
    return course_of(sittings_of(evening))


def scores(evening):
    return {one.name: one.scores for one in course(evening).courses}


def totals(evening):
    return {line.player.name: line.total for line in results_of(sittings_of(evening))[0]}


def two_tables(club):
    evening = make_evening(club, size=3)
    come(evening, 6)
    publish(evening)
    return evening, sittings_of(evening)


def test_after_each_hand_everybody_stands_where_their_sheet_said(club):
    """The tables are played side by side, one of them fewer hands; the sheets are looked at after each."""
    evening, (first, second) = two_tables(club)
    stood = [dict.fromkeys(totals(evening), 0)]
    for declarer, extra in ((0, {}), (1, {"declarer_points": 40}), (2, {})):
        factories.record(first, factories.played(declarer, **extra))
        if declarer < 2:
            factories.record(second, factories.played(declarer, **extra))
        stood.append(totals(evening))

    found = scores(evening)

    assert course(evening).marks == ("0", "1", "2", "3")
    assert [{name: own[place] for name, own in found.items()} for place in range(4)] == stood
    assert len({tuple(own) for own in found.values()}) > 3
    assert list(found) == [line.player.name for line in results_of(sittings_of(evening))[0]]


def test_struck_hands_and_penalties(club):
    evening, (first, _second) = two_tables(club)
    for _hand in range(3):
        factories.record(first)
    before = scores(evening)
    punished = first.seats.get(number=1).player.name
    factories.penalise(first, 1, 50)
    factories.undo(first.hands.get(number=3))

    found = scores(evening)

    assert {name: own[-1] for name, own in found.items()} == totals(evening)
    assert found[punished][-1] == before[punished][2] - 50
    assert course(evening).marks[-1] == "3"  # the penalty was given after the third hand


def test_a_second_round_goes_on_from_the_first(club):
    evening, _tables = two_tables(club)
    end_all(evening, [factories.played(1)])
    after_one = totals(evening)
    (late,) = come(evening, 1)
    publish(evening)
    of_four = next(one for one in sittings_of(evening) if one.seats.count() == 4)
    factories.record(of_four, factories.played(1))
    factories.record(of_four, factories.played(2))

    found = course(evening)

    assert found.marks == ("0", "1/1", "2/1", "2/2")
    assert {one.name: one.scores[-1] for one in found.courses} == totals(evening)
    assert {one.name: one.scores[1] for one in found.courses} == {**after_one, late.name: 0}
    assert [one.name for one in found.courses if one.scores[0] is None] == [late.name]


def test_the_page_and_its_file(club, owner, django_assert_num_queries):
    evening = playing(club, 12, size=3)
    client = Client()
    client.force_login(owner)
    address = reverse("evening_course", args=[evening.pk])
    assert "once two hands have been played" in client.get(address).content.decode()
    end_all(evening, [factories.played(0), factories.played(1)])
    shown = course(evening).of([])
    left_out = shown.others[-1]

    with django_assert_num_queries(10):
        page = client.get(address).content.decode()
    lines = client.get(f"{address}?as=csv").content.decode("utf-8-sig").splitlines()

    assert len(shown.courses) == MOST_LINES
    assert page.count("<polyline") == MOST_LINES
    assert f'<option value="{left_out.person}">' in page
    assert client.get(f"{address}?player={left_out.person}").content.decode().count("<polyline") == MOST_LINES + 1
    assert len(lines) == 4
    assert len(lines[0].split(",")) == 13
    assert "<polyline" in client.get(reverse("evening_report", args=[evening.pk])).content.decode()
