"""The lists of an evening as tables for other programs."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from games.core.units import InUnits
from scorekeeper.clubs.models import Club
from scorekeeper.common.tables_out import Cell, Table, figure, headed
from scorekeeper.common.texts import translated
from scorekeeper.leagues.models import Attendance, Evening
from scorekeeper.leagues.selectors.course import Evenings
from scorekeeper.leagues.selectors.money import Dues
from scorekeeper.leagues.selectors.tables import Line


def evenings_out(club: Club, evenings: Iterable[Evening]) -> Table:
    """The evenings of a club."""
    heads = [_("Begins"), _("Name"), _("Venue"), _("Game"), _("Rules"), _("State")]
    rows: Iterable[list[Cell]] = (
        [one.starts_at, one.name, one.venue, translated(one.plays.title), one.rules_name, str(one.get_state_display())]
        for one in evenings
    )
    return Table(_("Evenings of {club}").format(club=club.name), heads, rows)


def course_out(evening: Evening, course: Evenings) -> Table:
    """Everybody's running score: one line a hand, one column a person."""
    unit = course.unit
    heads = [_("Hand"), *(headed(one.name, unit) for one in course.courses)]
    rows = (
        [mark, *(None if score is None else figure(score, unit) for score in scores)] for mark, scores in course.steps
    )
    return Table(_("{evening}: running score").format(evening=evening.name), heads, rows)


def people_out(evening: Evening, people: Mapping[str, Sequence[Attendance]]) -> Table:
    """Who came and who did not."""
    heads = [_("Name"), _("State"), _("Came"), _("Last change")]
    rows = (
        [one.player.name, one.get_state_display(), one.came_at, one.at] for group in people.values() for one in group
    )
    return Table(_("{evening}: people").format(evening=evening.name), heads, rows)


def money_out(evening: Evening, dues: Dues) -> Table:
    """Who owes what, one line a player and unit."""
    heads = [_("Player"), _("Unit"), _("Fee"), _("Lost games"), _("Due"), _("Collected")]
    rows = (
        [
            one.player.name,
            one.unit.unit,
            figure(one.fee, one.unit),
            figure(one.lost, one.unit),
            figure(one.due, one.unit),
            None if one.collected is None else figure(one.collected, one.unit),
        ]
        for one in dues.owing
    )
    return Table(_("{evening}: to collect").format(evening=evening.name), heads, rows)


def results_out(evening: Evening, lines: Sequence[Line], unit: InUnits, most: int) -> Table:
    """How the evening came out."""
    sheets = [headed(_("Sheet {number}").format(number=number), unit) for number in range(1, most + 1)]
    heads = [_("Rank"), _("Player"), *sheets, unit.unit or _("Points")]
    rows = (
        [
            line.rank,
            line.player.name,
            *(figure(total, unit) for total in line.totals),
            *[None] * (most - len(line.totals)),
            figure(line.total, unit),
        ]
        for line in lines
    )
    return Table(_("{evening}: results").format(evening=evening.name), heads, rows)
