"""The public form of a game and of a match: lists of entries, judged in their order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.core.record import field_unknown
from games.core.text import Text, pgettext
from games.core.values import InvalidRecord, Problem
from games.truco.interchange import (
    Agreed,
    Plain,
    agreed,
    as_object,
    by_side,
    judged_full,
    judged_quick,
    refuse,
    standing,
)
from games.truco.reading import Data, forfeit_problems, penalty_problems
from games.truco.refusals import refused
from games.truco.rules import OTHER, SIDES, Side, TrucoRules, is_side, is_whole
from games.truco.state import Two, display, for_side, index_of, sum_of, winner_at

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
