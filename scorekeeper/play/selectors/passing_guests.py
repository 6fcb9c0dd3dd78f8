"""Guests whom only tables brought into the book at which, as it turned out, they never sat: the tables were withdrawn,
or their seats taken back. The rows of those seats stay, and so do the lines of the guests, but the book has them no
more.

Which table brought somebody into the book, and with which they left it, shows by the moment: it is that of an act.
"""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from scorekeeper.clubs.models import Player
from scorekeeper.clubs.selectors import with_acts
from scorekeeper.play.models import Act, Seat
from scorekeeper.play.models.sittings import PUT_AWAY

TAKEN_BACK = Q(number__gte=PUT_AWAY)


def passing_guests(players: Collection[UUID]) -> list[Player]:
    """Those of these guests whom a table brought that they left without a trace, and whom nothing else names. Once the
    book is locked."""
    came = _at_a_table_they_left("created_at", Act.Kind.OPENED, Act.Kind.JOINED)
    guests = Player.objects.filter(came, pk__in=players, user=None, merged_into=None, retired_at=None)
    found = list(guests.order_by("pk"))
    named = with_acts([guest.pk for guest in found], {Seat: TAKEN_BACK}) if found else set()
    return [guest for guest in found if guest.pk not in named]


def left_with_their_table() -> Q:
    """Lines of guests who have left the book so, and have sat nowhere since."""
    return Q(_at_a_table_they_left("retired_at", Act.Kind.WITHDRAWN, Act.Kind.LEFT), seated=None, user=None)


def _at_a_table_they_left(moment: str, *kinds: str) -> Exists:
    seats = Seat.everything.filter(TAKEN_BACK, player=OuterRef("pk"))
    return Exists(seats.filter(sitting__acts__kind__in=kinds, sitting__acts__at=OuterRef(moment)))
