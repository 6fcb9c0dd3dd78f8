"""A bracket, as the API says it: round by round, each match with its two sides."""

from typing import Any, Final

from rest_framework import serializers

from scorekeeper.tournaments.formats.bracket.bracket import State
from scorekeeper.tournaments.formats.bracket.picture import Part, Shown, ShownRound, Side, parts_of

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


def bracket_body(state: State) -> list[dict[str, Any]]:
    """All of it."""
    return [_round(part, one) for part in parts_of(state) for one in part.rounds]


def _round(part: Part, one: ShownRound) -> dict[str, Any]:
    return {
        "part": part.name,
        "name": one.name,
        "title": one.title,
        "is_over": one.is_over,
        "matches": [_match(match) for match in one.matches],
    }


def _match(match: Shown) -> dict[str, Any]:
    row = match.played.table if match.played else None
    return {
        "code": match.name,
        "title": match.title,
        "state": match.state,
        "words": match.words,
        "round": row.round_id if row else None,
        "table": row.pk if row else None,
        "sides": [_side(side) for side in match.sides],
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "entrant": side.entrant.pk if side.entrant else None,
        "seed": side.seed or None,
        "called": side.name,
        "comes": side.comes,
        "figure": side.figure,
        "has_won": side.has_won,
    }
