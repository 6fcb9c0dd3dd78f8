"""The stages of a tournament: add one, change how it is played, take it out again."""

import secrets
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.core.record import dump
from scorekeeper.accounts.models import User
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import clean_name
from scorekeeper.draws.drawn import SEED_BITS
from scorekeeper.journal.models import Kind
from scorekeeper.play.offers import NO_LENGTHS, hands_of
from scorekeeper.tournaments.formats.entering import entering
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.formats.registry import format_of
from scorekeeper.tournaments.models import DeskAct, Stage, Tournament
from scorekeeper.tournaments.planning.records import PlanSeen, RoundLengths, StageDetails
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.selectors.fitting import has_lengths, plan_problems
from scorekeeper.tournaments.services.common import (
    locked,
    refused,
    require_not_ended,
    require_seen,
    role_at,
    told,
)
from scorekeeper.tournaments.services.ending import take_anew
from scorekeeper.tournaments.services.planning import require_playable

MOST_STAGES = 8


@transaction.atomic
def add_stage(details: StageDetails, *, tournament_id: UUID, by: User, now: datetime, key: UUID | None = None) -> Stage:
    """One more stage, after the others; it takes whom its plan says from the one before it. Sent again under the same
    key it is the one that was added before.

    Raises:
        Conflict: `tournament_ended`, `changed_meanwhile`.
        PermissionDenied: not a director.
        Refused: `stages_full`, `name_too_long`; else what of the plan cannot be played, at `plan`.
    """
    if earlier := _added_before(tournament_id, by, key):
        return earlier
    found = _open(tournament_id, by, details)
    number = found.stages.count() + 1
    if number > MOST_STAGES:
        text = gettext_noop("A tournament has at most {most} stages.")
        raise refused("stages_full", "", text, most=MOST_STAGES)
    made = Stage(club=found.club, tournament=found, number=number, seed=secrets.randbits(SEED_BITS), key=key)
    _set(found, made, details.name, details.plan)
    _changed(found, by, now)
    made.is_new = True
    return made


@transaction.atomic
def change_stage(details: StageDetails, *, stage_id: UUID, by: User, now: datetime) -> Stage:
    """Say otherwise how a stage is played, while none of its rounds is drawn. Where it takes others, and the one before
    it has ended, they come into it.

    Raises:
        Conflict: `tournament_ended`, `changed_meanwhile`, `stage_begun`.
        PermissionDenied: not a director.
        Refused: what `add_stage` refuses; `cut_tied`, as `end_stage`.
    """
    found = _open(_tournament_of(stage_id), by, details)
    stage = _not_begun(found, stage_id)
    takes = stage.typed_plan.takes
    _set(found, stage, details.name, details.plan)
    if stage.typed_plan.takes != takes:
        take_anew(stage)
    _changed(found, by, now)
    return stage


@transaction.atomic
def change_lengths(asked: RoundLengths, *, stage_id: UUID, by: User, now: datetime) -> Stage:
    """Have rounds of a stage that are not drawn yet last otherwise, also while it is played. The journal
    has it.

    Raises:
        Conflict: `tournament_ended`, `stage_ended`, `changed_meanwhile`.
        PermissionDenied: not a director.
        Refused: `no_lengths`: its rounds have none; `length_drawn`: one of a round that is drawn, or opened, would be
            another one; else every problem of the lengths.
    """
    found = _open(_tournament_of(stage_id), by, asked)
    stage = found.stages.get(pk=stage_id)
    stage.tournament = found
    if stage.state == Stage.State.ENDED:
        raise Conflict("stage_ended", _("This stage has ended: there are no more rounds in it."))
    if not has_lengths(stage):
        raise refused("no_lengths", "lengths", NO_LENGTHS.template)
    planned = format_of(stage).lengths(stage.typed_plan)
    for number in stage.rounds.order_by("number").values_list("number", flat=True):
        if (hands := hands_of(planned, number)) != hands_of(asked.lengths, number):
            raise _length_drawn(number, hands)
    plan = stage.typed_plan.model_copy(update={"lengths": asked.lengths})
    if problems := plan_problems(plan, entering(found)):
        raise Refused(problems)
    stage.plan = dump(plan)
    stage.save(update_fields=["plan"])
    _changed(found, by, now)
    return stage


def _length_drawn(number: int, hands: int | None) -> Refused:
    """That the length of a round stays, and what can be done."""
    if hands is None:
        text = gettext_noop(
            "Round {number} is drawn: it stays as long as the rules say. Throw its draft away first, if it is one."
        )
        return refused("length_drawn", "lengths", text, number=number)
    text = gettext_noop("Round {number} is drawn: it stays at {hands} hands. Throw its draft away first, if it is one.")
    return refused("length_drawn", "lengths", text, number=number, hands=hands)


@transaction.atomic
def remove_stage(seen: PlanSeen, *, stage_id: UUID, by: User, now: datetime) -> None:
    """Take a stage out while none of its rounds is drawn; those after it move up.

    Raises:
        Conflict: `tournament_ended`, `changed_meanwhile`, `stage_begun`, `last_stage`; `stage_waits`: the one before it
            has ended; `stage_said`: an act at the desk is of it, and those stay.
    """
    found = _open(_tournament_of(stage_id), by, seen)
    stage = _not_begun(found, stage_id)
    if found.stages.count() == 1:
        raise Conflict("last_stage", _("This is the only stage. Change it instead."))
    _require_loose(stage)
    number = stage.number
    stage.delete()
    for later in found.stages.filter(number__gt=number).order_by("number"):
        later.number -= 1
        later.save(update_fields=["number"])
    _changed(found, by, now)


def _require_loose(stage: Stage) -> None:
    """Raises Conflict `stage_waits`, `stage_said`."""
    before = Stage.objects.filter(tournament=stage.tournament_id, number=stage.number - 1)
    if before.filter(state=Stage.State.ENDED).exists():
        text = _("The stage before it has ended, and its best have come into this one. Let that one go on first.")
        raise Conflict("stage_waits", text)
    if DeskAct.objects.filter(stage=stage).exists():
        text = _("Something is written down of this stage: who misses a round of it, or points. Change it instead.")
        raise Conflict("stage_said", text)


def _added_before(tournament_id: UUID, by: User, key: UUID | None) -> Stage | None:
    if key is None:
        return None
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    return found.stages.filter(key=key).first()


def _open(tournament_id: UUID, by: User, seen: PlanSeen) -> Tournament:
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    require_not_ended(found)
    require_seen(found, seen.version)
    return found


def _tournament_of(stage_id: UUID) -> UUID:
    return Stage.objects.values_list("tournament", flat=True).get(pk=stage_id)


def _not_begun(found: Tournament, stage_id: UUID) -> Stage:
    """Raises Stage.DoesNotExist: the tournament has none of this id; Conflict `stage_begun`."""
    stage = found.stages.get(pk=stage_id)
    if stage.state != Stage.State.PLANNED or stage.rounds.exists():
        raise Conflict("stage_begun", _("A round of this stage is drawn already. It stays as it is."))
    return stage


def _set(found: Tournament, stage: Stage, name: str, plan: StagePlan) -> None:
    require_playable(plan, entering(found))
    stage.name = clean_name(name, "name") if name else ""
    stage.plan = dump(plan)
    stage.save()


def _changed(found: Tournament, by: User, now: datetime) -> None:
    found.version += 1
    found.save(update_fields=["version"])
    told(found, Kind.TOURNAMENT_CHANGED, by, now)
