"""Who pays whom as a picture: those who pay on the left, a row for each payment, those who get on the right."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.payouts.selectors.settling import Transfer

ROW: Final = 40
LEFT, RIGHT, WIDE = 118, 248, 366
LONGEST: Final = 14  # letters of a name; the table has the whole


@dataclass(frozen=True, slots=True)
class Arrow:
    """From the payer's row to the getter; `payer` is empty where the row above says it. `way` and `head` are paths."""

    payer: str
    amount: int
    y: int
    way: str
    head: str

    @property
    def above(self) -> int:
        """Where the amount stands, over the line."""
        return self.y - 6


@dataclass(frozen=True, slots=True)
class Picture:
    height: int
    arrows: tuple[Arrow, ...]
    getters: tuple[tuple[str, int], ...]
    """(name, where)"""


def picture_of(transfers: Sequence[Transfer], club: str) -> Picture | None:
    """None where nobody pays. `club` is what the club is called."""
    if not transfers:
        return None
    rows: dict[str, list[int]] = {}
    for number, one in enumerate(transfers):
        rows.setdefault(_key(one.getter), []).append(_row(number))
    names = {_key(one.getter): _short(one.getter.name if one.getter else club) for one in transfers}
    places, lowest = {}, 0
    for getter, theirs in sorted(rows.items(), key=lambda item: (sum(item[1]) // len(item[1]), item[0])):
        lowest = max(sum(theirs) // len(theirs), lowest + 24)
        places[getter] = lowest
    payers = [_short(one.payer.name if one.payer else club) for one in transfers]
    arrows = tuple(
        Arrow(
            payer="" if number and one.payer == transfers[number - 1].payer else payers[number],
            amount=one.amount,
            y=_row(number),
            way=_way(_row(number), places[_key(one.getter)]),
            head=f"M{RIGHT} {places[_key(one.getter)]}l-9 -4.5v9z",
        )
        for number, one in enumerate(transfers)
    )
    height = max(_row(len(transfers) - 1), lowest) + 14
    return Picture(height, arrows, tuple((names[key], place) for key, place in places.items()))


def _key(player: object) -> str:
    return str(getattr(player, "pk", ""))


def _row(number: int) -> int:
    return 26 + number * ROW


def _way(start: int, end: int) -> str:
    return f"M{LEFT} {start}H180C214 {start} 206 {end} 240 {end}"


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}…"
