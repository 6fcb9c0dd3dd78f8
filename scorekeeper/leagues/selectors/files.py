"""The lists of an evening as tables for other programs."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from games.core.units import InUnits
from scorekeeper.clubs.models import Club
from scorekeeper.common.tables.values import Cell, Table, figure, headed
from scorekeeper.common.texts import translated
from scorekeeper.leagues.models import Attendance, Evening
from scorekeeper.leagues.selectors.course import Evenings
from scorekeeper.leagues.selectors.money import Dues
from scorekeeper.leagues.selectors.outcomes import Outcome
from scorekeeper.leagues.selectors.tables import Line
from scorekeeper.leagues.selectors.words import game_names


def evenings_out(club: Club, evenings: Iterable[Evening]) -> Table:
    """The evenings of a club."""
    heads = [_("Begins"), _("Name"), _("Venue"), _("Game"), _("Rules"), _("State")]
    rows: Iterable[list[Cell]] = (
        [one.starts_at, one.name, one.venue, game_names(one), _rules_of(one), str(one.get_state_display())]
        for one in evenings
    )
    return Table(_("Evenings of {club}").format(club=club.name), heads, rows)


def _rules_of(evening: Evening) -> str:
    return ", ".join(one.rules_name for one in evening.line_up)


def course_out(title: str, course: Evenings) -> Table:
    """Everybody's running score: one line a hand, one column a person."""
    unit = course.unit
    heads = [_("Hand"), *(headed(one.name, unit) for one in course.courses)]
    rows = (
        [mark, *(None if score is None else figure(score, unit) for score in scores)] for mark, scores in course.steps
    )
    return Table(_("{evening}: running score").format(evening=title), heads, rows)


def people_out(evening: Evening, people: Mapping[str, Sequence[Attendance]]) -> Table:
    """Who came and who did not."""
    heads = [_("Name"), _("State"), _("Came"), _("Last change")]
    rows: list[list[Cell]] = [
        [one.player.name, str(one.get_state_display()), one.came_at, one.at]
        for group in people.values()
        for one in group
    ]
    if evening.is_mixed:
        heads = [*heads, _("Game")]
        everybody = (one for group in people.values() for one in group)
        rows = [[*row, translated(one.comes_for.plays.title)] for row, one in zip(rows, everybody, strict=True)]
    return Table(_("{evening}: people").format(evening=evening.name), heads, rows)


def money_out(evening: Evening, dues: Dues) -> Table:
    """Who owes what, one line a player and unit."""
    heads = [_("Player"), _("Unit"), _("Fee"), _("Lost games"), _("Due"), _("Collected"), _("Paid under Payments")]
    rows = (
        [
            one.player.name,
            one.unit.unit,
            figure(one.fee, one.unit),
            figure(one.lost, one.unit),
            figure(one.due, one.unit),
            None if one.collected is None else figure(one.collected, one.unit),
            figure(one.paid, one.unit) if one.paid else None,
        ]
        for one in dues.owing
    )
    return Table(_("{evening}: to collect").format(evening=evening.name), heads, rows)


def results_out(evening: Evening, outcomes: Sequence[Outcome]) -> Table:
    """How the evening came out; of several games each line names its game and what it is counted in."""
    title = _("{evening}: results").format(evening=evening.name)
    if len(outcomes) > 1:
        return _mixed_results(title, outcomes)
    lines, unit = (outcomes[0].lines, outcomes[0].unit) if outcomes else ((), InUnits())
    most = max((len(line.totals) for line in lines), default=0)
    sheets = [headed(_("Sheet {number}").format(number=number), unit) for number in range(1, most + 1)]
    heads = [_("Rank"), _("Player"), *sheets, unit.unit or _("Points")]
    return Table(title, heads, (_result(line, unit, most) for line in lines))


def _mixed_results(title: str, outcomes: Sequence[Outcome]) -> Table:
    most = max((outcome.most for outcome in outcomes), default=0)
    sheets = [_("Sheet {number}").format(number=number) for number in range(1, most + 1)]
    heads = [_("Game"), _("Rank"), _("Player"), *sheets, _("Total"), _("Unit")]
    rows = (
        [translated(one.game.plays.title), *_result(line, one.unit, most), one.unit.unit or _("Points")]
        for one in outcomes
        for line in one.lines
    )
    return Table(title, heads, rows)


def _result(line: Line, unit: InUnits, most: int) -> list[Cell]:
    totals: list[Cell] = [figure(total, unit) for total in line.totals]
    empty: list[Cell] = [None] * (most - len(line.totals))
    return [line.rank, line.player.name, *totals, *empty, figure(line.total, unit)]
