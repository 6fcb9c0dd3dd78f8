"""Open the file of a tournament in a club: every row under a new id, all of them or none; its sheets, whose chains are
walked as they came and made anew.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from itertools import islice
from typing import Any, Final, TypeAlias
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import JSONField, Min, Q, UUIDField

from games.core.record import load
from games.core.text import Text, gettext_noop, pgettext
from games.core.values import InvalidRecord, Problem
from scorekeeper.accounts.models import User
from scorekeeper.archive import reading
from scorekeeper.archive.bringing import Contents, References, look_through, reader
from scorekeeper.archive.carried import Carried, keys_of
from scorekeeper.archive.tournament.writing import TOURNAMENT, standings_of
from scorekeeper.chains.models import Salt, keep_salts
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.clubs.services import book_changed, lock_book
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.ids import uuid7
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.play.closing.services import anchor_head
from scorekeeper.play.ledger import sat_otherwise
from scorekeeper.play.models import Act, Hand, HandMark, Seated, Sitting
from scorekeeper.play.models.hands import act_hash
from scorekeeper.play.models.sittings import SittingQuerySet
from scorekeeper.play.upkeep.verifying import differences_of
from scorekeeper.ratings.services import stale
from scorekeeper.spreadsheets.matching import Matching, match
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.planning.reads import StageRounds, stages_of
from scorekeeper.tournaments.policies import can_plan

Rows: TypeAlias = "dict[str, list[dict[str, Any]]]"
Link: TypeAlias = "Hand | Act"


@dataclass(slots=True)
class SheetRows:
    """What a file says of one table, each kind in the order of its chain."""

    sitting: Sitting
    links: list[Link] = field(default_factory=list)
    beside: list[Act] = field(default_factory=list)
    marks: list[HandMark] = field(default_factory=list)


def sheets_in(rows: Rows) -> list[SheetRows]:
    """The tables of a file, with the ids that they have there."""
    salts = {row["row"]: Salt(**row) for row in rows["chains.Salt"]}
    found = {row["id"]: SheetRows(Sitting(**row)) for row in rows["play.Sitting"]}
    for model, label in ((Hand, "play.Hand"), (Act, "play.Act"), (HandMark, "play.HandMark")):
        for values in rows[label]:
            row: Any = model(**values)
            row.salted = salts.get(row.pk)
            sheet = found[row.sitting_id]
            if model is HandMark:
                sheet.marks.append(row)
            else:
                (sheet.beside if row.seq is None else sheet.links).append(row)
    for sheet in found.values():
        sheet.links.sort(key=lambda link: link.seq or 0)
        sheet.marks.sort(key=lambda mark: mark.seq)
    return list(found.values())


def breaks(sheet: SheetRows) -> Iterator[str]:
    """Where the chains of a table are not what its rows make, in the words of `verify`."""
    where = f"sitting {sheet.sitting.pk}"
    ends = (
        (sheet.links, (sheet.sitting.seq, sheet.sitting.head), "seq"),
        (sheet.marks, (sheet.sitting.marked, sheet.sitting.marks_head), "what was said as number"),
    )
    for chain, end, called in ends:
        previous = ""
        for place, link in enumerate(chain, start=1):
            if (link.seq, link.previous) != (place, previous) or _hash_of(link) != link.hash:
                yield f"{where}: the chain breaks at {called} {place}"
                return
            previous = link.hash
        if end != (len(chain), previous):
            yield f"{where}: the chain ends at {called} {len(chain)}, the sitting says {end[0]}"


def _hash_of(link: "Link | HandMark") -> str:
    return act_hash(link) if isinstance(link, Act) else link.content_hash()


def chained_anew(sheet: SheetRows, values: Mapping[UUID, dict[str, Any]]) -> tuple[SheetRows, dict[str, str]]:
    """The table with the rows that it has here (`values`, by their ids in the file), and the new hash for each old one.
    Who wrote a row is not known here: nobody is named."""
    heads = {"": ""}
    here = SheetRows(Sitting(**values[sheet.sitting.pk]))
    here.links = list(_relinked(sheet.links, values, heads))
    here.marks = list(_relinked(sheet.marks, values, heads))
    for act in sheet.beside:
        here.beside.append(Act(**{**values[act.pk], "head": heads.get(act.head, "")}))
    here.sitting.head = here.links[-1].hash if here.links else ""
    here.sitting.marks_head = here.marks[-1].hash if here.marks else ""
    return here, heads


def _relinked(chain: "Sequence[Any]", values: Mapping[UUID, dict[str, Any]], heads: dict[str, str]) -> Iterator[Any]:
    previous = ""
    for old in chain:
        own = {**values[old.pk], ("head" if isinstance(old, Act) else "previous"): previous, "hash": ""}
        new: Any = type(old)(**own)
        new.salt()
        new.hash = previous = heads[old.hash] = _hash_of(new)
        yield new


def strangers(rows: Rows) -> Iterator[str]:
    """What a file says of tables that are not those of its tournament."""
    game = rows["tournaments.Tournament"][0]["game"]
    tables = Counter(row["sitting_id"] for row in rows["tournaments.RoundTable"])
    for row in rows["play.Sitting"]:
        if tables[row["id"]] != 1:
            yield f"sitting {row['id']}: it is of no table of the tournament"
        if row["game"] != game:
            yield f"sitting {row['id']}: another game is played there"
    seats: defaultdict[UUID, set[UUID]] = defaultdict(set)
    for row in rows["play.Seat"]:
        seats[row["sitting_id"]].add(row["id"])
    yield from _at_other_tables(rows, seats)


def _at_other_tables(rows: Rows, seats: Mapping[UUID, set[UUID]]) -> Iterator[str]:
    """Rows of one table that point at a seat of another."""
    for label in ("play.Act", "play.HandMark", "play.Signature"):
        for row in rows[label]:
            if row["seat_id"] is not None and row["seat_id"] not in seats[row["sitting_id"]]:
                yield f"{label} {row['id']}: its seat is at another table"


AN_ID: Final = re.compile("(?<![0-9a-f-])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})(?![0-9a-f-])")


def opened_id(club: UUID, tournament: str) -> UUID:
    """The id that a tournament of a file has in this club: the same each time, so that it is found again."""
    return uuid5(club, f"tournament {tournament}")


class NewIds:
    """An id of this installation for each one of a file. Rows keep their order, because much is told by the order in
    which it was done; no id of the file is taken over, so that nothing of anybody else can be named by it."""

    def __init__(self, old: Iterable[UUID], given: Mapping[UUID, UUID]) -> None:
        self._new = {pk: uuid7() for pk in sorted(old)} | dict(given)

    def of(self, old: UUID) -> UUID:
        return self._new.get(old) or self._new.setdefault(old, uuid7())

    def of_any(self, old: UUID | None) -> UUID | None:
        return None if old is None else self.of(old)

    def within(self, value: Any) -> Any:
        """Plain values with the new ids, in texts and in keys too."""
        match value:
            case str():
                return AN_ID.sub(self._written, value)
            case dict():
                return {self.within(key): self.within(inner) for key, inner in value.items()}
            case list():
                return [self.within(inner) for inner in value]
        return value

    def _written(self, found: re.Match[str]) -> str:
        new = self.of(UUID(found[0]))
        return str(new) if "-" in found[0] else new.hex


A_BATCH: Final = 500  # rows
Renamed: TypeAlias = dict[UUID, dict[str, Any]]
"""{id in the file: the row as it is here}"""


def renamed_rows(table: Carried, rows: Sequence[Mapping[str, Any]], ids: NewIds, *, club: UUID, by: UUID) -> Renamed:
    """The rows of a table with new ids. Where an account has to stand it is that of who opens the file; else none."""
    keys = keys_of(table.model)
    implied = {key.attname: by for key in keys if key.related_model is User and not key.null} | {"club_id": club}
    pointing = {key.attname for key in keys}
    columns = [field for field in table.fields if field.name not in table.outside]
    found: Renamed = {}
    for row in rows:
        values = dict(implied)
        for column in columns:
            value = row[column.attname]
            if column.attname in pointing or isinstance(column, UUIDField):
                value = ids.of_any(value)
            elif isinstance(column, JSONField):
                value = ids.within(value)
            values[column.attname] = value
        _put_right(table.label, values)
        found[row["id"]] = values
    return found


def _put_right(label: str, values: dict[str, Any]) -> None:
    """What goes by ids or by the club: a table counts for no season here; of two people the smaller id comes first."""
    if label == "play.Act" and values["kind"] == Act.Kind.OPENED:
        values["detail"] = {**values["detail"], "seasons": []}
    elif label == "tournaments.PairRule":
        values["one_id"], values["other_id"] = sorted((values["one_id"], values["other_id"]))


def create_rows(renamed: Mapping[str, Renamed], sheets: Sequence[SheetRows]) -> None:
    """Write the rows of all tables, with the chains of the sheets made anew."""
    values = {pk: row for rows in renamed.values() for pk, row in rows.items()}
    here, heads = [], {"": ""}
    for sheet in sheets:
        anew, of_sheet = chained_anew(sheet, values)
        here.append(anew)
        heads |= of_sheet
    for row in renamed["play.Signature"].values():
        row["head"] = heads.get(row["head"], "")
    chained: dict[Any, list[Any]] = {
        Sitting: [sheet.sitting for sheet in here],
        Hand: [link for sheet in here for link in sheet.links if isinstance(link, Hand)],
        Act: [act for sheet in here for act in (*sheet.links, *sheet.beside) if isinstance(act, Act)],
        HandMark: [mark for sheet in here for mark in sheet.marks],
    }
    for table in TOURNAMENT.tables():
        if table.label in renamed:
            model: Any = table.model
            rows = chained[model] if model in chained else [model(**row) for row in renamed[table.label].values()]
            model.objects.bulk_create(rows, batch_size=A_BATCH)
    keep_salts(link for sheet in here for link in (*sheet.links, *sheet.marks))


MOST_PEOPLE: Final = 4000
MOST_DIFFERENCES: Final = 10
UNREADABLE: Final = (ArithmeticError, AttributeError, InvalidRecord, LookupError, TypeError, ValueError)


def open_file(data: bytes, asked: reading.OpeningTerms, *, keep: bool) -> reading.Opening:
    """What opening the file does; without `keep` all of it is done and taken back. A file that cannot be opened says
    why in its `problems`, as long as it can be read at all.

    Raises:
        PermissionDenied: not a director, or the club is closed.
        Refused: as `reading.opened`, as `look_through`, as `_rows`, `people_many`: it is no file of a tournament, was
            changed, or its rows cannot be read.
    """
    require(can_plan(role_in(asked.by, asked.club)))
    require_running(asked.club)
    with reading.opened(BytesIO(data), TOURNAMENT) as archive:
        known = look_through(archive)
        rows = _rows(archive, known)
    people = [row for row in rows["clubs.Player"] if row["merged_into_id"] is None]
    if len(people) > MOST_PEOPLE:
        raise reading.refused("people_many", "", MANY, most=MOST_PEOPLE)
    names = reading.called_apart([row["name"] for row in people])
    opening = _opening(archive, rows, match(asked.club, names, asked.said))
    opening.there = Tournament.objects.filter(pk=opened_id(asked.club.pk, archive.of), club=asked.club).first()
    opening.problems += reading.doubled(opening.matching)
    if opening.there is None and not opening.problems:
        lines = {row["id"]: name for row, name in zip(people, names, strict=True)}
        try:
            _open(archive, rows, known, lines, opening, asked, keep=keep and opening.matching.is_settled)
        except Refused as found:
            opening.problems += found.problems
    return opening


def _rows(archive: reading.Archive, known: Contents) -> Rows:
    """All rows of the file, by their tables; each points at rows of the file alone. Raises Refused `id_twice`,
    `row_invalid`."""
    found: Rows = {}
    for table in TOURNAMENT.tables():
        references = References(table, known)
        found[table.label] = []
        for row in reader(archive, table):
            references.check(row)
            found[table.label].append(row.values)
    if sum(map(len, known.ids.values())) != len({pk for ids in known.ids.values() for pk in ids}):
        raise reading.refused("id_twice", "", TWICE)
    return found


def _opening(archive: reading.Archive, rows: Rows, matching: Matching) -> reading.Opening:
    tournament = rows["tournaments.Tournament"][0]
    many = {
        "stages": len(rows["tournaments.Stage"]),
        "rounds": len(rows["tournaments.Round"]),
        "entrants": len(rows["tournaments.Entrant"]),
        "sheets": len(rows["play.Sitting"]),
        "hands": len({(row["sitting_id"], row["number"]) for row in rows["play.Hand"]}),
        "acts": len(rows["tournaments.DeskAct"]),
    }
    club = archive.manifest.get("club")
    source = str(club.get("name", "")) if isinstance(club, dict) else ""
    return reading.Opening(
        name=tournament["name"],
        source=source[:80],
        made_at=archive.made_at[:40],
        starts_at=tournament["starts_at"],
        matching=matching,
        facts=[Text(PLAYED, many), Text(RECORDED, many)],
        stays=[Text(MONEY), Text(WHO_WROTE), *([Text(COUNTS_HERE)] if many["hands"] else [])],
    )


def _open(
    archive: reading.Archive,
    rows: Rows,
    known: Contents,
    lines: Mapping[UUID, str],
    opening: reading.Opening,
    asked: reading.OpeningTerms,
    *,
    keep: bool,
) -> None:
    """Raises Refused `rows_clash`, as `_refuse`."""
    sheets = sheets_in(rows)
    _refuse([*strangers(rows), *(what for sheet in sheets for what in breaks(sheet))], UNSOUND)
    try:
        with transaction.atomic():
            made = _write(archive, rows, known, lines, sheets, opening, asked)
            _refuse(_differences(made, archive.manifest.get("standings")), UNSOUND)
            if not keep:
                transaction.set_rollback(True)
    except IntegrityError as error:
        raise reading.refused("rows_clash", "", CLASH, why=str(error)[:200]) from None
    opening.tournament = made if keep else None


def _write(
    archive: reading.Archive,
    rows: Rows,
    known: Contents,
    lines: Mapping[UUID, str],
    sheets: Sequence[SheetRows],
    opening: reading.Opening,
    asked: reading.OpeningTerms,
) -> Tournament:
    """Every row, with what hangs on it here: the book, the tables that somebody sat at, seals, ratings, the log."""
    club, now = asked.club, asked.now
    lock_book(club)
    book = reading.lines_in_book(club, opening.matching, now)
    given = {pk: book[name].pk for pk, name in lines.items()}
    for row in rows["clubs.Player"]:
        if row["merged_into_id"]:
            given[row["id"]] = given[row["merged_into_id"]]
    given[UUID(archive.of)] = opened_id(club.pk, archive.of)
    ids = NewIds((pk for of_table in known.ids.values() for pk in of_table), given)
    renamed = {
        table.label: renamed_rows(table, rows[table.label], ids, club=club.pk, by=asked.by.pk)
        for table in TOURNAMENT.tables()
        if table.label not in ("clubs.Player", "chains.Salt")
    }
    for values in renamed["tournaments.Tournament"].values():
        values["brought"] = {"club": opening.source, "made_at": opening.made_at, "at": now.isoformat()}
    create_rows(renamed, sheets)
    made = Tournament.objects.select_related("club").get(pk=given[UUID(archive.of)])
    _seat(club)
    _seal(Sitting.objects.filter(round_table__round__stage__tournament=made), now)
    book_changed(club)
    write(Kind.TOURNAMENT_BROUGHT, club.pk, at=now, by_user=asked.by, thing=made.pk)
    return made


def _seat(club: Club) -> None:
    """Count the tables for those who sat there."""
    rows = [
        Seated(club=club, player_id=sat.player, tables=tables, last=last)
        for sat in sat_otherwise(club.pk)
        for tables, last in [sat.due]
        if tables and last
    ]
    Seated.objects.bulk_create(rows, update_conflicts=True, unique_fields=["player"], update_fields=["tables", "last"])


def _seal(sittings: SittingQuerySet, now: datetime) -> None:
    """Anchor the sheets that are closed, and have those that are official rated."""
    for sitting in sittings.filter(closed_at__isnull=False).order_by("pk"):
        anchor_head(sitting, now)
    since = sittings.official().order_by().values_list("club", "game").annotate(Min("closed_at"))
    for club, game, first in since:
        stale(club, game, first)


def _differences(made: Tournament, standings: Any) -> Iterator[str]:
    """What of the tournament is not as its rows make it, or stands otherwise than where it was written."""
    yield from map(str, differences_of(Q(round_table__round__stage__tournament=made)))
    try:
        load(made.plays.rules, made.rules)
        for stage in stages_of(made):
            _read_pages(stage)
        if standings_of(made) != standings:
            yield "the places are not those that the file says"
    except UNREADABLE as error:
        yield f"what is stored can't be read: {error!r}"[:300]


def _read_pages(of_stage: StageRounds) -> None:
    """All that pages say of a stage; raises one of UNREADABLE where that cannot be said."""
    stage = of_stage.stage
    for official in (False, True) if stage.entrants.exists() else ():
        found = format_of(stage).standing(stage, official=official)
        for row in found.rows:
            if row.chain:
                row.chain()
        for make in format_of(stage).page_tables(stage, official=official).values():
            list(make().rows)
    for round_ in of_stage.rounds:
        explained(round_, for_desk=True)


def _refuse(found: Iterable[str], sentence: str) -> None:
    """Raises Refused `unsound`."""
    if whats := list(islice(found, MOST_DIFFERENCES)):
        problems = [Problem("unsound", "", Text(DIFFERENCE, {"what": what})) for what in whats]
        raise Refused([Problem("unsound", "", Text(sentence)), *problems])


TWICE: Final = gettext_noop("Two rows of this file have the same id. Export the file again.")
MANY: Final = gettext_noop("This file names more than {most} people, which is too many for a tournament.")
PLAYED: Final = gettext_noop("Stages: {stages}, rounds: {rounds}, entrants: {entrants}.")
RECORDED: Final = gettext_noop("Tables with a sheet: {sheets}, hands: {hands}. Actions of the director: {acts}.")
MONEY: Final = gettext_noop("Money is not included: fees, prizes and debts stay in the original club.")
WHO_WROTE: Final = gettext_noop(
    "The file does not say who recorded or decided something, only that it was done, and when."
)
COUNTS_HERE: Final = gettext_noop("The hands count here for ratings and players’ pages, but for no season.")
UNSOUND: Final = gettext_noop(
    "The totals, chains or places of this tournament do not match its rows. Export the file again."
)
CLASH: Final = gettext_noop("Rows of this file contradict each other ({why}). Export the file again.")
DIFFERENCE: Final = pgettext("note", "{what}.")
