"""What a year came to, for the treasurer: in and out by unit, kind and account."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import attrgetter
from uuid import UUID

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce

from games.core.units import InUnits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import alphabetical
from scorekeeper.payouts.models import Account, Booking, Leg


@dataclass(frozen=True, slots=True)
class Total:
    """What one kind of booking moved in a year on the account of a person, or of the club by its kind: `got` to it,
    `given` by it. What was booked back is a kind of its own, so that both sums are of what was written."""

    kind: str
    account: str
    player: Player | None
    got: int
    given: int

    @property
    def net(self) -> int:
        """What that is in all."""
        return self.got - self.given


@dataclass(frozen=True, slots=True)
class OfUnit:
    """The totals of a year in one unit; they sum to zero."""

    unit: InUnits
    totals: Sequence[Total]


def years_of(club: Club) -> list[int]:
    """The years in which something was booked first and last, and those between, the newest first."""
    days = Booking.objects.filter(club=club).values_list("on", flat=True)
    first, last = days.order_by("on", "pk").first(), days.order_by("-on", "-pk").first()
    return list(range(last.year, first.year - 1, -1)) if first and last else []


def year_of(club: Club, year: int) -> list[OfUnit]:
    """The totals, the club's own unit first, kinds and people in one order. It adds up the year once: two statements,
    whose rows are those of the year. Asked for by their bookings alone: a database that is also told the club of the
    legs goes through all of them."""
    legs = Leg.objects.filter(booking__club=club, booking__on__range=(date(year, 1, 1), date(year, 12, 31)))
    person = Coalesce("account__player__merged_into", "account__player")
    rows = legs.order_by().values("booking__unit", "booking__decimals", "booking__kind", "account__kind", person=person)
    found = list(rows.annotate(got=_sum(amount__gt=0), given=_sum(amount__lt=0)))
    people = Player.objects.in_bulk({row["person"] for row in found if row["person"]})
    found.sort(key=lambda row: _order(club, row, people))
    return [
        OfUnit(InUnits.model_construct(unit=unit, decimals=decimals), [_total(row, people) for row in rows])
        for (unit, decimals), rows in groupby(found, key=lambda row: (row["booking__unit"], row["booking__decimals"]))
    ]


def by_kind(totals: Sequence[Total]) -> list[tuple[str, int]]:
    """How much each kind moved between accounts, whoever it went to."""
    return [(kind, sum(total.got for total in of_kind)) for kind, of_kind in groupby(totals, key=attrgetter("kind"))]


def _sum(**way: int) -> Coalesce:
    return Coalesce(Sum("amount", filter=Q(**way)), 0)


def _order(club: Club, row: dict[str, object], people: dict[UUID, Player]) -> tuple[object, ...]:
    player = people.get(row["person"]) if isinstance(row["person"], UUID) else None
    kinds: list[str] = list(Account.Kind.values)
    return (
        row["booking__unit"] != club.unit,
        row["booking__unit"],
        row["booking__decimals"],
        row["booking__kind"],
        kinds.index(str(row["account__kind"])),
        alphabetical(player.name if player else ""),
        str(row["person"]),
    )


def _total(row: dict[str, object], people: dict[UUID, Player]) -> Total:
    person = row["person"]
    return Total(
        kind=str(row["booking__kind"]),
        account=str(row["account__kind"]),
        player=people[person] if isinstance(person, UUID) else None,
        got=int(str(row["got"])),
        given=-int(str(row["given"])),
    )
