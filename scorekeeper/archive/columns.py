"""What stands in a column of an archive: how it is written, what the schema says of it, how it is read again."""

import json
import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from string import Formatter
from typing import Any, Final
from uuid import UUID

from django.db import models
from django.db.models import Field, ForeignKey

from games import all_games
from games.core.text import Text, gettext_noop, pgettext
from scorekeeper.accounts.models import User
from scorekeeper.archive.carried import ACCOUNTS, CLUB, Carried, Layout
from scorekeeper.languages.cities import known_zones

SMALL, NORMAL, BIG = (1 << 15) - 1, (1 << 31) - 1, (1 << 63) - 1
AN_ID: Final = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ID: Final = {"type": "string", "format": "uuid", "pattern": f"^{AN_ID.pattern}$"}
PLAIN: "Final[list[tuple[type[Field[Any, Any]], dict[str, Any]]]]" = [  # a kind before the one it is a kind of
    (ForeignKey, ID),
    (models.UUIDField, ID),
    (models.BooleanField, {"type": "boolean"}),
    (models.DateTimeField, {"type": "string", "format": "date-time"}),
    (models.DateField, {"type": "string", "format": "date"}),
    (models.JSONField, {"type": ["object", "array"]}),
]
WHOLE: "Final[list[tuple[type[Field[Any, Any]], int, int]]]" = [  # the smallest and the largest; the narrowest first
    (models.PositiveSmallIntegerField, 0, SMALL),
    (models.PositiveBigIntegerField, 0, BIG),
    (models.PositiveIntegerField, 0, NORMAL),
    (models.SmallIntegerField, -SMALL - 1, SMALL),
    (models.BigIntegerField, -BIG - 1, BIG),
    (models.IntegerField, -NORMAL - 1, NORMAL),
]
DEEPEST: Final = 40  # of what a column of plain values may hold one inside the other


class Invalid(ValueError):
    """What stands in a column is not what it should be; `message` says what that is."""

    def __init__(self, template: str, **values: int | str) -> None:
        self.message = Text(template, values)
        super().__init__(str(self.message))


def written(value: Any) -> Any:
    """A value of the database as it stands in the archive: texts, whole numbers, truth, and plain values of these."""
    match value:
        case UUID():
            return str(value)
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
    return value


def line(row: Mapping[str, Any]) -> bytes:
    """A row as a line. Databases keep the keys of plain values in an order of their own, so they are put in order."""
    text = json.dumps(row, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode() + b"\n"


def schema_of(field: "Field[Any, Any]") -> dict[str, Any]:
    """What a JSON Schema says of the column."""
    schema = _schema_of(field)
    if field.choices:
        schema["enum"] = [value for value, _label in field.flatchoices]
    if not field.null:
        return schema
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return schema | {"type": [*kinds, "null"]} | ({"enum": [*schema["enum"], None]} if "enum" in schema else {})


def _schema_of(field: "Field[Any, Any]") -> dict[str, Any]:
    if isinstance(field, models.CharField):
        return {"type": "string", "maxLength": field.max_length}
    for kind, least, most in WHOLE:
        if isinstance(field, kind):
            return {"type": "integer", "minimum": least, "maximum": most}
    for kind, schema in PLAIN:
        if isinstance(field, kind):
            return dict(schema)
    raise TypeError(f"say here how an archive writes {field}, a {type(field).__name__}")


@dataclass(frozen=True, slots=True)
class Column:
    """A column as it is read: its name in the archive, in the model, and what it may hold."""

    name: str
    attname: str
    read: Callable[[Any], Any]


def column_of(field: "Field[Any, Any]") -> Column:
    read = _reader(schema_of(field))
    return Column(field.name, field.attname, _among(field.name, read) if field.name in KNOWN_HERE else read)


def _among(name: str, read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Of what the schema leaves open only what this installation knows."""

    def reader(value: Any) -> Any:
        known = KNOWN_HERE[name]()
        if read(value) not in known:
            raise Invalid(NOT_HERE, value=value)
        return value

    return reader


def _reader(schema: Mapping[str, Any]) -> Callable[[Any], Any]:
    """Made from the schema, so that what the schema allows is what is taken."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    is_free, choices = "null" in kinds, schema.get("enum")
    read = _READERS[schema.get("format") or kinds[0]]

    def reader(value: Any) -> Any:
        if value is None and is_free:
            return None
        if choices is not None and (value not in choices or isinstance(value, bool)):
            raise Invalid(NO_CHOICE, choices=", ".join(str(choice) for choice in choices if choice is not None))
        return read(value, schema)

    return reader


def _text(value: Any, schema: Mapping[str, Any]) -> str:
    most = schema["maxLength"]
    if not isinstance(value, str) or len(value) > most or not is_writable(value):
        raise Invalid(NO_TEXT, most=most)
    return value


def _whole(value: Any, schema: Mapping[str, Any]) -> int:
    least, most = schema["minimum"], schema["maximum"]
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise Invalid(NO_NUMBER, least=least, most=most)


def _truth(value: Any, _schema: Mapping[str, Any]) -> bool:
    if not isinstance(value, bool):
        raise Invalid(NO_TRUTH)
    return value


def _id(value: Any, _schema: Mapping[str, Any]) -> UUID:
    if not isinstance(value, str) or not AN_ID.fullmatch(value):
        raise Invalid(NO_ID)
    return UUID(value)


def _moment(value: Any, _schema: Mapping[str, Any]) -> datetime:
    try:
        found = datetime.fromisoformat(value)
        if found.astimezone(UTC).isoformat() == value:
            return found
    except (TypeError, ValueError, OverflowError):
        pass
    raise Invalid(NO_MOMENT)


def _day(value: Any, _schema: Mapping[str, Any]) -> date:
    try:
        found = date.fromisoformat(value)
        if found.isoformat() == value:
            return found
    except (TypeError, ValueError):
        pass
    raise Invalid(NO_DAY)


def _plain(value: Any, _schema: Mapping[str, Any]) -> Any:
    if not isinstance(value, dict | list):
        raise Invalid(NO_VALUES)
    if not _is_plain(value, DEEPEST):
        raise Invalid(UNKEEPABLE)
    return value


def _is_plain(value: Any, left: int) -> bool:
    """Nothing in it that a database would turn down."""
    if not left:
        return False
    match value:
        case dict():
            keeps = all(is_writable(key) and _is_plain(inner, left - 1) for key, inner in value.items())
            return keeps and _is_text(value)
        case list():
            return all(_is_plain(inner, left - 1) for inner in value)
        case str():
            return is_writable(value)
    return not isinstance(value, float)


def _is_text(value: Mapping[str, Any]) -> bool:
    """Where it is a sentence of a game: that it asks for nothing but the values that stand beside it."""
    if "text" not in value:
        return True
    template, values = value["text"], value.get("values", {})
    if not isinstance(template, str) or not isinstance(values, dict):
        return False
    try:
        parts = list(Formatter().parse(template))
    except ValueError:
        return False
    return all(name is None or (name in values and not spec and not turned) for _, name, spec, turned in parts)


def is_writable(text: str) -> bool:
    """Whether a database can keep the text: no NUL, no half of a pair."""
    try:
        return "\0" not in text and bool(text.encode() or not text)
    except UnicodeEncodeError:
        return False


KNOWN_HERE: Final[dict[str, Callable[[], Container[str]]]] = {
    "game": lambda: {"", *all_games()},
    "time_zone": known_zones,
}
_READERS: Final[dict[str, Callable[[Any, Mapping[str, Any]], Any]]] = {
    "uuid": _id,
    "date-time": _moment,
    "date": _day,
    "string": _text,
    "integer": _whole,
    "boolean": _truth,
    "object": _plain,
}

NOT_HERE: Final = gettext_noop("{value} is not known here; update this installation first")
NO_CHOICE: Final = pgettext("in a line", "it should be one of these: {choices}")
NO_TEXT: Final = pgettext("in a line", "it should be a text of at most {most} characters, none of them broken")
NO_NUMBER: Final = pgettext("in a line", "it should be a whole number from {least} to {most}")
NO_TRUTH: Final = pgettext("in a line", "it should be true or false")
NO_ID: Final = pgettext("in a line", "it should be an id like 0199c0de-0000-7000-8000-000000000000")
NO_MOMENT: Final = pgettext("in a line", "it should be a moment like 2026-09-04T18:30:00+00:00")
NO_DAY: Final = pgettext("in a line", "it should be a day like 2026-09-04")
NO_VALUES: Final = pgettext("in a line", "it should be an object or a list")
UNKEEPABLE: Final = pgettext("in a line", "it holds invalid text, a fraction, or values nested too deeply")


def schema(layout: Layout = CLUB) -> dict[str, Any]:
    """Each file of lines with what a line of it says."""
    tables = layout.tables()
    files = {table.model: table.file for table in tables} | {User: ACCOUNTS}
    accounts = {ACCOUNTS: _account()} if layout.has_accounts else {}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": layout.title,
        "version": layout.version,
        "$defs": {table.file: _row(table, files) for table in tables} | accounts,
    }


def account_fields() -> "list[Any]":
    """All that an archive says of an account: no address, nothing to come in with."""
    return [User._meta.get_field("id"), User._meta.get_field("name")]  # noqa: SLF001


def _row(table: Carried, files: dict[Any, str]) -> dict[str, Any]:
    columns = {}
    for field in table.fields:
        columns[field.name] = schema_of(field)
        if isinstance(field, ForeignKey) and field.name not in table.outside:
            columns[field.name]["description"] = f"the id of a line in {files[field.related_model]}"
    return _object(columns)


def _account() -> dict[str, Any]:
    return _object({field.name: schema_of(field) for field in account_fields()})


def _object(columns: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": columns, "required": list(columns), "additionalProperties": False}
