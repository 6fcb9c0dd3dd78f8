"""What a program needs to know of a club before it can open a table there: ids of people, seasons, house
rules and open tables."""

from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper.accounts.permissions import HasScope
from scorekeeper.clubs.models import HouseRulesVersion, Player, Role
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.alphabet import Alphabetical
from scorekeeper.common.api import READ_REFUSALS
from scorekeeper.play.models import Sitting
from scorekeeper.play.schema import RulesField
from scorekeeper.standings.models import Competition


class NamedBody(serializers.Serializer[Any]):
    """Something with an id and a name."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class SeasonBody(NamedBody):
    """A season that sittings can count for."""

    game = serializers.CharField()
    system = serializers.CharField(help_text="How its points are counted.")


class HouseRulesBody(NamedBody):
    """House rules that tables can be opened by, as they say now."""

    game = serializers.CharField()
    version = serializers.UUIDField(help_text="The version in force: what sittings name as `house_version`.")
    number = serializers.IntegerField(help_text="Of that version, from 1.")
    rules = RulesField(help_text="The rules that they set.")


class OpenSittingBody(NamedBody):
    """A table that is being played at or waits for signatures."""

    game = serializers.CharField()
    opened_at = serializers.DateTimeField()


class ClubBody(NamedBody):
    """A club as one of its members sees it."""

    role = serializers.ChoiceField(choices=Role.choices, help_text="Yours.")
    time_zone = serializers.CharField()
    players = NamedBody(many=True)
    seasons = SeasonBody(many=True, help_text="Running ones.")
    house_rules = HouseRulesBody(many=True, help_text="In use, by name.")
    sittings = OpenSittingBody(many=True, help_text="Open ones, newest first.")


class ClubDetail(APIView):
    """One club."""

    permission_classes = [IsAuthenticated, HasScope]

    @extend_schema(
        operation_id="club", responses={200: ClubBody, **{code: READ_REFUSALS[code] for code in (401, 403, 404, 429)}}
    )
    def get(self, request: Request, club: UUID) -> Response:
        """Read a club.

        Lists the people, running seasons, house rules and open tables of a club to which the caller belongs.
        """
        here = membership_of(request.user, club)
        players = Player.objects.people().filter(club=club, retired_at=None).order_by(Alphabetical("name"), "id")
        seasons = Competition.objects.running().filter(club=club).order_by("-id")
        later = HouseRulesVersion.objects.filter(house=OuterRef("house"), number__gt=OuterRef("number"))
        rules = HouseRulesVersion.objects.filter(~Exists(later), club=club, house__retired_at=None)
        sittings = Sitting.objects.running().filter(club=club).order_by("-id")
        return Response(
            {
                "id": str(club),
                "name": here.club.name,
                "role": here.role,
                "time_zone": here.club.time_zone,
                "players": players.values("id", "name"),
                "seasons": seasons.values("id", "name", "game", "system"),
                "house_rules": [
                    {
                        "id": one.house_id,
                        "name": one.house.name,
                        "game": one.house.game,
                        "version": one.pk,
                        "number": one.number,
                        "rules": one.rules,
                    }
                    for one in rules.select_related("house").order_by(Alphabetical("house__name"), "house__game")
                ],
                "sittings": sittings.values("id", "name", "game", "opened_at"),
            }
        )
