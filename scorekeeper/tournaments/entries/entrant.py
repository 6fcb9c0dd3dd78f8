"""The pages of one entrant: as the desk has them, with rounds missed, penalties and what was done; my table, for those
who take part; and the code at the door, where everybody says that they are here."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.accounts.models import User
from scorekeeper.clubs.http import use_time_of
from scorekeeper.common.addresses import public_address, seconds_to_wait
from scorekeeper.common.charts import qr_code
from scorekeeper.common.doing import NotDone, done, nothing_new
from scorekeeper.common.errors import require
from scorekeeper.common.views import too_many_tries
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.payouts.pools.reads import marks_of
from scorekeeper.tournaments.desk.reads import stamp_of
from scorekeeper.tournaments.entries import reads
from scorekeeper.tournaments.entries.attending import come_in, comes_late, miss_round, substitute
from scorekeeper.tournaments.entries.forms import ComingForm, EntrantForm, LateForm, MarksForm, MissForm, SubstituteForm
from scorekeeper.tournaments.entries.services import Kind, change_entrant
from scorekeeper.tournaments.entries.views import at_entrant, book_of, row_answer
from scorekeeper.tournaments.fees.reads import marks_with_prizes
from scorekeeper.tournaments.fees.services import mark_entrant
from scorekeeper.tournaments.formats.at_desk import StageAct
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.here import Here, at_tournament
from scorekeeper.tournaments.mine.reads import part_of
from scorekeeper.tournaments.models import Entrant, Stage, Tournament
from scorekeeper.tournaments.papers.services import door_of, is_door_of
from scorekeeper.tournaments.results.forms import EntrantPointsForm
from scorekeeper.tournaments.results.records import PointsGiven
from scorekeeper.tournaments.results.services import give_points
from scorekeeper.tournaments.rounds.field import called
from scorekeeper.tournaments.rounds.results import unit_of
from scorekeeper.tournaments.words import stage_title


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def entrant_detail(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """One entrant: what it is called, who plays for it, which rounds it misses, and what was done."""
    here, entrant = at_entrant(request, tournament_id, entrant_id)
    require(here.may_desk)
    form = EntrantForm(request.POST if request.method == "POST" else None, entrant=entrant, auto_id=_ids(entrant))
    if form.does(change_entrant, entrant_id=entrant.pk, by=request.user):
        if not request.htmx:
            messages.success(request, pgettext("note", "Saved."))
        return _done(here, entrant)
    return _page(here, entrant, form=form)


@require_POST
@login_required
def entrant_substitute(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Somebody else plays from now on: for a pair or a team, or instead of a single entrant."""
    here, entrant = at_entrant(request, tournament_id, entrant_id)
    require(here.may_desk)
    form = _substitute_form(entrant, request.POST)
    if form.does(substitute, entrant_id=entrant.pk, by=request.user):
        return _done(here, entrant)
    return _page(here, entrant, substitute_form=form)


@require_POST
@login_required
def entrant_miss(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """They miss a round; or, with `plays`, they play it after all."""
    here, entrant = at_entrant(request, tournament_id, entrant_id)
    require(here.may_desk)
    form = MissForm(request.POST, stages=list(here.tournament.stages.all()), auto_id=_ids(entrant))
    form.does(miss_round, entrant_id=entrant.pk, by=request.user)
    if form.is_valid():
        return _done(here, entrant)
    return _page(here, entrant, miss_form=form)


@require_POST
@login_required
def entrant_late(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """They come in with a later round."""
    here, entrant = at_entrant(request, tournament_id, entrant_id)
    require(here.may_desk)
    form = LateForm(request.POST, auto_id=_ids(entrant, "late"))
    form.does(comes_late, entrant_id=entrant.pk, by=request.user)
    if form.is_valid():
        return _done(here, entrant)
    return _page(here, entrant, late_form=form)


@require_POST
@login_required
def entrant_points(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """A penalty or a bonus for them, in the stage that is being played."""
    here, entrant = at_entrant(request, tournament_id, entrant_id)
    require(here.may_plan)
    stage = _stage_with_points(here.tournament, entrant)
    if stage is None:
        return _done(here, entrant, NotDone(_("They are not playing anything that counts points."), 409))
    form = _points_form(stage, entrant, request.POST)

    def give() -> None:
        given = PointsGiven(entrant=entrant.pk, points=form.points, reason=form.cleaned_data["reason"])
        give_points(given, stage_id=stage.pk, by=request.user, key=form.once, now=timezone.now())

    if done(form, give):
        return _done(here, entrant)
    return _page(here, entrant, points_form=form)


@require_POST
@login_required
def entrant_marks(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """The marks that say in which groups with a prize of their own they are."""
    here, entrant = at_entrant(request, tournament_id, entrant_id)
    require(can_keep_money(here.membership.role))
    form = _marks_form(here.tournament, entrant, request.POST)

    def mark() -> None:
        mark_entrant(entrant_id=entrant.pk, by=request.user, given=form.given, taken=form.taken, now=timezone.now())

    if done(form, mark):
        return _done(here, entrant)
    return _page(here, entrant, marks_form=form)


def _done(here: Here, entrant: Entrant, problem: NotDone | None = None) -> HttpResponse:
    if here.request.htmx or problem:
        return row_answer(here, entrant, timezone.now(), problem)
    return redirect("entrant_detail", here.tournament.pk, entrant.pk)


def _page(here: Here, entrant: Entrant, **forms: Any) -> HttpResponse:
    """The page, or to a script what stands beside the line."""
    tournament = here.tournament
    stages = list(tournament.stages.all())
    titles = {stage.pk: stage_title(stage) for stage in stages}
    missed = [
        {"stage": stage, "title": titles[stage] if stage else "", "number": number}
        for (stage, number), kind in reads.absences_of(entrant).items()
        if kind == Kind.ABSENT
    ]
    acts = reads.acts_of(tournament).filter(entrant=entrant)
    players = {str(player.player_id): player.player.name for player in entrant.players.select_related("player")}
    coming = reads.coming_round(tournament) if not tournament.is_ended else None
    with_points = _stage_with_points(tournament, entrant) if here.may_plan else None
    line = next(line for line in reads.entry_list(tournament).lines if line.entrant.pk == entrant.pk)
    page: dict[str, Any] = {
        "entrant": entrant,
        "line": line,
        "given": [("", each) for each in line.given],
        "name": called(entrant),
        "form": EntrantForm(None, entrant=entrant, auto_id=_ids(entrant)),
        "substitute_form": _substitute_form(entrant, None) if _may_be_replaced(entrant) else None,
        "substitutes": stages and stages[-1].typed_plan.substitutes,
        "miss_form": MissForm(None, stages=stages, auto_id=_ids(entrant)),
        "late_form": _late_form(entrant, coming),
        "points_form": _points_form(with_points, entrant, None) if with_points else None,
        "marks_form": _marks_form(tournament, entrant, None) if _has_prizes(here) else None,
        "missed": missed,
        "with_stage": len(stages) > 1,
        "acts": [(act, players.get(act.detail.get("instead_of", ""), "")) for act in acts],
        "book": book_of(tournament),
        **forms,
    }
    status = 422 if any(form.errors for form in forms.values()) else 200
    template = "tournaments/_entrant.html" if here.request.htmx else "tournaments/entrant.html"
    return here.show(template, status=status, **page)


def _ids(entrant: Entrant, form: str = "of") -> str:
    """How the fields of a form are called: several of them may stand on a page."""
    return f"id_{form}_{entrant.number}_%s"


def _may_be_replaced(entrant: Entrant) -> bool:
    states = Entrant.State
    return entrant.tournament.of != Tournament.Of.PLAYERS or entrant.state in {states.ENTERED, states.HERE}


def _substitute_form(entrant: Entrant, data: Any) -> SubstituteForm:
    active = entrant.players.filter(is_active=True).select_related("player")
    return SubstituteForm(data, tournament=entrant.tournament, active=list(active), auto_id=_ids(entrant))


def _late_form(entrant: Entrant, coming: reads.Coming | None) -> LateForm | None:
    if coming is None or not coming.has_number or entrant.state not in {Entrant.State.ENTERED, Entrant.State.HERE}:
        return None
    return LateForm(
        None, initial={"round": coming.back_in(entrant) or coming.number + 1}, auto_id=_ids(entrant, "late")
    )


def _has_prizes(here: Here) -> bool:
    """Whether the reader says who is in a group with a prize of its own."""
    found = here.tournament
    return can_keep_money(here.membership.role) and (found.club.keeps_money or found.competition_id is not None)


def _marks_form(tournament: Tournament, entrant: Entrant, data: Any) -> MarksForm:
    marked = marks_of(tournament.club_id)
    names = dict.fromkeys([*marked, *marks_with_prizes(tournament)])
    people = {player.player.identity for player in entrant.players.filter(is_active=True).select_related("player")}
    has = [name for name, who in marked.items() if people and people <= who]
    return MarksForm(data, marks=list(names), has=has, auto_id=_ids(entrant, "marks"))


def _stage_with_points(tournament: Tournament, entrant: Entrant) -> Stage | None:
    """The newest stage they are in whose standing counts points."""
    if tournament.is_ended:
        return None
    there = tournament.stages.filter(entrants__entrant=entrant).order_by("-number")
    for stage in there:
        stage.tournament = tournament
        if not format_of(stage).refuses(StageAct.GIVE_POINTS):
            return stage
    return None


def _points_form(stage: Stage, entrant: Entrant, data: Any) -> EntrantPointsForm:
    in_halves = format_of(stage).in_halves
    return EntrantPointsForm(data, unit=unit_of(stage.tournament), in_halves=in_halves, auto_id=_ids(entrant))


COMINGS = 600  # by the code, from one address in an hour: a whole hall behind one router, and no more


@require_safe
@login_required
def tournament_door(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The code to hang up at the door."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    link = public_address(request, reverse("tournament_come", args=[tournament_id, door_of(tournament_id)]))
    return here.show("tournaments/door_code.html", link=link, qr=qr_code(link))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def tournament_come(request: HttpRequest, tournament_id: UUID, door: str) -> HttpResponse:
    """Behind the code: say who has come. Needs no account; a member is asked by name."""
    if not is_door_of(tournament_id, door):
        raise Http404
    found = get_object_or_404(Tournament.objects.select_related("club"), pk=tournament_id)
    use_time_of(found.club)
    form = ComingForm(request.POST if request.method == "POST" else None, reads.expected_at_the_door(found))
    if request.method != "POST":
        return _door(request, found, form)
    if wait := seconds_to_wait(request, "tournament_door", COMINGS, 3600):
        return too_many_tries(request, _("Too many people have checked in from here. Tell the desk."), wait)
    user = request.user if isinstance(request.user, User) else None
    if not form.does(come_in, tournament_id=found.pk, by=user):
        return _door(request, found, form, form.status)
    chosen = form.cleaned_data["entrant"]
    short = dict(form.fields["entrant"].choices)  # type: ignore[attr-defined]
    messages.success(request, _("{name} is checked in.").format(name=short[chosen]))
    return redirect("tournament_come", found.pk, door)


def _door(request: HttpRequest, found: Tournament, form: ComingForm, status: int = 200) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    own = reads.mine(found, user) if user else None
    page = {
        "tournament": found,
        "form": form,
        "own": own,
        "own_name": called(own) if own else "",
        "own_is_expected": own is not None and str(own.pk) in dict(form.fields["entrant"].choices),  # type: ignore[attr-defined]
        "expected": form.fields["entrant"].choices,  # type: ignore[attr-defined]
    }
    return render(request, "tournaments/door.html", page, status=status)


@require_safe
@login_required
def tournament_mine(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """My table. A page that asks again with the stamp it has is told 204 while nothing is new."""
    here, now = at_tournament(request, tournament_id), timezone.now()
    found, own = here.tournament, reads.mine(here.tournament, request.user)
    stamp = stamp_of(found)
    if request.GET.get("since") == stamp:
        response = nothing_new(now)
    else:
        template = "tournaments/_mine.html" if own and getattr(request, "htmx", False) else "tournaments/mine.html"
        part = part_of(found, own, request.user, now, stamp, is_held=here.held is not None) if own else None
        response = here.show(template, mine=part, stamp=stamp, now=now)
    response["Vary"] = "HX-Request, Cookie"
    return response
