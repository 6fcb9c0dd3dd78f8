"""Correct a hand, strike it, or strike all from a hand on, where a correction leaves no room for what follows."""

from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.play.closing.views import with_reason
from scorekeeper.play.correcting.forms import CorrectionForm, StrikingForm, describe
from scorekeeper.play.correcting.services import strike_from, strike_moves
from scorekeeper.play.models import Hand
from scorekeeper.play.recording.boxes import Filled, record_of
from scorekeeper.play.recording.forms import (
    correction_entry,
)
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.reads import sheet_of
from scorekeeper.play.sheet.views import answered_on_table
from scorekeeper.play.tables import moved_table


@at_table
@answered_on_table
def strike_files(here: Here, hand_id: UUID, table: str, kind: str) -> HttpResponse:
    """What striking the hands from this one on would move, as a file."""
    require(here.may["keep"])
    first = get_object_or_404(here.sitting.hands.all(), pk=hand_id)
    moves = strike_moves(here.sitting, first, here.now, directs=here.may["direct"])
    return file_of(here.request, {"moved": partial(moved_table, moves, here.sitting)}, table, kind)


@require_http_methods(["GET", "HEAD", "POST"])
@with_files(strike_files)
@at_table
@answered_on_table
def hands_strike(here: Here, hand_id: UUID) -> HttpResponse:
    """The hands from this one to the last: what that moves and a reason, then all of them are struck at once."""
    require(here.may["keep"])
    first = get_object_or_404(here.sitting.hands.all(), pk=hand_id)
    last = here.sitting.next_number - 1
    many = first.number < last
    numbers = {"first": first.number, "last": last}
    words = {
        "title": (_("Strike hands {first} to {last}?") if many else _("Strike hand {first}?")).format(**numbers),
        "text": _("They stay readable, struck, and count nothing. What was played there is recorded anew."),
        "confirm": (_("Strike hands {first} to {last}") if many else _("Strike hand {first}")).format(**numbers),
        "keep": _("Keep them"),
        "last": str(last),
    }
    sent = here.request.POST
    shown = sent.get("last", "")
    shown_last = int(shown) if shown.isdecimal() and len(shown) < LONGEST else last
    directs = here.may["direct"]
    return with_reason(
        here,
        partial(strike_from, hand_id=hand_id),
        words,
        StrikingForm(sent or None, last=shown_last),
        moved=lambda: strike_moves(here.sitting, first, here.now, directs=directs),
    )


LONGEST = 7  # digits of a number of a hand


@at_table
@answered_on_table
def correction_files(here: Here, hand_id: UUID, table: str, kind: str, *, strikes: bool = False) -> HttpResponse:
    """What correcting a hand to the record in the address, or striking it, would move, as a file."""
    require(here.may["keep"])
    form = CorrectionForm(here.sitting, _current(here, hand_id), here.request.GET, strikes=strikes)
    if (moves := form.moves()) is None:
        raise Http404
    return file_of(here.request, {"moved": partial(moved_table, moves, here.sitting)}, table, kind)


@require_http_methods(["GET", "HEAD", "POST"])
@with_files(correction_files)
@at_table
def hand_correct(here: Here, hand_id: UUID) -> HttpResponse:
    """First the form filled with the hand, then what the change moves, then the reason and the change.

    What the change moves has an address of its own, with the record in it, so that one can come back to it.
    """
    require(here.may["keep"])
    sent = here.request.POST if here.request.method == "POST" else here.request.GET
    form = CorrectionForm(here.sitting, _current(here, hand_id), sent)
    if here.request.method != "POST":
        return _moves_page(here, form) if form.kept else correction_page(here, form)
    if not form.is_confirmed:
        return _to_moves(here, form)
    if form.save(here.actor, here.now):
        return redirect("hand_detail", here.sitting.pk, form.saved.pk)
    return _moves_page(here, form)


LONGEST_QUERY = 2000  # characters: the log of a long hand is no address


def _to_moves(here: Here, form: CorrectionForm) -> HttpResponse:
    """To the page that says what it moves; a refused record stays in its form."""
    if form.moves() is None:
        return correction_page(here, form, status=422)
    kept = urlencode(form.kept)
    if len(kept) > LONGEST_QUERY:
        return _moves_page(here, form)
    answer = redirect(f"{here.request.path}?{kept}")
    answer.status_code = 303
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@with_files(partial(correction_files, strikes=True))
@at_table
def hand_void(here: Here, hand_id: UUID) -> HttpResponse:
    """What striking the hand moves, then the reason; it stays readable, struck."""
    require(here.may["keep"])
    form = CorrectionForm(here.sitting, _current(here, hand_id), here.request.POST, strikes=True)
    if form.is_confirmed and form.save(here.actor, here.now):
        return redirect("hand_detail", here.sitting.pk, form.saved.pk)
    return _moves_page(here, form)


def _moves_page(here: Here, form: CorrectionForm) -> HttpResponse:
    """What moves; where the rules refuse the change, the form again."""
    sheet = sheet_of(here.sitting)
    status = 409 if form.conflict else 422 if form.problems else 200
    if (moves := form.moves()) is None:
        if not form.strikes:
            return correction_page(here, form, status=422)
        status = 422
    words = form.words(moves, sheet.names) if moves else {}
    return here.show("play/hand_moves.html", status, form=form, moves=moves, sheet=sheet, words=words)


def correction_page(here: Here, form: CorrectionForm, status: int = 200, fields: Filled | None = None) -> HttpResponse:
    sheet, pk, hand = sheet_of(here.sitting), here.sitting.pk, form.hand
    seats = [column.seat for column in sheet.columns]
    entry = correction_entry(hand, seats, fields or form.fields or None, form.problems)
    told = describe(here.sitting, hand, record_of(entry.fields, here.sitting.plays), entry.told)
    context: dict[str, Any] = {
        "hand": hand,
        "blocking": form.blocking,
        "sheet": sheet,
        "entry": replace(entry, told=told),
        "entry_template": f"games/{here.sitting.game}/_entry.html",
        "action": reverse("hand_correct", args=[pk, hand.pk]),
        "preview": f"{reverse('hand_preview', args=[pk])}?hand={hand.pk}",
        "step": f"{reverse('hand_step', args=[pk])}?hand={hand.pk}",
        "save": _("Show what this moves"),
        "title": (_("Count hand {number} again") if hand.is_void else _("Correct hand {number}")).format(
            number=hand.number
        ),
    }
    return here.show("play/hand_correct.html", status, **context)


def _current(here: Here, hand_id: UUID) -> Hand:
    """The version to be changed; one that has been replaced is still found, and refused on saving."""
    return get_object_or_404(here.sitting.hands.all(), pk=hand_id)
