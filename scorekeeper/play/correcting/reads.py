"""Penalties and adjustments: what was given to or taken from somebody beside the hands."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.play.ledger import Amounts
from scorekeeper.play.models import Act, Seat, Sitting
from scorekeeper.play.moves import sides_of

GIVEN = (Act.Kind.PENALTY, Act.Kind.ADJUSTED)
Lines = list[list[str | int]]  # [[id of the seat, measure, amount], ...], as an act keeps them


@dataclass(frozen=True, slots=True)
class Adjustment:
    """One of them, as the sheet shows it. `points` are what it adds to the total of each seat by number."""

    act: Act
    points: Mapping[int, int]
    taken_back: Act | None

    @property
    def stands(self) -> bool:
        return self.taken_back is None

    @property
    def after(self) -> int:
        """The number of the hand after which it was given; 0 before the first."""
        return int(self.act.detail["after"])


def counted_in(sitting: Sitting) -> tuple[str, int]:
    """The measure that is the total, in which points are given and taken, and its weight: 1 or -1."""
    weights = sitting.plays.weights(sitting.typed_rules)
    return next((measure, weight) for measure, weight in weights.items() if abs(weight) == 1)


def is_between_players(sitting: Sitting) -> bool:
    """Whether what one gets another one gives: the total is an amount of a unit."""
    return counted_in(sitting)[0] in sitting.plays.in_units


def side_of(sitting: Sitting, seats: Sequence[Seat], number: int) -> tuple[Seat, ...]:
    """All who score as one with this seat."""
    return next(side for side in sides_of(sitting, seats) if any(seat.number == number for seat in side))


def lines_of(seats: Iterable[Seat], amounts: Amounts) -> Lines:
    """What moves by seat number, as an act keeps it: who it was does not change when seats are swapped."""
    by_number = {seat.number: str(seat.pk) for seat in seats}
    return [[by_number[number], measure, amount] for (number, measure), amount in sorted(amounts.items())]


def amounts_of(seats: Iterable[Seat], lines: Lines) -> dict[tuple[int, str], int]:
    """`lines_of` read again, for the seats as they are now."""
    numbers = {str(seat.pk): seat.number for seat in seats}
    return {(numbers[str(pk)], str(measure)): int(amount) for pk, measure, amount in lines}


def linked_acts(sitting: Sitting) -> list[Act]:
    """The acts that say something of the sheet itself, in their order. One query."""
    found = sitting.acts.filter(seq__isnull=False).select_related("by_user", "by_device", "seat", "player")
    return list(found.order_by("seq"))


def adjustments_of(sitting: Sitting, seats: Sequence[Seat], acts: Iterable[Act]) -> tuple[Adjustment, ...]:
    """Every penalty and adjustment among the linked acts of a sitting."""
    acts = list(acts)
    reversals = {act.reverses_id: act for act in acts if act.reverses_id}
    weight = counted_in(sitting)[1] if acts else 1
    return tuple(
        Adjustment(
            act,
            {number: weight * amount for (number, _m), amount in amounts_of(seats, act.detail["lines"]).items()},
            reversals.get(act.pk),
        )
        for act in acts
        if act.kind in GIVEN
    )
