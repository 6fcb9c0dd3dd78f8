"""Who is kept apart in a tournament, and who should meet: what is asked, and how programs are shown it."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, Asked, OneOf
from scorekeeper.tournaments.models import PairRule
from scorekeeper.tournaments.pairs.reads import PairLine, PairList
from scorekeeper.tournaments.records import PersonBody

InDraws = Annotated[
    str,
    OneOf(PairRule.Kind.values),
    Field(
        description="`apart`: never together while there is any other way; `together`: should meet, at tables "
        "of rounds."
    ),
]


class PairWanted(Asked):
    """Two people who play in the tournament, and what draws do with them."""

    kind: InDraws
    one: UUID = Field(description="A player of the club who plays here.")
    other: UUID = Field(description="Another one.")


class PairOut(Asked):
    """A pair of the tournament's own list."""

    pair: UUID


class ClubPairBody(Answer):
    """Two people of the club's list who both play here."""

    people: list[PersonBody]

    @classmethod
    def of(cls, value: PairLine) -> "ClubPairBody":
        return cls(people=_people(value))


class PairBody(ClubPairBody):
    """Two people of the tournament's own list."""

    id: UUID
    kind: InDraws
    made_at: datetime
    gone: list[UUID] = Field(description="Who of them does not play here now.")

    @classmethod
    def of(cls, value: PairLine) -> "PairBody":
        rule = value.row
        assert isinstance(rule, PairRule)  # noqa: S101 a line of the tournament's own list
        gone = [player.pk for player in value.gone]
        return cls(people=_people(value), id=rule.pk, kind=rule.kind, made_at=rule.made_at, gone=gone)


class PairsBody(Answer):
    """Who is kept apart in a tournament, and who should meet."""

    pairs: list[PairBody] = Field(description="The tournament's own list.")
    club: list[ClubPairBody] = Field(description="Who is kept apart by the club's list, and so here too.")

    @classmethod
    def of(cls, value: PairList) -> "PairsBody":
        own = [PairBody.of(line) for line in (*value.apart, *value.together)]
        return cls(pairs=own, club=[ClubPairBody.of(line) for line in value.club])


def _people(line: PairLine) -> list[PersonBody]:
    return [PersonBody.of(player) for player in (line.one, line.other)]
