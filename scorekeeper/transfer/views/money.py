"""The pages by which money is brought along from a file, and taken back."""

from functools import partial
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from scorekeeper.accounts.http import AuthedRequest
from scorekeeper.clubs.models import Membership
from scorekeeper.common.errors import require
from scorekeeper.common.parsers import takes_file
from scorekeeper.common.tables.serving import page_or_file
from scorekeeper.payouts.bank.bringing import take_brought_back
from scorekeeper.payouts.bank.reads import brought_into, moves_of
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.transfer.forms import MoneyLookForm, MoneyUploadForm, TakeBackForm
from scorekeeper.transfer.models import Upload
from scorekeeper.transfer.selectors.looking import wanted_of
from scorekeeper.transfer.selectors.money import MoneyLook, files_brought, look_at_money, names_of_files
from scorekeeper.transfer.services.keeping import answer_file, keep
from scorekeeper.transfer.services.running import From, Taking, unfinished_of
from scorekeeper.transfer.tables import corrected_table, money_table, moves_table
from scorekeeper.transfer.views.imports import SHOWN, OfKind, Words, enter, look_page, refused_words


def _enter(request: AuthedRequest, club_id: UUID) -> Membership:
    """What the reader is in this club; whoever keeps its money book may bring money along."""
    here = enter(request, club_id)
    require(can_keep_money(here.role))
    return here


@takes_file
@login_required
def money_import_list(request: AuthedRequest, club_id: UUID) -> HttpResponse:
    """What was brought along so far, and the form for another file."""
    here = _enter(request, club_id)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = MoneyUploadForm(*sent)
    if upload := form.does(keep, club=here.club, by=request.user):
        return redirect("money_import_look", here.club.pk, upload.pk)
    page = {"club": here.club, "form": form, "files": files_brought(here.club)[:SHOWN]}
    return render(request, "transfer/money_list.html", page, status=form.status)


@login_required
def money_import_look(
    request: AuthedRequest, club_id: UUID, upload_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """What taking the file over would book. The form says what the file leaves open, or has it booked."""
    here = _enter(request, club_id)
    upload = get_object_or_404(Upload.objects.select_related("club"), club=here.club, pk=upload_id)
    if not upload.is_of_money:
        raise Http404
    if upload.done_at is not None:
        return redirect("money_import_detail", here.club.pk, upload.pk)
    if running := unfinished_of(upload):
        return redirect("job_detail", running.pk)
    now, wanted = timezone.now(), wanted_of(upload.kind, None)
    look = look_at_money(upload, now)
    if request.method != "POST":
        form = MoneyLookForm(look, upload.said, wanted, year=now.year)
        return _look_page(request, here, upload, look, form, (table, kind))
    form = MoneyLookForm(look, upload.said, wanted, request.POST, year=now.year)
    if not form.does(answer_file, upload=upload, look=look, by=request.user):
        return _look_page(request, here, upload, look, form)
    if "take" in request.POST:
        taking = form.takes_over(upload=upload, by=request.user, asked_from=From.of(request))
        if taking:
            return _taken(request, taking)
    look = look_at_money(upload, now)
    fresh = MoneyLookForm(look, upload.said, wanted, year=now.year)
    return _look_page(request, here, upload, look, form if form.errors else fresh)


def _taken(request: AuthedRequest, taking: Taking) -> HttpResponse:
    if taking.job:
        return redirect("job_detail", taking.job.pk)
    messages.success(request, _("The transaction is booked."))
    return redirect("money_import_detail", taking.upload.club_id, taking.upload.pk)


def _look_page(
    request: AuthedRequest,
    here: Membership,
    upload: Upload,
    look: MoneyLook,
    form: MoneyLookForm,
    file: tuple[str, str] = ("", ""),
) -> HttpResponse:
    tables = {"changed": partial(corrected_table, look), "sums": partial(money_table, look.sums)}
    more = {"changed": corrected_table(look) if look.corrected else None}
    at = reverse("money_import_look", args=[here.club.pk, upload.pk])
    return look_page(request, upload, look, form, OfKind(at, _words(look), tables, more), file)


def _words(look: MoneyLook) -> Words:
    lines, corrected, faults = len(look.plan.lines), len(look.corrected), len(look.plan.faults)
    numbers = [npgettext("numbered", "{number} transaction", "{number} transactions", lines).format(number=lines)]
    if corrected:
        text = ngettext("{number} of them corrects an earlier one", "{number} of them correct earlier ones", corrected)
        numbers.append(text.format(number=corrected))
    if look.there:
        text = ngettext("{number} line is already there", "{number} lines are already there", look.there)
        numbers.append(text.format(number=look.there))
    numbers += [refused_words(faults)] if faults else []
    if new := len(look.matching.new):
        text = ngettext("{number} new person", "{number} new people", new)
        numbers.append(text.format(number=new))
    return Words(
        title=_("What would be booked"),
        back=_("Import opening balances"),
        back_to="money_import_list",
        not_yet=_("Nothing has been booked yet."),
        confirm=_("Book these amounts"),
        numbers=numbers,
        warned=pgettext("heading", "Left out"),
    )


@login_required
def money_import_detail(
    request: AuthedRequest, club_id: UUID, source_id: UUID, table: str = "", kind: str = ""
) -> HttpResponse:
    """What a file has brought along, and what taking it back would move; with a reason it is taken back."""
    here = _enter(request, club_id)
    found = next(iter(brought_into(here.club, [source_id])), None)
    if found is None:
        raise Http404
    form = TakeBackForm(request.POST if request.method == "POST" else None)
    if form.does(take_brought_back, club=here.club, source=source_id, by=request.user) is not None:
        messages.success(request, _("The import is reversed. The people stay with the club."))
        return redirect("money_import_detail", here.club.pk, source_id)
    moves = moves_of(here.club, source_id)
    page = {
        "club": here.club,
        "found": found,
        "name": names_of_files([source_id], here.club.pk).get(source_id, pgettext("heading", "Imported money")),
        "form": form,
    }
    tables = {"moves": partial(moves_table, moves)}
    template = "transfer/money_detail.html"
    return page_or_file(request, template, page, tables, table=table, kind=kind, status=form.status)
