"""Which seasons a new table or evening counts for at first."""

from datetime import date, timedelta

import pytest

from scorekeeper.leagues.models import Evening
from scorekeeper.standings.models import Competition
from scorekeeper.standings.selectors.seasons import is_past, present_seasons, usual_seasons
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import make_evening, playing
from tests.factories.teams import make_league_of

pytestmark = pytest.mark.django_db
TODAY = NOW.date()


@pytest.fixture
def club():
    return factories.make_club()


def season(club, name, *, days=0, **more):
    """A season that was opened so many days from now."""
    made = factories.make_season(club, name, **more)
    Competition.objects.filter(pk=made.pk).update(created_at=NOW + timedelta(days=days))
    return made


def usual(club, game="skat", now=NOW):
    offered = list(Competition.objects.running().for_game(game).filter(club=club).usual_first())
    return [one.name for one in usual_seasons(club, offered, game, now)]


def test_those_that_the_last_table_counted_for_and_not_the_newest(club):
    autumn, cup = season(club, "Autumn league"), season(club, "Cup")
    factories.make_sitting(club, seasons=[autumn, cup])
    season(club, "Thursday league", days=1)

    assert usual(club) == ["Cup", "Autumn league"] or usual(club) == ["Autumn league", "Cup"]


def test_those_of_the_last_evening_where_that_was_planned_later(club):
    autumn, winter = season(club, "Autumn league"), season(club, "Winter league")
    factories.make_sitting(club, seasons=[autumn])
    evening = make_evening(club, seasons=[winter.pk])
    Evening.objects.filter(pk=evening.pk).update(planned_at=NOW + timedelta(hours=1))

    assert usual(club) == ["Winter league"]


def test_the_tables_of_an_evening_are_its_last_word(club):
    autumn, winter = season(club, "Autumn league"), season(club, "Winter league")
    playing(club, 3, seasons=[autumn.pk])

    assert usual(club) == ["Autumn league"]
    assert winter.name not in usual(club)


def test_each_game_by_its_own_tables(club):
    skat, tonk = season(club, "Skat league"), season(club, "Tonk league", game="tonk", system="net")
    factories.make_sitting(club, seasons=[skat])

    assert (usual(club), usual(club, "tonk")) == ([skat.name], [tonk.name])


def test_a_table_that_counted_for_none_changes_nothing(club):
    autumn = season(club, "Autumn league")
    factories.make_sitting(club, seasons=[autumn])
    season(club, "Winter league", days=1)
    factories.make_sitting(club)

    assert usual(club) == ["Autumn league"]


def test_the_newest_where_none_has_counted_a_table_yet(club):
    season(club, "Autumn league"), season(club, "Winter league", days=1)

    assert usual(club) == ["Winter league"]


def test_an_old_list_that_was_taken_over_is_not_what_a_new_table_counts_for(club):
    autumn = season(club, "Autumn league")
    factories.make_sitting(club, seasons=[autumn])
    old, older = season(club, "Spring 2025", days=1), season(club, "Old lists", days=2)
    factories.import_evening(older, {factories.make_player(club): {"points": 100}})

    assert usual(club) == ["Autumn league"]
    assert present_seasons(club, [old, autumn, older], NOW) == [autumn]


def test_a_season_of_a_past_year_never_though_the_last_table_counted_for_it(club):
    old = season(club, "Liga 2025")
    factories.make_sitting(club, seasons=[old])

    assert usual(club) == []


def test_none_of_a_team_league(club):
    season(club, "Autumn league")
    teams = season(club, "Teams", days=1)
    make_league_of(club, [3, 3], season=teams)
    factories.make_sitting(club, seasons=[teams])

    assert usual(club) == ["Autumn league"]


@pytest.mark.parametrize(
    ("name", "last_on", "played", "expected"),
    [
        ("Liga 2025", None, False, True),
        ("Liga 2026", date(2025, 3, 1), False, False),
        ("Saison 2025/26", date(2025, 12, 1), True, False),
        ("Saison 2025-2026", None, False, False),
        ("Saison 2024/25", TODAY, True, True),
        ("Winter", None, False, False),
        ("Winter", date(2025, 12, 20), True, False),
        ("Winter", date(2025, 12, 20), False, True),
        ("Winter", date(2025, 8, 1), True, True),
        ("Bierlachs to 20251", None, False, False),
    ],
)
def test_a_season_is_of_a_past_year_by_its_name_else_by_what_counts(name, last_on, played, expected):
    assert is_past(name, last_on, TODAY, played=played) is expected
