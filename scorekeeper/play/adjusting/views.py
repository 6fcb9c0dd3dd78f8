"""Penalties and adjustments: see them, give one, take one back."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.common.errors import require
from scorekeeper.common.tables.serving import file_of, with_files
from scorekeeper.play.adjusting.forms import AdjustmentForm, MovingForm, TakingBackForm
from scorekeeper.play.adjusting.reads import GIVEN
from scorekeeper.play.adjusting.services import given_act, reversal_moves, take_back
from scorekeeper.play.closing.reads import is_signed
from scorekeeper.play.closing.views import with_reason
from scorekeeper.play.forms import uuid_or_new
from scorekeeper.play.models import Act, Sitting
from scorekeeper.play.moves import Shift
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.reads import sheet_of
from scorekeeper.play.sheet.views import answered_on_table
from scorekeeper.play.tables import moved_table

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
        "text": _("Points are given or taken beside the hands."),
        "confirm": _("Adjust the total"),
    }
    return _adjusting(here, Act.Kind.ADJUSTED, words)


def _adjusting(here: Here, kind: str, words: dict[str, Any]) -> HttpResponse:
    require(here.may["keep"])
    sheet = sheet_of(here.sitting)
    form = AdjustmentForm(here.sitting, sheet, kind, here.request.POST or None)
    back = reverse("sitting_adjustments", args=[here.sitting.pk])
    notes = []
    if PENALTY_HAND in here.sitting.plays.hands:
        notes.append(_("For a fault in play, record a hand: its penalty counts inside the game."))
    return two_steps(here, form, {**words, "back": back, "notes": notes})


def two_steps(here: Here, form: MovingForm, words: dict[str, Any]) -> HttpResponse:
    """First the form, then what it moves, then the act, and back to where it is listed."""
    words = {"next": _("Show what this moves"), **words}
    if form.is_bound and form.is_confirmed and form.saved(here.actor):
        return redirect(words["back"])
    moves = form.moves() if form.is_bound and not form.errors else None
    if moves is None:
        return here.show("play/act_form.html", 422 if form.errors else 200, form=form, words=words)
    told = {"asks": form.question, "reason": form.reason, "silent": form.silent, "signed": is_signed(here.sitting)}
    words = {**words, **told}
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
        "text": _("{kind}: {reason}").format(kind=act.get_kind_display().capitalize(), reason=act.reason),
        "confirm": _("Take it back"),
        "keep": _("Let it stand"),
        "key": str(key),
        "back": reverse("sitting_adjustments", args=[here.sitting.pk]),
    }
    form = TakingBackForm(here.request.POST or None, act=act_id)
    service = partial(take_back, key=key)
    moved = partial(_reversal, here.sitting, act_id)
    return with_reason(here, service, words, form, moved=moved)


def _reversal(sitting: Sitting, act_id: UUID) -> Shift:
    return reversal_moves(sitting, given_act(sitting, act_id))
