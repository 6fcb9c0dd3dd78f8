"""Locks of a table and of the standings it counts for: taken before anything is read, and in one order everywhere."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import transaction
from django.db.models import QuerySet

from scorekeeper.common.errors import Refused
from scorekeeper.play.closing.services import close_sitting
from scorekeeper.play.models import Sitting
from scorekeeper.play.records import Reasoned
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.models import Competition, SeasonTally
from tests import factories
from tests.locking import PATIENCE, begun

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def close(sitting: Sitting) -> object:
    return close_sitting(
        Reasoned(reason="late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=factories.NOW
    )


def test_what_happens_at_a_table_is_read_after_what_was_before_it():
    for act in (factories.record, factories.penalise):
        sitting = factories.make_sitting()

        with ThreadPoolExecutor(1) as pool:
            with transaction.atomic():
                factories.record(sitting)
                acting = begun(pool, partial(act, sitting))
                waits = not acting.done()
            acting.result(PATIENCE)

        assert waits
        assert Sitting.objects.get(pk=sitting.pk).seq == 2
    assert list(verify(Count())) == []


def test_of_two_phones_that_want_a_seat_at_once_one_gets_it():
    sitting = factories.make_sitting()
    factories.make_device(sitting)  # there is a pass

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            factories.make_device(sitting, 1)
            joining = begun(pool, partial(factories.make_device, sitting, 1))
            waits = not joining.done()
        with pytest.raises(Refused) as caught:
            joining.result(PATIENCE)

    assert waits
    assert [problem.code for problem in caught.value.problems] == ["seat_not_free"]
    assert sitting.devices.filter(seat__number=1).count() == 1


def test_standings_are_locked_season_by_season_and_player_by_player():
    """Two tables that share people and seasons would wait for each other for ever if each had an order of its own."""
    first_of_all, first_of_the_second_season = 0, 3
    for act in (factories.record, close):
        for place in (first_of_all, first_of_the_second_season):
            sitting, rows = with_two_seasons()
            in_order = list(rows.values_list("pk", flat=True))

            with ThreadPoolExecutor(1) as pool:
                with transaction.atomic():
                    rows.select_for_update().get(pk=in_order[place])
                    acting = begun(pool, partial(act, sitting))
                    waits = not acting.done()
                    free = set(rows.select_for_update(skip_locked=True).values_list("pk", flat=True))
                acting.result(PATIENCE)

            assert len(in_order) == 6
            assert waits
            assert free >= set(in_order[place:])


def with_two_seasons() -> tuple[Sitting, QuerySet[SeasonTally]]:
    """A table that names its people and its seasons from the last to the first, and their standings in order."""
    club = factories.make_club()
    first, second = factories.make_season(club), factories.make_season(club)
    people = [factories.make_player(club) for _player in range(3)]
    for season in (first, second):  # the row of a later player is older
        SeasonTally.objects.bulk_create(SeasonTally(club=club, competition=season, player=one) for one in people[::-1])
    sitting = factories.make_sitting(club, players=people[::-1], seasons=[second])
    sitting.competitions.add(first)  # behind the other one, and so it is kept:
    Competition.objects.filter(pk=first.pk).update(name="Behind the other one")
    factories.record(sitting)
    return sitting, SeasonTally.objects.filter(club=club).order_by("competition", "player")
