"""The seasons of the demo: not every evening counts, not everybody is ranked, points are given; a cup of two games; and
the team league: three small teams, one match day that is over and one that is next.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

import games
from scorekeeper.accounts.models import User
from scorekeeper.clubs.house_rules import Wording, change, write_down
from scorekeeper.clubs.models import Club, HouseRules, Player
from scorekeeper.clubs.services import add_player
from scorekeeper.demo.cast import FOUNDED
from scorekeeper.leagues.evenings.reads import sittings_of
from scorekeeper.leagues.match_days.reads import plan_of, teams_of
from scorekeeper.leagues.match_days.services import DayPlan, SeriesOpening, open_series, plan_match_day
from scorekeeper.leagues.models import MatchDay, TeamLeague, TeamMember
from scorekeeper.leagues.money.services import close_evening
from scorekeeper.leagues.teams.services import LeaguePlan, TeamJoining, TeamName, add_team, join_team, make_league
from scorekeeper.notices.models import Kind
from scorekeeper.notices.services import no_more_mail
from scorekeeper.play.models import Sitting
from scorekeeper.privacy.models import Retention
from scorekeeper.privacy.services import RetentionChoice, keep_names, keep_up
from scorekeeper.standings.models import Competition
from scorekeeper.standings.records import SeasonBonus, SeasonChange, SeasonCounts, SeasonOpening
from scorekeeper.standings.services import change_season, give_bonus, open_season

BEST: Final = 2
LEAST: Final = 2
GIVEN: Final = (
    ("Monika Scheel", 100, "Wrote all lists of the summer tournament", timedelta(days=30)),
    ("Piotr Nowak", -50, "Missed his table on 2 October without a word", timedelta(days=43)),
)
CUP: Final = "Vereinspokal 2026"
CUP_GAMES: Final = ("skat", "truco")
TRUCO_WEIGHS: Final = 300  # a match of Truco brings a few points, a list of Skat hundreds
KEYS: Final = UUID("2f6f4b0e-52f5-5d0b-9a54-6b1f0b8c6c51")


def cup(club: Club, director: User) -> Competition:
    """A season of two games, weighed against each other."""
    there = Competition.objects.filter(club=club, name=CUP).first()
    opening = SeasonOpening(
        name=CUP,
        game="skat",
        system="seeger_fabian",
        others={"truco": "three_a_win"},
        factors={"truco": TRUCO_WEIGHS},
    )
    return there or open_season(opening, club=club, by=director, now=FOUNDED)


def counting(season: Competition, director: User, players: Mapping[str, Player]) -> None:
    """What its director has settled, once."""
    season.refresh_from_db()
    if season.seq:
        return
    change = SeasonChange(counts=SeasonCounts(best=BEST, least=LEAST))
    change_season(change, competition=season, by=director, now=FOUNDED + timedelta(days=1))
    for name, points, reason, after in GIVEN:
        bonus = SeasonBonus(player=players[name].pk, points=points, reason=reason)
        give_bonus(bonus, competition=season, by=director, key=uuid5(KEYS, reason), now=FOUNDED + after)


PUB = {"system": "classic", "passed": "ramsch", "kontra": True, "bock": True}


def house_rules(club: Club, director: User) -> None:
    """Two sets of rules, once."""
    if HouseRules.objects.filter(club=club).exists():
        return
    pub = write_down(
        club=club, by=director, game="skat", name="Late at the Lindenhof", wording=Wording(PUB), now=FOUNDED
    )
    write_down(
        club=club,
        by=director,
        game="tonk",
        name="Tonk at the round table",
        wording=Wording({"catch_extra": "others", "stake": 10}),
        now=FOUNDED,
    )
    change(
        house_id=pub.pk,
        by=director,
        wording=Wording({**PUB, "ramsch_skat_to": "last_trick"}, "It was said so at the general meeting."),
        seen=1,
        now=FOUNDED + timedelta(days=30),
    )


GUESTS: Final = ("Ottilie Zwickl", "Valentin Pröll")
AGO: Final = timedelta(days=3 * 365)


def old_names(club: Club, owner: User, *, now: datetime) -> None:
    """Once."""
    if Retention.objects.filter(club=club).exists():
        return
    for name in GUESTS:
        add_player(club=club, name=name, now=now - AGO)
    no_more_mail(user=owner, kind=Kind.CLEAN_UP)  # the demo prints its mail, and nobody has asked for this one
    keep_names(RetentionChoice(years=2, is_automatic=True), club=club, by=owner, now=now)
    keep_up(now=now)


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
