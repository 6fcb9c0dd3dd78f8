"""How phones come to a table: the code it shows, and joining with it; and claiming a guest sheet."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.accounts.models import User
from scorekeeper.common.addresses import client_address, public_address
from scorekeeper.common.errors import require
from scorekeeper.common.views import too_many_tries
from scorekeeper.play.actors import actor_for, remember
from scorekeeper.play.forms import seat_in
from scorekeeper.play.models import TablePass
from scorekeeper.play.passes.forms import CodeForm, JoinForm, shown_pass
from scorekeeper.play.passes.reads import phone_rows, places_of, side_by_side
from scorekeeper.play.passes.records import Claim, SeatWanted
from scorekeeper.play.passes.services import (
    LockedOut,
    claim_guest_table,
    end_phone,
    find_pass,
    give_seat,
    join_table,
    link_secret,
    make_pass,
    refuse_seat,
    revoke_pass,
)
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.views import answered_on_table, clock

P = ParamSpec("P")


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
def table_pass(here: Here) -> HttpResponse:
    """The code of this table, made when it is asked for, and the phones that have joined."""
    require(here.may["keep"])
    if here.request.method == "POST":
        make_pass(sitting_id=here.sitting.pk, by=here.actor, now=here.now)
        return redirect("table_pass", here.sitting.pk)
    url = partial(public_address, here.request)
    shown = shown_pass(here.sitting, here.now, url) if here.sitting.is_open else None
    until = clock(shown.expires_at) if shown else ""
    phones = phone_rows(here.sitting, here.now)
    return here.show(
        "play/table_pass.html",
        shown=shown,
        until=until,
        phones=phones,
        asking=[row for row in phones if here.sitting.is_open and row.is_in_force and row.device.asks_for][::-1],
        together=side_by_side(phones),
        places=places_of(here.sitting, None, here.now) if here.sitting.is_open else (),
        holders={row.device.seat_id: row for row in phones if row.is_in_force and row.device.seat_id},
    )


@require_POST
@at_table
@answered_on_table
def phone_seat(here: Here, device_id: UUID, number: int) -> HttpResponse:
    """A phone is let in to a seat, or the seat is moved to it."""
    seat = SeatWanted.read({"seat": number})
    give_seat(seat, sitting_id=here.sitting.pk, by=here.actor, device_id=device_id, now=here.now)
    return redirect("table_pass", here.sitting.pk)


@require_POST
@at_table
@answered_on_table
def phone_refuse(here: Here, device_id: UUID) -> HttpResponse:
    """A phone gets no seat that it asks for; it stays at the table without one."""
    refuse_seat(sitting_id=here.sitting.pk, by=here.actor, device_id=device_id, now=here.now)
    return redirect("table_pass", here.sitting.pk)


@require_POST
@at_table
@answered_on_table
def phone_end(here: Here, device_id: UUID) -> HttpResponse:
    """One phone may no longer act; the others go on."""
    end_phone(sitting_id=here.sitting.pk, by=here.actor, device_id=device_id, now=here.now)
    return redirect("table_pass", here.sitting.pk)


@require_POST
@at_table
@answered_on_table
def pass_revoke(here: Here) -> HttpResponse:
    """The code stops working, and so does every phone that joined with it."""
    revoke_pass(sitting_id=here.sitting.pk, by=here.actor, now=here.now)
    return redirect("table_pass", here.sitting.pk)


def counts_codes(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Any:
    """Whoever has typed too many wrong codes waits (429)."""

    def answer(request: HttpRequest, *args: P.args, **address: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **address)
        except LockedOut as error:
            return too_many_tries(request, str(error), error.seconds)

    return wraps(view)(answer)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@counts_codes
def join(request: HttpRequest) -> HttpResponse:
    """Type the short code that stands beside the QR code."""
    form = CodeForm(request.POST or None)
    if found := form.find(client_address(request), timezone.now()):
        return redirect("join_link", link_secret(found))
    return render(request, "play/join.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@counts_codes
def join_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Say who you are and where you sit, or that you only record."""
    found = find_pass(secret=secret, address=client_address(request), now=timezone.now())
    if found is None:
        return render(request, "play/join.html", {"form": CodeForm(), "is_void": True}, status=404)
    if device := actor_for(request, found.sitting_id).device:
        has_place = device.is_host or device.seat_id is not None
        return redirect("sitting_detail" if has_place else "sitting_seats", found.sitting_id)
    return _join(request, found)


def _join(request: HttpRequest, found: TablePass) -> HttpResponse:
    user, now = request.user if isinstance(request.user, User) else None, timezone.now()
    form = JoinForm(request.POST or None, places=places_of(found.sitting, user, now))
    if device := form.does(join_table, table_pass=found, user=user, address=client_address(request)):
        response = redirect("sitting_detail", found.sitting_id)
        remember(request, response, device)
        return response
    context = {"form": form, "sitting": found.sitting, "club": found.club, "is_signed_in": user is not None}
    return render(request, "play/join_link.html", context, status=422 if form.errors else 200)


@require_POST
@at_table
@answered_on_table
def sitting_claim(here: Here) -> HttpResponse:
    """A guest sheet becomes that of the signed-in person who holds its phone, and a seat on it if they say which."""
    seat = here.request.POST.get("seat", "")
    claim = Claim.read({"seat": seat_in(seat)} if seat else {})
    claim_guest_table(claim, sitting_id=here.sitting.pk, by=here.actor, now=here.now)
    return here.to_table()
