"""The door of programs to the end of a table: signing, closing, accepting, reopening, withdrawing."""

from functools import partial

from scorekeeper.accounts.models import Scope
from scorekeeper.common.api import Act, Preview
from scorekeeper.play.api import AtSitting
from scorekeeper.play.closing.services import (
    accept_sheet,
    close_sitting,
    preview_reopening,
    reopen_sitting,
    sign,
    withdraw_table,
)
from scorekeeper.play.moves import Official
from scorekeeper.play.policies import can_accept, can_direct, can_record, keeps_the_sheet
from scorekeeper.play.records import (
    Empty,
    OfficialBody,
    PerhapsReasoned,
    PreviewedReason,
    Reasoned,
    SeasonMoveBody,
    Signing,
)
from scorekeeper.play.sheet.records import StateBody
from scorekeeper.play.sheet.shown import standing_of


def _official(found: Official) -> OfficialBody:
    return OfficialBody(
        seasons=tuple(
            SeasonMoveBody(season=season.competition.pk, seat=move.seat.number, points=move.points, rank=move.rank)
            for season in found.seasons
            for move in season.moves
        )
    )


_standing = partial(Act, gives=StateBody, shown=standing_of)
"""An act after which the answer is where the sitting stands."""

seat_sign = _standing(
    operation="seat_sign",
    summary="Sign for a seat",
    about="Signs for a seat. The last signature closes the table.",
    asks=Signing,
    does=sign,
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": can_record})
sitting_close = _standing(
    operation="sitting_close",
    summary="Close a table",
    about="A director closes a table without all signatures and gives the reason.",
    asks=Reasoned,
    does=close_sitting,
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": can_direct})
sitting_accept = _standing(
    operation="sitting_accept",
    summary="Make a closed sheet official",
    about="A scorer or director makes a closed sheet official that awaits it. An official sheet stays official.",
    asks=Empty,
    does=accept_sheet,
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": can_accept})
sitting_reopen = _standing(
    operation="sitting_reopen",
    summary="Reopen a closed table",
    about="A director reopens a closed table and gives the reason; every seat signs again. With `preview` the answer "
    "only lists what would leave the official standings.",
    asks=PreviewedReason,
    does=reopen_sitting,
    preview=Preview(
        name="StateOrOfficial",
        does=preview_reopening,
        gives=OfficialBody,
        shown=_official,
        about="Where the table stands; with `preview`: what would leave the official standings.",
    ),
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": can_direct})
sitting_withdraw = Act(
    operation="sitting_withdraw",
    summary="Withdraw a table without hands",
    about="A scorer, a director or whoever opened the table withdraws a table without hands. It leaves lists, draws, "
    "seasons and phones, and answers 404 from then on; a repeated call changes nothing. Tables of a tournament round "
    "or a match day stay, and so does a table with a buy-in at its bank.",
    asks=PerhapsReasoned,
    does=withdraw_table,
    gives=None,
    status=204,
    may_repeat="It is withdrawn, now or before.",
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})
