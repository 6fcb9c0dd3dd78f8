"""The club's box: what lies in it, what it is saved for, putting in and taking out."""

from functools import partial
from typing import Any, Final
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import require_running, role_kept
from scorekeeper.common.doing import asked_for
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import page_or_file
from scorekeeper.payouts.box.services import BoxMove, BoxSaving, move, set_target
from scorekeeper.payouts.care.reads import sight_of
from scorekeeper.payouts.forms import AmountForm, unit_key
from scorekeeper.payouts.payments.reads import Box, box_page, boxes_of, units_in
from scorekeeper.payouts.policies import can_keep_money, can_read_accounts, can_read_money
from scorekeeper.payouts.tables import box_table
from scorekeeper.play.forms import written


class BoxForm(AmountForm):
    """What went in or out (`act`), and why. The key makes sending it twice one booking."""

    asks = BoxMove
    reason = asked_for(
        BoxMove,
        "reason",
        pgettext_lazy("field", "What for"),
        gettext_lazy("Required. Every member can read it."),
        required=True,
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, *args: Any, act: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.act = act

    def answers(self) -> dict[str, Any]:
        return {**super().answers(), "act": self.act}


class TargetForm(AmountForm):
    """What the box is saved for; without an amount for nothing."""

    asks = BoxSaving
    what = asked_for(BoxSaving, "what", pgettext_lazy("field", "Saved for"))

    field_order = ("what", "amount", "unit")

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["amount"].required = False
        self.fields["amount"].help_text = gettext_lazy("Leave empty if the club is not saving for anything.")

    def answers(self) -> dict[str, Any]:
        given = super().answers()
        return {**given, "amount": given["amount"] or 0}


ACTS: Final = {"put": "put_in", "take": "take_out"}
TITLES: Final = {
    "put": gettext_lazy("Put money into the cash box"),
    "take": gettext_lazy("Take money from the cash box"),
}


@require_safe
@login_required
def money_box(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """What lies in the box, unit by unit, and the entries of one unit, the newest first."""
    here = enter_book(request, club_id)
    require(can_read_money(here.role))
    boxes = boxes_of(here.club)
    box = _chosen(boxes, request.GET.get("unit", ""))
    sight = sight_of(here.club, request.user, reads_all=can_read_accounts(role_kept(request.user, here.club)))
    found = box_page(here.club, box.unit, request.GET.get("before", "")) if box and not sight.is_narrow else None
    page = {
        "club": here.club,
        "boxes": [(unit_key(saved.unit), saved) for saved in boxes],
        "box": box,
        "key": unit_key(box.unit) if box else "",
        "is_hidden": sight.is_narrow,
        "entries": found.entries if found else (),
        "older": found.older if found else "",
        "is_first": "before" not in request.GET,
        "may_keep": can_keep_money(here.role) and not here.club.is_closed,
    }
    tables = {"box": partial(box_table, here.club, box.unit, found.entries)} if box and found else {}
    return page_or_file(request, "payouts/box.html", page, tables, table=table, kind=kind)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def money_box_act(request: AuthedRequest, club_id: UUID, act: str) -> HttpResponse:
    """Put something in, or take something out, with a reason."""
    here = enter_book(request, club_id)
    require_running(here.club)
    require(can_keep_money(here.role))
    boxes = boxes_of(here.club)
    unit = {"unit": request.GET.get("unit", "")}
    form = BoxForm(_sent(request), units=units_in(here.club), act=ACTS[act], initial=unit)
    if form.does(move, club=here.club, by=request.user):
        messages.success(request, _("The transaction is booked."))
        return _to_box(here.club, form)
    page = {"club": here.club, "form": form, "boxes": boxes, "act": act, "title": TITLES[act]}
    return render(request, "payouts/box_act.html", page, status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def money_box_target(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """What the box is saved for, and how much that takes."""
    here = enter_book(request, club_id)
    require_running(here.club)
    require(can_keep_money(here.role))
    box = _chosen(boxes_of(here.club), request.GET.get("unit", ""))
    form = TargetForm(_sent(request), units=units_in(here.club), initial=_target(box))
    if form.does(set_target, club=here.club, by=request.user):
        messages.success(request, pgettext("note", "Saved."))
        return _to_box(here.club, form)
    page = {"club": here.club, "form": form, "boxes": [], "act": "target", "title": pgettext("heading", "Savings goal")}
    return render(request, "payouts/box_act.html", page, status=form.status)


def _sent(request: AuthedRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _chosen(boxes: list[Box], key: str) -> Box | None:
    """The one that the address names, else the first."""
    return next((box for box in boxes if unit_key(box.unit) == key), boxes[0] if boxes else None)


def _target(box: Box | None) -> dict[str, str]:
    if box is None:
        return {}
    target = box.target
    values = {"amount": written(target.amount, target.decimals), "what": target.what} if target else {}
    return {"unit": unit_key(box.unit), **values}


def _to_box(club: Club, form: BoxForm | TargetForm) -> HttpResponse:
    return redirect(reverse("money_box", args=[club.pk], query={"unit": unit_key(form.in_unit)}))
