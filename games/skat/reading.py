"""Reading a played or a passed hand: each check of the rules file, in its order.

The checks work on plain values, because shape and rule problems come in one mixed order that a
validation library cannot give. What they let through is a valid record that can be scored.
"""

from collections.abc import Mapping
from typing import Any, TypeGuard

from games.core.record import field_unknown
from games.core.values import Problem
from games.skat import refusals
from games.skat.hand import SkatHand
from games.skat.refusals import REFUSALS
from games.skat.rules import SkatRules
from games.skat.values import (
    ALL_POINTS,
    ALL_TRICKS,
    BASES,
    IMPOSSIBLE_POINTS,
    LEGAL_BIDS,
    MOST_IN_SKAT,
    MOST_MATADORS,
    NULL_VALUES,
    POINTS_BY_TRICKS,
)

Data = Mapping[str, Any]
Found = list[Problem]

MOST_BOCK_ROUNDS = 9
_OUTCOME_FIELDS = frozenset({"won", "schneider", "schwarz"})
_FIELDS = frozenset(field.alias or name for name, field in SkatHand.model_fields.items())


def played_problems(data: Data, rules: SkatRules) -> Found:
    """What is wrong with a hand with a declarer, apart from seats and the course of the list."""
    found: Found = []
    contract = data.get("contract")
    if type(contract) is not str or (contract not in BASES and contract != "null"):
        found.append(REFUSALS["contract_unknown"])
        contract = None
    _flags(data, found)
    _numbers(data, found)
    if contract == "null":
        _null(data, found)
    elif contract is not None:
        _trump_game(data, contract, rules, found)
    _result(data, contract, found)
    if contract == "null" and rules.null_overbid == "reject":
        _null_below_bid(data, found)
    _bock_rounds(data, found)
    return found


def passed_problems(data: Data) -> Found:
    """What is wrong with a passed hand: it has no other fields."""
    found: Found = []
    _flags(data, found)
    if any(_is_set(name, value) for name, value in data.items() if name in _FIELDS):
        found.append(REFUSALS["passed_takes_no_input"])
    return found


def unknown_fields(data: Data, known: frozenset[str] = _FIELDS) -> Found:
    """One problem for each field no such record has."""
    if known.issuperset(data):
        return []
    return [field_unknown(str(name)) for name in data if name not in known]


def _is_set(name: str, value: object) -> bool:
    if name in {"kind", "dealer"} or value is None:
        return False
    if name in refusals.FLAGS:
        return value is not False
    return value != {"contract": "passed", "bock_rounds": 0}.get(name)


def _flags(data: Data, found: Found) -> None:
    for name in refusals.FLAGS:
        value = data.get(name, False)
        if value is not False and value is not True:
            found.append(refusals.FLAG_NOT_BOOLEAN[name])
    if data.get("re") and not data.get("kontra"):
        found.append(REFUSALS["re_needs_kontra"])


def _numbers(data: Data, found: Found) -> None:
    bid = data.get("bid")
    if bid is not None:
        if type(bid) is not int:
            found.append(REFUSALS["bid_not_integer"])
        elif bid not in LEGAL_BIDS:
            found.append(REFUSALS["bid_not_legal"])
    _count(data.get("declarer_points"), ALL_POINTS, "points", found)
    _count(data.get("declarer_tricks"), ALL_TRICKS, "tricks", found)


def _count(value: object, most: int, name: str, found: Found) -> None:
    if value is None:
        return
    if type(value) is not int:
        found.append(REFUSALS[f"{name}_not_integer"])
    elif not 0 <= value <= most:
        found.append(REFUSALS[f"{name}_out_of_range"])


def _null(data: Data, found: Found) -> None:
    if data.get("matadors") is not None or data.get("with") is not None:
        found.append(REFUSALS["null_has_no_matadors"])
    for name in refusals.ANNOUNCEMENTS:
        if data.get(name):
            found.append(refusals.NULL_HAS_NO_ANNOUNCEMENTS[name])
    if data.get("declarer_points") is not None:
        found.append(REFUSALS["null_has_no_points"])


def _trump_game(data: Data, contract: str, rules: SkatRules, found: Found) -> None:
    matadors = data.get("matadors")
    if matadors is None:
        found.append(REFUSALS["matadors_missing"])
    elif type(matadors) is not int:
        found.append(REFUSALS["matadors_not_integer"])
    if type(data.get("with")) is not bool:
        found.append(REFUSALS["with_without_missing"])
    if type(matadors) is int and not 1 <= matadors <= MOST_MATADORS[contract]:
        found.append(refusals.MATADORS_OUT_OF_RANGE[MOST_MATADORS[contract]])
    if not data.get("hand") and not rules.announce_without_hand:
        _announced_without_hand(data, found)


def _announced_without_hand(data: Data, found: Found) -> None:
    for name in refusals.ANNOUNCEMENTS:
        if data.get(name):
            found.append(refusals.ANNOUNCEMENT_NEEDS_HAND[name])
    if data.get("ouvert"):
        found.append(REFUSALS["ouvert_needs_hand"])


def _result(data: Data, contract: str | None, found: Found) -> None:
    points, tricks = data.get("declarer_points"), data.get("declarer_tricks")
    if data.get("outcome") is not None:
        if points is not None or tricks is not None:
            found.append(REFUSALS["result_given_twice"])
        _outcome(data["outcome"], contract, found)
    elif contract is None:
        return
    elif (tricks if contract == "null" else points) is None:
        found.append(REFUSALS["result_missing"])
    elif contract != "null" and type(points) is int and 0 <= points <= ALL_POINTS:
        _played_out(points, tricks, found)


def _outcome(outcome: object, contract: str | None, found: Found) -> None:
    if not _well_formed(outcome):
        found.append(REFUSALS["outcome_malformed"])
    elif contract == "null" and (outcome.get("schneider") or outcome.get("schwarz")):
        found.append(refusals.NULL_LEVELS)


def _well_formed(outcome: object) -> TypeGuard[Data]:
    return (
        isinstance(outcome, Mapping)
        and "won" in outcome
        and _OUTCOME_FIELDS.issuperset(outcome)
        and all(type(value) is bool for value in outcome.values())
    )


def _played_out(points: int, tricks: object, found: Found) -> None:
    """Only the tricks tell schwarz from schneider, and only at the ends of the scale."""
    if points in IMPOSSIBLE_POINTS:
        found.append(REFUSALS["points_impossible"])
    elif tricks is None:
        if points == ALL_POINTS or points <= MOST_IN_SKAT:
            found.append(REFUSALS["tricks_required"])
    elif type(tricks) is int and 0 <= tricks <= ALL_TRICKS:
        fewest, most = POINTS_BY_TRICKS[tricks]
        if not fewest <= points <= most:
            found.append(REFUSALS["points_tricks_conflict"])


def _null_below_bid(data: Data, found: Found) -> None:
    bid = data.get("bid")
    value = NULL_VALUES[bool(data.get("hand")), bool(data.get("ouvert"))]
    if type(bid) is int and bid in LEGAL_BIDS and bid > value:
        found.append(REFUSALS["null_below_bid"])


def _bock_rounds(data: Data, found: Found) -> None:
    rounds = data.get("bock_rounds", 0)
    if type(rounds) is not int:
        found.append(REFUSALS["bock_rounds_not_integer"])
    elif not 0 <= rounds <= MOST_BOCK_ROUNDS:
        found.append(REFUSALS["bock_rounds_out_of_range"])
