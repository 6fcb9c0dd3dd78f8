"""Match days with groups of five, and with groups that play at venues and hours of their own."""

from collections import Counter
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.common.errors import Conflict, Refused
from scorekeeper.leagues.match_days.reads import next_series, plan_of, teams_of
from scorekeeper.leagues.match_days.services import (
    DayPlan,
    GroupPlan,
    MatchGroups,
    SeriesOpening,
    draw_groups,
    open_series,
    plan_match_day,
    set_groups,
)
from scorekeeper.leagues.models import Series, Team, TeamGroup
from scorekeeper.leagues.teams.reads import matches_of, table_of
from tests import factories
from tests.acting import codes_of, form_of, words
from tests.factories import NOW
from tests.factories.teams import make_day, make_league_of, opened, play, play_series, tables_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, owner):
    client.force_login(owner)
    return client


def day_of_five(club, sizes=(4, 4, 4, 4, 4), **more):
    league = make_league_of(club, sizes, **more)
    plan = DayPlan(number=1, starts_at=NOW + timedelta(days=1), size=5)
    return plan_match_day(plan, league_id=league.pk, by=factories.owner_of(club), now=NOW, seed=1)


def team(name):
    return Team.objects.get(name=name).pk


def apart(club, owner, sizes=(4, 4, 4, 4, 4, 4, 4, 4)):
    """Two groups of four, the second one at another venue."""
    day = make_day(make_league_of(club, sizes))
    names = ("Adler", "Bussard", "Condor", "Dohle"), ("Elster", "Falke", "Geier", "Habicht")
    groups = [
        GroupPlan(teams=[team(name) for name in own], venue=venue)
        for own, venue in zip(names, ("", "Krone"), strict=True)
    ]
    return set_groups(MatchGroups(groups=groups), day_id=day.pk, by=owner)


def open_in(day, owner, group, number=None):
    number = number or next_series(day, group)
    seen = plan_of(teams_of(day), number, group).hash
    return open_series(SeriesOpening(number=number, seen=seen, group=group), day_id=day.pk, by=owner, now=NOW)


# Five at a venue


def test_five_teams_meet_in_one_group_at_five_tables(club):
    day = day_of_five(club)

    teams = teams_of(day)
    assert [len(group.lines) for group in teams.groups] == [5]
    assert not teams.free
    assert [len(table.seats) for table in plan_of(teams, 1).tables] == [4] * 5


def test_nine_teams_make_a_group_of_five_and_one_of_four(club):
    day = make_day(make_league_of(club, [0] * 8))
    day.league.refresh_from_db()
    plan = DayPlan(number=2, starts_at=NOW, size=5)

    second = plan_match_day(plan, league_id=day.league_id, by=factories.owner_of(club), now=NOW, seed=1)

    assert sorted(len(group.lines) for group in teams_of(second).groups) == [4, 4]


def test_a_series_of_five_gives_four_to_no_points_and_equal_ones_share(club):
    day = day_of_five(club)
    series = opened(day)
    for sitting in tables_of(series)[:3]:
        winner = next(seat.player.name.split()[0] for seat in factories.seats_of(sitting))
        play(sitting, winner)

    match = matches_of(day.league)[0]

    assert sum(side.twice for side in match.sides) == 2 * (4 + 3 + 2 + 1)
    best = [side for side in match.sides if side.place == 1]
    assert {side.twice for side in best} == {sum((8, 6, 4, 2, 0)[: len(best)]) // len(best)}


def test_where_one_of_five_stays_away_the_others_have_four_to_one(club):
    day = day_of_five(club, (4, 4, 4, 4, 0))
    play_series(opened(day), ["Adler"] * 4)

    assert sum(side.twice for side in matches_of(day.league)[0].sides) == 8 + 6 + 4 + 2


def test_another_size_is_refused(club):
    league = make_league_of(club)
    with pytest.raises(Refused) as refused:
        plan_match_day(
            DayPlan(number=1, starts_at=NOW, size=6), league_id=league.pk, by=factories.owner_of(club), now=NOW
        )
    assert codes_of(refused) == ["size_unknown"]


# Groups at several venues


def test_each_group_opens_its_series_by_itself_and_all_count_for_one_table(club, owner):
    day = apart(club, owner)

    first = open_in(day, owner, 1)
    play_series(first, ["Adler"] * 4)
    second = open_in(day, owner, 1)

    assert (next_series(day, 1), next_series(day, 2)) == (3, 1)
    assert (first.group.number, second.number) == (1, 2)
    third = open_in(day, owner, 2)
    play_series(third, ["Elster"] * 4)
    assert [sitting.drawn_table.number for sitting in tables_of(third)] == [1, 2, 3, 4]
    assert "group 2" in tables_of(third)[0].name

    points = {row.row.team.name: row.row.points for row in table_of(day.league, official=False)}
    assert (points["Adler"], points["Elster"], len(points)) == ("3", "3", 8)
    assert Counter((match.group, match.number) for match in matches_of(day.league)) == {(1, 1): 1, (2, 1): 1}


def test_who_sat_where_before_counts_in_the_own_group_alone(club, owner):
    day = apart(club, owner)
    played = open_in(day, owner, 1)
    play_series(played, ["Adler"] * 4)

    teams = teams_of(day)
    met = [
        frozenset(pair)
        for plan in (*teams.opened, plan_of(teams, 2, 1))
        for table in plan.tables
        for pair in [(one.player.pk, other.player.pk) for one in table.seats for other in table.seats if one != other]
    ]
    assert max(Counter(met).values()) == 2  # each pair of one table is here both ways round
    assert teams.opened_by(1) == 1
    assert teams.opened_by(2) == 0


def test_opened_twice_it_is_one_series_and_another_group_has_its_own(club, owner):
    day = apart(club, owner)

    first = open_in(day, owner, 1)

    assert open_in(day, owner, 1, number=1) == first
    assert open_in(day, owner, 2) != first
    assert Series.objects.count() == 2


@pytest.mark.parametrize("group", [None, 3])
def test_all_groups_at_once_or_one_that_is_none_are_refused(club, owner, group):
    day = apart(club, owner)
    seen = plan_of(teams_of(day), 1, group).hash

    with pytest.raises(Conflict) as refused:
        open_series(SeriesOpening(number=1, seen=seen, group=group), day_id=day.pk, by=owner, now=NOW)
    assert refused.value.code == "groups_changed"


def test_groups_without_a_place_of_their_own_open_together(club, owner):
    day = make_day(make_league_of(club))
    groups = [
        GroupPlan(teams=[team("Adler"), team("Bussard")]),
        GroupPlan(teams=[team("Condor"), team("Dohle")], starts_at=day.evening.starts_at),
    ]
    set_groups(MatchGroups(groups=groups), day_id=day.pk, by=owner)

    assert teams_of(day).courses == [None]
    assert len(tables_of(opened(day))) == 4
    assert not TeamGroup.objects.exclude(venue="", starts_at=None).exists()


def test_groups_are_written_down_whole_or_not_at_all(club, owner):
    day = make_day(make_league_of(club))
    before = [group.lines for group in teams_of(day).groups]
    groups = [
        GroupPlan(teams=[team("Adler")]),
        GroupPlan(teams=[team("Adler"), club.pk], starts_at=NOW + timedelta(days=40)),
    ]

    with pytest.raises(Refused) as refused:
        set_groups(MatchGroups(groups=groups), day_id=day.pk, by=owner)

    assert codes_of(refused) == ["too_few", "day_far", "team_twice", "team_unknown"]
    assert [group.lines for group in teams_of(day).groups] == before
    with pytest.raises(Refused) as refused:
        set_groups(MatchGroups(groups=[]), day_id=day.pk, by=owner)
    assert codes_of(refused) == ["too_few"]


def test_six_teams_in_a_group_are_too_many(club, owner):
    day = make_day(make_league_of(club, [0] * 6))
    asked = MatchGroups(groups=[GroupPlan(teams=list(Team.objects.values_list("pk", flat=True)))])
    with pytest.raises(Refused) as refused:
        set_groups(asked, day_id=day.pk, by=owner)
    assert codes_of(refused) == ["too_many"]


def test_groups_stay_once_a_series_is_open_and_scorers_do_not_write_them(club, owner):
    day = apart(club, owner)
    groups = [GroupPlan(teams=[team("Adler"), team("Bussard")])]
    with pytest.raises(PermissionDenied):
        set_groups(MatchGroups(groups=groups), day_id=day.pk, by=factories.make_member(club, Role.SCORER))
    open_in(day, owner, 2)

    for act in (
        lambda: set_groups(MatchGroups(groups=groups), day_id=day.pk, by=owner),
        lambda: draw_groups(day_id=day.pk, by=owner),
    ):
        with pytest.raises(Conflict) as refused:
            act()
        assert refused.value.code == "series_open"


# Pages


def test_the_form_writes_down_groups_with_venue_and_hour(page, club):
    day = make_day(make_league_of(club, [4] * 5))
    address = reverse("match_day_groups_edit", args=[day.pk])
    sent = form_of(page, address)
    for number, name in enumerate(("Adler", "Bussard", "Condor", "Dohle", "Elster")):
        sent[f"team-{team(name)}"] = "" if number == 4 else str(number // 2 + 1)
    sent["venue-2"] = "Krone"

    assert page.post(address, sent)["Location"] == reverse("match_day", args=[day.pk])

    teams = teams_of(day)
    assert [[line.team.name for line in group.lines] for group in teams.groups] == [
        ["Adler", "Bussard"],
        ["Condor", "Dohle"],
    ]
    assert ([group.venue for group in teams.groups], teams.free[0].name) == (["", "Krone"], "Elster")
    said = words(page.get(reverse("match_day", args=[day.pk])))
    assert "Krone" in said
    assert "The groups were set by hand, not drawn." in said
    assert "tables of group 2, series 1" in said


def test_a_refused_form_keeps_what_was_chosen(page, club):
    day = make_day(make_league_of(club))
    address = reverse("match_day_groups_edit", args=[day.pk])
    sent = form_of(page, address)
    sent |= {f"team-{one.pk}": "" for one in Team.objects.all()} | {f"team-{team('Adler')}": "2"}

    answer = page.post(address, sent)

    assert answer.status_code == 422
    assert answer.context["form"][f"team-{team('Adler')}"].value() == "2"


def test_a_group_opens_its_tables_from_the_page_and_has_a_report(page, club, owner):
    day = apart(club, owner)
    there = reverse("match_day", args=[day.pk])
    sent = {"series": "1", "group": "2", "seen": plan_of(teams_of(day), 1, 2).hash}

    assert page.post(reverse("match_day_open", args=[day.pk]), sent)["Location"] == there
    series = Series.objects.get()
    assert "This group has not played a hand" in words(page.get(reverse("match_day_group", args=[day.pk, 2])))
    play_series(series, ["Elster"] * 4)

    said = words(page.get(reverse("match_day_group", args=[day.pk, 2])))
    assert "Krone" in said
    assert "Elster 1" in said
    assert "Adler" not in said
    rows = page.get(reverse("match_day_group_files", args=[day.pk, 2, "day", "csv"])).content.decode()
    assert "1,Elster,296,3,296,3" in rows
    assert page.get(reverse("match_day_group", args=[day.pk, 3])).status_code == 404
    assert "Group 2, series 1" in words(page.get(there))
    assert "Krone" in words(page.get(reverse("match_day_print", args=[day.pk])))
