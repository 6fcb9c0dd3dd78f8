"""The JSON Schema of the rows of an archive."""

from typing import Any

from django.db.models import ForeignKey

from scorekeeper.accounts.models import User
from scorekeeper.archive.carried import Carried
from scorekeeper.archive.columns import schema_of
from scorekeeper.archive.layout import ACCOUNTS, CLUB, Layout


def schema(layout: Layout = CLUB) -> dict[str, Any]:
    """Each file of lines with what a line of it says."""
    tables = layout.tables()
    files = {table.model: table.file for table in tables} | {User: ACCOUNTS}
    accounts = {ACCOUNTS: _account()} if layout.has_accounts else {}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": layout.title,
        "version": layout.version,
        "$defs": {table.file: _row(table, files) for table in tables} | accounts,
    }


def account_fields() -> "list[Any]":
    """All that an archive says of an account: no address, nothing to come in with."""
    return [User._meta.get_field("id"), User._meta.get_field("name")]  # noqa: SLF001


def _row(table: Carried, files: dict[Any, str]) -> dict[str, Any]:
    columns = {}
    for field in table.fields:
        columns[field.name] = schema_of(field)
        if isinstance(field, ForeignKey) and field.name not in table.outside:
            columns[field.name]["description"] = f"the id of a line in {files[field.related_model]}"
    return _object(columns)


def _account() -> dict[str, Any]:
    return _object({field.name: schema_of(field) for field in account_fields()})


def _object(columns: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": columns, "required": list(columns), "additionalProperties": False}
