"""The people of a club: the list, a person, and making one of two lines."""

from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import date as date_words
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.forms import InvitationForm
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.models import Club, Membership, Merge, Player, Role
from scorekeeper.clubs.policies import can_keep_book, can_manage_members, can_open_tables, can_score
from scorekeeper.clubs.selectors import similar
from scorekeeper.clubs.views import invited
from scorekeeper.common.addresses import seconds_to_wait
from scorekeeper.common.doing import ActForm, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.names import FAR_TOO_LONG, LONGEST, tidied
from scorekeeper.common.tables.serving import asked_file, page_or_file
from scorekeeper.common.texts import isolated, translated
from scorekeeper.common.views import too_many_tries
from scorekeeper.common.widgets import Boxes
from scorekeeper.people import services
from scorekeeper.people.selectors import A_PAGE, KINDS, book, line_of, merge_table, merges_into, preview, table_out
from scorekeeper.play.opening.forms import PastedName, pasted
from scorekeeper.play.opening.reads import Found, find

MOST_SEARCHES = 600  # from one address: a whole club behind one router types at once
A_MINUTE = 60  # seconds


class PersonForm(ActForm):
    """A name in the book."""

    asks = services.PersonName

    name = forms.CharField(
        label=pgettext_lazy("field: a person’s", "Name"),
        max_length=LONGEST,
        help_text=gettext_lazy("All sheets of the club show the new name, old ones too."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class CalledForm(ActForm):
    """By which name others are shown somebody."""

    asks = services.CalledBy

    called = forms.ChoiceField(
        label=gettext_lazy("Others see this person"),
        choices=Player.Called.choices,
        help_text=gettext_lazy("Scorers, directors and owners still find the full name under People."),
        widget=Boxes(1),
    )
    code = forms.CharField(
        label=pgettext_lazy("field", "Code name"),
        max_length=LONGEST,
        required=False,
        help_text=gettext_lazy("Only for a code name: any word that does not give the person away."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@login_required
def people(request: AuthedRequest, club_id: UUID, table: str = "", kind: str = "") -> HttpResponse:
    """Everybody in the book, by name; `?q=` looks for one, `?kind=` shows only members, guests or retired people."""
    here = enter_book(request, club_id)
    asked, which = tidied(request.GET.get("q", "")[:LONGEST]), request.GET.get("kind", "")
    keeps = can_keep_book(here.role)
    first_look = not asked and not which and "page" not in request.GET
    found = book(here.club, asked, which, with_pairs=keeps and first_look, keeps=can_score(here.role))
    if file := asked_file(request, {"people": lambda: table_out(here.club, found)}, table, kind):
        return file
    shown = Paginator(found.found, A_PAGE).get_page(request.GET.get("page"))
    retired = found.retired[:A_PAGE]
    lines = found.lines([*shown.object_list, *retired])
    page = {
        "club": here.club,
        "keeps": keeps,
        "reads_whole_names": can_score(here.role),
        "wanted": asked,
        "kind": which,
        "kinds": KINDS,
        "shown": shown,
        "lines": lines[: len(shown.object_list)],
        "retired": lines[len(shown.object_list) :],
        "retired_in_all": len(found.retired),
        "pairs": found.pairs,
    }
    return render(request, "people/people.html", page)


@require_safe
@login_required
@never_cache
def people_find(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """Whom the typed letters (`q`) find in the book, for a field in which somebody is chosen, as JSON: at most twelve,
    members first, and a sentence that says how many."""
    here = enter_book(request, club_id)
    require(can_open_tables(here.role))
    if wait := seconds_to_wait(request, "people-find", MOST_SEARCHES, A_MINUTE):
        return too_many_tries(request, _("Too many searches from here. Type the full name instead."), wait)
    keeps = can_score(here.role)
    found, has_more = find(here.club, request.GET.get("q", "")[:LONGEST], keeps=keeps)
    people = [{"id": str(line.player.pk), "name": line.player.name, "note": _note(line, keeps=keeps)} for line in found]
    return JsonResponse({"people": people, "said": _found_words(len(found), has_more=has_more)})


def _note(found: Found, *, keeps: bool) -> str:
    """What tells namesakes apart, and to whoever `keeps` sheets and books the whole name of who is shown by another."""
    kind = pgettext("in a line", "member") if found.is_member else pgettext("in a line", "guest")
    if keeps and found.player.full_name:
        kind = f"{isolated(found.player.full_name)}, {kind}"
    if found.last is None:
        return kind
    day = date_words(localtime(found.last), "DATE_FORMAT")
    return _("{kind}, last here on {day}").format(kind=kind, day=day)


def _found_words(count: int, *, has_more: bool) -> str:
    if has_more:
        return _("More than {number} people match. Type more of the name.").format(number=count)
    if not count:
        return _("Nobody with this name is known to the club.")
    words = ngettext(
        "{number} person found. Choose with the arrow keys.",
        "{number} people found. Choose with the arrow keys.",
        count,
    )
    return words.format(number=count)


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
        "reads_whole_names": can_score(here.role),
        "merges": merges_into(player, keeps=can_score(here.role)),
    }
    return render(request, "people/person.html", page)


@login_required
def person_new(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """A guest for the book; names much like this one are shown first."""
    here = enter_book(request, club_id)
    require(can_keep_book(here.role))
    if "names" in request.POST:
        return _several(request, here.club)
    place: dict[str, Any] = {"club": here.club, "by": request.user}
    form = PersonForm(request.POST if request.method == "POST" else None)
    alike = [] if "anyway" in request.POST else form.previews(partial(services.alike_in_book, **place))
    if not alike and (player := form.does(services.write_in, **place)):
        messages.success(request, _("{name} was added to the club’s people.").format(name=player.name))
        return redirect("person_detail", here.club.pk, player.pk)
    page = {"club": here.club, "form": form, "alike": alike}
    return render(request, "people/person_new.html", page, status=form.status)


def _several(request: AuthedRequest, club: Club) -> HttpResponse:
    """A list of names: whoever is in the book already is left as they are, names much alike are asked about. Where one
    is refused nobody is written in."""
    sent, asked = request.POST, tidied(request.POST.get("asked", "")[:FAR_TOO_LONG])
    left: list[PastedName] = []
    made: list[Player] = []

    def write() -> None:
        for line in pasted(club, sent["names"]):
            is_answered = line.name == asked
            if line.player or (is_answered and "player" in sent):
                continue
            if line.asks and not (is_answered and "new" in sent):
                left.append(line)
            else:
                made.append(
                    services.write_in(
                        services.PersonName(name=line.name), club=club, by=request.user, now=timezone.now()
                    )
                )

    problem = not_done(transaction.atomic(write))
    if made and not problem:
        words = ngettext(
            "{number} person was added to the club’s people.",
            "{number} people were added to the club’s people.",
            len(made),
        )
        messages.success(request, words.format(number=len(made)))
    if not problem and not left:
        return redirect("people", club.pk)
    page = {
        "club": club,
        "form": PersonForm(),
        "problem": problem,
        "names": sent["names"] if problem else "\n".join(line.name for line in left),
        "left": [] if problem else left,
    }
    return render(request, "people/person_new.html", page, status=problem.status if problem else 200)


@login_required
def player_rename(request: AuthedRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Another name for somebody; names much like it are shown first."""
    here = enter_book(request, club_id)
    require(can_keep_book(here.role))
    player = person_or_404(here.club, player_id)
    place: dict[str, Any] = {"club": here.club, "by": request.user, "player": player}
    form = PersonForm(request.POST if request.method == "POST" else None, initial={"name": player.own_name})
    alike = [] if "anyway" in request.POST else form.previews(partial(services.others_alike, **place))
    if not alike and form.does(services.rename_player, **place) is not None:
        messages.success(request, _("The name is changed."))
        return redirect("person_detail", here.club.pk, player.pk)
    page = {"club": here.club, "player": player, "form": form, "alike": alike}
    return render(request, "people/player_rename.html", page, status=form.status)


@login_required
def person_called(request: AuthedRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """By which name others are shown somebody."""
    here = enter_book(request, club_id)
    require(can_keep_book(here.role))
    player = person_or_404(here.club, player_id)
    now = {"called": player.called, "code": player.name if player.called == Player.Called.CODE else ""}
    form = CalledForm(request.POST if request.method == "POST" else None, initial=now)
    if form.does(services.call_player, club=here.club, by=request.user, player=player):
        messages.success(request, _("Others now see the name {name}.").format(name=isolated(player.name)))
        return redirect("person_detail", here.club.pk, player.pk)
    page = {"club": here.club, "player": player, "form": form}
    return render(request, "people/person_called.html", page, status=form.status)


@login_required
@require_POST
def person_retire(request: AuthedRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Not offered for new tables from now on."""
    here = enter_book(request, club_id)
    player = person_or_404(here.club, player_id)
    services.retire_player(club=here.club, by=request.user, player=player, now=timezone.now())
    messages.success(request, _("{name} is no longer offered for new tables.").format(name=player.name))
    return redirect("person_detail", here.club.pk, player.pk)


@login_required
@require_POST
def person_return(request: AuthedRequest, club_id: UUID, player_id: UUID) -> HttpResponse:
    """Offered for new tables again."""
    here = enter_book(request, club_id)
    player = person_or_404(here.club, player_id)
    services.return_player(club=here.club, by=request.user, player=player)
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
    form = InvitationForm(request.POST if request.method == "POST" else None, guest=player, initial=initial)
    if invited(request, here.club, form):
        return redirect("invitation_show", here.club.pk)
    page = {"club": here.club, "player": player, "form": form}
    return render(request, "people/person_invite.html", page, status=form.status)


def _member(club: Club, player: Player) -> Membership | None:
    found = Membership.objects.select_related("user").filter(club=club, user=player.user_id)
    return found.first() if player.user_id else None


def person_or_404(club: Club, player_id: UUID) -> Player:
    """A person of the book; a line that was merged is none."""
    return get_object_or_404(Player.objects.people().filter(club=club), pk=player_id)


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
        asked, now = services.Merging(kept=kept.pk), timezone.now()
        problem = not_done(
            lambda: services.merge_players(asked, club=here.club, by=request.user, gone=gone.pk, now=now)
        )
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
    services.keep_two(services.KeptTwo(other=other.pk), club=here.club, by=request.user, player=one, now=timezone.now())
    words = {"one": one.name, "other": other.name}
    messages.success(request, _("{one} and {other} stay two separate people.").format(**words))
    return redirect("people", here.club.pk)


@login_required
@require_POST
def merge_undo(request: AuthedRequest, club_id: UUID, merge_id: UUID) -> HttpResponse:
    """Two people again."""
    here = enter_book(request, club_id)
    merge = get_object_or_404(Merge, club=here.club, pk=merge_id)
    undone = services.undo_merge(club=here.club, by=request.user, merge=merge.pk, now=timezone.now())
    messages.success(request, _("{name} is a separate person again.").format(name=undone.name))
    return redirect("person_detail", here.club.pk, undone.gone_id)
