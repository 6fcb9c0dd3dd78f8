"""What the API is sent about rounds, results and the room: the shape of each body. Unknown fields are refused."""

from rest_framework import serializers

from scorekeeper.common.strict import Strict, WholeNumberField
from scorekeeper.draws.services.calling import LONGEST as LONGEST_WORDS
from scorekeeper.play.requests import ReasonRequest
from scorekeeper.tournaments.api.plan_requests import MOST_VERSION
from scorekeeper.tournaments.models.events import MOST_ENTRANTS
from scorekeeper.tournaments.models.room import LONGEST
from scorekeeper.tournaments.services.drawing import SEED_WRONG, seed_in
from scorekeeper.tournaments.services.matches import MOST_SCORED
from scorekeeper.tournaments.services.results import MOST

IN_UNIT = "In the smallest unit of the tournament."


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


class GotRequest(Strict):
    """What an entrant has of a table."""

    entrant = serializers.UUIDField()
    points = WholeNumberField(min_value=-MOST, max_value=MOST, help_text=IN_UNIT)
    measures = serializers.DictField(
        child=WholeNumberField(min_value=-MOST, max_value=MOST),
        required=False,
        default=dict,
        help_text="What the game asks of equals, by measure: of Skat `won` and `lost`. What is not named stays as the "
        "sheet has it.",
    )


class DeskReasonRequest(ReasonRequest):
    """Why; a first result needs no reason."""

    reason = serializers.CharField(
        max_length=200,
        required=False,
        allow_blank=True,
        default="",
        help_text="Needed where a hand or the desk has said something already.",
    )


class ResultRequest(DeskReasonRequest):
    """What entrants have of a table, whatever its sheet says; who is not named keeps what the sheet says."""

    points = serializers.ListField(child=GotRequest(), max_length=MOST_ENTRANTS)


class MatchWonRequest(Strict):
    """Who has won a match of two."""

    winner = serializers.UUIDField(allow_null=True, help_text="An entrant; null: a draw, or with `forfeit` neither.")
    forfeit = serializers.BooleanField(required=False, default=False, help_text="Who lost did not come.")
    sets = serializers.ListField(
        child=WholeNumberField(min_value=0, max_value=MOST_SCORED),
        required=False,
        allow_null=True,
        default=None,
        min_length=2,
        max_length=2,
        help_text="Of who is at home and who is away; null: nobody has counted them.",
    )
    scored = serializers.ListField(
        child=WholeNumberField(min_value=-MOST_SCORED, max_value=MOST_SCORED),
        required=False,
        allow_null=True,
        default=None,
        min_length=2,
        max_length=2,
        help_text="Points of the sets, as `sets`; where points decide a match, its points, which can be less than 0.",
    )


class MatchRequest(MatchWonRequest, DeskReasonRequest):
    """Who has won a match of two, whatever its sheet says; the newest one counts."""


class PointsRequest(ReasonRequest):
    """A bonus, or with less than 0 a penalty."""

    entrant = serializers.UUIDField()
    points = WholeNumberField(
        min_value=-MOST,
        max_value=MOST,
        help_text=f"{IN_UNIT} Where matches give points, Swiss and round robin: in half points.",
    )


class LotsRequest(Strict):
    """All who share a place."""

    entrants = serializers.ListField(child=serializers.UUIDField(), min_length=2, max_length=MOST_ENTRANTS)


class ClockRequest(Strict):
    """What the clock is set to."""

    seconds = WholeNumberField(min_value=1, max_value=LONGEST)


class MoreTimeRequest(Strict):
    """More time for all; less with less than 0."""

    seconds = WholeNumberField(min_value=-LONGEST, max_value=LONGEST)


class TableTimeRequest(Strict):
    """How much longer than the others a table plays, in place of what it had before."""

    seconds = WholeNumberField(min_value=0, max_value=LONGEST)


class CallRequest(Strict):
    """What is wanted, in a few words."""

    words = serializers.CharField(required=False, allow_blank=True, default="", max_length=LONGEST_WORDS)
