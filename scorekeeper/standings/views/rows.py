"""The table of a season as its templates write it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.common.texts import amount_words, fraction_figure, isolated
from scorekeeper.pairing.keys import HALF
from scorekeeper.pairing.ties import Figure
from scorekeeper.standings.duels import LOSS, WIN, Met
from scorekeeper.standings.models import Competition
from scorekeeper.standings.ranking import DIRECT, LOT, POINTS, Ranked
from scorekeeper.standings.selectors.lots import equals, lots_of
from scorekeeper.standings.selectors.table import Evenings, Line, Lines, evenings
from scorekeeper.standings.selectors.why import Asked, Why, why
from scorekeeper.standings.words import SHORT_TITLES, SPECIAL_TITLES, called, headed, lack_told, tie_figure

RESULTS = {
    WIN: gettext_lazy("won against {names} ({points})"),
    HALF: gettext_lazy("drew with {names} ({points})"),
    LOSS: gettext_lazy("lost to {names} ({points})"),
}


@dataclass(frozen=True, slots=True)
class Who:
    """A person, as templates write one."""

    pk: UUID
    name: str


@dataclass(frozen=True, slots=True)
class Step:
    """One tie-break that was asked, in words."""

    name: str
    theirs: str
    mine: str
    decides: bool
    is_asked: bool


def page_of(season: Competition, found: Lines, *, official: bool, wanted: UUID | None) -> dict[str, Any]:
    """Rows, columns and heads; `wanted` is opened to its chain."""
    columns = evenings(found, official=official)
    chain = why(season, found, wanted, official=official) if wanted else None
    ties = [name for name, _sign in season.tie_breaks if name != DIRECT]
    write = _Writer(season, columns, ties, chain, official, found.book.names)
    rows = [write.row(row.row, row) for row in found.ranked]
    lacking = [{**write.row(line, None), "lacks": lack_told(season.counts, missing)} for line, missing in found.lacking]
    unsigned = not official and not found.is_sealed
    still_open = _still_open(season) if season.ended_at and not unsigned else 0
    return {
        "rows": rows,
        "lacking": lacking,
        "days": columns.days,
        "is_cut": columns.is_cut,
        "has_equals": bool(equals(found)),
        "void_lots": [] if official else [one for one in lots_of(found) if not one.holds],
        "heads": [headed(season, name) for name in ties],
        "width": 4 + len(columns.days) + len(ties) + bool(found.book.given),
        "unit": season.in_unit,
        "has_bonus": bool(found.book.given),
        "unsigned": unsigned,
        "still_open": still_open,
        "is_official": bool(season.ended_at) and found.is_sealed and not season.disputed and not still_open,
        "dropped": any(cell.is_dropped for own in columns.cells.values() for cell in own.values()),
    }


def _still_open(season: Competition) -> int:
    """How many sheets can still change what stands in a season that has ended, though none of them has brought
    anything yet: those that are open, and those that a scorer or director has not accepted."""
    return season.sittings.unofficial().count()


@dataclass(frozen=True, slots=True)
class _Writer:
    season: Competition
    columns: Evenings
    ties: list[str]
    chain: Why | None
    official: bool
    names: Mapping[UUID, str]

    def row(self, line: Line, found: Ranked[Line] | None) -> dict[str, Any]:
        account, cells = line.account, self.columns.cells.get(line.player_id, {})
        opened = self.chain if self.chain and self.chain.line is line else None
        moved = self._moved(line, found)
        return {
            "rank": found.rank if found else None,
            "moved": moved,
            "down": -moved,
            "player": Who(line.player_id, line.name),
            "points": line.points,
            "bonus": account.bonus,
            "sources": account.sheets,
            "dropped": len(account.dropped),
            "is_sealed": self.official or account.is_sealed,
            "ties": [self._figure(name, account.figures.get(name, 0)) for name in self.ties],
            "cells": [cells.get(day) for day in self.columns.days],
            "why": opened,
            "decision": decision(self.season, opened) if opened else "",
            "met": [met_told(one, self.names) for one in opened.met] if opened else [],
            "steps": [step(self.season, one) for one in opened.asked if one.name != POINTS] if opened else [],
        }

    def _moved(self, line: Line, found: Ranked[Line] | None) -> int:
        """How many places up since the evening before; below nothing: down."""
        before = self.columns.ranks_before.get(line.player_id)
        return before - found.rank if before and found else 0

    def _figure(self, name: str, amount: Figure) -> str:
        return tie_figure(self.season, name, amount)


def met_told(met: Met[UUID], names: Mapping[UUID, str]) -> dict[str, Any]:
    """One game against others, in words, with what it brought to each key that was asked."""
    return {
        "source": met.source,
        "told": RESULTS[met.points].format(
            names=_(" and ").join(isolated(names[one]) for one in met.opponents), points=fraction_figure(met.theirs)
        ),
        "terms": [
            {
                "name": SHORT_TITLES.get(name, SPECIAL_TITLES[name]),
                "amount": fraction_figure(one.amount),
                "cut": one.is_cut,
            }
            for name, one in met.terms.items()
        ],
    }


def step(season: Competition, asked: Asked) -> Step:
    """A tie-break as a line: what it said of the one above and of this one."""
    name = called(season, asked.name)
    if asked.theirs is None or asked.mine is None:
        return Step(name, "", "", decides=False, is_asked=False)
    theirs, mine = (tie_figure(season, asked.name, amount) for amount in (asked.theirs, asked.mine))
    return Step(name, theirs, mine, asked.decides, is_asked=True)


def decision(season: Competition, opened: Why) -> str:
    """What put the row behind the one above, in a sentence."""
    if opened.found is None:
        return _("Not ranked yet: {lack}.").format(lack=lack_told(season.counts, opened.missing))
    if opened.above is None:
        return ""
    above, decided = opened.above.row, opened.found.decided_by
    if decided is None:
        return _("Equal with {name} in everything that counts: they share the rank.").format(name=above.name)
    if not decided:
        return _behind(season, above, opened.line)
    if decided == LOT:
        lot = next(one.drawn.act for one in opened.lots if one.holds)
        return _("Equal with {name} in everything that counts. The lot of {day} put {name} in front.").format(
            name=above.name, day=date_format(lot.day, "DATE_FORMAT")
        )
    last = step(season, opened.asked[-1])
    return _("Equal with {name} on points. The season then looks at “{measure}”: {theirs} to {mine}.").format(
        name=above.name, measure=last.name, theirs=last.theirs, mine=last.mine
    )


def _behind(season: Competition, above: Line, line: Line) -> str:
    many = above.points - line.points
    gap = amount_words(many, season.in_unit)
    if season.in_unit.unit:
        return _("{gap} behind {name}.").format(gap=gap, name=above.name)
    return ngettext("{gap} point behind {name}.", "{gap} points behind {name}.", many).format(gap=gap, name=above.name)
