"""The public form of a hand, with names instead of seats: the only place that knows names.

A name that is not at the table becomes a seat that is not there; the checks find it as such.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from games.core.record import NOT_AN_OBJECT, field_unknown, load
from games.core.values import InvalidRecord, Problem, Table
from games.palace_poker.hand import HANDS, HandDetail
from games.palace_poker.judging import detail_of, problems
from games.palace_poker.reading import Data, Found, Names, listed, strangers_in
from games.palace_poker.refusals import no_amount, problem
from games.palace_poker.rules import PalacePokerRules, rules_problems
from games.palace_poker.state import CarryState
from games.palace_poker.values import SEATS, TIE, is_amount

Plain: TypeAlias = dict[str, Any]

OPTIONS: Final = frozenset(PalacePokerRules.model_fields) - {"unit", "decimals", "small_bet", "big_bet"}
_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "quick": ("contributions", "ranking", "all_in", "end", "banners", "dealer"),
    "log": ("banners", "cards", "palace", "stacks", "showdown", "actions", "dealer"),
}
_KNOWN: Final = frozenset({"mode", "players", "small_bet", "big_bet", "carry_in"}).union(*_FIELDS.values())


def hand(rules: Mapping[str, Any], given: object) -> Plain:
    """One hand: contributions or actions in; end, ledger, pots and net out."""
    if not isinstance(given, Mapping):
        raise InvalidRecord((NOT_AN_OBJECT,))
    data = {name: value for name, value in given.items() if value is not None}
    _refuse([*_option_problems(rules), *_mode_problems(data)])
    _refuse([*_player_problems(data.get("players"))])
    names = Names(tuple(data["players"]))
    _refuse([problem("unknown_player", field) for field in strangers_in(data, names)])
    record = names.record(data["mode"], {name: data[name] for name in _FIELDS[data["mode"]] if name in data})
    chosen = _rules(rules, data)
    carry = data.get("carry_in", 0)
    if not is_amount(carry):
        _refuse([no_amount(carry, "carry_in")])
    table = Table(names.seats, 1, names.seats[-1], CarryState(carry=carry))
    _refuse([*problems(record, chosen, table), *(field_unknown(name) for name in data if name not in _KNOWN)])
    return as_plain(detail_of(load(HANDS[data["mode"]], record), chosen, table), names.players)


def _refuse(found: Found) -> None:
    if found:
        raise InvalidRecord(tuple(found))


def _option_problems(rules: Mapping[str, Any]) -> Iterator[Problem]:
    for name, value in rules.items():
        if name not in OPTIONS:
            yield problem("unknown_option", f"rules.{name}")
        elif not _loads({name: value}):
            yield problem("bad_option", f"rules.{name}")


def _loads(options: Mapping[str, Any]) -> bool:
    try:
        load(PalacePokerRules, options)
    except InvalidRecord:
        return False
    return True


def _mode_problems(data: Data) -> Iterator[Problem]:
    mode = data.get("mode")
    if not isinstance(mode, str) or mode not in _FIELDS:
        yield problem("mode_invalid", "mode")
    elif mode == "log" and data.get("cards", "counts") not in ("counts", "full"):
        yield problem("cards_mode_invalid", "cards")


def _player_problems(players: object) -> Iterator[Problem]:
    named = listed(players)
    if len(named) not in SEATS:
        yield problem("players_range", "players")
        return
    for place, name in enumerate(named):
        if not isinstance(name, str) or not name:
            yield problem("bad_player", f"players.{place}")
        elif name in named[:place]:
            yield problem("duplicate_player", f"players.{place}")


def _rules(rules: Mapping[str, Any], data: Data) -> PalacePokerRules:
    sizes = {"small_bet": data.get("small_bet"), "big_bet": data.get("big_bet")}
    if not _loads(sizes):
        _refuse([problem("bet_size_invalid", "small_bet")])
    chosen = load(PalacePokerRules, {**rules, **sizes})
    _refuse([*rules_problems(chosen, 0)])
    return chosen


def as_plain(detail: HandDetail, players: Sequence[str]) -> Plain:
    plain: Plain = {
        "end": detail.end,
        "winners": [players[seat] for seat in detail.winners],
        "ledger": [[players[row.seat], row.amount, row.reason] for row in detail.ledger],
        "pots": [
            {
                "amount": pot.amount,
                "rake": pot.rake,
                "shares": {players[share.seat]: share.amount for share in pot.shares},
            }
            for pot in detail.pots
        ],
        "rake": detail.rake,
        "carry_out": detail.carry_out,
        "net": dict(zip(players, detail.net, strict=True)),
    }
    if detail.kind == "log":
        plain["battles"] = [
            {
                "attacker": players[battle.attacker],
                "defender": players[battle.defender],
                "winner": TIE if battle.winner is None else players[battle.winner],
                "decided_by": battle.decided_by,
            }
            for battle in detail.battles
        ]
    return plain
