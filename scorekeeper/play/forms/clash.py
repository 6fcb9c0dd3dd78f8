"""Two phones wrote the same hand: what stands there, what was sent, and the ways out of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from scorekeeper.common.texts import translated
from scorekeeper.play.marks.reads import Said
from scorekeeper.play.models import Hand, Seat, Sitting, State
from scorekeeper.play.policies import Standpoint, can_direct, can_record, keeps_the_sheet
from scorekeeper.play.recording.boxes import Filled, record_of
from scorekeeper.play.recording.forms import Entry, Told, table_at, tell
from scorekeeper.play.recording.services import plain


@dataclass(frozen=True, slots=True)
class Clash:
    """`theirs` stands there, `mine` is what was sent, both in words; each may be tapped away.

    `key` and `fields` are what a choice sends. `follows`: mine may be the next hand, else `why_not` says why not.
    `replaces`: mine may take its place at once; `corrects`: with a reason. `held`: it is disputed.
    """

    hand: Hand
    theirs: str
    who: str
    mine: str
    is_same: bool
    key: UUID
    fields: Filled
    follows: bool
    why_not: str
    replaces: bool
    corrects: bool
    held: bool

    @property
    def at(self) -> datetime:
        return self.hand.at


def clash_of(entry: Entry, seats: Sequence[Seat], who: Standpoint, said: Said) -> Clash | None:
    """The ways out of a conflict; None where nothing stands in the way but the time."""
    hand = entry.conflict.standing if entry.conflict else None
    if not isinstance(hand, Hand):
        return None
    sitting, record = hand.sitting, record_of(entry.fields, hand.sitting.plays)
    there = tell(sitting, seats, record, table_at(sitting, hand))
    state = said.state(hand)
    return Clash(
        hand=hand,
        theirs=translated(hand.said, there.names),
        who=_recorder(hand, seats, there.names),
        mine=_sentence(there) or _sentence(entry.told) or there.first_problem,
        is_same=not hand.is_void and plain(sitting, record) == hand.record,
        key=uuid4(),
        fields=entry.fields,
        follows=sitting.accepts_hands and entry.told.is_complete,
        why_not=entry.told.first_problem if sitting.accepts_hands else "",
        replaces=sitting.is_open and can_record(who) and _is_last(sitting, hand) and state == State.RECORDED,
        corrects=sitting.is_open and keeps_the_sheet(who) and (state != State.DISPUTED or can_direct(who)),
        held=state == State.DISPUTED,
    )


def _is_last(sitting: Sitting, hand: Hand) -> bool:
    return not hand.is_void and hand.number == sitting.next_number - 1


def _sentence(told: Told) -> str:
    return f"{told.play} {told.result}".strip() if told.is_complete else ""


def _recorder(hand: Hand, seats: Sequence[Seat], names: dict[int, str]) -> str:
    """The seat it came from, else the person or the phone."""
    phone = hand.by_device
    for seat in seats:
        if (phone and phone.seat_id == seat.pk) or (hand.by_user_id and seat.player.user_id == hand.by_user_id):
            return names.get(seat.number, "")
    return str(hand.by_user or phone or "")
