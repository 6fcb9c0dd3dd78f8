"""Closing a club, asked twice, and opening it again."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.forms import CloseForm
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Club, Role
from scorekeeper.clubs.policies import can_manage_members, role_kept
from scorekeeper.clubs.services import REOPENED_WITHIN, close_club, reopen_club
from scorekeeper.common import refusals
from scorekeeper.common.errors import Refused, require


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_close(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Asks for the name, then once more; only the second yes closes it."""
    here = enter_club(request, club_id)
    if here.club.is_closed:
        return redirect("club_detail", here.club.pk)
    require(can_manage_members(here.role))
    form = CloseForm(request.POST if request.method == "POST" else None, club=here.club)
    if form.is_bound and form.is_valid():
        if "sure" not in request.POST:
            return _show(request, here.club, form, is_asked_again=True)
        try:
            close_club(club=here.club, by=request.user, name=form.cleaned_data["name"], now=timezone.now())
        except Refused as refused:
            refusals.show(form, refused)
        else:
            messages.success(request, _("The club is closed."))
            return redirect("club_detail", here.club.pk)
    return _show(request, here.club, form)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_reopen(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Says until when an owner can open it again; posting does it."""
    club = enter_club(request, club_id).club
    if club.closed_at is None:
        return redirect("club_detail", club.pk)
    owns = role_kept(request.user, club) == Role.OWNER
    until = club.closed_at + REOPENED_WITHIN
    page = {"club": club, "owns": owns, "until": until, "is_late": timezone.now() > until, "refused": ""}
    if request.method != "POST":
        return render(request, "clubs/club_reopen.html", page)
    try:
        reopen_club(club=club, by=request.user, now=timezone.now())
    except Refused as refused:
        page["refused"] = refusals.sentence(refused)
        return render(request, "clubs/club_reopen.html", page, status=422)
    messages.success(request, _("The club is open again."))
    return redirect("club_detail", club.pk)


def _show(request: AuthedRequest, club: Club, form: CloseForm, *, is_asked_again: bool = False) -> HttpResponse:
    page = {
        "club": club,
        "form": form,
        "is_asked_again": is_asked_again,
        "days": REOPENED_WITHIN.days,
        "open_tables": club.sittings.filter(closed_at=None).count(),
    }
    return render(request, "clubs/club_close.html", page, status=422 if form.errors else 200)
