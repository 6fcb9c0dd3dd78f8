"""The tables of an evening, for its pages and for other programs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.amounts import InUnits
from scorekeeper.clubs.models import Club
from scorekeeper.common.tables.drawing import figure_html
from scorekeeper.common.tables.values import Cell, Column, Kind, RichCell, Table, joined
from scorekeeper.common.texts import rules_title, translated
from scorekeeper.leagues.evenings.reads import Line, game_names
from scorekeeper.leagues.models import Attendance, Evening
from scorekeeper.leagues.money.reads import Dues, Owing, Sum
from scorekeeper.leagues.report.course import Evenings
from scorekeeper.leagues.report.reads import Outcome

BEFORE: Final = RichCell(None, html=SafeString('<span class="muted">–</span>'))  # they had not sat down yet


def evenings_out(club: Club, evenings: Iterable[Evening]) -> Table:
    """The evenings of a club."""
    heads = [
        pgettext("column", "Begins"),
        pgettext("column", "Name"),
        pgettext("column", "Venue"),
        pgettext("column", "Game"),
        pgettext("column", "Rules"),
        pgettext("column", "State"),
    ]
    rows: Iterable[list[Cell]] = (
        [
            evening.starts_at,
            evening.name,
            evening.venue,
            game_names(evening),
            _rules_of(evening),
            str(evening.get_state_display()),
        ]
        for evening in evenings
    )
    return Table(_("Evenings of {club}").format(club=club.name), heads, rows)


def _rules_of(evening: Evening) -> str:
    return ", ".join(rules_title(one.rules_name) for one in evening.line_up)


def course_table(title: str, course: Evenings) -> Table:
    """Everybody's running score: one line a hand, one column a person."""
    columns = [
        Column("hand", pgettext("column", "Hand"), heads_rows=True),
        *(Column(str(one.person), one.name, Kind.AMOUNT, course.unit, says_unit=False) for one in course.courses),
    ]
    rows = [(mark, *(BEFORE if score is None else score for score in scores)) for mark, scores in course.steps]
    name = _("{evening}: running score").format(evening=title)
    return Table(name, columns, rows, key="course", caption=_("Everybody’s score after each hand"))


def people_out(evening: Evening, people: Mapping[str, Sequence[Attendance]]) -> Table:
    """Who came and who did not."""
    heads = [
        pgettext("column", "Name"),
        pgettext("column", "State"),
        pgettext("column", "Came"),
        pgettext("column", "Last change"),
    ]
    rows: list[list[Cell]] = [
        [one.player.name, str(one.get_state_display()), one.came_at, one.at]
        for group in people.values()
        for one in group
    ]
    if evening.is_mixed:
        heads = [*heads, pgettext("column", "Game")]
        everybody = (one for group in people.values() for one in group)
        rows = [[*row, translated(one.comes_for.plays.title)] for row, one in zip(rows, everybody, strict=True)]
    return Table(pgettext("heading", "{evening}: people").format(evening=evening.name), heads, rows)


def money_table(total: Sum, owing: Iterable[Owing]) -> Table:
    """Who owes what in one unit. What a page shows of what was collected stands with its buttons there."""
    unit = total.unit
    columns = [
        Column("player", pgettext("column", "Player"), Kind.NAME, heads_rows=True),
        Column("fee", pgettext("column", "Fee"), Kind.AMOUNT, unit, says_unit=False, classes="part"),
        Column("lost", pgettext("column", "Lost games"), Kind.AMOUNT, unit, says_unit=False, classes="part"),
        Column("due", pgettext("column", "Due"), Kind.AMOUNT, unit, says_unit=False),
        Column("collected", pgettext("column", "Collected"), Kind.AMOUNT, unit, only="file"),
        Column("paid", _("Paid under Payments"), Kind.AMOUNT, unit, only="file"),
    ]
    rows = [
        (_owing(one), one.fee, one.lost, RichCell(one.due, strong=True), one.collected, one.paid or None)
        for one in owing
    ]
    foot = (_("For the treasurer"), total.fee, total.lost, total.due, total.collected, total.paid)
    return Table(_("Amounts owed in {unit}").format(unit=unit.unit), columns, rows, foot=[foot])


def _owing(owing: Owing) -> RichCell:
    """Who owes, with the parts of what is due, for phones."""
    fee, lost = (figure_html(amount, Kind.AMOUNT, owing.unit) for amount in (owing.fee, owing.lost))
    parts = format_html(pgettext("in a line", "fee {fee}, lost games {lost}"), fee=fee, lost=lost)
    html = format_html('<bdi>{}</bdi><small class="parts">{}</small>', owing.player.name, parts)
    return RichCell(owing.player.name, html=html)


def money_out(evening: Evening, dues: Dues) -> Table:
    """The same of all units."""
    parts = [((total.unit.unit,), money_table(total, owing)) for total, owing in dues.by_unit]
    return joined(
        _("{evening}: to collect").format(evening=evening.name), [Column("unit", pgettext("column", "Unit"))], parts
    )


def results_table(evening: Evening, outcome: Outcome, *, among: int = 0) -> Table:
    """How a game of the evening came out. A file has a column for each sheet; in that of several games as many as
    anybody has of any of them (`among`)."""
    unit, sheets, has_several = outcome.unit, among or outcome.most, outcome.most > 1 and not among
    columns = [
        Column("rank", pgettext("column", "Rank"), Kind.ORDINAL, classes="rk"),
        Column("player", pgettext("column", "Player"), Kind.NAME, heads_rows=True, classes="who"),
        *([Column("sheets", pgettext("column", "Sheets"), classes="num", only="page")] if has_several else []),
        *(
            Column(
                f"sheet-{number}",
                pgettext("column", "Sheet {number}").format(number=number),
                Kind.AMOUNT,
                unit,
                only="file",
            )
            for number in range(1, sheets + 1)
        ),
        Column(
            "total",
            pgettext("column", "Total") if among else unit.unit or pgettext("column", "Points"),
            Kind.AMOUNT,
            unit,
            says_unit=False,
        ),
    ]
    rows = [
        (
            line.rank,
            line.player.name,
            *([_sheets(line, unit)] if has_several else []),
            *line.totals,
            *[None] * (sheets - len(line.totals)),
            RichCell(line.total, strong=True),
        )
        for line in outcome.lines
    ]
    title = _("Results of the evening")
    if evening.is_mixed:
        title = _("Results of the evening, {game}").format(game=translated(outcome.game.plays.title))
    sums = outcome.sums
    over = [text for text in (sums.note, sums.warning) if text] if sums else []
    return Table(
        pgettext("heading", "{evening}: results").format(evening=evening.name), columns, rows, over, caption=title
    )


def _sheets(line: Line, unit: InUnits) -> RichCell:
    figures = ((figure_html(total, Kind.AMOUNT, unit),) for total in line.totals)
    return RichCell(None, html=format_html_join(", ", "{}", figures))


def results_out(evening: Evening, outcomes: Sequence[Outcome]) -> Table:
    """How the evening came out; of several games each line names its game and what it is counted in."""
    if len(outcomes) == 1:
        return results_table(evening, outcomes[0])
    most = max((outcome.most for outcome in outcomes), default=0)
    parts = [
        (
            (translated(outcome.game.plays.title), outcome.unit.unit or pgettext("heading", "Points")),
            results_table(evening, outcome, among=most),
        )
        for outcome in outcomes
    ]
    over = [
        f"{translated(outcome.game.plays.title)}: {text}"
        for outcome, (_part, table) in zip(outcomes, parts, strict=True)
        for text in table.over
    ]
    heads = [Column("game", pgettext("column", "Game")), Column("unit", pgettext("column", "Unit"))]
    return joined(pgettext("heading", "{evening}: results").format(evening=evening.name), heads, parts, over=over)
