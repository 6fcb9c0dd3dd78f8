"""Correct a hand, strike it or all from it on; penalties and adjustments beside the hands. First what it moves."""

from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.play.closing.views import with_reason
from scorekeeper.play.correcting import forms
from scorekeeper.play.correcting.services import given_act, reversal_moves, strike_from, strike_moves, take_back
from scorekeeper.play.forms import Filled, record_of, uuid_or_new
from scorekeeper.play.models import Act, Hand, Sitting
from scorekeeper.play.moves import Shift
from scorekeeper.play.recording.forms import (
    correction_entry,
)
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.origins import is_signed
from scorekeeper.play.sheet.reads import sheet_of
from scorekeeper.play.sheet.rows import GIVEN
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
        "text": _("The hands stay on the sheet, struck, and count nothing. Record them again if they were played."),
        "confirm": (_("Strike hands {first} to {last}") if many else _("Strike hand {first}")).format(**numbers),
        "keep": _("Keep the hands"),
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
        forms.StrikingForm(sent or None, last=shown_last),
        moved=lambda: strike_moves(here.sitting, first, here.now, directs=directs),
    )


LONGEST = 7  # digits of a number of a hand


@at_table
@answered_on_table
def correction_files(here: Here, hand_id: UUID, table: str, kind: str, *, strikes: bool = False) -> HttpResponse:
    """What correcting a hand to the record in the address, or striking it, would move, as a file."""
    require(here.may["keep"])
    form = forms.CorrectionForm(here.sitting, _current(here, hand_id), here.request.GET, strikes=strikes)
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
    form = forms.CorrectionForm(here.sitting, _current(here, hand_id), sent)
    if here.request.method != "POST":
        return _moves_page(here, form) if form.kept else correction_page(here, form)
    if not form.is_confirmed:
        return _to_moves(here, form)
    if form.save(here.actor, here.now):
        return redirect("hand_detail", here.sitting.pk, form.saved.pk)
    return _moves_page(here, form)


LONGEST_QUERY = 2000  # characters: the log of a long hand is no address


def _to_moves(here: Here, form: forms.CorrectionForm) -> HttpResponse:
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
    form = forms.CorrectionForm(here.sitting, _current(here, hand_id), here.request.POST, strikes=True)
    if form.is_confirmed and form.save(here.actor, here.now):
        return redirect("hand_detail", here.sitting.pk, form.saved.pk)
    return _moves_page(here, form)


def _moves_page(here: Here, form: forms.CorrectionForm) -> HttpResponse:
    """What moves; where the rules refuse the change, the form again."""
    sheet = sheet_of(here.sitting)
    status = 409 if form.conflict else 422 if form.problems else 200
    if (moves := form.moves()) is None:
        if not form.strikes:
            return correction_page(here, form, status=422)
        status = 422
    words = form.words(moves, sheet.names) if moves else {}
    return here.show("play/hand_moves.html", status, form=form, moves=moves, sheet=sheet, words=words)


def correction_page(
    here: Here, form: forms.CorrectionForm, status: int = 200, fields: Filled | None = None
) -> HttpResponse:
    sheet, pk, hand = sheet_of(here.sitting), here.sitting.pk, form.hand
    seats = [column.seat for column in sheet.columns]
    entry = correction_entry(hand, seats, fields or form.fields or None, form.problems)
    preview = forms.describe(here.sitting, hand, record_of(entry.fields, here.sitting.plays), entry.told)
    context: dict[str, Any] = {
        "hand": hand,
        "blocking": form.blocking,
        "sheet": sheet,
        "entry": replace(entry, told=preview),
        "entry_template": f"games/{here.sitting.game}/_entry.html",
        "action": reverse("hand_correct", args=[pk, hand.pk]),
        "preview": f"{reverse('hand_preview', args=[pk])}?hand={hand.pk}",
        "step": f"{reverse('hand_step', args=[pk])}?hand={hand.pk}",
        "save": _("Preview the changes"),
        "title": (_("Count hand {number} again") if hand.is_void else _("Correct hand {number}")).format(
            number=hand.number
        ),
    }
    return here.show("play/hand_correct.html", status, **context)


def _current(here: Here, hand_id: UUID) -> Hand:
    """The version to be changed; one that has been replaced is still found, and refused on saving."""
    return get_object_or_404(here.sitting.hands.all(), pk=hand_id)


PENALTY_HAND = "penalty"  # the kind of a hand, in a game that has penalties as hands


@require_safe
@at_table
def sitting_adjustments(here: Here) -> HttpResponse:
    """Every penalty and adjustment, for all at the table."""
    has_penalty_hands = PENALTY_HAND in here.sitting.plays.hands
    return here.show("play/adjustments.html", sheet=sheet_of(here.sitting), has_penalty_hands=has_penalty_hands)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
def penalty_new(here: Here) -> HttpResponse:
    """Take points from somebody, with a reason."""
    words = {
        "title": _("Give a penalty"),
        "text": _("Points are taken from the total, and nobody gets them."),
        "confirm": _("Give the penalty"),
    }
    return _adjusting(here, Act.Kind.PENALTY, words)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
def adjustment_new(here: Here) -> HttpResponse:
    """Give somebody points, or take some, with a reason."""
    words = {
        "title": _("Adjust a total"),
        "text": _("Give or take points in addition to the hands."),
        "confirm": _("Adjust the total"),
    }
    return _adjusting(here, Act.Kind.ADJUSTED, words)


def _adjusting(here: Here, kind: str, words: dict[str, Any]) -> HttpResponse:
    require(here.may["keep"])
    sheet = sheet_of(here.sitting)
    form = forms.AdjustmentForm(here.sitting, sheet, kind, here.request.POST or None)
    back = reverse("sitting_adjustments", args=[here.sitting.pk])
    notes = []
    if PENALTY_HAND in here.sitting.plays.hands:
        notes.append(_("For a mistake in play, record a penalty as a hand; it counts inside the game."))
    return two_steps(here, form, {**words, "back": back, "notes": notes})


def two_steps(here: Here, form: forms.MovingForm, words: dict[str, Any]) -> HttpResponse:
    """First the form, then what it moves, then the act, and back to where it is listed."""
    words = {"next": _("Preview the changes"), **words}
    if form.is_bound and form.is_confirmed and form.saved(here.actor):
        return redirect(words["back"])
    moves = form.moves() if form.is_bound and not form.errors else None
    if moves is None:
        return here.show("play/act_form.html", 422 if form.errors else 200, form=form, words=words)
    answers = {"asks": form.question, "reason": form.reason, "silent": form.silent, "signed": is_signed(here.sitting)}
    words = {**words, **answers}
    return here.show("play/act_moves.html", kept=form.kept, moves=moves, sheet=form.sheet, words=words)


@at_table
@answered_on_table
def reversal_files(here: Here, act_id: UUID, table: str, kind: str) -> HttpResponse:
    """What taking back a penalty or an adjustment moves, as a file."""
    require(here.may["keep"])
    get_object_or_404(here.sitting.acts.filter(kind__in=GIVEN), pk=act_id)
    moves = _reversal(here.sitting, act_id)
    return file_of(here.request, {"moved": partial(moved_table, moves, here.sitting)}, table, kind)


@require_http_methods(["GET", "HEAD", "POST"])
@with_files(reversal_files)
@at_table
@answered_on_table
def act_reverse(here: Here, act_id: UUID) -> HttpResponse:
    """What taking back a penalty or an adjustment moves, then the reason; both stay readable."""
    require(here.may["keep"])
    act = get_object_or_404(here.sitting.acts.filter(kind__in=GIVEN), pk=act_id)
    key = uuid_or_new(here.request.POST.get("key", ""))
    words = {
        "title": _("Take it back?"),
        "text": pgettext("note", "{kind}: {reason}").format(kind=capfirst(act.get_kind_display()), reason=act.reason),
        "confirm": _("Take it back"),
        "keep": _("Keep this entry"),
        "key": str(key),
        "back": reverse("sitting_adjustments", args=[here.sitting.pk]),
    }
    form = forms.TakingBackForm(here.request.POST or None, act=act_id)
    service = partial(take_back, key=key)
    moved = partial(_reversal, here.sitting, act_id)
    return with_reason(here, service, words, form, moved=moved)


def _reversal(sitting: Sitting, act_id: UUID) -> Shift:
    return reversal_moves(sitting, given_act(sitting, act_id))
