"""Open the file of a tournament in a club: every row under a new id, all of them or none."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from io import BytesIO
from itertools import islice
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Min, Q

from games.core.record import load
from games.core.text import Text, gettext_noop, pgettext
from games.core.values import InvalidRecord, Problem
from scorekeeper.archive.opened import Opening, OpeningTerms, called_apart, doubled, lines_in_book
from scorekeeper.archive.reading import Archive, opened, refused
from scorekeeper.archive.rows import Contents, References, look_through, reader
from scorekeeper.archive.tournament.holds import TOURNAMENT
from scorekeeper.archive.tournament.ids import NewIds, opened_id
from scorekeeper.archive.tournament.renaming import create_rows, renamed_rows
from scorekeeper.archive.tournament.sheets import Rows, SheetRows, breaks, sheets_in, strangers
from scorekeeper.archive.tournament.writing import standings_of
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.clubs.services import book_changed, lock_book
from scorekeeper.common.errors import Refused, require
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.play.closing.services import anchor_head
from scorekeeper.play.ledger import sat_otherwise
from scorekeeper.play.models import Seated, Sitting
from scorekeeper.play.models.sittings import SittingQuerySet
from scorekeeper.play.upkeep.verifying import differences_of
from scorekeeper.ratings.services import stale
from scorekeeper.spreadsheets.matching import Matching, match
from scorekeeper.tournaments.draft.reads import explained
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.planning.course import StageRounds, stages_of
from scorekeeper.tournaments.policies import can_plan

MOST_PEOPLE: Final = 4000
MOST_DIFFERENCES: Final = 10
UNREADABLE: Final = (ArithmeticError, AttributeError, InvalidRecord, LookupError, TypeError, ValueError)


def open_file(data: bytes, asked: OpeningTerms, *, keep: bool) -> Opening:
    """What opening the file does; without `keep` all of it is done and taken back. A file that cannot be opened says
    why in its `problems`, as long as it can be read at all.

    Raises:
        PermissionDenied: not a director, or the club is closed.
        Refused: as `opened`, as `look_through`, as `_rows`, `people_many`: it is no file of a tournament, was
            changed, or its rows cannot be read.
    """
    require(can_plan(role_in(asked.by, asked.club)))
    require_running(asked.club)
    with opened(BytesIO(data), TOURNAMENT) as archive:
        known = look_through(archive)
        rows = _rows(archive, known)
    people = [row for row in rows["clubs.Player"] if row["merged_into_id"] is None]
    if len(people) > MOST_PEOPLE:
        raise refused("people_many", "", MANY, most=MOST_PEOPLE)
    names = called_apart([row["name"] for row in people])
    opening = _opening(archive, rows, match(asked.club, names, asked.said))
    opening.there = Tournament.objects.filter(pk=opened_id(asked.club.pk, archive.of), club=asked.club).first()
    opening.problems += doubled(opening.matching)
    if opening.there is None and not opening.problems:
        lines = {row["id"]: name for row, name in zip(people, names, strict=True)}
        try:
            _open(archive, rows, known, lines, opening, asked, keep=keep and opening.matching.is_settled)
        except Refused as found:
            opening.problems += found.problems
    return opening


def _rows(archive: Archive, known: Contents) -> Rows:
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
        raise refused("id_twice", "", TWICE)
    return found


def _opening(archive: Archive, rows: Rows, matching: Matching) -> Opening:
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
    return Opening(
        name=tournament["name"],
        source=source[:80],
        made_at=archive.made_at[:40],
        starts_at=tournament["starts_at"],
        matching=matching,
        facts=[Text(PLAYED, many), Text(RECORDED, many)],
        stays=[Text(MONEY), Text(WHO_WROTE), *([Text(COUNTS_HERE)] if many["hands"] else [])],
    )


def _open(
    archive: Archive,
    rows: Rows,
    known: Contents,
    lines: Mapping[UUID, str],
    opening: Opening,
    asked: OpeningTerms,
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
        raise refused("rows_clash", "", CLASH, why=str(error)[:200]) from None
    opening.tournament = made if keep else None


def _write(
    archive: Archive,
    rows: Rows,
    known: Contents,
    lines: Mapping[UUID, str],
    sheets: Sequence[SheetRows],
    opening: Opening,
    asked: OpeningTerms,
) -> Tournament:
    """Every row, with what hangs on it here: the book, the tables that somebody sat at, seals, ratings, the log."""
    club, now = asked.club, asked.now
    lock_book(club)
    book = lines_in_book(club, opening.matching, now)
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
