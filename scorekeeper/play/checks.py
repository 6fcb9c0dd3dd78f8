"""A system check that the append-only tables are guarded in the database itself."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

from scorekeeper.common.append_only import missing
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
        for name in missing(connections[alias], existing(alias))
    ]


def existing(alias: str) -> list[str]:
    """Of the append-only tables those that have been made."""
    there = set(connections[alias].introspection.table_names())
    return [table for table in APPEND_ONLY if table in there]
