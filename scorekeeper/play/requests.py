"""What the API is sent about tables: the shape of each body. Unknown fields are refused."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from scorekeeper.common.strict import Strict
from scorekeeper.play.schema import RecordField


class SeatRequest(Strict):
    """A player of the club, or the name of a guest to be made."""

    player = serializers.UUIDField(required=False)
    name = serializers.CharField(required=False, max_length=80)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError(_("Give either `player` or `name`."), code="seat_unclear")
        return attrs


class OpenRequest(Strict):
    """What is agreed before the first deal; the first seat deals first."""

    game = serializers.CharField(max_length=20)
    name = serializers.CharField(required=False, max_length=80)
    preset = serializers.CharField(required=False, max_length=40, help_text="Rules by name; `rules` come on top.")
    rules = serializers.DictField(required=False)
    seats = SeatRequest(many=True)
    seasons = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=10)


class RecordRequest(Strict):
    """A hand as seen at the table."""

    record = RecordField()
    number = serializers.IntegerField(
        required=False, min_value=1, max_value=100_000, help_text="The hand the sender believes it records."
    )


class PreviewRequest(Strict):
    """A hand that is not recorded."""

    record = RecordField()


class CorrectionRequest(Strict):
    """The hand as it should have been, and why."""

    record = RecordField()
    reason = serializers.CharField(max_length=200)
    preview = serializers.BooleanField(required=False, help_text="Only say what would move.")


class ReasonRequest(Strict):
    """Why; everybody at the table can read it."""

    reason = serializers.CharField(max_length=200)


class SignRequest(Strict):
    """A seat agrees to the sheet whose newest hash is `head`."""

    seat = serializers.IntegerField(min_value=0, max_value=11)
    head = serializers.CharField(max_length=64, allow_blank=True)


class UndoRequest(Strict):
    """The hand to be taken back: the last one, so that asking twice takes back one."""

    hand = serializers.UUIDField()
