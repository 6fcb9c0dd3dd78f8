"""The app with a hook in its database layer: where the test says so, the process dies as by a power cut.

`FAULTS` names a file. While it holds a number, the events of the next transactions are counted (each statement, each
commit, each commit done), and before the event of that number the process kills itself; while it holds a word, before
the first event of that name (`commit`, `committed`). Each event is written to the file's neighbour `.seen`; a number
in its neighbour `.pages` is how large an SQLite file may become, as if the disk were full then. Nothing of this is in
the app itself.
"""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.db.backends.signals import connection_created

from scorekeeper.settings.development import *  # noqa: F403 the app as it is, and the hook

ORDERS = Path(os.environ["FAULTS"])
SEEN, PAGES = ORDERS.with_suffix(".seen"), ORDERS.with_suffix(".pages")


class Counter:
    """The events since the order was given. One request at a time: the test sends no other."""

    def __init__(self) -> None:
        self.order = ""
        self.count = 0

    def event(self, what: str) -> None:
        order = ORDERS.read_text() if ORDERS.exists() else ""
        if order != self.order:
            self.order, self.count = order, 0
        if not order:
            return
        self.count += 1
        with SEEN.open("a") as seen:
            seen.write(f"{what}\n")
        if order in {str(self.count), what}:
            ORDERS.unlink()
            os.kill(os.getpid(), signal.SIGKILL)


counter = Counter()


def statement(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    counter.event(" ".join(sql.split()[:3]))
    return execute(sql, params, many, context)


def hook(connection: Any, **_more: Any) -> None:
    if statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(statement)
    if PAGES.exists():
        connection.connection.execute(f"PRAGMA max_page_count = {int(PAGES.read_text())}")
    if not hasattr(connection, "commit_unhooked"):
        connection.commit_unhooked = connection._commit

        def commit() -> None:
            counter.event("commit")
            connection.commit_unhooked()
            counter.event("committed")

        connection._commit = commit


connection_created.connect(hook, weak=False)
