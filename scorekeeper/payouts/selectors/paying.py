"""Who is what to a payment, and which payments wait for whom."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from games.core.units import InUnits
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Membership, Player, Role
from scorekeeper.payouts.models import Account, Payment

A_PAGE: Final = 50
KEEPERS: Final = (Role.OWNER, Role.DIRECTOR)


@dataclass(frozen=True, slots=True)
class Sides:
    """What somebody is to a payment: whether a side of it is theirs, whether they keep the book, who of the others
    could answer, and whether the club is a side."""

    is_mine: bool
    is_keeper: bool
    others: tuple[User, ...]
    is_with_club: bool

    @property
    def may_say(self) -> bool:
        return self.is_mine or self.is_keeper

    @property
    def books_at_once(self) -> bool:
        """Whether nobody else is asked: who keeps the book speaks for others, for the club, and for whom nobody can
        ask."""
        return self.is_keeper and (not self.is_mine or self.is_with_club or not self.others)

    def may_confirm(self, payment: Payment, by: User) -> bool:
        """Nobody confirms what they said themselves."""
        return self.may_say and payment.said_by_id != by.pk

    @property
    def needs_reason(self) -> bool:
        """Whether they would confirm in somebody else's place."""
        return not self.is_mine and not self.is_with_club


def sides_of(payer: Player | None, getter: Player | None, by: User, *, is_keeper: bool) -> Sides:
    """What this person is to a payment between these two; None is the club, whose side its directors are."""
    players = [one for one in (payer, getter) if one]
    theirs = [one for one in players if one.user_id == by.pk]
    is_with_club = len(players) < 2
    here = Membership.objects.present().filter(club=players[0].club_id).exclude(user=by)
    asked = Q(user__in=[one.user_id for one in players if one.user_id and one not in theirs])
    if is_with_club and theirs:
        asked |= Q(role__in=KEEPERS)
    others = tuple(one.user for one in here.filter(asked).select_related("user").order_by("pk"))
    return Sides(bool(theirs), is_keeper, others, is_with_club)


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
