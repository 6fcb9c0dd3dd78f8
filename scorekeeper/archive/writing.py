"""Write a club into an archive: a zip with a file of lines for each table, a schema of them, and a manifest."""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_noop

from games.core.text import Text
from scorekeeper import __version__
from scorekeeper.accounts.models import User
from scorekeeper.archive.carried import ACCOUNTS, CLUB, MANIFEST, SCHEMA, Carried, Layout, keys_of
from scorekeeper.archive.columns import account_fields, line, schema, written
from scorekeeper.clubs.models import Club
from scorekeeper.common.names import file_name
from scorekeeper.jobs.models import Done, Job
from scorekeeper.jobs.services import Asked, Work, ask
from scorekeeper.play.upkeep.anchors import anchor_club

ALIAS: Final = "snapshot"
WAIT: Final = 60.0  # seconds for whoever writes just now


@contextmanager
def snapshot() -> Iterator[str]:
    """The alias of a connection of its own that sees one moment, whatever is written meanwhile.

    On PostgreSQL that is a transaction that only reads. On SQLite it is a copy of the file: whoever reads there keeps
    others from writing, and copying takes a moment where reading and packing takes long.
    """
    with _postgresql() if connection.vendor == "postgresql" else _sqlite() as alias:
        yield alias


@contextmanager
def _postgresql() -> Iterator[str]:
    options = {name: value for name, value in connection.settings_dict["OPTIONS"].items() if name != "pool"}
    with _connected({**connection.settings_dict, "OPTIONS": options}) as own, transaction.atomic(using=ALIAS):
        with own.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SELECT 1")  # the moment is that of the first question
        yield ALIAS


@contextmanager
def _sqlite() -> Iterator[str]:
    settings = connection.settings_dict
    with TemporaryDirectory(prefix="scorekeeper-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        source = sqlite3.connect(str(settings["NAME"]), timeout=WAIT)
        with closing(source), closing(sqlite3.connect(copy)) as target:
            source.backup(target)
        with _connected({**settings, "NAME": str(copy)}):
            yield ALIAS


@contextmanager
def _connected(settings: dict[str, Any]) -> Iterator[BaseDatabaseWrapper]:
    """A connection beside the usual one, of this thread alone and for as long as it is needed."""
    made: Any = type(connections["default"])
    own: BaseDatabaseWrapper = made(settings, ALIAS)
    connections[ALIAS] = own
    try:
        yield own
    finally:
        own.close()
        del connections[ALIAS]


A_BATCH: Final = 2_000  # rows
READABLE: Final = 0o600 << 16  # as a file is once it is unpacked


@dataclass(slots=True)
class Counted:
    """How many rows are written, and how many there are; `tell` hears of it."""

    tell: Callable[[int, int], None]
    total: int = 0
    done: int = 0

    def one(self) -> None:
        self.done += 1
        if not self.done % A_BATCH:
            self.tell(self.done, self.total)


def write_archive(club: Club, file: IO[bytes], *, using: str, now: datetime, count: Counted) -> None:
    """Write the club as the connection `using` sees it."""
    write(CLUB, club, {}, file, using=using, now=now, count=count)


def write(
    layout: Layout, of: Any, more: Mapping[str, Any], file: IO[bytes], *, using: str, now: datetime, count: Counted
) -> None:
    """Write an archive of this kind `of` something that has a name; the manifest says `more`."""
    tables = layout.tables()
    count.total = sum(_rows(table, of.pk, using).count() for table in tables)
    accounts: set[UUID] = set()
    with ZipFile(file, "w", ZIP_DEFLATED) as opened:
        archive = _Archive(opened, now)
        for table in tables:
            archive.add_lines(table.file, _lines(table, of.pk, using, accounts, count))
        if layout.has_accounts:
            archive.add_lines(ACCOUNTS, _accounts(accounts, using))
        archive.add(SCHEMA, [document(schema(layout))])
        manifest = {
            "format": layout.format,
            "version": layout.version,
            "app": __version__,
            "made_at": written(now),
            layout.of: {"id": str(of.pk), "name": of.name},
            **more,
            "files": archive.files,
        }
        opened.writestr(archive.entry(MANIFEST), document(manifest))


def document(content: Any) -> bytes:
    """Something to be read by people too."""
    return json.dumps(content, ensure_ascii=False, indent=1).encode() + b"\n"


@dataclass(slots=True)
class _Archive:
    """A zip that is being written, and what stands in it so far."""

    zip: ZipFile
    made_at: datetime
    files: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add_lines(self, name: str, lines: Iterable[bytes]) -> None:
        rows = self.add(name, lines)
        self.files[name] = {"rows": rows, **self.files[name]}

    def add(self, name: str, parts: Iterable[bytes]) -> int:
        """A file of these parts; returns how many."""
        many, size, whole = 0, 0, hashlib.sha256()
        with self.zip.open(self.entry(name), "w", force_zip64=True) as file:
            for part in parts:
                file.write(part)
                whole.update(part)
                many, size = many + 1, size + len(part)
        self.files[name] = {"bytes": size, "sha256": whole.hexdigest()}
        return many

    def entry(self, name: str) -> ZipInfo:
        entry = ZipInfo(name, self.made_at.astimezone(UTC).timetuple()[:6])
        entry.compress_type, entry.external_attr = ZIP_DEFLATED, READABLE
        return entry


def _lines(table: Carried, of: UUID, using: str, accounts: set[UUID], count: Counted) -> Iterator[bytes]:
    """The rows of a table; the accounts they name are added to `accounts`."""
    fields = table.fields
    names = [field.name for field in fields]
    of_users = [
        place for place, column in enumerate(fields) if column in keys_of(table.model) and column.related_model is User
    ]
    found = _rows(table, of, using).order_by(*_order(table)).values_list(*(field.attname for field in fields))
    for values in found.iterator(chunk_size=A_BATCH):
        accounts.update(values[place] for place in of_users if values[place])
        yield line(dict(zip(names, map(written, values), strict=True)))
        count.one()


def _order(table: Carried) -> list[str]:
    """By id; between two tables by theirs."""
    ids = [field.attname for field in table.fields if field.primary_key]
    return ids or [field.attname for field in table.fields]


def _rows(table: Carried, of: UUID, using: str) -> "QuerySet[Any]":
    return table.model._base_manager.using(using).filter(table.rows_of(of))  # noqa: SLF001


def _accounts(pks: set[UUID], using: str) -> Iterator[bytes]:
    names = [field.name for field in account_fields()]
    wanted = sorted(pks)
    for start in range(0, len(wanted), A_BATCH):
        found = User.objects.using(using).filter(pk__in=wanted[start : start + A_BATCH]).order_by("pk")
        for values in found.values_list(*names):
            yield line(dict(zip(names, map(written, values), strict=True)))


SAID = gettext_noop("The whole club, {rows} rows. Keep the file with the club’s records.")


KIND: Final = "club_archive"


def ask_for_archive(*, club: Club, by: User, key: UUID, now: datetime) -> Job:
    """Have the whole club written into a file in the background; the same key is the same file.

    Raises:
        PermissionDenied: only owners take a club along.
        Refused: `jobs_many`.
    """
    return ask(Asked(KIND, key), by=by, club=club, now=now)


def run(work: Work) -> Done:
    """Reads only; run twice it writes the file anew."""
    club, now = work.club, work.now()
    count = Counted(work.report)
    name = file_name(f"{club.name[:80]}-{now:%Y-%m-%d}.zip")
    anchor_club(club.pk, now=now)  # what is in it can be compared later, to the last act
    with snapshot() as using, work.writing(name, "application/zip") as file:
        write_archive(club, file, using=using, now=now, count=count)
    return Done(Text(SAID, {"rows": count.done}))


def again(job: Job) -> str:
    return reverse("club_archive", args=[job.club_id])
