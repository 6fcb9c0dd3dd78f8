"""Draw a round of a stage, in the way of its format: a draft; and change that by hand."""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Annotated, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BeforeValidator, Field, WithJsonSchema

from scorekeeper.accounts.models import User
from scorekeeper.common.acts import Answer, Asked, OneOf, wrong
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.common.names import alphabetical
from scorekeeper.draws.drawn import SEED_BITS, Drawn, DrawRequest, Locked, Report, held_in
from scorekeeper.draws.services import drafts
from scorekeeper.draws.services.drafts import put_down
from scorekeeper.jobs.models import Job, State
from scorekeeper.pairing.drawing import Pair
from scorekeeper.pairing.schedules.instance import Impossible, Schedule, Unfit, input_hash
from scorekeeper.tournaments.acting import draft_at_desk, refused, said, stage_at_desk
from scorekeeper.tournaments.draft.reads import unsaid_pairs
from scorekeeper.tournaments.formats.at_desk import StageAct
from scorekeeper.tournaments.formats.format import format_of
from scorekeeper.tournaments.formats.next_round import NextRound, Obstacle
from scorekeeper.tournaments.formats.tables.draw import drawn_from
from scorekeeper.tournaments.formats.tables.instances import instance_of
from scorekeeper.tournaments.models import Entrant, Round, RoundPlace, Stage
from scorekeeper.tournaments.records import MOST_VERSION
from scorekeeper.tournaments.rounds.field import Field as Participants
from scorekeeper.tournaments.rounds.field import names_in
from scorekeeper.tournaments.rounds.results import Once, Read

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


NO_WAY: Final = gettext_noop(
    "No draw was found that keeps these pairs apart: {pairs}. Draw anyway, or remove them from the list of "
    "players kept apart."
)


@transaction.atomic
def draw_round(
    *,
    stage_id: UUID,
    by: User,
    now: datetime,
    wish: RoundDraw = AS_USUAL,
    seed: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Round:
    """A new draft of the next round from everybody who is here, in the place of the one there was. Where rounds are
    drawn together, it is the one that was drawn with the round before, unless other people play it; `stop` is asked
    now and then, and may raise.

    Raises:
        Conflict: `tournament_ended`.
        Refused: as `_checked`; `cannot_part`: no way was found to keep those apart who are never to sit together;
            `too_many`: more than can be drawn.
    """
    stage = stage_at_desk(stage_id, by)
    read = Once()
    look = _checked(stage, read)
    may_be_planned = seed is None and not wish.few_changes and not wish.smaller
    planned = format_of(stage).planned(stage, look.field, wish.seed) if may_be_planned else None
    seed = next((known_seed for known_seed in (seed, wish.seed) if known_seed is not None), None)
    asked = replace(asked_of(stage, look, wish, secrets.randbits(SEED_BITS) if seed is None else seed), stop=stop)
    drawn = planned or _looked_for(stage, look.field, asked, read)
    return _written(stage, look.field, drawn, asked.held, Making(by, now, read))


def asked_of(stage: Stage, look: NextRound, wish: RoundDraw, seed: int) -> DrawRequest:
    """What is asked of the draw of the next round, with the draft there is."""
    draft = stage.rounds.filter(state=Round.State.DRAFT).first()
    return DrawRequest(
        seed=seed,
        held=held_in(draft) if draft and wish.keep else {},
        shown=format_of(stage).shown(stage, look.number),
        few_changes=wish.few_changes,
        despite=wish.despite,
        smaller=wish.smaller,
    )


@transaction.atomic
def take_schedule(*, stage_id: UUID, by: User, now: datetime, schedule: Schedule, wish: RoundDraw = AS_USUAL) -> Round:
    """The draft of the next round from a schedule that was drawn beside.

    Raises:
        Conflict: `tournament_ended`; `people_changed`: it started from something else than there is now.
        Refused: whatever stops the round in the precheck of its format, with its code.
    """
    stage = stage_at_desk(stage_id, by)
    read = Once()
    look = _checked(stage, read)
    asked = asked_of(stage, look, wish, schedule.report.seed)
    instance = instance_of(stage, look.field, asked)
    if input_hash(instance) != schedule.report.input_hash:
        raise Conflict("people_changed", _("People have come or gone since this draw. Draw again."))
    return _written(stage, look.field, drawn_from(instance, asked, schedule), asked.held, Making(by, now, read))


def _looked_for(stage: Stage, field: Participants, asked: DrawRequest, read: Read) -> Drawn:
    """As `_drawn`, unless `stop` raises before or after. What is planned already is never stopped: else a clock would
    decide whether it is drawn so."""
    if asked.stop:
        asked.stop()
    drawn = _drawn(stage, field, asked, read)
    if asked.stop:
        asked.stop()
    return drawn


def _drawn(stage: Stage, field: Participants, asked: DrawRequest, read: Read) -> Drawn:
    """Raises Refused `cannot_part`, `too_many`."""
    try:
        return format_of(stage).draw(stage, field, asked, read)
    except Unfit:
        raise refused("too_many", "", gettext_noop("There are too many people for one draw.")) from None
    except Impossible as impossible:
        names = names_in(stage.tournament_id)
        pairs = {tuple(names[who] for who in collision.players) for collision in impossible.collisions}
        said_of = ", ".join(_("{one} and {other}").format(one=one, other=other) for one, other in sorted(pairs))
        raise refused("cannot_part", "", NO_WAY, pairs=said_of) from None


def _checked(stage: Stage, read: Read) -> NextRound:
    """Nothing stops the round. Raises Refused with what does: `tournament_ended`, `stage_ended`, `stage_waits`,
    `rounds_over`, `round_open`, `too_few`, `not_complete`, `plays_twice`, `teams_many`, `decided`, `nothing_open`,
    `no_dutch`, `unpairable`."""
    look = format_of(stage).next_round(stage, read)
    if stops := [obstacle for obstacle in look.obstacles if obstacle.stops]:
        raise _stopped(stops)
    return look


def _stopped(obstacles: Iterable[Obstacle]) -> Refused:
    problems = [problem for obstacle in obstacles for problem in said(obstacle.code, "", obstacle.text).problems]
    return Refused(problems)


@dataclass(frozen=True, slots=True)
class Making:
    """Who draws, and when, with what was read of results."""

    by: User
    at: datetime
    read: Read


def _written(stage: Stage, field: Participants, drawn: Drawn, held: Mapping[str, Locked], making: Making) -> Round:
    """The draft in the place of the one there was, which it can be again."""
    format_ = format_of(stage)
    made = Round(
        club_id=stage.club_id,
        stage=stage,
        number=field.number,
        before=format_.basis(stage, field, making.read),
        made_by=making.by,
        made_at=making.at,
    )
    who = {
        unit.key: {"entrant_id": unit.entrant.pk, "player_id": unit.player.pk if unit.player else None}
        for unit in format_.seated(stage, field)
    }
    before = stage.rounds.filter(state=Round.State.DRAFT).first()
    put_down(made, drawn, who, before, held)
    RoundPlace.objects.bulk_create(
        RoundPlace(club_id=stage.club_id, round=made, entrant=entrant, kind=RoundPlace.Kind.ABSENT)
        for entrant in format_.sitting_out(stage, field)
    )
    return made


@transaction.atomic
def swap_places(swap: PlacesSwap, *, stage_id: UUID, by: User, now: datetime) -> Round:
    """Two of the draft change places by hand, and stay where they are put when it is drawn again.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
        Refused: `draw_follows`: the format leaves nothing to choose; `place_unknown`, `place_twice`; `keeps_apart`:
            it needs "despite".
    """
    draft = draft_at_desk(stage_id, by, swap.round, swap.revision)
    change = _change(draft, by, now)
    before = format_of(draft.stage).never_together(draft.stage, draft)

    def keeps_apart(draft: Round) -> None:
        if worse := format_of(draft.stage).never_together(draft.stage, draft) - before:
            raise _keeps_apart(draft.stage, worse)

    places = (swap.one, swap.other)
    return drafts.swap_places(draft, places, change if swap.despite else replace(change, check=keeps_apart))


@transaction.atomic
def hold_place(hold: DraftHold, *, stage_id: UUID, by: User, now: datetime) -> Round:
    """Somebody stays at their table when the draft is drawn again, a match of two as a whole; or may sit elsewhere
    again.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
        Refused: `draw_follows`, `place_unknown`.
    """
    draft = draft_at_desk(stage_id, by, hold.round, hold.revision)
    return drafts.hold_place(draft, hold.place, _change(draft, by, now), held=hold.held)


@transaction.atomic
def undo_draft(draft: SeenDraft, *, stage_id: UUID, by: User) -> Round:
    """The draw that was there before the last one, or before the last change by hand, bit for bit; nothing is drawn.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`; `nothing_before`.
    """
    found = draft_at_desk(stage_id, by, draft.round, draft.revision)
    made = drafts.undo_draft(found)
    made.stage = found.stage
    return made


@transaction.atomic
def drop_draft(draft: SeenDraft, *, stage_id: UUID, by: User) -> Stage:
    """Let go of the draft of a stage.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
    """
    found = draft_at_desk(stage_id, by, draft.round, draft.revision)
    found.delete()
    return found.stage


def _change(draft: Round, by: User, now: datetime) -> drafts.ByHand:
    """Raises Refused `draw_follows`."""
    stage = draft.stage
    format_of(stage).require(StageAct.CHANGE_PLACES)
    report_of = partial(_report_of, unsaid=unsaid_pairs(stage, draft))
    return drafts.ByHand(by, now, report_of, of_two=format_of(stage).is_of_matches)


def _keeps_apart(stage: Stage, pairs: Iterable[tuple[str, str]]) -> Refused:
    names = names_in(stage.tournament_id)
    named = sorted(((names[one], names[other]) for one, other in pairs), key=lambda two: [*map(alphabetical, two)])
    together = ", ".join(_("{one} and {other}").format(one=one, other=other) for one, other in named)
    text = gettext_noop("This would seat pairs together that should never be: {pairs}. Confirm that you want this.")
    return refused("keeps_apart", "", text, pairs=together)


def _report_of(draft: Round, unsaid: Iterable[Pair]) -> Report:
    """Of those nobody had said are wanted together, a change elsewhere says no more than before."""
    format_, stage = format_of(draft.stage), draft.stage
    report = format_.changed_report(stage, draft).without("unsaid")
    together = {frozenset(pair) for pair in format_.never_together(stage, draft)}
    still = sorted((min(pair), max(pair)) for pair in unsaid if pair in together)
    return report.but(unsaid=tuple(still)) if still else report
