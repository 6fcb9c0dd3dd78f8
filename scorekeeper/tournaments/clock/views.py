"""The clock of a tournament and the calls for the director."""

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.doing import ActForm, NotDone, not_done, nothing_new
from scorekeeper.common.errors import require
from scorekeeper.draws.services.calling import LONGEST, waiting_at
from scorekeeper.play.sheet.here import Here as AtTable
from scorekeeper.play.sheet.here import at_table
from scorekeeper.tournaments.clock import services
from scorekeeper.tournaments.clock.reads import time_of
from scorekeeper.tournaments.here import Here, at_tournament, calls_of
from scorekeeper.tournaments.models import Clock, DirectorCall, Round, RoundTable, Tournament
from scorekeeper.tournaments.party import time_at

MINUTE: Final = 60
MOST_MINUTES: Final = 24 * 60


def minutes_field(label: str, least: int) -> forms.IntegerField:
    """Whole minutes, and what to write where they are none."""
    sentence = _("Write whole minutes, from {least} to {most}.").format(least=least, most=MOST_MINUTES)
    errors = dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence)
    return forms.IntegerField(label=label, min_value=least, max_value=MOST_MINUTES, error_messages=errors)


class ClockForm(ActForm):
    """How many minutes the clock is set to."""

    asks = services.ClockLength
    named = {"seconds": "minutes"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"] = minutes_field(pgettext("heading", "Minutes"), 1)

    def answers(self) -> dict[str, Any]:
        return {"seconds": MINUTE * self.cleaned_data["minutes"]}


class TableTimeForm(ActForm):
    """A table of the round that is played, and how many minutes it has more."""

    asks = services.TableTime
    named = {"seconds": "more"}

    def __init__(self, *args: Any, tables: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"] = forms.ChoiceField(label=pgettext("field", "Table"), choices=tables)
        self.fields["more"] = minutes_field(_("Minutes more than the others"), 0)

    def answers(self) -> dict[str, Any]:
        return {"seconds": MINUTE * self.cleaned_data["more"]}


class CallForm(ActForm):
    """What is wanted of the director."""

    asks = services.CallWords
    words = forms.CharField(
        required=False,
        max_length=LONGEST,
        error_messages={"max_length": format_lazy(gettext_lazy("At most {most} characters, please."), most=LONGEST)},
    )


GIVEN: Final = {"more": MINUTE, "less": -MINUTE, "five": 5 * MINUTE}
RUNS: Final[dict[str, Callable[..., Clock]]] = {"start": services.start_clock, "stop": services.stop_clock}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def tournament_room(request: AuthedRequest, tournament_id: UUID) -> HttpResponse:
    """The clock as it stands, and who has called; posting sets it, lets it run, stops it or gives time (`do`)."""
    here = at_tournament(request, tournament_id)
    require(here.may_desk)
    if request.method != "POST":
        return _page(here)
    do = request.POST.get("do", "")
    place: dict[str, Any] = {"tournament_id": here.tournament.pk, "by": request.user}
    if do == "set":
        form = ClockForm(request.POST)
        is_set = form.does(services.set_clock, **place)
        return redirect("tournament_room", tournament_id) if is_set else _page(here, form=form)
    if do == "table":
        return _more(here)
    place["now"] = timezone.now()
    if do in GIVEN:
        problem = not_done(lambda: services.give_time(services.MoreTime(seconds=GIVEN[do]), **place))
    elif do in RUNS:
        problem = not_done(lambda: RUNS[do](**place))
    else:
        raise Http404
    return _page(here, problem) if problem else _back(here)


def _back(here: Here) -> HttpResponse:
    """To the desk where it was tapped there (`page`), else to the clock."""
    name = "tournament_desk" if here.request.POST.get("page") == "desk" else "tournament_room"
    return redirect(name, here.tournament.pk)


def _more(here: Here) -> HttpResponse:
    form = TableTimeForm(here.request.POST, tables=_tables(here.tournament))
    table = here.request.POST.get("table", "")
    given = form.does(services.give_table_time, table_id=UUID(table), by=here.request.user) if form.is_valid() else None
    if given:
        return redirect("tournament_room", here.tournament.pk)
    return _page(here, more=form)


@require_POST
@login_required
def call_answered(request: AuthedRequest, call_id: UUID) -> HttpResponse:
    """Somebody of the desk has come."""
    call = get_object_or_404(DirectorCall.objects.select_related("table__round__stage"), pk=call_id)
    here = at_tournament(request, call.table.round.stage.tournament_id)
    require(here.may_desk)
    services.answer_call(call_id=call.pk, by=request.user, now=timezone.now())
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
    require(services.may_call(table, request.user))
    form = CallForm(request.POST if request.method == "POST" else None)
    if form.does(services.call_director, table_id=table.pk, by=request.user):
        return redirect("table_call", table.pk)
    waiting = waiting_at(DirectorCall.objects.all(), table)
    words = form["words"].value() or ""
    return here.show("tournaments/table_call.html", form.not_done, table=table, waiting=waiting, words=words)


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
    return [(str(round_.pk), str(round_.number)) for round_ in played.order_by("number")]


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
