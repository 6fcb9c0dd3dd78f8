"""Bodies of requests that several apps above share. Unknown fields are refused."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from scorekeeper.common.strict import Strict
from scorekeeper.play.records import ONE_OF_BOTH


class SeatRequest(Strict):
    """A player of the club, or the name of a guest to be made."""

    player = serializers.UUIDField(required=False)
    name = serializers.CharField(required=False, max_length=80)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(_(ONE_OF_BOTH), code="seat_unclear")
        return attrs


class ReasonRequest(Strict):
    """Why; everybody at the table can read it."""

    reason = serializers.CharField(max_length=200)
