"""What the API is sent about entries: the shape of each body. Unknown fields are refused."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rest_framework import serializers

from scorekeeper.common.names import LONGEST
from scorekeeper.common.strict import Strict, WholeNumberField
from scorekeeper.play.opening.services import Sitter
from scorekeeper.play.requests import SeatRequest
from scorekeeper.tournaments.formats.plan import MOST_ROUNDS
from scorekeeper.tournaments.models.events import MOST_ENTRANTS
from scorekeeper.tournaments.services.attending import LONGEST_REASON, MOVES
from scorekeeper.tournaments.services.entering import LEAST_RATING, MOST_ON_LIST, MOST_RATING
from scorekeeper.tournaments.services.planning import MOST_IN_A_TEAM

LONGEST_LIST = 60_000  # characters
MOST_SENT = 2 * MOST_IN_A_TEAM  # of players: the service says how many may be
ENTRANT_ACTS: Final = [str(act) for act in MOVES]


class PersonRequest(SeatRequest):
    """A player of the club, or the name of a guest to be made."""


class EntryRequest(Strict):
    """Who enters: the players in their order; a team has a name, a pair may have one."""

    who = serializers.ListField(child=PersonRequest(), max_length=MOST_SENT)
    name = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST)
    origin = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=LONGEST, help_text="The club they come from."
    )
    rating = WholeNumberField(required=False, allow_null=True, min_value=LEAST_RATING, max_value=MOST_RATING)
    here = serializers.BooleanField(
        required=False, default=False, help_text="Checked in at once, unless they go on the waiting list."
    )


class SignUpRequest(Strict):
    """With whom you enter, after yourself."""

    others = serializers.ListField(child=PersonRequest(), required=False, default=list, max_length=MOST_SENT)
    name = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST)


class EntrantRequest(Strict):
    """What an entrant is called, where they come from, and the rating that makes their seed."""

    name = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST, help_text="Of pairs and teams.")
    origin = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST)
    rating = WholeNumberField(required=False, allow_null=True, min_value=LEAST_RATING, max_value=MOST_RATING)


class MarkRequest(Strict):
    """What became of an entrant."""

    act = serializers.ChoiceField(
        choices=ENTRANT_ACTS,
        help_text="`came` in, `not_here` after all, `cancelled`: does not come, `withdrew`: has left, `returned`, "
        "`moved_up` from the waiting list, `waits` on it, `forfeits`: does not check in for their match of a "
        "bracket, and loses it (by a director).",
    )
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST_REASON)


class MissRequest(Strict):
    """A round of a stage that an entrant misses, or plays after all."""

    stage = serializers.UUIDField()
    round = WholeNumberField(min_value=1, max_value=MOST_ROUNDS)
    misses = serializers.BooleanField(required=False, default=True)


class PlaysForRequest(Strict):
    """Who plays from now on, and for whom."""

    who = PersonRequest()
    instead_of = serializers.UUIDField(
        required=False,
        allow_null=True,
        default=None,
        help_text="A player of theirs; null: an empty place is filled, or the single entrant is played for.",
    )
    reason = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST_REASON)


class SeedRequest(Strict):
    """A place among the seeds."""

    place = WholeNumberField(min_value=1, max_value=MOST_ON_LIST, help_text="From 1; the others close up.")


class SeedsRequest(Strict):
    """The seeds, the strongest first; whoever is not named follows as before."""

    order = serializers.ListField(
        child=serializers.UUIDField(), max_length=MOST_ENTRANTS, help_text="Entrants; empty: all by rating again."
    )


class ListRequest(Strict):
    """A list of entries as text, a line each: as CSV whose heads name the columns (name, first and last name, partner,
    team, origin, rating) in any of seven languages, or without heads in this order: the name, of pairs the partner
    too, of teams the team before it; then where they come from, and the rating."""

    text = serializers.CharField(max_length=LONGEST_LIST, trim_whitespace=False)
    dry = serializers.BooleanField(required=False, default=True, help_text="Only say what would happen.")


def sitters(sent: Iterable[Mapping[str, Any]]) -> list[Sitter]:
    """The people that were sent."""
    return [Sitter(one.get("player"), one.get("name", "")) for one in sent]
