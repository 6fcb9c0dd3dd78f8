"""What the API is sent about rounds, results and the room: the shape of each body. Unknown fields are refused."""

from rest_framework import serializers

from scorekeeper.common.strict import Strict, WholeNumberField
from scorekeeper.tournaments.api.plan_requests import MOST_VERSION
from scorekeeper.tournaments.services.drawing import SEED_WRONG, seed_in


class DrawRequest(Strict):
    """How the next round is drawn."""

    keep = serializers.BooleanField(
        required=False, default=True, help_text="Whom a lock holds stays there, as far as that is possible."
    )
    few_changes = serializers.BooleanField(
        required=False,
        default=False,
        help_text="As few people as possible get others at their table than they have seen.",
    )
    despite = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Those sit together for whom no other way is found; else that is refused with `cannot_part`.",
    )
    smaller = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Where somebody sits out anyway: the tables that the precheck calls `smaller`, and more sit out.",
    )
    seed = serializers.CharField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The number to draw with, from 0 to 9223372036854775807, as a text; null: a new one. The same number "
        "gives the same draw as long as people, clubs, pairs, plan, locks and the rounds before are the same.",
    )

    def validate_seed(self, value: str | None) -> int | None:
        seed = seed_in(value) if value is not None else None
        if value is not None and seed is None:
            raise serializers.ValidationError(SEED_WRONG, code="seed_unknown")
        return seed


class SeenRequest(Strict):
    """The draft that was read: nobody acts on another one."""

    round = serializers.UUIDField()
    revision = WholeNumberField(min_value=1, max_value=MOST_VERSION)


class PlacesSwapRequest(SeenRequest):
    """Two places of the draft."""

    one = serializers.UUIDField()
    other = serializers.UUIDField()
    despite = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Also where it puts people together who are never to be; else that is refused with `keeps_apart`.",
    )


class HoldRequest(SeenRequest):
    """A place of the draft, and whether who has it stays there when it is drawn again."""

    place = serializers.UUIDField()
    held = serializers.BooleanField()
