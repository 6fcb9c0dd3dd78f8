"""The JSON file that spliit exports of a group: its participants, and each expense with who paid and whose shares."""

import json
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Any, Final

from games.core.text import gettext_noop
from scorekeeper.spreadsheets.files import MOST_BYTES
from scorekeeper.spreadsheets.refusing import Unreadable
from scorekeeper.transfer.plans.money import MOST_LINES, MOVES_NOTHING, TOO_LONG, MoneyLine, MoneyPlan, shared
from scorekeeper.transfer.plans.plan import IN_FUTURE, NO_DAY, NO_NUMBER, person_name

MOST_PEOPLE: Final = 200
MOST_AMOUNT: Final = 10**12


def is_json(data: bytes) -> bool:
    """Whether a file is one, by how it begins."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"


def group_in(data: bytes) -> dict[str, Any]:
    """The group in a file.

    Raises:
        Unreadable: it is none, or too large.
    """
    if len(data) > MOST_BYTES:
        raise Unreadable(TOO_MANY_BYTES, most=MOST_BYTES // 1000)
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise Unreadable(NO_GROUP) from None
    if not isinstance(found, dict) or not all(
        isinstance(found.get(name), list) for name in ("participants", "expenses")
    ):
        raise Unreadable(NO_GROUP)
    if len(found["participants"]) > MOST_PEOPLE or len(found["expenses"]) > MOST_LINES:
        raise Unreadable(TOO_LONG, most=MOST_LINES)
    return found


def plan_group(data: bytes, today: date) -> MoneyPlan:
    """Each expense as a line, numbered in the order of the file. Amounts are whole cents; whatever the mode of an
    expense, its shares are parts of their sum."""
    group, plan = group_in(data), MoneyPlan()
    people = {}
    for each in group["participants"]:
        if isinstance(each, dict) and isinstance(each.get("name"), str) and isinstance(each.get("id"), str):
            people[each["id"]] = person_name(each["name"], 0, plan)
    currency = _text(group.get("currencyCode")) or _text(group.get("currency"))
    for number, expense in enumerate(group["expenses"], start=1):
        if line := _line(number, expense, people, currency, today, plan):
            plan.lines.append(line)
    return plan


def _line(
    number: int, expense: Any, people: Mapping[str, str], currency: str, today: date, plan: MoneyPlan
) -> MoneyLine | None:
    if not isinstance(expense, dict):
        plan.refuse(number, NO_EXPENSE)
        return None
    day, amount = _day(expense, number, today, plan), expense.get("amount")
    if type(amount) is not int or abs(amount) > MOST_AMOUNT:
        plan.refuse(number, NO_NUMBER, text=str(amount)[:40])
        return None
    payer, weights = people.get(_text(expense.get("paidById"))), _weights(expense.get("paidFor"), people)
    if not payer or not weights or day is None:
        if not payer or not weights:
            plan.refuse(number, NO_EXPENSE)
        return None
    moves = shared(payer, amount, weights, number) if amount else {}
    if len(moves) < 2:
        plan.warn(number, MOVES_NOTHING)
        return None
    return MoneyLine(number, day, _text(expense.get("title")), currency, moves)


def _weights(paid_for: Any, people: Mapping[str, str]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for each in paid_for if isinstance(paid_for, list) else ():
        shares = each.get("shares") if isinstance(each, dict) else None
        name = people.get(_text(each.get("participantId"))) if isinstance(each, dict) else None
        if type(shares) is not int or not 0 <= shares <= MOST_AMOUNT or not name:
            return {}
        found[name] = found.get(name, Fraction()) + shares
    return found if sum(found.values()) else {}


def _day(expense: Mapping[str, Any], number: int, today: date, plan: MoneyPlan) -> date | None:
    text = _text(expense.get("expenseDate"))
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        plan.refuse(number, NO_DAY, text=text[:40])
        return None
    if day > today:
        plan.refuse(number, IN_FUTURE, text=text[:10])
        return None
    return day


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


TOO_MANY_BYTES: Final = gettext_noop("This file is larger than {most} kB.")
NO_GROUP: Final = gettext_noop("This JSON file is not an export from spliit: it has no participants and expenses.")
NO_EXPENSE: Final = gettext_noop("This expense does not show who paid and for whom.")
