"""The standing of a season and of a team league for those who hold its link: that of the members' pages, with short
names, and with no row to open."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from django.db.models import Count, Sum
from django.utils.translation import gettext as _

from scorekeeper.common.ids import digest
from scorekeeper.common.names import public_names
from scorekeeper.common.tables.values import Table
from scorekeeper.common.texts import isolated
from scorekeeper.leagues.models import Team, TeamLeague
from scorekeeper.leagues.teams import reads as team_tables
from scorekeeper.play.models import Sitting
from scorekeeper.standings.models import Competition, SeasonTally
from scorekeeper.standings.selectors.standing import For, standing_of
from scorekeeper.standings.selectors.table import EVERY_DAY, MOST_DAYS, evenings, lines
from scorekeeper.standings.standing import Standing, StandingRow, file_of_standing
from scorekeeper.standings.words import systems_words

LEADERS: Final = 3  # how many are read out


@dataclass(frozen=True, slots=True)
class SharedStanding:
    """The page: what it is of, `about` it in a sentence, the standing of all that was recorded, and whether it
    `is_over`."""

    name: str
    about: str
    standing: Standing
    is_over: bool

    @property
    def file(self) -> Table:
        """The same for other programs."""
        return file_of_standing(self.standing, self.name)

    @property
    def news(self) -> str:
        """What is read out to who hears the page: who leads."""
        leaders = ", ".join(f"{row.place} {row.name}" for row in self.standing.rows[:LEADERS])
        return _("In front: {places}").format(places=leaders) if leaders else ""


def season_shown(season: Competition, reader: For = For.PAGE) -> SharedStanding:
    """For a page, or for a file, which has every evening as a column."""
    is_file = reader is For.FILE
    found = lines(season, official=False, each=True if season.is_mixed and is_file else None)
    days = evenings(found, official=False, most=EVERY_DAY if is_file else MOST_DAYS)
    standing = standing_of(season, found, days, official=False, reader=reader)
    called = public_names({row.entrant: row.name for row in standing.everybody})
    about = f"{systems_words(season)}."
    return SharedStanding(season.name, about, _shut(standing, called), season.ended_at is not None)


def league_shown(league: TeamLeague, reader: For = For.PAGE) -> SharedStanding:
    """Teams keep the names that they have given themselves."""
    standing = team_tables.standing_of(league, official=False, is_file=reader is For.FILE)
    about = _("Counts for {season}.").format(season=isolated(league.season.name))
    return SharedStanding(league.name, about, _shut(standing, {}), league.season.ended_at is not None)


def _shut(standing: Standing, called: Mapping[UUID, str]) -> Standing:
    """With other names and without what a row opens to: sheets and reasons are the club's own."""

    def row(standing_row: StandingRow) -> StandingRow:
        return replace(standing_row, name=called.get(standing_row.entrant, standing_row.name), chain=None)

    groups = [
        replace(group, rows=[row(one) for one in group.rows], unranked=[row(one) for one in group.unranked])
        for group in standing.groups
    ]
    return replace(standing, groups=groups)


def stamp_of_season(season: Competition) -> str:
    """Another one as soon as the standing may be another, in two statements."""
    sums = SeasonTally.objects.filter(competition=season).order_by("pk")
    facts = (
        (season.name, season.revision, season.seq, season.disputed, season.ended_at),
        list(sums.values_list("pk", "revision", "player__name", "player__merged_into")),
        Sitting.objects.filter(competitions=season).aggregate(Count("pk"), Count("closed_at"), Sum("reopenings")),
    )
    return digest([repr(fact) for fact in facts])[:16]


def stamp_of_league(league: TeamLeague) -> str:
    """The same of a league, in four statements."""
    facts = (
        stamp_of_season(league.season),
        (league.name, list(Team.objects.filter(league=league).values_list("pk", "name"))),
        Sitting.objects.filter(competitions=league.season).aggregate(Sum("revision")),
    )
    return digest([repr(fact) for fact in facts])[:16]
