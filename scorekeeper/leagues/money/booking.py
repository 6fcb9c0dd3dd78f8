"""What an evening writes into the money book. Whoever calls has locked the evening."""

from collections.abc import Sequence
from datetime import datetime

from scorekeeper.accounts.models import User
from scorekeeper.leagues.models import Collected, Evening
from scorekeeper.leagues.money.booked import (
    bookings_of,
    entries_booked,
    entries_due,
    is_in_book,
    source_of,
    unit_booked,
)
from scorekeeper.payouts.book.services import Draft, book, reverse_all
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.pools.collecting import IntoBox, book_collected
from scorekeeper.play.actors import Actor


def book_evening(evening: Evening, by: User, now: datetime) -> None:
    """The evening is being closed: the entry fee of each who came, and what was ticked off while the club kept no
    money. Nothing in a club that plays for points."""
    if not evening.club.keeps_money:
        return
    drafts = []
    if moves := entries_due(evening):
        unit = unit_booked(evening.club, evening.money)
        drafts.append(Draft(kind=Kind.ENTRY, unit=unit, moves=moves, source=source_of(evening)))
    book(club=evening.club, drafts=drafts, by=Actor(user=by), now=now)
    _book_ticks(evening, list(evening.collected.filter(booking=None, amount__gt=0).order_by("pk")), by, now)


def unbook_evening(evening: Evening, by: User, reason: str, now: datetime) -> None:
    """The evening is being opened again: the fees are booked back. What was collected lies in the box and stays."""
    if booked := entries_booked(evening):
        reverse_all(club=evening.club, bookings=booked, by=Actor(user=by), reason=reason, now=now)


def book_tick(evening: Evening, tick: Collected, by: User, now: datetime) -> None:
    """What somebody paid at the evening lies in the box, and they owe that much less."""
    if is_in_book(evening):
        _book_ticks(evening, [tick], by, now)


def unbook_ticks(evening: Evening, ticks: Sequence[Collected], by: User, reason: str, now: datetime) -> None:
    """Ticks are being taken back: so is what they booked."""
    if booked := bookings_of(ticks):
        reverse_all(club=evening.club, bookings=booked, by=Actor(user=by), reason=reason, now=now)


def _book_ticks(evening: Evening, ticks: Sequence[Collected], by: User, now: datetime) -> None:
    paid = [
        IntoBox(tick.player_id, tick.amount, unit_booked(evening.club, tick.in_unit), source_of(evening))
        for tick in ticks
    ]
    made = book_collected(club=evening.club, paid=paid, by=by, now=now)
    for tick, booking in zip(ticks, made, strict=True):
        tick.booking = booking
        tick.save(update_fields=["booking"])
