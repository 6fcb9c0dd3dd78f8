"""What is asked at every request. Of a query the ORM writes the SQL once, and only the values change from then on:
building it costs more than PostgreSQL takes to answer it. An answer that nothing has changed since is given again: use
this where a measurement says so.

The cache is Redis, and this process's own memory while Redis does not answer. What stands in it are counters and copies
that may be lost, and a page must not fail for want of them.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, Final
from uuid import UUID

import structlog
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.db import connection
from django.db.models import CharField, DateTimeField, Field, JSONField, QuerySet, UUIDField, Value
from django.db.models.expressions import RawSQL
from django.utils.translation import get_language
from pydantic_core import from_json
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as NoAnswer

AS_IT_IS: Final[Mapping[type["Field[Any, Any]"], type]] = {CharField: str, DateTimeField: datetime, UUIDField: UUID}
"""{field: the values of it that PostgreSQL's driver writes as they are}."""


class Slot(Value):
    """A value that is named when the query is asked: `filter(hash=Slot("hash", CharField()))`."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(name, output_field=field)
        self._plain = AS_IT_IS.get(type(field))

    def as_sql(self, *_compiler_and_connection: Any) -> tuple[str, list[Any]]:
        return "%s", [self]

    def filled(self, values: Mapping[str, Any]) -> Any:
        """The named value as this engine takes it; what PostgreSQL takes as it is, is not asked about."""
        value = values[self.value]
        if connection.vendor == "postgresql" and type(value) is self._plain:
            return value
        return self.output_field.get_db_prep_value(value, connection, prepared=False)


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


Converters = dict[int, tuple[list[Callable[[Any, Any, Any], Any]], Any]]


@dataclass(frozen=True, slots=True)
class _Written:
    sql: str
    params: list[Any]
    converters: Converters
    width: int
    parts: tuple["_Written", ...] = ()


@dataclass(frozen=True, slots=True)
class Unread:
    """A row as the database gave it, which can be compared and hashed; reading it costs more than finding it."""

    columns: tuple[Any, ...]
    converters: Converters

    def read(self) -> tuple[Any, ...]:
        """Each column as its field reads it."""
        return _read(self.columns, self.converters)


class Prepared:
    """A query of `values_list`, given by a function so that it is not built before the models are ready."""

    def __init__(self, query: Callable[[], QuerySet[Any, Any]]) -> None:
        self._query = query
        self._written: dict[tuple[str, str | None], _Written] = {}

    def rows(self, **values: Any) -> list[tuple[Any, ...]]:
        """The rows for these values, each column as its field reads it."""
        written = self.written()
        found = _found(written, values)
        return [_read(row, written.converters) for row in found] if written.converters else found

    def unread(self, **values: Any) -> Unread | None:
        """The first row as it came, or None."""
        written = self.written()
        found = _found(written, values)
        return Unread(found[0], written.converters) if found else None

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
        converters = {
            place: ([_json if isinstance(column.output_field, JSONField) else how for how in hows], column)
            for place, (hows, column) in compiler.get_converters(columns).items()
        }
        return _Written(sql, list(params), converters, len(columns))


class Beside(Prepared):
    """Two queries as one statement: each row of the first, and behind its columns those of the row of the second that
    has the same in the column `on`; None in each of them where there is none."""

    def __init__(self, first: Prepared, second: Prepared, on: str) -> None:
        self._first, self._second, self._on = first, second, on
        self._written = {}

    def apart(self, **values: Any) -> tuple[tuple[Any, ...], Unread] | None:
        """The first row: the columns of the first query read, those of the second as they came. None: there is none."""
        written = self.written()
        if not (found := _found(written, values)):
            return None
        first, second = written.parts
        return _read(found[0][: first.width], first.converters), Unread(found[0][first.width :], second.converters)

    def _write(self) -> _Written:
        first, second, on = self._first.written(), self._second.written(), connection.ops.quote_name(self._on)
        sql = f"SELECT * FROM ({first.sql}) a LEFT JOIN ({second.sql}) b ON b.{on} = a.{on}"  # noqa: S608 the ORM's own
        behind = {first.width + place: how for place, how in second.converters.items()}
        params = [*first.params, *second.params]
        converters = {**first.converters, **behind}
        return _Written(sql, params, converters, first.width + second.width, (first, second))


def _found(written: _Written, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    params = filled(written.params, values)
    with connection.cursor() as cursor:
        cursor.execute(written.sql, params)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _json(text: Any, *_expression_and_connection: Any) -> Any:
    """What a column of JSON holds. A standing has one in each row, and Python's own reader takes four times as long."""
    return text if text is None else from_json(text)


def _read(row: tuple[Any, ...], converters: Converters) -> tuple[Any, ...]:
    values = list(row)
    for place, (functions, expression) in converters.items():
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


log = structlog.get_logger(__name__)
REST = 5.0  # seconds until Redis is asked again


class RedisOrLocal(RedisCache):
    """Redis with a stand-in, so that throttles go on counting (each process for itself) while it is away."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client


def _either(name: str) -> Callable[..., Any]:
    """The operation of this name on Redis, or on the stand-in."""

    def operation(self: "_Client", *args: Any, **options: Any) -> Any:
        if time.monotonic() >= self.away_until:
            try:
                return getattr(RedisCacheClient, name)(self, *args, **options)
            except (NoConnection, NoAnswer) as error:
                self.away_until = time.monotonic() + REST
                log.warning("cache_unreachable", error=str(error))
        return getattr(self.local, name)(*args, **options)

    return operation


class _Client(RedisCacheClient):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.away_until = 0.0
        self.local = LocMemCache("while-redis-is-away", {})

    add = _either("add")
    get = _either("get")
    set = _either("set")
    touch = _either("touch")
    delete = _either("delete")
    get_many = _either("get_many")
    has_key = _either("has_key")
    incr = _either("incr")
    set_many = _either("set_many")
    delete_many = _either("delete_many")
    clear = _either("clear")
