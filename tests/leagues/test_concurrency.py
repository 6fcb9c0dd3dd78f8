"""Several directors at once: a draft is opened once, and an evening has one draft."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.common.errors import Conflict
from scorekeeper.leagues.drawing.services import TablesDraw, TablesOpening, draw_tables, publish_draw
from scorekeeper.leagues.evenings.services import next_evening
from scorekeeper.leagues.match_days.reads import plan_of, teams_of
from scorekeeper.leagues.match_days.services import SeriesOpening, open_series
from scorekeeper.leagues.models import Evening, Series, TableDraw
from scorekeeper.play.models import Sitting
from tests import factories
from tests.factories import NOW
from tests.factories.evenings import come, make_draw, make_evening, seen
from tests.factories.teams import make_day, make_league_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_engines("those who do one thing at once wait for each other's locks", "leagues.evenings.services"),
]


def at_once(act: Callable[[Any], Any]) -> list[Any]:
    """What four directors of an evening are told who all do it at the same moment."""
    club = factories.make_club()
    evening = make_evening(club)
    come(evening, 8)
    shown = seen(make_draw(evening))
    return by_four(club, lambda director: act((evening, director, shown)))


def by_four(club: Club, act: Callable[[User], Any]) -> list[Any]:
    """What each of four directors is told: an id, or the code of a conflict."""
    directors = [factories.owner_of(club), *(factories.make_member(club, "director") for _other in range(3))]
    start = Barrier(len(directors))

    def told(director: User) -> Any:
        start.wait(30)
        try:
            return act(director).pk
        except Conflict as conflict:
            return conflict.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        return list(pool.map(told, directors))


def test_tables_are_opened_once():
    told = at_once(lambda one: publish_draw(TablesOpening(**one[2]), evening_id=one[0].pk, by=one[1], now=NOW))

    assert len(set(told)) == 1
    assert Sitting.objects.count() == 2
    assert TableDraw.objects.get().published_at == NOW


def test_drawn_again_by_four_there_is_one_draft():
    told = at_once(lambda one: draw_tables(TablesDraw(), evening_id=one[0].pk, by=one[1], now=NOW))

    assert len(set(told)) == 4
    assert TableDraw.objects.get().pk in told


def test_next_evening_is_planned_once():
    told = at_once(lambda one: next_evening(evening_id=one[0].pk, by=one[1], now=NOW))

    assert len(set(told)) == 1
    assert Evening.objects.count() == 2


def test_all_tables_of_a_series_are_opened_once():
    club = factories.make_club()
    day = make_day(make_league_of(club))
    seen = plan_of(teams_of(day), 1).hash

    told = by_four(club, lambda one: open_series(SeriesOpening(number=1, seen=seen), day_id=day.pk, by=one, now=NOW))

    assert told == [Series.objects.get().pk] * 4
    assert Sitting.objects.count() == 4
    assert TableDraw.objects.count() == 1
