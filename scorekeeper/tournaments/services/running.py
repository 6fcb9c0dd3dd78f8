"""What the services of a running stage share: the locked tournament, and the refusals they have in common."""

from uuid import UUID

from django.utils.translation import gettext as _

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.draws.services.drafts import Seen, seen_draft
from scorekeeper.tournaments.models import Round, Stage, Tournament
from scorekeeper.tournaments.policies import can_desk


def locked_stage(stage_id: UUID) -> Stage:
    """The stage, with its tournament's row locked: what happens in one tournament happens one after the other.

    Raises:
        Stage.DoesNotExist: there is none.
    """
    tournament_id = Stage.objects.values_list("tournament", flat=True).get(pk=stage_id)
    tournament = Tournament.objects.select_related("club").select_for_update(of=("self",)).get(pk=tournament_id)
    require_running(tournament.club)
    stage = Stage.objects.get(pk=stage_id)
    stage.tournament = tournament
    return stage


def locked_round(round_id: UUID) -> Round:
    """The round, with its tournament's row locked.

    Raises:
        Round.DoesNotExist: there is none.
    """
    stage = locked_stage(Round.objects.values_list("stage", flat=True).get(pk=round_id))
    one = Round.objects.get(pk=round_id)
    one.stage = stage
    return one


def role_at(user: User | None, stage: Stage) -> str | None:
    return role_in(user, stage.tournament.club)


def require_not_ended(stage: Stage) -> None:
    """Raises Conflict `tournament_ended`."""
    if stage.tournament.is_ended:
        raise Conflict("tournament_ended", _("This tournament has ended. Its results stand as they were."))


def said(code: str, field: str, sentence: str) -> Refused:
    """One problem in a sentence that is translated already."""
    return Refused([Problem(code, field, Text("{sentence}", {"sentence": sentence}))])


def stage_at_desk(stage_id: UUID, by: User) -> Stage:
    """The stage, locked, for somebody at its desk.

    Raises:
        Conflict: `tournament_ended`.
        PermissionDenied
    """
    stage = locked_stage(stage_id)
    require(can_desk(role_at(by, stage)))
    require_not_ended(stage)
    return stage


def draft_at_desk(stage_id: UUID, by: User, seen: Seen) -> Round:
    """The draft that was seen, under the lock of its tournament, for somebody at its desk.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
        PermissionDenied
    """
    stage = stage_at_desk(stage_id, by)
    draft = seen_draft(stage.rounds.all(), seen)
    draft.stage = stage
    return draft
