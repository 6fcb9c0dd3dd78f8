"""Acts: what somebody asks for is one record, one service does it, and two doors lead there.

A record says what is asked: its fields with their bounds, what they mean, and the sentence of what they refuse. A
program sends it as JSON (`common.api`), a page as a form that is made of it (`common.doing`). The service takes the
record first and by name what the door knows: where (`club`), who (`by`), when (`now`) if it takes that, and under which
`key` if it has one. It returns one value, which an answer shows. What it refuses stands at the field, at either door.

The codes of what may be refused stand in the docstring of what raises it, behind "Raises", and nowhere else: the
document of the API reads them there, and so do the tests that hold every answer against it. Behind the name of an error
stand its codes in backticks, and "as `name`" where it raises what something else does: a function, whose own docstring
says what that is, a record, or a collection of codes. What no code says is prose.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from inspect import signature
from pkgutil import resolve_name
from typing import Annotated, Any, Final, TypeVar, get_args

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_noop
from pydantic import AfterValidator, BeforeValidator, ConfigDict, GetCoreSchemaHandler, ValidationError, WithJsonSchema
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError, to_json
from pydantic_core.core_schema import literal_schema

import games
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


Codes = Mapping[int, frozenset[str]]
"""{status: the codes that it may come with}"""
STATUSES: Final = {
    "NotAuthenticated": 401,
    "AuthenticationFailed": 401,
    "PermissionDenied": 403,
    "Conflict": 409,
    "Refused": 422,
}
LISTED: Final = (games.hand_codes, games.rules_codes, games.size_codes)  # functions that are cited for what they return
BOTH: Final = (409, 422)  # of "Raises as `name`", which names no error
RAISES: Final = re.compile(r"\b(?:Raises|(?P<gives>Refuses))\b(?P<section>:?)(?P<text>.*)", re.DOTALL)
RAISES_SECTION: Final = re.compile(r"\bRaises:")
PART: Final = re.compile(
    r"(?P<error>\b(?:NotAuthenticated|AuthenticationFailed|PermissionDenied|Conflict|Refused|Http404|InvalidRecord"
    r"|Impossible|(?:\w+\.)?DoesNotExist|\w+Error)\b)|\bas\s+`(?P<cited>[\w.]+)`|`(?P<code>[a-z][a-z0-9_]*)`"
)
JOINED: Final = re.compile(r"(,|\s|\band\b|\bor\b)*")  # between the names of errors that the same is said of


def joined(*many: Codes) -> dict[int, frozenset[str]]:
    """All of these together."""
    found: dict[int, frozenset[str]] = {}
    for codes in many:
        for status, names in codes.items():
            found[status] = found.get(status, frozenset()) | names
    return found


@cache
def codes_raised(does: Callable[..., Any]) -> Codes:
    """What this function may be refused with, by its docstring.

    Raises:
        LookupError: it cites what its module does not know.
    """
    function = inspect.unwrap(getattr(does, "func", does))
    found: dict[int, frozenset[str]] = {}
    for status, code, cited in parts(function.__doc__ or ""):
        names = {code} if code else _cited(function, cited).get(status, frozenset())
        if names:
            found[status] = found.get(status, frozenset()) | names
    return found


def described(doc: str) -> str:
    """A docstring without what it says behind "Raises:", for those who read what is done."""
    return RAISES_SECTION.split(doc)[0].rstrip()


def parts(doc: str) -> Iterator[tuple[int, str, str]]:
    """(status, code, "") and (status, "", name that is cited), of what a docstring says behind "Raises"."""
    if not (raises := RAISES.search(inspect.cleandoc(doc))):
        return
    text = raises["text"] if raises["section"] else raises["text"].partition("\n\n")[0]
    statuses: list[int] = [422] if raises["gives"] else list(BOTH)
    end = -1  # of the name of an error, if nothing but others came after it
    for part in PART.finditer(text):
        if error := part["error"]:
            if end < 0 or not JOINED.fullmatch(text[end : part.start()]):
                statuses = []
            statuses += [STATUSES[error]] if error in STATUSES else []
            end = part.end()
            continue
        end = -1
        yield from ((status, part["code"] or "", part["cited"] or "") for status in statuses)


def _cited(function: Any, name: str) -> Codes:
    """What is cited under this name, as the module of the function knows it, or as a whole name of ours."""
    first, *rest = name.split(".")
    try:
        cited = function.__globals__[first] if first in function.__globals__ else resolve_name(name)
        for part in rest if first in function.__globals__ else ():
            cited = getattr(cited, part)
    except (ImportError, AttributeError, ValueError):
        place = f"{function.__module__}.{function.__qualname__}"
        raise LookupError(f"{place} raises as `{name}`, which is not known there") from None
    if isinstance(cited, type) and issubclass(cited, Asked):
        return {422: codes_of(cited)}
    if cited in LISTED:
        return {422: cited()}
    return codes_raised(cited)


# What a record refuses as it is read, by the schema that reads it.

# {kind of a schema: how pydantic calls what it refuses, besides a value of another type}
BOUNDS: Final = {
    "ge": "greater_than_equal",
    "le": "less_than_equal",
    "max_length": "string_too_long",
    "min_length": "string_too_short",
}
LISTS: Final = {"list", "tuple", "set", "frozenset"}
OF_A_LIST: Final = {"max_length": "too_long", "min_length": "too_short"}
INSIDE: Final = ("schema", "items_schema", "values_schema", "keys_schema", "json_schema", "strict_schema")
INVALID: Final = "invalid"


@cache
def codes_of(record: type[Asked]) -> frozenset[str]:
    """The codes with which what was sent is refused because it is no record of this kind."""
    found = {INVALID, "null", CODES["extra_forbidden"][0]} if record.model_fields else {CODES["extra_forbidden"][0]}
    for name, info in record.model_fields.items():
        found |= {CODES["missing"][0]} if info.is_required() else set()
        found |= set(_codes_at(record, name, _fields(record)[name]["schema"]))
    for kinds in (record.__pydantic_decorators__.model_validators, record.__pydantic_decorators__.field_validators):
        for validator in kinds.values():
            found |= _raised_by_validator(validator.func)
    return frozenset(found)


def _fields(record: type[Asked]) -> Mapping[str, Any]:
    """{name of a field: its schema}"""
    schema: Any = record.__pydantic_core_schema__
    while "fields" not in schema:
        schema = schema["schema"]
    return dict(schema["fields"])


def _codes_at(record: type[Asked], name: str, schema: Any) -> Iterator[str]:
    """The codes of a value of this schema, which belongs to this field."""
    kind = schema["type"]
    if kind == "model":
        yield from codes_of(schema["cls"]) if issubclass(schema["cls"], Asked) else (INVALID,)
        return
    if kind == "literal":
        yield _code_at(record, name, "literal_error")
    elif kind in LISTS:
        yield CODES["list_type"][0]
        yield from (_code_at(record, name, own) for bound, own in OF_A_LIST.items() if bound in schema)
    else:
        yield from (_code_at(record, name, own) for bound, own in BOUNDS.items() if bound in schema)
    if "function" in schema:
        yield from _raised_by_validator(schema["function"]["function"])
    inside = [schema[part] for part in INSIDE if isinstance(schema.get(part), dict)]
    choices = schema.get("choices", ())
    inside += choices.values() if isinstance(choices, dict) else choices
    if isinstance(schema.get("items_schema"), list):  # a tuple
        inside += schema["items_schema"]
        if "variadic_item_index" not in schema:  # of a fixed length
            yield CODES["missing"][0]
            yield _code_at(record, name, "too_long")
    for part in inside:
        yield from _codes_at(record, name, part[0] if isinstance(part, tuple) else part)


def _code_at(record: type[Asked], name: str, kind: str) -> str:
    """The code of a bound: the field's own, else the general one."""
    own = refusal_at(record, (name,), kind)
    return own.code if own else CODES[kind][0]


def _raised_by_validator(function: Any) -> frozenset[str]:
    return codes_raised(getattr(function, "__func__", function)).get(422, frozenset())
