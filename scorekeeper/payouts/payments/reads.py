"""Who is what to a payment, and which payments wait for whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from games.core.amounts import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership, Player, Role
from scorekeeper.payouts.models import Account, Payment

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
    players = [one for one in (getter, payer) if one]
    here = _who_could_answer(players[0].club_id, players)
    asked, asked_for = _asked(payer, getter, by.pk if said_by is None else said_by, here)
    return Sides(by, any(player.user_id == by.pk for player in players), is_keeper, asked, asked_for)


def asks(payments: Sequence[Payment], user: User) -> set[UUID]:
    """Those of these payments of one club that this person has to answer, in one statement."""
    players = [one for payment in payments for one in (payment.getter, payment.payer) if one]
    if not players:
        return set()
    here = _who_could_answer(players[0].club_id, players)
    return {one.pk for one in payments if user in _asked(one.payer, one.getter, one.said_by_id, here)[0]}


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
    accounts = {one.user_id: one.user for one in here if one.user_id != said_by}
    for one in (getter, payer):
        if one and one.user_id in accounts:
            return (accounts[one.user_id],), AskedFor.THEMSELVES
    keepers = tuple(one.user for one in here if one.role in KEEPERS and one.user_id != said_by)
    return keepers, AskedFor.CLUB if payer is None or getter is None else AskedFor.GUEST


def other_keepers(club: Club, user: User) -> bool:
    """Whether somebody else keeps the book as well, and could say so."""
    found = Membership.objects.present().filter(club=club, role__in=KEEPERS, user__is_active=True)
    return found.exclude(user=user).exists()


def units_in(club: Club) -> list[InUnits]:
    """What can be paid in: the club's own unit first, then those it has accounts in."""
    own = {(club.unit, club.decimals)} if club.keeps_money else set()
    found = set(Account.objects.filter(club=club).values_list("unit", "decimals").distinct())
    order = sorted(own | found, key=lambda one: (one not in own, one))
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
