#!/usr/bin/env python3
"""No line over 160 characters in templates and styles but for as many as `.ci/long_lines.txt` allows each file.

`.ci/long_lines.py --write` writes that list anew; it may only become shorter.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

LIMIT = 160
ROOT = Path(__file__).resolve().parent.parent
ALLOWED = ROOT / ".ci" / "long_lines.txt"


def found() -> Iterator[tuple[str, int]]:
    """Every file with long lines, and how many."""
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "scorekeeper" / "static" / "css").rglob("*.css")]
    for file in sorted(files):
        if number := sum(len(line) > LIMIT for line in file.read_text().splitlines()):
            yield str(file.relative_to(ROOT)), number


def allowed() -> dict[str, int]:
    """The exceptions by file."""
    rows = (line.split() for line in ALLOWED.read_text().splitlines())
    return {file: int(number) for number, file in rows}


def main(words: list[str]) -> int:
    """Name the files with more long lines than they may have, or fewer; 1 if there are any."""
    now = dict(found())
    if words == ["--write"]:
        ALLOWED.write_text("".join(f"{number:3} {file}\n" for file, number in now.items()))
        return 0
    listed = allowed()
    differ = [file for file in sorted({*now, *listed}) if now.get(file, 0) != listed.get(file, 0)]
    for file in differ:
        sys.stderr.write(f"{file}: {now.get(file, 0)} lines over {LIMIT} characters, {listed.get(file, 0)} allowed\n")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
