"""Somebody sets themselves a limit, and what would pass it is refused before it is played."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.units import InUnits
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import require_running, role_kept
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.texts import isolated
from scorekeeper.payouts.models import MOST, Limit
from scorekeeper.payouts.policies import can_limit_themselves
from scorekeeper.payouts.selectors.limits import lost_in_month, today_in
from scorekeeper.payouts.selectors.paying import units_in
from scorekeeper.play.actors import Actor


@transaction.atomic
def set_limit(*, club: Club, user: User, unit: InUnits, amount: int | None, now: datetime) -> Limit:
    """The most that this person wants to lose in a month; None for no limit. A first one and a lower one hold at once,
    a higher one or none from the next day of the club on.

    Raises:
        Refused: `amount_wrong`, `unit_unknown`.
    """
    require(can_limit_themselves(role_kept(user, club)))
    require_running(club)
    if amount is not None and not 0 <= amount <= MOST:
        raise Refused([Problem("amount_wrong", "amount", Text(AMOUNT))])
    if (unit.unit, unit.decimals) not in {(one.unit, one.decimals) for one in units_in(club)}:
        raise Refused([Problem("unit_unknown", "unit", Text(UNIT))])
    today = today_in(club, now)
    Limit.objects.get_or_create(club=club, user=user, unit=unit.unit, decimals=unit.decimals)
    limit = Limit.objects.select_for_update().get(club=club, user=user, unit=unit.unit, decimals=unit.decimals)
    standing = limit.on(today)
    if standing is None or (amount is not None and amount <= standing):
        limit.amount, limit.next_amount, limit.next_on = amount, None, None
    else:
        limit.amount, limit.next_amount, limit.next_on = standing, amount, today + timedelta(days=1)
    limit.save(update_fields=["amount", "next_amount", "next_on"])
    return limit


def require_within_limit(*, club: Club, player: Player, unit: InUnits, amount: int, by: Actor, now: datetime) -> None:
    """In the transaction of a buy-in, whose account it is decided about under the lock of their limit.

    Raises:
        Refused: `limit_passed`: with what they lost this month it would be more than they wanted to lose. Nobody else
            is told how much that is.
    """
    user = player.person.user
    if user is None:
        return
    asked = Limit.objects.select_for_update().filter(club=club, user=user, unit=unit.unit, decimals=unit.decimals)
    limit, today = asked.first(), today_in(club, now)
    most = limit.on(today) if limit else None
    if most is None or lost_in_month(club, user, unit, today) + amount <= most:
        return
    is_own = by.user is not None and by.user.pk == user.pk
    text = Text(PASSED_YOURS) if is_own else Text(PASSED, {"name": isolated(player.name)})
    raise Refused([Problem("limit_passed", "amount", text)])


AMOUNT: Final = gettext_noop("Write an amount of nothing or more, or leave it empty for no limit.")
UNIT: Final = gettext_noop("This club keeps no accounts in this unit. Choose one it has.")
PASSED: Final = gettext_noop("{name} has set themselves a limit that this would pass. Only they can change it.")
PASSED_YOURS: Final = gettext_noop(
    "You have set yourself a limit for this month that this would pass. Ask for less, or look at your limit on the page"
    " “You”."
)
