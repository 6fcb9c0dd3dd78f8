"""The address behind the code at the door, and the passes that lead everybody at a table to its sheet."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.common.addresses import Doors
from scorekeeper.common.errors import Conflict, require
from scorekeeper.play.actors import Actor
from scorekeeper.play.passes.services import make_pass
from scorekeeper.tournaments.acting import locked_round, role_at
from scorekeeper.tournaments.models import Round
from scorekeeper.tournaments.policies import can_desk

DOORS = Doors("scorekeeper.tournaments.door")
door_of, is_door_of = DOORS.of, DOORS.is_of


@transaction.atomic
def make_round_passes(*, round_id: UUID, by: User, now: datetime) -> int:
    """A pass for every table of the round whose sheet is open; one in force stays. How many there are.

    Raises:
        Round.DoesNotExist.
        PermissionDenied: not who runs the desk.
        Conflict: `not_playing`: the round is not being played; `sitting_closed`.
    """
    one = locked_round(round_id)
    require(can_desk(role_at(by, one.stage.tournament)))
    if one.state != Round.State.PUBLISHED:
        raise Conflict("not_playing", _("This round is not being played, so its tables need no codes."))
    sittings = one.tables.filter(sitting__isnull=False, sitting__closed_at=None).order_by("number")
    found = [make_pass(sitting_id=pk, by=Actor(user=by), now=now) for pk in sittings.values_list("sitting", flat=True)]
    return len(found)
