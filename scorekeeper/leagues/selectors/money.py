"""What an evening owes the club: entry fees, and the money for lost games from its sheets. Two units never mix."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from uuid import UUID

from games.core.units import InUnits
from games.core.values import Counterpart
from scorekeeper.clubs.models import Player
from scorekeeper.leagues.models import Attendance, Collected, Evening
from scorekeeper.leagues.selectors.tables import sittings_of
from scorekeeper.payouts.selectors.sheets import unit_of
from scorekeeper.play.models import Sitting
from scorekeeper.play.selectors.money import MINOR_UNITS, dues_of_sheet, money_unit


@dataclass(frozen=True, slots=True)
class Owing:
    """What one player owes in one unit. `collected` is what was ticked off, None where nothing was; `booking` is what
    that wrote into the money book."""

    player: Player
    unit: InUnits
    fee: int
    lost: int
    collected: int | None
    booking: UUID | None = None

    @property
    def due(self) -> int:
        return self.fee + self.lost

    @property
    def is_settled(self) -> bool:
        return self.collected == self.due


@dataclass(frozen=True, slots=True)
class Sum:
    """The totals of one unit."""

    unit: InUnits
    fee: int
    lost: int
    due: int
    collected: int

    @property
    def left(self) -> int:
        return self.due - self.collected


@dataclass(frozen=True, slots=True)
class Dues:
    """All that is due, by unit, then by name. `is_final` once every sheet is closed: until then it can change."""

    owing: tuple[Owing, ...]
    is_final: bool

    def due(self, player: UUID, unit: InUnits) -> int:
        """What this player owes in this unit, 0 where nothing."""
        return sum(one.due for one in self.owing if one.player.pk == player and same(one.unit, unit))

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
        for player, unit, amount in _lost(evening, sitting):
            players[player.identity] = player.person
            lost[player.identity, *_key(unit)] += amount
    ticked: dict[tuple[UUID, str, int], int] = defaultdict(int)
    booked: dict[tuple[UUID, str, int], UUID | None] = {}
    for one in Collected.objects.filter(evening=evening).select_related("player"):
        players[one.player.identity] = one.player.person
        ticked[one.player.identity, one.unit, one.decimals] += one.amount
        booked[one.player.identity, one.unit, one.decimals] = one.booking_id
    owing = [
        Owing(players[key[0]], _unit(*key[1:]), fees.get(key, 0), lost.get(key, 0), ticked.get(key), booked.get(key))
        for key in {*fees, *lost, *ticked}
        if fees.get(key, 0) + lost.get(key, 0) or key in ticked
    ]
    owing.sort(key=lambda one: (_key(one.unit), one.player.name.casefold(), one.player.pk))
    return Dues(tuple(owing), all(not sitting.is_open for sitting in sheets))


def same(one: InUnits, other: InUnits) -> bool:
    return _key(one) == _key(other)


def _lost(evening: Evening, sitting: Sitting) -> Iterator[tuple[Player, InUnits, int]]:
    """What the seats of a sheet pay to the club: causes for which everybody only pays, and not into a pot that stays
    on the table. What players owe each other is none of the treasurer's."""
    seats = list(sitting.seats.all())
    dues = dues_of_sheet(sitting, seats)
    unit = _unit_of(evening, sitting)
    if unit is None:
        return
    players = {seat.number: seat.player for seat in seats}
    for _label, of_cause in groupby(dues, key=attrgetter("label")):
        cause = list(of_cause)
        of_seats = {due.who: due.amount for due in cause if isinstance(due.who, int)}
        if all(amount <= 0 for amount in of_seats.values()) and Counterpart.POT not in {due.who for due in cause}:
            yield from ((players[seat], unit, -amount) for seat, amount in of_seats.items() if amount)


def _unit_of(evening: Evening, sitting: Sitting) -> InUnits | None:
    """Money without a label of its own is counted in the evening's unit, or as the money book has it where that has
    another. None where a club that keeps money has a table for points."""
    unit, booked = money_unit(sitting), unit_of(sitting)
    if sitting.club.keeps_money and booked is None:
        return None
    if unit.unit or unit.decimals != MINOR_UNITS.decimals:
        return unit
    return booked if booked and evening.unit else evening.money


def _sum(owing: Sequence[Owing]) -> Sum:
    return Sum(
        unit=owing[0].unit,
        fee=sum(one.fee for one in owing),
        lost=sum(one.lost for one in owing),
        due=sum(one.due for one in owing),
        collected=sum(one.collected or 0 for one in owing),
    )


def _key(unit: InUnits) -> tuple[str, int]:
    return unit.unit, unit.decimals


def _unit(label: str, decimals: int) -> InUnits:
    return InUnits.model_construct(unit=label, decimals=decimals)
