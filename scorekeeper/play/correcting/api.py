"""The door of programs to correcting and striking hands."""

from typing import Final

from scorekeeper.accounts.models import Scope
from scorekeeper.common.api import Act, Preview
from scorekeeper.play.api import AtHand
from scorekeeper.play.correcting.records import Correction, MovesBody
from scorekeeper.play.correcting.services import correct_hand, preview_correction, preview_void, void_hand
from scorekeeper.play.moves import Moves
from scorekeeper.play.policies import keeps_the_sheet
from scorekeeper.play.recording.api import recorded_hand
from scorekeeper.play.records import PreviewedReason, ShiftBody
from scorekeeper.play.sheet.records import RecordedBody
from scorekeeper.play.sheet.shown import names_for, outcome_told

EITHER: Final = "MovesOrRecorded"


def _moves(found: Moves) -> MovesBody:
    names = names_for(found.hand.sitting)
    return MovesBody(
        **dict(ShiftBody.of(found)),
        outcome=outcome_told(found.judged.outcome, names) if found.judged else None,
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
