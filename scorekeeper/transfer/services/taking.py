"""Take over what a file holds: prepared in short steps, counted in one transaction, and the same file once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.clubs.policies import role_in
from scorekeeper.clubs.records import Inviting
from scorekeeper.clubs.services import add_players, invite, lock_book
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.ids import uuid7
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.spreadsheets.choosing import remember, remembered
from scorekeeper.spreadsheets.reading import Choices, read
from scorekeeper.spreadsheets.refusing import Unreadable
from scorekeeper.standings.importing import Incomplete, count_prepared, settle_prepared, take_back
from scorekeeper.standings.models import Competition, Import, Spreadsheet
from scorekeeper.standings.services.acts import clean_reason
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.plans.lists import GAME
from scorekeeper.transfer.plans.spliit import group_in, is_json
from scorekeeper.transfer.policies import can_import
from scorekeeper.transfer.selectors.inviting import inviting
from scorekeeper.transfer.selectors.looking import name_hash, wanted_of
from scorekeeper.transfer.services.preparing import Changed, Course, Ready, prepared, seen_of

MOST_TURNS: Final = 5  # how often it is worked out anew
OF_ONE_FILE: Final = {"leave_out", "keep_as", "seats", "apart"}  # what is said of one file alone
KEPT: Final = timedelta(days=7)  # a file that nobody took over
SEASON_MISSING: Final = Text(gettext_noop("Choose the season that it counts for."))
BOOK_CHANGES: Final = Text(
    gettext_noop("The book of the club kept changing while the file was worked out. Take it over in a quieter moment.")
)
CHANGED: Final = Text(
    gettext_noop("What the file would do has changed meanwhile. Nothing was taken over: look at it again first.")
)
NOT_SKAT: Final = Text(gettext_noop("Skat lists count for a season of Skat only."))


@dataclass(frozen=True, slots=True)
class Sent:
    """A file as it came; what it is a state of says kind and season."""

    kind: str
    name: str
    data: bytes
    season: UUID | None = None
    spreadsheet: UUID | None = None


@transaction.atomic
def keep(*, club: Club, by: User, sent: Sent, now: datetime) -> Upload:
    """Keep a file to look at. Those that nobody took over for a week go.

    Raises:
        Refused: it is no table, or nothing says what it counts for.
    """
    require(can_import(role_in(by, club)))
    of = Spreadsheet.objects.filter(club=club, pk=sent.spreadsheet).first() if sent.spreadsheet else None
    if of:
        sent = replace(sent, kind=of.kind, season=of.competition_id)
    if sent.kind not in Upload.Kind.values:
        raise Refused([Problem("kind_unknown", "kind", Text(gettext_noop("Choose what the file holds.")))])
    season = None
    if sent.kind in {Upload.Kind.TOTALS, Upload.Kind.LISTS}:
        season = Competition.objects.filter(club=club, pk=sent.season).first() if sent.season else None
        if season is None:
            raise Refused([Problem("season_missing", "season", SEASON_MISSING)])
        if sent.kind == Upload.Kind.LISTS and season.game != GAME:
            raise Refused([Problem("season_of_other_game", "season", NOT_SKAT)])
    try:
        if sent.kind == Upload.Kind.MONEY and is_json(sent.data):
            group_in(sent.data)
        else:
            read(sent.data, wanted_of(sent.kind, season))
    except Unreadable as error:
        raise Refused([Problem("file_unreadable", "file", error.message)]) from None
    Upload.objects.filter(club=club, at__lt=now - KEPT, done_at=None).delete()
    name = tidied(sent.name)[:LONGEST] or "file"
    columns = remembered(club, sent.kind)
    said = {name: answer for name, answer in of.said.items() if name != "people"} if of else {}
    if columns:
        said["columns"] = {**columns, **said.get("columns", {})}
    return Upload.objects.create(
        club=club,
        by=by,
        kind=sent.kind,
        competition=season,
        name=name,
        data=sent.data,
        said=said,
        spreadsheet=of,
        at=now,
    )


@transaction.atomic
def say(*, upload: Upload, by: User, said: Mapping[str, Any]) -> Upload:
    """How days are read, who is who, whether refused lines are left out."""
    require(can_import(role_in(by, upload.club)))
    Upload.objects.filter(pk=upload.pk, done_at=None).update(said=dict(said))
    upload.said = dict(said)
    return upload


@transaction.atomic
def read_otherwise(*, upload: Upload, by: User, choices: Choices) -> Upload:
    """Read the file as somebody chose: another sheet, another line of heads, columns that hold something else. What
    columns hold is remembered for the club's next file.

    Raises:
        Refused: nothing can be read so.
    """
    require(can_import(role_in(by, upload.club)))
    wanted = wanted_of(upload.kind, upload.competition)
    try:
        reading = read(bytes(upload.data), wanted, choices)
    except Unreadable as error:
        raise Refused([Problem("file_unreadable", "", error.message)]) from None
    remember(upload.club, upload.kind, reading, wanted, choices.columns)
    columns = {**upload.said.get("columns", {}), **choices.columns}
    chosen = {"sheet": choices.sheet, "heads": choices.heads, "columns": columns, "letters": choices.letters}
    return say(upload=upload, by=by, said={**upload.said, **chosen})


def take_over(
    *,
    upload: Upload,
    by: User,
    now: datetime,
    link: Callable[[str], str],
    course: Course | None = None,
    shown: str = "",
) -> Upload:
    """Do what the dry run said, all of it or nothing. A file that was taken over before stays so.

    `link` makes the address of an invitation from its secret. What is to count is written down beside in short steps,
    between which `course` hears how far it is and may stop it; the last, short transaction makes it count. Where the
    book has changed meanwhile it is worked out anew; where it would not do any more what was `shown` (the hash of it),
    it has to be looked at again.

    Raises:
        Refused: something has to be said, mended or looked at first.
    """
    require(can_import(role_in(by, upload.club)))
    course = course or Course(uuid7())
    for _turn in range(MOST_TURNS):
        found = Upload.objects.select_related("club", "competition").get(pk=upload.pk)
        if found.done_at is not None:
            return found
        ready = prepared(found, now, course)
        if shown and ready.look.shown != shown:
            raise Refused([Problem("changed_meanwhile", "", CHANGED)])
        try:
            done = _make_it_count(found, by, ready, now, link, course)
        except (Changed, Incomplete):
            continue
        if ready.results:
            settle_prepared(ready.results)
        return done
    raise Refused([Problem("book_changes", "", BOOK_CHANGES)])


@transaction.atomic
def _make_it_count(
    upload: Upload, by: User, ready: Ready, now: datetime, link: Callable[[str], str], course: Course
) -> Upload:
    """All of what is prepared, or nothing.

    Raises:
        Changed: it was worked out from what is so no more.
    """
    require(can_import(role_in(by, upload.club)))
    lock_book(upload.club)
    found = Upload.objects.select_for_update(of=("self",)).select_related("club", "competition").get(pk=upload.pk)
    if found.done_at is not None:
        return found
    if seen_of(found) != ready.seen:
        raise Changed
    course.go_on()
    if add_players(club=found.club, lines=ready.new(course), now=now) != len(ready.look.matching.matches) - ready.known:
        raise Changed
    if ready.results is None:
        written_in = [
            str(pk) for name, pk in ready.people.items() if name in {one.name for one in ready.look.matching.new}
        ]
        found.said = {"people": len(written_in), "written_in": written_in, **_invite(found, by, ready, now, link)}
        write(Kind.PEOPLE_IMPORTED, found.club_id, at=now, by_user=by, detail={"number": found.said["people"]})
    else:
        found.spreadsheet = _keep_spreadsheet(found, now)
        found.imported, is_new = count_prepared(
            prepared=ready.results,
            name=found.name,
            digest=ready.digest,
            by=by,
            now=now,
            sheet=ready.look.reading.sheet[:LONGEST],
            spreadsheet=found.spreadsheet,
        )
        found.said = {}
        if is_new:
            write(Kind.IMPORTED, found.club_id, at=now, by_user=by, thing=found.competition_id)
    found.done_at, found.data = now, b""
    found.save(update_fields=["said", "imported", "spreadsheet", "done_at", "data"])
    course.go_on()
    return found


def _keep_spreadsheet(upload: Upload, now: datetime) -> Spreadsheet | None:
    """The spreadsheet that the club keeps of the file, if it is to, with what was said for its next state."""
    found, name = upload.spreadsheet, tidied(str(upload.said.get("keep_as", "")))[:LONGEST]
    if found is None and name and upload.competition:
        facts = {"kind": upload.kind, "at": now}
        found, _is_new = Spreadsheet.objects.get_or_create(
            club=upload.club, competition=upload.competition, name=name, defaults=facts
        )
    if found:
        people = {name_hash(found, name): said for name, said in upload.said.get("people", {}).items() if said}
        said = {name: said for name, said in upload.said.items() if name not in OF_ONE_FILE}
        found.said = {**said, "people": {**found.said.get("people", {}), **people}}
        found.at = now
        found.save(update_fields=["said", "at"])
    return found


@transaction.atomic
def forget_spreadsheet(*, spreadsheet: Spreadsheet, by: User) -> None:
    """The club keeps it no more; what came from it stays."""
    require(can_import(role_in(by, spreadsheet.club)))
    spreadsheet.delete()


@transaction.atomic
def take_import_back(*, imported: Import, by: User, reason: str, now: datetime) -> Import:
    """None of it counts any more; the people it brought stay in the book.

    Raises:
        Refused: `reason_missing`, `reason_too_long`.
    """
    reason, was_standing = clean_reason(reason), imported.taken_back_at is None
    found = take_back(imported=imported, by=by, now=now)
    if was_standing:
        detail = {"import": str(found.pk)}
        of_it: Any = {"thing": found.competition_id, "reason": reason, "detail": detail}
        write(Kind.IMPORT_TAKEN_BACK, found.club_id, at=now, by_user=by, **of_it)
    return found


def _invite(upload: Upload, by: User, ready: Ready, now: datetime, link: Callable[[str], str]) -> dict[str, int]:
    """Invite by mail whoever is to be a member, has an address and no account, once, as far as the club has room for
    open invitations; who comes later is invited by the same file, sent again."""
    players = Player.objects.in_bulk(list(ready.people.values()))
    lines = {name: players.get(pk) for name, pk in ready.people.items()}
    found = inviting(upload.club, by, ready.look.people, lines, now)
    for person in found.now:
        player = lines[person.name]
        line = player.pk if player else None
        asked = Inviting(role=Role.MEMBER, note=person.name, player=line, email=person.email)
        invite(asked, club=upload.club, by=by, now=now, link=link)
    return {"invited": len(found.now), "later": len(found.later)}
