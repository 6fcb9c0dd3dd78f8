"""From outcome to sums: the difference a version makes, and the places that must hear of it."""

from collections.abc import Mapping, Sequence

from scorekeeper.play.models import Act, Hand, LedgerEntry, Seat, Sitting
from scorekeeper.standings.models import Competition
from scorekeeper.standings.services import Change, Source, added, apply

Amounts = Mapping[tuple[int, str], int]


def difference(due: Amounts, posted: Amounts) -> dict[tuple[int, str], int]:
    """What is missing for the ledger to say what the rules say."""
    keys = sorted({*due, *posted})
    gaps = {key: due.get(key, 0) - posted.get(key, 0) for key in keys}
    return {key: gap for key, gap in gaps.items() if gap}


def post(
    sitting: Sitting,
    seats: Sequence[Seat],
    posts: Sequence[tuple[Hand | Act, Amounts]],
    competitions: Sequence[Competition],
) -> None:
    """Write the entries of some new versions or acts, and move tallies and standings by the same amounts.

    All are rows of the locked sitting; `posts` says for each what it moves.
    """
    by_number = {seat.number: seat for seat in seats}
    entries = [
        LedgerEntry(
            club_id=sitting.club_id,
            seat=by_number[number],
            hand=cause if isinstance(cause, Hand) else None,
            act=cause if isinstance(cause, Act) else None,
            measure=measure,
            amount=amount,
        )
        for cause, amounts in posts
        for (number, measure), amount in amounts.items()
    ]
    LedgerEntry.objects.bulk_create(entries)
    moved = _by_seat(entries)
    for number, amounts in moved.items():
        by_number[number].tally = added(by_number[number].tally, amounts)
    Seat.objects.bulk_update([by_number[number] for number in moved], ["tally"])
    changes = [
        Change(by_number[number].player_id, by_number[number].tally, amounts) for number, amounts in moved.items()
    ]
    if competitions and changes:
        apply(competitions, source_of(sitting), changes)


def source_of(sitting: Sitting) -> Source:
    """The sitting as the standings know it."""
    return Source(sitting.pk, sitting.club_id, sitting.played_on, sitting.game)


def _by_seat(entries: Sequence[LedgerEntry]) -> dict[int, dict[str, int]]:
    moved: dict[int, dict[str, int]] = {}
    for entry in entries:
        measures = moved.setdefault(entry.seat.number, {})
        measures[entry.measure] = measures.get(entry.measure, 0) + entry.amount
    kept = {number: {m: a for m, a in measures.items() if a} for number, measures in moved.items()}
    return {number: measures for number, measures in kept.items() if measures}
