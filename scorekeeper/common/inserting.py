"""Rows by the thousand: made from those of another table by the database itself, or of plain values."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from django.db import connection
from django.db.models import CharField, IntegerField, JSONField, Model, QuerySet, UUIDField, Value


def insert_from(model: type[Model], rows: "QuerySet[Any]", **columns: Any) -> int:
    """Insert a row of `model` for each of `rows`; how many.

    `columns` says what each field of `model` gets: an expression of `rows`, or a value. Fields that are not named get
    the database's default, so those that may not be empty are named.
    """
    fields: list[Any] = [model._meta.get_field(name) for name in columns]  # noqa: SLF001 Django's own way to a model's columns
    taken = [
        value if hasattr(value, "resolve_expression") else Value(value, output_field=_plain(field))
        for field, value in zip(fields, columns.values(), strict=True)
    ]
    select, parameters = rows.order_by().values_list(*taken).query.get_compiler(connection.alias).as_sql()
    quoted = connection.ops.quote_name
    names = ", ".join(quoted(field.column) for field in fields)
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {quoted(model._meta.db_table)} ({names}) {select}", parameters)  # noqa: SLF001 names of our models
        return int(cursor.rowcount)


def insert_rows(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert thousands of rows: the values of these fields, without an object for each. On PostgreSQL they are copied
    in. Fields that are not named get the database's default."""
    fields: list[Any] = [model._meta.get_field(name) for name in columns]  # noqa: SLF001 Django's own way to a model's columns
    kept = [_keeper(field) for field in fields]
    stored = ([keep(value) if keep else value for keep, value in zip(kept, row, strict=True)] for row in rows)
    quoted = connection.ops.quote_name
    into = f"{quoted(model._meta.db_table)} ({', '.join(quoted(field.column) for field in fields)})"  # noqa: SLF001
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as copy:  # names of our models
                for row in stored:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(fields))
            cursor.executemany(f"INSERT INTO {into} VALUES ({places})", list(stored))  # noqa: S608 names of our models


def update_from(
    model: type[Model],
    rows: "QuerySet[Any]",
    *,
    on: Sequence[str],
    of: Mapping[str, Any],
    sets: Sequence[str],
    **same: Any,
) -> int:
    """Let those rows of `model` `of` which fields have these values take what `rows` have in the fields of `sets`, and
    the values of `same`, where both have the same in the fields of `on`; how many."""
    fields: dict[str, Any] = {
        name: model._meta.get_field(name)  # noqa: SLF001 Django's own way to a model's columns
        for name in (*sets, *on, *of, *same)
    }
    theirs = {name: rows.model._meta.get_field(name).column for name in (*sets, *on)}  # noqa: SLF001
    query = rows.order_by().values_list(*theirs).query
    select, parameters = query.get_compiler(connection.alias).as_sql()
    quoted = connection.ops.quote_name
    mine = {name: quoted(field.column) for name, field in fields.items()}
    becomes = [f"{mine[name]} = f.{quoted(theirs[name])}" for name in sets] + [f"{mine[name]} = %s" for name in same]
    where = [f"m.{mine[name]} = f.{quoted(theirs[name])}" for name in on] + [f"m.{mine[name]} = %s" for name in of]
    values = {name: fields[name].get_db_prep_save(value, connection) for name, value in {**same, **of}.items()}
    table = quoted(model._meta.db_table)  # noqa: SLF001
    becomes_sql = f"SET {', '.join(becomes)} FROM ({select}) AS f WHERE {' AND '.join(where)}"
    statement = f"UPDATE {table} AS m {becomes_sql}"
    with connection.cursor() as cursor:
        cursor.execute(statement, [*map(values.get, same), *parameters, *map(values.get, of)])
        return int(cursor.rowcount)


def count_rows_anew(*several: type[Model]) -> None:
    """Have PostgreSQL count the rows of these tables after thousands have come. It does that by itself about a minute
    later; until then it plans as if they were nearly empty, and a join of them takes minutes."""
    if connection.vendor == "postgresql":
        tables = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in several)  # noqa: SLF001
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {tables}")


def _keeper(field: Any) -> Callable[[Any], Any] | None:
    """How a value of the field is written; None: as it is."""
    plain = _plain(field)
    if isinstance(plain, JSONField):
        return json.dumps
    if isinstance(plain, UUIDField):
        return None if connection.features.has_native_uuid_field else attrgetter("hex")
    if isinstance(plain, IntegerField | CharField):
        return None
    return lambda value: plain.get_db_prep_save(value, connection)


def _plain(field: Any) -> Any:
    """What a value of the field is: that of the key it points at, where it points at something."""
    return getattr(field, "target_field", field)
