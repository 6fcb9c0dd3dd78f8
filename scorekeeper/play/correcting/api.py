"""The door of programs to putting a sheet right: its hands, penalties and adjustments."""

from typing import Final

from scorekeeper.accounts.models import Scope
from scorekeeper.common.api import Act, Preview
from scorekeeper.play.api import AtHand, AtSitting
from scorekeeper.play.correcting.records import Adjustment, Correction, MovesBody, TakingBack
from scorekeeper.play.correcting.services import (
    adjust,
    correct_hand,
    preview_adjustment,
    preview_correction,
    preview_taking_back,
    preview_void,
    take_back,
    void_hand,
)
from scorekeeper.play.moves import Moves
from scorekeeper.play.policies import keeps_the_sheet
from scorekeeper.play.recording.api import recorded_hand
from scorekeeper.play.records import PreviewedReason, ShiftBody
from scorekeeper.play.sheet.records import ActedBody, RecordedBody
from scorekeeper.play.sheet.shown import acted, names_for, outcome_words

EITHER: Final = "MovesOrRecorded"


def _moves(found: Moves) -> MovesBody:
    names = names_for(found.hand.sitting)
    return MovesBody(
        **dict(ShiftBody.of(found)),
        outcome=outcome_words(found.judged.outcome, names) if found.judged else None,
        follows=tuple(judged.hand.number for judged in found.followers),
    )


hand_correct = Act(
    operation="hand_correct",
    summary="Correct a hand",
    about="Replaces a hand by its correction and keeps the old version; with `preview` the answer only lists what "
    "would change.",
    asks=Correction,
    does=correct_hand,
    gives=RecordedBody,
    shown=recorded_hand,
    status=201,
    is_keyed=True,
    may_repeat="changed before under this key.",
    preview=Preview(name=EITHER, does=preview_correction, gives=MovesBody, shown=_moves),
).at(AtHand, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})
hand_void = Act(
    operation="hand_void",
    summary="Strike a hand",
    about="Strikes a hand, which stays readable; with `preview` the answer only lists what would change.",
    asks=PreviewedReason,
    does=void_hand,
    gives=RecordedBody,
    shown=recorded_hand,
    status=201,
    is_keyed=True,
    may_repeat="changed before under this key.",
    preview=Preview(name=EITHER, does=preview_void, gives=MovesBody, shown=_moves),
).at(AtHand, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})


sitting_adjust = Act(
    operation="adjust",
    summary="Give a penalty or adjust a total",
    about="Adds a penalty or an adjustment to a total; with `preview` the answer only lists what would change.",
    asks=Adjustment,
    does=adjust,
    gives=ActedBody,
    shown=acted,
    status=201,
    is_keyed=True,
    may_repeat="done before under this key.",
    preview=Preview(name="ShiftOrActed", does=preview_adjustment, gives=ShiftBody),
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})
sitting_take_back = Act(
    operation="take_back",
    summary="Take back a penalty or an adjustment",
    about="Takes back a penalty or an adjustment; with `preview` the answer only lists what would change.",
    asks=TakingBack,
    does=take_back,
    gives=ActedBody,
    shown=acted,
    status=201,
    is_keyed=True,
    may_repeat="done before under this key.",
    preview=Preview(name="ShiftOrActed", does=preview_taking_back, gives=ShiftBody),
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})
