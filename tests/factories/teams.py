"""Short ways to a team league, through the services a person would go through."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from games import game
from scorekeeper.clubs.models import Club
from scorekeeper.leagues.match_days.reads import next_series, plan_of, teams_of
from scorekeeper.leagues.match_days.services import DayPlan, SeriesOpening, open_series, plan_match_day
from scorekeeper.leagues.models import MatchDay, Series, Team, TeamLeague
from scorekeeper.leagues.teams.services import LeaguePlan, TeamJoining, TeamName, add_team, join_team, make_league
from scorekeeper.play.models import Sitting
from scorekeeper.play.opening.services import Sitter
from scorekeeper.standings.models import Competition
from tests import factories
from tests.factories import NOW

NAMES = ("Adler", "Bussard", "Condor", "Dohle", "Elster", "Falke", "Geier", "Habicht")


def make_league_of(
    club: Club,
    sizes: Sequence[int] = (4, 4, 4, 4),
    *,
    series: int = 3,
    name: str = "Liga",
    season: Competition | None = None,
) -> TeamLeague:
    """A league with teams of so many players: "Adler 1" leads the Adler."""
    by = factories.owner_of(club)
    preset = game("skat").presets[0]
    season = season or factories.make_season(club)
    plan = LeaguePlan(name=name, season=season.pk, series=series, rules=preset.rules, rules_name=str(preset.title))
    league = make_league(plan, club=club, by=by, now=NOW)
    for team, size in zip(NAMES, sizes, strict=False):
        make_team(league, team, size)
    return league


def make_team(league: TeamLeague, name: str, size: int) -> Team:
    by = factories.owner_of(league.club)
    team = add_team(TeamName(name=name), league_id=league.pk, by=by)
    for number in range(size):
        who = Sitter(name=f"{name} {number + 1}")
        role = "player" if number else "captain"
        asked = TeamJoining(player=who.player_id, name=who.name, role=role)
        join_team(asked, team_id=team.pk, by=by, now=NOW + timedelta(seconds=number))
    return team


def make_day(league: TeamLeague, number: int = 1, **more: Any) -> MatchDay:
    by = factories.owner_of(league.club)
    plan = DayPlan(number=number, starts_at=NOW + timedelta(days=number))
    return plan_match_day(plan, league_id=league.pk, by=by, now=NOW, **{"seed": number, **more})


def opened(day: MatchDay) -> Series:
    """The next series with its tables open."""
    number = next_series(day)
    assert number
    seen = plan_of(teams_of(day), number).hash
    by = factories.owner_of(day.league.club)
    return open_series(SeriesOpening(number=number, seen=seen), day_id=day.pk, by=by, now=NOW)


def tables_of(series: Series) -> list[Sitting]:
    return list(Sitting.objects.filter(drawn_table__draw=series.draw_id).order_by("drawn_table__number"))


def play(sitting: Sitting, team: str) -> None:
    """A plain hand that the player of this team wins (74 points); passed once, where they deal."""
    seats = factories.seats_of(sitting)
    number = next(seat.number for seat in seats if seat.player.name.startswith(team))
    if Sitting.objects.get(pk=sitting.pk).dealer == number:
        factories.record(sitting, factories.passed())
    factories.record(Sitting.objects.get(pk=sitting.pk), factories.played(number), now=NOW)


WON = 74  # what a team gets for it


def play_series(series: Series, wins: Sequence[str]) -> None:
    """At the tables in their order these teams win a hand each; then all sign."""
    for sitting, team in zip(tables_of(series), wins, strict=True):
        play(sitting, team)
        factories.finish(Sitting.objects.get(pk=sitting.pk))
