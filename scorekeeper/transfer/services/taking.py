"""Take over what a file holds: prepared in short steps, counted in one transaction, and the same file once."""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player, Role
from scorekeeper.clubs.policies import role_in
from scorekeeper.clubs.records import Inviting
from scorekeeper.clubs.services import add_players, invite, lock_book
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.ids import uuid7
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.standings.importing import Incomplete, count_prepared, settle_prepared
from scorekeeper.standings.models import Spreadsheet
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.policies import can_import
from scorekeeper.transfer.selectors.inviting import inviting
from scorekeeper.transfer.selectors.looking import name_hash
from scorekeeper.transfer.services.preparing import Changed, Course, Ready, prepared, seen_of

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
