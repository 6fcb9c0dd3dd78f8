"""The public form of a deal and of the two helpers: names in, names out.

Each function takes the plain rules and the input of a case and gives what its `expected` would hold, or raises
`InvalidRecord`.
"""

from collections.abc import Mapping, Sequence, Set
from typing import Any, Final, TypeAlias, TypeGuard

from games.core.record import NOT_AN_OBJECT, field_unknown, load
from games.core.values import InvalidRecord
from games.svoi_kozyri import hand as cards_of
from games.svoi_kozyri import hand as pickup_of
from games.svoi_kozyri.hand import SvoiDeal
from games.svoi_kozyri.reading import Data, Found, deal_problems, unknown_fields
from games.svoi_kozyri.refusals import (
    REFUSALS,
    SAME_CARD_ASKED,
    UNKNOWN_CARD,
    UNKNOWN_PLAYER,
    UNKNOWN_SUIT,
    bad_pile,
    option,
)
from games.svoi_kozyri.rules import LONGEST, SIZE_OF_A_SERIES_TO, SIZES, SvoiRules
from games.svoi_kozyri.state import Settled, counters_of, is_full, is_won, next_dealer, ranks, settle

Plain: TypeAlias = dict[str, Any]

_STRANGER: Final = -1
_NO_FIELD: Final = field_unknown("").code
_DEAL: Final = (frozenset(SvoiDeal.model_fields) - {"kind"}) | {"players"}


def pickup(rules: Mapping[str, Any], given: object) -> Plain:
    """How many cards of a pile are taken, and how many stay."""
    chosen, data = read_rules(rules), as_object(given)
    pile, found = data.get("pile"), Found()
    if type(pile) is not int or not 1 <= pile <= chosen.deck:
        found.append(bad_pile(chosen.deck))
    cards, wrong = _cards(data, ("top",), chosen)
    refuse(found + wrong + unknown_fields(data, frozenset({"pile", "top", "trump"})))
    taken = pickup_of.pickup(data["pile"], cards[0], data["trump"], chosen)
    return {"take": taken.take, "left": taken.left, "said": taken.sentence.to_json()}


def beats(rules: Mapping[str, Any], given: object) -> Plain:
    """Whether a card beats the top card."""
    chosen, data = read_rules(rules), as_object(given)
    cards, found = _cards(data, ("card", "top"), chosen)
    if not found and cards[0] == cards[1]:
        found.append(SAME_CARD_ASKED)
    refuse(found + unknown_fields(data, frozenset({"card", "top", "trump"})))
    beaten = cards_of.beats(cards[0], cards[1], data["trump"])
    return {"beats": beaten.beats, "said": beaten.sentence.to_json()}


def _cards(data: Data, names: Sequence[str], rules: SvoiRules) -> tuple[list[cards_of.Card], Found]:
    """The cards of these fields, and what is wrong with them or the trump; all are there where nothing is."""
    cards = {name: cards_of.card_of(_written(data.get(name)), rules.deck) for name in names}
    found = [UNKNOWN_CARD[name] for name, card in cards.items() if card is None]
    found += [] if cards_of.is_suit(data.get("trump")) else [UNKNOWN_SUIT]
    return [card for card in cards.values() if card is not None], found


def _written(card: object) -> str:
    """A card [rank, suit] as a record writes it, its rank also as a number; what is no card is written as none."""
    if isinstance(card, str):
        return card
    pair = card if isinstance(card, list) and len(card) == 2 else [None]
    return " ".join(map(str, pair)) if all(type(part) in (str, int) for part in pair) else ""


def deal(rules: Mapping[str, Any], given: object) -> Plain:
    """One deal: who won, drew and lost, the points, and who deals next."""
    chosen, data = read_rules(rules), as_object(as_object(given).get("deal"))
    settled, dealer = read_deal(data, chosen)
    names: Sequence[str] = data["players"]
    return {
        "winners": [names[place] for place in settled.winners],
        "drawn": [names[place] for place in settled.drawn],
        "loser": None if settled.loser is None else names[settled.loser],
        "points": dict(zip(names, settled.points, strict=True)),
        "next_dealer": None if dealer is None else names[dealer],
    }


def read_deal(data: Data, rules: SvoiRules, roster: Set[str] | None = None) -> tuple[Settled, int | None]:
    """A deal in places of its `players`, and the place that deals next; a stranger to the roster is refused.

    Nothing more is read where the players are no two to four, or somebody is named twice.
    """
    players = data.get("players")
    found = _player_problems(players, rules, roster)
    if not is_named(players) or len(players) not in SIZES or len(set(players)) < len(players):
        raise InvalidRecord(tuple(found))
    places = range(len(players))
    record = _placed(data, players)
    refuse(found + deal_problems(record, rules, places) + unknown_fields(data, _DEAL))
    hand = load(SvoiDeal, record)
    settled = settle(hand, rules, places)
    return settled, next_dealer(settled, places, hand.dealer)


def _player_problems(players: object, rules: SvoiRules, roster: Set[str] | None) -> Found:
    if not is_named(players):
        return [REFUSALS["bad_player_count"]]
    found = []
    if len(players) not in SIZES or len(players) not in rules.players:
        found.append(REFUSALS["bad_player_count"])
    if len(set(players)) < len(players):
        found.append(REFUSALS["duplicate_player"])
    if roster is not None and not all(name in roster for name in players):
        found.append(UNKNOWN_PLAYER["players"])
    return found


def is_named(players: object) -> TypeGuard[list[str]]:
    """Whether this is a list of names."""
    return isinstance(players, list) and all(isinstance(name, str) for name in players)


def _placed(data: Data, players: list[str]) -> Plain:
    """The record of a deal, with places for names. Trumps of strangers stand behind those of the players."""
    record = {name: value for name, value in data.items() if name in SvoiDeal.model_fields}
    trumps, finished = data.get("trumps"), data.get("finished")
    if isinstance(trumps, Mapping):
        strangers = [suit for name, suit in trumps.items() if name not in players]
        record["trumps"] = [*(trumps.get(name) for name in players), *strangers]
    else:
        record["trumps"] = None
    if isinstance(finished, list):
        record["finished"] = [_place(name, players) for name in finished]
    record |= {field: _place(data[field], players) for field in ("dealer", "loser") if data.get(field) is not None}
    record |= {field: _written(data[field]) for field in ("last_card", "top_card") if data.get(field) is not None}
    return {**record, "kind": "deal"}


def _place(name: object, players: list[str]) -> int:
    return players.index(name) if isinstance(name, str) and name in players else _STRANGER


def read_rules(rules: Mapping[str, Any]) -> SvoiRules:
    """The options of a case; refused are first those that do not exist, then values they cannot have."""
    try:
        return load(SvoiRules, rules)
    except InvalidRecord as invalid:
        unknown = [problem.field for problem in invalid.problems if problem.code == _NO_FIELD]
        wrong = [problem.field for problem in invalid.problems if problem.code != _NO_FIELD]
        refused = [option("unknown_option", name) for name in unknown]
        refused += [option("bad_option", name) for name in dict.fromkeys(field.partition(".")[0] for field in wrong)]
        raise InvalidRecord(tuple(refused)) from invalid


def as_object(given: object) -> Data:
    """The input of a case, which must be a JSON object."""
    if not isinstance(given, Mapping):
        raise InvalidRecord((NOT_AN_OBJECT,))
    return given


def refuse(found: Found) -> None:
    """Raise what was found, if anything was."""
    if found:
        raise InvalidRecord(tuple(found))


# The public form of a series: deals with names, and the table they make.

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
