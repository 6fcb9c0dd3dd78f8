"""What corrections would have moved, as the API says it."""

from collections.abc import Sequence
from typing import Annotated, Any, Final
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, OneOf
from scorekeeper.tournaments.formats.corrections import Changed, LateMatch
from scorekeeper.tournaments.formats.registry import all_formats, format_of
from scorekeeper.tournaments.models import Entrant, Round
from scorekeeper.tournaments.rounds.units import called
from scorekeeper.tournaments.selectors.corrections import corrections_of

COUNTED: Final = sorted({format_.counts for format_ in all_formats().values()})
COUNTED_HELP: Final = (
    "What the numbers are. `points`: in the smallest unit of the tournament; `half_points`: 3 is 1½; `wins`: 1 for who "
    "goes on in the bracket, 0 for who does not; `places`: of a knock-out at tables."
)


class ChangedBody(Answer):
    """Whose points are others than they were."""

    entrant: UUID
    called: str
    before: int
    now: int


class WhoBody(Answer):
    """An entrant."""

    entrant: UUID
    called: str


class MovedBody(Answer):
    """Who would sit elsewhere."""

    entrant: UUID
    player: UUID | None = Field(description="Of a team who sits there.")
    called: str
    table: int | None = Field(description="By its number; null: sits out.")
    would_be: int | None
    met: WhoBody | None = Field(description="Of matches: the opponent there was.")
    would_meet: WhoBody | None = Field(description="Of matches: the opponent there would have been.")


class LateMatchBody(Answer):
    """A match of a bracket that was corrected after the one that follows was opened."""

    code: str = Field(description="The match whose result is another one.")
    then: WhoBody | None = Field(description="Who was said to have won; null: neither.")
    now: WhoBody | None = Field(description="Who has won by what is known now; null: neither.")
    into: str = Field(description="The match of this round that was opened from it.")
    sits: WhoBody | None = Field(description="Who sits there.")
    would_be: WhoBody | None = Field(description="Who would sit there.")


class CorrectionsBody(Answer):
    """What corrections made later would have changed; they change nothing by themselves."""

    counts: Annotated[str, OneOf(COUNTED)] = Field(description=COUNTED_HELP)
    by_points: bool = Field(description="The draw looked at points that are others now.")
    since_draw: list[ChangedBody] = Field(description="Whose points are others than when it was drawn.")
    moved: list[MovedBody] = Field(description="Drawn again with the same number and the points of now.")
    matches: list[LateMatchBody] = Field(description="Of a bracket.")
    since_official: list[ChangedBody] = Field(description="Whose result is another one than when it was made official.")


def corrections(one: Round) -> CorrectionsBody:
    """Of a round; of a draft, which follows what is known when it is drawn again, nothing."""
    if one.is_draft:
        nothing: dict[str, Any] = {"since_draw": [], "moved": [], "matches": [], "since_official": []}
        return CorrectionsBody(counts=format_of(one.stage).counts, by_points=False, **nothing)
    found = corrections_of(one)
    since = found.since_draw
    facts = {
        "counts": found.counts,
        "by_points": bool(since and since.by_points),
        "since_draw": _changed(since.changed if since else ()),
        "moved": [
            {
                "entrant": who.entrant,
                "player": who.player,
                "called": who.name,
                "table": who.table,
                "would_be": who.would_be,
                "met": _who(who.met),
                "would_meet": _who(who.would_meet),
            }
            for who in (since.moved if since else ())
        ],
        "matches": [_match(each) for each in found.matches],
        "since_official": _changed(found.since_official),
    }
    return CorrectionsBody.model_validate(facts)


def _changed(who: Sequence[Changed]) -> list[dict[str, Any]]:
    return [{"entrant": one.entrant, "called": one.name, "before": one.before, "now": one.now} for one in who]


def _match(one: LateMatch) -> dict[str, Any]:
    people = {"then": one.then, "now": one.now, "sits": one.sits, "would_be": one.would}
    return {"code": one.name, "into": one.into, **{name: _who(entrant) for name, entrant in people.items()}}


def _who(entrant: Entrant | None) -> dict[str, Any] | None:
    return {"entrant": entrant.pk, "called": called(entrant)} if entrant else None
