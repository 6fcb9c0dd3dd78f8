"""What programs ask the money book by: days, the query and the body of a request, checked."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request

from scorekeeper.common.api import READ_REFUSALS, REFUSALS
from scorekeeper.common.strict import Strict

READS = {**READ_REFUSALS, 422: REFUSALS[422]}
S = TypeVar("S", bound=serializers.Serializer[Any])


class DaysRequest(Strict):
    """The days between which something is looked for, both among it."""

    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "since" in attrs and "until" in attrs and attrs["until"] < attrs["since"]:
            raise serializers.ValidationError({"until": [_("This day is before the first one. Choose a later one.")]})
        return attrs


def both_days(attrs: Mapping[str, Any]) -> None:
    """Raises ValidationError where one of two days is missing."""
    if ("since" in attrs) != ("until" in attrs):
        missing = "until" if "since" in attrs else "since"
        raise serializers.ValidationError({missing: [_("Choose both days, or none.")]})


def asked_in(kind: type[S], request: Request) -> dict[str, Any]:
    """The checked query. Raises ValidationError."""
    query = kind(data=request.query_params.dict())
    query.is_valid(raise_exception=True)
    return dict(query.validated_data)


def body_in(kind: type[S], request: Request) -> dict[str, Any]:
    """The checked body. Raises ValidationError."""
    body = kind(data=request.data)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)
