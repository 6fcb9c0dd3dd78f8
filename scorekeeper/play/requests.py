"""What the API is sent about tables: the shape of each body. Unknown fields are refused."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from scorekeeper.common.strict import Strict, WholeNumberField
from scorekeeper.play.schema import RecordField, RulesRequestField

ELSEWHERE = "Also who sits at another table that is still played; without it that is refused (`player_elsewhere`)."


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
    house_rules = serializers.UUIDField(
        required=False, help_text="House rules of the club, as they say now; `rules` add what a table agrees on."
    )
    rules = RulesRequestField(required=False)
    rules_name = serializers.CharField(required=False, max_length=80, help_text="What the table calls its rules.")
    seats = SeatRequest(many=True)
    seasons = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=10)
    elsewhere = serializers.BooleanField(required=False, help_text=ELSEWHERE)


class RecordRequest(Strict):
    """A hand as seen at the table."""

    record = RecordField()
    number = WholeNumberField(
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


class EmptyRequest(Strict):
    """Nothing more to say."""


class ReasonRequest(Strict):
    """Why; everybody at the table can read it."""

    reason = serializers.CharField(max_length=200)


class SignRequest(Strict):
    """A seat agrees to the sheet whose newest hash is `head`."""

    seat = WholeNumberField(min_value=0, max_value=11)
    head = serializers.CharField(max_length=64, allow_blank=True)


class UndoRequest(Strict):
    """The hand to be taken back: the last one, so that asking twice takes back one."""

    hand = serializers.UUIDField()


class AdjustmentRequest(Strict):
    """Points given or taken beside the hands; a penalty takes."""

    kind = serializers.ChoiceField(choices=["penalty", "adjusted"])
    seat = WholeNumberField(min_value=0, max_value=11)
    points = WholeNumberField(
        min_value=-10_000_000, max_value=10_000_000, help_text="What it adds to the total; less than 0 is taken."
    )
    against = WholeNumberField(
        required=False, min_value=0, max_value=11, help_text="Whom it comes from or goes to; needed for amounts."
    )
    reason = serializers.CharField(max_length=200)
    preview = serializers.BooleanField(required=False, help_text="Only say what would move.")


class ReversalRequest(Strict):
    """The penalty or adjustment to be taken back, and why."""

    act = serializers.UUIDField()
    reason = serializers.CharField(max_length=200)
    preview = serializers.BooleanField(required=False, help_text="Only say what would move.")


class SwapRequest(Strict):
    """Two who sit, or sat from some hand on, in one another's seats."""

    seats = serializers.ListField(child=WholeNumberField(min_value=0, max_value=11), min_length=2, max_length=2)
    number = WholeNumberField(
        min_value=1, max_value=100_000, required=False, help_text="From which hand on; without it the first."
    )
    reason = serializers.CharField(max_length=200)
    preview = serializers.BooleanField(required=False, help_text="Only say what would move.")


class DealerRequest(Strict):
    """Who deals the next hand."""

    seat = WholeNumberField(min_value=0, max_value=11)


class SubstituteRequest(Strict):
    """Who plays for a seat: a player of the club, or the name of a guest to be made; without either its holder plays
    again."""

    seat = WholeNumberField(min_value=0, max_value=11)
    player = serializers.UUIDField(required=False)
    name = serializers.CharField(required=False, max_length=80)
    number = WholeNumberField(
        required=False, min_value=1, max_value=100_000, help_text="From which hand on; not said: the next one."
    )
    reason = serializers.CharField(required=False, allow_blank=True, max_length=200)
    elsewhere = serializers.BooleanField(required=False, help_text=ELSEWHERE)
    preview = serializers.BooleanField(required=False, help_text="Only say what would change.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "player" in attrs and "name" in attrs:
            raise serializers.ValidationError(_("Give either `player` or `name`."), code="seat_unclear")
        return attrs


class OptionalReasonRequest(Strict):
    """Why, if somebody likes to say it."""

    reason = serializers.CharField(required=False, allow_blank=True, max_length=200)


class PreviewedReasonRequest(ReasonRequest):
    """Why; with `preview`, what it would move is only said."""

    preview = serializers.BooleanField(required=False, help_text="Only say what would move.")
