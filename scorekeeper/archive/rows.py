"""The rows of an archive, each held against the schema before a database sees it."""

import json
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.db.models import Model

from games.core.text import Text, gettext_noop, pgettext
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.archive.carried import Carried, keys_of
from scorekeeper.archive.columns import Column, Invalid, column_of
from scorekeeper.archive.layout import ACCOUNTS
from scorekeeper.archive.reading import Archive, refused
from scorekeeper.archive.schema import account_fields
from scorekeeper.common.errors import Refused

MOST_TOLD: Final = 20  # what is wrong, before no more is looked for


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a file: its number, and what it says by the names of the columns of the model."""

    number: int
    values: dict[str, Any]


@dataclass(slots=True)
class Contents:
    """What was found in an archive that is sound in itself: whose ids there are, so that a row can point at them. `of`
    is the id of what it is an archive of."""

    of: UUID
    accounts: dict[UUID, str] = field(default_factory=dict)
    ids: dict[type[Model], set[UUID]] = field(default_factory=dict)
    rows: int = 0


class Reader:
    """The rows of one file."""

    def __init__(self, archive: Archive, file: str, columns: list[Column]) -> None:
        self.archive, self.file = archive, file
        self._columns = {column.name: column for column in columns}

    def __iter__(self) -> Iterator[Row]:
        """Raises Refused for the first line that can't be taken."""
        for number, line in self.archive.lines(self.file):
            yield Row(number, self._row(number, line))

    def problems(self, most: int) -> Iterator[Problem | Row]:
        """Each row, or what is wrong with it; so many problems at the most."""
        for number, line in self.archive.lines(self.file):
            try:
                yield Row(number, self._row(number, line))
            except Refused as found:
                most -= 1
                yield found.problems[0]
                if not most:
                    return

    def _row(self, number: int, line: bytes) -> dict[str, Any]:
        row = self._object(number, line)
        if row.keys() != self._columns.keys():
            name = min(row.keys() ^ self._columns.keys())
            raise wrong(self.file, number, name, MISSING if name in self._columns else UNKNOWN)
        return {column.attname: self._value(number, column, row[name]) for name, column in self._columns.items()}

    def _object(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise wrong(self.file, number, "", NO_OBJECT)
        return value

    def _value(self, number: int, column: Column, value: Any) -> Any:
        try:
            return column.read(value)
        except Invalid as error:
            raise wrong(self.file, number, column.name, error.message) from None


def wrong(file: str, line: int, column: str, reason: Text) -> Refused:
    """A row that can't be taken: where, why, and what to do. Refuses `row_invalid`."""
    column = column[:40].encode(errors="replace").decode()
    where = f"{file}:{line}" + (f":{column}" if column else "")
    template = WRONG if column else WRONG_LINE
    return refused("row_invalid", where, template, file=file, line=line, column=column, reason=reason)


def reader(archive: Archive, table: Carried) -> Reader:
    return Reader(archive, table.file, [column_of(field) for field in table.fields])


def look_through(archive: Archive) -> Contents:
    """Read every row once and remember its id.

    Raises:
        Refused: `row_invalid`, `club_unclear`, `tournament_unclear`, `line_too_long`: with the first problems, each
            with file, line and column.
    """
    problems: list[Problem] = []
    known = Contents(UUID(int=0))
    tables = archive.layout.tables()
    for table in tables:
        known.ids[table.model] = set()
        _look(reader(archive, table), known.ids[table.model], known, problems)
    if archive.layout.has_accounts:
        accounts = Reader(archive, ACCOUNTS, [column_of(field) for field in account_fields()])
        _look(accounts, set(), known, problems)
    first, ids = tables[0].file, known.ids[tables[0].model]
    if not problems and {str(pk) for pk in ids} != {archive.of}:
        problems = list(refused(f"{archive.layout.of}_unclear", first, archive.layout.not_one, file=first).problems)
    if problems:
        raise Refused(problems)
    known.of = next(iter(ids))
    return known


def _look(rows: Reader, ids: set[UUID], known: Contents, problems: list[Problem]) -> None:
    if len(problems) >= MOST_TOLD:
        return
    for row in rows.problems(MOST_TOLD - len(problems)):
        if isinstance(row, Problem):
            problems.append(row)
            continue
        pk = row.values.get("id")
        if pk in ids:
            problems.extend(wrong(rows.file, row.number, "id", TWICE).problems)
        if pk is not None:
            ids.add(pk)
        if rows.file == ACCOUNTS:
            known.accounts[row.values["id"]] = row.values["name"]
        else:
            known.rows += 1


class References:
    """Whether what the rows of a table point at is in the archive too: of nothing else here may they speak."""

    def __init__(self, table: Carried, known: Contents) -> None:
        self.file = table.file
        fields = set(table.fields)
        self._keys = [
            (key.name, key.attname, _ids(known, key.related_model))
            for key in keys_of(table.model)
            if key in fields and key.name not in table.outside
        ]

    def check(self, row: Row) -> None:
        for name, attname, ids in self._keys:
            pk = row.values[attname]
            if pk is not None and pk not in ids:
                raise wrong(self.file, row.number, name, ASTRAY)


def _ids(known: Contents, model: Any) -> Container[UUID]:
    return known.accounts if model is User else known.ids[model]


WRONG: Final = gettext_noop(
    "{file}, line {line}, column {column}: {reason}. Export the archive again; it cannot be edited by hand."
)
WRONG_LINE: Final = gettext_noop("{file}, line {line}: {reason}. Export the archive again.")
MISSING: Final = Text(pgettext("in a line", "it is missing"))
UNKNOWN: Final = Text(pgettext("in a line", "there is no such column"))
NO_OBJECT: Final = Text(pgettext("in a line", "it is not a JSON object"))
TWICE: Final = Text(pgettext("in a line", "an earlier line has the same id"))
ASTRAY: Final = Text(pgettext("in a line", "it refers to a row that is not in the archive"))
