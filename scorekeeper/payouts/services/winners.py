"""Who has won a special prize is known later than the terms of a pool, and changes none of them."""

from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import Refused, require
from scorekeeper.payouts.models import PrizePool
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.payouts.services.pools import NOBODY, PoolWanted, set_up_pool
from scorekeeper.standings.models import Competition

UNKNOWN: Final = gettext_noop("There is no such special prize.")


def name_winner(
    *, competition: Competition, by: User, number: int, player_id: UUID | None, version: int, now: datetime
) -> PrizePool:
    """The special prize of this number, from 0, is won by this player; None: by nobody yet.

    Raises:
        PrizePool.DoesNotExist, PermissionDenied.
        Conflict, Refused: as `set_up_pool`; Refused `special_unknown`.
    """
    require(can_keep_money(role_in(by, competition.club)))
    wanted = PoolWanted.of(PrizePool.objects.get(competition=competition))
    specials = list(wanted.specials)
    problems = []
    if not 0 <= number < len(specials):
        problems.append(Problem("special_unknown", "number", Text(UNKNOWN)))
    if player_id and not Player.objects.filter(club=competition.club_id, pk=player_id).exists():
        problems.append(Problem("player_unknown", "player", Text(NOBODY)))
    if problems:
        raise Refused(problems)
    specials[number] = replace(specials[number], player_id=player_id)
    changed = replace(wanted, specials=specials)
    return set_up_pool(competition=competition, by=by, wanted=changed, version=version, now=now)
