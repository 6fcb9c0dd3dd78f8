"""Bookings as rows of a list."""

from typing import Any

from scorekeeper.payouts.models import Booking
from scorekeeper.payouts.selectors.discretion import Sight
from scorekeeper.payouts.words import called, title_of, why_of


def line_of(booking: Booking, place: str, sight: Sight) -> dict[str, Any]:
    """A booking as a row: whose account it moves by how much (None: hidden), who is to get first. `place` is where it
    comes from; its legs with whose they are had better been read."""
    hidden = sight.hides_legs(booking)
    legs = sorted(booking.legs.all(), key=lambda leg: (0 if hidden else -leg.amount, leg.pk))
    return {
        "booking": booking,
        "title": title_of(booking),
        "why": " · ".join(filter(None, (why_of(booking), place, booking.reason))),
        "moves": [(called(leg.account), None if leg.pk in hidden else leg.amount) for leg in legs],
        "is_back": hasattr(booking, "reversal"),
    }
