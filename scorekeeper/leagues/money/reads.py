"""What an evening owes the club: entry fees, and the money for lost games from its sheets. Two units never mix."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from uuid import UUID

from django.db.models import Q
from django.urls import reverse

from games.core.amounts import InUnits
from scorekeeper.clubs.models import Player
from scorekeeper.common.default_words import in_words
from scorekeeper.common.names import alphabetical
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.models import Attendance, Collected, Evening
from scorekeeper.leagues.money.booked import is_in_book, lost_at, payments_for, unit_booked
from scorekeeper.payouts.care.reads import Sight
from scorekeeper.payouts.models import Account
from scorekeeper.payouts.sources import Thing
from scorekeeper.play.models import Sitting


@dataclass(frozen=True, slots=True)
class Owing:
    """What one player owes in one unit. `collected` is what was ticked off, None where nothing was; `booking` is what
    that wrote into the money book. `paid` of it was paid under Payments, to the club by the booking `payment`, or among
    players as they settled up; `waits` is a payment to the club that was said and is not confirmed yet."""

    player: Player
    unit: InUnits
    fee: int
    lost: int
    collected: int | None
    booking: UUID | None = None
    paid: int = 0
    payment: UUID | None = None
    waits: UUID | None = None

    @property
    def due(self) -> int:
        return self.fee + self.lost

    @property
    def to_tick(self) -> int:
        """What is ticked off once it is collected: what is due without what was paid under Payments."""
        return self.due - self.paid

    @property
    def left(self) -> int:
        """What they have still to give; nothing where more was ticked off than is due by now."""
        return max(0, self.to_tick - (self.collected or 0))

    @property
    def is_settled(self) -> bool:
        return (self.collected or 0) == self.to_tick


@dataclass(frozen=True, slots=True)
class Sum:
    """The totals of one unit. What was paid under Payments (`paid`) is among what was `collected`."""

    unit: InUnits
    fee: int
    lost: int
    due: int
    collected: int
    paid: int

    @property
    def left(self) -> int:
        return self.due - self.collected


@dataclass(frozen=True, slots=True)
class Dues:
    """All that is due, by unit, then by name. `is_final` once every sheet is closed: until then it can change. Where it
    `is_partly_hidden` what was paid is told of the reader only."""

    owing: tuple[Owing, ...]
    is_final: bool
    is_partly_hidden: bool = False

    def of(self, player: UUID, unit: InUnits) -> Owing | None:
        """What this player owes in this unit; None where nothing ever was due."""
        return next((one for one in self.owing if one.player.pk == player and same(one.unit, unit)), None)

    @property
    def sums(self) -> tuple[Sum, ...]:
        """One a unit."""
        return tuple(_sum(list(owing)) for _label, owing in groupby(self.owing, key=lambda one: _key(one.unit)))

    @property
    def by_unit(self) -> tuple[tuple[Sum, tuple[Owing, ...]], ...]:
        """The lines of each unit with their sum."""
        return tuple((found, tuple(one for one in self.owing if same(one.unit, found.unit))) for found in self.sums)


def dues_of(evening: Evening, sittings: Sequence[Sitting] | None = None) -> Dues:
    """What everybody who came owes, by the sheets as they stand now."""
    sheets = sittings_of(evening) if sittings is None else sittings
    fees: dict[tuple[UUID, str, int], int] = defaultdict(int)
    lost: dict[tuple[UUID, str, int], int] = defaultdict(int)
    players: dict[UUID, Player] = {}
    came = Attendance.objects.filter(evening=evening, came_at__isnull=False).select_related("player")
    for attendance in came:
        person = attendance.player.person
        players[person.pk] = person
        fees[person.pk, *_key(evening.money)] = evening.fee  # once, by however many of their lines they came
    for sitting in sheets:
        for player, unit, amount in lost_at(evening, sitting):
            players[player.identity] = player.person
            lost[player.identity, *_key(unit)] += amount
    ticked: dict[tuple[UUID, str, int], int] = defaultdict(int)
    booked: dict[tuple[UUID, str, int], UUID | None] = {}
    for collected in Collected.objects.filter(evening=evening).select_related("player"):
        players[collected.player.identity] = collected.player.person
        ticked[collected.player.identity, collected.unit, collected.decimals] += collected.amount
        booked[collected.player.identity, collected.unit, collected.decimals] = collected.booking_id
    owing = [
        Owing(players[key[0]], _unit(*key[1:]), fees.get(key, 0), lost.get(key, 0), ticked.get(key), booked.get(key))
        for key in {*fees, *lost, *ticked}
        if fees.get(key, 0) + lost.get(key, 0) or key in ticked
    ]
    owing.sort(key=lambda one: (_key(one.unit), alphabetical(one.player.name), one.player.pk))
    return Dues(_with_payments(evening, sheets, owing), all(sitting.is_official for sitting in sheets))


def _with_payments(evening: Evening, sheets: Sequence[Sitting], owing: Sequence[Owing]) -> tuple[Owing, ...]:
    """What was paid under Payments goes to what is due in that unit of the book, from the first line of it on."""
    payments = payments_for(evening, sheets)
    if payments is None:
        return tuple(owing)
    keys = [(one.player.pk, *_key(unit_booked(evening.club, one.unit))) for one in owing]
    due: dict[tuple[UUID, str, int], int] = defaultdict(int)
    ticked: dict[tuple[UUID, str, int], int] = defaultdict(int)
    for key, one in zip(keys, owing, strict=True):
        due[key] += one.due
        ticked[key] += one.collected or 0 if one.booking else 0
    left = {key: payments.cover(key, due[key], ticked[key]) for key in due}
    found = []
    for key, one in zip(keys, owing, strict=True):
        paid = min(one.due, left[key])
        left[key] -= paid
        found.append(replace(one, paid=paid, payment=payments.bookings.get(key), waits=payments.waiting.get(key)))
    return tuple(found)


def seen_dues(dues: Dues, sight: Sight) -> Dues:
    """What is due is asked of all alike and stands on sheets; who has paid it is hidden with where they stand."""
    if not sight.is_narrow:
        return dues
    hidden = {"collected": None, "booking": None, "paid": 0, "payment": None, "waits": None}
    owing = tuple(one if sight.is_mine(one.player) else replace(one, **hidden) for one in dues.owing)  # type: ignore[arg-type]
    return replace(dues, owing=owing, is_partly_hidden=True)


def owing_nothing(evening: Evening, dues: Dues) -> frozenset[UUID]:
    """Those who have something left to pay for a closed evening and owe nothing in any unit of the money book: perhaps
    they paid for where everybody stands, which is no evening's."""
    if not is_in_book(evening) or not evening.is_closed:
        return frozenset()
    asked = {one.player.pk for one in dues.owing if one.left}
    lines = Account.objects.filter(Q(player__in=asked) | Q(player__merged_into__in=asked), club=evening.club_id)
    stands: dict[tuple[UUID, str, int], int] = defaultdict(int)
    for account in lines.select_related("player"):
        if account.player:
            stands[account.player.identity, account.unit, account.decimals] += account.balance
    return frozenset(asked - {key[0] for key, balance in stands.items() if balance < 0})


def same(in_units: InUnits, other: InUnits) -> bool:
    return _key(in_units) == _key(other)


def _sum(owing: Sequence[Owing]) -> Sum:
    return Sum(
        unit=owing[0].unit,
        fee=sum(one.fee for one in owing),
        lost=sum(one.lost for one in owing),
        due=sum(one.due for one in owing),
        collected=sum((one.collected or 0) + one.paid for one in owing),
        paid=sum(one.paid for one in owing),
    )


def _key(unit: InUnits) -> tuple[str, int]:
    return unit.unit, unit.decimals


def _unit(label: str, decimals: int) -> InUnits:
    return InUnits.model_construct(unit=label, decimals=decimals)


def evening_of_bookings(pk: UUID, club: UUID) -> Thing | None:
    """The evening of this id in this club, with the tables it had."""
    evening = Evening.objects.filter(pk=pk, club=club).first()
    if evening is None:
        return None
    tables = Sitting.objects.filter(drawn_table__draw__evening=evening).values_list("pk", flat=True)
    return Thing(evening.name, reverse("evening_detail", args=[evening.pk]), tuple(tables))


def names_of_evenings(pks: Collection[UUID], club: UUID) -> dict[UUID, str]:
    """What these evenings of the club are called."""
    names = Evening.objects.filter(pk__in=pks, club=club).values_list("pk", "name")
    return {pk: in_words(name) for pk, name in names}
