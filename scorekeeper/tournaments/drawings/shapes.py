"""What the drawings of papers share: shapes, columns, texts that fit."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Final, Literal
from unicodedata import combining, east_asian_width

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.game import AnyGame
from games.core.values import PaperColumn
from scorekeeper.common.texts import in_language
from scorekeeper.common.typesetting import Paper, Part


@dataclass(frozen=True, slots=True)
class Line:
    """Through these points, one after another."""

    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle; `light` where it holds nothing that is played."""

    left: float
    top: float
    wide: float
    high: float
    light: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """One line in a room of this width, letters of `size` mm; what is too long for it ends in "…". A heading has a
    `level`, below the title of the paper: 2, or 3 under one of 2."""

    left: float
    top: float
    wide: float
    size: float
    text: str
    align: Literal["L", "R"] = "L"
    bold: bool = False
    light: bool = False
    level: int = 0

    @property
    def high(self) -> float:
        """mm, with room below the line of the letters."""
        return self.size * 1.4


@dataclass(slots=True)
class Picture:
    """`wide` and `high` in mm."""

    wide: float
    high: float
    lines: list[Line] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)


NARROW: Final = frozenset("fijlrtI.,:;'’!|()[] ")
BROAD: Final = frozenset("mwMW@%&")
LEAST: Final = 1.5  # mm of letters
UNMARKED: Final = 1.2  # so much longer counts a part that ends in the middle of a name
IN_TWO: Final = 0.45  # of the height of a line, where two lines of letters stand in it


@dataclass(frozen=True, slots=True)
class Fitted:
    """The lines of a text, one or two, and the size of their letters in mm."""

    lines: tuple[str, ...]
    size: float


def fitted(text: str, wide: float, letters: float, line: float) -> Fitted:
    """In one line of these letters where it fits; else smaller, or in two lines, whatever gives the larger letters.
    None are smaller than can be read: whoever draws it cuts what is too long for them."""
    alone = min(letters, wide / max(_ems(text), 1))
    if alone >= letters or " " not in text:
        return Fitted((text,), max(alone, LEAST))
    # Parted at a space, so that the longer part is short; rather behind “&” and “/” than elsewhere.
    ways = [(text[:at], text[at + 1 :]) for at, letter in enumerate(text) if letter == " "]
    both = min(ways, key=lambda way: max(map(_ems, way)) * (1 if way[0].endswith(("&", "/")) else UNMARKED))
    parted = min(line * IN_TWO, wide / max(_ems(both[0]), _ems(both[1]), 1))
    if parted > alone:
        return Fitted(both, max(parted, min(LEAST, line * IN_TWO)))
    return Fitted((text,), max(alone, LEAST))


def _ems(text: str) -> float:
    """About how wide it is, in sizes of its letters; rather too wide than too narrow."""
    return sum(map(_em, text))


def _em(letter: str) -> float:
    if combining(letter) or letter in "\u2068\u2069":
        return 0
    if letter in NARROW:
        return 0.4
    return 1 if letter in BROAD or east_asian_width(letter) in "WF" else 0.68


NUMBER: Final = 7  # mm
GENERAL: Final = {True: 17, False: 12}  # mm of points, and of totals; with up to four sides, and with more
FEW: Final = 4
WRITTEN: Final = 45  # mm for what was played, at least

Side = tuple[str, str]
"""A name, and the team they play for; empty: none."""


@dataclass(frozen=True, slots=True)
class Column:
    """`wide` in mm on A4; `of` stands over several that belong together, and is that of a side where `is_sides`, who
    may play for a `team`. An `upright` title is written from the bottom to the top."""

    title: str
    wide: float
    of: str = ""
    upright: bool = False
    is_sides: bool = False
    team: str = ""


def columns_of(game: AnyGame, sides: Sequence[Side]) -> list[Column]:
    """From the left; the first has the numbers of the lines."""
    number = Column(pgettext("note", "No."), NUMBER)
    if game.paper is None:
        return [number, *_general(sides)]
    of_sides = [_column(column, side) for side in sides for column in game.paper.of_side]
    return [number, *map(_column, game.paper.once), *of_sides, *map(_column, game.paper.behind)]


def _general(sides: Sequence[Side]) -> list[Column]:
    """Of a game that says nothing about its sheet."""
    wide = GENERAL[len(sides) <= FEW]
    found = [Column(_("What was played"), WRITTEN)]
    for name, team in sides:
        found += [
            Column(title, wide, name, is_sides=True, team=team)
            for title in (pgettext("heading", "Points"), pgettext("heading", "Total"))
        ]
    return found


def _column(column: PaperColumn, side: Side | None = None) -> Column:
    title = in_language(column.title)
    if side:
        name, team = side
        return Column(title, column.wide, name, column.upright, is_sides=True, team=team)
    return Column(title, column.wide, in_language(column.of) if column.of else "", column.upright)


def pictures_part(
    title: str, over: Sequence[str], pictures: Sequence[Picture], paper: Paper, bookmark: str = ""
) -> Part:
    """Each picture on a page that lies on its side. `over` stands under the title, in one line."""
    data = {"under": ", ".join(over), "pictures": [asdict(picture) for picture in pictures or [Picture(0, 0)]]}
    return Part("/tournaments/drawings/pictures.typ", paper, data, title, bookmark=bookmark)
