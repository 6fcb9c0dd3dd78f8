"""What files of money have brought along: which there are, what of them stands, and what taking one back moves."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Min, Q

from games.core.units import InUnits
from scorekeeper.clubs.models import Club
from scorekeeper.payouts.kinds import BROUGHT_ALONG, Kind
from scorekeeper.payouts.models import Booking, Leg
from scorekeeper.payouts.words import called


@dataclass(frozen=True, slots=True)
class BroughtFile:
    """A file by its id: when it was booked, how many of its lines, and how many of them stand."""

    source: UUID
    at: datetime
    lines: int
    standing: int

    @property
    def is_taken_back(self) -> bool:
        return self.standing == 0


@dataclass(frozen=True, slots=True)
class Moved:
    """What a file moves on one account, in one unit."""

    name: str
    unit: InUnits
    amount: int


def brought_into(club: Club, only: Collection[UUID] | None = None) -> list[BroughtFile]:
    """The files of a club, the newest first."""
    found = Booking.objects.filter(club=club, source_kind=BROUGHT_ALONG, reverses=None)
    if only is not None:
        found = found.filter(source__in=only)
    rows = found.values("source").annotate(
        first=Min("at"), lines=Count("pk"), standing=Count("pk", filter=Q(reversal=None))
    )
    files = [BroughtFile(row["source"], row["first"], row["lines"], row["standing"]) for row in rows]
    return sorted(files, key=lambda file: file.at, reverse=True)


def standing_of(club: Club, source: UUID) -> list[Booking]:
    """The bookings of a file that are not booked back, in their order."""
    found = Booking.objects.filter(club=club, source_kind=BROUGHT_ALONG, source=source, reverses=None, reversal=None)
    return list(found.order_by("pk"))


def counts_already(club: Club, digest: str, but: UUID | None = None) -> bool:
    """Whether the same content, from another file than `but`, stands in the book."""
    found = Booking.objects.filter(
        club=club, source_kind=BROUGHT_ALONG, reverses=None, reversal=None, detail__digest=digest
    )
    return found.exclude(source=but).exists()


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line of a file that stands in the book: what it was for, its unit, and what it moves for each person."""

    what: str
    unit: InUnits
    moves: Mapping[UUID, int]


def lines_that_stand(club: Club, kind: Kind) -> list[StandingLine]:
    """The lines of this kind that files have brought along and that are not booked back, in their order."""
    legs = Leg.objects.filter(
        club=club, booking__source_kind=BROUGHT_ALONG, booking__kind=kind, booking__reverses=None,
        booking__reversal=None,
    )  # fmt: skip
    found: dict[UUID, StandingLine] = {}
    moves: defaultdict[UUID, defaultdict[UUID, int]] = defaultdict(lambda: defaultdict(int))
    for leg in legs.select_related("booking", "account__player").order_by("booking", "pk"):
        unit = InUnits.model_construct(unit=leg.account.unit, decimals=leg.account.decimals)
        found.setdefault(leg.booking_id, StandingLine(leg.booking.reason, unit, moves[leg.booking_id]))
        if leg.account.player:
            moves[leg.booking_id][leg.account.player.person.pk] += leg.amount
    return list(found.values())


def moves_of(club: Club, source: UUID) -> list[Moved]:
    """What the lines of a file that stand come to on each account, those that come to nothing left out."""
    legs = Leg.objects.filter(
        club=club, booking__source_kind=BROUGHT_ALONG, booking__source=source, booking__reverses=None,
        booking__reversal=None,
    )  # fmt: skip
    sums: defaultdict[tuple[str, str, int], int] = defaultdict(int)
    for leg in legs.select_related("account__player__merged_into", "account__sitting", "account__competition"):
        account = leg.account
        name = account.player.person.name if account.player else called(account)
        sums[name, account.unit, account.decimals] += -leg.amount if account.kind == account.Kind.CASH else leg.amount
    return [
        Moved(name, InUnits.model_construct(unit=unit, decimals=decimals), amount)
        for (name, unit, decimals), amount in sorted(sums.items())
        if amount
    ]
