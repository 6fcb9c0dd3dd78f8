"""The money book as tables for other programs, and to be printed."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.core.units import InUnits
from scorekeeper.clubs.models import Club
from scorekeeper.common.tables.values import Cell, Table, figure, headed
from scorekeeper.payouts.models import Account, Booking, Leg
from scorekeeper.payouts.selectors.discretion import Sight
from scorekeeper.payouts.selectors.origins import places_of, told_of
from scorekeeper.payouts.selectors.periods import Period
from scorekeeper.payouts.selectors.years import OfUnit, Total
from scorekeeper.payouts.words import (
    MOVES_NOTHING,
    account_told,
    called,
    comes_in,
    kind_told,
    more_of,
    moved,
    named_in,
    stands,
    summed,
    title_of,
    why_of,
)


def history_out(club: Club, bookings: Sequence[Booking], sight: Sight) -> Table:
    """A row a leg: whoever filters by booking has what it moved together."""
    heads = [
        _("Day"), _("What for"), _("From"), _("Account"), _("What it moves"), _("Owes, or goes out"),
        _("Is to get, or comes in"), _("Unit"), _("Reason"), _("Booked back"), _("Booking"),
    ]  # fmt: skip
    places = places_of(bookings)
    rows: Iterable[Sequence[Cell]] = (
        row for booking in bookings for row in _legs(booking, places.get(booking.pk, ""), sight)
    )
    return Table(_("Money book of {club}").format(club=club.name), heads, rows, [str(MOVES_NOTHING)])


def _legs(booking: Booking, place: str, sight: Sight) -> Iterator[Sequence[Cell]]:
    back = _("yes") if hasattr(booking, "reversal") else ""
    hidden = sight.hides_legs(booking)
    for leg in sorted(booking.legs.all(), key=lambda leg: (0 if hidden else -leg.amount, leg.pk)):
        why = " · ".join(filter(None, (title_of(booking), why_of(booking))))
        moves = [_("hidden"), None, None] if leg.pk in hidden else _moves(leg, booking.in_unit, named=True)
        yield [
            booking.on, why, place, called(leg.account), *moves, booking.unit, booking.reason, back, str(booking.pk),
        ]  # fmt: skip


def _moves(leg: Leg, unit: InUnits, *, named: bool) -> list[Cell]:
    """What an entry moves: in words; and in the column of its direction, which is told by no sign."""
    size = figure(abs(leg.amount), unit)
    return [moved(leg, unit, named=named), *([None, size] if comes_in(leg) else [size, None])]


def statement_name(found: Period) -> str:
    """What the statement is called."""
    return _("Statement of {player}").format(player=found.player.name)


def statement_out(found: Period) -> Table:
    """The entries between where it stood before and where it stood then."""
    days = [date_format(day, "SHORT_DATE_FORMAT") for day in (found.since, found.until)]
    over = [found.player.club.name, _("{since} to {until}").format(since=days[0], until=days[1]), str(MOVES_NOTHING)]
    if found.count > len(found.entries):
        over.append(_("The first {count} entries of {all}.").format(count=len(found.entries), all=found.count))
    heads = [
        _("Day"), _("What for"), _("From"), _("What it moved"), headed(_("Owes"), found.unit),
        headed(_("Is to get"), found.unit), _("After it"),
    ]  # fmt: skip
    return Table(named_in(statement_name(found), found.unit), heads, _entries(found), over)


def _entries(found: Period) -> Iterator[Sequence[Cell]]:
    yield [found.since, _("Balance before"), "", "", None, None, stands(found.opening, found.unit)]
    places = told_of([entry.leg for entry in found.entries])
    for entry in found.entries:
        booking = entry.leg.booking
        what = " · ".join(filter(None, (title_of(booking), more_of(booking))))
        moves = _moves(entry.leg, found.unit, named=False)
        yield [booking.on, what, places[booking.pk], *moves, stands(entry.balance, found.unit)]
    yield [found.until, _("Balance at the end"), "", "", None, None, stands(found.closing, found.unit)]


def statement_text(found: Period) -> str:
    """The statement as a mail says it: a line an entry."""
    lines = [*statement_out(found).over, "", f"{_('Balance before')}: {stands(found.opening, found.unit)}"]
    places = told_of([entry.leg for entry in found.entries])
    for entry in found.entries:
        booking, day = entry.leg.booking, date_format(entry.leg.booking.on, "SHORT_DATE_FORMAT")
        what = ", ".join(filter(None, (title_of(booking), more_of(booking), places[booking.pk])))
        lines.append(f"{day}  {what}: {moved(entry.leg, found.unit, named=False)}")
    return "\n".join([*lines, f"{_('Balance at the end')}: {stands(found.closing, found.unit)}"])


def year_words(total: Total, unit: InUnits) -> list[str]:
    """What a kind of booking moved on an account in a year: out of it, into it, and what that is in all."""
    moves = [-total.given, total.got]
    if total.account == Account.Kind.CASH:
        moves.reverse()
    words = [text for amount in moves if (text := summed(total.account, total.kind, amount, unit))]
    if len(words) > 1:
        net = summed(total.account, total.kind, total.net, unit) or _("nothing")
        words.append(_("in all: {what}").format(what=net))
    return words


def account_of(total: Total) -> str:
    """Whose account it is."""
    return total.player.name if total.player else account_told(total.account)


def _out_and_in(total: Total) -> tuple[int, int]:
    """What is against the account, and what is in its favour."""
    return (total.got, total.given) if total.account == Account.Kind.CASH else (total.given, total.got)


def year_out(club: Club, year: int, found: Iterable[OfUnit]) -> Table:
    """A row for each unit, kind and account."""
    heads = [
        _("Unit"), _("What for"), _("Account"), _("What it moved"), _("Owes, or goes out"), _("Is to get, or comes in")
    ]  # fmt: skip
    rows: Iterable[Sequence[Cell]] = (
        [
            of.unit.unit,
            kind_told(total.kind),
            account_of(total),
            "; ".join(year_words(total, of.unit)),
            *(figure(amount, of.unit) if amount else None for amount in _out_and_in(total)),
        ]
        for of in found
        for total in of.totals
    )
    return Table(_("Money book of {club}, {year}").format(club=club.name, year=year), heads, rows, [str(MOVES_NOTHING)])
