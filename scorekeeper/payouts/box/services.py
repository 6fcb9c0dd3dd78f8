"""The club's box: putting in, taking out, and what it is saved for. It is only written down; people move the money."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Final, Literal
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import Field

from games.core.settling import InUnits
from games.core.text import Text, Value
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import role_in
from scorekeeper.common.acts import Answer, Refusal
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import tidied
from scorekeeper.common.texts import amount_words
from scorekeeper.journal.models import Kind as Told
from scorekeeper.journal.services import write
from scorekeeper.payouts.book.services import Draft, book
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import MOST, Account, Booking, BoxTarget, Whose
from scorekeeper.payouts.payments.reads import units_in
from scorekeeper.payouts.policies import can_keep_money
from scorekeeper.payouts.records import TOO_LONG, Amounted, InUnit, Reason, UnitBody
from scorekeeper.play.acting import clean_reason
from scorekeeper.play.actors import Actor

LONGEST_WHAT: Final = 80
ACTS: Final = ["put_in", "take_out"]


class BoxMove(Amounted):
    """What is put into the box, or taken from it."""

    act: Literal["put_in", "take_out"]
    reason: Annotated[Reason, Field(description="Every member can read it.")]


class BoxSaving(InUnit):
    """What the box is saved for; an amount of 0 takes that away."""

    amount: Annotated[
        int,
        Field(ge=0, le=MOST, description="In the smallest unit."),
        Refusal("amount_wrong", gettext_noop("Enter an amount above zero.")),
    ]
    what: Annotated[str, Field(max_length=LONGEST_WHAT), Refusal("what_too_long", TOO_LONG)] = ""


class BoxAsked(InUnit):
    """Which entries of the box."""

    before: str = Field(default="", description="`older` of the page before.")


class BoxTargetBody(Answer):
    """What the box is saved for."""

    amount: int
    what: str


class BoxOfUnitBody(UnitBody):
    """The box in one unit."""

    holds: int | None = Field(
        description="What lies in it; less than 0: more was paid out than lay there. Null: hidden from you."
    )
    target: BoxTargetBody | None


class BoxEntryBody(Answer):
    """Something that went in or out."""

    booking: UUID
    kind: str
    on: date
    reason: str
    amount: int = Field(description="More than 0: it went in.")
    text: str = Field(description="The same in words: “40.00 € into the box”.")
    holds: int = Field(description="What lay in the box after it.")


class BoxBody(UnitBody):
    """The box, and the entries of one unit, the newest first."""

    boxes: list[BoxOfUnitBody]
    entries: list[BoxEntryBody] = Field(description="In `unit` and `decimals`.")
    older: str = Field(description="Send it as `before` for the next page; empty at the end.")


CASH, ITSELF = Whose(Account.Kind.CASH), Whose(Account.Kind.CLUB)
LOGGED: Final = {Kind.DEPOSIT: Told.PUT_INTO_BOX, Kind.WITHDRAWAL: Told.TAKEN_FROM_BOX}


@dataclass(frozen=True, slots=True)
class Done:
    """What stands in the book; `is_new` where it was not there before."""

    booking: Booking
    is_new: bool


@dataclass(frozen=True, slots=True)
class Saved:
    """What the box of a club is saved for in a unit from now on; None: for nothing."""

    club: Club
    unit: InUnits
    target: BoxTarget | None


@transaction.atomic
def move(moved: BoxMove, *, club: Club, by: User, key: UUID, now: datetime) -> Done:
    """A director puts something into the box that is none of the players' payments, or takes something out: never more
    than lies in it. Sent again with the same key it is answered as before.

    Raises:
        Conflict: `key_used`: something else was written under this key.
        Refused: `unit_unknown`, `amount_too_large`, `not_in_the_box`, as `clean_reason`.
    """
    require(can_keep_money(role_in(by, club)))
    unit = moved.in_unit(club.money)
    _require_kept(club, unit)
    kind, into = (Kind.DEPOSIT, moved.amount) if moved.act == "put_in" else (Kind.WITHDRAWAL, -moved.amount)
    draft = Draft(kind=kind, unit=unit, moves={ITSELF: into, CASH: -into}, reason=clean_reason(moved.reason), key=key)
    if before := Booking.objects.filter(club=club, key=key).first():
        return _as_before(before, draft)
    try:
        with transaction.atomic():
            booking = book(club=club, drafts=[draft], by=Actor(user=by), now=now)[0]
    except IntegrityError:  # the same was sent twice at once
        return _as_before(Booking.objects.get(club=club, key=key), draft)
    if kind == Kind.WITHDRAWAL:
        require_there(booking, NOT_THERE, NOTHING_THERE)
    write(LOGGED[kind], club.pk, at=now, by_user=by, thing=booking.pk, reason=draft.reason)
    return Done(booking, is_new=True)


@transaction.atomic
def set_target(saving: BoxSaving, *, club: Club, by: User, now: datetime) -> Saved:
    """What the box is saved for in this unit, in place of what it was before; an amount of zero takes the target away.

    Raises:
        Refused: `unit_unknown`, `what_missing`.
    """
    require(can_keep_money(role_in(by, club)))
    unit = saving.in_unit(club.money)
    _require_kept(club, unit)
    what = tidied(saving.what)
    of_unit = BoxTarget.objects.filter(club=club, unit=unit.unit, decimals=unit.decimals)
    if saving.amount == 0:
        if of_unit.delete()[0]:
            write(Told.BOX_TARGET, club.pk, at=now, by_user=by)
        return Saved(club, unit, None)
    if not what:
        raise _refused("what_missing", "what", WHAT)
    facts = {"amount": saving.amount, "what": what}
    target = of_unit.filter(amount=saving.amount, what=what).first()
    if target is None:
        target, _new = BoxTarget.objects.update_or_create(
            club=club, unit=unit.unit, decimals=unit.decimals, defaults=facts
        )
        write(Told.BOX_TARGET, club.pk, at=now, by_user=by)
    return Saved(club, unit, target)


def require_there(booking: Booking, not_there: str, nothing_there: str) -> None:
    """That the box held what this took out of it. Looked at once the account is locked and moved: of two who take out
    at once the second sees what is left. What was booked goes with the transaction.

    Raises:
        Refused: `not_in_the_box`, in one of these sentences; the first says what lies there.
    """
    leg = booking.legs.get(account__kind=Account.Kind.CASH)
    require_holds(-leg.balance + leg.amount, leg.amount, booking.in_unit, not_there, nothing_there)


def require_holds(holds: int, amount: int, unit: InUnits, not_there: str, nothing_there: str) -> None:
    """That a box which holds so much has this amount in it. Raises Refused, as `require_there`."""
    if amount > holds:
        template = not_there if holds > 0 else nothing_there
        raise _refused("not_in_the_box", "amount", template, amount=amount_words(holds, unit))


def _as_before(before: Booking, draft: Draft) -> Done:
    moves = {leg.account.whose: leg.amount for leg in before.legs.select_related("account")}
    is_same = (before.kind, before.unit, before.decimals) == (draft.kind, draft.unit.unit, draft.unit.decimals)
    if not is_same or moves != draft.moves:
        raise Conflict("key_used", _("This key was already used for something else. Open the page again."))
    return Done(before, is_new=False)


def _require_kept(club: Club, unit: InUnits) -> None:
    if (unit.unit, unit.decimals) not in {(kept.unit, kept.decimals) for kept in units_in(club)}:
        raise _refused("unit_unknown", "unit", UNIT)


def _refused(code: str, field: str, template: str, **values: Value) -> Refused:
    return Refused([Problem(code, field, Text(template, values))])


UNIT: Final = gettext_noop("This club keeps no accounts in this unit. Choose another unit.")
NOT_THERE: Final = gettext_noop("The cash box holds only {amount}. You cannot take out more.")
NOTHING_THERE: Final = gettext_noop("The cash box is empty.")
WHAT: Final = gettext_noop("Enter what the club is saving for.")
