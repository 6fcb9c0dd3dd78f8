"""What is asked at every request. Of a query the ORM writes the SQL once, and only the values change from then on:
building it costs more than PostgreSQL takes to answer it. An answer that nothing has changed since is given again.

Use this where a measurement says so.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.db import connection
from django.db.models import Field, QuerySet, Value
from django.db.models.expressions import RawSQL
from django.utils.translation import get_language


class Slot(Value):
    """A value that is named when the query is asked: `filter(hash=Slot("hash", CharField()))`."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(name, output_field=field)

    def as_sql(self, *_compiler_and_connection: Any) -> tuple[str, list[Any]]:
        return "%s", [self]

    def filled(self, values: Mapping[str, Any]) -> Any:
        """The named value as this engine takes it."""
        return self.output_field.get_db_prep_value(values[self.value], connection, prepared=False)


def filled(params: Sequence[Any], values: Mapping[str, Any]) -> list[Any]:
    """The parameters of a statement with the value of each slot in its place."""
    return [param.filled(values) if isinstance(param, Slot) else param for param in params]


class Recent:
    """The answers that this process has given last, at most so many, each under a key that names everything it depends
    on: what changes an answer has to change its key. Who may read it is no part of that, and is asked before."""

    def __init__(self, most: int, largest: int = 200_000) -> None:
        self.most, self.largest = most, largest
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    def of(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The answer under this key; one of more than the `largest` number of bytes is made each time."""
        with self._lock:
            if (found := self._answers.get(key)) is not None:
                self._answers.move_to_end(key)
                return found
        made = make()
        if len(made) <= self.largest:
            with self._lock:
                self._answers[key] = made
                while len(self._answers) > self.most:
                    self._answers.popitem(last=False)
        return made

    def forget(self) -> None:
        """Make each anew."""
        with self._lock:
            self._answers.clear()


@dataclass(frozen=True, slots=True)
class _Written:
    sql: str
    params: list[Any]
    converters: dict[int, tuple[list[Callable[[Any, Any, Any], Any]], Any]]
    width: int


class Prepared:
    """A query of `values_list`, given by a function so that it is not built before the models are ready."""

    def __init__(self, query: Callable[[], QuerySet[Any, Any]]) -> None:
        self._query = query
        self._written: dict[tuple[str, str | None], _Written] = {}

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """The rows for these values, each column as its field reads it."""
        written = self.written()
        params = filled(written.params, values)
        with connection.cursor() as cursor:
            cursor.execute(written.sql, params)
            found = cursor.fetchall()
        return [_read(row, written) for row in found] if written.converters else found

    def row(self, **values: Any) -> tuple[Any, ...] | None:
        """The first row, or None."""
        found = self.rows(**values)
        return found[0] if found else None

    @staticmethod
    def _key() -> tuple[str, str | None]:
        """What the statement depends on: names are in the order of the reader's language."""
        return connection.vendor, get_language()

    def written(self) -> _Written:
        """The statement as this engine takes it; the ORM writes it once."""
        key = self._key()
        if (written := self._written.get(key)) is None:
            written = self._written[key] = self._write()
        return written

    def _write(self) -> _Written:
        compiler = self._query().query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        columns = [column for column, _sql, _alias in compiler.select]
        return _Written(sql, list(params), compiler.get_converters(columns), len(columns))


class Beside(Prepared):
    """Two queries as one statement: each row of the first, and behind its columns those of the row of the second that
    has the same in the column `on`; None in each of them where there is none."""

    def __init__(self, first: Prepared, second: Prepared, on: str) -> None:
        self._first, self._second, self._on = first, second, on
        self._written = {}

    def _write(self) -> _Written:
        first, second, on = self._first.written(), self._second.written(), connection.ops.quote_name(self._on)
        sql = f"SELECT * FROM ({first.sql}) a LEFT JOIN ({second.sql}) b ON b.{on} = a.{on}"  # noqa: S608 the ORM's own
        behind = {first.width + place: how for place, how in second.converters.items()}
        params = [*first.params, *second.params]
        return _Written(sql, params, {**first.converters, **behind}, first.width + second.width)


def _read(row: tuple[Any, ...], written: _Written) -> tuple[Any, ...]:
    values = list(row)
    for place, (functions, expression) in written.converters.items():
        for function in functions:
            values[place] = function(values[place], expression, connection)
    return tuple(values)


# The greatest different values of a column, the newest of moments, without looking at all of its rows.


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
