"""Who pays whom as a picture: those who pay on the left, a row for each payment, those who get on the right."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from scorekeeper.payouts.selectors.settling import Transfer

ROW: Final = 40
APART: Final = 40  # those who get
LEFT, RIGHT = 128, 248
LONGEST: Final = 15  # letters of a line
LINE: Final = 13  # from one to the next
LINES: Final = 3  # of a name; the table has the whole
Name = tuple[tuple[str, int], ...]
"""The lines of a name, each with how far below its row it stands."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """From the payer's row to the getter; `payer` is empty where the row above says it. `way` and `head` are paths."""

    payer: Name
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
    getters: tuple[tuple[Name, int], ...]
    """(name, where)"""


def picture_of(transfers: Sequence[Transfer], club: str) -> Picture | None:
    """None where nobody pays. `club` is what the club is called."""
    if not transfers:
        return None
    rows: dict[str, list[int]] = {}
    for number, one in enumerate(transfers):
        rows.setdefault(_key(one.getter), []).append(_row(number))
    names = {_key(one.getter): _lines(one.getter.name if one.getter else club) for one in transfers}
    places, lowest = {}, 0
    for getter, theirs in sorted(rows.items(), key=lambda item: (sum(item[1]) // len(item[1]), item[0])):
        lowest = max(sum(theirs) // len(theirs), lowest + APART)
        places[getter] = lowest
    payers = [_lines(one.payer.name if one.payer else club) for one in transfers]
    arrows = tuple(
        Arrow(
            payer=() if number and one.payer == transfers[number - 1].payer else payers[number],
            amount=one.amount,
            y=_row(number),
            way=_way(_row(number), places[_key(one.getter)]),
            head=f"M{RIGHT} {places[_key(one.getter)]}l-9 -4.5v9z",
        )
        for number, one in enumerate(transfers)
    )
    height = max(_row(len(transfers) - 1), lowest) + 20
    return Picture(height, arrows, tuple((names[key], place) for key, place in places.items()))


def _key(player: object) -> str:
    return str(getattr(player, "pk", ""))


def _row(number: int) -> int:
    return 30 + number * ROW


def _way(start: int, end: int) -> str:
    return f"M{LEFT} {start}H190C218 {start} 210 {end} 240 {end}"


def _lines(name: str) -> Name:
    """A name in lines around the middle of its row; only the last of them is cut, where there is no room at all."""
    lines = wrap(name, LONGEST, max_lines=LINES, placeholder="…") or [name]
    first = 4 - (len(lines) - 1) * LINE // 2
    return tuple((line, first + number * LINE) for number, line in enumerate(lines))
