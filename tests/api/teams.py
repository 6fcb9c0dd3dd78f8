"""The addresses of team leagues for callers of the API: what each of them takes, and what it answers to whom."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.leagues.match_days.reads import plan_of, teams_of
from scorekeeper.leagues.models import MatchDay, TeamLeague, TeamMember
from tests.api.cups import DESK, DIRECTORS, EVERYBODY, MADE, NOTHING, Body, Row
from tests.api.evenings import STARTS_AT
from tests.factories.teams import make_day


@dataclass(frozen=True, slots=True)
class Matches:
    """A match day of a league of two teams, whose first series can be opened."""

    day: MatchDay

    @property
    def members(self) -> list[TeamMember]:
        """Those of the first team."""
        return list(TeamMember.objects.filter(team=self.day.league.teams.all()[0]).order_by("since"))

    @property
    def member(self) -> TeamMember:
        return self.members[0]

    @property
    def series(self) -> dict[str, Any]:
        return {"number": 1, "seen": plan_of(teams_of(self.day), 1).hash}

    @property
    def groups(self) -> dict[str, Any]:
        return {"groups": [{"teams": [str(team.pk) for team in self.day.league.teams.all()], "venue": "Inn"}]}

    @property
    def line_up(self) -> dict[str, Any]:
        return {"team": str(self.member.team_id), "players": [str(member.player_id) for member in self.members]}


def make_matches(league: TeamLeague) -> Matches:
    return Matches(make_day(league))


CLUB, LEAGUE, TEAM = "clubs/{club.pk}/leagues", "leagues/{league.pk}", "teams/{matches.member.team_id}"
DAY = "match-days/{matches.day.pk}"
_READ = {CLUB: EVERYBODY, LEAGUE: EVERYBODY, f"{LEAGUE}/table": EVERYBODY, DAY: EVERYBODY}
_WRITTEN: dict[str, tuple[Body, tuple[int, int, int, int]]] = {
    f"{CLUB}/make": (
        lambda world: {"name": "Cup", "season": str(world.season.pk), "series": 3, "rules_name": "Official list"},
        MADE,
    ),
    f"{LEAGUE}/teams": (lambda world: {"name": "Condor"}, MADE),
    f"{LEAGUE}/days": (lambda world: {"number": 2, "starts_at": STARTS_AT}, MADE),
    f"{TEAM}/rename": (lambda world: {"name": "Condor"}, DIRECTORS),
    f"{TEAM}/members": (lambda world: {"name": "Late", "role": "substitute"}, DIRECTORS),
    "team-members/{matches.member.pk}/leave": (NOTHING, DIRECTORS),
    f"{DAY}/groups/draw": (NOTHING, DIRECTORS),
    f"{DAY}/groups/set": (lambda world: world.matches.groups, DIRECTORS),
    f"{DAY}/line-up": (lambda world: world.matches.line_up, DESK),
    f"{DAY}/open": (lambda world: world.matches.series, DESK),
}
ENDPOINTS: dict[str, Row] = {
    **{address: ("GET", NOTHING, "read", *statuses) for address, statuses in _READ.items()},
    **{address: ("POST", body, "manage", *statuses) for address, (body, statuses) in _WRITTEN.items()},
}
"""As in test_access.py."""
