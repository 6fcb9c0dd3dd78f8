"""Call the director to a table of an evening, and say that one has come."""

from datetime import datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.common.errors import Conflict, require
from scorekeeper.draws.services.calling import answered, call_to, open_among
from scorekeeper.leagues.calls.records import TableCallWords
from scorekeeper.leagues.models import DrawnTable, Evening, TableCall
from scorekeeper.leagues.policies import can_run
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.parties import Beside
from scorekeeper.play.policies import Standpoint, can_record, seen_by, standpoint


@transaction.atomic
def call_to_table(asked: TableCallWords, *, sitting_id: UUID, by: Actor, now: datetime) -> TableCall:
    """Whoever may record at a table of an open evening calls; while one call waits another is the same.

    Raises:
        DrawnTable.DoesNotExist: it is no table of an evening.
        Conflict: `not_playing`: the evening or the sheet is closed.
        PermissionDenied: may not record there.
        Refused: `words_long`.
    """
    sitting = seen_by(Sitting.objects.select_related("club"), by).filter(pk=sitting_id).first()
    if sitting is None or not can_record(standpoint(by, sitting)):
        raise PermissionDenied
    require_running(sitting.club)
    tables = DrawnTable.objects.select_related("draw__evening")
    table = tables.select_for_update(of=("self",)).get(sitting=sitting)
    if not table.draw.evening.is_open or not sitting.is_open:
        raise Conflict("not_playing", _("This table has finished, so nobody can be called to it."))
    return call_to(TableCall.objects.all(), table, by.user, asked.words, now)


@transaction.atomic
def answer_call(*, call_id: UUID, by: User, now: datetime) -> TableCall:
    """Somebody who runs the evening has come. Said twice it is said once.

    Raises:
        TableCall.DoesNotExist.
        PermissionDenied: does not run evenings.
    """
    calls = TableCall.objects.select_related("table__draw__evening__club")
    call = calls.select_for_update(of=("self",)).get(pk=call_id)
    require(can_run(role_in(by, call.table.draw.evening.club)))
    return answered(call, by, now)


def open_calls(evening: Evening) -> list[TableCall]:
    """Who waits at this evening, the longest first."""
    return open_among(TableCall.objects.filter(table__draw__evening=evening).select_related("table__sitting", "by"))


def call_beside(sitting: Sitting, _by: Actor, who: Standpoint) -> Beside | None:
    """The way to call the director, for whoever may record at a table of an open evening. Tables that nothing has
    opened by a key are of no evening."""
    if sitting.key is None or not sitting.is_open or not can_record(who):
        return None
    tables = DrawnTable.objects.filter(sitting=sitting, draw__evening__state=Evening.State.OPEN)
    if not tables.exists():
        return None
    return Beside(page=reverse("sitting_call", args=[sitting.pk]), item="play/_call_item.html")
