"""Migrations while people play: the code of the last version goes on working on the new tables until its workers are
replaced, so nothing it reads is taken away, and nothing it does not write is asked for.

The rules are asked of every migration after the first of its app, and of two that are made up (`tests.later`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.db import NotSupportedError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.fields import AddField, AlterField
from django.db.migrations.operations.models import AddConstraint, AddIndex, CreateModel
from django.db.models import NOT_PROVIDED, ForeignKey
from django.test import override_settings

from scorekeeper.common.append_only import (
    AddCheck,
    AddUnique,
    AllowNone,
    CreateModels,
    IndexForeignKey,
    IndexRows,
    missing,
)
from scorekeeper.play.checks import triggers_stand
from scorekeeper.play.models import APPEND_ONLY, Hand
from scorekeeper.play.upkeep.verifying import Count, verify
from tests import factories
from tests.later import BEFORE, GOOD, LATER, WRONG

BESIDE = (
    AddCheck,
    AddUnique,
    AllowNone,
    IndexForeignKey,
    IndexRows,
)
TAKES_AWAY = ("RemoveField", "RenameField", "RenameModel", "DeleteModel", "AlterModelTable", "AlterUniqueTogether")
RECORDED = ("hand", "ledgerentry")  # the tables that grow with every hand


@dataclass(frozen=True)
class Step:
    """An operation that meets a database with rows in it; `field` is what it adds, as it is after all migrations."""

    operation: Operation
    model: str
    field: Any = None

    def __str__(self) -> str:
        return self.operation.describe()


def steps(modules: Mapping[str, str]) -> Iterator[Step]:
    with override_settings(MIGRATION_MODULES=dict(modules)):
        loader = MigrationLoader(None)
    ours = {config.label for config in apps.get_app_configs() if config.name.startswith("scorekeeper.")}
    state = loader.project_state()
    for (app, _name), migration in sorted(loader.disk_migrations.items()):
        if app not in ours or migration.initial:
            continue
        made = {name for operation in migration.operations for name in made_by(operation)}
        for operation in migration.operations:
            model = getattr(operation, "model_name", "").lower()
            if model not in made:
                added = isinstance(operation, AddField)
                yield Step(operation, model, state.models[app, model].fields[operation.name] if added else None)


def made_by(operation: Operation) -> list[str]:
    models = operation.models if isinstance(operation, CreateModels) else [operation]
    return [model.name.lower() for model in models if isinstance(model, CreateModel)]


def asks_too_much(field: Any) -> bool:
    """Whether a row that says nothing of the field is refused by the database."""
    return not (field.null or field.many_to_many or field.db_default is not NOT_PROVIDED)


def rewrites(field: Any) -> bool:
    """PostgreSQL adds a column that is empty, or the same in all rows, without touching a row."""
    return hasattr(field.db_default, "resolve_expression")


def keeps_writers_waiting(operation: Operation) -> bool:
    """An index, a check or an altered column is made by an operation that looks through the rows beside the writers."""
    if isinstance(operation, AddField):
        return isinstance(operation.field, ForeignKey) and operation.field.db_index
    return isinstance(operation, AddConstraint | AddIndex | AlterField) and not isinstance(operation, BESIDE)


def broken(modules: Mapping[str, str]) -> dict[str, list[str]]:
    """{rule: what breaks it}"""
    found = list(steps(modules))
    added = [step for step in found if step.field is not None]
    rules = {
        "old code writes rows without the new fields": [step for step in added if asks_too_much(step.field)],
        "nothing is taken from old code": [step for step in found if type(step.operation).__name__ in TAKES_AWAY],
        "no column rewrites the largest tables": [
            step for step in added if step.model in RECORDED and rewrites(step.field)
        ],
        "the largest tables are looked through beside their writers": [
            step for step in found if step.model in RECORDED and keeps_writers_waiting(step.operation)
        ],
    }
    return {rule: [str(step) for step in breaking] for rule, breaking in rules.items() if breaking}


@pytest.mark.parametrize("modules", [{}, GOOD], ids=["ours", "made up"])
def test_people_play_on_while_the_database_is_migrated(modules):
    assert broken(modules) == {}


def test_a_migration_that_would_disturb_them_is_found():
    assert broken(WRONG) == {
        "old code writes rows without the new fields": ["Add field asked_for to seat"],
        "nothing is taken from old code": [
            "Remove field head from sitting",
            "Rename field number on seat to place",
            "Delete model JoinFailure",
        ],
        "no column rewrites the largest tables": ["Add field rewritten_at to hand"],
        "the largest tables are looked through beside their writers": [
            "Add field keyed to hand",
            "Create index later_index on field(s) version of model hand",
            "Create constraint later_check on model ledgerentry",
            "Alter field measure on ledgerentry",
        ],
    }


@pytest.fixture
def later(transactional_db: None) -> Iterator[MigrationExecutor]:
    """The database as the version to come has it, under the code of this one."""
    with override_settings(MIGRATION_MODULES=GOOD):
        executor = MigrationExecutor(connection)
        executor.migrate([LATER])
        yield executor


def not_whole() -> list[Any]:
    """What PostgreSQL has made without having looked through all rows, or broke off."""
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conname FROM pg_constraint WHERE NOT convalidated "
            "UNION SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid"
        )
        return cursor.fetchall()


def constraints() -> dict[str, Any]:
    with connection.cursor() as cursor:
        return {
            name: found
            for table in ("play_hand", "play_ledgerentry")
            for name, found in connection.introspection.get_constraints(cursor, table).items()
        }


@pytest.mark.both_engines("indexes and checks are made beside those who write", "common.append_only")
def test_code_of_before_records_on_the_new_tables_and_on_those_of_before_again(later):
    """There and back: what is made beside the writers is whole, old rows too are held against it, triggers stand."""
    sitting = factories.make_sitting()
    factories.record(sitting)

    there = constraints()
    assert {"later_by_version", "later_hand_once", "later_amount_in_bounds"} <= there.keys()
    assert ["later_mark_id"] in [found["columns"] for found in there.values() if found["index"]]
    assert not_whole() == missing(connection, APPEND_ONLY) == triggers_stand(["default"]) == []

    MigrationExecutor(connection).migrate([BEFORE])
    factories.record(sitting)

    assert not [name for name, found in constraints().items() if "later" in f"{name} {found['columns']}"]
    assert Hand.objects.filter(sitting=sitting).count() == 2
    assert missing(connection, APPEND_ONLY) == list(verify(Count())) == []


@pytest.mark.postgresql
def test_a_migration_that_was_broken_off_is_made_anew(later):
    """Each step is committed by itself: what is left of one that was ended is no hindrance."""
    state = later.loader.project_state(LATER)
    beside = [op for op in later.loader.graph.nodes[LATER].operations if isinstance(op, BESIDE)]

    with pytest.raises(NotSupportedError, match="atomic = False"), connection.schema_editor() as schema:
        beside[0].database_forwards("play", schema, state, state)
    with connection.schema_editor(atomic=False) as schema:
        for operation in beside:
            operation.database_forwards("play", schema, state, state)

    assert len(beside) == len(BESIDE)
    assert not_whole() == []
    assert {"later_by_version", "later_hand_once", "later_amount_in_bounds"} <= constraints().keys()
