"""The problem answers, as the OpenAPI document describes them."""

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
