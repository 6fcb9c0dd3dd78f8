"""What files of money have brought along: which there are, what of them stands, and what taking one back moves."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
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
    """A line of a file that stands in the book: what it was for, its unit, what it moves for each person, and what they
    are called."""

    booking: UUID
    what: str
    unit: InUnits
    moves: Mapping[UUID, int]
    names: Mapping[UUID, str]


def lines_that_stand(club: Club, kind: Kind) -> list[StandingLine]:
    """The lines of this kind that files have brought along and that are not booked back, in their order."""
    legs = Leg.objects.filter(
        club=club, booking__source_kind=BROUGHT_ALONG, booking__kind=kind, booking__reverses=None,
        booking__reversal=None,
    )  # fmt: skip
    found: dict[UUID, StandingLine] = {}
    moves: defaultdict[UUID, defaultdict[UUID, int]] = defaultdict(lambda: defaultdict(int))
    names: dict[UUID, str] = {}
    for leg in legs.select_related("booking", "account__player__merged_into").order_by("booking", "pk"):
        pk, unit = leg.booking_id, InUnits.model_construct(unit=leg.account.unit, decimals=leg.account.decimals)
        found.setdefault(pk, StandingLine(pk, leg.booking.reason, unit, moves[pk], names))
        if leg.account.player:
            person = leg.account.player.person
            names[person.pk] = person.name
            moves[pk][person.pk] += leg.amount
    return list(found.values())


def corrected_by(club: Club, bookings: Iterable[Booking]) -> list[Booking]:
    """The bookings in whose place these stand, and that are to count again without them; none of a file that was taken
    back by itself since."""
    wanted = [booking.detail["replaces"] for booking in bookings if "replaces" in booking.detail]
    found = list(Booking.objects.filter(club=club, pk__in=wanted).order_by("pk"))
    of_files = Booking.objects.filter(
        club=club, source_kind=BROUGHT_ALONG, source__in={booking.source for booking in found}
    )
    standing = of_files.filter(reverses=None, reversal=None).values("source")
    taken = of_files.filter(kind=Kind.REVERSAL, detail__corrected_by__isnull=True).exclude(source__in=standing)
    taken_back = set(taken.values_list("source", flat=True))
    return [booking for booking in found if booking.source not in taken_back]


def moves_of(club: Club, source: UUID) -> list[Moved]:
    """What the lines of a file that stand come to on each account, less what stood in their place before; what comes to
    nothing is left out."""
    standing = standing_of(club, source)
    before = {booking.pk for booking in corrected_by(club, standing)}
    legs = Leg.objects.filter(club=club, booking__in=[*(booking.pk for booking in standing), *before])
    sums: defaultdict[tuple[str, str, int], int] = defaultdict(int)
    for leg in legs.select_related("account__player__merged_into", "account__sitting", "account__competition"):
        account = leg.account
        name = account.player.person.name if account.player else called(account)
        amount = -leg.amount if leg.booking_id in before else leg.amount
        sums[name, account.unit, account.decimals] += -amount if account.kind == account.Kind.CASH else amount
    return [
        Moved(name, InUnits.model_construct(unit=unit, decimals=decimals), amount)
        for (name, unit, decimals), amount in sorted(sums.items())
        if amount
    ]
