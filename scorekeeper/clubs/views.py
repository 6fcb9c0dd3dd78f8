"""Clubs and their members: found one, change its settings, invite and join."""

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
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs import forms, selectors, services
from scorekeeper.clubs.http import enter_club, invitation_link, use_time_of
from scorekeeper.clubs.models import Club, Invitation, Membership, Player, Role, SecondFactorAsked
from scorekeeper.clubs.policies import can_direct, can_manage_members, role_kept
from scorekeeper.common.charts import qr_code
from scorekeeper.common.doing import NotDone, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.names import public_name
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.common.texts import isolated


@login_required
def club_new(request: AuthedRequest) -> HttpResponse:
    """A new club, whose owner the reader becomes."""
    form = forms.NewClubForm(request.POST if request.method == "POST" else None, by=request.user)
    if request.method != "POST":
        form.suggest_zone()
    if club := form.does(services.found_club, by=request.user):
        return redirect("club_detail", club.pk)
    return render(request, "clubs/club_form.html", {"form": form}, status=form.status)


@login_required
def club_edit(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """What a director wants otherwise."""
    here = enter_club(request, club_id)
    require(can_direct(here.role))
    club = here.club
    form = forms.ClubChangeForm(request.POST if request.method == "POST" else None, club=club)
    if form.does(services.change_club, club=club, by=request.user):
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
    form = forms.CloseForm(request.POST if request.method == "POST" else None, club=club)
    is_sure = "sure" in request.POST
    if is_sure and form.does(services.close_club, club=club, by=request.user) is not None:
        messages.success(request, _("The club is closed."))
        return redirect("club_detail", club.pk)
    page = {
        "club": club,
        "form": form,
        "is_asked_again": not is_sure and form.is_valid(),
        "days": services.REOPENED_WITHIN.days,
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
        problem = not_done(lambda: services.reopen_club(club=club, by=request.user, now=now))
        if not problem:
            messages.success(request, _("The club is open again."))
            return redirect("club_detail", club.pk)
    owns = role_kept(request.user, club) == Role.OWNER
    until = club.closed_at + services.REOPENED_WITHIN
    page = {"club": club, "owns": owns, "until": until, "is_late": now > until, "problem": problem}
    return render(request, "clubs/club_reopen.html", page, status=problem.status if problem else 200)


@login_required
def member_list(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Members with their roles, and open invitations for those who may make them."""
    here = enter_club(request, club_id)
    if file := asked_file(request, {"members": lambda: selectors.members_table(here.club)}, table, kind):
        return file
    return render(request, "clubs/member_list.html", members_page(here))


@login_required
@require_POST
def member_role(request: AuthedRequest, club_id: UUID, member_id: UUID) -> HttpResponse:
    """Another role."""
    here = enter_club(request, club_id)
    require(can_manage_members(here.role))
    member, form = _member(here.club, member_id), forms.RoleForm(request.POST)
    if not form.does(services.change_role, club=here.club, by=request.user, membership=member):
        page = members_page(here, problem=form.not_done)
        return render(request, "clubs/member_list.html", page, status=form.status)
    name = member.user.name
    messages.success(request, _("The role of {name} was changed.").format(name=isolated(name)))
    person = selectors.line_of(here.club, member.user) if "person" in request.POST else None
    return redirect("person_detail", here.club.pk, person.pk) if person else redirect("member_list", here.club.pk)


@login_required
@require_POST
def second_factor_ask(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Whether owners and directors need a second factor."""
    here = enter_club(request, club_id)
    require(can_manage_members(here.role))
    form = forms.FactorForm(request.POST)
    if not form.does(services.ask_second_factor, club=here.club, by=request.user):
        page = members_page(here, factor_problem=form.not_done)
        return render(request, "clubs/member_list.html", page, status=form.status)
    asks = form.answers()["asks"]
    words = _("Owners and directors now need a second factor.") if asks else _("A second factor is no longer required.")
    messages.success(request, words)
    return redirect("member_list", here.club.pk)


@login_required
def member_remove(request: AuthedRequest, club_id: UUID, member_id: UUID) -> HttpResponse:
    """Asks first; posting does it. Members leave by the same page."""
    here = enter_club(request, club_id)
    member = _member(here.club, member_id)
    leaves = member.user_id == request.user.pk
    require(leaves or can_manage_members(here.role))
    problem = None
    if request.method == "POST":
        problem = not_done(lambda: services.remove_member(club=here.club, by=request.user, membership=member))
        if not problem and leaves:
            messages.success(request, _("You have left {club}.").format(club=isolated(here.club.name)))
            return redirect("home")
        if not problem:
            words = _("{name} is no longer a member of the club.").format(name=isolated(member.user.name))
            messages.success(request, words)
            return redirect("member_list", here.club.pk)
    page = {"club": here.club, "member": member, "leaves": leaves, "problem": problem}
    return render(request, "clubs/member_remove.html", page, status=problem.status if problem else 200)


@login_required
def member_hand_over(request: AuthedRequest, club_id: UUID, member_id: UUID) -> HttpResponse:
    """Asks first; posting makes the member owner and the one who asks a director."""
    here = enter_club(request, club_id)
    require(can_manage_members(here.role))
    member, problem = _member(here.club, member_id), None
    if request.method == "POST":
        problem = not_done(lambda: services.hand_over(club=here.club, by=request.user, membership=member))
        if not problem:
            words = _("{name} now owns the club, and you are a director.").format(name=member.user)
            messages.success(request, words)
            return redirect("member_list", here.club.pk)
    page = {"club": here.club, "member": member, "problem": problem}
    return render(request, "clubs/member_hand_over.html", page, status=problem.status if problem else 200)


def members_page(here: Membership, **more: object) -> dict[str, object]:
    """What the members page shows."""
    club, manages = here.club, can_manage_members(here.role)
    members = selectors.members_of(club)
    open_links = selectors.open_invitations(club, timezone.now())
    return {
        "club": club,
        "here": here,
        "manages": manages,
        "members": members,
        "roles": Role.choices,
        "people": club.players.filter(retired_at=None, merged_into=None).count(),
        "invitations": open_links.select_related("made_by").order_by("-made_at") if manages else [],
        "form": forms.InvitationForm(),
        "asks_factor": SecondFactorAsked.objects.filter(club=club).exists(),
        "without_factor": selectors.without_factor(members) if manages else [],
        **more,
    }


def _member(club: Club, member_id: UUID) -> Membership:
    return get_object_or_404(Membership.objects.select_related("user"), pk=member_id, club=club)


FRESH = "fresh_invitation"  # in the session: the secret of the link just made, until it has been shown


@login_required
@require_POST
def invitation_new(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Make a link for one person."""
    here = enter_club(request, club_id)
    require(can_manage_members(here.role))
    form = forms.InvitationForm(request.POST)
    if invited(request, here.club, form):
        return redirect("invitation_show", here.club.pk)
    return render(request, "clubs/member_list.html", members_page(here, form=form), status=form.status)


def invited(request: AuthedRequest, club: Club, form: forms.InvitationForm) -> bool:
    """Make the link that a form asks for, and mail it where it says so; False with errors in the form."""
    made = form.does(services.invite, club=club, by=request.user, link=partial(invitation_link, request))
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
    found = services.invitation(secret, timezone.now()) if secret else None
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
    services.withdraw_invitation(club=here.club, by=request.user, invitation=found)
    messages.success(request, _("The invitation is withdrawn."))
    return redirect("member_list", here.club.pk)


@never_cache
def invitation_accept(request: HttpRequest, secret: str) -> HttpResponse:
    """Says which club invites, also to who has no account yet; only posting uses the link up, so that a preview by
    a messenger does not."""
    if request.user.is_authenticated or request.method == "POST":
        return _answer(cast("AuthedRequest", request), secret)
    found = services.invitation(secret, timezone.now())
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
    found = services.invitation(secret, timezone.now())
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
    member = form.does(services.accept_invitation, by=request.user)
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
) -> forms.JoinForm:
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
        guests = [] if found.player else selectors.guests_like(found.club, user, name)
    return forms.JoinForm(data, secret=secret, guests=guests, name=name, asks_name=not user.is_named)


def _ask(request: AuthedRequest, found: Invitation, form: forms.JoinForm) -> HttpResponse:
    page = {"invited_to": found.club, "role": Role(found.role).label, "form": form, **_claimed(request, found)}
    return render(request, "clubs/invitation_accept.html", page, status=form.status)


def _claimed(request: AuthedRequest, found: Invitation) -> dict[str, object]:
    """The guest whose games come with the link, and at how many tables these were."""
    if found.player is None:
        return {}
    has_line = selectors.line_of(found.club, request.user) is not None
    return {"guest": found.player, "tables": selectors.tables_of(found.player.person), "has_line": has_line}


def _void(request: HttpRequest, problem: NotDone | None = None) -> HttpResponse:
    status = problem.status if problem else 404
    return render(request, "clubs/invitation_void.html", {"problem": problem}, status=status)
