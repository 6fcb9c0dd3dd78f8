"""What a paper costs: a table as tagged PDF, set by typst in a process of its own, beside a file of one word.

`python -m tests.bench.papers FILES` is that measurement as a process of its own, which needs Django; no database is
asked. CPU is that of the process which asks and of the one that sets.
"""

import json
import os
import statistics
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from tests.bench.meter import Meter
from tests.bench.report import Figure
from tests.serving import environ_for, run_python

FILES: Final = 4  # of each kind in a round, no two alike
HANDS: Final = 36
ROWS: Final = 2_500  # of four columns, so 10,000 cells: the longest that is printed
MADE: Final = datetime(2026, 11, 28, 20, tzinfo=UTC)
KINDS: Final = {
    "word": "one word",
    "latin": "list of 36 hands, Latin and Cyrillic names",
    "indian": "list of 36 hands, names in Gurmukhi and Gujarati",
    "cells": "2,500 rows, 10,000 cells",
}
NAMES: Final = {
    "latin": ("Renate Vogt", "Łukasz Nowak", "Алёна Иванова"),
    "indian": ("ਹਰਪ੍ਰੀਤ ਸਿੰਘ", "ગુજરાતી પટેલ", "ਗੁਰਪ੍ਰੀਤ ਕੌਰ"),
}
WORD: Final = """import sys, typst
source = f'#set document(title: "{sys.argv[1]}")\\n= Word {sys.argv[1]}'
typst.compile(source.encode(), format="pdf", pdf_standards=["ua-1"], ignore_system_fonts=True)
"""


def run(options: Namespace) -> list[Figure]:
    environ = environ_for("sqlite://:memory:")
    with Meter() as meter:
        rounds = [
            json.loads(run_python(["-m", "tests.bench.papers", str(FILES)], environ)) for _ in range(options.rounds)
        ]
    seconds = {kind: statistics.median(found[kind][0] for found in rounds) for kind in KINDS}
    of = f"{1000 * seconds['word']:.0f} ms CPU of a file of one word in a process of its own"
    return [
        Figure(
            f"paper, {title}",
            f"{seconds[kind] / seconds['word']:.1f}x ({1000 * seconds[kind]:.0f} ms, {size / 1000:,.0f} kB)",
            of,
            ran=f"{options.rounds} rounds of {FILES} files",
            foreign=meter.foreign,
        )
        for kind, title in KINDS.items()
        if (size := rounds[0][kind][1])
    ]


def measured(files: int) -> dict[str, tuple[float, int]]:
    """{kind: CPU seconds of one file, its bytes}: the median of so many, whose rounds alternate."""
    import django

    django.setup()
    makes: dict[str, Callable[[int], bytes]] = {
        "word": _one_word,
        "latin": lambda number: _list(number, NAMES["latin"]),
        "indian": lambda number: _list(number, NAMES["indian"]),
        "cells": _cells,
    }
    for make in makes.values():
        make(0)  # what is imported and read once is no file's
    found: dict[str, list[tuple[float, int]]] = {kind: [] for kind in makes}
    for number in range(1, files + 1):
        for kind, make in makes.items():
            before = sum(os.times()[:4])
            size = len(make(number))
            found[kind].append((sum(os.times()[:4]) - before, size))
    return {kind: (statistics.median(seconds for seconds, _size in each), each[0][1]) for kind, each in found.items()}


def _one_word(number: int) -> bytes:
    subprocess.run([sys.executable, "-c", WORD, str(number)], check=True)
    return b""


def _list(number: int, names: Sequence[str]) -> bytes:
    """A list of Skat: a line for each hand, with the scores of three."""
    heads = ["No.", "Game", "Value", *names, "Remark"]
    rows = [
        [str(hand), "Grand Hand, with 2", str(48 + number), *(f"{hand * 24 + number}" for _name in names), ""]
        for hand in range(1, HANDS + 1)
    ]
    return _set(f"List {number}", heads, rows, [True, False, True, True, True, True, False])


def _cells(number: int) -> bytes:
    rows = [[str(row), f"Guest {row}", str(row * number), f"{row % 31 + 1} Nov"] for row in range(ROWS)]
    return _set(f"Rows {number}", ["No.", "Name", "Points", "Day"], rows, [True, False, True, False])


def _set(title: str, heads: list[str], rows: list[Any], figures: list[bool]) -> bytes:
    from scorekeeper.common.typesetting import Document, pdf_of

    return pdf_of(Document(title, ["Skat, 28 November 2026"], heads, rows, figures, MADE))


if __name__ == "__main__":
    print(json.dumps(measured(int(sys.argv[1]))))
