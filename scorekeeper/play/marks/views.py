"""Confirm a hand, dispute it, take that back, decide; and what a page says of that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.common.errors import require
from scorekeeper.play.closing.views import with_reason
from scorekeeper.play.marks.reads import MarksState, marks_of, marks_state
from scorekeeper.play.marks.services import (
    confirm_hand,
    decide_dispute,
    dispute_hand,
    own_disputes,
    withdraw_dispute,
)
from scorekeeper.play.models import Hand, HandMark, State
from scorekeeper.play.policies import disputes_for, seats_occupied
from scorekeeper.play.sheet.here import Here, at_table
from scorekeeper.play.sheet.origins import origin_words
from scorekeeper.play.sheet.reads import History, Sheet, sheet_of
from scorekeeper.play.sheet.views import answered_on_table, entry_kept, may_confirm, table_page, who_did


@require_POST
@at_table
@answered_on_table
def hand_confirm(here: Here, hand_id: UUID) -> HttpResponse:
    """One tap from another seat; what is being filled in on the table stays."""
    hand = confirm_hand(sitting_id=here.sitting.pk, by=here.actor, hand_id=hand_id, now=here.now)
    here.again()
    is_enough = marks_state(here.sitting, here.now).state(hand) != State.RECORDED
    return _said(here, hand, (_("Hand {number} is confirmed.") if is_enough else ONE_MORE).format(number=hand.number))


ONE_MORE = gettext_lazy(
    "You confirmed hand {number}. One more player must confirm it, because the phone that recorded it has no seat."
)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
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
    return with_reason(here, partial(dispute_hand, hand_id=hand_id), words)


@require_POST
@at_table
@answered_on_table
def hand_withdraw(here: Here, hand_id: UUID) -> HttpResponse:
    """Who disputed the hand takes that back."""
    hand = withdraw_dispute(sitting_id=here.sitting.pk, by=here.actor, hand_id=hand_id, now=here.now)
    return _said(here, hand, _("You no longer dispute hand {number}.").format(number=hand.number))


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
@answered_on_table
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
    return with_reason(here, partial(decide_dispute, hand_id=hand_id), words)


def _said(here: Here, hand: Hand, notice: str) -> HttpResponse:
    if not here.wants_piece:
        back = "hand_detail" if "from_hand" in here.request.POST else "sitting_detail"
        return redirect(back, here.sitting.pk, *([hand.pk] if back == "hand_detail" else []))
    here.again()
    sheet = sheet_of(here.sitting)
    return table_page(here, sheet=sheet, entry=entry_kept(here, sheet), notice=notice)


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
    is_mine = bool(own_disputes(here.actor, here.who, disputes, seats_occupied(here.who, seats)))
    is_decided = any(mark.kind == HandMark.Kind.DECIDED and mark.hand_id == newest.pk for mark in marks)
    return {
        "can_confirm": may_confirm(here, newest, seats, said),
        "can_dispute": not is_mine and not is_decided and disputes_for(*asked) is not None,
        "can_withdraw": is_mine,
        "can_decide": bool(disputes) and here.may["direct"],
    }


def _teller(mark: HandMark, names: Mapping[int, str]) -> str:
    """Who said it: the seat they said it for, else the person."""
    return names.get(mark.seat.number, "") if mark.seat else who_did(mark)
