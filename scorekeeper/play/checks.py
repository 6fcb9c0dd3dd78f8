"""A system check that the append-only tables are guarded in the database itself."""

from collections.abc import Sequence
from typing import Any, Final

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.common.append_only import missing
from scorekeeper.play.models import APPEND_ONLY

GUARDED_BY: Final = {"journal_entry": ("journal", "0003_append_only")}


@register(Tags.database)
def triggers_stand(databases: Sequence[str] | None = None, **options: Any) -> list[CheckMessage]:
    """`check --database default` and `migrate` report each trigger that is missing."""
    return [
        Error(
            f"The trigger {name} is missing: rows that must never change could be changed.",
            hint="Run the migrations; if it stays missing, restore from a backup and run `verify`.",
            id="play.E001",
        )
        for alias in databases or []
        for name in missing(connections[alias], existing(alias))
    ]


def existing(alias: str) -> list[str]:
    """Of the append-only tables those that have been made. One that was made before it was guarded is looked at once
    the migration that guards it has run: this check stands before every `migrate`."""
    connection = connections[alias]
    there = set(connection.introspection.table_names())
    applied = MigrationRecorder(connection).applied_migrations()
    return [
        table for table in APPEND_ONLY if table in there and (table not in GUARDED_BY or GUARDED_BY[table] in applied)
    ]
