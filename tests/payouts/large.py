"""A money book of any size, as rows: what its pages read. Its chains and sums hold, so `verify` finds nothing."""

from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import F

from scorekeeper.clubs.models import Club, Player
from scorekeeper.payouts.models import Account, Booking, Leg
from tests import factories

FIRST: Final = date(2025, 1, 1)
A_DAY: Final = 10  # bookings
BATCH: Final = 20_000


def fill(club: Club, player: Player, entries: int) -> None:
    """So many bookings more, ten a day on from the last: the club gives the player 1 and gets it back, by turns."""
    mine = _account(club, "player", player)
    other = _account(club, "club", None)
    for begin in range(0, entries, BATCH):
        _write(club, mine, other, min(BATCH, entries - begin))


def _account(club: Club, kind: str, player: Player | None) -> Account:
    return Account.objects.get_or_create(club=club, kind=kind, player=player, unit="€", decimals=2)[0]


def _write(club: Club, mine: Account, other: Account, entries: int) -> None:
    first, by = mine.entries, factories.owner_of(club)
    bookings, legs = [], []
    for nth in range(first, first + entries):
        on, amount = FIRST + timedelta(days=nth // A_DAY), 1 if nth % 2 == 0 else -1
        at = datetime.combine(on, time(20), ZoneInfo(club.time_zone))
        booking = Booking(club=club, unit="€", decimals=2, kind="transfer", at=at, on=on, by_user=by)
        bookings.append(booking)
        for account, moved in ((mine, amount), (other, -amount)):
            balance = moved if amount > 0 else 0
            legs.append(Leg(club=club, booking=booking, account=account, number=nth + 1, amount=moved, balance=balance))
    Leg.objects.bulk_create(legs, batch_size=2_000)
    Booking.objects.bulk_create(bookings, batch_size=2_000)
    total = (first + entries) % 2
    for account, balance in ((mine, total), (other, -total)):
        Account.objects.filter(pk=account.pk).update(entries=F("entries") + entries, balance=balance)
        account.refresh_from_db()
