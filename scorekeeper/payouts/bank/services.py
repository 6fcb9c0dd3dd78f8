"""The bank of a table: ask for a buy-in or a cash-out, answer that, book it back."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import AfterValidator, AliasPath, Field, ValidationInfo

from games.core.record import Seat
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.acts import Answer, Asked, Refusal, wrong
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.ids import digest
from scorekeeper.common.texts import amount_words
from scorekeeper.journal.models import Kind as Told
from scorekeeper.payouts.bank.reads import BOOKED_AS, Bank, bank_of, carried, has_asked, has_bank
from scorekeeper.payouts.book.services import Draft, book, reverse_all
from scorekeeper.payouts.care.services import require_within_limit
from scorekeeper.payouts.models import MOST, Account, BankAct, Whose
from scorekeeper.payouts.policies import can_ask_bank, can_keep_bank
from scorekeeper.payouts.records import Reason
from scorekeeper.play.acting import at_table, clean_reason, require_open, tell
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting

Move = Literal["buy_in", "cash_out", "carry"]
State = Literal["asked", "approved", "refused", "withdrawn", "undone"]
NOBODY_THERE: Final = gettext_noop("Choose somebody who sits at this table.")


def _for_whom(seat: int | None, info: ValidationInfo) -> int | None:
    """A seat for all moves but one. Raises Refused `seat_given`, `seat_unknown`."""
    move = info.data.get("move")
    if move == "carry" and seat is not None:
        raise wrong(
            "seat_given", gettext_noop("Chips from an earlier table belong to no single player. Leave the seat empty.")
        )
    if move in {"buy_in", "cash_out"} and seat is None:
        raise wrong("seat_unknown", NOBODY_THERE)
    return seat


class BankMove(Asked):
    """What is asked of the bank. Who may approve it has approved it by asking."""

    move: Move
    seat: Annotated[Seat | None, AfterValidator(_for_whom)] = Field(
        default=None, validate_default=True, description="For whom; not for `carry`."
    )
    amount: Annotated[
        int,
        Field(ge=1, le=MOST, description="In the smallest unit of the table."),
        Refusal("amount_missing", gettext_noop("Enter an amount above zero."), "greater_than_equal"),
        Refusal(
            "amount_too_large",
            gettext_noop("This amount is too large for the accounts. Please check it."),
            "less_than_equal",
        ),
    ]


class BankAnswer(Asked):
    """An answer to a request, or what books an approved one back."""

    request: UUID
    answer: Literal["approve", "refuse", "withdraw", "undo"]
    reason: Annotated[Reason, Field(description="To refuse or undo.")] = ""


class BankRequestBody(Answer):
    """A request, and what became of it."""

    id: UUID = Field(validation_alias=AliasPath("asked", "pk"))
    move: Move = Field(validation_alias=AliasPath("asked", "move"))
    seat: int | None = Field(validation_alias=AliasPath("asked", "seat_number"))
    amount: int = Field(validation_alias=AliasPath("asked", "amount"), description="In the smallest unit.")
    state: State = Field(validation_alias=AliasPath("newest", "kind"))
    at: datetime = Field(validation_alias=AliasPath("newest", "at"))
    reason: str = Field(
        validation_alias=AliasPath("newest", "reason"), description="Of the newest answer; empty without one."
    )


class BankLineBody(Answer):
    """One seat at the bank, in the smallest unit."""

    seat: int = Field(validation_alias=AliasPath("seat", "number"))
    bought_in: int = Field(validation_alias="bought")
    cashed_out: int = Field(validation_alias="cashed")
    stack: int | None = Field(description="On the table by the sheet; null without hands.")


class BankBody(Answer):
    """The bank of a table."""

    unit: str = Field(validation_alias=AliasPath("unit", "unit"))
    decimals: int = Field(validation_alias=AliasPath("unit", "decimals"))
    balance: int = Field(
        validation_alias="lies_there", description="What lies in it, in the smallest unit; 0 when the sheet is closed."
    )
    brought: int = Field(description="The chips that came from an earlier table.")
    lines: list[BankLineBody]
    requests: list[BankRequestBody]


MOVE, DONE = BankAct.Move, BankAct.Kind
SOURCE = "bank"
ANSWERS: Final = {
    "approve": DONE.APPROVED, "refuse": DONE.REFUSED, "withdraw": DONE.WITHDRAWN, "undo": DONE.UNDONE,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class BankDone:
    """The act that is now the newest of its request; `is_new` is false when it had been done before."""

    newest: BankAct
    sitting: Sitting
    is_new: bool

    @property
    def asked(self) -> BankAct:
        """The request."""
        return self.newest.of or self.newest


@transaction.atomic
def ask_bank(wanted: BankMove, *, sitting_id: UUID, by: Actor, key: UUID, now: datetime) -> BankDone:
    """Ask for a buy-in or a cash-out. Who may approve it has approved it by asking, and it is booked at once.

    Raises:
        Conflict: `key_reused`, `sitting_closed`, `no_bank`: the table plays for points.
        Refused: `seat_unknown`; `amount_too_large`; `bank_short`, `carry_short`: less is there; `limit_passed`:
            more than they have said themselves they want to lose.
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    facts = digest({"sitting": str(sitting.pk), "move": wanted.move, "amount": wanted.amount, "seat": wanted.seat})
    if earlier := _asked_before(sitting, key, facts):
        return earlier
    seats = list(sitting.seats.select_related("player"))
    seat = next((seat for seat in seats if seat.number == wanted.seat), None)
    keeps = can_keep_bank(table.who)
    # Whoever may ask for no seat at all is told so before anything else.
    asks_somewhere = any(can_ask_bank(table.who, other) for other in ([seat] if seat else seats))
    require(keeps or (asks_somewhere and wanted.move != "carry"))
    require_open(sitting)
    bank = bank_of(sitting, seats)
    if not has_bank(sitting) and not bank.is_used:
        raise Conflict("no_bank", _("This table has no bank: it plays for points, or the club keeps no accounts."))
    if seat is None and wanted.move != "carry":
        raise Refused([Problem("seat_unknown", "seat", Text(NOBODY_THERE))])
    _require_covered(bank, wanted.move, wanted.amount)
    act = BankAct(move=wanted.move, seat=seat, amount=wanted.amount, key=key, facts=facts, kind=DONE.ASKED)
    _require_wanted(bank, act, by, now)
    try:
        with transaction.atomic():
            _write(act, sitting, by, now)
    except IntegrityError:
        raise _key_reused() from None
    if keeps:
        act = _approve(bank, act, by, now)
    _changed(sitting)
    return BankDone(act, sitting, is_new=True)


@transaction.atomic
def answer_bank(given: BankAnswer, *, sitting_id: UUID, by: Actor, now: datetime) -> BankDone:
    """Approve a request, which is booked at once; refuse it, with a reason; or, as who has asked, withdraw it. What
    was approved is undone, with a reason: booked back. The same answer again changes nothing.

    Raises:
        BankAct.DoesNotExist: this table has no such request.
        Conflict: `answered`: somebody was quicker; `not_approved`: there is nothing to undo; `sitting_closed`.
        Refused: as `clean_reason`; `bank_short`, `carry_short`: less is there; `limit_passed`; `amount_too_large`.
    """
    table = at_table(sitting_id, by)
    sitting, reason, kind = table.sitting, "", ANSWERS[given.answer]
    if kind != DONE.WITHDRAWN:
        require(can_keep_bank(table.who))
    if kind in (DONE.REFUSED, DONE.UNDONE):
        reason = clean_reason(given.reason)
    asked = sitting.bank_acts.select_related("seat__player").get(pk=given.request, kind=DONE.ASKED)
    if kind == DONE.WITHDRAWN:
        require(has_asked(by, asked))
    if kind == DONE.UNDONE:
        return _undo(sitting, asked, by, reason, now)
    before = asked.answers.exclude(kind=DONE.UNDONE).first()
    if before and before.kind == kind:
        return BankDone(before, sitting, is_new=False)
    if before:
        state = before.get_kind_display()
        raise Conflict("answered", _("Someone else was faster: this is already {state}.").format(state=state))
    require_open(sitting)
    bank = bank_of(sitting)
    if kind == DONE.APPROVED:
        act = _approve(bank, asked, by, now)
    else:
        act = _follow(bank, asked, kind, by, now, reason=reason)
    _changed(sitting)
    return BankDone(act, sitting, is_new=True)


def _undo(sitting: Sitting, asked: BankAct, by: Actor, reason: str, now: datetime) -> BankDone:
    answers = {act.kind: act for act in asked.answers.select_related("booking")}
    if DONE.UNDONE in answers:
        return BankDone(answers[DONE.UNDONE], sitting, is_new=False)
    require_open(sitting)
    approved = answers.get(DONE.APPROVED)
    if approved is None or approved.booking is None:
        raise Conflict("not_approved", _("Nothing was booked for this, so there is nothing to reverse."))
    back = reverse_all(club=sitting.club, bookings=[approved.booking], by=by, reason=reason, now=now)[0]
    act = _follow(bank_of(sitting), asked, DONE.UNDONE, by, now, booking=back, reason=reason)
    _changed(sitting)
    tell(sitting, Told.BOOKED_BACK, by, now, reason=reason)
    return BankDone(act, sitting, is_new=True)


def _asked_before(sitting: Sitting, key: UUID, facts: str) -> BankDone | None:
    earlier = BankAct.objects.filter(club=sitting.club_id, key=key).first()
    if earlier is None:
        return None
    if earlier.sitting_id != sitting.pk or earlier.facts != facts:
        raise _key_reused()
    return BankDone(earlier.answers.order_by("pk").last() or earlier, sitting, is_new=False)


def _key_reused() -> Conflict:
    return Conflict("key_reused", _("This key was already used for something else. Use a new key for each action."))


def _require_covered(bank: Bank, move: str, amount: int) -> None:
    """Raises Refused: there is less than is to be taken."""
    if move == MOVE.CASH_OUT and amount > bank.balance:
        raise _short("bank_short", _BANK_SHORT, bank, bank.balance)
    if move == MOVE.CARRY and amount > (there := carried(bank.sitting)):
        raise _short("carry_short", _CARRY_SHORT, bank, there)


def _short(code: str, text: str, bank: Bank, there: int) -> Refused:
    return Refused([Problem(code, "amount", Text(text, {"amount": amount_words(max(there, 0), bank.unit)}))])


def _require_wanted(bank: Bank, asked: BankAct, by: Actor, now: datetime) -> None:
    """That a buy-in is no more than they have said themselves they want to lose. Raises Refused `limit_passed`."""
    if asked.seat and asked.move == MOVE.BUY_IN:
        club, player = bank.sitting.club, asked.seat.player
        require_within_limit(club=club, player=player, unit=bank.unit, amount=asked.amount, by=by, now=now)


def _approve(bank: Bank, asked: BankAct, by: Actor, now: datetime) -> BankAct:
    _require_covered(bank, asked.move, asked.amount)
    _require_wanted(bank, asked, by, now)
    pot = Whose(Account.Kind.POT, bank.sitting.pk)
    other = Whose(Account.Kind.PLAYER, asked.seat.player_id) if asked.seat else Whose(Account.Kind.CARRY)
    into = -asked.amount if asked.move == MOVE.CASH_OUT else asked.amount
    draft = Draft(
        kind=BOOKED_AS[MOVE(asked.move)],
        unit=bank.unit,
        moves={other: -into, pot: into},
        sitting_id=bank.sitting.pk,
        source=(SOURCE, asked.pk),
    )
    booking = book(club=bank.sitting.club, drafts=[draft], by=by, now=now)[0]
    overdrawn = booking.legs.filter(account__kind=Account.Kind.CARRY, balance__lt=0)
    if asked.move == MOVE.CARRY and overdrawn.exists():  # somebody took them to another table meanwhile
        raise _short("carry_short", _CARRY_SHORT, bank, 0)
    return _follow(bank, asked, DONE.APPROVED, by, now, booking=booking)


def _follow(bank: Bank, asked: BankAct, kind: str, by: Actor, now: datetime, **more: Any) -> BankAct:
    act = BankAct(kind=kind, of=asked, move=asked.move, seat=asked.seat, amount=asked.amount, **more)
    return _write(act, bank.sitting, by, now)


def _write(act: BankAct, sitting: Sitting, by: Actor, now: datetime) -> BankAct:
    act.club_id, act.sitting, act.at = sitting.club_id, sitting, now
    act.by_user, act.by_device = by.user, by.device
    act.save(force_insert=True)
    return act


def _changed(sitting: Sitting) -> None:
    """The other phones at the table look again."""
    sitting.revision += 1
    sitting.save(update_fields=["revision"])


_BANK_SHORT: Final = gettext_noop("This table’s bank holds only {amount}. Book the missing buy-ins first.")
_CARRY_SHORT: Final = gettext_noop("Only {amount} from earlier tables is available.")
