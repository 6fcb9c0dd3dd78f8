"""Leagues and teams: who makes them, who belongs to which, and what stays to be read."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from scorekeeper.common.errors import Refused
from scorekeeper.leagues.models import LineUp, TeamMember
from scorekeeper.leagues.teams.services import TeamJoining, TeamName, add_team, join_team, leave_team, rename_team
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.opening.services import Sitter
from tests import factories
from tests.acting import problems_of
from tests.factories import NOW
from tests.factories.teams import make_day, make_league_of, make_team

pytestmark = pytest.mark.django_db


def now_in(team):
    found = TeamMember.objects.filter(team=team, until=None).order_by("since", "pk")
    return [(one.player.name, one.role) for one in found]


@pytest.fixture
def league(club):
    return make_league_of(club, ())


@pytest.fixture
def team(league):
    return make_team(league, "Adler", 3)


def test_a_season_has_one_league(club, league):
    with pytest.raises(Refused) as refused:
        make_league_of(club, ())  # of the same name, for another season
    assert problems_of(refused) == [("name_taken", "name")]


def test_only_directors(club, league, team):
    scorer = factories.make_member(club, "scorer")

    with pytest.raises(PermissionDenied):
        add_team(TeamName(name="Bussard"), league_id=league.pk, by=scorer)
    with pytest.raises(PermissionDenied):
        rename_team(TeamName(name="Bussard"), team_id=team.pk, by=scorer)
    with pytest.raises(PermissionDenied):
        join_team(TeamJoining(name="Late", role="player"), team_id=team.pk, by=scorer, now=NOW)
    with pytest.raises(PermissionDenied):
        leave_team(member_id=TeamMember.objects.all()[0].pk, by=scorer, now=NOW)


def test_names_of_teams_are_apart(league, team, owner):
    other = make_team(league, "Bussard", 0)

    for act in (
        lambda: add_team(TeamName(name=" Adler "), league_id=league.pk, by=owner),
        lambda: rename_team(TeamName(name="Adler"), team_id=other.pk, by=owner),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert problems_of(refused) == [("name_taken", "name")]
    assert rename_team(TeamName(name="Adler"), team_id=team.pk, by=owner).name == "Adler"


def test_new_captain_and_the_old_one_plays_on(team, owner):
    player = TeamMember.objects.get(player__name="Adler 3").player
    later = NOW + timedelta(days=1)

    for _twice in range(2):
        join_team(TeamJoining(player=player.pk, role="captain"), team_id=team.pk, by=owner, now=later)

    assert now_in(team) == [("Adler 2", "player"), ("Adler 1", "player"), ("Adler 3", "captain")]
    ended = TeamMember.objects.filter(until=later)
    assert {(one.player.name, one.role) for one in ended} == {("Adler 1", "captain"), ("Adler 3", "player")}


def test_nobody_is_in_two_teams_by_whichever_line(club, league, team, owner):
    other = make_team(league, "Bussard", 0)
    player = TeamMember.objects.get(player__name="Adler 3").player
    kept = factories.make_player(club, "Kept")
    merge_players(Merging(kept=kept.pk), club=club, by=owner, gone=player.pk, now=NOW)

    for line in (player, kept):
        with pytest.raises(Refused) as refused:
            join_team(TeamJoining(player=line.pk, role="player"), team_id=other.pk, by=owner, now=NOW)
        assert problems_of(refused) == [("in_other_team", "player")]


def test_who_left_may_join_another_and_the_history_stays(league, team, owner):
    other = make_team(league, "Bussard", 0)
    member = TeamMember.objects.get(player__name="Adler 2")
    later = NOW + timedelta(days=1)

    for _twice in range(2):
        leave_team(member_id=member.pk, by=owner, now=later)
        later += timedelta(days=1)
    join_team(TeamJoining(player=member.player_id, role="substitute"), team_id=other.pk, by=owner, now=later)

    assert [name for name, _role in now_in(team)] == ["Adler 1", "Adler 3"]
    assert now_in(other) == [("Adler 2", "substitute")]
    member.refresh_from_db()
    assert (member.role, member.until) == ("player", NOW + timedelta(days=1))


def test_who_leaves_is_in_no_line_up_that_is_still_to_be_played(league, team, owner):
    make_team(league, "Bussard", 3)
    make_day(league)
    member = TeamMember.objects.get(player__name="Adler 2")

    leave_team(member_id=member.pk, by=owner, now=NOW)

    assert not LineUp.objects.filter(player=member.player_id).exists()
    assert LineUp.objects.count() == 5


@pytest.mark.parametrize(
    ("who", "role", "problem"),
    [
        (Sitter(name=" "), "player", ("name_missing", "name")),
        (Sitter(uuid4()), "player", ("player_unknown", "player")),
        (Sitter(name="Late"), "coach", ("role_unknown", "role")),
    ],
)
def test_who_cannot_be_put_in(team, owner, who, role, problem):
    with pytest.raises(Refused) as refused:
        join_team(TeamJoining(player=who.player_id, name=who.name, role=role), team_id=team.pk, by=owner, now=NOW)
    assert problems_of(refused) == [problem]
