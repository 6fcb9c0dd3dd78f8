"""The tables on the pages of files that are taken over and lists that are typed in."""

from collections.abc import Iterable, Sequence

from django.utils.html import format_html
from django.utils.translation import gettext as _

from scorekeeper.common.tables.values import Column, Kind, RichCell, Row, Table
from scorekeeper.common.texts import translated
from scorekeeper.payouts.selectors.brought import Moved
from scorekeeper.payouts.words import stands
from scorekeeper.play.models import Sitting
from scorekeeper.play.selectors.sheet import Sheet
from scorekeeper.standings.models import Competition
from scorekeeper.transfer.plans.plan import LineFault
from scorekeeper.transfer.selectors.looking import Sum
from scorekeeper.transfer.selectors.matching import Match
from scorekeeper.transfer.selectors.money import MoneySum


def refused_table(faults: Iterable[LineFault]) -> Table:
    """Which lines of a file are refused, and why."""
    columns = [Column("line", _("Line"), Kind.NUMBER), Column("why", _("Why"))]
    none = RichCell(None, html=format_html('<span class="muted">{}</span>', "–"))
    rows = [(fault.number or none, translated(fault.message)) for fault in faults]
    return Table(_("Refused lines with the reason"), columns, rows, key="refused")


def warned_table(warnings: Iterable[LineFault]) -> Table:
    """Which lines of a file look odd and are taken over all the same."""
    columns = [Column("line", _("Line"), Kind.NUMBER), Column("why", _("Why"))]
    rows = [(warning.number, translated(warning.message)) for warning in warnings]
    return Table(_("Lines to look at"), columns, rows, key="warned")


def sums_table(season: Competition, sums: Iterable[Sum]) -> Table:
    """Who of a file is who in the book, and what they would get."""
    columns = [
        Column("name", _("In the file"), Kind.NAME),
        Column("person", _("In the book")),
        Column("evenings", _("Evenings"), Kind.NUMBER),
        Column("points", _("Points"), Kind.AMOUNT, season.in_unit, says_unit=False),
    ]
    rows = [(one.match.name, _who(one.match), one.evenings, one.total) for one in sums]
    return Table(_("People with their totals"), columns, rows, key="sums")


def money_table(sums: Iterable[MoneySum]) -> Table:
    """Who of a file of money is who in the book, and where it would leave them."""
    columns = [
        Column("name", _("In the file"), Kind.NAME),
        Column("person", _("In the book")),
        Column("lines", _("Lines"), Kind.NUMBER),
        Column("stands", _("Comes to")),
    ]
    rows = [(each.match.name, _who(each.match), each.lines, stands(each.amount, each.unit)) for each in sums]
    return Table(_("People of the file, and what it comes to for each"), columns, rows, key="sums")


def moves_table(moves: Iterable[Moved]) -> Table:
    """What taking a file of money back moves on each account."""
    columns = [Column("name", _("Account"), Kind.NAME), Column("moves", _("By the file"))]
    rows = [(each.name, stands(each.amount, each.unit)) for each in moves]
    return Table(_("What the file moves"), columns, rows, key="moves")


def people_table(matches: Iterable[Match]) -> Table:
    """Who of a file is who in the book."""
    columns = [Column("name", _("In the file"), Kind.NAME), Column("person", _("In the book"))]
    return Table(_("People of the file"), columns, [(match.name, _who(match)) for match in matches], key="people")


def typed_table(sitting: Sitting, sheet: Sheet, totals: Sequence[int], most: int | None = None) -> Table:
    """The lines of a list that is typed in with the running totals, at most so many of the last ones."""
    columns = [
        Column("number", _("No."), Kind.NUMBER),
        Column("hand", _("Hand")),
        *(
            Column(f"seat-{column.seat.number}", f"{column.seat.number + 1} {column.short}", Kind.NUMBER)
            for column in sheet.columns
        ),
    ]
    rows = [
        (
            row.hand.number,
            _("struck") if row.hand.is_void else translated(row.hand.said, sheet.names),
            *row.running,
        )
        for row in (sheet.rows[-most:] if most else sheet.rows)
    ]
    foot: list[Row] = []
    if sheet.has_bonus:
        foot.append((None, _("Game points"), *(amount for _count, amount in sheet.main.cells)))
        foot.append((None, _("Bonus"), *sheet.bonuses))
    is_classic = sitting.rules.get("system") == "classic"
    total = _("Total") if is_classic else _("Total with bonuses")
    foot.append((None, total, *(RichCell(points, strong=True) for points in totals)))
    return Table(
        sitting.name,
        columns,
        rows,
        key="typed",
        caption=_("The last lines with the running totals"),
        foot=foot,
        nothing=_("Nothing typed yet. The first line of the paper comes first."),
    )


def _who(match: Match) -> RichCell:
    """Who a name of the file is in the book."""
    if match.chosen:
        return RichCell(match.chosen.name, html=format_html("<bdi>{}</bdi>", match.chosen.name))
    if match.is_settled:
        return RichCell(_("new"))
    return RichCell(_("to be said"), html=format_html('<span class="muted">{}</span>', _("to be said")))
