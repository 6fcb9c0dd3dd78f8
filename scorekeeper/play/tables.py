"""The tables on the pages of this app, each from what its page was made of: the same function serves page and file."""

from collections.abc import Iterable, Iterator

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.game import AnyGame
from games.core.settling import InUnits
from games.core.text import Listing, ListingCell, SeatName, Suited, Text
from scorekeeper.common.tables.drawing import black, written
from scorekeeper.common.tables.values import Cell, Column, Kind, RichCell, Row, Table, headed, moved
from scorekeeper.common.texts import POINTS, Names, amount_figure, isolated, signed, translated
from scorekeeper.languages.templatetags.suits import suit
from scorekeeper.play.home.reads import Bars
from scorekeeper.play.house_rules.trying import TriedTable
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.moves import OfficialSeason, Shift
from scorekeeper.play.rulebook.forms import Share
from scorekeeper.play.seats.services import Cards, SubstitutionMoves
from scorekeeper.play.sheet.reads import History, Sheet
from scorekeeper.play.sheet.rows import Part, together

KINDS = {
    "text": Kind.TEXT,
    "number": Kind.NUMBER,
    "amount": Kind.AMOUNT,
    "change": Kind.CHANGE,
    "total": Kind.CHANGE,
}


def chart_table(sheet: Sheet, sitting: Sitting) -> Table:
    """How all stood after each hand, the newest first."""
    caption = _("{chart}, newest first").format(chart=translated(sitting.plays.words.chart))
    rows = [(row.hand.number, *row.totals) for row in sheet.newest_first if not row.hand.is_void]
    columns = [
        Column("number", pgettext("column", "No."), Kind.ORDINAL, heads_rows=True),
        *_sides(sheet, sheet.chart_unit),
    ]
    return Table(sitting.name, columns, rows, caption=caption, classes=_wide(sheet))


def dues_table(sheet: Sheet, sitting: Sitting) -> Table:
    """What would be due, by cause; less than zero is to be paid."""
    money = sheet.money
    unit, lines = (money.unit, money.lines) if money else (sheet.unit, ())
    columns = [
        Column("cause", "", heads_rows=True),
        *(
            Column(f"seat-{column.seat.number}", column.short, Kind.AMOUNT, unit, says_unit=False, classes="box-l")
            for column in sheet.columns
        ),
    ]
    rows: list[Row] = [
        (translated(line.label, sheet.names), *(black(amount, unit) for amount in line.amounts)) for line in lines
    ]
    name = _("{table}: what is due").format(table=sitting.name)
    return Table(name, columns, rows, key="dues", classes=_wide(sheet))


def sums_table(sheet: Sheet, sitting: Sitting) -> Table:
    """How each total is made: a column a side, or of many sides a row each."""
    total = translated(sitting.plays.words.total)
    name = _("{table}: how each total is made").format(table=sitting.name)
    caption = _("How each total is made")
    if sheet.is_wide:
        turned = _turned_columns(sheet, total)
        return Table(name, turned, _turned_rows(sheet), caption=caption, classes="turned")
    columns = [Column("part", "", heads_rows=True), *_sides(sheet, sheet.unit, marks_lead=True)]
    label = RichCell(headed(total, sheet.unit), html=_with_unit(total, sheet.unit))
    foot: list[Row] = [(label, *(side.total for side in sheet.sides))]
    classes = f"n{len(sheet.sides)}"
    return Table(name, columns, list(_sum_rows(sheet)), caption=caption, foot=foot, classes=classes)


def moved_table(moves: Shift, sitting: Sitting) -> Table:
    """Totals and places before and after."""
    columns = _moved_columns(sitting, moves.unit)
    rows = [
        (
            together(seat.player.name for seat in move.side),
            moved(move.total_before, move.total_after),
            moved(move.rank_before, move.rank_after),
        )
        for move in moves.sides
    ]
    return Table(_("Totals and places before and after"), columns, rows, key="moved")


def tried_table(tried: TriedTable) -> Table:
    """The same of a table that is judged by other rules."""
    sitting = tried.sitting
    columns = _moved_columns(sitting, tried.unit)
    rows = [
        (
            together(seat.player.name for seat in line.seats),
            moved(line.total_before, line.total_after),
            moved(line.rank_before, line.rank_after),
        )
        for line in tried.lines
    ]
    caption = _("Totals and places before and after")
    return Table(sitting.name, columns, rows, key=str(sitting.pk), caption=caption)


def official_table(season: OfficialSeason) -> Table:
    """What leaves the official standings of a season while a sheet is open again."""
    competition, none = season.competition, pgettext("note", "none")
    columns = [
        Column("player", pgettext("column", "Player"), Kind.NAME),
        Column("points", pgettext("column", "Points"), Kind.AMOUNT, competition.in_unit),
        Column("place", pgettext("column", "Place"), Kind.NUMBER),
    ]
    rows = [
        (
            move.seat.player.name,
            moved(move.points_before, none if move.points_after is None else move.points_after),
            moved(move.rank_before, none if move.rank_after is None else move.rank_after),
        )
        for move in season.moves
    ]
    name = _("{season}, official standings").format(season=isolated(competition.name))
    return Table(name, columns, rows, key=str(competition.pk))


def cards_table(moves: SubstitutionMoves) -> Table:
    """Who held the cards at which hands, as it is said and as it would be."""
    columns = [
        Column("hands", pgettext("column", "Hand")),
        Column("before", pgettext("column", "Now"), Kind.NAME, classes="from"),
        Column("after", pgettext("column", "Then"), Kind.NAME),
    ]
    rows = [(_hands(cards), cards.before.name, RichCell(cards.after.name, strong=True)) for cards in moves.cards]
    return Table(_("Who holds the cards"), columns, rows, key="cards")


def lists_table(lists: Bars) -> Table:
    """The reader's last sheets, the newest first."""
    last = lists.bars[-1].row
    columns = [
        Column("day", pgettext("column", "Day"), Kind.DAY),
        Column("sheet", pgettext("column", "Sheet")),
        Column("total", translated(last.sitting.plays.words.total), Kind.AMOUNT, last.unit),
    ]
    rows = [
        (
            bar.row.sitting.played_on,
            RichCell(bar.row.sitting.name, link=reverse("sitting_detail", args=[bar.row.sitting.pk])),
            RichCell(bar.total, unit=bar.row.unit),
        )
        for bar in reversed(lists.bars)
    ]
    return Table(_("Your last sheets"), columns, rows, key="lists")


def reasons_table(history: History, sheet: Sheet) -> Table:
    """What a hand moved, line by line."""
    hand, label = history.newest, sheet.label
    counts = bool(history.reasons and history.reasons[0].measure)
    head = pgettext("note", "Counts") if counts else translated(hand.sitting.plays.words.total)
    unit = sheet.unit if sheet.unit.unit else sheet.chart_unit
    columns = [
        Column("player", pgettext("column", "Player")),
        Column("for", pgettext("column", "For"), classes="small"),
        *([Column("measure", pgettext("column", "Counted as"), classes="small")] if counts else []),
        Column("amount", head, Kind.CHANGE, unit),
    ]
    rows: list[Row] = [
        (
            line.side.short,
            pgettext("note", "the hand") if line.text == hand.said else translated(line.text, sheet.names),
            *([translated(line.measure)] if line.measure else []),
            RichCell(line.weighed, unit=line.unit, strong=True),
        )
        for line in history.reasons
    ]
    caption = _("What this hand moved, in {unit}").format(unit=label) if label else _("What this hand moved")
    name = _("{table}: hand {number}").format(table=hand.sitting.name, number=hand.number)
    return Table(name, columns, rows, key="reasons", caption=caption)


def shares_table(shares: Iterable[Share], sheet: Sheet) -> Table:
    """Who gets what of a made-up hand, and why."""
    columns = [
        Column("player", pgettext("column", "Player"), heads_rows=True),
        Column("why", pgettext("column", "Why")),
        Column(
            "amount",
            sheet.label or pgettext("column", "How much"),
            Kind.CHANGE,
            sheet.chart_unit,
            hides_head=not sheet.label,
        ),
    ]
    rows = [(share.name, share.reason, share.amount) for share in shares]
    return Table(_("Who gets what, and why"), columns, rows)


def about_table(game: AnyGame, key: str) -> Table:
    """A table of the rules in plain words."""
    found = next(listing for listing in (*game.values, *game.about) if listing.key == key)
    return _table_of(found, translated(game.title))


def hand_tables(hand: Hand, sheet: Sheet) -> dict[str, Table]:
    """The tables that its game has of a hand, by their keys."""
    found = hand.sitting.plays.listings(hand.record, hand.outcome["detail"] or {})
    name = _("{table}: hand {number}").format(table=hand.sitting.name, number=hand.number)
    return {listing.key: _table_of(listing, name, sheet.names, sheet.unit) for listing in found}


def _table_of(listing: Listing, name: str, names: Names | None = None, unit: InUnits = POINTS) -> Table:
    columns = [
        Column(
            head.key,
            translated(head.title),
            KINDS[head.kind],
            unit if KINDS[head.kind] in {Kind.AMOUNT, Kind.CHANGE} else POINTS,
            says_unit=False,
            classes="box-l" if head.kind == "total" else "",
        )
        for head in listing.heads
    ]
    rows = [
        [_listed(cell, names, is_total=head.kind == "total") for cell, head in zip(row, listing.heads, strict=True)]
        for row in listing.rows
    ]
    caption = translated(listing.caption)
    nothing = translated(listing.nothing) if listing.nothing else ""
    return Table(f"{name}: {caption}", columns, rows, key=listing.key, caption=caption, nothing=nothing)


def _listed(cell: ListingCell, names: Names | None, *, is_total: bool) -> Cell:
    match cell:
        case Text():
            return translated(cell, names)
        case SeatName(seat=seat):
            return names.get(seat, "") if names else ""
        case tuple():
            return ", ".join(translated(part, names) for part in cell)
        case Suited():
            words = translated(cell.words)
            return RichCell(words, html=format_html("{} {}", suit(cell.suit), words))
    return RichCell(cell, strong=True) if is_total else cell


def _hands(cards: Cards) -> str:
    first, last = cards.first, cards.last
    if last is None:
        return pgettext("note", "from {first} on").format(first=first)
    return str(first) if first == last else _("{first} to {last}").format(first=first, last=last)


def _moved_columns(sitting: Sitting, unit: InUnits) -> list[Column]:
    return [
        Column("player", pgettext("column", "Player"), Kind.NAME),
        Column("total", translated(sitting.plays.words.total), Kind.AMOUNT, unit),
        Column("place", pgettext("column", "Place"), Kind.NUMBER),
    ]


def _wide(sheet: Sheet) -> str:
    """How many columns a table of the sides has, and whether a phone has room for them."""
    return f"n{len(sheet.sides)}{' wide' if sheet.is_wide else ''}"


def _sides(sheet: Sheet, unit: InUnits, *, marks_lead: bool = False) -> Iterator[Column]:
    """A column for each side; the unit stands above the table."""
    for side in sheet.sides:
        mark = ("lead" if side.leads else "") if marks_lead else ("" if side.is_active else "gone")
        yield Column(
            f"seat-{side.number}",
            side.short,
            Kind.AMOUNT,
            unit,
            says_unit=False,
            classes="box-l",
            head_classes=mark,
        )


def _sum_rows(sheet: Sheet) -> Iterator[Row]:
    for line in sheet.counts:
        yield (translated(line.title), *(RichCell(count, unit=line.unit) for count in line.counts))
    for part in sheet.parts if sheet.has_sum else ():
        yield (translated(part.title), *_part_cells(part, sheet.unit))
    if sheet.has_beside:
        yield (_("Penalties and adjustments"), *sheet.besides)


def _part_cells(part: Part, unit: InUnits) -> Iterator[Cell]:
    """What a measure makes, with how often it counts where that is not once."""
    for count, amount in part.cells:
        if part.weight == 1:
            yield amount
            continue
        weight = f"({signed(part.weight)})" if part.weight < 0 else str(part.weight)
        note = f"{amount_figure(count, unit)} × {weight}"
        figure = SafeString(written(amount, Kind.AMOUNT, unit))
        yield RichCell(amount, note=note, html=format_html('<small class="muted">{}</small> {}', note, figure))


def _turned_columns(sheet: Sheet, total: str) -> list[Column]:
    columns = [Column("player", pgettext("column", "Player"), heads_rows=True)]
    parts = sheet.parts if sheet.has_sum else ()
    titles = [*(count.title for count in sheet.counts), *(part.title for part in parts)]
    columns += [Column(f"part-{place}", translated(title), Kind.AMOUNT) for place, title in enumerate(titles, 1)]
    if sheet.has_beside:
        columns.append(Column("beside", _("Penalties and games given up"), Kind.AMOUNT))
    return [*columns, Column("total", total, Kind.AMOUNT, sheet.unit, classes="box-l")]


def _turned_rows(sheet: Sheet) -> list[Row]:
    return [
        (
            RichCell(side.short, classes="lead" if side.leads else ""),
            *(RichCell(amount, unit=unit) for amount, unit in cells),
            RichCell(side.total, strong=True),
        )
        for side, cells in sheet.sums
    ]


def _with_unit(words: str, unit: InUnits) -> SafeString:
    if not unit.unit:
        return format_html("{}", words)
    return format_html('{} <span class="why">{}</span>', words, pgettext("note", "in {unit}").format(unit=unit.unit))
