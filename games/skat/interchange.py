"""The public form of a hand and a Ramsch, where no seat has a number and nobody a name.

Each function takes the plain rules and the input of a case and gives what its `expected` would
hold, or raises `InvalidRecord`.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from games.core.record import NOT_AN_OBJECT, load
from games.core.values import InvalidRecord
from games.skat.hand import SkatHand
from games.skat.ramsch import Count, ramsch_problems, settle
from games.skat.reading import Data, Found, passed_problems, played_problems, unknown_fields
from games.skat.rules import SkatRules
from games.skat.scoring import tell_game

Plain: TypeAlias = dict[str, Any]

_DECLARER: Final = 1
_PLACES: Final = (0, 1, 2)
_PASSED: Final[Plain] = {
    "won": None,
    "overbid": False,
    "game_value": 0,
    "multiplier": None,
    "declarer_score": 0,
    "levels": [],
}
_RAMSCH_FIELDS: Final = frozenset({"points", "tricks", "skat_points", "skat_to", "tie", "last_trick", "pushes"})


def hand(rules: Mapping[str, Any], given: object) -> Plain:
    """One hand: contract, matadors and result in, value and declarer's score out."""
    chosen, data = load(SkatRules, rules), as_object(given)
    if data.get("contract") == "passed":
        refuse(passed_problems(data) + unknown_fields(data))
        return dict(_PASSED)
    record = {**data, "kind": "played", "declarer": _DECLARER, "dealer": None}
    refuse(played_problems(record, chosen) + unknown_fields(record))
    detail = tell_game(load(SkatHand, record), chosen, _PLACES).detail
    return {
        "won": detail.won,
        "overbid": detail.overbid,
        "game_value": detail.game_value,
        "multiplier": detail.multiplier,
        "declarer_score": detail.declarer_score,
        "levels": list(detail.levels),
    }


def ramsch(rules: Mapping[str, Any], given: object) -> Plain:
    """One Ramsch of three places (0..2); `skat_to` and `tie` may stand in the input."""
    data = as_object(given)
    options = {f"ramsch_{name}": data[name] for name in ("skat_to", "tie") if name in data}
    chosen = load(SkatRules, {**rules, **options})
    refuse(ramsch_problems(data, chosen, _PLACES) + unknown_fields(data, _RAMSCH_FIELDS))
    points, tricks, skat = data["points"], data["tricks"], data.get("skat_points", 0)
    count = Count(points, tricks, skat, data.get("last_trick"), data.get("pushes", 0))
    settled = settle(count, chosen)
    return {
        "scores": list(settled.scores),
        "durchmarsch": settled.durchmarsch,
        "jungfrau": settled.jungfrau,
    }


def as_object(given: object) -> Data:
    """The input of a case, which must be a JSON object."""
    if not isinstance(given, Mapping):
        raise InvalidRecord((NOT_AN_OBJECT,))
    return given


def refuse(found: Found) -> None:
    """Raise what was found, if anything was."""
    if found:
        raise InvalidRecord(tuple(found))
