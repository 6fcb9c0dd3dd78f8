"""Money that a club brings along from elsewhere: what a file says is booked, and taken back as a whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.settling import InUnits
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import tidied
from scorekeeper.journal.models import Kind as Told
from scorekeeper.journal.services import write
from scorekeeper.payouts.bank.reads import corrected_by, counts_already, standing_of
from scorekeeper.payouts.book.reads import with_legs
from scorekeeper.payouts.book.services import Draft, book, reverse_all
from scorekeeper.payouts.kinds import BROUGHT_ALONG, Kind
from scorekeeper.payouts.models import Account, Booking, Whose
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.play.acting import clean_reason
from scorekeeper.play.actors import Actor
from scorekeeper.play.records import Reasoned

LONGEST_WHAT: Final = 180  # characters, with the day 200


@dataclass(frozen=True, slots=True)
class Line:
    """What a line of a file moves, in the smallest unit; in sum nothing. `number` is where it stands there, `replaces`
    the booking of an earlier file that it corrects."""

    kind: Kind
    unit: InUnits
    moves: Mapping[Whose, int]
    what: str
    number: int = 0
    day: date | None = None
    replaces: UUID | None = None


@dataclass(frozen=True, slots=True)
class Brought:
    """What a file brings: the id of the file and its name, the hash of what it says, and its lines."""

    source: UUID
    name: str
    digest: str
    lines: Sequence[Line] = field(default_factory=tuple)


def lock_accounts(club: Club, whose: Sequence[Whose]) -> None:
    """Lock the accounts of these that are there, in the order in which everybody does: before the book of the club."""
    players = [account.of for account in whose if account.kind == Account.Kind.PLAYER]
    found = Account.objects.filter(club=club, player__in=players) | Account.objects.filter(
        club=club, kind__in=[Account.Kind.CASH, Account.Kind.CLUB]
    )
    list(found.select_for_update(no_key=True).order_by("pk").values_list("pk"))


@transaction.atomic
def bring(*, club: Club, by: User, brought: Brought, now: datetime) -> list[Booking]:
    """Book all that a file says, each line by itself; asks nobody whether its lines are right. What it corrects is
    booked back first. Not under the lock of the club's book, unless the accounts are locked already.

    Raises:
        Conflict: `brought_already`: the same content counts; `booked_back`: what a line corrects has been already.
        Refused: `no_money`: the club plays for points; `amount_too_large`.
        ValueError: a line that does not sum to zero.
    """
    require(can_keep_money(role_in(by, club)))
    if not club.keeps_money:
        raise Refused([Problem("no_money", "", Text(NO_MONEY))])
    corrected = [line.replaces for line in brought.lines if line.replaces]
    earlier = list(Booking.objects.filter(club=club, pk__in=corrected, source_kind=BROUGHT_ALONG).order_by("pk"))
    if earlier:
        reason, also = _("Corrected by {file}").format(file=brought.name), {"corrected_by": str(brought.source)}
        reverse_all(club=club, bookings=earlier, by=Actor(user=by), reason=reason, now=now, also=also)
    bookings = book(club=club, drafts=[_draft(line, brought) for line in brought.lines], by=Actor(user=by), now=now)
    if not corrected and counts_already(club, brought.digest, but=brought.source):  # under the lock of the accounts
        raise Conflict("brought_already", _("The same balances are already booked from an earlier import."))
    write(Told.MONEY_BROUGHT, club.pk, at=now, by_user=by, thing=brought.source, detail={"number": len(bookings)})
    return bookings


def reason_for(what: str, day: date | None) -> str:
    """What a line was for and its day, as its booking has them."""
    return ", ".join(filter(None, (tidied(what)[:LONGEST_WHAT], day.isoformat() if day else "")))


def _draft(line: Line, brought: Brought) -> Draft:
    day = line.day.isoformat() if line.day else ""
    detail = {"line": line.number, "digest": brought.digest, **({"day": day} if day else {})}
    if line.replaces:
        detail["replaces"] = str(line.replaces)
    return Draft(
        kind=line.kind,
        unit=line.unit,
        moves=line.moves,
        source=(BROUGHT_ALONG, brought.source),
        detail=detail,
        reason=reason_for(line.what, line.day),
    )


@transaction.atomic
def take_brought_back(why: Reasoned, *, club: Club, source: UUID, by: User, now: datetime) -> list[Booking]:
    """Book back all that a file has brought along and that still stands, with a reason; what it has corrected counts
    again as it was before. Twice is once.

    Raises:
        Refused: `reason_missing`, `reason_too_long`; `nothing_brought`: the club has nothing from such a file;
            `amount_too_large`.
    """
    require(can_keep_money(role_in(by, club)))
    reason = clean_reason(why.reason)
    standing = standing_of(club, source)
    if not standing:
        if Booking.objects.filter(club=club, source_kind=BROUGHT_ALONG, source=source).exists():
            return []
        raise Refused([Problem("nothing_brought", "", Text(NOTHING))])
    earlier = corrected_by(club, standing)
    prefetch_related_objects(earlier, with_legs())
    back = reverse_all(club=club, bookings=standing, by=Actor(user=by), reason=reason, now=now)
    # What was booked once, to count again
    book(
        club=club,
        drafts=[
            Draft(
                kind=booking.kind,
                unit=booking.in_unit,
                moves={leg.account.whose: leg.amount for leg in booking.legs.all()},
                source=(BROUGHT_ALONG, booking.source) if booking.source else None,
                detail=booking.detail,
                reason=booking.reason,
            )
            for booking in earlier
        ],
        by=Actor(user=by),
        now=now,
    )
    write(Told.MONEY_TAKEN_BACK, club.pk, at=now, by_user=by, thing=source, reason=reason)
    return back


NO_MONEY: Final = gettext_noop("This club plays for points, so no money is booked.")
NOTHING: Final = gettext_noop("Nothing from this file changed the accounts.")
