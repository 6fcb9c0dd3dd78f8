"""The club's box: what lies in it, what it is saved for, and every entry.

The account says what the box owes, so all of it is shown the other way round: what was put in is above zero.
"""

from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet

from games.core.amounts import InUnits
from scorekeeper.clubs.models import Club
from scorekeeper.payouts.book.reads import page_before
from scorekeeper.payouts.models import Account, BoxTarget, Leg
from scorekeeper.payouts.words import called

WHOLE: Final = 100
MOST_NAMED: Final = 3


@dataclass(frozen=True, slots=True)
class Box:
    """What lies in the box in one unit; less than nothing where more was paid out than it held."""

    unit: InUnits
    holds: int
    target: BoxTarget | None

    @property
    def overdrawn(self) -> int:
        """What was paid out beyond what it held."""
        return max(0, -self.holds)

    @property
    def lacks(self) -> int:
        """What is missing to the target."""
        return max(0, self.target.amount - self.holds) if self.target else 0

    @property
    def percent(self) -> int:
        """How much of the target lies in it, rounded down."""
        return min(WHOLE, max(0, self.holds) * WHOLE // self.target.amount) if self.target else 0


@dataclass(frozen=True, slots=True)
class BoxEntry:
    """Something that went in (more than zero) or out, with its booking, and what lay there after it. `others` are
    whose other accounts it moved."""

    leg: Leg
    amount: int
    holds: int
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoxPage:
    """Some entries, the newest first; `older` leads on, empty at the end."""

    entries: tuple[BoxEntry, ...]
    older: str


def boxes_of(club: Club) -> list[Box]:
    """The box in every unit it has entries or a target in, and in the club's own, which comes first."""
    holds = {(account.unit, account.decimals): account.shown for account in _accounts(club)}
    targets = {(box_target.unit, box_target.decimals): box_target for box_target in BoxTarget.objects.filter(club=club)}
    own = {(club.unit, club.decimals)} if club.keeps_money else set()
    keys = sorted({*holds, *targets, *own}, key=lambda key: (key not in own, key))
    return [
        Box(InUnits.model_construct(unit=key[0], decimals=key[1]), holds.get(key, 0), targets.get(key)) for key in keys
    ]


def held_in(club: Club, unit: InUnits) -> int:
    """What lies in the box in one unit."""
    account = _accounts(club).filter(unit=unit.unit, decimals=unit.decimals).first()
    return account.shown if account else 0


def box_page(club: Club, unit: InUnits, cursor: str = "") -> BoxPage:
    """A page of the entries in one unit; it costs the same however long the box was kept."""
    account = next((one for one in _accounts(club) if one.in_unit == unit), None)
    legs, older = page_before(account, cursor) if account else ([], "")
    return BoxPage(tuple(BoxEntry(leg, -leg.amount, -leg.balance, _others(leg)) for leg in legs), older)


def _accounts(club: Club) -> QuerySet[Account]:
    return Account.objects.filter(club=club, kind=Account.Kind.CASH).order_by("pk")


def _others(leg: Leg) -> tuple[str, ...]:
    rest = [one for one in leg.booking.legs.all() if one.pk != leg.pk]
    return tuple(called(one.account) for one in rest[:MOST_NAMED])
