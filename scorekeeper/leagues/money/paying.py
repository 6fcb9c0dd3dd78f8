"""A payment to the club for an evening: it is asked for once, there or under Payments."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.utils.translation import gettext_noop

from games.core.units import InUnits
from scorekeeper.clubs.models import Player
from scorekeeper.common.texts import amount_words, isolated
from scorekeeper.leagues.evenings.common import locked, refused
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import Evening
from scorekeeper.leagues.money.booked import unit_booked
from scorekeeper.leagues.money.paid import standing_at
from scorekeeper.leagues.money.reads import dues_of
from scorekeeper.payouts.settling.reads import COINS, coin_unit


def asked_at_evening(pk: UUID, club: UUID) -> Callable[[Player, InUnits, int], None] | None:
    """Lock the evening, as ticking something off there does, and say who knows what is still to be paid for it; None
    where the club has no such evening. See payouts/sources.py."""
    if not Evening.objects.filter(pk=pk, club=club).exists():
        return None
    evening = locked(pk)

    def require_owing(payer: Player, unit: InUnits, amount: int) -> None:
        most, is_rounded = _still_owed(evening, payer, unit, amount)
        if amount <= most or is_rounded:
            return
        told = {"name": isolated(payer.name), "evening": isolated(evening.name)}
        if most <= 0:
            raise refused("collected_already", "amount", NOTHING_MORE, **told)
        raise refused("more_than_due", "amount", LESS, **told, amount=amount_words(most, unit))

    return require_owing


def _still_owed(evening: Evening, payer: Player, unit: InUnits, amount: int) -> tuple[int, bool]:
    """The most that this person can pay the club for the evening: their own dues, or what they owe in all, since by a
    plan they may bring what others owe; and whether the amount is the latter in whole coins."""
    sheets = sittings_of(evening)
    key = (unit.unit, unit.decimals)
    booked = ((one, unit_booked(evening.club, one.unit)) for one in dues_of(evening, sheets).owing)
    own = sum(one.left for one, of in booked if one.player.pk == payer.pk and (of.unit, of.decimals) == key)
    coined = coin_unit(evening.club)
    coins = COINS if key == (coined.unit, coined.decimals) else COINS[:1]
    owes = max(0, -standing_at(evening, sheets).get((payer.pk, *key), 0))
    return max(own, owes), owes > 0 and amount in {-(-owes // coin) * coin for coin in coins}


NOTHING_MORE: Final = gettext_noop(
    "{name} has nothing more to pay for {evening}: it was collected there, or is paid already. It is not booked again."
)
LESS: Final = gettext_noop(
    "{name} has {amount} left to pay for {evening}. Say at most that, and what was paid for something else by itself."
)
