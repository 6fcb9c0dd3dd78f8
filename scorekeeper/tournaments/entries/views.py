"""The entries of a tournament as a list: entering, seeding, who is here, who has paid; a list from a spreadsheet."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.models import Player
from scorekeeper.common.doing import NotDone, attempt, done, not_done
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.names import Alphabetical
from scorekeeper.common.parsers import takes_file
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.spreadsheets.forms import ListForm, reading_form_of_list
from scorekeeper.spreadsheets.reading import Reading
from scorekeeper.tournaments.entries import records
from scorekeeper.tournaments.entries.attending import all_here, mark, undo_all_here
from scorekeeper.tournaments.entries.forms import EntryForm, SignUpForm
from scorekeeper.tournaments.entries.importing import COLUMNS, ListLine, enter_list, lines_of
from scorekeeper.tournaments.entries.reads import EntryList, entry_list, seeded, seeds_of
from scorekeeper.tournaments.entries.services import SIGN_UP_CLOSED, Kind, enter, set_seed, set_seeds, sign_off, sign_up
from scorekeeper.tournaments.fees.reads import asked_pool, fees_of
from scorekeeper.tournaments.fees.services import give_fee_back, tick_fees, untick_fees
from scorekeeper.tournaments.here import Here, at_tournament
from scorekeeper.tournaments.models import Entrant, Tournament
from scorekeeper.tournaments.planning.views import show_tournament
from scorekeeper.tournaments.records import PersonAsked
from scorekeeper.tournaments.rounds.field import called

MOST_IN_BOOK: Final = 400  # names that a field completes from


@dataclass(frozen=True, slots=True)
class Answer:
    """What was just done, in a sentence; `undo` says how it is taken back, `entered` who has just come in."""

    text: str
    undo: str = ""
    entered: UUID | None = None


def at_entrant(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> tuple[Here, Entrant]:
    """The reader at an entrant of a tournament. Raises Http404: there is none, or it is not theirs to see."""
    here = at_tournament(request, tournament_id)
    entrant = get_object_or_404(Entrant, pk=entrant_id, tournament=here.tournament)
    entrant.tournament = here.tournament
    return here, entrant


def list_at(here: Here, **asked: object) -> str:
    query = f"?{urlencode(asked)}" if asked else ""
    return reverse("tournament_entries", args=[here.tournament.pk]) + query


def show_list(
    here: Here, form: EntryForm, problem: NotDone | None = None, answer: Answer | None = None
) -> HttpResponse:
    """The page; to a script that asked for a part of it, that part: the form of entries with the list behind it, or
    the list alone."""
    page = list_page(here, here.request.GET.get("show", "all"))
    listed: EntryList = page["listed"]
    there = [player.pk for line in listed.lines for player in line.players]
    form.leave_out(there)
    page["entered"] = next((line for line in listed.lines if answer and line.entrant.pk == answer.entered), None)
    page |= {"form": form, "answer": answer, "book": book_of(here.tournament) if here.may_desk else []}
    status = 422 if form.errors else 200
    template = "tournaments/entries.html"
    if here.request.htmx:
        is_form = here.request.htmx.target in {"enter", None}
        template = "tournaments/_entered.html" if is_form else "tournaments/_entries.html"
    return here.show(template, problem, status=status, **page)


def list_page(here: Here, shown: str) -> dict[str, Any]:
    """What the list needs of the tournament as it is now."""
    found = here.tournament
    found.refresh_from_db()
    fees = fees_of(found) if can_keep_money(here.membership.role) and not here.membership.club.is_closed else None
    listed = entry_list(found, fees)
    parts = {
        "all": (pgettext("heading", "All"), listed.in_order),
        "awaited": (pgettext("heading", "Expected"), listed.awaited),
        "here": (pgettext("heading", "Here"), listed.present),
        "waiting": (pgettext("heading", "Waiting list"), list(listed.waiting)),
        "gone": (_("Gone or not coming"), list(listed.gone)),
        "owing": (pgettext("heading", "Not paid"), listed.owing),
    }
    kept = {name: part for name, part in parts.items() if part[1] or name in {"all", shown}}
    return {
        "listed": listed,
        "fees": fees,
        "shown": shown if shown in parts else "all",
        "counts": [(name, word, len(lines)) for name, (word, lines) in kept.items()],
        "lines": parts.get(shown, parts["all"])[1],
    }


def row_answer(here: Here, entrant: Entrant, now: datetime, problem: NotDone | None = None) -> HttpResponse:
    """After something was done with one of the list: the list there, or with scripts its row, with the rows of those
    who have moved up by it."""
    if not here.request.htmx:
        if problem:
            return show_list(here, EntryForm(None, tournament=here.tournament), problem)
        return redirect(list_at(here) + _next_line(entrant))
    moved = here.tournament.acts.filter(at=now, kind=Kind.MOVED_UP).values_list("entrant", flat=True)
    page = list_page(here, "all")
    changed = {entrant.pk: 0, **{pk: 1 for pk in moved if pk != entrant.pk}}
    lines = [line for line in page["listed"].in_order if line.entrant.pk in changed]
    page["lines"] = sorted(lines, key=lambda line: changed[line.entrant.pk])
    response = here.show("tournaments/_entry_answer.html", problem, **page)
    response["HX-Retarget"], response["HX-Reswap"] = f"#entry-{entrant.number}", "outerHTML settle:400ms"
    return response


def _next_line(entrant: Entrant) -> str:
    """Where the list goes on after a tap: at whoever is expected next, else at its head."""
    expected = Entrant.objects.filter(tournament=entrant.tournament_id, state=Entrant.State.ENTERED)
    after = expected.filter(number__gt=entrant.number).order_by("number").first()
    return f"#entry-{after.number}" if after else ""


def book_of(found: Tournament) -> list[str]:
    """The names of the club's book, for fields to complete from."""
    people = Player.objects.people().filter(club=found.club_id, retired_at=None)
    return list(people.order_by(Alphabetical("name")).values_list("name", flat=True)[:MOST_IN_BOOK])


UNDOING: Final = {"here": pgettext_lazy("note", "Checked in."), "paid": gettext_lazy("Paid into the cash box.")}
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
    picked = uuid_in(request.POST.get("player", ""))
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
    problem = not_done(lambda: mark(records.EntrantMark.read(sent), entrant_id=entrant.pk, by=request.user, now=now))
    return row_answer(here, entrant, now, problem)


@require_POST
@login_required
def entrant_paid(request: AuthedRequest, tournament_id: UUID, entrant_id: UUID) -> HttpResponse:
    """The fee of somebody is paid, or was not after all (`paid` 0), or they get it back (`back`)."""
    here, entrant = at_entrant(request, tournament_id, entrant_id)
    now, paid, who = timezone.now(), request.POST.get("paid", ""), [entrant.pk]
    place: dict[str, Any] = {"tournament_id": tournament_id, "by": request.user, "now": now}
    acts: dict[str, Callable[[], object]] = {
        "1": lambda: tick_fees(records.FeesPaid.read({"entrants": who, "amount": _amount(request)}), **place),
        "0": lambda: untick_fees(records.FeesUnpaid.read({"entrants": who}), **place),
        "back": lambda: give_fee_back(records.FeeReturn(), entrant_id=entrant.pk, by=request.user, now=now),
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
        lambda: tick_fees(records.FeesPaid.read(paid), tournament_id=tournament_id, by=request.user, now=now)
    )
    return _answered(here, problem, undo=f"paid:{ticked.step}" if ticked and ticked.acts else "")


@require_POST
@login_required
def entries_undo(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Take back what was done with many at once."""
    here = at_tournament(request, tournament_id)
    what, _colon, step = request.POST.get("undo", "").partition(":")
    place: dict[str, Any] = {"tournament_id": tournament_id, "by": request.user, "now": timezone.now()}
    many = uuid_in(step)
    if many is None:
        raise Http404
    undoing: dict[str, Callable[[], object]] = {
        "here": lambda: undo_all_here(records.DeskStep(step=many), **place),
        "paid": lambda: untick_fees(records.FeesUnpaid(step=many), **place),
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
    picked = uuid_in(request.POST.get("entrant", ""))
    by, now = request.user, timezone.now()
    if picked is None:
        problem = not_done(lambda: set_seeds(records.SeedOrder(order=()), tournament_id=tournament_id, by=by, now=now))
    else:
        entrant = get_object_or_404(Entrant, pk=picked, tournament=here.tournament)
        text = request.POST.get("up") or request.POST.get("down") or request.POST.get("place", "")
        place = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
        problem = not_done(
            lambda: set_seed(records.SeedPlace.read({"place": place}), entrant_id=entrant.pk, by=by, now=now)
        )
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
        entry = records.NewEntry(who=(PersonAsked(player=picked),), here="here" in here.request.POST)
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
    if entered := uuid_in(asked.get("entered", "")):
        made = here.tournament.entrants.filter(pk=entered).first()
        return _of_entered(made) if made and here.may_desk else None
    what, _colon, step = asked.get("undo", "").partition(":")
    return _done_words(f"{what}:{step}") if what in UNDOING and uuid_in(step) and here.may_desk else None


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
    entrants = (entrant for entrant in seeded(here.tournament) if entrant.pk in places)
    order = sorted(((places[entrant.pk], entrant, called(entrant)) for entrant in entrants), key=lambda line: line[0])
    return here.show("tournaments/seeds.html", problem, order=order, last=len(order))


def _amount(request: AuthedRequest) -> int | None:
    """What the page has shown as owed; None where it says nothing that could be one."""
    text = request.POST.get("amount", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None


KIND = "entries"  # whose columns the club remembers


@takes_file
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_import(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Look at a list, then enter all of it. What a file held stands in the field then, and can be put right there."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    if request.method != "POST":
        return here.show("tournaments/entry_list.html", form=ListForm())
    form = ListForm(request.POST, request.FILES)
    reading = form.read(here.tournament.club, KIND, COLUMNS[here.tournament.of]) if form.is_valid() else None
    if reading is None:
        return _look(here, form, None, [])
    form = ListForm.of(reading)
    lines: list[ListLine] = []
    takes = request.POST.get("take") == "1"

    def act() -> None:
        lines.extend(lines_of(here.tournament, reading))
        made = enter_list(tournament_id=tournament_id, by=request.user, lines=lines, now=timezone.now(), dry=not takes)
        if takes:
            changed = sum(bool(line.changes) for line in lines)
            if made or not changed:
                text = ngettext("{number} has entered.", "{number} have entered.", len(made))
                messages.success(request, text.format(number=len(made)))
            if changed:
                text = ngettext("{number} entry is changed.", "{number} entries are changed.", changed)
                messages.success(request, text.format(number=changed))

    if done(form, act) and takes:
        return redirect("tournament_entries", tournament_id)
    return _look(here, form, reading, lines)


def _look(here: Here, form: ListForm, reading: Reading | None, lines: list[ListLine]) -> HttpResponse:
    waiting = [line for line in lines if line.waits]
    entered = [line for line in lines if line.has_entered]
    wrong = [f"line-{line.number}-{n}" for line in lines for n, _problem in enumerate(line.problems, 1)]
    if wrong:
        wrong += [f"{form['text'].auto_id}_error"] if "text" in form.errors else []
        form.fields["text"].widget.attrs |= {"aria-invalid": "true", "aria-describedby": " ".join(wrong)}
    page: dict[str, Any] = {
        "form": form,
        "lines": lines,
        "coming": 0 if form.errors else len(lines) - len(entered),
        "entered": len(entered),
        "changed": sum(bool(line.changes) for line in entered),
        "waiting": len(waiting),
        "refused": sum(bool(line.problems) for line in lines),
        "reading": reading,
        "reading_form": reading_form_of_list(reading, COLUMNS[here.tournament.of]) if reading else None,
    }
    return here.show("tournaments/entry_list.html", status=422 if form.errors else 200, **page)
