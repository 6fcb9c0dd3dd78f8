"""The chains of what is only ever added: one for each sitting, tournament, season, set of house rules, and for the
money book and the log of each club.

Whoever writes a row that is chained (`Chained`) writes a digest of it in the same transaction (`Waiting`), so that
nobody waits for anybody. In the background these digests become links, each with the hash of the link before it
(`services.chain_up`), and the ends of all chains that grew become a link of the club's own chain.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypeVar
from uuid import UUID

from django.db import models

from scorekeeper.chains.contents import Columns, Content, salted, text_hash
from scorekeeper.common.append_only import ERASED
from scorekeeper.common.models import Row
from scorekeeper.common.names import kept

AT_ONCE = 500  # ids in one question
ANCHOR = "anchor"  # instead of a table: where chains stood
ERASURE = "erased"  # the same: the texts of this row were erased, because somebody was forgotten


class Chain(Row):
    """The end of a chain. Its id is that of the thing that the chain is about.

    That of the club itself is locked by whoever makes any chain of the club longer; `tips` says there how far the open
    tables and the seasons were when they were last anchored.
    """

    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField(default=0)
    hash = models.CharField(max_length=64, blank=True)
    tips = models.JSONField(default=dict)


class Digest(Row):
    """That a row was written: `digest` is the hash of what it says. `owner` is the id of the chain."""

    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="+", db_index=False)
    owner = models.UUIDField()
    table = models.CharField(max_length=40)
    row = models.UUIDField()
    digest = models.CharField(max_length=64, blank=True)

    class Meta:
        abstract = True


class Waiting(Digest):
    """A digest that is no link yet; deleted when it becomes one, which has the same `detail`."""

    detail = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))

    class Meta:
        indexes = [models.Index(fields=["club"], name="waiting_of_a_club")]


class Link(Digest):
    """A link of a chain: `hash` covers it and the link before it, `at` is when it was linked. Append-only.

    Where a row is linked that may change, `detail` has the salted hashes of its texts as it stood: {"texts": {column:
    hash}}; else it is empty. An `ERASURE` says there of which table its row is, which texts of it were erased, and by
    which act, a chained row too: {"table": ..., "columns": [...], "cause": [table, id]}. An `ANCHOR` of the club says
    where its other chains stood: {"ends": {id: [number, hash]}, "heads": {sitting: [seq, head, marked, marks_head],
    season: [seq, head]}}, the latter of the chains of hands, marks and acts.
    """

    number = models.PositiveIntegerField()
    detail = models.JSONField(default=dict)
    at = models.DateTimeField()
    previous = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "number"], name="one_link_a_number")]
        indexes = [models.Index(fields=["club", "table"], name="links_of_a_table")]


class Salt(Row):
    """The salt of a text of a chained row, and their hash together, which the chain holds. Who forgets the text takes
    the salt away with it: the hash stays, and says nothing."""

    club = models.ForeignKey("clubs.Club", on_delete=models.PROTECT, related_name="+", db_index=False)
    table = models.CharField(max_length=40)
    row = models.UUIDField()
    column = models.CharField(max_length=20)
    salt = models.CharField(max_length=32, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["row", "column"], name="one_salt_a_text")]
        indexes = [models.Index(fields=["club", "table"], name="salts_of_a_table")]


M_co = TypeVar("M_co", bound="Chained", covariant=True)


R = TypeVar("R", bound=models.Model)


class Salted(models.Model):
    """A row of a chain of its own, whose hash covers a salted hash of its reason. Rows of before have no salt: theirs
    covers the reason itself."""

    salted: Salt | None = None  # no column: whoever writes or verifies the row sets it

    class Meta:
        abstract = True

    @property
    def reason_covered(self) -> str:
        """What the hash of the row covers of its reason."""
        reason = kept(getattr(self, "reason", ""))
        if self.salted is None:
            return reason
        return self.salted.hash if is_erased(reason, self.salted.salt) else text_hash(self.salted.salt, reason)

    def salt(self) -> None:
        """Before the row is hashed."""
        row: Any = self
        if row.reason:
            salt, hash_ = salted(kept(row.reason))
            columns_of_salt = {"table": row._meta.db_table, "column": "reason", "salt": salt, "hash": hash_}  # noqa: SLF001
            self.salted = Salt(club_id=row.club_id, row=row.pk, **columns_of_salt)


def is_erased(text: str, salt: str) -> bool:
    """Whether that is all that is left of a text."""
    return text == ERASED and not salt


def keep_salts(rows: Iterable[Salted]) -> None:
    """Write the salts of rows that were just written, and are linked by nobody else."""
    Salt.objects.bulk_create([row.salted for row in rows if row.salted is not None])


def with_salts(rows: Iterable[R]) -> list[R]:
    """These rows, which are to be verified, with their salts."""
    read = list(rows)
    reasoned: dict[UUID, Any] = {row.pk: row for row in read if getattr(row, "reason", "")}
    ids = list(reasoned)
    for start in range(0, len(ids), AT_ONCE):
        for found in Salt.objects.filter(row__in=ids[start : start + AT_ONCE], column="reason"):
            reasoned[found.row].salted = found
    return read


class ChainedQuerySet(models.QuerySet[M_co]):
    """Rows that are written together are linked together; of those that may be there already whoever writes them says
    which are new (`link`)."""

    def bulk_create(self, objs: Iterable[Any], *args: Any, **options: Any) -> list[Any]:
        rows: list[Any] = super().bulk_create(objs, *args, **options)
        if not options.get("ignore_conflicts"):
            link(rows)
        return rows


class Chained(Row):
    """A row that is chained: `content` says what of it, and in which chain. Its default manager must be made of
    `ChainedQuerySet`; the base manager links nothing, for who brings rows along with their links."""

    content: ClassVar[Content]
    objects = ChainedQuerySet.as_manager()

    class Meta:
        abstract = True

    @classmethod
    def columns(cls) -> Columns:
        """What of its rows is chained."""
        found = cls.__dict__.get("_columns")
        if found is None:
            found = Columns(cls, cls.content)
            type.__setattr__(cls, "_columns", found)
        return found

    @classmethod
    def of_club(cls, club_id: UUID) -> "models.QuerySet[Any]":
        """Its rows of a club that are chained."""
        return cls._base_manager.filter(**{"club": club_id, **cls.content.only})

    @property
    def is_chained(self) -> bool:
        """Whether this row is: of some tables only some rows are."""
        return all(getattr(self, name) == value for name, value in self.content.only.items())

    def save(self, *args: Any, **options: Any) -> None:
        is_new = self._state.adding
        super().save(*args, **options)
        if is_new or self.content.changes:
            link([self])


def chained() -> list[type[Chained]]:
    """Every model whose rows are chained."""
    from django.apps import apps

    return [model for model in apps.get_models() if issubclass(model, Chained)]


def owner_of(row: Any) -> UUID:
    """The chain that a row is linked in, or, of those that have a chain of their own, that says what was erased."""
    owner: UUID = row.content.owner(row) if isinstance(row, Chained) else row.sitting_id
    return owner


def link(rows: Iterable[Any]) -> None:
    """Have these chained rows linked, which were just written: two statements at the most, in the transaction of the
    caller."""
    digested = [digest_of(row) for row in rows if row.is_chained]
    salts = [salt for _waiting, of_row in digested for salt in of_row]
    if salts:  # of a row that changed, the salt it had is replaced
        changed: Any = {"unique_fields": ["row", "column"], "update_fields": ["salt", "hash"]}
        Salt.objects.bulk_create(salts, update_conflicts=True, **changed)
    if digested:
        Waiting.objects.bulk_create([waiting for waiting, _salts in digested])


def digest_of_values(
    model: type["Chained"], pk: UUID, values: Mapping[str, Any]
) -> tuple[str, dict[str, tuple[str, str]]]:
    """The digest of a row that is written by its values alone, and {column: (salt, hash)} of its texts."""
    columns = model.columns()
    salts = {name: salted(kept(text)) for name in columns.content.texts if (text := values[name])}
    return columns.digest(pk, values, {name: salt_hash for name, (_salt, salt_hash) in salts.items()}), salts


def digest_of(row: Any) -> tuple[Waiting, list[Salt]]:
    """What waits to be linked of a row, and the salts of its texts; not written."""
    columns = row.columns()
    values, hashes, salts = columns.values(row), {}, []
    own: Salt | None = getattr(row, "salted", None)
    for name in columns.content.texts:
        if own is not None and name == own.column:
            hashes[name] = own.hash
            salts.append(own)
        elif text := values[name]:
            salt, hashes[name] = salted(str(text))
            columns_of_salt = {"table": columns.table, "column": name, "salt": salt, "hash": hashes[name]}
            salts.append(Salt(club_id=row.club_id, row=row.pk, **columns_of_salt))
    waiting = Waiting(
        club_id=row.club_id,
        owner=columns.content.owner(row),
        table=columns.table,
        row=row.pk,
        digest=columns.digest(row.pk, values, hashes),
        detail={"texts": hashes} if hashes and columns.content.changes else {},
    )
    return waiting, salts
