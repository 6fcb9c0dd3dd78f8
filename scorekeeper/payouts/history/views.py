"""What was booked: the history of the club, the statement of a player, and what a year came to."""

from functools import partial
from typing import Final
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import role_kept
from scorekeeper.common.doing import not_done
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.tables.serving import Tables, asked_file
from scorekeeper.common.tables.values import Table
from scorekeeper.common.throttling import seconds_to_wait
from scorekeeper.common.views import too_many_tries
from scorekeeper.payouts.book.reads import places_of, units_of
from scorekeeper.payouts.care.reads import sight_of
from scorekeeper.payouts.history.files import history_out, statement_table, year_out, year_table
from scorekeeper.payouts.history.forms import HistoryForm, PeriodForm, people_in, unit_key
from scorekeeper.payouts.history.reads import (
    MOST,
    MOST_IN_FILES,
    OfUnit,
    Page,
    Period,
    Search,
    by_kind,
    everything,
    history,
    line_of,
    period,
    place_word,
    together,
    turn_of,
    year_of,
    years_of,
)
from scorekeeper.payouts.history.services import mail_statement, reader_of
from scorekeeper.payouts.policies import can_read_accounts, can_read_money
from scorekeeper.payouts.words import kind_words

MOST_BOOKINGS: Final = 5_000  # in a file
MAILS: Final = 5  # of one statement in an hour


@require_safe
@login_required
def money_history(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Every booking or what is asked for, the newest first; nothing while what is asked for is wrong."""
    here = enter_book(request, club_id)
    require(can_read_money(here.role))
    reads_all = can_read_accounts(role_kept(request.user, here.club))
    people = _people(request, here.club, reads_all=reads_all)
    form = HistoryForm(request.GET, here.club, people)
    _require_of(request, here.club, people)
    asked = form.asked if form.is_valid() else Search()
    sight = sight_of(here.club, request.user, reads_all=reads_all)
    is_right = form.is_valid()
    tables: Tables = (
        {"history": lambda: history_out(here.club, everything(here.club, asked, MOST_BOOKINGS), sight)}
        if is_right
        else {}
    )
    if file := asked_file(request, tables, table, kind):
        return file
    found = history(here.club, asked, turn_of(request.GET)) if is_right else Page([], None, None)
    places = places_of(found.bookings)
    lines = [line_of(booking, places.get(booking.pk, ""), sight) for booking in found.bookings]
    page = {
        "club": here.club,
        "form": form,
        "is_asked": bool(form.errors) or asked != Search(),
        "sheet": form.cleaned_data.get("sitting"),
        "evening": form.of_evening,
        "reads_all": reads_all,
        "lines": lines,
        "rows": together(lines),
        **_neighbours(found),
    }
    return render(request, "payouts/history.html", page, status=422 if form.errors else 200)


@require_safe
@login_required
def money_statement(
    request: AuthedRequest, club_id: UUID, player_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """Somebody's account between two days, with the balance before and at the end; as a file, and to be printed."""
    player = _player(request, club_id, player_id)
    if player.merged_into_id:
        return redirect("money_statement", club_id, player.identity)
    form = _period_form(request, player)
    found = None if form.errors else _period(player, form, MOST)
    tables: Tables = {"statement": lambda: _whole_statement(player, form)} if found else {}
    if file := asked_file(request, tables, table, kind, prints=True):
        return file
    reader = reader_of(player)
    page = {
        "club": player.club,
        "player": player,
        "form": form,
        "found": found,
        "entries": statement_table(found) if found else None,
        "may_mail": reader is not None and (reader == request.user or not player.club.is_closed),
        "is_mine": reader == request.user,
        "key": unit_key(found.unit) if found else "",
    }
    return render(request, "payouts/statement.html", page, status=422 if form.errors else 200)


@require_POST
@login_required
def money_statement_mail(request: AuthedRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """The same statement by mail, to the address of the player's account."""
    player = _player(request, club_id, player_id)
    form = _period_form(request, player)
    found = _period(player.person, form, MOST)
    if found is None or form.errors:
        raise Http404
    if wait := seconds_to_wait(request, f"statement-{player.identity}", MAILS, 3600):
        return too_many_tries(request, _("This statement was sent too often. Download the file instead."), wait)
    mailed = partial(mail_statement, club=player.club, player_id=player.pk, by=request.user, statement=found)
    if refused := not_done(mailed):
        messages.error(request, refused.text)
    else:
        messages.success(request, _("The statement was sent by mail."))
    at = reverse("money_statement", args=[club_id, player.identity])
    return redirect(f"{at}?since={found.since}&until={found.until}&unit={unit_key(found.unit)}")


@require_safe
@login_required
def money_year(
    request: AuthedRequest, club_id: UUID, year: int | None = None, table: str = "", kind: str = ""
) -> HttpResponse:
    """What a year came to: in and out by unit, kind and account. The newest, unless one is named."""
    here = enter_book(request, club_id)
    require(can_read_accounts(role_kept(request.user, here.club)))
    years = years_of(here.club)
    if year is not None and year not in years:
        raise Http404
    shown = year or (years[0] if years else None)
    found = year_of(here.club, shown) if shown else []
    tables: Tables = {"year": lambda: year_out(here.club, shown, found)} if shown else {}
    if file := asked_file(request, tables, table, kind, prints=True):
        return file
    page = {
        "club": here.club,
        "years": years,
        "year": shown,
        "units": [(of, _kinds(of), year_table(of)) for of in found],
    }
    return render(request, "payouts/year.html", page)


def _neighbours(found: Page) -> dict[str, str]:
    return {"newer": place_word(found.newer), "older": place_word(found.older)}


def _kinds(of: OfUnit) -> list[tuple[str, int]]:
    """What each kind of booking moved between accounts, in all."""
    return [(kind_words(kind), amount) for kind, amount in by_kind(of.totals)]


def _people(request: AuthedRequest, club: Club, *, reads_all: bool) -> QuerySet[Player]:
    """Whom the reader may look for."""
    found = people_in(club)
    return found if reads_all else found.filter(user=request.user)


def _require_of(request: AuthedRequest, club: Club, people: QuerySet[Player]) -> None:
    """Somebody else's bookings are not picked out for whoever may not read their account."""
    asked = uuid_in(request.GET.get("player", ""))
    if asked and club.players.filter(pk=asked).exclude(user=request.user).exists():
        require(people.filter(pk=asked).exists() or _reads_all(request, club))


def _reads_all(request: AuthedRequest, club: Club) -> bool:
    return can_read_accounts(role_kept(request.user, club))


def _player(request: AuthedRequest, club_id: UUID, player_id: UUID) -> Player:
    """Somebody whose account the reader may read. Raises Http404; PermissionDenied."""
    here = enter_book(request, club_id)
    lines = here.club.players.select_related("club", "user", "merged_into__user", "merged_into__club")
    player: Player = get_object_or_404(lines, pk=player_id)
    require(player.user_id == request.user.pk or _reads_all(request, here.club))
    return player


def _whole_statement(player: Player, form: PeriodForm) -> Table:
    """The statement for a file, which has room for more entries than the page."""
    found = _period(player, form, MOST_IN_FILES)
    if found is None:
        raise Http404
    return statement_table(found)


def _period_form(request: AuthedRequest, player: Player) -> PeriodForm:
    units = {unit_key(unit): unit for unit in units_of(player.person)}
    sent = request.POST if request.method == "POST" else request.GET
    return PeriodForm(sent, units, timezone.localdate())


def _period(player: Player, form: PeriodForm, most: int) -> Period | None:
    unit = form.in_unit
    return period(player, unit, *form.days, most) if unit else None
