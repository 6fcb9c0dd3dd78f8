#!/usr/bin/env python3
"""No line over 160 characters in templates and styles: `.ci/long_lines.py` names those that are longer."""

import sys
from pathlib import Path

LIMIT = 160
ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """1 if there are any."""
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "scorekeeper" / "static" / "css").rglob("*.css")]
    too_long = [
        f"{file.relative_to(ROOT)}:{number}: {len(line)} characters, at most {LIMIT} are allowed\n"
        for file in sorted(files)
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if len(line) > LIMIT
    ]
    sys.stderr.writelines(too_long)
    return 1 if too_long else 0


if __name__ == "__main__":
    sys.exit(main())
