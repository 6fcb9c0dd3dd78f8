"""Two lines of the book are one person: choose, look at what it moves, do it, take it back."""

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.models import Merge
from scorekeeper.clubs.policies import can_keep_book
from scorekeeper.clubs.selectors import similar
from scorekeeper.common.doing import not_done
from scorekeeper.common.errors import require
from scorekeeper.common.names import LONGEST, tidied
from scorekeeper.common.tables.serving import page_or_file
from scorekeeper.common.texts import translated
from scorekeeper.people.records import KeptTwo, Merging
from scorekeeper.people.selectors.book import book
from scorekeeper.people.selectors.files import merge_table
from scorekeeper.people.selectors.merging import preview
from scorekeeper.people.services import keep_two, merge_players, undo_merge
from scorekeeper.people.views.people import person_or_404

MOST_OFFERED = 20  # people to choose from


@login_required
def merge_choose(request: AuthedRequest, club_id: UUID, gone_id: UUID) -> HttpResponse:
    """Who else this person is: those of a like name, or whoever `?q=` finds."""
    here = enter_book(request, club_id)
    require(can_keep_book(here.role))
    player = person_or_404(here.club, gone_id)
    wanted = tidied(request.GET.get("q", "")[:LONGEST])
    found = book(here.club, wanted).found if wanted else similar(here.club, player.own_name, MOST_OFFERED)
    offered = [other for other in found if other.pk != player.pk and not (other.user_id and player.user_id)]
    page = {
        "club": here.club,
        "player": player,
        "wanted": wanted,
        "offered": offered[:MOST_OFFERED],
        "more": max(0, len(offered) - MOST_OFFERED),
    }
    return render(request, "people/merge_choose.html", page)


@login_required
def merge_new(
    request: AuthedRequest, club_id: UUID, gone_id: UUID, kept_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """What making the one a part of the other moves; posting does it."""
    here = enter_book(request, club_id)
    require(can_keep_book(here.role))
    gone, kept = person_or_404(here.club, gone_id), person_or_404(here.club, kept_id)
    if request.method != "POST" and gone.user_id and not kept.user_id:
        return redirect("merge_new", here.club.pk, kept.pk, gone.pk)  # who has an account is kept
    problem = None
    if request.method == "POST":
        asked, now = Merging(kept=kept.pk), timezone.now()
        problem = not_done(lambda: merge_players(asked, club=here.club, by=request.user, gone=gone.pk, now=now))
        if not problem:
            words = {"gone": gone.name, "kept": kept.name}
            messages.success(request, _("{gone} is now merged into {kept}. You can undo this here.").format(**words))
            return redirect("person_detail", here.club.pk, kept.pk)
    found = preview(gone, kept)
    page = {
        "club": here.club,
        "gone": gone,
        "kept": kept,
        "found": found,
        "obstacles": [translated(obstacle.message) for obstacle in found.obstacles],
        "problem": problem,
    }
    tables = {"moved": partial(merge_table, found)} if found.seasons else {}
    status = problem.status if problem else 200
    return page_or_file(request, "people/merge.html", page, tables, table=table, kind=kind, status=status)


@login_required
@require_POST
def merge_refuse(request: AuthedRequest, club_id: UUID, gone_id: UUID, kept_id: UUID) -> HttpResponse:
    """They are two people: not asked about any more."""
    here = enter_book(request, club_id)
    one, other = person_or_404(here.club, gone_id), person_or_404(here.club, kept_id)
    keep_two(KeptTwo(other=other.pk), club=here.club, by=request.user, player=one, now=timezone.now())
    words = {"one": one.name, "other": other.name}
    messages.success(request, _("{one} and {other} stay two separate people.").format(**words))
    return redirect("people", here.club.pk)


@login_required
@require_POST
def merge_undo(request: AuthedRequest, club_id: UUID, merge_id: UUID) -> HttpResponse:
    """Two people again."""
    here = enter_book(request, club_id)
    merge = get_object_or_404(Merge, club=here.club, pk=merge_id)
    undone = undo_merge(club=here.club, by=request.user, merge=merge.pk, now=timezone.now())
    messages.success(request, _("{name} is a separate person again.").format(name=undone.name))
    return redirect("person_detail", here.club.pk, undone.gone_id)
