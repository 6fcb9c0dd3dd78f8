"""Links by which others look at something, and the ceremony of a tournament: what is asked about them, and how programs
are shown them."""

from datetime import datetime
from typing import Annotated, Final

from pydantic import Field

from scorekeeper.common.acts import Answer, Asked, OneOf
from scorekeeper.sharing.models import FIELDS, Link

PUBLISHED_KINDS: Final = [kind.value for kind in Link.Kind if kind not in {Link.Kind.TABLE, Link.Kind.CALENDAR}]
OF_TOURNAMENTS: Final = [kind for kind in PUBLISHED_KINDS if FIELDS[kind] == "tournament"]
KIND_HELP: Final = "`screen`: the screen of the room; `public`: everybody's phone."


class LinkWish(Asked):
    """Which link of what who works at the desk shows to others."""

    kind: Annotated[str, OneOf(PUBLISHED_KINDS)]


class TournamentLink(LinkWish):
    """Which link of a tournament."""

    kind: Annotated[str, OneOf(OF_TOURNAMENTS), Field(description=KIND_HELP)]


class CeremonyStart(Asked):
    """From where on the places of a tournament are revealed."""

    since: Annotated[
        int | None, Field(description="The place that is revealed first; left out or null: the last one.")
    ] = None


class CeremonyTurn(Asked):
    """How many turns are revealed from now on."""

    turn: Annotated[int, Field(ge=0, description="0: none; more than there are: all of them.")]


class LinkBody(Answer):
    """A link in force: whoever holds it looks, without an account."""

    kind: Annotated[str, OneOf(PUBLISHED_KINDS)] = Field(
        description=f"Of a tournament {KIND_HELP} Else what it leads to."
    )
    address: str
    made_at: datetime


class LinksBody(Answer):
    """The links that are in force, at most one of a kind."""

    links: list[LinkBody]


class SecretAddressBody(Answer):
    """A link in force: whoever holds its address looks, without an account."""

    address: str
    made_at: datetime


class HonouredBody(Answer):
    """Somebody whose place or prize is revealed."""

    name: str = Field(description="The short name, as on the screen of the room.")
    points: str = Field(description="In words; empty: the last stage has none.")
    prize: str = Field(description="In words; empty: none.")


class CeremonyTurnBody(Answer):
    """What one turn reveals: a place with all who share it, or a special prize."""

    title: str
    place: str = Field(description="Like 4 or 2–3; empty: a special prize.")
    honoured: list[HonouredBody]


class CeremonyBody(Answer):
    """The ceremony of a tournament as it stands."""

    since: int | None = Field(description="The place that was revealed first; null: the last one.")
    begun_at: datetime
    ended_at: datetime | None
    turn: int = Field(description="How many turns are revealed.")
    turns: int = Field(description="How many there are.")
    revealed: list[CeremonyTurnBody] = Field(description="The newest first.")
