"""How phones come to a table: the code it shows, and joining with it; and claiming a guest sheet."""

from functools import partial
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.accounts.models import User
from scorekeeper.common.addresses import client_address, public_address
from scorekeeper.common.errors import require
from scorekeeper.common.views import too_many_tries
from scorekeeper.play.actors import actor_for, remember
from scorekeeper.play.models import Device, TablePass
from scorekeeper.play.passes.forms import CodeForm, JoinForm, shown_pass
from scorekeeper.play.passes.reads import phone_rows, places_of, side_by_side
from scorekeeper.play.passes.services import (
    LockedOut,
    claim_guest_table,
    claim_player,
    end_phone,
    find_pass,
    give_seat,
    link_secret,
    make_pass,
    refuse_seat,
    revoke_pass,
)
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.views import answered_on_table, clock


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
    device = _phone_of(here, device_id)
    give_seat(sitting_id=here.sitting.pk, by=here.actor, device_id=device.pk, seat_number=number, now=here.now)
    return redirect("table_pass", here.sitting.pk)


@require_POST
@at_table
@answered_on_table
def phone_refuse(here: Here, device_id: UUID) -> HttpResponse:
    """A phone gets no seat that it asks for; it stays at the table without one."""
    refuse_seat(sitting_id=here.sitting.pk, by=here.actor, device_id=_phone_of(here, device_id).pk, now=here.now)
    return redirect("table_pass", here.sitting.pk)


@require_POST
@at_table
@answered_on_table
def phone_end(here: Here, device_id: UUID) -> HttpResponse:
    """One phone may no longer act; the others go on."""
    end_phone(sitting_id=here.sitting.pk, by=here.actor, device_id=_phone_of(here, device_id).pk, now=here.now)
    return redirect("table_pass", here.sitting.pk)


def _phone_of(here: Here, device_id: UUID) -> Device:
    require(here.may["keep"])
    return get_object_or_404(here.sitting.devices.filter(is_host=False), pk=device_id)


@require_POST
@at_table
@answered_on_table
def pass_revoke(here: Here) -> HttpResponse:
    """The code stops working, and so does every phone that joined with it."""
    revoke_pass(sitting_id=here.sitting.pk, by=here.actor, now=here.now)
    return redirect("table_pass", here.sitting.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest) -> HttpResponse:
    """Type the short code that stands beside the QR code."""
    form = CodeForm(request.POST or None)
    try:
        found = form.find(client_address(request), timezone.now()) if request.method == "POST" else None
    except LockedOut as error:
        return _locked_out(request, error)
    if found:
        return redirect("join_link", link_secret(found))
    return render(request, "play/join.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Say who you are and where you sit, or that you only record."""
    try:
        found = find_pass(secret=secret, address=client_address(request), now=timezone.now())
    except LockedOut as error:
        return _locked_out(request, error)
    if found is None:
        return render(request, "play/join.html", {"form": CodeForm(), "is_void": True}, status=404)
    if device := actor_for(request, found.sitting_id).device:
        has_place = device.is_host or device.seat_id is not None
        return redirect("sitting_detail" if has_place else "sitting_seats", found.sitting_id)
    return _join(request, found)


def _join(request: HttpRequest, found: TablePass) -> HttpResponse:
    user, now = request.user if isinstance(request.user, User) else None, timezone.now()
    form = JoinForm(request.POST or None, places=places_of(found.sitting, user, now))
    address = client_address(request)
    if request.method == "POST" and (device := form.join(found, now, user=user, address=address)):
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
    claim_guest_table(sitting_id=here.sitting.pk, by=here.actor, now=here.now)
    seats = {str(seat.number): seat.number for seat in here.sitting.seats.all()}
    seat = seats.get(here.request.POST.get("seat", ""))
    if seat is not None:
        claim_player(sitting_id=here.sitting.pk, by=here.actor, seat_number=seat)
    return here.to_table()


def _locked_out(request: HttpRequest, error: LockedOut) -> HttpResponse:
    return too_many_tries(request, str(error), error.seconds)
