"""What a program needs to know before it can open a table: who it acts for, in which clubs, and of a club the ids of
people, seasons, house rules and open tables."""

from datetime import datetime
from typing import Annotated, Any, Final
from uuid import UUID

from django.db.models import Exists, OuterRef
from drf_spectacular.utils import extend_schema
from pydantic import AliasPath, Field, WithJsonSchema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.accounts.authentication import HasScope
from scorekeeper.accounts.models import ApiToken, Scope, User
from scorekeeper.accounts.services import OwnLanguage, OwnName, choose_language, rename
from scorekeeper.clubs.models import HouseRulesVersion, Membership, Player, Role, acting_role
from scorekeeper.clubs.selectors import membership_of
from scorekeeper.common.acts import Answer
from scorekeeper.common.api import READ_REFUSALS, Act, Door
from scorekeeper.common.names import Alphabetical, in_words
from scorekeeper.play.models import Sitting
from scorekeeper.play.records import GameRules
from scorekeeper.standings.models import Competition

ROLES: Final = [role.value for role in Role]
SCOPES: Final = [scope.value for scope in Scope]

RoleName = Annotated[str, WithJsonSchema({"type": "string", "enum": ROLES})]
ScopeName = Annotated[str, WithJsonSchema({"type": "string", "enum": SCOPES})]


class NamedBody(Answer):
    """Something with an id and a name."""

    id: UUID
    name: str


class SeasonBody(NamedBody):
    """A season that sittings can count for."""

    game: str
    system: str = Field(description="How its points are counted.")


class HouseRulesBody(NamedBody):
    """House rules that tables can be opened by, as they say now."""

    id: UUID = Field(validation_alias="house_id")
    name: str = Field(validation_alias=AliasPath("house", "name"))
    game: str = Field(validation_alias=AliasPath("house", "game"))
    version: UUID = Field(
        validation_alias="pk", description="The version in force: what sittings name as `house_version`."
    )
    number: int = Field(description="Of that version, from 1.")
    rules: GameRules = Field(description="The rules that they set.")


class OpenSittingBody(NamedBody):
    """A table that is being played at or waits for signatures."""

    game: str
    opened_at: datetime


class ClubBody(NamedBody):
    """A club as one of its members sees it."""

    role: RoleName = Field(description="Yours.")
    time_zone: str
    players: list[NamedBody]
    seasons: list[SeasonBody] = Field(description="Running ones.")
    house_rules: list[HouseRulesBody] = Field(description="In use, by name.")
    sittings: list[OpenSittingBody] = Field(description="Open ones, newest first.")


class MembershipBody(NamedBody):
    """A club to which the caller belongs."""

    role: RoleName = Field(description="The caller's role in the club.")


class TokenBody(Answer):
    """The API token that the request was made with."""

    name: str
    scopes: list[ScopeName]
    expires_at: datetime


class MeBody(NamedBody):
    """Whom a request acts for, and where."""

    email: str = Field(json_schema_extra={"format": "email"})
    language: str = Field(description="Of your pages and mails, by its code; empty: you chose none.")
    token: TokenBody | None = Field(description="Null where the request was made by a sign-in.")
    clubs: list[MembershipBody] = Field(description="By name.")


def clubs_of(user: User) -> list[MembershipBody]:
    """The clubs of a person by name, each with the role that they may act as there."""
    found = Membership.objects.filter(user=user).annotate(acting=acting_role())
    return [
        MembershipBody(id=club, name=name, role=role)
        for club, name, role in found.order_by(Alphabetical("club__name"), "club_id").values_list(
            "club_id", "club__name", "acting"
        )
    ]


class Me(Door):
    """The caller."""

    permission_classes = [IsAuthenticated]  # a token of any scope may ask what it may do

    @extend_schema(
        operation_id="me", responses={200: MeBody, **{code: READ_REFUSALS[code] for code in (401, 403, 422, 429)}}
    )
    def get(self, request: Request) -> Response:
        """Read who you are.

        The account that the request acts for, its clubs and roles, and what the token may do. A token of any scope may
        ask.
        """
        return Response(_me(request).model_dump())


class OwnAccount(Door):
    """Acts on the caller's account."""

    permission_classes = [IsAuthenticated, HasScope]
    scopes = {"POST": Scope.MANAGE}

    def place(self, request: Request) -> dict[str, Any]:
        return {"by": request.user}

    def shown(self, _user: User) -> MeBody:
        return _me(self.request)


def _me(request: Request) -> MeBody:
    user, token = request.user, request.auth
    assert isinstance(user, User)  # noqa: S101 by `permission_classes`
    shown = TokenBody.of(token) if isinstance(token, ApiToken) else None
    clubs = clubs_of(user)
    return MeBody(id=user.pk, name=user.own_name, email=user.email, language=user.language, token=shown, clubs=clubs)


class ClubList(Door):
    """The clubs of the caller."""

    permission_classes = [IsAuthenticated, HasScope]

    @extend_schema(
        operation_id="clubs",
        responses={200: list[MembershipBody], **{code: READ_REFUSALS[code] for code in (401, 403, 422, 429)}},
    )
    def get(self, request: Request) -> Response:
        """List your clubs.

        Every club to which the caller belongs, by name, with the caller's role.
        """
        assert isinstance(request.user, User)  # noqa: S101 by `permission_classes`
        return Response([club.model_dump() for club in clubs_of(request.user)])


class ClubDetail(Door):
    """One club."""

    permission_classes = [IsAuthenticated, HasScope]

    @extend_schema(operation_id="club", responses={200: ClubBody, **READ_REFUSALS})
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
        ordered = rules.select_related("house").order_by(Alphabetical("house__name"), "house__game")
        body = ClubBody(
            id=club,
            name=here.club.name,
            role=here.role,
            time_zone=here.club.time_zone,
            players=[NamedBody(**row) for row in players.values("id", "name")],
            seasons=[SeasonBody(**row) for row in seasons.values("id", "name", "game", "system")],
            house_rules=[HouseRulesBody.of(version) for version in ordered],
            sittings=[
                OpenSittingBody(id=pk, name=in_words(name), game=game, opened_at=opened_at)
                for pk, name, game, opened_at in sittings.values_list("id", "name", "game", "opened_at")
            ],
        )
        return Response(body.model_dump())


me_rename = Act(
    operation="me_rename",
    summary="Change your name",
    about="What the caller is called; the book of a club keeps the name by which the club knows them.",
    asks=OwnName,
    does=rename,
    gives=MeBody,
).at(OwnAccount)
me_language = Act(
    operation="me_language",
    summary="Choose your language",
    about="The language of the caller’s pages and mails. What programs are answered is in that of `Accept-Language`.",
    asks=OwnLanguage,
    does=choose_language,
    gives=MeBody,
).at(OwnAccount)
