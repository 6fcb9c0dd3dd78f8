"""How programs are shown how an evening came out."""

from uuid import UUID

from pydantic import AliasPath, Field

from scorekeeper.common.acts import Answer
from scorekeeper.payouts.records import UnitBody


class EveningLineBody(Answer):
    """What somebody has made in one game of an evening."""

    rank: int = Field(description="Equal sums share it.")
    player: UUID = Field(validation_alias=AliasPath("player", "pk"))
    name: str = Field(validation_alias=AliasPath("player", "name"))
    totals: tuple[int, ...] = Field(description="Of each of their sheets.")
    total: int


class EveningOutcomeBody(UnitBody):
    """How one game of an evening came out, the best first."""

    game: str
    lines: list[EveningLineBody]


class EveningReportBody(Answer):
    """How an evening came out."""

    is_final: bool = Field(description="Every sheet is official: nothing changes any more.")
    games: list[EveningOutcomeBody]
    pending: list[UUID] = Field(description="The tables that are open or not signed yet.")
    awaiting: list[UUID] = Field(description="The tables that a scorer or director has to make official.")
