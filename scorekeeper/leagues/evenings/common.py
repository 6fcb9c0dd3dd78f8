"""What the services of an evening share: the locked evening and the refusals they have in common."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.policies import require_running, role_in
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.leagues.models import Evening, EveningGame


def locked(evening_id: UUID) -> Evening:
    """The evening's row, locked: what happens at one evening happens one after the other.

    Raises:
        Evening.DoesNotExist: there is none.
    """
    evening = Evening.objects.select_related("club").select_for_update(of=("self",)).get(pk=evening_id)
    require_running(evening.club)
    return evening


def role_at(user: User | None, evening: Evening) -> str | None:
    return role_in(user, evening.club)


def require_not_closed(evening: Evening) -> None:
    """Raises Conflict `evening_closed`."""
    if evening.is_closed:
        raise Conflict("evening_closed", _("This evening is closed. Its report stands as it was."))


def require_open(evening: Evening) -> None:
    """Raises Conflict `evening_closed` or `evening_planned`."""
    require_not_closed(evening)
    if evening.is_planned:
        raise Conflict("evening_planned", _("This evening has not begun. Open the doors first."))


def game_of(evening: Evening, game_id: UUID | None) -> EveningGame:
    """The game of the evening with this id; without one its first.

    Raises:
        Refused: `game_unknown`.
    """
    found = next((one for one in evening.line_up if game_id in (None, one.pk)), None)
    if found is None:
        raise refused("game_unknown", "game", gettext_noop("Choose one of the games of this evening."))
    return found


def told(evening: Evening, kind: Kind, by: User | None, now: datetime | None = None, **more: Any) -> None:
    """Write into the club's journal what was done to the evening."""
    write(kind, evening.club_id, at=now, by_user=by, thing=evening.pk, **more)


def refused(code: str, field: str, template: str, **values: str | int) -> Refused:
    """One problem, as a refusal; `template` is marked by the caller."""
    return Refused([Problem(code, field, Text(template, values))])


GUEST_UNKNOWN = gettext_noop("There is no such player in this club.")
