"""The tables on the pages of the money book, each from what its page was made of: for the page and for its file."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.core.settling import InUnits
from scorekeeper.clubs.models import Club, Player
from scorekeeper.common.tables.drawing import black
from scorekeeper.common.tables.values import Column, Kind, RichCell, Row, Table
from scorekeeper.common.texts import amount_words, isolated
from scorekeeper.payouts.book.reads import OfUnit, Statement
from scorekeeper.payouts.book.reads import Row as Entry
from scorekeeper.payouts.models import Booking, Leg
from scorekeeper.payouts.payments.reads import BoxEntry
from scorekeeper.payouts.pools.pages import GivenShown
from scorekeeper.payouts.pools.pages import Shown as Prize
from scorekeeper.payouts.settling.reads import Settled
from scorekeeper.payouts.words import comes_in, moved, named_in, stands, title_of

Opens = Callable[[Player], bool]


def standing_table(club: Club, of: OfUnit, key: str, opens: Opens) -> Table:
    """Who owes and who is to get how much of one unit; whose account the reader `opens` is a link."""
    columns = [
        Column("player", pgettext("column", "Player"), Kind.NAME, heads_rows=True),
        Column("owes", pgettext("column", "Owes"), Kind.AMOUNT, of.unit),
        Column("gets", pgettext("column", "Is owed"), Kind.AMOUNT, of.unit),
    ]
    rows = [
        (
            RichCell(
                person.player.name,
                link=reverse("money_account", args=[club.pk, person.player.pk]) if opens(person.player) else "",
            ),
            person.owes if person.amount < 0 else None,
            person.amount if person.amount > 0 else None,
        )
        for person in of.people
    ]
    name = named_in(_("Who is owed and who owes, and how much"), of.unit)
    return Table(name, columns, rows, key=key, caption=_("Who is owed and who owes, and how much"))


def payments_table(club: Club, plan: Settled, number: int) -> Table:
    """Who pays whom so that all are even, and how much of it waits to be confirmed: the file of the payments."""
    columns = [
        Column("payer", pgettext("column", "Who pays"), Kind.NAME, heads_rows=True),
        Column("getter", pgettext("column", "To"), Kind.NAME),
        Column("amount", pgettext("column", "Amount"), Kind.AMOUNT, plan.unit),
        Column("waits", _("Waiting for confirmation"), Kind.AMOUNT, plan.unit),
    ]
    cells = [
        (
            transfer.payer.name if transfer.payer else club.name,
            transfer.getter.name if transfer.getter else club.name,
            transfer.amount,
            transfer.waits.amount if transfer.waits else None,
        )
        for transfer in plan.transfers
    ]
    name = _("Who pays whom, {unit}").format(unit=plan.unit.unit or pgettext("in a line", "without a label"))
    return Table(name, columns, cells, key=f"payments-{number}")


def given_table(shown: GivenShown, unit: InUnits, key: str, caption: str) -> Table:
    """Who gets what: prizes of places, then special ones."""
    columns = [
        Column("place", pgettext("column", "Place"), head_classes="place"),
        Column("player", pgettext("column", "Player"), Kind.NAME, heads_rows=True),
        Column("gets", pgettext("column", "Gets"), Kind.AMOUNT, unit),
    ]
    rows: list[Row] = [(_place(prize, is_deal=shown.is_deal), prize.name, prize.amount) for prize in shown.prizes]
    rows += [
        (
            RichCell(isolated(special.cause), note=special.note),
            special.name or RichCell(None, html=format_html("{}", pgettext("in a line", "not yet known"))),
            special.amount,
        )
        for special in shown.specials
    ]
    return Table(caption, columns, rows, key=key)


def pool_table(page: dict[str, Any], guarantee: int) -> Table:
    """Where the prizes come from, of what the page of the prizes says."""
    unit: InUnits = page["unit"]
    columns = [
        Column("for", pgettext("column", "What for"), heads_rows=True),
        Column("amount", pgettext("column", "Amount"), Kind.AMOUNT, unit),
    ]
    rows: list[Row] = [
        (f"{capfirst(name)}: {times} × {amount_words(each, unit)}", amount)
        for name, times, each, amount in page["takings"]
    ]
    for cause, amount, to in page["kept"]:
        words = pgettext("in a line", "deducted for {cause}, goes to: {to}").format(cause=isolated(cause), to=to)
        rows.append((words, black(-amount, unit)))
    overlay = page["now"].sums.overlay
    if overlay and guarantee:
        words = _("The club tops up the prizes to the guarantee of {amount}")
        rows.append((words.format(amount=amount_words(guarantee, unit)), overlay))
    elif not page["takings"]:
        rows.append((_("Nothing has come in yet"), 0))
    return Table(_("Where the prizes come from"), columns, rows, key="pool")


def box_table(club: Club, unit: InUnits, entries: Sequence[BoxEntry]) -> Table:
    """What went into the club's box and out of it, the newest first."""
    columns = [
        Column("day", pgettext("column", "Day"), Kind.DAY, head_classes="day"),
        Column("for", pgettext("column", "What for"), heads_rows=True),
        Column("moved", _("In or out")),
        Column("change", pgettext("column", "Change"), Kind.CHANGE, unit, only="file"),
        Column("holds", _("Balance of the cash box"), Kind.AMOUNT, unit),
    ]
    rows = [
        (
            entry.leg.booking.at,
            _booked(club, entry.leg.booking, [entry.leg.booking.reason] if entry.leg.booking.reason else entry.others),
            moved(entry.leg, unit),
            _in_favour(entry.leg),
            entry.holds,
        )
        for entry in entries
    ]
    name = named_in(_("Cash box of {club}").format(club=club.name), unit)
    return Table(name, columns, rows, key="box", caption=_("Every transaction, newest first"))


def account_table(player: Player, found: Statement, rows: Iterable[tuple[Entry, str, str]]) -> Table:
    """The entries of an account with where it stood after each, the newest first."""
    columns = [
        Column("day", pgettext("column", "Day"), Kind.DAY, head_classes="day"),
        Column("for", pgettext("column", "What for"), heads_rows=True),
        Column("moved", pgettext("column", "What changed")),
        Column("change", pgettext("column", "Change"), Kind.CHANGE, found.unit, only="file"),
        Column("after", pgettext("column", "Balance after"), only="page"),
        Column("balance", pgettext("column", "Balance after"), Kind.CHANGE, found.unit, only="file"),
    ]
    cells = [
        (
            row.leg.booking.at,
            _booked(player.club, row.leg.booking, [why] if why else []),
            moved(row.leg, found.unit, named=False),
            _in_favour(row.leg),
            stands(row.balance, found.unit),
            row.balance,
        )
        for row, _title, why in rows
    ]
    name = named_in(_("Account of {name}").format(name=player.name), found.unit)
    return Table(name, columns, cells, key="account", caption=_("Every transaction, newest first"))


def legs_table(booking: Booking, legs: Iterable[tuple[Leg, str, bool]], opens: Opens, *, back: bool = False) -> Table:
    """What a booking moves on whose account, or moves if it is booked `back`; some are hidden from the reader."""
    columns = [
        Column("account", pgettext("column", "Account"), Kind.NAME, heads_rows=True),
        Column("moved", _("What it changes")),
        Column("change", pgettext("column", "Change"), Kind.CHANGE, booking.in_unit, only="file"),
    ]
    rows = [
        (
            RichCell(name, link=_own_account(booking.club, leg, opens)),
            RichCell(
                pgettext("in a line", "hidden"),
                html=format_html('<span class="muted">{}</span>', pgettext("in a line", "hidden")),
            )
            if is_hidden
            else moved(leg, booking.in_unit, back=back),
            None if is_hidden else _in_favour(leg) * (-1 if back else 1),
        )
        for leg, name, is_hidden in legs
    ]
    return Table(title_of(booking), columns, rows, key="legs", caption=_("What it changes"))


def bank_table(bank: dict[str, Any], name: str, *, is_open: bool) -> Table:
    """A line a seat: bought in, cashed out, and what the sheet says lies before them."""
    unit: InUnits = bank["unit"]
    shows_stacks = bank["has_stacks"] and is_open
    last = (
        _("On the table")
        if shows_stacks
        else pgettext("heading", "Result")
        if bank["has_stacks"]
        else _("Cashed out less bought in")
    )
    heads = {"in": pgettext("column", "Bought in"), "out": pgettext("column", "Cashed out"), "rest": last}
    columns = [
        Column("player", "", heads_rows=True),
        *(Column(key, head, Kind.AMOUNT, unit, says_unit=False, classes="box-l") for key, head in heads.items()),
    ]
    rows = [
        (
            line["name"],
            black(line["line"].bought, unit),
            black(line["line"].cashed, unit),
            black(line["line"].stack if shows_stacks else line["line"].net, unit),
        )
        for line in bank["lines"]
    ]
    return Table(name, columns, rows, key="bank")


def _own_account(club: Club, leg: Leg, opens: Opens) -> str:
    """The page of the account that the leg moves, for whoever may open it."""
    player = leg.account.player
    return reverse("money_account", args=[club.pk, player.identity]) if player and opens(player) else ""


def _booked(club: Club, booking: Booking, parts: Sequence[str]) -> RichCell:
    """What a booking was for, with a link to it, and in small letters why or with whom."""
    title, page = capfirst(title_of(booking)), reverse("money_booking", args=[club.pk, booking.pk])
    names = format_html_join(", ", "<bdi>{}</bdi>", ((part,) for part in parts))
    html = format_html('<a href="{}">{}</a><small class="parts">{}</small>', page, title, names)
    return RichCell(title, note=", ".join(parts), html=html)


def _in_favour(leg: Leg) -> int:
    """What an entry moves, below 0 where it is against its account."""
    return abs(leg.amount) if comes_in(leg) else -abs(leg.amount)


def _place(prize: Prize, *, is_deal: bool) -> str | None:
    places = f"{prize.first}–{prize.last}"
    if (prize.first < prize.last and not prize.is_shared) or (prize.is_shared and is_deal):
        return places
    if prize.is_shared:
        return _("{first}–{last}, shared").format(first=prize.first, last=prize.last)
    return str(prize.first) if prize.first else "–"
