"""Send a file, look at what it would do, take it over; what was taken over, evening by evening, and taking it back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_POST

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid7
from scorekeeper.common.names import Alphabetical
from scorekeeper.common.parsers import takes_file
from scorekeeper.common.tables.serving import Tables, page_or_file
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import isolated
from scorekeeper.journal.models import Entry, Kind
from scorekeeper.spreadsheets.forms import ReadingForm
from scorekeeper.spreadsheets.reading import Reading
from scorekeeper.standings.comparing import ChangeKind
from scorekeeper.standings.models import Competition, Import, Spreadsheet
from scorekeeper.standings.selectors.rounds import moves_of_taking_back
from scorekeeper.standings.selectors.standing import moves_table
from scorekeeper.transfer.forms import LookForm, NextStateForm, TakeBackForm, UploadForm
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.plans.plan import Plan, as_read
from scorekeeper.transfer.policies import can_import
from scorekeeper.transfer.selectors.looking import Look, inviting, look_at, wanted_of
from scorekeeper.transfer.selectors.taken import TakenList, list_of, lists_of, other_lists, written_in_by
from scorekeeper.transfer.services.keeping import answer_file, keep
from scorekeeper.transfer.services.running import From, unfinished_of
from scorekeeper.transfer.services.taking import forget_spreadsheet, take_import_back, take_people_back
from scorekeeper.transfer.tables import (
    ResultLine,
    changed_table,
    evenings_table,
    list_words,
    people_table,
    refused_table,
    results_table,
    sums_table,
    unbalanced_table,
    warned_table,
    words_of,
)

SHOWN = 100  # lines of a list on a page


@dataclass(frozen=True, slots=True)
class Words:
    """What the page is called, where it leads back to, that nothing has happened yet, the button that takes the file
    over, what the lines come to (a sentence each), and what becomes of lines that are pointed out."""

    title: str
    back: str
    back_to: str
    not_yet: str
    confirm: str
    numbers: Sequence[str]
    warned: str


@dataclass(frozen=True, slots=True)
class OfKind:
    """What the page of a kind of file has of its own: its address, words, tables, and what the template is given
    `more`."""

    at: str
    words: Words
    tables: Tables
    more: dict[str, Any]


def look_page(
    request: AuthedRequest, upload: Upload, look: Any, form: LookForm, own: OfKind, file: tuple[str, str]
) -> HttpResponse:
    """The page, or of one of its tables the `file` (table, kind)."""
    plan: Plan = look.plan
    read: Reading | None = look.reading
    reading = as_read(read, plan) if read else None
    tables: Tables = {
        "refused": partial(refused_table, plan.faults),
        "warned": partial(warned_table, plan.warnings),
        **own.tables,
    }
    page = {
        "club": upload.club,
        "upload": upload,
        "look": look,
        "words": own.words,
        "here": own.at,
        "key": uuid7(),
        "form": form,
        "reading": reading,
        "reading_form": ReadingForm(reading, wanted_of(upload.kind, upload.competition)) if reading else None,
        "faults": refused_table(plan.faults[:SHOWN]) if plan.faults else None,
        "more_faults": max(len(plan.faults) - SHOWN, 0),
        "warnings": warned_table(plan.warnings[:SHOWN]) if plan.warnings else None,
        **own.more,
    }
    status = form.status
    return page_or_file(request, "transfer/look.html", page, tables, table=file[0], kind=file[1], status=status)


MOST_OFFERED = 1000  # names of the book
TO_LOOK_AT = {ChangeKind.CHANGED, ChangeKind.GONE, ChangeKind.PLAYED}  # listed one by one


def enter(request: AuthedRequest, club_id: UUID) -> Membership:
    """What the reader is in this club; whoever keeps its book may take files over."""
    here = enter_club(request, club_id)
    if here.club.is_private:
        raise Http404
    require(can_import(here.role))
    return here


@takes_file
@login_required
def import_list(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """What was taken over so far, and the form for another file."""
    here = enter(request, club_id)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = UploadForm(here.club, *sent)
    if upload := form.does(keep, club=here.club, by=request.user):
        return redirect("import_look", here.club.pk, upload.pk)
    done = Import.objects.filter(club=here.club).select_related("competition", "by").order_by("-at")[:SHOWN]
    people = Upload.objects.filter(club=here.club, kind=Upload.Kind.PEOPLE, done_at__isnull=False).order_by("-done_at")
    page = {
        "club": here.club,
        "form": form,
        "done": done,
        "people": people[:SHOWN],
        "spreadsheets": Spreadsheet.objects.filter(club=here.club).select_related("competition").order_by("-at", "pk"),
        "back": _back(request, here.club),
    }
    return render(request, "transfer/import_list.html", page, status=form.status)


@login_required
def import_look(
    request: AuthedRequest, club_id: UUID, upload_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """What taking the file over would do. The form says what the file leaves open, or has it taken over."""
    here = enter(request, club_id)
    upload = get_object_or_404(Upload.objects.select_related("competition", "club"), club=here.club, pk=upload_id)
    if upload.done_at is not None or upload.is_of_money:
        return _to_end(upload)
    if running := unfinished_of(upload):
        return redirect("job_detail", running.pk)
    now, wanted = timezone.now(), wanted_of(upload.kind, upload.competition)
    look, can_keep = look_at(upload, now), upload.competition is not None and upload.spreadsheet_id is None
    if request.method != "POST":
        form = LookForm(look, upload.said, wanted, year=now.year, can_keep=can_keep)
        return _look_page(request, here, upload, look, form, file=(table, kind))
    form = LookForm(look, upload.said, wanted, request.POST, year=now.year, can_keep=can_keep)
    if not form.does(answer_file, upload=upload, look=look, by=request.user):
        return _look_page(request, here, upload, look, form)
    if "take" in request.POST:
        taking = form.takes_over(upload=upload, by=request.user, asked_from=From.of(request))
        if taking and taking.job:
            return redirect("job_detail", taking.job.pk)
    look = look_at(upload, now)
    fresh = LookForm(look, upload.said, wanted, year=now.year, can_keep=can_keep)
    return _look_page(request, here, upload, look, form if form.errors else fresh)


def book_of(club: Club) -> "QuerySet[Player, str]":
    """The names that a field offers."""
    people = Player.objects.people().filter(club=club).order_by(Alphabetical("name"))
    return people.values_list("name", flat=True)[:MOST_OFFERED]


def _look_page(
    request: AuthedRequest,
    here: Membership,
    upload: Upload,
    look: Look,
    form: LookForm,
    file: tuple[str, str] = ("", ""),
) -> HttpResponse:
    tables: dict[str, Any] = {"people": partial(people_table, look.matching.matches)}
    season, changed = upload.competition, [change for change in look.changes if change.change in TO_LOOK_AT]
    if season:
        tables["sums"] = partial(sums_table, season, look.sums)
        tables["evenings"] = partial(evenings_table, look)
        tables["changed"] = partial(changed_table, season, changed)
        tables["unbalanced"] = partial(unbalanced_table, season, look.unbalanced)
    more = {
        "season": season,
        "book": book_of(here.club) if look.plan.seats else (),
        "changed": changed_table(season, changed[:SHOWN]) if season and changed else None,
        "more_changed": max(len(changed) - SHOWN, 0),
        "invites": inviting(here.club, request.user, look.people, look.matching.chosen, timezone.now()),
    }
    at = reverse("import_look", args=[here.club.pk, upload.pk])
    return look_page(request, upload, look, form, OfKind(at, _words(look, season), tables, more), file)


def _words(look: Look, season: Competition | None) -> Words:
    numbers = [words_of(kind, look.numbers[kind]) for kind in ChangeKind if look.numbers[kind]]
    numbers += [refused_words(len(look.plan.faults))] if look.plan.faults else []
    if season and look.matching.matches:
        people = _("People: {known} known to the club, {new} new, {asked} similar to someone")
        matching = look.matching
        many = {"known": len(matching.known), "new": len(matching.new), "asked": len(matching.asked)}
        numbers.append(people.format(**many))
    warned = ngettext(
        "{number} line to check. It is imported anyway.",
        "{number} lines to check. They are imported anyway.",
        len(look.plan.warnings),
    )
    return Words(
        title=_("Effect of the file"),
        back=_("Import a file"),
        back_to="import_list",
        not_yet=_("Nothing has been imported yet."),
        confirm=_("Import this file"),
        numbers=numbers,
        warned=warned.format(number=len(look.plan.warnings)),
    )


def refused_words(count: int) -> str:
    """How many lines of a file are refused."""
    return ngettext("{number} problem found", "{number} problems found", count).format(number=count)


def _back(request: AuthedRequest, club: Club) -> dict[str, str]:
    """Where the reader came from, as the page that led here said."""
    match request.GET.get("from"):
        case "people":
            name, words = "people", _("Among the club’s people")
        case "standings":
            name, words = "season_list", pgettext("heading", "Standings")
        case _:
            name, words = "club_detail", isolated(club.name)
    return {"url": reverse(name, args=[club.pk]), "words": words}


def _to_end(upload: Upload) -> HttpResponse:
    if upload.is_of_money:
        return redirect("money_import_look", upload.club_id, upload.pk)
    if upload.imported_id:
        return redirect("import_detail", upload.club_id, upload.imported_id)
    return redirect("import_people", upload.club_id, upload.pk)


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
    shown = [(list_, [ResultLine(result, found.competition) for result in list_.results]) for list_ in lists_of(found)]
    page = {
        "club": here.club,
        "found": found,
        "season": found.competition,
        "lists": [_shown(list_, found.competition, lines) for list_, lines in shown],
        "spreadsheet": found.spreadsheet,
        "reason": _reason_of(found),
    }
    rows = [line for _list, lines in shown for line in lines]
    tables = {"results": partial(results_table, found.name, found.competition, rows)}
    return page_or_file(request, "transfer/import_detail.html", page, tables, table=table, kind=kind)


def _shown(one: TakenList, season: Competition, lines: Sequence[ResultLine]) -> tuple[TakenList, str, Table]:
    """A list with what it is called, and its table, which has no file of its own."""
    day = date_format(one.first.played_on, "SHORT_DATE_FORMAT")
    table = results_table("", season, lines, day)
    return one, list_words(one.first.title, one.first.list_place), replace(table, key="")


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
    lines = [
        ResultLine(result, season, season.rules.summary(result.row.measures, season.weights))
        for result in found.results
    ]
    page = {
        "club": here.club,
        "found": first,
        "season": season,
        "called": list_words(first.title, first.list_place),
        "others": [
            (row, list_words(row.title, row.list_place) or pgettext("in a line", "the first list"))
            for row in other_lists(first)
        ],
    }
    name = f"{first.imported.name}, {first.played_on}"
    tables = {"results": partial(results_table, name, season, lines, _("Result of each player"))}
    return page_or_file(request, "transfer/import_evening.html", page, tables, table=table, kind=kind)
