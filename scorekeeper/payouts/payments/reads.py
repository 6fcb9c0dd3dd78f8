"""Who is what to a payment, and which payments wait for whom; the box of the club: what lies in it, what it is saved
for, and every entry.

The account says what the box owes, so all of it is shown the other way round: what was put in is above zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from games.core.settling import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership, Player, Role
from scorekeeper.payouts.book.reads import page_before
from scorekeeper.payouts.models import Account, BoxTarget, Leg, Payment
from scorekeeper.payouts.words import called

A_PAGE: Final = 50
KEEPERS: Final = (Role.OWNER, Role.DIRECTOR)


class AskedFor(Enum):
    """For whom somebody has to answer what was said."""

    THEMSELVES = auto()
    GUEST = auto()
    CLUB = auto()


@dataclass(frozen=True, slots=True)
class Sides:
    """What somebody is to a payment, said or to be said: whether a side of it is theirs, whether they keep the book,
    and who has to answer it, which is never who said it: one person for themselves, or directors for a guest or the
    club."""

    user: User
    is_mine: bool
    is_keeper: bool
    asked: tuple[User, ...]
    asked_for: AskedFor

    @property
    def may_say(self) -> bool:
        return self.is_mine or self.is_keeper

    @property
    def books_at_once(self) -> bool:
        """Whether nobody is left who could answer, so that who keeps the book books it alone."""
        return self.is_keeper and not self.asked

    @property
    def is_asked(self) -> bool:
        return self.user in self.asked

    def may_confirm(self, payment: Payment) -> bool:
        """Nobody confirms what they said themselves, nor in somebody's place what is their own."""
        return payment.said_by_id != self.user.pk and (self.is_asked or (self.is_keeper and not self.is_mine))

    @property
    def needs_reason(self) -> bool:
        """Whether they would confirm in somebody else's place."""
        return self.asked_for == AskedFor.GUEST or not self.is_asked


def sides_of(
    payer: Player | None, getter: Player | None, by: User, *, is_keeper: bool, said_by: UUID | None = None
) -> Sides:
    """What this person is to a payment between these two; None is the club. Without `said_by` they say it."""
    players = [player for player in (getter, payer) if player]
    here = _who_could_answer(players[0].club_id, players)
    asked, asked_for = _asked(payer, getter, by.pk if said_by is None else said_by, here)
    return Sides(by, any(player.user_id == by.pk for player in players), is_keeper, asked, asked_for)


def asks(payments: Sequence[Payment], user: User) -> set[UUID]:
    """Those of these payments of one club that this person has to answer, in one statement."""
    players = [player for payment in payments for player in (payment.getter, payment.payer) if player]
    if not players:
        return set()
    here = _who_could_answer(players[0].club_id, players)
    return {
        payment.pk for payment in payments if user in _asked(payment.payer, payment.getter, payment.said_by_id, here)[0]
    }


def _who_could_answer(club: UUID, players: Sequence[Player]) -> list[Membership]:
    """Whose accounts these lines are, and who keeps the book."""
    theirs = Q(user__in={player.user_id for player in players if player.user_id})
    found = Membership.objects.present().filter(theirs | Q(role__in=KEEPERS), club=club, user__is_active=True)
    return list(found.select_related("user").order_by("pk"))


def _asked(
    payer: Player | None, getter: Player | None, said_by: UUID, here: Sequence[Membership]
) -> tuple[tuple[User, ...], AskedFor]:
    """Who has to answer what this user says, and for whom: the other side by its own account; of two that
    they speak for who got it, else who paid; where that is the club or a guest whoever else keeps the book."""
    accounts = {membership.user_id: membership.user for membership in here if membership.user_id != said_by}
    for side in (getter, payer):
        if side and side.user_id in accounts:
            return (accounts[side.user_id],), AskedFor.THEMSELVES
    keepers = tuple(
        membership.user for membership in here if membership.role in KEEPERS and membership.user_id != said_by
    )
    return keepers, AskedFor.CLUB if payer is None or getter is None else AskedFor.GUEST


def other_keepers(club: Club, user: User) -> bool:
    """Whether somebody else keeps the book as well, and could say so."""
    found = Membership.objects.present().filter(club=club, role__in=KEEPERS, user__is_active=True)
    return found.exclude(user=user).exists()


def units_in(club: Club) -> list[InUnits]:
    """What can be paid in: the club's own unit first, then those it has accounts in."""
    own = {(club.unit, club.decimals)} if club.keeps_money else set()
    found = set(Account.objects.filter(club=club).values_list("unit", "decimals").distinct())
    order = sorted(own | found, key=lambda key: (key not in own, key))
    return [InUnits.model_construct(unit=unit, decimals=decimals) for unit, decimals in order]


def payments_of(club: Club, user: User, *, all_of_them: bool) -> QuerySet[Payment]:
    """The newest first: those of a person's own, or everybody's."""
    found = Payment.objects.filter(club=club).select_related("payer", "getter", "said_by", "answered_by")
    if not all_of_them:
        found = found.filter(Q(payer__user=user) | Q(getter__user=user) | Q(said_by=user))
    return found.order_by("-said_at", "-pk")


def older_than(found: QuerySet[Payment], pk: UUID) -> QuerySet[Payment]:
    """Those of them said before this one, however many came meanwhile; none where it is none of them."""
    last = found.filter(pk=pk).first()
    if last is None:
        return found.none()
    return found.filter(Q(said_at__lt=last.said_at) | Q(said_at=last.said_at, pk__lt=pk))


def payment_shown(club: Club, pk: UUID, user: User, *, all_of_them: bool) -> Payment | None:
    """A payment that this person may see, with all its page shows."""
    return payments_of(club, user, all_of_them=all_of_them).select_related("club", "booking").filter(pk=pk).first()


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
    account = next((account for account in _accounts(club) if account.in_unit == unit), None)
    legs, older = page_before(account, cursor) if account else ([], "")
    return BoxPage(tuple(BoxEntry(leg, -leg.amount, -leg.balance, _others(leg)) for leg in legs), older)


def _accounts(club: Club) -> QuerySet[Account]:
    return Account.objects.filter(club=club, kind=Account.Kind.CASH).order_by("pk")


def _others(leg: Leg) -> tuple[str, ...]:
    rest = [other for other in leg.booking.legs.all() if other.pk != leg.pk]
    return tuple(called(other.account) for other in rest[:MOST_NAMED])
