"""Take over what a file holds: prepared in short steps, where it counts nowhere, then counted in one transaction, and
the same file once."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Apart, Invitation, Player, Role
from scorekeeper.clubs.policies import role_in
from scorekeeper.clubs.records import Inviting
from scorekeeper.clubs.services import add_players, book_changed, invite, lock_book
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.ids import digest, uuid7
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.play.records import Reasoned
from scorekeeper.standings import importing
from scorekeeper.standings.comparing import state_of
from scorekeeper.standings.models import Import, Spreadsheet
from scorekeeper.standings.services.seasons import clean_reason
from scorekeeper.transfer.models import PreparedPerson, Upload
from scorekeeper.transfer.policies import can_import
from scorekeeper.transfer.selectors.looking import Look, inviting, look_at, name_hash
from scorekeeper.transfer.selectors.taken import written_in_by

A_STEP: Final = 500  # people of a transaction
Seen: TypeAlias = tuple[Any, ...]


class Changed(Exception):
    """What was worked out was worked out from something that is so no more."""


@dataclass(frozen=True, slots=True)
class Course:
    """The work that takes a file over: which it is, who hears how far it is (done, of so many), and who may stop it in
    the last transaction; what they raise undoes all."""

    run: UUID
    tell: Callable[[int, int], None] = lambda _done, _total: None
    go_on: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class Ready:
    """A file that is worked out: what was seen then, who everybody in it is (by id, new ones too), and their results;
    None for a list of people."""

    look: Look
    seen: Seen
    pk: UUID
    people: dict[str, UUID]
    results: importing.Prepared | None

    @property
    def known(self) -> int:
        """How many are in the book already."""
        return sum(bool(match.chosen) for match in self.look.matching.matches)

    @property
    def digest(self) -> str:
        """The hash of what is taken over, with the ids of who is new."""
        return digest([self.look.shown, sorted(map(str, self.people.values()))])

    def new(self, course: Course) -> "QuerySet[PreparedPerson]":
        """Who is not in the book yet."""
        return PreparedPerson.objects.filter(run=course.run, imported=self.pk)


def prepared(upload: Upload, now: datetime, course: Course) -> Ready:
    """Write down all that the file brings. Not inside a transaction, or nobody sees how far it is.

    Raises:
        Refused: `not_ready`: something has to be said or mended first.
    """
    course.tell(0, 0)  # who was taken for dead stops here, before anything of another turn is touched
    forget(course.run)
    seen = seen_of(upload)  # before who is who and what counts are read
    look = look_at(upload, now)
    if look.obstacle:
        raise Refused([Problem("not_ready", "", look.obstacle)])
    pk = uuid7()
    new = [match.name for match in look.matching.matches if not match.chosen]
    total = len(new) + sum(change.is_taken for change in look.changes)
    people = {match.name: match.chosen.pk for match in look.matching.matches if match.chosen}
    for step in _write_people(upload, pk, new, course):
        people |= step
        course.tell(len(people) + len(new) - len(look.matching.matches), total)
    results = None
    if upload.competition and look.counting:
        results = importing.Prepared(upload.competition, course.run, pk)
        for many in importing.prepare(results, importing.to_be_written(results, look.changes, look.counting, people)):
            course.tell(len(new) + many, total)
    return Ready(look, seen, pk, people, results)


def seen_of(upload: Upload) -> Seen:
    """All that who is who and what counts depend on: what was said, the book, how the season counts, and what may
    count there already."""
    season = upload.competition
    if season is None:
        return upload.said, _book(upload)
    return upload.said, _book(upload), season.weights, season.summed_in, state_of(season)


def forget(run: UUID) -> None:
    """Nothing is left of what this work has written beside."""
    PreparedPerson.objects.filter(run=run).delete()
    importing.forget_prepared(run)


def _book(upload: Upload) -> str:
    """A hash of who stands in the club's book."""
    lines = (
        Player.objects.filter(club=upload.club_id).order_by("pk").values_list("pk", "name", "full_name", "merged_into")
    )
    return digest([[str(pk), name, full, str(merged)] for pk, name, full, merged in lines])


def _write_people(upload: Upload, pk: UUID, names: list[str], course: Course) -> Iterator[dict[str, UUID]]:
    """The ids of those who are new, a step at a time."""
    left = iter(names)
    while step := list(islice(left, A_STEP)):
        rows = [PreparedPerson(club_id=upload.club_id, run=course.run, imported=pk, name=name) for name in step]
        PreparedPerson.objects.bulk_create(rows)
        yield {row.name: row.pk for row in rows}


MOST_TURNS: Final = 5  # how often it is worked out anew
OF_ONE_FILE: Final = {"leave_out", "keep_as", "seats", "apart"}  # what is said of one file alone
BOOK_CHANGES: Final = Text(
    gettext_noop("The club’s people kept changing while the file was being checked. Import it at a quieter time.")
)
CHANGED: Final = Text(
    gettext_noop("The result of this import has changed. Nothing was imported; please check it again.")
)


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
        Refused: `changed_meanwhile`, `book_changes`, as `prepared`: something has to be said, mended or looked at
            first.
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
        except (Changed, importing.Incomplete):
            continue
        if ready.results:
            importing.settle_prepared(ready.results)
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
            str(pk) for name, pk in ready.people.items() if name in {match.name for match in ready.look.matching.new}
        ]
        found.said = {"people": len(written_in), "written_in": written_in, **_invite(found, by, ready, now, link)}
        write(Kind.PEOPLE_IMPORTED, found.club_id, at=now, by_user=by, detail={"number": found.said["people"]})
    else:
        found.spreadsheet = _keep_spreadsheet(found, now)
        found.imported, is_new = importing.count_prepared(
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


@transaction.atomic
def take_import_back(why: Reasoned, *, imported: Import, by: User, now: datetime) -> Import:
    """None of it counts any more; the people it brought stay in the book. Twice is once.

    Raises:
        Refused: `reason_missing`, `reason_too_long`.
    """
    reason, was_standing = clean_reason(why.reason), imported.taken_back_at is None
    found = importing.take_back(imported=imported, by=by, now=now)
    if was_standing:
        write(
            Kind.IMPORT_TAKEN_BACK,
            found.club_id,
            at=now,
            by_user=by,
            thing=found.competition_id,
            reason=reason,
            detail={"import": str(found.pk)},
        )
    return found


@transaction.atomic
def take_people_back(why: Reasoned, *, upload: Upload, by: User, now: datetime) -> Upload:
    """Whoever of the list has done nothing leaves the book, or is retired where the journal says that they were
    invited, and their open invitations go with them.

    Raises:
        Refused: `reason_missing`, `reason_too_long`; `nobody_left`: everybody of it has left or done something.
    """
    require(can_import(role_in(by, upload.club)))
    reason = clean_reason(why.reason)
    lock_book(upload.club)
    found = written_in_by(upload)
    people, leave = [player.pk for player in found.may_go], [player.pk for player in found.may_leave]
    if not people:
        raise Refused([Problem("nobody_left", "", NOBODY)])
    Invitation.objects.filter(player__in=people, used_at=None).delete()
    Apart.objects.filter(Q(one__in=leave) | Q(other__in=leave)).delete()
    Player.objects.filter(club=upload.club_id, pk__in=leave).delete()
    Player.objects.filter(club=upload.club_id, pk__in=people).update(retired_at=now)
    book_changed(upload.club)
    write(Kind.PEOPLE_TAKEN_BACK, upload.club_id, at=now, by_user=by, reason=reason, detail={"number": len(people)})
    return upload


@transaction.atomic
def forget_spreadsheet(*, spreadsheet: Spreadsheet, by: User) -> None:
    """The club keeps it no more; what came from it stays."""
    require(can_import(role_in(by, spreadsheet.club)))
    spreadsheet.delete()


NOBODY: Final = Text(gettext_noop("Everyone on this list has played or left since. Nobody can be removed."))
