"""Take the opening of a round back, as long as nothing was played in it: it is a draft again."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, require
from scorekeeper.journal.models import Kind
from scorekeeper.play.actors import Actor
from scorekeeper.play.services.closing import close_unused
from scorekeeper.tournaments.models import DeskAct, Round, RoundPlace
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.selectors.known import seen_without
from scorekeeper.tournaments.services.common import told
from scorekeeper.tournaments.services.running import locked_round, require_not_ended, role_at
from scorekeeper.tournaments.services.undoing import kept, restored


def is_untouched(one: Round) -> bool:
    """Whether a round of tables was opened, is the newest, and nothing is written down in it or of it."""
    if one.state != Round.State.PUBLISHED or not isinstance(one.stage.typed_plan, TablesPlan):
        return False
    acts = DeskAct.objects.filter(Q(round=one) | Q(table__round=one))
    is_played = one.tables.exclude(sitting=None).exclude(sitting__head="", sitting__closed_at=None)
    return not (one.stage.rounds.filter(number__gt=one.number).exists() or acts.exists() or is_played.exists())


@transaction.atomic
def take_back_round(*, round_id: UUID, by: User, now: datetime) -> Round:
    """The round as it was opened, as a draft: its empty sheets are closed, and when it is drawn again, or anew where
    the draft is thrown away, it is told how many of those who have seen their seats get others. Said twice it is done
    once.

    Raises:
        Conflict: `tournament_ended`; `round_played`: something was written down, or a later round was drawn.
        PermissionDenied: not at the desk.
    """
    one = locked_round(round_id)
    require(can_desk(role_at(by, one.stage)))
    require_not_ended(one.stage)
    if one.is_draft:
        return one
    if not is_untouched(one):
        raise Conflict("round_played", _("Something was written down in this round, or a later one was drawn."))
    reason = _("The opening of the round was taken back.")
    for table in one.tables.exclude(sitting=None):
        assert table.sitting_id  # noqa: S101 asked for
        close_unused(sitting_id=table.sitting_id, by=Actor(user=by), reason=reason, now=now)
    _leave_out_new(one)
    one.stage.seen = seen_without(one)
    one.stage.save(update_fields=["seen"])
    draft = kept(one)
    one.delete()
    made = restored(one.stage, draft, [], one.revision + 1)
    told(one.stage.tournament, Kind.TOURNAMENT_TAKEN_BACK, by, now, detail={"number": one.number})
    return made


def _leave_out_new(one: Round) -> None:
    """Whoever came in with this round has no line any more, and was absent from nothing: the draw knew of all who had
    one before. A later stage takes nobody new."""
    if one.stage.number > 1:
        return
    known = one.before.get("order", list(one.before["points"]))
    new = one.stage.entrants.exclude(entrant__in=known)
    earlier = RoundPlace.objects.filter(round__stage=one.stage, round__number__lt=one.number)
    earlier.filter(kind=RoundPlace.Kind.ABSENT, entrant__in=new.values("entrant")).delete()
    new.delete()
