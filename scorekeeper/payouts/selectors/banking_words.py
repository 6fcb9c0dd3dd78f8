"""What keeps a sheet with a bank from closing, in words that say what is missing and of whom."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext_noop

from games.core.text import Text, Value
from games.core.values import Problem
from scorekeeper.common.texts import amount_words, isolated
from scorekeeper.payouts.models import BankAct
from scorekeeper.payouts.selectors.bank import Bank, Line
from scorekeeper.play.selectors.names import names_of


def waiting_problems(bank: Bank) -> Iterator[Problem]:
    """One for each request that nobody has answered."""
    names = names_of(bank.sitting, bank.seats)
    seats = {seat.pk: seat.number for seat in bank.seats}
    for request in bank.waiting:
        amount = amount_words(request.asked.amount, bank.unit)
        name = isolated(names[seats[request.asked.seat_id]]) if request.asked.seat_id else ""
        text = WAITS[BankAct.Move(request.asked.move)]
        yield Problem("bank_waits", "", Text(text, {"name": name, "amount": amount}))


def bank_problems(bank: Bank) -> Iterator[Problem]:
    """Why in is not out: whoever still has something, or has taken more than they had; none where it is."""
    if bank.is_out:
        return
    wrong = [line for line in bank.lines if line.stack]
    names = names_of(bank.sitting, bank.seats)
    for line in wrong:
        yield _of_line(bank, line, isolated(names[line.seat.number]))
    if not wrong:
        code, text = ("bank_not_empty", BANK) if bank.rest > 0 else ("bank_short", BANK_SHORT)
        amount = bank.rest - bank.brought if bank.rest > 0 else -bank.rest
        yield Problem(code, "", Text(text, {"amount": amount_words(amount, bank.unit)}))


def _of_line(bank: Bank, line: Line, name: str) -> Problem:
    stack = line.stack or 0
    values: dict[str, Value] = {"name": name, "amount": amount_words(abs(stack), bank.unit)}
    if stack > 0:
        return Problem("stack_left", "", Text(LIES, values))
    return Problem("stack_short", "", Text(TOO_MUCH if line.cashed else NEVER, values))


WAITS: Final = {
    BankAct.Move.BUY_IN: gettext_noop(
        "{name} has asked the bank for a buy-in of {amount}. Approve or refuse it first."
    ),
    BankAct.Move.CASH_OUT: gettext_noop(
        "{name} has asked the bank for a cash-out of {amount}. Approve or refuse it first."
    ),
    BankAct.Move.CARRY: gettext_noop("Chips of an earlier table wait to be approved ({amount})."),
}
LIES: Final = gettext_noop(
    "In is not out: {amount} of {name} still lies on the table. Cash it out, or correct the hand that is wrong."
)
TOO_MUCH: Final = gettext_noop(
    "In is not out: {name} was cashed out {amount} more than the sheet gives. Book the cash-out back, or correct the"
    " hand that is wrong."
)
NEVER: Final = gettext_noop(
    "In is not out: {name} has lost {amount} more than was bought in. Book the missing buy-in, or correct the hand that"
    " is wrong."
)
BANK: Final = gettext_noop("In is not out: {amount} lies in the bank of this table. Cash it out first.")
BANK_SHORT: Final = gettext_noop(
    "In is not out: {amount} more was cashed out than was bought in. Look at the bank of the table."
)
