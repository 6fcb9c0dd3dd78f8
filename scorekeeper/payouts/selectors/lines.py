"""Bookings as rows of a list."""

from typing import Any, Final

from django.utils.translation import gettext as _

from scorekeeper.payouts.models import Account, Booking, Leg
from scorekeeper.payouts.selectors.discretion import Sight
from scorekeeper.payouts.words import called, moved, title_of, why_of

SAID: Final = (Account.Kind.PLAYER, Account.Kind.CASH)


def line_of(booking: Booking, place: str, sight: Sight) -> dict[str, Any]:
    """A booking as a row, with what it moves in words: for people and for the box; for other accounts only where there
    are neither. `place` is where it comes from; its legs with whose they are had better been read."""
    hidden = sight.hides_legs(booking)
    legs = sorted(booking.legs.all(), key=lambda leg: (0 if hidden else -leg.amount, leg.pk))
    said = [leg for leg in legs if leg.account.kind in SAID]
    return {
        "booking": booking,
        "title": title_of(booking),
        "why": " · ".join(filter(None, (why_of(booking), place, booking.reason))),
        "moves": [_words(leg, booking, is_hidden=leg.pk in hidden) for leg in said or legs],
        "is_back": hasattr(booking, "reversal"),
    }


def _words(leg: Leg, booking: Booking, *, is_hidden: bool) -> str:
    if is_hidden:
        return _("{account}: hidden").format(account=called(leg.account))
    return moved(leg, booking.in_unit)
