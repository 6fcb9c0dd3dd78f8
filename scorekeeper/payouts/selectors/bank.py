"""The bank of a table: what was bought in and cashed out, what the sheet says everybody has before them, and what is
due when the sheet is closed.

A bank holds what was bought in and the chips brought from an earlier table, less what was cashed out. With a bank the
results of the sheet are not booked: what everybody cashed out more than they bought in is the result.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from games.core.text import Text, gettext_noop
from games.core.units import InUnits
from games.core.values import Counterpart
from scorekeeper.payouts.kinds import Kind
from scorekeeper.payouts.models import Account, BankAct, Whose
from scorekeeper.payouts.selectors.sheets import ACCOUNTS, Cause, causes_of, unit_of
from scorekeeper.play.models import Seat, Sitting
from scorekeeper.play.selectors.money import dues_of_sheet

MOVE, DONE = BankAct.Move, BankAct.Kind
BOOKED_AS: Final = {MOVE.BUY_IN: Kind.BUY_IN, MOVE.CASH_OUT: Kind.CASH_OUT, MOVE.CARRY: Kind.BROUGHT}


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for, the answer to it if there is one, and what booked that back. `is_again` is a buy-in of a seat
    that has bought in before."""

    asked: BankAct
    answer: BankAct | None
    undone: BankAct | None
    is_again: bool

    @property
    def waits(self) -> bool:
        """Nobody has answered it yet."""
        return self.answer is None

    @property
    def stands(self) -> bool:
        """It was approved, and not booked back."""
        return self.answer is not None and self.answer.kind == DONE.APPROVED and self.undone is None


@dataclass(frozen=True, slots=True)
class Line:
    """One seat at the bank. `result` is what the sheet says it has won; `stack` what then lies before it, None while
    the sheet says nothing."""

    seat: Seat
    bought: int
    cashed: int
    result: int
    stack: int | None

    @property
    def net(self) -> int:
        """What the bank says it has won."""
        return self.cashed - self.bought

    @property
    def is_there(self) -> bool:
        """Whether it has had to do with the bank."""
        return bool(self.bought or self.cashed)


class Bank:
    """The bank of one table as it stands. `seats` come with their players."""

    def __init__(self, sitting: Sitting, seats: Sequence[Seat], acts: Sequence[BankAct]) -> None:
        self.sitting = sitting
        self.seats = seats
        self.unit = InUnits.model_construct(unit=sitting.unit.unit, decimals=sitting.unit.decimals)
        self.requests = list(_requests(acts))

    @property
    def waiting(self) -> list[Request]:
        return [request for request in self.requests if request.waits]

    @property
    def is_used(self) -> bool:
        """Whether anything stands in it: then it, and not the sheet, says who has won what."""
        return any(request.stands for request in self.requests)

    @property
    def balance(self) -> int:
        """What lies in it while the sheet is open."""
        return self._sum(MOVE.BUY_IN) + self.brought - self._sum(MOVE.CASH_OUT)

    @property
    def brought(self) -> int:
        """The chips that came from an earlier table."""
        return self._sum(MOVE.CARRY)

    @cached_property
    def lines(self) -> list[Line]:
        """A line a seat, in their order."""
        dues = dues_of_sheet(self.sitting, self.seats)
        has_result = any(due.amount for due in dues) or self.sitting.hands.standing().exists()
        found = []
        for seat in self.seats:
            bought, cashed = (self._sum(move, seat) for move in (MOVE.BUY_IN, MOVE.CASH_OUT))
            result = sum(due.amount for due in dues if due.who == seat.number)
            found.append(Line(seat, bought, cashed, result, bought + result - cashed if has_result else None))
        return found

    @cached_property
    def kept(self) -> dict[Counterpart, int]:
        """What the sheet gives to nobody at the table: a rake, chips that stay on it."""
        kept: dict[Counterpart, int] = {}
        for due in dues_of_sheet(self.sitting, self.seats):
            if isinstance(due.who, Counterpart):
                kept[due.who] = kept.get(due.who, 0) + due.amount
        return kept

    @property
    def rest(self) -> int:
        """What lies in it and is nobody's by the sheet: of the chips brought what nobody has won."""
        return self.balance - sum(self.kept.values())

    @property
    def is_out(self) -> bool:
        """Whether in is out: nobody has anything before them, and no more was cashed out than was there."""
        return 0 <= self.rest <= self.brought and not any(line.stack and line.stack > 0 for line in self.lines)

    def causes(self) -> list[Cause]:
        """What leaves the bank when the sheet is closed, so that nothing stays in it."""
        pot = Whose(Account.Kind.POT, self.sitting.pk)
        leaves = {**self.kept, Counterpart.POT: self.kept.get(Counterpart.POT, 0) + self.rest}
        return [
            Cause(_AS[who], _LABELS[who], {pot: -amount, ACCOUNTS[who]: amount})
            for who in Counterpart
            if (amount := leaves.get(who, 0))
        ]

    def _sum(self, move: str, seat: Seat | None = None) -> int:
        return sum(
            request.asked.amount
            for request in self.requests
            if request.stands and request.asked.move == move and (seat is None or request.asked.seat_id == seat.pk)
        )


_AS: Final = {Counterpart.POT: Kind.CARRY, Counterpart.HOUSE: Kind.RAKE, Counterpart.PURSE: Kind.RAKE}
_LABELS: Final = {
    Counterpart.POT: Text(gettext_noop("Chips that stayed on the table")),
    Counterpart.HOUSE: Text(gettext_noop("Rake")),
    Counterpart.PURSE: Text(gettext_noop("Fees")),
}


def bank_of(sitting: Sitting, seats: Sequence[Seat] | None = None) -> Bank:
    """The bank of a table; one that nobody has used has nothing in it."""
    if seats is None:
        seats = list(sitting.seats.select_related("player"))
    acts = sitting.bank_acts.select_related("by_user", "by_device", "seat__player").order_by("pk")
    return Bank(sitting, seats, list(acts))


def has_bank(sitting: Sitting) -> bool:
    """Whether a table can have a bank: it plays for amounts, and the club keeps their money. Asks nothing."""
    return isinstance(sitting.typed_rules, InUnits) and unit_of(sitting) is not None


def used_bank(sitting: Sitting) -> Bank | None:
    """The bank, where anything stands in it. It stays one when the club keeps no more money later."""
    if not isinstance(sitting.typed_rules, InUnits):
        return None
    bank = bank_of(sitting)
    return bank if bank.is_used else None


def due_at_closing(sitting: Sitting) -> list[Cause]:
    """What closing the sheet books: with a bank what leaves that, else what the sheet makes due."""
    bank = used_bank(sitting)
    return bank.causes() if bank else causes_of(sitting)


def carried(sitting: Sitting) -> int:
    """The chips of earlier tables that could be brought to this one."""
    unit = sitting.unit
    there = Account.objects.filter(
        club=sitting.club_id, kind=Account.Kind.CARRY, unit=unit.unit, decimals=unit.decimals
    )
    return next((account.balance for account in there), 0)


def _requests(acts: Sequence[BankAct]) -> Iterator[Request]:
    answers = {act.of_id: act for act in acts if act.kind in (DONE.APPROVED, DONE.REFUSED, DONE.WITHDRAWN)}
    undone = {act.of_id: act for act in acts if act.kind == DONE.UNDONE}
    bought: set[object] = set()
    for act in acts:
        if act.kind == DONE.ASKED:
            is_buy_in = act.move == MOVE.BUY_IN
            is_again = is_buy_in and act.seat_id in bought
            request = Request(act, answers.get(act.pk), undone.get(act.pk), is_again)
            if is_buy_in and request.stands:
                bought.add(act.seat_id)
            yield request
