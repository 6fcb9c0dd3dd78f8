"""The problem answers as the document of the API has them: each operation with just the codes that it may send."""

from dataclasses import dataclass
from typing import Any, Final

from drf_spectacular.extensions import OpenApiSerializerExtension
from inflection import camelize
from rest_framework import serializers

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
