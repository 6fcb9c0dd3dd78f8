"""Truco: every rule a club can choose, hands event by event with bets beside them, penalties, games given up."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from games import game
from games.core.values import InvalidRecord, Table
from games.truco.interchange import agreed, deal_of, stored_envido
from games.truco.machine import Play, after, refusal
from games.truco.reading import FLOR_ENDS, calls_problems
from games.truco.rules import DRAW, ENVIDO_CALLS, ENVIDO_POINTS, SIDES, WHOLE_GAME, TrucoRules
from games.truco.state import MatchState, display, hand_kind, side_of
from tests.agreement.cases import Case

TRUCO = game("truco")
SEATS = (0, 1)
WRONG = 4  # per cent of the events that cannot be
ENVIDOS = {
    count: [calls for calls in product(ENVIDO_CALLS, repeat=count) if not calls_problems(calls)]
    for count in (1, 2, 3, 4)
}
"""What can be called, by the number of calls."""
EVENTS: tuple[dict[str, Any], ...] = (
    *({"t": "round", "winner": winner} for winner in (*SIDES, DRAW)),
    *({"t": "decide", "by": side, "play": True} for side in SIDES),
    *({"t": word, "by": side} for word in ("call", "call", "accept", "run", "fold") for side in SIDES),
    {"t": "decide", "by": "A", "play": False},
    {"t": "decide", "by": "B"},
)


def variants(chance: Random) -> dict[str, Any]:
    """Rules with any field of them chosen."""
    target = chance.choice((6, 9, 12, 12, 15, 16, 24, 30, 40))
    steps: list[Any] = sorted(chance.sample(range(1, 17), chance.randrange(1, 9)))
    if len(steps) > 1 and chance.randrange(2):
        steps[-1] = WHOLE_GAME
    return {
        "target": target,
        "ladder": steps,
        "special_at": chance.choice((None, 10, 11, target - 1, target - 3)),
        "special_play": chance.randrange(1, 8),
        "special_pass": chance.randrange(1, 5),
        "all_tied": chance.choice(("dealer_side", "nobody", "mano_side", "raiser_loses")),
        "raise_cap": chance.choice(("none", "own_win", "both_can_win")),
        "allow_fold": chance.choice((True, False)),
        "fold_gives_envido": chance.choice((True, False)),
        "envido": chance.choice((True, True, False)),
        "flor": chance.choice((True, True, False)),
        "falta": chance.choice(("leader_to_target", "leader_half", "malas_half")),
        "flor_both": chance.randrange(1, 8),
        "best_of": chance.choice((1, 3, 5, 15)),
        "start_a": chance.choice((0, 0, 3, target - 1)),
        "start_b": chance.choice((0, 0, 2, target - 2)),
    }


def more(chance: Random, rules: TrucoRules, table: Table[MatchState]) -> dict[str, Any]:
    """Any entry but the plain ones."""
    made = chance.choices((_full, _quick, _penalty, _forfeit), (70, 15, 10, 5))[0](chance, rules, table)
    if made["kind"] in {"quick", "full"} and not chance.randrange(4):
        made["dealer"] = chance.choice(table.seats)
    return made


def _penalty(chance: Random, rules: TrucoRules, table: Table[MatchState]) -> dict[str, Any]:
    return {"kind": "penalty", "to": chance.choice(SIDES), "points": chance.randrange(1, 4)}


def _forfeit(chance: Random, rules: TrucoRules, table: Table[MatchState]) -> dict[str, Any]:
    return {"kind": "forfeit", "side": chance.choice(SIDES)}


def _quick(chance: Random, rules: TrucoRules, table: Table[MatchState]) -> dict[str, Any]:
    how = chance.choice(("played", "ran", "declined", "nobody"))
    value = chance.choice((None, *rules.ladder, rules.special_play, rules.special_pass))
    hand: dict[str, Any] = {"kind": "quick", "how": how, "winner": chance.choice((*SIDES, None)), "value": value}
    if rules.envido and chance.randrange(2):
        hand["envido"] = _envido(chance)
        if chance.randrange(3):
            del hand["envido"]["by"]
    elif rules.flor and chance.randrange(2):
        hand["flor"] = _flor(chance)
    return hand


def _full(chance: Random, rules: TrucoRules, table: Table[MatchState]) -> dict[str, Any]:
    """Sometimes a bet beside the hand; one that ended the game mostly leaves no event."""
    hand: dict[str, Any] = {"kind": "full", "events": _events(chance, rules, table)}
    if chance.randrange(100) < (60 if rules.envido else 2):
        hand["envido"] = _envido(chance)
    if chance.randrange(100) < (15 if "envido" in hand else 50 if rules.flor else 2):
        hand["flor"] = _flor(chance)
    if "envido" in hand and "flor" in hand and chance.randrange(3):
        del hand["envido"]
    codes = {problem.code for problem in TRUCO.problems(hand, rules, table)}
    if "event_after_game_over" in codes and chance.randrange(10):
        del hand["events"]
    return hand


def _events(chance: Random, rules: TrucoRules, table: Table[MatchState]) -> list[dict[str, Any]]:
    """Chance picks among all events what may come next; some may not, some hands stay unfinished."""
    state, events = table.state, []
    play = Play(rules, state.score, *hand_kind(state.score, rules.special_at), side_of(table.seats, table.dealer))
    while play.end is None and chance.randrange(60):
        event = _named(chance, chance.choice(EVENTS), rules)
        fault = refusal(play, event)
        if fault is None:
            play = after(play, event)
        if fault is None or chance.randrange(100) < WRONG:
            events.append(event)
    return events


def _named(chance: Random, event: dict[str, Any], rules: TrucoRules) -> dict[str, Any]:
    """A call may name its value; what is empty may be said."""
    if event["t"] == "call" and not chance.randrange(3):
        return {**event, "to": chance.choice((*rules.ladder, 7))}
    return {**event, "to": None, "play": None, **event} if not chance.randrange(6) else dict(event)


def _envido(chance: Random) -> dict[str, Any]:
    count = chance.randrange(1, 5)
    calls = chance.choice(ENVIDOS[count]) if chance.randrange(8) else chance.choices(ENVIDO_CALLS, k=count + 1)
    bet: dict[str, Any] = {"by": chance.choice(SIDES), "calls": list(calls)}
    bet["answer"] = chance.choice(("accept", "accept", "decline"))
    told = {"points": _shown(chance), "winner": chance.choice((*SIDES * 6, DRAW))}
    if bet["answer"] == "accept" or not chance.randrange(10):
        named = chance.choice((["winner"], ["points"], ["points"], ["points", "winner"], []))
        bet |= {name: told[name] for name in named}
    return bet


def _shown(chance: Random) -> dict[str, int]:
    possible = sorted(ENVIDO_POINTS)
    one, other = chance.choice(possible), chance.choice(possible)
    return {"A": one, "B": other if chance.randrange(4) else one}


def _flor(chance: Random) -> dict[str, Any]:
    answers, end = chance.choice(list(FLOR_ENDS.items()))
    bet: dict[str, Any] = {"by": chance.choice(SIDES), "seq": list(answers)}
    if not answers and chance.randrange(2):
        del bet["seq"]
    if (end.to_caller is None) == bool(chance.randrange(10)):
        bet["winner"] = chance.choice(SIDES)
    return bet


def offered(record: dict[str, Any], _rules: TrucoRules) -> bool:
    """No events, no other dealer, a value wherever somebody won; of a bet what was called and who got it."""
    if record["kind"] != "quick":
        return record["kind"] != "full"
    envido, flor = record["envido"], record["flor"]
    if envido and (envido["points"] or (envido["by"] is None) != (envido["answer"] == "accept")):
        return False
    if flor and flor["seq"]:
        return False
    return record["dealer"] is None and (record["winner"] is None) == (record["value"] is None)


def reached(vector: dict[str, Any]) -> Iterator[Case]:
    """The entries of a vector at a table of two, side A in seat 0, where it does not say how many play."""
    given, op = vector["input"], vector["op"]
    try:
        rules = agreed(vector["rules"]).rules
    except InvalidRecord:
        return
    if op in {"hand", "quick"}:
        yield from _alone(given, op, rules)
    for one in given["games"] if op == "match" else [given] if op == "game" else ():
        yield from _one_after_the_other(one, rules)


def _alone(given: dict[str, Any], op: str, rules: TrucoRules) -> Iterator[Case]:
    score = given.get("score")
    if isinstance(score, dict) and all(type(score.get(side)) is int and score[side] >= 0 for side in SIDES):
        entry = given[op]
        yield Case(_entry({"quick": entry} if op == "quick" else entry, rules), rules, _at(score, rules))


def _one_after_the_other(given: dict[str, Any], rules: TrucoRules) -> Iterator[Case]:
    table = _at(given.get("start") or {"A": 0, "B": 0}, rules)
    seats = tuple(range(given.get("players") or 2))
    table = Table(seats, 1, SIDES.index(given.get("first_dealer") or "A"), table.state)
    for entry in given["hands"] or [{"forfeit": "A"}]:
        yield Case(_entry(entry, rules), rules, table)
        if TRUCO.problems(_entry(entry, rules), rules, table):
            return
        _hand, outcome = TRUCO.judge(_entry(entry, rules), rules, table)
        table = Table(seats, table.number + 1, outcome.dealer, outcome.state)


def _at(score: dict[str, int], rules: TrucoRules) -> Table[MatchState]:
    pair = (score["A"], score["B"])
    kind, decider = hand_kind(pair, rules.special_at)
    shown = display(pair, rules.target)
    return Table(SEATS, 1, 0, MatchState(score=pair, tentos=shown, hand_kind=kind, decider=decider))


def _entry(given: dict[str, Any], rules: TrucoRules) -> dict[str, Any]:
    """The record of an entry in the public form."""
    if "penalty" in given:
        return {"kind": "penalty", **given["penalty"]}
    if "forfeit" in given:
        return {"kind": "forfeit", "side": given["forfeit"]}
    told = {**given.get("quick", {}), **given}
    record = {name: value for name, value in told.items() if name not in {"quick", "mano", "dealer"}}
    if deal := deal_of(told, None).dealer:
        record["dealer"] = SIDES.index(deal)
    if "envido" in given:
        record["envido"] = stored_envido(given["envido"], rules, SEATS)[1]
    return {"kind": "quick" if "quick" in given else "full", **record}
