"""The bank of a table: ask for a buy-in or a cash-out, answer that, book it back."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.hashing import digest
from scorekeeper.common.texts import amount_words
from scorekeeper.journal.models import Kind as Told
from scorekeeper.payouts.bank.reads import BOOKED_AS, Bank, bank_of, carried, has_bank
from scorekeeper.payouts.book.services import Draft, book, reverse_all
from scorekeeper.payouts.care.services import require_within_limit
from scorekeeper.payouts.models import MOST, Account, BankAct, Booking, Whose
from scorekeeper.payouts.policies import can_ask_bank, can_keep_bank
from scorekeeper.play.acting import AtTable, at_table, clean_reason, require_open, tell
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Seat, Sitting

MOVE, DONE = BankAct.Move, BankAct.Kind
SOURCE = "bank"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A buy-in or cash-out of a seat, or chips of an earlier table, which are for no seat; the amount counts the
    smallest unit."""

    move: str
    amount: int
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The act that is now the newest of its request; `is_new` is false when it had been done before."""

    act: BankAct
    sitting: Sitting
    is_new: bool


@transaction.atomic
def ask_bank(*, sitting_id: UUID, by: Actor, wanted: Wanted, key: UUID, now: datetime) -> Done:
    """Ask for a buy-in or a cash-out. Who may approve it has approved it by asking, and it is booked at once.

    Raises:
        Conflict: `key_reused`, `sitting_closed`, `no_bank`: the table plays for points.
        Refused: the move, the seat or the amount can't be; every problem with its field.
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    facts = digest({"sitting": str(sitting.pk), "move": wanted.move, "amount": wanted.amount, "seat": wanted.seat})
    if earlier := _asked_before(sitting, key, facts):
        return earlier
    seats = list(sitting.seats.select_related("player"))
    seat = next((seat for seat in seats if seat.number == wanted.seat), None)
    keeps = can_keep_bank(table.who)
    require(keeps or (can_ask_bank(table.who, seat) if seat else _asks_somewhere(table, seats)))
    require(keeps or wanted.move != MOVE.CARRY)
    bank = _open_bank(sitting, seats)
    _require_possible(bank, wanted, seat)
    if seat and wanted.move == MOVE.BUY_IN:
        _require_wanted(bank, seat, wanted.amount, by, now)
    act = BankAct(move=wanted.move, seat=seat, amount=wanted.amount, key=key, facts=facts, kind=DONE.ASKED)
    try:
        with transaction.atomic():
            _write(act, sitting, by, now)
    except IntegrityError:
        raise _key_reused() from None
    if keeps:
        act = _approve(bank, act, by, now)
    _changed(sitting)
    return Done(act, sitting, is_new=True)


@transaction.atomic
def approve(*, sitting_id: UUID, by: Actor, act_id: UUID, now: datetime) -> Done:
    """Approve a request; it is booked at once. Approving it again changes nothing.

    Raises:
        BankAct.DoesNotExist: this table has no such request.
        Conflict: `answered`: it was refused or taken back; `sitting_closed`.
        Refused: `bank_short`: less lies in the bank than is to be cashed out.
    """
    table = at_table(sitting_id, by)
    require(can_keep_bank(table.who))
    return _answer(table.sitting, act_id, DONE.APPROVED, lambda bank, asked: _approve(bank, asked, by, now))


@transaction.atomic
def refuse(*, sitting_id: UUID, by: Actor, act_id: UUID, reason: str, now: datetime) -> Done:
    """Refuse a request, with a reason. Raises as `approve` does, and Refused where the reason is missing."""
    table = at_table(sitting_id, by)
    require(can_keep_bank(table.who))
    reason = clean_reason(reason)
    return _answer(
        table.sitting,
        act_id,
        DONE.REFUSED,
        lambda bank, asked: _follow(bank, asked, DONE.REFUSED, by, now, reason=reason),
    )


@transaction.atomic
def withdraw(*, sitting_id: UUID, by: Actor, act_id: UUID, now: datetime) -> Done:
    """Take back what one has asked for oneself, while nobody has answered it. Raises as `approve` does."""
    table = at_table(sitting_id, by)
    asked = _asked(table.sitting, act_id)
    require(has_asked(by, asked))
    return _answer(
        table.sitting, act_id, DONE.WITHDRAWN, lambda bank, asked: _follow(bank, asked, DONE.WITHDRAWN, by, now)
    )


@transaction.atomic
def undo(*, sitting_id: UUID, by: Actor, act_id: UUID, reason: str, now: datetime) -> Done:
    """Book back what was approved, with a reason. Doing it again changes nothing.

    Raises:
        BankAct.DoesNotExist: this table has no such request.
        Conflict: `not_approved`: nothing was booked; `sitting_closed`.
        Refused: the reason is missing.
    """
    table = at_table(sitting_id, by)
    sitting = table.sitting
    require(can_keep_bank(table.who))
    reason = clean_reason(reason)
    asked = _asked(sitting, act_id)
    answers = {act.kind: act for act in asked.answers.select_related("booking")}
    if DONE.UNDONE in answers:
        return Done(answers[DONE.UNDONE], sitting, is_new=False)
    require_open(sitting)
    approved = answers.get(DONE.APPROVED)
    if approved is None or approved.booking is None:
        raise Conflict("not_approved", _("Nothing was booked for this: there is nothing to book back."))
    back = reverse_all(club=sitting.club, bookings=[approved.booking], by=by, reason=reason, now=now)[0]
    act = _follow(bank_of(sitting), asked, DONE.UNDONE, by, now, booking=back, reason=reason)
    _changed(sitting)
    tell(sitting, Told.BOOKED_BACK, by, now, reason=reason)
    return Done(act, sitting, is_new=True)


def has_asked(by: Actor, asked: BankAct) -> bool:
    """Whether this person or this phone asked for it."""
    by_phone = by.device is not None and asked.by_device_id == by.device.pk
    return by_phone or (by.user is not None and asked.by_user_id == by.user.pk)


def _answer(sitting: Sitting, act_id: UUID, kind: str, write: Callable[[Bank, BankAct], BankAct]) -> Done:
    """Answer an open request once; the same answer again is the one that was given."""
    asked = _asked(sitting, act_id)
    given = asked.answers.exclude(kind=DONE.UNDONE).first()
    if given and given.kind == kind:
        return Done(given, sitting, is_new=False)
    if given:
        raise Conflict(
            "answered", _("Somebody was quicker: this is {state} already.").format(state=given.get_kind_display())
        )
    require_open(sitting)
    act = write(bank_of(sitting), asked)
    _changed(sitting)
    return Done(act, sitting, is_new=True)


def _asked(sitting: Sitting, act_id: UUID) -> BankAct:
    """Raises BankAct.DoesNotExist."""
    return sitting.bank_acts.select_related("seat__player").get(pk=act_id, kind=DONE.ASKED)


def _asked_before(sitting: Sitting, key: UUID, facts: str) -> Done | None:
    earlier = BankAct.objects.filter(club=sitting.club_id, key=key).first()
    if earlier is None:
        return None
    if earlier.sitting_id != sitting.pk or earlier.facts != facts:
        raise _key_reused()
    return Done(earlier.answers.order_by("pk").last() or earlier, sitting, is_new=False)


def _key_reused() -> Conflict:
    return Conflict("key_reused", _("This key was used for something else. Make a new key for each act."))


def _asks_somewhere(table: AtTable, seats: list[Seat]) -> bool:
    """Whoever may ask for no seat at all is told so before anything else."""
    return any(can_ask_bank(table.who, seat) for seat in seats)


def _open_bank(sitting: Sitting, seats: list[Seat]) -> Bank:
    require_open(sitting)
    bank = bank_of(sitting, seats)
    if not has_bank(sitting) and not bank.is_used:
        raise Conflict("no_bank", _("This table has no bank: it plays for points, or the club keeps no money."))
    return bank


def _require_possible(bank: Bank, wanted: Wanted, seat: Seat | None) -> None:
    """Raises Refused."""
    problems = []
    if wanted.move not in MOVE.values:
        problems.append(Problem("move_unknown", "move", Text(_MOVES)))
    if seat is None and wanted.move != MOVE.CARRY:
        problems.append(Problem("seat_unknown", "seat", Text(_SEAT)))
    if seat is not None and wanted.move == MOVE.CARRY:
        problems.append(Problem("seat_given", "seat", Text(_NO_SEAT)))
    if wanted.amount < 1:
        problems.append(Problem("amount_missing", "amount", Text(_AMOUNT)))
    elif wanted.amount > MOST:
        problems.append(Problem("amount_too_large", "amount", Text(_TOO_MUCH)))
    if problems:
        raise Refused(problems)
    _require_covered(bank, wanted.move, wanted.amount)


def _require_covered(bank: Bank, move: str, amount: int) -> None:
    """Raises Refused: there is less than is to be taken."""
    if move == MOVE.CASH_OUT and amount > bank.balance:
        raise _short("bank_short", _BANK_SHORT, bank, bank.balance)
    if move == MOVE.CARRY and amount > (there := carried(bank.sitting)):
        raise _short("carry_short", _CARRY_SHORT, bank, there)


def _short(code: str, text: str, bank: Bank, there: int) -> Refused:
    return Refused([Problem(code, "amount", Text(text, {"amount": amount_words(max(there, 0), bank.unit)}))])


def _require_wanted(bank: Bank, seat: Seat, amount: int, by: Actor, now: datetime) -> None:
    """Raises Refused `limit_passed`: more than they have said themselves they want to lose."""
    club = bank.sitting.club
    require_within_limit(club=club, player=seat.player, unit=bank.unit, amount=amount, by=by, now=now)


def _approve(bank: Bank, asked: BankAct, by: Actor, now: datetime) -> BankAct:
    _require_covered(bank, asked.move, asked.amount)
    if asked.seat and asked.move == MOVE.BUY_IN:
        _require_wanted(bank, asked.seat, asked.amount, by, now)
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
    if asked.move == MOVE.CARRY and _overdrawn(booking):  # somebody took them to another table meanwhile
        raise _short("carry_short", _CARRY_SHORT, bank, 0)
    return _follow(bank, asked, DONE.APPROVED, by, now, booking=booking)


def _overdrawn(booking: Booking) -> bool:
    return booking.legs.filter(account__kind=Account.Kind.CARRY, balance__lt=0).exists()


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


_MOVES: Final = gettext_noop("Choose a buy-in or a cash-out.")
_SEAT: Final = gettext_noop("Nobody sits there. Choose who it is for.")
_NO_SEAT: Final = gettext_noop("Chips of an earlier table are for nobody alone: leave the seat out.")
_AMOUNT: Final = gettext_noop("Say how much, more than nothing.")
_TOO_MUCH: Final = gettext_noop("This is more than the money book can hold. Look at the amount again.")
_BANK_SHORT: Final = gettext_noop("Only {amount} lies in the bank of this table. Book what was bought in first.")
_CARRY_SHORT: Final = gettext_noop("Only {amount} is there of earlier tables.")
