"""Open a season, change what counts for it and how its games weigh, end it and open it again; and what directors write
into its chain: bonuses, penalties, lots, and taking them back.
"""

import secrets
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from copy import copy
from datetime import datetime
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

import games
from games.core.text import Text
from games.core.values import Problem
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.policies import can_direct, can_end_seasons, role_in
from scorekeeper.common.errors import Conflict, Refused, require
from scorekeeper.common.ids import uuid7
from scorekeeper.common.names import clean_name, tidied
from scorekeeper.journal.models import Kind
from scorekeeper.journal.services import write
from scorekeeper.standings import records
from scorekeeper.standings.counting import Counts
from scorekeeper.standings.models import Competition, Result, SeasonAct, SeasonTally, shared_measures, special_ties
from scorekeeper.standings.ranking import drawn
from scorekeeper.standings.selectors.rounds import SettingsMove, settings_moves
from scorekeeper.standings.selectors.table import equals, lines


def locked(competition: Competition, by: User, may: Callable[[str | None], bool] = can_direct) -> Competition:
    """The season's row, locked for a director: what is done to one season happens one after the other."""
    mine = Competition.objects.select_related("club").select_for_update(of=("self",)).get(pk=competition.pk)
    require(may(role_in(by, mine.club)))
    return mine


def require_running(competition: Competition) -> None:
    """Raises Refused `season_ended`."""
    if competition.ended_at:
        text = Text(gettext_noop("This season has ended. It cannot change until a director reopens it."))
        raise Refused([Problem("season_ended", "", text)])


def clean_reason(reason: str) -> str:
    """A reason that the club can read later.

    Raises:
        Refused: `reason_missing`, `reason_too_long`.
    """
    sent, reason = reason, tidied(reason[: 2 * records.LONGEST_REASON])
    if not reason:
        raise Refused(
            [
                Problem(
                    "reason_missing", "reason", Text(gettext_noop("Enter a reason. Everybody in the club can read it."))
                )
            ]
        )
    if len(reason) > records.LONGEST_REASON or len(sent) > 2 * records.LONGEST_REASON:
        text = Text(records.TOO_LONG, {"most": records.LONGEST_REASON})
        raise Refused([Problem("reason_too_long", "reason", text)])
    return reason


def sent_before(competition: Competition, key: UUID, is_asked: Callable[[SeasonAct], bool]) -> SeasonAct | None:
    """The act that this key has made already; `is_asked` says whether it is what is asked now.

    Raises:
        Conflict: `key_used`: the key has made something else.
    """
    earlier = SeasonAct.objects.filter(club=competition.club_id, key=key).first()
    if earlier and not (earlier.competition_id == competition.pk and is_asked(earlier)):
        raise Conflict("key_used", _("This was already sent with a different text. Check the season and try again."))
    return earlier


def noted_act(competition: Competition, kind: str, by: User, now: datetime, *, key: UUID, **said: Any) -> SeasonAct:
    """Write an act at the end of the chain of a locked season, whose other changes are saved with it, and into the
    club's journal."""
    act = SeasonAct(
        club_id=competition.club_id,
        competition=competition,
        seq=competition.seq + 1,
        key=key,
        kind=kind,
        day=now.astimezone(ZoneInfo(competition.club.time_zone)).date(),
        at=now,
        by=by,
        previous=competition.head,
        **said,
    )
    act.salt()
    act.hash = act.content_hash()
    act.save(force_insert=True)
    competition.seq, competition.head = act.seq, act.hash
    competition.revision += 1
    competition.save()
    write(
        _in_journal(act),
        competition.club_id,
        at=now,
        by_user=by,
        thing=competition.pk,
        player_id=act.player_id,
        reason=act.reason,
    )
    return act


def _in_journal(act: SeasonAct) -> Kind:
    """What the journal calls it."""
    if act.kind == SeasonAct.Kind.BONUS:
        return Kind.FINE if act.points < 0 else Kind.BONUS
    if act.takes_back and act.takes_back.kind == SeasonAct.Kind.LOT:
        return Kind.LOT_TAKEN_BACK
    return {
        SeasonAct.Kind.LOT: Kind.LOT_DRAWN,
        SeasonAct.Kind.TAKEN_BACK: Kind.BONUS_TAKEN_BACK,
        SeasonAct.Kind.CHANGED: Kind.SEASON_CHANGED,
        SeasonAct.Kind.ENDED: Kind.SEASON_ENDED,
        SeasonAct.Kind.REOPENED: Kind.SEASON_REOPENED,
        SeasonAct.Kind.COUNTED: Kind.SHEETS_COUNTED,
    }[SeasonAct.Kind(act.kind)]


@transaction.atomic
def give_bonus(
    bonus: records.SeasonBonus, *, competition: Competition, by: User, key: UUID, now: datetime
) -> SeasonAct:
    """Give a bonus to somebody who has played for the season; sent again, it is the first one.

    Raises:
        Refused: `season_ended`, `player_unknown`, `reason_missing`; `reason_too_long`.
        Conflict: `key_used`: the key has made something else.
    """
    mine = locked(competition, by)
    player = Player.objects.filter(club=mine.club_id, pk=bonus.player).first()
    reason = clean_reason(bonus.reason)
    made = (SeasonAct.Kind.BONUS, bonus.points, reason)
    if earlier := sent_before(mine, key, lambda act: (act.kind, act.points, act.reason) == made):
        return earlier
    require_running(mine)
    if player is None or not mine.standings.filter(player__in=Player.objects.lines_of(player.person)).exists():
        text = Text(gettext_noop("Choose somebody who has played for this season."))
        raise Refused([Problem("player_unknown", "player", text)])
    detail = {"player_id": player.identity, "points": bonus.points, "reason": reason}
    return noted_act(mine, SeasonAct.Kind.BONUS, by, now, key=key, **detail)


@transaction.atomic
def take_back_bonus(
    asked: records.SeasonTakingBack, *, season_act: SeasonAct, by: User, key: UUID, now: datetime
) -> SeasonAct:
    """Take a bonus, a penalty or a lot back; taken back again, it is the first time.

    Raises:
        Refused: `season_ended`, `reason_missing`, `not_a_bonus`; `reason_too_long`.
    """
    mine = locked(season_act.competition, by)
    earlier = SeasonAct.objects.filter(takes_back=season_act).first()
    if earlier:
        return earlier
    require_running(mine)
    if season_act.kind not in {SeasonAct.Kind.BONUS, SeasonAct.Kind.LOT}:
        text = Text(gettext_noop("Only a bonus, a penalty or a lot can be taken back."))
        raise Refused([Problem("not_a_bonus", "", text)])
    return noted_act(
        mine,
        SeasonAct.Kind.TAKEN_BACK,
        by,
        now,
        key=key,
        player_id=season_act.player_id,
        points=-season_act.points,
        takes_back=season_act,
        reason=clean_reason(asked.reason),
    )


SEED_BITS: Final = 32  # few enough figures to be read out


@transaction.atomic
def draw_lot(
    lot: records.SeasonLot, *, competition: Competition, by: User, key: UUID, now: datetime, seed: int | None = None
) -> SeasonAct:
    """Draw lots between those who share a rank: exactly these people, as the director saw them. The seed is chance,
    where none is given. Sent again, it is the first lot.

    Raises:
        Refused: `season_ended`, `not_equal`: they do not share a rank, or others share it with them.
        Conflict: `key_used`: the key has made something else.
    """
    mine, among = locked(competition, by), lot.among
    if earlier := sent_before(mine, key, lambda act: act.kind == SeasonAct.Kind.LOT and _is_among(act, among)):
        return earlier
    require_running(mine)
    groups = equals(lines(mine, official=False))
    group = next((rows for rows in groups if {row.row.player_id for row in rows} == {*among}), None)
    if group is None:
        text = Text(gettext_noop("These players are no longer equal in everything. Check the standings again."))
        raise Refused([Problem("not_equal", "", text)])
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    order = [str(person) for person in drawn(seed, among)]
    detail = {"seed": seed, "points": group[0].row.points, "order": order}
    return noted_act(mine, SeasonAct.Kind.LOT, by, now, key=key, detail=detail)


def _is_among(act: SeasonAct, among: Collection[UUID]) -> bool:
    """Whether the lot was drawn among exactly these."""
    return {UUID(pk) for pk in act.detail["order"]} == {*among}


PARTS = ("name", "others", "factors", "settings")  # what of a season can be changed


@transaction.atomic
def open_season(asked: records.SeasonOpening, *, club: Club, by: User, now: datetime) -> Competition:
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
    asked: records.SeasonChange, *, competition: Competition, by: User, now: datetime, key: UUID | None = None
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


def preview_change(asked: records.SeasonChange, *, competition: Competition, by: User) -> list[SettingsMove]:
    """Whom the change would move; nothing is written.

    Raises:
        Refused: as `considered`.
    """
    require(can_direct(role_in(by, competition.club)))
    return settings_moves(competition, considered(asked, competition=competition))


def considered(asked: records.SeasonChange, *, competition: Competition) -> Competition:
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


def _parts(asked: records.SeasonChange) -> dict[str, Any]:
    """What of a season is to be otherwise, as its row has it. Raises Refused `name_missing`, `name_too_long`."""
    wanted = {
        "name": None if asked.name is None else clean_name(asked.name, "name"),
        "others": asked.others,
        "factors": None if asked.factors is None else weighed(asked.factors),
        "settings": asked.counts.counts.kept if asked.counts else None,
    }
    return {part: value for part, value in wanted.items() if value is not None}


def _is_of(act: SeasonAct, asked: records.SeasonChange) -> bool:
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
    asked: records.SeasonReopening, *, competition: Competition, by: User, key: UUID, now: datetime
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
        elif not 1 <= factor <= records.MOST_FACTOR:
            text = Text(gettext_noop("A whole number from 1 to {most}."), {"most": records.MOST_FACTOR})
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
