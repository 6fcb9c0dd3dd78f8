"""The door of programs to penalties and adjustments."""

from scorekeeper.accounts.models import Scope
from scorekeeper.common.api import Act, Preview
from scorekeeper.play.adjusting.records import Adjustment, TakingBack
from scorekeeper.play.adjusting.services import adjust, preview_adjustment, preview_taking_back, take_back
from scorekeeper.play.api import AtSitting
from scorekeeper.play.policies import keeps_the_sheet
from scorekeeper.play.records import ShiftBody
from scorekeeper.play.sheet.records import ActedBody
from scorekeeper.play.sheet.shown import acted

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
