"""The public form of a series: deals with names, and the table they make."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.core.record import load
from games.core.values import InvalidRecord
from games.svoi_kozyri.interchange import Plain, as_object, is_named, read_deal, read_rules, refuse
from games.svoi_kozyri.reading import Data, Found, unknown_fields
from games.svoi_kozyri.refusals import REFUSALS
from games.svoi_kozyri.rules import LONGEST, SIZE_OF_A_SERIES_TO, SvoiRules
from games.svoi_kozyri.series import ranks
from games.svoi_kozyri.settling import Settled, counters_of
from games.svoi_kozyri.state import is_full, is_won

_COUNTED: Final = ("won", "drawn", "lost", "points", "cards_left")
_FIELDS: Final = frozenset({"players", "deals", "first_to"})


class _Course:
    """Adds up the deals in their order, and knows when the series is over."""

    def __init__(self, roster: Sequence[str], rules: SvoiRules) -> None:
        self.roster, self.rules = frozenset(roster), rules
        self.deals = self.most_won = 0
        self.totals: dict[str, dict[str, int]] = {name: {} for name in roster}

    def add(self, names: Sequence[str], settled: Settled) -> None:
        self.deals += 1
        points = ((place, "points", amount) for place, amount in enumerate(settled.points))
        played = ((place, "hands", 1) for place in range(len(names)))
        for place, measure, amount in (*points, *played, *counters_of(settled)):
            own = self.totals[names[place]]
            own[measure] = own.get(measure, 0) + amount
        self.most_won = max(self.most_won, *(self.totals[name].get("won", 0) for name in names))

    def end(self) -> str:
        """The code of the reason why no deal may follow; empty if one may."""
        if is_won(self.most_won, self.rules):
            return "series_already_over"
        return "too_many_deals" if is_full(self.deals, self.rules) else ""

    def table(self) -> list[Plain]:
        ranked = zip(ranks(list(self.totals.values()), self.rules), self.totals.items(), strict=True)
        rows = [_row(rank, name, own) for rank, (name, own) in ranked]
        return sorted(rows, key=lambda row: row["rank"])

    def winner(self, table: Sequence[Plain]) -> str | None:
        """Who has won a series that is over; nobody where the first rank is shared."""
        end = self.end()
        wanted = ("won", self.rules.first_to) if end == "series_already_over" else ("rank", 1)
        first: list[str] = [row["player"] for row in table if row[wanted[0]] == wanted[1]]
        return first[0] if end and len(first) == 1 else None


def series(rules: Mapping[str, Any], given: object) -> Plain:
    """A series or a league: the table of its players, and who has won."""
    chosen, data = read_rules(rules), as_object(given)
    refuse(_frame_problems(data, chosen) + unknown_fields(data, _FIELDS))
    if data.get("first_to") is not None:
        chosen = load(SvoiRules, {**rules, "first_to": data["first_to"]})
    course = _Course(data["players"], chosen)
    for index, deal in enumerate(data["deals"]):
        try:
            _add(deal, course)
        except InvalidRecord as invalid:
            raise InvalidRecord(invalid.problems, {"deal": index}) from invalid
    table = course.table()
    return {"table": table, "series_over": bool(course.end()), "series_winner": course.winner(table)}


def _frame_problems(data: Data, rules: SvoiRules) -> Found:
    found: Found = []
    players = data.get("players")
    if not is_named(players) or len(players) < SIZE_OF_A_SERIES_TO:
        found.append(REFUSALS["bad_player_count"])
        players = []
    if len(set(players)) < len(players):
        found.append(REFUSALS["duplicate_player"])
    first_to = data.get("first_to")
    if first_to is None:
        first_to = rules.first_to
    elif type(first_to) is not int or not 1 <= first_to <= LONGEST:
        found.append(REFUSALS["bad_first_to"])
    if first_to is not None and len(players) > SIZE_OF_A_SERIES_TO:
        found.append(REFUSALS["first_to_needs_two"])
    if not isinstance(data.get("deals"), list):
        found.append(REFUSALS["deals_malformed"])
    return found


def _add(deal: object, course: _Course) -> None:
    if end := course.end():
        raise InvalidRecord((REFUSALS[end],))
    data = as_object(deal)
    settled, _dealer = read_deal(data, course.rules, course.roster)
    course.add(data["players"], settled)


def _row(rank: int, name: str, own: Mapping[str, int]) -> Plain:
    return {"rank": rank, "player": name, "played": own.get("hands", 0)} | {
        measure: own.get(measure, 0) for measure in _COUNTED
    }
