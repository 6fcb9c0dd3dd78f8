"""Evenings whose rows are of an earlier version."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from scorekeeper.leagues.calls.records import TableCallWords
from scorekeeper.leagues.calls.services import call_to_table
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import Place, TableCall, TableDraw
from scorekeeper.play.actors import Actor
from tests.factories import NOW
from tests.factories.evenings import come, make_draw, make_evening, playing, publish, tables_of

BEFORE = ("leagues", "0002_table_calls")
LATEST = ("leagues", "0005_groups")


@pytest.mark.both_engines("columns are added to tables with rows in them", "leagues.models.evenings")
@pytest.mark.django_db(transaction=True)
def test_drafts_and_calls_of_before_are_drawn_again_and_published(club, owner):
    """Rows are written as the version before has, then the tables grow: who was put somewhere by hand still stays."""
    playing(club, 8, name="Thursday")
    evening = make_evening(club)
    come(evening, 8)
    make_draw(evening)
    call = call_to_table(
        TableCallWords(), sitting_id=sittings_of(publish_of(club))[0].pk, by=Actor(user=owner), now=NOW
    )
    by_hand = Place.objects.filter(draw__published_at=None, table__number=2).order_by("seat")[0]

    MigrationExecutor(connection).migrate([BEFORE])
    with connection.cursor() as cursor:
        cursor.execute("UPDATE leagues_place SET by_hand = %s WHERE id = %s", [True, as_stored(by_hand.pk)])
        columns = {column.name for column in connection.introspection.get_table_description(cursor, "leagues_place")}
    assert "held_by_id" not in columns
    MigrationExecutor(connection).migrate([LATEST])

    draft = TableDraw.objects.get(published_at=None)
    kept = draft.places.get(pk=by_hand.pk)
    assert (draft.undo, kept.by_hand, kept.holds_seat, kept.held_by, kept.held_at) == ([], True, False, None, None)
    assert (TableCall.objects.get().pk, TableCall.objects.get().words) == (call.pk, "")
    drawn = make_draw(evening, seed=7)
    assert by_hand.player in tables_of(drawn)[1]
    assert publish(evening, drawn).published_at
    with pytest.raises(IntegrityError), transaction.atomic():
        Place.objects.filter(by_hand=False).update(held_by=owner)


def publish_of(club):
    return club.evenings.get(name="Thursday")


def as_stored(pk):
    """An id as the database keeps it."""
    return Place._meta.pk.get_db_prep_value(pk, connection)
