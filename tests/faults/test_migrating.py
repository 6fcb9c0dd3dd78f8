"""How long a migration keeps the writers of a grown database waiting: one that is made up (`tests.later`)."""

import threading
import time
from typing import Any

import psycopg
import pytest

from tests.databases import migrate
from tests.faults.cluster import postgresql
from tests.serving import environ_for, run_python

LONGEST = 5.0  # seconds that anybody waits at the most
ENTRIES = 4  # of the ledger for each hand
PAUSE = 0.01  # seconds between two looks
TABLES = ("play_hand", "play_ledgerentry", "play_sitting", "play_act")
SEED = """
import django; django.setup()
from django.db import connection
with connection.cursor() as cursor:
    def fill(table, rows, **values):
        cursor.execute(
            "SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = %s", [table]
        )
        plain = {"uuid": "gen_random_uuid()", "jsonb": "'{}'::jsonb", "timestamp with time zone": "now()",
                 "boolean": "false", "character varying": "''", "text": "''"}
        columns = {name: plain.get(kind, "0") for name, kind, empty in cursor.fetchall() if empty == "NO"}
        columns |= values
        names = ", ".join(f'"{name}"' for name in columns)
        cursor.execute(f"INSERT INTO {table} ({names}) SELECT {', '.join(columns.values())} FROM {rows}")
    cursor.execute("SET session_replication_role = replica")  # rows of a size and a shape; nothing is played here
    one = "'00000000-0000-7000-8000-000000000001'::uuid"
    detail = "jsonb_build_object('kind', 'played', 'text', repeat('x', 200))"
    hands = {"number": "n", "seq": "n", "version": "1", "record": detail, "outcome": detail, "hash": "repeat('a', 64)"}
    fill("play_hand", "generate_series(1, HANDS) AS n", club_id=one, sitting_id=one, **hands)
    fill("play_ledgerentry", "play_hand CROSS JOIN generate_series(1, ENTRIES) AS e", club_id=one, seat_id=one,
         hand_id="play_hand.id", measure="e::text", amount="e")
"""


class Writer(threading.Thread):
    """Asks again and again for the lock a recorder needs; `longest` is how long it waited for it, in seconds."""

    def __init__(self, table: str, **where: Any) -> None:
        super().__init__(daemon=True)
        self.table, self.where = table, where
        self.longest, self.ended = 0.0, threading.Event()

    def run(self) -> None:
        with psycopg.connect(**self.where) as connection:
            while not self.ended.wait(PAUSE):
                began = time.monotonic()
                connection.execute(f"LOCK TABLE {self.table} IN ROW EXCLUSIVE MODE")
                connection.rollback()
                self.longest = max(self.longest, time.monotonic() - began)


@pytest.mark.long
def test_migrating_a_grown_database_keeps_writers_waiting_for_seconds_at_the_most():
    hands = 1_000_000
    with postgresql() as cluster:
        environ = environ_for(migrate(cluster.create("one")))
        run_python(["-c", SEED.replace("HANDS", str(hands)).replace("ENTRIES", str(ENTRIES))], environ)
        where = {"host": str(cluster.folder), "user": "postgres", "dbname": "one"}
        writers = [Writer(table, **where) for table in TABLES]
        for writer in writers:
            writer.start()
        began = time.monotonic()
        run_python(["-m", "tests.later", "migrate", "--verbosity=0"], environ)
        whole = time.monotonic() - began
        with psycopg.connect(**where) as connection:
            kept = [connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES[:2]]
        for writer in writers:
            writer.ended.set()
        for writer in writers:
            writer.join(30)

    told = ", ".join(f"{writer.table} {writer.longest:.1f} s" for writer in writers)
    print(f"\n{hands} hands, {ENTRIES * hands} entries: migrated in {whole:.1f} s; longest waits: {told}")
    assert not any(writer.is_alive() for writer in writers)
    assert kept == [hands, ENTRIES * hands]
    assert max(writer.longest for writer in writers) < LONGEST
