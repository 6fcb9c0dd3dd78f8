"""Open a season, change what counts for it, end it."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_noop

import games
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import can_direct, can_end_seasons, role_in
from scorekeeper.common.errors import Refused, require
from scorekeeper.common.ids import uuid7
from scorekeeper.common.names import clean_name
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.standings.counting import MOST, Counts
from scorekeeper.standings.models import Competition, SeasonAct, shared_measures, special_ties
from scorekeeper.standings.records import SeasonReopening
from scorekeeper.standings.services.acting import clean_reason, locked, require_running, told
from scorekeeper.standings.services.weighing import locked_with_sheets, reweigh

MOST_FACTOR = 10_000
PARTS = ("name", "others", "factors", "settings")  # what of a season can be changed


@dataclass(frozen=True, slots=True)
class Wanted:
    """A season as a director wants it: its name, further games with their systems, what counts, and how many of its
    points one point of each game makes (1 where it is not said)."""

    name: str
    others: Mapping[str, str] = field(default_factory=dict)
    counts: Counts = field(default_factory=Counts)
    factors: Mapping[str, int] = field(default_factory=dict)

    @property
    def weighed(self) -> dict[str, int]:
        """The factors that are not one."""
        return {game: factor for game, factor in self.factors.items() if factor != 1}


def open_season(*, club: Club, by: User, name: str, game: str, system: str, now: datetime) -> Competition:
    """A new season of one game, in which everything counts."""
    return open_season_of(club=club, by=by, first=(game, system), wanted=Wanted(name), now=now)


@transaction.atomic
def open_season_of(*, club: Club, by: User, first: tuple[str, str], wanted: Wanted, now: datetime) -> Competition:
    """A new season that sittings can count for; `first` is its first game and system."""
    require(can_direct(role_in(by, club)))
    name, (game, system) = clean_name(wanted.name, "name"), first
    problems = _named_twice(club, name)
    if game not in games.all_games():
        problems.append(Problem("game_unknown", "game", Text(gettext_noop("Choose a game."))))
    elif system not in games.game(game).systems:
        problems.append(_no_system("system"))
    else:
        systems = {game: system, **wanted.others}
        problems += [*problems_of(systems, wanted.counts), *_unweighable(systems, wanted.weighed)]
    if problems:
        raise Refused(problems)
    made = Competition.objects.create(
        club=club,
        name=name,
        game=game,
        system=system,
        others=dict(wanted.others),
        factors=wanted.weighed,
        settings=wanted.counts.kept,
        created_at=now,
    )
    write(Kind.SEASON_OPENED, club.pk, at=now, by_user=by, thing=made.pk)
    return made


@transaction.atomic
def change_season(
    *, competition: Competition, by: User, wanted: Wanted, now: datetime, key: UUID | None = None
) -> Competition:
    """Other settings for a running season; what nothing has been played by may be added, nothing else of the games
    changes once a sheet counts. Other factors count for what was played, too. Nothing is written where nothing changes.

    Raises:
        Refused: `season_ended`, `games_fixed`, or what `open_season` refuses.
        Conflict: `sheet_opened`: a table was opened for it meanwhile.
    """
    mine = locked_with_sheets(competition, by)
    before = {part: getattr(mine, part) for part in PARTS}
    mine = considered(competition=mine, wanted=wanted)
    after = {part: getattr(mine, part) for part in PARTS}
    changed = [part for part in PARTS if before[part] != after[part]]
    if "factors" in changed:
        reweigh(mine)
    if changed:
        detail = {part: [before[part], after[part]] for part in changed}
        told(mine, SeasonAct.Kind.CHANGED, by, now, key=key or uuid7(), detail=detail)
    return mine


def considered(*, competition: Competition, wanted: Wanted) -> Competition:
    """The season as it would be; nothing is written.

    Raises:
        Refused: what `change_season` refuses.
    """
    require_running(competition)
    mine, others = copy(competition), dict(wanted.others)
    name = clean_name(wanted.name, "name")
    problems = [] if name == mine.name else _named_twice(mine.club, name)
    if mine.sittings.exists() and any(others.get(game) != system for game, system in mine.others.items()):
        text = Text(gettext_noop("Sheets count for this season already: games can be added, none changed or left out."))
        problems.append(Problem("games_fixed", "others", text))
    systems = {mine.game: mine.system, **others}
    problems += [*problems_of(systems, wanted.counts), *_unweighable(systems, wanted.weighed)]
    if others and mine.unit:
        template = gettext_noop("This season is counted in {unit}, so no other game can count for it.")
        problems.append(Problem("season_amounts", "others", Text(template, {"unit": mine.unit})))
    if problems:
        raise Refused(problems)
    mine.name, mine.others, mine.settings, mine.factors = name, others, wanted.counts.kept, wanted.weighed
    return mine


@transaction.atomic
def end_season(*, competition: Competition, by: User, now: datetime) -> Competition:
    """No new sitting can count for it; what has been played stays, and sittings that are open go on counting."""
    mine = locked(competition, by, can_end_seasons)
    if mine.ended_at is None:
        mine.ended_at = now
        told(mine, SeasonAct.Kind.ENDED, by, now, key=uuid7())
    return mine


@transaction.atomic
def reopen_season(
    asked: SeasonReopening, *, competition: Competition, by: User, key: UUID, now: datetime
) -> Competition:
    """New sittings can count for it again. One that runs stays as it is, so asked twice it is opened once.

    Raises:
        Refused: `reason_missing`, `reason_too_long`.
    """
    mine = locked(competition, by, can_end_seasons)
    reason = clean_reason(asked.reason)
    if mine.ended_at is not None and not SeasonAct.objects.filter(club=mine.club_id, key=key).exists():
        mine.ended_at = None
        told(mine, SeasonAct.Kind.REOPENED, by, now, key=key, reason=reason)
    return mine


def problems_of(systems: Mapping[str, str], counts: Counts) -> list[Problem]:
    """Why games can't be counted together like this, or results not so."""
    found: list[Problem] = []
    if any(game not in games.all_games() or system not in games.game(game).systems for game, system in systems.items()):
        return [_no_system("others")]
    plays = [games.game(game) for game in systems]
    if len(plays) > 1 and any(not game.in_units.isdisjoint(game.systems[systems[game.name]]) for game in plays):
        text = Text(gettext_noop("A game that is counted in amounts can’t be added to other games."))
        found.append(Problem("season_amounts", "others", text))
    for name in ("best", "drop", "least"):
        if not 0 <= getattr(counts, name) <= MOST:
            text = Text(gettext_noop("From 0 to {most}."), {"most": MOST})
            found.append(Problem("number_range", name, text))
    if counts.best and counts.drop:
        text = Text(gettext_noop("Choose one: the best count, or the worst are dropped."))
        found.append(Problem("best_or_drop", "drop", text))
    known = {*shared_measures(plays), *special_ties(plays)}
    if not known.issuperset(counts.tie_breaks) or len(set(counts.tie_breaks)) < len(counts.tie_breaks):
        text = Text(gettext_noop("Choose each tie-break once, and only what all games of the season count."))
        found.append(Problem("tie_break_unknown", "tie_breaks", text))
    return found


def _unweighable(systems: Mapping[str, str], factors: Mapping[str, int]) -> list[Problem]:
    """Why games can't be weighed against each other like this; of what is 1 nothing needs to be said."""
    found: list[Problem] = []
    for game, factor in factors.items():
        if game not in systems:
            text = Text(gettext_noop("This game does not count here: choose it too, or leave this empty."))
            found.append(Problem("factor_game", f"factors.{game}", text))
        elif len(systems) == 1:
            text = Text(gettext_noop("One game alone is not weighed: choose another one too, or leave this empty."))
            found.append(Problem("factor_alone", f"factors.{game}", text))
        elif not 1 <= factor <= MOST_FACTOR:
            text = Text(gettext_noop("A whole number from 1 to {most}."), {"most": MOST_FACTOR})
            found.append(Problem("factor_range", f"factors.{game}", text))
    return found


def _named_twice(club: Club, name: str) -> list[Problem]:
    if not Competition.objects.filter(club=club, name=name).exists():
        return []
    return [Problem("name_taken", "name", Text(gettext_noop("There is a season of this name already.")))]


def _no_system(where: str) -> Problem:
    return Problem("system_unknown", where, Text(gettext_noop("Choose how points are counted.")))
