"""The public form of a hand and a Ramsch, where no seat has a number and nobody a name.

Each function takes the plain rules and the input of a case and gives what its `expected` would
hold, or raises `InvalidRecord`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeGuard

from games.core.record import NOT_AN_OBJECT, load
from games.core.text import Text, pgettext
from games.core.values import InvalidRecord, Problem
from games.skat.hand import SkatHand
from games.skat.reading import (
    Count,
    Data,
    Found,
    passed_problems,
    played_problems,
    ramsch_problems,
    settle,
    unknown_fields,
)
from games.skat.rules import SkatRules
from games.skat.scoring import score_game
from games.skat.state import (
    LOST_BONUS,
    OTHERS_BONUS,
    SYSTEMS,
    WON_BONUS,
    Played,
    bierlachs_losers,
    measures_of,
    weighed,
)

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
    detail = score_game(load(SkatHand, record), chosen, _PLACES).detail
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


# The public form of a series: a list of (dealer, declarer, score) with names.
#
# The only place of Skat that knows names.

_SENTENCES: Final = (
    ("table_size", "table_size", pgettext("skat", "Skat is played at a table of three or four.")),
    (
        "players_do_not_match_table",
        "players",
        pgettext("skat", "There must be as many different players as seats."),
    ),
    ("system_unknown", "system", pgettext("skat", "There is no such scoring system.")),
    ("hands_malformed", "hands", pgettext("skat", "The hands must be a list.")),
    ("hand_malformed", "hands", pgettext("skat", "A hand must be an object.")),
    ("dealer_not_at_table", "dealer", pgettext("skat", "The dealer is not at this table.")),
    ("dealer_out_of_turn", "dealer", pgettext("skat", "Somebody else should have dealt this hand.")),
    ("declarer_not_at_table", "declarer", pgettext("skat", "The declarer is not at this table.")),
    (
        "dealer_cannot_declare_at_four",
        "declarer",
        pgettext("skat", "At a table of four the dealer sits out."),
    ),
    ("score_not_integer", "score", pgettext("skat", "The score must be a whole number.")),
    ("score_out_of_range", "score", pgettext("skat", "No hand of Skat is worth that much.")),
    ("passed_hand_has_score", "score", pgettext("skat", "A passed hand has no score.")),
    ("played_hand_without_score", "score", pgettext("skat", "A played hand must have a score.")),
    ("hand_after_end", "hands", pgettext("skat", "The list is complete.")),
)
_REFUSALS: Final = {code: Problem(code, field, Text(message)) for code, field, message in _SENTENCES}

_LARGEST_SCORE: Final = 1_000_000


class _Course:
    """Adds up the hands in their order, and knows when Bierlachs is over."""

    def __init__(self, players: Sequence[str], system: str, limit: int) -> None:
        self.players, self.system, self.limit = players, system, limit
        self.totals: list[dict[str, int]] = [{} for _ in players]
        self.finished_after: int | None = None

    def add(self, hand: Played, number: int) -> None:
        for (seat, measure), amount in measures_of(hand).items():
            own = self.totals[seat]
            own[measure] = own.get(measure, 0) + amount
        if self.losers():
            self.finished_after = number

    def losers(self) -> list[str]:
        if self.system != "bierlachs":
            return []
        minus = {seat: own.get("minus", 0) for seat, own in enumerate(self.totals)}
        return [self.players[seat] for seat in bierlachs_losers(minus, self.limit)]


def series(rules: Mapping[str, Any], given: object) -> Plain:
    """A list of hands: each player's game points, counters, bonuses and total."""
    data = as_object(given)
    limit = {"bierlachs_limit": data["limit"]} if "limit" in data else {}
    chosen = load(SkatRules, {**rules, **limit})
    system = data.get("system", chosen.system)
    refuse(_frame_problems(data, system))
    course = _Course(data["players"], system, chosen.bierlachs_limit)
    for index, hand in enumerate(data["hands"]):
        if found := _hand_problems(hand, index, data, course):
            raise InvalidRecord(tuple(found), {"hand": index})
        course.add(_played(hand, data["players"]), index + 1)
    size = len(data["players"])
    rows = zip(data["players"], course.totals, strict=True)
    answer: Plain = {"rows": {name: _row(own, system, size) for name, own in rows}}
    if system == "bierlachs":
        answer |= {"finished_after": course.finished_after, "losers": course.losers()}
    return answer


def _frame_problems(data: Data, system: object) -> Found:
    found: Found = []
    size, players = data.get("table_size"), data.get("players")
    if type(size) is not int or size not in OTHERS_BONUS:
        found.append(_REFUSALS["table_size"])
    if not _named(players) or (not found and len(players) != size):
        found.append(_REFUSALS["players_do_not_match_table"])
    if not isinstance(system, str) or system not in SYSTEMS:
        found.append(_REFUSALS["system_unknown"])
    if not isinstance(data.get("hands"), list):
        found.append(_REFUSALS["hands_malformed"])
    return found


def _named(players: object) -> TypeGuard[list[str]]:
    return (
        isinstance(players, list)
        and all(isinstance(name, str) for name in players)
        and len(set(players)) == len(players)
    )


def _hand_problems(hand: object, index: int, data: Data, course: _Course) -> Found:
    if not isinstance(hand, Mapping):
        return [_REFUSALS["hand_malformed"]]
    players = data["players"]
    dealer, declarer = hand.get("dealer"), hand.get("declarer")
    codes = []
    if dealer not in players:
        codes.append("dealer_not_at_table")
    elif data.get("check_rotation") is not False and dealer != players[index % len(players)]:
        codes.append("dealer_out_of_turn")
    if declarer is not None and declarer not in players:
        codes.append("declarer_not_at_table")
    elif len(players) == 4 and declarer is not None and declarer == dealer:
        codes.append("dealer_cannot_declare_at_four")
    codes += _score_problems(_score(hand), passed=declarer is None)
    if course.finished_after is not None:
        codes.append("hand_after_end")
    return [_REFUSALS[code] for code in codes]


def _score_problems(score: object, *, passed: bool) -> list[str]:
    if type(score) is not int:
        return ["score_not_integer"]
    if abs(score) > _LARGEST_SCORE:
        return ["score_out_of_range"]
    if passed and score != 0:
        return ["passed_hand_has_score"]
    return ["played_hand_without_score"] if not passed and score == 0 else []


def _score(hand: Data) -> Any:
    score = hand.get("score")
    return 0 if score is None else score


def _played(hand: Data, players: Sequence[str]) -> Played:
    declarer = hand.get("declarer")
    return Played(
        seats=tuple(range(len(players))),
        dealer=players.index(hand["dealer"]),
        declarer=None if declarer is None else players.index(declarer),
        score=_score(hand),
    )


def _row(own: Mapping[str, int], system: str, size: int) -> Plain:
    won, lost = own.get("won", 0), own.get("lost", 0)
    others = own.get(f"others_lost_{size}", 0)
    bonus = system in {"seeger", "seeger_fabian"}
    return {
        "game_points": own.get("points", 0),
        "won": won,
        "lost": lost,
        "others_lost": others,
        "passed": own.get("passed", 0),
        "won_bonus": WON_BONUS * won if bonus else 0,
        "lost_bonus": LOST_BONUS * lost if bonus else 0,
        "others_bonus": OTHERS_BONUS[size] * others if system == "seeger_fabian" else 0,
        "total": weighed(own, system),
    }
