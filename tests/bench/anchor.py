"""The anchor of recording: the rows that one hand writes, by psycopg and nothing else.

`python -m tests.bench.anchor` reads on its input where to write and what; it then writes as fast as it can, one
transaction a hand, and prints what it did.
"""

import json
import sys
import time
import uuid
from datetime import UTC, datetime
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

JSON = ("record", "table", "outcome")
WARM_UP = 20  # hands: by then psycopg has prepared the statements


class Rows:
    """The rows of one table, taken from a hand that the app has recorded there."""

    def __init__(self, connection: psycopg.Connection[Any], found: dict[str, Any]) -> None:
        self.connection, self.found = connection, found
        self.hand = {**found["hand"], **{name: Jsonb(found["hand"][name]) for name in JSON}, "at": datetime.now(UTC)}
        names, places = ", ".join(f'"{name}"' for name in self.hand), ", ".join(f"%({name})s" for name in self.hand)
        self.insert_hand = f"INSERT INTO play_hand ({names}) VALUES ({places})"
        self.insert_entries = (
            "INSERT INTO play_ledgerentry (id, club_id, seat_id, hand_id, measure, amount) VALUES "
            + ", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(found["entries"]))
        )
        self.update_seats = (
            "UPDATE play_seat SET tally = t.tally FROM (VALUES "
            + ", ".join(["(%s::uuid, %s::jsonb)"] * len(found["seats"]))
            + ") AS t (id, tally) WHERE play_seat.id = t.id"
        )
        self.upsert_results = (
            "INSERT INTO standings_result "
            "(id, club_id, competition_id, player_id, source, played_on, measures, points, is_sealed) VALUES "
            + ", ".join(["(%s, %s, %s, %s, %s, %s, %s, %s, false)"] * len(found["results"]))
            + " ON CONFLICT (club_id, competition_id, source, player_id) DO UPDATE SET measures = excluded.measures, "
            "points = excluded.points"
        )
        self.upsert_standings = (
            "INSERT INTO standings_standing AS s (id, club_id, competition_id, player_id, points, measures, sources, "
            "official_points, official_measures, official_sources, revision) VALUES "
            + ", ".join(["(%s, %s, %s, %s, %s, %s, 1, 0, '{}', 0, 1)"] * len(found["results"]))
            + " ON CONFLICT (club_id, competition_id, player_id) DO UPDATE SET points = s.points + excluded.points, "
            "measures = excluded.measures, revision = s.revision + 1"
        )

    def write(self) -> None:
        """One hand."""
        hand, found = self.hand, self.found
        club, sitting = hand["club_id"], hand["sitting_id"]
        hand.update(id=uuid.uuid4(), key=uuid.uuid4(), number=hand["number"] + 1, seq=hand["seq"] + 1)
        entries: list[Any] = []
        for seat, measure, amount in found["entries"]:
            entries += (uuid.uuid4(), club, seat, hand["id"], measure, amount)
        seats: list[Any] = []
        for seat in found["seats"]:
            seats += (seat["id"], Jsonb(seat["tally"]))
        results: list[Any] = []
        standings: list[Any] = []
        for row in found["results"]:
            where, measures = (club, row["competition_id"], row["player_id"]), Jsonb(row["measures"])
            results += (uuid.uuid4(), *where, sitting, found["played_on"], measures, row["points"])
            standings += (uuid.uuid4(), *where, row["points"], measures)
        with self.connection.transaction():
            run = self.connection.execute
            run(self.insert_hand, hand)
            run(self.insert_entries, entries)
            run(self.update_seats, seats)
            run(
                "UPDATE play_sitting SET state = %s, next_number = %s, dealer = %s, seq = %s, head = %s, "
                "revision = revision + 1 WHERE id = %s",
                (Jsonb(found["state"]), hand["number"] + 1, hand["number"] % 4, hand["seq"], hand["hash"], sitting),
            )
            run(self.upsert_results, results)
            run(self.upsert_standings, standings)


def main() -> None:
    told = json.loads(sys.stdin.readline())
    with psycopg.connect(told["database"], autocommit=True) as connection:
        rows = Rows(connection, told["rows"])
        for _hand in range(WARM_UP):
            rows.write()
        print("ready", flush=True)
        while line := sys.stdin.readline():
            waits, cpu, end = [], time.process_time(), time.perf_counter() + float(line)
            while (started := time.perf_counter()) < end:
                rows.write()
                waits.append(time.perf_counter() - started)
            print(json.dumps({"waits": waits, "cpu": time.process_time() - cpu}), flush=True)


if __name__ == "__main__":
    main()
