"""How fast hands are judged, in CPU time of one core: `python -m tests.bench.scoring`."""

import io
import json
import random
import sys
import time
from typing import Any

from games import game
from games.core.cases import answer_line
from games.core.values import Table

HANDS = 100_000
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


def answer_lines(hands: list[dict[str, Any]]) -> None:
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
    told("public form, line by line", len(hands), time.process_time() - started)


def anchor() -> None:
    """What the machine does in the same run, to compare by ratio: JSON of one hand, there and back."""
    text = json.dumps(one_hand(random.Random(1), 1))
    started = time.process_time()
    for _ in range(HANDS):
        json.loads(text)
    told("anchor: json.loads of a hand", HANDS, time.process_time() - started)


def told(what: str, count: int, seconds: float) -> None:
    print(f"{what:32} {count / seconds:12,.0f} /s  {seconds / count * 1e6:8.2f} us")


def main() -> int:
    hands = evening(HANDS)
    anchor()
    started = time.process_time()
    judge_evening(hands)
    told("judge, plain objects", len(hands), time.process_time() - started)
    answer_lines(hands)
    return 0


if __name__ == "__main__":
    sys.exit(main())
