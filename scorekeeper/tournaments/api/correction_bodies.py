"""What corrections would have moved, as the API says it."""

from collections.abc import Sequence
from typing import Any, Final

from rest_framework import serializers

from scorekeeper.tournaments.formats.corrections import Changed, LateMatch
from scorekeeper.tournaments.formats.registry import all_formats, format_of
from scorekeeper.tournaments.models import Entrant, Round
from scorekeeper.tournaments.rounds.units import called
from scorekeeper.tournaments.selectors.corrections import corrections_of

COUNTED: Final = sorted({format_.counts for format_ in all_formats().values()})
COUNTED_HELP: Final = (
    "What the numbers are. `points`: in the smallest unit of the tournament; `half_points`: 3 is 1½; `wins`: 1 for who "
    "goes on in the bracket, 0 for who does not; `places`: of a knock-out at tables."
)


class ChangedBody(serializers.Serializer[Any]):
    """Whose points are others than they were."""

    entrant = serializers.UUIDField()
    called = serializers.CharField()
    before = serializers.IntegerField()
    now = serializers.IntegerField()


class WhoBody(serializers.Serializer[Any]):
    """An entrant."""

    entrant = serializers.UUIDField()
    called = serializers.CharField()


class MovedBody(serializers.Serializer[Any]):
    """Who would sit elsewhere."""

    entrant = serializers.UUIDField()
    player = serializers.UUIDField(allow_null=True, help_text="Of a team who sits there.")
    called = serializers.CharField()
    table = serializers.IntegerField(allow_null=True, help_text="By its number; null: sits out.")
    would_be = serializers.IntegerField(allow_null=True)
    met = WhoBody(allow_null=True, help_text="Of matches: the opponent there was.")
    would_meet = WhoBody(allow_null=True, help_text="Of matches: the opponent there would have been.")


class LateMatchBody(serializers.Serializer[Any]):
    """A match of a bracket that was corrected after the one that follows was opened."""

    code = serializers.CharField(help_text="The match whose result is another one.")
    then = WhoBody(allow_null=True, help_text="Who was said to have won; null: neither.")
    now = WhoBody(allow_null=True, help_text="Who has won by what is known now; null: neither.")
    into = serializers.CharField(help_text="The match of this round that was opened from it.")
    sits = WhoBody(allow_null=True, help_text="Who sits there.")
    would_be = WhoBody(allow_null=True, help_text="Who would sit there.")


class CorrectionsBody(serializers.Serializer[Any]):
    """What corrections made later would have changed; they change nothing by themselves."""

    counts = serializers.ChoiceField(choices=COUNTED, help_text=COUNTED_HELP)
    by_points = serializers.BooleanField(help_text="The draw looked at points that are others now.")
    since_draw = ChangedBody(many=True, help_text="Whose points are others than when it was drawn.")
    moved = MovedBody(many=True, help_text="Drawn again with the same number and the points of now.")
    matches = LateMatchBody(many=True, help_text="Of a bracket.")
    since_official = ChangedBody(many=True, help_text="Whose result is another one than when it was made official.")


def corrections_body(one: Round) -> dict[str, Any]:
    """Of a round; of a draft, which follows what is known when it is drawn again, nothing."""
    if one.is_draft:
        nothing: dict[str, Any] = {"since_draw": [], "moved": [], "matches": [], "since_official": []}
        return {"counts": format_of(one.stage).counts, "by_points": False, **nothing}
    found = corrections_of(one)
    since = found.since_draw
    return {
        "counts": found.counts,
        "by_points": bool(since and since.by_points),
        "since_draw": _changed(since.changed if since else ()),
        "moved": [
            {
                "entrant": who.entrant,
                "player": who.player,
                "called": who.name,
                "table": who.table,
                "would_be": who.would_be,
                "met": _who(who.met),
                "would_meet": _who(who.would_meet),
            }
            for who in (since.moved if since else ())
        ],
        "matches": [_match(each) for each in found.matches],
        "since_official": _changed(found.since_official),
    }


def _changed(who: Sequence[Changed]) -> list[dict[str, Any]]:
    return [{"entrant": one.entrant, "called": one.name, "before": one.before, "now": one.now} for one in who]


def _match(one: LateMatch) -> dict[str, Any]:
    people = {"then": one.then, "now": one.now, "sits": one.sits, "would_be": one.would}
    return {"code": one.name, "into": one.into, **{name: _who(entrant) for name, entrant in people.items()}}


def _who(entrant: Entrant | None) -> dict[str, Any] | None:
    return {"entrant": entrant.pk, "called": called(entrant)} if entrant else None
