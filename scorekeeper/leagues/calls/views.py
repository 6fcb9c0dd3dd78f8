"""A table of an evening calls the director; who runs the evening sees it, and says that they have come."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.errors import require
from scorekeeper.draws.services.calling import waiting_at
from scorekeeper.leagues.calls.records import TableCallWords
from scorekeeper.leagues.calls.services import answer_call, call_to_table
from scorekeeper.leagues.evenings.here import at_evening
from scorekeeper.leagues.models import DrawnTable, TableCall
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.views import answered_on_table


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
        asked = TableCallWords(words=here.request.POST.get("words", ""))
        call_to_table(asked, sitting_id=here.sitting.pk, by=here.actor, now=here.now)
        return redirect("sitting_call", here.sitting.pk)
    waiting = waiting_at(TableCall.objects.all(), table)
    return here.show("leagues/table_call.html", waiting=waiting)


@require_POST
@login_required
def evening_call_answered(request: AuthedRequest, call_id: UUID) -> HttpResponse:
    """Somebody who runs the evening has come."""
    call = get_object_or_404(TableCall.objects.select_related("table__draw"), pk=call_id)
    here = at_evening(request, call.table.draw.evening_id)
    answer_call(call_id=call.pk, by=request.user, now=timezone.now())
    return redirect("evening_detail", here.evening.pk)
