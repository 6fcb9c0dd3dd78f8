"""The tables on the pages of files that are taken over and lists that are typed in."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from games.core.settling import InUnits
from games.core.values import SumLine
from scorekeeper.common.names import alphabetical
from scorekeeper.common.tables.values import Cell, Column, Kind, Piece, RichCell, Row, Table, figure, moved
from scorekeeper.common.texts import isolated, translated
from scorekeeper.payouts.bank.reads import Moved
from scorekeeper.payouts.words import stands
from scorekeeper.play.models import Sitting
from scorekeeper.play.sheet.reads import Sheet
from scorekeeper.spreadsheets.matching import Match
from scorekeeper.standings.comparing import ChangeKind, Compared
from scorekeeper.standings.models import Competition
from scorekeeper.transfer.plans.plan import Evening, LineFault
from scorekeeper.transfer.selectors.looking import Look, Sum
from scorekeeper.transfer.selectors.money import MoneyLook, MoneySum
from scorekeeper.transfer.selectors.taken import TakenResult

NO_POINTS: Final = RichCell(None, html=SafeString("–"))


def refused_table(faults: Sequence[LineFault]) -> Table:
    """Which lines of a file are refused, and why."""
    columns = [Column("line", pgettext("column", "Line"), Kind.NUMBER), Column("why", pgettext("column", "Why"))]
    none = RichCell(None, html=format_html('<span class="muted">{}</span>', "–"))
    rows: list[list[Cell]] = [[fault.number or none, translated(fault.message)] for fault in faults]
    if any(fault.cell for fault in faults):
        columns.insert(1, Column("cell", pgettext("column", "Cell")))
        for row, fault in zip(rows, faults, strict=True):
            row.insert(1, fault.cell)
    return Table(_("Rejected lines, with the reason"), columns, rows, key="refused")


def warned_table(warnings: Iterable[LineFault]) -> Table:
    """Which lines of a file look odd and are taken over all the same."""
    columns = [Column("line", pgettext("column", "Line"), Kind.NUMBER), Column("why", pgettext("column", "Why"))]
    rows = [(warning.number, translated(warning.message)) for warning in warnings]
    return Table(_("Lines to check"), columns, rows, key="warned")


def sums_table(season: Competition, sums: Sequence[Sum]) -> Table:
    """Who of a file is who in the book, what the file says of them, and its own totals."""
    columns = [
        Column("name", _("In the file"), Kind.NAME),
        Column("person", _("Among the club’s people")),
        Column("evenings", pgettext("column", "Evenings"), Kind.NUMBER),
        Column("points", pgettext("column", "Points"), Kind.AMOUNT, season.in_unit, says_unit=False),
    ]
    rows: list[list[Cell]] = [
        [person_total.match.name, _who(person_total.match), _evenings(person_total), person_total.total.total]
        for person_total in sums
    ]
    if any(person_total.total.written is not None for person_total in sums):
        columns.append(
            Column("written", pgettext("column", "File’s total"), Kind.AMOUNT, season.in_unit, says_unit=False)
        )
        for row, person_sum in zip(rows, sums, strict=True):
            row.append(person_sum.total.written)
    return Table(_("People with their totals"), columns, rows, key="sums")


def money_table(sums: Iterable[MoneySum]) -> Table:
    """Who of a file of money is who in the book, and where it would leave them."""
    columns = [
        Column("name", _("In the file"), Kind.NAME),
        Column("person", _("Among the club’s people")),
        Column("lines", pgettext("column", "Lines"), Kind.NUMBER),
        Column("stands", _("Adds up to")),
    ]
    rows = [(each.match.name, _who(each.match), each.lines, stands(each.amount, each.unit)) for each in sums]
    return Table(_("People in the file, with the result for each"), columns, rows, key="sums")


def corrected_table(look: MoneyLook) -> Table:
    """The lines of a ledger that say something else than an earlier file, with what is booked back and what is booked
    in its place."""
    columns = [
        Column("line", pgettext("column", "Line"), Kind.NUMBER),
        Column("what", pgettext("column", "What for")),
        Column("before", pgettext("column", "Reversed")),
        Column("after", pgettext("column", "Booked instead")),
    ]
    rows = []
    for place, earlier in look.corrected.items():
        line = look.plan.lines[place]
        before = [(earlier.names[person], amount) for person, amount in earlier.moves.items()]
        unit = look.units[line.currency]
        rows.append((line.number, earlier.what, _moves(before, unit), _moves(line.moves.items(), unit)))
    return Table(
        pgettext("column", "Corrected lines"), columns, rows, key="corrected", caption=_("Details that have changed")
    )


def _moves(moves: Iterable[tuple[str, int]], unit: InUnits) -> str:
    """What a line moves for each: "Ada is to get 3.00 €, Bo owes 3.00 €"."""
    ordered = sorted(moves, key=lambda move: (-move[1], alphabetical(move[0])))
    return ", ".join(f"{isolated(name)} {stands(amount, unit)}" for name, amount in ordered if amount)


def moves_table(moves: Iterable[Moved]) -> Table:
    """What taking a file of money back moves on each account."""
    columns = [Column("name", pgettext("column", "Account"), Kind.NAME), Column("moves", _("According to the file"))]
    rows = [(each.name, stands(each.amount, each.unit)) for each in moves]
    return Table(_("Effect of the file"), columns, rows, key="moves")


def _evenings(one: Sum) -> RichCell:
    """How many, with the lists of them where an evening has several."""
    lists = one.total.lists
    if lists == one.total.evenings:
        return RichCell(lists)
    return RichCell(
        one.total.evenings, note=npgettext("numbered", "{count} list", "{count} lists", lists).format(count=lists)
    )


def evenings_table(look: Look) -> Table:
    """Each evening of a file or list of it: is it new, there already, said otherwise, gone."""
    of_evening: dict[tuple[date, int, str], Counter[ChangeKind]] = {}
    for change in look.changes:
        result = change.result
        key = result.played_on, result.list_place, result.title
        of_evening.setdefault(key, Counter())[change.change] += 1
    columns = [
        Column("day", pgettext("column", "Day"), Kind.DAY),
        Column("list", pgettext("column", "List")),
        Column("what", _("Effect on the club")),
    ]
    rows: list[list[Cell]] = [
        [day, list_words(title, place), "; ".join(_words_of_change(counts))]
        for (day, place, title), counts in sorted(of_evening.items())
    ]
    if not any(row[1] for row in rows):
        del columns[1]
        rows = [[day, what] for day, _list, what in rows]
    return Table(pgettext("column", "Evenings"), columns, rows, key="evenings", caption=_("Effect on each evening"))


def changed_table(season: Competition, changes: Sequence[Compared]) -> Table:
    """The results that are said otherwise now, are gone, or stay out, with what counts until now and where that is
    from."""
    columns = [
        Column("day", pgettext("column", "Day"), Kind.DAY),
        Column("name", pgettext("column", "Player"), Kind.NAME),
        Column("points", pgettext("column", "Points"), Kind.AMOUNT, season.in_unit, says_unit=False),
    ]
    rows = [
        (
            change.result.played_on,
            RichCell(
                change.result.name or (change.counted.row.player.name if change.counted else ""),
                note=_why(season, change),
            ),
            _moved(season, change),
        )
        for change in changes
    ]
    return Table(
        pgettext("column", "Changed results"), columns, rows, key="changed", caption=_("Details that have changed")
    )


def unbalanced_table(season: Competition, evenings: Iterable[tuple[Evening, int]]) -> Table:
    """The evenings of a game whose results should come to zero, with what they come to."""
    columns = [
        Column("day", pgettext("column", "Day"), Kind.DAY),
        Column("difference", _("Adds up to"), Kind.CHANGE, season.in_unit, says_unit=False),
    ]
    rows = [
        (RichCell(evening.played_on, note=list_words(evening.title, evening.list_place)), difference)
        for evening, difference in evenings
    ]
    foot = (
        [(pgettext("heading", "Combined"), sum(difference for _evening, difference in rows))] if len(rows) > 1 else []
    )
    return Table(_("Evenings that do not add up to zero"), columns, rows, key="unbalanced", foot=foot)


def list_words(title: str, place: int) -> str:
    """What a list of an evening is called; nothing where it is the only one."""
    return title or (pgettext("in a line", "list {number}").format(number=place + 1) if place else "")


def _words_of_change(counts: Counter[ChangeKind]) -> Iterator[str]:
    """What becomes of the results of an evening."""
    many = sum(counts.values())
    if counts[ChangeKind.NEW] == many:
        yield npgettext("numbered", "new, {count} result", "new, {count} results", many).format(count=many)
    elif counts[ChangeKind.THERE] == many:
        yield pgettext("in a line", "already there")
    else:
        yield from (words_of(kind, counts[kind]) for kind in ChangeKind if counts[kind])


def words_of(kind: ChangeKind, count: int) -> str:
    """How many results are of a kind."""
    match kind:
        case ChangeKind.NEW:
            words = ngettext("{count} result is new", "{count} results are new", count)
        case ChangeKind.THERE:
            words = ngettext("{count} result is already there", "{count} results are already there", count)
        case ChangeKind.CHANGED:
            words = ngettext("{count} result differs", "{count} results differ", count)
        case ChangeKind.GONE:
            words = ngettext(
                "{count} result is no longer in the file", "{count} results are no longer in the file", count
            )
        case ChangeKind.PLAYED:
            words = ngettext(
                "{count} result is left out: the sheet of that day counts",
                "{count} results are left out: the sheets of that day count",
                count,
            )
    return words.format(count=count)


def _moved(season: Competition, compared: Compared) -> RichCell:
    """What counts until now, and what counts then; of what stays out what the file says."""
    after = season.points(compared.result.measures) if compared.result.measures else None
    if compared.change is ChangeKind.PLAYED:
        return RichCell(after)
    return moved(season.points(compared.before) if compared.before else None, after)


def _why(season: Competition, compared: Compared) -> str:
    """Where the figure stands that counts until now, and where the new one; of equal points what else has changed."""
    if compared.counted is None:
        return _("There is a sheet for that day, and the sheet counts.")
    row = compared.counted.row
    was = {"file": row.imported.name, "line": row.line, "day": date_format(row.imported.at, "SHORT_DATE_FORMAT")}
    before = (_("{file} of {day}, line {line}") if row.line else _("{file} of {day}")).format(**was)
    if compared.change is ChangeKind.GONE:
        return _("No longer in the file. It was {before}.").format(before=before)
    text = _("It was {before}; it is now line {line}.").format(before=before, line=compared.result.line)
    if season.points(compared.before) != season.points(compared.result.measures):
        return text
    others = [
        f"{translated(title)} {compared.before.get(name, 0)} → {compared.result.measures.get(name, 0)}"
        for name, title in season.rules.measure_titles.items()
        if compared.before.get(name, 0) != compared.result.measures.get(name, 0)
    ]
    return _("{text} The points are the same, but these details differ: {others}.").format(
        text=text, others=", ".join(others)
    )


def people_table(matches: Iterable[Match]) -> Table:
    """Who of a file is who in the book."""
    columns = [Column("name", _("In the file"), Kind.NAME), Column("person", _("Among the club’s people"))]
    return Table(_("People in the file"), columns, [(match.name, _who(match)) for match in matches], key="people")


def typed_table(sitting: Sitting, sheet: Sheet, totals: Sequence[int], most: int | None = None) -> Table:
    """The lines of a list that is typed in with the running totals, at most so many of the last ones."""
    columns = [
        Column("number", pgettext("note", "No."), Kind.NUMBER),
        Column("hand", pgettext("column", "Hand")),
        *(
            Column(f"seat-{column.seat.number}", f"{column.seat.number + 1} {column.short}", Kind.NUMBER)
            for column in sheet.columns
        ),
    ]
    rows = [
        (
            row.hand.number,
            pgettext("in a line", "struck") if row.hand.is_void else translated(row.hand.said, sheet.names),
            *row.running,
        )
        for row in (sheet.rows[-most:] if most else sheet.rows)
    ]
    foot: list[Row] = []
    if sheet.has_bonus:
        foot.append((None, pgettext("heading", "Game points"), *(amount for _count, amount in sheet.main.cells)))
        foot.append((None, pgettext("heading", "Bonus"), *sheet.bonuses))
    is_classic = sitting.rules.get("system") == "classic"
    total = pgettext("heading", "Total") if is_classic else _("Total with bonuses")
    foot.append((None, total, *(RichCell(points, strong=True) for points in totals)))
    return Table(
        sitting.name,
        columns,
        rows,
        key="typed",
        caption=_("Last lines, with running totals"),
        foot=foot,
        nothing=_("No lines yet. Start with the first line of the paper."),
    )


def _who(match: Match) -> RichCell:
    """Who a name of the file is in the book."""
    if match.chosen:
        return RichCell(match.chosen.name, html=format_html("<bdi>{}</bdi>", match.chosen.name))
    if match.is_settled:
        return RichCell(pgettext("in a line", "new"))
    return RichCell(
        pgettext("in a line", "to be answered"),
        html=format_html('<span class="muted">{}</span>', pgettext("in a line", "to be answered")),
    )


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A result with what its points are made of, where a page says it, and by what its game is multiplied."""

    result: TakenResult
    season: Competition
    terms: Sequence[SumLine] = ()

    @property
    def factor(self) -> int:
        return self.season.factor_of(self.season.game) if self.terms else 1


def results_table(name: str, season: Competition, lines: Iterable[ResultLine], caption: str = "") -> Table:
    """One line a person and list with what counts, and what was said before it was corrected."""
    unit = season.in_unit
    columns = [
        Column("day", pgettext("column", "Day"), Kind.DAY, only="file"),
        Column("list", pgettext("column", "List"), only="file"),
        Column("player", pgettext("column", "Player"), Kind.NAME),
        Column("points", unit.unit or pgettext("column", "Points"), Kind.AMOUNT, unit),
        Column("before", pgettext("column", "Before"), only="file"),
        Column("file", pgettext("column", "File"), only="file"),
        Column("line", pgettext("column", "Line"), only="file"),
    ]
    rows = [
        (
            result.row.played_on,
            result.row.title or (result.row.list_place + 1 if result.row.list_place else ""),
            RichCell(result.player.name, piece=Piece("transfer/_result.html", "line", line)),
            RichCell(result.points, strong=True) if result.points is not None else NO_POINTS,
            _before(result, season),
            result.row.imported.name,
            result.row.line or None,
        )
        for line in lines
        for result in (line.result,)
    ]
    return Table(name, columns, rows, key="results", caption=caption)


def _before(taken_result: TakenResult, season: Competition) -> Cell:
    earlier = [saying.points for saying in taken_result.sayings if not saying.counts and saying.points is not None]
    return figure(earlier[-1], season.in_unit) if earlier else None
