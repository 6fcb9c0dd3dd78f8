"""The public form of a hand, by its events or by its result: sides, and a score given with it; and of games and
matches, which are lists of entries, judged in their order.

Each function takes the plain rules and the input of a case and gives what its `expected` would
hold, or raises `InvalidRecord`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from games.core.record import NOT_AN_OBJECT, field_unknown, load
from games.core.text import Text, pgettext
from games.core.values import InvalidRecord, Problem
from games.truco.hand import FullHand, QuickHand
from games.truco.reading import Before, Data, Found, forfeit_problems, full_problems, penalty_problems, quick_problems
from games.truco.refusals import call_refused, extra_fields, refused
from games.truco.rules import (
    AGREED,
    BAD_LADDER,
    MOST_POINTS,
    OTHER,
    PLAYERS,
    RULE_SETS,
    SIDES,
    Side,
    TrucoRules,
    bad_player_count,
    climbs,
    is_side,
    is_whole,
)
from games.truco.scoring import Settled, settle
from games.truco.state import Two, display, for_side, hand_kind, index_of, sum_of, winner_at

# The public form of rules: a rule set by its name, and what overrides it.

DEFAULT_SET: Final = "mineiro"

_OF_THE_MATCH: Final = frozenset({"best_of", "start_a", "start_b", *AGREED})
_OPTIONS: Final = frozenset(TrucoRules.model_fields) - _OF_THE_MATCH
_UNKNOWN_SET: Final = Problem(
    "unknown_ruleset", "rules.preset", Text(pgettext("truco", "There is no such set of rules."))
)
_UNKNOWN: Final = Text(pgettext("truco", "There is no such option."))
_BAD: Final = Text(pgettext("truco", "This option cannot be set to that."))
_NUMBER: Final = pgettext("truco", "This must be a whole number from 1 to {most}.")
_NUMBER_OR_NONE: Final = pgettext("truco", "This must be a whole number from 1 to {most}, or null.")
_PLAYERS: Final = Text(pgettext("truco", "This must be a list of 2, 4 and 6, or of some of them."))
_WANTED: Final = {
    **dict.fromkeys(("target", "special_play", "special_pass", "flor_both"), Text(_NUMBER, {"most": MOST_POINTS})),
    "special_at": Text(_NUMBER_OR_NONE, {"most": MOST_POINTS}),
    "players": _PLAYERS,
}


class Agreed(NamedTuple):
    """The rules of a case, and how many may play by them."""

    rules: TrucoRules
    players: tuple[int, ...]

    def check_players(self, count: object) -> None:
        """Refuse a table of another size; None: nobody said."""
        if count is not None and (type(count) is not int or count not in self.players):
            raise InvalidRecord((bad_player_count(self.players),))


def agreed(rules: Mapping[str, Any]) -> Agreed:
    """The rules of a case, or every problem with them."""
    return _agreed(json.dumps(dict(rules), sort_keys=True))


@lru_cache(maxsize=256)
def _agreed(text: str) -> Agreed:
    given = json.loads(text)
    name = given.pop("preset", DEFAULT_SET)
    if not isinstance(name, str) or name not in RULE_SETS:
        raise InvalidRecord((_UNKNOWN_SET,))
    players = given.pop("players", list(PLAYERS))
    if found := _problems(given, players):
        raise InvalidRecord(found)
    return Agreed(load(TrucoRules, {**RULE_SETS[name], **given}), tuple(players))


def _problems(given: Mapping[str, Any], players: object) -> tuple[Problem, ...]:
    """Unknown options first, then values that cannot be, the ladder last."""
    unknown = [Problem("unknown_option", f"rules.{name}", _UNKNOWN) for name in given if name not in _OPTIONS]
    options = [name for name in given if name in _OPTIONS]
    bad = [_bad(name) for name in options if name != "ladder" and not _possible(name, given[name])]
    if not isinstance(players, list) or not players or not all(_seated(count) for count in players):
        bad.append(_bad("players"))
    if "ladder" in given and not (_possible("ladder", given["ladder"]) and climbs(given["ladder"])):
        bad.append(BAD_LADDER)
    return (*unknown, *bad)


def _bad(name: str) -> Problem:
    return Problem("bad_option", f"rules.{name}", _WANTED.get(name, _BAD))


def _seated(count: object) -> bool:
    return type(count) is int and count in PLAYERS


def _possible(name: str, value: object) -> bool:
    try:
        load(TrucoRules, {name: value})
    except InvalidRecord:
        return False
    return True


# The public form of an envido: each call with its side, where a record knows the first and that they alternate.

Plain: TypeAlias = dict[str, Any]

_CALL: Final = frozenset({"by", "call"})
_ORDER: Final = (
    "flor_not_in_ruleset",
    "flor_bad_sequence",
    "flor_no_result",
    "flor_has_result",
    "envido_and_flor_both_scored",
    "envido_not_in_ruleset",
    "envido_no_call",
    "envido_unknown_call",
    "envido_twice_in_a_row",
    "envido_after_falta",
    "envido_bad_order",
    "envido_unanswered",
    "answer_own_raise",
    "envido_declined_has_result",
    "envido_bad_points",
    "mano_required",
    "envido_winner_contradicts_points",
    "envido_no_result",
)


def in_order(found: Found) -> Found:
    """Problems in the order of section 10: bets, then the rest as it was found, unknown fields last."""
    rank = {code: place for place, code in enumerate(_ORDER)}

    def place(problem: Problem) -> int:
        if problem.code == "field_unknown":
            return len(_ORDER) + 1
        of_bet = problem.field.startswith(("envido", "flor"))
        return rank.get(problem.code, -1) if of_bet else len(_ORDER)

    return sorted(found, key=place)


def stored_envido(given: object, rules: TrucoRules, seats: Sequence[int]) -> tuple[Found, object]:
    """What is wrong with the sides of an envido, and the envido as a record has it."""
    calls = given.get("calls") if isinstance(given, Mapping) else None
    if not rules.envido or not isinstance(given, Mapping) or not isinstance(calls, list) or not calls:
        return [], given
    plain = [call if isinstance(call, Mapping) else {} for call in calls]
    sides = [call.get("by") for call in plain]
    first = sides[0] if is_side(sides[0]) else "A"  # said below
    words = [call.get("call") for call in plain]
    stored = {name: value for name, value in given.items() if name != "by"} | {"by": first, "calls": words}
    return _side_faults(sides, given.get("by"), seats) + _call_fields(plain), stored


def _side_faults(sides: Sequence[object], answers: object, seats: Sequence[int]) -> Found:
    """Each fault where it is first made."""
    first: dict[str, Problem] = {}
    last: object = None
    for at, side in enumerate(sides):
        if not is_side(side):
            first.setdefault("unknown_side", call_refused("unknown_side", at))
        elif side == last:
            first.setdefault("envido_twice_in_a_row", call_refused("envido_twice_in_a_row", at, seats, side=side))
        last = side
    found = list(first.values())
    if answers is not None and not is_side(answers):
        found.append(refused("unknown_side", field="envido.by"))
    elif is_side(answers) and answers == last:
        found.append(refused("answer_own_raise", seats, side=answers))
    return found


def _call_fields(calls: Sequence[Plain | Mapping[str, Any]]) -> Found:
    return [problem for at, call in enumerate(calls) for problem in extra_fields(call, _CALL, f"envido.calls.{at}.")]


SEATS: Final = (0, 1)
"""Seats for the sentences, where nobody has a name: one a side."""

_EVENTS: Final = "events."
_DEAL: Final = frozenset({"dealer", "mano"})


class Deal(NamedTuple):
    """What a case says about the deal: the side that dealt, and what is wrong with it."""

    found: Found
    dealer: Side | None


def hand(rules: Mapping[str, Any], given: object) -> Plain:
    """One hand as it was told."""
    chosen, data = agreed(rules).rules, as_object(given)
    score = score_of(data.get("score"), chosen)
    return _answer(score, judged_full(as_object(data.get("hand")), chosen, score, None)[0], chosen)


def quick(rules: Mapping[str, Any], given: object) -> Plain:
    """One hand by its result."""
    chosen, data = agreed(rules).rules, as_object(given)
    score = score_of(data.get("score"), chosen)
    return _answer(score, judged_quick(as_object(data.get("quick")), chosen, score, None)[0], chosen)


def judged_full(entry: Data, rules: TrucoRules, score: Two, turn: Side | None) -> tuple[Settled, Side | None]:
    """A hand by its events, and who dealt it; `turn` is the side whose deal it was."""
    deal = deal_of(entry, turn)
    before = Before(score, deal.dealer, SEATS)
    record = {"events": None} | {name: value for name, value in entry.items() if name not in _DEAL}
    faults, envido = stored_envido(entry.get("envido"), rules, SEATS)
    record["envido"] = envido
    refuse(deal.found + in_order(faults + full_problems(record, rules, before)))
    return settle(load(FullHand, record), rules, before), deal.dealer


def judged_quick(entry: Data, rules: TrucoRules, score: Two, turn: Side | None) -> tuple[Settled, Side | None]:
    """A hand by its result, and who dealt it."""
    deal = deal_of(entry, turn)
    before = Before(score, deal.dealer, SEATS)
    record = {name: value for name, value in entry.items() if name not in _DEAL}
    faults, record["envido"] = stored_envido(entry.get("envido"), rules, SEATS)
    refuse(deal.found + in_order(faults + quick_problems(record, rules, before)))
    return settle(load(QuickHand, record), rules, before), deal.dealer


def deal_of(entry: Data, turn: Side | None) -> Deal:
    """Who dealt: as the entry says, by whoever leads, or by the rotation (section 7)."""
    given = ("dealer", "mano")
    found = [
        refused("unknown_side", field=name)
        for name in given
        if entry.get(name) is not None and not is_side(entry[name])
    ]
    if found:
        return Deal(found, turn)
    dealer, mano = entry.get("dealer"), entry.get("mano")
    if mano is None:
        return Deal([], dealer or turn)
    return Deal([refused("mano_is_dealer_side")] if mano == dealer else [], OTHER[mano])


def score_of(given: object, rules: TrucoRules) -> Two:
    """The score before an entry, which must leave the game open."""
    if not isinstance(given, Mapping) or not all(is_whole(given.get(side), 0) for side in SIDES):
        raise InvalidRecord((refused("bad_score"),))
    score = given["A"], given["B"]
    if min(score) >= rules.target:
        raise InvalidRecord((refused("bad_score"),))
    if winner_at(score, rules.target) is not None:
        raise InvalidRecord((refused("game_already_over"),))
    return score


def _answer(before: Two, settled: Settled, rules: TrucoRules) -> Plain:
    score = sum_of(before, settled.points)
    return {
        "kind": settled.kind,
        "winner": settled.end.winner,
        "value": settled.end.value,
        "decided_by": settled.end.by,
        "points": by_side(settled.points),
        "parts": [part._asdict() for part in settled.parts],
        **standing(score, winner_at(score, rules.target), rules),
    }


def standing(score: Two, winner: Side | None, rules: TrucoRules) -> Plain:
    """Where a game stands: the score, who won, and what the next hand is."""
    kind, decider = (None, None) if winner else hand_kind(score, rules.special_at)
    return {
        "score": by_side(score),
        "display": by_side(display(score, rules.target)),
        "game_over": winner is not None,
        "game_winner": winner,
        "next_kind": kind,
        "next_decider": decider,
    }


def by_side(pair: Two) -> dict[str, int]:
    """A pair as the public form writes it."""
    return dict(zip(SIDES, pair, strict=True))


def as_object(given: object) -> Data:
    """The input of a case, which must be a JSON object."""
    if not isinstance(given, Mapping):
        raise InvalidRecord((NOT_AN_OBJECT,))
    return given


def refuse(found: Found) -> None:
    """Raise what was found, if anything was, with the event it stands at."""
    if found:
        field = found[0].field
        at = field.removeprefix(_EVENTS).partition(".")[0]
        raise InvalidRecord(tuple(found), {"at": int(at)} if field.startswith(_EVENTS) else None)


_BEST_OF: Final = 3
_HANDS: Final = Problem("hands_malformed", "hands", Text(pgettext("truco", "The hands must be a list.")))
_GAMES: Final = Problem("games_malformed", "games", Text(pgettext("truco", "The games must be a list.")))
_BAD_BEST_OF: Final = Problem(
    "bad_best_of", "best_of", Text(pgettext("truco", "A match is the best of an odd number of games."))
)
_BAD_START: Final = pgettext("truco", "A game begins at two whole numbers, both below {target}, which wins it.")
_INCOMPLETE: Final = Problem(
    "game_incomplete", "", Text(pgettext("truco", "This game must end before the next begins."))
)


@dataclass(slots=True)
class _Game:
    """Adds up the entries of a game; `turn` is the side whose deal is next."""

    rules: TrucoRules
    score: Two
    turn: Side | None
    kinds: list[str] = field(default_factory=list)
    points: list[Two] = field(default_factory=list)
    forfeit: Side | None = None
    played: int = 0

    @property
    def winner(self) -> Side | None:
        return OTHER[self.forfeit] if self.forfeit else winner_at(self.score, self.rules.target)

    def add(self, entry: Data) -> None:
        if self.winner is not None:
            raise InvalidRecord((refused("game_already_over"),))
        if "penalty" in entry:
            self._penalty(entry)
        elif "forfeit" in entry:
            self._forfeit(entry)
        else:
            self._hand(entry)

    def _penalty(self, entry: Data) -> None:
        penalty = as_object(entry["penalty"])
        refuse(penalty_problems(penalty, self.rules) + _others(entry, "penalty"))
        self._count("penalty", for_side(penalty["to"], penalty["points"]))

    def _forfeit(self, entry: Data) -> None:
        refuse(forfeit_problems({"side": entry["forfeit"]}) + _others(entry, "forfeit"))
        self.forfeit = entry["forfeit"]
        self._count("forfeit", (0, 0))

    def _hand(self, entry: Data) -> None:
        if "quick" in entry:
            record = {**as_object(entry["quick"]), **{name: entry[name] for name in entry if name != "quick"}}
            settled, dealer = judged_quick(record, self.rules, self.score, self.turn)
        else:
            settled, dealer = judged_full(entry, self.rules, self.score, self.turn)
        self.turn = OTHER[dealer] if dealer else None
        self.played += 1
        self._count(settled.kind, settled.points)

    def _count(self, kind: str, points: Two) -> None:
        self.kinds.append(kind)
        self.points.append(points)
        self.score = sum_of(self.score, points)

    def as_plain(self) -> Plain:
        return {
            **standing(self.score, self.winner, self.rules),
            "hands": self.played,
            "kinds": self.kinds,
            "points": [by_side(points) for points in self.points],
            "forfeit": self.forfeit,
        }


def game(rules: Mapping[str, Any], given: object) -> Plain:
    """One game: who dealt first, where it began, and all entries."""
    return _played(agreed(rules), as_object(given), None).as_plain()


def _played(chosen: Agreed, data: Data, turn: Side | None) -> _Game:
    chosen.check_players(data.get("players"))
    begins = _start(data.get("start"), chosen.rules)
    first = data.get("first_dealer")
    if first is not None and not is_side(first):
        raise InvalidRecord((refused("unknown_side", field="first_dealer"),))
    found = _Game(chosen.rules, begins, turn if first is None else first)
    for index, entry in enumerate(_listed(data.get("hands"), _HANDS)):
        try:
            found.add(as_object(entry))
        except InvalidRecord as invalid:
            raise InvalidRecord(invalid.problems, {"hand": index, **invalid.at}) from invalid
    return found


def _start(given: object, rules: TrucoRules) -> Two:
    if given is None:
        return 0, 0
    if not isinstance(given, Mapping) or not all(is_whole(given.get(side), 0, rules.target - 1) for side in SIDES):
        raise InvalidRecord((Problem("bad_score", "start", Text(_BAD_START, {"target": rules.target})),))
    return given["A"], given["B"]


def match(rules: Mapping[str, Any], given: object) -> Plain:
    """A match: games until a side has won more than half of them."""
    chosen, data = agreed(rules), as_object(given)
    chosen.check_players(data.get("players"))
    needed = _games_to_win(data.get("best_of"))
    games = _listed(data.get("games"), _GAMES)
    won, tentos, plain = (0, 0), (0, 0), []
    last: _Game | None = None
    for index, game in enumerate(games):
        last = _next_game(chosen, game, last, index, decided=max(won) >= needed)
        if last.winner is not None:
            won = sum_of(won, for_side(last.winner, 1))
        tentos = sum_of(tentos, display(last.score, chosen.rules.target))
        plain.append(last.as_plain())
    winner = next((side for side in SIDES if won[index_of(side)] >= needed), None)
    return {
        "games_won": by_side(won),
        "match_over": winner is not None,
        "match_winner": winner,
        "tentos": by_side(tentos),
        "games": plain,
    }


def _next_game(chosen: Agreed, given: object, last: _Game | None, index: int, *, decided: bool) -> _Game:
    """One more game; it goes on where the deal was unless it says who deals first."""
    if decided:
        raise InvalidRecord((refused("match_already_over"),), {"game": index})
    if last is not None and last.winner is None:
        raise InvalidRecord((_INCOMPLETE,), {"game": index - 1})
    try:
        return _played(chosen, as_object(given), last.turn if last else None)
    except InvalidRecord as invalid:
        raise InvalidRecord(invalid.problems, {"game": index, **invalid.at}) from invalid


def _games_to_win(best_of: object) -> int:
    if best_of is None:
        best_of = _BEST_OF
    if not is_whole(best_of, 1) or best_of % 2 == 0:
        raise InvalidRecord((_BAD_BEST_OF,))
    return best_of // 2 + 1


def _listed(given: object, problem: Problem) -> Sequence[object]:
    if not isinstance(given, list):
        raise InvalidRecord((problem,))
    return given


def _others(entry: Data, own: str) -> list[Problem]:
    return [field_unknown(str(name)) for name in entry if name != own]
