"""Reading a played or a passed hand: each check of the rules file, in its order.

The checks work on plain values, because shape and rule problems come in one mixed order that a
validation library cannot give. What they let through is a valid record that can be scored.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeGuard, cast

from games.core.record import field_unknown, kind_of
from games.core.values import Problem
from games.skat import refusals
from games.skat.hand import HANDS, RamschHand, SkatHand
from games.skat.refusals import REFUSALS
from games.skat.rules import (
    ALL_POINTS,
    ALL_TRICKS,
    BASES,
    IMPOSSIBLE_POINTS,
    LEGAL_BIDS,
    MOST_IN_SKAT,
    MOST_MATADORS,
    NULL,
    NULL_VALUES,
    POINTS_BY_TRICKS,
    SkatRules,
)
from games.skat.state import SkatTable, active_seats, is_over

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


def unknown_fields(data: Data, allowed: frozenset[str] = _FIELDS) -> Found:
    """One problem for each field no such record has."""
    if allowed.issuperset(data):
        return []
    return [field_unknown(str(name)) for name in data if name not in allowed]


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


# Ramsch, a house rule: nobody declares, and the most card points lose.
#
# Sources: raschesspiele.de and kneipenskat (the skat goes to the loser), skatspielen.info (the skat
# goes with the last trick), koenigsjaeger.de 2013 (the fewest points are credited a won null).

DURCHMARSCH = 120
MOST_PUSHES = 9


class Count(NamedTuple):
    """What the three active players counted; `last` is the place (0..2) with the last trick."""

    points: tuple[int, int, int]
    tricks: tuple[int, int, int]
    skat_points: int
    last: int | None
    pushes: int


class Settled(NamedTuple):
    """The scores of the three, and what was special."""

    scores: tuple[int, ...]
    durchmarsch: bool
    jungfrau: bool
    lowest_wins: bool


def count_of(hand: RamschHand, seats: tuple[int, ...]) -> Count:
    """The count of a recorded hand; `seats` are the three active ones."""
    last = None if hand.last_trick is None else seats.index(hand.last_trick)
    return Count(hand.points, hand.tricks, hand.skat_points, last, hand.pushes)


def settle(count: Count, rules: SkatRules) -> Settled:
    """Who scores what."""
    durchmarsch = ALL_TRICKS in count.tricks
    jungfrau = count.tricks.count(0) == 1
    if rules.passed == "lowest_ramsch_null":
        fewest = min(count.points)
        scores = tuple(NULL if points == fewest else 0 for points in count.points)
        return Settled(scores, durchmarsch, jungfrau, lowest_wins=True)
    factor = factor_of(count)
    scores = _march(count) if durchmarsch else _losses(count, rules)
    return Settled(tuple(factor * own for own in scores), durchmarsch, jungfrau, lowest_wins=False)


def factor_of(count: Count) -> int:
    """How often it counts: one player without a trick (jungfrau) doubles, and so does each push."""
    return (2 if count.tricks.count(0) == 1 else 1) << count.pushes


def _march(count: Count) -> tuple[int, ...]:
    return tuple(DURCHMARSCH if tricks else 0 for tricks in count.tricks)


def _losses(count: Count, rules: SkatRules) -> tuple[int, ...]:
    points = _counted(count, rules)
    losers = _losers(points, count.last, rules)
    extra = count.skat_points if rules.ramsch_skat_to == "loser" and len(losers) == 1 else 0
    return tuple(-(own + extra) if place in losers else 0 for place, own in enumerate(points))


def _counted(count: Count, rules: SkatRules) -> list[int]:
    points = list(count.points)
    if rules.ramsch_skat_to == "last_trick" and count.last is not None:
        points[count.last] += count.skat_points
    return points


def _losers(points: list[int], last: int | None, rules: SkatRules) -> list[int]:
    losers = [place for place, own in enumerate(points) if own == max(points)]
    if rules.ramsch_tie == "last_trick" and last in losers:
        return [last]
    return losers


def ramsch_problems(data: Data, rules: SkatRules, seats: tuple[int, ...]) -> Found:
    """What is wrong with a Ramsch of these three active seats (or places 0..2)."""
    found: Found = []
    points, tricks = data.get("points"), data.get("tricks")
    if not _make(tricks, ALL_TRICKS):
        found.append(REFUSALS["ramsch_tricks"])
    skat = data.get("skat_points", 0)
    if type(skat) is not int or not 0 <= skat <= MOST_IN_SKAT or not _make(points, ALL_POINTS - skat):
        found.append(REFUSALS["ramsch_points"])
    if not found and any(own and not won for own, won in zip(points or (), tricks or (), strict=True)):
        found.append(REFUSALS["ramsch_points_without_trick"])
    pushes = data.get("pushes", 0)
    if type(pushes) is not int or not 0 <= pushes <= MOST_PUSHES:
        found.append(REFUSALS["ramsch_pushes"])
    if not found and not _last_trick_known(data, rules, seats):
        found.append(REFUSALS["ramsch_last_trick"])
    return found


def _make(numbers: object, total: int) -> bool:
    """Whether these are three counts that add up to `total`."""
    return (
        isinstance(numbers, list | tuple)
        and len(numbers) == 3
        and all(type(number) is int and number >= 0 for number in numbers)
        and sum(numbers) == total
    )


def _last_trick_known(data: Data, rules: SkatRules, seats: tuple[int, ...]) -> bool:
    last = data.get("last_trick")
    if last is not None:
        is_at_table = type(last) is int and last in seats
        return is_at_table and data["tricks"][seats.index(last)] > 0
    if ALL_TRICKS in data["tricks"] or rules.passed == "lowest_ramsch_null":
        return True
    tie = data["points"].count(max(data["points"])) > 1
    return rules.ramsch_skat_to == "loser" and not (tie and rules.ramsch_tie == "last_trick")


# Why a hand is refused: first the hand itself, then its seats and the course of the list.

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
