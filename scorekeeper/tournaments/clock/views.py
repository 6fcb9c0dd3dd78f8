"""The clock of a tournament and the calls for the director."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.asking import nothing_new
from scorekeeper.common.doing import NotDone, done, not_done
from scorekeeper.common.errors import require
from scorekeeper.draws.services.calling import waiting_at
from scorekeeper.play.sheet.here import Here as AtTable
from scorekeeper.play.sheet.here import at_table
from scorekeeper.tournaments.beside import time_at
from scorekeeper.tournaments.clock.calling import answer_call, call_director, may_call
from scorekeeper.tournaments.clock.forms import ClockForm, TableTimeForm
from scorekeeper.tournaments.clock.reads import time_of
from scorekeeper.tournaments.clock.services import give_table_time, give_time, set_clock, start_clock, stop_clock
from scorekeeper.tournaments.models import DirectorCall, Round, RoundTable, Tournament
from scorekeeper.tournaments.views.here import Here, at_tournament, calls_of

MINUTE = 60


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_room(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The clock as it stands, and who has called; posting sets it, lets it run, stops it or gives time (`do`)."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    if request.method != "POST":
        return _page(here)
    do, found, now = request.POST.get("do", ""), here.tournament, timezone.now()
    if do == "set":
        return _set(here)
    if do == "table":
        return _more(here)
    acts = {
        "start": lambda: start_clock(tournament_id=found.pk, by=request.user, now=now),
        "stop": lambda: stop_clock(tournament_id=found.pk, by=request.user, now=now),
        "more": lambda: give_time(tournament_id=found.pk, by=request.user, seconds=MINUTE, now=now),
        "less": lambda: give_time(tournament_id=found.pk, by=request.user, seconds=-MINUTE, now=now),
        "five": lambda: give_time(tournament_id=found.pk, by=request.user, seconds=5 * MINUTE, now=now),
    }
    if do not in acts:
        raise Http404
    problem = not_done(acts[do])
    return _page(here, problem) if problem else _back(here)


def _back(here: Here) -> HttpResponse:
    """To the desk where it was tapped there (`page`), else to the clock."""
    name = "tournament_desk" if here.request.POST.get("page") == "desk" else "tournament_room"
    return redirect(name, here.tournament.pk)


def _set(here: Here) -> HttpResponse:
    form = ClockForm(here.request.POST)
    found, by = here.tournament, here.request.user
    if done(form, lambda: set_clock(tournament_id=found.pk, by=by, seconds=MINUTE * form.cleaned_data["minutes"])):
        return redirect("tournament_room", found.pk)
    return _page(here, form=form)


def _more(here: Here) -> HttpResponse:
    form = TableTimeForm(here.request.POST, tables=_tables(here.tournament))

    def give() -> None:
        sent = form.cleaned_data
        give_table_time(table_id=UUID(sent["table"]), by=here.request.user, seconds=MINUTE * sent["more"])

    if done(form, give):
        return redirect("tournament_room", here.tournament.pk)
    return _page(here, more=form)


@require_POST
@login_required
def call_answered(request: AuthedRequest, call_id: UUID) -> HttpResponse:
    """Somebody of the desk has come."""
    call = get_object_or_404(DirectorCall.objects.select_related("table__round__stage"), pk=call_id)
    here = at_tournament(request, call.table.round.stage.tournament_id)
    require(here.may_desk)
    answer_call(call_id=call.pk, by=request.user, now=timezone.now())
    return _back(here)


@require_safe
@login_required
def tournament_calls(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """Who has called, as part of any page of the desk (`page=room`: that of the clock), which asks again and again."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    calls = calls_of(here.tournament)
    if request.GET.get("since") == calls["calls_stamp"]:
        return nothing_new(timezone.now())
    return here.show("tournaments/_calls.html", in_room=request.GET.get("page") == "room", **calls)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def table_call(request: AuthedRequest, round_table_id: UUID) -> HttpResponse:
    """Call the director to a table: who plays there, or the desk for them."""
    tables = RoundTable.objects.select_related("round__stage__tournament__club", "sitting")
    table = get_object_or_404(tables, pk=round_table_id)
    here = at_tournament(request, table.round.stage.tournament_id)
    require(may_call(table, request.user))
    problem, words = None, request.POST.get("words", "")
    if request.method == "POST":
        problem = not_done(lambda: call_director(table_id=table.pk, by=request.user, words=words, now=timezone.now()))
        if problem is None:
            return redirect("table_call", table.pk)
    waiting = waiting_at(DirectorCall.objects.all(), table)
    return here.show("tournaments/table_call.html", problem, table=table, waiting=waiting, words=words)


@require_safe
@at_table
def sitting_clock(here: AtTable) -> HttpResponse:
    """The clock of the round as the recording page of a table shows it, which asks again and again."""
    time = time_at(here.sitting, here.now)
    if time is None:
        return HttpResponse()
    return here.show("tournaments/_clock_here.html", time=time)


def _tables(tournament: Tournament) -> list[tuple[str, str]]:
    played = RoundTable.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED)
    return [(str(one.pk), str(one.number)) for one in played.order_by("number")]


def _page(
    here: Here, problem: NotDone | None = None, *, form: ClockForm | None = None, more: TableTimeForm | None = None
) -> HttpResponse:
    found, tables, wrong = here.tournament, _tables(here.tournament), form or more
    time = time_of(found, timezone.now())
    return here.show(
        "tournaments/room.html",
        problem,
        status=422 if wrong else 200,
        time=time,
        form=form or ClockForm(initial={"minutes": time.length // MINUTE if time else 60}),
        more=(more or TableTimeForm(tables=tables)) if tables and time else None,
    )
