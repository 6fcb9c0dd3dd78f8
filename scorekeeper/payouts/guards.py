"""What the database itself refuses in the money book, on SQLite and PostgreSQL alike.

Legs are inserted first and their booking last: a trigger on the booking adds them up. It refuses fewer than two legs,
legs that do not sum to zero, legs of another club or unit, and a reversal that is not exactly the other way round. Once
the booking stands no leg can be added to it; that nothing is changed, deleted or replaced is `common.append_only`. On
PostgreSQL, where two can write at once without seeing each other, the legs are added up again when their transaction
ends.

A migration that touches these tables makes them again (`Guard(protect)`).
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.common.outages import waiting

TABLES: Final = ("payouts_leg", "payouts_booking")

_UNBALANCED: Final = """
    (SELECT count(*) < 2 OR sum(l.amount) <> 0 OR sum(CASE
        WHEN a.club_id = {new}.club_id AND l.club_id = {new}.club_id AND a.unit = {new}.unit
            AND a.decimals = {new}.decimals THEN 0 ELSE 1 END) > 0
    FROM payouts_leg l LEFT JOIN payouts_account a ON a.id = l.account_id WHERE l.booking_id = {new}.id)"""
_NO_MIRROR: Final = """
    {new}.reverses_id IS NOT NULL AND (
        EXISTS (SELECT 1 FROM payouts_booking b WHERE b.id = {new}.reverses_id AND b.reverses_id IS NOT NULL)
        OR (SELECT count(*) FROM payouts_leg WHERE booking_id = {new}.id)
            <> (SELECT count(*) FROM payouts_leg WHERE booking_id = {new}.reverses_id)
        OR EXISTS (SELECT 1 FROM payouts_leg o WHERE o.booking_id = {new}.reverses_id AND NOT EXISTS (
            SELECT 1 FROM payouts_leg n WHERE n.booking_id = {new}.id AND n.account_id = o.account_id
                AND n.amount = -o.amount)))"""
_LATE: Final = "EXISTS (SELECT 1 FROM payouts_booking b WHERE b.id = NEW.booking_id)"
_SAID: Final = {
    "payouts_booking_sums_to_zero": "payouts_booking: its legs do not sum to zero in its club and unit",
    "payouts_booking_mirrors": "payouts_booking: a reversal is exactly the other way round, and of no reversal",
    "payouts_leg_before_booking": "payouts_leg is append-only: its booking stands already",
    "payouts_leg_sums_to_zero": "payouts_leg: the legs of its booking do not sum to zero",
}


def protect(connection: BaseDatabaseWrapper) -> None:
    """Make the triggers, whether or not they are there already."""
    unprotect(connection)
    with connection.cursor() as cursor:
        for name, (body, trigger) in _wanted(connection).items():
            if body:
                cursor.execute(f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$")
            cursor.execute(trigger)


def unprotect(connection: BaseDatabaseWrapper) -> None:
    """Take the triggers away: for a migration that must alter the tables."""
    with connection.cursor() as cursor:
        for name in _wanted(connection):
            table = TABLES["booking_" in name.removeprefix("payouts_")]
            on = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """The names of the triggers that do not stand in the database as `protect` makes them."""
    with connection.cursor() as cursor:
        cursor.execute(_CATALOGUE[connection.vendor])
        there = {name: (body, made) for name, body, made in cursor.fetchall()}
    return [name for name, made in _wanted(connection).items() if there.get(name) != made]


def _wanted(connection: BaseDatabaseWrapper) -> dict[str, tuple[str, str]]:
    """{name: (the body of its function, the statement that makes it)}"""
    return dict(_on_postgresql() if connection.vendor == "postgresql" else _on_sqlite())


def _on_sqlite() -> Iterator[tuple[str, tuple[str, str]]]:
    for name, table, condition in _conditions():
        refuse = f"SELECT RAISE(ABORT, '{_SAID[name]}') WHERE {condition}"
        yield name, ("", f"CREATE TRIGGER {name} BEFORE INSERT ON {table} BEGIN {refuse}; END")


def _on_postgresql() -> Iterator[tuple[str, tuple[str, str]]]:
    for name, table, condition in _conditions():
        head = f"CREATE TRIGGER {name} BEFORE INSERT ON {table} FOR EACH ROW"
        yield name, (_body(name, condition), f"{head} EXECUTE FUNCTION {name}()")
    name = "payouts_leg_sums_to_zero"
    total = "(SELECT sum(amount) FROM payouts_leg WHERE booking_id = NEW.booking_id) <> 0"
    head = f"CREATE CONSTRAINT TRIGGER {name} AFTER INSERT ON payouts_leg DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
    yield name, (_body(name, total), f"{head} EXECUTE FUNCTION {name}()")


def _conditions() -> Iterator[tuple[str, str, str]]:
    yield "payouts_booking_sums_to_zero", "payouts_booking", _UNBALANCED.format(new="NEW")
    yield "payouts_booking_mirrors", "payouts_booking", _NO_MIRROR.format(new="NEW")
    yield "payouts_leg_before_booking", "payouts_leg", _LATE


def _body(name: str, condition: str) -> str:
    refuse = f"RAISE EXCEPTION '{_SAID[name]}' USING ERRCODE = 'check_violation'"
    return f"\nBEGIN\n    IF {condition} THEN\n        {refuse};\n    END IF;\n    RETURN NEW;\nEND "


_CATALOGUE: Final = {
    "sqlite": "SELECT name, '', sql FROM sqlite_master WHERE type = 'trigger'",
    # Switched off is as good as missing.
    "postgresql": """
        SELECT t.tgname, p.prosrc, pg_get_triggerdef(t.oid, true)
        FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')""",
}


@register(Tags.database)
def triggers_stand(databases: Sequence[str] | None = None, **options: Any) -> list[CheckMessage]:
    """`check --database default` and `migrate` report each trigger that is missing."""
    # A migration of the book is still to come: it may bring the trigger, and must not be kept from running
    return [
        Error(
            f"The trigger {name} is missing: bookings that do not balance could be written.",
            hint="Run the migrations; if it stays missing, restore from a backup and run `verify`.",
            id="payouts.E001",
        )
        for alias in databases or []
        if set(TABLES) <= set(connections[alias].introspection.table_names())
        and not any(app == "payouts" for app, _name in waiting(connections[alias]))
        for name in missing(connections[alias])
    ]
