"""Tables whose rows are only ever added: triggers refuse UPDATE and DELETE on SQLite and PostgreSQL.

INSERT OR REPLACE of SQLite takes away whatever is equal in something unique, and a program that has not switched
recursive triggers on asks no trigger for it: so there nothing is inserted over what stands.

One change they let through: a text that somebody typed becomes `ERASED`, when a person is forgotten. Nothing else of
the row may change with it. On PostgreSQL the role of the app may not even do that by itself, but through `erase_text`.

Django makes a table anew on SQLite when it alters it, and loses its triggers; so every migration that touches such
a table has `protection` in it, and a system check and `manage.py verify` look whether the triggers are there.

These tables grow with every hand, and change without keeping those waiting who write in them. On PostgreSQL an index
is built beside the writers, a check is added for new rows and then held against the old ones, each in a transaction of
its own: the migration says `atomic = False`, and any of these operations that was broken off begins anew when the
migration is run again. On SQLite nobody writes during a migration: the table is made anew in one transaction and gets
back its triggers.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from django.apps import apps
from django.db import NotSupportedError, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import AddConstraint, AddIndex, AlterField, CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateModels(Operation):
    """Many models in one step.

    Django describes a database by classes of its own, and after each `CreateModel` makes those of all related models
    anew: here nearly every one. New models change none that were there, so only theirs are made, and at once.
    """

    def __init__(self, *models: CreateModel) -> None:
        self.models = models

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        apps = vars(state).pop("apps", None)  # without them only the description grows
        for model in self.models:
            model.state_forwards(app_label, state)
        if apps is not None:
            apps.render_multiple([state.models[app_label, model.name_lower] for model in self.models])
            state.apps = apps

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for model in self.models:
            model.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for model in reversed(self.models):
            model.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create models {', '.join(model.name for model in self.models)}"


class Guard(Operation):
    """Triggers, made by a function of the connection wherever they are missing: no model is asked for it.

    It stands last in a migration that makes guarded tables, and first and last in one that alters them: SQLite makes
    such a table anew and loses its triggers, on the way there and on the way back. Triggers name what is unique in a
    table, so the indexes that Django puts off to the end of a migration are made first.
    """

    def __init__(self, make: Callable[[BaseDatabaseWrapper], None]) -> None:
        self.make = make

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Models know nothing of triggers."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        while schema_editor.deferred_sql:
            schema_editor.execute(schema_editor.deferred_sql.pop(0))
        self.make(schema_editor.connection)

    database_backwards = database_forwards

    def describe(self) -> str:
        return "Make the triggers that are missing"


ERASED = "[erased]"
ERASABLE = {  # the columns with texts that somebody typed
    "clubs_houserulesversion": ("note",),
    "journal_entry": ("reason",),
    "payouts_bankact": ("reason",),
    "payouts_booking": ("reason",),
    "payouts_poolact": ("reason",),
    "play_act": ("reason",),
    "play_hand": ("reason",),
    "play_handmark": ("reason",),
    "standings_importedresult": ("title",),
    "standings_seasonact": ("reason",),
    "tournaments_deskact": ("reason",),
}
WHAT = {"sqlite": ("update", "delete", "replace"), "postgresql": ("update", "delete", "truncate")}


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
            cursor.execute(_ERASE)
            cursor.execute(f"REVOKE EXECUTE ON FUNCTION {ERASE} FROM PUBLIC")  # `grants` gives it to the app's role
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
    there = _there(connection)
    return [name for name, made in _wanted(connection, tables).items() if there.get(name) != made]


def guarded(connection: BaseDatabaseWrapper) -> list[str]:
    """The tables whose rows the database refuses to delete."""
    ending = trigger("", "delete")
    return [name.removesuffix(ending) for name in _there(connection) if name.endswith(ending)]


def _there(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """The triggers that stand in the database: {name: the statement that makes it}."""
    with connection.cursor() as cursor:
        cursor.execute(_CATALOGUE[connection.vendor], {"body": _BODY})
        return dict(cursor.fetchall())


def _wanted(connection: BaseDatabaseWrapper, tables: Iterable[str]) -> dict[str, str]:
    """{name: the statement that makes it}."""
    whats = WHAT[connection.vendor]
    return {trigger(table, what): _create(connection, table, what) for table in tables for what in whats}


def _create(connection: BaseDatabaseWrapper, table: str, what: str) -> str:
    if what == "replace":
        return _refuse_to_replace(connection, table)
    head = f"CREATE TRIGGER {trigger(table, what)} BEFORE {what.upper()} ON {table}"
    texts = ERASABLE.get(table, ()) if what == "update" else ()
    if connection.vendor == "postgresql":
        each = "STATEMENT" if what == "truncate" else "ROW"
        named = ", ".join(f"'{name}'" for name in texts)
        return f"{head} FOR EACH {each} EXECUTE FUNCTION refuse_change({named})"
    when = f" WHEN NOT ({_erases(connection, table, texts)})" if texts else ""
    return f"{head}{when} BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"


def _refuse_to_replace(connection: BaseDatabaseWrapper, table: str) -> str:
    with connection.cursor() as cursor:
        taken = " OR ".join(_taken(cursor, table))
    refuse = f"SELECT RAISE(ABORT, '{table} is append-only: one like it stands already') WHERE {taken}"
    return f"CREATE TRIGGER {trigger(table, 'replace')} BEFORE INSERT ON {table} BEGIN {refuse}; END"


def _taken(cursor: Any, table: str) -> Iterator[str]:
    """For each thing that is unique in a table of SQLite: whether a row has what NEW brings."""
    cursor.execute(f"PRAGMA table_info({table})")
    columns = [row[1] for row in cursor.fetchall()]
    cursor.execute(f"PRAGMA index_list({table})")
    unique = sorted(row[1] for row in cursor.fetchall() if row[2])
    yield f"EXISTS (SELECT 1 FROM {table} WHERE rowid = NEW.rowid)"  # noqa: S608 our own names
    for index in unique:
        cursor.execute(f'PRAGMA index_info("{index}")')
        equal = " AND ".join(f'"{row[2]}" = NEW."{row[2]}"' for row in cursor.fetchall())
        cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'index' AND name = %s", [index])
        condition = re.split(r"\sWHERE\s", cursor.fetchone()[0] or "", maxsplit=1, flags=re.IGNORECASE)[1:]
        if condition:  # unique among some of the rows: NEW has to be of them
            new = ", ".join(f'NEW."{column}" AS "{column}"' for column in columns)
            equal += f" AND {condition[0]} AND EXISTS (SELECT 1 FROM (SELECT {new}) WHERE {condition[0]})"  # noqa: S608
        yield f"EXISTS (SELECT 1 FROM {table} WHERE {equal})"  # noqa: S608


def _erases(connection: BaseDatabaseWrapper, table: str, texts: Collection[str]) -> str:
    """The condition, on SQLite, that texts are changed, to `ERASED`, and nothing else is.

    It names the columns that today's model has. One that a migration takes away is named no more once the `protection`
    at its head has made the trigger again.
    """
    found = [model._meta for model in apps.get_models() if model._meta.db_table == table]  # noqa: SLF001
    known = {field.column for meta in found for field in meta.fields}
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA table_info({table})")
        columns = [row[1] for row in cursor.fetchall() if row[1] in known]
    same = [f'NEW."{name}" IS OLD."{name}"' for name in columns if name not in texts]
    erased = [f'NEW."{name}" IN (OLD."{name}", \'{ERASED}\')' for name in texts]
    moved = " OR ".join(f"""(NEW."{name}" <> OLD."{name}" AND OLD."{name}" <> '')""" for name in texts)
    return " AND ".join([*same, *erased, f"({moved})"])


_BODY = f"""
BEGIN
    IF TG_OP = 'UPDATE' AND TG_NARGS > 0 THEN
        IF to_jsonb(NEW) - TG_ARGV = to_jsonb(OLD) - TG_ARGV AND to_jsonb(NEW) <> to_jsonb(OLD) AND NOT EXISTS (
            SELECT 1 FROM unnest(TG_ARGV) AS texts(name)
            WHERE to_jsonb(NEW) ->> name NOT IN (to_jsonb(OLD) ->> name, '{ERASED}')
        ) THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END """  # noqa: S608 our own names

ERASE = "erase_text(text, text, uuid[])"
_PAIRS = ", ".join(f"('{table}', '{name}')" for table, texts in ERASABLE.items() for name in texts)
_ERASE = f"""
CREATE OR REPLACE FUNCTION erase_text(target text, what text, ids uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    IF (target, what) NOT IN ({_PAIRS}) THEN
        RAISE EXCEPTION '% of % is no text that somebody typed', what, target USING ERRCODE = 'restrict_violation';
    END IF;
    EXECUTE format('UPDATE %I SET %I = %L WHERE id = ANY ($1)', target, what, '{ERASED}') USING ids;
END $$"""  # noqa: S608 our own names

_CATALOGUE = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'",
    # Switched off, or hollowed out through the function, is as good as missing.
    "postgresql": """
        SELECT t.tgname, pg_get_triggerdef(t.oid, true) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') AND p.prosrc = %(body)s""",
}


class _Beside(Operation):
    """What they share: PostgreSQL does it its own way, every other database as Django does."""

    model_name: str
    atomic = False

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        self._run("database_forwards", self.make, app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        self._run("database_backwards", self.unmake, app_label, schema_editor, from_state, to_state)

    def make(self, model: Any, schema: Any) -> None:
        """On PostgreSQL; `model` is as it is afterwards."""
        raise NotImplementedError

    def unmake(self, model: Any, schema: Any) -> None:
        """On PostgreSQL; `model` is as it is afterwards."""
        raise NotImplementedError

    def _run(
        self,
        name: str,
        beside: Any,
        app_label: str,
        schema: Any,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if not self.allow_migrate_model(schema.connection.alias, model):
            return
        if schema.connection.vendor == "postgresql":
            if schema.connection.in_atomic_block:
                raise NotSupportedError("a migration that changes a table beside its writers says `atomic = False`")
            beside(model, schema)
            return
        table = _table(model)
        with transaction.atomic(schema.connection.alias):
            was_guarded = not missing(schema.connection, [table])
            getattr(super(), name)(app_label, schema, from_state, to_state)
            if was_guarded:
                protect(schema.connection, [table])


class AddUnique(_Beside, AddConstraint):
    """A unique constraint over columns."""

    constraint: models.UniqueConstraint

    def make(self, model: Any, schema: Any) -> None:
        self.unmake(model, schema)
        table, name = _quoted(schema, _table(model), self.constraint.name)
        fields = [_column(model, field) for field in self.constraint.fields]
        columns = ", ".join(_quoted(schema, *fields))
        schema.execute(f"CREATE UNIQUE INDEX CONCURRENTLY {name} ON {table} ({columns})")
        schema.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} UNIQUE USING INDEX {name}")

    def unmake(self, model: Any, schema: Any) -> None:
        table, name = _quoted(schema, _table(model), self.constraint.name)
        schema.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name}")
        schema.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")


class IndexRows(_Beside, AddIndex):
    """An index over columns."""

    def make(self, model: Any, schema: Any) -> None:
        self.unmake(model, schema)
        schema.execute(self.index.create_sql(model, schema, concurrently=True), params=None)

    def unmake(self, model: Any, schema: Any) -> None:
        schema.execute(self.index.remove_sql(model, schema, concurrently=True), params=None)  # where it is there


class AddCheck(_Beside, AddConstraint):
    """A check: new rows obey it at once, then the old ones are looked at."""

    constraint: models.CheckConstraint

    def make(self, model: Any, schema: Any) -> None:
        self.unmake(model, schema)
        table, name = _quoted(schema, _table(model), self.constraint.name)
        schema.execute(f"{self.constraint.create_sql(model, schema)} NOT VALID", params=None)
        schema.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")

    def unmake(self, model: Any, schema: Any) -> None:
        table, name = _quoted(schema, _table(model), self.constraint.name)
        schema.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name}")


class AllowNone(_Beside, AlterField):
    """A field that may be empty from now on. Django would also look anew at every row a foreign key points at."""

    def make(self, model: Any, schema: Any) -> None:
        self._alter(model, schema, "DROP")

    def unmake(self, model: Any, schema: Any) -> None:
        self._alter(model, schema, "SET")

    def _alter(self, model: Any, schema: Any, how: str) -> None:
        table, column = _table(model), _column(model, self.name)
        table, column = _quoted(schema, table, column)
        schema.execute(f"ALTER TABLE {table} ALTER COLUMN {column} {how} NOT NULL")


class IndexForeignKey(_Beside, AlterField):
    """The index of a foreign key that was added without one (`db_index=False`)."""

    def make(self, model: Any, schema: Any) -> None:
        self.unmake(model, schema)
        table, column = _table(model), _column(model, self.name)
        table, name, column = _quoted(schema, table, self._index(model, schema), column)
        schema.execute(f"CREATE INDEX CONCURRENTLY {name} ON {table} ({column})")

    def unmake(self, model: Any, schema: Any) -> None:
        [name] = _quoted(schema, self._index(model, schema))
        schema.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")

    def _index(self, model: Any, schema: Any) -> str:
        """What Django would call it."""
        column = _column(model, self.name)
        return str(schema._create_index_name(_table(model), [column]))  # noqa: SLF001 there is no other door


def _quoted(schema: Any, *names: str) -> list[str]:
    return [schema.quote_name(name) for name in names]


def _table(model: Any) -> str:
    return str(model._meta.db_table)  # noqa: SLF001 public but for its name


def _column(model: Any, field: str) -> str:
    return str(model._meta.get_field(field).column)  # noqa: SLF001 public but for its name
