"""What was taken over: an import evening by evening, one evening, the spreadsheets of a club; and taking it back."""

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.common.parsers import takes_file
from scorekeeper.common.tables.serving import page_or_file
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.standings.models import Import, Spreadsheet
from scorekeeper.standings.selectors.moving import moves_of_taking_back
from scorekeeper.standings.tables_out import moves_table
from scorekeeper.transfer.forms import NextStateForm, TakeBackForm
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.selectors.taken import list_of, lists_of, other_lists, written_in_by
from scorekeeper.transfer.services.back import forget_spreadsheet, take_import_back, take_people_back
from scorekeeper.transfer.services.keeping import keep
from scorekeeper.transfer.tables import imported_out, list_words
from scorekeeper.transfer.views.imports import enter


@login_required
def import_detail(
    request: AuthedRequest, club_id: UUID, import_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """What was taken over, list by list, with what was corrected since; it can be taken back."""
    here = enter(request, club_id)
    found = get_object_or_404(
        Import.objects.select_related("competition__club", "by", "spreadsheet", "taken_back_by"),
        club=here.club,
        pk=import_id,
    )
    shown = lists_of(found)
    page = {
        "club": here.club,
        "found": found,
        "season": found.competition,
        "lists": [(one, list_words(one.first.title, one.first.list_place)) for one in shown],
        "spreadsheet": found.spreadsheet,
        "reason": _reason_of(found),
    }
    rows = [result for one in shown for result in one.results]
    tables = {"results": partial(imported_out, found.name, found.competition, rows)}
    return page_or_file(request, "transfer/import_detail.html", page, tables, table=table, kind=kind)


def _reason_of(found: Import) -> str:
    """Why it was taken back; nothing where that was not asked."""
    if found.taken_back_at is None:
        return ""
    acts = Entry.objects.filter(club=found.club_id, kind=Kind.IMPORT_TAKEN_BACK, detail={"import": str(found.pk)})
    return acts.values_list("reason", flat=True).first() or ""


@login_required
def import_take_back(
    request: AuthedRequest, club_id: UUID, import_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """What taking it back would move, and why it is taken back."""
    here = enter(request, club_id)
    found = get_object_or_404(Import.objects.select_related("competition__club"), club=here.club, pk=import_id)
    if found.taken_back_at is not None:
        return redirect("import_detail", here.club.pk, found.pk)
    form = TakeBackForm(request.POST if request.method == "POST" else None)
    if form.does(take_import_back, imported=found, by=request.user):
        messages.success(request, _("The import no longer counts. The people stay with the club."))
        return redirect("import_detail", here.club.pk, found.pk)
    moves = moves_of_taking_back(found)
    page = {
        "club": here.club,
        "found": found,
        "season": found.competition,
        "form": form,
    }
    tables = {"moved": partial(moves_table, found.competition, moves)} if moves else {}
    template = "transfer/import_take_back.html"
    return page_or_file(request, template, page, tables, table=table, kind=kind, status=form.status)


@login_required
def import_people(request: AuthedRequest, club_id: UUID, people_list_id: UUID) -> HttpResponse:
    """The people that a list brought into the book; those who have done nothing can be taken back."""
    here = enter(request, club_id)
    done = Upload.objects.filter(club=here.club, kind=Upload.Kind.PEOPLE, done_at__isnull=False)
    upload = get_object_or_404(done.select_related("club"), pk=people_list_id)
    form = TakeBackForm(request.POST if request.method == "POST" else None)
    if form.does(take_people_back, upload=upload, by=request.user):
        messages.success(request, _("The people were removed from the club."))
        return redirect("import_people", here.club.pk, upload.pk)
    page = {"club": here.club, "upload": upload, "form": form, "people": written_in_by(upload)}
    return render(request, "transfer/import_people.html", page, status=form.status)


@takes_file
@login_required
def import_spreadsheet(request: AuthedRequest, club_id: UUID, spreadsheet_id: UUID) -> HttpResponse:
    """A spreadsheet that the club keeps: its states so far, and the form for the next one."""
    here = enter(request, club_id)
    found = get_object_or_404(Spreadsheet.objects.select_related("competition"), club=here.club, pk=spreadsheet_id)
    form = NextStateForm(found, *((request.POST, request.FILES) if request.method == "POST" else ()))
    if upload := form.does(keep, club=here.club, by=request.user):
        return redirect("import_look", here.club.pk, upload.pk)
    states = found.states.select_related("by").order_by("-at", "pk")
    page = {"club": here.club, "found": found, "season": found.competition, "form": form, "states": states}
    return render(request, "transfer/import_spreadsheet.html", page, status=form.status)


@login_required
@require_POST
def import_spreadsheet_forget(request: AuthedRequest, club_id: UUID, spreadsheet_id: UUID) -> HttpResponse:
    """The club keeps it no more; what came from it stays."""
    here = enter(request, club_id)
    found = get_object_or_404(Spreadsheet.objects.select_related("club"), club=here.club, pk=spreadsheet_id)
    forget_spreadsheet(spreadsheet=found, by=request.user)
    messages.success(request, _("The club no longer keeps the spreadsheet. Its results still count."))
    return redirect("import_list", here.club.pk)


@login_required
def import_evening(
    request: AuthedRequest, club_id: UUID, source_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """One list of an evening, for everybody who may read the standings, with the other lists of that evening."""
    here = enter_club(request, club_id)
    found = list_of(here.club.pk, source_id)
    if found is None:
        raise Http404
    first = found.first
    season = first.imported.competition
    lines = [(result, season.rules.summary(result.row.measures, season.weights)) for result in found.results]
    page = {
        "club": here.club,
        "found": first,
        "season": season,
        "lines": lines,
        "called": list_words(first.title, first.list_place),
        "others": [
            (row, list_words(row.title, row.list_place) or pgettext("in a line", "the first list"))
            for row in other_lists(first)
        ],
        "factor": season.factor_of(season.game),
    }
    name = f"{first.imported.name}, {first.played_on}"
    tables = {"results": partial(imported_out, name, season, found.results)}
    return page_or_file(request, "transfer/import_evening.html", page, tables, table=table, kind=kind)
