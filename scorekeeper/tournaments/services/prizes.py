"""Prizes of a tournament: it gets a competition, by which the money book knows what is paid in and won, and marks say
who is in a group that has a prize of its own."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, require
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.payouts.pools.awarding import mark_people
from scorekeeper.standings.models import Competition
from scorekeeper.tournaments.models import Entrant
from scorekeeper.tournaments.services.common import locked, role_at


@transaction.atomic
def open_prizes(*, tournament_id: UUID, by: User) -> Competition:
    """What the prizes of this tournament go by; asked twice it is the same.

    Raises:
        Conflict: `no_money`: the club plays for points.
        PermissionDenied: not who keeps the money.
    """
    found = locked(tournament_id)
    require(can_keep_money(role_at(by, found)))
    if found.competition:
        return found.competition
    if not found.club.keeps_money:
        raise Conflict("no_money", _("This club plays for points: there is no prize pool."))
    made = Competition.everything.create(
        pk=found.pk,
        club=found.club,
        kind=Competition.Kind.TOURNAMENT,
        name=found.name,
        game=found.game,
        system=next(iter(found.plays.systems)),
        created_at=found.made_at,
    )
    found.competition = made
    found.save(update_fields=["competition"])
    return made


@transaction.atomic
def mark_entrant(
    *, entrant_id: UUID, by: User, given: Collection[str] = (), taken: Collection[str] = (), now: datetime
) -> None:
    """All who play for an entrant get the marks `given` for prizes of groups, and have those `taken` no longer.

    Raises:
        Conflict, PermissionDenied: as `open_prizes`.
        Refused: `mark_wrong`, `too_many`.
    """
    entrant = Entrant.objects.get(pk=entrant_id)
    competition = open_prizes(tournament_id=entrant.tournament_id, by=by)
    people = list(entrant.players.filter(is_active=True).values_list("player", flat=True))
    mark_people(competition=competition, by=by, player_ids=people, given=given, taken=taken, now=now)
