"""What is settled: where everybody stands, the days between two, or an evening of an app above this one."""

from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID

from django.core import signing

from scorekeeper.clubs.models import Club

SALT: Final = "payouts.about"
EVENING, PERIOD = "evening", "period"
_LOW: Final = 1 << 64


@dataclass(frozen=True, slots=True)
class Scope:
    """`about` is how bookings name it, None for where everybody stands. Of a period `since` and `until` are its days,
    both among it; of an evening `sittings` are its tables."""

    about: tuple[str, UUID] | None = None
    since: date | None = None
    until: date | None = None
    sittings: tuple[UUID, ...] = ()

    @property
    def evening(self) -> UUID | None:
        """The evening, where it is one."""
        return self.about[1] if self.about and self.about[0] == EVENING else None


def of_period(since: date, until: date) -> Scope:
    """The id of a period is its two days, so that it needs no row and the same days are the same settle-up."""
    return Scope((PERIOD, UUID(int=since.toordinal() * _LOW + until.toordinal())), since, until)


def of_evening(pk: UUID, sittings: tuple[UUID, ...]) -> Scope:
    """The tables of an evening, which the app that knows evenings passes in."""
    return Scope((EVENING, pk), sittings=sittings)


def signed(club: Club, scope: Scope) -> str:
    """What a page carries to the form of a payment; nobody can make it up."""
    if scope.about is None:
        return ""
    kind, pk = scope.about
    return signing.dumps([str(club.pk), kind, str(pk)], salt=SALT)


def meant(club: Club, secret: str) -> Scope:
    """What a page has signed; anything else, and what was signed for another club, is where everybody stands."""
    try:
        of, kind, pk = signing.loads(secret, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return Scope()
    return plain((kind, UUID(pk))) if of == str(club.pk) else Scope()


def plain(about: tuple[str, UUID] | None) -> Scope:
    """A scope by what bookings say of it; of a period with its days."""
    if about and about[0] == PERIOD:
        since, until = divmod(about[1].int, _LOW)
        return Scope(about, date.fromordinal(since), date.fromordinal(until))
    return Scope(about)
