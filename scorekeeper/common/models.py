"""The base of every table: an id made by the server, and a club where the row belongs to one."""

from django.db import models

from scorekeeper.common.ids import uuid7


class Row(models.Model):
    """A row with a UUIDv7 id."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)

    class Meta:
        abstract = True
