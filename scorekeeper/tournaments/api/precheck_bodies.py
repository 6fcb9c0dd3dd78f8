"""What comes before a round, as the API says it: what stands in its way, and a draw that is made beside."""

from collections.abc import Iterable
from typing import Annotated
from uuid import UUID

from pydantic import Field

from scorekeeper.common.acts import Answer, OneOf
from scorekeeper.jobs.models import Job, State
from scorekeeper.tournaments.formats.next_round import NextRound
from scorekeeper.tournaments.models import Entrant, Round, Stage


class ObstacleBody(Answer):
    """Something to know before a draw."""

    code: str
    detail: str = Field(description="A sentence for people.")
    stops: bool = Field(description="It has to be out of the way first.")


class DraftRefBody(Answer):
    """The draft that waits."""

    round: UUID
    revision: int


class DrawingBody(Answer):
    """A draw that takes longer and is made beside: ask `draws/{job}` until it is `done`, `failed` or `cancelled`."""

    job: UUID
    stage: UUID
    state: Annotated[str, OneOf(State.values)]
    done: int = Field(description="Of 100.")
    round: UUID | None = Field(description="The draft, once it is done.")
    words: list[str] = Field(description="How it ended.")


class PrecheckBody(Answer):
    """What the next round of a stage would be."""

    number: int
    may_draw: bool
    obstacles: list[ObstacleBody]
    here: list[UUID] = Field(description="Entrants who play it.")
    absent: list[UUID] = Field(description="Who miss it, as they said.")
    expected: list[UUID] = Field(description="Who are not checked in: no seat.")
    sizes: list[int] = Field(description="Of its tables.")
    out: int = Field(description="How many sit out.")
    smaller: list[int] = Field(description="What its tables can be instead, where somebody sits out anyway.")
    draft: DraftRefBody | None
    drawing: DrawingBody | None = Field(description="It is being drawn.")


def drawing(job: Job) -> DrawingBody:
    """A draw that is made beside."""
    facts = {
        "job": job.pk,
        "stage": job.arguments["stage"],
        "state": job.state,
        "done": 100 * job.done // job.total if job.total else 0,
        "round": job.facts.get("round"),
        "words": job.sentences,
    }
    return DrawingBody.model_validate(facts)


def precheck(stage: Stage, look: NextRound, job: Job | None) -> PrecheckBody:
    """What the next round would be, and what stands in its way."""
    draft = stage.rounds.filter(state=Round.State.DRAFT).first()
    facts = {
        "number": look.number,
        "may_draw": look.may_draw,
        "obstacles": [{"code": one.code, "detail": one.text, "stops": one.stops} for one in look.obstacles],
        "here": _ids(look.field.here),
        "absent": _ids(look.field.absent),
        "expected": _ids(look.field.expected),
        "sizes": list(look.sizes),
        "out": look.out,
        "smaller": list(look.smaller),
        "draft": {"round": draft.pk, "revision": draft.revision} if draft else None,
        "drawing": drawing(job) if job else None,
    }
    return PrecheckBody.model_validate(facts)


def _ids(entrants: Iterable[Entrant]) -> list[UUID]:
    return [entrant.pk for entrant in entrants]
