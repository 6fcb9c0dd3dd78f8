"""Tables whose rows are only ever added: triggers refuse UPDATE and DELETE on SQLite and PostgreSQL.

Django makes a table anew on SQLite when it alters it, and loses its triggers; so every migration that touches such
a table ends with `protect`, and a system check and `manage.py verify` look whether the triggers are there.
"""

from collections.abc import Iterable

from django.db.backends.base.base import BaseDatabaseWrapper

WHAT = ("update", "delete")


def trigger(table: str, what: str) -> str:
    return f"{table}_refuses_{what}"


def protect(connection: BaseDatabaseWrapper, tables: Iterable[str]) -> None:
    """Make the triggers, whether or not they are there already."""
    unprotect(connection, tables)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_FUNCTION)
        for table in tables:
            for what in WHAT:
                cursor.execute(_create(connection.vendor, table, what))
            if connection.vendor == "postgresql":
                cursor.execute(
                    f"CREATE TRIGGER {trigger(table, 'truncate')} BEFORE TRUNCATE ON {table} "
                    "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
                )


def unprotect(connection: BaseDatabaseWrapper, tables: Iterable[str]) -> None:
    """Take the triggers away: for a migration that must alter the table, and for emptying a test database."""
    on = "ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for table in tables:
            for what in (*WHAT, "truncate"):
                cursor.execute(f"DROP TRIGGER IF EXISTS {trigger(table, what)} {on.format(table=table)}")


def missing(connection: BaseDatabaseWrapper, tables: Iterable[str]) -> list[str]:
    """The names of the triggers that should stand in the database and do not."""
    catalogue = {
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'",
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(catalogue)
        there = {row[0] for row in cursor.fetchall()}
    wanted = [trigger(table, what) for table in tables for what in WHAT]
    return [name for name in wanted if name not in there]


def _create(vendor: str, table: str, what: str) -> str:
    name = trigger(table, what)
    if vendor == "postgresql":
        return f"CREATE TRIGGER {name} BEFORE {what.upper()} ON {table} FOR EACH ROW EXECUTE FUNCTION refuse_change()"
    return (
        f"CREATE TRIGGER {name} BEFORE {what.upper()} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    )


_POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""
