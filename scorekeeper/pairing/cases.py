"""Worked cases of drawing, standings and prizes in their public form: answered by this code, compared with what they
expect. The form is that of the shared specification of pairing, section 12.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from scorekeeper.pairing.keys import Bye, Event, Game, figures, order
from scorekeeper.pairing.prizes import Terms, place_amounts, prizes
from scorekeeper.pairing.splitting import table_sizes

Case = Mapping[str, Any]
Difference = tuple[str, object, object]
"""(path in the case, what it expects, what this code finds)"""


class Unreadable(ValueError):
    """Not a case, or of a kind that is not known here; the text says why."""


def differences(case: Case) -> Iterator[Difference]:
    """Where this code finds something else than the case expects.

    Raises:
        Unreadable
    """
    try:
        answer = KINDS[case["kind"]]
    except (KeyError, TypeError):
        raise Unreadable(f"not a case of a known kind ({', '.join(KINDS)})") from None
    try:
        found = answer(case)
        for key, got in found.items():
            yield from _differ(key, case[key], got)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Unreadable(f"not a case of this kind: {error!r}") from None


def _differ(path: str, expected: object, got: object) -> Iterator[Difference]:
    """Objects are compared key by key, all else whole; a number of one type equals the same one of another."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        for key, value in expected.items():
            yield from _differ(f"{path}.{key}", value, got.get(key))
    elif expected != got:
        yield path, expected, got


def _tiebreak(case: Case) -> Case:
    event = Event(
        case["players"],
        case["rounds"],
        [
            Game(number, one, other, Fraction(of_one), Fraction(of_other), bool(forfeited))
            for number, one, other, of_one, of_other, *forfeited in case["games"]
        ],
        [Bye(*bye) for bye in case["byes"]],
        round_robin=case["format"] == "round_robin",
        version=case["rules_version"],
    )
    return {
        "expected": {str(entrant): own for entrant, own in figures(event).items()},
        "order": [list(place.rows) for place in order(event, case["order_keys"])],
    }


def _payout(case: Case) -> Case:
    terms = Terms(weights=case["weights"], unit=case["unit_cents"], tie_unit=case["tie_unit_cents"])
    found = prizes(case["pool_cents"], terms, case["ranking"])
    return {
        "place_amounts": list(place_amounts(case["pool_cents"], case["weights"], case["unit_cents"]).amounts),
        "expected": {str(who): amount for who, amount in found.by_place.items()},
    }


def _split34(case: Case) -> Case:
    sizes = table_sizes(case["players"], (3, 4), 4)
    return {"expected": {"t4": sizes.count(4), "t3": sizes.count(3), "bye": case["players"] - sum(sizes)}}


KINDS: Final[Mapping[str, Callable[[Case], Case]]] = {
    "tiebreak": _tiebreak,
    "payout": _payout,
    "split34": _split34,
}
