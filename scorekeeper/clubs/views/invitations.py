"""Invitations: make a link, withdraw it, accept it."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.forms import RoleForm
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Invitation, Membership, Role
from scorekeeper.clubs.services import accept_invitation, invitation, invite, withdraw_invitation
from scorekeeper.clubs.views.members import people_of
from scorekeeper.common import refusals
from scorekeeper.common.drawing import qr_code
from scorekeeper.common.errors import Refused


@login_required
@require_POST
@never_cache
def invitation_new(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Make a link for one person and show it this once, as text and as a QR code."""
    here = enter_club(request, club_id)
    form = RoleForm(request.POST)
    if not form.is_valid():
        page = people_of(request, here, form=form)
        return render(request, "clubs/member_list.html", page, status=422)
    role = form.cleaned_data["role"]
    secret = invite(club=here.club, by=request.user, role=role, now=timezone.now())
    link = request.build_absolute_uri(reverse("invitation_accept", args=[secret]))
    page = {"club": here.club, "link": link, "qr": qr_code(link), "role": Role(role).label}
    return render(request, "clubs/invitation.html", page)


@login_required
@require_POST
def invitation_withdraw(request: AuthedRequest, club_id: UUID, invitation_id: UUID) -> HttpResponse:
    here = enter_club(request, club_id)
    found = get_object_or_404(Invitation, pk=invitation_id, club=here.club)
    withdraw_invitation(club=here.club, by=request.user, invitation=found)
    messages.success(request, _("The invitation no longer works."))
    return redirect("member_list", here.club.pk)


@login_required
@never_cache
def invitation_accept(request: AuthedRequest, secret: str) -> HttpResponse:
    """Says which club invites; only posting uses the link up, so that a preview by a messenger does not."""
    if request.method == "POST":
        return _accept(request, secret)
    found = invitation(secret, timezone.now())
    if found is None:
        return _void(request)
    if Membership.objects.filter(club=found.club, user=request.user).exists():
        messages.info(request, _("You belong to {club} already.").format(club=found.club))
        return redirect("club_detail", found.club.pk)
    page = {"invited_to": found.club, "role": Role(found.role).label}
    return render(request, "clubs/invitation_accept.html", page)


def _accept(request: AuthedRequest, secret: str) -> HttpResponse:
    try:
        club = accept_invitation(secret=secret, by=request.user, now=timezone.now())
    except Refused as refused:
        return _void(request, refusals.sentence(refused))
    messages.success(request, _("You belong to {club} now.").format(club=club))
    return redirect("club_detail", club.pk)


def _void(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "clubs/invitation_void.html", {"reason": reason}, status=422 if reason else 404)
