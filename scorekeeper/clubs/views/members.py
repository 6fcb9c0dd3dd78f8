"""Who belongs to a club: roles, handing it over, removal."""

from uuid import UUID

from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.accounts.selectors import STRONG
from scorekeeper.clubs.forms import InvitationForm
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Club, Membership, Role, SecondFactorAsked
from scorekeeper.clubs.policies import can_manage_members
from scorekeeper.clubs.selectors import line_of, open_invitations
from scorekeeper.clubs.services import ask_second_factor, change_role, hand_over, remove_member
from scorekeeper.clubs.tables_out import members_out
from scorekeeper.common import refusals
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import alphabetical
from scorekeeper.common.tables.serving import asked_file
from scorekeeper.common.texts import isolated


@login_required
def member_list(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Members with their roles, and open invitations for those who may make them."""
    here = enter_club(request, club_id)
    if file := asked_file(request, {"members": lambda: members_out(here.club, _members(here.club))}, table, kind):
        return file
    return render(request, "clubs/member_list.html", people_of(here))


@login_required
@require_POST
def member_role(request: AuthedRequest, club_id: UUID, member_id: UUID) -> HttpResponse:
    here = enter_club(request, club_id)
    member = _member(here.club, member_id)
    try:
        change_role(club=here.club, by=request.user, membership=member, role=request.POST.get("role", ""))
    except Refused as refused:
        page = people_of(here, refused=refusals.sentence(refused))
        return render(request, "clubs/member_list.html", page, status=422)
    name = member.user.name
    messages.success(request, _("The role of {name} is changed.").format(name=isolated(name)))
    person = line_of(here.club, member.user) if "person" in request.POST else None
    return redirect("person_detail", here.club.pk, person.pk) if person else redirect("member_list", here.club.pk)


@login_required
@require_POST
def second_factor_ask(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Whether owners and directors need a second factor: `asks` is 1 or 0."""
    here = enter_club(request, club_id)
    asks = request.POST.get("asks") == "1"
    try:
        ask_second_factor(club=here.club, by=request.user, asks=asks, now=timezone.now())
    except Refused as refused:
        page = people_of(here, factor_refused=refusals.sentence(refused))
        return render(request, "clubs/member_list.html", page, status=422)
    words = _("Owners and directors need a second factor now.") if asks else _("Nobody needs a second factor now.")
    messages.success(request, words)
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
        messages.success(request, _("You have left {club}.").format(club=isolated(here.club.name)))
        return redirect("home")
    messages.success(request, _("{name} no longer belongs to the club.").format(name=isolated(member.user.name)))
    return redirect("member_list", here.club.pk)


@login_required
def member_hand_over(request: AuthedRequest, club_id: UUID, member_id: UUID) -> HttpResponse:
    """Asks first; posting makes the member owner and the one who asks a director."""
    here = enter_club(request, club_id)
    require(can_manage_members(here.role))
    member = _member(here.club, member_id)
    page: dict[str, object] = {"club": here.club, "member": member}
    if request.method != "POST":
        return render(request, "clubs/member_hand_over.html", page)
    try:
        hand_over(club=here.club, by=request.user, membership=member)
    except Refused as refused:
        page["refused"] = refusals.sentence(refused)
        return render(request, "clubs/member_hand_over.html", page, status=422)
    messages.success(request, _("{name} is owner of the club now, and you are a director.").format(name=member.user))
    return redirect("member_list", here.club.pk)


def people_of(here: Membership, **more: object) -> dict[str, object]:
    """What the members page shows."""
    club, manages = here.club, can_manage_members(here.role)
    members = _members(club)
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


def without_factor(members: list[Membership]) -> list[Membership]:
    """The owners and directors who have set up no second factor."""
    keen = [member for member in members if member.role in {Role.OWNER, Role.DIRECTOR}]
    users = [member.user_id for member in keen]
    have = set(Authenticator.objects.filter(user__in=users, type__in=STRONG).values_list("user", flat=True))
    return [member for member in keen if member.user_id not in have]


def _members(club: Club) -> list[Membership]:
    """By role, then by name."""
    order = list(Role.values)
    members = club.memberships.select_related("user")
    return sorted(members, key=lambda member: (order.index(member.role), alphabetical(member.user.name)))


def _member(club: Club, member_id: UUID) -> Membership:
    return get_object_or_404(Membership.objects.select_related("user"), pk=member_id, club=club)
