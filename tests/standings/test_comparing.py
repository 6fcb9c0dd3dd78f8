"""What a file says against what counts already, and corrections that stand for what they correct."""

from datetime import date

import pytest

from scorekeeper.common.ids import uuid7
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.upkeep.rebuilding import Rebuilt, rebuild
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.comparing import ChangeKind, FileResult, compared, counting_on, key_of_list
from scorekeeper.standings.importing import Prepared, count_prepared, prepare, take_back, to_be_written
from scorekeeper.standings.models import ImportedResult
from tests import factories

pytestmark = pytest.mark.django_db

DAY, NEXT = date(2025, 1, 7), date(2025, 1, 14)


@pytest.fixture
def season():
    club = factories.make_club()
    for name in ("Anna", "Bert"):
        factories.make_player(club, name)
    return factories.make_season(club)


def player(season, name):
    return season.club.players.get(name=name)


def said(season, name, day, points, **more):
    measures = points if isinstance(points, dict) else {"points": points}
    return FileResult(name, player(season, name).pk, day, measures, **more)


def against(season, *results, earlier=()):
    counting = counting_on(season, None if earlier else {result.played_on for result in results})
    return compared(results, counting, leading="points", earlier=earlier), counting


def changes(season, *results, **more):
    return [(one.result.name, one.change, one.before.get("points")) for one in against(season, *results, **more)[0]]


def taken(season, *results, **more):
    """Write down what is new or said otherwise; the import."""
    prepared, by = Prepared(season, uuid7()), factories.owner_of(season.club)
    found, counting = against(season, *results, **more)
    people = {result.name: result.person for result in results}
    list(prepare(prepared, to_be_written(prepared, found, counting, people)))
    made, _new = count_prepared(prepared=prepared, name="s.csv", digest=str(prepared.pk), by=by, now=factories.NOW)
    assert sound() == []
    return made


def sound():
    return [*map(str, verify(Count())), *map(str, rebuild(Rebuilt(), write=False))]


def back(imported):
    take_back(imported=imported, by=factories.owner_of(imported.club), now=factories.NOW)
    assert sound() == []


def points(season):
    return {row.player.name: (row.points, row.official_sources) for row in season.standings.select_related("player")}


@pytest.mark.both_engines("rows are written or changed in one statement", "standings.importing", "standings.comparing")
def test_what_is_new_is_taken_what_is_there_stays_and_what_changed_is_corrected(season):
    taken(season, said(season, "Anna", DAY, 100), said(season, "Bert", DAY, 50))

    again = (said(season, "Anna", DAY, 110), said(season, "Bert", DAY, 50), said(season, "Anna", NEXT, 40, line=2))
    assert changes(season, *again) == [
        ("Anna", ChangeKind.CHANGED, 100), ("Bert", ChangeKind.THERE, 50), ("Anna", ChangeKind.NEW, None),
    ]  # fmt: skip
    second = taken(season, *again)

    assert points(season) == {"Anna": (150, 2), "Bert": (50, 1)}
    assert {change for _name, change, _before in changes(season, *again)} == {ChangeKind.THERE}
    assert sorted(second.results.values_list("version", "line")) == [(0, 2), (1, 0)]

    back(second)
    assert points(season) == {"Anna": (100, 1), "Bert": (50, 1)}
    taken(season, *again)
    assert points(season) == {"Anna": (150, 2), "Bert": (50, 1)}


def test_a_correction_stands_when_what_it_corrected_is_taken_back(season):
    first = taken(season, said(season, "Anna", DAY, 100), said(season, "Bert", DAY, 50))
    second = taken(season, said(season, "Anna", DAY, 110))
    third = taken(season, said(season, "Anna", DAY, 120))

    back(first)
    assert points(season) == {"Anna": (120, 1), "Bert": (0, 0)}
    back(third)
    assert points(season) == {"Anna": (110, 1), "Bert": (0, 0)}
    taken(season, said(season, "Bert", DAY, 60))
    back(second)
    assert points(season) == {"Anna": (0, 0), "Bert": (60, 1)}
    taken(season, said(season, "Anna", DAY, 90))
    assert points(season) == {"Anna": (90, 1), "Bert": (60, 1)}


def test_several_lists_of_a_day_are_told_apart_by_name_or_place(season):
    taken(
        season,
        said(season, "Anna", DAY, 100, title="Serie 1"),
        said(season, "Anna", DAY, 7, title="Serie 2", list_place=1),
    )

    assert changes(season, said(season, "Anna", DAY, 8, list_place=1)) == [("Anna", ChangeKind.CHANGED, 7)]
    assert changes(season, said(season, "Anna", DAY, 8, title="3. Serie")) == [("Anna", ChangeKind.NEW, None)]
    assert changes(
        season, said(season, "Anna", DAY, 7, title="2"), said(season, "Anna", DAY, 100, title="List 1")
    ) == [("Anna", ChangeKind.THERE, 7), ("Anna", ChangeKind.THERE, 100)]  # fmt: skip


def test_a_list_without_a_name_is_never_counted_beside_the_same_with_one(season):
    taken(season, said(season, "Anna", DAY, 100))

    assert changes(season, said(season, "Anna", DAY, 100, title="Table of Bert")) == [("Anna", ChangeKind.THERE, 100)]


def test_who_comes_later_into_a_list_stands_beside_the_others(season):
    taken(season, said(season, "Anna", DAY, 100))
    taken(season, said(season, "Anna", DAY, 100), said(season, "Bert", DAY, 50))

    assert len({*ImportedResult.objects.values_list("source", flat=True)}) == 1


def test_a_bare_total_that_agrees_says_nothing_against_games_won(season):
    taken(season, said(season, "Anna", DAY, {"points": 450, "won": 5, "lost": 2}))

    assert changes(season, said(season, "Anna", DAY, 600))[0][1] is ChangeKind.THERE
    assert changes(season, said(season, "Anna", DAY, 610))[0][1] is ChangeKind.CHANGED


def test_what_the_same_spreadsheet_says_no_more_is_gone(season):
    first = taken(season, said(season, "Anna", DAY, 100), said(season, "Bert", DAY, 50))
    other = taken(season, said(season, "Bert", NEXT, 5))

    assert changes(season, said(season, "Anna", DAY, 100)) == [("Anna", ChangeKind.THERE, 100)]
    assert changes(season, said(season, "Anna", DAY, 100), earlier={first.pk}) == [
        ("Anna", ChangeKind.THERE, 100), ("", ChangeKind.GONE, 50),
    ]  # fmt: skip
    last = taken(season, said(season, "Anna", DAY, 100), earlier={first.pk})

    assert points(season) == {"Anna": (100, 1), "Bert": (5, 1)}
    assert changes(season, said(season, "Bert", DAY, 50), earlier={first.pk})[0] == ("Bert", ChangeKind.CHANGED, None)
    back(last)
    assert points(season) == {"Anna": (100, 1), "Bert": (55, 2)}
    back(other)


def test_what_was_played_on_sheets_stays_out_for_who_sat_there(season):
    people = [player(season, name) for name in ("Anna", "Bert")] + [factories.make_player(season.club, "Clara")]
    sitting = factories.make_sitting(
        season.club, players=[people[0], people[2], factories.make_player(season.club)], seasons=[season]
    )
    factories.record(sitting, factories.played(0))
    day = sitting.played_on

    assert changes(season, said(season, "Anna", day, 5), said(season, "Bert", day, 5)) == [
        ("Anna", ChangeKind.PLAYED, None), ("Bert", ChangeKind.NEW, None),
    ]  # fmt: skip


def test_merged_lines_are_one_person(season):
    taken(season, said(season, "Bert", DAY, 50))
    bert, anna = player(season, "Bert"), player(season, "Anna")
    merge_players(
        Merging(kept=anna.pk), club=season.club, by=factories.owner_of(season.club), gone=bert.pk, now=factories.NOW
    )

    assert changes(season, FileResult("Anna", anna.pk, DAY, {"points": 60})) == [("Anna", ChangeKind.CHANGED, 50)]
    taken(season, FileResult("Anna", anna.pk, DAY, {"points": 60}))
    assert {row.points for row in season.results.all()} == {60}


@pytest.mark.parametrize(
    ("title", "place", "key"),
    [
        ("", 0, 1), ("", 1, 2), ("Serie 2", 0, 2), ("2. Runde", 0, 2), ("03", 4, 3), ("Tisch A 1", 0, "tischa1"),
        ("Monday", 3, "monday"), ("[erased]", 1, 2),
    ],
)  # fmt: skip
def test_lists_are_known_by_their_number(title, place, key):
    assert key_of_list(title, place) == key
