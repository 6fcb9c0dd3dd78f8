"""One builder for the database settings, so that SQLite and PostgreSQL are set up in one place only."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import environ

# SQLite before 3.51.3 can damage a write-ahead log when several connections checkpoint at once.
WAL_IS_SAFE = sqlite3.sqlite_version_info >= (3, 51, 3)


@dataclass(frozen=True, slots=True)
class Connections:
    """How a process holds its connections to PostgreSQL."""

    most: int = 8
    wait: int = 2
    """Seconds that a request waits for a free connection, before it is answered 503."""
    prepare_after: int = 5
    """How often a statement comes on a connection before it is prepared there; 0: never."""
    statement_seconds: int = 0
    """What takes longer is ended by the server; 0: nothing is."""
    is_pooled: bool = False
    """Whether a pooler stands between that gives each transaction another connection of the server."""


def database(url: str, default: Path, connections: Connections = Connections()) -> dict[str, Any]:
    """The settings for DATABASE_URL, or for an SQLite file at `default` when it is empty."""
    if not url or url.startswith("sqlite"):
        name = environ.Env.db_url_config(url)["NAME"] if url else str(default)
        return sqlite(name)
    settings = environ.Env.db_url_config(url)
    options = {**postgresql(connections), **settings.get("OPTIONS", {})}
    return {
        **settings,
        "ENGINE": "scorekeeper.common.postgresql",
        "CONN_MAX_AGE": 0,
        "DISABLE_SERVER_SIDE_CURSORS": connections.is_pooled,
        "OPTIONS": options,
    }


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


def postgresql(connections: Connections) -> dict[str, Any]:
    """The options of Django and of libpq.

    The pool and persistent connections exclude each other. A lost connection is sought for 4 seconds and then by the
    next who asks: the pool's own pauses double, and would go on for minutes after the server is back. A server that
    vanished without a word is given up after 10 seconds (`tcp_user_timeout`) to 25 (`keepalives`).
    Planning is half of what the statements of a recorded hand cost: prepared, they are planned once a connection.
    """
    pool = {"min_size": min(2, connections.most), "max_size": connections.most}
    limits = {"options": f"-c statement_timeout={connections.statement_seconds}s"}
    return {
        "pool": {**pool, "timeout": connections.wait, "reconnect_timeout": 4},
        "connect_timeout": 3,
        "tcp_user_timeout": 10_000,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "fallback_application_name": "scorekeeper",
        "server_side_binding": True,
        "prepare_threshold": connections.prepare_after or None,
        **(limits if connections.statement_seconds else {}),
    }
