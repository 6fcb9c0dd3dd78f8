"""Lots between those who are equal in everything: acts with a seed, taken back by acts."""

import secrets
from collections.abc import Collection
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Refused
from scorekeeper.standings.lots import drawn
from scorekeeper.standings.models import Competition, SeasonAct
from scorekeeper.standings.records import SeasonLot
from scorekeeper.standings.selectors.lots import equals
from scorekeeper.standings.selectors.table import lines
from scorekeeper.standings.services.acting import locked, require_running, sent_before, told

SEED_BITS: Final = 32  # few enough figures to be read out


@transaction.atomic
def draw_lot(
    lot: SeasonLot, *, competition: Competition, by: User, key: UUID, now: datetime, seed: int | None = None
) -> SeasonAct:
    """Draw lots between those who share a rank: exactly these people, as the director saw them. The seed is chance,
    where none is given. Sent again, it is the first lot.

    Raises:
        Refused: `season_ended`, `not_equal`: they do not share a rank, or others share it with them.
        Conflict: `key_used`: the key has made something else.
    """
    mine, among = locked(competition, by), lot.among
    if earlier := sent_before(mine, key, lambda act: act.kind == SeasonAct.Kind.LOT and _is_among(act, among)):
        return earlier
    require_running(mine)
    groups = equals(lines(mine, official=False))
    group = next((rows for rows in groups if {row.row.player_id for row in rows} == {*among}), None)
    if group is None:
        text = Text(gettext_noop("These are not equal in everything any more. Look at the standings again."))
        raise Refused([Problem("not_equal", "", text)])
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    order = [str(person) for person in drawn(seed, among)]
    detail = {"seed": seed, "points": group[0].row.points, "order": order}
    return told(mine, SeasonAct.Kind.LOT, by, now, key=key, detail=detail)


def _is_among(act: SeasonAct, among: Collection[UUID]) -> bool:
    """Whether the lot was drawn among exactly these."""
    return {UUID(pk) for pk in act.detail["order"]} == {*among}
