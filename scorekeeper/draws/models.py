"""The rows of a draw of tables, as far as they are the same at an evening and in a tournament.

All are abstract: `leagues` and `tournaments` keep tables of their own and add what is theirs (the game of an evening;
entrants, groups and codes of a tournament). The services of this app work on both.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.db import models

from scorekeeper.clubs.models import Club
from scorekeeper.common.models import Row

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class BaseDraw(Row):
    """One round of tables: a draft until it is published, which opens its tables.

    `seed`, `engine` and `facts` (the hash of all it started from) let it be drawn again; `report` says why it is so and
    what it could not avoid. `revision` grows with all that is done to a draft, also when it is drawn again or what was
    before is back: none comes twice, and nobody publishes what they have not seen. `undo` are the draws that this draft
    was before, the newest last, each with its locks.
    """

    OWNER: ClassVar[tuple[str, ...]]
    """The columns that say whose draw it is: the same in every draft that takes the place of another."""
    KEPT: ClassVar[tuple[str, ...]]
    """The columns that make a draft again, beside its id and when it was made."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField()
    engine = models.CharField(max_length=20)
    facts = models.CharField(max_length=64)
    report = models.JSONField(default=dict)
    revision = models.PositiveIntegerField(default=1)
    undo = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    published_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    if TYPE_CHECKING:
        tables: "RelatedManager[Any]"
        places: "RelatedManager[Any]"

    @property
    def present(self) -> "models.QuerySet[Any]":
        """The places of everybody who is in it, seated or sitting out."""
        return self.places.all()


class BaseTable(Row):
    """A table of a draw, numbered from 1. Its `sitting` is opened when the draw is published, under this row's id as
    key."""

    KEPT: ClassVar[tuple[str, ...]] = ("number",)
    """The columns that make it again."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True
        ordering = ["number"]


class BasePlace(Row):
    """Where a draw puts somebody: a seat (from 0; the first deals) at a table, or, without one, sitting out.

    `by_hand` is a lock: it stays when the round is drawn again, with `holds_seat` on this seat of the table; `held_by`
    has put it on, at `held_at`.
    """

    WHO: ClassVar[tuple[str, ...]]
    """The columns that say who has the place."""
    OUT: ClassVar[Mapping[str, Any]] = {}
    """What the row of somebody says who sits out, beside having no table."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    by_hand = models.BooleanField(default=False)
    holds_seat = models.BooleanField(default=False, db_default=False)
    held_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    held_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @classmethod
    def kept(cls) -> tuple[str, ...]:
        """The columns that make it again; its table by number."""
        return ("seat", *cls.WHO, *cls.OUT, "by_hand", "holds_seat", "held_by_id", "held_at", "table__number")

    @property
    def key(self) -> str:
        """What a draw calls who has the place."""
        raise NotImplementedError


class BaseCall(Row):
    """A table calls the director, until one has come. `words` is what they want, in a few words; `by` is None where a
    phone with the table's code called."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    words = models.CharField(max_length=200, blank=True, default="", db_default="")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        abstract = True
        ordering = ["at"]
