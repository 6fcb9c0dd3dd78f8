"""The draw of an evening's tables: the draft with its reasons, changes by hand, opening all tables."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.common.errors import require
from scorekeeper.leagues.models import Attendance
from scorekeeper.leagues.selectors.drafts import as_uuid, draft_of
from scorekeeper.leagues.selectors.waiting import counted_for
from scorekeeper.leagues.services.drawing import Seen, draw_tables, publish_draw, swap_places
from scorekeeper.leagues.views.here import Here, NotDone, at_evening, not_done

NOBODY = UUID(int=0)  # what no row is called


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def evening_draw(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """The draft; posting draws (again). `keep=0` lets go of what was done by hand. A match day has
    a page of its own."""
    here = at_evening(request, evening_id)
    require(here.may_run)
    if day := getattr(here.evening, "match_day", None):
        return redirect("match_day", day.pk)
    if request.method != "POST":
        return _page(here)
    keep = request.POST.get("keep") != "0"
    problem = not_done(lambda: draw_tables(evening_id=evening_id, by=request.user, now=timezone.now(), keep=keep))
    return _page(here, problem) if problem else redirect("evening_draw", evening_id)


@require_POST
@login_required
def evening_swap(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Two change places by hand."""
    here = at_evening(request, evening_id)
    one, other = (as_uuid(request.POST.get(name, "")) or NOBODY for name in ("one", "other"))
    problem = not_done(
        lambda: swap_places(evening_id=evening_id, by=request.user, seen=_seen(request), players=(one, other))
    )
    return _page(here, problem) if problem else redirect("evening_draw", evening_id)


@require_POST
@login_required
def evening_publish(request: AuthedRequest, evening_id: UUID) -> HttpResponse:
    """Open every table of the draft."""
    here = at_evening(request, evening_id)
    problem = not_done(
        lambda: publish_draw(evening_id=evening_id, by=request.user, seen=_seen(request), now=timezone.now())
    )
    if problem:
        return _page(here, problem)
    for one in counted_for(here.evening, []):
        if one.season.ended_at:
            text = _("The tables are open. They do not count for {season}: it has ended.")
            messages.warning(request, text.format(season=one.season.name))
    return redirect("evening_detail", evening_id)


def _seen(request: AuthedRequest) -> Seen:
    """Which draft the form was made for; one that is none is never the one that stands."""
    revision = request.POST.get("revision", "")
    known = revision.isascii() and revision.isdecimal() and len(revision) < 9
    return Seen(as_uuid(request.POST.get("draw", "")) or NOBODY, int(revision) if known else 0)


def _page(here: Here, problem: NotDone | None = None) -> HttpResponse:
    present = Attendance.objects.filter(evening=here.evening, state=Attendance.State.HERE)
    return here.show(
        "leagues/evening_draw.html",
        problem,
        draft=draft_of(here.evening),
        here=present.count(),
        counted=counted_for(here.evening, []),
    )
