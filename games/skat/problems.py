"""Why a hand is refused: first the hand itself, then its seats and the course of the list."""

from typing import cast

from games.core.record import kind_of
from games.skat.hand import HANDS, RamschHand
from games.skat.ramsch import ramsch_problems
from games.skat.reading import Data, Found, passed_problems, played_problems, unknown_fields
from games.skat.refusals import REFUSALS
from games.skat.rules import SkatRules
from games.skat.state import SkatTable, active_seats, is_over

_RAMSCH_FIELDS = frozenset(RamschHand.model_fields)


def problems(data: object, rules: SkatRules, table: SkatTable) -> Found:
    """Every reason to refuse this hand, in the order of the rules file; empty if there is none."""
    problem, kind = kind_of(HANDS, data)
    if problem is not None:
        return [problem]
    data = cast("Data", data)
    if len(table.seats) not in {3, 4}:
        return [REFUSALS["table_size"]]
    found = _hand_problems(kind, data, rules, table)
    if is_over(table.state, len(table.seats)):
        found.append(REFUSALS["hand_after_end"])
    found += unknown_fields(data, _RAMSCH_FIELDS) if kind == "ramsch" else unknown_fields(data)
    return found


def _hand_problems(kind: str, data: Data, rules: SkatRules, table: SkatTable) -> Found:
    dealer = data.get("dealer")
    dealt = table.dealer if dealer is None else dealer
    if kind == "played":
        found = played_problems(data, rules)
        _dealer(dealt, table, found)
        _declarer(data.get("declarer"), dealt, table, found)
        return found
    if kind == "passed":
        found = passed_problems(data)
        _dealer(dealt, table, found)
        return found
    at_fault: Found = []
    _dealer(dealt, table, at_fault)
    seats = table.seats[:3] if at_fault else active_seats(table, dealt)
    return ramsch_problems(data, rules, seats) + at_fault


def _dealer(dealt: object, table: SkatTable, found: Found) -> None:
    if type(dealt) is not int:
        found.append(REFUSALS["dealer_not_integer"])
    elif dealt not in table.seats:
        found.append(REFUSALS["dealer_not_at_table"])


def _declarer(declarer: object, dealt: object, table: SkatTable, found: Found) -> None:
    if declarer is None:
        found.append(REFUSALS["declarer_missing"])
    elif type(declarer) is not int:
        found.append(REFUSALS["declarer_not_integer"])
    elif declarer not in table.seats:
        found.append(REFUSALS["declarer_not_at_table"])
    elif type(dealt) is int and declarer == dealt and len(table.seats) == 4:
        found.append(REFUSALS["dealer_cannot_declare_at_four"])
