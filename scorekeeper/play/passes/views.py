"""How phones come to a table: the code it shows, and joining with it; and claiming a guest sheet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.accounts.models import User
from scorekeeper.common.addresses import client_address, public_address
from scorekeeper.common.charts import qr_code
from scorekeeper.common.doing import ActForm
from scorekeeper.common.errors import require
from scorekeeper.common.names import public_names
from scorekeeper.common.views import too_many_tries
from scorekeeper.common.widgets import Boxes
from scorekeeper.play.actors import actor_for, remember
from scorekeeper.play.forms import seat_in
from scorekeeper.play.models import Sitting, TablePass
from scorekeeper.play.passes.reads import Place, phone_rows, places_of, side_by_side
from scorekeeper.play.passes.services import (
    Claim,
    Joining,
    LockedOut,
    SeatWanted,
    claim_guest_table,
    current_pass,
    end_phone,
    find_pass,
    give_seat,
    is_worn_out,
    join_table,
    link_secret,
    make_pass,
    refuse_seat,
    revoke_pass,
    short_code,
)
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.views import answered_on_table, clock

NO_SEAT = "none"


class CodeForm(forms.Form):
    """The short code, in any case and spacing."""

    code = forms.CharField(
        label=_("Code of the table"),
        max_length=20,
        help_text=_("Six letters and digits, like K7F-M2Q. You find it beside the QR code on the scorer’s phone."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
        error_messages={"required": _("Type the code beside the QR code.")},
    )

    def find(self, address: str, now: datetime) -> TablePass | None:
        """The pass behind the code. Raises LockedOut."""
        if not self.is_valid():
            return None
        found = find_pass(secret=self.cleaned_data["code"], address=address, now=now)
        if found is None:
            self.add_error("code", _("No open table has this code. Check it, or ask for a new code."))
        return found


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat that this phone cannot take by itself, as it is called in front of those who are no members: another phone
    holds it (by its number), its player has an account, or the account on this phone sits elsewhere at the table."""

    name: str
    holder: int | None
    has_account: bool


class JoinForm(ActForm):
    """Who this phone is: at one of the free seats, or somebody who only records. `taken` are the other seats."""

    asks = Joining
    seat = forms.ChoiceField(
        label=_("Where do you sit?"),
        widget=Boxes(columns=2),
        error_messages={
            "required": _("Choose your seat, or “No seat”."),
            "invalid_choice": _("This seat is not free. Choose another seat, or “No seat” and then ask for it."),
        },
    )
    name = forms.CharField(
        label=pgettext_lazy("field", "Your name"),
        required=False,
        max_length=80,
        help_text=_("Required without a seat, so the others know whose phone this is."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )

    def __init__(self, *args: Any, places: Sequence[Place], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = public_names({place.seat.number: place.seat.player.name for place in places})
        choices = [(str(place.seat.number), names[place.seat.number]) for place in places if place.is_open]
        self.fields["seat"].choices = [*choices, (NO_SEAT, pgettext_lazy("field", "No seat"))]  # type: ignore[attr-defined]
        self.taken = [
            Taken(names[place.seat.number], place.holder, place.has_account) for place in places if not place.is_open
        ]

    def answers(self) -> dict[str, Any]:
        seat = self.cleaned_data["seat"]
        return {"seat": None if seat == NO_SEAT else int(seat), "name": self.cleaned_data["name"]}


@dataclass(frozen=True, slots=True)
class Shown:
    """A table pass as it is shown: a QR code of the link, and the short code, which may be worn out by others who tried
    codes out."""

    link: str
    code: str
    qr: SafeString
    expires_at: datetime
    is_worn_out: bool


def shown_pass(sitting: Sitting, now: datetime, absolute: Callable[[str], str]) -> Shown | None:
    """The pass in force, if there is one."""
    table_pass = current_pass(sitting, now)
    if table_pass is None:
        return None
    link = absolute(reverse("join_link", args=[link_secret(table_pass)]))
    return Shown(link, short_code(table_pass), qr_code(link), table_pass.expires_at, is_worn_out(table_pass))


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
