#!/usr/bin/env python3
"""No file over 500 kB but for those named here: `.ci/large_files.py [FILE...]`, without a name all that Git tracks."""

import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

LIMIT = 500_000
ROOT = Path(__file__).resolve().parent.parent
# The schema that the code writes, translations, and fonts.
EXCEPTIONS = ("docs/schema.yml", "*.po", "*.mo", "scorekeeper/static/*.ttf", "scorekeeper/static/*.woff2")


def tracked() -> list[str]:
    """Every file under version control, from the root."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S607
    return listed.stdout.rstrip("\0").split("\0")


def main(names: list[str]) -> int:
    """Name the files that are too large; 1 if there are any."""
    asked = [name for name in names if not any(fnmatchcase(name, exception) for exception in EXCEPTIONS)]
    large = [name for name in asked if (ROOT / name).is_file() and (ROOT / name).stat().st_size > LIMIT]
    sys.stderr.writelines(f"{name} is larger than {LIMIT // 1000} kB\n" for name in large)
    return 1 if large else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or tracked()))
