"""What the services of a tournament share: the locked tournament, stage, round or draft, and the refusals they have in
common."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.draws.services.drafts import Seen, seen_draft
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.tournaments.models import Round, Stage, Tournament
from scorekeeper.tournaments.policies import can_desk


def locked(tournament_id: UUID) -> Tournament:
    """The tournament's row, locked: what happens at one desk happens one after the other.

    Raises:
        Tournament.DoesNotExist: there is none.
        PermissionDenied: its club is closed.
    """
    found = Tournament.objects.select_related("club").select_for_update(of=("self",)).get(pk=tournament_id)
    require_running(found.club)
    return found


def locked_stage(stage_id: UUID) -> Stage:
    """The stage, with its tournament's row locked: what happens in one tournament happens one after the other.

    Raises:
        Stage.DoesNotExist: there is none.
    """
    tournament = locked(Stage.objects.values_list("tournament", flat=True).get(pk=stage_id))
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


def role_at(user: User | None, tournament: Tournament) -> str | None:
    return role_in(user, tournament.club)


def require_not_ended(tournament: Tournament) -> None:
    """Raises Conflict `tournament_ended`."""
    if tournament.is_ended:
        raise Conflict("tournament_ended", _("This tournament has ended. What was played stands as it is."))


def require_planned(tournament: Tournament) -> None:
    """Raises Conflict `tournament_ended` or `tournament_running`."""
    require_not_ended(tournament)
    if tournament.is_running:
        raise Conflict("tournament_running", _("This tournament has begun: a round was published."))


def require_seen(tournament: Tournament, version: int) -> None:
    """Nobody changes a plan that they have not seen. Raises Conflict `changed_meanwhile`."""
    if tournament.version != version:
        text = _("Somebody else has changed the tournament meanwhile. Look at it again.")
        raise Conflict("changed_meanwhile", text)


def told(tournament: Tournament, kind: Kind, by: User | None, now: datetime | None = None, **more: Any) -> None:
    """Write into the club's journal what was done to the tournament."""
    write(kind, tournament.club_id, at=now, by_user=by, thing=tournament.pk, **more)


def refused(code: str, field: str, template: str, **values: str | int) -> Refused:
    """One problem, as a refusal; `template` is marked by the caller."""
    return Refused([Problem(code, field, Text(template, values))])


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
    require(can_desk(role_at(by, stage.tournament)))
    require_not_ended(stage.tournament)
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
