"""The years of a club, each as a booklet to print."""

from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_book
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import shows_pages
from scorekeeper.common.addresses import seconds_to_wait
from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import answer_once, paper_answer
from scorekeeper.common.views import too_many_tries
from scorekeeper.ratings.policies import OWN_ONLY
from scorekeeper.yearbook.drawings import booklet_pdf, booklet_title, booklet_words
from scorekeeper.yearbook.selectors import FIRST_YEAR, year_of, years_of_club

BOOKLETS: Final = 20  # from one address in a minute: each is set anew


@require_safe
@login_required
def club_years(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """The years of which there is something to print, the newest first."""
    club = _club_read(request, club_id)
    return render(request, "yearbook/years.html", {"club": club, "years": years_of_club(club, timezone.now())})


@require_safe
@login_required
def year_booklet(request: AuthedRequest, club_id: UUID, year: int) -> HttpResponse:
    """What a calendar year of the club came to, as PDF on A5. A year in which nothing was played has one page."""
    club = _club_read(request, club_id)
    now = timezone.now()
    if not FIRST_YEAR <= year <= now.astimezone(ZoneInfo(club.time_zone)).year:
        raise Http404
    if wait := seconds_to_wait(request, f"booklet-{club.pk}", BOOKLETS, 60):
        return too_many_tries(request, _("This booklet was asked for too often. Wait a minute, then try again."), wait)
    title, words = booklet_title(club, year), booklet_words(year_of(club, year, now))
    return answer_once(request, words, lambda: paper_answer(title, booklet_pdf(title, words, now)))


def _club_read(request: AuthedRequest, club_id: UUID) -> Club:
    """The club whose records the reader may see: a booklet says of people what their pages and the records do."""
    club = enter_book(request, club_id).club
    require(shows_pages(club, request.user), _(OWN_ONLY))
    return club
