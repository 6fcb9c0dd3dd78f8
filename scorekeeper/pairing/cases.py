"""Worked cases of drawing, standings and prizes in their public form: answered by this code, compared with what they
expect. The form is that of the shared specification of pairing, section 12.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple

from scorekeeper.pairing.brackets import FINAL, RESET, Bracket, double, followed, places, single
from scorekeeper.pairing.drawing import table_sizes
from scorekeeper.pairing.keys import Bye, Event, Game, figures, order
from scorekeeper.pairing.knockout import rebalanced
from scorekeeper.pairing.prizes import Terms, place_amounts, prizes
from scorekeeper.pairing.round_robin import berger

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
    except Unreadable:
        raise
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


class _Winners(NamedTuple):
    """Who wins: the lower number everywhere but in the grand finals named here."""

    finals: Mapping[str, int] = {}
    has_reset: bool = True


_LOWER_WINS: Final = "lower seed number wins"
_WINNERS: Final[Mapping[str, _Winners]] = {
    _LOWER_WINS: _Winners(),
    "lower seed wins, but 2 beats 1 in GF1; 1 wins GF2": _Winners({FINAL: 2, RESET: 1}),
    "lower seed wins, but 2 beats 1 in GF1 and GF2": _Winners({FINAL: 2, RESET: 2}),
    "lower seed wins, but 2 beats 1 in GF1; reset switched off": _Winners({FINAL: 2}, has_reset=False),
}


def _winners(case: Case, allowed: list[str]) -> _Winners:
    """Raises Unreadable where the case decides matches in no way that is known for its kind."""
    rule = case["winner_rule"]
    if rule not in allowed:
        raise Unreadable(f"winner_rule: {rule!r} is not known ({', '.join(map(repr, allowed))})")
    return _WINNERS[rule]


def _single(case: Case) -> Case:
    return _eliminated(single(case["entrants"]), _winners(case, [_LOWER_WINS]))


def _double(case: Case) -> Case:
    winners = _winners(case, [*_WINNERS])
    found = _eliminated(double(case["entrants"], reset=winners.has_reset), winners)
    return {**found, "reset_played": any(name == RESET for name, *_sides in found["matches"])}


def _eliminated(bracket: Bracket, rule: _Winners) -> Case:
    """Played on, match by match."""
    winners: dict[str, int] = {}
    while waiting := [met for met in followed(bracket, winners).values() if met.is_open]:
        for met in waiting:
            winners[met.match.name] = rule.finals.get(met.match.name, min(met.one or 0, met.two or 0))
    played = [met for met in followed(bracket, winners).values() if met.is_played]
    return {
        "matches": [[met.match.name, met.one, met.two, met.winner] for met in played],
        "n_matches": len(played),
        "places": {str(who): place for who, place in places(bracket, winners).items()},
    }


def _round_robin(case: Case) -> Case:
    return {"rounds": [[list(game) for game in games] for games in berger(case["entrants"])]}


def _rebalance(case: Case) -> Case:
    found = rebalanced(case["sizes"], case["max_seats"])
    target = {str(table): many for table, many in found.target.items()}
    return {"expected": {"broken": list(found.broken), "target": target, "moves": found.moves}}


KINDS: Final[Mapping[str, Callable[[Case], Case]]] = {
    "tiebreak": _tiebreak,
    "payout": _payout,
    "split34": _split34,
    "single_elimination": _single,
    "double_elimination": _double,
    "round_robin": _round_robin,
    "rebalance": _rebalance,
}
