"""The draft of a round: how it is drawn, what is changed by hand, and what programs read of it before and meanwhile."""

from collections.abc import Iterable
from typing import Annotated, Final
from uuid import UUID

from django.utils.translation import gettext_noop
from pydantic import BeforeValidator, Field, WithJsonSchema

from scorekeeper.common.acts import Answer, Asked, OneOf, wrong
from scorekeeper.draws.services.drafts import Seen
from scorekeeper.jobs.models import Job, State
from scorekeeper.tournaments.formats.next_round import NextRound
from scorekeeper.tournaments.models import Entrant, Round, Stage
from scorekeeper.tournaments.records import MOST_VERSION

MOST_SEED: Final = 2**63 - 1  # what every database holds in a whole number with a sign
SEED_WRONG: Final = gettext_noop("Use only digits, at most 9223372036854775807.")


def _seed_in(sent: object) -> object:
    """A number as text: JavaScript has no whole numbers that large. Raises Refused `seed_unknown`."""
    if not isinstance(sent, str):
        return sent
    digits = sent.strip()
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= len(str(MOST_SEED))
    if not is_number or int(digits) > MOST_SEED:
        raise wrong("seed_unknown", SEED_WRONG)
    return int(digits)


class RoundDraw(Asked):
    """How the next round is drawn."""

    keep: bool = Field(default=True, description="Whom a lock holds stays there, as far as that is possible.")
    few_changes: bool = Field(
        default=False, description="As few people as possible get others at their table than they have seen."
    )
    despite: bool = Field(
        default=False,
        description="Those sit together for whom no other way is found; else that is refused with `cannot_part`.",
    )
    smaller: bool = Field(
        default=False,
        description="Where somebody sits out anyway: the tables that the precheck calls `smaller`, and more sit out.",
    )
    seed: Annotated[
        int | None,
        Field(ge=0, le=MOST_SEED),
        BeforeValidator(_seed_in),
        WithJsonSchema({"type": ["string", "null"]}),
    ] = Field(
        default=None,
        description="The number to draw with, from 0 to 9223372036854775807, as a text; null: a new one. The same "
        "number gives the same draw as long as people, clubs, pairs, plan, locks and the rounds before are the same.",
    )


AS_USUAL: Final = RoundDraw()


class SeenDraft(Asked):
    """The draft that was read: nobody acts on another one."""

    round: UUID
    revision: int = Field(ge=1, le=MOST_VERSION)

    @property
    def seen(self) -> Seen:
        return Seen(self.round, self.revision)


class PlacesSwap(SeenDraft):
    """Two places of the draft."""

    one: UUID
    other: UUID
    despite: bool = Field(
        default=False,
        description="Also where it puts people together who are never to be; else that is refused with `keeps_apart`.",
    )


class DraftHold(SeenDraft):
    """A place of the draft, and whether who has it stays there when it is drawn again."""

    place: UUID
    held: bool


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
        "obstacles": [
            {"code": obstacle.code, "detail": obstacle.text, "stops": obstacle.stops} for obstacle in look.obstacles
        ],
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
