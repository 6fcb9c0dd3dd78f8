"""How fast hands are judged, in CPU time of one core."""

import io
import json
import random
import statistics
import time
from argparse import Namespace
from typing import Any

from games import all_games, game
from games.core.cases import answer_line
from games.core.values import Table
from scorekeeper.demo.dealing import deal
from tests.bench.meter import Meter
from tests.bench.report import Figure

HANDS = 50_000
SUITS = ("diamonds", "hearts", "spades", "clubs", "grand")


def evening(count: int) -> list[dict[str, Any]]:
    """Hands as they come at a table: mostly short runs, some hand games, few bids written down."""
    chance = random.Random(1)
    return [one_hand(chance, number) for number in range(count)]


def one_hand(chance: random.Random, number: int) -> dict[str, Any]:
    return {
        "kind": "played",
        "declarer": (number + 1) % 3,
        "contract": chance.choice(SUITS),
        "matadors": chance.choice((1, 1, 1, 1, 1, 2, 2, 2, 3, 4)),
        "with": chance.random() < 0.5,
        "bid": chance.choice((None, None, 18, 20, 22, 24, 30, 33)),
        "hand": chance.random() < 0.15,
        "schneider_announced": False,
        "schwarz_announced": False,
        "ouvert": False,
        "declarer_points": chance.randrange(30, 110),
        "declarer_tricks": None,
        "kontra": False,
        "re": False,
        "bock": False,
    }


def judge_evening(hands: list[dict[str, Any]]) -> None:
    skat = game("skat")
    rules = skat.rules(list_length=480)
    start = skat.start(rules, 3)
    table = Table((0, 1, 2), 1, 0, start)
    for hand in hands:
        outcome = skat.judge(hand, rules, table)[1]
        state = start if outcome.over else outcome.state
        table = Table((0, 1, 2), table.number + 1, outcome.dealer, state)


def answer_lines(hands: list[dict[str, Any]]) -> float:
    skat = game("skat")
    left_out = {"kind", "declarer"}
    cases = (
        {"id": number, "op": "hand", "rules": {}, "input": {k: v for k, v in hand.items() if k not in left_out}}
        for number, hand in enumerate(hands)
    )
    lines = io.BytesIO("\n".join(json.dumps(case) for case in cases).encode())
    started = time.process_time()
    for line in lines:
        answer_line(skat, line)
    return time.process_time() - started


def anchor() -> float:
    """What the machine does in the same run, to compare by ratio: JSON of one hand, there and back."""
    text = json.dumps(one_hand(random.Random(1), 1))
    started = time.process_time()
    for _ in range(HANDS):
        json.loads(text)
    return time.process_time() - started


def judged(hands: list[dict[str, Any]]) -> float:
    started = time.process_time()
    judge_evening(hands)
    return time.process_time() - started


SOME_HANDS = 5_000  # of the other games: their hands are dealt first, which takes longer than judging them


def dealt(name: str, count: int) -> list[tuple[dict[str, Any], Any, Table[Any]]]:
    """Hands of a game as the demo club plays them, each with the rules and where its table stands."""
    played, chance, found = game(name), random.Random(1), []
    rules = played.rules()
    seats = tuple(range(next(size for size in played.seats if not played.rules_problems(rules, size))))
    table = Table(seats, 1, 0, played.start(rules, len(seats)))
    for _hand in range(count):
        facts = deal(chance, played, rules, table, [75] * len(seats))
        found.append((facts, rules, table))
        outcome = played.judge(facts, rules, table)[1]
        state = played.start(rules, len(seats)) if outcome.over else outcome.state
        table = Table(seats, table.number + 1, outcome.dealer, state)
    return found


def judged_again(name: str, hands: list[tuple[dict[str, Any], Any, Table[Any]]]) -> float:
    played = game(name)
    started = time.process_time()
    for facts, rules, table in hands:
        played.judge(facts, rules, table)
    return time.process_time() - started


def _other(name: str, loads: float, options: Namespace, foreign: float) -> Figure:
    hands = dealt(name, SOME_HANDS)
    spent = statistics.median(judged_again(name, hands) for _round in range(options.rounds))
    value = f"{SOME_HANDS / spent:,.0f}/s ({spent / SOME_HANDS / (loads / HANDS):.1f}x)"
    ran = f"{options.rounds} rounds of {SOME_HANDS:,} hands"
    return Figure(f"scoring {name}, plain objects, by CPU", value, "json.loads of a hand", "", "", ran, foreign)


def run(options: Namespace) -> list[Figure]:
    hands = evening(HANDS)
    with Meter() as meter:
        loads = statistics.median(anchor() for _round in range(options.rounds))
        judge = statistics.median(judged(hands) for _round in range(options.rounds))
        lines = statistics.median(answer_lines(hands) for _round in range(options.rounds))
    ran = f"{options.rounds} rounds of {HANDS:,} hands"
    of = f"{loads / HANDS * 1e6:.2f} us of json.loads of a hand"

    def value(seconds: float) -> str:
        return f"{HANDS / seconds:,.0f}/s ({seconds / loads:.1f}x)"

    others = [_other(name, loads, options, meter.foreign) for name in sorted(all_games()) if name != "skat"]
    return [
        *others,
        Figure("scoring, plain objects, by CPU", value(judge), of, "100,000/s", "", ran, meter.foreign),
        Figure("scoring, public form, by CPU", value(lines), of, "10,000/s", "", ran, meter.foreign),
    ]
