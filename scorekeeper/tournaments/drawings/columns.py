"""The columns of an empty sheet, as its game says; `games/<game>/_blank.html` has the same on a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.game import AnyGame
from games.core.values import PaperColumn

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
    number = Column(_("No."), NUMBER)
    if game.paper is None:
        return [number, *_general(sides)]
    of_sides = [_column(column, side) for side in sides for column in game.paper.of_side]
    return [number, *map(_column, game.paper.once), *of_sides, *map(_column, game.paper.behind)]


def _general(sides: Sequence[Side]) -> list[Column]:
    """Of a game that says nothing about its sheet."""
    wide = GENERAL[len(sides) <= FEW]
    found = [Column(_("What was played"), WRITTEN)]
    for name, team in sides:
        found += [Column(title, wide, name, is_sides=True, team=team) for title in (_("Points"), _("Total"))]
    return found


def _column(column: PaperColumn, side: Side | None = None) -> Column:
    title = pgettext(column.context, column.title) if column.context else _(column.title)
    if side:
        name, team = side
        return Column(title, column.wide, name, column.upright, is_sides=True, team=team)
    return Column(title, column.wide, _(column.of) if column.of else "", column.upright)
