"""Rows of one table made from those of another by the database itself, in one statement however many they are."""

from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet, Value


def insert_from(model: type[Model], rows: "QuerySet[Any]", **columns: Any) -> int:
    """Insert a row of `model` for each of `rows`; how many.

    `columns` says what each field of `model` gets: an expression of `rows`, or a value. Fields that are not named get
    the database's default, so those that may not be empty are named.
    """
    fields: list[Any] = [model._meta.get_field(name) for name in columns]  # noqa: SLF001 Django's own way to a model's columns
    taken = [
        said if hasattr(said, "resolve_expression") else Value(said, output_field=_plain(field))
        for field, said in zip(fields, columns.values(), strict=True)
    ]
    select, parameters = rows.order_by().values_list(*taken).query.get_compiler(connection.alias).as_sql()
    quoted = connection.ops.quote_name
    names = ", ".join(quoted(field.column) for field in fields)
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {quoted(model._meta.db_table)} ({names}) {select}", parameters)  # noqa: SLF001 names of our models
        return int(cursor.rowcount)


def _plain(field: Any) -> Any:
    """What a value of the field is: that of the key it points at, where it points at something."""
    return getattr(field, "target_field", field)
