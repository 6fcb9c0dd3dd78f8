"""What the services of a tournament share: the locked tournament and the refusals they have in common."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.tournaments.models import Tournament


def locked(tournament_id: UUID) -> Tournament:
    """The tournament's row, locked: what happens at one desk happens one after the other.

    Raises:
        Tournament.DoesNotExist: there is none.
        PermissionDenied: its club is closed.
    """
    found = Tournament.objects.select_related("club").select_for_update(of=("self",)).get(pk=tournament_id)
    require_running(found.club)
    return found


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
