"""What a program needs to know before it can open a table: who it acts for, in which clubs, and of a club the ids of
people, seasons, house rules and open tables."""

from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper.accounts.models import ApiToken, Scope, User
from scorekeeper.accounts.permissions import HasScope
from scorekeeper.clubs.models import HouseRulesVersion, Membership, Player, Role, acting_role
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


class MembershipBody(NamedBody):
    """A club to which the caller belongs."""

    role = serializers.ChoiceField(choices=Role.choices, help_text="The caller's role in the club.")


class TokenBody(serializers.Serializer[Any]):
    """The API token that the request was made with."""

    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=Scope.choices))
    expires_at = serializers.DateTimeField()


class MeBody(NamedBody):
    """Whom a request acts for, and where."""

    email = serializers.EmailField()
    token = TokenBody(allow_null=True, help_text="Null where the request was made by a sign-in.")
    clubs = MembershipBody(many=True, help_text="By name.")


def clubs_of(user: User) -> list[dict[str, Any]]:
    """The clubs of a person by name, each with the role that they may act as there."""
    found = Membership.objects.filter(user=user).annotate(acting=acting_role())
    return [
        {"id": club, "name": name, "role": role}
        for club, name, role in found.order_by(Alphabetical("club__name"), "club_id").values_list(
            "club_id", "club__name", "acting"
        )
    ]


class Me(APIView):
    """The caller."""

    permission_classes = [IsAuthenticated]  # a token of any scope may ask what it may do

    @extend_schema(
        operation_id="me", responses={200: MeBody, **{code: READ_REFUSALS[code] for code in (401, 403, 429)}}
    )
    def get(self, request: Request) -> Response:
        """Read who you are.

        The account that the request acts for, its clubs and roles, and what the token may do. A token of any scope may
        ask.
        """
        user, token = request.user, request.auth
        assert isinstance(user, User)  # noqa: S101 by `permission_classes`
        scopes = None
        if isinstance(token, ApiToken):
            scopes = {"name": token.name, "scopes": token.scopes, "expires_at": token.expires_at}
        return Response(
            {"id": user.pk, "name": user.name, "email": user.email, "token": scopes, "clubs": clubs_of(user)}
        )


class ClubList(APIView):
    """The clubs of the caller."""

    permission_classes = [IsAuthenticated, HasScope]

    @extend_schema(
        operation_id="clubs",
        responses={200: MembershipBody(many=True), **{code: READ_REFUSALS[code] for code in (401, 403, 429)}},
    )
    def get(self, request: Request) -> Response:
        """List your clubs.

        Every club to which the caller belongs, by name, with the caller's role.
        """
        assert isinstance(request.user, User)  # noqa: S101 by `permission_classes`
        return Response(clubs_of(request.user))


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
