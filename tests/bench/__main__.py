"""`python -m tests.bench [NAME ...]`: measure, and print ratios as a table in Markdown."""

import argparse
import importlib
import sys
import time
import traceback

from tests.bench.report import Figure, machine, markdown

NAMES = (
    "record",
    "read",
    "sqlite",
    "scoring",
    "growth",
    "page",
    "verify",
    "start",
    "hostile",
    "club",
    "money",
    "chains",
    "swiss",
    "draws",
    "large",
    "takeover",
    "papers",
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure Scorekeeper on this machine.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(NAMES)}; else all")
    parser.add_argument("--seconds", type=float, default=4, help="length of one round (default 4)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of which the median is told (default 3)")
    parser.add_argument("--long", action="store_true", help="the larger sizes too: some minutes more")
    options = parser.parse_args()
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    options.seconds, options.rounds = min(options.seconds, 30), min(options.rounds, 9)

    told: list[Figure] = []
    failed = False
    for name in options.names or NAMES:
        started = time.monotonic()
        try:
            told += importlib.import_module(f"tests.bench.{name}").run(options)
        except SystemExit as reason:
            told.append(Figure(name, "not measured", str(reason)))
        except Exception:  # noqa: BLE001 the others are still worth their time
            failed = True
            traceback.print_exc()
            told.append(Figure(name, "failed"))
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr)
    print(f"Measured {machine()}.\n\n{markdown(told)}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
