"""One builder for the database settings, so that SQLite and PostgreSQL are set up in one place only."""

import sqlite3
from pathlib import Path
from typing import Any

import environ

# SQLite before 3.51.3 can damage a write-ahead log when several connections checkpoint at once.
WAL_IS_SAFE = sqlite3.sqlite_version_info >= (3, 51, 3)


def database(url: str, default: Path) -> dict[str, Any]:
    """The settings for DATABASE_URL, or for an SQLite file at `default` when it is empty."""
    if not url or url.startswith("sqlite"):
        name = environ.Env.db_url_config(url)["NAME"] if url else str(default)
        return sqlite(name)
    settings = environ.Env.db_url_config(url)
    return {**settings, "CONN_MAX_AGE": 0, "OPTIONS": {**POSTGRESQL, **settings.get("OPTIONS", {})}}


def sqlite(name: str) -> dict[str, Any]:
    """IMMEDIATE takes the write lock when a transaction starts; else two recorders meet "database is locked".

    Without recursive triggers INSERT OR REPLACE would delete rows past the triggers that refuse it.
    """
    journal = "WAL" if WAL_IS_SAFE else "DELETE"
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": name,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": f"PRAGMA journal_mode={journal};PRAGMA synchronous=FULL;PRAGMA recursive_triggers=ON;",
        },
    }


# The pool and persistent connections exclude each other; processes times max_size must stay below max_connections.
# Whoever asks while the server is away is told so in 2 seconds. A lost connection is sought for 4 and then by the next
# who asks: the pool's own pauses double, and would go on for minutes after the server is back.
# Planning is half of what the statements of a recorded hand cost: prepared, they are planned once a connection.
POSTGRESQL: dict[str, Any] = {
    "pool": {"min_size": 2, "max_size": 8, "timeout": 2, "reconnect_timeout": 4},
    "connect_timeout": 3,
    "server_side_binding": True,
    "prepare_threshold": 5,
}
