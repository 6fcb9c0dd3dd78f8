"""Record a hand, look at it, take it back, correct it, strike it."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.core.game import AnyGame
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.tables.serving import Tables, file_of, with_files
from scorekeeper.play.correcting.forms import CorrectionForm, describe
from scorekeeper.play.correcting.views import correction_page
from scorekeeper.play.marks.reads import marks_state
from scorekeeper.play.marks.views import said_words
from scorekeeper.play.models import Hand
from scorekeeper.play.recording.boxes import flat, record_from
from scorekeeper.play.recording.forms import (
    HandForm,
    Preview,
    entry_again,
    stepped_fields,
    table_at,
    tell,
)
from scorekeeper.play.recording.records import Undoing
from scorekeeper.play.recording.services import next_table, undo_hand
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.reads import history_of, piece, sheet_of
from scorekeeper.play.sheet.views import answered_on_table, can_be_undone, save_words, table_context, table_page
from scorekeeper.play.tables import hand_tables, reasons_table


def preview_words(game: AnyGame, told: Preview) -> dict[str, Any]:
    """The answer to a preview; `drawn` fills the part of the form that the game draws of what is told."""
    drawn = render_to_string(piece(game.name, "_told.html"), {"told": told})
    return told.as_json() | {"drawn": drawn.strip()}


@require_POST
@at_table
def hand_create(here: Here) -> HttpResponse:
    """Record the next hand; refused or in conflict, the form comes back with everything that was typed."""
    return _saved_or_not(here, HandForm(here.sitting, here.request.POST))


@require_POST
@at_table
def hand_replace(here: Here, hand_id: UUID) -> HttpResponse:
    """Two phones wrote the same hand: this one's is right, and takes the place of the last one at once."""
    return _saved_or_not(here, HandForm(here.sitting, here.request.POST), instead=hand_id)


def _saved_or_not(here: Here, form: HandForm, instead: UUID | None = None) -> HttpResponse:
    recorded = form.save(here.actor, here.now, instead)
    here.again()
    if recorded is None:
        return _not_recorded(here, form)
    if not here.wants_piece:
        return redirect(f"{reverse('sitting_detail', args=[here.sitting.pk])}?saved={recorded.hand.number}")
    return table_page(here, saved=recorded.hand)


def _not_recorded(here: Here, form: HandForm) -> HttpResponse:
    sheet = sheet_of(here.sitting)
    entry = form.entry(here.sitting, [column.seat for column in sheet.columns])
    notice = form.conflict.message if form.conflict and not here.sitting.accepts_hands else ""
    return table_page(here, status=409 if form.conflict else 422, sheet=sheet, entry=entry, notice=notice)


@require_POST
@at_table
def hand_preview(here: Here) -> HttpResponse:
    """What the entry would be, by the rules: nothing is written. `hand` names the one that is being corrected."""
    corrected = here.request.GET.get("hand")
    require(here.may["keep" if corrected else "record"])
    record = record_from(here.request.POST, here.sitting.plays)
    seats = list(here.sitting.seats.select_related("player"))
    if corrected:
        hand = _hand(here, corrected)
        preview = describe(here.sitting, hand, record, tell(here.sitting, seats, record, table_at(here.sitting, hand)))
    else:
        preview = tell(here.sitting, seats, record, next_table(here.sitting, seats))
    number = HandForm(here.sitting, here.request.POST).number or here.sitting.next_number
    save = _("Preview the changes") if corrected else save_words(number)
    return JsonResponse(preview_words(here.sitting.plays, preview) | {"save": save})


@require_POST
@at_table
def hand_step(here: Here) -> HttpResponse:
    """One step of the game's own screen: the form comes back as it stands then, for the hand it was begun for.
    Nothing is written."""
    corrected = here.request.GET.get("hand")
    require(here.may["keep" if corrected else "record"])
    fields = stepped_fields(here.sitting, here.request.POST)
    if corrected:
        form = CorrectionForm(here.sitting, _hand(here, corrected), here.request.POST)
        return correction_page(here, form, fields=fields)
    sheet, sent = sheet_of(here.sitting), HandForm(here.sitting, here.request.POST)
    if not here.sitting.accepts_hands:
        return table_page(here, status=409, sheet=sheet, notice=_("This table takes no more hands."), notice_kind="bad")
    entry = entry_again(here.sitting, [column.seat for column in sheet.columns], fields, sent.key, sent.number)
    if here.wants_piece:
        return here.show(f"games/{here.sitting.game}/_entry.html", **table_context(here, sheet, entry=entry))
    return table_page(here, sheet=sheet, entry=entry)


@at_table
def hand_files(here: Here, hand_id: UUID, table: str, kind: str) -> HttpResponse:
    """What a hand did as a file."""
    hand = get_object_or_404(here.sitting.hands.all(), pk=hand_id)
    sheet = sheet_of(here.sitting)
    history = history_of(here.sitting, hand.number, sheet)
    of_game = {key: partial(lambda found: found, found) for key, found in hand_tables(history.newest, sheet).items()}
    tables: Tables = {"reasons": partial(reasons_table, history, sheet), **of_game}
    return file_of(here.request, tables, table, kind)


@require_safe
@with_files(hand_files)
@at_table
def hand_detail(here: Here, hand_id: UUID) -> HttpResponse:
    """One hand: what it did, and every version of it, for all at the table."""
    hand = get_object_or_404(here.sitting.hands.all(), pk=hand_id)
    sheet = sheet_of(here.sitting)
    history = history_of(here.sitting, hand.number, sheet)
    said = marks_state(here.sitting, here.now)
    is_last = sheet.last is not None and sheet.last.hand.pk == history.newest.pk
    game = here.sitting.game
    pieces: dict[str, Any] = {
        "detail_template": piece(game, "_detail.html"),
        "reasons_template": piece(game, "_reasons.html"),
    }
    return here.show(
        "play/hand_detail.html",
        history=history,
        sheet=sheet,
        can_undo=here.may["record"] and is_last and can_be_undone(sheet, said),
        **said_words(here, history, sheet, said),
        listings=hand_tables(history.newest, sheet),
        **pieces,
    )


@require_POST
@at_table
@answered_on_table
def hand_undo(here: Here, hand_id: UUID) -> HttpResponse:
    """Take the last hand back; what it said stands in the form again, so that it can be put right at once."""
    recorded = undo_hand(Undoing(hand=hand_id), sitting_id=here.sitting.pk, by=here.actor, now=here.now)
    if not here.wants_piece:
        return here.to_table()
    here.again()
    sheet = sheet_of(here.sitting)
    seats = [column.seat for column in sheet.columns]
    entry = entry_again(here.sitting, seats, flat(recorded.hand.record))
    notice = _("Hand {number} is taken back. You can edit it in the form.").format(number=recorded.hand.number)
    return table_page(here, sheet=sheet, entry=entry, notice=notice)


def _hand(here: Here, text: str) -> Hand:
    """Raises Hand.DoesNotExist."""
    hand = uuid_in(text)
    if hand is None:
        raise Hand.DoesNotExist
    return here.sitting.hands.get(pk=hand)
