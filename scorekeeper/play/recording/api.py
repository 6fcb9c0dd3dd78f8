"""The door of programs to hands: the next one and what it would be, taking back, correcting and striking them;
penalties; confirming, disputing and deciding."""

from typing import Any, Final

from django.utils import timezone

from scorekeeper.accounts.models import Scope
from scorekeeper.common.api import Act, Preview
from scorekeeper.common.texts import Names
from scorekeeper.languages.spoken import use_words
from scorekeeper.play.acting import with_seats
from scorekeeper.play.api import AtHand, AtSitting
from scorekeeper.play.correcting import services
from scorekeeper.play.marks.reads import all_marks, marks_state, state_of
from scorekeeper.play.marks.services import confirm_hand, decide_dispute, dispute_hand, withdraw_dispute
from scorekeeper.play.models import Hand, Sitting, State
from scorekeeper.play.moves import Moves
from scorekeeper.play.policies import can_direct, can_record, keeps_the_sheet, plays
from scorekeeper.play.recording import services as recording
from scorekeeper.play.records import Empty, PreviewedReason, Reasoned, ShiftBody
from scorekeeper.play.replaying import stored
from scorekeeper.play.sheet import shown as sheet
from scorekeeper.play.sheet.reads import names_then, swaps_of


def recorded_hand(recorded: recording.Recorded) -> sheet.RecordedBody:
    """The hand under a key, and where its sitting stands now."""
    sitting, seats = recorded.sitting, recorded.seats
    use_words(sitting.club.game_words, sitting.game)
    if not seats:
        with_seats(sitting)
    seats = seats or list(sitting.seats.all())
    competitions = recorded.competitions if recorded.seats else list(sitting.competitions.all())
    names = Names({seat.number: seat.player.name for seat in seats}, sitting.unit)
    state = sheet.state_of_table(sitting, seats, competitions)
    binds = State.RECORDED if recorded.is_new else state_of(recorded.hand, timezone.now())
    if binds == State.REPLACED:
        names = names_then(recorded.hand, names, swaps_of(sitting))
    return sheet.RecordedBody(**sheet.hand_facts(recorded.hand, names, binds), state=state)


def _tried(tried: recording.Tried) -> recording.PreviewBody:
    record: Any = tried.record.model_dump(mode="json", by_alias=True)
    return recording.PreviewBody(
        record=record, outcome=sheet.outcome_words(stored(tried.outcome), sheet.names_for(tried.sitting))
    )


hand_record = Act(
    operation="hand_record",
    summary="Record a hand",
    about="Records the next hand of a table. The game of the table judges it.",
    asks=recording.SentHand,
    does=recording.record_hand,
    gives=sheet.RecordedBody,
    shown=recorded_hand,
    status=201,
    is_keyed=True,
    may_repeat="Recorded before under this key.",
).at(AtSitting, scopes={"POST": Scope.RECORD}, rights={"POST": can_record})
hand_preview = Act(
    operation="hand_preview",
    summary="Preview a hand",
    about="Judges a hand as the next one of a table; nothing is written.",
    asks=recording.TriedHand,
    does=recording.try_hand,
    gives=recording.PreviewBody,
    shown=_tried,
).at(AtSitting, scopes={"POST": Scope.RECORD}, rights={"POST": can_record})
hand_undo = Act(
    operation="hand_undo",
    summary="Undo the last hand",
    about="Takes back the last hand. A repeated call for the same hand changes nothing.",
    asks=recording.Undoing,
    does=recording.undo_hand,
    gives=sheet.RecordedBody,
    shown=recorded_hand,
    may_repeat="Taken back, now or before.",
).at(AtSitting, scopes={"POST": Scope.RECORD}, rights={"POST": can_record})


EITHER: Final = "MovesOrRecorded"


def _moves(found: Moves) -> services.MovesBody:
    names = sheet.names_for(found.hand.sitting)
    return services.MovesBody(
        **dict(ShiftBody.of(found)),
        outcome=sheet.outcome_words(found.judged.outcome, names) if found.judged else None,
        follows=tuple(judged.hand.number for judged in found.followers),
    )


hand_correct = Act(
    operation="hand_correct",
    summary="Correct a hand",
    about="Replaces a hand by its correction and keeps the old version; with `preview` the answer only lists what "
    "would change.",
    asks=services.Correction,
    does=services.correct_hand,
    gives=sheet.RecordedBody,
    shown=recorded_hand,
    status=201,
    is_keyed=True,
    may_repeat="changed before under this key.",
    preview=Preview(name=EITHER, does=services.preview_correction, gives=services.MovesBody, shown=_moves),
).at(AtHand, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})
hand_void = Act(
    operation="hand_void",
    summary="Strike a hand",
    about="Strikes a hand, which stays readable; with `preview` the answer only lists what would change.",
    asks=PreviewedReason,
    does=services.void_hand,
    gives=sheet.RecordedBody,
    shown=recorded_hand,
    status=201,
    is_keyed=True,
    may_repeat="changed before under this key.",
    preview=Preview(name=EITHER, does=services.preview_void, gives=services.MovesBody, shown=_moves),
).at(AtHand, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})


sitting_adjust = Act(
    operation="adjust",
    summary="Give a penalty or adjust a total",
    about="Adds a penalty or an adjustment to a total; with `preview` the answer only lists what would change.",
    asks=services.Adjustment,
    does=services.adjust,
    gives=sheet.ActedBody,
    shown=sheet.acted,
    status=201,
    is_keyed=True,
    may_repeat="done before under this key.",
    preview=Preview(name="ShiftOrActed", does=services.preview_adjustment, gives=ShiftBody),
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})
sitting_take_back = Act(
    operation="take_back",
    summary="Take back a penalty or an adjustment",
    about="Takes back a penalty or an adjustment; with `preview` the answer only lists what would change.",
    asks=services.TakingBack,
    does=services.take_back,
    gives=sheet.ActedBody,
    shown=sheet.acted,
    status=201,
    is_keyed=True,
    may_repeat="done before under this key.",
    preview=Preview(name="ShiftOrActed", does=services.preview_taking_back, gives=ShiftBody),
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})


def _marked(hand: Hand) -> sheet.MarkedBody:
    """The hand and all that was said of it."""
    found = Sitting.objects.select_related("club").get(pk=hand.sitting_id)
    marks = all_marks(found).get(hand.number, [])
    return sheet.marked_hand(hand, sheet.names_for(found), marks_state(found, timezone.now()).state(hand), marks)


hand_confirm = Act(
    operation="hand_confirm",
    summary="Confirm a hand",
    about="A seat other than the recorder's confirms a hand. A confirmed hand stays confirmed.",
    asks=Empty,
    does=confirm_hand,
    gives=sheet.MarkedBody,
    shown=_marked,
).at(AtHand, scopes={"POST": Scope.RECORD}, rights={"POST": plays})
hand_dispute = Act(
    operation="hand_dispute",
    summary="Dispute a hand",
    about="A seat other than the recorder's disputes a hand. The sheet cannot become official until a director has "
    "decided.",
    asks=Reasoned,
    does=dispute_hand,
    gives=sheet.MarkedBody,
    shown=_marked,
).at(AtHand, scopes={"POST": Scope.RECORD}, rights={"POST": plays})
hand_withdraw = Act(
    operation="hand_withdraw",
    summary="Withdraw a dispute",
    about="A seat withdraws its own dispute.",
    asks=Empty,
    does=withdraw_dispute,
    gives=sheet.MarkedBody,
    shown=_marked,
).at(AtHand, scopes={"POST": Scope.RECORD}, rights={"POST": plays})
hand_decide = Act(
    operation="hand_decide",
    summary="Let a disputed hand stand",
    about="A director lets a disputed hand stand. Correcting or striking the hand decides otherwise.",
    asks=Reasoned,
    does=decide_dispute,
    gives=sheet.MarkedBody,
    shown=_marked,
).at(AtHand, scopes={"POST": Scope.MANAGE}, rights={"POST": can_direct})
