"""What the services of entries share: the locked entrant, its act, the room there is, and who moves up."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Max
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, require
from scorekeeper.tournaments.models import DeskAct, Entrant, RoundPlace, Tournament
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.selectors.entries import takes_entries
from scorekeeper.tournaments.services.common import locked, require_not_ended, role_at
from scorekeeper.tournaments.services.telling import tell_moved_up

Kind, State = DeskAct.Kind, Entrant.State
IN = (State.ENTERED, State.HERE)  # who has one of the places


def at_desk(tournament_id: UUID, by: User | None) -> Tournament:
    """The locked tournament, for whoever may work at its desk.

    Raises:
        Conflict: `tournament_ended`.
        PermissionDenied: not a scorer.
    """
    found = locked(tournament_id)
    require(can_desk(role_at(by, found)))
    require_not_ended(found)
    return found


def entrant_at_desk(entrant_id: UUID, by: User | None) -> Entrant:
    """The entrant, its tournament locked.

    Raises:
        Entrant.DoesNotExist: there is none; else as `at_desk`.
    """
    tournament = at_desk(Entrant.objects.values_list("tournament", flat=True).get(pk=entrant_id), by)
    found = Entrant.objects.get(pk=entrant_id)
    found.tournament = tournament
    return found


def act_for(entrant: Entrant, kind: str, by: User | None, now: datetime, **more: Any) -> DeskAct:
    """The act, which nobody has written down yet."""
    return DeskAct(
        club_id=entrant.club_id, tournament_id=entrant.tournament_id, entrant=entrant, kind=kind, at=now, by=by, **more
    )


def note(entrant: Entrant, kind: str, by: User | None, now: datetime, **more: Any) -> DeskAct:
    """Write the act down."""
    act = act_for(entrant, kind, by, now, **more)
    act.save(force_insert=True)
    return act


def become(entrant: Entrant, state: str, kind: str, by: User | None, now: datetime, **more: Any) -> None:
    """The entrant stands otherwise from now on, by this act."""
    entrant.state = state
    entrant.save(update_fields=["state"])
    note(entrant, kind, by, now, **more)


def has_room(tournament: Tournament) -> bool:
    """Whether somebody else can enter without waiting."""
    return tournament.entrants.filter(state__in=IN).count() < tournament.most


def next_number(tournament: Tournament) -> int:
    return (tournament.entrants.aggregate(most=Max("number"))["most"] or 0) + 1


def has_played(entrant: Entrant) -> bool:
    """Whether a round that was published has them, or has had a seat for them since."""
    if DeskAct.objects.filter(entrant=entrant, kind=Kind.SEATED, taken_back_by=None).exists():
        return True
    places = RoundPlace.objects.filter(entrant=entrant).exclude(kind=RoundPlace.Kind.ABSENT)
    return places.exclude(round__state="draft").exists()


def require_not_played(entrant: Entrant) -> None:
    """Raises Conflict `has_played`."""
    if has_played(entrant):
        text = _("They have played already, and that stays. Say that they have left instead.")
        raise Conflict("has_played", text)


def require_entries_open(tournament: Tournament) -> None:
    """Raises Conflict `entries_closed`: what is being played takes nobody new."""
    if not takes_entries(tournament):
        raise Conflict("entries_closed", _("What is being played takes nobody new."))


def fill_up(tournament: Tournament, by: User | None, now: datetime) -> list[Entrant]:
    """Whoever has waited longest moves up into the places that are free; they are told. Nobody does where what is
    being played takes nobody new."""
    if not takes_entries(tournament):
        return []
    free = tournament.most - tournament.entrants.filter(state__in=IN).count()
    waiting = tournament.entrants.filter(state=State.WAITING).order_by("entered_at", "number")
    moved = list(waiting[: max(0, free)])
    for entrant in moved:
        move_up(tournament, entrant, by, now)
    return moved


def move_up(tournament: Tournament, entrant: Entrant, by: User | None, now: datetime) -> None:
    """From the waiting list into the tournament."""
    become(entrant, State.ENTERED, Kind.MOVED_UP, by, now)
    tell_moved_up(tournament, entrant, now)
