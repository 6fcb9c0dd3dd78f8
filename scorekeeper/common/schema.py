"""The API document: how its operations and values are named, and the records of acts as it describes them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypedDict, cast, get_args, get_origin

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from inflection import camelize
from rest_framework import serializers

from games.core.record import Record
from scorekeeper.common.acts import COMPONENT, Codes, described, records_in

STANDING: Final = "What stands there now; null where `code` says it all."
ERRORS: Final = "Every reason, in order."
LISTED: Final = "x-codes"
"""In place of an `enum`, until the library has given those of the records their names."""
NAMES: Final = {
    400: "Unreadable",
    401: "NotSignedIn",
    403: "NotAllowed",
    404: "NotFound",
    409: "Conflict",
    413: "TooLarge",
    415: "OtherMediaType",
    422: "Refusal",
    429: "TooOften",
}
SHARED: Final = {
    (400, frozenset({"cut_off", "parse_error"})): "Unreadable",
    (401, frozenset({"authentication_failed", "not_authenticated"})): "NotSignedIn",
    (401, frozenset({"authentication_failed", "not_authenticated", "phone_ended"})): "NotAtTable",
    (403, frozenset({"permission_denied", "scope_missing"})): "NotAllowed",
    (404, frozenset({"not_found"})): "NotFound",
    (413, frozenset({"too_large"})): "TooLarge",
    (415, frozenset({"unsupported_media_type"})): "OtherMediaType",
    (422, frozenset({"field_unknown"})): "UnknownParameter",
    (429, frozenset({"throttled"})): "TooOften",
}
"""{status and all its codes: the component that all operations share which have just these}"""


class ProblemError(serializers.Serializer[dict[str, str]]):
    """One reason of a refusal; its `code` is stable, in lower case, as in the rules of the game."""

    field = serializers.CharField(help_text="The field of the record; empty: the whole.", allow_blank=True)
    detail = serializers.CharField(help_text="A sentence for people.")


class Problem(serializers.Serializer[dict[str, object]]):
    """An error as RFC 9457 has it. Its `code` says what kind it is, stable and in lower case; of a refusal each of its
    `errors` has one of its own."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(allow_blank=True)


@dataclass(frozen=True, slots=True)
class ProblemOf:
    """The problem answer of an operation with this status."""

    operation: str
    status: int
    codes: frozenset[str]

    @property
    def name(self) -> str:
        """What it is called in the document."""
        own = camelize(self.operation) + NAMES[self.status]
        return SHARED.get((self.status, self.codes), own)


class ProblemSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """The component of a problem answer."""

    target_class = ProblemOf
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return str(self.target.name)

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        problem = auto_schema.resolve_serializer(Problem, "response").ref
        code = {"code": {"type": "string", LISTED: sorted(self.target.codes)}}
        if self.target.status == 409:
            return _both(problem, {**code, "standing": {"description": STANDING}}, "code")
        if self.target.status != 422:
            return _both(problem, code, "code")
        error = _both(auto_schema.resolve_serializer(ProblemError, "response").ref, code, "code")
        return _both(problem, {"errors": {"type": "array", "items": error, "description": ERRORS}}, "errors")


def _both(base: dict[str, Any], properties: dict[str, Any], required: str) -> dict[str, Any]:
    """What `base` has, and these."""
    return {"allOf": [base, {"type": "object", "properties": properties, "required": [required]}]}


def list_codes(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Make an `enum` of the codes of each problem answer."""
    parts: list[Any] = [result["components"]["schemas"]]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            if LISTED in part:
                part["enum"] = part.pop(LISTED)
            parts += part.values()
        elif isinstance(part, list):
            parts += part
    return result


ORDER: Final = ("type", "items", "enum", "maximum", "minimum", "format", "description", "properties", "required")


PROBLEM = "application/problem+json"
# Of a header: programs made from `format: uuid` hand an object of their own to a header, which takes text alone.
UUID_TEXT = {"type": "string", "pattern": "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"}


class DocumentedView(AutoSchema):
    """A view in the document: an operation's summary is the first line of its docstring; a value is called by its own
    name, without the words that classes of the code need to be told apart; an error has the type that is sent.
    """

    def get_summary(self) -> str | None:
        """The first paragraph of the docstring, where it has more than that."""
        summary, blank, _description = super().get_description().partition("\n\n")
        return summary.strip().removesuffix(".") if blank else None

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        """What stands below the summary, without what may be raised."""
        text = described(super().get_description())
        return " ".join((text.partition("\n\n")[2] or text).split())

    def get_override_parameters(self) -> list[Any]:
        """What stands behind the question mark of the address, by the record of the view (`common.api.Door`)."""
        asks = getattr(self.view, "in_address", None)
        return parameters_of(asks) if asks and self.method == "GET" else []

    def get_serializer_name(
        self, serializer: serializers.Serializer[Any], direction: Literal["request", "response"]
    ) -> str:
        name = super().get_serializer_name(serializer, direction)
        return name.removesuffix("Request") if direction == "request" else name.removesuffix("Body")

    @property
    def codes(self) -> Codes:
        """What the operation may be refused with, by status."""
        view: Any = self.view
        found: Codes = view.codes(self.method)
        return found

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        """Without the statuses that nothing of the operation is answered with."""
        found: dict[str, Any] = super()._get_response_bodies(direction)
        return {status: body for status, body in found.items() if body}

    def _get_response_for_code(
        self, serializer: Any, status_code: str, media_types: list[str] | None = None, direction: Any = "response"
    ) -> dict[str, Any]:
        if status_code >= "400":
            media_types = [PROBLEM]
            if not (codes := self.codes.get(int(status_code))):
                return {}
            problem = ProblemOf(self.get_operation_id(), int(status_code), codes)
            serializer = OpenApiResponse(problem, description=serializer.description)
        if get_origin(serializer) is list:
            (record,) = get_args(serializer)
            serializer = {"type": "array", "items": self.resolve_serializer(record, direction).ref}
        found: dict[str, Any] = super()._get_response_for_code(serializer, status_code, media_types, direction)  # type: ignore[no-untyped-call]
        return found


class RecordSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A record of an act or an answer, under the name of its class; records inside it are components of their own."""

    target_class = Record
    match_subclasses = True
    priority = 1  # above that of the library for every model of pydantic

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return str(self.target.__name__).removesuffix("Body")

    def map_serializer(self, auto_schema: Any, direction: Literal["request", "response"]) -> dict[str, Any]:
        for info in self.target.model_fields.values():
            for record in records_in(info.annotation):
                auto_schema.resolve_serializer(record, direction)
        return shape_of(self.target, direction)


@dataclass(frozen=True, slots=True)
class Either:
    """One of several answers, under a name of its own. An answer may keep to more than one of them: a list that is
    empty fits whatever would stand in it."""

    name: str
    records: tuple[type[Record], ...]


class EitherSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """The component of one of several answers."""

    target_class = Either
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return str(self.target.name)

    def map_serializer(self, auto_schema: Any, direction: Literal["request", "response"]) -> dict[str, Any]:
        return {"anyOf": [auto_schema.resolve_serializer(record, direction).ref for record in self.target.records]}


def shape_of(record: type[Record], direction: Literal["request", "response"]) -> dict[str, Any]:
    """The JSON schema of a record. An answer may grow, what is asked may not."""
    is_asked = direction == "request"
    place = "#/components/schemas/{model}Request" if is_asked else "#/components/schemas/{model}"
    shape = record.model_json_schema(ref_template=place, mode="validation" if is_asked else "serialization")
    del shape["title"]
    shape.pop("$defs", None)
    if not is_asked:
        del shape["additionalProperties"]
    return cast("dict[str, Any]", _plain(shape))


def parameters_of(asks: type[Record]) -> list[OpenApiParameter]:
    """The fields of a record as the document has them where they stand in an address."""
    shape = shape_of(asks, "request")
    needed = set(shape.get("required", ()))
    return [
        OpenApiParameter(
            name,
            _never_null({key: value for key, value in field.items() if key != "description"}),
            required=name in needed,
            description=field.get("description", ""),
        )
        for name, field in shape["properties"].items()
    ]


def _never_null(shape: dict[str, Any]) -> dict[str, Any]:
    """An address leaves out what it does not ask for."""
    if isinstance(shape.get("type"), list):
        shape["type"] = shape["type"][0]
        if "enum" in shape:
            shape["enum"] = [value for value in shape["enum"] if value is not None]
    return shape


def _plain(shape: Any) -> Any:
    """Without titles that say the name of the field again and defaults of null; "this or null" as one type; in the
    order of the rest of the document."""
    if isinstance(shape, list):
        return [_plain(part) for part in shape]
    if not isinstance(shape, dict):
        return shape
    found = {
        name: {field: _plain(inner) for field, inner in value.items()} if name == "properties" else _plain(value)
        for name, value in shape.items()
        if not (name == "title" and isinstance(value, str)) and not (name == "default" and value is None)
    }
    match found.get("anyOf"):
        case [{"type": str(kind), **rest}, {"type": "null"}]:
            del found["anyOf"]
            found = {"type": [kind, "null"], **rest, **found}
            if "enum" in found:
                found["enum"] = [*found["enum"], None]
    if name := found.pop(COMPONENT, None):
        found["$ref"] = f"#/components/schemas/{name}"
    if "properties" in found and "required" in found:
        found["required"] = sorted(found["required"])
    if isinstance(place := found.get("$ref"), str):
        found["$ref"] = place.removesuffix("Body")
    return {name: found[name] for name in sorted(found, key=_place)}


def _place(name: str) -> int:
    return ORDER.index(name) if name in ORDER else len(ORDER)


class MediaExample(TypedDict):
    """A call as it was made once: what was sent and answered, each None where there is no JSON."""

    status: str
    request: Any
    response: Any


class Examples(dict[str, MediaExample]):
    """{operation: its example}, kept in a file that the tests write from real calls."""

    FILE = Path(__file__).with_name("api_examples.json")

    def __init__(self) -> None:
        super().__init__(json.loads(self.FILE.read_text()) if self.FILE.exists() else {})

    def write(self, made: dict[str, MediaExample]) -> None:
        self.clear()
        self.update(made)
        self.FILE.write_text(json.dumps(made, indent=1, ensure_ascii=False, sort_keys=True) + "\n")


EXAMPLES = Examples()


def add_examples(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Show at each operation what was sent and answered once."""
    for item in result["paths"].values():
        for operation in item.values():
            if example := EXAMPLES.get(operation["operationId"]):
                answer = operation["responses"][example["status"]].get("content", {})
                sent = operation.get("requestBody", {}).get("content", {})
                for content, value in ((sent, example["request"]), (answer, example["response"])):
                    for media in content.values() if value is not None else ():
                        media["example"] = value
    return result


TAGS: Final = {
    "bookings": "What was booked in the money book of a club.",
    "clubs": "Your clubs, and what is asked of a club as a whole: its people, tables, tournaments and money.",
    "desk-acts": "What was done at the desk of a tournament: penalties and the like, to take back.",
    "director-calls": "Calls for the director from the tables of a tournament.",
    "draws": "Draws that are computed in the background.",
    "entrants": "One person, pair or team in a tournament.",
    "evening-calls": "Calls for the director from the tables of an evening.",
    "evening-games": "One game of an evening: what it is played by.",
    "evenings": "Club evenings: plan, people, draw, tables, dues and report.",
    "files": "Files that are taken over into a club: looked at first, then done as they were shown.",
    "hands": "One hand of a sheet: corrections, confirmations, disputes.",
    "house-rules": "House rules of a club, and what they said before.",
    "imports": "Results that were taken over from files, and can be taken back.",
    "invitations": "Invitations to a club, to accept or to withdraw.",
    "jobs": "Work that is done in the background: how far it is, stopping it, and the file it made.",
    "leagues": "Leagues of teams: teams, match days and the table.",
    "match-days": "One match day of a team league: groups, line-ups, series.",
    "me": "Who you are, what you are told and what is held about you, and what your token may do.",
    "members": "Somebody who belongs to a club: role, leaving.",
    "merges": "Two lines of the book that were made one person, to undo.",
    "money-files": "Files of money that were booked, to take back.",
    "payments": "What was paid outside of the app, and whether the other side confirms it.",
    "people-lists": "Lists of people that were taken over, to take back.",
    "players": "One person of a club: name, merging, account, statement and rating.",
    "prize-acts": "Entries and awards of prize pools, to take back.",
    "round-tables": "One table of a round of a tournament.",
    "rounds": "One round: its tables, results and papers.",
    "seasons": "Seasons of a club: standings and prizes.",
    "sittings": "Tables: hands, closing, signatures, the bank.",
    "spreadsheets": "Spreadsheets that a club keeps and sends again as they grow.",
    "stages": "One stage of a tournament: draws and standings.",
    "team-members": "Somebody who belongs to a team of a league.",
    "teams": "One team of a league.",
    "tournament-files": "Files of tournaments that are looked at, and opened.",
    "tournaments": "Tournaments: plan, entries, fees, prizes, clock, papers and ceremony.",
}
"""What the addresses of each first word are about; the document lists its operations by them."""


def list_tags(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Say what the groups of operations are about."""
    used = {tag for item in result["paths"].values() for operation in item.values() for tag in operation["tags"]}
    result["tags"] = [{"name": tag, "description": TAGS[tag]} for tag in sorted(used)]
    return result


def close_tuples(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Give lists of a fixed length `items` besides `prefixItems`: linters and generators ask for it everywhere."""
    parts: list[Any] = [result["components"]]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            if "prefixItems" in part:
                part.setdefault("items", {})
            parts += part.values()
        elif isinstance(part, list):
            parts += part
    return result
