"""Making and changing a club."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.forms import ClubChangeForm, ClubForm
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.policies import can_direct, can_manage_members
from scorekeeper.clubs.services import change_club, found_club, set_confirming, set_money, set_pages
from scorekeeper.common import refusals
from scorekeeper.common.errors import Refused, require


@login_required
def club_new(request: AuthedRequest) -> HttpResponse:
    form = ClubForm(request.POST) if request.method == "POST" else ClubForm().suggest_zone()
    if request.method == "POST" and form.is_valid():
        try:
            club = found_club(by=request.user, now=timezone.now(), **form.cleaned_data)
        except Refused as refused:
            refusals.show(form, refused)
        else:
            return redirect("club_detail", club.pk)
    return render(request, "clubs/club_form.html", {"form": form}, status=422 if form.errors else 200)


@login_required
def club_edit(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    here = enter_club(request, club_id)
    require(can_direct(here.role))
    club = here.club
    details = {name: getattr(club, name) for name in ClubChangeForm.base_fields}
    form = ClubChangeForm(request.POST if request.method == "POST" else None, initial=details)
    if request.method == "POST" and form.is_valid():
        minutes, pages_for = (form.cleaned_data.pop(name) for name in ("confirm_after", "pages_for"))
        money = {name: form.cleaned_data.pop(name) for name in ("unit", "decimals", "for_minors")}
        try:
            with transaction.atomic():
                change_club(club=club, by=request.user, **form.cleaned_data)
                set_confirming(club=club, by=request.user, minutes=minutes)
                set_pages(club=club, by=request.user, pages_for=pages_for)
                set_money(club=club, by=request.user, **money)
        except Refused as refused:
            refusals.show(form, refused)
        else:
            messages.success(request, _("The club is changed."))
            return redirect("club_detail", club.pk)
    page = {"form": form, "club": club, "is_owner": can_manage_members(here.role)}
    return render(request, "clubs/club_form.html", page, status=422 if form.errors else 200)
