"""Who keeps what of a team league whose season has ended: see standings/awards.py."""

from collections.abc import Iterator
from uuid import UUID

from scorekeeper.leagues.models import TeamLeague, TeamMember
from scorekeeper.leagues.teams.reads import table_of
from scorekeeper.payouts.awards import ended_season, season_bases
from scorekeeper.payouts.sources import ranks_of
from scorekeeper.standings.awards import BEST, Winner, basis_of, drop_awards, write_awards
from scorekeeper.standings.models import AwardedEvent

LEAGUE = AwardedEvent.Kind.LEAGUE


def award_leagues() -> int:
    """Work out what is not yet, or has changed; how many leagues that were."""
    there, done = basis_of(LEAGUE), 0
    leagues = list(TeamLeague.objects.exclude(season__ended_at=None).select_related("season__club"))
    bases = season_bases({league.season_id: league.season for league in leagues})
    for league in leagues:
        if there.pop(league.pk, "") == bases[league.season_id]:
            continue
        if ranks_of(league.season).not_final(league.season):
            drop_awards(LEAGUE, [league.pk])
            continue
        ended = ended_season(league.season, LEAGUE, league.pk, league.name, bases[league.season_id])
        write_awards(ended, _winners(league))
        done += 1
    drop_awards(LEAGUE, list(there))
    return done


def drop_of_seasons(seasons: list[UUID]) -> None:
    """Nobody keeps anything of the leagues of these seasons until it is worked out anew."""
    leagues = TeamLeague.objects.filter(season__in=seasons).values_list("pk", flat=True)
    drop_awards(LEAGUE, list(leagues))


def _winners(league: TeamLeague) -> Iterator[Winner]:
    """The players of the best teams that have played, who were in them at the end."""
    rows = [one for one in table_of(league, official=True) if one.row.matches]
    ranks = [row.rank for row in rows]
    for row in rows:
        if row.rank <= BEST:
            last = row.rank + ranks.count(row.rank) - 1
            for member in TeamMember.objects.filter(team=row.row.team, until=None).select_related("player"):
                yield Winner(member.player.identity, row.rank, last, len(rows), side=row.row.team.name)
