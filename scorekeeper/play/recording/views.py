"""Record a hand, look at it, take it back, confirm it, dispute it, decide it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core.game import AnyGame
from scorekeeper.common.errors import require
from scorekeeper.common.ids import uuid_in
from scorekeeper.common.tables.serving import Tables, file_of, with_files
from scorekeeper.play.closing.views import with_reason
from scorekeeper.play.correcting.forms import CorrectionForm, describe
from scorekeeper.play.correcting.views import correction_page
from scorekeeper.play.forms import flat, record_from
from scorekeeper.play.marks import services
from scorekeeper.play.marks.reads import MarksState, marks_of, marks_state
from scorekeeper.play.models import Hand, HandMark, State
from scorekeeper.play.policies import disputes_for, seats_occupied
from scorekeeper.play.recording import forms
from scorekeeper.play.recording.services import Undoing, next_table, undo_hand
from scorekeeper.play.sheet import views
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.origins import origin_words
from scorekeeper.play.sheet.reads import History, Sheet, history_of, piece, sheet_of
from scorekeeper.play.tables import hand_tables, reasons_table


@require_POST
@at_table
@views.answered_on_table
def hand_confirm(here: Here, hand_id: UUID) -> HttpResponse:
    """One tap from another seat; what is being filled in on the table stays."""
    hand = services.confirm_hand(sitting_id=here.sitting.pk, by=here.actor, hand_id=hand_id, now=here.now)
    here.again()
    is_enough = marks_state(here.sitting, here.now).state(hand) != State.RECORDED
    return _said(here, hand, (_("Hand {number} is confirmed.") if is_enough else ONE_MORE).format(number=hand.number))


ONE_MORE = gettext_lazy(
    "You confirmed hand {number}. One more player must confirm it, because the phone that recorded it has no seat."
)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@views.answered_on_table
def hand_dispute(here: Here, hand_id: UUID) -> HttpResponse:
    """A reason, then the hand is held until a director decides."""
    hand = get_object_or_404(here.sitting.hands.all(), pk=hand_id)
    require(bool(seats_occupied(here.who, here.sitting.seats.select_related("player"))))
    words = {
        "title": _("Dispute hand {number}?").format(number=hand.number),
        "text": _("The hand is held until the scorer of the sheet decides; you can go on playing.")
        if here.sitting.club.is_private
        else _("The hand is held until a director decides; you can go on playing. The directors get a notice."),
        "confirm": _("Dispute hand {number}").format(number=hand.number),
        "keep": _("Leave the hand as it is"),
    }
    return with_reason(here, partial(services.dispute_hand, hand_id=hand_id), words)


@require_POST
@at_table
@views.answered_on_table
def hand_withdraw(here: Here, hand_id: UUID) -> HttpResponse:
    """Who disputed the hand takes that back."""
    hand = services.withdraw_dispute(sitting_id=here.sitting.pk, by=here.actor, hand_id=hand_id, now=here.now)
    return _said(here, hand, _("You no longer dispute hand {number}.").format(number=hand.number))


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@views.answered_on_table
def hand_decide(here: Here, hand_id: UUID) -> HttpResponse:
    """A director lets a disputed hand stand, with a reason."""
    require(here.may["direct"])
    hand = get_object_or_404(here.sitting.hands.all(), pk=hand_id)
    words = {
        "title": _("Hand {number} stands?").format(number=hand.number),
        "text": _("The hand counts as recorded, and nobody can dispute it again."),
        "confirm": _("Hand {number} stands").format(number=hand.number),
        "keep": pgettext("button", "Decide later"),
    }
    return with_reason(here, partial(services.decide_dispute, hand_id=hand_id), words)


def _said(here: Here, hand: Hand, notice: str) -> HttpResponse:
    if not here.wants_piece:
        back = "hand_detail" if "from_hand" in here.request.POST else "sitting_detail"
        return redirect(back, here.sitting.pk, *([hand.pk] if back == "hand_detail" else []))
    here.again()
    sheet = sheet_of(here.sitting)
    return views.table_page(here, sheet=sheet, entry=views.entry_kept(here, sheet), notice=notice)


@dataclass(frozen=True, slots=True)
class Remark:
    """A mark as its page shows it: who said it, for which seat, how it came, and whether it was of the version that
    stands."""

    mark: HandMark
    who: str
    came: str
    is_of_now: bool


def said_words(here: Here, history: History, sheet: Sheet, said: MarksState) -> dict[str, Any]:
    """How far a hand binds, what was said of it, and what this phone may say."""
    newest, marks = history.newest, marks_of(here.sitting, history.newest.number) if here.sitting.marked else []
    disputes = said.disputes.get(newest.number, {})
    is_spoken_of = here.sitting.is_open and history.row is not None
    return {
        "state": said.state(newest),
        "needs_two": newest.is_from_no_seat and said.state(newest) == State.RECORDED,
        "remarks": [
            Remark(mark, _teller(mark, sheet.names), origin_words(mark, here.phones), mark.hand_id == newest.pk)
            for mark in marks
        ],
        "came": {version.pk: origin_words(version, here.phones) for version, _names in history.versions},
        "disputes": [(_teller(mark, sheet.names), mark.reason) for mark in marks if mark in disputes.values()],
        "is_held": bool(disputes) and not here.may["direct"],
        **(_offers(here, newest, sheet, said, marks) if is_spoken_of else {}),
    }


def _offers(here: Here, newest: Hand, sheet: Sheet, said: MarksState, marks: Sequence[HandMark]) -> dict[str, bool]:
    """What this phone may say of the version in force. The services ask again."""
    seats = [column.seat for column in sheet.columns]
    asked = (here.actor, here.who, newest, seats)
    disputes = said.disputes.get(newest.number, {})
    is_mine = bool(services.own_disputes(here.actor, here.who, disputes, seats_occupied(here.who, seats)))
    is_decided = any(mark.kind == HandMark.Kind.DECIDED and mark.hand_id == newest.pk for mark in marks)
    return {
        "can_confirm": views.may_confirm(here, newest, seats, said),
        "can_dispute": not is_mine and not is_decided and disputes_for(*asked) is not None,
        "can_withdraw": is_mine,
        "can_decide": bool(disputes) and here.may["direct"],
    }


def _teller(mark: HandMark, names: Mapping[int, str]) -> str:
    """Who said it: the seat they said it for, else the person."""
    return names.get(mark.seat.number, "") if mark.seat else views.who_did(mark)


def preview_words(game: AnyGame, told: forms.Preview) -> dict[str, Any]:
    """The answer to a preview; `drawn` fills the part of the form that the game draws of what is told."""
    drawn = render_to_string(piece(game.name, "_told.html"), {"told": told})
    return told.as_json() | {"drawn": drawn.strip()}


@require_POST
@at_table
def hand_create(here: Here) -> HttpResponse:
    """Record the next hand; refused or in conflict, the form comes back with everything that was typed."""
    return _saved_or_not(here, forms.HandForm(here.sitting, here.request.POST))


@require_POST
@at_table
def hand_replace(here: Here, hand_id: UUID) -> HttpResponse:
    """Two phones wrote the same hand: this one's is right, and takes the place of the last one at once."""
    return _saved_or_not(here, forms.HandForm(here.sitting, here.request.POST), instead=hand_id)


def _saved_or_not(here: Here, form: forms.HandForm, instead: UUID | None = None) -> HttpResponse:
    recorded = form.save(here.actor, here.now, instead)
    here.again()
    if recorded is None:
        sheet = sheet_of(here.sitting)
        entry = form.entry(here.sitting, [column.seat for column in sheet.columns])
        notice = form.conflict.message if form.conflict and not here.sitting.accepts_hands else ""
        return views.table_page(here, status=409 if form.conflict else 422, sheet=sheet, entry=entry, notice=notice)
    if not here.wants_piece:
        return redirect(f"{reverse('sitting_detail', args=[here.sitting.pk])}?saved={recorded.hand.number}")
    return views.table_page(here, saved=recorded.hand)


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
        preview = describe(
            here.sitting, hand, record, forms.tell(here.sitting, seats, record, forms.table_at(here.sitting, hand))
        )
    else:
        preview = forms.tell(here.sitting, seats, record, next_table(here.sitting, seats))
    number = forms.HandForm(here.sitting, here.request.POST).number or here.sitting.next_number
    save = _("Preview the changes") if corrected else views.save_words(number)
    return JsonResponse(preview_words(here.sitting.plays, preview) | {"save": save})


@require_POST
@at_table
def hand_step(here: Here) -> HttpResponse:
    """One step of the game's own screen: the form comes back as it stands then, for the hand it was begun for.
    Nothing is written."""
    corrected = here.request.GET.get("hand")
    require(here.may["keep" if corrected else "record"])
    fields = forms.stepped_fields(here.sitting, here.request.POST)
    if corrected:
        form = CorrectionForm(here.sitting, _hand(here, corrected), here.request.POST)
        return correction_page(here, form, fields=fields)
    sheet, sent = sheet_of(here.sitting), forms.HandForm(here.sitting, here.request.POST)
    if not here.sitting.accepts_hands:
        return views.table_page(
            here, status=409, sheet=sheet, notice=_("This table takes no more hands."), notice_kind="bad"
        )
    entry = forms.entry_again(here.sitting, [column.seat for column in sheet.columns], fields, sent.key, sent.number)
    if here.wants_piece:
        return here.show(f"games/{here.sitting.game}/_entry.html", **views.table_context(here, sheet, entry=entry))
    return views.table_page(here, sheet=sheet, entry=entry)


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
        can_undo=here.may["record"] and is_last and views.can_be_undone(sheet, said),
        **said_words(here, history, sheet, said),
        listings=hand_tables(history.newest, sheet),
        **pieces,
    )


@require_POST
@at_table
@views.answered_on_table
def hand_undo(here: Here, hand_id: UUID) -> HttpResponse:
    """Take the last hand back; what it said stands in the form again, so that it can be put right at once."""
    recorded = undo_hand(Undoing(hand=hand_id), sitting_id=here.sitting.pk, by=here.actor, now=here.now)
    if not here.wants_piece:
        return here.to_table()
    here.again()
    sheet = sheet_of(here.sitting)
    seats = [column.seat for column in sheet.columns]
    entry = forms.entry_again(here.sitting, seats, flat(recorded.hand.record))
    notice = _("Hand {number} is taken back. You can edit it in the form.").format(number=recorded.hand.number)
    return views.table_page(here, sheet=sheet, entry=entry, notice=notice)


def _hand(here: Here, text: str) -> Hand:
    """Raises Hand.DoesNotExist."""
    hand = uuid_in(text)
    if hand is None:
        raise Hand.DoesNotExist
    return here.sitting.hands.get(pk=hand)
