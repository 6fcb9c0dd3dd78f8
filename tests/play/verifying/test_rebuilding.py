"""The command `rebuild`: sums that are right stay as they are to the byte, spoilt ones become what they were."""

import hashlib
import random
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.db.models import Model

from scorekeeper.clubs.models import Club, Player
from scorekeeper.play.closing.services import reopen_sitting
from scorekeeper.play.models import Hand, LedgerEntry, Seat, Sitting
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.recording.services import next_table
from scorekeeper.play.records import Reasoned
from scorekeeper.standings.models import Competition, Result, SeasonTally
from tests import factories
from tests.factories.hands import hand_of, next_deal
from tests.play.folding import season_rows, season_sums
from tests.play.verifying.conftest import closed, spoken_of
from tests.play.verifying.tampering import command, differences, tampered
from tests.rows import TABLES, everything, undone

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_engines("sums are made anew by SQL", "play.upkeep.rebuilding", "standings.services.posting"),
]

SUMS = {Seat, Result, SeasonTally, Competition}
NEVER_SAT = "Nobody"
OWN = {"id", "revision"}  # a row made anew has an id of its own; whoever shows the old sums must learn of it


@pytest.fixture(scope="module")
def played_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[UUID]:
    with django_db_blocker.unblock(), undone():
        yield rich_history().pk


@pytest.fixture
def season(played_once: UUID, db: None) -> Competition:
    """A season of three lists with all that happens to them, beside other clubs and games."""
    return Competition.objects.get(pk=played_once)


def rich_history() -> Competition:
    closed()
    spoken_of()
    club = factories.make_club()
    season, chance = factories.make_season(club), random.Random(3)
    factories.make_player(club, NEVER_SAT)
    regulars = [factories.make_player(club) for _seat in range(4)]
    lists = [factories.make_sitting(club, players=regulars[at : at + 3], seasons=[season]) for at in (0, 1, 0)]
    for sitting in lists:
        hands = [factories.record(sitting, next_deal(chance, sitting)).hand for _hand in range(6)]
        factories.correct(hands[0], factories.played(2, contract="grand"))
        factories.correct(hands[1], None)
        fault = factories.penalise(sitting, 0)
        factories.penalise(sitting, 1, 30)
        factories.take_back(fault)
        factories.swap(sitting, 0, 1)
        factories.swap(sitting, 1, 2, first=4)
        factories.play_for(sitting, 0, Sitter(name="Guest"), 5)
        factories.record(sitting)
        factories.undo(factories.record(sitting).hand)
    for sitting in lists[:2]:
        factories.finish(sitting)
    reopen_sitting(
        Reasoned(reason="an error"), sitting_id=lists[1].pk, by=factories.keeper_of(lists[1]), now=factories.NOW
    )
    nothing_left = factories.make_sitting(club, seasons=[season])
    factories.undo(factories.record(nothing_left).hand)
    for game, system, players in (("tonk", "net", 4), ("truco", "tentos", 4), ("svoi_kozyri", "wdl", 3)):
        of_another_game(club, game, system, players)
    assert differences() == []
    return season


def of_another_game(club: Club, game: str, system: str, players: int) -> None:
    season = factories.make_season(club, game=game, system=system)
    sitting = factories.make_sitting(club, game=game, players=players, seasons=[season])
    for _hand in range(3):
        current = Sitting.objects.get(pk=sitting.pk)
        factories.record(sitting, hand_of(game, next_table(current, factories.seats_of(sitting))))


def state_hash() -> str:
    """One hash over every row there is, in the order in which the database keeps keys of JSON."""
    return hashlib.sha256(repr(everything()).encode()).hexdigest()


def contents() -> dict[type[Model], list[str]]:
    """Every row as the app reads it, those of sums without what a repair may change."""
    return {
        model: sorted(
            repr({name: value for name, value in row.items() if model not in {*SUMS, Sitting} or name not in OWN})
            for row in model.objects.values()
        )
        for model in TABLES
    }


def by_sql(statement: str, *params: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)


def spoil(season: Competition) -> None:
    """Every kind of sum, in every way: changed, forgotten, made up."""
    by_sql("UPDATE play_seat SET tally = '{\"points\": 7}' WHERE number = 1")
    by_sql("UPDATE play_seat SET tally = '{}' WHERE number = 2")
    by_sql("UPDATE play_seat SET opened_at = '2001-01-01 12:00:00+00:00' WHERE number = 0")
    by_sql("UPDATE play_seated SET tables = tables + 1 WHERE tables > 1")
    by_sql("DELETE FROM play_seated WHERE tables = 1")
    by_sql("UPDATE standings_result SET points = points + 1, is_sealed = NOT is_sealed WHERE points > 0")
    by_sql("DELETE FROM standings_result WHERE points < 0")
    by_sql("UPDATE standings_standing SET points = 5, official_points = 9, measures = '{}' WHERE sources > 0")
    by_sql("DELETE FROM standings_standing WHERE official_sources > 1")
    by_sql("UPDATE standings_competition SET disputed = 3")
    sitting = season.sittings.order_by("pk").first()
    of_nothing = {"club": season.club, "competition": season, "player": Player.objects.get(name=NEVER_SAT)}
    sums = {"measures": {"points": 1}, "points": 1}
    Result.objects.create(**of_nothing, **sums, source=sitting.pk, played_on=sitting.played_on)


def test_rebuild_of_a_rich_history_leaves_the_same_bytes(season):
    before = state_hash()

    code, lines = command("rebuild", "--write")

    assert (code, len(lines)) == (0, 1)
    assert lines[0].startswith("0 sums in ")
    assert lines[0].endswith(" were written anew")
    assert state_hash() == before


def test_what_sql_has_spoilt_becomes_what_it_was(season):
    before = contents()
    spoil(season)
    assert differences() != []

    code, lines = command("rebuild", "--write")

    assert code == 0
    assert lines[-1].startswith(f"{len(lines) - 1} sums in ")
    assert contents() == before
    assert differences() == []
    assert season_rows(season) == season_sums(season)
    assert season_rows(season, official=True) == season_sums(season, official=True)
    assert command("rebuild", "--write")[1][0].startswith("0 sums in ")


def test_without_write_the_same_is_shown_and_nothing_written(season):
    spoil(season)
    before = everything()

    shown = command("rebuild")

    assert everything() == before
    code, written = command("rebuild", "--write")
    assert (shown[0], code) == (0, 0)
    assert shown[1][:-1] == written[:-1]
    assert shown[1][-1].endswith(" differ; nothing was written")


def test_a_club_is_rebuilt_alone(season):
    spoil(season)
    elsewhere = Seat.objects.exclude(club=season.club).order_by("pk")
    others = list(elsewhere.values())

    assert command("rebuild", "--write", "--club", str(season.club_id))[0] == 0

    assert list(elsewhere.values()) == others
    assert command("rebuild", "--club", str(season.club_id))[1][0].startswith("0 sums in ")
    assert not command("rebuild")[1][0].startswith("0 sums in ")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("Lindenhof", "--club: 'Lindenhof' is no id; it looks like 0199c0de-0000-7000-8000-000000000000"),
        (str(UUID(int=5)), f"--club: there is no club {UUID(int=5)}; leave it out for all clubs"),
    ],
)
def test_what_is_no_club_is_refused(given, said):
    assert command("rebuild", "--club", given) == (1, [said])


def test_a_sitting_whose_chain_does_not_hold_is_left_as_it_is(evening):
    hand = Hand.objects.get(sitting=evening, seq=3)
    Hand.objects.filter(pk=hand.pk).update(outcome={**hand.outcome, "lines": []})
    Seat.objects.all().update(tally={"points": 1})
    kept = list(Seat.objects.filter(sitting=evening).values())

    code, lines = command("rebuild", "--write")

    assert (code, lines[-1].split("; ")[1]) == (1, "1 left as they are: see verify")
    assert f"sitting {evening.pk}: left as it is: seq 3 (hand 3, version 1) was changed after it was recorded" in lines
    assert list(Seat.objects.filter(sitting=evening).values()) == kept
    assert not Seat.objects.exclude(sitting=evening).filter(tally={"points": 1}).exists()


def test_sums_that_cannot_be_read_are_made_anew(evening):
    Seat.objects.filter(sitting=evening).update(tally=["points"])

    assert command("rebuild", "--write")[0] == 0

    assert tampered() == []


def test_hands_are_counted_though_the_ledger_was_changed(evening):
    before = contents()
    LedgerEntry.objects.filter(hand__sitting=evening)._raw_delete("default")
    del before[LedgerEntry]

    assert command("rebuild", "--write")[1][0].startswith("0 sums in ")

    assert before.items() <= contents().items()
