"""Who belongs to a club: roles, removal, and the book of players."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.forms import InvitationForm, PlayerForm
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Club, Invitation, Membership, Role
from scorekeeper.clubs.policies import can_direct, can_manage_members
from scorekeeper.clubs.services import change_role, remove_member, rename_player
from scorekeeper.common import refusals
from scorekeeper.common.errors import Refused, require

A_PAGE = 50  # players


@login_required
def member_list(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Members with their roles, open invitations for those who may make them, and everybody in the book."""
    here = enter_club(request, club_id)
    return render(request, "clubs/member_list.html", people_of(request, here))


@login_required
@require_POST
def member_role(request: AuthedRequest, club_id: UUID, member_id: UUID) -> HttpResponse:
    here = enter_club(request, club_id)
    member = _member(here.club, member_id)
    try:
        change_role(club=here.club, by=request.user, membership=member, role=request.POST.get("role", ""))
    except Refused as refused:
        page = people_of(request, here, refused=refusals.sentence(refused))
        return render(request, "clubs/member_list.html", page, status=422)
    name = member.user.name
    messages.success(request, _("The role of {name} is changed.").format(name=name))
    return redirect("member_list", here.club.pk)


@login_required
def member_remove(request: AuthedRequest, club_id: UUID, member_id: UUID) -> HttpResponse:
    """Asks first; posting does it. Members leave by the same page."""
    here = enter_club(request, club_id)
    member = _member(here.club, member_id)
    leaves = member.user_id == request.user.pk
    require(leaves or can_manage_members(here.role))
    page = {"club": here.club, "member": member, "leaves": leaves}
    if request.method != "POST":
        return render(request, "clubs/member_remove.html", page)
    try:
        remove_member(club=here.club, by=request.user, membership=member)
    except Refused as refused:
        page["refused"] = refusals.sentence(refused)
        return render(request, "clubs/member_remove.html", page, status=422)
    if leaves:
        messages.success(request, _("You have left {club}.").format(club=here.club))
        return redirect("home")
    messages.success(request, _("{name} no longer belongs to the club.").format(name=member.user.name))
    return redirect("member_list", here.club.pk)


@login_required
def player_rename(request: AuthedRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    here = enter_club(request, club_id)
    require(can_direct(here.role))
    player = get_object_or_404(here.club.players, pk=player_id)
    form = PlayerForm(request.POST if request.method == "POST" else None, initial={"name": player.name})
    if form.is_valid():
        try:
            rename_player(club=here.club, by=request.user, player=player, name=form.cleaned_data["name"])
        except Refused as refused:
            refusals.show(form, refused)
        else:
            messages.success(request, _("The name is changed."))
            return redirect("member_list", here.club.pk)
    page = {"club": here.club, "player": player, "form": form}
    return render(request, "clubs/player_rename.html", page, status=422 if form.errors else 200)


def people_of(request: AuthedRequest, here: Membership, **more: object) -> dict[str, object]:
    """What the members page shows."""
    club, manages = here.club, can_manage_members(here.role)
    members = list(club.memberships.select_related("user"))
    order = list(Role.values)
    members.sort(key=lambda member: (order.index(member.role), member.user.name.casefold()))
    players = club.players.filter(retired_at=None).order_by("name", "pk")
    open_links = Invitation.objects.filter(club=club, used_at=None, expires_at__gt=timezone.now())
    return {
        "club": club,
        "here": here,
        "manages": manages,
        "directs": can_direct(here.role),
        "members": members,
        "roles": Role.choices,
        "players": Paginator(players, A_PAGE).get_page(request.GET.get("page")),
        "invitations": open_links.select_related("made_by").order_by("-made_at") if manages else [],
        "form": InvitationForm(),
        **more,
    }


def _member(club: Club, member_id: UUID) -> Membership:
    return get_object_or_404(Membership.objects.select_related("user"), pk=member_id, club=club)
