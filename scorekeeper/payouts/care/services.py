"""What somebody chooses for themselves about money: a limit, and who sees where they stand."""

from datetime import datetime, timedelta
from typing import Annotated, Final

from django.db import transaction
from django.utils.translation import gettext_noop
from pydantic import Field

from games.core.settling import InUnits
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import require_running, role_in, role_kept
from scorekeeper.common.acts import Refusal
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.texts import isolated
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.payouts.care.reads import lost_in_month, today_in
from scorekeeper.payouts.models import MOST, Discreet, Limit
from scorekeeper.payouts.payments.reads import units_in
from scorekeeper.payouts.policies import can_keep_money, can_limit_themselves
from scorekeeper.payouts.records import InUnit
from scorekeeper.play.actors import Actor

NO_LIMIT: Final = gettext_noop("Enter zero or more, or leave empty for no limit.")


class ChosenLimit(InUnit):
    """The most that somebody wants to lose in a month, in the smallest unit; without an amount there is no limit."""

    most: Annotated[int, Field(ge=0, le=MOST), Refusal("amount_wrong", NO_LIMIT)] | None = None


@transaction.atomic
def set_limit(chosen: ChosenLimit, *, club: Club, by: User, now: datetime) -> Limit:
    """The most that this person wants to lose in a month; None for no limit. A first one and a lower one hold at once,
    a higher one or none from the next day of the club on.

    Raises:
        Refused: `unit_unknown`.
    """
    require(can_limit_themselves(role_kept(by, club)))
    require_running(club)
    unit, amount = chosen.in_unit(club.money), chosen.most
    if (unit.unit, unit.decimals) not in {(known.unit, known.decimals) for known in units_in(club)}:
        raise Refused([Problem("unit_unknown", "unit", Text(UNIT))])
    today = today_in(club, now)
    Limit.objects.get_or_create(club=club, user=by, unit=unit.unit, decimals=unit.decimals)
    limit = Limit.objects.select_for_update().get(club=club, user=by, unit=unit.unit, decimals=unit.decimals)
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


UNIT: Final = gettext_noop("This club keeps no accounts in this unit. Choose another unit.")
PASSED: Final = gettext_noop("{name} has set a personal limit that this would exceed. Only they can change it.")
PASSED_YOURS: Final = gettext_noop(
    "This would exceed the monthly limit you set for yourself. Ask for less, or review your limit on the page “You”."
)


@transaction.atomic
def hide_own(*, club: Club, user: User, hides: bool, now: datetime) -> bool:
    """Whether other members see where this person stands. Returns whether that is another choice than before.

    Raises:
        Player.DoesNotExist: the club has no line of theirs.
    """
    require(can_limit_themselves(role_kept(user, club)))
    require_running(club)
    player = Player.objects.people().select_for_update().get(club=club, user=user)
    choices = Discreet.objects.filter(club=club, player__in=Player.objects.lines_of(player).values("pk"))
    if choices.exists() == hides:
        return False
    if hides:
        Discreet.objects.create(club=club, player=player, at=now)
    else:
        choices.delete()
    return True


@transaction.atomic
def hide_of_club(*, club: Club, by: User, hides: bool, now: datetime) -> bool:
    """Whether members see where others stand at all. Returns whether that is another choice than before."""
    require(can_keep_money(role_in(by, club)))
    Club.objects.select_for_update().get(pk=club.pk)
    choices = Discreet.objects.filter(club=club, player=None)
    if choices.exists() == hides:
        return False
    if hides:
        Discreet.objects.create(club=club, player=None, at=now)
    else:
        choices.delete()
    write(Kind.BALANCES_HIDDEN if hides else Kind.BALANCES_SHOWN, club.pk, at=now, by_user=by)
    return True
