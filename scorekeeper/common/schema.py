"""The API document: how its operations and values are named, and the problem answers as it describes them."""

from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers


class ProblemError(serializers.Serializer[dict[str, str]]):
    """One reason of a refusal."""

    code = serializers.CharField(help_text="Stable, lower case, as in the rules of the game.")
    field = serializers.CharField(help_text="The field of the record; empty: the whole.", allow_blank=True)
    detail = serializers.CharField(help_text="A sentence for people.")


class Problem(serializers.Serializer[dict[str, object]]):
    """An error as RFC 9457 has it."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(allow_blank=True)
    code = serializers.CharField(
        required=False,
        help_text="What kind, stable and in lower case; of a refusal each of its `errors` has one of its own.",
    )
    errors = ProblemError(  # type: ignore[assignment]  # a field, which hides the base's property in the class body
        many=True, required=False, help_text="Of a refusal: every reason, in order."
    )
    standing = serializers.JSONField(
        required=False, help_text="Of a conflict: what stands there now; null where `code` says it all."
    )


PROBLEM = "application/problem+json"


class DocumentedView(AutoSchema):
    """A view in the document: an operation's summary is the first line of its docstring; a value is called by its own
    name, without the words that classes of the code need to be told apart; an error has the type that is sent.
    """

    def get_summary(self) -> str | None:
        """The first paragraph of the docstring, where it has more than that."""
        summary, blank, _description = super().get_description().partition("\n\n")
        return summary.strip().removesuffix(".") if blank else None

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        """What stands below the summary."""
        text = super().get_description()
        return " ".join((text.partition("\n\n")[2] or text).split())

    def get_serializer_name(
        self, serializer: serializers.Serializer[Any], direction: Literal["request", "response"]
    ) -> str:
        name = super().get_serializer_name(serializer, direction)
        return name.removesuffix("Request") if direction == "request" else name.removesuffix("Body")

    def _get_response_for_code(
        self, serializer: Any, status_code: str, media_types: list[str] | None = None, direction: str = "response"
    ) -> dict[str, Any]:
        if status_code >= "400":
            media_types = [PROBLEM]
        found: dict[str, Any] = super()._get_response_for_code(serializer, status_code, media_types, direction)  # type: ignore[no-untyped-call]
        return found
