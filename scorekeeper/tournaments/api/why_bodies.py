"""Why a round was drawn as it is, as plain values: `rules/pairing.md` section 7."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rest_framework import serializers

from scorekeeper.tournaments.models import Round, RoundPlace
from scorekeeper.tournaments.selectors.called import key_of
from scorekeeper.tournaments.selectors.duel_reasons import matches_of

BROKEN_KINDS: Final = ["apart", "met", "small", "bye"]
HOME_BY: Final = ["balance", "turns", "board", "rules", "hand"]
Seats = Mapping[str, RoundPlace]


class SeatRefBody(serializers.Serializer[Any]):
    """Somebody of a draw."""

    entrant = serializers.UUIDField()
    player = serializers.UUIDField(allow_null=True, help_text="Of a team who sits there.")


class TogetherBody(serializers.Serializer[Any]):
    """Rounds that were drawn together."""

    first = serializers.IntegerField(help_text="The first of these rounds.")
    rounds = serializers.IntegerField(help_text="The last one.")
    repeats = serializers.IntegerField(help_text="Meetings with somebody met before, in all of them.")
    lower_bound = serializers.IntegerField(help_text="No schedule has fewer.")


class BrokenBody(serializers.Serializer[Any]):
    """What a draw of tables could not avoid."""

    kind = serializers.ChoiceField(
        choices=BROKEN_KINDS,
        help_text="`apart`: they are to be kept apart; `met`: they meet again; `small`: again at a smaller table; "
        "`bye`: sits out again.",
    )
    who = SeatRefBody(many=True)
    table = serializers.IntegerField(allow_null=True, help_text="By its number.")
    times = serializers.IntegerField(help_text="This round counted in.")


class PairedBody(serializers.Serializer[Any]):
    """Why two meet in a Swiss round; what is said of both is of who is at home and who is away."""

    home = serializers.UUIDField(help_text="An entrant.")
    away = serializers.UUIDField(help_text="An entrant.")
    group = serializers.IntegerField(help_text="The score group, in half points.")
    scores = serializers.ListField(child=serializers.IntegerField(), help_text="In half points.")
    floats = serializers.ListField(child=serializers.IntegerField(), help_text="1: up, -1: down, 0: neither.")
    again = serializers.ListField(child=serializers.BooleanField(), help_text="The same as in the last round.")
    met = serializers.IntegerField(help_text="How often they had met before.")
    mates = serializers.BooleanField(help_text="Both come from one club.")
    apart = serializers.BooleanField(help_text="Never to meet, and set so by hand. Of a draft alone.")
    off = serializers.IntegerField(help_text="How many places from the ideal opponent.")
    balance = serializers.ListField(
        child=serializers.IntegerField(), help_text="How much more often at home than away, with this match."
    )
    home_by = serializers.ChoiceField(choices=HOME_BY, help_text="What said who is at home.")


class ByeWhyBody(serializers.Serializer[Any]):
    """Why somebody has the bye in a Swiss round."""

    entrant = serializers.UUIDField()
    byes = serializers.IntegerField(help_text="How many they had before.")
    had_more = serializers.ListField(child=serializers.UUIDField(), help_text="Who stand below and have had more.")
    needed = serializers.ListField(
        child=serializers.UUIDField(), help_text="Who stand below, and without whom the others could not be paired."
    )


class WhyBody(serializers.Serializer[Any]):
    """Why a round is as it is."""

    by_points = serializers.BooleanField(help_text="The draw looked at the points.")
    is_best = serializers.BooleanField(allow_null=True, help_text="No draw asks less of anybody. Null: not known.")
    steps = serializers.IntegerField(allow_null=True, help_text="How many changes the search has tried.")
    together = TogetherBody(allow_null=True)
    broken = BrokenBody(many=True, help_text="Of tables.")
    matches = PairedBody(many=True, help_text="Of a Swiss round.")
    bye = ByeWhyBody(allow_null=True)
    is_thinned = serializers.BooleanField(help_text="Of so many, only those near by rank were looked at.")
    fell_back = serializers.BooleanField(help_text="Clubs were never to meet, and that left no way.")


def why_body(one: Round) -> dict[str, Any]:
    """What the draw has kept of it; a bracket and a round robin follow from their plan and have kept nothing."""
    report = one.report
    seats = {key_of(place.entrant_id, place.player_id): place for place in one.places.all()}
    told, together = report.get("broken", []), report.get("together")
    return {
        "by_points": bool(report.get("by_points")),
        "is_best": report.get("is_best"),
        "steps": report.get("steps"),
        "together": _together(together) if together else None,
        "broken": [_broken(each, seats) for each in told if each["kind"] != "match"],
        "matches": [_without(each, "kind") for each in matches_of(one)],
        "bye": report.get("bye"),
        "is_thinned": bool(report.get("is_thinned")),
        "fell_back": bool(report.get("fell_back")),
    }


def _together(told: Mapping[str, int]) -> dict[str, int]:
    return {"lower_bound": told["bound"], **{name: told[name] for name in ("first", "rounds", "repeats")}}


def _broken(each: Mapping[str, Any], seats: Seats) -> dict[str, Any]:
    return {
        "kind": each["kind"],
        "who": list(_who(each["players"], seats)),
        "table": None if each["table"] is None else each["table"] + 1,
        "times": each["times"],
    }


def _who(keys: Iterable[str], seats: Seats) -> Iterable[dict[str, Any]]:
    for key in keys:
        if place := seats.get(key):
            yield {"entrant": place.entrant_id, "player": place.player_id}


def _without(each: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in each.items() if name not in names}
