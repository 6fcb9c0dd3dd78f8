"""What a sitting would move in money, and who would pay whom. Nothing is moved here."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from games.core.record import Record
from games.core.settling import InUnits, Plan, settle_up
from games.core.text import Text
from games.core.values import Counterpart, Due
from scorekeeper.common.texts import Names, translated
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.moves import totals

MINOR_UNITS = InUnits(decimals=2)


@dataclass(frozen=True, slots=True)
class DueLine:
    """What is due for one cause: an amount for each seat; less than zero is to be paid. `rests` are those of who else
    stands against them."""

    label: Text
    amounts: tuple[int, ...]
    rests: tuple[tuple[Counterpart, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Payment:
    """Who would give whom how much."""

    payer: str
    getter: str
    amount: int


@dataclass(frozen=True, slots=True)
class Money:
    """The dues of a sitting by cause. `says_more` where they are not just the totals again; `in_points` where a game
    for amounts is played for points, which are nobody's money."""

    lines: tuple[DueLine, ...]
    unit: InUnits
    names: Names
    says_more: bool
    in_points: bool

    @property
    def payments(self) -> tuple[Payment, ...]:
        """Who pays whom so that all are even, whatever the cause."""
        return tuple(
            Payment(self._called(payer), self._called(getter), amount) for payer, getter, amount in self._plan.payments
        )

    @property
    def are_fewest(self) -> bool:
        """Whether no fewer payments would do."""
        return self._plan.are_fewest

    @property
    def _plan(self) -> Plan[int | str]:
        return settle_up(self._nets)

    @property
    def _nets(self) -> dict[int | str, int]:
        """{seat number, or the name of a counterpart: what it is to get}"""
        columns = zip(*(line.amounts for line in self.lines), strict=True)
        nets: dict[int | str, int] = dict(zip(self.names, map(sum, columns), strict=True))
        for line in self.lines:
            for counterpart, amount in line.rests:
                called = translated(counterpart.title)
                nets[called] = nets.get(called, 0) + amount
        if missing := sum(nets.values()):
            called = translated(Counterpart.POT.title)
            nets[called] = nets.get(called, 0) - missing
        return nets

    def _called(self, who: int | str) -> str:
        return self.names[who] if isinstance(who, int) else who


def dues_of_sheet(sitting: Sitting, seats: Sequence[Seat]) -> tuple[Due, ...]:
    """What is due by the sheet as it stands."""
    tallies = {seat.number: seat.tally for seat in seats}
    return sitting.plays.dues(tallies, totals(sitting, seats), sitting.typed_rules, sitting.typed_state)


def money_unit(sitting: Sitting) -> InUnits:
    """What the dues of a sitting are counted in; without a label they are points in a game for amounts, and in others
    hundredths of whatever the club has agreed on."""
    return sitting.unit if isinstance(sitting.typed_rules, InUnits) else MINOR_UNITS


def money_of(
    sitting: Sitting, rules: Record, names: Names, tallies: Mapping[int, Mapping[str, int]], totals: Mapping[int, int]
) -> Money | None:
    """What would be due after these totals; None where nothing is."""
    is_game_for_amounts = isinstance(rules, InUnits)
    unit = money_unit(sitting)
    lines = tuple(_lines(sitting.plays.dues(tallies, totals, rules, sitting.typed_state), totals))
    if not lines:
        return None
    says_more = [line.amounts for line in lines] != [tuple(totals.values())]
    return Money(lines, unit, names, says_more, in_points=is_game_for_amounts and not unit.unit)


def _lines(dues: Iterable[Due], totals: Mapping[int, int]) -> Iterable[DueLine]:
    for label, of_one_cause in groupby(dues, key=attrgetter("label")):
        own = list(of_one_cause)
        amounts = {due.who: due.amount for due in own}
        rests = tuple((due.who, due.amount) for due in own if isinstance(due.who, Counterpart) and due.amount)
        yield DueLine(label, tuple(amounts.get(number, 0) for number in totals), rests)
