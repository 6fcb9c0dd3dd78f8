"""The club's box in the demo: beside what was collected a deposit, a withdrawal, and what it is saved for."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.demo.cast import MEMBERS
from scorekeeper.payouts.models import Booking
from scorekeeper.payouts.services.box import Moved, put_in, set_target, take_out

PUT_IN: Final = UUID("0d9a2a53-5f7e-4c35-a6f4-6f2f3f1b7a01")
TAKEN_OUT: Final = UUID("0d9a2a53-5f7e-4c35-a6f4-6f2f3f1b7a02")
SAVED_FOR: Final = ("Summer trip", 150_00)


def filled_box(club: Club, users: Mapping[str, User], *, now: datetime) -> None:
    """What came from a raffle, and what new cards cost."""
    if Booking.objects.filter(club=club, key=PUT_IN).exists():
        return
    owner, unit = users[MEMBERS[0].name], club.money
    raffle = Moved(amount=40_00, unit=unit, reason="Raffle at the autumn fair")
    put_in(club=club, by=owner, moved=raffle, key=PUT_IN, now=now - timedelta(hours=2))
    cards = Moved(amount=12_50, unit=unit, reason="New cards")
    take_out(club=club, by=owner, moved=cards, key=TAKEN_OUT, now=now - timedelta(hours=1))
    what, amount = SAVED_FOR
    set_target(club=club, by=owner, unit=unit, amount=amount, what=what)
