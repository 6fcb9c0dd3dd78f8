"""A money book of any size, as rows: what its pages read. Its chains and sums hold, so `verify` finds nothing."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from scorekeeper.clubs.models import Club, Player
from scorekeeper.payouts.models import Account, Booking, Leg
from tests import factories

FIRST: Final = date(2025, 1, 1)
A_DAY: Final = 10  # bookings
BATCH: Final = 20_000


def fill(club: Club, player: Player, entries: int) -> None:
    """So many bookings more, ten a day on from the last: the club gives the player 1 and gets it back, by turns."""
    accounts = accounts_in(club, [player])
    for begin in range(0, entries, BATCH):
        made = list(written(club, accounts, min(BATCH, entries - begin)))
        Leg.objects.bulk_create([leg for _booking, legs in made for leg in legs], batch_size=2_000)
        Booking.objects.bulk_create([booking for booking, _legs in made], batch_size=2_000)
        keep(accounts)


def accounts_in(club: Club, players: Sequence[Player]) -> list[Account]:
    """The club's account, and behind it one of each of these."""
    return [_account(club, "club", None), *(_account(club, "player", player) for player in players)]


def written(
    club: Club, accounts: Sequence[Account], entries: int, *, first: date = FIRST, a_day: int = A_DAY
) -> Iterator[tuple[Booking, list[Leg]]]:
    """So many bookings more with their legs, between the first account and the others by turns; the accounts are kept
    in step, to be saved by `keep`."""
    other, *people = accounts
    by, begin = factories.owner_of(club), other.entries
    for nth in range(begin, begin + entries):
        on, turn = first + timedelta(days=nth // a_day), nth // len(people)
        amount = 1 if turn % 2 == 0 else -1
        at = datetime.combine(on, time(20), ZoneInfo(club.time_zone))
        booking = Booking(club=club, unit="€", decimals=2, kind="transfer", at=at, on=on, by_user=by)
        moves = ((people[nth % len(people)], amount), (other, -amount))
        yield booking, [_leg(club, booking, account, moved) for account, moved in moves]


def keep(accounts: Sequence[Account]) -> None:
    """What the accounts stand at after what was written."""
    Account.objects.bulk_update(accounts, ["entries", "balance"])


def _account(club: Club, kind: str, player: Player | None) -> Account:
    return Account.objects.get_or_create(club=club, kind=kind, player=player, unit="€", decimals=2)[0]


def _leg(club: Club, booking: Booking, account: Account, amount: int) -> Leg:
    account.entries += 1
    account.balance += amount
    return Leg(
        club=club, booking=booking, account=account, number=account.entries, amount=amount, balance=account.balance
    )
