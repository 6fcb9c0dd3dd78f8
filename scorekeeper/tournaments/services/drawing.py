"""Draw a round of a stage, in the way of its format: a draft, and changes by hand."""

import secrets
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.pairing.schedules.instance import Schedule
from scorekeeper.tournaments.models import Round, RoundPlace, RoundTable, Stage
from scorekeeper.tournaments.selectors.ahead import next_of, together
from scorekeeper.tournaments.selectors.called import Unit, key_of
from scorekeeper.tournaments.selectors.drawn import Drawn
from scorekeeper.tournaments.selectors.precheck import Obstacle, Precheck
from scorekeeper.tournaments.selectors.results import Once, Read
from scorekeeper.tournaments.selectors.taking_part import Field
from scorekeeper.tournaments.selectors.ways import is_of_two, way_of
from scorekeeper.tournaments.services.common import SEED_BITS, refused
from scorekeeper.tournaments.services.running import Seen, said, seen_draft, stage_at_desk


@transaction.atomic
def draw_round(
    *,
    stage_id: UUID,
    by: User,
    now: datetime,
    keep: bool = True,
    seed: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Round:
    """A new draft of the next round from everybody who is here, in the place of the one there was. With `keep`, who
    was put somewhere by hand stays there, as far as the tables still allow it. Where rounds are drawn together, it is
    the one that was drawn with the round before, unless other people play it; `stop` is asked now and then, and may
    raise.

    Raises:
        Conflict: `tournament_ended`.
        Refused: whatever stops the round in the precheck of its format, with its code.
    """
    stage = stage_at_desk(stage_id, by)
    way, read = way_of(stage), Once()
    look = _checked(stage, read)
    if stop:
        stop()
    draft = stage.rounds.filter(state=Round.State.DRAFT).first()
    units = way.plays(stage, look.field)
    fixed = _by_hand(draft, units, len(look.sizes)) if draft and keep else {}
    drawn = next_of(stage, look.field) if draft is None and seed is None else None
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    if drawn is None and not fixed:
        drawn = together(stage, look.field, seed, stop=stop)
    drawn = drawn or way.draw(stage, look.field, seed, fixed, read)
    if stop:
        stop()
    return _written(_made(stage, look.field, read, by, now), look.field, units, drawn)


@transaction.atomic
def take_schedule(*, stage_id: UUID, by: User, now: datetime, schedule: Schedule) -> Round:
    """The draft of the next round from a schedule that was drawn beside.

    Raises:
        Conflict: `tournament_ended`; `people_changed`: it started from something else than there is now.
        Refused: whatever stops the round in the precheck of its format, with its code.
    """
    stage, read = stage_at_desk(stage_id, by), Once()
    field = _checked(stage, read).field
    drawn = together(stage, field, schedule.report.seed, ready=schedule)
    if drawn is None:
        raise Conflict("people_changed", _("Somebody came or went since this was drawn. Draw again."))
    return _written(_made(stage, field, read, by, now), field, way_of(stage).plays(stage, field), drawn)


@transaction.atomic
def swap_places(*, stage_id: UUID, by: User, seen: Seen, places: tuple[UUID, UUID]) -> Round:
    """Two of the draft change places by hand, and stay where they are put when it is drawn again.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
        Refused: `draw_follows`: the format leaves nothing to choose; `place_unknown`, `place_twice`.
    """
    stage = stage_at_desk(stage_id, by)
    draft = seen_draft(stage, seen)
    if not way_of(stage).has_swaps:
        raise refused("draw_follows", "", gettext_noop("Here the draw follows from the plan: nobody changes places."))
    found = {place.pk: place for place in draft.places.exclude(kind=RoundPlace.Kind.ABSENT)}
    for field, place in zip(("one", "other"), places, strict=True):
        if place not in found:
            raise refused("place_unknown", field, gettext_noop("Choose somebody who is in this draw."))
    if places[0] == places[1]:
        raise refused("place_twice", "other", gettext_noop("Choose two different people."))
    _exchange(stage, found[places[0]], found[places[1]])
    draft.report = {**draft.report, "broken": way_of(stage).broken(stage, draft)}
    draft.revision += 1
    draft.save(update_fields=["report", "revision"])
    return draft


@transaction.atomic
def drop_draft(*, stage_id: UUID, by: User, seen: Seen) -> None:
    """Let go of the draft.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
    """
    seen_draft(stage_at_desk(stage_id, by), seen).delete()


def _checked(stage: Stage, read: Read) -> Precheck:
    """Raises Refused with whatever stops the round."""
    look = way_of(stage).precheck(stage, read)
    if stops := [one for one in look.obstacles if one.stops]:
        raise _stopped(stops)
    return look


def _stopped(obstacles: Iterable[Obstacle]) -> Refused:
    problems = [problem for one in obstacles for problem in said(one.code, "", one.text).problems]
    return Refused(problems)


def _by_hand(draft: Round, units: Iterable[Unit], out: int) -> Mapping[str, int]:
    """Who was put where by hand and is still here: {who: table from 0; `out`, the number after the last: sitting
    out}."""
    here = {unit.key for unit in units}
    places = draft.places.filter(by_hand=True).exclude(kind=RoundPlace.Kind.ABSENT).select_related("table")
    places = places.order_by("table__number", "seat")
    there = {
        key_of(place.entrant_id, place.player_id): place.table.number - 1 if place.table else out for place in places
    }
    return {key: table for key, table in there.items() if key in here}


def _made(stage: Stage, field: Field, read: Read, by: User, now: datetime) -> Round:
    """The round as it is known before it is drawn; not saved yet."""
    known = way_of(stage).known(stage, field, read)
    return Round(club_id=stage.club_id, stage=stage, number=field.number, before=known, made_by=by, made_at=now)


def _written(made: Round, field: Field, units: Iterable[Unit], drawn: Drawn) -> Round:
    """The draft in the place of the one there was."""
    stage = made.stage
    stage.rounds.filter(state=Round.State.DRAFT).delete()
    made.seed, made.engine, made.facts, made.report = drawn.seed, drawn.engine, drawn.facts, drawn.report
    made.save()
    tables = [
        RoundTable(club_id=stage.club_id, round=made, number=number, group=one.group, code=one.code)
        for number, one in enumerate(drawn.tables, 1)
    ]
    RoundTable.objects.bulk_create(tables)
    by_key = {unit.key: unit for unit in units}
    blank = RoundPlace(club_id=stage.club_id, round=made)
    places = [
        _place(blank, by_key[key], drawn, table=table, seat=seat)
        for table, one in zip(tables, drawn.tables, strict=True)
        for seat, key in enumerate(one.keys)
    ]
    places += [_place(blank, by_key[key], drawn, kind=RoundPlace.Kind.BYE) for key in drawn.out]
    places += [
        RoundPlace(club_id=stage.club_id, round=made, entrant=entrant, kind=RoundPlace.Kind.ABSENT)
        for entrant in way_of(stage).absent(stage, field)
    ]
    RoundPlace.objects.bulk_create(places)
    return made


def _place(
    blank: RoundPlace,
    unit: Unit,
    drawn: Drawn,
    table: RoundTable | None = None,
    seat: int | None = None,
    kind: str = RoundPlace.Kind.SEAT,
) -> RoundPlace:
    return RoundPlace(
        club_id=blank.club_id,
        round=blank.round,
        table=table,
        seat=seat,
        entrant=unit.entrant,
        player=unit.player,
        kind=kind,
        by_hand=unit.key in drawn.fixed,
    )


def _exchange(stage: Stage, one: RoundPlace, other: RoundPlace) -> None:
    """Written anew, because no moment may show somebody at two places, or two at one. Of a match both sides are set
    by hand, and who of them is at home."""
    by_hand = one.table_id != other.table_id or is_of_two(stage)
    if is_of_two(stage):
        tables = [place.table_id for place in (one, other) if place.table_id]
        RoundPlace.objects.filter(table__in=tables).update(by_hand=True)
    RoundPlace.objects.filter(pk__in=[one.pk, other.pk]).delete()
    RoundPlace.objects.bulk_create(
        RoundPlace(
            club_id=place.club_id,
            round_id=place.round_id,
            table_id=place.table_id,
            seat=place.seat,
            kind=place.kind,
            entrant_id=who.entrant_id,
            player_id=who.player_id,
            by_hand=by_hand or who.by_hand,
        )
        for place, who in ((one, other), (other, one))
    )
