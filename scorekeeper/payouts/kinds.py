"""Why money is owed, and what is settled: where everybody stands, the days between two, or an evening of an app
above this one. What closing a sheet makes (`OF_SHEETS`) is taken back by reopening it, what the bank of a table
makes (`OF_BANKS`) at that bank, what a prize pool makes (its source is `POOL`) at that pool."""

from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID

from django.core import signing
from django.db import models
from django.utils.translation import pgettext_lazy

from scorekeeper.clubs.models import Club


class Kind(models.TextChoices):
    """What a booking is for. Stored as text, so that a new one needs no migration."""

    RESULT = "result", pgettext_lazy("choice", "result of a table")
    STAKE = "stake", pgettext_lazy("choice", "stakes")
    LOST = "lost", pgettext_lazy("choice", "money for lost games")

    ENTRY = "entry", pgettext_lazy("choice", "entry fee")
    COLLECTED = "collected", pgettext_lazy("choice", "collected")
    BUY_IN = "buy_in", pgettext_lazy("choice", "buy-in")
    CASH_OUT = "cash_out", pgettext_lazy("choice", "cash-out")
    TRANSFER = "transfer", pgettext_lazy("choice", "transfer")
    SETTLED = "settled", pgettext_lazy("choice", "settled outside the app")
    DEPOSIT = "deposit", pgettext_lazy("choice", "put into the box")
    WITHDRAWAL = "withdrawal", pgettext_lazy("choice", "taken from the box")
    REBUY = "rebuy", pgettext_lazy("choice", "re-buy")
    ADDON = "addon", pgettext_lazy("choice", "add-on")
    KEPT = "kept", pgettext_lazy("choice", "kept back from the prizes")
    PRIZE = "prize", pgettext_lazy("choice", "prize")
    OVERLAY = "overlay", pgettext_lazy("choice", "added to the prizes by the club")
    RAKE = "rake", pgettext_lazy("choice", "rake")
    CARRY = "carry", pgettext_lazy("choice", "chips left on a table")
    BROUGHT = "brought", pgettext_lazy("choice", "chips from an earlier table")
    OPENING = "opening", pgettext_lazy("choice", "opening balance")
    EXPENSE = "expense", pgettext_lazy("choice", "shared expense")
    REVERSAL = "reversal", pgettext_lazy("choice", "reversed")


OF_SHEETS: Final = (Kind.RESULT, Kind.STAKE, Kind.LOST, Kind.RAKE, Kind.CARRY)
OF_BANKS: Final = (Kind.BUY_IN, Kind.CASH_OUT, Kind.BROUGHT)
BROUGHT_ALONG: Final = "import"
"""What a file of money has made has this source."""
POOL: Final = "pool"


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
