"""Send a file, look at what it would do, take it over."""

from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.http import enter_club
from scorekeeper.clubs.models import Club, Membership, Player
from scorekeeper.common.errors import require
from scorekeeper.common.names import Alphabetical
from scorekeeper.common.parsers import takes_file
from scorekeeper.common.texts import isolated
from scorekeeper.standings.comparing import ChangeKind
from scorekeeper.standings.models import Competition, Import, Spreadsheet
from scorekeeper.transfer.forms import LookForm, UploadForm
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.policies import can_import
from scorekeeper.transfer.selectors.inviting import inviting
from scorekeeper.transfer.selectors.looking import Look, look_at, wanted_of
from scorekeeper.transfer.services.keeping import answer_file, keep
from scorekeeper.transfer.services.running import From, unfinished_of
from scorekeeper.transfer.tables import (
    changed_table,
    evenings_table,
    people_table,
    sums_table,
    unbalanced_table,
    words_of,
)
from scorekeeper.transfer.views.looking import SHOWN, OfKind, Words, look_page

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
