"""Reading a hand: each check of section 7 from the dealer on, in its order.

The checks work on plain values, because shape and rule problems come in one mixed order that a
validation library cannot give. What they let through is a valid record that can be scored.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from games.core.record import field_unknown
from games.core.values import Problem
from games.tonk.hand import HANDS
from games.tonk.refusals import NO_WAY_OUT, refusal
from games.tonk.rules import TonkRules
from games.tonk.values import OUT

Data: TypeAlias = Mapping[str, Any]
Found: TypeAlias = list[Problem]

_FIELDS = frozenset(name for record in HANDS.values() for name in record.model_fields)
WAYS_OUT = frozenset({"spread", "hits"})


class Entry(NamedTuple):
    """A hand as it was entered, at a table of these seats.

    `by` are the seats that ended it as far as they can be read, in the order of the table; `out` is the
    place of the one who holds no cards. `is_dealt`: the hands are still as they were dealt.
    `counts_unmatched`: section 5, `count`, which a dealt tonk does not follow.
    """

    kind: str
    data: Data
    rules: TonkRules
    seats: tuple[int, ...]
    by: tuple[int, ...]
    out: int | None
    is_dealt: bool
    counts_unmatched: bool


def read_entry(kind: str, data: Data, rules: TonkRules, seats: tuple[int, ...]) -> Entry:
    """Reads who ended the hand; any data will do."""
    given = data.get("by")
    several = given if isinstance(given, list | tuple) else (given,)
    named = [seat for seat in several if type(seat) is int]
    by = tuple([seat for seat in seats if seat in named])
    out = seats.index(by[0]) if kind in OUT and by else None
    is_dealt = kind == "initial_tonk"
    return Entry(kind, data, rules, seats, by, out, is_dealt, rules.count == "unmatched" and not is_dealt)


def who_problems(entry: Entry) -> Found:
    """Dealer, who ended it and how, and whether it comes with counts or with cards."""
    found: Found = []
    dealer = entry.data.get("dealer")
    if dealer is not None and not _is_at_table(dealer, entry):
        found.append(refusal("unknown_player", "dealer"))
    _by(entry, found)
    _out_by(entry, found)
    if entry.data.get("totals") is not None and entry.data.get("hands") is not None:
        found.append(refusal("totals_and_hands"))
    return found


def unknown_fields(data: Data) -> Found:
    """One problem for each field no hand of Tonk has."""
    if _FIELDS.issuperset(data):
        return []
    return [field_unknown(str(name)) for name in data if name not in _FIELDS]


def _is_at_table(seat: object, entry: Entry) -> bool:
    return type(seat) is int and seat in entry.seats


def _by(entry: Entry, found: Found) -> None:
    by = entry.data.get("by")
    if entry.kind == "stock_out":
        if by is not None:
            found.append(refusal("by_not_allowed"))
    elif entry.is_dealt:
        _declarers(by, entry, found)
    elif type(by) is not int:
        found.append(refusal("by_required"))
    elif by not in entry.seats:
        found.append(refusal("unknown_player", "by"))


def _declarers(by: object, entry: Entry, found: Found) -> None:
    seats = [seat for seat in by if seat is not None] if isinstance(by, list | tuple) else []
    if not seats or any(type(seat) is not int for seat in seats):
        found.append(refusal("by_required"))
        return
    if not set(entry.seats).issuperset(seats):
        found.append(refusal("unknown_player", "by"))
    if len(set(seats)) < len(seats):
        found.append(refusal("duplicate_player", "by"))


def _out_by(entry: Entry, found: Found) -> None:
    out_by, rules = entry.data.get("out_by"), entry.rules
    if out_by is None:
        differ = rules.tonk_out_multiplier != rules.tonk_out_hits_multiplier
        if entry.kind == "tonk_out" and differ:
            found.append(refusal("out_by_required"))
    elif entry.kind != "tonk_out":
        found.append(refusal("out_by_invalid"))
    elif not isinstance(out_by, str) or out_by not in WAYS_OUT:
        found.append(NO_WAY_OUT)
