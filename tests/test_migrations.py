"""Migrations while people play: the code of the last version goes on working on the new tables until its workers are
replaced, so nothing it reads is taken away, and nothing it does not write is asked for."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import NotSupportedError, connection
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.fields import AddField, AlterField
from django.db.migrations.operations.models import AddConstraint, AddIndex, CreateModel
from django.db.models import NOT_PROVIDED, ForeignKey

from scorekeeper.common import growing
from scorekeeper.play.checks import triggers_stand

OURS = ("accounts", "clubs", "offline", "outbox", "play", "standings")
BESIDE = (growing.AddCheck, growing.AddUnique, growing.AllowNone, growing.IndexForeignKey, growing.IndexRows)
TAKES_AWAY = ("RemoveField", "RenameField", "RenameModel", "DeleteModel", "AlterModelTable", "AlterUniqueTogether")
RECORDED = ("hand", "ledgerentry")  # the tables that grow with every hand


def later_migrations() -> Iterator[Migration]:
    """Those that meet a database with rows in it."""
    for (app, _name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        if app in OURS and not migration.initial:
            yield migration


def operations() -> Iterator[tuple[str, Operation]]:
    for migration in later_migrations():
        made = {op.name.lower() for op in migration.operations if isinstance(op, CreateModel)}
        for op in migration.operations:
            if getattr(op, "model_name", "").lower() not in made:
                yield f"{migration.app_label}.{migration.name}: {op.describe()}", op


def asks_too_much(field: object) -> bool:
    """Whether a row that says nothing of the field is refused by the database."""
    is_given = getattr(field, "null", False) or getattr(field, "many_to_many", False)
    return not is_given and getattr(field, "db_default", NOT_PROVIDED) is NOT_PROVIDED


def test_there_is_something_to_look_at():
    assert len(list(operations())) > 10


def added_fields() -> Iterator[tuple[str, object]]:
    """What later migrations added, each field as it is after all of them."""
    for told, op in operations():
        if isinstance(op, AddField):
            yield told, apps.get_model(told.split(".")[0], op.model_name)._meta.get_field(op.name)


def test_old_code_can_write_rows_without_the_new_fields():
    assert [told for told, field in added_fields() if asks_too_much(field)] == []


def test_nothing_is_taken_from_old_code():
    assert [told for told, op in operations() if type(op).__name__ in TAKES_AWAY] == []


@pytest.mark.parametrize("model", RECORDED)
def test_the_largest_tables_get_no_column_that_rewrites_them(model):
    """PostgreSQL adds a column that is empty, or the same in all rows, without touching a row."""
    added = [op.field for _told, op in operations() if isinstance(op, AddField) and op.model_name == model]

    assert [field for field in added if hasattr(getattr(field, "db_default", None), "resolve_expression")] == []


@pytest.mark.parametrize("model", RECORDED)
def test_the_largest_tables_are_looked_through_beside_their_writers(model):
    """An index, a check or an altered column is made by an operation that keeps nobody waiting."""
    on_it = [(told, op) for told, op in operations() if getattr(op, "model_name", "") == model]
    looking = [(told, op) for told, op in on_it if isinstance(op, AddConstraint | AddIndex | AlterField)]
    indexed = [
        told
        for told, op in on_it
        if isinstance(op, AddField) and isinstance(op.field, ForeignKey) and op.field.db_index
    ]

    assert [told for told, op in looking if not isinstance(op, BESIDE)] == []
    assert indexed == []


@pytest.mark.both_engines("indexes and checks are made beside those who write", "common.growing")
@pytest.mark.django_db(transaction=True)
def test_what_is_made_beside_the_writers_is_whole_and_is_made_anew_after_it_was_broken_off():
    """On PostgreSQL each step is committed by itself: what is left of a migration that was ended is no hindrance."""
    migration = MigrationLoader(connection).graph.nodes["play", "0006_one_cause"]
    state = MigrationLoader(connection).project_state(("play", "0006_one_cause"))

    if connection.vendor == "postgresql":
        first = migration.operations[0]
        with pytest.raises(NotSupportedError, match="atomic = False"), connection.schema_editor() as schema:
            first.database_forwards("play", schema, state, state)
        with connection.schema_editor(atomic=False) as schema:
            for op in migration.operations:
                op.database_forwards("play", schema, state, state)
    with connection.cursor() as cursor:
        there = {
            name: found
            for table in ("play_act", "play_ledgerentry")
            for name, found in connection.introspection.get_constraints(cursor, table).items()
        }
        unlike = []
        if connection.vendor == "postgresql":
            cursor.execute("SELECT conname FROM pg_constraint WHERE NOT convalidated")
            unlike = cursor.fetchall()
            cursor.execute("SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid")
            unlike += cursor.fetchall()

    assert unlike == []
    assert {name for name in there if name.startswith(("one_", "entry_"))} == {
        "entry_has_one_cause",
        "entry_moves_something",
        "one_act_a_key",
        "one_act_a_seq",
        "one_entry_a_measure",
        "one_entry_an_act",
        "one_reversal_an_act",
    }
    assert {"act_id", "player_id", "reverses_id"} <= {found["columns"][0] for found in there.values() if found["index"]}
    assert triggers_stand(["default"]) == []
