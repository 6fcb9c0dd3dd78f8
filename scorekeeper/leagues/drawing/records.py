"""The draw of an evening's tables: what is asked of it, and how programs are shown it."""

from typing import Annotated, Final
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, Asked
from scorekeeper.draws.services.drafts import Seen

MOST_REVISION: Final = 2**31 - 1
Game = Annotated[UUID | None, Field(description="Left out: the first.")]


class TablesDraw(Asked):
    """Of which game tables are drawn, and whether who was put somewhere by hand stays there."""

    game: Game = None
    keep: Annotated[bool, Field(description="False lets go of what was done by hand.")] = True


class DraftAsked(Asked):
    """Of which game the draft is read."""

    game: Game = None


class SeenTables(Asked):
    """The draft that was read: nobody acts on another one."""

    draw: UUID
    revision: Annotated[int, Field(ge=0, le=MOST_REVISION)]

    @property
    def seen(self) -> Seen:
        return Seen(self.draw, self.revision)


class EveningPlacesSwap(SeenTables):
    """Two places of the draft."""

    one: UUID
    other: UUID


class PlaceHold(SeenTables):
    """A place of the draft, and whether who has it stays there."""

    place: UUID
    held: bool = True


class TablesOpening(SeenTables):
    """A draft whose tables are opened."""

    elsewhere: Annotated[
        bool, Field(description="It is known that people sit at other tables, and that other evenings still play.")
    ] = False


class DraftPlaceBody(Answer):
    """Where somebody sits in a draft."""

    id: UUID
    player: UUID
    name: str
    by_hand: bool = Field(description="They stay there when it is drawn again.")


class DraftTableBody(Answer):
    """A table of a draft, seat by seat."""

    number: int
    places: list[DraftPlaceBody]


class TablesDraftBody(Answer):
    """A draft of the tables of a game."""

    draw: UUID
    revision: int = Field(description="Send it with whatever is done to the draft.")
    game: UUID
    number: int = Field(description="Of the round.")
    seed: int
    engine: str = Field(description="The same engine and seed give the same tables again.")
    tables: list[DraftTableBody]
    out: list[DraftPlaceBody] = Field(description="Who sits out.")
    reasons: list[str] = Field(description="What the draw asks of people, in sentences.")
    is_stale: bool = Field(description="Others are here by now than those who were drawn.")


class DraftBody(Answer):
    """The draft of a game of an evening; null where there is none."""

    draft: TablesDraftBody | None


class OpenedDrawBody(Answer):
    """A draw whose tables are open."""

    draw: UUID
    number: int = Field(description="Of the round.")
    sittings: list[UUID]
