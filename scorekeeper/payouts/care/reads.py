"""What somebody has chosen for themselves: the most they want to lose in a month, and who sees where they stand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q, Sum

from games.core.settling import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.common.names import Alphabetical, alphabetical
from scorekeeper.payouts.book.reads import OfUnit, begin_of, entries_before
from scorekeeper.payouts.kinds import POOL, Kind
from scorekeeper.payouts.models import Account, Booking, Discreet, Leg, Limit
from scorekeeper.payouts.payments.reads import units_in
from scorekeeper.payouts.settling.reads import Settled

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
        (limit.club_id, limit.unit, limit.decimals): limit
        for limit in Limit.objects.filter(user=user).select_related("club")
    }
    if only_set:
        found = [(limit.club, limit.in_unit) for limit in limits.values()]
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


@dataclass(frozen=True, slots=True)
class Sight:
    """What one reader does not see: where these people stand, or with `all_others` where anybody but themselves does.
    People are named by the line that stands for them; `pools` are the competitions whose prizes they are part of."""

    people: tuple[Player, ...] = ()
    all_others: bool = False
    mine: frozenset[UUID] = frozenset()
    pools: frozenset[UUID] = frozenset()

    @property
    def is_narrow(self) -> bool:
        """Whether anybody is hidden from this reader."""
        return bool(self.people) or self.all_others

    def hides(self, player: Player | None) -> bool:
        if player is None or player.identity in self.mine:
            return False
        return self.all_others or player.identity in {person.identity for person in self.people}

    def is_mine(self, player: Player | None) -> bool:
        """Whether this is the reader."""
        return player is not None and player.identity in self.mine

    def hides_any(self, people: Iterable[UUID]) -> bool:
        """Whether somebody of these, named by the line that stands for them, is hidden."""
        others = set(people) - self.mine
        return bool(others) if self.all_others else any(person.pk in others for person in self.people)

    def hides_legs(self, booking: Booking) -> set[UUID]:
        """The legs of a booking that are not shown: where one is hidden all are, but for the reader's own. The prizes
        of a pool tell each other."""
        legs = list(booking.legs.all())
        is_of_pool = booking.source_kind == POOL and booking.competition_id in self.pools
        if not (is_of_pool or any(self.hides(leg.account.player) for leg in legs)):
            return set()
        return {leg.pk for leg in legs if not self.is_mine(leg.account.player)}

    def hides_balance(self, leg: Leg) -> bool:
        """Whether it is not shown where the account of a leg stood after it."""
        return self.is_narrow and not self.is_mine(leg.account.player)


def sight_of(club: Club, user: User, *, reads_all: bool) -> Sight:
    """What this reader sees; who reads all accounts sees everything."""
    if reads_all:
        return Sight()
    rows = list(Discreet.objects.filter(club=club).select_related("player__merged_into"))
    if not rows:
        return Sight()
    lines = Player.objects.filter(Q(user=user.pk) | Q(merged_into__user=user.pk), club=club)
    mine = frozenset(line.identity for line in lines)
    people = {row.player.identity: row.player.person for row in rows if row.player}
    shown = sorted(people.values(), key=lambda person: (alphabetical(person.name), person.pk))
    others = tuple(person for person in shown if person.pk not in mine)
    all_others = any(row.player_id is None for row in rows)
    return Sight(others, all_others, mine, _pools_of(club, others, all_others=all_others))


def _pools_of(club: Club, people: Iterable[Player], *, all_others: bool) -> frozenset[UUID]:
    """The competitions in whose prizes something was booked of one of these, or of anybody."""
    found = Booking.objects.filter(club=club, source_kind=POOL)
    if not all_others:
        ids = [person.pk for person in people]
        lines = Player.objects.filter(Q(pk__in=ids) | Q(merged_into__in=ids), club=club)
        found = found.filter(legs__account__player__in=lines.values("pk"))
    return frozenset(pk for pk in found.order_by().values_list("competition", flat=True).distinct() if pk)


def hidden_clubs(user: User) -> set[UUID]:
    """The clubs in which this person does not show where they stand."""
    mine = Q(player__user=user) | Q(player__merged_into__user=user)
    return set(Discreet.objects.filter(mine).values_list("club", flat=True))


def is_hidden_in(club: Club) -> bool:
    """Whether members of this club see only where they stand themselves."""
    return Discreet.objects.filter(club=club, player=None).exists()


def anybody_hides(club: Club) -> bool:
    """Whether some member may not see some amount: for what goes to several at once."""
    return Discreet.objects.filter(club=club).exists()


def seen(found: Iterable[OfUnit], sight: Sight) -> list[OfUnit]:
    """Where everybody stands, as far as the reader sees it."""
    if not sight.is_narrow:
        return list(found)
    return [
        replace(of, people=tuple(person for person in of.people if sight.is_mine(person.player)), pots=(), own=())
        for of in found
    ]


def seen_plan(plan: Settled, sight: Sight) -> Settled:
    """A plan as far as the reader sees it."""
    if not sight.is_narrow:
        return plan
    own, paid = (
        tuple(transfer for transfer in some if sight.is_mine(transfer.payer) or sight.is_mine(transfer.getter))
        for some in (plan.transfers, plan.paid)
    )
    gains = tuple((who, gain) for who, gain in plan.gains if sight.is_mine(who))
    return replace(plan, transfers=own, paid=paid, gains=gains, people=(), banks=(), is_partly_hidden=True)
