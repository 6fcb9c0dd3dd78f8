"""Who pays whom, so that everybody is even with the fewest payments.

The club stands for all accounts that are not people's: what they come to in one unit is what people lack to zero. Who
has paid drops out, and the plan for the others stays as it was: it is made as if nobody had paid, and what was paid
since is taken from it. Where the payments were none of the plan's it is made anew.

A coin is one of the club's own unit; amounts in another unit stay exact. Of equal remainders the coin goes to whoever
gained least by rounding before, then by turns (`_fair`). Both are read from what was booked before the plan could be
paid, so that no payment changes them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum

from games.core.rounding import rounded
from games.core.settling import Plan, settle_up
from games.core.units import InUnits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.common.names import alphabetical
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Account, Booking, Leg, Payment
from scorekeeper.payouts.scopes import Scope
from scorekeeper.payouts.selectors.legs import with_legs
from scorekeeper.payouts.selectors.paying import units_in
from scorekeeper.play.models import Sitting

COINS: Final = (1, 10, 50, 100)
LATEST: Final = 500  # payments that a plan is remembered over
PAID: Final = (Kind.SETTLED, Kind.COLLECTED)  # by one side to the other
DUE: Final = tuple(kind for kind in Kind.values if kind not in {Kind.SETTLED, Kind.REVERSAL})
Who = UUID | None  # a person by the line that stands for them; None is the club
Nets = dict[Who, int]
Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Transfer:
    """A payment of the plan; None is the club. `waits` is the one that was said and is not confirmed yet."""

    payer: Player | None
    getter: Player | None
    amount: int
    waits: Payment | None = None

    @property
    def left(self) -> int:
        """What nobody has said yet that it was paid."""
        return self.amount - self.waits.amount if self.waits else self.amount


@dataclass(frozen=True, slots=True)
class OpenBank:
    """A table in whose bank something lies that nobody has cashed out yet. The plan counts that as the club's."""

    sitting: Sitting
    amount: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The plan of one unit. `people` are those who are not even with what they are to get, the club as None; `banks`
    the tables whose chips it counts as the club's; `gains` what rounding to a coin gives each of them for now, which
    stays on their accounts; `coin` is that coin, 1 where it is exact. Where it `is_partly_hidden` it holds only what
    the reader may see."""

    unit: InUnits
    transfers: tuple[Transfer, ...]
    are_fewest: bool
    people: tuple[tuple[Player | None, int], ...]
    gains: tuple[tuple[Player | None, int], ...]
    banks: tuple["OpenBank", ...] = ()
    is_partly_hidden: bool = False
    coin: int = 1


@dataclass(frozen=True, slots=True)
class Fair:
    """To whom a coin goes of those with equal remainders: what rounding `gained` each before, and whose `turn` it
    is."""

    gained: Mapping[Who, int]
    turn: int = 0


def coin_unit(club: Club) -> InUnits:
    """The unit that coins are counted in: the club's own, of a club that keeps no money any more the first it has."""
    return club.money if club.keeps_money else next(iter(units_in(club)), club.money)


def settled_of(club: Club, scope: Scope, coin: int = 1) -> list[Settled]:
    """The plan of each unit in which somebody is not even, the club's own unit first.

    Args: coin: the smallest coin to pay with, in smallest units of `coin_unit`.
    """
    nets, people = _nets(club, scope)
    banks, coined = _open_banks(club, scope), _coined(club, coin)
    found = [
        replace(
            _told(club, scope, key, nets[key], people, coin if key == coined else 1), banks=tuple(banks.get(key, ()))
        )
        for key in sorted(nets, key=lambda key: (key != (club.unit, club.decimals), key))
    ]
    return [one for one in found if one.people]


def _coined(club: Club, coin: int) -> Key | None:
    """The unit that is rounded, where anything is."""
    unit = coin_unit(club) if coin > 1 else None
    return (unit.unit, unit.decimals) if unit else None


def nets_of(
    club: Club, about: tuple[str, UUID], sittings: tuple[UUID, ...]
) -> list[tuple[InUnits, list[tuple[Player | None, int]]]]:
    """What each has left to get, or to pay, of something that bookings name and of these tables: by unit, those who
    are even left out, the club as None."""
    nets, people = _nets(club, Scope(about, sittings=sittings))
    return [
        (
            InUnits.model_construct(unit=unit, decimals=decimals),
            [(people[who] if who else None, amount) for who, amount in nets[unit, decimals].items() if amount],
        )
        for unit, decimals in sorted(nets, key=lambda key: (key != (club.unit, club.decimals), key))
    ]


def planned(
    now: Mapping[Who, int], paid: Sequence[tuple[Who, Who, int]], coin: int, fair: Fair | None = None
) -> "tuple[Plan[Who], Nets]":
    """The plan for amounts that sum to zero, in whole coins, after these payments were made; and what rounding gives
    each. What was paid in other coins is rounded with the rest."""
    fair = fair or Fair({})
    before = dict(now)
    for payer, getter, amount in paid:
        before[payer] = before.get(payer, 0) - amount
        before[getter] = before.get(getter, 0) + amount
    first = rounded(before, coin, fair.turn, fair.gained)
    left = _without(settle_up(first.nets).payments, paid)
    nets = dict(first.nets)
    for payer, getter, amount in paid:
        nets[payer] += amount
        nets[getter] -= amount
    if any(amount % coin for amount in nets.values()):
        anew = rounded(now, coin, fair.turn, fair.gained)
        return settle_up(anew.nets), dict(anew.gains)
    return settle_up(nets, keep=left), {who: nets[who] - now.get(who, 0) for who in nets}


def _without(
    payments: Sequence[tuple[Who, Who, int]], paid: Sequence[tuple[Who, Who, int]]
) -> list[tuple[Who, Who, int]]:
    """What is open of these; of what was paid in part the rest."""
    left = {(payer, getter): amount for payer, getter, amount in payments}
    for payer, getter, amount in paid:
        if (payer, getter) in left:
            left[payer, getter] -= amount
    return [(payer, getter, amount) for (payer, getter), amount in left.items() if amount]


def _nets(club: Club, scope: Scope) -> tuple[dict[Key, Nets], dict[UUID, Player]]:
    """{unit: what each is to get, in the order of names, and the club, last}; and the lines that stand for people."""
    lines = {one.pk: one for one in club.players.select_related("merged_into")}
    nets: dict[Key, Nets] = defaultdict(lambda: defaultdict(int))
    for unit, decimals, player, amount in _amounts(club, scope):
        nets[unit, decimals][lines[player].identity] += amount
    people = {one.pk: one for one in lines.values() if one.merged_into_id is None}
    ordered = {}
    for key, of_unit in nets.items():
        order = sorted(of_unit, key=lambda pk: (alphabetical(people[pk].name if pk else ""), pk or UUID(int=0)))
        ordered[key] = {**{pk: of_unit[pk] for pk in order}, None: -sum(of_unit.values())}
    return ordered, people


def _amounts(club: Club, scope: Scope) -> Iterator[tuple[str, int, UUID, int]]:
    """(unit, decimals, line, amount): of where everybody stands from the accounts, else added up from what moved."""
    if scope.about is None:
        accounts = Account.objects.filter(club=club, kind=Account.Kind.PLAYER).order_by("pk")
        yield from accounts.values_list("unit", "decimals", "player", "balance")
        return
    legs = Leg.objects.filter(booking__in=_bookings(club, scope).values("pk"), account__kind=Account.Kind.PLAYER)
    grouped = legs.order_by().values_list("account__unit", "account__decimals", "account__player")
    yield from grouped.annotate(amount=Sum("amount"))


def _open_banks(club: Club, scope: Scope) -> dict[Key, list[OpenBank]]:
    """The tables whose bank is not empty in what is settled, in the order of their names."""
    pots = Account.objects.filter(club=club, kind=Account.Kind.POT).exclude(balance=0)
    if scope.about:
        legs = Leg.objects.filter(booking__in=_bookings(club, scope).values("pk"), account__kind=Account.Kind.POT)
        sums = dict(legs.order_by().values_list("account").annotate(amount=Sum("amount")))
        pots = pots.filter(pk__in=[pk for pk, amount in sums.items() if amount])
    banks: dict[Key, list[OpenBank]] = defaultdict(list)
    for pot in pots.select_related("sitting").order_by(Alphabetical("sitting__name"), "sitting"):
        amount = sums[pot.pk] if scope.about else pot.balance
        if pot.sitting:
            banks[pot.unit, pot.decimals].append(OpenBank(pot.sitting, amount))
    return banks


def _bookings(club: Club, scope: Scope) -> QuerySet[Booking]:
    """What it is about, with what was paid for it; of a period without what was paid for something else."""
    found = Booking.objects.filter(club=club)
    paid = Q(source_kind=scope.about[0], source=scope.about[1]) if scope.about else Q()
    if scope.since:
        due = Q(kind__in=DUE) | Q(reverses__kind__in=DUE)
        return found.filter(paid | (due & Q(on__gte=scope.since, on__lte=scope.until)))
    return found.filter(paid | Q(sitting__in=scope.sittings))


def _paid(club: Club, scope: Scope, key: Key) -> list[tuple[Who, Who, int]]:
    """What was paid of this plan: all that was booked for it; of where everybody stands what was paid since anything
    else was booked."""
    of_unit = Booking.objects.filter(club=club, unit=key[0], decimals=key[1])
    found = of_unit.filter(kind__in=PAID, reversal=None)
    if scope.about:
        found = found.filter(source_kind=scope.about[0], source=scope.about[1])
    elif last := _last_due(club, key):
        found = found.filter(Q(on__gt=last.on) | Q(pk__gt=last.pk), on__gte=last.on)
    latest = found.order_by("-on", "-pk").prefetch_related(with_legs("player"))[:LATEST]
    return [_payment(booking) for booking in reversed(latest) if len(booking.legs.all()) == 2]


def _last_due(club: Club, key: Key) -> Booking | None:
    """The newest booking of this unit that is no payment: a plan of where everybody stands begins with it."""
    of_unit = Booking.objects.filter(club=club, unit=key[0], decimals=key[1])
    return of_unit.exclude(kind__in=PAID).order_by("-on", "-pk").first()


def _fair(club: Club, scope: Scope, key: Key, lines: Mapping[UUID, UUID]) -> Fair:
    """Who gained by rounding before what is settled was booked, and whose turn it is on the day it began.

    What rounding leaves stays on the accounts: who stood below zero by less than the largest coin has paid that much
    too little. Who stood further from zero owed for something else. In where everybody stands all of it is among the
    amounts already. The turn goes on by one with each day and each week, so that it moves for those who meet weekly.
    """
    if scope.about is None:
        last = _last_due(club, key)
        return Fair({}, _turn(last.on) if last else 0)
    first = first_of(club, scope, key)
    if first is None:
        return Fair({})
    latest = Leg.objects.filter(account=OuterRef("pk"), booking__lt=first.pk).order_by("-number").values("balance")
    accounts = Account.objects.filter(club=club, kind=Account.Kind.PLAYER, unit=key[0], decimals=key[1])
    stood: dict[Who, int] = defaultdict(int)
    for player, before in (
        accounts.filter(player__in=lines).annotate(before=Subquery(latest[:1])).values_list("player", "before")
    ):
        stood[lines[player]] += before or 0
    gained: Nets = {who: -amount for who, amount in stood.items() if abs(amount) < max(COINS)}
    return Fair({**gained, None: -sum(gained.values())}, _turn(scope.since or first.on))


def first_of(club: Club, scope: Scope, key: Key) -> Booking | None:
    """The oldest booking of what is settled; of a period the first since it began."""
    of_unit = Q(unit=key[0], decimals=key[1])
    if scope.since:
        return Booking.objects.filter(of_unit, club=club, on__gte=scope.since).order_by("on", "pk").first()
    return _bookings(club, scope).filter(of_unit).order_by("pk").first()


def _turn(day: date) -> int:
    weeks, weekday = divmod(day.toordinal(), 7)
    return weeks + weekday


def _payment(booking: Booking) -> tuple[Who, Who, int]:
    """Who paid owes less: their leg is above zero."""
    payer, getter = sorted(booking.legs.all(), key=lambda leg: -leg.amount)
    return _who(payer), _who(getter), payer.amount


def _who(leg: Leg) -> Who:
    return leg.account.player.identity if leg.account.player else None


def _told(club: Club, scope: Scope, key: Key, now: Nets, people: Mapping[UUID, Player], coin: int) -> Settled:
    fair = _fair(club, scope, key, _lines_of(club, now)) if coin > 1 else None
    plan, gains = planned(now, _paid(club, scope, key), coin, fair)
    waiting = _waiting(club, scope, key)
    called: dict[Who, Player | None] = {None: None}
    called.update(people.items())
    return Settled(
        unit=InUnits.model_construct(unit=key[0], decimals=key[1]),
        transfers=tuple(
            Transfer(called[payer], called[getter], amount, waiting.get((payer, getter)))
            for payer, getter, amount in plan.payments
        ),
        are_fewest=plan.are_fewest,
        people=tuple((called[who], amount) for who, amount in now.items() if amount),
        gains=tuple((called[who], amount) for who, amount in gains.items() if amount),
        coin=coin,
    )


def _lines_of(club: Club, people: Iterable[Who]) -> dict[UUID, UUID]:
    """{line: whom it stands for} of all lines of these people."""
    wanted = {who for who in people if who}
    found = club.players.filter(Q(pk__in=wanted) | Q(merged_into__in=wanted)).select_related("merged_into")
    return {line.pk: line.identity for line in found}


def _waiting(club: Club, scope: Scope, key: Key) -> dict[tuple[Who, Who], Payment]:
    """What was said and waits, by who paid whom; of two the newer one."""
    kind, about = scope.about or ("", None)
    found = Payment.objects.filter(club=club, unit=key[0], decimals=key[1], about_kind=kind, about=about)
    return {(one.payer_id, one.getter_id): one for one in found.filter(state=Payment.State.OPEN).order_by("pk")}
