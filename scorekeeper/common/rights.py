"""What the role that the app signs in as may do on PostgreSQL: everything the app does, and never change or delete a
row of a table that is only added to. That holds without any trigger. SQLite knows no roles: there nothing is lacking.
"""

from collections.abc import Collection, Iterator
from typing import Final

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.common.append_only import ERASE

READS_AND_ADDS: Final = "SELECT, INSERT"
CHANGES: Final = "UPDATE, DELETE"


class NotGranted(Exception):
    """The rights can't be given, and why; nothing was changed."""


def grant(connection: BaseDatabaseWrapper, role: str, append_only: Collection[str], password: str = "") -> None:
    """Give this role the rights of the app and take all others from it, in one transaction, as whoever owns the tables.
    A role that is not there is made; with a password it may sign in by that one from then on.

    Raises:
        NotGranted: not PostgreSQL, not whoever owns the tables, or a role that can't be held to anything.
    """
    if connection.vendor != "postgresql":
        raise NotGranted("SQLite has no roles: there the triggers guard what was recorded")
    with transaction.atomic(connection.alias), connection.cursor() as cursor:
        _require_to_own(connection, append_only)
        _require_a_role_to_hold(connection, role)
        for statement in _statements(connection, role, append_only, password):
            cursor.execute(statement)


def lacking(connection: BaseDatabaseWrapper, append_only: Collection[str]) -> list[str]:
    """What the app needs and its role may not do: "UPDATE on clubs_club"."""
    if connection.vendor != "postgresql":
        return []
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    tables = [*tables, MigrationRecorder.Migration._meta.db_table]  # noqa: SLF001 public but for its name
    with connection.cursor() as cursor:
        cursor.execute(_LACKING, [tables, list(append_only), tables])
        return [f"{right} on {name}" for right, name in cursor.fetchall()]


def too_many(connection: BaseDatabaseWrapper, append_only: Collection[str]) -> list[str]:
    """What the role of the app may do and must not: "UPDATE on play_hand". Nothing where it owns the tables: an
    installation with one role for all has its triggers alone."""
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute(_TOO_MANY, [list(append_only)])
        return [f"{right} on {name}" for right, name in cursor.fetchall()]


def _require_to_own(connection: BaseDatabaseWrapper, append_only: Collection[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_OWNED, [list(append_only)])
        (owned,) = cursor.fetchone()
    if owned != len(append_only):
        raise NotGranted("this is for whoever owns the tables, once `migrate` has made them")


def _require_a_role_to_hold(connection: BaseDatabaseWrapper, role: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT rolsuper, pg_has_role(oid, current_user, 'MEMBER') FROM pg_roles WHERE rolname = %s", [role]
        )
        for is_super, is_owner in cursor.fetchall():
            if is_super or is_owner:
                raise NotGranted(f"{role} owns the database or may do everything in it: name a role of the app's own")


def _statements(
    connection: BaseDatabaseWrapper, role: str, append_only: Collection[str], password: str
) -> Iterator[str]:
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema(), EXISTS (SELECT 1 FROM pg_roles WHERE rolname = %s)", [role])
        schema, is_there = cursor.fetchone()
    app, here = quote(role), quote(schema)
    only_added = ", ".join(f"{here}.{quote(table)}" for table in append_only)
    if not is_there:
        yield f"CREATE ROLE {app}"
    if password:
        yield f"ALTER ROLE {app} LOGIN PASSWORD '{_hashed(connection, role, password)}'"
    yield f"GRANT USAGE ON SCHEMA {here} TO {app}"
    yield f"REVOKE ALL ON ALL TABLES IN SCHEMA {here} FROM {app}"
    yield f"GRANT {READS_AND_ADDS}, {CHANGES} ON ALL TABLES IN SCHEMA {here} TO {app}"
    yield f"REVOKE {CHANGES} ON {only_added} FROM {app}"
    yield f"REVOKE {CHANGES}, TRUNCATE ON {only_added} FROM PUBLIC"
    yield f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {here} TO {app}"
    yield f"GRANT EXECUTE ON FUNCTION {here}.{ERASE} TO {app}"
    # What a migration makes can be read and added to at once; what may be changed of it is said by the next `grants`.
    yield f"ALTER DEFAULT PRIVILEGES IN SCHEMA {here} GRANT {READS_AND_ADDS} ON TABLES TO {app}"
    yield f"ALTER DEFAULT PRIVILEGES IN SCHEMA {here} GRANT USAGE, SELECT ON SEQUENCES TO {app}"


def _hashed(connection: BaseDatabaseWrapper, role: str, password: str) -> str:
    """As the server keeps it: a statement may end up in a log."""
    encrypt = connection.connection.pgconn.encrypt_password
    return str(encrypt(password.encode(), role.encode(), b"scram-sha-256").decode())


_OWNED: Final = """
    SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = ANY(%s)
        AND pg_has_role(relowner, 'USAGE')"""
_LACKING: Final = """
    SELECT p.name, c.relname FROM pg_class c CROSS JOIN unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p (name)
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(%s)
        AND NOT (p.name IN ('UPDATE', 'DELETE') AND c.relname = ANY(%s)) AND NOT has_table_privilege(c.oid, p.name)
    UNION ALL
    SELECT 'USAGE', s.relname FROM pg_class s
        JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = s.oid AND d.deptype IN ('a', 'i')
        JOIN pg_class c ON d.refclassid = 'pg_class'::regclass AND c.oid = d.refobjid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(%s)
        AND CASE s.relkind WHEN 'S' THEN NOT has_sequence_privilege(s.oid, 'USAGE') END  -- it asks of nothing else
    UNION ALL
    SELECT 'EXECUTE', proname FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace AND proname = 'erase_text'
        AND NOT has_function_privilege(oid, 'EXECUTE')
    UNION ALL
    SELECT 'USAGE', 'its schema' WHERE current_schema() IS NULL  -- without it no table is there to be asked about
    ORDER BY 2, 1"""
_TOO_MANY: Final = """
    SELECT p.name, c.relname FROM pg_class c CROSS JOIN unnest(ARRAY['DELETE', 'TRUNCATE', 'UPDATE']) p (name)
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(%s)
        AND NOT pg_has_role(c.relowner, 'USAGE')
        AND (has_table_privilege(c.oid, p.name) OR (p.name = 'UPDATE' AND has_any_column_privilege(c.oid, 'UPDATE')))
    ORDER BY 2, 1"""
