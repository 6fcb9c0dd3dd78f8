"""Hold the standing of a tournament back from everybody who is not at the desk, and release it."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Min

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import require
from scorekeeper.journal.models import Kind
from scorekeeper.play.models import Sitting
from scorekeeper.ratings.services.stale import stale
from scorekeeper.standings.awards import drop_awards
from scorekeeper.standings.models import AwardedEvent
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.planning.records import HeldFrom
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.selectors.held_back import held_back, opened_rounds
from scorekeeper.tournaments.services.awards import award_places
from scorekeeper.tournaments.services.common import locked, role_at, told


@transaction.atomic
def hold_back(held: HeldFrom, *, tournament_id: UUID, by: User, now: datetime) -> Tournament:
    """From this round on, counted over all stages, nobody but the desk reads the standing; None: from the newest one
    that was opened. Also after its end: until the ceremony.

    Raises:
        PermissionDenied: not a director.
    """
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    found.held_from, found.released_at = held.since or max(len(opened_rounds(found)), 1), None
    found.version += 1
    found.save(update_fields=["held_from", "released_at", "version"])
    mark_sheets(found)
    told(found, Kind.TOURNAMENT_HELD, by, now, detail={"number": found.held_from})
    return found


@transaction.atomic
def release(*, tournament_id: UUID, by: User, now: datetime) -> Tournament:
    """Everybody reads everything again. Done twice it is done once.

    Raises:
        PermissionDenied: not a director.
    """
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    if found.held_from is None or found.released_at:
        return found
    found.released_at = now
    found.version += 1
    found.save(update_fields=["released_at", "version"])
    mark_sheets(found)
    told(found, Kind.TOURNAMENT_RELEASED, by, now)
    return found


def mark_sheets(tournament: Tournament) -> None:
    """Have exactly the sheets of the rounds that are held back marked so. Those that are closed leave ratings and
    records, or come into them; so do awards."""
    held = held_back(tournament)
    if held:
        drop_awards(AwardedEvent.Kind.TOURNAMENT, [tournament.pk])
    else:
        award_places(tournament)
    rounds = held.rounds if held else frozenset()
    sheets = Sitting.objects.filter(club=tournament.club_id, round_table__round__stage__tournament=tournament)
    for is_held in (True, False):
        wrong = sheets.filter(held_back=not is_held)
        wrong = wrong.filter(round_table__round__in=rounds) if is_held else wrong.exclude(round_table__round__in=rounds)
        pks = list(wrong.values_list("pk", flat=True))
        if not pks:
            continue
        Sitting.objects.filter(pk__in=pks).update(held_back=is_held)
        first = Sitting.objects.official().filter(pk__in=pks).aggregate(first=Min("closed_at"))["first"]
        if first:
            stale(tournament.club_id, tournament.game, first)
