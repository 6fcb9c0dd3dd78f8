"""The greatest different values of a column, the newest of moments, without looking at all of its rows."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from scorekeeper.common.prepared import filled


def newest(rows: QuerySet[Any], field: str, most: int) -> list[Any]:
    """The greatest values that these rows have in a field, at most so many, the greatest first. One statement. No row
    may have none.

    DISTINCT reads every row, ten years of them for the last six days. Here each value is sought from the one before it,
    so it costs as many steps as values are found, where an index has the rows in this order.
    """
    return Newest(lambda: rows, field).values(most)


class Newest:
    """The same of rows that are asked for again and again: their query has a `Slot` for each value that changes, and is
    written once."""

    def __init__(self, rows: Callable[[], QuerySet[Any]], field: str) -> None:
        self._rows, self._field = rows, field
        self._written: dict[str, tuple[str, list[Any], Any]] = {}

    def values(self, most: int, **slots: Any) -> list[Any]:
        """The greatest values for these, at most so many, the greatest first."""
        statement, params, column = self._written.get(connection.vendor) or self._write()
        with connection.cursor() as cursor:
            cursor.execute(statement, [*filled(params, slots), most])
            return [column.to_python(value) for (value,) in cursor.fetchall()]

    def _write(self) -> tuple[str, list[Any], Any]:
        rows, field = self._rows(), self._field
        column = rows.model._meta.get_field(field)  # noqa: SLF001 public but for its name
        ordered = rows.order_by(f"-{field}").values_list(field, flat=True)
        smaller = ordered.filter(**{f"{field}__lt": RawSQL("found.value", (), output_field=column)})
        first, first_params = ordered[:1].query.sql_with_params()
        then, then_params = smaller[:1].query.sql_with_params()
        # Only SQL of the ORM's own is put together here; all values are parameters.
        statement = (
            f"WITH RECURSIVE found(value, nth) AS (SELECT ({first}), 1 UNION ALL "  # noqa: S608
            f"SELECT ({then}), found.nth + 1 FROM found WHERE found.value IS NOT NULL AND found.nth < %s) "
            "SELECT value FROM found WHERE value IS NOT NULL"
        )
        written = self._written[connection.vendor] = (statement, [*first_params, *then_params], column)
        return written
