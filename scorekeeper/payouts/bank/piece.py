"""The bank of a table as its pages show it, and what of it keeps a sheet from closing."""

from collections.abc import Iterator, Mapping
from typing import Any, Final
from uuid import uuid4

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text, Value, pgettext
from games.core.values import Problem
from scorekeeper.common.texts import amount_words, isolated, translated
from scorekeeper.payouts.bank.reads import Bank, Line, Request, has_asked
from scorekeeper.payouts.models import BankAct
from scorekeeper.payouts.policies import can_ask_bank, can_keep_bank
from scorekeeper.payouts.tables import bank_table
from scorekeeper.play.actors import Actor
from scorekeeper.play.policies import Standpoint
from scorekeeper.play.sheet.rows import full_names, names_of


def waiting_problems(bank: Bank) -> Iterator[Problem]:
    """One for each request that nobody has answered. Refuses `bank_waits`."""
    names = names_of(bank.sitting, bank.seats)
    seats = {seat.pk: seat.number for seat in bank.seats}
    for request in bank.waiting:
        amount = amount_words(request.asked.amount, bank.unit)
        name = isolated(names[seats[request.asked.seat_id]]) if request.asked.seat_id else ""
        text = WAITS[BankAct.Move(request.asked.move)]
        yield Problem("bank_waits", "", Text(text, {"name": name, "amount": amount}))


def bank_problems(bank: Bank) -> Iterator[Problem]:
    """Why in is not out: whoever still has something, or has taken more than they had; none where it is. Refuses
    `bank_not_empty`, `bank_short`, as `_of_line`."""
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
    """Refuses `stack_left`, `stack_short`."""
    stack = line.stack or 0
    values: dict[str, Value] = {"name": name, "amount": amount_words(abs(stack), bank.unit)}
    if stack > 0:
        return Problem("stack_left", "", Text(LIES, values))
    return Problem("stack_short", "", Text(TOO_MUCH if line.cashed else NEVER, values))


WAITS: Final = {
    BankAct.Move.BUY_IN: gettext_noop("{name} has asked for a buy-in of {amount}. Approve or refuse it first."),
    BankAct.Move.CASH_OUT: gettext_noop("{name} has asked for a cash-out of {amount}. Approve or refuse it first."),
    BankAct.Move.CARRY: gettext_noop("Chips from an earlier table ({amount}) are waiting for approval."),
}
LIES: Final = gettext_noop(
    "The bank does not balance: {name} still has {amount} on the table. Cash out the chips, or correct the wrong hand."
)
TOO_MUCH: Final = gettext_noop(
    "The bank does not balance: {name} cashed out {amount} more than the sheet shows. Reverse"
    " the cash-out, or correct the wrong hand."
)
NEVER: Final = gettext_noop(
    "The bank does not balance: {name} has lost {amount} more than was bought in. Book the "
    "missing buy-in, or correct the wrong hand."
)
BANK: Final = gettext_noop("The bank does not balance: this table’s bank still holds {amount}. Cash it out first.")
BANK_SHORT: Final = gettext_noop(
    "The bank does not balance: {amount} more was cashed out than was bought in. Check the table’s bank."
)


MOVE = BankAct.Move
WORDS: Final = {
    MOVE.BUY_IN: pgettext("heading", "{name}, buy-in"),
    MOVE.CASH_OUT: pgettext("heading", "{name}, cash-out"),
    MOVE.CARRY: gettext_noop("Chips from an earlier table"),
}
AGAIN: Final = pgettext("heading", "{name}, re-buy")


def bank_shown(bank: Bank, by: Actor, who: Standpoint) -> Mapping[str, Any]:
    """Everything its templates need: a line a seat, and every request, the newest first."""
    is_open, keeps = bank.sitting.is_open, can_keep_bank(who)
    full, short = full_names(bank.seats), names_of(bank.sitting, bank.seats)
    shown = {
        "unit": bank.unit,
        "is_used": bank.is_used,
        "balance": bank.lies_there,
        "brought": bank.brought,
        "has_stacks": any(line.stack is not None for line in bank.lines),
        "lines": [_line(line, full, short, may_ask=is_open and can_ask_bank(who, line.seat)) for line in bank.lines],
        "requests": [_request(request, by, is_open=is_open, keeps=keeps) for request in reversed(bank.requests)],
        "waiting": [_request(request, by, is_open=is_open, keeps=keeps) for request in bank.waiting],
    }
    name = _("Bank of {table}").format(table=bank.sitting.name)
    return {**shown, "table": bank_table(shown, name, is_open=is_open)}


def waits_words(bank: Bank, who: Standpoint) -> str:
    """What somebody who keeps the bank is to answer, in a line; empty for everybody else."""
    if not (can_keep_bank(who) and bank.sitting.is_open and bank.waiting):
        return ""
    sentences = [
        f"{translated(asked_words(waits.asked, again=waits.is_again))}: {amount_words(waits.asked.amount, bank.unit)}"
        for waits in bank.waiting
    ]
    return _("Waiting for the bank’s approval: {what}.").format(what="; ".join(sentences))


def asked_words(asked: BankAct, *, again: bool = False) -> Text:
    """Who asked for what: "Anna, buy-in"."""
    name = isolated(asked.seat.player.name) if asked.seat else ""
    return Text(AGAIN if again else WORDS[MOVE(asked.move)], {"name": name})


def _line(line: Line, full: Mapping[int, str], short: Mapping[int, str], *, may_ask: bool) -> dict[str, Any]:
    number = line.seat.number
    return {
        "line": line,
        "name": full[number],
        "short": short[number],
        "key": str(uuid4()) if may_ask and line.stack and line.stack > 0 else "",
    }


def _request(request: Request, by: Actor, *, is_open: bool, keeps: bool) -> dict[str, Any]:
    newest = request.newest
    return {
        "asked": request.asked,
        "words": asked_words(request.asked, again=request.is_again),
        "newest": newest,
        "who": str(newest.by_user or newest.by_device or ""),
        "asker": str(request.asked.by_user or request.asked.by_device or ""),
        "waits": request.waits,
        "stands": request.stands,
        "may_answer": is_open and keeps and request.waits,
        "may_withdraw": is_open and request.waits and has_asked(by, request.asked),
        "may_undo": is_open and keeps and request.stands,
    }
