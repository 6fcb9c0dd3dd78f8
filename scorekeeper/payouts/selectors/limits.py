"""What somebody has lost in a month, and whether that is more than they wanted to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import Q, Sum

from games.core.units import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Account, Leg, Limit
from scorekeeper.payouts.selectors.paying import units_in
from scorekeeper.payouts.selectors.places import begin_of, entries_before

PLAYED: Final = (
    Kind.RESULT, Kind.STAKE, Kind.LOST, Kind.BUY_IN, Kind.CASH_OUT,
    Kind.ENTRY, Kind.REBUY, Kind.ADDON, Kind.PRIZE,
)  # fmt: skip
"""What counts as lost or won by playing: at tables, and by taking part in evenings and for prizes. What people pay each
other does not."""


@dataclass(frozen=True, slots=True)
class Care:
    """Where somebody stands against their limit of a month: `lost` so much, at most `most` (None: no limit), and from
    `next_on` on `next_most`."""

    club: Club
    unit: InUnits
    lost: int
    most: int | None
    next_most: int | None = None
    next_on: date | None = None

    @property
    def is_passed(self) -> bool:
        return self.most is not None and self.lost > self.most


def today_in(club: Club, now: datetime) -> date:
    """The local day of the club."""
    return now.astimezone(ZoneInfo(club.time_zone)).date()


def lost_in_month(club: Club, user: User, unit: InUnits, today: date) -> int:
    """What this person has lost by playing in the month of this day, all of their lines together; 0 where they have
    won. It reads the entries of the month."""
    lines = Player.objects.filter(Q(user=user) | Q(merged_into__user=user), club=club).values("pk")
    first, found = today.replace(day=1), 0
    played = Q(booking__kind__in=PLAYED) | Q(booking__reverses__kind__in=PLAYED)
    for account in Account.objects.filter(club=club, player__in=lines, unit=unit.unit, decimals=unit.decimals):
        since = entries_before(account, begin_of(first))
        of_month = Leg.objects.filter(played, account=account, number__gt=since, booking__on__gte=first)
        found += of_month.aggregate(total=Sum("amount"))["total"] or 0
    return max(0, -found)


def care_of(user: User, now: datetime, *, only_set: bool = False) -> Sequence[Care]:
    """Each unit of each club that this person is in, with their limit; with `only_set` those that have one."""
    limits = {
        (one.club_id, one.unit, one.decimals): one for one in Limit.objects.filter(user=user).select_related("club")
    }
    if only_set:
        found = [(one.club, one.in_unit) for one in limits.values()]
    else:
        mine = Membership.objects.filter(user=user, club__is_private=False).select_related("club")
        found = [
            (here.club, unit)
            for here in mine.order_by(Alphabetical("club__name"), "club")
            for unit in units_in(here.club)
        ]
    return [_care(club, user, unit, now, limits.get((club.pk, unit.unit, unit.decimals))) for club, unit in found]


def _care(club: Club, user: User, unit: InUnits, now: datetime, limit: Limit | None) -> Care:
    today = today_in(club, now)
    lost = lost_in_month(club, user, unit, today)
    if limit is None:
        return Care(club, unit, lost, None)
    if limit.next_on and today < limit.next_on:
        return Care(club, unit, lost, limit.amount, limit.next_amount, limit.next_on)
    return Care(club, unit, lost, limit.on(today))
