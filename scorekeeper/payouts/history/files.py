"""The money book as tables for other programs, and to be printed."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.settling import InUnits
from scorekeeper.clubs.models import Club
from scorekeeper.common.tables.values import Cell, Column, Kind, RichCell, Row, Table, figure, joined
from scorekeeper.payouts.book.reads import places_of, told_of
from scorekeeper.payouts.care.reads import Sight
from scorekeeper.payouts.history.reads import OfUnit, Period, Total
from scorekeeper.payouts.models import Account, Booking, Leg
from scorekeeper.payouts.words import (
    MOVES_NOTHING,
    account_words,
    called,
    comes_in,
    kind_words,
    more_of,
    moved,
    named_in,
    stands,
    summed,
    title_of,
    why_of,
)

BREAK: Final = SafeString("<br>")


def history_out(club: Club, bookings: Sequence[Booking], sight: Sight) -> Table:
    """A row a leg: whoever filters by booking has what it moved together."""
    heads = [
        pgettext("column", "Day"),
        pgettext("column", "What for"),
        pgettext("column", "From"),
        pgettext("column", "Account"),
        _("What it changes"),
        _("Owes, or money out"),
        _("Is owed, or money in"),
        pgettext("column", "Unit"),
        pgettext("column", "Reason"),
        pgettext("column", "Reversed"),
        pgettext("column", "Transaction"),
    ]
    places = places_of(bookings)
    rows: Iterable[Sequence[Cell]] = (
        row for booking in bookings for row in _legs(booking, places.get(booking.pk, ""), sight)
    )
    return Table(_("Money of {club}").format(club=club.name), heads, rows, [str(MOVES_NOTHING)])


def _legs(booking: Booking, place: str, sight: Sight) -> Iterator[Sequence[Cell]]:
    back = pgettext("in a line", "yes") if hasattr(booking, "reversal") else ""
    hidden = sight.hides_legs(booking)
    for leg in sorted(booking.legs.all(), key=lambda leg: (0 if hidden else -leg.amount, leg.pk)):
        why = " · ".join(filter(None, (title_of(booking), why_of(booking))))
        moves = (
            [pgettext("in a line", "hidden"), None, None]
            if leg.pk in hidden
            else _moves(leg, booking.in_unit, named=True)
        )
        yield [
            booking.on,
            why,
            place,
            called(leg.account),
            *moves,
            booking.unit,
            booking.reason,
            back,
            str(booking.pk),
        ]


def _moves(leg: Leg, unit: InUnits, *, named: bool) -> list[Cell]:
    """What an entry moves: in words; and in the column of its direction, which is told by no sign."""
    size = figure(abs(leg.amount), unit)
    return [moved(leg, unit, named=named), *([None, size] if comes_in(leg) else [size, None])]


def statement_name(found: Period) -> str:
    """What the statement is called."""
    return _("Statement of {player}").format(player=found.player.name)


def statement_over(found: Period) -> list[str]:
    """Whose book it is, from when to when, and that nothing moves here."""
    days = [date_format(day, "SHORT_DATE_FORMAT") for day in (found.since, found.until)]
    return [found.player.club.name, _("{since} to {until}").format(since=days[0], until=days[1]), str(MOVES_NOTHING)]


def statement_table(found: Period) -> Table:
    """The entries between where it stood before and where it stood then."""
    over = statement_over(found)
    if found.count > len(found.entries):
        over.append(_("The first {count} of {all} transactions.").format(count=len(found.entries), all=found.count))
    columns = [
        Column("day", pgettext("column", "Day"), Kind.DAY, head_classes="day"),
        Column("what", pgettext("column", "What for"), heads_rows=True),
        Column("from", pgettext("column", "From"), only="file"),
        Column("moved", pgettext("column", "What changed")),
        Column("owes", pgettext("column", "Owes"), Kind.AMOUNT, found.unit, only="file"),
        Column("gets", pgettext("column", "Is owed"), Kind.AMOUNT, found.unit, only="file"),
        Column("after", pgettext("column", "Balance after"), only="page"),
        Column("owes_after", pgettext("column", "Owes after it"), Kind.AMOUNT, found.unit, only="file"),
        Column("gets_after", pgettext("column", "Is owed after it"), Kind.AMOUNT, found.unit, only="file"),
    ]
    name = named_in(statement_name(found), found.unit)
    caption = _("Every transaction in order, with the balance after it")
    return Table(name, columns, list(_entries(found)), over, key="statement", caption=caption)


def _entries(found: Period) -> Iterator[Row]:
    yield _end(found.since, pgettext("heading", "Opening balance"), found.opening, found.unit)
    places = told_of([entry.leg for entry in found.entries])
    for entry in found.entries:
        booking = entry.leg.booking
        what = _what_for(booking, places[booking.pk])
        words, *sizes = _moves(entry.leg, found.unit, named=False)
        yield booking.on, what, places[booking.pk], words, *sizes, *_balance(entry.balance, found.unit)
    yield _end(found.until, pgettext("heading", "Closing balance"), found.closing, found.unit)


def _end(day: date, what: str, balance: int, unit: InUnits) -> Row:
    """The first line or the last."""
    words, *sizes = _balance(balance, unit)
    day_, what_, words_ = (RichCell(value, classes="ends") for value in (day, what, words))
    return day_, what_, "", "", None, None, words_, *sizes


def _balance(units: int, unit: InUnits) -> tuple[str, int, int]:
    """Where the account stands: in words, and for files what is owed by it and to it, told by no sign."""
    return stands(units, unit), max(-units, 0), max(units, 0)


def _what_for(booking: Booking, place: str) -> RichCell:
    """What it was for, and on a page that it was booked back, where it came from and why."""
    title, more = title_of(booking), more_of(booking)
    back = (
        format_html(' <span class="tag">{}</span>', pgettext("in a line", "reversed"))
        if hasattr(booking, "reversal")
        else ""
    )
    html = format_html(
        '<a href="{}">{}</a>{}<small class="parts">{}</small>',
        reverse("money_booking", args=[booking.club_id, booking.pk]),
        title,
        back,
        " · ".join(filter(None, (place, more))),
    )
    return RichCell(" · ".join(filter(None, (title, more))), html=html)


def statement_text(found: Period) -> str:
    """The statement as a mail says it: a line an entry."""
    lines = [
        *statement_over(found),
        "",
        f"{pgettext('heading', 'Opening balance')}: {stands(found.opening, found.unit)}",
    ]
    places = told_of([entry.leg for entry in found.entries])
    for entry in found.entries:
        booking, day = entry.leg.booking, date_format(entry.leg.booking.on, "SHORT_DATE_FORMAT")
        what = ", ".join(filter(None, (title_of(booking), more_of(booking), places[booking.pk])))
        lines.append(f"{day}  {what}: {moved(entry.leg, found.unit, named=False)}")
    return "\n".join([*lines, f"{pgettext('heading', 'Closing balance')}: {stands(found.closing, found.unit)}"])


def year_words(total: Total, unit: InUnits) -> list[str]:
    """What a kind of booking moved on an account in a year: out of it, into it, and what that is in all."""
    moves = [-total.given, total.got]
    if total.account == Account.Kind.CASH:
        moves.reverse()
    words = [text for amount in moves if (text := summed(total.account, total.kind, amount, unit))]
    if len(words) > 1:
        net = summed(total.account, total.kind, total.net, unit) or pgettext("in a line", "nothing")
        words.append(pgettext("in a line", "in total: {what}").format(what=net))
    return words


def account_of(total: Total) -> str:
    """Whose account it is."""
    return total.player.name if total.player else account_words(total.account)


def year_table(of: OfUnit) -> Table:
    """What each kind of booking moved on each account, in one unit."""
    columns = [
        Column("account", pgettext("column", "Account"), Kind.NAME, heads_rows=True),
        Column("kind", pgettext("column", "What for")),
        Column("moved", pgettext("column", "What changed")),
        Column("against", _("Owes, or money out"), Kind.AMOUNT, of.unit, only="file"),
        Column("for", _("Is owed, or money in"), Kind.AMOUNT, of.unit, only="file"),
    ]
    # What is against the account, and what is in its favour
    rows = [
        (
            _account(total),
            kind_words(total.kind),
            _year_moves(total, of.unit),
            *(
                size or None
                for size in (
                    (total.got, total.given) if total.account == Account.Kind.CASH else (total.given, total.got)
                )
            ),
        )
        for total in of.totals
    ]
    return Table(_("Totals by kind of transaction and account"), columns, rows)


def _account(total: Total) -> RichCell:
    """Whose it is, and on phones what for."""
    name = account_of(total)
    kind = kind_words(total.kind)
    return RichCell(name, html=format_html('<bdi>{}</bdi><small class="parts narrow-only">{}</small>', name, kind))


def _year_moves(total: Total, unit: InUnits) -> RichCell:
    words = year_words(total, unit)
    return RichCell("; ".join(words), html=format_html_join(BREAK, "{}", ((text,) for text in words)))


def year_out(club: Club, year: int, found: Iterable[OfUnit]) -> Table:
    """The same of all units."""
    parts = [((of.unit.unit,), year_table(of)) for of in found]
    name = _("Money of {club}, {year}").format(club=club.name, year=year)
    return joined(name, [Column("unit", pgettext("column", "Unit"))], parts, over=[str(MOVES_NOTHING)])
