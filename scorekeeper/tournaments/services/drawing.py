"""Draw a round of a stage, in the way of its format: a draft, changes by hand, and the moment when all its tables are
opened."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Player
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import LONGEST
from scorekeeper.journal.models import Kind
from scorekeeper.pairing.schedules.instance import Schedule
from scorekeeper.play.services.sittings import Opening, Sitter, open_sitting
from scorekeeper.tournaments.models import Round, RoundPlace, RoundTable, Stage, StageEntrant, Tournament
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.selectors.ahead import next_of, together
from scorekeeper.tournaments.selectors.called import Unit, key_of
from scorekeeper.tournaments.selectors.drawn import Drawn
from scorekeeper.tournaments.selectors.precheck import Obstacle, Precheck, still_playing
from scorekeeper.tournaments.selectors.taking_part import Field, field_of
from scorekeeper.tournaments.selectors.ways import is_of_two, way_of
from scorekeeper.tournaments.services.common import refused, told
from scorekeeper.tournaments.services.running import locked_stage, require_not_ended, role_at, said

SEED_BITS = 62  # what every database holds in a whole number with a sign


@dataclass(frozen=True, slots=True)
class Seen:
    """The draft as the page showed it: nobody acts on another one."""

    round_id: UUID
    revision: int


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
    the one that was drawn with the round before, unless other people play it; `stop` is asked now and then while a
    schedule is looked for, and may raise.

    Raises:
        Conflict: `tournament_ended`.
        Refused: whatever stops the round in the precheck of its format, with its code.
    """
    stage = _at_desk(stage_id, by)
    way, look = way_of(stage), _checked(stage)
    draft = stage.rounds.filter(state=Round.State.DRAFT).first()
    units = way.plays(stage, look.field)
    fixed = _by_hand(draft, units, len(look.sizes)) if draft and keep else {}
    drawn = next_of(stage, look.field) if draft is None and seed is None else None
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    if drawn is None and not fixed:
        drawn = together(stage, look.field, seed, stop=stop)
    drawn = drawn or way.draw(stage, look.field, seed, fixed)
    return _written(stage, look.field, units, drawn, by, now)


@transaction.atomic
def take_schedule(*, stage_id: UUID, by: User, now: datetime, schedule: Schedule) -> Round:
    """The draft of the next round from a schedule that was drawn beside.

    Raises:
        Conflict: `tournament_ended`; `people_changed`: it started from something else than there is now.
        Refused: whatever stops the round in the precheck of its format, with its code.
    """
    stage = _at_desk(stage_id, by)
    field = _checked(stage).field
    drawn = together(stage, field, schedule.report.seed, ready=schedule)
    if drawn is None:
        raise Conflict("people_changed", _("Somebody came or went since this was drawn. Draw again."))
    return _written(stage, field, way_of(stage).plays(stage, field), drawn, by, now)


@transaction.atomic
def swap_places(*, stage_id: UUID, by: User, seen: Seen, places: tuple[UUID, UUID]) -> Round:
    """Two of the draft change places by hand, and stay where they are put when it is drawn again.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
        Refused: `draw_follows`: the format leaves nothing to choose; `place_unknown`, `place_twice`.
    """
    stage = _at_desk(stage_id, by)
    draft = _draft(stage, seen)
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
    _draft(_at_desk(stage_id, by), seen).delete()


@transaction.atomic
def publish_round(*, stage_id: UUID, by: User, seen: Seen, now: datetime) -> Round:
    """Open every table of the draft at once, but those for whom somebody is not here: their result is written at the
    desk. Tapped twice, or by two people, they are opened once. Whoever came late gets their line now, and is absent
    from the rounds before.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`, `people_changed`, `results_changed`: it would be drawn
            otherwise now.
        Refused: `still_playing`, or what opening a table refuses.
    """
    stage = locked_stage(stage_id)
    require(can_desk(role_at(by, stage)))
    if done := stage.rounds.filter(pk=seen.round_id).exclude(state=Round.State.DRAFT).first():
        return done
    stage = _at_desk(stage_id, by)
    draft = _draft(stage, seen)
    way, field = way_of(stage), field_of(stage, draft.number)
    units = {unit.key: unit for unit in way.plays(stage, field)}
    _require_fits(stage, draft, field, units)
    _take_in(stage, draft, field)
    here = {entrant.pk for entrant in field.here}
    for table in draft.tables.prefetch_related("places") if way.has_sheets else ():
        if all(place.entrant_id in here for place in table.places.all()):
            _open(stage, draft, table, units, by, now)
    draft.state, draft.published_by, draft.published_at = Round.State.PUBLISHED, by, now
    draft.save(update_fields=["state", "published_by", "published_at"])
    _runs(stage)
    told(stage.tournament, Kind.TOURNAMENT_ROUND, by, now, detail={"number": draft.number})
    return draft


def _require_fits(stage: Stage, draft: Round, field: Field, units: Mapping[str, Unit]) -> None:
    """Raises what `publish_round` does of a draft that is of other people or results by now, or whose people still
    play."""
    way = way_of(stage)
    there = {
        (key_of(place.entrant_id, place.player_id), place.kind == RoundPlace.Kind.ABSENT)
        for place in draft.places.all()
    }
    missing = {(str(entrant.pk), True) for entrant in way.absent(stage, field)}
    if there != {(key, False) for key in units} | missing:
        raise Conflict("people_changed", _("Somebody came or went since this was drawn. Draw again."))
    if not way.has_swaps and way.draw(stage, field, draft.seed, {}).facts != draft.facts:
        raise Conflict("results_changed", _("What this follows from has changed since it was drawn. Draw again."))
    if names := still_playing(stage, {player.pk for unit in units.values() for player in unit.people}):
        text = gettext_noop(
            "They still play at a table of this tournament: {names}. Let them finish, or end their list."
        )
        raise refused("still_playing", "", text, names=", ".join(names))


def _at_desk(stage_id: UUID, by: User) -> Stage:
    stage = locked_stage(stage_id)
    require(can_desk(role_at(by, stage)))
    require_not_ended(stage)
    return stage


def _checked(stage: Stage) -> Precheck:
    """Raises Refused with whatever stops the round."""
    look = way_of(stage).precheck(stage)
    if stops := [one for one in look.obstacles if one.stops]:
        raise _stopped(stops)
    return look


def _stopped(obstacles: Iterable[Obstacle]) -> Refused:
    problems = [problem for one in obstacles for problem in said(one.code, "", one.text).problems]
    return Refused(problems)


def _draft(stage: Stage, seen: Seen) -> Round:
    draft = stage.rounds.filter(state=Round.State.DRAFT, pk=seen.round_id, revision=seen.revision).first()
    if draft is None:
        raise Conflict("draw_changed", _("Somebody has changed the draw just now. Look at it again."))
    return draft


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


def _written(stage: Stage, field: Field, units: Iterable[Unit], drawn: Drawn, by: User, now: datetime) -> Round:
    stage.rounds.filter(state=Round.State.DRAFT).delete()
    made = Round.objects.create(
        club_id=stage.club_id,
        stage=stage,
        number=field.number,
        seed=drawn.seed,
        engine=drawn.engine,
        facts=drawn.facts,
        report=drawn.report,
        before=way_of(stage).known(stage, field.number),
        made_by=by,
        made_at=now,
    )
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


def _take_in(stage: Stage, draft: Round, field: Field) -> None:
    """Lines for those who come in with this round, and, where the format asks for that, `absent` wherever somebody of
    it has no place in an earlier one."""
    way, entrants = way_of(stage), [*field.here, *field.absent]
    lines = way.lines(stage, field, draft.seed)
    if lines and draft.number == 1:
        stage.entrants.all().delete()  # drawn anew from the places of the stage before
    StageEntrant.objects.bulk_create(
        StageEntrant(club_id=stage.club_id, stage=stage, entrant=entrant, group=group, line=line)
        for entrant, group, line in lines
    )
    for earlier in stage.rounds.filter(number__lt=draft.number) if way.fills_up else ():
        had = set(earlier.places.values_list("entrant", flat=True))
        RoundPlace.objects.bulk_create(
            RoundPlace(club_id=stage.club_id, round=earlier, entrant=entrant, kind=RoundPlace.Kind.ABSENT)
            for entrant in entrants
            if entrant.pk not in had
        )


def _open(stage: Stage, draft: Round, table: RoundTable, units: Mapping[str, Unit], by: User, now: datetime) -> None:
    tournament = stage.tournament
    places = sorted(table.places.all(), key=lambda place: place.seat or 0)
    sides = [units[key_of(place.entrant_id, place.player_id)].people for place in places]
    opening = Opening(
        game=tournament.game,
        seats=[Sitter(player.pk) for player in _seated(tournament, sides)],
        rules=tournament.rules,
        rules_name=tournament.rules_name,
        house_version=tournament.house_version_id,
        name=table_name(stage, draft, table.number),
        key=table.pk,
    )
    table.sitting = open_sitting(club=tournament.club, by=by, opening=opening, now=now)
    table.save(update_fields=["sitting"])


def _seated(tournament: Tournament, sides: Sequence[Sequence[Player]]) -> list[Player]:
    """Everybody of a table in the order of the seats: each side sits as the game seats it."""
    seats = range(sum(map(len, sides)))
    found = {
        seat: player
        for side, people in zip(tournament.plays.sides(seats), sides, strict=True)
        for seat, player in zip(side, people, strict=True)
    }
    return [found[seat] for seat in seats]


def table_name(stage: Stage, one: Round, number: int) -> str:
    """What the sheet is called: the tournament, its stage where that has a name, round and table."""
    place = _("round {round}, table {number}").format(round=one.number, number=number)
    if stage.name:
        place = f"{stage.name}, {place}"
    place = place[: LONGEST - 20]
    return f"{stage.tournament.name[: LONGEST - len(place) - 2].rstrip()}, {place}"


def _runs(stage: Stage) -> None:
    """The first round that is published begins the stage and the tournament."""
    if stage.state == Stage.State.PLANNED:
        stage.state = Stage.State.RUNNING
        stage.save(update_fields=["state"])
    if stage.tournament.is_planned:
        stage.tournament.state = Tournament.State.RUNNING
        stage.tournament.save(update_fields=["state"])
