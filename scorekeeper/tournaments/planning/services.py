"""Plan a tournament, change it, call it off; add stages, change how they are played, take them out again."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import games
from games.core.record import dump
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import role_in
from scorekeeper.clubs.services import lock_book
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.names import clean_name, tidied
from scorekeeper.draws.drawn import SEED_BITS
from scorekeeper.journal.models import Kind
from scorekeeper.play.house_rules.services import PlannedRules, planned_rules
from scorekeeper.play.offers import NO_LENGTHS, hands_of
from scorekeeper.standings.models import Competition
from scorekeeper.tournaments import acting
from scorekeeper.tournaments.ending.services import mark_sheets, take_anew
from scorekeeper.tournaments.entries.services import fill_up
from scorekeeper.tournaments.formats.format import Format, format_named, format_of
from scorekeeper.tournaments.formats.next_round import Entering, entering
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.models import MOST_IN_A_TEAM, DeskAct, Entrant, Stage, Tournament
from scorekeeper.tournaments.planning import records
from scorekeeper.tournaments.planning.reads import has_lengths, plan_problems, usual_of
from scorekeeper.tournaments.policies import can_plan

FARTHEST = timedelta(days=731)
FEWEST_IN_A_TEAM = 2
STAYS_BEGUN = gettext_noop("The tournament has begun, so this cannot change.")
STAYS_ENTERED = gettext_noop("Somebody has already entered, so this cannot change.")


@transaction.atomic
def plan_tournament(
    plan: records.TournamentPlan, *, club: Club, by: User, now: datetime, key: UUID | None = None
) -> Tournament:
    """A new tournament of a club with its first stage: by its plan, or as is usual in the format or in this game. Sent
    again under the same key it is the one that was planned before.

    Raises:
        PermissionDenied: not a director.
        Refused: as `_set`, as `require_playable`.
    """
    require(can_plan(role_in(by, club)))
    if key:
        lock_book(club)
        if earlier := Tournament.objects.filter(club=club, key=key).first():
            return earlier
    made = Tournament(club=club, game=plan.game, made_by=by, made_at=now, key=key)
    _set(made, plan, now)
    who = entering(made)
    first = plan.plan or _format_of(plan, made).usual_plan(who)
    require_playable(first, who)
    made.save()
    made.is_new = True
    Stage.objects.create(club=club, tournament=made, number=1, plan=dump(first), seed=secrets.randbits(SEED_BITS))
    acting.note_act(made, Kind.TOURNAMENT_PLANNED, by, now)
    return made


def _format_of(plan: records.TournamentPlan, made: Tournament) -> Format:
    """In which the first stage is played where its plan is left out."""
    return format_named(plan.format) if plan.format else usual_of(made.plays, made.of) or format_named("tables")


@transaction.atomic
def change_tournament(change: records.TournamentChange, *, tournament_id: UUID, by: User, now: datetime) -> Tournament:
    """Say otherwise what was planned. The game stays; its rules stay from the first round on, and who enters (players,
    pairs, teams) from the first entry on.

    Raises:
        Conflict: `tournament_ended`, `changed_meanwhile`.
        PermissionDenied: not a director.
        Refused: as `_set`; `rules_stay`, `rules_version_stays`, `entrants_stay`; `stage_unsuited`: a stage cannot
            be played like this.
    """
    found = acting.locked(tournament_id)
    require(can_plan(acting.role_at(by, found)))
    acting.require_not_ended(found)
    acting.require_seen(found, change.version)
    before = {name: getattr(found, name) for name in ("rules", "of", "team_size", "rules_version")}
    _set(found, change, now)
    _require_same(before, found)
    if any(plan_problems(stage.typed_plan, entering(found)) for stage in found.stages.all()):
        text = gettext_noop("A stage of this tournament cannot be played like this. Change the stage first.")
        raise acting.refused("stage_unsuited", "of" if before["of"] != found.of else "rules", text)
    found.version += 1
    found.save()
    mark_sheets(found)
    if found.competition_id:  # what the money book calls it
        Competition.everything.filter(pk=found.competition_id).update(name=found.name)
    acting.note_act(found, Kind.TOURNAMENT_CHANGED, by, now)
    fill_up(found, by, now)
    return found


@transaction.atomic
def call_off(*, tournament_id: UUID, by: User, now: datetime) -> Tournament:
    """It does not take place: ended before it began. Done twice it is done once.

    Raises:
        Conflict: `tournament_running`; `tournament_ended`.
    """
    found = acting.locked(tournament_id)
    require(can_plan(acting.role_at(by, found)))
    if found.is_ended and is_called_off(found):
        return found
    acting.require_planned(found)
    found.state, found.ended_at, found.ended_by = Tournament.State.ENDED, now, by
    found.version += 1
    found.save(update_fields=["state", "ended_at", "ended_by", "version"])
    acting.note_act(found, Kind.TOURNAMENT_CALLED_OFF, by, now)
    return found


@transaction.atomic
def plan_again(*, tournament_id: UUID, by: User, now: datetime) -> Tournament:
    """What was called off takes place after all.

    Raises:
        Conflict: `tournament_played`: it has begun.
    """
    found = acting.locked(tournament_id)
    require(can_plan(acting.role_at(by, found)))
    if found.is_planned:
        return found
    if not is_called_off(found):
        raise Conflict("tournament_played", _("This tournament has been played."))
    found.state, found.ended_at, found.ended_by = Tournament.State.PLANNED, None, None
    found.version += 1
    found.save(update_fields=["state", "ended_at", "ended_by", "version"])
    acting.note_act(found, Kind.TOURNAMENT_PLANNED, by, now)
    return found


def is_called_off(tournament: Tournament) -> bool:
    """It ended before any of its stages began."""
    return tournament.is_ended and not tournament.stages.exclude(state=Stage.State.PLANNED).exists()


def _require_same(before: Mapping[str, Any], found: Tournament) -> None:
    """What others have built on does not change under them.

    Raises:
        Refused: `rules_stay`, `rules_version_stays`, `entrants_stay`.
    """
    if not found.is_planned and before["rules"] != found.rules:
        raise acting.refused("rules_stay", "rules", STAYS_BEGUN)
    if not found.is_planned and before["rules_version"] != found.rules_version:
        raise acting.refused("rules_version_stays", "rules_version", STAYS_BEGUN)
    if (before["of"], before["team_size"]) == (found.of, found.team_size):
        return
    if not found.is_planned or Entrant.objects.filter(tournament=found).exists():
        raise acting.refused("entrants_stay", "of", STAYS_ENTERED)


def _set(found: Tournament, asked: records.TournamentPlan | records.TournamentChange, now: datetime) -> None:
    """Write what is asked into the row, which is not saved. Raises Refused `day_far`, `team_size_unknown`, as `_rules`,
    as `clean_name`."""
    rules = _rules(found, asked) if asked.has_rules or not found.rules else None
    starts_at = _with_offset(asked.starts_at, found.club) if asked.starts_at else found.starts_at
    of, size = asked.of or found.of, asked.team_size or found.team_size
    problems = [*rules.problems] if rules else []
    if abs(starts_at - now) > FARTHEST:
        problems.append(Problem("day_far", "starts_at", Text(gettext_noop("Choose a day within two years from now."))))
    if of == Tournament.Of.TEAMS and size < FEWEST_IN_A_TEAM:
        problems.append(Problem("team_size_unknown", "team_size", Text(records.TEAM_SIZE, {"most": MOST_IN_A_TEAM})))
    if problems:
        raise Refused(problems)
    if rules:
        found.rules, found.rules_name, found.house_version = dump(rules.rules), rules.name, rules.version
    found.starts_at, found.of = starts_at, of
    found.team_size = {Tournament.Of.PLAYERS: 1, Tournament.Of.PAIRS: 2}.get(Tournament.Of(of), size)
    if asked.name is not None:
        found.name = clean_name(asked.name, "name")
    if asked.venue is not None:
        found.venue = clean_name(asked.venue, "venue") if asked.venue else ""
    if asked.note is not None:
        found.note = tidied(asked.note)
    for name in ("most", "signs_up", "rules_version"):
        if (value := getattr(asked, name)) is not None:
            setattr(found, name, value)
    if "held_from" in asked.model_fields_set and found.held_from != asked.held_from:
        found.held_from, found.released_at = asked.held_from, None


def _with_offset(moment: datetime, club: Club) -> datetime:
    """A moment without an offset is in the club's time."""
    return moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(club.time_zone))


def _rules(found: Tournament, asked: records.TournamentPlan | records.TournamentChange) -> PlannedRules:
    """The rules that are asked for; nothing said of them are the game's own.

    Raises:
        Refused: `game_unknown`, `preset_unknown`; as `planned_rules`.
    """
    game = games.all_games().get(found.game)
    if game is None:
        text = gettext_noop("This game does not exist. Choose one of these: {names}.")
        raise acting.refused("game_unknown", "game", text, names=", ".join(games.all_games()))
    preset = next((preset for preset in game.presets if preset.slug == asked.preset), None)
    if asked.preset and preset is None:
        text = gettext_noop("This game has no rules with that name. Choose one of these: {names}.")
        raise acting.refused("preset_unknown", "preset", text, names=", ".join(each.slug for each in game.presets))
    rules = {**(preset.rules if preset else {}), **(asked.rules or {})}
    return planned_rules(
        found.club,
        game=game.name,
        rules=rules,
        name=asked.rules_name or (str(preset.title) if preset else ""),
        house_version=asked.house_version,
        has=found.house_version_id,
    )


def require_playable(plan: StagePlan, who: Entering) -> None:
    """That a plan can be played. Raises Refused as `plan_problems`, each at its field of the plan."""
    if problems := plan_problems(plan, who):
        raise Refused([replace(problem, field=f"plan.{problem.field}") for problem in problems])


MOST_STAGES = 8


@transaction.atomic
def add_stage(
    details: records.StageDetails, *, tournament_id: UUID, by: User, now: datetime, key: UUID | None = None
) -> Stage:
    """One more stage, after the others; it takes whom its plan says from the one before it. Sent again under the same
    key it is the one that was added before.

    Raises:
        Conflict: `tournament_ended`, `changed_meanwhile`.
        PermissionDenied: not a director.
        Refused: `stages_full`, as `_write`.
    """
    if earlier := _added_before(tournament_id, by, key):
        return earlier
    found = _open(tournament_id, by, details)
    number = found.stages.count() + 1
    if number > MOST_STAGES:
        text = gettext_noop("A tournament has at most {most} stages.")
        raise acting.refused("stages_full", "", text, most=MOST_STAGES)
    made = Stage(club=found.club, tournament=found, number=number, seed=secrets.randbits(SEED_BITS), key=key)
    _write(found, made, details.name, details.plan)
    _changed(found, by, now)
    made.is_new = True
    return made


@transaction.atomic
def change_stage(details: records.StageDetails, *, stage_id: UUID, by: User, now: datetime) -> Stage:
    """Say otherwise how a stage is played, while none of its rounds is drawn. Where it takes others, and the one before
    it has ended, they come into it.

    Raises:
        Conflict: `tournament_ended`, `changed_meanwhile`, `stage_begun`.
        PermissionDenied: not a director.
        Refused: as `_write`; `cut_tied`.
    """
    found = _open(_tournament_of(stage_id), by, details)
    stage = _not_begun(found, stage_id)
    takes = stage.typed_plan.takes
    _write(found, stage, details.name, details.plan)
    if stage.typed_plan.takes != takes:
        take_anew(stage)
    _changed(found, by, now)
    return stage


@transaction.atomic
def change_lengths(asked: records.RoundLengths, *, stage_id: UUID, by: User, now: datetime) -> Stage:
    """Have rounds of a stage that are not drawn yet last otherwise, also while it is played. The journal
    has it.

    Raises:
        Conflict: `tournament_ended`, `stage_ended`, `changed_meanwhile`.
        PermissionDenied: not a director.
        Refused: `no_lengths`: its rounds have none; `length_drawn`: one of a round that is drawn, or opened, would
            be another one; else as `plan_problems`.
    """
    found = _open(_tournament_of(stage_id), by, asked)
    stage = found.stages.get(pk=stage_id)
    stage.tournament = found
    if stage.state == Stage.State.ENDED:
        raise Conflict("stage_ended", _("This stage has ended and has no more rounds."))
    if not has_lengths(stage):
        raise acting.refused("no_lengths", "lengths", NO_LENGTHS.template)
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
            "Round {number} is drawn and keeps the length set by the rules. If it is a draft, delete the draft first."
        )
        return acting.refused("length_drawn", "lengths", text, number=number)
    text = gettext_noop("Round {number} is drawn and stays at {hands} hands. If it is a draft, delete the draft first.")
    return acting.refused("length_drawn", "lengths", text, number=number, hands=hands)


@transaction.atomic
def remove_stage(seen: records.PlanSeen, *, stage_id: UUID, by: User, now: datetime) -> None:
    """Take a stage out while none of its rounds is drawn; those after it move up.

    Raises:
        Conflict: `tournament_ended`, `changed_meanwhile`, `stage_begun`, `last_stage`; `stage_waits`: the one before it
            has ended; `stage_said`: an act at the desk is of it, and those stay.
    """
    found = _open(_tournament_of(stage_id), by, seen)
    stage = _not_begun(found, stage_id)
    if found.stages.count() == 1:
        raise Conflict("last_stage", _("This is the only stage. Change it instead."))
    before = Stage.objects.filter(tournament=stage.tournament_id, number=stage.number - 1)
    if before.filter(state=Stage.State.ENDED).exists():
        text = _("The previous stage has ended, and its best are in this one. Reopen the previous stage first.")
        raise Conflict("stage_waits", text)
    if DeskAct.objects.filter(stage=stage).exists():
        text = _("This stage already has records: missed rounds or points. Change the stage instead.")
        raise Conflict("stage_said", text)
    number = stage.number
    stage.delete()
    for later in found.stages.filter(number__gt=number).order_by("number"):
        later.number -= 1
        later.save(update_fields=["number"])
    _changed(found, by, now)


def _added_before(tournament_id: UUID, by: User, key: UUID | None) -> Stage | None:
    if key is None:
        return None
    found = acting.locked(tournament_id)
    require(can_plan(acting.role_at(by, found)))
    return found.stages.filter(key=key).first()


def _open(tournament_id: UUID, by: User, seen: records.PlanSeen) -> Tournament:
    found = acting.locked(tournament_id)
    require(can_plan(acting.role_at(by, found)))
    acting.require_not_ended(found)
    acting.require_seen(found, seen.version)
    return found


def _tournament_of(stage_id: UUID) -> UUID:
    return Stage.objects.values_list("tournament", flat=True).get(pk=stage_id)


def _not_begun(found: Tournament, stage_id: UUID) -> Stage:
    """Raises Stage.DoesNotExist: the tournament has none of this id; Conflict `stage_begun`."""
    stage = found.stages.get(pk=stage_id)
    if stage.state != Stage.State.PLANNED or stage.rounds.exists():
        raise Conflict("stage_begun", _("A round of this stage is already drawn, so it cannot change."))
    return stage


def _write(found: Tournament, stage: Stage, name: str, plan: StagePlan) -> None:
    """Raises Refused as `clean_name`, as `require_playable`."""
    require_playable(plan, entering(found))
    stage.name = clean_name(name, "name") if name else ""
    stage.plan = dump(plan)
    stage.save()


def _changed(found: Tournament, by: User, now: datetime) -> None:
    found.version += 1
    found.save(update_fields=["version"])
    acting.note_act(found, Kind.TOURNAMENT_CHANGED, by, now)
