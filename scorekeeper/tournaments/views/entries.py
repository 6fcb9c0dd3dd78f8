"""Who takes part: the list of entries, entering at the desk and by oneself, and the page of one entrant."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common import refusals
from scorekeeper.common.doing import NotDone, not_done
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.play.opening.forms import uuid_of
from scorekeeper.play.opening.services import Sitter
from scorekeeper.tournaments.forms.entries import EntryForm
from scorekeeper.tournaments.models import Entrant
from scorekeeper.tournaments.rounds.units import called
from scorekeeper.tournaments.selectors.entries import seeded, seeds_of
from scorekeeper.tournaments.selectors.fees import asked_pool
from scorekeeper.tournaments.services.attending import all_here, mark, undo_all_here
from scorekeeper.tournaments.services.entering import SIGN_UP_CLOSED, EntryWanted, enter, sign_off, sign_up
from scorekeeper.tournaments.services.fees import give_fee_back, tick_fees, untick_fees
from scorekeeper.tournaments.services.seeding import seed_by_rating, set_seed
from scorekeeper.tournaments.views.entry_list import Answer, at_entrant, book_of, list_at, row_answer, show_list
from scorekeeper.tournaments.views.here import Here, at_tournament
from scorekeeper.tournaments.views.planning import show_tournament

UNDOING: Final = {"here": gettext_lazy("They are here."), "paid": gettext_lazy("Paid into the club’s box.")}
"""{what was done with many at once: how it is said}"""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_entries(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The list of entries; at the desk somebody is entered, from the book or by name."""
    here = at_tournament(request, tournament_id)
    form = EntryForm(request.POST if request.method == "POST" else None, tournament=here.tournament)
    if request.method != "POST":
        return show_list(here, form, answer=_answer_asked(here))
    require(here.may_desk)
    picked = uuid_of(request.POST.get("player", ""))
    made, problem = _entered(here, form, picked)
    if made is None:
        return show_list(here, EntryForm(None, tournament=here.tournament) if picked else form, problem)
    if request.htmx:
        return show_list(here, EntryForm(None, tournament=here.tournament), answer=_of_entered(made))
    return redirect(list_at(here, entered=made.pk))


@require_POST
@login_required
def entrant_mark(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """Somebody on the list is here, does not come, has left, is back, moves up."""
    here, entrant = at_entrant(request, tournament_id, entrant_id)
    act, reason, now = request.POST.get("act", ""), request.POST.get("reason", ""), timezone.now()
    problem = not_done(lambda: mark(entrant_id=entrant.pk, by=request.user, act=act, reason=reason, now=now))
    return row_answer(here, entrant, now, problem)


@require_POST
@login_required
def entrant_paid(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """The fee of somebody is paid, or was not after all (`paid` 0), or they get it back (`back`)."""
    here, entrant = at_entrant(request, tournament_id, entrant_id)
    now, by, paid = timezone.now(), request.user, request.POST.get("paid", "")
    amount = _amount(request)
    acts: dict[str, Callable[[], object]] = {
        "1": lambda: tick_fees(tournament_id=tournament_id, by=by, now=now, entrants=[entrant.pk], amount=amount),
        "0": lambda: untick_fees(tournament_id=tournament_id, by=by, now=now, entrants=[entrant.pk]),
        "back": lambda: give_fee_back(entrant_id=entrant.pk, by=by, now=now),
    }
    if paid not in acts:
        raise Http404
    return row_answer(here, entrant, now, not_done(acts[paid]))


@require_POST
@login_required
def entrants_here(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Everybody who is expected is here."""
    here, came = at_tournament(request, tournament_id), None

    def act() -> None:
        nonlocal came
        came = all_here(tournament_id=tournament_id, by=request.user, now=timezone.now())

    problem = not_done(act)
    return _answered(here, problem, undo=f"here:{came.step}" if came and came.entrants else "")


@require_POST
@login_required
def entrants_paid(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Everybody who is here has paid."""
    here, ticked = at_tournament(request, tournament_id), None
    amount = _amount(request)

    def act() -> None:
        nonlocal ticked
        ticked = tick_fees(tournament_id=tournament_id, by=request.user, now=timezone.now(), amount=amount)

    problem = not_done(act)
    return _answered(here, problem, undo=f"paid:{ticked.step}" if ticked and ticked.acts else "")


@require_POST
@login_required
def entries_undo(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Take back what was done with many at once."""
    here = at_tournament(request, tournament_id)
    what, _colon, step = request.POST.get("undo", "").partition(":")
    by, now = request.user, timezone.now()
    undoing: dict[str, Callable[[], object]] = {
        "here": lambda: undo_all_here(tournament_id=tournament_id, by=by, step=step, now=now),
        "paid": lambda: untick_fees(tournament_id=tournament_id, by=by, step=step, now=now),
    }
    if what not in undoing or uuid_of(step) is None:
        raise Http404
    return _answered(here, not_done(undoing[what]))


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
    return here.show("tournaments/sign_up.html", status=status, form=form, book=book_of(here.tournament), pool=pool)


def _entered(here: Here, form: EntryForm, picked: UUID | None) -> tuple[Entrant | None, NotDone | None]:
    """Enter whoever was picked or typed; what is wrong with a name stands at its field."""
    if picked is None and not form.is_valid():
        return None, None
    try:
        wanted = EntryWanted(who=[Sitter(picked)]) if picked else form.wanted()
        by, now = here.request.user, timezone.now()
        is_here = "here" in here.request.POST
        made = enter(tournament_id=here.tournament.pk, by=by, wanted=wanted, now=now, is_here=is_here).entrant
    except Conflict as conflict:
        return None, NotDone(conflict.message, 409)
    except Refused as refused:
        if picked:
            return None, NotDone(refusals.sentence(refused), 422)
        form.show(refused)
        return None, None
    return made, None


def _of_entered(made: Entrant) -> Answer:
    return Answer(_entered_words(made), entered=made.pk)


def _answer_asked(here: Here) -> Answer | None:
    """What the address says was just done, for a page without scripts."""
    asked = here.request.GET
    if entered := uuid_of(asked.get("entered", "")):
        made = here.tournament.entrants.filter(pk=entered).first()
        return _of_entered(made) if made and here.may_desk else None
    what, _colon, step = asked.get("undo", "").partition(":")
    return _done_words(f"{what}:{step}") if what in UNDOING and uuid_of(step) and here.may_desk else None


def _done_words(undo: str) -> Answer | None:
    what, _colon, _step = undo.partition(":")
    return Answer(str(UNDOING[what]), undo) if what in UNDOING else None


def _answered(here: Here, problem: NotDone | None, undo: str = "") -> HttpResponse:
    """After something was done with many: the list, or with scripts what changes of the page."""
    if problem or here.request.htmx:
        return show_list(here, EntryForm(None, tournament=here.tournament), problem, _done_words(undo))
    return redirect(list_at(here, undo=undo) if undo else list_at(here))


def _entered_words(made: Entrant) -> str:
    words = {"name": called(made)}
    if made.state == Entrant.State.WAITING:
        return _("{name} is on the waiting list: all places are taken.").format(**words)
    if made.state == Entrant.State.HERE:
        return _("{name} has entered and is checked in.").format(**words)
    return _("{name} has entered.").format(**words)


def _seeds(here: Here, problem: NotDone | None = None) -> HttpResponse:
    places = seeds_of(here.tournament, list(here.tournament.entrants.all()))
    known = (entrant for entrant in seeded(here.tournament) if entrant.pk in places)
    order = sorted(((places[one.pk], one, called(one)) for one in known), key=lambda line: line[0])
    return here.show("tournaments/seeds.html", problem, order=order, last=len(order))


def _amount(request: AuthedRequest) -> int | None:
    """What the page has shown as owed; None where it says nothing that could be one."""
    text = request.POST.get("amount", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None
