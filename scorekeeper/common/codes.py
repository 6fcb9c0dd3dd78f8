"""The codes with which something may be refused. Each stands in the docstring of what raises it, behind "Raises", and
nowhere else: the document of the API reads them there, and so do the tests that hold every answer against it.

Behind the name of an error stand its codes in backticks, and "as `name`" where it raises what something else does: a
function, whose own docstring says what that is, a record, or a collection of codes. What no code says is prose.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pkgutil import resolve_name
from typing import Any, Final

import games
from scorekeeper.common.acts import CODES, Asked, refusal_at

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
    if isinstance(schema.get("items_schema"), list):  # a tuple of a fixed length
        yield CODES["missing"][0]
        inside += schema["items_schema"]
    for part in inside:
        yield from _codes_at(record, name, part[0] if isinstance(part, tuple) else part)


def _code_at(record: type[Asked], name: str, kind: str) -> str:
    """The code of a bound: the field's own, else the general one."""
    own = refusal_at(record, (name,), kind)
    return own.code if own else CODES[kind][0]


def _raised_by_validator(function: Any) -> frozenset[str]:
    return codes_raised(getattr(function, "__func__", function)).get(422, frozenset())
