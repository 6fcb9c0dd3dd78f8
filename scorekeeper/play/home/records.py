"""How programs are shown who they act for, and in which clubs."""

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from pydantic import AliasPath, Field, WithJsonSchema

from scorekeeper.accounts.models import Scope
from scorekeeper.clubs.models import Role
from scorekeeper.common.acts import Answer
from scorekeeper.play.records import GameRules

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
