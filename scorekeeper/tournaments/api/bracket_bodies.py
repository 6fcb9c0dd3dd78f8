"""A bracket, as the API says it: round by round, each match with its two sides."""

from typing import Any, Final

from rest_framework import serializers

MATCH_STATES: Final = ["waits", "open", "playing", "level", "played", "walkover", "bye", "none"]


class SideBody(serializers.Serializer[Any]):
    """One side of a match."""

    entrant = serializers.UUIDField(allow_null=True, help_text="Null: not known yet, or nobody.")
    seed = serializers.IntegerField(allow_null=True)
    called = serializers.CharField(help_text="The name, or where they come from while nobody is known.")
    comes = serializers.CharField(help_text="Where they come from: `winner of W1.2`.")
    figure = serializers.CharField(allow_blank=True, help_text="What they have won in it, as far as anybody knows.")
    has_won = serializers.BooleanField()


class BracketMatchBody(serializers.Serializer[Any]):
    """A match of a bracket."""

    code = serializers.CharField(help_text="W1.2, L3.1, GF1: upper and lower bracket, finals; P3 for third place.")
    title = serializers.CharField()
    state = serializers.ChoiceField(
        choices=MATCH_STATES,
        help_text="`open`: both are known, and no round has opened it; `level`: over without a winner; `walkover`: "
        "somebody had left; `none`: nobody comes.",
    )
    words = serializers.CharField(help_text="The state as a page says it.")
    round = serializers.UUIDField(allow_null=True, help_text="The round that has opened it.")
    table = serializers.UUIDField(allow_null=True)
    sides = SideBody(many=True)


class BracketRoundBody(serializers.Serializer[Any]):
    """A round of a bracket."""

    part = serializers.ChoiceField(choices=["all", "upper", "lower", "finals"], help_text="`all`: of one life.")
    name = serializers.CharField(help_text="What the codes of its matches begin with.")
    title = serializers.CharField()
    is_over = serializers.BooleanField()
    matches = BracketMatchBody(many=True)
