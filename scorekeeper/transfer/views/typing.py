"""An old paper list typed in by keyboard: one line a hand."""

from datetime import timedelta
from functools import partial
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.accounts.models import User
from scorekeeper.clubs.http import enter_club, use_time_of
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.clubs.policies import can_direct
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import page_or_file
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.policies import seen_by
from scorekeeper.play.sheet.reads import sheet_of
from scorekeeper.transfer.forms import CELLS_IN_ORDER, LineForm, ListForm, TotalsForm
from scorekeeper.transfer.plans.lists import LISTED
from scorekeeper.transfer.policies import can_import, can_type_lists
from scorekeeper.transfer.services.typing import close_list, open_list, totals_of, type_hand
from scorekeeper.transfer.tables import typed_table
from scorekeeper.transfer.views.imports import book_of

EARLIER = timedelta(days=1)
SHOWN = 12  # lines above the one that is typed


@login_required
def import_list_new(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Who sat there, when, and by which rules."""
    here = enter_club(request, club_id)
    if here.club.is_private:
        raise Http404
    require(can_type_lists(here.role))
    form = ListForm(here.club, request.POST if request.method == "POST" else None, initial={"key": uuid4()})
    if sitting := form.does(open_list, club=here.club, by=request.user):
        return redirect("import_typing", sitting.club_id, sitting.pk)
    page = {
        "club": here.club,
        "form": form,
        "book": book_of(here.club),
        "begun": _begun(here.club, request.user),
        "keeps": can_import(here.role),
    }
    return render(request, "transfer/typing_new.html", page, status=form.status)


def _begun(club: Club, by: User) -> list[Sitting]:
    """The lists of earlier days that this reader has opened and not finished."""
    mine = Sitting.objects.running().filter(club=club, game__in=LISTED, opened_by_user=by)
    return list(mine.filter(opened_at__lt=timezone.now() - EARLIER).order_by("-opened_at", "-pk")[:SHOWN])


@login_required
def import_typing(
    request: AuthedRequest, club_id: UUID, sitting_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """The lines typed so far with the running totals, and the next one."""
    seen = seen_by(Sitting.objects.select_related("club"), Actor(user=request.user))
    sitting = seen.filter(pk=sitting_id, club=club_id).first()
    if sitting is None or sitting.game not in LISTED or sitting.club.is_private:
        raise Http404
    use_time_of(sitting.club)
    here = Membership(club=sitting.club, user=request.user, role=sitting.my_role)  # type: ignore[attr-defined]
    require(can_type_lists(here.role))
    if not sitting.is_open:
        return redirect("sitting_detail", sitting.pk)
    if request.method != "POST":
        return _page(request, here, sitting, _next_line(sitting), file=(table, kind))
    if "check" in request.POST:
        return _check(request, here, sitting)
    form = LineForm(request.POST, names=_names(sitting))
    if form.does(type_hand, sitting=sitting, by=request.user):
        return redirect("import_typing", sitting.club_id, sitting.pk)
    return _page(request, here, sitting, form)


def _check(request: AuthedRequest, here: Membership, sitting: Sitting) -> HttpResponse:
    """Hold the totals against the paper; where they agree, a director closes the list with it."""
    form = TotalsForm(_names(sitting), request.POST)
    if form.does(close_list, sitting=sitting, by=request.user):
        messages.success(request, _("The totals agree. The list is closed."))
        return redirect("sitting_detail", sitting.pk)
    return _page(request, here, sitting, _next_line(sitting), totals=form)


def _next_line(sitting: Sitting) -> LineForm:
    return LineForm(initial={"key": uuid4(), "number": sitting.next_number}, names=_names(sitting))


def _names(sitting: Sitting) -> dict[int, str]:
    return {seat.number: seat.player.name for seat in sitting.seats.select_related("player").order_by("number")}


def _page(
    request: AuthedRequest,
    here: Membership,
    sitting: Sitting,
    form: LineForm,
    totals: TotalsForm | None = None,
    file: tuple[str, str] = ("", ""),
) -> HttpResponse:
    seats = list(sitting.seats.select_related("player"))
    sheet = sheet_of(sitting)
    due = totals_of(sitting, seats)
    names = {seat.number: seat.player.name for seat in seats}
    typed = partial(typed_table, sitting, sheet, [due[seat.number] for seat in seats])
    page = {
        "club": here.club,
        "sitting": sitting,
        "form": form.focus(),
        "rules": sitting.typed_rules,
        "cells": [form[name] for name in CELLS_IN_ORDER],
        "bonuses": [(form[cell], names[seat]) for cell, seat in zip(form.bonus_cells, form.seats, strict=True)],
        "rows": sheet.rows,
        "typed": typed(most=SHOWN),
        "totals": totals or TotalsForm(names),
        "directs": can_direct(here.role),
    }
    wrong = bool(form.errors or (totals and totals.errors))
    tables, status = {"typed": typed}, 422 if wrong else 200
    return page_or_file(request, "transfer/typing.html", page, tables, table=file[0], kind=file[1], status=status)
