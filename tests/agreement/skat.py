"""Skat: rules of every kind, hands the dealer of the demo club never makes, and what the shared vectors mean."""

from collections.abc import Iterator
from random import Random
from typing import Any, get_args

from games.core.record import load
from games.core.values import InvalidRecord, Table
from games.skat import GAME
from games.skat.refusals import FLAGS
from games.skat.rules import (
    ALL_POINTS,
    ALL_TRICKS,
    CONTRACTS,
    LEGAL_BIDS,
    MOST_IN_SKAT,
    POINTS_BY_TRICKS,
    Passed,
    SkatRules,
    System,
)
from games.skat.state import SkatTable, active
from tests.agreement.cases import Case

BIDS = sorted(LEGAL_BIDS)


def variants(chance: Random) -> dict[str, Any]:
    money = (None, chance.randrange(1_000))
    return {
        "system": chance.choice(get_args(System)),
        "turns": chance.choice((1, 6, 8, 12)),
        "list_length": chance.choice((None, 3, 4, 12, 24, 36)),
        "passed": chance.choice(get_args(Passed)),
        "overbid_loss": chance.choice(("raised_multiple", "double_base")),
        "null_overbid": chance.choice(("own_multiple", "base23_multiple", "reject")),
        "lost_hand_single": chance.random() < 0.5,
        "missed_announcement_single": chance.random() < 0.5,
        "matadors_cap": chance.choice((None, 4)),
        "announce_without_hand": chance.random() < 0.5,
        "grand_ouvert_36": chance.random() < 0.5,
        "kontra": chance.random() < 0.5,
        "bock": chance.random() < 0.5,
        "ramsch_skat_to": chance.choice(("loser", "last_trick")),
        "ramsch_tie": chance.choice(("all", "last_trick")),
        "bierlachs_limit": chance.choice((100, 108, 120, 144, 192, 301, 2_000)),
        "stake_per_point": chance.choice(money),
        "loss_fee": chance.choice((None, {"each": 50, "from_fourth": 100})),
    }


def more(chance: Random, rules: SkatRules, table: SkatTable) -> dict[str, Any]:
    """Ramsch, announcements, kontra and Bock, overbid games, results that were declared, another dealer."""
    hand = chance.choice((_ramsch, _ramsch, _ramsch, _played, _played, _played, _played, _passed))(chance, table)
    dealt = {"dealer": chance.choice((*table.seats, None, 11, "0"))} if not chance.randrange(6) else {}
    return {**hand, **dealt}


def _passed(chance: Random, table: SkatTable) -> dict[str, Any]:
    """Nobody bid; fields of a played hand may be sent along as long as they say nothing."""
    empty = {"contract": "passed", "bock_rounds": 0, "declarer": None, "outcome": None} | dict.fromkeys(FLAGS, False)
    sent = {name: empty[name] for name in chance.sample(sorted(empty), chance.choice((0, 0, 1, 3)))}
    said = {"bock_rounds": chance.choice((1, False, None)), "hand": True, "contract": "null"}
    wrong = {name: said[name] for name in chance.sample(sorted(said), chance.choice((0, 0, 1)))}
    return {"kind": "passed", **sent, **wrong}


def _played(chance: Random, table: SkatTable) -> dict[str, Any]:
    contract = chance.choice(CONTRACTS)
    hand = {
        "kind": "played",
        "declarer": chance.choice(active(table)),
        "contract": contract,
        "bid": chance.choice((None, *BIDS[: chance.choice((10, 40, len(BIDS)))], chance.randint(17, 265))),
        **{name: chance.randrange(4) == 0 for name in FLAGS},
        "bock_rounds": chance.choice((0, 0, 1, 9)),
    }
    hand |= {name: True for name in ("hand", "kontra") if chance.randrange(3)}
    hand |= _null_result(chance) if contract == "null" else _run(chance, contract) | _result(chance)
    if contract == "null" and chance.randrange(4):
        hand |= {"schneider_announced": False, "schwarz_announced": False}
    elif contract == "null" and chance.randrange(2):
        hand |= chance.choice(({"matadors": 1}, {"with": True}, {"declarer_points": 61, "outcome": None}))
    return {name: value for name, value in hand.items() if value is not None or chance.randrange(2)}


def _run(chance: Random, contract: str) -> dict[str, Any]:
    return {"matadors": chance.randint(1, 4 if contract == "grand" else 11), "with": chance.random() < 0.5}


def _result(chance: Random) -> dict[str, Any]:
    if chance.randrange(2):
        return {"outcome": {**({"won": chance.random() < 0.5} if chance.randrange(20) else {}), **_levels(chance)}}
    if not chance.randrange(3):
        points = chance.choice((0, 1, 2, 22, 23, 30, 31, 60, 61, 89, 90, 91, 119, 120, chance.randint(2, 118)))
        return {"declarer_points": points, "declarer_tricks": chance.choice((None, 0, 5, ALL_TRICKS))}
    tricks = chance.randrange(ALL_TRICKS + 1)
    if not chance.randrange(20):
        return {"declarer_tricks": tricks, "outcome": {"won": True}}
    return {
        "declarer_points": chance.choice(POINTS_BY_TRICKS[tricks]) + chance.choice((-1, 0, 0, 1)),
        "declarer_tricks": tricks,
    }


def _levels(chance: Random) -> dict[str, bool]:
    return {name: chance.random() < 0.5 for name in ("schneider", "schwarz") if chance.randrange(2)}


def _null_result(chance: Random) -> dict[str, Any]:
    if chance.randrange(2):
        return {"outcome": {"won": chance.random() < 0.5, **(_levels(chance) if not chance.randrange(3) else {})}}
    return {"declarer_tricks": chance.choice((0, 0, 1, 10))}


def _ramsch(chance: Random, table: SkatTable) -> dict[str, Any]:
    tricks = _parts(chance, ALL_TRICKS, [1, 1, 1] if chance.randrange(3) else [chance.randrange(2) for _ in range(3)])
    skat = chance.choice((0, chance.randint(0, MOST_IN_SKAT)))
    points = _parts(chance, ALL_POINTS - skat, [min(own, 1) for own in tricks])
    if not skat and all(tricks) and not chance.randrange(3):
        points = chance.choice(([40, 40, 40], [50, 50, 20], [20, 50, 50], [30, 30, 60]))
    hand = {
        "kind": "ramsch",
        "points": points,
        "tricks": tricks,
        "skat_points": skat,
        "last_trick": chance.choice((None, *active(table), *active(table))),
        "pushes": chance.choice((0, 0, 1, 2, 9)),
    }
    return {name: value for name, value in hand.items() if value not in (None, 0) or chance.randrange(2)}


def _parts(chance: Random, total: int, taking: list[int]) -> list[int]:
    """Three numbers that make the total; only those that take something can have a part of it."""
    places = [place for place, takes in enumerate(taking) if takes] or [chance.randrange(3)]
    cuts = sorted(chance.randint(0, total) for _ in places[1:])
    parts = [0, 0, 0]
    for place, begin, end in zip(places, [0, *cuts], [*cuts, total], strict=True):
        parts[place] = end - begin
    return parts


def offered(record: dict[str, Any], rules: SkatRules) -> bool:
    """Whose turn it is deals; what nobody plays here is not asked."""
    strange = [] if rules.kontra else ["kontra", "re"]
    strange += [] if rules.bock else ["bock", "bock_rounds"]
    ramsch = rules.passed in {"ramsch", "lowest_ramsch_null"}
    asked = ("played", "ramsch" if ramsch else "passed")
    return record["kind"] in asked and record["dealer"] is None and not any(record.get(name) for name in strange)


def reached(vector: dict[str, Any]) -> Iterator[Case]:
    """What the shared vector is at a table of three, or, of a series, hand after hand."""
    given, rules = vector["input"], vector["rules"]
    if vector["op"] == "hand":
        kind = {"kind": "passed"} if given.get("contract") == "passed" else {"kind": "played", "declarer": 1}
        yield _at_three({**given, **kind}, rules)
    elif vector["op"] == "ramsch":
        options = {f"ramsch_{name}": given[name] for name in ("skat_to", "tie") if name in given}
        yield _at_three({"kind": "ramsch", **given}, rules)
        counted = {name: value for name, value in given.items() if name not in ("skat_to", "tie")}
        yield _at_three({"kind": "ramsch", **counted}, rules | options)
    else:
        yield from _series(given, rules)


def _at_three(data: dict[str, Any], rules: dict[str, Any]) -> Case:
    chosen = load(SkatRules, rules)
    return Case(data, chosen, Table((0, 1, 2), 1, 0, GAME.start(chosen, 3)))


def _series(given: dict[str, Any], rules: dict[str, Any]) -> Iterator[Case]:
    """The hands of a series, each a game that scores as much; what is no list of hands at a table means none."""
    limit = {"bierlachs_limit": given["limit"]} if "limit" in given else {}
    try:
        chosen = load(SkatRules, {**rules, **limit, "system": given.get("system", "seeger_fabian")})
    except InvalidRecord:
        return
    players, hands = given["players"], given["hands"]
    if len(players) not in GAME.seats:
        return
    table: SkatTable = Table(tuple(range(len(players))), 1, 0, GAME.start(chosen, len(players)))
    for hand in hands:
        data = _scoring(hand, players)
        yield Case(data, chosen, table)
        if GAME.problems(data, chosen, table):
            return
        _record, outcome = GAME.judge(data, chosen, table)
        table = Table(table.seats, table.number + 1, outcome.dealer, outcome.state)


def _scoring(hand: dict[str, Any], players: list[str]) -> dict[str, Any]:
    """A hand of a series as a record. What is no score of a won or lost game stays a bid that nobody can have made."""
    seats = {name: place for place, name in enumerate(players)}
    dealt = {"dealer": seats.get(hand["dealer"], 11)}
    if hand.get("declarer") is None:
        return {"kind": "passed", **dealt, **({"bid": hand["score"]} if hand.get("score") else {})}
    score = hand.get("score") or 0
    played = {"kind": "played", **dealt, "declarer": seats.get(hand["declarer"], 11), "outcome": {"won": score > 0}}
    value = score if score > 0 else -score // 2
    return {**played, **GAMES.get(value, {"contract": "grand", "matadors": 1, "with": True, "bid": value})}


def _games() -> dict[int, dict[str, Any]]:
    """Value -> a game that has it when it is won or lost without a level reached."""
    found: dict[int, dict[str, Any]] = {}
    for contract, base, most in (
        ("diamonds", 9, 11), ("hearts", 10, 11), ("spades", 11, 11), ("clubs", 12, 11), ("grand", 24, 4),
    ):  # fmt: skip
        for matadors in range(1, most + 1):
            run = {"contract": contract, "matadors": matadors, "with": True, "bid": 18}
            found.setdefault(base * (matadors + 1), run)
            found.setdefault(base * (matadors + 2), {**run, "hand": True})
    nulls = {23: {}, 35: {"hand": True}, 46: {"ouvert": True}, 59: {"hand": True, "ouvert": True}}
    for value, flags in nulls.items():
        found.setdefault(value, {"contract": "null", "bid": 18, **flags})
    return found


GAMES = _games()
