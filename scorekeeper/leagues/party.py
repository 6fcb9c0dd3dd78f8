"""How evenings take part in the acts of their tables and in `verify` (see play/parties.py), and team leagues in
who keeps what of a season that has ended (see standings/awards.py)."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_noop

from games.core.text import Text
from games.core.values import Problem
from scorekeeper.leagues.models import DrawnTable, MatchDay, TeamLeague, TeamMember
from scorekeeper.leagues.money.reads import differences
from scorekeeper.leagues.teams.reads import table_of
from scorekeeper.payouts.party import ended_season, season_bases
from scorekeeper.payouts.sources import ranks_of
from scorekeeper.play.actors import Actor
from scorekeeper.play.models import Sitting
from scorekeeper.play.parties import Party
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
    rows = [ranked for ranked in table_of(league, official=True) if ranked.row.matches]
    ranks = [row.rank for row in rows]
    for row in rows:
        if row.rank <= BEST:
            last = row.rank + ranks.count(row.rank) - 1
            for member in TeamMember.objects.filter(team=row.row.team, until=None).select_related("player"):
                yield Winner(member.player.identity, row.rank, last, len(rows), side=row.row.team.name)


OF_A_MATCH_DAY = gettext_noop(
    "This table belongs to a match day of a team league, and its teams need it. Play the table or end it."
)


class Evenings(Party):
    """Lets go of a table of a draw that was opened by mistake; says where the money book is not what closed evenings
    and their ticks say."""

    def may_withdraw(self, sitting: Sitting) -> Iterator[Problem]:
        """Refuses `of_a_match_day`."""
        if MatchDay.objects.filter(evening__draws__tables__sitting=sitting).exists():
            yield Problem("of_a_match_day", "", Text(OF_A_MATCH_DAY))

    def withdrawn(self, sitting: Sitting) -> None:
        """Who sat there is at no table of that draw any more; a draw without tables was none."""
        table = DrawnTable.objects.filter(sitting=sitting).select_related("draw").first()
        if table is None:
            return
        draw = table.draw
        table.delete()
        if not draw.tables.exists():
            draw.delete()

    def differences(self, club_id: UUID | None) -> Iterator[tuple[str, str]]:
        yield from differences(club_id)

    def reopened(self, sitting: Sitting, by: Actor, reason: str, now: datetime) -> None:
        drop_of_seasons(list(sitting.competitions.values_list("pk", flat=True)))

    def work(self, now: datetime) -> int:
        return award_leagues()
