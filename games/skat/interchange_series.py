"""The public form of a series: a list of (dealer, declarer, score) with names.

The only place of Skat that knows names.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeGuard

from games.core.record import load
from games.core.text import Text, gettext_noop
from games.core.values import InvalidRecord, Problem
from games.skat.interchange import Plain, as_object, refuse
from games.skat.reading import Data, Found
from games.skat.rules import SkatRules
from games.skat.series import (
    LOST_BONUS,
    OTHERS_BONUS,
    SYSTEMS,
    WON_BONUS,
    Played,
    bierlachs_losers,
    measures_of,
    weighed,
)

_SENTENCES: Final = (
    ("table_size", "table_size", gettext_noop("Skat is played at a table of three or four.")),
    (
        "players_do_not_match_table",
        "players",
        gettext_noop("There must be as many different players as seats."),
    ),
    ("system_unknown", "system", gettext_noop("There is no such scoring system.")),
    ("hands_malformed", "hands", gettext_noop("The hands must be a list.")),
    ("hand_malformed", "hands", gettext_noop("A hand must be an object.")),
    ("dealer_not_at_table", "dealer", gettext_noop("The dealer is not at this table.")),
    ("dealer_out_of_turn", "dealer", gettext_noop("Somebody else should have dealt this hand.")),
    ("declarer_not_at_table", "declarer", gettext_noop("The declarer is not at this table.")),
    (
        "dealer_cannot_declare_at_four",
        "declarer",
        gettext_noop("At a table of four the dealer sits out."),
    ),
    ("score_not_integer", "score", gettext_noop("The score must be a whole number.")),
    ("score_out_of_range", "score", gettext_noop("No hand of Skat is worth so much.")),
    ("passed_hand_has_score", "score", gettext_noop("A passed hand has no score.")),
    ("played_hand_without_score", "score", gettext_noop("A played hand must have a score.")),
    ("hand_after_end", "hands", gettext_noop("The list is complete.")),
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
