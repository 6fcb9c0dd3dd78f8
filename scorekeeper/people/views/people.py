"""The book of a club, and the page of one of its people with what may be done."""

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
from scorekeeper.clubs.forms import GuestInvitationForm, PlayerForm
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.models import Club, Membership, Player, Role
from scorekeeper.clubs.policies import can_keep_book, can_manage_members
from scorekeeper.clubs.selectors import similar
from scorekeeper.clubs.services import rename_player, retire_player, return_player, write_in
from scorekeeper.clubs.views.invitations import invited
from scorekeeper.common import refusals
from scorekeeper.common import tables_out as files
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.people.http import person_or_404
from scorekeeper.people.selectors.book import A_PAGE, KINDS, book, line_of, merges_into
from scorekeeper.people.selectors.files import table_out


@login_required
def people(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Everybody in the book, by name; `?q=` looks for one, `?kind=` shows only members, guests or retired people."""
    here = enter_book(request, club_id)
    wanted, kind = tidied(request.GET.get("q", "")[:LONGEST]), request.GET.get("kind", "")
    keeps = can_keep_book(here.role)
    first_look = not wanted and not kind and "page" not in request.GET
    found = book(here.club, wanted, kind, with_pairs=keeps and first_look)
    if form := files.wanted(request):
        return files.answer(table_out(here.club, found), form)
    shown = Paginator(found.found, A_PAGE).get_page(request.GET.get("page"))
    retired = found.retired[:A_PAGE]
    lines = found.lines([*shown.object_list, *retired])
    page = {
        "club": here.club,
        "keeps": keeps,
        "wanted": wanted,
        "kind": kind,
        "kinds": KINDS,
        "shown": shown,
        "lines": lines[: len(shown.object_list)],
        "retired": lines[len(shown.object_list) :],
        "retired_in_all": len(found.retired),
        "pairs": found.pairs,
    }
    return render(request, "people/people.html", page)


@login_required
def person_detail(request: AuthedRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """One person: what they have played, and what may be done. A merged line leads to the person it is part of."""
    here = enter_book(request, club_id)
    player = get_object_or_404(here.club.players.select_related("user"), pk=player_id)
    if player.merged_into_id:
        return redirect("person_detail", here.club.pk, player.identity)
    member = _member(here.club, player)
    page = {
        "club": here.club,
        "line": line_of(player, member.role if member else None),
        "player": player,
        "member": member,
        "roles": Role.choices,
        "keeps": can_keep_book(here.role),
        "manages": can_manage_members(here.role),
        "merges": merges_into(player),
    }
    return render(request, "people/person.html", page)


@login_required
def person_new(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """A guest for the book; names much like this one are shown first."""
    here = enter_book(request, club_id)
    require(can_keep_book(here.role))
    form = PlayerForm(request.POST if request.method == "POST" else None)
    alike: list[Player] = []
    if form.is_valid():
        name = form.cleaned_data["name"]
        alike = [] if "anyway" in request.POST else similar(here.club, name)
        try:
            player = None if alike else write_in(club=here.club, by=request.user, name=name, now=timezone.now())
        except Refused as refused:
            refusals.show(form, refused)
        else:
            if player:
                messages.success(request, _("{name} is in the book.").format(name=player.name))
                return redirect("person_detail", here.club.pk, player.pk)
    page = {"club": here.club, "form": form, "alike": alike}
    return render(request, "people/person_new.html", page, status=422 if form.errors else 200)


@login_required
def player_rename(request: AuthedRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Another name for somebody; names much like it are shown first."""
    here = enter_book(request, club_id)
    require(can_keep_book(here.role))
    player = person_or_404(here.club, player_id)
    form = PlayerForm(request.POST if request.method == "POST" else None, initial={"name": player.name})
    alike: list[Player] = []
    if form.is_valid():
        name = form.cleaned_data["name"]
        others = [] if "anyway" in request.POST else similar(here.club, name, 4)
        alike = [other for other in others if other.pk != player.pk]
        if not alike and _renamed(request, here.club, player, form):
            return redirect("person_detail", here.club.pk, player.pk)
    page = {"club": here.club, "player": player, "form": form, "alike": alike}
    return render(request, "people/player_rename.html", page, status=422 if form.errors else 200)


@login_required
@require_POST
def person_retire(request: AuthedRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Not offered for new tables from now on."""
    here = enter_book(request, club_id)
    player = person_or_404(here.club, player_id)
    retire_player(club=here.club, by=request.user, player=player, now=timezone.now())
    messages.success(request, _("{name} is no longer offered for new tables.").format(name=player.name))
    return redirect("person_detail", here.club.pk, player.pk)


@login_required
@require_POST
def person_return(request: AuthedRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Offered for new tables again."""
    here = enter_book(request, club_id)
    player = person_or_404(here.club, player_id)
    return_player(club=here.club, by=request.user, player=player)
    messages.success(request, _("{name} is offered for new tables again.").format(name=player.name))
    return redirect("person_detail", here.club.pk, player.pk)


@login_required
def person_invite(request: AuthedRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """A link for a guest, who becomes a member with all they have played."""
    here = enter_book(request, club_id)
    require(can_manage_members(here.role))
    player = get_object_or_404(Player.objects.vacant(), club=here.club, pk=player_id)
    member = _member(here.club, player)  # one who came with an archive, and shall be what they were
    initial = {"role": member.role} if member else None
    form = GuestInvitationForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid() and invited(request, here.club, form, guest=player):
        return redirect("invitation_show", here.club.pk)
    page = {"club": here.club, "player": player, "form": form}
    return render(request, "people/person_invite.html", page, status=422 if form.errors else 200)


def _member(club: Club, player: Player) -> Membership | None:
    found = Membership.objects.select_related("user").filter(club=club, user=player.user_id)
    return found.first() if player.user_id else None


def _renamed(request: AuthedRequest, club: Club, player: Player, form: PlayerForm) -> bool:
    try:
        rename_player(club=club, by=request.user, player=player, name=form.cleaned_data["name"])
    except Refused as refused:
        refusals.show(form, refused)
        return False
    messages.success(request, _("The name is changed."))
    return True
