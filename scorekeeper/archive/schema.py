"""What the files of an archive are called, and the JSON Schema of their rows."""

from typing import Any, Final

from django.db.models import ForeignKey

from scorekeeper.accounts.models import User
from scorekeeper.archive.carried import Carried, carried
from scorekeeper.archive.columns import schema_of

FORMAT: Final = "scorekeeper-club"
VERSION: Final = 1  # another one as soon as any row is written otherwise
MANIFEST: Final = "manifest.json"
SCHEMA: Final = "schema.json"
ACCOUNTS: Final = "accounts.jsonl"


def schema() -> dict[str, Any]:
    """Each file of lines with what a line of it says."""
    tables = carried()
    files = {table.model: table.file for table in tables} | {User: ACCOUNTS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An archive of a club of Scorekeeper: each line of a file is one object",
        "version": VERSION,
        "$defs": {table.file: _row(table, files) for table in tables} | {ACCOUNTS: _account()},
    }


def account_fields() -> "list[Any]":
    """All that an archive says of an account: no address, nothing to come in with."""
    return [User._meta.get_field("id"), User._meta.get_field("name")]  # noqa: SLF001


def _row(table: Carried, files: dict[Any, str]) -> dict[str, Any]:
    columns = {}
    for field in table.fields:
        columns[field.name] = schema_of(field)
        if isinstance(field, ForeignKey):
            columns[field.name]["description"] = f"the id of a line in {files[field.related_model]}"
    return _object(columns)


def _account() -> dict[str, Any]:
    return _object({field.name: schema_of(field) for field in account_fields()})


def _object(columns: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": columns, "required": list(columns), "additionalProperties": False}
