"""The end of an evening: what is collected, closing it, the report."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import NotDone, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.leagues.evenings.here import Here, at_evening
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.evenings.views import show_evening
from scorekeeper.leagues.money.reads import dues_of, owing_nothing, seen_dues
from scorekeeper.leagues.money.services import DuesTick, EveningReopening, close_evening, collect, reopen_evening
from scorekeeper.leagues.report.files import money_out, money_table
from scorekeeper.payouts.forms import CoinForm
from scorekeeper.payouts.kinds import of_evening
from scorekeeper.payouts.policies import can_read_money
from scorekeeper.payouts.settling.reads import coin_unit
from scorekeeper.payouts.settling.views import settle_page

MOST_DIGITS = 15


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_money(request: AuthedRequest, evening_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """What each owes, with a tick for what is collected; posting ticks or takes a tick back."""
    here = at_evening(request, evening_id)
    require(here.may_run)
    if file := asked_file(
        request, {"dues": lambda: money_out(here.evening, seen_dues(dues_of(here.evening), here.sight))}, table, kind
    ):
        return file
    if request.method != "POST":
        return _money(here)
    # Raises Http404: a form that no page of ours has made.
    sent = request.POST
    player, amount, unit = uuid_in(sent.get("player", "")), sent.get("amount", ""), sent.get("unit", "")
    is_number = amount.isascii() and amount.isdecimal() and len(amount) <= MOST_DIGITS
    if player is None or not is_number or sent.get("decimals") not in {"0", "2"} or len(unit) > 12:
        raise Http404
    paid = sent.get("paid") == "1"
    asked = DuesTick(player=player, unit=unit, decimals=int(sent["decimals"]), amount=int(amount), paid=paid)
    problem = not_done(lambda: collect(asked, evening_id=evening_id, by=request.user, now=timezone.now()))
    return _money(here, problem) if problem else redirect("evening_money", evening_id)


def _money(here: Here, problem: NotDone | None = None) -> HttpResponse:
    reads_book, dues = can_read_money(here.membership.role), seen_dues(dues_of(here.evening), here.sight)
    even = owing_nothing(here.evening, dues) if here.may_plan else frozenset()
    units = [(total, money_table(dues, total, owing)) for total, owing in dues.by_unit]
    page = {"dues": dues, "units": units, "reads_book": reads_book, "even": even}
    return here.show("leagues/evening_money.html", problem, **page)


@require_safe
@login_required
def evening_settle(request: AuthedRequest, evening_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Who pays whom, so that everybody is even for the tables of this evening."""
    here = at_evening(request, evening_id)
    require(can_read_money(here.membership.role))
    sittings = tuple(sitting.pk for sitting in sittings_of(here.evening))
    form = CoinForm(request.GET or None, unit=coin_unit(here.membership.club))
    scope = of_evening(here.evening.pk, sittings)
    return settle_page(request, here.membership, scope, form=form, file=(table, kind), evening=here.evening)


@require_POST
@login_required
def evening_close(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """The evening is over; its report follows."""
    here = at_evening(request, evening_id)
    problem = not_done(lambda: close_evening(evening_id=evening_id, by=request.user, now=timezone.now()))
    return show_evening(here, problem) if problem else redirect("evening_report", evening_id)


@require_POST
@login_required
def evening_reopen(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """It was closed too early."""
    here = at_evening(request, evening_id)
    sent = {"reason": request.POST.get("reason", "")}
    problem = not_done(
        lambda: reopen_evening(EveningReopening.read(sent), evening_id=evening_id, by=request.user, now=timezone.now())
    )
    return show_evening(here, problem) if problem else redirect("evening_detail", evening_id)
