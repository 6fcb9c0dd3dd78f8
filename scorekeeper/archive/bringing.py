"""Bring a club along: every row of an archive under the id it has, all of them or none, each held against the schema
before a database sees it; whether it is what its hands make; and who owns it, since without an owner nobody here could
come in.
"""

import json
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, Final
from uuid import UUID

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import Model

import games
from games.core.record import load
from games.core.text import Text, gettext_noop, pgettext
from games.core.values import InvalidRecord, Problem
from scorekeeper.accounts.models import AWAITED, User
from scorekeeper.archive.carried import ACCOUNTS, IMPLIED, IN_THEIR_PLACE, Carried, carried, keys_of
from scorekeeper.archive.columns import Column, Invalid, account_fields, column_of
from scorekeeper.archive.reading import Archive, refused
from scorekeeper.clubs.models import Club, HouseRulesVersion, Membership, Role
from scorekeeper.clubs.selectors import line_of
from scorekeeper.clubs.services import take_over
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import alphabetical
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.leagues.models import EveningGame, TeamLeague
from scorekeeper.play.offers import are_lengths
from scorekeeper.play.upkeep.verifying import Count, verify

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


UNREADABLE: Final = (ArithmeticError, AttributeError, InvalidRecord, LookupError, TypeError, ValueError)


def differences(club: Club) -> Iterator[str]:
    """What is wrong, if anything; what can't be read at all ends the look."""
    try:
        yield from map(str, verify(Count(), club.pk))
        for where, game, rules in _rules(club):
            yield from (f"{where}: {what}" for what in _unplayable(game, rules))
        for evening_game in EveningGame.objects.filter(club=club):
            if not are_lengths(evening_game.lengths):
                yield f"evening {evening_game.evening_id}: the hands of its rounds can’t be read"
    except UNREADABLE as error:
        yield f"what is stored can’t be read: {error!r}"[:300]


def _rules(club: Club) -> Iterator[tuple[str, str, Any]]:
    """The rules that no hand has been played by yet, which nothing else looks at."""
    for evening_game in EveningGame.objects.filter(club=club):
        yield f"evening {evening_game.evening_id}", evening_game.game, evening_game.rules
    for version in HouseRulesVersion.objects.filter(club=club).select_related("house"):
        yield f"house rules {version.house_id}, version {version.number}", version.house.game, version.rules
    for league in TeamLeague.objects.filter(club=club).select_related("season"):
        yield f"team league {league.pk}", league.season.game, league.rules


def _unplayable(game: str, rules: Any) -> Iterator[str]:
    try:
        load(games.game(game).rules, rules)
    except InvalidRecord as error:
        yield from (f"its rules: {problem.field}: {problem.message}" for problem in error.problems)


@dataclass(frozen=True, slots=True)
class Owner:
    """The address of who shall own it; `place` is the name, or the id, of the account in the archive that is theirs."""

    address: str
    place: str = ""


def settle(club: Club, wanted: Owner, accounts: Mapping[UUID, str], now: datetime) -> User:
    """Make somebody owner. Whose address is known here is that person; else the account of the archive gets it.

    Raises:
        Refused: as `_address`, as `_place`, `owner_unknown`, `place_taken`: the address or the place leads to
            nobody, or the place is somebody's.
    """
    address = _address(wanted.address)
    here = User.objects.filter(email__iexact=address).first()
    place = _place(wanted.place, accounts) if wanted.place else None
    if place and here is None:
        return _arrived(club, place, address, now)
    if here is None:
        raise refused("owner_unknown", "owner", NO_ACCOUNT, address=address)
    line = line_of(club, place) if place and place.pk != here.pk else None
    if place and place.pk != here.pk and not (line and line.is_vacant and line_of(club, here) is None):
        raise refused("place_taken", "place", ADDRESS_TAKEN, name=place.name)
    take_over(club=club, by=here, now=now, line=line)
    return here


def _arrived(club: Club, user: User, address: str, now: datetime) -> User:
    """The account that came along is its person's from now on, who signs in by a code sent to the address. Raises
    Refused `place_taken`."""
    if not user.is_awaited:
        raise refused("place_taken", "place", ADDRESS_TAKEN, name=user.name)
    user.email, user.is_active = address, True
    user.save(update_fields=["email", "is_active"])
    EmailAddress.objects.create(user=user, email=address, primary=True)  # confirmed by the first code
    Membership.objects.update_or_create(club=club, user=user, defaults={"role": Role.OWNER})
    write(Kind.MEMBER_JOINED, club.pk, at=now, by_user=user, detail={"role": Role.OWNER})
    return user


def _address(text: str) -> str:
    """Raises Refused `address_invalid`."""
    try:
        validate_email(text)
    except ValidationError:
        raise refused("address_invalid", "owner", NO_ADDRESS, address=text[:80]) from None
    return text.lower()  # as whoever signs up is written down


def _place(name: str, accounts: Mapping[UUID, str]) -> User:
    """Raises Refused `place_unknown`."""
    found = [pk for pk, called in accounts.items() if name in {called, str(pk)}]
    if len(found) != 1:
        template = NAMESAKES if found else NO_PLACE
        raise refused("place_unknown", "place", template, name=name[:80], ids=", ".join(map(str, found)))
    return User.objects.get(pk=found[0])


NO_ADDRESS: Final = gettext_noop("{address} is not an e-mail address.")
NO_ACCOUNT: Final = gettext_noop(
    "Nobody here has the address {address}. They must sign up first, or --as must name the "
    "account in the archive that gets this address."
)
NO_PLACE: Final = gettext_noop(
    "The archive has no account called {name}. Run the command without --write to list the names."
)
NAMESAKES: Final = gettext_noop("The archive has more than one account called {name}. Choose one by its id: {ids}.")
ADDRESS_TAKEN: Final = gettext_noop(
    "The account {name} cannot be assigned to them. It is already linked, has no active "
    "person in the club, or they already have an account."
)


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
