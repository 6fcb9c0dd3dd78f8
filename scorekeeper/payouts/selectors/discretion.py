"""Whose amounts a reader sees. What is hidden of one person can't be worked out from what is shown of the others."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Q

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.payouts.models import Booking, Discreet, Leg
from scorekeeper.payouts.selectors.reading import OfUnit
from scorekeeper.payouts.selectors.settling import Settled


@dataclass(frozen=True, slots=True)
class Sight:
    """What one reader does not see: where these people stand, or with `all_others` where anybody but themselves does.
    People are named by the line that stands for them."""

    people: tuple[Player, ...] = ()
    all_others: bool = False
    mine: frozenset[UUID] = frozenset()

    @property
    def is_narrow(self) -> bool:
        """Whether anybody is hidden from this reader."""
        return bool(self.people) or self.all_others

    def hides(self, player: Player | None) -> bool:
        if player is None or player.identity in self.mine:
            return False
        return self.all_others or player.identity in {one.identity for one in self.people}

    def hides_legs(self, booking: Booking) -> set[UUID]:
        """The legs of a booking that are not shown: where one is hidden all are, but for the reader's own."""
        legs = list(booking.legs.all())
        if not any(self.hides(leg.account.player) for leg in legs):
            return set()
        return {leg.pk for leg in legs if not self._is_mine(leg)}

    def _is_mine(self, leg: Leg) -> bool:
        return leg.account.player is not None and leg.account.player.identity in self.mine


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
    shown = sorted(people.values(), key=lambda one: (one.name.casefold(), one.pk))
    others = tuple(one for one in shown if one.pk not in mine)
    return Sight(others, any(row.player_id is None for row in rows), mine)


def hidden_clubs(user: User) -> set[UUID]:
    """The clubs in which this person does not show where they stand."""
    mine = Q(player__user=user) | Q(player__merged_into__user=user)
    return set(Discreet.objects.filter(mine).values_list("club", flat=True))


def is_hidden_in(club: Club) -> bool:
    """Whether members of this club see only where they stand themselves."""
    return Discreet.objects.filter(club=club, player=None).exists()


def seen(found: Iterable[OfUnit], sight: Sight) -> list[OfUnit]:
    """Where everybody stands, as far as the reader sees it. Where anybody is hidden, so is what is the club's: from
    that and the others it could be worked out."""
    if not (sight.people or sight.all_others):
        return list(found)
    return [
        replace(of, people=tuple(one for one in of.people if not sight.hides(one.player)), pots=(), own=())
        for of in found
    ]


def seen_plan(plan: Settled, sight: Sight) -> Settled:
    """Of a plan that anybody hidden is part of only the reader's own payments."""
    if not any(sight.hides(player) for player, _amount in plan.people):
        return plan
    own = tuple(
        one
        for one in plan.transfers
        if any(side is not None and side.identity in sight.mine for side in (one.payer, one.getter))
    )
    gains = tuple((who, gain) for who, gain in plan.gains if who is not None and who.identity in sight.mine)
    return replace(plan, transfers=own, gains=gains, people=(), banks=(), is_partly_hidden=True)
