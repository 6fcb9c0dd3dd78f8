"""What all results of a season come to together, where its game says what that has to be."""

from collections.abc import Iterator
from typing import Final
from uuid import UUID

from django.db.models import Sum
from django.utils.translation import gettext as _

from scorekeeper.common.zero_sums import Checked, Table, checked
from scorekeeper.standings.models import Competition, Result
from scorekeeper.standings.selectors.table import Lines

MOST: Final = 5  # tables that are named


def sums_of(season: Competition, found: Lines, *, official: bool) -> Checked | None:
    """Of a season of one game that counts what a table comes to: the sum of everything played, also of what is dropped,
    without bonuses. None where it can be anything. Only where it is not 0 the sheets are asked, in two statements."""
    game, kept = season.rules, season.systems.get(season.game, "")
    counts_totals = game.systems.get(kept) == game.weights(game.rules())
    accounts = [line.account for line in found.all_of_them]
    if season.is_mixed or season.factors or game.sum_at is None or not counts_totals or not accounts:
        return None
    if sum(one.brought + sum(each.points for each in one.dropped) for one in accounts) == 0:
        return checked([Table("", 0)], season.in_unit)
    tables = list(_tables(season, found.book.only, official=official))
    off = [one for one in tables if one.is_off]
    if len(off) > MOST:
        rest = off[MOST - 1 :]
        off[MOST - 1 :] = [Table(_("others"), sum(one.total for one in rest), sum(one.expected for one in rest))]
    return checked([*(one for one in tables if not one.is_off), *off], season.in_unit)


def _tables(season: Competition, only: frozenset[UUID] | None, *, official: bool) -> Iterator[Table]:
    """The sheets, and evenings of old lists, whose results do not come to 0."""
    results = Result.objects.filter(club=season.club_id, competition=season)
    if official:
        results = results.filter(is_sealed=True)
    if only is not None:
        results = results.filter(source__in=only)
    sums = results.order_by("source").values_list("source").annotate(together=Sum("points")).exclude(together=0)
    of_source = dict(sums)
    sittings = season.sittings.in_bulk(list(of_source))
    for source, points in of_source.items():
        sitting = sittings.get(source)
        if sitting is None:
            yield Table(_("an old list"), points)
            continue
        sum_at = sitting.plays.sum_at
        expected = sum_at(sitting.typed_rules, sitting.typed_state) if sum_at else None
        yield Table(sitting.name, points, points if expected is None else expected)
