"""The bank of a table: who has bought in for how much, asking it, and answering what was asked."""

from typing import Final
from uuid import UUID

from django.http import Http404, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.common.texts import amount_words, translated
from scorekeeper.payouts.bank.forms import BankForm, BankReasonForm
from scorekeeper.payouts.bank.piece import asked_words, bank_shown
from scorekeeper.payouts.bank.reads import bank_of, carried, has_bank
from scorekeeper.payouts.bank.services import BankAnswer, answer_bank, ask_bank
from scorekeeper.payouts.models import BankAct
from scorekeeper.payouts.policies import can_ask_bank, can_keep_bank
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.rows import names_of
from scorekeeper.play.sheet.views import answered_on_table

AT_ONCE: Final = ("approve", "withdraw")
WITH_REASON: Final = ("refuse", "undo")


@at_table
def bank_files(here: Here, table: str, kind: str) -> HttpResponse:
    """What each has bought in and cashed out as a file."""
    bank = bank_of(here.sitting, list(here.sitting.seats.select_related("player")))
    if not bank.requests and not has_bank(here.sitting):
        raise Http404
    shown = bank_shown(bank, here.actor, here.who)
    return file_of(here.request, {"bank": lambda: shown["table"]}, table, kind)


@require_http_methods(["GET", "HEAD", "POST"])
@with_files(bank_files)
@at_table
@answered_on_table
def table_bank(here: Here) -> HttpResponse:
    """The bank, and a form to ask it. A table that has none and never had is not found."""
    sitting = here.sitting
    seats = list(sitting.seats.select_related("player"))
    bank = bank_of(sitting, seats)
    if not bank.requests and not has_bank(sitting):
        raise Http404
    mine = [seat for seat in seats if can_ask_bank(here.who, seat)]
    keeps = can_keep_bank(here.who)
    form = None
    if mine and sitting.is_open:
        carry = carried(sitting) if keeps else 0
        form = BankForm(sitting, mine, names_of(sitting, seats), carry=carry, data=here.request.POST or None)
    if here.request.method == "POST":
        require(form is not None)
        if form and form.does(ask_bank, sitting_id=sitting.pk, by=here.actor):
            return redirect("table_bank", sitting.pk)
        if form and form.conflict:
            raise form.conflict
    shown = bank_shown(bank, here.actor, here.who)
    return here.show("payouts/bank.html", 422 if form and form.errors else 200, form=form, piece=shown, keeps=keeps)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
def bank_answer(here: Here, act_id: UUID, act: str) -> HttpResponse:
    """Approve a request, take it back, refuse it or book it back; the last two ask for a reason first."""
    asked = here.sitting.bank_acts.filter(pk=act_id, kind=BankAct.Kind.ASKED).select_related("seat__player").first()
    if asked is None or act not in {*AT_ONCE, *WITH_REASON}:
        raise Http404
    if act in AT_ONCE:
        if here.request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        given = BankAnswer.read({"request": act_id, "answer": act})
        answer_bank(given, sitting_id=here.sitting.pk, by=here.actor, now=here.now)
        return here.to_table() if here.request.POST.get("on") == "table" else redirect("table_bank", here.sitting.pk)
    require(can_keep_bank(here.who))
    form = BankReasonForm(here.request.POST or None, asked.pk, act)
    if form.does(answer_bank, sitting_id=here.sitting.pk, by=here.actor):
        return redirect("table_bank", here.sitting.pk)
    if form.conflict:
        raise form.conflict
    amount = amount_words(asked.amount, here.sitting.unit)
    name = translated(asked_words(asked))
    words = {
        "title": _("Refuse the request?") if act == "refuse" else _("Reverse this transaction?"),
        "text": f"{name}: {amount}",
        "confirm": _("Refuse the request") if act == "refuse" else _("Reverse this transaction"),
        "keep": _("Do not change anything"),
        "back": here.request.path.rpartition(str(asked.pk))[0],
    }
    return here.show("play/reason.html", 422 if form.errors else 200, form=form, words=words, moves=None, names={})
