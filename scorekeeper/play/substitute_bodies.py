"""What the API says before somebody plays for a seat."""

from typing import Any

from rest_framework import serializers

from scorekeeper.play.bodies import Body, ShiftBody, shift_body
from scorekeeper.play.seats.substituting import SubstitutionMoves


class CardsBody(serializers.Serializer[Any]):
    """Hands at which somebody else would have held the cards than is said now."""

    first = serializers.IntegerField()
    last = serializers.IntegerField(allow_null=True, help_text="null: from the first on, to the end.")
    before = serializers.UUIDField()
    after = serializers.UUIDField(allow_null=True, help_text="null: the guest who would be made.")


class SubstitutionBody(ShiftBody):
    """What saying who plays for a seat would change: whose hands held the cards, and no total."""

    seat = serializers.IntegerField()
    holder = serializers.UUIDField(help_text="Whose the points are and stay.")
    name = serializers.CharField(help_text="Who plays from that hand on.")
    number = serializers.IntegerField(help_text="From which hand on.")
    elsewhere = serializers.UUIDField(allow_null=True, help_text="Another table, still played, at which they sit.")
    cards = CardsBody(many=True)


def substitution_body(found: SubstitutionMoves) -> Body:
    """What saying who plays for a seat would change."""
    after = None if found.is_new else str(found.player.identity)
    return {
        "seat": found.seat.number,
        "holder": str(found.seat.player.identity),
        "name": found.player.name,
        "number": found.first,
        "elsewhere": str(found.elsewhere.pk) if found.elsewhere else None,
        "cards": [
            {"first": one.first, "last": one.last, "before": str(one.before.identity), "after": after}
            for one in found.cards
        ],
        **shift_body(found),
    }
