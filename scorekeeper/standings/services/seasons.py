"""Open a season, change what counts for it and how its games weigh, end it and open it again."""

from collections import Counter
from collections.abc import Mapping
from copy import copy
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import games
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.policies import can_direct, can_end_seasons, role_in
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.ids import uuid7
from scorekeeper.common.names import clean_name
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.standings.counting import Counts
from scorekeeper.standings.models import Competition, Result, SeasonAct, SeasonTally, shared_measures, special_ties
from scorekeeper.standings.records import MOST_FACTOR, SeasonChange, SeasonOpening, SeasonReopening
from scorekeeper.standings.selectors.moving import SettingsMove, settings_moves
from scorekeeper.standings.services.acts import clean_reason, locked, noted_act, require_running, sent_before

PARTS = ("name", "others", "factors", "settings")  # what of a season can be changed


@transaction.atomic
def open_season(asked: SeasonOpening, *, club: Club, by: User, now: datetime) -> Competition:
    """A new season that sittings can count for.

    Raises:
        Refused: `name_missing`, `name_too_long`, `name_taken`, `game_unknown`, `system_unknown`, `game_twice`,
            `season_amounts`, `best_or_drop`, `tie_break_unknown`, `factor_game`, `factor_alone`, `factor_range`.
    """
    require(can_direct(role_in(by, club)))
    name, counts, factors = clean_name(asked.name, "name"), asked.counts.counts, weighed(asked.factors)
    problems = _named_twice(club, name)
    if asked.game not in games.all_games():
        problems.append(Problem("game_unknown", "game", Text(gettext_noop("Choose a game."))))
    elif asked.system not in games.game(asked.game).systems:
        problems.append(_no_system("system"))
    else:
        problems += _problems_of((asked.game, asked.system), asked.others, counts, factors)
    if problems:
        raise Refused(problems)
    made = Competition.objects.create(
        club=club,
        name=name,
        game=asked.game,
        system=asked.system,
        others=asked.others,
        factors=factors,
        settings=counts.kept,
        created_at=now,
    )
    write(Kind.SEASON_OPENED, club.pk, at=now, by_user=by, thing=made.pk)
    return made


@transaction.atomic
def change_season(
    asked: SeasonChange, *, competition: Competition, by: User, now: datetime, key: UUID | None = None
) -> Competition:
    """Other settings for a running season; what nothing has been played by may be added, nothing else of the games
    changes once a sheet counts. Other factors count for what was played, too. Nothing is written where nothing changes,
    and nothing again under the same key.

    Raises:
        Refused: as `considered`.
        Conflict: `sheet_opened`: a table was opened for it meanwhile; `key_used`: the key has made something else.
    """
    mine = locked_with_sheets(competition, by)
    if key and sent_before(mine, key, lambda act: act.kind == SeasonAct.Kind.CHANGED and _is_of(act, asked)):
        return mine
    before = {part: getattr(mine, part) for part in PARTS}
    mine = considered(asked, competition=mine)
    after = {part: getattr(mine, part) for part in PARTS}
    changed = [part for part in PARTS if before[part] != after[part]]
    if "factors" in changed:
        reweigh(mine)
    if changed:
        detail = {part: [before[part], after[part]] for part in changed}
        noted_act(mine, SeasonAct.Kind.CHANGED, by, now, key=key or uuid7(), detail=detail)
    return mine


def preview_change(asked: SeasonChange, *, competition: Competition, by: User) -> list[SettingsMove]:
    """Whom the change would move; nothing is written.

    Raises:
        Refused: as `considered`.
    """
    require(can_direct(role_in(by, competition.club)))
    return settings_moves(competition, considered(asked, competition=competition))


def considered(asked: SeasonChange, *, competition: Competition) -> Competition:
    """The season as it would be; nothing is written.

    Raises:
        Refused: `season_ended`, `games_fixed`, as `open_season`.
    """
    require_running(competition)
    mine, parts = copy(competition), _parts(asked)
    name, others = parts.get("name", mine.name), parts.get("others", mine.others)
    problems = [] if name == mine.name else _named_twice(mine.club, name)
    if mine.sittings.exists() and any(others.get(game) != system for game, system in mine.others.items()):
        text = Text(
            gettext_noop("Sheets already count for this season. You can add games but not change or remove any.")
        )
        problems.append(Problem("games_fixed", "others", text))
    counts, factors = asked.counts.counts if asked.counts else mine.counts, parts.get("factors", mine.factors)
    problems += _problems_of((mine.game, mine.system), others, counts, factors)
    if others and mine.unit:
        template = gettext_noop("This season is counted in {unit}, so no other game can count for it.")
        problems.append(Problem("season_amounts", "others", Text(template, {"unit": mine.unit})))
    if problems:
        raise Refused(problems)
    for part, value in parts.items():
        setattr(mine, part, value)
    return mine


def _parts(asked: SeasonChange) -> dict[str, Any]:
    """What of a season is to be otherwise, as its row has it. Raises Refused `name_missing`, `name_too_long`."""
    wanted = {
        "name": None if asked.name is None else clean_name(asked.name, "name"),
        "others": asked.others,
        "factors": None if asked.factors is None else weighed(asked.factors),
        "settings": asked.counts.counts.kept if asked.counts else None,
    }
    return {part: value for part, value in wanted.items() if value is not None}


def _is_of(act: SeasonAct, asked: SeasonChange) -> bool:
    """Whether all that this change made otherwise is asked so."""
    changed, parts = {part: after for part, (_before, after) in act.detail.items()}, _parts(asked)
    return all(parts.get(part) == after for part, after in changed.items())


@transaction.atomic
def end_season(*, competition: Competition, by: User, now: datetime) -> Competition:
    """No new sitting can count for it; what has been played stays, and sittings that are open go on counting."""
    mine = locked(competition, by, can_end_seasons)
    if mine.ended_at is None:
        mine.ended_at = now
        noted_act(mine, SeasonAct.Kind.ENDED, by, now, key=uuid7())
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
        noted_act(mine, SeasonAct.Kind.REOPENED, by, now, key=key, reason=reason)
    return mine


def weighed(factors: Mapping[str, int]) -> dict[str, int]:
    """The factors that are not one."""
    return {game: factor for game, factor in factors.items() if factor != 1}


def _problems_of(
    first: tuple[str, str], others: Mapping[str, str], counts: Counts, factors: Mapping[str, int]
) -> list[Problem]:
    """Why games can't be counted together like this, or results not so. `first` is a game there is, by a system that
    it has."""
    found, systems = [], dict([first, *others.items(), first])
    if first[0] in others:
        found.append(Problem("game_twice", "others", Text(gettext_noop("Choose one scoring for each game."))))
    if any(game not in games.all_games() or system not in games.game(game).systems for game, system in systems.items()):
        return [*found, _no_system("others"), *_unweighable(systems, factors)]
    plays = [games.game(game) for game in systems]
    if len(plays) > 1 and any(not game.in_units.isdisjoint(game.systems[systems[game.name]]) for game in plays):
        text = Text(gettext_noop("A game that is counted in amounts can’t be added to other games."))
        found.append(Problem("season_amounts", "others", text))
    if counts.best and counts.drop:
        text = Text(gettext_noop("Choose one: count the best, or drop the worst."))
        found.append(Problem("best_or_drop", "counts.drop", text))
    there_are = {*shared_measures(plays), *special_ties(plays)}
    if not there_are.issuperset(counts.tie_breaks) or len(set(counts.tie_breaks)) < len(counts.tie_breaks):
        text = Text(gettext_noop("Choose each tie-break only once. All games of the season must have it."))
        found.append(Problem("tie_break_unknown", "counts.tie_breaks", text))
    return [*found, *_unweighable(systems, factors)]


def _unweighable(systems: Mapping[str, str], factors: Mapping[str, int]) -> list[Problem]:
    """Why games can't be weighed against each other like this; of what is 1 nothing needs to be said."""
    found: list[Problem] = []
    for game, factor in factors.items():
        if game not in systems:
            text = Text(gettext_noop("This game does not count here. Add the game, or leave this empty."))
            found.append(Problem("factor_game", f"factors.{game}", text))
        elif len(systems) == 1:
            text = Text(gettext_noop("A single game needs no weight. Add another game, or leave this empty."))
            found.append(Problem("factor_alone", f"factors.{game}", text))
        elif not 1 <= factor <= MOST_FACTOR:
            text = Text(gettext_noop("A whole number from 1 to {most}."), {"most": MOST_FACTOR})
            found.append(Problem("factor_range", f"factors.{game}", text))
    return found


def _named_twice(club: Club, name: str) -> list[Problem]:
    if not Competition.objects.filter(club=club, name=name).exists():
        return []
    return [Problem("name_taken", "name", Text(gettext_noop("There is already a season with this name.")))]


def _no_system(where: str) -> Problem:
    return Problem("system_unknown", where, Text(gettext_noop("Choose the scoring.")))


AT_ONCE = 500  # rows written by one statement


def locked_with_sheets(competition: Competition, by: User) -> Competition:
    """The season's row, locked for a director as `locked` does, while nothing is recorded for it: whoever records
    holds the sheet, whoever takes over an old list or opens a table the club. In this order, as they do.

    Raises:
        Conflict: `sheet_opened`: one was opened for it meanwhile.
    """
    sheets = set(competition.sittings.select_for_update().order_by("pk").values_list("pk", flat=True))
    Club.objects.select_for_update(no_key=True).values_list("pk").get(pk=competition.club_id)
    mine = locked(competition, by)
    if not sheets.issuperset(mine.sittings.values_list("pk", flat=True)):
        raise Conflict("sheet_opened", _("Somebody has just opened a table for this season. Try again."))
    return mine


def reweigh(competition: Competition) -> None:
    """Write the points of every result and standing as the season's factors make them. The caller holds the season
    and its sheets."""
    results = list(competition.results.only("player", "measures", "points", "is_sealed", "game"))
    changed = []
    for result in results:
        due = competition.points(result.measures, result.game)
        if result.points != due:
            result.points = due
            changed.append(result)
    Result.objects.bulk_update(changed, ["points"], batch_size=AT_ONCE)
    _sum_up(competition, _sums(results, sealed=False), _sums(results, sealed=True))


def _sums(results: list[Result], *, sealed: bool) -> Counter[UUID]:
    """What each player has, of all results or of the sealed ones."""
    sums: Counter[UUID] = Counter()
    for result in results:
        if result.is_sealed or not sealed:
            sums[result.player_id] += result.points
    return sums


def _sum_up(competition: Competition, recorded: Mapping[UUID, int], official: Mapping[UUID, int]) -> None:
    moved = []
    for standing in competition.standings.select_for_update().order_by("player_id"):
        due = (recorded[standing.player_id], official[standing.player_id])
        if (standing.points, standing.official_points) != due:
            standing.points, standing.official_points = due
            standing.revision += 1
            moved.append(standing)
    SeasonTally.objects.bulk_update(moved, ["points", "official_points", "revision"], batch_size=AT_ONCE)
