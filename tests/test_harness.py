"""The harness itself: every kind of database test leaves guarded, empty tables behind."""

from itertools import pairwise

import pytest
from django.db import DatabaseError, connection, transaction

from scorekeeper.clubs.models import Club
from scorekeeper.common.append_only import missing
from scorekeeper.play.models import APPEND_ONLY, Hand, Seat
from tests import factories
from tests.rows import everything

pytestmark = pytest.mark.both_engines("each engine empties the tables of a test in its own way")


def change_something() -> None:
    sitting = factories.make_sitting()
    factories.record(sitting)

    assert missing(connection, APPEND_ONLY) == []
    for statement in ("UPDATE play_hand SET number = 9", "DELETE FROM play_hand"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert Hand.objects.count() == 1


@pytest.mark.django_db
def test_tables_in_a_rolled_back_test_are_guarded():
    change_something()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", [1, 2])
def test_tables_in_a_transactional_test_are_guarded_and_emptied(time):
    change_something()


@pytest.mark.parametrize("time", [1, 2])
def test_tables_behind_a_live_server_are_guarded_and_emptied(live_server, time):
    change_something()


@pytest.mark.django_db
def test_a_row_that_is_written_changed_or_hidden_is_another():
    sitting = factories.make_sitting()
    found = [everything()]
    for write in (
        lambda: factories.record(sitting),
        lambda: Club.objects.update(name="Another name"),
        lambda: Seat.objects.filter(number=0).update(is_active=False),
    ):
        write()
        found.append(everything())

    assert everything() == found[-1]
    assert all(after != before for before, after in pairwise(found))


@pytest.mark.django_db
def test_database_is_no_memory():
    name = str(connection.settings_dict["NAME"])

    assert "memory" not in name
