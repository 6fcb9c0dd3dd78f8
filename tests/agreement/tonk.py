"""Tonk: every rule a club can choose, cards and spreads on the table, counts one deck cannot give, another dealer."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from games import game
from games.core.record import load
from games.core.values import InvalidRecord, Table
from games.tonk.hand import CARDS, RANKS, SUITS, count, is_spread
from games.tonk.rules import OUT, TonkRules
from games.tonk.state import Evening, TonkTable
from tests.agreement.cases import Case

TONK = game("tonk")
KINDS = tuple(TONK.hands)
MULTIPLIERS = [name for name in TonkRules.model_fields if name.endswith("_multiplier")]
HARD = {6: [17, 17, 20, 69, 72, 76], 7: [19, 29, 31, 57, 64, 71, 75], 8: [8, 12, 16, 24, 28, 61, 68, 88]}
"""Counts far apart at large tables, which are searched for long."""
BOOKS = [[rank + suit for suit in SUITS] for rank in RANKS]
RUNS = [[rank + suit for rank in RANKS[first : first + 4]] for suit in SUITS for first in range(0, 12, 4)]


def variants(chance: Random) -> dict[str, Any]:
    """Rules with any field of them chosen."""
    size, faces = chance.choice((5, 5, 6, 7)), chance.choice(("10", "10", "11_12_13"))
    return {name: chance.randrange(1, 11) for name in MULTIPLIERS} | {
        "stake": chance.choice((1, 7, 10, 25, 10**9)),
        "decimals": chance.choice((0, 2)),
        "catch_extra": chance.choice(("all", "others", "none")),
        "low_tie": chance.choice(("each_full", "split")),
        "stock_tie": chance.choice(("each_full", "split", "dead")),
        "max_players": chance.choice((4, 6, 8, 8)),
        "hand_size": size,
        "face_values": faces,
        "initial_high_min": chance.choice((49, 50, None)) if size == 5 and faces == "10" else None,
        "initial_low_max": chance.choice((None, 6, 15, 20)) if size == 5 else None,
        "initial_50_multiplier": chance.choice((None, 3)),
        "initial_tie": chance.choice(("draw", "each_paid", "highest")),
        "tonk_out_multiplier": chance.choice((2, 3)),
        "tonk_out_hits_multiplier": 3,
        "drop_low_max": chance.choice((None, 3, 20)),
        "caught_pays": chance.choice(("equal_or_lower", "lowest_only", "whole_table")),
        "stock_out": chance.choice(("lowest", "lowest", "dead")),
        "initial_discard": chance.choice((True, False)),
        "must_lay_spreads": chance.choice((True, False)),
        "count": chance.choice(("all_in_hand", "unmatched")),
    }


def more(chance: Random, rules: TonkRules, table: TonkTable) -> dict[str, Any]:
    """Any ending, with cards or with counts that may be too many for one deck."""
    kind = chance.choice((*KINDS, "initial_tonk"))
    hand: dict[str, Any] = {"kind": kind, **_by(chance, kind, table)}
    if kind == "tonk_out":
        hand["out_by"] = chance.choice(("spread", "hits", "hits", None))
    out = table.seats.index(hand["by"]) if kind in OUT else None
    if kind == "initial_tonk" and chance.randrange(5):
        hand["totals"] = _declared(chance, rules, table, hand["by"])
    elif chance.randrange(2):
        hand |= _cards(chance, rules, table, (kind, out))
    elif kind not in OUT or chance.randrange(2):
        hand["totals"] = _totals(chance, rules, table, out)
    if not chance.randrange(4):
        hand["dealer"] = chance.choice(table.seats)
    return hand


def _by(chance: Random, kind: str, table: TonkTable) -> dict[str, Any]:
    if kind == "stock_out":
        return {} if chance.randrange(5) else {"by": None}
    if kind != "initial_tonk":
        return {"by": chance.choice(table.seats)}
    declarers: list[int | None] = list(chance.sample(table.seats, chance.choice((1, 1, min(3, len(table.seats))))))
    return {"by": chance.choice((declarers, declarers, [None, *declarers], declarers * 2))}


def _declared(chance: Random, rules: TonkRules, table: TonkTable, by: list[int | None]) -> list[int | None]:
    """Those who declare mostly have a tonk, the others mostly none."""
    high, low = rules.initial_high_min, rules.initial_low_max
    tonks = [*((49, 50, 50) if high == 49 else (50,) if high else ()), *((low, 7) if low else ())]
    tonks = tonks or [30] if chance.randrange(6) else [33, 48, 49]
    return [chance.choice(tonks) if seat in by else chance.choice((None, None, 22, 25, 38)) for seat in table.seats]


def _totals(chance: Random, rules: TonkRules, table: TonkTable, out: int | None) -> list[int | None]:
    """Counts of one deck, or high or low ones that may be too many, mostly of everybody."""
    held = _held(chance, rules, len(table.seats), whole=False)
    counts: list[int | None] = [count(cards, rules.face_values) for cards in held]
    if chance.randrange(2):
        lowest = chance.choice((1, 3, 20, 35, 45))
        counts = [chance.randrange(lowest, lowest + chance.choice((3, 15))) for _seat in counts]
    if rules.face_values != "10" and rules.hand_size == 7 and not chance.randrange(3):
        counts = list(HARD.get(len(counts), counts))
    if out is not None:
        counts[out] = 0 if chance.randrange(5) else None
    if not chance.randrange(8):
        counts[chance.randrange(len(counts))] = None
    return counts if chance.randrange(8) else counts[:-1]


def _held(chance: Random, rules: TonkRules, size: int, *, whole: bool) -> list[list[str]]:
    """The hands of so many; where there are enough cards, one of them with a spread."""
    pack = list(CARDS)
    chance.shuffle(pack)
    most = min(rules.hand_size, len(pack) // size)
    if chance.randrange(2):
        spread = chance.choice((*BOOKS, *RUNS))[: chance.choice((3, 4))]
        pack = [*spread, *(card for card in pack if card not in spread)]
    sizes = [most if whole else chance.randrange(1, most + 1) for _seat in range(size)]
    hands = [pack[most * place : most * place + own] for place, own in enumerate(sizes)]
    chance.shuffle(hands)
    return hands


def _cards(chance: Random, rules: TonkRules, table: TonkTable, ended: tuple[str, int | None]) -> dict[str, Any]:
    """The hands, some not seen; the spreads, mostly as many cards as there must be."""
    kind, out = ended
    held = _held(chance, rules, len(table.seats), whole=kind == "initial_tonk")
    hands: list[Any] = [[] if place == out else cards for place, cards in enumerate(held)]
    found: dict[str, Any] = {"hands": hands}
    if kind != "initial_tonk" and chance.randrange(2):
        gone = {card for cards in hands for card in cards}
        lacking = sum(rules.hand_size - len(cards) for cards in hands) + (kind == "tonk_out")
        found["spreads"] = _spreads(chance, gone, lacking)
    if not chance.randrange(6):
        hands[chance.randrange(len(hands))] = None
    if not chance.randrange(12) and "spreads" in found:
        found["spreads"] = [*found["spreads"], chance.choice((["Ac", "2c"], ["As", "2s", "3s"], ["Kc", "Kd", "Qh"]))]
    if not chance.randrange(6):
        found["hands"] = [cards and [*cards, None] for cards in hands]
    return found


def _spreads(chance: Random, gone: set[str], lacking: int) -> list[list[str]]:
    """Spreads of cards that are nowhere else, together as many as are lacking if they are found."""
    laid: list[list[str]] = []
    for group in chance.sample([*BOOKS, *RUNS], len(BOOKS) + len(RUNS)):
        free = [card for card in group if card not in gone]
        rest = lacking - sum(map(len, laid))
        sizes = [size for size in (4, 3) if rest - size == 0 or rest - size >= 3]
        fitting = [list(some) for size in sizes for some in combinations(free, size) if is_spread(some)]
        if fitting:
            laid.append(fitting[0])
            gone = gone | set(fitting[0])
    return laid


def offered(record: dict[str, Any], _rules: TonkRules) -> bool:
    """Counts of those who decide the hand, and no cards."""
    if any(record.get(name) is not None for name in ("hands", "spreads", "dealer")):
        return False
    counted = [] if record["totals"] is None else [total for total in record["totals"] if total is not None]
    if record["kind"] == "initial_tonk":
        return len(counted) == len(record["by"])
    return record["kind"] not in OUT or record["totals"] is None


def reached(vector: dict[str, Any]) -> Iterator[Case]:
    """The hand of a vector, its players in the seats from 0 on; a name nobody has is a seat nobody has."""
    given = vector["input"]
    players = given.get("players")
    if not isinstance(players, list):
        return
    try:
        rules = load(TonkRules, {"stake": given.get("stake"), **vector.get("rules", {})})
    except InvalidRecord:
        return
    seats = {str(name): seat for seat, name in enumerate(players)}
    table = Table(tuple(range(len(players))), 1, len(players) - 1, Evening())
    yield Case(_record(given, seats), rules, table)


def _record(given: dict[str, Any], seats: dict[str, int]) -> dict[str, Any]:
    record = {name: value for name, value in given.items() if name not in {"players", "stake", "ending"}}
    record["kind"] = given.get("ending")
    for name in ("by", "dealer"):
        if name in given:
            record[name] = _seat(given[name], seats)
    for name in ("totals", "hands"):
        if isinstance(given.get(name), dict):
            record[name] = [given[name].get(player) for player in seats]
    return record


def _seat(name: Any, seats: dict[str, int]) -> Any:
    if isinstance(name, list):
        return [_seat(one, seats) for one in name]
    return seats.get(name, 11) if isinstance(name, str) else name
