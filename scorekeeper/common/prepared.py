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


class Prepared:
    """A query of `values_list`, given by a function so that it is not built before the models are ready."""

    def __init__(self, query: Callable[[], QuerySet[Any, Any]]) -> None:
        self._query = query
        self._written: dict[str, _Written] = {}

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """The rows for these values, each column as its field reads it."""
        written = self._written.get(connection.vendor) or self._write()
        params = filled(written.params, values)
        with connection.cursor() as cursor:
            cursor.execute(written.sql, params)
            found = cursor.fetchall()
        return [_read(row, written) for row in found] if written.converters else found

    def row(self, **values: Any) -> tuple[Any, ...] | None:
        """The first row, or None."""
        found = self.rows(**values)
        return found[0] if found else None

    def _write(self) -> _Written:
        compiler = self._query().query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        written = self._written[connection.vendor] = _Written(sql, list(params), converters)
        return written


def _read(row: tuple[Any, ...], written: _Written) -> tuple[Any, ...]:
    values = list(row)
    for place, (functions, expression) in written.converters.items():
        for function in functions:
            values[place] = function(values[place], expression, connection)
    return tuple(values)
