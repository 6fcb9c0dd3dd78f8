"""Whether the demo's file already holds what this version of the app would put into it.

The answer stands in the file itself (SQLite's `user_version`): a hash of the migrations, the packages and the seed.
Asking it takes a moment; asking the migrations takes longer than the whole start may.
"""

import hashlib
import sqlite3
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
MADE_FROM = ("requirements/base.txt", "scorekeeper/*/migrations/*.py", "scorekeeper/demo/**/*.py")


def mark(root: Path = ROOT) -> int:
    """What a file made by this version carries: 31 bits, never 0, which is what a new file has."""
    digest = hashlib.sha256()
    for pattern in MADE_FROM:
        for path in sorted(root.glob(pattern)):
            digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return int.from_bytes(digest.digest()[:4], "big") >> 1 or 1


def is_fresh(file: Path) -> bool:
    return _user_version(file) == mark()


def _user_version(file: Path) -> int:
    if not file.exists():
        return 0
    connection = sqlite3.connect(file)
    try:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
    finally:
        connection.close()


def set_fresh(file: Path) -> None:
    """Written last, so that a file that was not finished is gone over again."""
    connection = sqlite3.connect(file)
    try:
        connection.execute(f"PRAGMA user_version = {mark()}")
    finally:
        connection.close()
