"""What of a row a chain holds: ids, figures, times, and of each text that somebody typed a salted hash."""

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import models
from django.db.models import Field, ForeignKey, Model

from scorekeeper.common.names import as_kept

BOOK: Final = UUID("5f7a4d3c-95e6-5f0e-8a3b-0d9c1b7e6f21")


@dataclass(frozen=True)
class Content:
    """What of the rows of a table is chained, and with what.

    `owner` names the chain of a row: the id of the sitting, tournament, season or book that it is about. `fields` are
    the columns that are chained, by default all; `only` says by {column: value} which rows are, by default all.
    `texts` are the columns that somebody typed: of these the chain holds a salted hash alone.

    A row is linked once, when it is written. Where there are `changes` it may change once after that, in these columns
    and its texts, and that is a second link: {column: what stands there until then}, of which the first always changes
    with it.

    `erasing` says by {column: value} which rows are acts by which texts were erased; these say in `detail["number"]`
    how many.

    A column that is empty (None, "", 0, {} ...) is left out, so that a column added later leaves old links valid.
    """

    owner: Callable[[Any], UUID]
    fields: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    only: Mapping[str, Any] = field(default_factory=dict)
    changes: Mapping[str, Any] = field(default_factory=dict)
    erasing: Mapping[str, Any] = field(default_factory=dict)


def book_of(club_id: UUID) -> UUID:
    """The id of the chain of a club's money book."""
    return uuid5(BOOK, club_id.hex)


class Columns:
    """The columns of a chained model, ready to be read from rows and from plain values."""

    def __init__(self, model: type[Model], content: Content) -> None:
        self.model, self.content = model, content

    @cached_property
    def table(self) -> str:
        return str(self.model._meta.db_table)  # noqa: SLF001 public but for its name

    @cached_property
    def fields(self) -> "list[Field[Any, Any]]":
        wanted = set(self.content.fields)
        concrete = self.model._meta.concrete_fields  # noqa: SLF001 public but for its name
        return [field for field in concrete if not wanted or field.name in wanted]

    @cached_property
    def attnames(self) -> list[str]:
        return [field.attname for field in self.fields]

    @cached_property
    def texts(self) -> frozenset[str]:
        return frozenset(self.content.texts)

    @cached_property
    def _spell(self) -> list[tuple[str, Callable[[Any], Any]]]:
        return [(field.attname, _speller(field)) for field in self.fields]

    def values(self, row: Model) -> dict[str, Any]:
        return {name: as_kept(getattr(row, name)) for name in self.attnames}

    def digest(self, pk: UUID, values: Mapping[str, Any], hashes: Mapping[str, str]) -> str:
        """The hash of a row; `hashes` are those of its texts, {column: salted hash}."""
        content = {name: spell(values[name]) for name, spell in self._spell if values[name] and name not in self.texts}
        return _sha256(_canonical([self.table, pk.hex, content, hashes]))


def salted(text: str) -> tuple[str, str]:
    """A new salt, and the hash of the text with it."""
    salt = secrets.token_hex(16)
    return salt, text_hash(salt, text)


def text_hash(salt: str, text: str) -> str:
    return _sha256(f"{salt}\n{text}")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


_canonical: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def _speller(field: "Field[Any, Any]") -> Callable[[Any], Any]:
    """How a value is spelled: the same before it is written and after it was read, on either engine."""
    target = field.target_field if isinstance(field, ForeignKey) else field
    for kind, spell in _SPELLED:
        if isinstance(target, kind):
            return spell
    raise TypeError(f"say here how a chain spells {field}, a {type(field).__name__}")


def _json(value: Any) -> Any:
    if isinstance(value, dict) and all(type(key) is str and type(each) is int for key, each in value.items()):
        return value
    return json.loads(json.dumps(value, default=str))  # keys become texts, as in the database


def _moment(value: datetime) -> str:
    return value.astimezone(UTC).isoformat()


def _day(value: date) -> str:
    return value.isoformat()


def _id(value: UUID | str) -> str:
    return value.hex if isinstance(value, UUID) else UUID(value).hex


_SPELLED: "tuple[tuple[type[Field[Any, Any]], Callable[[Any], Any]], ...]" = (
    (models.UUIDField, _id),
    (models.DateTimeField, _moment),
    (models.DateField, _day),
    (models.JSONField, _json),
    (models.BooleanField, bool),
    (models.IntegerField, int),
    (models.CharField, str),
)
