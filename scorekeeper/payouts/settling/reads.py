"""Settling up: who could pay whom so that everybody is even, what was paid of it, what two have settled elsewhere."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.settling import InUnits, Plan, rounded, settle_up
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.names import Alphabetical, alphabetical
from scorekeeper.common.texts import isolated
from scorekeeper.payouts.book.reads import with_legs
from scorekeeper.payouts.kinds import PERIOD, Kind, Scope, plain
from scorekeeper.payouts.models import Account, Booking, Leg, Payment
from scorekeeper.payouts.payments.reads import units_in
from scorekeeper.payouts.records import COINS
from scorekeeper.payouts.sources import names_of
from scorekeeper.play.models import Sitting

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
    stays on their accounts; `coin` is that coin, 1 where it is exact; `paid` is what was booked as paid of it. Where it
    `is_partly_hidden` it holds only what the reader may see."""

    unit: InUnits
    transfers: tuple[Transfer, ...]
    are_fewest: bool
    people: tuple[tuple[Player | None, int], ...]
    gains: tuple[tuple[Player | None, int], ...]
    banks: tuple["OpenBank", ...] = ()
    is_partly_hidden: bool = False
    coin: int = 1
    paid: tuple[Transfer, ...] = ()


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
    # The unit that is rounded, where anything is
    unit = coin_unit(club) if coin > 1 else None
    banks, coined = _open_banks(club, scope), ((unit.unit, unit.decimals) if unit else None)
    found = [
        replace(
            _told(club, scope, key, nets[key], people, coin if key == coined else 1), banks=tuple(banks.get(key, ()))
        )
        for key in sorted(nets, key=lambda key: (key != (club.unit, club.decimals), key))
    ]
    return [plan for plan in found if plan.people]


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
    now: Mapping[Who, int],
    paid: Sequence[tuple[Who, Who, int]],
    coin: int,
    fair: Fair | None = None,
    results: Mapping[Who, int] | None = None,
) -> "tuple[Plan[Who], Nets]":
    """The plan for amounts that sum to zero, in whole coins, after these payments were made; and what rounding gives
    each. What was paid in other coins is rounded with the rest. `results` is what tables brought each that come to
    zero among their players: as far as a balance comes from there, these players pay each other."""
    fair, results = fair or Fair({}), results or {}
    before = dict(now)
    for payer, getter, amount in paid:
        before[payer] = before.get(payer, 0) - amount
        before[getter] = before.get(getter, 0) + amount
    first = rounded(before, coin, fair.turn, fair.gained)
    left = _without(by_tables(first.nets, results, coin).payments, paid)
    nets = dict(first.nets)
    for payer, getter, amount in paid:
        nets[payer] += amount
        nets[getter] -= amount
    if any(amount % coin for amount in nets.values()):
        anew = rounded(now, coin, fair.turn, fair.gained)
        return by_tables(anew.nets, results, coin), dict(anew.gains)
    kept = settle_up(nets, keep=left)
    is_kept = set(kept.payments) == set(left)
    return kept if is_kept else by_tables(nets, results, coin), {who: nets[who] - now.get(who, 0) for who in nets}


def by_tables(nets: Mapping[Who, int], results: Mapping[Who, int], coin: int = 1) -> "Plan[Who]":
    """The plan in which players pay each other, and not the club, as far as their balances come from the results of
    tables; that of `settle_up` where this would need more payments. Nobody pays or gets more than their balance."""
    plan, own = settle_up(nets), _of_tables(nets, results, coin)
    summed: dict[tuple[Who, Who], int] = defaultdict(int)
    for part in (own, {who: amount - own.get(who, 0) for who, amount in nets.items()}):
        for payer, getter, amount in settle_up(part).payments:
            summed[payer, getter] += amount
    if not own or len(summed) > len(plan.payments):
        return plan
    order = {who: place for place, who in enumerate(nets)}
    pairs = sorted(summed, key=lambda pair: (order[pair[0]], order[pair[1]]))
    return Plan(tuple((payer, getter, summed[payer, getter]) for payer, getter in pairs), plan.are_fewest)


def _of_tables(nets: Mapping[Who, int], results: Mapping[Who, int], coin: int) -> Nets:
    """How much of each balance comes from the results of tables, in whole coins and summing to zero: who won there but
    owes in all gets nothing from there, and as much is paid as there is to get."""
    parts: tuple[Nets, Nets] = ({}, {})
    for who, net in nets.items():
        result = results.get(who, 0)
        if net * result > 0:
            parts[net > 0][who] = min(abs(net), abs(result)) // coin * coin
    rest = [min(sum(part.values()) for part in parts)] * 2
    own: Nets = {}
    for side, sign in ((0, -1), (1, 1)):
        for who, most in parts[side].items():
            amount = min(most, rest[side])
            rest[side] -= amount
            if amount:
                own[who] = sign * amount
    return {who: own[who] for who in nets if who in own}


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
    lines = {player.pk: player for player in club.players.select_related("merged_into")}
    nets: dict[Key, Nets] = defaultdict(lambda: defaultdict(int))
    for unit, decimals, player, amount in _amounts(club, scope):
        nets[unit, decimals][lines[player].identity] += amount
    people = {line.pk: line for line in lines.values() if line.merged_into_id is None}
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
    paid = _paid(club, scope, key)
    plan, gains = planned(now, paid, coin, fair, _results(club, scope, key))
    # What was said and waits, by who paid whom; of two the newer one
    kind, about = scope.about or ("", None)
    found = Payment.objects.filter(club=club, unit=key[0], decimals=key[1], about_kind=kind, about=about)
    waiting = {
        (payment.payer_id, payment.getter_id): payment
        for payment in found.filter(state=Payment.State.OPEN).order_by("pk")
    }
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
        paid=tuple(Transfer(called[payer], called[getter], amount) for payer, getter, amount in paid),
    )


def _results(club: Club, scope: Scope, key: Key) -> Nets:
    """What the newest tables that come to zero among their players brought each of them."""
    bookings = _bookings(club, scope) if scope.about else Booking.objects.filter(club=club)
    found = bookings.filter(unit=key[0], decimals=key[1], kind=Kind.RESULT, reversal=None, sitting__isnull=False)
    newest = list(found.order_by("-on", "-pk").values_list("pk", flat=True)[:LATEST])
    legs = Leg.objects.filter(booking__in=newest, account__kind=Account.Kind.PLAYER).order_by()
    of_tables: dict[UUID, Nets] = defaultdict(lambda: defaultdict(int))
    rows = legs.values_list("booking__sitting", "account__player", "account__player__merged_into")
    for sitting, line, merged, amount in rows.annotate(amount=Sum("amount")):
        of_tables[sitting][merged or line] += amount
    results: Nets = defaultdict(int)
    for of_table in of_tables.values():
        if sum(of_table.values()) == 0:
            for who, amount in of_table.items():
                results[who] += amount
    return results


def _lines_of(club: Club, people: Iterable[Who]) -> dict[UUID, UUID]:
    """{line: whom it stands for} of all lines of these people."""
    wanted = {who for who in people if who}
    found = club.players.filter(Q(pk__in=wanted) | Q(merged_into__in=wanted)).select_related("merged_into")
    return {line.pk: line.identity for line in found}


SHORT: Final = "SHORT_DATE_FORMAT"


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """How much the payer of a row has paid its getter, None is the club, and what for in the words of the page; `waits`
    says that some of it is not confirmed yet."""

    payer: Player | None
    getter: Player | None
    amount: int
    what_for: str
    waits: bool


def paid_elsewhere(club: Club, scope: Scope, plan: Settled) -> list[Elsewhere]:
    """For the payments of the plan: what the payer has paid the same getter for something else since the first of it
    was booked, where that is anything. Of where everybody stands everything that was paid is taken off."""
    first = first_of(club, scope, (plan.unit.unit, plan.unit.decimals)) if scope.about and plan.transfers else None
    if first is None or scope.about is None:
        return []
    kind, pk = scope.about
    counts = Q(state=Payment.State.OPEN) | Q(state=Payment.State.CONFIRMED, booking__reversal=None)
    found = Payment.objects.filter(counts, club=club, unit=plan.unit.unit, decimals=plan.unit.decimals)
    since = found.filter(said_at__gte=first.at).exclude(about_kind=kind, about=pk)
    paid = list(since.select_related("payer__merged_into", "getter__merged_into").order_by("pk"))
    # {payment: what it was said for}, in one statement for each kind of thing
    named: dict[str, set[UUID]] = defaultdict(set)
    for payment in paid:
        if payment.about and payment.about_kind != PERIOD:
            named[payment.about_kind].add(payment.about)
    names = {pk: name for kind, pks in named.items() for pk, name in names_of(kind, pks, club.pk).items()}
    things, by_pair = {payment.pk: _thing(payment, names) for payment in paid}, defaultdict(list)
    for paid_payment in paid:
        by_pair[_person(paid_payment.payer), _person(paid_payment.getter)].append(paid_payment)
    rows = ((transfer, by_pair[_person(transfer.payer), _person(transfer.getter)]) for transfer in plan.transfers)
    return [_of_row(row, payments, things) for row, payments in rows if payments]


def _of_row(row: Transfer, payments: Sequence[Payment], things: Mapping[UUID, str]) -> Elsewhere:
    what_for = _(", ").join(dict.fromkeys(things[payment.pk] for payment in payments))
    amount, waits = sum(payment.amount for payment in payments), any(payment.is_open for payment in payments)
    return Elsewhere(row.payer, row.getter, amount, what_for, waits)


def _thing(payment: Payment, names: Mapping[UUID, str]) -> str:
    if payment.about is None:
        return pgettext("paid for", "all balances")
    days = plain(payment.about_what)
    if days.since and days.until:
        return f"{date_format(days.since, SHORT)} – {date_format(days.until, SHORT)}"
    name = names.get(payment.about)
    return isolated(name) if name else pgettext("paid for", "an evening")


def _person(player: Player | None) -> UUID | None:
    return player.identity if player else None
