"""Who may read a club's money book and who keeps it. Nobody outside the club learns that there is one."""

from scorekeeper.clubs.models import Role
from scorekeeper.clubs.policies import at_least, can_direct, can_score
from scorekeeper.play.models import Seat
from scorekeeper.play.policies import Standpoint, can_sign


def can_read_money(role: str | None) -> bool:
    """Read the club's money book: who owes whom, and why."""
    return at_least(role, Role.MEMBER)


def can_read_accounts(role: str | None) -> bool:
    """Read everybody's account in the money book, entry by entry; each member reads their own."""
    return at_least(role, Role.DIRECTOR)


def can_keep_money(role: str | None) -> bool:
    """Keep the club's money book: book what was paid, book a mistake back, say what the club plays for."""
    return at_least(role, Role.DIRECTOR)


def can_say_paid(role: str | None) -> bool:
    """Say what they paid or got outside, and confirm or decline what others say they paid them or got from them."""
    return at_least(role, Role.MEMBER)


def can_limit_themselves(role: str | None) -> bool:
    """Set themselves the most they want to lose in a month; nobody else sets it or reads it."""
    return at_least(role, Role.MEMBER)


def can_ask_bank(who: Standpoint, seat: Seat) -> bool:
    """Ask the bank of a table for a buy-in or a cash-out of a seat: who holds it, and who keeps the sheet."""
    return can_sign(who, seat)


def can_keep_bank(who: Standpoint) -> bool:
    """Keep the bank of a table: approve and refuse, book back, bring chips of an earlier table. Directors, and the
    scorer who opened the table."""
    return can_direct(who.role) or (can_score(who.role) and who.opened_it)
