"""The team league of the demo: three small teams, one match day that is over and one that is next."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import games
from scorekeeper.accounts.models import User
from scorekeeper.clubs.models import Club, Player
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.match_days.reads import plan_of, teams_of
from scorekeeper.leagues.match_days.records import DayPlan, SeriesOpening
from scorekeeper.leagues.match_days.services import open_series, plan_match_day
from scorekeeper.leagues.models import MatchDay, TeamLeague, TeamMember
from scorekeeper.leagues.money.services import close_evening
from scorekeeper.leagues.teams.records import LeaguePlan, TeamJoining, TeamName
from scorekeeper.leagues.teams.services import add_team, join_team, make_league
from scorekeeper.play.models import Sitting
from scorekeeper.standings.records import SeasonOpening
from scorekeeper.standings.services import open_season

NAME: Final = "Lindenhof teams"
SEASON: Final = "Mannschaften 2026"
VENUE: Final = "Lindenhof, hall"
TEAMS: Final = {
    "Karo Sieben": ("Renate Vogt", "Piotr Nowak", "Lena Hoffmann", "Karl-Heinz Ruppert"),
    "Alte Buben": ("Jürgen Kowalski", "Heinz Albers", "Thomas Brandt"),
    "Grand Hand": ("Ayşe Demir", "Monika Scheel", "Sabine Thiel"),
}
MADE_AT: Final = datetime(2026, 10, 30, 17, 0, tzinfo=UTC)
PLAYED_AT: Final = datetime(2026, 11, 14, 13, 0, tzinfo=UTC)
SERIES: Final = 2
SEED: Final = 20261114
Play = Callable[[Sitting, datetime], None]


def team_league(
    club: Club, users: Mapping[str, User], players: Mapping[str, Player], play: Play, *, now: datetime
) -> None:
    """From its teams to the plan of the second match day; `play` plays a table to its last signature."""
    if TeamLeague.objects.filter(club=club, name=NAME).exists():
        return
    owner = users["Renate Vogt"]
    league = _league(club, owner)
    for name, members in TEAMS.items():
        team = add_team(TeamName(name=name), league_id=league.pk, by=owner)
        for number, player in enumerate(members):
            role = TeamMember.Role.PLAYER if number else TeamMember.Role.CAPTAIN
            joins = TeamMember.Role.SUBSTITUTE if number > 2 else role
            at = MADE_AT + timedelta(minutes=number)
            join_team(TeamJoining(player=players[player].pk, role=joins), team_id=team.pk, by=owner, now=at)
    _played(
        plan_match_day(
            DayPlan(number=1, starts_at=PLAYED_AT, venue=VENUE), league_id=league.pk, by=owner, now=MADE_AT, seed=SEED
        ),
        owner,
        play,
    )
    today = now.astimezone(ZoneInfo(club.time_zone)).replace(hour=14, minute=0, second=0, microsecond=0)
    saturday = today + timedelta(days=(5 - today.weekday()) % 7 or 7)
    plan_match_day(
        DayPlan(number=2, starts_at=saturday, venue=VENUE), league_id=league.pk, by=owner, now=now, seed=SEED
    )


def _league(club: Club, owner: User) -> TeamLeague:
    preset = games.game("skat").presets[0]
    opening = SeasonOpening(name=SEASON, game="skat", system="seeger_fabian")
    season = open_season(opening, club=club, by=owner, now=MADE_AT)
    plan = LeaguePlan(name=NAME, season=season.pk, series=SERIES, rules=preset.rules, rules_name=str(preset.title))
    return make_league(plan, club=club, by=owner, now=MADE_AT)


def _played(day: MatchDay, owner: User, play: Play) -> None:
    """Every series to its last signature, then the report."""
    done: set[object] = set()
    for number in range(1, SERIES + 1):
        at = PLAYED_AT + timedelta(hours=2 * number - 2)
        seen = plan_of(teams_of(day), number).hash
        open_series(SeriesOpening(number=number, seen=seen), day_id=day.pk, by=owner, now=at)
        for sitting in sittings_of(day.evening):
            if sitting.pk not in done:
                play(sitting, at)
                done.add(sitting.pk)
    close_evening(evening_id=day.evening_id, by=owner, now=PLAYED_AT + timedelta(hours=5))
