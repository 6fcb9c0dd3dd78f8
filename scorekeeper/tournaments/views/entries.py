"""Who takes part: the list of entries, entering at the desk and by oneself, and the page of one entrant."""

from collections.abc import Callable
from typing import Any, Final
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
from scorekeeper.common.doing import NotDone, attempt, not_done
from scorekeeper.common.errors import require
from scorekeeper.play.opening.forms import uuid_of
from scorekeeper.tournaments.entries.records import (
    DeskStep,
    EntrantMark,
    FeeReturn,
    FeesPaid,
    FeesUnpaid,
    NewEntry,
    SeedOrder,
    SeedPlace,
)
from scorekeeper.tournaments.forms.entries import EntryForm, SignUpForm
from scorekeeper.tournaments.models import Entrant
from scorekeeper.tournaments.records import PersonAsked
from scorekeeper.tournaments.rounds.units import called
from scorekeeper.tournaments.selectors.entries import seeded, seeds_of
from scorekeeper.tournaments.selectors.fees import asked_pool
from scorekeeper.tournaments.services.attending import all_here, mark, undo_all_here
from scorekeeper.tournaments.services.entering import SIGN_UP_CLOSED, enter, sign_off, sign_up
from scorekeeper.tournaments.services.fees import give_fee_back, tick_fees, untick_fees
from scorekeeper.tournaments.services.seeding import set_seed, set_seeds
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
    sent, now = {name: request.POST.get(name, "") for name in ("act", "reason")}, timezone.now()
    problem = not_done(lambda: mark(EntrantMark.read(sent), entrant_id=entrant.pk, by=request.user, now=now))
    return row_answer(here, entrant, now, problem)


@require_POST
@login_required
def entrant_paid(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """The fee of somebody is paid, or was not after all (`paid` 0), or they get it back (`back`)."""
    here, entrant = at_entrant(request, tournament_id, entrant_id)
    now, paid, who = timezone.now(), request.POST.get("paid", ""), [entrant.pk]
    place: dict[str, Any] = {"tournament_id": tournament_id, "by": request.user, "now": now}
    acts: dict[str, Callable[[], object]] = {
        "1": lambda: tick_fees(FeesPaid.read({"entrants": who, "amount": _amount(request)}), **place),
        "0": lambda: untick_fees(FeesUnpaid.read({"entrants": who}), **place),
        "back": lambda: give_fee_back(FeeReturn(), entrant_id=entrant.pk, by=request.user, now=now),
    }
    if paid not in acts:
        raise Http404
    return row_answer(here, entrant, now, not_done(acts[paid]))


@require_POST
@login_required
def entrants_here(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Everybody who is expected is here."""
    here, now = at_tournament(request, tournament_id), timezone.now()
    came, problem = attempt(lambda: all_here(tournament_id=tournament_id, by=request.user, now=now))
    return _answered(here, problem, undo=f"here:{came.step}" if came and came.entrants else "")


@require_POST
@login_required
def entrants_paid(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Everybody who is here has paid."""
    here, now, paid = at_tournament(request, tournament_id), timezone.now(), {"amount": _amount(request)}
    ticked, problem = attempt(
        lambda: tick_fees(FeesPaid.read(paid), tournament_id=tournament_id, by=request.user, now=now)
    )
    return _answered(here, problem, undo=f"paid:{ticked.step}" if ticked and ticked.acts else "")


@require_POST
@login_required
def entries_undo(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Take back what was done with many at once."""
    here = at_tournament(request, tournament_id)
    what, _colon, step = request.POST.get("undo", "").partition(":")
    place: dict[str, Any] = {"tournament_id": tournament_id, "by": request.user, "now": timezone.now()}
    many = uuid_of(step)
    if many is None:
        raise Http404
    undoing: dict[str, Callable[[], object]] = {
        "here": lambda: undo_all_here(DeskStep(step=many), **place),
        "paid": lambda: untick_fees(FeesUnpaid(step=many), **place),
    }
    if what not in undoing:
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
        problem = not_done(lambda: set_seeds(SeedOrder(order=()), tournament_id=tournament_id, by=by, now=now))
    else:
        entrant = get_object_or_404(Entrant, pk=picked, tournament=here.tournament)
        text = request.POST.get("up") or request.POST.get("down") or request.POST.get("place", "")
        place = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
        problem = not_done(lambda: set_seed(SeedPlace.read({"place": place}), entrant_id=entrant.pk, by=by, now=now))
    return _seeds(here, problem) if problem else redirect("tournament_seeds", tournament_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_sign_up(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The reader enters, with a partner or a team where that is asked; or, with `comes` 0, does not come."""
    here = at_tournament(request, tournament_id)
    form = SignUpForm(request.POST if request.method == "POST" else None, tournament=here.tournament)
    if request.method != "POST":
        return _sign_up(here, form) if here.tournament.takes_sign_ups else _no_sign_up(request, here)
    if request.POST.get("comes") == "0":
        problem = not_done(lambda: sign_off(tournament_id=tournament_id, by=request.user, now=timezone.now()))
        return show_tournament(here, problem) if problem else redirect("tournament_detail", tournament_id)
    if made := form.does(sign_up, tournament_id=tournament_id, by=request.user):
        messages.success(request, _entered_words(made))
        return redirect("tournament_detail", tournament_id)
    return show_tournament(here, form.not_done) if form.conflict else _sign_up(here, form, 422)


def _no_sign_up(request: AuthedRequest, here: Here) -> HttpResponse:
    """Whoever follows an old link is told so, instead of filling in what is refused."""
    messages.info(request, _("This tournament has ended.") if here.tournament.is_ended else _(SIGN_UP_CLOSED))
    return redirect("tournament_detail", here.tournament.pk)


def _sign_up(here: Here, form: EntryForm, status: int = 200) -> HttpResponse:
    pool = asked_pool(here.tournament)
    return here.show("tournaments/sign_up.html", status=status, form=form, book=book_of(here.tournament), pool=pool)


def _entered(here: Here, form: EntryForm, picked: UUID | None) -> tuple[Entrant | None, NotDone | None]:
    """Enter whoever was picked or typed; what is wrong with a name stands at its field."""
    place: dict[str, Any] = {"tournament_id": here.tournament.pk, "by": here.request.user}
    problem = None
    if picked:
        entry = NewEntry(who=(PersonAsked(player=picked),), here="here" in here.request.POST)
        made, problem = attempt(lambda: enter(entry, **place, now=timezone.now()))
    else:
        made = form.does(enter, **place)
        problem = form.not_done if form.conflict else None
    return made.entrant if made else None, problem


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
