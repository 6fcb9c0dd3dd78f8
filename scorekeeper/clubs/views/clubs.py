"""Making and changing a club, closing it, asked twice, and opening it again."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.forms import CloseForm, ClubChangeForm, NewClubForm
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.policies import can_direct, can_manage_members, role_kept
from scorekeeper.clubs.services import REOPENED_WITHIN, change_club, close_club, found_club, reopen_club
from scorekeeper.common.doing import not_done
from scorekeeper.common.errors import require


@login_required
def club_new(request: AuthedRequest) -> HttpResponse:
    """A new club, whose owner the reader becomes."""
    form = NewClubForm(request.POST if request.method == "POST" else None, by=request.user)
    if request.method != "POST":
        form.suggest_zone()
    if club := form.does(found_club, by=request.user):
        return redirect("club_detail", club.pk)
    return render(request, "clubs/club_form.html", {"form": form}, status=form.status)


@login_required
def club_edit(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """What a director wants otherwise."""
    here = enter_club(request, club_id)
    require(can_direct(here.role))
    club = here.club
    form = ClubChangeForm(request.POST if request.method == "POST" else None, club=club)
    if form.does(change_club, club=club, by=request.user):
        messages.success(request, _("The club’s settings are saved."))
        return redirect("club_detail", club.pk)
    page = {"form": form, "club": club, "is_owner": can_manage_members(here.role)}
    return render(request, "clubs/club_form.html", page, status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_close(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Asks for the name, then once more; only the second yes closes it."""
    here = enter_club(request, club_id)
    club = here.club
    if club.is_closed:
        return redirect("club_detail", club.pk)
    require(can_manage_members(here.role))
    form = CloseForm(request.POST if request.method == "POST" else None, club=club)
    is_sure = "sure" in request.POST
    if is_sure and form.does(close_club, club=club, by=request.user) is not None:
        messages.success(request, _("The club is closed."))
        return redirect("club_detail", club.pk)
    page = {
        "club": club,
        "form": form,
        "is_asked_again": not is_sure and form.is_valid(),
        "days": REOPENED_WITHIN.days,
        "open_tables": club.sittings.filter(closed_at=None).count(),
    }
    return render(request, "clubs/club_close.html", page, status=form.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_reopen(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Says until when an owner can open it again; posting does it."""
    club = enter_club(request, club_id).club
    if club.closed_at is None:
        return redirect("club_detail", club.pk)
    now = timezone.now()
    problem = None
    if request.method == "POST":
        problem = not_done(lambda: reopen_club(club=club, by=request.user, now=now))
        if not problem:
            messages.success(request, _("The club is open again."))
            return redirect("club_detail", club.pk)
    owns = role_kept(request.user, club) == Role.OWNER
    until = club.closed_at + REOPENED_WITHIN
    page = {"club": club, "owns": owns, "until": until, "is_late": now > until, "problem": problem}
    return render(request, "clubs/club_reopen.html", page, status=problem.status if problem else 200)
