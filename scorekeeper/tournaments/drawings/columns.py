"""The columns of an empty sheet, as the template of each game has them on its page (`games/<game>/_blank.html`)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

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


def columns_of(game: str, sides: Sequence[Side]) -> list[Column]:
    """From the left; the first has the numbers of the lines."""
    return GAMES.get(game, _general)(sides)


def _general(sides: Sequence[Side]) -> list[Column]:
    wide = GENERAL[len(sides) <= FEW]
    found = [Column(_("No."), NUMBER), Column(_("What was played"), WRITTEN)]
    for name, team in sides:
        found += [Column(title, wide, name, is_sides=True, team=team) for title in (_("Points"), _("Total"))]
    return found


def _skat(sides: Sequence[Side]) -> list[Column]:
    """The official list."""
    mark = 7.1
    found = [
        Column(_("No."), NUMBER),
        Column(_("Base"), 13),
        Column(_("with"), mark, _("Matadors")),
        Column(_("w/o"), mark, _("Matadors")),
        Column(_("Hand"), mark, upright=True),
        Column(pgettext("schneider", "made"), mark, _("Schneider")),
        Column(_("ann."), mark, _("Schneider")),
        Column(pgettext("schneider", "made"), mark, _("Schwarz")),
        Column(_("ann."), mark, _("Schwarz")),
        Column(_("Ouvert"), mark, upright=True),
        Column("+", 9, _("Value")),
        Column("−", 9, _("Value")),
    ]
    won, lost = pgettext("games won, one letter", "W"), pgettext("games lost, one letter", "L")
    for name, team in sides:
        titles = ((_("Points"), 13.0), (won, 6.5), (lost, 6.5))
        found += [Column(title, wide, name, is_sides=True, team=team) for title, wide in titles]
    return [*found, Column(_("Passed"), mark, upright=True)]


GAMES: Final[Mapping[str, Callable[[Sequence[Side]], list[Column]]]] = {"skat": _skat}
