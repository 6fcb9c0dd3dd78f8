"""Invitations: make a link, withdraw it, accept it."""

from collections.abc import Mapping
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.forms import GuestForm, InvitationForm
from scorekeeper.clubs.http import enter_club, use_time_of
from scorekeeper.clubs.mails import mail_invitation
from scorekeeper.clubs.models import Club, Invitation, Membership, Player, Role
from scorekeeper.clubs.selectors import guests_like, line_of, tables_of
from scorekeeper.clubs.services import accept_invitation, invitation, invite, withdraw_invitation
from scorekeeper.clubs.views.members import people_of
from scorekeeper.common import refusals
from scorekeeper.common.addresses import public_address
from scorekeeper.common.drawing import qr_code
from scorekeeper.common.errors import Refused
from scorekeeper.common.names import public_name
from scorekeeper.common.texts import isolated

FRESH = "fresh_invitation"  # in the session: the secret of the link just made, until it has been shown


@login_required
@require_POST
def invitation_new(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Make a link for one person."""
    here = enter_club(request, club_id)
    form = InvitationForm(request.POST)
    if form.is_valid() and invited(request, here.club, form):
        return redirect("invitation_show", here.club.pk)
    return render(request, "clubs/member_list.html", people_of(here, form=form), status=422)


def invited(request: AuthedRequest, club: Club, form: InvitationForm, guest: Player | None = None) -> bool:
    """Make the link that a valid form asks for, and mail it where it says so; False with errors in the form."""
    role, address = form.cleaned_data["role"], form.cleaned_data["email"]
    note = form.cleaned_data.get("note", "") or (guest.name if guest else "")
    try:
        with transaction.atomic():
            secret = invite(club=club, by=request.user, role=role, now=timezone.now(), note=note, guest=guest)
            if address:
                link = _link(request, secret)
                mail_invitation(club=club, by=request.user, to=address, role=role, link=link, guest=guest)
    except Refused as refused:
        refusals.show(form, refused)
        return False
    if address:
        messages.success(request, _("A mail with the link is on its way to {address}.").format(address=address))
    request.session[FRESH] = secret
    return True


@login_required
@never_cache
def invitation_show(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """The link just made, this once, as text and as a QR code."""
    here = enter_club(request, club_id)
    secret = request.session.pop(FRESH, "")
    found = invitation(secret, timezone.now()) if secret else None
    if found is None or found.club_id != here.club.pk:
        messages.info(request, _("A link is shown once. If it is lost, withdraw the invitation and make another."))
        return redirect("member_list", here.club.pk)
    link = _link(request, secret)
    page = {
        "club": here.club,
        "link": link,
        "qr": qr_code(link),
        "role": found.get_role_display(),
        "note": found.note,
        "guest": found.player,
    }
    return render(request, "clubs/invitation.html", page)


@login_required
@require_POST
def invitation_withdraw(request: AuthedRequest, club_id: UUID, invitation_id: UUID) -> HttpResponse:
    here = enter_club(request, club_id)
    found = get_object_or_404(Invitation, pk=invitation_id, club=here.club)
    withdraw_invitation(club=here.club, by=request.user, invitation=found)
    messages.success(request, _("The invitation no longer works."))
    return redirect("member_list", here.club.pk)


@never_cache
def invitation_accept(request: HttpRequest, secret: str) -> HttpResponse:
    """Says which club invites, also to who has no account yet; only posting uses the link up, so that a preview by
    a messenger does not."""
    if request.user.is_authenticated or request.method == "POST":
        return _answer(cast("AuthedRequest", request), secret)
    found = invitation(secret, timezone.now())
    if found is None:
        return _void(request)
    page = {
        "invited_to": found.club,
        "role": Role(found.role).label,
        "guest": public_name(found.player.name) if found.player else "",
    }
    return render(request, "clubs/invitation_welcome.html", page)


@login_required
def _answer(request: AuthedRequest, secret: str) -> HttpResponse:
    found = invitation(secret, timezone.now())
    if found and Membership.objects.filter(club=found.club, user=request.user).exists():
        messages.info(request, _("You belong to {club} already.").format(club=isolated(found.club.name)))
        return redirect("club_detail", found.club.pk)
    if request.method == "POST":
        return _accept(request, secret, found)
    if found is None:
        return _void(request)
    return _ask(request, found, _guest_form(request, found))


def _accept(request: AuthedRequest, secret: str, found: Invitation | None) -> HttpResponse:
    form = _guest_form(request, found, request.POST) if found else None
    if found and form and not form.is_valid():
        return _ask(request, found, form)
    player = form.cleaned_data["player"] if form else None
    try:
        club = accept_invitation(secret=secret, by=request.user, now=timezone.now(), player_id=player)
    except Refused as refused:
        return _void(request, refusals.sentence(refused))
    messages.success(request, _("You belong to {club} now.").format(club=isolated(club.name)))
    return redirect("club_detail", club.pk)


def _guest_form(request: AuthedRequest, found: Invitation, data: Mapping[str, Any] | None = None) -> GuestForm | None:
    """Asks who the person is in the club's book; None when nobody there has a name like theirs, or the link says it."""
    use_time_of(found.club)
    if found.player:
        return None
    guests = guests_like(found.club, request.user)
    return GuestForm(data, guests=guests, name=str(request.user)) if guests else None


def _ask(request: AuthedRequest, found: Invitation, form: GuestForm | None) -> HttpResponse:
    page = {"invited_to": found.club, "role": Role(found.role).label, "form": form, **_claimed(request, found)}
    return render(request, "clubs/invitation_accept.html", page, status=422 if form and form.errors else 200)


def _claimed(request: AuthedRequest, found: Invitation) -> dict[str, object]:
    """The guest whose games come with the link, and at how many tables these were."""
    if found.player is None:
        return {}
    has_line = line_of(found.club, request.user) is not None
    return {"guest": found.player, "tables": tables_of(found.player.person), "has_line": has_line}


def _link(request: HttpRequest, secret: str) -> str:
    return public_address(request, reverse("invitation_accept", args=[secret]))


def _void(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "clubs/invitation_void.html", {"reason": reason}, status=422 if reason else 404)
