"""Changes to tables that grow with every hand, made without keeping those who write in them waiting.

On PostgreSQL an index is built beside the writers, a check is added for new rows and then held against the old ones,
each in a transaction of its own: the migration says `atomic = False`, and any of these operations that was broken off
begins anew when the migration is run again. SQLite, where nobody writes during a migration, makes the table anew in one
transaction and gets back the triggers that it loses by that (see `append_only`).
"""

from typing import Any

from django.db import NotSupportedError, models, transaction
from django.db.migrations import AddConstraint, AddIndex, AlterField
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from scorekeeper.common.append_only import missing, protect


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
