"""Two people in one another's seats, from the first hand on or from a later one: what was played stays, whose it is
changes."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.record import dump, load_kind, reseated
from games.core.text import Text, pgettext
from games.core.values import Problem
from scorekeeper.common.errors import Refused, require
from scorekeeper.play import acting
from scorekeeper.play.actors import Actor
from scorekeeper.play.ledger import difference, post
from scorekeeper.play.marks.reads import MarksState, marks_state
from scorekeeper.play.marks.services import held
from scorekeeper.play.models import Act, Hand, Seat, Sitting
from scorekeeper.play.moves import Shift, shift, sides_of, with_more
from scorekeeper.play.policies import can_direct, keeps_the_sheet
from scorekeeper.play.recording.versions import Anew, tell_anew
from scorekeeper.play.records import NOBODY_THERE
from scorekeeper.play.replaying import Impossible, Judged, Replay, impossible, opening_size, replay
from scorekeeper.play.seats.records import Swap
from scorekeeper.play.sheet.rows import adjustments_of, lines_of, linked_acts
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


def reseated_from(sitting: Sitting, seat: Seat, other: Seat, first: int) -> Reseated:
    """The two change places before hand `first`.

    Raises:
        Refused: `hand_impossible`: a later hand could not have been played so.
    """
    numbers = {seat.number: other.number, other.number: seat.number}
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
        tuple(
            judged for judged in after.judged if judged.hand.pk not in told and judged.outcome != stood[judged.hand.pk]
        ),
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


Pair = tuple[Seat, Seat]
ON_THE_WAY = 255  # the number of a seat while the other one takes its place


@transaction.atomic
def swap_seats(swap: Swap, *, sitting_id: UUID, by: Actor, key: UUID, now: datetime) -> acting.Acted:
    """Put two people into one another's place. What the hands brought to a place goes to whoever now holds it, in the
    ledger, the tallies and the standings; penalties stay with the person.

    A seat's row is its holder's line, and moves with them: who sat at a place when a hand was posted is known from
    the swaps before it in the chain. Where they changed later than before the first hand, the hands before are told
    anew by the new numbers: they stay with who played them. Hands that somebody has confirmed get a new version too,
    to be confirmed again.

    Raises:
        Conflict: `key_reused`, `sitting_closed`, `hand_disputed`: only a director moves a hand that is held.
        Refused: as `acting.clean_reason`, as `pair`, as `reseated_from`.
    """
    table = acting.at_table(sitting_id, by)
    sitting = table.sitting
    require(keeps_the_sheet(table.who))
    reason = acting.clean_reason(swap.reason)
    since = {"from": swap.number} if swap.number > 1 else {}
    facts = acting.facts_of(sitting, Act.Kind.SWAPPED, {"seats": sorted(swap.seats), **since, "reason": reason})
    if earlier := acting.acted_before(sitting, key, facts):
        return earlier
    acting.require_open(sitting)
    said = marks_state(sitting, now)
    _require_undisputed(table, said, swap)
    seats = list(acting.with_seats(sitting).seats.all())
    one, other = pair(sitting, seats, swap)
    found = reseated_from(sitting, one, other, swap.number)
    amounts = _amounts(sitting, one, other)
    detail = {"seats": [str(one.pk), str(other.pk)], "lines": lines_of(seats, amounts)}
    if swap.number > 1:
        detail |= {"from": swap.number, "places": [one.number, other.number]}
    act = acting.write_link(sitting, by, now, acting.Link(Act.Kind.SWAPPED, key, reason, one, detail), facts)
    post(sitting, seats, [(act, amounts)], list(sitting.competitions.all()))
    _exchange(one, other)
    if anew := _anew(found, said):
        sitting.state, sitting.is_over = found.replay.state, found.replay.is_over
        why = str(Text(pgettext("reason", "seats swapped from hand {number} on"), {"number": swap.number}))
        tell_anew(sitting, by, now, anew, why)
    return acting.Acted(act, sitting, is_new=True)


def _anew(found: Reseated, said: MarksState) -> list[Anew]:
    """The hands before, those that follow, and those to which somebody has agreed as another's: one agreement of two
    that are needed is not carried over either."""
    agreed = said.agreed | said.agreeing.keys()
    changed = {judged.hand.pk for judged in found.followers} | {hand.pk for hand, _told, _judged in found.told}
    later = [
        judged
        for judged in found.replay.judged
        if judged in found.followers or (judged.hand.pk in agreed and judged.hand.pk not in changed)
    ]
    return [Anew(*told) for told in found.told] + [Anew(judged.hand, judged.hand, judged) for judged in later]


def _require_undisputed(table: acting.AtTable, said: MarksState, swap: Swap) -> None:
    """Raises Conflict `hand_disputed`."""
    disputed = [number for number in said.disputes if number >= swap.number]
    if disputed and not can_direct(table.who):
        raise held(table.sitting.hands.newest().get(number=min(disputed)))


@dataclass(frozen=True, slots=True)
class SwapMoves(Shift):
    """What a swap would move: hands `first` to `last` go to the other of the two; `others` are those of them that
    read otherwise then."""

    first: int
    last: int
    others: tuple[int, ...]

    @property
    def told(self) -> str:
        """Which hands go over."""
        values = {"first": self.first, "last": self.last, "numbers": ", ".join(map(str, self.others))}
        if self.first > self.last:
            return _("No hand moves: the new seats apply from hand {first} on.").format(**values)
        one = _("Hand {first} moves to the other player.")
        words = one if self.first == self.last else _("Hands {first} to {last} move to the other player.")
        more = _("The points of these hands also change: {numbers}.") if self.others else ""
        return f"{words} {more}".strip().format(**values)


def preview_swap(swap: Swap, *, sitting_id: UUID, by: Actor) -> SwapMoves:
    """What a swap would move; nothing is written. Raises as `swap_seats`."""
    return swap_moves(acting.kept_sheet(sitting_id, by), swap)


def swap_moves(sitting: Sitting, swap: Swap) -> SwapMoves:
    """What a swap would move. Raises Refused."""
    seats = list(sitting.seats.all())
    one, other = pair(sitting, seats, swap)
    found = reseated_from(sitting, one, other, swap.number)
    moved: dict[int, dict[str, int]] = {seat.number: {} for seat in seats}
    for (number, measure), amount in _amounts(sitting, one, other).items():
        moved[number][measure] = amount
    places = {one.number: other, other.number: one}
    after = []
    for seat in seats:
        there = places.get(seat.number, seat)
        more = added(moved[seat.number], found.moved.get(there.number, {}))
        stands = with_more(seat, more, there.number)
        stands.is_active = there.is_active
        after.append(stands)
    shifted = shift(sitting, seats, after)
    last = sitting.next_number - 1
    others = tuple(judged.hand.number for judged in found.followers)
    return SwapMoves(shifted.unit, shifted.seats, shifted.seasons, swap.number, last, others)


def pair(sitting: Sitting, seats: Sequence[Seat], swap: Swap) -> Pair:
    """The two seats of a swap, the lower number first. Raises Refused `seats_not_two`, `seat_unknown`, `sides_part`,
    `penalties_stand`, as `acting.require_hand`."""
    by_number = {seat.number: seat for seat in seats}
    wanted = sorted(set(swap.seats))
    if len(wanted) != 2:
        raise Refused([Problem("seats_not_two", "seats", Text(gettext_noop("Choose the two players who swap seats.")))])
    if not by_number.keys() >= set(wanted):
        raise Refused([Problem("seat_unknown", "seats", Text(NOBODY_THERE))])
    acting.require_hand(sitting, swap.number)
    one, other = by_number[wanted[0]], by_number[wanted[1]]
    if swap.number > 1 and _crosses_sides(sitting, seats, one, other):
        raise Refused([Problem("sides_part", "number", Text(_WHOLE_SHEET))])
    if _crosses_sides(sitting, seats, one, other) and _was_given(sitting, seats, one, other):
        raise Refused([Problem("penalties_stand", "seats", Text(_TAKE_BACK_FIRST))])
    return one, other


_TAKE_BACK_FIRST = gettext_noop(
    "A side has a penalty or an adjustment. Take it back, swap the seats, then enter it again."
)

_WHOLE_SHEET = gettext_noop(
    "Partners score as one on the whole sheet, so you can only swap these two from hand 1 on. If the partners changed "
    "later, strike the hands from there on and close this sheet. Then open another table."
)


def _crosses_sides(sitting: Sitting, seats: Sequence[Seat], seat: Seat, other: Seat) -> bool:
    """Whether partners part: what a side was given would have to follow one of them."""
    sides = [side for side in sides_of(sitting, seats) if len(side) > 1]
    return any((seat in side) != (other in side) for side in sides)


def _was_given(sitting: Sitting, seats: Sequence[Seat], one: Seat, other: Seat) -> bool:
    given = [given.points for given in adjustments_of(sitting, seats, linked_acts(sitting)) if given.stands]
    return any(sum(points.get(seat.number, 0) for points in given) for seat in (one, other))


def _amounts(sitting: Sitting, seat: Seat, other: Seat) -> dict[tuple[int, str], int]:
    """What the hands at the two places have brought, from each to the other."""
    worth: dict[int, dict[str, int]] = {seat.number: {}, other.number: {}}
    for hand in sitting.hands.newest():
        for (number, measure), amount in hand.moved.items():
            if number in worth:
                worth[number] = added(worth[number], {measure: amount})
    gap = added(worth[other.number], worth[seat.number], -1)
    return {
        (number, measure): sign * amount
        for number, sign in ((seat.number, 1), (other.number, -1))
        for measure, amount in gap.items()
    }


def _exchange(seat: Seat, other: Seat) -> None:
    """Whether somebody still sits there belongs to the place: the hands say so."""
    there, here = (other.number, other.is_active), (seat.number, seat.is_active)
    Seat.objects.filter(pk=seat.pk).update(number=ON_THE_WAY)
    Seat.objects.filter(pk=other.pk).update(number=here[0], is_active=here[1])
    Seat.objects.filter(pk=seat.pk).update(number=there[0], is_active=there[1])
    (seat.number, seat.is_active), (other.number, other.is_active) = there, here
