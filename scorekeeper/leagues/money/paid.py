"""What people paid for an evening under Payments, so that nobody is asked for it a second time.

People and units are named as the money book has them: the line that stands for the person, the label, the decimals.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from games.core.units import InUnits
from scorekeeper.leagues.models import Attendance, Evening
from scorekeeper.leagues.money.booked import entries_booked, source_of, unit_booked
from scorekeeper.leagues.money.lost import lost_at
from scorekeeper.payouts.book.reads import with_legs
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Account, Booking, Payment
from scorekeeper.payouts.scopes import EVENING
from scorekeeper.payouts.settling.reads import COINS, coin_unit, nets_of
from scorekeeper.play.models import Sitting

Key = tuple[UUID, str, int]


@dataclass(frozen=True, slots=True)
class Payments:
    """`to_club` is what each paid the club for the evening, less what it paid them, and `bookings` the newest of these;
    `stands` where those stand for all of the evening who took part in any payment for it (`standing_at`); `waiting`
    are payments to the club that were said and are not confirmed; `coins` in which coin each paid and got all of it,
    1 where it was exact."""

    to_club: Mapping[Key, int]
    bookings: Mapping[Key, UUID]
    stands: Mapping[Key, int]
    waiting: Mapping[Key, UUID]
    coins: Mapping[Key, int]

    def cover(self, key: Key, due: int, ticked: int) -> int:
        """How much of what is due to the club was paid; `ticked` is what was ticked off of it. Who has settled up for
        the evening is even but for what rounding to a coin has left: whoever brought it, the club has it."""
        paid = min(due, max(0, self.to_club.get(key, 0)))
        if key in self.stands and abs(before := self.stands[key] - ticked) < self.coins[key]:
            paid = max(paid, due + min(0, before))
        return paid


def payments_for(evening: Evening, sheets: Sequence[Sitting]) -> Payments | None:
    """The payments for this evening; None where there are none, for one statement each."""
    kind, pk = source_of(evening)
    booked = Booking.objects.filter(club=evening.club_id, kind=Kind.SETTLED, source_kind=kind, source=pk, reversal=None)
    said = Payment.objects.filter(club=evening.club_id, about_kind=EVENING, about=pk, state=Payment.State.OPEN)
    waiting = {
        (one.payer.identity, one.unit, one.decimals): one.pk
        for one in said.filter(getter=None).select_related("payer").order_by("pk")
        if one.payer
    }
    settled = list(booked.prefetch_related(with_legs("player")).order_by("pk"))
    if not (settled or waiting):
        return None
    to_club: Counter[Key] = Counter()
    bookings: dict[Key, UUID] = {}
    parts: defaultdict[Key, list[int]] = defaultdict(list)
    for booking in settled:
        legs = list(booking.legs.all())
        is_with_club = any(leg.account.kind == Account.Kind.CASH for leg in legs)
        for leg in legs:
            if leg.account.player:
                key = (leg.account.player.identity, booking.unit, booking.decimals)
                parts[key].append(leg.amount)
                if is_with_club:
                    to_club[key] += leg.amount
                    bookings[key] = booking.pk
    stands = standing_at(evening, sheets) if settled else {}
    stood = {key: stands.get(key, 0) for key in parts}
    return Payments(to_club, bookings, stood, waiting, _coins(evening, parts))


def _coins(evening: Evening, parts: Mapping[Key, Sequence[int]]) -> dict[Key, int]:
    """The largest coin that all of these amounts are whole in. Coins are of the club's own unit; where that is counted
    whole, as chips are, each of them counts."""
    own = coin_unit(evening.club)
    return {
        key: max(coin for coin in COINS if coin == 1 or not any(amount % coin for amount in amounts))
        if own.decimals and key[1:] == (own.unit, own.decimals)
        else 1
        for key, amounts in parts.items()
    }


def standing_at(evening: Evening, sheets: Sequence[Sitting]) -> Mapping[Key, int]:
    """What each is to get for this evening, less than zero what they owe: by the book, after all that was collected
    and paid for it, and with what is due and not booked yet."""
    found: Counter[Key] = Counter()
    for unit, people in nets_of(evening.club, source_of(evening), tuple(sheet.pk for sheet in sheets)):
        for player, amount in people:
            if player:
                found[player.pk, unit.unit, unit.decimals] += amount
    for pk, unit, amount in _not_booked(evening, sheets):
        found[pk, unit.unit, unit.decimals] -= amount
    return found


def _not_booked(evening: Evening, sheets: Sequence[Sitting]) -> Iterator[tuple[UUID, InUnits, int]]:
    """What is due to the club and will be booked: fees when the evening closes, lost games with their sheet."""
    if evening.fee and not entries_booked(evening):
        came = Attendance.objects.filter(evening=evening, came_at__isnull=False).select_related("player")
        unit = unit_booked(evening.club, evening.money)
        yield from ((pk, unit, evening.fee) for pk in {one.player.identity for one in came})
    for sheet in sheets:
        if not sheet.is_official:
            lost = lost_at(evening, sheet)
            yield from ((player.identity, unit_booked(evening.club, unit), amount) for player, unit, amount in lost)
