"""Hold the ceremony of a tournament: begin it, turn by turn, end it."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.sharing.models import Ceremony
from scorekeeper.sharing.records import CeremonyStart, CeremonyTurn
from scorekeeper.sharing.revealing import turns_of
from scorekeeper.tournaments.acting import locked, role_at
from scorekeeper.tournaments.ending.services import release
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.planning.services import is_called_off
from scorekeeper.tournaments.policies import can_plan


@transaction.atomic
def begin_ceremony(asked: CeremonyStart, *, tournament_id: UUID, by: User, now: datetime) -> Ceremony:
    """Reveal the places of a tournament that has ended: from the last one, or from place `since`. One that is on, or
    over, begins anew.

    Raises:
        Conflict: `tournament_runs`: it has no final places yet.
        PermissionDenied: not a director.
        Refused: `place_unknown`: nobody stands at this place.
    """
    found = _at(tournament_id, by)
    if not found.is_ended or is_called_off(found):
        raise Conflict("tournament_runs", _("End the tournament first: then its places are final."))
    since = asked.since
    if since is not None and not 1 <= since <= found.entrants.count():
        text = Text(gettext_noop("Choose a place from 1 to {most}."), {"most": found.entrants.count()})
        raise Refused([Problem("place_unknown", "since", text)])
    values = {"club_id": found.club_id, "since": since, "turn": 0, "begun_at": now, "ended_at": None}
    return Ceremony.objects.update_or_create(tournament=found, defaults=values)[0]


@transaction.atomic
def turn_to(asked: CeremonyTurn, *, tournament_id: UUID, by: User) -> Ceremony:
    """Have so many turns revealed. Done twice it is done once.

    Raises:
        Conflict: `no_ceremony`.
        PermissionDenied: not a director.
    """
    found = _at(tournament_id, by)
    ceremony = Ceremony.objects.filter(tournament=found, ended_at=None).first()
    if ceremony is None:
        raise Conflict("no_ceremony", _("The ceremony is over, or has not begun."))
    ceremony.turn = min(asked.turn, len(turns_of(found, ceremony.since)))
    ceremony.save(update_fields=["turn"])
    return ceremony


@transaction.atomic
def end_ceremony(*, tournament_id: UUID, by: User, now: datetime) -> None:
    """The ceremony is over, and the standing is released. Done twice it is done once.

    Raises:
        PermissionDenied: not a director.
    """
    found = _at(tournament_id, by)
    Ceremony.objects.filter(tournament=found, ended_at=None).update(ended_at=now)
    release(tournament_id=tournament_id, by=by, now=now)


def _at(tournament_id: UUID, by: User) -> Tournament:
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    return found
