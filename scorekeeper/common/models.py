"""The base of every table: an id made by the server, and a club where the row belongs to one."""

from django.db import models

from scorekeeper.common.ids import uuid7


def name_in_files(model: type[models.Model]) -> str:
    """`app.name`, as archives and a person's own data call the table of a model: by its name in the database, where
    that is of the app, for models may be renamed; else by that of the model."""
    meta = model._meta  # noqa: SLF001 public but for its name
    of_app = f"{meta.app_label}_"
    name = meta.db_table.removeprefix(of_app) if meta.db_table.startswith(of_app) else meta.model_name
    return f"{meta.app_label}.{name}"


class Row(models.Model):
    """A row with a UUIDv7 id."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)

    class Meta:
        abstract = True
