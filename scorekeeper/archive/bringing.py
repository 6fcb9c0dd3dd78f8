"""Bring a club along: every row of an archive under the id it has, all of them or none."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Model

from games.core.text import Text, gettext_noop, pgettext
from games.core.values import Problem
from scorekeeper.accounts.models import AWAITED, User
from scorekeeper.archive.carried import IMPLIED, IN_THEIR_PLACE, Carried, carried
from scorekeeper.archive.reading import Archive, refused
from scorekeeper.archive.rows import Contents, References, Row, look_through, reader, wrong
from scorekeeper.archive.settling import Owner, settle
from scorekeeper.archive.sound import differences
from scorekeeper.clubs.models import Club
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import alphabetical

A_BATCH: Final = 500  # rows
MOST_DIFFERENCES: Final = 10


@dataclass(slots=True)
class Brought:
    """What came along."""

    club: Club
    owner: User | None = None
    tables: dict[str, int] = field(default_factory=dict)
    there: list[str] = field(default_factory=list)  # the names of accounts that are known here
    awaited: list[str] = field(default_factory=list)  # of those that are not

    @property
    def rows(self) -> int:
        return sum(self.tables.values())


def bring(archive: Archive, *, owner: Owner | None, now: datetime, keep: bool) -> Brought:
    """Write all of the archive, name an owner and look whether every sum and every chain is as it should be; without
    `keep` all of it is done and taken back.

    Raises:
        Refused: with the reason; nothing was written.
    """
    known = look_through(archive)
    with transaction.atomic():
        brought = _bring(archive, known, owner, now)
        if not keep:
            transaction.set_rollback(True)
    return brought


def _bring(archive: Archive, known: Contents, owner: Owner | None, now: datetime) -> Brought:
    """Raises Refused `club_here`."""
    if here := Club.objects.filter(pk=known.of).first():
        raise refused("club_here", "", HERE, club=here.name)
    there, awaited = _accounts(known)
    tables = {table.label: _write(archive, table, known) for table in carried()}
    # A closed club can be opened for thirty days; where it goes on they begin anew.
    Club.objects.filter(pk=known.of, closed_at__isnull=False).update(closed_at=now)
    brought = Brought(Club.objects.get(pk=known.of), None, tables, there, awaited)
    _verify(brought.club)
    if owner:
        brought.owner = settle(brought.club, owner, known.accounts, now)
    return brought


def _accounts(known: Contents) -> tuple[list[str], list[str]]:
    """Who is known here by their id stays as they are; for the others an account that nobody can come in with."""
    found = dict(User.objects.filter(pk__in=known.accounts).values_list("pk", "name"))
    new = [User(pk=pk, name=name, email=f"{pk}{AWAITED}", is_active=False) for pk, name in known.accounts.items()]
    new = [user for user in new if user.pk not in found]
    for user in new:
        user.set_unusable_password()
    User.objects.bulk_create(new)
    return sorted(found.values()), sorted((user.name for user in new), key=alphabetical)


def _write(archive: Archive, table: Carried, known: Contents) -> int:
    """Raises Refused `rows_clash`."""
    rows, references, many = iter(reader(archive, table)), References(table, known), 0
    while batch := list(islice(rows, A_BATCH)):
        for row in batch:
            references.check(row)
        _free(table, batch)
        try:
            table.model._base_manager.bulk_create(_filled(table, batch, known.of))  # noqa: SLF001
        except IntegrityError as error:
            lines = {"first": batch[0].number, "last": batch[-1].number}
            raise refused("rows_clash", table.file, CLASH, file=table.file, why=str(error)[:200], **lines) from None
        many += len(batch)
    return many


def _free(table: Carried, batch: list[Row]) -> None:
    """An id that is taken here belongs to something else: an archive is brought whole, or it is another club's."""
    ids = {row.values["id"]: row.number for row in batch if "id" in row.values}
    taken = table.model._base_manager.filter(pk__in=ids).values_list("pk", flat=True).first()  # noqa: SLF001
    if taken:
        raise wrong(table.file, ids[taken], "id", TAKEN)


def _filled(table: Carried, batch: list[Row], club: UUID) -> Iterator[Model]:
    """The rows with what an archive says once for all, or not at all."""
    names = {concrete_field.name for concrete_field in table.model._meta.concrete_fields}  # noqa: SLF001
    of_club: dict[str, Any] = {f"{IMPLIED}_id": club} if IMPLIED in names else {}
    for row in batch:
        made = {name: form.format(**row.values) for name, form in IN_THEIR_PLACE.get(table.label, {}).items()}
        yield table.model(**row.values, **of_club, **made)


def _verify(club: Club) -> None:
    """Raises Refused `unsound`."""
    found = list(islice(differences(club), MOST_DIFFERENCES))
    if found:
        problems = [Problem("unsound", "", Text(DIFFERENCE, {"what": what})) for what in found]
        raise Refused([Problem("unsound", "", Text(UNSOUND)), *problems])


HERE: Final = gettext_noop(
    "This club already exists here: {club}. An archive can be imported only once, and never into another club."
)
TAKEN: Final = Text(pgettext("in a line", "something else here has this id"))
CLASH: Final = gettext_noop(
    "{file}, lines {first} to {last}: rows contradict each other or existing data ({why}). Export the archive again."
)
UNSOUND: Final = gettext_noop(
    "The totals and chains of this archive do not match its hands. Run `manage.py verify` on "
    "the original installation, repair it, and export again."
)
DIFFERENCE: Final = pgettext("note", "{what}.")
