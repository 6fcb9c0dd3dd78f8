"""The door of programs to the seats of a table: who deals, who changes places, who plays for whom."""

from scorekeeper.accounts.models import Scope
from scorekeeper.common.api import Act, Preview
from scorekeeper.play.api import AtSitting
from scorekeeper.play.policies import keeps_the_sheet
from scorekeeper.play.records import ShiftBody
from scorekeeper.play.seats.records import Dealer, Substitution, SubstitutionBody, Swap
from scorekeeper.play.seats.services import preview_substitution, set_dealer, substitute
from scorekeeper.play.seats.swapping import preview_swap, swap_seats
from scorekeeper.play.sheet.records import ActedBody
from scorekeeper.play.sheet.shown import acted

dealer_set = Act(
    operation="dealer_set",
    summary="Set the dealer",
    about="Sets who deals the next hand when it is not the player whose turn it would be.",
    asks=Dealer,
    does=set_dealer,
    gives=ActedBody,
    shown=acted,
    status=201,
    is_keyed=True,
    may_repeat="Said before under this key.",
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})
seats_swap = Act(
    operation="seats_swap",
    summary="Swap two seats",
    about="Swaps two seats from the first hand on, or from hand `number` on; with `preview` the answer only lists what "
    "would change.",
    asks=Swap,
    does=swap_seats,
    gives=ActedBody,
    shown=acted,
    status=201,
    is_keyed=True,
    may_repeat="done before under this key.",
    preview=Preview(name="ShiftOrActed", does=preview_swap, gives=ShiftBody),
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})
seat_substitute = Act(
    operation="substitute",
    summary="Bring in a substitute at a table",
    about="Sets who plays for a seat from a hand on; the points stay with the holder of the seat. With `preview` the "
    "answer only lists what would change.",
    asks=Substitution,
    does=substitute,
    gives=ActedBody,
    shown=acted,
    status=201,
    is_keyed=True,
    may_repeat="said before under this key.",
    preview=Preview(
        name="SubstitutionOrActed",
        does=preview_substitution,
        gives=SubstitutionBody,
        about="With `preview`: what would change.",
    ),
).at(AtSitting, scopes={"POST": Scope.MANAGE}, rights={"POST": keeps_the_sheet})
