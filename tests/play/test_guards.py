"""The database itself refuses to change what was recorded, and says when it no longer would."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from uuid import uuid4

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.core.management.base import CommandError, SystemCheckError
from django.db import DatabaseError, connection, transaction

from scorekeeper.chains.models import Link
from scorekeeper.clubs.models import HouseRulesVersion
from scorekeeper.common.append_only import WHAT, guarded, missing, protect, trigger
from scorekeeper.common.rights import lacking, too_many
from scorekeeper.journal.models import Entry
from scorekeeper.payouts.models import BankAct, Booking, Leg, PoolAct
from scorekeeper.play.actors import Actor
from scorekeeper.play.marks.services import confirm_hand
from scorekeeper.play.models import APPEND_ONLY, Act, Anchor, Hand, HandMark, LedgerEntry, Signature
from scorekeeper.play.upkeep.anchors import anchor_club
from scorekeeper.play.upkeep.verifying import Count, verify
from scorekeeper.standings.models import ImportedResult, SeasonAct
from scorekeeper.standings.services import end_season
from scorekeeper.tournaments.models import DeskAct
from tests import factories
from tests.factories.money import CASH, CLUB, Pool, bank, booked, tonk, with_money
from tests.factories.tournaments import make_tournament
from tests.rows import everything

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.both_engines("triggers refuse to change rows", "common.append_only", "common.rights"),
]

GUARDED = (
    Hand,
    LedgerEntry,
    Act,
    Signature,
    Anchor,
    HandMark,
    ImportedResult,
    SeasonAct,
    HouseRulesVersion,
    Entry,
    Leg,
    Booking,
    BankAct,
    PoolAct,
    DeskAct,
    Link,
)

STATEMENTS = {
    "sqlite": (
        "UPDATE {table} SET club_id = club_id",
        "DELETE FROM {table}",
        "INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
    ),
    "postgresql": (
        "UPDATE {table} SET club_id = club_id",
        "DELETE FROM {table}",
        "TRUNCATE {table} CASCADE",
        "INSERT INTO {table} SELECT * FROM {table} ON CONFLICT (id) DO UPDATE SET club_id = EXCLUDED.club_id",
    ),
}[connection.vendor]


@pytest.fixture
def filled():
    """Rows in every append-only table."""
    sitting = factories.make_sitting()
    seats = factories.seats_of(sitting)
    hand = factories.record(sitting).hand
    phone = Actor(device=factories.make_device(sitting, 1))
    confirm_hand(sitting_id=sitting.pk, by=phone, hand_id=hand.pk, now=factories.NOW)
    factories.finish(sitting)
    factories.import_evening(factories.make_season(sitting.club), {seats[0].player: {"points": 100}})
    end_season(competition=factories.make_season(sitting.club), by=factories.owner_of(sitting.club), now=factories.NOW)
    factories.make_house_rules(sitting.club)
    booked(with_money(sitting.club), {CASH: 5, CLUB: -5})
    bank(tonk(sitting.club, 2), "buy_in", 500)
    Pool(club=sitting.club).enter()
    make_tournament(sitting.club)
    anchor_club(sitting.club_id, now=factories.NOW)
    if connection.vendor == "postgresql":
        execute("SET CONSTRAINTS ALL IMMEDIATE")  # rows that wait for their check can't be truncated anyway
    return sitting


def execute(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def refused(statement: str) -> str:
    """What the database says to it."""
    with pytest.raises(DatabaseError) as caught:
        execute(statement)
    return str(caught.value)


def errors():
    """What the system check says of the guards."""
    return [error for error in run_checks(databases=["default"]) if error.id == "play.E001"]


def drop(name: str, table: str) -> None:
    execute(f"DROP TRIGGER {name}" + (f" ON {table}" if connection.vendor == "postgresql" else ""))


def test_all_append_only_tables_are_named(filled):
    tables = {model._meta.db_table for model in GUARDED}

    assert set(APPEND_ONLY) == tables
    assert all(model.objects.exists() for model in GUARDED)


def test_database_refuses_to_change_rows(filled):
    before = everything()

    for table in APPEND_ONLY:
        for statement in STATEMENTS:
            assert "append-only" in refused(statement.format(table=table)), (table, statement)

    assert everything() == before


def test_the_orm_changes_nothing_either(filled):
    before = everything()

    for model in GUARDED:
        with pytest.raises(DatabaseError), transaction.atomic():
            model.objects.update(club=filled.club)
        with pytest.raises(DatabaseError), transaction.atomic():
            model.objects.first().save()
        with pytest.raises(DatabaseError), transaction.atomic():
            model.objects.all()._raw_delete(using="default")

    assert everything() == before


def test_entries_that_move_nothing_are_refused(filled):
    entry = LedgerEntry.objects.filter(measure="points").get()

    said = refused(
        "INSERT INTO play_ledgerentry (id, club_id, seat_id, hand_id, measure, amount) "
        "SELECT hand_id, club_id, seat_id, hand_id, 'drawn', 0 FROM play_ledgerentry WHERE measure = 'points'"
    )

    assert entry.amount == 24
    assert "entry_moves_something" in said


@pytest.mark.parametrize("table", APPEND_ONLY)
@pytest.mark.parametrize("what", WHAT[connection.vendor])
def test_dropped_trigger_is_reported_by_check_and_verify(table, what):
    name = trigger(table, what)

    drop(name, table)

    assert missing(connection, APPEND_ONLY) == [name]
    assert [
        (error.id, name in error.msg) for error in run_checks(databases=["default"]) if error.id == "play.E001"
    ] == [("play.E001", True)]
    assert [str(difference) for difference in verify(Count())] == [f"database: the trigger {name} is missing"]


def test_trigger_that_is_switched_off_is_missing():
    if connection.vendor == "postgresql":
        execute("ALTER TABLE play_hand DISABLE TRIGGER play_hand_refuses_update")
    else:
        drop("play_hand_refuses_update", "play_hand")

    assert missing(connection, APPEND_ONLY) == ["play_hand_refuses_update"]


def test_trigger_of_the_same_name_on_another_table_is_no_guard():
    drop("play_hand_refuses_update", "play_hand")
    if connection.vendor == "postgresql":
        execute(
            "CREATE TRIGGER play_hand_refuses_update BEFORE UPDATE ON clubs_club "
            "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
        )
    else:
        execute("CREATE TRIGGER play_hand_refuses_update BEFORE UPDATE ON clubs_club BEGIN SELECT 1; END")

    assert missing(connection, APPEND_ONLY) == ["play_hand_refuses_update"]


def test_hollow_trigger_is_no_guard():
    drop("play_hand_refuses_delete", "play_hand")
    if connection.vendor == "postgresql":
        execute(
            "CREATE FUNCTION pass_on() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$;"
            "CREATE TRIGGER play_hand_refuses_delete BEFORE DELETE ON play_hand "
            "FOR EACH ROW EXECUTE FUNCTION pass_on()"
        )
    else:
        execute("CREATE TRIGGER play_hand_refuses_delete BEFORE DELETE ON play_hand BEGIN SELECT 1; END")

    assert missing(connection, APPEND_ONLY) == ["play_hand_refuses_delete"]


def test_guards_can_be_made_again():
    drop("play_hand_refuses_update", "play_hand")

    protect(connection, APPEND_ONLY)
    protect(connection, APPEND_ONLY)

    assert missing(connection, APPEND_ONLY) == []
    assert errors() == []


def test_who_owns_the_tables_lacks_nothing_and_is_held_to_nothing():
    assert lacking(connection, APPEND_ONLY) == too_many(connection, APPEND_ONLY) == []
    assert set(guarded(connection)) == set(APPEND_ONLY)


def test_check_command_looks_at_the_database():
    drop("play_anchor_refuses_delete", "play_anchor")

    with pytest.raises(SystemCheckError, match="play_anchor_refuses_delete"):
        call_command("check", "--database", "default")


if connection.vendor == "sqlite":

    def test_there_are_no_roles_to_grant_anything_to():
        with pytest.raises(CommandError, match="SQLite has no roles"):
            call_command("grants")

    pragma = sqlite3.Connection.execute

    def unique_columns(database: sqlite3.Connection, table: str) -> list[tuple[list[str], str]]:
        """The columns of each thing that is unique in a table, and the condition of the rows among which it is."""
        found = []
        for _number, index, is_unique, _origin, _partial in pragma(database, f"PRAGMA index_list({table})"):
            if is_unique:
                columns = [column for _rank, _place, column in pragma(database, f'PRAGMA index_info("{index}")')]
                (made,) = pragma(database, "SELECT sql FROM sqlite_master WHERE name = ?", [index]).fetchone()
                found.append((columns, (made or "").partition(" WHERE ")[2] or "true"))
        return found

    def replacing(database: sqlite3.Connection, table: str) -> Iterator[tuple[str, list[Any]]]:
        """INSERT OR REPLACE of a row like one that stands there: in every way, by its place in the file, and in one
        unique thing alone, whatever else is unique being new."""
        yield f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}", []
        unique = unique_columns(database, table)
        names = [column for _number, column, *_rest in pragma(database, f"PRAGMA table_info({table})")]
        for columns, condition in [*unique, (["rowid"], "true")]:
            whole = " AND ".join([condition, *(f'"{column}" IS NOT NULL' for column in columns)])
            row = pragma(database, f"SELECT rowid, * FROM {table} WHERE {whole}").fetchone()
            if row is None:  # nothing is unique among rows that have nothing there
                continue
            anew = {column for others, _condition in unique for column in others} - set(columns)
            values = dict(zip(["rowid", *names], row, strict=True))
            values |= {column: uuid4().hex if isinstance(values[column], str) else 10**6 for column in anew}
            if columns != ["rowid"]:
                del values["rowid"]
            said = ", ".join(f'"{name}"' for name in values)
            yield f"INSERT OR REPLACE INTO {table} ({said}) VALUES ({', '.join('?' * len(values))})", [*values.values()]

    @pytest.mark.django_db(transaction=True)
    def test_another_program_replaces_no_row_either(filled):
        """One that has not switched recursive triggers on, as `sqlite3` itself: each unique thing of each table."""
        before, tried = everything(), 0

        with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as database:
            for table in APPEND_ONLY:
                for statement, values in replacing(database, table):
                    tried += 1
                    with pytest.raises(sqlite3.IntegrityError, match=f"{table} is append-only"):
                        database.execute(statement, values)
            assert everything() == before
            assert tried > 3 * len(APPEND_ONLY)

            drop("play_hand_refuses_replace", "play_hand")
            for statement, values in replacing(database, "play_hand"):
                database.execute(statement, values)
            assert everything() != before, "these statements replace nothing where no trigger stands"
