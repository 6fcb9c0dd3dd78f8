"""How far each hand of a sitting binds: what was said of it, what time and closing have confirmed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Max, QuerySet

from scorekeeper.clubs.models import Club
from scorekeeper.play.models import Hand, HandMark, Seat, Sitting, State

Disputes = Mapping[UUID | None, HandMark]  # {seat: its open dispute}


@dataclass(frozen=True, slots=True)
class MarksState:
    """What was said of the hands of one sitting, up to now.

    `agreed` are the versions that enough have confirmed or a director let stand, `agreeing` the seats that have
    confirmed each version, `disputes` the open disputes by number of the hand. `sealed` is the newest seq that a
    closing has sealed, `settled_at` the moment before which a version nobody disputes is confirmed by itself (None:
    never).
    """

    is_open: bool
    is_official: bool
    agreed: frozenset[UUID]
    agreeing: Mapping[UUID, frozenset[UUID]]
    disputes: Mapping[int, Disputes]
    sealed: int
    settled_at: datetime | None

    def state(self, hand: Hand) -> State:
        """The state of a version in force."""
        if not self.is_open:
            return State.OFFICIAL if self.is_official else State.CONFIRMED
        if self.disputes.get(hand.number):
            return State.DISPUTED
        is_settled = self.settled_at is not None and hand.at <= self.settled_at
        return State.CONFIRMED if is_settled or hand.pk in self.agreed or hand.seq <= self.sealed else State.RECORDED

    def has_agreed(self, hand: Hand, seat: Seat) -> bool:
        """Whether this seat has confirmed this version, though it may need another one."""
        return seat.pk in self.agreeing.get(hand.pk, ())

    def by_number(self, hands: Iterable[Hand]) -> dict[int, State]:
        """The states of some versions in force, by number."""
        return {hand.number: self.state(hand) for hand in hands}


def marks_state(sitting: Sitting, now: datetime) -> MarksState:
    """One query; of a sitting that was closed before, two. A closed one asks nothing: it is
    official, or confirmed while it waits to be accepted.

    One seat confirms a hand. What came from a phone without a seat or an account, two of different sides: one of them
    at least is not who wrote it.
    """
    marks = _marks(sitting) if sitting.is_open and sitting.marked else ()
    after = sitting.club.confirm_after
    return MarksState(
        is_open=sitting.is_open,
        is_official=sitting.is_official,
        agreed=frozenset(_agreed(sitting, marks)),
        agreeing=_agreeing(marks),
        disputes=open_disputes(marks),
        sealed=_sealed(sitting) if sitting.is_open and sitting.reopenings else 0,
        settled_at=None if after == Club.Confirming.NEVER else now - timedelta(minutes=after),
    )


def state_of(hand: Hand, now: datetime) -> State:
    """The state of any version, in force or not."""
    later = Hand.objects.filter(
        club=hand.club_id, sitting=hand.sitting_id, number=hand.number, version__gt=hand.version
    )
    return State.REPLACED if later.exists() else marks_state(hand.sitting, now).state(hand)


def _agreeing(marks: Iterable[HandMark]) -> dict[UUID, frozenset[UUID]]:
    seats: dict[UUID, set[UUID]] = {}
    for mark in marks:
        if mark.kind == HandMark.Kind.CONFIRMED and mark.seat_id:
            seats.setdefault(mark.hand_id, set()).add(mark.seat_id)
    return {hand: frozenset(agreeing) for hand, agreeing in seats.items()}


def _agreed(sitting: Sitting, marks: Sequence[HandMark]) -> Iterable[UUID]:
    """A phone may have taken its seat since: what its own seat has said of its hands then counts no more."""
    hands = {mark.hand_id: mark.hand for mark in marks if mark.kind == HandMark.Kind.CONFIRMED}
    yield from (mark.hand_id for mark in marks if mark.kind == HandMark.Kind.DECIDED)
    for pk, seats in _agreeing(marks).items():
        hand = hands[pk]
        own = hand.by_device.seat_id if hand.by_device else None
        others = frozenset(seat for seat in seats if seat != own)
        agree = _first_of_sides(sitting, others) if hand.is_from_no_seat else others
        if len(agree) > hand.is_from_no_seat:
            yield pk


def _first_of_sides(sitting: Sitting, seats: frozenset[UUID]) -> frozenset[UUID]:
    """One seat of each side that is among these."""
    numbers = dict(sitting.seats.order_by("number").values_list("number", "pk"))
    sides = [[numbers[number] for number in side] for side in sitting.plays.sides(list(numbers))]
    return frozenset(found for side in sides if (found := next((seat for seat in side if seat in seats), None)))


def open_disputes(marks: Iterable[HandMark]) -> dict[int, dict[UUID | None, HandMark]]:
    """{number of the hand: {seat: its dispute}} that nobody has taken back or decided; marks in order, with hands.

    A dispute belongs to the hand, not to the version: one that only follows from an earlier hand stays disputed.
    """
    found: dict[int, dict[UUID | None, HandMark]] = {}
    for mark in marks:
        of_hand = found.setdefault(mark.hand.number, {})
        match mark.kind:
            case HandMark.Kind.DISPUTED:
                of_hand[mark.seat_id] = mark
            case HandMark.Kind.WITHDRAWN:
                of_hand.pop(mark.seat_id, None)
            case HandMark.Kind.DECIDED:
                of_hand.clear()
    return {number: disputes for number, disputes in found.items() if disputes}


def all_marks(sitting: Sitting) -> dict[int, list[HandMark]]:
    """{number of the hand: what was said of it, in order}, with the seats."""
    marks = HandMark.objects.filter(club=sitting.club_id, sitting=sitting)
    marks = marks.select_related("hand", "seat", "by_user", "by_device")
    found: dict[int, list[HandMark]] = {}
    for mark in marks.order_by("seq") if sitting.marked else ():
        found.setdefault(mark.hand.number, []).append(mark)
    return found


def marks_of(sitting: Sitting, number: int) -> list[HandMark]:
    """All that was said of one hand, newest first, with who said it."""
    marks = HandMark.objects.filter(club=sitting.club_id, sitting=sitting, hand__number=number)
    return list(marks.select_related("hand", "seat", "by_user", "by_device").order_by("-seq"))


def disputed_hands(club: Club) -> list[HandMark]:
    """The open disputes of a club, the oldest first: one query, whatever else has been said."""
    disputed = Sitting.objects.filter(club=club, disputed__gt=0).values("pk")  # few: an index of these alone has them
    found = _open_in(HandMark.objects.filter(club=club, sitting__in=disputed))
    return sorted((mark for marks in found.values() for mark in marks), key=lambda mark: mark.at)


def disputes_at(sittings: Sequence[Sitting]) -> dict[UUID, list[HandMark]]:
    """{sitting: its open disputes}, in the order of the hands. One statement, none without a sitting."""
    if not sittings:
        return {}
    clubs = {sitting.club_id for sitting in sittings}
    return _open_in(HandMark.objects.filter(club__in=clubs, sitting__in=[sitting.pk for sitting in sittings]))


def _open_in(marks: QuerySet[HandMark]) -> dict[UUID, list[HandMark]]:
    """{sitting: the disputes of these that nobody has taken back or decided}."""
    found = marks.select_related("hand", "sitting", "seat__player", "by_user", "by_device").order_by("sitting", "seq")
    of_sittings: dict[UUID, list[HandMark]] = {}
    for mark in found:
        of_sittings.setdefault(mark.sitting_id, []).append(mark)
    return {
        sitting: [mark for _number, of_hand in sorted(open_disputes(there).items()) for mark in of_hand.values()]
        for sitting, there in of_sittings.items()
    }


def _marks(sitting: Sitting) -> Sequence[HandMark]:
    marks = (
        HandMark.objects.filter(club=sitting.club_id, sitting=sitting).select_related("hand__by_device").order_by("seq")
    )
    # Of a hand no more than which it is and whose.
    return list(marks.only("kind", "seat", "reason", "hand__number", "hand__by_user", "hand__by_device__seat"))


def _sealed(sitting: Sitting) -> int:
    newest = sitting.anchors.aggregate(newest=Max("seq"))["newest"]
    return int(newest or 0)
