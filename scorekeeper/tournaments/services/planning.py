"""StagePlan a tournament, change it, call it off."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

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
from scorekeeper.play.house_rules.services import planned_rules
from scorekeeper.standings.models import Competition
from scorekeeper.tournaments.formats.entering import entering
from scorekeeper.tournaments.formats.format import Format
from scorekeeper.tournaments.formats.plan import StagePlan
from scorekeeper.tournaments.formats.registry import format_named
from scorekeeper.tournaments.models import Entrant, Stage, Tournament
from scorekeeper.tournaments.models.events import MOST_ENTRANTS, MOST_IN_A_TEAM, RULES_VERSIONS
from scorekeeper.tournaments.planning.records import MOST_ROUNDS, NO_ROUND
from scorekeeper.tournaments.policies import can_plan
from scorekeeper.tournaments.selectors.fitting import plan_problems
from scorekeeper.tournaments.services.common import (
    locked,
    refused,
    require_not_ended,
    require_planned,
    require_seen,
    role_at,
    told,
)
from scorekeeper.tournaments.services.entry_acts import fill_up
from scorekeeper.tournaments.services.holding_back import mark_sheets

FARTHEST = timedelta(days=731)
LONGEST_NOTE = 500
STAYS_BEGUN = gettext_noop("The tournament has begun: this stays as it is.")
STAYS_ENTERED = gettext_noop("Somebody has entered already: this stays as it is.")


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is said of a tournament beforehand. `house_version` names house rules of the club: they say the rules then,
    and `rules` what is agreed. `rules_version` is the year whose tie-breaks count in matches. From round `held_from` on
    the standing is held back (None: never). `starts_at` is aware;
    `team_size` counts for teams alone; `key` makes planning it twice harmless."""

    name: str
    starts_at: datetime
    game: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    rules_name: str
    house_version: UUID | None = None
    of: str = Tournament.Of.PLAYERS
    team_size: int = 1
    venue: str = ""
    note: str = ""
    most: int = MOST_ENTRANTS
    signs_up: bool = True
    rules_version: int = RULES_VERSIONS[0]
    held_from: int | None = None
    key: UUID | None = None


@transaction.atomic
def plan_tournament(
    *,
    club: Club,
    by: User,
    wanted: Wanted,
    now: datetime,
    plan: StagePlan | None = None,
    format_: Format | None = None,
) -> Tournament:
    """A new tournament of a club with its first stage: by this plan, or as the format is usual in this game. Wanted
    again under the same key it is the one that was planned before.

    Raises:
        PermissionDenied: not a director.
        Refused: every problem with its field.
    """
    require(can_plan(role_in(by, club)))
    if wanted.key:
        lock_book(club)
        if earlier := Tournament.objects.filter(club=club, key=wanted.key).first():
            return earlier
    made = Tournament(club=club, made_by=by, made_at=now, key=wanted.key)
    _set(made, wanted, now)
    who = entering(made)
    first = plan or (format_ or format_named("tables")).usual_plan(who)
    if problems := plan_problems(first, who):
        raise Refused(problems)
    made.save()
    Stage.objects.create(club=club, tournament=made, number=1, plan=dump(first), seed=secrets.randbits(SEED_BITS))
    told(made, Kind.TOURNAMENT_PLANNED, by, now)
    return made


@transaction.atomic
def change_tournament(*, tournament_id: UUID, by: User, wanted: Wanted, version: int, now: datetime) -> Tournament:
    """Say otherwise what was planned; `version` is the one that was read. The game stays; its rules stay from the
    first round on, and who enters (players, pairs, teams) from the first entry on.

    Raises:
        Conflict: `tournament_ended`, `changed_meanwhile`.
        PermissionDenied: not a director.
        Refused: every problem with its field.
    """
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    require_not_ended(found)
    require_seen(found, version)
    before = _fixed(found)
    _set(found, wanted, now)
    _require_same(before, found)
    problems = [problem for stage in found.stages.all() for problem in plan_problems(stage.typed_plan, entering(found))]
    if problems:
        text = gettext_noop("A stage of this tournament cannot be played like this. Change the stage first.")
        raise refused("stage_unsuited", "of" if before["of"] != found.of else "rules", text)
    found.version += 1
    found.save()
    mark_sheets(found)
    if found.competition_id:  # what the money book calls it
        Competition.everything.filter(pk=found.competition_id).update(name=found.name)
    told(found, Kind.TOURNAMENT_CHANGED, by, now)
    fill_up(found, by, now)
    return found


@transaction.atomic
def call_off(*, tournament_id: UUID, by: User, now: datetime) -> Tournament:
    """It does not take place: ended before it began. Done twice it is done once.

    Raises:
        Conflict: `tournament_running`.
    """
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    if found.is_ended and is_called_off(found):
        return found
    require_planned(found)
    found.state, found.ended_at, found.ended_by = Tournament.State.ENDED, now, by
    found.version += 1
    found.save(update_fields=["state", "ended_at", "ended_by", "version"])
    told(found, Kind.TOURNAMENT_CALLED_OFF, by, now)
    return found


@transaction.atomic
def plan_again(*, tournament_id: UUID, by: User, now: datetime) -> Tournament:
    """What was called off takes place after all.

    Raises:
        Conflict: `tournament_played`: it has begun.
    """
    found = locked(tournament_id)
    require(can_plan(role_at(by, found)))
    if found.is_planned:
        return found
    if not is_called_off(found):
        raise Conflict("tournament_played", _("This tournament has been played."))
    found.state, found.ended_at, found.ended_by = Tournament.State.PLANNED, None, None
    found.version += 1
    found.save(update_fields=["state", "ended_at", "ended_by", "version"])
    told(found, Kind.TOURNAMENT_PLANNED, by, now)
    return found


def is_called_off(tournament: Tournament) -> bool:
    """It ended before any of its stages began."""
    return tournament.is_ended and not tournament.stages.exclude(state=Stage.State.PLANNED).exists()


def _fixed(found: Tournament) -> dict[str, Any]:
    return {name: getattr(found, name) for name in ("game", "rules", "of", "team_size", "rules_version")}


def _require_same(before: Mapping[str, Any], found: Tournament) -> None:
    """What others have built on does not change under them.

    Raises:
        Refused: `game_stays`, `rules_stay`, `rules_version_stays`, `entrants_stay`.
    """
    if before["game"] != found.game:
        raise refused("game_stays", "game", gettext_noop("The game stays. StagePlan another tournament."))
    if not found.is_planned and before["rules"] != found.rules:
        raise refused("rules_stay", "rules", STAYS_BEGUN)
    if not found.is_planned and before["rules_version"] != found.rules_version:
        raise refused("rules_version_stays", "rules_version", STAYS_BEGUN)
    if (before["of"], before["team_size"]) == (found.of, found.team_size):
        return
    if not found.is_planned or Entrant.objects.filter(tournament=found).exists():
        raise refused("entrants_stay", "of", STAYS_ENTERED)


def _set(found: Tournament, wanted: Wanted, now: datetime) -> None:
    rules = planned_rules(
        found.club,
        game=wanted.game,
        rules=wanted.rules,
        name=wanted.rules_name,
        house_version=wanted.house_version,
        has=found.house_version_id,
    )
    problems = [*rules.problems, *_problems(wanted, now)]
    if problems:
        raise Refused(problems)
    found.game, found.rules, found.rules_name = wanted.game, dump(rules.rules), rules.name
    found.house_version = rules.version
    found.of, found.team_size = wanted.of, _size_of(wanted)
    found.name = clean_name(wanted.name, "name")
    found.venue = clean_name(wanted.venue, "venue") if wanted.venue.strip() else ""
    found.note, found.starts_at = tidied(wanted.note), wanted.starts_at
    found.most, found.signs_up, found.rules_version = wanted.most, wanted.signs_up, wanted.rules_version
    if found.held_from != wanted.held_from:
        found.held_from, found.released_at = wanted.held_from, None


def _size_of(wanted: Wanted) -> int:
    """How many an entrant has."""
    return {Tournament.Of.PLAYERS: 1, Tournament.Of.PAIRS: 2}.get(Tournament.Of(wanted.of), wanted.team_size)


def _problems(wanted: Wanted, now: datetime) -> list[Problem]:
    found = []
    if abs(wanted.starts_at - now) > FARTHEST:
        found.append(Problem("day_far", "day", Text(gettext_noop("Choose a day within two years from now."))))
    if len(tidied(wanted.note)) > LONGEST_NOTE:
        text = Text(gettext_noop("At most {most} characters, please."), {"most": LONGEST_NOTE})
        found.append(Problem("note_too_long", "note", text))
    if wanted.of not in Tournament.Of.values:
        found.append(Problem("of_unknown", "of", Text(gettext_noop("Choose who enters."))))
    if wanted.of == Tournament.Of.TEAMS and not 2 <= wanted.team_size <= MOST_IN_A_TEAM:
        text = Text(gettext_noop("A team has 2 to {most} players."), {"most": MOST_IN_A_TEAM})
        found.append(Problem("team_size_unknown", "team_size", text))
    if wanted.rules_version not in RULES_VERSIONS:
        text = Text(gettext_noop("Choose one of these years: {years}."), {"years": ", ".join(map(str, RULES_VERSIONS))})
        found.append(Problem("rules_version_unknown", "rules_version", text))
    if wanted.held_from is not None and not 1 <= wanted.held_from <= MOST_ROUNDS:
        found.append(Problem("round_unknown", "held_from", Text(NO_ROUND, {"most": MOST_ROUNDS})))
    if not 2 <= wanted.most <= MOST_ENTRANTS:
        text = Text(gettext_noop("Choose a number from 2 to {most}."), {"most": MOST_ENTRANTS})
        found.append(Problem("most_out_of_range", "most", text))
    return found
