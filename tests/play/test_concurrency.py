"""Many recorders at once, as real processes: no hand lost, none doubled, nobody told that the database is locked."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection

from scorekeeper.play.models import Hand, Seat, Sitting
from scorekeeper.play.upkeep.rebuilding import Rebuilt, rebuild
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.models import Result, SeasonTally
from tests import factories
from tests.play.folding import folded, ledger, season_rows, season_sums, tallies

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.both_engines(
        "recorders side by side wait for each other's locks", "play.recording.sql", "play.upkeep.rebuilding"
    ),
]

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120  # seconds until a recorder is given up


@pytest.fixture
def recorders(request: pytest.FixtureRequest) -> int:
    """How many at once: twenty in the full size, and as many as one build machine starts in a moment else."""
    return 20 if request.config.getoption("--long") else 6


def environ() -> dict[str, str]:
    """The environment of a process that works on the database of this test, set up as in production."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("SCOREKEEPER_", "COVERAGE"))}
    name = connection.settings_dict["NAME"]
    parts = connection.settings_dict
    url = f"sqlite:///{name}"
    if connection.vendor == "postgresql":
        secret = f":{parts['PASSWORD']}" if parts["PASSWORD"] else ""
        url = f"postgres://{parts['USER']}{secret}@{parts['HOST']}:{parts['PORT'] or 5432}/{name}"
    return {
        **ours,
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings.development",
        "DATABASE_URL": url,
        "SCOREKEEPER_SECRET": "of these recorders alone",
    }


def run(how: str, sittings: Sequence[Sitting], count: int) -> list[tuple[str | int, ...]]:
    """One recorder for each entry, all started at the same moment; what each was told, after all have ended."""
    pairs = [f"{sitting.pk}:{sitting.opened_by_user_id}" for sitting in sittings]
    done = subprocess.run(
        [sys.executable, "-m", "tests.play.recorders", how, str(count), *pairs],
        cwd=ROOT,
        env=environ(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [tuple(one) for one in json.loads(done.stdout)]


def stands(told: list[tuple[str | int, ...]], sitting: Sitting) -> None:
    """What was acknowledged is there once, in one gapless chain, and adds up."""
    hands = list(Hand.objects.filter(sitting=sitting).order_by("seq"))
    numbers = list(range(1, len(hands) + 1))
    assert [(hand.seq, hand.number) for hand in hands] == list(zip(numbers, numbers, strict=True))
    assert {(str(hand.key), str(hand.pk), hand.number) for hand in hands} <= set(told)
    assert tallies(sitting) == ledger(sitting) == folded(sitting)


def test_recorders_at_their_own_tables(recorders):
    hands = recorders
    club = factories.make_club()
    season = factories.make_season(club)
    players = [factories.make_player(club) for _player in range(6)]
    sittings = [
        factories.make_sitting(club, players=players[turn % 4 : turn % 4 + 3], seasons=[season])
        for turn in range(recorders)
    ]

    told = run("alone", sittings, hands)

    assert Hand.objects.count() == len(set(told)) == recorders * hands
    for sitting in sittings:
        stands(told, sitting)
    assert season_rows(season) == season_sums(season)
    assert list(verify(Count())) == []


def test_recorders_at_one_table(recorders):
    hands = recorders // 4 + 1
    club = factories.make_club()
    season = factories.make_season(club)
    sitting = factories.make_sitting(club, seasons=[season], rules={"list_length": 300})

    told = run("together", [sitting] * recorders, hands)

    assert Hand.objects.count() == len(set(told)) == recorders * hands
    stands(told, sitting)
    assert season_rows(season) == season_sums(season)
    assert list(verify(Count())) == []


def test_sums_are_made_anew_while_people_play():
    club = factories.make_club()
    season, players = factories.make_season(club), [factories.make_player(club) for _player in range(3)]
    sittings = [factories.make_sitting(club, players=players, seasons=[season]) for _sitting in range(2)]
    for sitting in sittings:
        factories.record(sitting)
    Seat.objects.filter(number=0).update(tally={"points": 1})
    Result.objects.filter(source=sittings[0].pk)._raw_delete("default")
    SeasonTally.objects.update(points=1, measures={})
    rebuilt = 0

    with ThreadPoolExecutor(1) as pool:
        told = pool.submit(run, "alone", sittings, 5)
        while not told.done():
            rebuilt += bool(list(rebuild(Rebuilt(), write=True)))

    assert (Hand.objects.count(), len(set(told.result())), rebuilt) == (12, 10, 1)
    assert season_rows(season) == season_sums(season)
    assert list(verify(Count())) == []


def test_of_scorers_who_send_one_number_at_once_one_wins_and_the_others_see_what_stands():
    sitting = factories.make_sitting()

    told = run("at_once", [sitting] * 6, 1)

    hand = Hand.objects.get()
    assert sorted(one[1:] for one in told if one[0] != str(hand.key)) == [("number_taken", str(hand.pk))] * 5
    assert [one[1:] for one in told if one[0] == str(hand.key)] == [(str(hand.pk), 1)]
    assert list(verify(Count())) == []
