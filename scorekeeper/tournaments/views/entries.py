"""Who takes part: the list of entries, entering at the desk and by oneself, and the page of one entrant."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.models import Player
from scorekeeper.common import refusals
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.common.doing import NotDone, done, not_done
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.play.forms.opening import uuid_of
from scorekeeper.play.selectors.people import offered
from scorekeeper.play.services.sittings import Sitter
from scorekeeper.tournaments.forms.entries import EntrantForm, EntryForm, MissForm, SubstituteForm
from scorekeeper.tournaments.models import Entrant, Tournament
from scorekeeper.tournaments.rounds.units import called
from scorekeeper.tournaments.selectors.entries import acts_of, entry_list, seeded, seeds_of
from scorekeeper.tournaments.selectors.fees import asked_pool, fees_of
from scorekeeper.tournaments.services.attending import absences_of, all_here, mark, miss_round, substitute
from scorekeeper.tournaments.services.entering import SIGN_UP_CLOSED, EntryWanted, enter, sign_off, sign_up
from scorekeeper.tournaments.services.entry_acts import Kind
from scorekeeper.tournaments.services.seeding import change_entrant, seed_by_rating, set_seed
from scorekeeper.tournaments.views.here import Here, at_tournament
from scorekeeper.tournaments.views.planning import show_tournament
from scorekeeper.tournaments.words import entrants_count, stage_title

MOST_IN_BOOK = 400  # names that a field completes from


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_entries(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The list of entries; at the desk somebody is entered: from the book by a tap, or by name."""
    here = at_tournament(request, tournament_id)
    form = EntryForm(request.POST if request.method == "POST" else None, tournament=here.tournament)
    if request.method != "POST":
        return _list(here, form)
    require(here.may_desk)
    picked = uuid_of(request.POST.get("player", ""))
    problem = _entered(here, form, picked)
    if problem is None and (picked or form.is_valid()):
        return redirect("tournament_entries", tournament_id)
    return _list(here, EntryForm(None, tournament=here.tournament) if picked else form, problem)


@require_POST
@login_required
def entrant_mark(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Somebody on the list is here, does not come, has left, is back, moves up."""
    here, entrant = _entrant(request, tournament_id, entrant_id)
    act, reason, now = request.POST.get("act", ""), request.POST.get("reason", ""), timezone.now()
    problem = not_done(lambda: mark(entrant_id=entrant.pk, by=request.user, act=act, reason=reason, now=now))
    form = EntryForm(None, tournament=here.tournament)
    if problem:
        return _list(here, form, problem)
    return redirect(reverse("tournament_entries", args=[tournament_id]) + _next_line(entrant))


@require_POST
@login_required
def entrants_here(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Everybody who has entered is here."""
    here = at_tournament(request, tournament_id)
    problem = not_done(lambda: all_here(tournament_id=tournament_id, by=request.user, now=timezone.now()))
    form = EntryForm(None, tournament=here.tournament)
    return _list(here, form, problem) if problem else redirect("tournament_entries", tournament_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def entrant_detail(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """One entrant: what it is called, who plays for it, which rounds it misses, and what was done."""
    here, entrant = _entrant(request, tournament_id, entrant_id)
    require(here.may_desk)
    form = EntrantForm(request.POST if request.method == "POST" else None, entrant=entrant)

    def change() -> None:
        sent = form.cleaned_data
        name, origin, rating = sent.get("name", ""), sent["origin"], sent["rating"]
        now, by = timezone.now(), request.user
        change_entrant(entrant_id=entrant.pk, by=by, name=name, origin=origin, rating=rating, now=now)

    if request.method == "POST" and done(form, change):
        messages.success(request, _("Saved."))
        return redirect("entrant_detail", tournament_id, entrant_id)
    return _page(here, entrant, form=form)


@require_POST
@login_required
def entrant_substitute(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Somebody else plays for a pair or a team from now on."""
    here, entrant = _entrant(request, tournament_id, entrant_id)
    require(here.may_desk)
    form = _substitute_form(entrant, request.POST)

    def play() -> None:
        who, out, why = form.sitter(), form.out(), form.cleaned_data["reason"]
        now, by = timezone.now(), request.user
        substitute(entrant_id=entrant.pk, by=by, who=who, instead_of=out, reason=why, now=now)

    if done(form, play):
        return redirect("entrant_detail", tournament_id, entrant_id)
    return _page(here, entrant, substitute_form=form)


@require_POST
@login_required
def entrant_miss(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """They miss a round; or, with `plays`, they play it after all."""
    here, entrant = _entrant(request, tournament_id, entrant_id)
    require(here.may_desk)
    form = MissForm(request.POST, stages=list(here.tournament.stages.all()))

    def miss() -> None:
        stage, number = UUID(form.cleaned_data["stage"]), form.cleaned_data["round"]
        misses, now = request.POST.get("plays") != "1", timezone.now()
        miss_round(entrant_id=entrant.pk, by=request.user, stage_id=stage, number=number, misses=misses, now=now)

    if done(form, miss):
        return redirect("entrant_detail", tournament_id, entrant_id)
    return _page(here, entrant, miss_form=form)


@require_safe
@login_required
def tournament_seeds(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The order of the seeds."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    return _seeds(here)


@require_POST
@login_required
def tournament_seed(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Put somebody at a place of the seeds, one up or one down; or, without anybody, all by rating."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    picked = uuid_of(request.POST.get("entrant", ""))
    by, now = request.user, timezone.now()
    if picked is None:
        problem = not_done(lambda: seed_by_rating(tournament_id=tournament_id, by=by, now=now))
    else:
        entrant = get_object_or_404(Entrant, pk=picked, tournament=here.tournament)
        text = request.POST.get("up") or request.POST.get("down") or request.POST.get("place", "")
        place = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
        problem = not_done(lambda: set_seed(entrant_id=entrant.pk, by=by, place=place, now=now))
    return _seeds(here, problem) if problem else redirect("tournament_seeds", tournament_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_sign_up(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The reader enters, with a partner or a team where that is asked; or, with `comes` 0, does not come."""
    here = at_tournament(request, tournament_id)
    form = EntryForm(request.POST if request.method == "POST" else None, tournament=here.tournament, me=True)
    if request.method != "POST":
        return _sign_up(here, form) if here.tournament.takes_sign_ups else _no_sign_up(request, here)
    if request.POST.get("comes") == "0":
        problem = not_done(lambda: sign_off(tournament_id=tournament_id, by=request.user, now=timezone.now()))
        return show_tournament(here, problem) if problem else redirect("tournament_detail", tournament_id)
    if form.is_valid():
        try:
            others, name = list(form.sitters()), form.cleaned_data.get("name", "")
            made = sign_up(tournament_id=tournament_id, by=request.user, others=others, name=name, now=timezone.now())
        except Refused as refused:
            form.show(refused)
        except Conflict as conflict:
            return show_tournament(here, NotDone(conflict.message, 409))
        else:
            messages.success(request, _entered_words(made))
            return redirect("tournament_detail", tournament_id)
    return _sign_up(here, form, 422)


def _no_sign_up(request: AuthedRequest, here: Here) -> HttpResponse:
    """Whoever follows an old link is told so, instead of filling in what is refused."""
    messages.info(request, _("This tournament has ended.") if here.tournament.is_ended else _(SIGN_UP_CLOSED))
    return redirect("tournament_detail", here.tournament.pk)


def _sign_up(here: Here, form: EntryForm, status: int = 200) -> HttpResponse:
    pool = asked_pool(here.tournament)
    return here.show("tournaments/sign_up.html", status=status, form=form, book=_book(here.tournament), pool=pool)


def _entered(here: Here, form: EntryForm, picked: UUID | None) -> NotDone | None:
    """Enter whoever was picked or typed; what is wrong with a name stands at its field."""
    if picked is None and not form.is_valid():
        return None
    try:
        wanted = EntryWanted(who=[Sitter(picked)]) if picked else form.wanted()
        by, now = here.request.user, timezone.now()
        is_here = "here" in here.request.POST
        made = enter(tournament_id=here.tournament.pk, by=by, wanted=wanted, now=now, is_here=is_here).entrant
    except Conflict as conflict:
        return NotDone(conflict.message, 409)
    except Refused as refused:
        if picked:
            return NotDone(refusals.sentence(refused), 422)
        form.show(refused)
        return None
    messages.success(here.request, _entered_words(made))
    return None


def _next_line(entrant: Entrant) -> str:
    """Where the list goes on after a tap: at whoever is expected next, else at its head."""
    expected = Entrant.objects.filter(tournament=entrant.tournament_id, state=Entrant.State.ENTERED)
    after = expected.filter(number__gt=entrant.number).order_by("number").first()
    return f"#entry-{after.number}" if after else ""


def _entered_words(made: Entrant) -> str:
    words = {"name": called(made)}
    if made.state == Entrant.State.WAITING:
        return _("{name} is on the waiting list: all places are taken.").format(**words)
    if made.state == Entrant.State.HERE:
        return _("{name} has entered and is checked in.").format(**words)
    return _("{name} has entered.").format(**words)


def _list(here: Here, form: EntryForm, problem: NotDone | None = None) -> HttpResponse:
    found = here.tournament
    found.refresh_from_db()
    fees = fees_of(found) if can_keep_money(here.membership.role) else None
    listed = entry_list(found, fees)
    people = [player.pk for line in listed.lines for player in line.players if line.entrant.state != "cancelled"]
    picks = here.may_desk and found.of == Tournament.Of.PLAYERS and not found.is_ended
    return here.show(
        "tournaments/entries.html",
        problem,
        list=listed,
        fees=fees,
        taking_part=entrants_count(found, listed.taking_part),
        form=form,
        recent=offered(here.membership.club, people) if picks else [],
        book=_book(found) if here.may_desk else [],
        status=422 if form.errors else 200,
    )


def _page(here: Here, entrant: Entrant, **forms: Any) -> HttpResponse:
    stages = list(here.tournament.stages.all())
    titles = {stage.pk: stage_title(stage) for stage in stages}
    missed = [
        {"stage": stage, "title": titles[stage] if stage else "", "number": number}
        for (stage, number), kind in absences_of(entrant).items()
        if kind == Kind.ABSENT
    ]
    acts = acts_of(here.tournament).filter(entrant=entrant)
    players = {str(one.player_id): one.player.name for one in entrant.players.select_related("player")}
    page: dict[str, Any] = {
        "entrant": entrant,
        "name": called(entrant),
        "form": EntrantForm(None, entrant=entrant),
        "substitute_form": _substitute_form(entrant, None) if here.tournament.of != Tournament.Of.PLAYERS else None,
        "miss_form": MissForm(None, stages=stages),
        "missed": missed,
        "with_stage": len(stages) > 1,
        "acts": [(act, players.get(act.detail.get("instead_of", ""), "")) for act in acts],
        "book": _book(here.tournament),
        **forms,
    }
    status = 422 if any(form.errors for form in forms.values()) else 200
    return here.show("tournaments/entrant.html", status=status, **page)


def _seeds(here: Here, problem: NotDone | None = None) -> HttpResponse:
    places = seeds_of(here.tournament, list(here.tournament.entrants.all()))
    known = (entrant for entrant in seeded(here.tournament) if entrant.pk in places)
    order = sorted(((places[one.pk], one, called(one)) for one in known), key=lambda line: line[0])
    return here.show("tournaments/seeds.html", problem, order=order, last=len(order))


def _entrant(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> tuple[Here, Entrant]:
    here = at_tournament(request, tournament_id)
    entrant = get_object_or_404(Entrant, pk=entrant_id, tournament=here.tournament)
    entrant.tournament = here.tournament
    return here, entrant


def _substitute_form(entrant: Entrant, data: Any) -> SubstituteForm:
    active = entrant.players.filter(is_active=True).select_related("player")
    return SubstituteForm(data, tournament=entrant.tournament, active=list(active))


def _book(found: Tournament) -> list[str]:
    """The names of the club's book, for fields to complete from."""
    people = Player.objects.people().filter(club=found.club_id, retired_at=None)
    return list(people.order_by(Alphabetical("name")).values_list("name", flat=True)[:MOST_IN_BOOK])
