"""Ramsch, a house rule: nobody declares, and the most card points lose.

Sources: raschesspiele.de and kneipenskat (the skat goes to the loser), skatspielen.info (the skat
goes with the last trick), koenigsjaeger.de 2013 (the fewest points are credited a won null).
"""

from typing import NamedTuple

from games.skat.hand import RamschHand
from games.skat.reading import Data, Found
from games.skat.refusals import REFUSALS
from games.skat.rules import SkatRules
from games.skat.values import ALL_POINTS, ALL_TRICKS, MOST_IN_SKAT, NULL

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
        known = type(last) is int and last in seats
        return known and data["tricks"][seats.index(last)] > 0
    if ALL_TRICKS in data["tricks"] or rules.passed == "lowest_ramsch_null":
        return True
    tie = data["points"].count(max(data["points"])) > 1
    return rules.ramsch_skat_to == "loser" and not (tie and rules.ramsch_tie == "last_trick")
