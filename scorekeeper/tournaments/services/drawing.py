"""Draw a round of tables: a draft, changes by hand, and the moment when all its tables are opened."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.hashing import digest
from scorekeeper.common.names import LONGEST
from scorekeeper.pairing.drawing import facts
from scorekeeper.play.services.sittings import Opening, Sitter, open_sitting
from scorekeeper.tournaments.models import Round, RoundPlace, RoundTable, Stage, StageEntrant, Tournament
from scorekeeper.tournaments.plans import TablesPlan
from scorekeeper.tournaments.policies import can_desk
from scorekeeper.tournaments.selectors.called import Unit, key_of, units_of
from scorekeeper.tournaments.selectors.history import entry_of
from scorekeeper.tournaments.selectors.precheck import Obstacle, precheck, still_playing
from scorekeeper.tournaments.selectors.standing import standing_of
from scorekeeper.tournaments.selectors.tables import Drawn, broken_in, drawn_for, places_of
from scorekeeper.tournaments.selectors.taking_part import Field, field_of
from scorekeeper.tournaments.services.common import refused
from scorekeeper.tournaments.services.running import locked_stage, require_not_ended, role_at, said

SEED_BITS = 62  # what every database holds in a whole number with a sign


@dataclass(frozen=True, slots=True)
class Seen:
    """The draft as the page showed it: nobody acts on another one."""

    round_id: UUID
    revision: int


@transaction.atomic
def draw_round(*, stage_id: UUID, by: User, now: datetime, keep: bool = True, seed: int | None = None) -> Round:
    """A new draft of the next round from everybody who is here, in the place of the one there was. With `keep`, who
    was put somewhere by hand stays there, as far as the tables still allow it.

    Raises:
        Conflict: `tournament_ended`.
        Refused: whatever stops the round in `selectors.precheck`, with its code; `not_tables`.
    """
    stage = _of_tables(stage_id, by)
    look = precheck(stage)
    if stops := [one for one in look.obstacles if one.stops]:
        raise _stopped(stops)
    units = units_of(stage.tournament, look.field.here)
    draft = stage.rounds.filter(state=Round.State.DRAFT).first()
    fixed = _by_hand(draft, units, len(look.sizes)) if draft and keep else {}
    if draft:
        draft.delete()
    drawn = drawn_for(stage, look.number, units, secrets.randbits(SEED_BITS) if seed is None else seed, fixed)
    return _written(stage, look.field, units, drawn, by, now)


@transaction.atomic
def swap_places(*, stage_id: UUID, by: User, seen: Seen, places: tuple[UUID, UUID]) -> Round:
    """Two of the draft change places by hand, and stay where they are put when it is drawn again.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
        Refused: `place_unknown`, `place_twice`.
    """
    stage = _of_tables(stage_id, by)
    draft = _draft(stage, seen)
    found = {place.pk: place for place in draft.places.exclude(kind=RoundPlace.Kind.ABSENT)}
    for field, place in zip(("one", "other"), places, strict=True):
        if place not in found:
            raise refused("place_unknown", field, gettext_noop("Choose somebody who is in this draw."))
    if places[0] == places[1]:
        raise refused("place_twice", "other", gettext_noop("Choose two different people."))
    _exchange(found[places[0]], found[places[1]])
    tables, out = places_of(draft)
    here = {key_of(place.entrant_id, place.player_id) for place in found.values()}
    units = [unit for unit in _units(stage, field_of(stage, draft.number)) if unit.key in here]
    entry = entry_of(stage, draft.number, units, draft.seed)
    draft.report = {**draft.report, "broken": broken_in(entry, tables, out)}
    draft.revision += 1
    draft.save(update_fields=["report", "revision"])
    return draft


@transaction.atomic
def drop_draft(*, stage_id: UUID, by: User, seen: Seen) -> None:
    """Let go of the draft.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`.
    """
    _draft(_of_tables(stage_id, by), seen).delete()


@transaction.atomic
def publish_round(*, stage_id: UUID, by: User, seen: Seen, now: datetime) -> Round:
    """Open every table of the draft at once. Tapped twice, or by two people, they are opened once. Whoever came late
    gets their line now, and is absent from the rounds before.

    Raises:
        Conflict: `tournament_ended`, `draw_changed`, `people_changed`.
        Refused: `still_playing`, or what opening a table refuses.
    """
    stage = locked_stage(stage_id)
    require(can_desk(role_at(by, stage)))
    if done := stage.rounds.filter(pk=seen.round_id).exclude(state=Round.State.DRAFT).first():
        return done
    stage = _of_tables(stage_id, by)
    draft = _draft(stage, seen)
    field = field_of(stage, draft.number)
    units = {unit.key: unit for unit in _units(stage, field)}
    there = {
        (key_of(place.entrant_id, place.player_id), place.kind == RoundPlace.Kind.ABSENT)
        for place in draft.places.all()
    }
    missing = {(str(entrant.pk), True) for entrant in field.absent}
    if there != {(key, False) for key in units} | missing:
        raise Conflict("people_changed", _("Somebody came or went since this was drawn. Draw again."))
    if names := still_playing(stage, {unit.sits.pk for unit in units.values()}):
        text = gettext_noop(
            "They still play at a table of this tournament: {names}. Let them finish, or end their list."
        )
        raise refused("still_playing", "", text, names=", ".join(names))
    _take_in(stage, draft, field)
    for table in draft.tables.prefetch_related("places"):
        _open(stage, draft, table, units, by, now)
    draft.state, draft.published_by, draft.published_at = Round.State.PUBLISHED, by, now
    draft.save(update_fields=["state", "published_by", "published_at"])
    _runs(stage)
    return draft


def _of_tables(stage_id: UUID, by: User) -> Stage:
    stage = locked_stage(stage_id)
    require(can_desk(role_at(by, stage)))
    require_not_ended(stage)
    if not isinstance(stage.typed_plan, TablesPlan):
        raise refused("not_tables", "", gettext_noop("This stage is not played in rounds of tables."))
    return stage


def _stopped(obstacles: Iterable[Obstacle]) -> Refused:
    problems = [problem for one in obstacles for problem in said(one.code, "", one.text).problems]
    return Refused(problems)


def _units(stage: Stage, field: Field) -> list[Unit]:
    return units_of(stage.tournament, field.here)


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
    there = {
        key_of(place.entrant_id, place.player_id): place.table.number - 1 if place.table else out for place in places
    }
    return {key: table for key, table in there.items() if key in here}


def _written(stage: Stage, field: Field, units: Iterable[Unit], drawn: Drawn, by: User, now: datetime) -> Round:
    made = Round.objects.create(
        club_id=stage.club_id,
        stage=stage,
        number=field.number,
        seed=drawn.entry.seed,
        engine=drawn.engine,
        facts=digest(facts(drawn.entry)),
        report=drawn.report,
        before={"points": standing_of(stage, before=field.number).totals},
        made_by=by,
        made_at=now,
    )
    tables = [RoundTable(club_id=stage.club_id, round=made, number=n) for n, _seats in enumerate(drawn.draw.tables, 1)]
    RoundTable.objects.bulk_create(tables)
    by_key = {unit.key: unit for unit in units}
    blank = RoundPlace(club_id=stage.club_id, round=made)
    places = [
        _place(blank, by_key[key], drawn, table=table, seat=seat)
        for table, keys in zip(tables, drawn.draw.tables, strict=True)
        for seat, key in enumerate(keys)
    ]
    places += [_place(blank, by_key[key], drawn, kind=RoundPlace.Kind.BYE) for key in drawn.draw.out]
    places += [
        RoundPlace(club_id=stage.club_id, round=made, entrant=entrant, kind=RoundPlace.Kind.ABSENT)
        for entrant in field.absent
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
        by_hand=unit.key in drawn.entry.fixed,
    )


def _exchange(one: RoundPlace, other: RoundPlace) -> None:
    """Written anew, because no moment may show somebody at two places, or two at one."""
    by_hand = one.table_id != other.table_id
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
    """Lines for those who have none, and `absent` wherever somebody of this round has no place in an earlier one."""
    entrants = [*field.here, *field.absent]
    known = set(stage.entrants.values_list("entrant", flat=True))
    last = stage.entrants.aggregate(last=Max("line"))["last"] or 0
    late = [entrant for entrant in entrants if entrant.pk not in known]
    StageEntrant.objects.bulk_create(
        StageEntrant(club_id=stage.club_id, stage=stage, entrant=entrant, line=line)
        for line, entrant in enumerate(late, last + 1)
    )
    for earlier in stage.rounds.filter(number__lt=draft.number):
        had = set(earlier.places.values_list("entrant", flat=True))
        RoundPlace.objects.bulk_create(
            RoundPlace(club_id=stage.club_id, round=earlier, entrant=entrant, kind=RoundPlace.Kind.ABSENT)
            for entrant in entrants
            if entrant.pk not in had
        )


def _open(stage: Stage, draft: Round, table: RoundTable, units: Mapping[str, Unit], by: User, now: datetime) -> None:
    tournament = stage.tournament
    places = sorted(table.places.all(), key=lambda place: place.seat or 0)
    opening = Opening(
        game=tournament.game,
        seats=[Sitter(units[key_of(place.entrant_id, place.player_id)].sits.pk) for place in places],
        rules=tournament.rules,
        rules_name=tournament.rules_name,
        house_version=tournament.house_version_id,
        name=table_name(stage, draft, table.number),
        key=table.pk,
    )
    table.sitting = open_sitting(club=tournament.club, by=by, opening=opening, now=now)
    table.save(update_fields=["sitting"])


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
