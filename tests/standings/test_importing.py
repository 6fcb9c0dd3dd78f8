"""Old results count in a season like those of sheets, are known to verify and rebuild, and can be taken back."""

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied

from scorekeeper.play.upkeep.rebuilding import Rebuilt, rebuild
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.importing import OldEvening, OldResults, import_results, take_back
from scorekeeper.standings.models import Competition, ImportedResult, Result, SeasonTally
from tests import factories

pytestmark = pytest.mark.django_db


def differences():
    return [str(found) for found in verify(Count())]


def rebuilt(*, write):
    return [str(found) for found in rebuild(Rebuilt(), write=write)]


def sums(season):
    return {
        row.player.name: (row.points, row.sources, row.official_points, row.official_sources)
        for row in season.standings.select_related("player")
    }


@pytest.fixture
def season() -> Competition:
    """Anna has played one sheet."""
    club = factories.make_club()
    season = factories.make_season(club)
    players = [factories.make_player(club, name) for name in ("Anna", "Bruno", "Clara")]
    sitting = factories.make_sitting(club, players=players, seasons=[season])
    factories.record(sitting, factories.played(0))
    return season


def player(season, name):
    return season.club.players.get(name=name)


def old(season, *, digest="a"):
    anna, bruno = player(season, "Anna"), player(season, "Bruno")
    return OldResults(
        "last year.csv",
        digest,
        [
            OldEvening("Monday", date(2025, 3, 3), {anna.pk: {"points": 500, "won": 3}, bruno.pk: {"points": -48}}),
            OldEvening("Tuesday", date(2025, 3, 4), {anna.pk: {"points": 100}}),
        ],
    )


def taken(season, **more):
    by = factories.owner_of(season.club)
    return import_results(competition=season, by=by, old=old(season, **more), now=factories.NOW)


def test_old_results_count_beside_those_of_sheets(season):
    before = sums(season)

    _import, is_new = taken(season)

    assert is_new
    assert before["Anna"] == (74, 1, 0, 0)
    assert sums(season)["Anna"] == (74 + 650 + 100, 3, 750, 2)
    assert sums(season)["Bruno"] == (-48, 2, -48, 1)
    assert set(Result.objects.filter(played_on__year=2025).values_list("is_sealed", flat=True)) == {True}
    assert all(result.is_imported == (result.played_on.year == 2025) for result in Result.objects.all())
    assert differences() == []
    assert rebuilt(write=False) == []


@pytest.mark.both_engines("rows are written or changed in one statement", "standings.services.posting")
def test_the_same_content_counts_once(season):
    first, _new = taken(season)
    before = sums(season)

    again, is_new = taken(season)

    assert (again.pk, is_new) == (first.pk, False)
    assert sums(season) == before
    assert ImportedResult.objects.count() == 3


@pytest.mark.both_engines("locks rows", "standings.importing")
def test_taken_back_brings_the_sums_back_and_can_be_taken_over_anew(season):
    before = sums(season)
    found, _new = taken(season)

    take_back(imported=found, by=factories.owner_of(season.club), now=factories.NOW)
    take_back(imported=found, by=factories.owner_of(season.club), now=factories.NOW)

    assert sums(season) == before
    assert ImportedResult.objects.count() == 3
    assert differences() == []
    assert rebuilt(write=False) == []

    taken(season)

    assert sums(season)["Anna"][0] == 824
    assert differences() == []


def test_what_was_changed_is_found_and_made_anew(season):
    taken(season)
    before = sums(season)
    Result.objects.filter(played_on=date(2025, 3, 4)).update(points=1, measures={"points": 1})
    Result.objects.filter(played_on=date(2025, 3, 3), player__name="Bruno").delete()
    SeasonTally.objects.filter(player__name="Anna").update(points=0)

    assert len(differences()) == 4
    assert len(rebuilt(write=False)) == 3  # the standing of Bruno is right once his result is
    assert differences() != []

    rebuilt(write=True)

    assert differences() == []
    assert sums(season) == before


def test_only_directors_take_over_and_back(season):
    member = factories.make_member(season.club, "scorer")
    found, _new = taken(season)

    with pytest.raises(PermissionDenied):
        import_results(competition=season, by=member, old=old(season, digest="b"), now=factories.NOW)
    with pytest.raises(PermissionDenied):
        take_back(imported=found, by=member, now=factories.NOW)

    assert ImportedResult.objects.count() == 3
