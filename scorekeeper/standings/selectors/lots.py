"""Who of a season is equal in everything, and which lots between equals hold."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scorekeeper.common.texts import isolated
from scorekeeper.standings.ranking import LOT, Ranked
from scorekeeper.standings.selectors.holding import Drawn
from scorekeeper.standings.selectors.table import Line, Lines


@dataclass(frozen=True, slots=True)
class LotShown:
    """A lot, the names in the order it made, and whether it holds: exactly these are equal, as they were then."""

    drawn: Drawn
    names: tuple[str, ...]
    holds: bool

    @property
    def sentence(self) -> SafeString:
        """When it was drawn, by whom, its seed, the order it made, and that it no longer holds."""
        act = self.drawn.act
        words = _("Lot of {day}, drawn by {name}, seed {seed}: {order}.").format(
            day=date_format(timezone.localtime(act.at), "SHORT_DATETIME_FORMAT"),
            name=isolated(act.by.name) if act.by else "",
            seed=act.detail["seed"],
            order=", ".join(f"{place}. {isolated(name)}" for place, name in enumerate(self.names, 1)),
        )
        if self.holds:
            return format_html("{}", words)
        lost = _("It no longer holds: other people are equal now, or with other points.")
        return format_html("{} <b>{}</b>", words, lost)


def equals(found: Lines) -> list[list[Ranked[Line]]]:
    """Those who share a rank, best first."""
    groups = (list(rows) for _rank, rows in groupby(found.ranked, key=lambda row: row.rank))
    return [rows for rows in groups if len(rows) > 1]


def lots_of(found: Lines) -> list[LotShown]:
    """Every lot that was not taken back, oldest first; without a query."""
    names = found.book.names
    return [
        LotShown(one, tuple(names.get(person, "") for person in one.order), _holds(one, found.ranked))
        for one in found.book.lots
    ]


def _holds(drawn: Drawn, ranked: Sequence[Ranked[Line]]) -> bool:
    """Whether the lot was asked of exactly those among whom it was drawn."""
    rows = [row for row in ranked if row.row.player_id in drawn.order]
    if len(rows) < len(drawn.order) or any(row.row.points != drawn.lot.points for row in rows):
        return False
    asked = [told.said for row in rows for told in row.told if told.name == LOT and told.said is not None]
    return len(asked) == len(rows) and all(said.keys() == {row.at for row in rows} for said in asked)
