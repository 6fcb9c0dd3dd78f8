"""The bank of a table as its pages show it."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import uuid4

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.text import Text
from scorekeeper.common.texts import amount_words, isolated
from scorekeeper.payouts.models import BankAct
from scorekeeper.payouts.policies import can_ask_bank, can_keep_bank
from scorekeeper.payouts.selectors.bank import Bank, Line, Request
from scorekeeper.payouts.tables import bank_table
from scorekeeper.play.actors import Actor
from scorekeeper.play.policies import Standpoint
from scorekeeper.play.selectors.names import full_names, names_of

MOVE = BankAct.Move
WORDS: Final = {
    MOVE.BUY_IN: gettext_noop("{name}, buy-in"),
    MOVE.CASH_OUT: gettext_noop("{name}, cash-out"),
    MOVE.CARRY: gettext_noop("Chips of an earlier table"),
}
AGAIN: Final = gettext_noop("{name}, re-buy")


def told_bank(bank: Bank, by: Actor, who: Standpoint) -> Mapping[str, Any]:
    """Everything its templates need: a line a seat, and every request, the newest first."""
    is_open, keeps = bank.sitting.is_open, can_keep_bank(who)
    full, short = full_names(bank.seats), names_of(bank.sitting, bank.seats)
    told = {
        "unit": bank.unit,
        "is_used": bank.is_used,
        "balance": bank.balance if is_open else 0,
        "brought": bank.brought,
        "has_stacks": any(line.stack is not None for line in bank.lines),
        "lines": [_line(line, full, short, may_ask=is_open and can_ask_bank(who, line.seat)) for line in bank.lines],
        "requests": [_request(one, by, is_open=is_open, keeps=keeps) for one in reversed(bank.requests)],
        "waiting": [_request(one, by, is_open=is_open, keeps=keeps) for one in bank.waiting],
    }
    name = _("Bank of {table}").format(table=bank.sitting.name)
    return {**told, "table": bank_table(told, name, is_open=is_open)}


def waits_words(bank: Bank, who: Standpoint) -> str:
    """What somebody who keeps the bank is to answer, in a line; empty for everybody else."""
    if not (can_keep_bank(who) and bank.sitting.is_open and bank.waiting):
        return ""
    told = [
        f"{asked_words(one.asked, again=one.is_again)!s}: {amount_words(one.asked.amount, bank.unit)}"
        for one in bank.waiting
    ]
    return _("The bank is asked: {what}.").format(what="; ".join(told))


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


def _request(one: Request, by: Actor, *, is_open: bool, keeps: bool) -> dict[str, Any]:
    newest = one.undone or one.answer or one.asked
    mine = (by.user is not None and one.asked.by_user_id == by.user.pk) or (
        by.device is not None and one.asked.by_device_id == by.device.pk
    )
    return {
        "asked": one.asked,
        "words": asked_words(one.asked, again=one.is_again),
        "newest": newest,
        "who": str(newest.by_user or newest.by_device or ""),
        "asker": str(one.asked.by_user or one.asked.by_device or ""),
        "waits": one.waits,
        "stands": one.stands,
        "may_answer": is_open and keeps and one.waits,
        "may_withdraw": is_open and mine and one.waits,
        "may_undo": is_open and keeps and one.stands,
    }
