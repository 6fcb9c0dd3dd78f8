"""How far a database is: what it has yet to be given, and whether it can be given that at all.

Each app begins with one migration, `0001_base`, in place of all that there were before the first release. A database
that had all of them is taken over as it is. One that was left half-way can't be: what it lacks is no longer here.
"""

from collections.abc import Collection

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from scorekeeper.common.creating import CreateModels


def waiting(connection: BaseDatabaseWrapper) -> list[tuple[str, str]]:
    """The migrations, (app, name), that this database has not had. Raises Error: it can't be asked."""
    if unfinished := _unfinished(*_contents(connection)):
        return unfinished
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [(migration.app_label, migration.name) for migration, _backwards in plan]


def refusal(connection: BaseDatabaseWrapper) -> str:
    """Why this database can't be migrated, in a sentence; empty when it can. Raises Error: it can't be asked."""
    return half_way(*_contents(connection))


def half_way(applied: Collection[tuple[str, str]], tables: Collection[str]) -> str:
    """Why a database with these migrations applied and these tables can't be migrated; empty when it can."""
    apps = ", ".join(app for app, _name in _unfinished(applied, tables))
    return apps and (
        f"the database stopped half-way through migrations that are no longer here ({apps}): "
        "finish them with the version of Scorekeeper that began them, then use this one"
    )


def _contents(connection: BaseDatabaseWrapper) -> tuple[Collection[tuple[str, str]], Collection[str]]:
    return MigrationRecorder(connection).applied_migrations(), connection.introspection.table_names()


def _unfinished(applied: Collection[tuple[str, str]], tables: Collection[str]) -> list[tuple[str, str]]:
    """Migrations of which the database has had a part. A table too may be missing whose app came later in the order."""
    return [
        key
        for key, migration in sorted(_replacing().items())
        if any(old in applied for old in migration.replaces)
        and not (
            all(old in applied for old in migration.replaces) and (key in applied or _tables(migration) <= set(tables))
        )
    ]


def _replacing() -> dict[tuple[str, str], Migration]:
    """The migrations that stand for others that are gone."""
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    disk = loader.disk_migrations
    return {key: found for key, found in disk.items() if found.replaces and not set(found.replaces) & set(disk)}


def _tables(migration: Migration) -> set[str]:
    creating = [operation for operation in migration.operations if isinstance(operation, CreateModels)]
    models = [model for operation in creating for model in operation.models]
    return {model.options.get("db_table") or f"{migration.app_label}_{model.name_lower}" for model in models}
