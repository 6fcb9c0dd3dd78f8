"""Invitations: make a link, withdraw it, accept it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.forms import InvitationForm, JoinForm
from scorekeeper.clubs.http import enter_club, invitation_link, use_time_of
from scorekeeper.clubs.models import Club, Invitation, Membership, Player, Role
from scorekeeper.clubs.policies import can_manage_members
from scorekeeper.clubs.selectors import guests_like, line_of, tables_of
from scorekeeper.clubs.services import accept_invitation, invitation, invite, withdraw_invitation
from scorekeeper.clubs.views.members import members_page
from scorekeeper.common.charts import qr_code
from scorekeeper.common.doing import NotDone
from scorekeeper.common.errors import require
from scorekeeper.common.names import public_name
from scorekeeper.common.texts import isolated

FRESH = "fresh_invitation"  # in the session: the secret of the link just made, until it has been shown


@login_required
@require_POST
def invitation_new(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Make a link for one person."""
    here = enter_club(request, club_id)
    require(can_manage_members(here.role))
    form = InvitationForm(request.POST)
    if invited(request, here.club, form):
        return redirect("invitation_show", here.club.pk)
    return render(request, "clubs/member_list.html", members_page(here, form=form), status=form.status)


def invited(request: AuthedRequest, club: Club, form: InvitationForm) -> bool:
    """Make the link that a form asks for, and mail it where it says so; False with errors in the form."""
    made = form.does(invite, club=club, by=request.user, link=partial(invitation_link, request))
    if made is None:
        return False
    if address := form.cleaned_data["email"]:
        messages.success(request, _("The invitation was mailed to {address}.").format(address=address))
    request.session[FRESH] = made.secret
    return True


@login_required
@never_cache
def invitation_show(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """The link just made, this once, as text and as a QR code."""
    here = enter_club(request, club_id)
    secret = request.session.pop(FRESH, "")
    found = invitation(secret, timezone.now()) if secret else None
    if found is None or found.club_id != here.club.pk:
        messages.info(
            request, _("A link is shown only once. If it is lost, withdraw the invitation and create a new one.")
        )
        return redirect("member_list", here.club.pk)
    link = invitation_link(request, secret)
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
    messages.success(request, _("The invitation is withdrawn."))
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
        messages.info(request, _("You are already a member of {club}.").format(club=isolated(found.club.name)))
        return redirect("club_detail", found.club.pk)
    if request.method == "POST":
        return _accept(request, secret, found)
    if found is None:
        return _void(request)
    return _ask(request, found, _join_form(request, secret, found))


def _accept(request: AuthedRequest, secret: str, found: Invitation | None) -> HttpResponse:
    form = _join_form(request, secret, found, request.POST)
    if found and not form.is_valid():
        return _ask(request, found, form)
    if found and {"own_name", "player"} <= form.fields.keys() and "player" not in request.POST:
        return _ask(request, found, _join_form(request, secret, found, typed=form.cleaned_data["own_name"]))
    member = form.does(accept_invitation, by=request.user)
    if member is None:
        return _void(request, form.not_done)
    messages.success(request, _("You are now a member of {club}.").format(club=isolated(member.club.name)))
    return redirect("club_detail", member.club_id)


def _join_form(
    request: AuthedRequest,
    secret: str,
    found: Invitation | None,
    data: Mapping[str, Any] | None = None,
    *,
    typed: str = "",
) -> JoinForm:
    """Asks who the person is in the club's book, unless nobody there has a name like theirs, or the link says it; and
    what they are called, while only their address says it. `typed` is the name that they have just given."""
    user = request.user
    name = user.own_name
    guests: Sequence[Player] = []
    if not user.is_named:
        typed = typed or (data or {}).get("own_name", "")
        name = typed or (found.player.own_name if found and found.player else name)
    if found:
        use_time_of(found.club)
        guests = [] if found.player else guests_like(found.club, user, name)
    return JoinForm(data, secret=secret, guests=guests, name=name, asks_name=not user.is_named)


def _ask(request: AuthedRequest, found: Invitation, form: JoinForm) -> HttpResponse:
    page = {"invited_to": found.club, "role": Role(found.role).label, "form": form, **_claimed(request, found)}
    return render(request, "clubs/invitation_accept.html", page, status=form.status)


def _claimed(request: AuthedRequest, found: Invitation) -> dict[str, object]:
    """The guest whose games come with the link, and at how many tables these were."""
    if found.player is None:
        return {}
    has_line = line_of(found.club, request.user) is not None
    return {"guest": found.player, "tables": tables_of(found.player.person), "has_line": has_line}


def _void(request: HttpRequest, problem: NotDone | None = None) -> HttpResponse:
    status = problem.status if problem else 404
    return render(request, "clubs/invitation_void.html", {"problem": problem}, status=status)
