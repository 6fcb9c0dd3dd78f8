"""A sitting as it would be if two of its people had changed places after some hands. Writes nothing.

The two exchange the numbers of their seats, as the table has them now. What was recorded from then on stands as it is;
the hands before are told anew by those numbers, in the order in which people sat then, so that a number means the same
person in every hand.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from games.core.record import dump, load_kind
from games.core.reseating import reseated
from scorekeeper.common.errors import Refused
from scorekeeper.play.ledger import difference
from scorekeeper.play.models import Hand, Seat, Sitting
from scorekeeper.play.replaying import Impossible, Judged, Replay, impossible, opening_size, replay
from scorekeeper.standings.services import added

Numbers = Mapping[int, int]  # {number of a seat: the number its holder has after the change}


@dataclass(frozen=True, slots=True)
class Reseated:
    """`told` are the hands before the change by the new numbers, with the version each replaces (struck ones too:
    None is judged of them); `followers` the later ones whose meaning changes with it."""

    told: tuple[tuple[Hand, Hand, Judged | None], ...]
    followers: tuple[Judged, ...]
    replay: Replay

    @property
    def moved(self) -> dict[int, dict[str, int]]:
        """{number: {measure: amount}}: what the hands bring to each place more than they do as they stand."""
        moved: dict[int, dict[str, int]] = {}
        pairs = [(old, judged) for old, _new, judged in self.told if judged]
        for old, judged in [*pairs, *((judged.hand, judged) for judged in self.followers)]:
            for (number, measure), amount in difference(Hand(outcome=judged.outcome).moved, old.moved).items():
                moved[number] = added(moved.get(number, {}), {measure: amount})
        return moved


def reseated_from(sitting: Sitting, one: Seat, other: Seat, first: int) -> Reseated:
    """The two change places before hand `first`.

    Raises:
        Refused: `hand_impossible`: a later hand could not have been played so.
    """
    numbers = {one.number: other.number, other.number: one.number}
    newest = list(sitting.hands.newest().order_by("number"))
    standing = [hand for hand in newest if not hand.is_void]
    told = {hand.pk: by_numbers(sitting, hand, numbers) for hand in newest if hand.number < first}
    size = opening_size(sitting)
    try:
        before = replay(sitting, standing, size)
        after = replay(sitting, [told.get(hand.pk, hand) for hand in standing], size)
    except Impossible as error:
        raise Refused([impossible(error)]) from None
    stood = {judged.hand.pk: judged.outcome for judged in before.judged}
    stands = {judged.hand.pk: judged for judged in after.judged}
    return Reseated(
        tuple((hand, told[hand.pk], stands.get(hand.pk)) for hand in newest if hand.pk in told),
        tuple(one for one in after.judged if one.hand.pk not in told and one.outcome != stood[one.hand.pk]),
        after,
    )


def by_numbers(sitting: Sitting, hand: Hand, numbers: Numbers) -> Hand:
    """A copy of the hand, its record and its table told by other numbers."""
    told = copy(hand)
    told.record = dump(reseated(load_kind(sitting.plays.hands, hand.record), numbers))
    told.table = renumbered(hand.table, numbers)
    return told


def renumbered(table: Mapping[str, Any], numbers: Numbers) -> dict[str, Any]:
    """Who sat there, in the order in which they sat, and who dealt."""
    seats = [numbers.get(number, number) for number in table["seats"]]
    return {"seats": seats, "dealer": numbers.get(table["dealer"], table["dealer"])}
