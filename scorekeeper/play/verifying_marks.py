"""Whether what was said of the hands of a sitting is whole, was said of what stood, and was heeded."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from scorekeeper.chains.models import with_salts
from scorekeeper.play.models import Hand, HandMark, Sitting

Kind = HandMark.Kind


def mark_differences(sitting: Sitting, versions: Sequence[Hand], marks: Sequence[HandMark]) -> Iterator[str]:
    """Both in order of seq."""
    yield from _chain(sitting, with_salts(marks))
    yield from _sealed(sitting, marks)
    yield from _history(sitting, versions, marks)


def _chain(sitting: Sitting, marks: Sequence[HandMark]) -> Iterator[str]:
    previous = ""
    for place, mark in enumerate(marks, start=1):
        if mark.seq != place or mark.previous != previous:
            yield f"the chain of what was said of hands breaks at {place}"
            return
        if mark.content_hash() != mark.hash:
            yield f"what was said as number {place} was changed afterwards"
            return
        previous = mark.hash
    if (sitting.marks_head, sitting.marked) != (previous, len(marks)):
        yield f"what was said of hands ends at {len(marks)}, the sitting says {sitting.marked}"


def _sealed(sitting: Sitting, marks: Sequence[HandMark]) -> Iterator[str]:
    there = {"", *(mark.hash for mark in marks)}
    anchored = [anchor.marks_head for anchor in sitting.anchors.all()]
    if not there.issuperset(anchored):
        yield "what was said of hands when it was sealed is no longer there"
    if not sitting.is_open and sitting.marks_head and sitting.marks_head not in anchored:
        yield "it is closed, but no anchor seals what was said of its hands"


def _history(sitting: Sitting, versions: Sequence[Hand], marks: Sequence[HandMark]) -> Iterator[str]:
    """Everything in the order in which it happened: a mark is of the version in force, and a disputed hand is changed
    by nobody before it is decided."""
    in_force: dict[int, Hand] = {}
    disputes: dict[int, set[UUID | None]] = {}
    events: list[Hand | HandMark] = [*versions, *marks]
    for event in sorted(events, key=_moment):
        if isinstance(event, HandMark):
            yield from _said(event, in_force, disputes)
            continue
        if disputes.get(event.number) and event.kind != Hand.Kind.FOLLOWED:
            yield f"hand {event.number} was changed while it was disputed (seq {event.seq})"
        in_force[event.number] = event
    found = sum(map(bool, disputes.values()))
    if sitting.disputed != found:
        yield f"{found} hands are disputed, the sitting says {sitting.disputed}"
    if found and not sitting.is_open:
        yield "it is closed, but a hand is disputed"


def _moment(event: Hand | HandMark) -> tuple[int, int]:
    return (event.after, event.seq) if isinstance(event, HandMark) else (event.seq, 0)


def _said(mark: HandMark, in_force: dict[int, Hand], disputes: dict[int, set[UUID | None]]) -> Iterator[str]:
    number = next((number for number, hand in in_force.items() if hand.pk == mark.hand_id), None)
    if number is None:
        yield f"what was said as number {mark.seq} is of a version that did not stand"
        return
    of_hand = disputes.setdefault(number, set())
    if mark.kind in {Kind.WITHDRAWN, Kind.DECIDED} and not of_hand:
        yield f"what was said as number {mark.seq} ends a dispute that was none"
    match mark.kind:
        case Kind.DISPUTED:
            of_hand.add(mark.seat_id)
        case Kind.WITHDRAWN:
            of_hand.discard(mark.seat_id)
        case Kind.DECIDED:
            of_hand.clear()
