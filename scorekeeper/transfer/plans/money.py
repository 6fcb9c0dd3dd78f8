"""Money that is brought along: where everybody stood, and who paid what for whom, each line as what it moves.

A line moves more than zero for whom it is to get, less for whom it is to give, and nothing in sum. Cents that a share
does not come out in go by the rule of the book (`games.core.settling`), one turn further from line to line. The JSON
file that spliit exports of a group becomes such lines.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Any, Final

from games.core.settling import InUnits, rounded
from games.core.text import gettext_noop
from scorekeeper.common.names import alphabetical
from scorekeeper.spreadsheets.cells import Calendar, whole
from scorekeeper.spreadsheets.files import MOST_BYTES
from scorekeeper.spreadsheets.heads import is_sum
from scorekeeper.spreadsheets.reading import Reading, Wanted, title_of
from scorekeeper.spreadsheets.tables import Row
from scorekeeper.spreadsheets.texts import Unreadable
from scorekeeper.transfer.plans.plan import (
    IN_FUTURE,
    NO_DAY,
    NO_NAMES,
    NO_NUMBER,
    NOTHING,
    Days,
    Plan,
    name_in_row,
    names_somebody,
    person_name,
)

OF_LEDGER: Final = Wanted(
    (
        "date", "what", "category", "amount", "currency", "payer", "for", "shares", "split_mode", "reimbursement",
        "original", "original_currency", "rate",
    ),
    needs=("amount",),
)  # fmt: skip
OF_BALANCES: Final = Wanted(("name", "first", "last", "balance", "currency"), needs=("balance",))
MOST_LINES: Final = 2_000
MOST_UNPAID: Final = 40  # lines of which is asked who paid
WHOLE_CURRENCIES: Final = {"JPY", "KRW", "CLP", "HUF", "ISK", "VND", "IDR", "¥"}  # of which people count no hundredths
NETS_DECIMALS: Final = 4  # exports split without rounding
APART: Final = re.compile(r"\s*[,;/+&|]\s*")
EVERYBODY: Final = {"all", "alle", "everybody", "todos", "все", "ਸਾਰੇ", "બધા"}
WEIGHTED: Final = re.compile(r"(.+?)(?:(?:\s+x\s*|\s*[×:]\s*)(\d{1,3})|\s*\((\d{1,3})\))")


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """What a line of the file moves, in the smallest unit: {name: amount}."""

    number: int
    day: date | None
    what: str
    currency: str
    moves: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Unpaid:
    """A line that does not say who paid: one of these, who have no share in it."""

    number: int
    what: str
    names: tuple[str, ...]


@dataclass(slots=True)
class MoneyPlan(Plan):
    """What would be booked, and the lines of which somebody has to say who paid."""

    lines: list[MoneyLine] = field(default_factory=list)
    unpaid: list[Unpaid] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """Everybody in it, in the order of the alphabet."""
        return sorted({name for line in self.lines for name in line.moves}, key=alphabetical)

    @property
    def currencies(self) -> list[str]:
        return list(dict.fromkeys(line.currency for line in self.lines))

    def digest(self) -> str:
        """The hash of what would be booked."""
        plain = [
            [line.day.isoformat() if line.day else "", line.what, line.currency, sorted(line.moves.items())]
            for line in self.lines
        ]
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()

    def totals(self) -> dict[tuple[str, str], int]:
        """{(name, currency): what all lines come to}."""
        found: Counter[tuple[str, str]] = Counter()
        for line in self.lines:
            for name, amount in line.moves.items():
                found[name, line.currency] += amount
        return dict(found)


def evened(nets: Mapping[str, Fraction], turn: int) -> dict[str, int]:
    """Amounts that sum to zero in whole units, those of zero left out."""
    scale = lcm(*(net.denominator for net in nets.values()))
    coins = rounded({name: int(net * scale) for name, net in nets.items()}, scale, turn).nets
    return {name: amount // scale for name, amount in coins.items() if amount}


def shared(payer: str, amount: int, weights: Mapping[str, Fraction], turn: int) -> dict[str, int]:
    """What it moves that one pays an amount for those who share it by these weights."""
    whole_of_it = sum(weights.values())
    nets = {name: -amount * weight / whole_of_it for name, weight in weights.items()}
    nets[payer] = nets.get(payer, Fraction()) + amount
    return evened(nets, turn)


def counted_in(currency: str, unit: InUnits) -> InUnits:
    """What the amounts of a currency are counted in; of a file without one, the unit it is booked in."""
    if not currency:
        return unit
    return InUnits.model_construct(unit=currency, decimals=0 if currency.upper() in WHOLE_CURRENCIES else 2)


def plan_balances(reading: Reading, unit: InUnits) -> MoneyPlan:
    """One row a person with where they stand: more than zero is to get, less owes. All rows are one line."""
    plan = MoneyPlan(ignored=reading.unread)
    if not names_somebody(reading) or "balance" not in reading.columns:
        plan.refuse(0, NO_NAMES if "balance" in reading.columns else NO_AMOUNTS)
        return plan
    moves: dict[str, dict[str, int]] = {}
    for row in reading.rows:
        typed, currency = reading.columns.of(row.cells, "balance"), reading.columns.of(row.cells, "currency").strip()
        if is_sum(reading.person(row)):
            continue
        name = name_in_row(row, reading, plan)
        counted = counted_in(currency, unit)
        amount = whole(typed, counted.decimals, counted.unit) if typed not in NOTHING else 0
        if amount is None:
            plan.refuse(row.number, NO_NUMBER, text=typed[:40])
        elif name and name in moves.get(currency, {}):
            plan.refuse(row.number, TWICE_HERE, name=name)
        elif name:
            moves.setdefault(currency, {})[name] = amount
    for currency, own in moves.items():
        plan.lines.append(MoneyLine(0, None, "", currency, {name: amount for name, amount in own.items() if amount}))
    return plan


def plan_ledger(
    reading: Reading, calendar: Calendar, today: date, unit: InUnits, payers: Mapping[str, str] = MappingProxyType({})
) -> MoneyPlan:
    """One row for each that was paid: day, what, amount, who paid, for whom. Without a column of payers each person has
    a column of what the row moves for them, as Splitwise writes it; spliit writes each person's share there, less than
    zero but for whoever paid. `payers` says who paid, by the number of a line that does not.
    """
    ledger = _Ledger(reading, MoneyPlan(), unit, payers)
    plan, columns = ledger.plan, reading.columns
    unread = [place for place in columns.unread if place not in ledger.people]
    plan.by_heads = frozenset(ledger.people)
    plan.ignored = [title_of(reading.heads, place) for place in unread]
    if "date" not in columns or not (ledger.people or "payer" in columns):
        plan.refuse(0, NO_DAYS if "date" not in columns else NO_PAYERS)
        return plan
    if len(reading.rows) > MOST_LINES:
        plan.refuse(0, TOO_LONG, most=MOST_LINES)
        return plan
    days = Days(plan, calendar, today)
    for row in reading.rows:
        if _is_total(row, columns.of(row.cells, "what")):
            ledger.check_totals(row)
            continue
        day = days.read(columns.of(row.cells, "date"), row.number)
        moves = ledger.moves(row)
        if day is None or moves is None:
            continue
        if len(moves) < 2:
            plan.warn(row.number, MOVES_NOTHING)
            continue
        what = columns.of(row.cells, "what").strip()
        plan.lines.append(MoneyLine(row.number, day, what, ledger.currency(row), moves))
    return plan


def _is_total(row: Row, what: str) -> bool:
    """A line of sums, as "Total balance" at the foot of Splitwise's file."""
    first = next((cell for cell in row.cells if cell), "")
    return is_sum(first) or what.strip().casefold() in {"total balance", "gesamtsaldo", "saldo total"}


@dataclass(slots=True)
class _Ledger:
    """The columns of a ledger, and how each of its lines is read."""

    reading: Reading
    plan: MoneyPlan
    unit: InUnits
    payers: Mapping[str, str]
    people: dict[int, str] = field(default_factory=dict)
    turn: int = 0
    everybody: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        reading = self.reading
        for place in reading.columns.unread:
            head = "".join(reading.heads[place : place + 1])
            cells = [row[place] for row in reading.rows if row[place] not in NOTHING]
            if head and all(whole(cell, NETS_DECIMALS, self.unit.unit) is not None for cell in cells):
                name = person_name(head, reading.heads_at, self.plan)
                if name:
                    self.people[place] = name

    def currency(self, row: Row) -> str:
        return self.reading.columns.of(row.cells, "currency").strip()[:12]

    def moves(self, row: Row) -> dict[str, int] | None:
        """What a row moves; None with the reason in the plan."""
        counted = counted_in(self.currency(row), self.unit)
        typed = self.reading.columns.of(row.cells, "amount")
        amount = whole(typed, counted.decimals, counted.unit)
        if amount is None:
            self.plan.refuse(row.number, NO_NUMBER, text=typed[:40])
            return None
        self.turn += 1
        columns = self._of_people(row, counted)
        if columns is None:
            return None
        if "split_mode" in self.reading.columns:
            return self._of_spliit(row, amount, columns)
        if "payer" in self.reading.columns:
            return self._of_payer(row, amount, columns)
        return self._of_nets(row, amount, columns)

    def _of_people(self, row: Row, counted: InUnits) -> dict[str, Fraction] | None:
        """What stands in the column of each person, in the smallest unit."""
        found = {}
        for place, name in self.people.items():
            amount = whole(row[place], NETS_DECIMALS, counted.unit) if row[place] not in NOTHING else 0
            if amount is None:
                self.plan.refuse(row.number, NO_NUMBER, text=row[place][:40])
                return None
            found[name] = Fraction(amount, 10 ** (NETS_DECIMALS - counted.decimals))
        return found

    def _of_nets(self, row: Row, amount: int, nets: Mapping[str, Fraction]) -> dict[str, int] | None:
        """Each column says what the row moves: paid less owed. Rounded cents may be off by one for each."""
        rest = sum(nets.values(), Fraction())
        if abs(rest) > len(nets):
            self.plan.refuse(row.number, NOT_ZERO, rest=_plain(rest))
            return None
        paid = sum((net for net in nets.values() if net > 0), Fraction())
        if paid > abs(amount) + len(nets):
            self.plan.refuse(row.number, MORE_THAN_COST, cost=_plain(Fraction(amount)), paid=_plain(paid))
            return None
        if rest:
            largest = max(nets, key=lambda name: (abs(nets[name]), name))
            nets = {**nets, largest: nets[largest] - rest}
        return evened(nets, self.turn) if any(nets.values()) else {}

    def _of_spliit(self, row: Row, amount: int, columns: Mapping[str, Fraction]) -> dict[str, int] | None:
        """Each column says somebody's share, with a minus but for whoever paid."""
        sign = -1 if amount < 0 else 1
        payers = [name for name, share in columns.items() if share * sign > 0]
        without = [name for name, share in columns.items() if not share]
        if not payers and len(without) == 1:
            payers = without
        if not payers and (payer := self.payers.get(str(row.number))) in without:
            payers = [str(payer)]
        if not payers and len(without) > 1 and any(columns.values()) and len(self.plan.unpaid) < MOST_UNPAID:
            what = self.reading.columns.of(row.cells, "what").strip()
            self.plan.unpaid.append(Unpaid(row.number, what, tuple(without)))
            return None
        if len(payers) != 1:
            self.plan.refuse(row.number, NOBODY_PAID)
            return None
        shares = {name: abs(share) for name, share in columns.items() if share}
        sum_of_shares = sum(shares.values(), Fraction())
        if abs(sum_of_shares - abs(amount)) > len(shares):
            self.plan.refuse(row.number, SHARES_DIFFER, sum=_plain(sum_of_shares), cost=_plain(Fraction(amount)))
            return None
        is_even = self.reading.columns.of(row.cells, "split_mode").strip().casefold() == "evenly"
        weights = dict.fromkeys(shares, Fraction(1)) if is_even else shares
        return shared(payers[0], amount, weights, self.turn) if shares else {}

    def _of_payer(self, row: Row, amount: int, columns: Mapping[str, Fraction]) -> dict[str, int] | None:
        """A column says who paid; for whom, another one or the columns of the people."""
        known = self.reading.columns
        payer = person_name(known.of(row.cells, "payer"), row.number, self.plan)
        weights: dict[str, Fraction] | None = {name: share for name, share in columns.items() if share}
        if not weights:
            weights = self._weights(row)
        if not payer or weights is None:
            return None
        if any(weight < 0 for weight in weights.values()) or not sum(weights.values()):
            self.plan.refuse(row.number, NO_SHARES)
            return None
        return shared(payer, amount, weights, self.turn) if amount else {}

    def _weights(self, row: Row) -> dict[str, Fraction] | None:
        """For whom it was paid, by name, with the weights beside them or in a column of their own."""
        columns = self.reading.columns
        typed = columns.of(row.cells, "for").strip()
        if typed in NOTHING or typed.casefold() in EVERYBODY:
            self.everybody = self.everybody or self._everybody()
            return dict.fromkeys(self.everybody, Fraction(1))
        parts = [part for part in APART.split(typed) if part]
        found: dict[str, Fraction] = {}
        listed = [part for part in APART.split(columns.of(row.cells, "shares")) if part]
        for index, part in enumerate(parts):
            weighed = WEIGHTED.fullmatch(part)
            name = person_name(weighed[1] if weighed else part, row.number, self.plan)
            weight = int(weighed[2] or weighed[3]) if weighed else 1
            if listed:
                given = whole(listed[index]) if len(listed) == len(parts) else None
                if given is None:
                    self.plan.refuse(row.number, SHARES_MISSING, count=len(parts))
                    return None
                weight = given
            if not name:
                return None
            found[name] = found.get(name, Fraction()) + weight
        return found

    def _everybody(self) -> list[str]:
        """All whom the file names."""
        columns = self.reading.columns
        names = dict.fromkeys(self.people.values())
        for row in self.reading.rows:
            typed = columns.of(row.cells, "for").strip()
            parts = [] if typed.casefold() in EVERYBODY else APART.split(typed)
            for part in (columns.of(row.cells, "payer"), *parts):
                weighed = WEIGHTED.fullmatch(part)
                if part and not is_sum(part):
                    names |= dict.fromkeys([person_name(weighed[1] if weighed else part, row.number, MoneyPlan())])
        return [name for name in names if name]

    def check_totals(self, row: Row) -> None:
        """Hold a line of sums against the lines above it."""
        currency = self.currency(row)
        nets = self._of_people(row, counted_in(currency, self.unit))
        if nets is None or "payer" in self.reading.columns or "split_mode" in self.reading.columns:
            return
        totals = self.plan.totals()
        for name, written in nets.items():
            came = totals.get((name, currency), 0)
            if abs(written - came) > len(self.plan.lines) + 1:
                values = {"name": name, "written": _plain(written), "should": _plain(Fraction(came))}
                self.plan.refuse(row.number, TOTAL_DIFFERS, **values)


def _plain(amount: Fraction) -> str:
    """An amount of smallest units as text, for a sentence about a file of hundredths."""
    return f"{float(amount) / 100:.2f}"


NO_DAYS: Final = gettext_noop("There is no column “Date” (or “Datum”).")
NO_AMOUNTS: Final = gettext_noop("There is no column “Balance” or “Amount” (or “Saldo”, “Betrag”).")
NO_PAYERS: Final = gettext_noop("No column shows who paid, and none has a person’s name as its heading.")
TOO_LONG: Final = gettext_noop("The file has more than {most} lines. Split it.")
TWICE_HERE: Final = gettext_noop("{name} is listed twice. Combine the two into one line.")
MOVES_NOTHING: Final = gettext_noop("This line changes nothing and is left out.")
NOT_ZERO: Final = gettext_noop("The columns of this line add up to {rest} instead of 0.")
MORE_THAN_COST: Final = gettext_noop("The columns say {paid} was paid, but the cost is {cost}.")
NOBODY_PAID: Final = gettext_noop(
    "This line does not show who paid. A CSV from spliit omits this if the payer has no "
    "share. Import its JSON file instead."
)
SHARES_DIFFER: Final = gettext_noop("The shares add up to {sum}, but the cost is {cost}.")
NO_SHARES: Final = gettext_noop("The shares of this line add up to zero. Name someone it was paid for.")
SHARES_MISSING: Final = gettext_noop("There must be {count} shares, one for each person named.")
TOTAL_DIFFERS: Final = gettext_noop("The total of {name} is {written}, but the lines add up to {should}.")


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
