"""The money book: where everybody stands, one account, one booking, and booking one back; and what somebody chooses for
themselves: the most they want to lose in a month, and who sees where they stand."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse as address
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from games.core.settling import InUnits
from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import role_kept
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import page_or_file
from scorekeeper.common.tables.values import Table
from scorekeeper.payouts.bank.services import SOURCE
from scorekeeper.payouts.book import reads
from scorekeeper.payouts.book.services import not_reversible, reverse
from scorekeeper.payouts.care.reads import Care, care_of, hidden_clubs, is_hidden_in, seen, sight_of
from scorekeeper.payouts.care.services import hide_of_club, hide_own, set_limit
from scorekeeper.payouts.forms import LimitForm, ReversalForm, unit_key
from scorekeeper.payouts.history.reads import line_of, together
from scorekeeper.payouts.kinds import EVENING, Kind, plain
from scorekeeper.payouts.models import Booking, Payment
from scorekeeper.payouts.payments.reads import payments_of
from scorekeeper.payouts.policies import can_keep_money, can_read_accounts, can_read_money
from scorekeeper.payouts.sources import thing
from scorekeeper.payouts.tables import account_table, legs_table, standing_table
from scorekeeper.payouts.words import called, more_of, title_of, why_of

LAST = 40  # bookings read for the page of where everybody stands
ROWS = 8  # lines of them that it shows


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def money_overview(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Who owes whom: everybody's balance, what lies in banks and pools, and what is the club's. Posting chooses whether
    members see where others stand."""
    here = enter_book(request, club_id)
    require(can_read_money(here.role))
    if request.method == "POST":
        hides = request.POST.get("balances") == "hidden"
        hide_of_club(club=here.club, by=request.user, hides=hides, now=timezone.now())
        return redirect("money_overview", here.club.pk)
    role = _role(request, here.club)
    sight = sight_of(here.club, request.user, reads_all=can_read_accounts(role))
    bookings = reads.newest(here.club, LAST)
    places = reads.places_of(bookings)
    units, opens = seen(reads.overview(here.club), sight), _opens(request, reads_all=can_read_accounts(role))
    tables = {
        str(place): partial(standing_table, here.club, of, str(place), opens) for place, of in enumerate(units, 1)
    }
    page = {
        "club": here.club,
        "units": units,
        "units_with_tables": list(zip(units, tables.values(), strict=True)),
        "sight": sight,
        "rows": together([line_of(booking, places.get(booking.pk, ""), sight) for booking in bookings])[:ROWS],
        "reads_all": can_read_accounts(role),
        "may_choose": can_keep_money(here.role),
        "is_hidden": can_keep_money(here.role) and is_hidden_in(here.club),
    }
    return page_or_file(request, "payouts/overview.html", page, tables, table=table, kind=kind)


@require_safe
@login_required
def money_booking(
    request: AuthedRequest, club_id: UUID, booking_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """One booking: what it moved on whose account, why, and what it leads back to."""
    here = enter_book(request, club_id)
    require(can_read_money(here.role))
    booking = _booking(here.club, booking_id)
    may = can_keep_money(here.role) and not not_reversible(booking) and not hasattr(booking, "reversal")
    page = {**_told(request, booking), "may_reverse": may}
    tables = {"legs": partial(_legs, request, booking)}
    return page_or_file(request, "payouts/booking.html", page, tables, table=table, kind=kind)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def money_reverse(
    request: AuthedRequest, club_id: UUID, booking_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """Book it back, with a reason: what that moves is shown before."""
    here = enter_book(request, club_id)
    require(can_keep_money(here.role))
    booking = _booking(here.club, booking_id)
    form = ReversalForm(request.POST if request.method == "POST" else None)
    if booked := form.does(reverse, club=here.club, booking_id=booking.pk, by=request.user):
        messages.success(request, _("The transaction is reversed."))
        return redirect("money_booking", here.club.pk, booked.pk)
    conflict = form.conflict or not_reversible(booking)
    problem, status = (conflict.message, 409) if conflict else ("", form.status)
    page = {**_told(request, booking), "form": form, "problem": problem}
    tables = {"legs": partial(_legs, request, booking, back=True)}
    return page_or_file(request, "payouts/reverse.html", page, tables, table=table, kind=kind, status=status)


@require_safe
@login_required
def money_account(
    request: AuthedRequest, club_id: UUID, player_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """Somebody's account: every entry with the balance after it, the newest first. A merged line leads to the person
    it is part of."""
    here = enter_book(request, club_id)
    player = get_object_or_404(here.club.players, pk=player_id)
    require(player.user_id == request.user.pk or can_read_accounts(_role(request, here.club)))
    if player.merged_into_id:
        return redirect("money_account", here.club.pk, player.identity)
    units = reads.units_of(player)
    unit = next((known for known in units if _key(known) == request.GET.get("unit")), units[0] if units else None)
    found = reads.statement(player, unit, request.GET.get("before", "")) if unit else None
    page = {
        "club": here.club,
        "player": player,
        "units": [(_key(known), known) for known in units],
        "unit": unit,
        "statement": found,
        "is_first": "before" not in request.GET,
    }
    tables = {"account": partial(account_table, player, found, _rows(found))} if found else {}
    return page_or_file(request, "payouts/account.html", page, tables, table=table, kind=kind)


def _rows(found: reads.Statement) -> list[tuple[reads.Row, str, str]]:
    """Each entry with its title, and with where it came from and why."""
    places = reads.told_of([row.leg for row in found.rows])
    rows = ((row, row.leg.booking) for row in found.rows)
    return [
        (row, title_of(booking), " · ".join(filter(None, (places[booking.pk], more_of(booking)))))
        for row, booking in rows
    ]


def _role(request: AuthedRequest, club: Club) -> str | None:
    """Reading a closed club is for whoever could read it before."""
    return role_kept(request.user, club)


def _key(unit: InUnits) -> str:
    return f"{unit.decimals}{unit.unit}"


def _booking(club: Club, pk: UUID) -> Booking:
    return get_object_or_404(reads.bookings_with_legs(club), pk=pk)


def _opens(request: AuthedRequest, *, reads_all: bool) -> Callable[[Player], bool]:
    """Whether the reader may open somebody's account."""
    return lambda player: reads_all or player.user_id == request.user.pk


def _legs(request: AuthedRequest, booking: Booking, *, back: bool = False) -> Table:
    """What the booking moves, as far as the reader may see it."""
    reads_all = can_read_accounts(_role(request, booking.club))
    hidden = sight_of(booking.club, request.user, reads_all=reads_all).hides_legs(booking)
    legs = sorted(booking.legs.all(), key=lambda leg: (0 if hidden else -leg.amount, leg.pk))
    named = [(leg, called(leg.account), leg.pk in hidden) for leg in legs]
    return legs_table(booking, named, _opens(request, reads_all=reads_all), back=back)


def _told(request: AuthedRequest, booking: Booking) -> dict[str, object]:
    return {
        "club": booking.club,
        "booking": booking,
        "title": title_of(booking),
        "why": why_of(booking),
        "who": str(booking.by_user or booking.by_device or pgettext("in a line", "the program")),
        "leads": _leads(request, booking),
    }


def _leads(request: AuthedRequest, booking: Booking) -> list[tuple[str, str, str]]:
    """What made it beside its sheet and season, as (what that is, what it is called, its page): the request at a bank,
    what was said of a payment, what that settles."""
    found = []
    if booking.source_kind == SOURCE and booking.sitting:
        name = _("Bank of {table}").format(table=booking.sitting.name)
        found.append((_("Requested and approved"), name, address("table_bank", args=[booking.sitting.pk])))
    if payment := _payment_of(request, booking.reverses or booking):
        payment_words = pgettext("in a line", "payment reported and confirmed")
        found.append(
            (pgettext("column", "Payment"), payment_words, address("money_payment", args=[booking.club_id, payment.pk]))
        )
    scope = plain((booking.source_kind, booking.source)) if booking.source else None
    if scope and scope.since and scope.until:
        page = f"{address('money_settle', args=[booking.club_id])}?since={scope.since}&until={scope.until}"
        first, last = (date_format(day, "SHORT_DATE_FORMAT") for day in (scope.since, scope.until))
        found.append((pgettext("column", "Settles"), _("{since} to {until}").format(since=first, until=last), page))
    elif booking.source and (source := thing(booking.source_kind, booking.source, booking.club_id)):
        found.append(
            (
                pgettext("column", "Evening") if booking.source_kind == EVENING else pgettext("column", "From"),
                source.name,
                source.link,
            )
        )
    return found


def _payment_of(request: AuthedRequest, booking: Booking) -> Payment | None:
    """The payment it books, where the reader may see that."""
    if booking.kind != Kind.SETTLED:
        return None
    all_of_them = can_keep_money(_role(request, booking.club))
    return payments_of(booking.club, request.user, all_of_them=all_of_them).filter(booking=booking).first()


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def account_money(request: AuthedRequest) -> HttpResponse:
    """A form for each club and unit; posting one sets that limit."""
    now = timezone.now()
    found = care_of(request.user, now)
    if "hides" in request.POST:
        hide_own(club=_club(request, found), user=request.user, hides=request.POST["hides"] == "1", now=now)
        messages.success(request, _("Your choice about your balance is saved."))
        return redirect("account_money")
    sent = _sent(request, found) if request.method == "POST" else None
    forms = [(care, LimitForm(request.POST if care is sent else None, care=care)) for care in found]
    for care, form in forms:
        if care is sent and (made := form.does(set_limit, club=care.club, by=request.user)):
            text = _("The new limit applies from tomorrow.") if made.next_on else _("The new limit applies now.")
            messages.success(request, text)
            return redirect("account_money")
    is_wrong = any(form.errors for _one, form in forms)
    hidden = hidden_clubs(request.user)
    clubs = [
        (club, club.pk in hidden, list(of_club)) for club, of_club in groupby(forms, key=lambda pair: pair[0].club)
    ]
    return render(request, "payouts/care.html", {"clubs": clubs}, status=422 if is_wrong else 200)


def _club(request: AuthedRequest, found: Sequence[Care]) -> Club:
    """The club the form says. Raises Http404: none of theirs, or one that is closed."""
    club = next((care.club for care in found if str(care.club.pk) == request.POST.get("club")), None)
    if club is None or club.is_closed:
        raise Http404
    return club


def _sent(request: AuthedRequest, found: Sequence[Care]) -> Care:
    """The one whose form was sent. Raises Http404: none of theirs."""
    club, of = _club(request, found), request.POST.get("of", "")
    sent = next((care for care in found if care.club == club and unit_key(care.unit) == of), None)
    if sent is None:
        raise Http404
    return sent
