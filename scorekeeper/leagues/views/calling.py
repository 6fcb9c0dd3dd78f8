"""A table of an evening calls the director; who runs the evening sees it, and says that they have come."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.asking import nothing_new
from scorekeeper.common.errors import require
from scorekeeper.draws.services.calling import shown, waiting_at
from scorekeeper.leagues.models import DrawnTable, Evening, TableCall
from scorekeeper.leagues.services.calling import answer_call, call_to_table, open_calls
from scorekeeper.leagues.views.here import at_evening
from scorekeeper.play.views.here import Here, at_table
from scorekeeper.play.views.table import answered_on_table


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
def sitting_call(here: Here) -> HttpResponse:
    """Call the director to a table of an evening: whoever may record there."""
    require(here.may["record"])
    table = DrawnTable.objects.filter(sitting=here.sitting).first()
    if table is None:
        raise Http404
    if here.request.method == "POST":
        words = here.request.POST.get("words", "")
        call_to_table(sitting_id=here.sitting.pk, by=here.actor, now=here.now, words=words)
        return redirect("sitting_call", here.sitting.pk)
    waiting = waiting_at(TableCall.objects.all(), table)
    return here.show("leagues/table_call.html", waiting=waiting)


@require_safe
@login_required
def evening_calls(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Who has called, as part of the page of the evening, which asks again and again."""
    here = at_evening(request, evening_id)
    require(here.may_run)
    calls = calls_of(here.evening)
    if request.GET.get("since") == calls["calls_stamp"]:
        return nothing_new(timezone.now())
    return here.show("leagues/_calls.html", **calls)


@require_POST
@login_required
def evening_call_answered(request: AuthedRequest, call_id: UUID) -> HttpResponse:
    """Somebody who runs the evening has come."""
    call = get_object_or_404(TableCall.objects.select_related("table__draw"), pk=call_id)
    here = at_evening(request, call.table.draw.evening_id)
    answer_call(call_id=call.pk, by=request.user, now=timezone.now())
    return redirect("evening_detail", here.evening.pk)


def calls_of(evening: Evening) -> dict[str, Any]:
    """Who waits at this evening, and what changes when anything of that does."""
    return shown(open_calls(evening))
