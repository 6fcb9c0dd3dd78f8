"""Tables whose rows are only ever added: triggers refuse UPDATE and DELETE on SQLite and PostgreSQL.

Django makes a table anew on SQLite when it alters it, and loses its triggers; so every migration that touches such
a table has `protection` in it, and a system check and `manage.py verify` look whether the triggers are there.
"""

from collections.abc import Iterable

from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.common.creating import Guard

WHAT = {"sqlite": ("update", "delete"), "postgresql": ("update", "delete", "truncate")}


def trigger(table: str, what: str) -> str:
    return f"{table}_refuses_{what}"


def protect(connection: BaseDatabaseWrapper, tables: Iterable[str]) -> None:
    """Make the triggers, whether or not they are there already."""
    tables = list(tables)
    unprotect(connection, tables)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                f"CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $${_BODY}$$"
            )
        for statement in _wanted(connection, tables).values():
            cursor.execute(statement)


def unprotect(connection: BaseDatabaseWrapper, tables: Iterable[str]) -> None:
    """Take the triggers away: for a migration that must alter the table, and for emptying a test database."""
    on = "ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for table in tables:
            for what in WHAT[connection.vendor]:
                cursor.execute(f"DROP TRIGGER IF EXISTS {trigger(table, what)} {on.format(table=table)}")


def protection(*tables: str) -> Guard:
    """The step of a migration that makes these tables or alters them."""

    def make(connection: BaseDatabaseWrapper) -> None:
        if missing(connection, tables):  # else writers would wait, and for a moment nothing were guarded
            protect(connection, tables)

    return Guard(make)


def missing(connection: BaseDatabaseWrapper, tables: Iterable[str]) -> list[str]:
    """The names of the triggers that do not stand in the database as `protect` makes them."""
    with connection.cursor() as cursor:
        cursor.execute(_CATALOGUE[connection.vendor], {"body": _BODY})
        there = dict(cursor.fetchall())
    return [name for name, made in _wanted(connection, tables).items() if there.get(name) != made]


def _wanted(connection: BaseDatabaseWrapper, tables: Iterable[str]) -> dict[str, str]:
    """{name: the statement that makes it}."""
    whats = WHAT[connection.vendor]
    return {trigger(table, what): _create(connection.vendor, table, what) for table in tables for what in whats}


def _create(vendor: str, table: str, what: str) -> str:
    head = f"CREATE TRIGGER {trigger(table, what)} BEFORE {what.upper()} ON {table}"
    if vendor == "postgresql":
        each = "STATEMENT" if what == "truncate" else "ROW"
        return f"{head} FOR EACH {each} EXECUTE FUNCTION refuse_change()"
    return f"{head} BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"


_BODY = """
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END """

_CATALOGUE = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    # Switched off, or hollowed out through the function, is as good as missing.
    "postgresql": """
        SELECT t.tgname, pg_get_triggerdef(t.oid, true) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') AND p.prosrc = %(body)s""",
}
