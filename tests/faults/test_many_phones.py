"""Many phones at once on PostgreSQL, through two workers: one wins, the other is told; no number is missing or twice;
tables that share their players wait for each other, but never for ever; and standings are right at any moment."""

import json
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias
from uuid import uuid4

import psycopg
import pytest

from tests.faults.cluster import Cluster
from tests.faults.conftest import NewPlace, Size
from tests.faults.load import Answer, Line
from tests.serving import run_python, serving

Facts: TypeAlias = dict[str, Any]

PAIRS_A_TABLE = 100  # of which half correct the hand that the other half recorded
MANY = (6, 16)  # tables at once, and with --long
LEAST = 6  # hands at each of them
PAUSE = 0.1  # seconds between the hands of a table while snapshots are taken: it must not be full before their end
MOST_HANDS = 480  # of a list of Skat
MAKE = """
from tests import factories
from tests.acting import bearer
from scorekeeper.clubs.models import Role

def make(game, system, tables, sharing, rules):
    club = factories.make_club()
    season = factories.make_season(club, game=game, system=system)
    shared = [factories.make_player(club) for _player in range(4)]
    made = [
        factories.make_sitting(club, players=shared if sharing else 4, seasons=[season], rules=rules, game=game).pk
        for _table in range(tables)
    ]
    people = [factories.owner_of(club), factories.make_member(club, Role.SCORER)]
    return {{"tables": made, "season": season.pk, "people": [bearer(user) for user in people]}}

print(json.dumps({{name: make(**how) for name, how in {wanted!r}.items()}}, default=str))
"""
HANDS = "SELECT seq, number, version, id, record FROM play_hand WHERE sitting_id = %s ORDER BY seq"
SNAPSHOTS = """
import json, django; django.setup()
from django.db import connection, transaction
from scorekeeper.play.models import Hand
from scorekeeper.standings.models import Competition
from tests.play.folding import season_rows, season_sums
season = Competition.objects.get(pk={season!r})
seen = []
for _snapshot in range({count}):
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        hands = Hand.objects.filter(sitting__competitions=season).count()
        seen.append([hands, season_rows(season) == season_sums(season)])
print(json.dumps(seen))
"""


@dataclass(frozen=True, slots=True)
class Tables:
    """Open tables of one club, and the headers of two people who keep their sheets."""

    tables: list[str]
    season: str
    people: list[dict[str, str]]


@dataclass(frozen=True, slots=True)
class House:
    """The running app, a way into its database, and the tables that each test plays at."""

    url: str
    environ: dict[str, str]
    database: psycopg.Connection[Any]
    tables: dict[str, Tables]

    def hands(self, table: str) -> list[list[Any]]:
        """[[seq, number, version, id, record]] in the order of the chain."""
        return [[*row[:3], str(row[3]), row[4]] for row in self.database.execute(HANDS, [table])]


@pytest.fixture(scope="module")
def house(whole_cluster: Cluster, new_place: NewPlace, size: Size) -> Iterator[House]:
    """For all tests of this module one: after them `verify` must find nothing."""
    pairs, many = size(1, 1000), size(*MANY)
    skat = {"game": "skat", "system": "seeger_fabian", "rules": {"list_length": MOST_HANDS}}
    wanted = {
        "pairs": {**skat, "tables": max(1, pairs // PAIRS_A_TABLE), "sharing": False},
        "one": {"game": "tonk", "system": "net", "rules": {}, "tables": 1, "sharing": False},
        "apart": {**skat, "tables": many, "sharing": False},
        "together": {**skat, "tables": many, "sharing": True},
        "watched": {**skat, "tables": 4, "sharing": True},
    }
    url = new_place("postgresql").url
    with serving(url, workers=2, threads=8) as server:
        made = {name: Tables(**told) for name, told in server.python(MAKE.format(wanted=wanted)).items()}
        with psycopg.connect(
            host=str(whole_cluster.folder), user="postgres", dbname=url.rpartition("/")[2], autocommit=True
        ) as database:
            yield House(server.url, dict(server.environ), database, made)
        assert "no difference" in server.manage("verify")


def post(line: Line, path: str, headers: Mapping[str, str], body: Any) -> Answer:
    """Send it under a key of its own."""
    headers = {**headers, "Idempotency-Key": str(uuid4()), "Content-Type": "application/json"}
    return line.ask("POST", f"/api/v1/{path}", headers, json.dumps(body).encode())


def skat(declarer: int, matadors: int = 1) -> Facts:
    return {
        "kind": "played",
        "declarer": declarer,
        "contract": "clubs",
        "matadors": matadors,
        "with": True,
        "declarer_points": 75,
    }


def at_once(ways: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """The answers to requests that leave at the same moment."""
    gate = threading.Barrier(len(ways))

    def sent(way: Callable[[], Answer]) -> Answer:
        gate.wait(30)
        return way()

    with ThreadPoolExecutor(len(ways)) as pool:
        return list(pool.map(sent, ways))


def test_of_two_who_send_the_same_number_or_version_one_wins_and_the_other_sees_what_stands(house, size):
    pairs = size(12, 1000)
    made = house.tables["pairs"]
    won: dict[str, list[list[Any]]] = {table: [] for table in made.tables}

    with Line(house.url) as one, Line(house.url) as other:
        for turn in range(pairs):
            table = made.tables[turn // PAIRS_A_TABLE]
            before = won[table]
            number, corrects = len(before) // 2 + 1, len(before) % 2 == 1
            # two values that differ, whoever is quicker; where the dealer sits out, another declares
            values = [skat(declarer, matadors=2 + corrects) for declarer in seats_that_play(number)]
            path = f"hands/{dashed_id(before[-1])}/corrections" if corrects else f"sittings/{table}/hands"
            more = {"reason": "typed wrongly"} if corrects else {"number": number}
            answers = at_once(
                [
                    lambda line=line, path=path, headers=headers, body={"record": value, **more}: post(
                        line, path, headers, body
                    )
                    for line, headers, value in zip((one, other), made.people, values, strict=True)
                ]
            )
            winner = next(place for place, answer in enumerate(answers) if answer.status in {200, 201})
            saved, refused = answers[winner].body, answers[1 - winner]
            assert (refused.status, refused.body["code"]) == (409, "hand_changed" if corrects else "number_taken")
            assert refused.body["standing"]["id"] == saved["id"]
            assert refused.body["standing"]["record"] == saved["record"]
            assert saved["record"]["declarer"] == values[winner]["declarer"]
            before.append([len(before) + 1, number, 1 + corrects, saved["id"], saved["record"]])

    assert {table: house.hands(table) for table in made.tables} == won
    print(f"\n{pairs} pairs at once: {pairs} accepted, {pairs} told what stands")


def seats_that_play(number: int) -> tuple[int, int]:
    """Two of the four seats who may declare hand `number`: the first seat deals first, and a dealer sits out."""
    dealer = (number - 1) % 4
    return (dealer + 1) % 4, (dealer + 2) % 4


def dashed_id(hand: list[Any]) -> str:
    return str(hand[3])


def test_eight_writers_at_one_table_leave_no_gap(house, size):
    writers, each = 8, size(5, 625)
    made = house.tables["one"]
    path = f"sittings/{made.tables[0]}/hands"

    def write(writer: int) -> list[str]:
        facts = {"kind": "drop", "by": writer % 4, "totals": [3 if seat == writer % 4 else 20 for seat in range(4)]}
        with Line(house.url) as line:
            answers = [post(line, path, made.people[writer % 2], {"record": facts}) for _hand in range(each)]
        assert {answer.status for answer in answers} == {201}
        return [answer.body["id"] for answer in answers]

    with ThreadPoolExecutor(writers) as pool:
        told = [identity for own in pool.map(write, range(writers)) for identity in own]

    hands = house.hands(made.tables[0])
    everything = list(range(1, writers * each + 1))
    assert [(seq, number, version) for seq, number, version, *_ in hands] == [(n, n, 1) for n in everything]
    assert sorted(hand[3] for hand in hands) == sorted(told)
    print(f"\n{len(hands)} hands by {writers} writers: 1 to {hands[-1][0]} without a gap")


def test_tables_with_the_same_players_wait_for_each_other_but_never_for_ever(house, size):
    seconds, many = size(0, 30), size(*MANY)
    slow = {}
    for name in ("apart", "together"):
        made = house.tables[name]
        until = time.monotonic() + seconds
        with ThreadPoolExecutor(many) as pool:
            waits = [
                wait
                for own in pool.map(
                    lambda table, made=made, until=until: go_on(house, made, table, lambda: time.monotonic() > until),
                    made.tables,
                )
                for wait in own
            ]
        assert sum(len(house.hands(table)) for table in made.tables) == len(waits) >= LEAST * many
        slow[name] = (len(waits), statistics.quantiles(waits, n=100)[98])
    (apart, alone), (together, shared) = slow["apart"], slow["together"]
    print(f"\n{many} tables, {seconds} s each: {apart} hands of players of their own, p99 {1000 * alone:.0f} ms;")
    print(f"{together} hands of the same four players, p99 {1000 * shared:.0f} ms ({shared / alone:.1f}x); no deadlock")


def go_on(house: House, made: Tables, table: str, is_over: Callable[[], bool], pause: float = 0) -> list[float]:
    """Record at this table until the end, a few hands at the least; how long each hand took, in seconds. Each is taken
    at the first try."""
    waits: list[float] = []
    with Line(house.url) as line:
        while len(waits) < LEAST or (not is_over() and len(waits) < MOST_HANDS):
            declarer, _other = seats_that_play(len(waits) + 1)
            answer = post(line, f"sittings/{table}/hands", made.people[0], {"record": skat(declarer)})
            assert answer.status == 201, answer
            waits.append(answer.seconds)
            time.sleep(pause)
    return waits


def test_standings_are_what_the_hands_make_at_any_moment(house, size):
    count = size(8, 200)
    made = house.tables["watched"]

    with ThreadPoolExecutor(len(made.tables)) as pool:
        ended = threading.Event()
        running = [pool.submit(go_on, house, made, table, ended.is_set, PAUSE) for table in made.tables]
        try:
            code = SNAPSHOTS.format(season=made.season, count=count)
            seen = json.loads(run_python(["-c", code], house.environ).splitlines()[-1])
        finally:
            ended.set()
        recorded = sum(len(run.result()) for run in running)

    assert [is_right for _hands, is_right in seen] == [True] * count
    assert len({hands for hands, _is_right in seen}) > 1  # they were taken while hands came in
    assert sum(len(house.hands(table)) for table in made.tables) == recorded
    print(f"\n{count} of {count} snapshots equal, at {seen[0][0]} to {seen[-1][0]} hands")
