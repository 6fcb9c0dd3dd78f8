"""Steps of a migration that make the tables of an app together, and what guards them."""

from collections.abc import Callable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import CreateModel
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
    such a table anew and loses its triggers, on the way there and on the way back.
    """

    def __init__(self, make: Callable[[BaseDatabaseWrapper], None]) -> None:
        self.make = make

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Models know nothing of triggers."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        self.make(schema_editor.connection)

    database_backwards = database_forwards

    def describe(self) -> str:
        return "Make the triggers that are missing"
