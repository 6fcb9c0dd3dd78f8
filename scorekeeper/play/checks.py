"""System checks that the append-only tables are guarded in the database itself: by triggers and by rights."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.common.append_only import missing
from scorekeeper.common.outages import waiting
from scorekeeper.common.rights import lacking, too_many
from scorekeeper.play.models import APPEND_ONLY


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
        for name in lost(connections[alias])
    ]


@register(Tags.database)
def rights_are_those_of_the_app(databases: Sequence[str] | None = None, **options: Any) -> list[CheckMessage]:
    """On PostgreSQL `check --database default` reports what the role that asks lacks, and what it should not have."""
    hint = "Whoever owns the tables runs `manage.py grants`."
    found: list[CheckMessage] = []
    for alias in databases or []:
        needed = lacking(connections[alias], APPEND_ONLY)
        found += [Error(f"The role of the app lacks a right: {right}.", hint=hint, id="play.E002") for right in needed]
        found += [
            Error(f"The role of the app could change what must never change: {right}.", hint=hint, id="play.E003")
            for right in too_many(connections[alias], APPEND_ONLY)
        ]
    return found


def lost(connection: BaseDatabaseWrapper) -> list[str]:
    """The triggers that are missing and that no migration which is still to come may bring."""
    there, to_come = set(connection.introspection.table_names()), {app for app, _name in waiting(connection)}
    tables = [table for table in APPEND_ONLY if table in there and table.split("_")[0] not in to_come]
    return missing(connection, tables)
