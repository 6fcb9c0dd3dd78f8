"""Hands for whole lists, and what they add up to by the game's own series functions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import cycle
from random import Random
from typing import Any, Final

from games.core.values import Table
from games.skat import GAME
from games.skat.rules import SkatRules
from games.skat.state import Played, start, totals, weighed

Facts = dict[str, Any]

CONTRACTS: Final = ("diamonds", "hearts", "spades", "clubs", "clubs", "grand", "null")
GRAND_WITH_4: Final[Facts] = {
    "kind": "played",
    "declarer": 0,
    "contract": "grand",
    "matadors": 4,
    "with": True,
    "outcome": {"won": True, "schneider": True},
}
DIAMONDS_WITHOUT_2: Final[Facts] = {
    "kind": "played",
    "declarer": 0,
    "contract": "diamonds",
    "matadors": 2,
    "with": False,
    "outcome": {"won": False},
}
NULL_OUVERT: Final[Facts] = {
    "kind": "played",
    "declarer": 2,
    "contract": "null",
    "ouvert": True,
    "outcome": {"won": True},
}
PASSED: Final[Facts] = {"kind": "passed"}


def plain(declarer: int, contract: str = "clubs", run: int = 1, *, is_with: bool = True, won: bool = True) -> Facts:
    """A game that nothing is added to; null has no matadors."""
    matadors = {} if contract == "null" else {"matadors": run, "with": is_with}
    return {"kind": "played", "declarer": declarer, "contract": contract, **matadors, "outcome": {"won": won}}


def overbid(declarer: int) -> Facts:
    """Clubs with 1 is worth 24; the bid was 48, so that 75 points lose it."""
    numbers = {"bid": 48, "declarer_points": 75, "declarer_tricks": 7}
    return {"kind": "played", "declarer": declarer, "contract": "clubs", "matadors": 1, "with": True, **numbers}


def dealers(size: int) -> Iterator[int]:
    return cycle(range(size))


def whole_list(size: int, length: int, seed: str) -> list[Facts]:
    """As many hands as a list has, varied, the same ones for a seed; the dealer goes round."""
    chance = Random(seed)
    return [_deal(chance, size, dealer) for dealer, _number in zip(dealers(size), range(length), strict=False)]


def _deal(chance: Random, size: int, dealer: int) -> Facts:
    declarer = chance.choice([seat for seat in range(size) if size == 3 or seat != dealer])
    kind = chance.randrange(20)
    if kind == 0:
        return PASSED
    run, is_with = chance.choices((1, 2, 3, 4, 5), (50, 25, 12, 8, 5))[0], chance.random() < 0.55
    won = chance.random() < 0.8
    facts = plain(declarer, chance.choice(CONTRACTS), run, is_with=is_with, won=won)
    if facts["contract"] == "grand":
        facts["matadors"] = min(run, 4)  # there are four jacks
    if kind == 1:
        facts["hand"] = True
    if kind == 2 and facts["contract"] != "null":
        facts["outcome"]["schneider"] = True
    return facts


def expected(hands: Iterable[Mapping[str, Any] | None], size: int, system: str = "seeger_fabian") -> list[int]:
    """The total of each seat; a hand that was struck is None and its deal went round all the same."""
    counted = [
        _played(facts, size, dealer) for dealer, facts in zip(dealers(size), hands, strict=False) if facts is not None
    ]
    sums = totals(counted)
    return [weighed(sums.get(seat, {}), system) for seat in range(size)]


def _played(facts: Mapping[str, Any], size: int, dealer: int) -> Played:
    rules, seats = SkatRules(), tuple(range(size))
    hand, outcome = GAME.judge(dict(facts), rules, Table(seats, 1, dealer, start(rules, size)))
    score = getattr(outcome.detail, "declarer_score", 0)
    return Played(seats, dealer, getattr(hand, "declarer", None), score)


def counts(hands: Sequence[Mapping[str, Any]], size: int) -> tuple[int, int, int]:
    """Won, lost and passed: the check line of the printed list."""
    done = [_played(facts, size, dealer) for dealer, facts in zip(dealers(size), hands, strict=False)]
    won = sum(hand.declarer is not None and hand.score > 0 for hand in done)
    passed = sum(hand.declarer is None for hand in done)
    return won, len(done) - won - passed, passed
