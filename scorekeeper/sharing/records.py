"""The links by which others look at something: what is asked about them, and how programs are shown them."""

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
