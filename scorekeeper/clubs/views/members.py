"""Who belongs to a club: roles, handing it over, removal."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.forms import FactorForm, InvitationForm, RoleForm
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Club, Membership, Role, SecondFactorAsked
from scorekeeper.clubs.policies import can_manage_members
from scorekeeper.clubs.selectors import line_of, members_of, members_table, open_invitations, without_factor
from scorekeeper.clubs.services import ask_second_factor, change_role, hand_over, remove_member
from scorekeeper.common.doing import not_done
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.common.texts import isolated


@login_required
def member_list(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Members with their roles, and open invitations for those who may make them."""
    here = enter_club(request, club_id)
    if file := asked_file(request, {"members": lambda: members_table(here.club)}, table, kind):
        return file
    return render(request, "clubs/member_list.html", members_page(here))


@login_required
@require_POST
def member_role(request: AuthedRequest, club_id: UUID, member_id: UUID) -> HttpResponse:
    """Another role."""
    here = enter_club(request, club_id)
    require(can_manage_members(here.role))
    member, form = _member(here.club, member_id), RoleForm(request.POST)
    if not form.does(change_role, club=here.club, by=request.user, membership=member):
        page = members_page(here, problem=form.not_done)
        return render(request, "clubs/member_list.html", page, status=form.status)
    name = member.user.name
    messages.success(request, _("The role of {name} was changed.").format(name=isolated(name)))
    person = line_of(here.club, member.user) if "person" in request.POST else None
    return redirect("person_detail", here.club.pk, person.pk) if person else redirect("member_list", here.club.pk)


@login_required
@require_POST
def second_factor_ask(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Whether owners and directors need a second factor."""
    here = enter_club(request, club_id)
    require(can_manage_members(here.role))
    form = FactorForm(request.POST)
    if not form.does(ask_second_factor, club=here.club, by=request.user):
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
        problem = not_done(lambda: remove_member(club=here.club, by=request.user, membership=member))
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
        problem = not_done(lambda: hand_over(club=here.club, by=request.user, membership=member))
        if not problem:
            words = _("{name} now owns the club, and you are a director.").format(name=member.user)
            messages.success(request, words)
            return redirect("member_list", here.club.pk)
    page = {"club": here.club, "member": member, "problem": problem}
    return render(request, "clubs/member_hand_over.html", page, status=problem.status if problem else 200)


def members_page(here: Membership, **more: object) -> dict[str, object]:
    """What the members page shows."""
    club, manages = here.club, can_manage_members(here.role)
    members = members_of(club)
    open_links = open_invitations(club, timezone.now())
    return {
        "club": club,
        "here": here,
        "manages": manages,
        "members": members,
        "roles": Role.choices,
        "people": club.players.filter(retired_at=None, merged_into=None).count(),
        "invitations": open_links.select_related("made_by").order_by("-made_at") if manages else [],
        "form": InvitationForm(),
        "asks_factor": SecondFactorAsked.objects.filter(club=club).exists(),
        "without_factor": without_factor(members) if manages else [],
        **more,
    }


def _member(club: Club, member_id: UUID) -> Membership:
    return get_object_or_404(Membership.objects.select_related("user"), pk=member_id, club=club)
