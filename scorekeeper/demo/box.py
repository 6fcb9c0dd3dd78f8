"""The club's box in the demo: what was put in and taken out since the club began, and what it is saved for."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, Literal
from uuid import UUID, uuid5

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.demo.cast import MEMBERS
from scorekeeper.payouts.box.records import BoxMove, BoxSaving
from scorekeeper.payouts.box.services import move, set_target
from scorekeeper.payouts.models import Booking

PUT_IN: Final = UUID("0d9a2a53-5f7e-4c35-a6f4-6f2f3f1b7a01")
TAKEN_OUT: Final = UUID("0d9a2a53-5f7e-4c35-a6f4-6f2f3f1b7a02")
SAVED_FOR: Final = ("Summer trip", 250_00)
MONTHS: Final = (
    (datetime(2026, 8, 21, 18, 0, tzinfo=UTC), 120_00, "What everybody brought at the founding"),
    (datetime(2026, 8, 28, 16, 0, tzinfo=UTC), -46_80, "Score sheets and six decks of cards"),
    (datetime(2026, 9, 12, 20, 0, tzinfo=UTC), 35_00, "Barbecue, what was left over"),
    (datetime(2026, 10, 10, 15, 0, tzinfo=UTC), -24_90, "Engraving of the cup"),
    (datetime(2026, 10, 24, 20, 0, tzinfo=UTC), 18_50, "Sold the old tablecloths"),
    (datetime(2026, 11, 7, 12, 0, tzinfo=UTC), -15_00, "Flowers for the landlady"),
)
"""When, how much went in (less than zero: out), and what for; all before the first evening with a fee."""


def months_of_the_box(club: Club, users: Mapping[str, User]) -> None:
    """What the box has seen since the founding, in the order of its days."""
    owner = users[MEMBERS[0].name]
    for at, amount, what in MONTHS:
        act: Literal["put_in", "take_out"] = "put_in" if amount > 0 else "take_out"
        moved = BoxMove(act=act, amount=abs(amount), reason=what)
        move(moved, club=club, by=owner, key=uuid5(PUT_IN, what), now=at)


def filled_box(club: Club, users: Mapping[str, User], *, now: datetime) -> None:
    """What came from a raffle, and what new cards cost."""
    if Booking.objects.filter(club=club, key=PUT_IN).exists():
        return
    owner = users[MEMBERS[0].name]
    raffle = BoxMove(act="put_in", amount=40_00, reason="Raffle at the autumn fair")
    move(raffle, club=club, by=owner, key=PUT_IN, now=now - timedelta(hours=2))
    cards = BoxMove(act="take_out", amount=12_50, reason="New cards")
    move(cards, club=club, by=owner, key=TAKEN_OUT, now=now - timedelta(hours=1))
    what, amount = SAVED_FOR
    set_target(BoxSaving(amount=amount, what=what), club=club, by=owner, now=now)
