"""Match days: who meets whom, who plays, the tables of a series, and the table of the league that follows from them."""

from collections import Counter
from itertools import combinations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.leagues.drawing.services import TablesDraw, draw_tables
from scorekeeper.leagues.evenings.reads import results_of, sittings_of
from scorekeeper.leagues.match_days.reads import next_series, opened_series, plan_of, teams_of
from scorekeeper.leagues.match_days.services import SeriesOpening, TeamLineUp, draw_groups, open_series, set_line_up
from scorekeeper.leagues.models import Attendance, GroupTeam, LineUp, MatchDay, Place, Series, Team, TeamMember
from scorekeeper.leagues.money.services import close_evening
from scorekeeper.leagues.teams.reads import matches_of, table_of
from scorekeeper.leagues.teams.services import TeamJoining, join_team
from scorekeeper.people.services import Merging, merge_players
from scorekeeper.play.closing.services import end_list
from scorekeeper.play.models import Hand, Sitting
from scorekeeper.play.records import PerhapsReasoned
from scorekeeper.play.seats.records import Latecomer
from scorekeeper.play.seats.services import seat_player
from scorekeeper.standings.services import end_season
from tests import factories
from tests.acting import codes_of
from tests.factories import NOW
from tests.factories.teams import WON, make_day, make_league_of, make_team, opened, play, play_series, tables_of

pytestmark = pytest.mark.django_db


def lines_up(day, name):
    team = Team.objects.get(name=name)
    found = LineUp.objects.filter(day=day, team=team).select_related("player")
    return team, {one.slot: one.player.name for one in found}


def people(*names):
    by_name = {one.player.name: one.player_id for one in TeamMember.objects.select_related("player")}
    return [by_name[name] for name in names]


def points(league, *, official=False):
    return {
        row.row.team.name: (row.rank, row.row.points, row.row.won, row.row.score)
        for row in table_of(league, official=official)
    }


def teams_at(sitting):
    return [seat.player.name.split()[0] for seat in factories.seats_of(sitting)]


def end(sitting):
    """Over without a hand."""
    end_list(PerhapsReasoned(reason="it is late"), sitting_id=sitting.pk, by=factories.keeper_of(sitting), now=NOW)


# Groups of the match day


@pytest.mark.both_engines("locks rows", "leagues.teams.services")
@pytest.mark.parametrize(
    ("count", "sizes", "free"),
    [(2, [2], 0), (3, [3], 0), (5, [4], 1), (6, [3, 3], 0), (7, [3, 4], 0), (8, [4, 4], 0)],
)
def test_teams_come_into_groups_of_four_at_most(club, count, sizes, free):
    day = make_day(make_league_of(club, [0] * count))

    teams = teams_of(day)

    assert sorted(len(group.lines) for group in teams.groups) == sizes
    assert len(teams.free) == free


def test_who_meets_whom_rotates(club):
    league = make_league_of(club, [0] * 8)

    days = [make_day(league, number) for number in range(1, 4)]

    met = Counter(
        pair
        for day in days
        for group in teams_of(day).groups
        for pair in combinations(sorted(line.team.name for line in group.lines), 2)
    )
    assert sum(met.values()) == 36
    assert len(met) == 28 - 4  # three days of two groups of four teams leave four pairs at the least
    assert max(met.values()) == 2


def test_one_team_more_and_everybody_pauses_once(club):
    league = make_league_of(club, [0] * 5)

    free = [teams_of(make_day(league, number)).free[0].name for number in range(1, 6)]

    assert len(set(free)) == 5


def test_planned_twice_for_one_number_it_is_one_day(club):
    league = make_league_of(club)

    assert make_day(league).pk == make_day(league).pk
    assert MatchDay.objects.get().evening.name == "Liga, match day 1"


def test_a_league_of_one_team_meets_nobody(club):
    with pytest.raises(Refused) as refused:
        make_day(make_league_of(club, [4]))
    assert codes_of(refused) == ["too_few"]
    assert not MatchDay.objects.exists()


def test_groups_are_drawn_again_with_a_new_team_until_tables_are_open(club, owner):
    league = make_league_of(club, [3, 3])
    day = make_day(league)
    make_team(league, "Condor", 3)

    draw_groups(day_id=day.pk, by=owner, seed=1)

    assert GroupTeam.objects.filter(day=day).count() == 3
    asked = TeamLineUp(team=Team.objects.get(name="Condor").pk, players=people("Condor 1", "Condor 2", "Condor 3"))
    set_line_up(asked, day_id=day.pk, by=owner)
    opened(day)
    with pytest.raises(Conflict) as conflict:
        draw_groups(day_id=day.pk, by=owner)
    assert conflict.value.code == "series_open"


# Who plays


def test_a_day_begins_with_the_captain_and_the_players(club, owner):
    league = make_league_of(club, [4, 2])
    adler = Team.objects.get(name="Adler")
    join_team(TeamJoining(name="Adler 5", role="substitute"), team_id=adler.pk, by=owner, now=NOW)

    day = make_day(league)

    assert lines_up(day, "Adler")[1] == dict(enumerate(f"Adler {number}" for number in range(1, 5)))
    assert lines_up(day, "Bussard")[1] == {}


def test_who_stays_keeps_the_slot(club, owner):
    day = make_day(make_league_of(club, [5, 4]))
    team, _before = lines_up(day, "Adler")

    asked = TeamLineUp(team=team.pk, players=people("Adler 5", "Adler 4", "Adler 3", "Adler 1"))
    set_line_up(asked, day_id=day.pk, by=owner)
    assert lines_up(day, "Adler")[1] == {0: "Adler 1", 1: "Adler 5", 2: "Adler 3", 3: "Adler 4"}

    set_line_up(TeamLineUp(team=team.pk, players=[]), day_id=day.pk, by=owner)
    assert lines_up(day, "Adler")[1] == {}


@pytest.mark.parametrize(
    ("players", "problem"),
    [
        (["Adler 1", "Adler 2"], "too_few"),
        ([f"Adler {number}" for number in range(1, 6)], "too_many"),
        (["Adler 1", "Adler 2", "Bussard 1"], "player_unknown"),
    ],
)
def test_line_ups_that_cannot_be(club, owner, players, problem):
    day = make_day(make_league_of(club, [5, 4]))

    asked = TeamLineUp(team=Team.objects.get(name="Adler").pk, players=people(*players))
    with pytest.raises(Refused) as refused:
        set_line_up(asked, day_id=day.pk, by=owner)
    assert codes_of(refused) == [problem]


def test_one_person_by_two_lines_plays_for_one_team(club, owner):
    league = make_league_of(club, [4, 4])
    day = make_day(league)
    gone, kept = people("Bussard 4", "Adler 4")
    merge_players(Merging(kept=kept), club=club, by=owner, gone=gone, now=NOW)

    with pytest.raises(Refused) as refused:
        opened(day)
    assert codes_of(refused) == ["player_twice"]
    assert make_day(league, 2)  # the next one begins with them in one team


# The tables of a series


def test_every_opponent_exactly_once_in_four_series(club):
    day = make_day(make_league_of(club, series=4))

    series = []
    for _each in range(4):
        series.append(opened(day))
        for sitting in tables_of(series[-1]):
            assert sorted(teams_at(sitting)) == ["Adler", "Bussard", "Condor", "Dohle"]
            end(sitting)

    met = Counter(
        pair
        for one in series
        for sitting in tables_of(one)
        for pair in combinations(sorted(seat.player.name for seat in factories.seats_of(sitting)), 2)
    )
    assert set(met.values()) == {1}
    assert len(met) == 96
    assert next_series(day) is None


def test_opening_checks_in_and_makes_a_round_of_the_evening(club, owner):
    day = make_day(make_league_of(club, [4, 4, 3, 3]))

    series = opened(day)

    day.evening.refresh_from_db()
    assert day.evening.is_open
    assert Attendance.objects.filter(evening=day.evening, state="here", came_at=NOW).count() == 14
    assert [len(teams_at(sitting)) for sitting in sittings_of(day.evening)] == [3, 4, 4, 3]
    assert {season.pk for sitting in tables_of(series) for season in sitting.competitions.all()} == {
        day.league.season_id
    }
    with pytest.raises(Conflict) as conflict:
        draw_tables(TablesDraw(), evening_id=day.evening_id, by=owner, now=NOW)
    assert conflict.value.code == "drawn_by_teams"


def test_opened_twice_it_is_one_series_and_only_as_it_was_seen(club, owner):
    day = make_day(make_league_of(club, [4, 4, 4, 4]))
    seen = plan_of(teams_of(day), 1).hash
    team = Team.objects.get(name="Dohle")
    set_line_up(TeamLineUp(team=team.pk, players=people("Dohle 1", "Dohle 2", "Dohle 3")), day_id=day.pk, by=owner)

    with pytest.raises(Conflict) as conflict:
        open_series(SeriesOpening(number=1, seen=seen), day_id=day.pk, by=owner, now=NOW)
    assert conflict.value.code == "draw_changed"
    seen = plan_of(teams_of(day), 1).hash
    made = [open_series(SeriesOpening(number=1, seen=seen), day_id=day.pk, by=owner, now=NOW) for _twice in range(2)]

    assert made[0].pk == made[1].pk
    assert Sitting.objects.count() == 4
    with pytest.raises(Conflict) as conflict:
        open_series(SeriesOpening(number=3, seen=seen), day_id=day.pk, by=owner, now=NOW)
    assert conflict.value.code == "series_unknown"


def test_nobody_sits_at_two_tables(club):
    day = make_day(make_league_of(club))
    opened(day)

    with pytest.raises(Refused) as refused:
        opened(day)
    assert codes_of(refused) == ["still_playing"]
    assert Series.objects.count() == 1
    assert Place.objects.count() == 16


def test_what_is_opened_later_keeps_who_played_before(club, owner):
    day = make_day(make_league_of(club, [5, 4, 4, 4]))
    first = opened(day)
    before = plan_of(teams_of(day), 1)
    for sitting in tables_of(first):
        end(sitting)
    team = Team.objects.get(name="Adler")

    asked = TeamLineUp(team=team.pk, players=people("Adler 5", "Adler 2", "Adler 3", "Adler 4"))
    set_line_up(asked, day_id=day.pk, by=owner)
    opened(day)

    one, two = opened_series(day)
    assert one == before
    assert "Adler 5" in {seat.player.name for table in two.tables for seat in table.seats}


@pytest.mark.parametrize("sizes", [(4, 3, 3), (3, 4, 3), (3, 3, 4)])
def test_somebody_else_sits_out_in_each_series_as_it_was_printed(club, sizes):
    day = make_day(make_league_of(club, sizes))
    printed = [plan_of(teams_of(day), number) for number in range(1, 4)]

    for _series in range(3):
        for sitting in tables_of(opened(day)):
            end(sitting)

    plans = opened_series(day)
    assert plans == printed
    out = [seat.player.name for plan in plans for seat in plan.out]
    assert len(out) == len(set(out)) == 3


@pytest.mark.parametrize("gone", ["Adler", "Bussard", "Condor", "Dohle"])
def test_where_a_team_of_three_goes_home_nobody_meets_three_times(club, owner, gone):
    day = make_day(make_league_of(club, [3, 3, 3, 3], series=4))

    for number in range(4):
        if number == 2:
            set_line_up(TeamLineUp(team=Team.objects.get(name=gone).pk, players=[]), day_id=day.pk, by=owner)
        for sitting in tables_of(opened(day)):
            end(sitting)

    tables = [[seat.player.pk for seat in table.seats] for plan in opened_series(day) for table in plan.tables]
    met = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    assert max(met.values()) == 2


def test_scorers_open_and_members_do_not(club):
    day = make_day(make_league_of(club))
    seen = plan_of(teams_of(day), 1).hash
    team = Team.objects.all()[0]

    with pytest.raises(PermissionDenied):
        open_series(SeriesOpening(number=1, seen=seen), day_id=day.pk, by=factories.make_member(club), now=NOW)
    with pytest.raises(PermissionDenied):
        set_line_up(TeamLineUp(team=team.pk, players=[]), day_id=day.pk, by=factories.make_member(club))
    with pytest.raises(PermissionDenied):
        draw_groups(day_id=day.pk, by=factories.make_member(club, "scorer"))
    asked = SeriesOpening(number=1, seen=seen)
    assert open_series(asked, day_id=day.pk, by=factories.make_member(club, "scorer"), now=NOW)


def test_nothing_is_opened_after_the_season_or_the_evening(club, owner):
    league = make_league_of(club)
    days = make_day(league), make_day(league, 2)
    close_evening(evening_id=days[0].evening_id, by=owner, now=NOW)
    with pytest.raises(Conflict) as closed:
        opened(days[0])
    end_season(competition=league.season, by=owner, now=NOW)
    with pytest.raises(Conflict) as ended:
        opened(days[1])

    assert (closed.value.code, ended.value.code) == ("evening_closed", "season_ended")


# The table of the league


def test_team_points_by_the_sums_and_shared_where_they_are_equal(club):
    league = make_league_of(club)
    day = make_day(league)

    play_series(opened(day), ["Adler", "Adler", "Bussard", "Condor"])

    half = {"Bussard": (2, "1½", 0, WON), "Condor": (2, "1½", 0, WON)}
    assert points(league) == {"Adler": (1, "3", 1, 2 * WON), **half, "Dohle": (4, "0", 0, 0)}
    assert points(league, official=True) == points(league)


def test_scores_decide_between_equal_points_then_series_won(club):
    league = make_league_of(club, [4, 4, 4, 4], series=3)
    day = make_day(league)
    play_series(opened(day), ["Adler", "Adler", "Adler", "Bussard"])
    play_series(opened(day), ["Bussard", "Bussard", "Bussard", "Condor"])

    found = {row.row.team.name: (row.rank, row.decided_by) for row in table_of(league, official=False)}

    assert found["Bussard"] == (1, None)
    assert found["Adler"] == (2, "")
    assert found["Condor"][0] == 3


def test_of_equal_points_the_higher_score_comes_before_more_series_won(club):
    league = make_league_of(club)
    day = make_day(league)
    play_series(opened(day), ["Adler", "Adler", "Bussard", "Condor"])
    for sitting, (team, hands) in zip(
        tables_of(opened(day)), [("Bussard", 2), ("Condor", 2), ("Dohle", 2), ("Dohle", 1)], strict=True
    ):
        for _hand in range(hands):
            play(sitting, team)
        factories.finish(Sitting.objects.get(pk=sitting.pk))

    assert points(league) == {
        "Dohle": (1, "3", 1, 3 * WON),
        "Bussard": (2, "3", 0, 3 * WON),
        "Condor": (2, "3", 0, 3 * WON),
        "Adler": (4, "3", 1, 2 * WON),
    }
    decided = {row.row.team.name: row.decided_by for row in table_of(league, official=False)}
    assert (decided["Bussard"], decided["Adler"]) == ("won", "score")


def test_a_series_is_official_when_all_its_sheets_are(club):
    league = make_league_of(club)
    first, *others = tables_of(opened(make_day(league)))
    for sitting in (first, *others):
        play(sitting, "Dohle")
    factories.finish(Sitting.objects.get(pk=first.pk))

    assert points(league)["Dohle"] == (1, "3", 1, 4 * WON)
    assert points(league, official=True)["Dohle"] == (1, "0", 0, 0)
    for sitting in others:
        factories.finish(Sitting.objects.get(pk=sitting.pk))
    assert points(league, official=True)["Dohle"] == (1, "3", 1, 4 * WON)


def test_nothing_counts_before_the_first_hand(club):
    league = make_league_of(club)
    opened(make_day(league))

    assert matches_of(league) == []
    assert {line[1] for line in points(league).values()} == {"0"}


def test_a_correction_moves_the_table(club):
    league = make_league_of(club)
    series = opened(make_day(league))
    tables = tables_of(series)
    play(tables[0], "Adler")
    play(tables[1], "Bussard")
    play(tables[2], "Bussard")
    assert points(league)["Bussard"] == (1, "3", 1, 2 * WON)
    hand = Hand.objects.filter(sitting=tables[2]).order_by("-number")[0]

    factories.correct(hand, factories.passed(), now=NOW)

    assert points(league)["Adler"] == points(league)["Bussard"] == (1, "2½", 0, WON)


def test_an_absent_team_gets_nothing(club, owner):
    league = make_league_of(club)
    day = make_day(league)
    set_line_up(TeamLineUp(team=Team.objects.get(name="Condor").pk, players=[]), day_id=day.pk, by=owner)

    play_series(opened(day), ["Dohle", "Dohle", "Adler", "Bussard"])

    assert points(league) == {
        "Dohle": (1, "3", 1, 2 * WON),
        "Adler": (2, "1½", 0, WON),
        "Bussard": (2, "1½", 0, WON),
        "Condor": (4, "0", 0, 0),
    }


def test_who_sits_down_late_plays_for_their_team(club, owner):
    league = make_league_of(club, [4, 4, 4, 3])
    table = next(sitting for sitting in tables_of(opened(make_day(league))) if len(teams_at(sitting)) == 3)
    dohle = Team.objects.get(name="Dohle")
    late = join_team(TeamJoining(name="Dohle 4", role="player"), team_id=dohle.pk, by=owner, now=NOW).player
    seat_player(Latecomer(player=late.pk), sitting_id=table.pk, by=factories.keeper_of(table), now=NOW)

    play(table, "Dohle")

    side = next(side for side in matches_of(league)[0].sides if side.team == dohle)
    assert (side.total, side.points) == (WON, "3")
    assert late in {score.player for score in side.scores}


def test_what_a_player_was_in_a_team_stays_with_that_team(club, owner):
    """Sheets of players who were merged since, or changed the team, count where they were played."""
    league = make_league_of(club)
    day = make_day(league)
    play_series(opened(day), ["Adler"] * 4)
    before = points(league)
    gone, kept = people("Adler 1")[0], factories.make_player(club).pk

    merge_players(Merging(kept=kept), club=club, by=owner, gone=gone, now=NOW)

    assert points(league) == before
    assert [side.total for side in matches_of(league, day)[0].sides] == [4 * WON, 0, 0, 0]


def test_the_evening_reports_the_same_sheets(club):
    league = make_league_of(club)
    day = make_day(league)
    play_series(opened(day), ["Adler"] * 4)

    lines, _unit = results_of(sittings_of(day.evening))

    assert [line.total for line in lines][:5] == [WON] * 4 + [0]


def test_statements_do_not_grow_with_what_is_played(club):
    league = make_league_of(club, [4] * 8)
    days = [make_day(league, number) for number in (1, 2)]
    counts = []
    for day in days:
        for table in tables_of(opened(day)):
            play(table, teams_at(table)[1])
            end(table)
        with CaptureQueriesContext(
            connection,
        ) as found:
            table_of(league, official=False)
        counts.append(len(found))

    assert counts == [5, 5]
