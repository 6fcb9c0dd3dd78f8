"""A sheet is closed: what it makes due is booked. It is opened again: that is booked back."""

from datetime import datetime

from scorekeeper.payouts.models import Booking
from scorekeeper.payouts.selectors.bank import used_bank
from scorekeeper.payouts.selectors.sheets import booked_of, causes_of, unit_of, was_booked
from scorekeeper.payouts.services.booking import Draft, book
from scorekeeper.payouts.services.reversing import reverse_all
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting


def book_sheet(sitting: Sitting, by: Actor, now: datetime) -> list[Booking]:
    """One booking for each cause, in the transaction that closes the sheet; none where no money is kept. With a bank
    that is what leaves the bank: the results are what was cashed out more than bought in. Where nobody
    closes it (new rules are rolled out) only what was booked once is booked anew: the club may have kept no money then.

    Raises:
        Refused: `amount_too_large`.
        ValueError: in is not out: `may_close` has said so before.
    """
    bank = used_bank(sitting)
    unit = bank.unit if bank else unit_of(sitting)
    if unit is None or (by == Actor() and not was_booked(sitting)):
        return []
    drafts = [
        Draft(
            kind=cause.kind,
            unit=unit,
            moves=cause.moves,
            sitting_id=sitting.pk,
            detail={"label": cause.label.to_json()},
        )
        for cause in (bank.causes() if bank else causes_of(sitting))
    ]
    return book(club=sitting.club, drafts=drafts, by=by, now=now)


def unbook_sheet(sitting: Sitting, by: Actor, reason: str, now: datetime) -> list[Booking]:
    """Book back what closing booked, in the transaction that opens the sheet again."""
    if booked := booked_of(sitting):
        return reverse_all(club=sitting.club, bookings=booked, by=by, reason=reason, now=now)
    return []
