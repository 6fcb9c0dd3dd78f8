"""Acts: what somebody asks for is one record, one service does it, and two doors lead there.

A record says what is asked: its fields with their bounds, what they mean, and the sentence of what they refuse. A
program sends it as JSON (`common.api`), a page as a form that is made of it (`common.doing`). The service takes the
record first and by name what the door knows: where (`club`), who (`by`), when (`now`) if it takes that, and under which
`key` if it has one. It returns one value, which an answer shows. What it refuses stands at the field, at either door.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from inspect import signature
from typing import Annotated, Any, Final, TypeVar, get_args

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_noop
from pydantic import AfterValidator, BeforeValidator, ConfigDict, GetCoreSchemaHandler, ValidationError, WithJsonSchema
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError, to_json
from pydantic_core.core_schema import literal_schema

from games.core.record import Record
from games.core.text import Text, Value
from games.core.values import Problem
from scorekeeper.common.errors import Refused

A = TypeVar("A", bound="Asked")
B = TypeVar("B", bound="Answer")
COMPONENT: Final = "x-component"
"""In place of the schema of a field of a record: the component of this name, which the document has anyway."""
MOST_UNKNOWN: Final = 20  # fields of one body that are named as none of its record


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a field says, in place of the general sentence, where a value does not keep to its bounds. It stands beside
    the bounds: `Annotated[int, Field(ge=1), Refusal("amount_wrong", "Write an amount above zero.")]`. Where each bound
    has a sentence of its own, `of` is the one that this is about, as pydantic calls it (`less_than_equal`). `most` is
    what the sentence says so, where that is not the bound itself."""

    code: str
    sentence: str
    of: str = ""
    most: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class OneOf:
    """Beside `str`: one of these texts. `Annotated[str, OneOf(Kind.values)]` is a `Literal` of what is known only as it
    runs."""

    values: Sequence[str]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return literal_schema(list(self.values))


class Asked(Record):
    """The base of what acts are asked. Nothing else than its fields is taken, 4.0 is no whole number, space around a
    text is not part of it, and where a field may be left out null is the same as leaving it out."""

    model_config = ConfigDict(str_strip_whitespace=True)

    @classmethod
    def read(cls: type[A], sent: object) -> A:
        """The record of what came in, as JSON has it. Raises Unread with everything that is wrong."""
        try:
            return cls.model_validate_json(to_json(sent))
        except ValidationError as error:
            raise Unread(_problems(cls, error)) from None

    @classmethod
    def of_query(cls: type[A], query: QueryDict) -> A:
        """The record of the query of an address, all of whose values are text. Raises Unread."""
        try:
            return cls.model_validate_strings(query.dict(), strict=False)
        except ValidationError as error:
            raise Unread(_problems(cls, error)) from None


class Answer(Record):
    """The base of what is answered: it shows a value of ours, and takes a tuple for a list. What can't be called in
    Python as it is in JSON (`of`) has an alias there."""

    model_config = ConfigDict(from_attributes=True, serialize_by_alias=True, strict=False)

    @classmethod
    def of(cls: type[B], value: Any) -> B:
        """The answer that shows this value, by its attributes of the same names."""
        return cls.model_validate(value)


class Unread(Refused):
    """What was sent is no record of this kind: refused before any service was asked."""


def moment_for(service: Callable[..., Any]) -> dict[str, datetime]:
    """`now`, for a service that takes it."""
    return {"now": timezone.now()} if "now" in signature(service).parameters else {}


def wrong(code: str, sentence: str, field: str = "", **values: Value) -> PydanticCustomError:
    """What a validator raises, with a sentence of its own; that of a whole record says which `field` it is about."""
    facts = {"code": code, "sentence": sentence, "field": field, "values": values}
    return PydanticCustomError("refused", "{sentence}", facts)


def _written_day(sent: object) -> object:
    """A text alone: a number would be read as seconds since 1970."""
    if not isinstance(sent, str):
        return sent
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", sent):
        raise wrong(*_DAY)
    try:
        return date.fromisoformat(sent)
    except ValueError:
        raise wrong(*_DAY) from None


def _switched(sent: object) -> object:
    """Of an address: pydantic itself would take "on" and "0" too."""
    if isinstance(sent, str):
        if sent not in ("true", "false"):
            raise wrong(*CODES["bool_type"])
        return sent == "true"
    return sent


def among(*numbers: int) -> AfterValidator:
    """A whole number that is one of these, in an address too, where pydantic's `Literal` takes text alone."""

    def check(number: int) -> int:
        """Raises Refused `invalid_choice`."""
        if number not in numbers:
            raise wrong(*CODES["literal_error"], names=", ".join(map(str, numbers)))
        return number

    return AfterValidator(check)


# As Django REST framework says it, so that all bodies are refused in the same words.
CODES: Final[dict[str, tuple[str, str]]] = {
    "missing": ("required", gettext_noop("This field is required.")),
    "int_type": ("invalid", gettext_noop("A valid integer is required.")),
    "int_parsing": ("invalid", gettext_noop("A valid integer is required.")),
    "int_from_float": ("invalid", gettext_noop("A valid integer is required.")),
    "int_parsing_size": ("invalid", gettext_noop("A valid integer is required.")),
    "greater_than_equal": ("min_value", gettext_noop("Ensure this value is greater than or equal to {ge}.")),
    "less_than_equal": ("max_value", gettext_noop("Ensure this value is less than or equal to {le}.")),
    "bool_type": ("invalid", gettext_noop("Must be a valid boolean.")),
    "string_type": ("invalid", gettext_noop("Not a valid string.")),
    "string_too_long": ("max_length", gettext_noop("Ensure this field has no more than {max_length} characters.")),
    "string_too_short": ("blank", gettext_noop("This field may not be blank.")),
    "uuid_type": ("invalid", gettext_noop("Must be a valid UUID.")),
    "uuid_parsing": ("invalid", gettext_noop("Must be a valid UUID.")),
    "list_type": ("not_a_list", gettext_noop("Expected a list of items.")),
    "tuple_type": ("not_a_list", gettext_noop("Expected a list of items.")),
    "too_long": ("max_length", gettext_noop("Ensure this field has no more than {max_length} elements.")),
    "too_short": ("min_length", gettext_noop("Ensure this field has at least {min_length} elements.")),
    "literal_error": ("invalid_choice", gettext_noop("This has to be one of these: {names}.")),
    "model_type": ("invalid", gettext_noop("Invalid data. Expected an object.")),
    "extra_forbidden": ("field_unknown", gettext_noop("There is no such field.")),
}
_DAY: Final = ("invalid", gettext_noop("Date has wrong format. Use one of these formats instead: YYYY-MM-DD."))
_MOMENT: Final = ("invalid", gettext_noop("Write day and time as in 2026-11-26T19:30:00Z."))
_NULL: Final = ("null", gettext_noop("This field may not be null."))
_OTHER: Final = ("invalid", gettext_noop("This does not have the right form."))
_OUTSIDE: Final = (
    "greater_than_equal", "less_than_equal", "string_too_long", "string_too_short", "too_long", "too_short",
    "literal_error",
)  # fmt: skip


def _problems(record: type[Asked], error: ValidationError) -> list[Problem]:
    details = error.errors(include_url=False)
    unknown = [detail for detail in details if detail["type"] == "extra_forbidden"][MOST_UNKNOWN:]
    return [_problem(record, detail) for detail in details if detail not in unknown]


def _problem(record: type[Asked], detail: ErrorDetails) -> Problem:
    place, kind, values = ".".join(map(str, detail["loc"])), detail["type"], dict(detail.get("ctx", {}))
    if kind == "refused":
        where = ".".join(filter(None, (place, values["field"])))
        return Problem(values["code"], where, Text(values["sentence"], values["values"]))
    choice: dict[str, Value] = {}
    if kind == "literal_error":
        choice = values = {"names": values["expected"].replace(" or ", ", ").replace("'", "")}
    if kind in _OUTSIDE and (own := refusal_at(record, detail["loc"], kind)):
        most = own.most or values.get("max_length") or values.get("le")
        return Problem(own.code, place, Text(own.sentence, {"most": most} if most else choice))
    if detail["input"] is None and kind != "missing":
        code, sentence = _NULL
    elif kind.startswith(("datetime", "timezone")):
        code, sentence = _MOMENT
    elif kind.startswith("date"):
        code, sentence = _DAY
    else:
        code, sentence = CODES.get(kind, _OTHER)
    values.pop("error", None)
    return Problem(code, place, Text(sentence, values))


Day = Annotated[date, BeforeValidator(_written_day)]
"""A day as year, month and day."""
Switch = Annotated[bool, BeforeValidator(_switched)]
"""Yes or no in an address: `true` or `false`."""
Decimals = Annotated[int, among(0, 2), WithJsonSchema({"type": "integer", "enum": [0, 2]})]
"""2: amounts are hundredths of their unit."""


def refusal_at(record: type[Asked], place: Sequence[int | str], kind: str) -> Refusal | None:
    """What the field at this place says of this bound; a place in a list is that of the list's records."""
    info: FieldInfo | None = None
    for name in place:
        if isinstance(name, str):
            info = _field_of(record, name)
            record = next(records_in(info.annotation), record) if info else record
    parts = [*info.metadata, *_parts(info.annotation)] if info else []
    found = [part for part in parts if isinstance(part, Refusal)]
    return next((refusal for refusal in found if refusal.of in ("", kind)), None)


def _field_of(record: type[Asked], name: str) -> FieldInfo | None:
    """The field that is sent under this name."""
    fields = record.model_fields
    return fields.get(name) or next((info for info in fields.values() if info.alias == name), None)


def records_in(annotation: Any) -> Iterator[type[Any]]:
    """The records that a field of this kind holds, or lists of them."""
    return (part for part in _parts(annotation) if isinstance(part, type) and issubclass(part, Record))


def _parts(annotation: Any) -> Iterator[Any]:
    """What an annotation is made of."""
    parts = [annotation]
    while parts:
        part = parts.pop()
        parts += get_args(part)
        yield part
