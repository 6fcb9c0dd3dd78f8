"""Take back what came of a file: results count no more, people who have done nothing leave the book."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Apart, Invitation, Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.clubs.services import book_changed, lock_book
from scorekeeper.common.errors import Refused, require
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.play.records import Reasoned
from scorekeeper.standings.importing import take_back
from scorekeeper.standings.models import Import, Spreadsheet
from scorekeeper.standings.services.acts import clean_reason
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.policies import can_import
from scorekeeper.transfer.selectors.taken import written_in_by


@transaction.atomic
def take_import_back(why: Reasoned, *, imported: Import, by: User, now: datetime) -> Import:
    """None of it counts any more; the people it brought stay in the book. Twice is once.

    Raises:
        Refused: `reason_missing`, `reason_too_long`.
    """
    reason, was_standing = clean_reason(why.reason), imported.taken_back_at is None
    found = take_back(imported=imported, by=by, now=now)
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
