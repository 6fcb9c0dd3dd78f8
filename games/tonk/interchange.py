"""The public form of a hand: names instead of seats. The only place of Tonk that knows names.

It takes the plain rules and the input of a case and gives what its `expected` would hold, or raises
`InvalidRecord`.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from games.core.record import NOT_AN_OBJECT, field_unknown, load
from games.core.values import InvalidRecord, Problem
from games.tonk.hand import HANDS, AnyHand
from games.tonk.reading import Data, Found, entry_problems, read_entry
from games.tonk.refusals import HANDS_NOT_BY_NAME, TOTALS_NOT_BY_NAME, refusal, wrong_number
from games.tonk.rules import FEWEST_PLAYERS, LARGEST_STAKE, NOT_OPTIONS, TonkRules, conflicts
from games.tonk.scoring import detail_of

Plain: TypeAlias = dict[str, Any]

_OPTIONS: Final = frozenset(TonkRules.model_fields) - NOT_OPTIONS
_FIELDS: Final = frozenset({"players", "dealer", "stake", "ending", "by", "out_by", "totals", "hands", "spreads"})
_STRANGER: Final = -1
"""Stands for a name nobody at the table has."""
_NO_SEAT: Final = ""
"""Stands for what is no name, and is no seat either."""
_NO_CARD: Final = ""
"""Stands for a null among cards: only the forms of the app leave gaps."""
_NO_LIST: Final = ""
"""Stands for counts or cards that are not given by name."""
_BY_NAME: Final = {(problem.code, problem.field): problem for problem in (TOTALS_NOT_BY_NAME, HANDS_NOT_BY_NAME)}


def hand(rules: Mapping[str, Any], given: object) -> Plain:
    """One hand: what was seen in, who pays whom out."""
    chosen = _rules(rules)
    if not isinstance(given, Mapping):
        raise InvalidRecord((NOT_AN_OBJECT,))
    _refuse(_player_problems(given.get("players"), chosen))
    players = given["players"]
    seats = {name: seat for seat, name in enumerate(players)}
    found = _dealer_problems(given.get("dealer"), seats) + _stake_problems(given.get("stake"))
    kind = given.get("ending")
    if not isinstance(kind, str) or kind not in HANDS:
        raise InvalidRecord((*found, refusal("ending_invalid")))
    record = {"kind": kind, **_record(given, seats)}
    entry = read_entry(kind, record, chosen, tuple(seats.values()))
    found += [_by_name(problem) for problem in entry_problems(entry, _strangers(given, seats))]
    found += [field_unknown(str(name)) for name in given if name not in _FIELDS]
    _refuse(found)
    played = chosen.model_copy(update={"stake": given["stake"]})
    dealer = seats[players[-1] if given.get("dealer") is None else given["dealer"]]
    return _answer(load(HANDS[kind], record), played, players, dealer)


def _rules(given: Mapping[str, Any]) -> TonkRules:
    _refuse([refusal("unknown_option", name, option=str(name)) for name in given if name not in _OPTIONS])
    try:
        chosen = load(TonkRules, dict(given))
    except InvalidRecord as invalid:
        fields = dict.fromkeys(problem.field.partition(".")[0] for problem in invalid.problems)
        raise InvalidRecord(tuple(refusal("bad_option", name, option=name) for name in fields)) from invalid
    _refuse(list(conflicts(chosen)))
    return chosen


def _player_problems(players: object, rules: TonkRules) -> Found:
    if not isinstance(players, list | tuple) or not FEWEST_PLAYERS <= len(players) <= rules.max_players:
        return [wrong_number(rules.max_players)]
    if not all(isinstance(name, str) and name for name in players):
        return [refusal("bad_player")]
    return [refusal("duplicate_player")] if len(set(players)) < len(players) else []


def _dealer_problems(dealer: object, seats: Mapping[str, int]) -> Found:
    is_seat = dealer is None or (isinstance(dealer, str) and dealer in seats)
    return [] if is_seat else [refusal("unknown_player", "dealer")]


def _stake_problems(stake: object) -> Found:
    fits = type(stake) is int and 1 <= stake <= LARGEST_STAKE
    return [] if fits else [refusal("stake_invalid")]


def _record(given: Data, seats: Mapping[str, int]) -> Plain:
    """The record of the same hand, with everything that is wrong still wrong in it."""
    by = given.get("by")
    return {
        "by": None if by is None else _by(by, seats),
        "out_by": given.get("out_by"),
        "totals": _by_place(given.get("totals"), seats),
        "hands": _all_cards(_by_place(given.get("hands"), seats)),
        "spreads": _all_cards(given.get("spreads")),
    }


def _by(given: object, seats: Mapping[str, int]) -> object:
    if isinstance(given, list | tuple):
        return [_seat(name, seats) for name in given]
    return _seat(given, seats)


def _seat(name: object, seats: Mapping[str, int]) -> object:
    return seats.get(name, _STRANGER) if isinstance(name, str) else _NO_SEAT


def _by_place(given: object, seats: Mapping[str, int]) -> object:
    if isinstance(given, Mapping):
        return [given.get(name) for name in seats]
    return None if given is None else _NO_LIST


def _all_cards(given: object) -> object:
    return [_cards(cards) for cards in given] if isinstance(given, list | tuple) else given


def _cards(given: object) -> object:
    return [_NO_CARD if card is None else card for card in given] if isinstance(given, list | tuple) else given


def _strangers(given: Data, seats: Mapping[str, int]) -> Found:
    """Counts and cards that are given for nobody at the table."""
    lists = [(field, given.get(field)) for field in ("totals", "hands")]
    named = [(field, name) for field, by_name in lists if isinstance(by_name, Mapping) for name in by_name]
    return [refusal("unknown_player", field) for field, name in named if name not in seats]


def _by_name(problem: Problem) -> Problem:
    """What a record gives as a list stands by name here."""
    return _BY_NAME.get((problem.code, problem.field), problem)


def _refuse(found: Found) -> None:
    if found:
        raise InvalidRecord(tuple(found))


def _answer(record: AnyHand, rules: TonkRules, players: list[str], dealer: int) -> Plain:
    detail = detail_of(record, rules, tuple(range(len(players))), dealer)
    counted = zip(players, detail.totals, strict=True)
    return {
        "result": detail.result,
        "winners": [players[seat] for seat in detail.winners],
        "net": dict(zip(players, detail.net, strict=True)),
        "payments": [[players[paid.payer], players[paid.payee], paid.amount, paid.reason] for paid in detail.payments],
        "totals": {name: total for name, total in counted if total is not None},
        "redeal": detail.redeal,
        "warnings": [f"held_spread:{players[seat]}" for seat in detail.held],
    }
