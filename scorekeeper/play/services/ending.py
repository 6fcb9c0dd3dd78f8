"""End a list before all of its hands are played, and go on with it."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scorekeeper.common.errors import require
from scorekeeper.play.acting import at_table, clean_reason, has_length, note, require_open
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Act, Sitting
from scorekeeper.play.policies import keeps_the_sheet


@transaction.atomic
def end_list(*, sitting_id: UUID, by: Actor, reason: str, now: datetime) -> Sitting:
    """A time limit: the hands not begun are struck, and the list can be signed as it stands."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    require_open(sitting)
    if sitting.accepts_hands:
        sitting.ended_at = now
        note(sitting, Act.Kind.ENDED, by, now, reason=clean_reason(reason, needed=has_length(sitting)))
        sitting.save(update_fields=["ended_at", "revision"])
    return sitting


@transaction.atomic
def resume_list(*, sitting_id: UUID, by: Actor, now: datetime) -> Sitting:
    """Go on with a list that was ended early."""
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    require_open(sitting)
    if sitting.ended_at is not None:
        sitting.ended_at = None
        note(sitting, Act.Kind.RESUMED, by, now)
        sitting.save(update_fields=["ended_at", "revision"])
    return sitting
