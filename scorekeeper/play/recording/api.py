"""The door of programs to recording: the next hand, what it would be, and taking the last one back."""

from typing import Any

from django.utils import timezone

from scorekeeper.accounts.models import Scope
from scorekeeper.common.api import Act
from scorekeeper.common.texts import Names
from scorekeeper.languages.spoken import use_words
from scorekeeper.play.acting import with_seats
from scorekeeper.play.api import AtSitting
from scorekeeper.play.marks.reads import state_of
from scorekeeper.play.models import State
from scorekeeper.play.policies import can_record
from scorekeeper.play.recording.records import PreviewBody, SentHand, TriedHand, Undoing
from scorekeeper.play.recording.services import Recorded, Tried, record_hand, try_hand, undo_hand
from scorekeeper.play.replaying import stored
from scorekeeper.play.sheet.reads import names_then, swaps_of
from scorekeeper.play.sheet.records import RecordedBody
from scorekeeper.play.sheet.shown import hand_facts, names_for, outcome_words, state_of_table


def recorded_hand(recorded: Recorded) -> RecordedBody:
    """The hand under a key, and where its sitting stands now."""
    sitting, seats = recorded.sitting, recorded.seats
    use_words(sitting.club.game_words, sitting.game)
    if not seats:
        with_seats(sitting)
    seats = seats or list(sitting.seats.all())
    competitions = recorded.competitions if recorded.seats else list(sitting.competitions.all())
    names = Names({seat.number: seat.player.name for seat in seats}, sitting.unit)
    state = state_of_table(sitting, seats, competitions)
    binds = State.RECORDED if recorded.is_new else state_of(recorded.hand, timezone.now())
    if binds == State.REPLACED:
        names = names_then(recorded.hand, names, swaps_of(sitting))
    return RecordedBody(**hand_facts(recorded.hand, names, binds), state=state)


def _tried(tried: Tried) -> PreviewBody:
    record: Any = tried.record.model_dump(mode="json", by_alias=True)
    return PreviewBody(record=record, outcome=outcome_words(stored(tried.outcome), names_for(tried.sitting)))


hand_record = Act(
    operation="hand_record",
    summary="Record a hand",
    about="Records the next hand of a table. The game of the table judges it.",
    asks=SentHand,
    does=record_hand,
    gives=RecordedBody,
    shown=recorded_hand,
    status=201,
    is_keyed=True,
    may_repeat="Recorded before under this key.",
).at(AtSitting, scopes={"POST": Scope.RECORD}, rights={"POST": can_record})
hand_preview = Act(
    operation="hand_preview",
    summary="Preview a hand",
    about="Judges a hand as the next one of a table; nothing is written.",
    asks=TriedHand,
    does=try_hand,
    gives=PreviewBody,
    shown=_tried,
).at(AtSitting, scopes={"POST": Scope.RECORD}, rights={"POST": can_record})
hand_undo = Act(
    operation="hand_undo",
    summary="Undo the last hand",
    about="Takes back the last hand. A repeated call for the same hand changes nothing.",
    asks=Undoing,
    does=undo_hand,
    gives=RecordedBody,
    shown=recorded_hand,
    may_repeat="Taken back, now or before.",
).at(AtSitting, scopes={"POST": Scope.RECORD}, rights={"POST": can_record})
